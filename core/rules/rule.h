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

/// The one table of rules about a plan, used for plans and for ds_config.json files. DeepSpeed line numbers
/// refer to the schema's commit (core/deepspeed/schema.h), 0.19.6. Rules added or removed by a release state
/// it; rules that a release changed check the version.
namespace zp {

struct Rule;

/// Appends the finding of a broken rule to a list.
class FindingWriter {
 public:
  FindingWriter(const Rule& rule, std::vector<Finding>& list) : rule_(rule), list_(list) {}
  /// Adds a finding at the rule's first key. `printed` is the message of DeepSpeed's parser, if the parser
  /// fails at it.
  void operator()(std::string message, std::string fix, std::string printed = {}) const;
  /// Adds a finding at another key, for rules about several keys.
  void at(std::string_view path, std::string message, std::string fix, std::string printed = {}) const;

 private:
  const Rule& rule_;
  std::vector<Finding>& list_;
};

/// The effect of a broken rule on the exported ds_config.json.
enum class ExportEffect : std::uint8_t {
  kept,       ///< the exported file breaks the rule as the plan does
  left_out,   ///< the key has no effect there and is not written
  corrected,  ///< the file has the value that DeepSpeed uses instead
  silent,     ///< a ds_config has no key for it
};

/// A change to the plan that may remove the finding; the first that makes nothing worse is offered.
struct RuleChange {
  std::string_view label;
  void (*apply)(Plan&) = nullptr;
};

inline constexpr RuleChange adamw = {"AdamW", [](Plan& plan) { plan.training.optimizer = Optimizer::adamw; }};

struct Rule {
  std::string_view code;
  Severity severity = Severity::style;
  /// Plan keys of the rule; the finding names the first. "deepspeed_config.…" for keys that are only carried.
  std::array<std::string_view, 3> keys{};
  /// Place in DeepSpeed, or in a library that it calls, that the rule comes from.
  std::string_view source = {};
  void (*ask)(const Subject&, const FindingWriter&) = nullptr;
  std::array<RuleChange, 2> changes{};
  unsigned needs = 0;  ///< facts (Subject::Known) that must be known to check the rule
  ExportEffect at_export = ExportEffect::kept;
  bool impossible = false;            ///< true if a plan that breaks the rule cannot be estimated
  std::string_view parser_code = {};  ///< why DeepSpeed's parser fails at it; "" if it does not
  DeepSpeedVersion since{0, 0, 0};    ///< first release to which the rule applies
  DeepSpeedVersion until{99, 0, 0};   ///< first release to which it no longer applies
};

/// Rules that rely on the checks of the previous group.
struct RuleGroup {
  std::span<const Rule> rules;
  bool of_deepspeed = true;  ///< not checked for plans with another framework
};
std::span<const RuleGroup> rule_groups();

/// Returns the row of `code`, or nullptr.
const Rule* find_rule(std::string_view code);

/// Returns true if the rule applies to the subject's release, and the facts it needs are known.
bool is_applicable(const Rule& rule, const Subject& subject);
/// Returns all findings of `rule` on `subject`; none if it cannot be checked.
std::vector<Finding> findings_of(const Rule& rule, const Subject& subject);

/// The groups, in the order in which they are checked.
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
