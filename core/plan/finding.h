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
  refused,      ///< DeepSpeed stops with an error when it reads the config, or no run of this plan can exist
  fails_later,  ///< read without a word; stops when the engine is built, in the first step, or out of memory
  ignored,      ///< read, and silently without effect
  slow,         ///< works, in more time than it need take
  wasteful,     ///< works, with more memory or hardware than it need take, or with none to spare
  style,        ///< worth knowing; nothing is lost
};
std::string_view name_of(Severity severity);  ///< "refused", "fails_later", …

/// A fix that is a change to the plan.
struct Remedy {
  std::string label;  ///< "Set micro batch 4"
  Plan plan;          ///< what Apply sets
  bool operator==(const Remedy&) const = default;
};

/// Place of a finding in a ds_config.json, with the message of DeepSpeed's parser there and the text that the
/// finding is about.
struct FilePlace {
  TextPosition position;
  TextSpan span;                  ///< the key or value it is about
  std::string parser_code;        ///< why the parser stops, if it stops at this finding; "" on all others
  std::string deepspeed_message;  ///< what DeepSpeed prints; "" if it prints nothing or no fixed text
  bool operator==(const FilePlace&) const = default;
};

/// A fact about a plan or a file that its user should know. Every rule, estimate, search and reader of files
/// reports with this type, and every view, command and test reads it.
struct Finding {
  Severity severity = Severity::style;
  std::string code;  ///< stable name: "gpu_memory"
  std::string path;  ///< dotted key that it belongs to, in the plan ("zero.offload_param") or in the file
  std::string message;
  std::string fix;                    ///< what to do, in words; "" if the message says it all
  std::string source = {};            ///< where the rule was read, if that says more than the message
  std::optional<Remedy> remedy = {};  ///< the fix, if one change to the plan is enough
  FilePlace place = {};               ///< place in the file; for a finding about a plan, the beginning

  bool operator==(const Finding&) const = default;
};

/// Returns "zero_optimization.stage: what is wrong. What to do."; the path is not repeated.
std::string sentence_of(const Finding& finding);
/// Returns true if a finding says that no run is possible: refused, or failing later.
bool stops(const std::vector<Finding>& findings);
/// Returns true if a finding says that DeepSpeed stops with an error when it reads the config.
bool is_refused(const std::vector<Finding>& findings);
/// Sorts the worst findings to the front; equally bad ones keep their order.
void sort_worst_first(std::vector<Finding>& findings);

}  // namespace zp
