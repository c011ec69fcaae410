// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/memory/entries.h"
#include "core/memory/torch_optimizer.h"

namespace zp {
namespace {

using enum EntryId;

constexpr std::string_view source = "DeepSpeed runtime/fp16/fused_optimizer.py, unfused_optimizer.py";

constexpr EntryText weights{states_weights, "Weights", "The weights, whole on every GPU.", source,
                            "zero.stage"};
constexpr EntryText gradients{states_gradients, "Gradients", "Every gradient, whole on every GPU.", source,
                              "zero.stage"};
constexpr EntryText master{states_master, "Master weights", "The fp32 copy that the optimizer updates.",
                           source, "zero.stage"};
constexpr EntryText master_of_frozen{states_master, "Master weights",
                                     "The fp32 copy that the optimizer updates; before 0.19.2 also of frozen "
                                     "weights, which then get states and gradients too.",
                                     "DeepSpeed pull request 8029; runtime/fp16/fused_optimizer.py",
                                     "target.deepspeed_version"};
constexpr EntryText states{states_optimizer, "Optimizer states",
                           "The optimizer's states of every parameter (Adam: two fp32 moments).", source,
                           "zero.stage"};
constexpr EntryText allreduce{buffers_allreduce, "All-reduce copy",
                              "Gradients are reduced through one flat copy of at most 500,000,000 elements.",
                              "DeepSpeed runtime/engine.py:160, 3691-3702", "zero.stage"};
constexpr EntryText cast{buffers_communication_cast, "Bucket in the communication type",
                         "The flat copy cast to communication_data_type for the collective.",
                         "DeepSpeed runtime/engine.py, allreduce_bucket",
                         "deepspeed_config.communication_data_type"};
constexpr EntryText fp32_gradients{step_fp32_gradients, "fp32 gradients",
                                   "The gradients in fp32 that the optimizer reads while it steps.", source,
                                   "zero.stage"};
constexpr EntryText gradient_list{step_gradient_list, "fp32 gradients, not yet flat",
                                  "Every gradient cast to fp32 before they are flattened.",
                                  "DeepSpeed runtime/fp16/fused_optimizer.py:288-292", "zero.stage"};
constexpr EntryText temporaries{step_optimizer, "Optimizer temporaries",
                                "torch's AdamW applies one operation after another to all parameters, and "
                                "holds the square root of the second moment, before PyTorch 2.1 twice.",
                                "torch/optim/adamw.py, _multi_tensor_adamw", "training.optimizer_kernel"};
constexpr EntryText step_workspace{
    step_optimizer, "Optimizer workspace",
    "The current tensor in fp32, and the results of the operations on it (docs/memory.md#optimizer-step).",
    "core/plan/optimizers.cpp, the row's source", "training.optimizer"};
constexpr EntryText building{init_workspace, "Copies during engine setup",
                             "Weights, their clones and the flat copy exist together.", source, ""};

}  // namespace

template <class N>
void add_stage0(Entries<N>& out, const Plan& plan, const SymbolsIn<N>& s) {
  const N& trainable = s.sums.trainable;
  const N optimized = s.optimizes_frozen ? trainable + s.sums.frozen : trainable;
  const auto& b = s.weight_bytes;
  constexpr Moments at_end = Moments::of(Moment::backward_last, Moment::step);

  out.add(weights, bytes_of_weights(s, trainable, s.sums.frozen), Moments::always());
  out.add(gradients, b * trainable, through_accumulation(s, at_end));
  if (s.is_16_bit) out.add(s.optimizes_frozen ? master_of_frozen : master, 4 * optimized, Moments::built());
  // The 16-bit wrappers run an initial step, so their states exist from the start (fused_optimizer.py).
  out.add(states, bytes_for(optimized, s.state_bytes), s.is_16_bit ? Moments::built() : Moments::training());
  if (s.parallel.zero.ranks > 1) {
    const N flat = min(trainable, N(allreduce_elements));
    out.add(allreduce, b * flat, Moments::of(Moment::backward_last));
    if (s.communication_bytes != b)
      out.add(cast, s.communication_bytes * flat, Moments::of(Moment::backward_last));
  }
  if (steps_by_operations(plan)) {
    const N at_once = is_before_torch_2(plan) ? s.sums.largest_trained : optimized;
    out.add(temporaries, temporaries_of_adam(plan) * s.master_bytes * at_once, Moments::of(Moment::step));
  }
  if (const StepWorkspace* held = row_of(plan.training.optimizer).workspace) [[unlikely]]
    out.add(step_workspace,
            workspace_bytes(*held, s.has_fused_wrapper ? optimized : s.sums.largest_trained, optimized,
                            s.master_bytes, false),
            Moments::of(Moment::step));
  if (!s.is_16_bit) return;
  out.add(fp32_gradients, 4 * optimized, Moments::of(Moment::step));
  if (!s.has_fused_wrapper) return;
  out.add(gradient_list, 4 * trainable, Moments::of(Moment::step));
  out.add(building, 2 * b * optimized, Moments::of(Moment::initialisation));
}

template void add_stage0(Entries<std::int64_t>&, const Plan&, const Symbols&);
template void add_stage0(Entries<Words>&, const Plan&, const SymbolsIn<Words>&);

}  // namespace zp
