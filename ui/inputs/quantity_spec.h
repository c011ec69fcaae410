// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLocale>
#include <QString>
#include <optional>

#include "core/units/parse.h"
#include "ui/inputs/stops.h"

/// The properties of a QuantityRow's quantity, as data.
namespace zp {

/// The way a quantity is written and read; all through core/units.
enum class QuantityKind {
  count,   ///< a whole number: "4,096"
  params,  ///< a whole number, three digits and a letter: "6.74 B"
  gib,     ///< an amount of memory: "79.2 GiB", reads "80 GB"
  number,  ///< any number: "31.5"
  gbit,    ///< a speed in GB/s, written in Gbit/s: "100 Gbit/s", reads "12.5 GB/s"
};

/// The change that one press of an arrow key makes.
enum class StepMode {
  stops,     ///< to the next stop: for powers of two
  multiple,  ///< by `multiple`
  decade,    ///< by a tenth of the value's own decade: 6.74 B → 6.8 B → 6.9 B
};

struct QuantitySpec {
  QString
      name;  ///< object name, also the stem of the parts' names: "layers" → "layers.slider", "layers.spin"
  QString label;  ///< with access key: "&Layers"
  QString
      tool_tip;  ///< meaning, symbol in formulas, DeepSpeed key; plain text, also the accessible description
  Stops stops;
  double minimum = 1;  ///< the legal range; may reach beyond the stops
  double maximum = 1;
  QuantityKind kind = QuantityKind::count;
  QString unit = {};  ///< "tok", "GB/s"; QuantityKind::gib writes its own
  StepMode step_mode = StepMode::stops;
  double multiple = 1;  ///< step of StepMode::multiple
  QString spoken = {};  ///< name for screen readers if the label is abbreviated: "Sequence length"
  /// True if a letter behind a number means powers of two, as is usual for tokens: "8k" is 8,192.
  bool counts_in_1024 = false;
};

/// Another possible meaning of a typed text: how the text was read, and what else it could mean.
struct OtherReading {
  QString taken;  ///< "8k is 8,192 tok here."
  double value = 0;
  QString text;  ///< "8,000 tok"
};

/// Returns the value with its unit after a narrow no-break space: "4,096 tok".
QString textOf(const QuantitySpec& spec, double value);

/// Returns the decimal mark of the locale.
DecimalMark decimalMarkOf(const QLocale& locale);

/// Reads a typed number, with or without a unit ("7b", "2*8", "80 GB", "1,5 TB"). Returns nothing if the text
/// is no such number or has two readings (ambiguous_sentence of units/parse.h). The value is not limited to
/// the range.
std::optional<double> parsed(const QuantitySpec& spec, const QString& text,
                             DecimalMark mark = DecimalMark::point);

/// Returns the other meaning of a text; nullopt if it has only one.
std::optional<OtherReading> otherReading(const QuantitySpec& spec, const QString& text,
                                         DecimalMark mark = DecimalMark::point);

/// Returns the value after `steps` arrow presses, within the legal range; ten steps at once are three stops.
double stepped(const QuantitySpec& spec, double value, int steps);

}  // namespace zp
