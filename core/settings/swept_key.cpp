// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/settings/swept_key.h"

#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <optional>

#include "core/settings/plan_settings.h"
#include "core/units/format.h"
#include "core/units/parse.h"

namespace zp {
namespace {

/// Share of a step by which the last value of a range may exceed its end, because of rounding.
constexpr double beyond_end = 1e-9;

/// Returns the parts of `text` between commas outside brackets and quotes.
std::vector<std::string_view> parts_of(std::string_view text) {
  std::vector<std::string_view> parts;
  std::size_t begin = 0, depth = 0;
  bool is_quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '"') is_quoted = !is_quoted;
    if (is_quoted) continue;
    if (c == '[' || c == '{') ++depth;
    if ((c == ']' || c == '}') && depth > 0) --depth;
    if (c != ',' || depth > 0) continue;
    parts.push_back(text.substr(begin, i - begin));
    begin = i + 1;
  }
  parts.push_back(text.substr(begin));
  return parts;
}

/// Returns the shortest text that reads back as this number.
std::string number_text(double value) {
  constexpr double exact = 0x1p53;
  if (value == std::floor(value) && std::abs(value) <= exact)
    return std::to_string(static_cast<std::int64_t>(value));
  std::array<char, 32> text{};
  const auto [end, error] = std::to_chars(text.data(), text.data() + text.size(), value);
  return {text.data(), end};
}

struct NumberRange {
  double low = 0, high = 0;
  double step = 1;    ///< step of a range with '+', or with neither sign
  double factor = 0;  ///< factor of a range with '*'; 0 for none
};

/// Parses a range such as "1..64*2"; returns nullopt if the text does not begin as a range.
std::optional<NumberRange> range_in(std::string_view text) {
  const std::size_t dots = text.find("..");
  if (dots == std::string_view::npos) return std::nullopt;
  const auto low = parse_number(text.substr(0, dots));
  if (!low) return std::nullopt;
  const std::string_view rest = text.substr(dots + 2);
  const std::size_t sign = rest.find_first_of("*+");
  const auto high = parse_number(rest.substr(0, sign));
  const auto by = sign == std::string_view::npos ? std::optional(1.0) : parse_number(rest.substr(sign + 1));
  if (!high || !by)
    throw FileError("",
                    std::string(text) +
                        " is no range; write it as 1..16, 1..16+3 or 1..64*2, decimal numbers with a point.");
  NumberRange range{*low, *high};
  if (sign != std::string_view::npos) (rest[sign] == '*' ? range.factor : range.step) = *by;
  if (range.high < range.low)
    throw FileError("", std::string(text) + " ends below its beginning; write the smaller number first.");
  const bool grows = range.factor == 0 ? range.step > 0 : range.factor > 1 && range.low > 0;
  if (!grows)
    throw FileError(
        "",
        std::string(text) +
            " never ends; a step is above 0, a factor above 1, and a range with a factor begins above 0.");
  return range;
}

void add_range(const NumberRange& range, std::vector<std::string>& values) {
  const bool is_product = range.factor > 0;
  for (std::size_t i = 0; i <= most_swept; ++i) {
    const auto count = static_cast<double>(i);
    const double value =
        is_product ? range.low * std::pow(range.factor, count) : range.low + count * range.step;
    if (value > range.high + beyond_end * (is_product ? range.high : range.step)) return;
    values.push_back(number_text(is_product ? value : std::min(value, range.high)));
  }
}

std::vector<std::string> values_in(std::string_view text) {
  std::vector<std::string> values;
  for (const std::string_view part : parts_of(text)) {
    if (part.empty()) throw FileError("", "a value is empty; write values with one comma between them.");
    if (const auto range = range_in(part))
      add_range(*range, values);
    else
      values.emplace_back(part);
    if (values.size() > most_swept)
      throw FileError("", "these are more than " + format_count(std::int64_t{most_swept}) +
                              " values; take a larger step or factor.");
  }
  return values;
}

}  // namespace

SweptKey parse_swept_key(std::string_view text) {
  const KeySetting setting = parse_setting(text);
  try {
    check_plan_path(setting.path);
    return {setting.path, values_in(setting.value)};
  } catch (const FileError& error) {
    throw FileError(setting.path, shown(setting) + ": " + error.what());
  }
}

}  // namespace zp
