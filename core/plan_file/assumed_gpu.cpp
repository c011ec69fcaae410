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
  const std::vector<SharedGpuPreset> meant = gpus_of_any_board(document.text.gpu_name, catalog().gpus);
  return !meant.empty() && meant.front()->id == preset->id;
}

std::vector<Finding> assumed_gpu(const PlanDocument& document) {
  if (!is_gpu_assumed(document)) return {};
  const std::string& name = document.text.gpu_name;
  const std::vector<SharedGpuPreset> meant = gpus_of_any_board(name, catalog().gpus);
  Finding finding{Severity::style, "gpu_board_assumed", "cluster.gpu.preset",
                  "\"" + name + "\" does not say the board; it counts as " + meant.front()->name + ".", ""};
  if (meant.size() == 1) {
    finding.fix = "State cluster.gpu.memory_gb_per_s and cluster.gpu.bf16_tflops of another board.";
    return {finding};
  }
  const SharedGpuPreset& other = meant[1];
  finding.message += " " + other->name + " has as much memory and another speed.";
  finding.fix = "Name the one you have.";
  finding.remedy = Remedy{"Use " + other->name, edits::set_gpu_preset(document.plan, other)};
  return {finding};
}

}  // namespace zp
