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

/// The one way from a ds_config.json to a plan; import, check, fix and the window all use it.
namespace zp {

/// Place in a file that states a key of the plan.
struct Origin {
  std::string path;  ///< dotted from the root, as the file spells it: "zero_optimization.cpu_offload"
  TextSpan span;     ///< span of the value
  TextSpan key_span;
};

/// A map from plan key to its place in the file. Keys that the plan carries without a field of their own,
/// and sections, are listed under the path that they have in a plan file:
/// "deepspeed_config.scheduler.type", "zero.offload_optimizer.nvme_path".
class Provenance {
 public:
  void add(std::string plan_key, Origin origin) { origins_[std::move(plan_key)] = std::move(origin); }
  /// Returns the place of the key in the file, or nullptr if the file does not state it.
  [[nodiscard]] const Origin* find(std::string_view plan_key) const;
  /// Returns the place of the key, or of the nearest section above it that the file has; nullptr if there
  /// is none.
  [[nodiscard]] const Origin* nearest(std::string_view plan_key) const;
  /// Returns the places of all keys that the file states, by plan key.
  [[nodiscard]] const std::map<std::string, Origin, std::less<>>& all() const { return origins_; }

 private:
  std::map<std::string, Origin, std::less<>> origins_;
};

struct PlanFromConfig {
  PlanDocument document;
  Provenance provenance;
  /// Settings that DeepSpeed may read and a plan cannot hold: severity ignored, code not_in_plan, `path` as
  /// in the file.
  std::vector<Finding> notes;
};

/// Returns the plan of `base` with the settings of the file whose tree is `root`. Model, cluster and whatever
/// a ds_config does not state come from the base; the zero section and the carried keys come from the file
/// alone, with DeepSpeed's defaults for what it leaves out. Values are read as Python and pydantic take them
/// ("true" is true), the last of repeated keys counts, and "auto" is what Hugging Face's Trainer fills in
/// from the base. A setting that a plan cannot hold is left at the base's value and noted, never thrown;
/// check_config() reports what DeepSpeed refuses.
PlanFromConfig plan_from_config(const TextNode& root, const PlanDocument& base);

}  // namespace zp
