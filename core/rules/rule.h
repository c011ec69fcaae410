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

/// What a rule says when it is broken.
class Say {
 public:
  Say(const Rule& rule, std::vector<Finding>& list) : rule_(rule), list_(list) {}
  /// At the rule's first key. `printed` is what DeepSpeed's parser says, where it stops at this.
  void operator()(std::string message, std::string fix, std::string printed = {}) const;
  /// At another: for rules about several keys at once.
  void at(std::string_view path, std::string message, std::string fix, std::string printed = {}) const;

 private:
  const Rule& rule_;
  std::vector<Finding>& list_;
};

/// What becomes of a broken rule in the ds_config.json that is exported.
enum class AtExport : std::uint8_t {
  kept,      ///< the file breaks it as the plan does
  left_out,  ///< the key that breaks it does nothing there and is not written
  mended,    ///< the file says what DeepSpeed takes instead
  silent,    ///< a ds_config has no key for it
};

/// A change to the plan that may settle the finding: the first that leaves nothing worse is offered.
struct RuleChange {
  std::string_view label;
  void (*apply)(Plan&) = nullptr;
};

struct Rule {
  std::string_view code;
  Severity severity = Severity::style;
  /// The plan keys it is about, the one it is told at first; "deepspeed_config.…" for keys that are only
  /// carried.
  std::array<std::string_view, 2> keys{};
  /// Where DeepSpeed or the library it calls says so.
  std::string_view source = {};
  void (*ask)(const Subject&, const Say&) = nullptr;
  std::array<RuleChange, 2> changes{};
  unsigned needs = 0;  ///< what must be known (Subject::Known) for the rule to be asked
  AtExport at_export = AtExport::kept;
  bool impossible = false;            ///< nothing is left to count: no estimate can be made of such a plan
  std::string_view parser_code = {};  ///< why DeepSpeed's parser stops at it; "" where it does not
  DeepSpeedVersion since{0, 0, 0};    ///< the releases of which it is true
  DeepSpeedVersion until{99, 0, 0};   ///< the first of which it no longer is
};

/// Rules that rest on what the group before has made sure of.
struct RuleGroup {
  std::span<const Rule> rules;
  bool of_deepspeed = true;  ///< not asked of a plan for another framework
};
std::span<const RuleGroup> rule_groups();

/// The row of `code`, or nullptr.
const Rule* find_rule(std::string_view code);

/// Whether the rule holds in the subject's release, and what it needs is known.
bool can_be_asked(const Rule& rule, const Subject& subject);
/// Everything `rule` says of `subject`; nothing where it cannot be asked.
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
std::span<const Rule> precision_rules();
std::span<const Rule> optimizer_rules();
std::span<const Rule> zero_rules();
std::span<const Rule> pipeline_engine_rules();
std::span<const Rule> expert_rules();
std::span<const Rule> offload_rules();
std::span<const Rule> size_rules();
std::span<const Rule> carried_rules();
std::span<const Rule> parameter_rules();
std::span<const Rule> zenflow_rules();
std::span<const Rule> version_rules();
std::span<const Rule> release_rules();
std::span<const Rule> program_release_rules();

}  // namespace zp
