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

/// The gestures that show a part of a chart: Ctrl with the wheel, the keys + and −, or a rubber band, drawn
/// from where a click would choose nothing, or anywhere with Shift; the wheel moves along. A button, 0, or a
/// double click beside the items shows all again.
class ChartZoom : public QObject {
  Q_OBJECT

 public:
  /// Zooms the plot of that chart; both must outlive it.
  ChartZoom(Chart& chart, Plot& plot);

  // Each of these returns false if the event is not for it.
  bool turnWheel(const QWheelEvent& event);
  bool press(const QMouseEvent& event, bool chooses);
  bool drag(const QMouseEvent& event);
  bool release();
  bool doubleClick(const QMouseEvent& event, bool chooses);
  /// `focus`: the place of the item that the keyboard is on; empty for none.
  bool pressKey(const QKeyEvent& event, const QRectF& focus);

  void addTo(QMenu& menu, QPointF pos);
  /// Places the button after a change of size, and shows it if there is something to take back.
  void place();

 signals:
  /// Other values are shown.
  void changed();

 private:
  void zoom(QPointF pos, double factor);
  void showAll();
  [[nodiscard]] QRectF band() const;

  Chart& chart_;
  Plot& plot_;
  QRubberBand* rubber_ = nullptr;
  QToolButton* all_ = nullptr;
  std::optional<QPointF> from_;  ///< corner of the band
  QPointF to_;
};

}  // namespace zp
