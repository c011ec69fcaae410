// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>
#include <memory>
#include <vector>

#include "ui/charts/bar_chart_data.h"
#include "ui/qcp.h"

namespace zp {

/// Axis labels through core/units, like every number of the program.
class UnitTicker : public QCPAxisTickerFixed {
 public:
  UnitTicker() { setScaleStrategy(ssNone); }

 protected:
  QString getTickLabel(double tick, const QLocale& locale, QChar format, int precision) override;
};

inline constexpr double plot_side = 12;         ///< empty pixels at either side of every plot
inline constexpr double legend_sample_gap = 6;  ///< from a swatch or line of the legend to its name
inline constexpr double mark_half = 5.5;        ///< of a run's mark

/// What the plots of this folder have in common; private to ui/charts. A plot draws its data with QCustomPlot
/// and knows where its items (bars, columns, moments) and their parts are. It has no behaviour: Chart on
/// screen and each exported picture own one. All pixel rectangles are those of the last arrange(); −1 stands
/// for no item and no part.
class Plot : public QCustomPlot {
 public:
  /// What a click or Return chooses; `items` are chosen by the arrow keys too, `points` only gone to.
  enum class Choice { nothing, items, parts, points };

  /// Items follow each other across or down.
  [[nodiscard]] Qt::Orientation direction() const { return direction_; }
  [[nodiscard]] Choice choice() const { return choice_; }
  [[nodiscard]] virtual const ChartWords& words() const = 0;
  /// What the data say, for screen readers, with the item and the part that the keyboard is on.
  [[nodiscard]] virtual QStringList spoken(int item, int part) const = 0;
  /// A plot of the same data, for a picture.
  [[nodiscard]] virtual std::unique_ptr<Plot> copy() const = 0;

  /// Nothing in QCustomPlot follows a palette by itself.
  void setLook(const ThemeColors& colors, const QFont& font);
  /// Title and note, for pictures that leave the program.
  void setCaptions(bool shown);
  /// Where the keyboard and the mouse are.
  void setPointers(int focus, int focus_part, int hover);
  /// Margins and axis ranges for a picture of that size.
  void arrange(QSize size);
  /// The size below which something would be cut off.
  [[nodiscard]] QSize leastSize() const;
  /// A good size on screen, where there is room.
  [[nodiscard]] virtual QSize usualSize() const { return {640, 400}; }
  /// A good size for a picture.
  [[nodiscard]] virtual QSize pictureSize() const = 0;

  [[nodiscard]] virtual int itemCount() const = 0;
  /// By what it is called in the chart; −1 where there is none, or none has a name.
  [[nodiscard]] virtual int itemNamed(const QString& /*name*/) const { return -1; }
  [[nodiscard]] virtual int partNamed(const QString& /*name*/) const { return -1; }
  /// How many of them, the first ones, the keys go along.
  [[nodiscard]] virtual int walkCount() const { return itemCount(); }
  [[nodiscard]] virtual int itemAt(QPointF pos) const = 0;
  [[nodiscard]] virtual QRectF itemRect(int item) const = 0;
  [[nodiscard]] virtual int partAt(QPointF /*pos*/) const { return -1; }
  [[nodiscard]] virtual QRectF partRect(int /*item*/, int /*part*/) const { return {}; }
  [[nodiscard]] virtual QString tip(int item, int part) const = 0;
  /// A tip stays while the mouse is on what it speaks of.
  [[nodiscard]] virtual QRectF tipArea(int item, int /*part*/) const { return itemRect(item); }
  /// Where the keyboard is with new data, when it was at `item`.
  [[nodiscard]] virtual int keptItem(int item) const = 0;
  /// Where the keyboard begins.
  [[nodiscard]] virtual int firstItem() const { return itemCount() > 0 ? 0 : -1; }
  /// The part the keyboard is on at `item`, when it was on `part`.
  [[nodiscard]] virtual int keptPart(int /*item*/, int /*part*/) const { return -1; }
  /// The next part that is there, `step` up or down; `part` where there is none.
  [[nodiscard]] virtual int nextPart(int /*item*/, int part, int /*step*/) const { return part; }

  [[nodiscard]] virtual std::vector<QRectF> legendRects() const = 0;
  [[nodiscard]] QRectF plotRect() const;

 protected:
  Plot(Qt::Orientation direction, Choice choice);

  /// Margins and ranges for size_, which is not empty.
  virtual void fit() = 0;
  /// Colours of what only this plot has.
  virtual void recolor() = 0;
  virtual void paintBackdrop(QPainter& painter) const = 0;
  virtual void paintForeground(QPainter& painter) const = 0;
  /// What even the veil of an old plan leaves to see.
  virtual void paintFocus(QPainter& painter) const = 0;
  /// Of the plot itself, without its margins.
  [[nodiscard]] virtual QSize leastPlot() const = 0;

  [[nodiscard]] QSize withMargins(QSize plot) const;
  [[nodiscard]] double captionHeight() const;
  /// Pixels that the note of a picture takes.
  [[nodiscard]] double noteHeight() const;
  /// One rectangle a name, with a sample of that width before it, below the captions.
  [[nodiscard]] std::vector<QRectF> legendPlaces(const QStringList& names, double sample_width) const;
  [[nodiscard]] double legendBottom() const;
  /// A legend of filled squares: its places, and it.
  [[nodiscard]] std::vector<QRectF> swatchPlaces(const std::vector<BarSeries>& series) const;
  /// A run's mark at `value`, with a band to what is `predicted` of it; both are points on one line.
  void paintMark(QPainter& painter, QPointF value, QPointF predicted, bool outside) const;
  void paintSwatches(QPainter& painter, const std::vector<BarSeries>& series) const;
  /// Of the line that marks the usable memory.
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

  Qt::Orientation direction_;
  Choice choice_;
};

}  // namespace zp
