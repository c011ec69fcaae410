// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/plan/pipeline.h"
#include "core/units/quantity.h"

namespace zp {

/// One stage of a pipeline beside the others, for those who look at them all.
struct StageFigures {
  PipelineStage stage;
  std::int64_t parameters = 0;  ///< of all ranks that share it
  Bytes peak;                   ///< of one GPU
  double seconds = 0;           ///< of one micro batch, forward and back
};
/// The stages in order; empty where there is no pipeline.
std::vector<StageFigures> pipeline_figures(const Plan& plan);

/// "the embedding and blocks 1 to 12", blocks counted from 1.
std::string layers_of(const PipelineStage& stage);

}  // namespace zp
