// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/truth/published/speed_rows.h"

#include <algorithm>
#include <iterator>

#include "core/memory/estimate.h"
#include "core/speed/throughput.h"

namespace zp::test {
namespace {

double as_double(std::int64_t n) { return static_cast<double>(n); }

/// Returns the FLOP of one step by Narayanan et al. (arXiv 2104.04473), equation 3: 96·B·s·L·h²·(1 + s/6h +
/// V/16Lh), recomputation included.
double megatron_flops(const Plan& plan) {
  const Architecture& a = plan.model.architecture;
  const double s = as_double(plan.training.sequence_length), h = as_double(a.hidden_size);
  const double layers = as_double(a.layers), batch = as_double(train_batch_size(plan));
  return 96 * batch * s * layers * h * h * (1 + s / (6 * h) + as_double(a.vocab_size) / (16 * layers * h));
}

/// Returns the FLOP of one step by the row's convention (tests/data, column flops_convention). If the source
/// states none, recomputation counts where there is some, as in such papers.
double flops_by_convention(const Published& row) {
  if (const ForwardMacs& macs = row.forward_macs; macs.fixed > 0) {
    const double sequence = as_double(row.plan.training.sequence_length);
    const double passes = row.plan.training.activation_checkpointing == Checkpointing::full ? 4 : 3;
    return 2 * passes * (macs.fixed + macs.by_sequence * sequence) * sequence *
           as_double(train_batch_size(row.plan));
  }
  const std::string& convention = row.row.text("flops_convention");
  const StepFlops flops = flops_per_step(row.plan);
  if (convention.find("8*P*tokens") != std::string::npos || convention.starts_with("hardware 8N"))
    return flops.parameters_only * 4 / 3;
  if (convention.starts_with("hardware")) return megatron_flops(row.plan);
  if (convention.find("without attention") != std::string::npos) return flops.parameters_only;
  if (convention.find("causal") != std::string::npos) return flops.model_causal;
  if (convention.starts_with("model")) return flops.model;
  return flops.hardware;
}

/// Returns the seconds of one step that follow from the row's figure; 0 if it gives none.
double measured_seconds(const Published& row) {
  const std::string& metric = row.row.text("metric");
  const double value = row.row.number("value");
  const double sequences = as_double(train_batch_size(row.plan));
  const double tokens = sequences * as_double(row.plan.training.sequence_length);
  const double gpus = row.plan.cluster.ranks();
  if (!(value > 0)) return 0;
  if (metric == "step_time_s" || metric == "backward_time_s")
    return row.micro_batches_are_steps ? value * as_double(row.plan.training.gradient_accumulation_steps)
                                       : value;
  if (metric == "steps_per_s") return 1 / value;
  if (metric == "time_1024_samples_s") return value / 1024 * sequences;
  if (metric == "run_time_200_steps_s") return value / 200;
  if (metric == "tokens_per_s_per_gpu") return tokens / gpus / value;
  if (metric == "tokens_per_s_total") return tokens / value;
  if (metric == "samples_per_s_total") return sequences / value;
  if (metric == "tflops_per_gpu") return flops_by_convention(row) / gpus / (value * 1e12);
  if (metric == "total_tflops") return flops_by_convention(row) / (value * 1e12);
  if (metric == "total_pflops") return flops_by_convention(row) / (value * 1e15);
  return 0;
}

/// Returns the plan of a run that is known to have fitted: if the source does not say whether activations
/// were checkpointed, and they cannot have been kept whole, they were checkpointed.
Plan plan_that_ran(const Published& row) {
  Plan plan = row.plan;
  if (row.row.has("act_ckpt") || estimate_memory(plan).gpu.fits) return plan;
  plan.training.activation_checkpointing = Checkpointing::full;
  return estimate_memory(plan).gpu.fits ? plan : row.plan;
}

}  // namespace

std::vector<SpeedRow> speed_rows(const std::vector<Published>& rows) {
  std::vector<SpeedRow> speeds;
  for (const Published& row : rows) {
    if (row.row.text("family") != "train" || !row.reason.empty()) continue;
    SpeedRow speed{&row, estimate_speed(plan_that_ran(row)), measured_seconds(row), 0};
    if (!(speed.measured > 0) || !speed.time.is_known) continue;
    speed.predicted = row.row.text("metric") == "backward_time_s" ? speed.time.backward : speed.time.total;
    speeds.push_back(speed);
  }
  return speeds;
}

std::vector<SpeedRow> pipelined(const std::vector<SpeedRow>& rows, bool is_pipelined) {
  std::vector<SpeedRow> found;
  std::ranges::copy_if(rows, std::back_inserter(found), [&](const SpeedRow& row) {
    return (row.published->plan.training.pipeline_parallel > 1) == is_pipelined;
  });
  return found;
}

std::string reason_not_timed(const Published& row) {
  const std::string& family = row.row.text("family");
  if (family == "train") {
    if (!row.reason.empty()) return row.reason;
    if (row.plan.training.pipeline_parallel > 1 && !row.is_complete)
      return "width, sequence, batch or checkpointing is not given";
    if (row.plan.model.source == ModelSource::tensors) return "no step time for a list of tensors";
    return "\"" + row.row.text("metric") + "\" is no time of one step";
  }
  if (family == "nvme") return "a drive's bandwidth, which a plan states and the clock takes";
  if (family == "gemm") return "a GPU's best matrix product, which the catalog holds";
  if (family == "layer_time") return "one block of a 22B model under tensor parallelism, without its shape";
  if (family == "ratio") return "a ratio of two runs that are not both described";
  if (family == "cpu_adam") return "another optimizer than DeepSpeed's CPU Adam";
  return "GPUs or message size are not named";
}

}  // namespace zp::test
