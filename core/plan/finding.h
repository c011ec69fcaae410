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

/// How bad a finding is, worst first.
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

/// Where in a ds_config.json a finding is, what DeepSpeed's parser says there, and what would mend it.
struct FilePlace {
  TextPosition position;
  TextSpan span;                  ///< the key or value it is about
  std::string parser_code;        ///< why the parser stops, where it stops at this; "" on all others
  std::string deepspeed_message;  ///< what DeepSpeed prints; "" where it says nothing, or nothing fixed
  bool operator==(const FilePlace&) const = default;
};

/// Something about a plan or a file that its user should know. The one type every rule, estimate, search and
/// reader of files reports with, and every view, command and test reads.
struct Finding {
  Severity severity = Severity::style;
  std::string code;  ///< stable name: "gpu_memory"
  std::string path;  ///< dotted key it belongs to, of the plan ("zero.offload_param") or of the file
  std::string message;
  std::string fix;                    ///< what to do, in words; "" where the message says it all
  std::string source = {};            ///< where the rule was read, where it says more than the message
  std::optional<Remedy> remedy = {};  ///< where one change to the plan is the fix
  FilePlace place = {};               ///< of a finding about a file; where it begins for one about a plan

  bool operator==(const Finding&) const = default;
};

/// "zero_optimization.stage: what is wrong. What to do."; the path is not said twice.
std::string sentence_of(const Finding& finding);
/// Whether one of them says that no run comes of it: refused, or failing later.
bool stops(const std::vector<Finding>& findings);
/// Whether one of them says that DeepSpeed stops with an error when it reads the config.
bool is_refused(const std::vector<Finding>& findings);
/// Worst first; what is equally bad keeps its order.
void sort_worst_first(std::vector<Finding>& findings);

}  // namespace zp
