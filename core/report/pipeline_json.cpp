// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <nlohmann/json.hpp>

#include "core/report/sections_json.h"
#include "core/speed/pipeline_figures.h"

namespace zp {

nlohmann::ordered_json pipeline_array(const Plan& plan) {
  auto stages = nlohmann::ordered_json::array();
  for (const auto& [stage, parameters, peak, seconds] : pipeline_figures(plan))
    stages.push_back({{"stage", stage.index},
                      {"first_layer", stage.first},
                      {"layers", stage.layers},
                      {"has_embedding", stage.has_embedding},
                      {"has_head", stage.has_head},
                      {"parameters", parameters},
                      {"in_flight", stage.in_flight},
                      {"gpu_peak", peak.value()},
                      {"micro_batch_s", seconds}});
  return stages;
}

}  // namespace zp
