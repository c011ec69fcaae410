// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

#include "tests/support/csv.h"

/// Reads the columns of a published row, whatever words the source used.
namespace zp::test {

std::string lower(std::string text);
/// Returns true if the text contains the word, in any case.
bool says(const std::string& text, std::string_view word);

bool is_deepspeed(const CsvRow& row);
int stage_of(const CsvRow& row);
/// Returns "none", "cpu" or "nvme"; a word in brackets behind it says more than the plan can.
std::string device_of(const std::string& text);

/// Returns the row in words: "llama3-8b, stage 3, optimizer on cpu, 8 × H200, micro batch 1, …".
std::string configuration_of(const CsvRow& row);

}  // namespace zp::test
