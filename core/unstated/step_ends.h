// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/unstated/unstated.h"

/// The two step times between which the assumptions that decide most leave a plan.
namespace zp {

struct StepEnd {
  double step_s = 0;              ///< seconds of the plan with these values
  std::vector<std::string> with;  ///< its values in words: "eager attention"
  bool operator==(const StepEnd&) const = default;
};

struct StepEnds {
  StepEnd fastest, slowest;
  bool operator==(const StepEnds&) const = default;
};

/// Returns the ends of a plan of which one or two open settings decide the step: the kernels and rates of the
/// machine that move it most, each by a tenth at least. Nothing if there is
/// none. `open` are the plan's (unstated_settings).
std::optional<StepEnds> step_ends(const PlanDocument& document, std::span<const UnstatedSetting> open);
/// Returns "4.10 s with FlashAttention-2 and compiled loss, 6.80 s with eager attention and loss over fp32
/// logits".
std::string step_ends_words(const StepEnds& ends);

}  // namespace zp
