// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/memory/entries.h"

namespace zp {
namespace {

using enum EntryId;

constexpr std::string_view share = "zero.zenflow.topk_ratio";

constexpr EntryText selected_states{states_selected, "Moments of the selected columns",
                                    "ZenFlow's own AdamW on the GPU keeps two moments of the important "
                                    "columns in the type of the weights.",
                                    "DeepSpeed ops/adam/zenflow_torch_adam.py, _step_without_offload", share};
constexpr EntryText moments_on_their_way{
    states_selected, "Moments of the selected columns",
    "With zero.zenflow.offload a bucket of columns brings its two moments to the GPU for its step.",
    "DeepSpeed ops/adam/zenflow_torch_adam.py, copy_mv_from_cpu", share};
constexpr EntryText selected_gradients{
    states_selected_gradients, "Selected gradients",
    "Gradients of the important columns until they are applied, and the weights of these columns, kept "
    "separately while the host's weights arrive.",
    "DeepSpeed runtime/zenflow/zenflow_stage_1_and_2.py, _process_selected_fp32_groups_grad; "
    "ops/adam/zenflow_torch_adam.py, temp_copy_param",
    share};
constexpr EntryText selected_step{
    step_optimizer, "Temporaries of the selected columns",
    "PyTorch's AdamW updates copies of the important columns, and holds the square root of the second "
    "moment.",
    "DeepSpeed ops/adam/zenflow_torch_adam.py, _step_without_offload; torch/optim/adamw.py", share};
constexpr EntryText process_copies{
    host_zenflow, "Double buffers of ZenFlow's process",
    "One set is updated while the other is filled: the process has two gradients, two pairs of moments and "
    "the master weights of the last step; with zero.zenflow.offload also the moments of the selected "
    "columns.",
    "DeepSpeed runtime/zenflow/zenflow_utils.py, start_optimizer_process and zenflow_optimizer_process",
    "zero.zenflow.overlap_step"};
constexpr EntryText moments_on_host{
    host_zenflow, "Moments of the selected columns on the host",
    "With zero.zenflow.offload the two moments of the important columns are kept here between steps.",
    "DeepSpeed runtime/zenflow/zenflow_stage_1_and_2.py, exp_avg_cpu_data", "zero.zenflow.offload"};
constexpr EntryText gradient_buffer{
    host_staging, "Gradient buffer of SuperOffload's process",
    "A pinned fp32 buffer for the gradients of the largest sub-group, which the process copies there.",
    "DeepSpeed runtime/superoffload/superoffload_utils.py, superoffload_optimizer_worker",
    "zero.sub_group_size"};

/// Elements of the columns that a rank steps on its GPU: of the whole model at stages 1 and 2, of its
/// partition at stage 3.
template <class N>
N selected_elements(const Plan& plan, const SymbolsIn<N>& s) {
  const RealOf<N> of = named<RealOf<N>>(sym::selected_share, plan.zero.zenflow.topk_ratio);
  return bytes_for(plan.zero.stage == 3 ? s.partition : s.sums.trainable, of);
}

template <class N>
void add_zenflow(Entries<N>& out, const Plan& plan, const SymbolsIn<N>& s) {
  const ZenFlow& zenflow = plan.zero.zenflow;
  const auto& b = s.weight_bytes;
  const N selected = selected_elements(plan, s);
  const Moments at_step = Moments::of(Moment::backward_last, Moment::step);
  if (!zenflow.offload)
    out.add(selected_states, 2 * b * selected, Moments::training());
  else
    out.add(moments_on_their_way,
            2 * b * min(selected, named<N>(sym::gather_bucket, plan.zero.allgather_bucket_size)), at_step);
  out.add(selected_gradients, 2 * b * selected, at_step);
  if (s.kept_by_ratio == 0) out.add(selected_step, 2 * b * selected, Moments::of(Moment::step));
  const N on_host = zenflow.offload ? 2 * b * selected : N(0);
  if (zenflow.overlap_step)
    out.add(process_copies,
            on_host + bytes_for<N>(s.partition - s.kept_by_ratio, 2.0 * s.master_bytes + s.host_state_bytes),
            Moments::training());
  else
    out.add(moments_on_host, on_host, Moments::training(), plan.zero.offload_optimizer.pin_memory);
}

}  // namespace

/// Derived in docs/memory.md#offload-engines.
template <class N>
void add_offload_engine(Entries<N>& out, const Plan& plan, const SymbolsIn<N>& s) {
  if (s.engine == OffloadEngine::zenflow)
    add_zenflow(out, plan, s);
  else
    out.add(gradient_buffer, 4 * s.sub_group, Moments::built(), true);
}

template void add_offload_engine(Entries<std::int64_t>&, const Plan&, const Symbols&);
template void add_offload_engine(Entries<Words>&, const Plan&, const SymbolsIn<Words>&);

}  // namespace zp
