// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diagnosis/phase_of_calls.h"

#include <algorithm>
#include <array>

#include "core/run/scan.h"

namespace zp::diagnosis {
namespace {

using enum RunPhase;
using run::contains;
using run::Frame;

/// How a call's phase stands to those around it.
enum class Reach : std::uint8_t {
  context,  ///< whatever runs within belongs to it
  setup,    ///< the same, unless a context says otherwise
  pass,     ///< the innermost counts
  detail,   ///< counts only where nothing else does
};

struct CallRow {
  std::string_view file;      ///< part of the path; "" for any
  std::string_view function;  ///< its name, or its beginning with a '*' behind; "" for any
  RunPhase phase{};
  Reach reach{};
};

/// Functions of transformers 4.20 to 4.57, accelerate, DeepSpeed 0.3 to 0.19, PyTorch 1.8 to 2.10 (FSDP, DDP,
/// optimizers), TRL, OpenRLHF, verl, vLLM, Lightning, Megatron-LM, fairseq and ColossalAI. The first row that
/// fits a call is its row.
constexpr auto call_rows = std::to_array<CallRow>({
    // evaluation
    {"", "evaluate", evaluate, Reach::context},
    {"", "evaluation_loop", evaluate, Reach::context},
    {"", "prediction_loop", evaluate, Reach::context},
    {"", "prediction_step", evaluate, Reach::context},
    {"", "predict", evaluate, Reach::context},
    {"", "predict_step", evaluate, Reach::context},
    {"", "validation_step", evaluate, Reach::context},
    {"", "_evaluate", evaluate, Reach::context},
    {"", "valid_step", evaluate, Reach::context},
    {"", "eval_step", evaluate, Reach::context},
    {"", "val_step", evaluate, Reach::context},
    {"", "test_step", evaluate, Reach::context},
    {"", "validate*", evaluate, Reach::context},
    {"", "_validate*", evaluate, Reach::context},
    {"", "evaluate_*", evaluate, Reach::context},
    {"", "eval_*", evaluate, Reach::context},
    {"", "eval_batch", evaluate, Reach::context},
    {"", "nested_concat", evaluate, Reach::context},
    {"", "nested_gather", evaluate, Reach::context},
    {"", "_nested_gather", evaluate, Reach::context},
    {"", "gather_for_metrics", evaluate, Reach::context},
    {"", "compute_metrics", evaluate, Reach::context},
    {"", "preprocess_logits_for_metrics", evaluate, Reach::context},
    {"", "_run_sanity_check", evaluate, Reach::context},
    // saving
    {"", "save", save, Reach::context},
    {"", "_save", save, Reach::context},
    {"", "save_*", save, Reach::context},
    {"", "_save_*", save, Reach::context},
    {"", "dump_checkpoint", save, Reach::context},
    {"", "async_save", save, Reach::context},
    {"", "_zero3_consolidated_16bit_state_dict", save, Reach::context},
    {"", "_consolidated_16bit_state_dict", save, Reach::context},
    {"", "get_state_dict", save, Reach::context},
    {"", "get_model_state_dict", save, Reach::context},
    {"", "full_optim_state_dict", save, Reach::context},
    {"", "optim_state_dict", save, Reach::context},
    {"", "safe_save_model*", save, Reach::context},
    {"", "trainer_save_model*", save, Reach::context},
    {"", "push_to_hub", save, Reach::context},
    {"torch/nn/modules/module.py", "state_dict", save, Reach::context},
    {"fully_sharded_data_parallel.py", "state_dict", save, Reach::context},
    // loading
    {"", "from_pretrained", loading, Reach::context},
    {"", "from_config", loading, Reach::context},
    {"", "_load_pretrained_model*", loading, Reach::context},
    {"", "load_pretrained*", loading, Reach::context},
    {"", "load_state_dict*", loading, Reach::context},
    {"", "_load_state_dict*", loading, Reach::context},
    {"", "_load_from_state_dict", loading, Reach::context},
    {"", "load_checkpoint*", loading, Reach::context},
    {"", "_load_checkpoint*", loading, Reach::context},
    {"", "deepspeed_load_checkpoint", loading, Reach::context},
    {"", "load_adapter", loading, Reach::context},
    {"", "load_model*", loading, Reach::context},
    {"", "load_weights", loading, Reach::context},
    {"", "load_file", loading, Reach::context},
    {"", "dispatch_model", loading, Reach::context},
    {"", "set_module_tensor_to_device", loading, Reach::context},
    {"", "_load_optimizer_and_scheduler", loading, Reach::context},
    {"", "_load_zero_checkpoint", loading, Reach::context},
    {"", "get_peft_model", loading, Reach::context},
    {"", "prepare_model_for_kbit_training", loading, Reach::context},
    {"", "prepare_model_for_int8_training", loading, Reach::context},
    {"torch/serialization.py", "load", loading, Reach::context},
    {"torch/serialization.py", "_load", loading, Reach::context},
    {"torch/distributed/checkpoint/", "load", loading, Reach::context},
    {"", "merge_and_unload", loading, Reach::context},
    // generation
    {"", "generate", generate, Reach::context},
    {"", "generate_*", generate, Reach::context},
    {"", "_generate*", generate, Reach::context},
    {"", "wake_up", generate, Reach::context},
    {"", "_wake_up*", generate, Reach::context},
    {"", "create_and_map", generate, Reach::context},
    {"", "update_weight*", generate, Reach::context},
    {"", "_move_model_to_vllm", generate, Reach::context},
    {"", "_sync_weights*", generate, Reach::context},
    {"", "sync_weights*", generate, Reach::context},
    {"", "sync_model_weights*", generate, Reach::context},
    {"", "execute_model*", generate, Reach::context},
    {"", "broadcast_to_vllm", generate, Reach::context},
    {"", "_broadcast_to_vllm", generate, Reach::context},
    {"", "unwrap_model_for_generation", generate, Reach::context},
    {"", "make_experience*", generate, Reach::context},
    {"", "rollout*", generate, Reach::context},
    {"", "greedy_search", generate, Reach::context},
    {"", "beam_search", generate, Reach::context},
    {"", "contrastive_search", generate, Reach::context},
    {"", "batch_generation*", generate, Reach::context},
    {"transformers/generation", "sample", generate, Reach::context},
    {"transformers/generation", "_sample", generate, Reach::context},
    {"sharding_manager", "", generate, Reach::context},
    {"vllm/", "forward", generate, Reach::pass},
    {"sglang/", "forward", generate, Reach::pass},
    {"vllm/", "determine_*", initialisation, Reach::setup},
    {"vllm/", "profile_run", initialisation, Reach::setup},
    {"vllm/", "_initialize_kv_caches", initialisation, Reach::setup},
    {"vllm/", "capture_model", initialisation, Reach::setup},
    // building the engine
    {"deepspeed/__init__.py", "initialize", initialisation, Reach::setup},
    {"deepspeed/runtime/engine.py", "__init__", initialisation, Reach::setup},
    {"deepspeed/runtime/engine.py", "_configure_*", initialisation, Reach::setup},
    {"deepspeed/runtime/zero/", "__init__", initialisation, Reach::setup},
    {"deepspeed/runtime/zero/", "initialize_optimizer_states", initialisation, Reach::setup},
    {"deepspeed/runtime/zero/", "_setup_for_real_optimizer", initialisation, Reach::setup},
    {"deepspeed/runtime/zero/", "_create_fp*", initialisation, Reach::setup},
    {"deepspeed/runtime/bf16_optimizer.py", "__init__", initialisation, Reach::setup},
    {"deepspeed/runtime/bf16_optimizer.py", "_setup_for_real_optimizer", initialisation, Reach::setup},
    {"deepspeed/runtime/fp16/", "__init__", initialisation, Reach::setup},
    {"deepspeed/runtime/pipe/", "__init__", initialisation, Reach::setup},
    {"deepspeed/runtime/swap_tensor/", "__init__", initialisation, Reach::setup},
    {"deepspeed/runtime/config.py", "", initialisation, Reach::setup},
    {"deepspeed/ops/", "__init__", initialisation, Reach::setup},
    {"op_builder", "", initialisation, Reach::setup},
    {"torch/utils/cpp_extension.py", "", initialisation, Reach::setup},
    {"accelerate/accelerator.py", "prepare*", initialisation, Reach::setup},
    {"accelerate/accelerator.py", "_prepare*", initialisation, Reach::setup},
    {"accelerate/accelerator.py", "__init__", initialisation, Reach::setup},
    {"", "fully_shard", initialisation, Reach::setup},
    {"torch/distributed/fsdp", "__init__", initialisation, Reach::setup},
    {"torch/distributed/fsdp", "_init_*", initialisation, Reach::setup},
    {"torch/distributed/fsdp", "_auto_wrap*", initialisation, Reach::setup},
    {"torch/nn/parallel/distributed.py", "__init__", initialisation, Reach::setup},
    {"torch/nn/parallel/distributed.py", "_ddp_init_helper", initialisation, Reach::setup},
    {"", "_verify_param_shape_across_processes", initialisation, Reach::setup},
    {"", "_verify_params_across_processes", initialisation, Reach::setup},
    {"", "_sync_module_states", initialisation, Reach::setup},
    {"", "_sync_params_and_buffers", initialisation, Reach::setup},
    {"", "init_process_group", initialisation, Reach::setup},
    {"", "setup_distributed*", initialisation, Reach::setup},
    {"", "launch_from_torch", initialisation, Reach::setup},
    {"", "init_distributed*", initialisation, Reach::setup},
    {"", "init_device", initialisation, Reach::setup},
    {"", "initialize_megatron", initialisation, Reach::setup},
    {"megatron/initialize.py", "", initialisation, Reach::setup},
    {"", "_compile_dependencies", initialisation, Reach::setup},
    {"", "setup_model_and_optimizer", initialisation, Reach::setup},
    {"", "get_model", initialisation, Reach::setup},
    {"training_args.py", "", initialisation, Reach::setup},
    {"torch/distributed/elastic/rendezvous", "", initialisation, Reach::setup},
    {"torch/distributed/rendezvous.py", "", initialisation, Reach::setup},
    // the step of the optimizer
    {"torch/optim/", "step", step, Reach::pass},
    {"torch/optim/", "_init_group", step, Reach::pass},
    {"torch/optim/", "", step, Reach::pass},
    {"bitsandbytes/optim/", "", step, Reach::pass},
    {"apex/optimizers/", "", step, Reach::pass},
    {"deepspeed/ops/adam/", "step", step, Reach::pass},
    {"deepspeed/ops/", "step", step, Reach::pass},
    {"deepspeed/runtime/engine.py", "step", step, Reach::pass},
    {"deepspeed/runtime/engine.py", "_take_model_step", step, Reach::pass},
    {"deepspeed/runtime/pipe/engine.py", "_exec_optimizer_step", step, Reach::pass},
    {"deepspeed/runtime/", "step", step, Reach::pass},
    {"deepspeed/runtime/", "_optimizer_step", step, Reach::pass},
    {"deepspeed/runtime/", "unscale_and_clip_grads", step, Reach::pass},
    {"deepspeed/runtime/", "get_grad_norm_direct", step, Reach::pass},
    {"deepspeed/runtime/", "scaled_global_norm", step, Reach::pass},
    {"", "optimizer_step", step, Reach::pass},
    {"", "clip_grad_norm_", step, Reach::pass},
    {"", "clip_grad_norm", step, Reach::pass},
    {"", "unscale_", step, Reach::pass},
    {"optim", "step", step, Reach::pass},
    // the reduction of gradients
    {"deepspeed/runtime/zero/stage_1_and_2.py", "reduce_*", reduce, Reach::pass},
    {"deepspeed/runtime/zero/stage_1_and_2.py", "average_tensor", reduce, Reach::pass},
    {"deepspeed/runtime/zero/stage_1_and_2.py", "allreduce_*", reduce, Reach::pass},
    {"deepspeed/runtime/zero/stage_1_and_2.py", "gradient_reduction_w_predivide", reduce, Reach::pass},
    {"deepspeed/runtime/zero/stage_1_and_2.py", "copy_grads_in_partition", reduce, Reach::pass},
    {"deepspeed/runtime/zero/stage2.py", "reduce_*", reduce, Reach::pass},
    {"deepspeed/runtime/zero/stage2.py", "average_tensor", reduce, Reach::pass},
    {"deepspeed/runtime/zero/stage3.py", "reduce_*", reduce, Reach::pass},
    {"deepspeed/runtime/zero/stage3.py", "__reduce_*", reduce, Reach::pass},
    {"deepspeed/runtime/zero/stage3.py", "__avg_scatter*", reduce, Reach::pass},
    {"deepspeed/runtime/zero/stage3.py", "__add_grad_to_ipg_bucket", reduce, Reach::pass},
    {"deepspeed/runtime/zero/stage3.py", "partition_grads", reduce, Reach::pass},
    {"deepspeed/runtime/zero/stage3.py", "independent_gradient_partition_epilogue", reduce, Reach::pass},
    {"deepspeed/runtime/comm/coalesced_collectives.py", "", reduce, Reach::pass},
    {"deepspeed/runtime/engine.py", "allreduce_*", reduce, Reach::pass},
    {"deepspeed/runtime/engine.py", "buffered_allreduce*", reduce, Reach::pass},
    {"torch/distributed/fsdp", "_reduce_grad*", reduce, Reach::pass},
    {"torch/distributed/fsdp", "_post_backward_hook", reduce, Reach::pass},
    {"torch/distributed/fsdp", "foreach_reduce", reduce, Reach::pass},
    {"torch/distributed/fsdp", "post_backward", reduce, Reach::pass},
    {"", "allreduce_gradients", reduce, Reach::pass},
    {"", "finish_grad_sync", reduce, Reach::pass},
    {"", "reduce_gradients", reduce, Reach::pass},
    // backward
    {"", "backward", backward, Reach::pass},
    {"", "_backward", backward, Reach::pass},
    {"", "backward_step", backward, Reach::pass},
    {"", "_exec_backward_pass", backward, Reach::pass},
    {"", "run_backward", backward, Reach::pass},
    {"", "_engine_run_backward", backward, Reach::pass},
    {"", "unpack_hook", backward, Reach::pass},
    {"", "_end_of_forward_hook", forward, Reach::pass},
    {"", "reset_step", backward, Reach::detail},
    // the loss
    {"", "cross_entropy*", loss, Reach::pass},
    {"", "nll_loss", loss, Reach::pass},
    {"", "log_softmax", loss, Reach::pass},
    {"", "logsumexp", loss, Reach::pass},
    {"", "kl_div", loss, Reach::pass},
    {"", "loss_func*", loss, Reach::pass},
    {"", "ForCausalLMLoss", loss, Reach::pass},
    {"", "fixed_cross_entropy", loss, Reach::pass},
    {"", "get_batch_logps", loss, Reach::pass},
    {"", "_get_batch_logps", loss, Reach::pass},
    {"", "get_batch_loss_metrics", loss, Reach::detail},
    {"", "dpo_loss", loss, Reach::pass},
    {"", "selective_log_softmax", loss, Reach::pass},
    {"", "logprobs_from_logits*", loss, Reach::pass},
    {"", "log_probs_from_logits*", loss, Reach::pass},
    {"", "log_prob*", loss, Reach::pass},
    {"", "entropy_from_logits*", loss, Reach::pass},
    {"", "vocab_parallel_*", loss, Reach::pass},
    {"", "compute_entropy*", loss, Reach::pass},
    {"transformers/loss/", "", loss, Reach::pass},
    {"liger_kernel/ops/fused_linear", "", loss, Reach::pass},
    {"liger_kernel/ops/cross_entropy", "", loss, Reach::pass},
    {"liger_kernel/chunked_loss", "", loss, Reach::pass},
    {"torch/nn/modules/loss.py", "forward", loss, Reach::pass},
    {"cross_entropy", "", loss, Reach::pass},
    // forward
    {"", "training_step", forward, Reach::detail},
    {"", "compute_loss", forward, Reach::detail},
    {"", "train_step", forward, Reach::detail},
    {"", "forward_step", forward, Reach::pass},
    {"", "_exec_forward_pass", forward, Reach::pass},
    {"", "forward", forward, Reach::pass},
    {"", "_call_impl", forward, Reach::pass},
    {"", "_wrapped_call_impl", forward, Reach::pass},
    {"torch/nn/functional.py", "", forward, Reach::pass},
    {"deepspeed/runtime/zero/", "pre_sub_module_forward_function", forward, Reach::pass},
    {"deepspeed/runtime/zero/", "pre_sub_module_backward_function", backward, Reach::pass},
    {"", "fetch_sub_module", forward, Reach::detail},
    // moving a model to the GPU, where nothing above says otherwise
    {"torch/nn/modules/module.py", "convert", loading, Reach::detail},
    {"torch/nn/modules/module.py", "to", loading, Reach::detail},
    {"torch/nn/modules/module.py", "cuda", loading, Reach::detail},
    {"torch/nn/modules/module.py", "half", loading, Reach::detail},
    {"torch/nn/modules/module.py", "_apply", loading, Reach::detail},
    {"transformers/modeling_utils.py", "to", loading, Reach::detail},
    {"transformers/modeling_utils.py", "cuda", loading, Reach::detail},
    {"transformers/trainer.py", "_move_model_to_device", loading, Reach::detail},
    {"trainer.py", "__init__", initialisation, Reach::detail},
    {"vllm/", "", generate, Reach::detail},
    {"sglang/", "", generate, Reach::detail},
});

/// Lines of source that name a phase without their call.
struct CodeRow {
  std::string_view part;
  RunPhase phase{};
  Reach reach{};
};
constexpr auto code_rows = std::to_array<CodeRow>({
    {"run_backward(", backward, Reach::pass},
    {".backward(", backward, Reach::pass},
    {"optimizer.step(", step, Reach::pass},
    {".step_optimizer(", step, Reach::pass},
    {"log_softmax(", loss, Reach::pass},
    {"cross_entropy(", loss, Reach::pass},
    {"loss_fct(", loss, Reach::pass},
    {"loss_function(", loss, Reach::pass},
    {"logits.float()", loss, Reach::pass},
    {"logits.to(torch.float32)", loss, Reach::pass},
    {"deepspeed.initialize(", initialisation, Reach::setup},
    {"accelerator.prepare(", initialisation, Reach::setup},
    {".from_pretrained(", loading, Reach::context},
    {"load_state_dict(", loading, Reach::context},
    {".generate(", generate, Reach::context},
    {"save_checkpoint(", save, Reach::context},
    {"save_model(", save, Reach::context},
    {"save_pretrained(", save, Reach::context},
    {"torch.save(", save, Reach::context},
    {"state_dict = self.model.state_dict(", save, Reach::context},
    {".evaluate(", evaluate, Reach::context},
});

struct ProgressRow {
  std::string_view part;
  RunPhase phase{};
};
constexpr auto progress_rows = std::to_array<ProgressRow>({
    {"Loading checkpoint shards", loading},
    {"loading weights file", loading},
    {"Loading safetensors checkpoint shards", loading},
    {"Loading weights", loading},
    {"Before initializing optimizer states", initialisation},
    {"initializing optimizer", initialisation},
    {"Creating fp16 ZeRO stage", initialisation},
    {"Creating torch.bfloat16 ZeRO", initialisation},
    {"Time to load cpu_adam op", initialisation},
    {"Creating BF16 Optimizer", initialisation},
    {"Stage 3 initialize", initialisation},
    {"begin bf16_optimizer", initialisation},
    {"Before creating fp32 partitions", initialisation},
    {"Before creating fp16 partitions", initialisation},
    {"***** Running Evaluation *****", evaluate},
    {"***** Running Prediction *****", evaluate},
    {"Saving model checkpoint to", save},
    {"saving checkpoint", save},
    {"Saving checkpoint", save},
    {"] Saving ", save},
    {"[Torch] Saving", save},
    {"Checkpoint is about to be saved", save},
    {"Start saving", save},
    {"Failed to clone() tensor with name", save},  // torch/distributed/fsdp/_state_dict_utils.py, 1.12 to 2.2
});

bool fits_name(std::string_view wanted, std::string_view name) {
  if (wanted.empty()) return true;
  if (wanted.ends_with('*')) return name.starts_with(wanted.substr(0, wanted.size() - 1));
  return name == wanted;
}

std::string_view last_name(std::string_view path) { return path.substr(path.find_last_of("/\\") + 1); }

struct FoundCall {
  RunPhase phase{};
  Reach reach{};
};

std::optional<FoundCall> row_of_call(const Frame& call) {
  for (const CallRow& row : call_rows)
    if (fits_name(row.function, call.function) && contains(call.file, row.file))
      return FoundCall{row.phase, row.reach};
  return std::nullopt;
}
std::optional<FoundCall> row_of_code(std::string_view code) {
  for (const CodeRow& row : code_rows)
    if (contains(code, row.part)) return FoundCall{row.phase, row.reach};
  return std::nullopt;
}

}  // namespace

bool names_phase(std::string_view code) {
  constexpr std::size_t longest_code = 200;
  return code.size() < longest_code && row_of_code(code).has_value();
}

bool is_of_generator(std::string_view line) {
  constexpr auto loggers = std::to_array<std::string_view>(
      {"multiproc_executor.py:", "multiproc_worker_utils.py:", "mp_distributed_executor.py:"});
  return std::ranges::any_of(loggers, [&](std::string_view logger) { return contains(line, logger); });
}

std::optional<RunPhase> phase_of_progress(std::string_view line) {
  for (const ProgressRow& row : progress_rows)
    if (contains(line, row.part)) return row.phase;
  return std::nullopt;
}

CallPhase phase_of_calls(const std::vector<Frame>& calls) {
  CallPhase context, setup, pass, detail;
  const auto name_of_call = [](const Frame& call) {
    return std::string(last_name(call.file)) + (call.file.empty() ? "" : " ") + call.function;
  };
  const auto note = [&](FoundCall found, const Frame& call) {
    const std::string name = name_of_call(call);
    switch (found.reach) {
      case Reach::context:
        // the outermost counts, but saving within an evaluation is saving
        if (context.phase == unknown || found.phase == save) context = {found.phase, name};
        break;
      case Reach::setup:
        setup = {found.phase, name};
        break;
      case Reach::pass: {
        const bool is_backward = pass.phase == backward || pass.phase == reduce;
        const bool computes = found.phase == forward || found.phase == loss;
        // recomputation is backward, and a generator's model and its logits are generation
        if (!((is_backward || pass.phase == generate) && computes) &&
            !(pass.phase == loss && found.phase == forward))
          pass = {found.phase, name};
        break;
      }
      case Reach::detail:
        detail = {found.phase, name};
        break;
    }
  };
  for (const Frame& call : calls) {
    const std::optional<FoundCall> of_call = row_of_call(call);
    if (of_call) note(*of_call, call);
    if (const std::optional<FoundCall> of_code = row_of_code(call.code);
        of_code && (&call == &calls.back() || of_code->reach != Reach::pass || call.file.empty()))
      note(*of_code, call);
  }
  for (const CallPhase* found : {&context, &setup, &pass, &detail})
    if (found->phase != unknown) return *found;
  return {};
}

}  // namespace zp::diagnosis
