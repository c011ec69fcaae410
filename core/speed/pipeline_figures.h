// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/sharding/pipeline.h"
#include "core/units/quantity.h"

namespace zp {

/// Figures of one stage of a pipeline, for views that show all stages.
struct StageFigures {
  PipelineStage stage;
  std::int64_t parameters = 0;  ///< parameters of all ranks that share the stage
  Bytes peak;                   ///< peak of one GPU
  double seconds = 0;           ///< seconds of one micro batch, forward and backward
};
/// Returns the stages in order; empty if there is no pipeline.
std::vector<StageFigures> pipeline_figures(const Plan& plan);

/// Names the layers of a stage: "the embedding and blocks 1 to 12". Blocks are counted from 1.
std::string layers_of(const PipelineStage& stage);

}  // namespace zp
