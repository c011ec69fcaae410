// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/unstated/unstated.h"

/// The shortest and the longest step time that a plan can have, depending on its most influential open
/// settings.
namespace zp {

struct StepEnd {
  double step_s = 0;              ///< seconds, for the plan with these values
  std::vector<std::string> with;  ///< the values in words: "eager attention"
  bool operator==(const StepEnd&) const = default;
};

struct StepEnds {
  StepEnd fastest, slowest;
  bool operator==(const StepEnds&) const = default;
};

/// Returns the range of step times of a plan with one or two decisive open settings: the kernels and machine
/// rates that change the step most, each by at least a tenth. Returns nullopt if the plan has no such
/// setting. `open` is the plan's unstated_settings.
std::optional<StepEnds> step_ends(const PlanDocument& document, std::span<const UnstatedSetting> open);
/// Returns "4.10 s with FlashAttention-2 and compiled loss, 6.80 s with eager attention and loss over fp32
/// logits".
std::string step_ends_words(const StepEnds& ends);

}  // namespace zp
