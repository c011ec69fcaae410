// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>
#include <array>
#include <memory>
#include <optional>
#include <vector>

#include "ui/charts/axis_span.h"
#include "ui/charts/bar_chart_data.h"
#include "ui/charts/chart_table.h"
#include "ui/qcp.h"

namespace zp {

/// An axis ticker whose labels come from core/units, like every number of the program.
class UnitTicker : public QCPAxisTickerFixed {
 public:
  UnitTicker() { setScaleStrategy(ssNone); }

 protected:
  QString getTickLabel(double tick, const QLocale& locale, QChar format, int precision) override;
};

inline constexpr double plot_side = 12;         ///< empty pixels at either side of every plot
inline constexpr double legend_sample_gap = 6;  ///< from a swatch or line of the legend to its name
inline constexpr double mark_half = 5.5;        ///< half the size of a run's mark

/// Base class of the plots in this folder; private to ui/charts. A plot draws its data with QCustomPlot and
/// knows the rectangles of its items (bars, columns, moments) and their parts. It has no behaviour; Chart on
/// screen and each exported picture own one. All rectangles are in pixels and refer to the last arrange(); −1
/// means no item or no part.
class Plot : public QCustomPlot {
 public:
  /// Things that a click or Return chooses. `items` are also chosen by the arrow keys; for `points` the arrow
  /// keys only move the focus.
  enum class Choice { nothing, items, parts, points };

  /// Returns the direction in which items follow each other, horizontal or vertical.
  [[nodiscard]] Qt::Orientation direction() const { return direction_; }
  [[nodiscard]] Choice choice() const { return choice_; }
  [[nodiscard]] virtual const ChartWords& words() const = 0;
  /// Returns the data as text for screen readers, with the item and part that have the keyboard focus.
  [[nodiscard]] virtual QStringList spoken(int item, int part) const = 0;
  /// Returns the figures for export.
  [[nodiscard]] virtual ChartTable table() const = 0;
  /// Returns a plot of the same data, for an exported picture.
  [[nodiscard]] virtual std::unique_ptr<Plot> copy() const = 0;

  /// Sets colours and font, because QCustomPlot ignores palettes.
  void setLook(const ThemeColors& colors, const QFont& font);
  /// Shows title and note, for exported pictures.
  void setCaptions(bool shown);
  /// Sets the items under keyboard and mouse, and the part with the keyboard focus.
  void setPointers(int focus, int focus_part, int hover);
  /// Sets margins and axis ranges for a picture of that size.
  void arrange(QSize size);
  /// Returns the minimum size at which nothing is cut off.
  [[nodiscard]] QSize leastSize() const;
  /// Returns the preferred size on screen.
  [[nodiscard]] virtual QSize usualSize() const { return {640, 400}; }
  /// Returns the preferred size of a picture.
  [[nodiscard]] virtual QSize pictureSize() const = 0;

  [[nodiscard]] virtual int itemCount() const = 0;
  /// Return the item or part with that name in the chart; −1 if there is none, or if they have no names.
  [[nodiscard]] virtual int itemNamed(const QString& /*name*/) const { return -1; }
  [[nodiscard]] virtual int partNamed(const QString& /*name*/) const { return -1; }
  /// Returns how many items the arrow keys can reach, counted from the first.
  [[nodiscard]] virtual int walkCount() const { return itemCount(); }
  [[nodiscard]] virtual int itemAt(QPointF pos) const = 0;
  [[nodiscard]] virtual QRectF itemRect(int item) const = 0;
  [[nodiscard]] virtual int partAt(QPointF /*pos*/) const { return -1; }
  [[nodiscard]] virtual QRectF partRect(int /*item*/, int /*part*/) const { return {}; }
  [[nodiscard]] virtual QString tip(int item, int part) const = 0;
  /// Returns the area in which the tip of an item or part stays visible.
  [[nodiscard]] virtual QRectF tipArea(int item, int /*part*/) const { return itemRect(item); }
  /// Returns the item with the keyboard focus after new data, if `item` had it before.
  [[nodiscard]] virtual int keptItem(int item) const = 0;
  /// Returns the item at which the keyboard starts.
  [[nodiscard]] virtual int firstItem() const { return itemCount() > 0 ? 0 : -1; }
  /// Returns the part with the keyboard focus at `item`, if `part` had it before.
  [[nodiscard]] virtual int keptPart(int /*item*/, int /*part*/) const { return -1; }
  /// Returns the next existing part in direction `step`; `part` if there is none.
  [[nodiscard]] virtual int nextPart(int /*item*/, int part, int /*step*/) const { return part; }

