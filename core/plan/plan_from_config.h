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

/// The one way from a ds_config.json to a plan: import, check, fix and the window all take it.
namespace zp {

/// Where a file says what a key of the plan is.
struct Origin {
  std::string path;  ///< dotted from the root of the file, as it spells it: "zero_optimization.cpu_offload"
  TextSpan span;     ///< the value
  TextSpan key_span;
};

/// Plan key → its place in the file. Keys the plan carries without a field of their own stand under the path
/// they have in a plan file: "deepspeed_config.scheduler.type", "zero.offload_optimizer.nvme_path"; so do the
/// sections.
class Provenance {
 public:
  void add(std::string plan_key, Origin origin) { origins_[std::move(plan_key)] = std::move(origin); }
  /// Where the file says it; nullptr where it says nothing of it.
  [[nodiscard]] const Origin* find(std::string_view plan_key) const;
  /// The same, or the nearest section above it that the file has.
  [[nodiscard]] const Origin* nearest(std::string_view plan_key) const;
  /// Everything the file says something of, by plan key.
  [[nodiscard]] const std::map<std::string, Origin, std::less<>>& all() const { return origins_; }

 private:
  std::map<std::string, Origin, std::less<>> origins_;
};

struct PlanFromConfig {
  PlanDocument document;
  Provenance provenance;
  /// What DeepSpeed may read and a plan cannot hold: severity ignored, code not_in_plan, `path` that of the
  /// file.
  std::vector<Finding> notes;
};

/// The plan of `base` with what the file says, `root` being its tree. Model, cluster and whatever a ds_config
/// does not say are the base's; its zero section and carried keys are the file's alone, with DeepSpeed's
/// defaults where it says nothing. Values are read as Python and pydantic take them ("true" is true), the
/// last of repeated keys counts, and "auto" is what Hugging Face's Trainer fills in from the base. What a
/// plan cannot hold is left at the base's value and noted, never thrown: what DeepSpeed refuses is
/// check_config()'s to say.
PlanFromConfig plan_from_config(const TextNode& root, const PlanDocument& base);

}  // namespace zp
