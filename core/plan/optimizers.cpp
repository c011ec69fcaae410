// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/optimizers.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>

#include "core/plan/training.h"

namespace zp {
namespace {

using States = std::array<OptimizerState, 2>;

/// Returns Adam's state bytes per element. The CPU class accepts amsgrad but allocates no third state.
double adam_bytes(const Training& training, const StateFacts& facts) {
  const OptimizerOptions& options = training.optimizer_options;
  const int states = options.torch_adam && options.amsgrad ? 3 : 2;
  if (!options.torch_adam && facts.home == StateHome::cpu && !options.fp32_optimizer_states)
    return 2.0 * facts.weight_bytes;
  return 1.0 * states * facts.state_bytes;
}

double in_double(std::int64_t count) { return static_cast<double>(count); }

/// Returns the bytes of two states of the tensor's size.
double two_states(const StateFacts& facts, const SteppedTensor& tensor) {
  return 2.0 * facts.state_bytes * in_double(tensor.elements);
}

double muon_bytes(const Training& /*training*/, const StateFacts& facts, const SteppedTensor& tensor) {
  return tensor.is_hidden ? facts.muon_bytes * in_double(tensor.elements) : two_states(facts, tensor);
}

constexpr double fp32_bytes = 4;

/// Returns the bytes of an fp32 second moment that is stored for a matrix as row and column means.
double factored_moment(const SteppedTensor& tensor) {
  return fp32_bytes * in_double(tensor.is_matrix() ? tensor.rows + tensor.columns : tensor.elements);
}

/// A first moment exists only with beta1, in fp32 like the gradient's copy.
double adafactor_bytes(const Training& training, const StateFacts& /*facts*/, const SteppedTensor& tensor) {
  const double first = training.optimizer_options.momentum ? fp32_bytes * in_double(tensor.elements) : 0;
  return first + factored_moment(tensor);
}

double adalomo_bytes(const Training& /*training*/, const StateFacts& /*facts*/, const SteppedTensor& tensor) {
  return factored_moment(tensor);
}

/// A tensor projected by low-rank optimizers: its long side, and the rank and short side that remain.
struct Projection {
  double longer, shorter, rank;
};
std::optional<Projection> projection_of(const SteppedTensor& tensor, std::int64_t rank) {
  if (!tensor.is_hidden || !tensor.is_matrix()) return std::nullopt;
  const std::int64_t shorter = std::min(tensor.rows, tensor.columns);
  return Projection{in_double(std::max(tensor.rows, tensor.columns)), in_double(shorter),
                    in_double(std::min(rank, shorter))};
}

/// Smaller tensors keep full-precision states (bitsandbytes optim/optimizer.py, min_8bit_size; torchao
/// optim/adam.py, _new_buffer).
constexpr double smallest_quantized = 4096;
constexpr double block_of_projected = 256;  // elements that share an fp32 scale

double eight_bit_moments(double elements) {
  return elements *
         (elements < smallest_quantized ? 2 * fp32_bytes : 2 * (1 + fp32_bytes / block_of_projected));
}

/// Returns the bytes of two moments of the projected gradient, and of the projector, in the gradient's type.
double projected_bytes(const StateFacts& facts, const SteppedTensor& tensor, std::int64_t rank) {
  const auto projection = projection_of(tensor, rank);
  if (!projection) return two_states(facts, tensor);
  const auto [longer, shorter, kept] = *projection;
  return facts.state_bytes * kept * (2 * longer + shorter);
}
double low_rank_bytes(const Training& training, const StateFacts& facts, const SteppedTensor& tensor) {
  return projected_bytes(facts, tensor, training.optimizer_rank);
}
double rank_one_bytes(const Training& /*training*/, const StateFacts& facts, const SteppedTensor& tensor) {
  return projected_bytes(facts, tensor, 1);
}
double low_rank_8bit_bytes(const Training& training, const StateFacts& facts, const SteppedTensor& tensor) {
  const auto projection = projection_of(tensor, training.optimizer_rank);
  if (!projection) return eight_bit_moments(in_double(tensor.elements));
  const auto [longer, shorter, kept] = *projection;
  return eight_bit_moments(kept * longer) + facts.state_bytes * kept * shorter;
}

/// Returns the bytes of torchao's two moments: `bytes` per element and an fp32 scale per block. Full
/// precision for small tensors, and those that the block does not divide.
double blockwise_bytes(const StateFacts& facts, const SteppedTensor& tensor, double bytes,
                       std::int64_t block) {
  const double elements = in_double(tensor.elements);
  if (elements < smallest_quantized || tensor.elements % block != 0) return two_states(facts, tensor);
  return 2 * elements * (bytes + fp32_bytes / in_double(block));
}
double torchao_8bit_bytes(const Training& /*training*/, const StateFacts& facts,
                          const SteppedTensor& tensor) {
  return blockwise_bytes(facts, tensor, 1, 256);
}
double torchao_4bit_bytes(const Training& /*training*/, const StateFacts& facts,
                          const SteppedTensor& tensor) {
  return blockwise_bytes(facts, tensor, 0.5, 128);
}

/// The first moment in fp32, and the second for embedding and head; other tensors have a single number
/// (queries and keys one per head, which is neglected).
double adam_mini_bytes(const Training& /*training*/, const StateFacts& /*facts*/,
                       const SteppedTensor& tensor) {
  const double moment = fp32_bytes * in_double(tensor.elements);
  return moment + (tensor.is_table ? moment : fp32_bytes);
}

/// Returns the bytes of states and of the compression errors that a rank keeps: whole as a worker, and for
/// its part as a server.
double compressed_bytes(double states, const StateFacts& facts) {
  return fp32_bytes * (states + 1 + 1.0 / std::max(1, facts.ranks));
}
double onebit_adam_bytes(const Training& /*training*/, const StateFacts& facts) {
  return compressed_bytes(2, facts);
}
/// Two moments and a third state: 0/1 Adam's sum of momenta between two rounds, or 1-bit LAMB's fresh
/// variance.
double three_states_compressed(const Training& /*training*/, const StateFacts& facts) {
  return compressed_bytes(3, facts);
}

/// Returns the bytes per state element; full-precision states have the framework's type.
double bytes_of_state(double bytes, const StateFacts& facts) {
  constexpr double in_full = 4;
  return bytes == in_full ? facts.state_bytes : bytes;
}

constexpr States moments = {{{.name = "exp_avg"}, {.name = "exp_avg_sq"}}};
constexpr States lion_states = {
    {{.name = "exp_avg"}, {.name = "exp_avg_sq", .gpu_bytes = 0}}};  // unused in DeepSpeedCPULion
constexpr std::array<OptimizerState, 1> adagrad_states = {{{.name = "sum"}}};
constexpr std::array<OptimizerState, 1> sgd_states = {
    {{.name = "momentum_buffer", .option = &OptimizerOptions::momentum}}};
constexpr std::array<OptimizerState, 3> rmsprop_states = {
    {{.name = "square_avg"},
     {.name = "momentum_buffer", .option = &OptimizerOptions::momentum},
     {.name = "grad_avg", .option = &OptimizerOptions::centered}}};
constexpr std::array<OptimizerState, 2> schedule_free_states = {{{.name = "z"}, {.name = "exp_avg_sq"}}};
/// Elements that share an fp32 scale in bitsandbytes from 0.44 (pull request 1365); 2,048 before.
constexpr double block = 256;
constexpr std::array<OptimizerState, 4> eight_bit_states = {
    {{.name = "state1", .gpu_bytes = 1, .cpu_bytes = 1},
     {.name = "state2", .gpu_bytes = 1, .cpu_bytes = 1},
     {.name = "absmax1", .gpu_bytes = 4 / block, .cpu_bytes = 4 / block},
     {.name = "absmax2", .gpu_bytes = 4 / block, .cpu_bytes = 4 / block}}};

constexpr std::array<OptimizerSwitch, 2> adam_switches = {
    {{"amsgrad", &OptimizerOptions::amsgrad}, {"torch_adam", &OptimizerOptions::torch_adam}}};
constexpr std::array<OptimizerSwitch, 1> sgd_switches = {
    {{"momentum", &OptimizerOptions::momentum, usual_momentum, "0.0"}}};
constexpr std::array<OptimizerSwitch, 2> rmsprop_switches = {
    {{"momentum", &OptimizerOptions::momentum, usual_momentum}, {"centered", &OptimizerOptions::centered}}};
// Learning rates are starting points for fine-tuning; the rest are the optimizer's own defaults (torch.optim;
// Lion: Chen et al. 2023; Muon: deepspeed/runtime/zero/muon).
constexpr std::array<OptimizerParam, 4> adam_params = {
    {{"lr", "0.0001"}, {"betas", "[0.9, 0.999]"}, {"eps", "1e-08"}, {"weight_decay", "0.0"}}};
constexpr std::array<OptimizerParam, 4> adamw_params = {
    {{"lr", "0.0001"}, {"betas", "[0.9, 0.999]"}, {"eps", "1e-08"}, {"weight_decay", "0.01"}}};
constexpr std::array<OptimizerParam, 4> lamb_params = {
    {{"lr", "0.001"}, {"betas", "[0.9, 0.999]"}, {"eps", "1e-08"}, {"weight_decay", "0.01"}}};
constexpr std::array<OptimizerParam, 3> adagrad_params = {
    {{"lr", "0.01"}, {"eps", "1e-10"}, {"weight_decay", "0.0"}}};
constexpr std::array<OptimizerParam, 2> sgd_params = {{{"lr", "0.001"}, {"weight_decay", "0.0"}}};
constexpr std::array<OptimizerParam, 4> rmsprop_params = {
    {{"lr", "0.01"}, {"alpha", "0.99"}, {"eps", "1e-08"}, {"weight_decay", "0.0"}}};
constexpr std::array<OptimizerParam, 3> lion_params = {
    {{"lr", "1e-05"}, {"betas", "[0.9, 0.99]"}, {"weight_decay", "0.1"}}};
constexpr std::array<OptimizerParam, 4> muon_params = {
    {{"muon_lr", "0.02"}, {"adam_lr", "0.0003"}, {"momentum", "0.95"}, {"weight_decay", "0.0"}}};

// Compressed communication starts after freeze_step steps (runtime/fp16/onebit); the values are the classes'
// own defaults, with a shorter warm-up for fine-tuning.
constexpr std::array<OptimizerParam, 3> onebit_adam_params = {
    {{"lr", "0.0001"}, {"freeze_step", "400"}, {"weight_decay", "0.0"}}};
constexpr std::array<OptimizerParam, 3> zero_one_adam_params = {
    {{"lr", "0.0001"}, {"var_freeze_step", "400"}, {"weight_decay", "0.0"}}};
constexpr std::array<OptimizerParam, 3> onebit_lamb_params = {
    {{"lr", "0.001"}, {"freeze_step", "400"}, {"weight_decay", "0.01"}}};

// Working memory, per operation. Adafactor: the squared gradient, then the factors' product; 16-bit
// parameters and gradients are copied to fp32. AdaLomo: the same, with its copy of the parameter made last.
constexpr StepWorkspace of_adafactor = {.of_fp32 = 8, .of_16_bit = 16};
constexpr StepWorkspace of_adalomo = {.of_fp32 = 12, .of_16_bit = 12};
constexpr StepWorkspace of_lomo = {.of_fp32 = 8, .of_16_bit = 8};
// GaLore: the fp32 gradient and the three results of its decomposition, every 200 steps.
constexpr StepWorkspace of_svd = {.of_fp32 = 12, .of_16_bit = 12};
// APOLLO: the scaled gradient. torchao: one fp32 moment before its blocks are quantised.
constexpr StepWorkspace of_apollo = {.of_fp32 = 4, .of_16_bit = 2};
constexpr StepWorkspace of_torchao = {.of_fp32 = 4, .of_16_bit = 4};
// Adam-mini: the update and its negative; with 16 bits, also the fp32 gradient.
constexpr StepWorkspace of_adam_mini = {.of_fp32 = 8, .of_16_bit = 12};
// Schedule-Free: the square root of the second moment, for lists of all parameters; the update overwrites the
// gradient.
constexpr StepWorkspace of_schedule_free = {.copies_of_all = 1};
// 1-bit Adam, LAMB and 0/1 Adam: the update, and the root of the second moment or the scaled update.
constexpr StepWorkspace of_one_bit = {.of_fp32 = 8, .of_16_bit = 8};

// Operands per element, counted in the sources below. A loop over tensors reads or writes each of them in
// memory. Adafactor: square and epsilon, two means, the factors' product, the update's product, norm,
// division, learning rate, decay and subtraction. Schedule-Free: second moment, root, quotient, decay, and
// three interpolations. Adam-mini: square and mean, decay, moment, update in three, subtraction. Low-rank:
// projection and back, subtraction, decay. 1-bit: momentum, quotient by the root, decay, update, subtraction,
// and the compression's error, sign and sum.
constexpr double adafactor_operands = 22, schedule_free_operands = 24, adam_mini_operands = 16,
                 galore_operands = 9, apollo_operands = 12, one_bit_operands = 30, lomo_operands = 5;

constexpr auto adamw_names = std::to_array<std::string_view>(
    {"adamw_torch", "adamw_torch_fused", "adamw_apex_fused", "adamw_anyprecision", "adamw_hf",
     "torch.optim.AdamW", "fusedadam", "fused_adam", "cpu_adam", "cpuadam"});
constexpr auto adam_names = std::to_array<std::string_view>({"torch.optim.Adam"});
constexpr auto sgd_names = std::to_array<std::string_view>({"torch.optim.SGD"});
constexpr auto eight_bit_names =
    std::to_array<std::string_view>({"adamw_8bit", "bitsandbytes.optim.AdamW8bit"});
constexpr auto paged_names = std::to_array<std::string_view>({"bitsandbytes.optim.PagedAdamW"});
constexpr auto paged_8bit_names = std::to_array<std::string_view>({"bitsandbytes.optim.PagedAdamW8bit"});
constexpr auto adafactor_names =
    std::to_array<std::string_view>({"torch.optim.Adafactor", "transformers.optimization.Adafactor"});
constexpr auto galore_names = std::to_array<std::string_view>({"galore_adamw_layerwise"});
constexpr auto galore_8bit_names = std::to_array<std::string_view>({"galore_adamw_8bit_layerwise"});
constexpr auto apollo_names = std::to_array<std::string_view>({"apollo_adamw_layerwise"});
constexpr auto schedule_free_names =
    std::to_array<std::string_view>({"schedulefree.AdamWScheduleFree", "schedulefree"});
constexpr auto torchao_8bit_names = std::to_array<std::string_view>(
    {"torchao.optim.AdamW8bit", "torchao.prototype.low_bit_optim.AdamW8bit", "ao_adamw_8bit"});
constexpr auto torchao_4bit_names = std::to_array<std::string_view>(
    {"torchao.optim.AdamW4bit", "torchao.prototype.low_bit_optim.AdamW4bit", "ao_adamw_4bit"});
constexpr auto torchao_fp8_names = std::to_array<std::string_view>(
    {"ao_adamw_fp8", "torchao.optim.AdamWFp8", "torchao.prototype.low_bit_optim.AdamWFp8"});

constexpr std::string_view no_offload_of_client =
    "This optimizer is built by the program, and DeepSpeed offloads only its own CPU optimizers.";
constexpr std::string_view needs_matrices =
    "It projects matrices, and ZeRO hands it flat partitions without their dimensions.";
constexpr std::string_view needs_whole_matrices =
    "It projects whole matrices, and here each rank steps a part of each.";
constexpr std::string_view steps_itself =
    "It steps inside the backward pass, and DeepSpeed's engine steps after it.";
constexpr std::string_view reduces_nothing =
    "It steps each gradient before ranks could average it, so several ranks would train apart.";
constexpr std::string_view compresses_itself =
    "It compresses the averaging of gradients itself, and does not work with ZeRO.";
constexpr std::string_view has_no_cpu_class = "DeepSpeed's 1-bit optimizers run on GPUs only.";

constexpr std::string_view paged =
    "bitsandbytes/optim/optimizer.py, get_state_buffer; functional.py, get_paged";
constexpr std::string_view no_offload_of_paged =
    "A paged Adam is built by the program, and its states leave the GPU by themselves.";

// The rows are in the order of the enumerators.
constexpr auto optimizer_table = std::to_array<OptimizerRow>({
    {.optimizer = Optimizer::adam,
     .title = "Adam",
     .type = "Adam",
     .cpu_class = "DeepSpeedCPUAdam",
     .is_adam = true,
     .states = moments,
     .switches = adam_switches,
     .params = adam_params,
     .bytes = adam_bytes,
     .aliases = adam_names,
     .source = "deepspeed/ops/adam/fused_adam.py, cpu_adam.py; torch/optim/adam.py"},
    {.optimizer = Optimizer::adamw,
     .title = "AdamW",
     .type = "AdamW",
     .cpu_class = "DeepSpeedCPUAdam",
     .is_adam = true,
     .states = moments,
     .switches = adam_switches,
     .params = adamw_params,
     .bytes = adam_bytes,
     .aliases = adamw_names,
     .source = "deepspeed/ops/adam/fused_adam.py, cpu_adam.py; torch/optim/adamw.py"},
    {.optimizer = Optimizer::adagrad,
     .title = "Adagrad",
     .type = "Adagrad",
     .cpu_class = "DeepSpeedCPUAdagrad",
     .has_states_at_once = true,
     .states = adagrad_states,
     .params = adagrad_params,
     .trainer_word = "adagrad",
     .source = "torch/optim/adagrad.py; deepspeed/ops/adagrad/cpu_adagrad.py"},
    {.optimizer = Optimizer::sgd,
     .title = "SGD",
     .type = "SGD",
     .states = sgd_states,
     .switches = sgd_switches,
     .params = sgd_params,
     .trainer_word = "sgd",
     .aliases = sgd_names,
     .source = "torch/optim/sgd.py"},
    {.optimizer = Optimizer::rmsprop,
     .title = "RMSprop",
     .type = "RMSprop",
     .states = rmsprop_states,
     .switches = rmsprop_switches,
     .params = rmsprop_params,
     .trainer_word = "rmsprop",
     .source = "torch/optim/rmsprop.py"},
    {.optimizer = Optimizer::lion,
     .title = "Lion",
     .type = "Lion",
     .cpu_class = "DeepSpeedCPULion",
     .states = lion_states,
     .params = lion_params,
     .trainer_word = "lion_32bit",
     .source = "deepspeed/ops/lion/fused_lion.py, cpu_lion.py"},
    {.optimizer = Optimizer::lamb,
     .title = "LAMB",
     .type = "Lamb",
     .states = moments,
     .params = lamb_params,
     .no_offload = "DeepSpeed's Lamb is a GPU kernel and cannot update states in host memory.",
     .source = "deepspeed/ops/lamb/fused_lamb.py"},
    {.optimizer = Optimizer::muon,
     .title = "Muon",
     .type = "Muon",
     .params = muon_params,
     .tensor_bytes = muon_bytes,
     .keeps_tensors_apart = true,
     .source = "deepspeed/runtime/zero/muon/original_muon.py"},
    {.optimizer = Optimizer::adamw8bit,
     .title = "AdamW, 8-bit",
     .states = eight_bit_states,
     .no_offload =
         "An 8-bit Adam is built by the program, and DeepSpeed offloads only its own CPU optimizers.",
     .built_by = "bitsandbytes.optim.AdamW8bit(...)",
     .trainer_word = "adamw_bnb_8bit",
     .aliases = eight_bit_names,
     .source = "bitsandbytes/optim/optimizer.py, Optimizer2State"},
    {.optimizer = Optimizer::paged_adamw,
     .title = "AdamW, paged",
     .is_paged = true,
     .states = moments,
     .no_offload = no_offload_of_paged,
     .built_by = "bitsandbytes.optim.PagedAdamW32bit(...)",
     .trainer_word = "paged_adamw_32bit",
     .aliases = paged_names,
     .source = paged},
    {.optimizer = Optimizer::paged_adamw8bit,
     .title = "AdamW, paged, 8-bit",
     .is_paged = true,
     .states = eight_bit_states,
     .no_offload = no_offload_of_paged,
     .built_by = "bitsandbytes.optim.PagedAdamW8bit(...)",
     .trainer_word = "paged_adamw_8bit",
     .aliases = paged_8bit_names,
     .source = paged},
    {.optimizer = Optimizer::adafactor,
     .title = "Adafactor",
     .tensor_bytes = adafactor_bytes,
     .workspace = &of_adafactor,
     .operands = adafactor_operands,
     .built_by = "transformers.optimization.Adafactor(...)",
     .trainer_word = "adafactor",
     .aliases = adafactor_names,
     .source = "transformers optimization.py, Adafactor; torch/optim/_adafactor.py"},
    {.optimizer = Optimizer::galore,
     .title = "GaLore",
     .tensor_bytes = low_rank_bytes,
     .workspace = &of_svd,
     .operands = galore_operands,
     .no_offload = no_offload_of_client,
     .no_zero = needs_matrices,
     .no_shards = needs_whole_matrices,
     .built_by = "galore_torch.GaLoreAdamW(...)",
     .trainer_word = "galore_adamw",
     .trainer_args = "rank=%",
     .aliases = galore_names,
     .source = "GaLore galore_torch/galore_projector.py, adamw.py"},
    {.optimizer = Optimizer::galore8bit,
     .title = "GaLore, 8-bit",
     .tensor_bytes = low_rank_8bit_bytes,
     .workspace = &of_svd,
     .operands = galore_operands,
     .no_offload = no_offload_of_client,
     .no_zero = needs_matrices,
     .no_shards = needs_whole_matrices,
     .built_by = "galore_torch.GaLoreAdamW8bit(...)",
     .trainer_word = "galore_adamw_8bit",
     .trainer_args = "rank=%",
     .aliases = galore_8bit_names,
     .source = "GaLore galore_torch/galore_projector.py, adamw8bit.py; bitsandbytes optim/optimizer.py"},
    {.optimizer = Optimizer::apollo,
     .title = "APOLLO",
     .tensor_bytes = low_rank_bytes,
     .workspace = &of_apollo,
     .operands = apollo_operands,
     .no_offload = no_offload_of_client,
     .no_zero = needs_matrices,
     .no_shards = needs_whole_matrices,
     .built_by = "apollo_torch.APOLLOAdamW(...)",
     .trainer_word = "apollo_adamw",
     .trainer_args = "rank=%",
     .aliases = apollo_names,
     .source = "APOLLO apollo_torch; arXiv 2412.05270, section 4"},
    {.optimizer = Optimizer::apollo_mini,
     .title = "APOLLO-Mini",
     .tensor_bytes = rank_one_bytes,
     .workspace = &of_apollo,
     .operands = apollo_operands,
     .no_offload = no_offload_of_client,
     .no_zero = needs_matrices,
     .no_shards = needs_whole_matrices,
     .built_by = "apollo_torch.APOLLOAdamW(...), rank 1 and one scale a tensor",
     .trainer_word = "apollo_adamw",
     .trainer_args = "rank=1,scale_type=tensor,scale=128",
     .source = "APOLLO apollo_torch; arXiv 2412.05270, section 4"},
    {.optimizer = Optimizer::schedule_free,
     .title = "Schedule-Free AdamW",
     .states = schedule_free_states,
     .workspace = &of_schedule_free,
     .operands = schedule_free_operands,
     .no_offload = no_offload_of_client,
     .no_zero = "It steps only in train mode, and ZeRO's wrapper has no train() that would set it.",
     .built_by = "schedulefree.AdamWScheduleFree(...)",
     .trainer_word = "schedule_free_adamw",
     .aliases = schedule_free_names,
     .source = "schedule_free schedulefree/adamw_schedulefree.py"},
    {.optimizer = Optimizer::lomo,
     .title = "LOMO",
     .steps_in_backward = true,
     .workspace = &of_lomo,
     .operands = lomo_operands,
     .no_offload = no_offload_of_client,
     .no_zero = steps_itself,
     .no_deepspeed = steps_itself,
     .one_rank_only = reduces_nothing,
     .built_by = "lomo_optim.Lomo(...)",
     .trainer_word = "lomo",
     .source = "LOMO lomo_optim/lomo.py, fuse_update"},
    {.optimizer = Optimizer::adalomo,
     .title = "AdaLomo",
     .tensor_bytes = adalomo_bytes,
     .steps_in_backward = true,
     .workspace = &of_adalomo,
     .operands = adafactor_operands,
     .no_offload = no_offload_of_client,
     .no_zero = steps_itself,
     .no_deepspeed = steps_itself,
     .one_rank_only = reduces_nothing,
     .built_by = "lomo_optim.AdaLomo(...)",
     .trainer_word = "adalomo",
     .source = "LOMO lomo_optim/adalomo.py, fuse_update"},
    {.optimizer = Optimizer::adamw8bit_torchao,
     .title = "AdamW, 8-bit of torchao",
     .tensor_bytes = torchao_8bit_bytes,
     .workspace = &of_torchao,
     .no_offload = no_offload_of_client,
     .built_by = "torchao.optim.AdamW8bit(...)",
     .trainer_word = "adamw_torch_8bit",
     .aliases = torchao_8bit_names,
     .source = "torchao optim/adam.py, subclass_8bit.py"},
    {.optimizer = Optimizer::adamw4bit,
     .title = "AdamW, 4-bit of torchao",
     .tensor_bytes = torchao_4bit_bytes,
     .workspace = &of_torchao,
     .no_offload = no_offload_of_client,
     .built_by = "torchao.optim.AdamW4bit(...)",
     .trainer_word = "adamw_torch_4bit",
     .aliases = torchao_4bit_names,
     .source = "torchao optim/adam.py, subclass_4bit.py"},
    {.optimizer = Optimizer::adamw_fp8,
     .title = "AdamW, FP8 of torchao",
     .tensor_bytes = torchao_8bit_bytes,
     .workspace = &of_torchao,
     .no_offload = no_offload_of_client,
     .built_by = "torchao.optim.AdamWFp8(...)",
     .aliases = torchao_fp8_names,
     .source = "torchao optim/adam.py, subclass_fp8.py"},
    {.optimizer = Optimizer::adam_mini,
     .title = "Adam-mini",
     .tensor_bytes = adam_mini_bytes,
     .keeps_tensors_apart = true,
     .workspace = &of_adam_mini,
     .operands = adam_mini_operands,
     .no_offload = no_offload_of_client,
     .built_by = "adam_mini.Adam_mini(...)",
     .source = "Adam-mini adam_mini/adam_mini.py"},
    {.optimizer = Optimizer::onebit_adam,
     .title = "1-bit Adam",
     .type = "OneBitAdam",
     .params = onebit_adam_params,
     .bytes = onebit_adam_bytes,
     .workspace = &of_one_bit,
     .operands = one_bit_operands,
     .no_offload = has_no_cpu_class,
     .no_zero = compresses_itself,
     .source = "deepspeed/runtime/fp16/onebit/adam.py"},
    {.optimizer = Optimizer::zero_one_adam,
     .title = "0/1 Adam",
     .type = "ZeroOneAdam",
     .params = zero_one_adam_params,
     .bytes = three_states_compressed,
     .workspace = &of_one_bit,
     .operands = one_bit_operands,
     .no_offload = has_no_cpu_class,
     .no_zero = compresses_itself,
     .source = "deepspeed/runtime/fp16/onebit/zoadam.py"},
    {.optimizer = Optimizer::onebit_lamb,
     .title = "1-bit LAMB",
     .type = "OneBitLamb",
     .params = onebit_lamb_params,
     .bytes = three_states_compressed,
     .workspace = &of_one_bit,
     .operands = one_bit_operands,
     .no_offload = has_no_cpu_class,
     .no_zero = compresses_itself,
     .source = "deepspeed/runtime/fp16/onebit/lamb.py"},
});

static_assert(optimizer_table.size() == words_of<Optimizer>.size());
static_assert([] {
  for (std::size_t i = 0; i < optimizer_table.size(); ++i)
    if (optimizer_table[i].optimizer != static_cast<Optimizer>(i)) return false;
  return true;
}());

constexpr char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

}  // namespace

std::span<const OptimizerRow> optimizer_rows() { return optimizer_table; }

const OptimizerRow& row_of(Optimizer optimizer) {
  return optimizer_table[static_cast<std::size_t>(optimizer)];
}

const OptimizerRow* optimizer_of_type(std::string_view type) {
  for (const OptimizerRow& row : optimizer_table)
    if (!row.type.empty() && std::ranges::equal(row.type, type, {}, lower, lower)) return &row;
  return nullptr;
}

const OptimizerRow* optimizer_of_name(std::string_view name) {
  if (name.empty()) return nullptr;
  const auto is_same = [&](std::string_view other) {
    return !other.empty() && std::ranges::equal(other, name, {}, lower, lower);
  };
  for (const OptimizerRow& row : optimizer_table)
    if (is_same(name_of(row.optimizer)) || is_same(row.trainer_word)) return &row;
  for (const OptimizerRow& row : optimizer_table)
    if (std::ranges::any_of(row.aliases, is_same)) return &row;
  return nullptr;
}

bool steps_in_backward(const Training& training) {
  return row_of(training.optimizer).steps_in_backward ||
         (training.optimizer_in_backward && training.gradient_accumulation_steps == 1);
}

bool has_rank(Optimizer optimizer) {
  return row_of(optimizer).trainer_args.find('%') != std::string_view::npos;
}

double optimizer_state_bytes(const Training& training, const StateFacts& facts) {
  const OptimizerRow& row = row_of(training.optimizer);
  if (row.bytes != nullptr) return row.bytes(training, facts);
  double bytes = 0;
  for (const OptimizerState& state : row.states)
    if (state.option == nullptr || training.optimizer_options.*state.option)
      bytes += bytes_of_state(facts.home == StateHome::cpu ? state.cpu_bytes : state.gpu_bytes, facts);
  return bytes;
}

bool is_fused_adam(const Training& training) {
  return row_of(training.optimizer).is_adam && !training.optimizer_options.torch_adam;
}

bool has_flat_wrapper(const Training& training) {
  return is_fused_adam(training) || training.optimizer == Optimizer::onebit_adam ||
         training.optimizer == Optimizer::zero_one_adam;
}

}  // namespace zp
