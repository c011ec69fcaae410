// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>
#include <cmath>

#include "core/units/parse.h"
#include "core/units/quantity.h"
#include "core/units/typed_text.h"

namespace zp {

using namespace typed;

namespace {

struct MemoryUnit {
  std::string_view name;
  double bytes;
};
constexpr double kib = 1024;
/// Units by name; a longer name precedes the shorter ones that it ends with. A single letter is the binary
/// unit, as in free(1) and Slurm.
constexpr std::array<MemoryUnit, 19> memory_units = {{
    {"kib", kib},
    {"mib", kib* kib},
    {"gib", kib* kib* kib},
    {"tib", kib* kib* kib* kib},
    {"pib", kib* kib* kib* kib* kib},
    {"eib", kib* kib* kib* kib* kib* kib},
    {"kb", 1e3},
    {"mb", 1e6},
    {"gb", 1e9},
    {"tb", 1e12},
    {"pb", 1e15},
    {"eb", 1e18},
    {"bytes", 1},
    {"byte", 1},
    {"b", 1},
    {"k", kib},
    {"m", kib* kib},
    {"g", kib* kib* kib},
    {"t", kib* kib* kib* kib},
}};

bool ends_with_unit(std::string_view text, std::string_view unit) {
  return text.size() >= unit.size() &&
         std::ranges::equal(text.substr(text.size() - unit.size()), unit, {}, lower);
}

}  // namespace

std::optional<double> parse_gib(std::string_view text, DecimalMark mark) {
  text = trim(text);
  double unit_bytes = static_cast<double>(bytes_per_gib);
  for (const MemoryUnit& unit : memory_units)
    if (ends_with_unit(text, unit.name)) {
      text.remove_suffix(unit.name.size());
      unit_bytes = unit.bytes;
      break;
    }
  const auto value = parse_number(text, mark);
  if (!value || *value < 0) return std::nullopt;
  const double gib = *value * (unit_bytes / static_cast<double>(bytes_per_gib));
  if (!std::isfinite(gib)) return std::nullopt;
  return gib;
}

}  // namespace zp
