// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/plan/plan.h"
#include "core/text/text_place.h"

namespace zp {

/// Severity of a finding, worst first.
enum class Severity : std::uint8_t {
  refused,      ///< DeepSpeed fails when it reads the config, or no run of this plan is possible
  fails_later,  ///< accepted at first; fails when the engine is built, in the first step, or out of memory
  ignored,      ///< read, but silently without effect
  slow,         ///< works, but slower than necessary
  wasteful,     ///< works, but uses more memory or hardware than necessary, or leaves none free
  style,        ///< worth knowing; no disadvantage
};
std::string_view name_of(Severity severity);  ///< "refused", "fails_later", …

/// A fix that is a change to the plan.
struct Remedy {
  std::string label;  ///< "Set micro batch 4"
  Plan plan;          ///< the plan that Apply sets
  bool operator==(const Remedy&) const = default;
};

/// Place of a finding in a ds_config.json, the message of DeepSpeed's parser there, and the text concerned.
struct FilePlace {
  TextPosition position;
  TextSpan span;                  ///< the key or value concerned
  std::string parser_code;        ///< why the parser fails, if it fails at this finding; "" otherwise
  std::string deepspeed_message;  ///< DeepSpeed's message; "" if it prints none or a varying one
  bool operator==(const FilePlace&) const = default;
};

/// A fact about a plan or a file that its user should know. All rules, estimates, searches and file readers
/// report findings, and all views, commands and tests use them.
struct Finding {
  Severity severity = Severity::style;
  std::string code;  ///< stable id: "gpu_memory"
  std::string path;  ///< dotted key concerned, in the plan ("zero.offload_param") or in the file
  std::string message;
  std::string fix;                    ///< what to do, in words; "" if the message suffices
  std::string source = {};            ///< source of the rule, if it adds to the message
  std::optional<Remedy> remedy = {};  ///< the fix, if a single change of the plan suffices
  FilePlace place = {};               ///< place in the file; for a finding about a plan, the beginning

  bool operator==(const Finding&) const = default;
};

/// Returns "zero_optimization.stage: what is wrong. What to do."; omits the path if the message begins with
/// it.
std::string sentence_of(const Finding& finding);
/// Returns true if one finding makes a run impossible: refused, or failing later.
bool stops(const std::vector<Finding>& findings);
/// Returns true if one finding says that DeepSpeed fails when it reads the config.
bool is_refused(const std::vector<Finding>& findings);
/// Sorts findings by severity, worst first; stable.
void sort_worst_first(std::vector<Finding>& findings);

}  // namespace zp
