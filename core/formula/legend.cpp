// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/formula/legend.h"

#include <cmath>

#include "core/units/format.h"

namespace zp {
namespace {

/// From this number on, bytes are shown in kB, MB …
constexpr double many_bytes = 10'000;

std::string value_text(const SymbolValue& symbol) {
  const std::string_view unit = symbol.row->unit;
  if (unit == "elements") return format_params(Params(std::llround(symbol.value))) + " elements";
  if (unit == "seconds") return format_seconds(symbol.value);
  if (unit == "FLOP") return format_flop(symbol.value);
  if (unit == "FLOP/s") return format_flops(symbol.value);
  if (unit == "GB/s") return format_gb_per_s(symbol.value);
  if (unit == "bytes" && symbol.value >= many_bytes) return format_gb(symbol.value);
  const std::string number = format_number(symbol.value, 6);
  return unit.empty() ? number : number + " " + std::string(unit);
}

}  // namespace

std::string legend(std::span<const SymbolValue> symbols) {
  std::string text;
  for (const SymbolValue& symbol : symbols) {
    if (!text.empty()) text += ", ";
    text += std::string(symbol.row->name) + " = " + value_text(symbol);
  }
  return text;
}

}  // namespace zp
