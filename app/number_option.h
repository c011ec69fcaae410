// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <CLI/CLI.hpp>

/// Options whose value is a number within bounds, typed as units/parse.h reads it: for
/// CLI::Option::transform, so that CLI11 gets plain digits.
namespace zp::app {

/// Refuses what is no whole number from `least` to `most`, in words with both.
CLI::Validator whole_number(long long least, long long most);
/// The same of any number; `most` may be infinite.
CLI::Validator number(double least, double most);

}  // namespace zp::app
