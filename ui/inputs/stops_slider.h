// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSlider>
#include <optional>
#include <vector>

#include "ui/inputs/stops.h"

namespace zp {

/// A problematic range of a quantity: from a value on, or up to it.
struct Cliff {
  double from = 0;
  bool is_above = true;
  bool is_wall = true;  ///< true if nothing runs there; false if it only costs time
  QString text;         ///< "from 16 on out of memory"
  bool operator==(const Cliff&) const = default;
};

/// A horizontal slider over Stops. Clicking or dragging moves between stops, with Shift continuously; arrows
/// move one stop, Page up and down three, Home and End to the ends; the wheel works only while focused. It
/// paints itself, because Fusion's ticks are invisible in the dark theme.
class StopsSlider : public QSlider {
  Q_OBJECT

 public:
  explicit StopsSlider(Stops stops, QWidget* parent = nullptr);

  [[nodiscard]] const Stops& stops() const { return stops_; }
  /// Returns the exact value, which may be between two stops or beyond the ends (the handle is then at the
  /// end).
  [[nodiscard]] double exactValue() const { return exact_; }
  /// Moves the handle without emitting a signal.
  void setExactValue(double value);
  /// Sets a mark on the groove at the preset's value; nullopt removes it.
  void setMark(std::optional<double> value);
  /// Colours the range of each cliff, with a mark where it starts.
  void setCliffs(const std::vector<Cliff>& cliffs);
  /// Returns the centre of the handle for a value, in pixels from the left; for tests and painting.
  [[nodiscard]] double handleX(double value) const;

  [[nodiscard]] QSize sizeHint() const override;
  [[nodiscard]] QSize minimumSizeHint() const override;

 signals:
  /// The user moved the handle by mouse, key, wheel or an assistive tool.
  void exactValueEdited(double value);
  void pressStarted();
  void pressEnded();

 protected:
  void paintEvent(QPaintEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void wheelEvent(QWheelEvent* event) override;
  void enterEvent(QEnterEvent* event) override;
  void leaveEvent(QEvent* event) override;

 private:
  void moveTo(double value);
  void moveToX(double x, bool between_stops);
  void takeRawValue(int raw);
  void paintTicks(QPainter& painter, double groove_y) const;
  void paintCliff(QPainter& painter, const QRectF& groove, const Cliff& cliff) const;

  Stops stops_;
  double exact_;
  std::optional<double> mark_;
  std::vector<Cliff> cliffs_;
  int wheel_rest_ = 0;
};

}  // namespace zp
