// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <nlohmann/json.hpp>

#include "core/report/pipeline_words.h"
#include "core/report/sections_json.h"
#include "core/speed/pipeline_figures.h"
#include "core/units/format.h"

namespace zp {
namespace {

/// Returns the micro batches in flight; an integer if each stage holds one part of the model.
nlohmann::ordered_json in_flight_of(const PipelineStage& stage) {
  if (stage.chunks == 1) return stage.chunks_in_flight;
  return stage.in_flight();
}

std::string in_flight_text(const PipelineStage& stage) {
  return stage.chunks == 1 ? format_count(stage.chunks_in_flight) : format_number(stage.in_flight());
}

}  // namespace

nlohmann::ordered_json pipeline_array(const Plan& plan) {
  auto stages = nlohmann::ordered_json::array();
  for (const auto& [stage, parameters, peak, seconds] : pipeline_figures(plan))
    stages.push_back({{"stage", stage.index},
                      {"first_layer", stage.first},
                      {"layers", stage.layers},
                      {"chunks", stage.chunks},
                      {"has_embedding", stage.has_embedding},
                      {"has_head", stage.has_head},
                      {"parameters", parameters},
                      {"in_flight", in_flight_of(stage)},
                      {"gpu_peak", peak.value()},
                      {"micro_batch_s", seconds}});
  return stages;
}

Table pipeline_table(const Plan& plan) {
  Table table{{}, {}, "llrrrr"};
  for (const StageFigures& figures : pipeline_figures(plan))
    table.rows.push_back({std::to_string(figures.stage.index), layers_of(figures.stage),
                          format_params(Params(figures.parameters)), in_flight_text(figures.stage),
                          format_bytes(figures.peak), format_seconds(figures.seconds)});
  if (!table.rows.empty())
    table.header = {"Stage", "Holds", "Parameters", "In flight", "GPU memory", "Micro batch"};
  return table;
}

}  // namespace zp
