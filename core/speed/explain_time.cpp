// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/speed/explain_time.h"

#include <algorithm>
#include <cmath>

#include "core/speed/explain_time_parts.h"
#include "core/speed/gpu_rates.h"
#include "core/units/format.h"

namespace zp {
namespace {

/// How often what the entry sums up happens in a step.
double times_of(const Plan& plan, const TimeEntry& entry) {
  const auto micro_batches =
      static_cast<double>(std::max<std::int64_t>(1, plan.training.gradient_accumulation_steps));
  if (entry.stretch == Stretch::step) return 1;
  switch (entry.id) {
    case TimeId::reduce_gradients:  // at the boundary below stage 2
      return plan.zero.stage >= 2 ? micro_batches : 1;
    case TimeId::gradients_to_host:  // the boundary moves other bytes than the micro batches before it
    case TimeId::gradients_from_host:
      return 1;
    default:
      return micro_batches;
  }
}

std::string_view hidden_behind(const TimeEntry& entry) {
  if (entry.id == TimeId::optimizer_gpu) return "beside the CPU's share";
  if (entry.stretch == Stretch::step) return "behind the CPU optimizer";
  if (entry.part == TimePart::host && entry.stretch == Stretch::forward) return "behind both passes";
  return entry.stretch == Stretch::forward ? "behind the forward pass" : "behind the backward pass";
}

std::string_view unit_of(Resource resource) {
  switch (resource) {
    case Resource::host_memory:
    case Resource::drive:
      return " a node";
    default:
      return " a GPU";
  }
}

std::string rate_of(const TimeEntry& entry) {
  return entry.resource == Resource::matrix_units ? format_flops(entry.rate)
                                                  : format_gb_per_s(entry.rate / bytes_per_gb);
}

}  // namespace

double nominal_gb_per_s(const Plan& plan, Resource resource) {
  const Cluster& cluster = plan.cluster;
  switch (resource) {
    case Resource::gpu_memory:
      return cluster.gpu.memory_gb_per_s;
    case Resource::node_link:
      return cluster.intra_node.gb_per_s;
    case Resource::network:
      return cluster.inter_node.gb_per_s;
    case Resource::host_link:
      return cluster.host_link.gb_per_s;
    case Resource::host_memory:
      return cluster.cpu_memory_gb_per_s;
    case Resource::drive:
      return cluster.nvme.read_gb_per_s;
    case Resource::matrix_units:
    case Resource::launches:
      break;
  }
  return 0;
}

double hiding_gb_per_s(const Plan& plan, const TimeEntry& entry) {
  if (!(entry.hiding_rate > 0) || !(entry.rate > 0)) return 0;
  const bool is_drive = entry.resource == Resource::drive;  // the clock takes a drive at its own speed
  const double now = is_drive ? entry.rate / bytes_per_gb : nominal_gb_per_s(plan, entry.resource);
  return entry.hiding_rate / entry.rate * now;
}

std::string worked_out(const TimeLine& line, const std::string& product) {
  const TimeEntry& entry = line.entry;
  std::string text = product + " ÷ " + rate_of(entry) + " = " + format_seconds(entry.busy / line.times);
  if (line.times > 1)
    text +=
        " per micro batch × " + format_count(std::llround(line.times)) + " = " + format_seconds(entry.busy);
  if (entry.hidden > 0)
    text += ", of which " + format_seconds(entry.hidden) + " hidden " + std::string(hidden_behind(entry));
  if (const double needed = hiding_gb_per_s(line.plan, entry); needed > 0) {
    text += "; hides as far as it can at " + format_gb_per_s(needed) + std::string(unit_of(entry.resource));
    if (const double now = nominal_gb_per_s(line.plan, entry.resource); now > 0)
      text += " nominal, the plan has " + format_gb_per_s(now);
  }
  return text;
}

std::string bytes_each(double bytes) { return format_number(bytes, 6) + (bytes == 1 ? " byte" : " bytes"); }

std::string elements_of(double number, std::string_view of) {
  return format_params(Params(std::llround(number))) + " " + std::string(of);
}

std::string times_count(double number, std::string_view of) {
  return format_count(std::llround(number)) + " " + std::string(of);
}

TimeExplanation explain(const Plan& plan, const TimeEntry& entry) {
  const Symbols symbols = symbols_of(plan);
  const TimeLine line{plan, symbols, entry, times_of(plan, entry)};
  switch (entry.part) {
    case TimePart::compute:
      return explain_compute(line);
    case TimePart::communication:
      return entry.id == TimeId::tensor_parallel || entry.id == TimeId::sequence_parallel
                 ? explain_model_parallel(line)
                 : explain_data_parallel(line);
    case TimePart::optimizer:
      return explain_optimizer_time(line);
    case TimePart::host:
      break;
  }
  return explain_host_traffic(line);
}

std::string describe(const Plan& plan, Resource resource) {
  const auto with_speed = [&](const char* what) {
    const double speed = nominal_gb_per_s(plan, resource);
    return std::string(what) +
           (speed > 0 ? ", " + format_gb_per_s(speed) + std::string(unit_of(resource)) : "");
  };
  switch (resource) {
    case Resource::matrix_units:
      return "the GPU's matrix units, " + format_flops(peak_flops(plan)) + " of dense " +
             std::string(name_of(plan.training.precision));
    case Resource::gpu_memory:
      return with_speed("the GPU's memory");
    case Resource::launches:
      return "the host, which starts the GPU's kernels";
    case Resource::node_link:
      return with_speed("the links inside a node");
    case Resource::network:
      return with_speed("the network between nodes");
    case Resource::host_link:
      return with_speed("the link between GPU and host");
    case Resource::host_memory:
      return with_speed("the memory of the host");
    case Resource::drive:
      break;
  }
  const Nvme& drive = plan.cluster.nvme;
  if (drive.read_gb_per_s <= 0 && drive.write_gb_per_s <= 0)
    return "the drives of a node, whose speed the plan does not state";
  return "the drives of a node, reading " + format_gb_per_s(drive.read_gb_per_s) + " and writing " +
         format_gb_per_s(drive.write_gb_per_s);
}

}  // namespace zp
