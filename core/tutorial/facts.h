// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "core/text/file_error.h"

/// Facts that a tutorial may quote: the output of the program's commands for the plan of a step, and the
/// texts of the window at that step.
namespace zp {

struct CommandOutcome {
  int status = 0;
  std::string out, err;
};

/// Runs a command line of the program, given without the program's name, in a folder with the step's files:
/// plan.zplan.json and the tutorial's own files.
using RunCommand = std::function<CommandOutcome(const std::string& step, const std::string& command)>;

/// Returns the text of the control with that name at a step. Throws FileError if there is none.
using ReadControl = std::function<std::string(const std::string& step, const std::string& control)>;

struct KnownFacts;

/// Evaluates expressions over the output of commands and the texts of the window. A term is a number, "a
/// text", true, false, a path into a command's JSON (estimate/gpu/peak; an element of a list is given by its
/// name, id, code or index), or text(CONTROL). The first word of a path is a command that is run on the plan,
/// or [a command line]: [solve plan.zplan.json --for min-gpus]/candidates/0/name. The operators +, -, × and
/// ÷, with spaces around them, join terms from left to right.
class Facts {
 public:
  Facts(RunCommand run, ReadControl read);
  ~Facts();
  Facts(Facts&&) noexcept;
  Facts& operator=(Facts&&) noexcept;

  /// Returns the value of "estimate/gpu/peak GiB" in the format named by the last word; a text needs no
  /// format. "check a < b" returns "" if the comparison holds. Throws FileError if the expression is invalid
  /// or the comparison is false.
  std::string evaluate(const std::string& step, std::string_view expression);

  /// Returns the command's outcome; each command runs once per step.
  const CommandOutcome& run(const std::string& step, const std::string& command);

 private:
  std::unique_ptr<KnownFacts> known_;
};

}  // namespace zp
