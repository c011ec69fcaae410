// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>

/// Formats values of the dimensions. Internal to search/.
namespace zp::words {

std::string count(std::int64_t value);
/// Formats a number of elements as is usual for config files: "500M", "1B".
std::string elements(std::int64_t count);
std::string on_or_off(std::int64_t value);
std::string whole_or_tiled(std::int64_t value);
std::string share(std::int64_t thousandths);
std::string strategy(std::int64_t place);
std::string batch(std::int64_t packed);
std::string checkpointing(std::int64_t place);
std::string loss(std::int64_t kind);
std::string engine(std::int64_t place);
std::string schedule(std::int64_t packed);

std::string engine_phrase(std::int64_t place);
std::string checkpointing_phrase(std::int64_t place);
std::string loss_phrase(std::int64_t kind);
std::string nodes_phrase(std::int64_t count);

}  // namespace zp::words
