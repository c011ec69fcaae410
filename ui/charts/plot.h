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

/// The base of the plots of this folder; private to ui/charts. A plot draws its data with QCustomPlot and
/// knows where its items (bars, columns, moments) and their parts are. It has no behaviour: Chart on screen
/// and each exported picture own one. All pixel rectangles are those of the last arrange(); −1 stands for no
/// item and no part.
class Plot : public QCustomPlot {
 public:
  /// The kind of thing that a click or Return chooses; `items` are chosen by the arrow keys too, `points` are
  /// only reached by them.
  enum class Choice { nothing, items, parts, points };

  /// Returns the direction, across or down, in which items follow each other.
  [[nodiscard]] Qt::Orientation direction() const { return direction_; }
  [[nodiscard]] Choice choice() const { return choice_; }
  [[nodiscard]] virtual const ChartWords& words() const = 0;
  /// Returns the data as text for screen readers, with the item and the part that the keyboard is on.
  [[nodiscard]] virtual QStringList spoken(int item, int part) const = 0;
  /// Returns the figures, for other programs.
  [[nodiscard]] virtual ChartTable table() const = 0;
  /// Returns a plot of the same data, for a picture.
  [[nodiscard]] virtual std::unique_ptr<Plot> copy() const = 0;

  /// Sets colours and font; nothing in QCustomPlot follows a palette by itself.
  void setLook(const ThemeColors& colors, const QFont& font);
  /// Shows title and note, for exported pictures.
  void setCaptions(bool shown);
  /// Sets the items that the keyboard and the mouse are on, and the keyboard's part.
  void setPointers(int focus, int focus_part, int hover);
  /// Sets margins and axis ranges for a picture of that size.
  void arrange(QSize size);
  /// Returns the size below which something would be cut off.
  [[nodiscard]] QSize leastSize() const;
  /// Returns a good size on screen, if there is room.
  [[nodiscard]] virtual QSize usualSize() const { return {640, 400}; }
  /// Returns a good size for a picture.
  [[nodiscard]] virtual QSize pictureSize() const = 0;

  [[nodiscard]] virtual int itemCount() const = 0;
  /// These return the item or part of that name in the chart; −1 if there is none, or they have no names.
  [[nodiscard]] virtual int itemNamed(const QString& /*name*/) const { return -1; }
  [[nodiscard]] virtual int partNamed(const QString& /*name*/) const { return -1; }
  /// Returns how many items, from the first on, the keys go through.
  [[nodiscard]] virtual int walkCount() const { return itemCount(); }
  [[nodiscard]] virtual int itemAt(QPointF pos) const = 0;
  [[nodiscard]] virtual QRectF itemRect(int item) const = 0;
  [[nodiscard]] virtual int partAt(QPointF /*pos*/) const { return -1; }
  [[nodiscard]] virtual QRectF partRect(int /*item*/, int /*part*/) const { return {}; }
  [[nodiscard]] virtual QString tip(int item, int part) const = 0;
  /// Returns the area of an item or part within which its tip stays.
  [[nodiscard]] virtual QRectF tipArea(int item, int /*part*/) const { return itemRect(item); }
  /// Returns the item for the keyboard after new data, if it was at `item`.
  [[nodiscard]] virtual int keptItem(int item) const = 0;
  /// Returns the item that the keyboard begins at.
  [[nodiscard]] virtual int firstItem() const { return itemCount() > 0 ? 0 : -1; }
  /// Returns the part for the keyboard at `item`, if it was on `part`.
  [[nodiscard]] virtual int keptPart(int /*item*/, int /*part*/) const { return -1; }
  /// Returns the next part that exists, `step` up or down; `part` if there is none.
  [[nodiscard]] virtual int nextPart(int /*item*/, int part, int /*step*/) const { return part; }

  [[nodiscard]] virtual std::vector<QRectF> legendRects() const = 0;
  [[nodiscard]] QRectF plotRect() const;

  // plot_zoom.cpp
  /// Returns the values of an axis of which a part can be shown; nullopt if that axis has no values.
  [[nodiscard]] virtual std::optional<AxisSpan> wholeSpan(Qt::Orientation /*axis*/) const { return {}; }
  /// Returns the values of that axis that are shown.
  [[nodiscard]] AxisSpan shownSpan(Qt::Orientation axis) const;
  [[nodiscard]] bool canZoom() const;
  /// Returns true if only a part of the axes is shown. New data keep that part; a picture has all.
  [[nodiscard]] bool isZoomed() const;
  /// Shows `factor` times fewer values, and keeps the one at that pixel where it is. Returns false if nothing
  /// changes.
  bool zoomAt(QPointF pos, double factor);
  /// Shows what lies in that rectangle, of the axes that can be zoomed.
  void zoomTo(const QRectF& rect);
  /// Moves on by that share of what is shown; returns false at the end of the axis.
  bool moveBy(Qt::Orientation axis, double share);
  void showAll();
  /// Moves so far that this pixel comes into sight; returns false if it is.
  bool bringIn(QPointF pos);

 protected:
  Plot(Qt::Orientation direction, Choice choice);

  /// Sets margins and ranges for size_, which is not empty.
  virtual void fit() = 0;
  /// Sets the colours of what only this plot has.
  virtual void recolor() = 0;
  virtual void paintBackdrop(QPainter& painter) const = 0;
  virtual void paintForeground(QPainter& painter) const = 0;
  /// Paints the focus marks, which stay visible above the veil of an old plan.
  virtual void paintFocus(QPainter& painter) const = 0;
  /// Returns the least size of the plot itself, without its margins.
  [[nodiscard]] virtual QSize leastPlot() const = 0;

  [[nodiscard]] QSize withMargins(QSize plot) const;
  [[nodiscard]] double captionHeight() const;
  /// Returns the height in pixels of a picture's note.
  [[nodiscard]] double noteHeight() const;
  /// Returns one rectangle a name, with a sample of that width before it, below the captions.
  [[nodiscard]] std::vector<QRectF> legendPlaces(const QStringList& names, double sample_width) const;
  [[nodiscard]] double legendBottom() const;
  /// These two are for a legend of filled squares: they return its places and paint it.
  [[nodiscard]] std::vector<QRectF> swatchPlaces(const std::vector<BarSeries>& series) const;
  /// Paints a run's mark at `value`, with a band to its `predicted` value; both are points on one line.
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
  std::array<std::optional<AxisSpan>, 2> zoom_;  ///< what is shown, of the horizontal and the vertical axis
};

}  // namespace zp
