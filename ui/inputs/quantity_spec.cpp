// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inputs/quantity_spec.h"

#include <QObject>
#include <QRegularExpression>
#include <algorithm>
#include <cmath>

#include "core/units/format.h"

using namespace Qt::Literals::StringLiterals;

namespace zp {
namespace {

constexpr char16_t narrow_no_break_space = u'\u202F';
constexpr int big_step = 10;       // number of steps that Qt passes for Page up and Ctrl
constexpr int big_step_stops = 3;  // the same on a scale of stops

// Whole numbers keep all digits, because four significant ones would turn 16,384 GiB into 16,380.
QString numberText(double value) {
  const bool whole = value == std::round(value) && std::abs(value) < 1e15;
  return QString::fromStdString(whole ? format_count(static_cast<std::int64_t>(value))
                                      : format_number(value));
}

double stepInDecade(double value, int steps) {
  for (; steps != 0; steps += steps > 0 ? -1 : 1) {
    // Going down from a power of ten uses the steps of the decade below: 10 B → 9.9 B.
    const double decade =
        std::floor(std::log10(std::max(std::abs(value), 1e-6)) - (steps < 0 ? 1e-9 : -1e-9));
    const double unit = std::pow(10.0, decade - 1);
    const double grid = value / unit;
    value = (steps > 0 ? std::floor(grid + 1e-6) + 1 : std::ceil(grid - 1e-6) - 1) * unit;
  }
  return value;
}

constexpr double bits_of_byte = 8;
const auto gbit_unit = u"Gbit/s"_s;

/// A typed speed in GB/s, and whether the unit was typed too.
struct TypedSpeed {
  double gb_per_s;
  bool has_unit;
};

/// Reads "100", "100 Gbit/s", "100G", "100 Gbps" as Gbit/s, and "12.5 GB/s" as such.
std::optional<TypedSpeed> typedSpeed(const QString& text, DecimalMark mark) {
  static const QRegularExpression pattern(u"^(.*?)\\s*(?:(gb/s|gbyte/s)|(gbit/s|gbit|gb?ps|gb|g))?$"_s,
                                          QRegularExpression::CaseInsensitiveOption);
  QString bare = text;
  const QRegularExpressionMatch match = pattern.match(bare.replace(narrow_no_break_space, u' ').trimmed());
  const std::optional<double> number = parse_number(match.captured(1).toStdString(), mark);
  if (!number) return std::nullopt;
  if (!match.captured(2).isEmpty()) return TypedSpeed{*number, true};
  return TypedSpeed{*number / bits_of_byte, !match.captured(3).isEmpty()};
}

QString withoutUnit(const QuantitySpec& spec, const QString& text) {
  QString bare = text;
  bare = bare.replace(narrow_no_break_space, u' ').trimmed();
  if (!spec.unit.isEmpty() && bare.endsWith(spec.unit, Qt::CaseInsensitive)) bare.chop(spec.unit.size());
  return bare.trimmed();
}

}  // namespace

QString textOf(const QuantitySpec& spec, double value) {
  if (spec.kind == QuantityKind::gbit)
    return numberText(value * bits_of_byte) + narrow_no_break_space + gbit_unit;
  QString text = spec.kind == QuantityKind::params
                     ? QString::fromStdString(format_params(Params(static_cast<std::int64_t>(value))))
                     : numberText(value);
  const QString unit = spec.kind == QuantityKind::gib ? u"GiB"_s : spec.unit;
  if (!unit.isEmpty()) text += narrow_no_break_space + unit;
  return text;
}

DecimalMark decimalMarkOf(const QLocale& locale) {
  return locale.decimalPoint() == u"," ? DecimalMark::comma : DecimalMark::point;
}

std::optional<double> parsed(const QuantitySpec& spec, const QString& text, DecimalMark mark) {
  const QString bare = withoutUnit(spec, text);
  const std::string utf8 = bare.toStdString();
  switch (spec.kind) {
    case QuantityKind::count:
      if (const auto n = spec.counts_in_1024 ? parse_tokens(utf8, mark) : parse_count(utf8, mark))
        return static_cast<double>(*n);
      return std::nullopt;
    case QuantityKind::params:
      if (const auto n = parse_count(utf8, mark)) return static_cast<double>(*n);
      return std::nullopt;
    case QuantityKind::gib:
      return parse_gib(utf8, mark);
    case QuantityKind::number:
      return parse_number(utf8, mark);
    case QuantityKind::gbit:
      if (const auto speed = typedSpeed(text, mark)) return speed->gb_per_s;
      return std::nullopt;
  }
  return std::nullopt;
}

std::optional<OtherReading> otherReading(const QuantitySpec& spec, const QString& text, DecimalMark mark) {
  const QString bare = withoutUnit(spec, text);
  const auto reading = [&](double taken, double other) -> OtherReading {
    return {QObject::tr("%1 is %2 here.").arg(bare, textOf(spec, taken)), other, textOf(spec, other)};
  };
  if (spec.kind == QuantityKind::gbit) {
    // A number without a unit may be meant in GB/s if links of that speed are common.
    const auto speed = typedSpeed(text, mark);
    if (!speed || speed->has_unit) return std::nullopt;
    const double other = speed->gb_per_s * bits_of_byte;
    if (std::ranges::find(spec.stops.values(), other) == spec.stops.values().end()) return std::nullopt;
    return reading(speed->gb_per_s, other);
  }
  if (spec.counts_in_1024) {
    const auto tokens = parse_tokens(bare.toStdString(), mark);
    const auto plain = parse_count(bare.toStdString(), mark);
    if (tokens && plain && *tokens != *plain)
      return reading(static_cast<double>(*tokens), static_cast<double>(*plain));
  }
  static const QRegularExpression decimal(u"^(.*[0-9] ?[mgt])b$"_s,
                                          QRegularExpression::CaseInsensitiveOption);
  const QRegularExpressionMatch match = decimal.match(bare);
  if (spec.kind != QuantityKind::gib || !match.hasMatch()) return std::nullopt;
  const auto value = parse_gib(bare.toStdString(), mark);
  const auto binary =
      parse_gib(match.captured(1).toStdString(), mark);  // a letter alone means a power of two
  if (!value || !binary) return std::nullopt;
  return reading(*value, *binary);
}

double stepped(const QuantitySpec& spec, double value, int steps) {
  double result = value;
  switch (spec.step_mode) {
    case StepMode::stops:
      if (std::abs(steps) >= big_step) steps = steps / big_step * big_step_stops;
      result = spec.stops.step(value, steps);
      result = steps > 0 ? std::max(result, value)
                         : std::min(result, value);  // the value stays if there is no further stop
      break;
    case StepMode::multiple:
      // From a value between multiples, the first step goes to the next multiple.
      result =
          (steps > 0 ? std::floor(value / spec.multiple) : std::ceil(value / spec.multiple)) * spec.multiple +
          steps * spec.multiple;
      break;
    case StepMode::decade:
      result = stepInDecade(value, steps);
      break;
  }
  if (spec.kind == QuantityKind::count || spec.kind == QuantityKind::params) result = std::round(result);
  return std::clamp(result, spec.minimum, spec.maximum);
}

}  // namespace zp
