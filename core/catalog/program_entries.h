// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "core/catalog/programs.h"

namespace zp {

/// Release dates of one library, oldest first.
using ReleaseDays = std::vector<std::pair<Release, std::int32_t>>;

struct Programs {
  std::vector<ProgramEntry> entries;
  std::array<ReleaseDays, library_count> libraries;  ///< empty for Library::program (see its entry)
};

/// Parses programs.json. Throws std::logic_error, naming the entry and the key, if a required key is missing,
/// a word, a setting or a fact is unknown, or a release has no date.
Programs read_programs(std::string_view text);

/// Returns the types under the rules of the program that `entry` is built on, then of `entry`, in these
/// circumstances.
ProgramTypes types_by_rules(std::span<const ProgramEntry> entries, const ProgramEntry& entry,
                            const ProgramWay& way);

/// Returns the release in the text ("4.46.1"), or nullopt.
std::optional<Release> parse_release(std::string_view text);
/// Returns the date of the newest release up to `release`; 0 if there is none.
std::int32_t day_of(const Release& release, const ReleaseDays& days);

}  // namespace zp
