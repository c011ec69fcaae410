// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

#include "core/accuracy/accuracy.h"

/// The tables of resources/accuracy as Markdown: docs/accuracy.md has all of them, the README some lines of
/// those that were written blind. Both stand between the marks of the build target `accuracy`.
namespace zp::test {

/// Returns all tables, the blind ones first, with a note on each and the reasons of rows that are left out.
std::string accuracy_page(const Accuracy& all);
/// Returns the README's lines of the blind tables.
std::string readme_table(const Accuracy& all);

/// Returns the Markdown with `text` in place of what stands between its two marks; throws std::runtime_error
/// if the marks are missing.
std::string with_accuracy(std::string_view markdown, std::string_view text);
/// Returns what stands between the marks.
std::string accuracy_in(std::string_view markdown);

}  // namespace zp::test
