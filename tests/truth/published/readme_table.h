// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

#include "core/accuracy/accuracy.h"

namespace zp::test {

/// Returns the table of the README's "How right is it", made from the tables that resources/accuracy holds.
std::string readme_table(const Accuracy& all);
/// Returns the README with that table in place of the one between its two marks; throws std::runtime_error if
/// the marks are missing.
std::string with_table(std::string_view readme, std::string_view table);
/// Returns the table that stands in the README.
std::string table_in(std::string_view readme);

}  // namespace zp::test
