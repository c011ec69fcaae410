// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/plan/finding.h"
#include "core/rules/subject.h"

/// The one table of rules about a plan, whether it was written as a plan or as a ds_config.json. Line numbers
/// of DeepSpeed are those of its commit in the schema (core/deepspeed/schema.h), 0.19.6; rules that came or
/// went with a release say so, those that changed with one ask the version.
namespace zp {

struct Rule;

/// Adds the finding of a broken rule to a list.
class FindingWriter {
 public:
  FindingWriter(const Rule& rule, std::vector<Finding>& list) : rule_(rule), list_(list) {}
  /// Adds a finding at the rule's first key. `printed` is the message of DeepSpeed's parser, if it stops
  /// at this.
  void operator()(std::string message, std::string fix, std::string printed = {}) const;
  /// Adds a finding at another key, for rules about several keys at once.
  void at(std::string_view path, std::string message, std::string fix, std::string printed = {}) const;

 private:
  const Rule& rule_;
  std::vector<Finding>& list_;
};

/// The effect of a broken rule on the exported ds_config.json.
enum class ExportEffect : std::uint8_t {
  kept,      ///< the file breaks it as the plan does
  left_out,  ///< the key that breaks it does nothing there and is not written
  mended,    ///< the file has the value that DeepSpeed takes instead
  silent,    ///< a ds_config has no key for it
};

/// A change to the plan that may settle the finding: the first that leaves nothing worse is offered.
struct RuleChange {
  std::string_view label;
  void (*apply)(Plan&) = nullptr;
};

inline constexpr RuleChange adamw = {"AdamW", [](Plan& plan) { plan.training.optimizer = Optimizer::adamw; }};

struct Rule {
  std::string_view code;
  Severity severity = Severity::style;
  /// Plan keys of the rule, first the one that the finding names; "deepspeed_config.…" for keys that are
  /// only carried.
  std::array<std::string_view, 3> keys{};
  /// Place in DeepSpeed, or in the library it calls, that states the rule.
  std::string_view source = {};
  void (*ask)(const Subject&, const FindingWriter&) = nullptr;
  std::array<RuleChange, 2> changes{};
  unsigned needs = 0;  ///< the facts (Subject::Known) that must be known for the rule to be asked
  ExportEffect at_export = ExportEffect::kept;
  bool impossible = false;            ///< true if nothing is left to count: such a plan has no estimate
  std::string_view parser_code = {};  ///< why DeepSpeed's parser stops at it; "" if it does not
  DeepSpeedVersion since{0, 0, 0};    ///< first release for which the rule is true
  DeepSpeedVersion until{99, 0, 0};   ///< first release for which it no longer is
};

/// Rules that rely on what the group before has checked.
struct RuleGroup {
  std::span<const Rule> rules;
  bool of_deepspeed = true;  ///< not asked of a plan for another framework
};
std::span<const RuleGroup> rule_groups();

/// Returns the row of `code`, or nullptr.
const Rule* find_rule(std::string_view code);

/// Returns true if the rule holds in the subject's release, and the facts it needs are known.
bool can_be_asked(const Rule& rule, const Subject& subject);
/// Returns all findings of `rule` on `subject`; none if it cannot be asked.
std::vector<Finding> told(const Rule& rule, const Subject& subject);

/// The groups, in the order they are asked.
std::span<const Rule> range_rules();
std::span<const Rule> shape_rules();
std::span<const Rule> model_rules();
std::span<const Rule> cluster_rules();
std::span<const Rule> pipeline_rules();
std::span<const Rule> training_rules();
std::span<const Rule> adapter_rules();
std::span<const Rule> method_rules();
std::span<const Rule> vision_rules();
std::span<const Rule> fp8_rules();
std::span<const Rule> precision_rules();
std::span<const Rule> optimizer_rules();
std::span<const Rule> stepping_rules();  ///< of optimizers, for every framework
std::span<const Rule> zero_rules();
std::span<const Rule> pipeline_engine_rules();
std::span<const Rule> expert_rules();
std::span<const Rule> offload_rules();
std::span<const Rule> size_rules();
std::span<const Rule> carried_rules();
std::span<const Rule> parameter_rules();
std::span<const Rule> zenflow_rules();
std::span<const Rule> super_offload_rules();
std::span<const Rule> piece_rules();
std::span<const Rule> version_rules();
std::span<const Rule> release_rules();
std::span<const Rule> program_release_rules();

}  // namespace zp
