// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "core/text/file_error.h"

/// Facts that a tutorial may quote: the answers of the program's own commands about the plan at a step, and
/// the texts of its window there.
namespace zp {

struct CommandOutcome {
  int status = 0;
  std::string out, err;
};

/// Runs a command line of the program, without its name, beside the files of a step: plan.zplan.json and
/// those of the tutorial.
using RunCommand = std::function<CommandOutcome(const std::string& step, const std::string& command)>;

/// Returns the text of the control of that name at a step. Throws FileError if there is none.
using ReadControl = std::function<std::string(const std::string& step, const std::string& control)>;

struct KnownFacts;

/// Evaluates expressions over the commands' answers and the window's texts. A term is a number, "a text",
/// true, false, a path into a command's JSON (estimate/gpu/peak; in a list the element with that name, id or
/// code, or that number), or text(CONTROL). The first word of a path is a command with the plan, or [a
/// command line]: [solve plan.zplan.json --for min-gpus]/candidates/0/name. Terms are joined by +, -, × and ÷
/// with spaces around, from left to right.
class Facts {
 public:
  Facts(RunCommand run, ReadControl read);
  ~Facts();
  Facts(Facts&&) noexcept;
  Facts& operator=(Facts&&) noexcept;

  /// Returns the value of "estimate/gpu/peak GiB", in the form that the last word names; a text needs none.
  /// "check a < b" returns "" if it is true. Throws FileError if it cannot be evaluated, or is not true.
  std::string evaluate(const std::string& step, std::string_view expression);

  /// Returns the command's outcome; each command runs once per step.
  const CommandOutcome& run(const std::string& step, const std::string& command);

 private:
  std::unique_ptr<KnownFacts> known_;
};

}  // namespace zp
