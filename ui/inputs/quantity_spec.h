// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLocale>
#include <QString>
#include <optional>

#include "core/units/parse.h"
#include "ui/inputs/stops.h"

/// Properties of a QuantityRow's quantity, as data.
namespace zp {

/// How a quantity is formatted and parsed; all through core/units.
enum class QuantityKind {
  count,   ///< a whole number: "4,096"
  params,  ///< a whole number, three digits and a letter: "6.74 B"
  gib,     ///< an amount of memory: "79.2 GiB", reads "80 GB"
  number,  ///< any number: "31.5"
  gbit,    ///< a speed in GB/s, written in Gbit/s: "100 Gbit/s", reads "12.5 GB/s"
};

/// How much one press of an arrow key changes the value.
enum class StepMode {
  stops,     ///< to the next stop: for powers of two
  multiple,  ///< by `multiple`
  decade,    ///< by a tenth of the value's decade: 6.74 B → 6.8 B → 6.9 B
};

struct QuantitySpec {
  QString name;  ///< object name, and prefix of the parts' names: "layers" → "layers.slider", "layers.spin"
  QString label;  ///< with access key: "&Layers"
  QString
      tool_tip;  ///< meaning, symbol in formulas, DeepSpeed key; plain text, also the accessible description
  Stops stops;
  double minimum = 1;  ///< the legal range; may reach beyond the stops
  double maximum = 1;
  QuantityKind kind = QuantityKind::count;
  QString unit = {};  ///< "tok", "GB/s"; QuantityKind::gib adds its own
  StepMode step_mode = StepMode::stops;
  double multiple = 1;  ///< step of StepMode::multiple
  QString spoken = {};  ///< name for screen readers if the label is abbreviated: "Sequence length"
  /// True if a letter after a number means a power of two, as is usual for tokens: "8k" is 8,192.
  bool counts_in_1024 = false;
};

/// Another possible meaning of a typed text, and how the text was read.
struct OtherReading {
  QString taken;  ///< "8k is 8,192 tok here."
  double value = 0;
  QString text;  ///< "8,000 tok"
};

/// Returns the value with its unit after a narrow no-break space: "4,096 tok".
QString textOf(const QuantitySpec& spec, double value);

/// Returns the decimal mark of the locale.
DecimalMark decimalMarkOf(const QLocale& locale);

/// Parses a number, with or without a unit ("7b", "2*8", "80 GB", "1,5 TB"). Returns nullopt if the text is
/// not such a number or is ambiguous (ambiguous_sentence of units/parse.h). The value is not limited to the
/// range.
std::optional<double> parsed(const QuantitySpec& spec, const QString& text,
                             DecimalMark mark = DecimalMark::point);

/// Returns the other possible meaning of a text; nullopt if there is none.
std::optional<OtherReading> otherReading(const QuantitySpec& spec, const QString& text,
                                         DecimalMark mark = DecimalMark::point);

/// Returns the value after `steps` arrow presses, within the legal range; ten steps together count as three
/// stops.
double stepped(const QuantitySpec& spec, double value, int steps);

}  // namespace zp
