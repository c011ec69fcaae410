// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/plan/finding.h"
#include "core/plan/plan.h"
#include "core/text/text_node.h"

/// Converts a ds_config.json to a plan; import, check, fix and the window all use this function.
namespace zp {

/// The place in a file that states a plan key.
struct Origin {
  std::string path;  ///< dotted from the root, as the file spells it: "zero_optimization.cpu_offload"
  TextSpan span;     ///< position of the value
  TextSpan key_span;
};

/// Maps plan keys to their places in the file. Keys that the plan only carries, and sections, are listed
/// under their path in a plan file: "deepspeed_config.scheduler.type", "zero.offload_optimizer.nvme_path".
class Provenance {
 public:
  void add(std::string plan_key, Origin origin) { origins_[std::move(plan_key)] = std::move(origin); }
  /// Returns the place of the key; nullptr if the file does not state it.
  [[nodiscard]] const Origin* find(std::string_view plan_key) const;
  /// Returns the place of the key, or of the nearest section above it in the file; nullptr if there is none.
  [[nodiscard]] const Origin* nearest(std::string_view plan_key) const;
  /// Returns the places of all keys that the file states, by plan key.
  [[nodiscard]] const std::map<std::string, Origin, std::less<>>& all() const { return origins_; }

 private:
  std::map<std::string, Origin, std::less<>> origins_;
};

struct PlanFromConfig {
  PlanDocument document;
  Provenance provenance;
  /// Settings that DeepSpeed may read but plans do not have: severity ignored, code not_in_plan, `path` as in
  /// the file.
  std::vector<Finding> notes;
};

/// Returns the plan of `base` with the settings of the file whose tree is `root`. Model, cluster and
/// everything that a ds_config cannot state come from the base; the zero section and the carried keys come
/// only from the file, with DeepSpeed's defaults for missing keys. Values are converted as Python and
/// pydantic do ("true" is true), the last of repeated keys counts, and "auto" is filled in from the base as
/// Hugging Face's Trainer would. For a setting that plans do not have, the base's value stays and a note is
/// added; nothing is thrown. check_config() reports what DeepSpeed refuses.
PlanFromConfig plan_from_config(const TextNode& root, const PlanDocument& base);

}  // namespace zp
