// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/measure_words.h"

#include "core/units/format.h"

namespace zp {

std::string observed_text(Observed quantity, double value) {
  const std::string_view unit = row_of(quantity).unit;
  if (unit == "bytes") return format_bytes(bytes_of(value));
  if (unit == "s") return format_seconds(value);
  if (unit == "percent") return format_percent(value / 100);
  return format_number(value) + (unit.empty() ? "" : " " + std::string(unit));
}

std::string short_name(const NamedLog& named) { return named.name.substr(named.name.rfind('/') + 1); }

std::string place_text(std::span<const NamedLog> logs, const LogPlace& at) {
  const std::string name = short_name(logs[at.log]);
  return at.line > 0 ? name + ":" + std::to_string(at.line) : name;
}

}  // namespace zp
