// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <span>
#include <string_view>

namespace zp {

/// One key of the plan file, for `estimate --help-plan` and the window's tooltips.
struct PlanKey {
  std::string_view path;           ///< "training.micro_batch_size"
  std::string_view type;           ///< "count", "GiB", "one of bf16, fp16, fp32"
  std::string_view default_value;  ///< as text
  std::string_view deepspeed_key;  ///< the ds_config key it sets, or ""
  std::string_view meaning;        ///< one sentence
};
std::span<const PlanKey> plan_keys();
/// The entry of `path`; an empty one when there is none.
PlanKey plan_key(std::string_view path);

/// The closed range a number may lie in, for input widgets; nothing for a key that takes no number.
struct KeyRange {
  double low = 0;
  double high = 0;
};
std::optional<KeyRange> plan_key_range(std::string_view path);

}  // namespace zp
