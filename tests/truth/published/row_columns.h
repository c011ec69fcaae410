// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

#include "tests/support/csv.h"

/// What the columns of a published row say, whatever words the source used.
namespace zp::test {

std::string lower(std::string text);
/// Whether a text has a word in it, in any case.
bool says(const std::string& text, std::string_view word);

bool is_deepspeed(const CsvRow& row);
int stage_of(const CsvRow& row);
/// "none | cpu | nvme"; a word in brackets behind it says more than the plan can.
std::string device_of(const std::string& text);

/// The row in words: "llama3-8b, stage 3, optimizer on cpu, 8 × H200, micro batch 1, …".
std::string configuration_of(const CsvRow& row);

}  // namespace zp::test