  [[nodiscard]] virtual std::vector<QRectF> legendRects() const = 0;
  [[nodiscard]] QRectF plotRect() const;

  // plot_zoom.cpp
  /// Returns the whole range of an axis that can be zoomed; nullopt if it cannot.
  [[nodiscard]] virtual std::optional<AxisSpan> wholeSpan(Qt::Orientation /*axis*/) const { return {}; }
  /// Returns the shown range of that axis.
  [[nodiscard]] AxisSpan shownSpan(Qt::Orientation axis) const;
  [[nodiscard]] bool canZoom() const;
  /// Returns true while only a part of the axes is shown. New data keep that part; pictures show everything.
  [[nodiscard]] bool isZoomed() const;
  /// Zooms in by `factor` around that pixel. Returns false if nothing changes.
  bool zoomAt(QPointF pos, double factor);
  /// Shows the contents of that rectangle, on axes that can be zoomed.
  void zoomTo(const QRectF& rect);
  /// Scrolls by that share of the shown range; returns false at the end of the axis.
  bool moveBy(Qt::Orientation axis, double share);
  void showAll();
  /// Scrolls until this pixel is visible; returns false if it already is.
  bool scrollIntoView(QPointF pos);

 protected:
  Plot(Qt::Orientation direction, Choice choice);

  /// Sets margins and ranges for size_. Precondition: it is not empty.
  virtual void fit() = 0;
  /// Sets colours specific to this plot.
  virtual void recolor() = 0;
  virtual void paintBackdrop(QPainter& painter) const = 0;
  virtual void paintForeground(QPainter& painter) const = 0;
  /// Paints the focus marks above the veil of an outdated plan.
  virtual void paintFocus(QPainter& painter) const = 0;
  /// Returns the minimum size of the plot area, without margins.
  [[nodiscard]] virtual QSize leastPlot() const = 0;

  [[nodiscard]] QSize withMargins(QSize plot) const;
  [[nodiscard]] double captionHeight() const;
  /// Returns the height in pixels of a picture's note.
  [[nodiscard]] double noteHeight() const;
  /// Returns one rectangle per name, each after a sample of that width, below the captions.
  [[nodiscard]] std::vector<QRectF> legendPlaces(const QStringList& names, double sample_width) const;
  [[nodiscard]] double legendBottom() const;
  /// For a legend of filled squares: return its rectangles, and paint it.
  [[nodiscard]] std::vector<QRectF> swatchPlaces(const std::vector<BarSeries>& series) const;
  /// Paints a measured value as a mark at `value`, with a band to the `predicted` one; both are points in
  /// pixels.
  void paintMark(QPainter& painter, QPointF value, QPointF predicted, bool outside) const;
  void paintSwatches(QPainter& painter, const std::vector<BarSeries>& series) const;
  /// Returns the pen of the line that marks the usable memory.
  [[nodiscard]] QPen limitPen() const;

  ThemeColors colors_;
  QFont font_;
  QSize size_;
  bool captions_ = false;
  int focus_ = -1, focus_part_ = -1, hover_ = -1;

 private:
  void paintOverlay(QPainter& painter) const;
  void paintCaptions(QPainter& painter) const;
  void paintVeil(QPainter& painter) const;

  bool showPart(Qt::Orientation axis, double from, double to);
  [[nodiscard]] std::optional<AxisSpan>& zoomOf(Qt::Orientation axis) {
    return zoom_[axis == Qt::Horizontal ? 0 : 1];
  }
  [[nodiscard]] const std::optional<AxisSpan>& zoomOf(Qt::Orientation axis) const {
    return zoom_[axis == Qt::Horizontal ? 0 : 1];
  }

  Qt::Orientation direction_;
  Choice choice_;
  std::array<std::optional<AxisSpan>, 2> zoom_;  ///< shown ranges of both axes, if zoomed
};

}  // namespace zp
