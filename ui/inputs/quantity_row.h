// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <vector>

#include "ui/inputs/input_row.h"
#include "ui/inputs/quantity_spec.h"
#include "ui/inputs/stops_slider.h"

namespace zp {

class NumberSpin;

/// A label, a slider over stops, and a spin box with unit, named "<name>.slider" and "<name>.spin".
class QuantityRow : public InputRow {
  Q_OBJECT

 public:
  explicit QuantityRow(const QuantitySpec& spec, QWidget* parent = nullptr);

  [[nodiscard]] double value() const;
  /// Shows a value, clamped to the legal range, without emitting a signal.
  void setValue(double value);
  /// Sets the preset's value, shown as a dot and a mark on the slider; nullopt removes both.
  void setPreset(std::optional<double> value);
  /// Marks cliffs on the slider and in its tip; later ones are drawn over earlier ones.
  void setCliffs(const std::vector<Cliff>& cliffs);

 signals:
  /// The user changed the value.
  void edited(double value, int gesture);

 protected:
  void showProblem(bool problem) override;

 private:
  void takeSlider(double value);
  void takeSpin(double value);
  void refresh();

  QuantitySpec spec_;
  std::optional<double> preset_;
  std::vector<Cliff> cliffs_;
  double other_ = 0;  ///< value that the note's link sets
  StopsSlider* slider_;
  NumberSpin* spin_;
};

}  // namespace zp
