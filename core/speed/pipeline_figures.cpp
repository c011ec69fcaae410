// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/speed/pipeline_figures.h"

#include "core/memory/basis.h"
#include "core/memory/estimate.h"
#include "core/speed/clock.h"

namespace zp {

std::vector<StageFigures> pipeline_figures(const Plan& plan) {
  const ModelTensors tensors(plan);
  std::vector<StageFigures> all;
  if (tensors.stages().size() < 2) return all;
  for (const PipelineStage& stage : tensors.stages()) {
    const Basis basis(plan, tensors, stage);
    const TensorSums& sums = basis.symbols.sums;
    all.push_back({basis.symbols.parallel.stage,
                   (sums.trainable + sums.frozen) * basis.symbols.parallel.tensor.ranks,
                   estimate_stage(basis).gpu.peak, seconds_on(plan, tensors, stage)});
  }
  return all;
}

std::string layers_of(const PipelineStage& stage) {
  std::string text = stage.has_embedding ? "the embedding" : "";
  const auto add = [&text](const std::string& what) { text += (text.empty() ? "" : " and ") + what; };
  if (stage.chunks > 1) {
    add(std::to_string(stage.layers) + " blocks in " + std::to_string(stage.chunks) + " parts");
    if (stage.has_head) add("the head");
    return text;
  }
  if (stage.layers == 1) add("block " + std::to_string(stage.first + 1));
  if (stage.layers > 1)
    add("blocks " + std::to_string(stage.first + 1) + " to " + std::to_string(stage.first + stage.layers));
  if (stage.has_head) add("the head");
  return text.empty() ? "the final norm" : text;
}

}  // namespace zp
