// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <array>
#include <vector>

#include "core/plan/plan.h"
#include "ui/theme/theme.h"

/// The figures of the start page, from the ledger.
namespace zp {

/// A part of a bar, as shares of the whole.
struct StartPart {
  SeriesColor color;
  double share = 0;
};

/// An example's bar and verdict.
struct ExampleBar {
  std::vector<StartPart> parts;  ///< one GPU's memory, as shares of its usable memory
  Verdict verdict = Verdict::none;
  QString text;  ///< "32 of 79 GiB", or the missing memory
};
ExampleBar exampleBar(const PlanDocument& document);

/// The model states that each GPU keeps at a stage.
struct StageShares {
  QString name, words;           ///< "ZeRO-2"; the sentence below the picture
  QString bytes;                 ///< "4 bytes" of each parameter
  std::array<double, 3> held{};  ///< weights, gradients, optimizer states: shares of their sum without ZeRO
};
constexpr int start_gpus = 8;
/// Returns stages 0 to 3 of a 7B model on eight GPUs.
std::array<StageShares, chart_stage_count> stageShares();

/// The inputs of the line at the top.
struct StartQuestion {
  QString model, trains, gpu;  ///< ids of choices of the input panel
  int gpus = 1;
};
/// Returns the plan for these inputs: the example's settings, and nodes of at most eight GPUs.
PlanDocument planOf(const StartQuestion& question);
/// Returns the inputs that correspond to a plan.
StartQuestion questionOf(const Plan& plan);

}  // namespace zp
