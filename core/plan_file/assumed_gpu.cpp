// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <string>
#include <vector>

#include "core/catalog/gpu_names.h"
#include "core/plan_file/plan_file.h"
#include "core/sharding/edits.h"
#include "core/units/format.h"

namespace zp {

bool is_gpu_assumed(const PlanDocument& document) {
  const SharedGpuPreset& preset = document.plan.cluster.gpu.preset;
  if (document.text.gpu_name.empty() || !preset) return false;
  if (document.plan.cluster.gpu != gpu_from_preset(preset))
    return false;  // figures are stated beside the name
  const std::vector<SharedGpuPreset> meant = gpus_of_any_board(document.text.gpu_name, catalog().gpus);
  return meant.size() > 1 && meant.front()->id == preset->id;
}

std::vector<Finding> assumed_gpu(const PlanDocument& document) {
  if (!is_gpu_assumed(document)) return {};
  const std::string& name = document.text.gpu_name;
  const std::vector<SharedGpuPreset> meant = gpus_of_any_board(name, catalog().gpus);
  const GpuPreset &counted = *meant[0], &other = *meant[1];
  Finding finding{Severity::style, "gpu_board_assumed", "cluster.gpu.preset",
                  "\"" + name + "\" does not name the board of the GPU; it counts as " + counted.name + ". " +
                      other.name + " has as much memory and another speed.",
                  "Set cluster.gpu.preset to " + counted.id + " or " + other.id + "."};
  finding.remedy = Remedy{"Use " + other.name, edits::set_gpu_preset(document.plan, meant[1])};
  return {finding};
}

}  // namespace zp
