// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/run/scan.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <string>

namespace zp::run {
namespace {

/// Maximum characters of a number; longer ones are not figures of a log.
constexpr std::size_t longest_number = 40;

struct ByteUnit {
  std::string_view name;
  double bytes;
};

/// Units in the output of PyTorch, DeepSpeed, the kernel and nvidia-smi, whose KB, MB and GB are binary too
/// (torch/cuda/memory.py, deepspeed/runtime/utils.py). Longer names come first.
constexpr auto byte_units = std::to_array<ByteUnit>({{"bytes", 1},
                                                     {"TiB", gib* kib},
                                                     {"GiB", gib},
                                                     {"MiB", mib},
                                                     {"KiB", kib},
                                                     {"TB", gib* kib},
                                                     {"GB", gib},
                                                     {"MB", mib},
                                                     {"KB", kib},
                                                     {"kB", kib},
                                                     {"B", 1}});

/// Returns the number of characters at the start of `text` that are groups of three digits, each after a
/// comma: 8 for ",000,000".
std::size_t groups_at(std::string_view text) {
  std::size_t length = 0;
  while (length + 3 < text.size() && text[length] == ',' && is_digit(text[length + 1]) &&
         is_digit(text[length + 2]) && is_digit(text[length + 3]) &&
         (length + 4 == text.size() || !is_digit(text[length + 4])))
    length += 4;
  return length;
}

std::size_t digits_at(std::string_view text) {
  std::size_t length = 0;
  while (length < text.size() && is_digit(text[length]))
    ++length;
  return length;
}

/// Returns the length of an exponent such as "e+08"; 0 if there is none.
std::size_t exponent_at(std::string_view text) {
  if (text.empty() || (text.front() != 'e' && text.front() != 'E')) return 0;
  const std::size_t sign = text.size() > 1 && (text[1] == '+' || text[1] == '-') ? 2 : 1;
  const std::size_t digits = digits_at(text.substr(sign));
  return digits == 0 ? 0 : sign + digits;
}

}  // namespace

bool Scan::skip(std::string_view literal) {
  if (!rest_.starts_with(literal)) return false;
  rest_.remove_prefix(literal.size());
  return true;
}

bool Scan::find(std::string_view literal) {
  const std::size_t at = rest_.find(literal);
  if (at == std::string_view::npos) return false;
  rest_.remove_prefix(at + literal.size());
  return true;
}

void Scan::spaces() { skip_any(" \t"); }

bool Scan::skip_any(std::string_view characters) {
  const std::size_t at = rest_.find_first_not_of(characters);
  const bool moved = at != 0 && !rest_.empty();
  rest_.remove_prefix(at == std::string_view::npos ? rest_.size() : at);
  return moved;
}

std::optional<Number> Scan::number() {
  const std::size_t sign = !rest_.empty() && rest_.front() == '-' ? 1 : 0;
  const std::size_t whole_digits = digits_at(rest_.substr(sign));
  if (whole_digits == 0) return std::nullopt;
  std::size_t length = sign + whole_digits;
  if (whole_digits <= 3) length += groups_at(rest_.substr(length));
  std::size_t decimals = 0;
  if (length < rest_.size() && rest_[length] == '.') {
    decimals = digits_at(rest_.substr(length + 1));
    if (decimals > 0) length += 1 + decimals;
  }
  const std::size_t exponent = exponent_at(rest_.substr(length));
  if (length + exponent > longest_number) return std::nullopt;
  std::string plain;
  for (const char c : rest_.substr(0, length + exponent))
    if (c != ',') plain += c;
  Number number;
  const auto [end, error] = std::from_chars(plain.data(), plain.data() + plain.size(), number.value);
  if (error != std::errc() || end != plain.data() + plain.size() || !std::isfinite(number.value))
    return std::nullopt;
  number.text = rest_.substr(0, length + exponent);
  number.rounding = decimals == 0 || exponent > 0 ? 0 : 0.5 * std::pow(10.0, -static_cast<double>(decimals));
  rest_.remove_prefix(number.text.size());
  return number;
}

std::optional<Number> Scan::bytes() {
  const std::string_view before = rest_;
  std::optional<Number> number = this->number();
  if (!number) return std::nullopt;
  spaces();
  for (const ByteUnit& unit : byte_units)
    if (rest_.starts_with(unit.name) &&
        (rest_.size() == unit.name.size() || !is_word_character(rest_[unit.name.size()]))) {
      rest_.remove_prefix(unit.name.size());
      if (number->rounding == 0 && unit.bytes > 1) number->rounding = 0.5;  // a whole number of larger units
      number->value *= unit.bytes;
      number->rounding *= unit.bytes;
      if (std::abs(number->value) > static_cast<double>(largest_amount)) break;  // no memory is that large
      return number;
    }
  rest_ = before;
  return std::nullopt;
}

std::string_view Scan::word() {
  std::size_t length = 0;
  while (length < rest_.size() && is_word_character(rest_[length]))
    ++length;
  const std::string_view found = rest_.substr(0, length);
  rest_.remove_prefix(length);
  return found;
}

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

std::string unpadded(std::string_view text, std::size_t padding) {
  std::string out;
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t end = std::min(text.find_first_not_of(' ', i), text.size());
    if (end - i < padding) out.append(text.substr(i, end - i));
    if (end < text.size()) out += text[end];
    i = end + 1;
  }
  return out;
}

bool contains(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

std::optional<int> whole(const std::optional<Number>& number) {
  if (!number || number->value != std::floor(number->value) || std::abs(number->value) > 2e9)
    return std::nullopt;
  return static_cast<int>(number->value);
}

}  // namespace zp::run
