// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <CLI/CLI.hpp>

/// Options with a number within bounds, in the syntax of units/parse.h: for CLI::Option::transform, so that
/// CLI11 gets plain digits.
namespace zp::app {

/// Refuses anything but a whole number from `least` to `most`, in a message that names both.
CLI::Validator whole_number(long long least, long long most);
/// Refuses anything but a number from `least` to `most`, in a message that names both; `most` may be
/// infinite.
CLI::Validator number(double least, double most);

}  // namespace zp::app
