// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/optimizers.h"

#include <algorithm>
#include <array>
#include <cstddef>

#include "core/plan/training.h"

namespace zp {
namespace {

using States = std::array<OptimizerState, 2>;

/// Returns Adam's bytes of state per element. The CPU class stores the amsgrad flag and allocates no
/// third state.
double adam_bytes(const Training& training, const StateFacts& facts) {
  const OptimizerOptions& options = training.optimizer_options;
  const int states = options.torch_adam && options.amsgrad ? 3 : 2;
  if (!options.torch_adam && facts.home == StateHome::cpu && !options.fp32_optimizer_states)
    return 2.0 * facts.weight_bytes;
  return 1.0 * states * facts.state_bytes;
}

double muon_bytes(const Training& /*training*/, const StateFacts& facts) {
  return facts.matrix_share * facts.muon_bytes + (1 - facts.matrix_share) * 2 * facts.state_bytes;
}

/// Returns the bytes of an element of a state: a state in full has the type that the framework gives it.
double bytes_of_state(double bytes, const StateFacts& facts) {
  constexpr double in_full = 4;
  return bytes == in_full ? facts.state_bytes : bytes;
}

constexpr States moments = {{{.name = "exp_avg"}, {.name = "exp_avg_sq"}}};
constexpr States lion_states = {
    {{.name = "exp_avg"}, {.name = "exp_avg_sq", .gpu_bytes = 0}}};  // in DeepSpeedCPULion, never used
constexpr std::array<OptimizerState, 1> adagrad_states = {{{.name = "sum"}}};
constexpr std::array<OptimizerState, 1> sgd_states = {
    {{.name = "momentum_buffer", .option = &OptimizerOptions::momentum}}};
constexpr std::array<OptimizerState, 3> rmsprop_states = {
    {{.name = "square_avg"},
     {.name = "momentum_buffer", .option = &OptimizerOptions::momentum},
     {.name = "grad_avg", .option = &OptimizerOptions::centered}}};
constexpr double block = 2048;  // elements that share an fp32 scale in bitsandbytes
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
     .source = "deepspeed/ops/adam/fused_adam.py, cpu_adam.py; torch/optim/adamw.py"},
    {.optimizer = Optimizer::adagrad,
     .title = "Adagrad",
     .type = "Adagrad",
     .cpu_class = "DeepSpeedCPUAdagrad",
     .has_states_at_once = true,
     .states = adagrad_states,
     .params = adagrad_params,
     .source = "torch/optim/adagrad.py; deepspeed/ops/adagrad/cpu_adagrad.py"},
    {.optimizer = Optimizer::sgd,
     .title = "SGD",
     .type = "SGD",
     .states = sgd_states,
     .switches = sgd_switches,
     .params = sgd_params,
     .source = "torch/optim/sgd.py"},
    {.optimizer = Optimizer::rmsprop,
     .title = "RMSprop",
     .type = "RMSprop",
     .states = rmsprop_states,
     .switches = rmsprop_switches,
     .params = rmsprop_params,
     .source = "torch/optim/rmsprop.py"},
    {.optimizer = Optimizer::lion,
     .title = "Lion",
     .type = "Lion",
     .cpu_class = "DeepSpeedCPULion",
     .states = lion_states,
     .params = lion_params,
     .source = "deepspeed/ops/lion/fused_lion.py, cpu_lion.py"},
    {.optimizer = Optimizer::lamb,
     .title = "LAMB",
     .type = "Lamb",
     .states = moments,
     .params = lamb_params,
     .no_offload = "DeepSpeed's Lamb is a GPU kernel and cannot step what lies in host memory.",
     .source = "deepspeed/ops/lamb/fused_lamb.py"},
    {.optimizer = Optimizer::muon,
     .title = "Muon",
     .type = "Muon",
     .params = muon_params,
     .bytes = muon_bytes,
     .source = "deepspeed/runtime/zero/muon/original_muon.py"},
    {.optimizer = Optimizer::adamw8bit,
     .title = "AdamW, 8-bit",
     .states = eight_bit_states,
     .no_offload =
         "An 8-bit Adam is built by the program, and DeepSpeed offloads only its own CPU optimizers.",
     .built_by = "bitsandbytes.optim.AdamW8bit(...)",
     .trainer_word = "adamw_bnb_8bit",
     .source = "bitsandbytes/optim/optimizer.py, Optimizer2State"},
    {.optimizer = Optimizer::paged_adamw,
     .title = "AdamW, paged",
     .is_paged = true,
     .states = moments,
     .no_offload = no_offload_of_paged,
     .built_by = "bitsandbytes.optim.PagedAdamW32bit(...)",
     .trainer_word = "paged_adamw_32bit",
     .source = paged},
    {.optimizer = Optimizer::paged_adamw8bit,
     .title = "AdamW, paged, 8-bit",
     .is_paged = true,
     .states = eight_bit_states,
     .no_offload = no_offload_of_paged,
     .built_by = "bitsandbytes.optim.PagedAdamW8bit(...)",
     .trainer_word = "paged_adamw_8bit",
     .source = paged},
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

}  // namespace zp
