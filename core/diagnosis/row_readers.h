// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/diagnosis/death_rows.h"
#include "core/run/scan.h"
#include "core/search/option.h"
#include "core/sharding/swap_buffers.h"
#include "core/units/quantity.h"

/// Parts that several rows of the table share. Internal to diagnosis/.
namespace zp::diagnosis {

/// Returns a sentence that compares the plan's host memory with the node's, and with the memory in use
/// according to the log.
std::string ask_host(const Case& sign);

/// Returns the last path in the text, without the quotes around it; "" if there is none.
std::string path_in(std::string_view text);
/// Returns true if a word of the line says that something failed.
bool mentions_failure(std::string_view text);
/// Returns the text between two others, at most 200 characters; "" if they do not occur in this order.
std::string between(std::string_view text, std::string_view before, std::string_view behind);
/// Returns a log's figure as a whole number, clamped to 0 … largest_amount.
constexpr std::int64_t whole_of(double figure) { return bytes_of(figure).value(); }

}  // namespace zp::diagnosis
