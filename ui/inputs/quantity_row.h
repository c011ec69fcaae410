// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include "ui/inputs/input_row.h"
#include "ui/inputs/quantity_spec.h"

namespace zp {

class NumberSpin;
class StopsSlider;

/// Where a quantity gets out of hand: from that value on, or up to it.
struct Cliff {
  double from = 0;
  bool is_above = true;
  QString text;  ///< "from 16 on out of memory"
  bool operator==(const Cliff&) const = default;
};

/// Label, slider over stops, spin box with unit. The parts are named "<name>.slider" and "<name>.spin".
class QuantityRow : public InputRow {
  Q_OBJECT

 public:
  explicit QuantityRow(const QuantitySpec& spec, QWidget* parent = nullptr);

  [[nodiscard]] double value() const;
  /// Shows a value, held within the legal range; emits nothing.
  void setValue(double value);
  /// The preset's value: sets the dot and a mark on the slider. Nothing takes both away.
  void setPreset(std::optional<double> value);
  /// Marks the slider, and says so in its tip. Nothing takes it away.
  void setCliff(const std::optional<Cliff>& cliff);

 signals:
  /// The user changed it.
  void edited(double value, int gesture);

 protected:
  void showProblem(bool problem) override;

 private:
  void takeSlider(double value);
  void takeSpin(double value);
  void refresh();

  QuantitySpec spec_;
  std::optional<double> preset_;
  std::optional<Cliff> cliff_;
  double other_ = 0;  ///< what the note's link takes
  StopsSlider* slider_;
  NumberSpin* spin_;
};

}  // namespace zp
