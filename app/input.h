// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <stdexcept>
#include <string>

#include "core/plan/plan.h"

namespace zp::app {

/// The input could not be used: what() is the whole message, with the file it is about.
class InputError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// How messages call the file: "standard input" for "-".
std::string input_name(const std::string& path);

/// The plan in `path` ("-": standard input), read and found usable. Throws FileError where the file cannot be
/// read, and InputError with the file, the line or the field, and the fix; where no estimate can be made of
/// the plan (is_usable), with every refusal on a line of its own.
PlanDocument load_plan(const std::string& path);

/// The same for text that is already here, without the name of a file in the message.
PlanDocument parse_plan(const std::string& text);

}  // namespace zp::app
