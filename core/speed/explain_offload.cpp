// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <algorithm>
#include <cmath>

#include "core/speed/explain_time_parts.h"
#include "core/units/format.h"

namespace zp {
namespace {

double as_double(std::int64_t n) { return static_cast<double>(n); }

/// Elements of one rank's partition that the host steps, and those the GPU does.
double on_host(const TimeLine& line) {
  const Symbols& s = line.symbols;
  return s.offloads_optimizer ? as_double(s.partition - std::min(s.partition, s.kept_by_ratio)) : 0;
}
double on_gpu(const TimeLine& line) {
  const Symbols& s = line.symbols;
  return as_double(line.plan.zero.stage > 0 ? s.partition : s.sums.trainable) - on_host(line);
}

/// "26 bytes · 842 M gradients · 8 ranks": the bytes each follow from the amount.
std::string part_product(const TimeLine& line, double elements, std::string_view of, double ranks) {
  const double each = elements > 0 ? line.amount() / (elements * ranks) : 0;
  std::string text = bytes_each(each) + " · " + elements_of(elements, of);
  return ranks > 1 ? text + " · " + times_count(ranks, "ranks") : text;
}

double node_ranks(const Plan& plan) { return std::max(1, plan.cluster.gpus_per_node); }

std::string_view offload_source(const Plan& plan) {
  return plan.zero.stage == 3 ? "DeepSpeed runtime/zero/stage3.py, partition_grads; ZeRO-Infinity, arXiv "
                                "2104.07857, section 5"
                              : "DeepSpeed runtime/zero/stage_1_and_2.py; ZeRO-Offload, arXiv 2101.06840, "
                                "section 4";
}

constexpr std::string_view no_offload = "zero.offload_optimizer none, where it fits";

TimeExplanation explain_gradients(const TimeLine& line) {
  const bool is_stage3 = line.plan.zero.stage == 3;
  const std::string product = part_product(line, on_host(line), "gradients", 1);
  if (line.entry.id == TimeId::gradients_from_host)
    return {"Accumulated gradients back to the GPU",
            is_stage3 ? "The partition's gradient buffer comes up to be added to, in every micro batch."
                      : "The gradients of earlier micro batches come up to be added to.",
            worked_out(line, product), offload_source(line.plan),
            "A larger micro batch with less accumulation"};
  return {"Gradients to the host",
          is_stage3 ? "The partition's gradients go to host memory in every micro batch, and in fp32 at the "
                      "boundary."
                    : "The partition's gradients go to host memory in fp32 at the boundary, in 16 bit for "
                      "every micro batch before it.",
          worked_out(line, product), offload_source(line.plan),
          "zero.overlap_comm, so that they go beside the backward pass; less accumulation"};
}

TimeExplanation explain_drive_weights(const TimeLine& line) {
  const Symbols& s = line.symbols;
  const double ranks = node_ranks(line.plan);
  constexpr std::string_view source = "DeepSpeed runtime/swap_tensor/partitioned_param_swapper.py";
  constexpr std::string_view lever =
      "zero.offload_param cpu; faster drives; a larger micro batch with less accumulation";
  if (line.entry.id == TimeId::parameters_to_nvme)
    return {"Updated weights written to the drives", "The partitions of the node's ranks, after the step.",
            worked_out(line, part_product(line, as_double(s.sums.trainable_partition), "weights", ranks)),
            source, lever};
  return {"Weights read from the drives", "Each pass reads the partitions of the node's ranks ahead of use.",
          worked_out(line, part_product(line, as_double(s.sums.trainable_partition + s.sums.frozen_partition),
                                        "weights", ranks)),
          source, lever};
}

TimeExplanation explain_drive(const TimeLine& line) {
  const bool is_read = line.entry.id == TimeId::nvme_read;
  const double ranks = node_ranks(line.plan);
  const bool pipelined = is_read ? line.plan.zero.offload_optimizer.pipeline_read
                                 : line.plan.zero.offload_optimizer.pipeline_write;
  return {is_read ? "Optimizer states read from the drives" : "Optimizer states written to the drives",
          is_read ? "Gradients, master weights and states of every sub-group, before it is stepped."
                  : "Gradients on their way to the step; master weights and states after it.",
          worked_out(line, part_product(line, on_host(line), "elements", ranks)),
          "DeepSpeed runtime/swap_tensor/optimizer_utils.py, pipelined_optimizer_swapper.py; ZeRO-Infinity, "
          "arXiv 2104.07857, section 5",
          pipelined ? "zero.offload_optimizer cpu; faster drives; more accumulation"
          : is_read ? "zero.offload_optimizer.pipeline_read; faster drives; more accumulation"
                    : "zero.offload_optimizer.pipeline_write; faster drives; more accumulation"};
}

}  // namespace

TimeExplanation explain_optimizer_time(const TimeLine& line) {
  if (line.entry.id == TimeId::optimizer_cpu)
    return {"Optimizer on the CPU",
            "The ranks of a node share its memory: gradient, master weight and states are read, all but the "
            "gradient written, and the 16-bit weight beside them.",
            worked_out(line, part_product(line, on_host(line), "parameters", node_ranks(line.plan))),
            "DeepSpeed csrc/adam/cpu_adam_impl.cpp; ZeRO-Offload, arXiv 2101.06840, section 5 and table 4",
            line.plan.zero.stage == 3 && line.symbols.optimizer_device == Device::cpu
                ? "More accumulation; zero.offload_optimizer.ratio below 1; more nodes; faster host memory"
                : "More accumulation; more nodes; faster host memory; no offload, where it fits"};
  return {"Optimizer on the GPU",
          "Gradients read for their norm, unscaled, and every state read and written once.",
          worked_out(line, part_product(line, on_gpu(line), "parameters", 1)),
          line.plan.zero.stage == 3 ? std::string_view("DeepSpeed runtime/zero/stage3.py, step; "
                                                       "csrc/adam/multi_tensor_adam.cu")
                                    : std::string_view("DeepSpeed runtime/zero/stage_1_and_2.py, step; "
                                                       "csrc/adam/multi_tensor_adam.cu"),
          line.plan.zero.stage == 0 ? "zero.stage 1: each rank steps its part; more accumulation"
                                    : "More accumulation; more ranks"};
}

TimeExplanation explain_host_traffic(const TimeLine& line) {
  const Symbols& s = line.symbols;
  switch (line.entry.id) {
    case TimeId::weights_to_gpu:
      return {"Updated weights to the GPU", "The partition's weights in 16 bit, after the CPU's step.",
              worked_out(line, part_product(line, on_host(line), "weights", 1)), offload_source(line.plan),
              no_offload};
    case TimeId::parameters_from_host:
      return {
          "Weights from the host",
          "The partition comes up ahead of every gather, in the forward and in the backward pass.",
          worked_out(line, part_product(line, as_double(s.sums.trainable_partition + s.sums.frozen_partition),
                                        "weights", 1)),
          "DeepSpeed runtime/zero/partitioned_param_coordinator.py; ZeRO-Infinity, arXiv 2104.07857, "
          "section 5",
          "zero.offload_param none, where it fits; a larger micro batch with less accumulation"};
    case TimeId::checkpoints_to_host: {
      const double layers = std::max(1.0, as_double(line.plan.model.architecture.layers));
      return {"Checkpoints to the host and back",
              "Every block's input goes to host memory in the forward pass and comes back in the backward "
              "pass.",
              worked_out(line, "2 ways · " + format_gb(line.amount() / (2 * layers)) + " · " +
                                   times_count(layers, "blocks")),
              "DeepSpeed runtime/activation_checkpointing/checkpointing.py, cpu_checkpointing",
              "training.checkpoints_on_host false, where memory allows"};
    }
    case TimeId::parameters_from_nvme:
    case TimeId::parameters_to_nvme:
      return explain_drive_weights(line);
    case TimeId::nvme_read:
    case TimeId::nvme_write:
      return explain_drive(line);
    default:
      return explain_gradients(line);
  }
}

}  // namespace zp
