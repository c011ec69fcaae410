// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/speed/explain_time.h"

#include "core/memory/basis.h"
#include "core/speed/clock.h"
#include "core/speed/gpu_rates.h"
#include "core/speed/time_row.h"
#include "core/units/format.h"

namespace zp {
namespace {

std::string_view unit_of(Resource resource) {
  return resource == Resource::host_memory || resource == Resource::drive ? " a node" : " a GPU";
}

}  // namespace

double nominal_gb_per_s(const Plan& plan, Resource resource) {
  const Cluster& cluster = plan.cluster;
  switch (resource) {
    case Resource::gpu_memory:
      return binding_gpu(cluster).memory_gb_per_s;
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
  const bool is_drive = entry.resource == Resource::drive;  // the clock uses a drive's full nominal speed
  const double now = is_drive ? entry.rate / bytes_per_gb : nominal_gb_per_s(plan, entry.resource);
  return entry.hiding_rate / entry.rate * now;
}

namespace {

/// Returns "216 ms, of which 201 ms hidden behind the forward pass; hides as far as it can at 340 GB/s a
/// GPU".
std::string outcome_of(const Plan& plan, const TimeEntry& entry) {
  std::string text = format_seconds(entry.busy);
  if (entry.hidden > 0)
    text += ", of which " + format_seconds(entry.hidden) + " hidden " + std::string(row_of(entry.id).hides);
  if (const double needed = hiding_gb_per_s(plan, entry); needed > 0) {
    text += "; hides as far as it can at " + format_gb_per_s(needed) + std::string(unit_of(entry.resource));
    if (const double now = nominal_gb_per_s(plan, entry.resource); now > 0)
      text += " nominal, the plan has " + format_gb_per_s(now);
  }
  return text;
}

}  // namespace

std::vector<TimeExplanation> explain_time(const Plan& plan, const TimeLedger& ledger) {
  std::vector<TimeExplanation> explained;
  if (ledger.entries().empty()) return explained;
  const ModelTensors tensors(plan);
  const StagePace pace = tensors.stages().empty() ? StagePace{first_stage(plan)} : pace_of(plan, tensors);
  const Basis basis(plan, tensors, pace.stage);
  const ClockInput in(basis, pace.other_stages);
  TimeLedger again;  // the ledger rebuilt, because later entries hide behind earlier ones
  Clock<Words> clock(in, again);
  run(clock);
  for (const TimeEntry& entry : ledger.entries()) {
    const TimeRow& row = row_of(entry.id);
    const TimeLine line{in, entry};
    const Words& busy = clock.words.of[static_cast<std::size_t>(entry.id)];
    explained.push_back({entry, row.title.of(line), row.meaning.of(line), busy.formula(), busy.figures(),
                         busy.symbols(), outcome_of(plan, entry), row.source.of(line), row.lever.of(line)});
  }
  return explained;
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
             std::string(name_of(multiplied_in(plan)));
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
