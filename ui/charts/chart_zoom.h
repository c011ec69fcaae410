// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QPointF>
#include <optional>

class QKeyEvent;
class QMenu;
class QMouseEvent;
class QRubberBand;
class QToolButton;
class QWheelEvent;

namespace zp {

class Chart;
class Plot;

/// Zoom gestures: Ctrl with the wheel, the keys + and −, or a rubber band, started where a click would choose
/// nothing, or anywhere with Shift. The wheel scrolls. A button, 0, or a double click outside the items shows
/// everything again.
class ChartZoom : public QObject {
  Q_OBJECT

 public:
  /// Zooms the plot of that chart; both must outlive it.
  ChartZoom(Chart& chart, Plot& plot);

  // Each returns false if it does not handle the event.
  bool turnWheel(const QWheelEvent& event);
  bool press(const QMouseEvent& event, bool chooses);
  bool drag(const QMouseEvent& event);
  bool release();
  bool doubleClick(const QMouseEvent& event, bool chooses);
  /// `focus`: rectangle of the item with the keyboard focus; empty for none.
  bool pressKey(const QKeyEvent& event, const QRectF& focus);

  void addTo(QMenu& menu, QPointF pos);
  /// Positions the button after a change of size; visible while the chart is zoomed.
  void place();

 signals:
  /// The shown range has changed.
  void changed();

 private:
  void zoom(QPointF pos, double factor);
  void showAll();
  [[nodiscard]] QRectF band() const;

  Chart& chart_;
  Plot& plot_;
  QRubberBand* rubber_ = nullptr;
  QToolButton* all_ = nullptr;
  std::optional<QPointF> from_;  ///< first corner of the rubber band
  QPointF to_;
};

}  // namespace zp
