// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "core/units/parse.h"
#include "core/units/typed_text.h"

namespace zp {

using namespace typed;

std::string ambiguous_readings(std::string_view text, DecimalMark mark) {
  if (mark == DecimalMark::point) return "";
  const auto is_part = [](char c) { return is_digit(c) || c == '.' || c == ','; };
  for (auto begin = std::ranges::find_if(text, is_part); begin != text.end();) {
    const auto end = std::find_if_not(begin, text.end(), is_part);
    const std::string number(begin, end);
    const std::size_t at = number.find_first_of(".,");
    if (at != std::string::npos && at >= 1 && at <= 3 && number.size() == at + 4 && number.front() != '0' &&
        begins_with_group(std::string_view(number).substr(at + 1))) {
      std::string fraction = number.substr(at + 1);
      fraction.erase(fraction.find_last_not_of('0') + 1);
      if (fraction.empty() || fraction.size() == 3) fraction += '0';  // three digits would be a group again
      return number.substr(0, at) + number.substr(at + 1) + " or " + number.substr(0, at) + "." + fraction;
    }
    begin = std::find_if(end, text.end(), is_part);
  }
  return "";
}

std::string ambiguous_sentence(std::string_view text, DecimalMark mark) {
  const std::string readings = ambiguous_readings(text, mark);
  if (readings.empty()) return "";
  return "“" + std::string(trim(text)) + "” can mean " + readings + "; write one of the two.";
}

}  // namespace zp
