// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/line_plot.h"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "ui/charts/axis_scale.h"
#include "ui/charts/dashed_graph.h"
#include "ui/charts/line_tips.h"

using namespace Qt::Literals::StringLiterals;

namespace zp {
namespace {

constexpr double tick_gap = 6;  // between an axis and its labels
constexpr double below_line_legend = 4;
constexpr double word_gap = 10;  // between words of one line
constexpr double words_above_gap = 3;
constexpr double small_scale = 0.9;
constexpr double reference_gap = 5;
constexpr double around_words = 3;  // distance to the next curve, including its marks
constexpr double line_width = 1.8;
constexpr double selected_width = 2.8;
constexpr double reference_width = 1;
constexpr double least_row = 1.15;  // least distance of y labels, in text lines

Qt::PenStyle styleOf(LineDash dash) {
  switch (dash) {
    case LineDash::solid:
      return Qt::SolidLine;
    case LineDash::dashed:
      return Qt::DashLine;
    case LineDash::dotted:
      return Qt::DotLine;
    case LineDash::dash_dotted:
      break;
  }
  return Qt::DashDotLine;
}

}  // namespace

LinePlot::LinePlot()
    : Plot(Qt::Horizontal, Choice::nothing),
      x_ticker_(new QCPAxisTickerText),
      y_ticker_(new QCPAxisTickerText) {
  xAxis->setTicker(x_ticker_);
  yAxis->setTicker(y_ticker_);
  for (QCPAxis* axis : {xAxis, yAxis})
    axis->setScaleType(QCPAxis::stLogarithmic);
}

void LinePlot::setData(const LineChartData& lines) {
  const std::size_t needed = lines.series.size() + 1;
  data_ = lines;
  if (graphs_.size() != needed) makeGraphs();
  recolor();
  fillGraphs();
  xAxis->setLabel(data_.x.title);
  yAxis->setLabel(data_.y.title);
  arrange(size_);
}

void LinePlot::makeGraphs() {
  clearPlottables();
  graphs_.clear();
  for (int s = 0; s <= seriesCount(); ++s) {
    auto* graph = new DashedGraph(xAxis, yAxis);
    graph->setAdaptiveSampling(false);
    graph->setSelectable(QCP::stNone);
    graphs_.push_back(graph);
  }
}

void LinePlot::fillGraphs() {
  QVector<double> keys, reference;
  for (int c = 0; c < itemCount(); ++c)
    keys << column(c).x;
  for (const double value : data_.reference)
    reference << value;
  if (reference.size() == keys.size())
    graphs_.front()->setData(keys, reference, true);
  else
    graphs_.front()->data()->clear();
  for (int s = 0; s < seriesCount(); ++s) {
    QVector<double> values;
    for (int c = 0; c < itemCount(); ++c)
      values << point(s, c).y;
    graphs_[static_cast<std::size_t>(s) + 1]->setData(keys, values, true);
  }
}

QPen LinePlot::penOf(const LineSeries& series) const {
  const Qt::PenStyle style = styleOf(series.dash);
  // On the screen, a solid line is drawn in pieces; square ends close the gaps at its corners.
  return QPen(colors_.series(series.color), series.selected ? selected_width : line_width, style,
              style == Qt::SolidLine ? Qt::SquareCap : Qt::FlatCap, Qt::RoundJoin);
}

void LinePlot::recolor() {
  if (graphs_.empty()) return;
  graphs_.front()->setPen(QPen(colors_.muted, reference_width));
  for (int s = 0; s < seriesCount(); ++s)
    graphs_[static_cast<std::size_t>(s) + 1]->setPen(penOf(series(s)));
}

QStringList LinePlot::spoken(int column, int /*part*/) const {
  QStringList sentences;
  if (column >= 0) sentences << columnWords(data_, column);
  return sentences << data_.spoken;
}

std::unique_ptr<Plot> LinePlot::copy() const {
  auto plot = std::make_unique<LinePlot>();
  plot->setData(data_);
  return plot;
}

QFont LinePlot::smallFont() const { return scaledFont(font_, small_scale); }

std::optional<AxisSpan> LinePlot::wholeSpan(Qt::Orientation axis) const {
  const LineAxis& values = axis == Qt::Horizontal ? data_.x : data_.y;
  return AxisSpan{values.low, values.high, true};
}

std::vector<LineTick> LinePlot::ticksOf(const LineAxis& axis, const AxisSpan& shown) const {
  std::vector<LineTick> ticks;
  if (isZoomed() && axis.text)
    for (const double tick : ticksWithin(shown.low, shown.high))
      ticks.push_back({tick, axis.text(tick)});
  else
    std::ranges::copy_if(axis.ticks, std::back_inserter(ticks),
                         [&](const LineTick& tick) { return shown.holds(tick.at); });
  return ticks;
}

void LinePlot::fit() {
  shown_x_ = shownSpan(Qt::Horizontal);
  shown_y_ = shownSpan(Qt::Vertical);
  xAxis->setRange(shown_x_.low, shown_x_.high);
  yAxis->setRange(shown_y_.low, shown_y_.high);
  x_ticks_ = ticksOf(data_.x, shown_x_);
  y_ticks_ = ticksOf(data_.y, shown_y_);
  const QFontMetricsF metrics(font_);
  const double line = metrics.height();
  double label_width = 0;
  for (const LineTick& tick : y_ticks_)
    label_width = std::max(label_width, metrics.horizontalAdvance(tick.text));
  const double last_label = x_ticks_.empty() ? 0 : metrics.horizontalAdvance(x_ticks_.back().text) / 2;
  const double above = hasWordsAbove() ? QFontMetricsF(smallFont()).height() + 2 * words_above_gap
                                       : below_line_legend + line / 2;
  const double title = data_.x.title.isEmpty() ? 0 : line + 4;
  const double y_title = data_.y.title.isEmpty() ? 0 : line + 4;
  axisRect()->setMargins(QMargins(static_cast<int>(std::ceil(plot_side + y_title + label_width + tick_gap)),
                                  static_cast<int>(std::ceil(legendBottom() + below_line_legend + above)),
                                  static_cast<int>(std::ceil(plot_side + last_label)),
                                  static_cast<int>(std::ceil(line + tick_gap + 6 + title + noteHeight()))));
  fitTicks();
}

/// Omits labels that would touch their neighbour, at regular intervals.
void LinePlot::fitTicks() {
  const QFontMetricsF metrics(font_);
  const QRectF plot = plotRect();
  const auto fit = [](QCPAxisTickerText& ticker, const std::vector<LineTick>& ticks, auto&& is_room) {
    std::size_t stride = 1;
    while (stride < ticks.size() && !is_room(stride))
      ++stride;
    ticker.clear();
    for (std::size_t i = 0; i < ticks.size(); ++i)
      ticker.addTick(ticks[i].at, i % stride == 0 ? ticks[i].text : QString());
  };
  fit(*x_ticker_, x_ticks_, [&](std::size_t stride) {
    double end = -word_gap * 100;
    for (std::size_t i = 0; i < x_ticks_.size(); i += stride) {
      const double half = metrics.horizontalAdvance(x_ticks_[i].text) / 2;
      const double center = xOf(x_ticks_[i].at);
      if (center - half < end + word_gap) return false;
      end = center + half;
    }
    return true;
  });
  fit(*y_ticker_, y_ticks_, [&](std::size_t stride) {
    if (y_ticks_.size() <= stride) return true;
    const double apart = yOf(y_ticks_[0].at) - yOf(y_ticks_[stride].at);
    return apart >= metrics.height() * least_row || plot.height() <= 0;
  });
}

double LinePlot::xOf(double value) const {
  const QRectF plot = plotRect();
  return plot.left() + shown_x_.shareOf(value) * plot.width();
}

double LinePlot::yOf(double value) const {
  const QRectF plot = plotRect();
  return plot.bottom() - shown_y_.shareOf(value) * plot.height();
}

int LinePlot::itemAt(QPointF pos) const {
  if (!plotRect().adjusted(-8, -8, 8, 8).contains(pos)) return -1;
  int nearest = -1;
  for (int c = 0; c < itemCount(); ++c)
    if (nearest < 0 || std::abs(xOf(column(c).x) - pos.x()) < std::abs(xOf(column(nearest).x) - pos.x()))
      nearest = c;
  return nearest;
}

QRectF LinePlot::itemRect(int column) const {
  const QRectF plot = plotRect();
  const double x = xOf(this->column(column).x);
  const double left = column > 0 ? (xOf(this->column(column - 1).x) + x) / 2 : x - 6;
  const double right = column + 1 < itemCount() ? (xOf(this->column(column + 1).x) + x) / 2 : x + 6;
  return {left, plot.top(), right - left, plot.height()};
}

QString LinePlot::tip(int column, int /*part*/) const { return columnTip(data_, column); }

int LinePlot::keptItem(int column) const { return std::min(column, itemCount() - 1); }

int LinePlot::firstItem() const {
  int nearest = Plot::firstItem();
  const auto distance = [this](int c) { return std::abs(std::log(column(c).x / data_.today.at)); };
  for (int c = 1; c < itemCount(); ++c)
    if (distance(c) < distance(nearest)) nearest = c;
  return nearest;
}

bool LinePlot::hasPoint(int series, int column) const { return std::isfinite(point(series, column).y); }

bool LinePlot::isPointShown(int series, int column) const {
  return hasPoint(series, column) && shown_x_.holds(this->column(column).x) &&
         shown_y_.holds(point(series, column).y);
}

QPointF LinePlot::pointAt(int series, int column) const {
  return {xOf(this->column(column).x), yOf(point(series, column).y)};
}

/// Returns the rectangle of text centred above the plot at `x`, moved inside the picture.
QRectF LinePlot::wordsAbove(double x, const QString& text, const QFont& font) const {
  const QFontMetricsF metrics(font);
  const double width = metrics.horizontalAdvance(text) + 2;
  const QRectF plot = plotRect();
  const double left =
      std::clamp(x - width / 2, plot.left(), std::max(plot.left(), size_.width() - 4 - width));
  return {left, plot.top() - words_above_gap - metrics.height(), width, metrics.height()};
}

QRectF LinePlot::todayRect() const {
  if (data_.today.text.isEmpty() || !shown_x_.holds(data_.today.at)) return {};
  return wordsAbove(xOf(data_.today.at), data_.today.text, scaledFont(font_, small_scale, QFont::Bold));
}

QRectF LinePlot::turningRect() const {
  if (data_.turning.text.isEmpty() || !shown_x_.holds(data_.turning.at)) return {};
  const QRectF place = wordsAbove(xOf(data_.turning.at), data_.turning.text, smallFont());
  return place.intersects(todayRect().adjusted(-word_gap, 0, word_gap, 0)) ? QRectF() : place;
}

std::vector<QRectF> LinePlot::usualRects() const {
  std::vector<QRectF> taken = {todayRect(), turningRect()};
  std::vector<QRectF> places;
  for (const LineTick& tick : data_.usual) {
    const QRectF place = wordsAbove(xOf(tick.at), tick.text, smallFont());
    const bool is_free = std::ranges::none_of(taken, [&](const QRectF& other) {
      return other.adjusted(-word_gap, 0, word_gap, 0).intersects(place);
    });
    const bool is_centred = std::abs(place.center().x() - xOf(tick.at)) < 1;
    places.push_back(is_free && is_centred ? place : QRectF());
    if (!places.back().isEmpty()) taken.push_back(place);
  }
  return places;
}

bool LinePlot::hasReference() const {
  return !data_.reference.empty() && static_cast<int>(data_.reference.size()) == itemCount();
}

bool LinePlot::hasLimit() const { return data_.limit > shown_y_.low && data_.limit < shown_y_.high; }

/// Returns the rectangle of the limit's text, on the limit's line or below it: the rightmost that no curve or
/// mark crosses, else at the right end.
QRectF LinePlot::limitRect() const {
  if (!hasLimit()) return {};
  constexpr int steps = 24;  // along the line
  const QRectF plot = plotRect();
  const QFontMetricsF metrics(smallFont());
  const QSizeF size(metrics.horizontalAdvance(data_.limit_text) + 8, metrics.height());
  const double y = yOf(data_.limit);
  const auto isFree = [&](const QRectF& place) {
    const auto crosses = [&](const LineTick& mark) {
      return !mark.text.isEmpty() && std::abs(xOf(mark.at) - place.center().x()) < place.width() / 2 + 2;
    };
    return plot.contains(place) && !crosses(data_.today) && !crosses(data_.turning) &&
           !meetsLine(place.adjusted(-around_words, -around_words, around_words, around_words));
  };
  for (int step = 0; step <= steps; ++step) {
    const double left = plot.right() - size.width() - step * (plot.width() - size.width()) / steps;
    for (const double top : {y - size.height() - 1, y + 2}) {
      const QRectF place(QPointF(left, top), size);
      if (isFree(place)) return place;
    }
  }
  return {QPointF(plot.right() - size.width(), y - size.height() - 1), size};
}

bool LinePlot::meetsLine(const QRectF& rect) const {
  constexpr int samples = 12;  // samples of the line from one column to the next
  const auto meets = [&](QPointF from, QPointF to) {
    for (int i = 0; i <= samples; ++i)
      if (rect.contains(from + (to - from) * i / samples)) return true;
    return false;
  };
  for (int c = 0; c + 1 < itemCount(); ++c) {
    const auto at = static_cast<std::size_t>(c);
    if (hasReference() && meets({xOf(column(c).x), yOf(data_.reference[at])},
                                {xOf(column(c + 1).x), yOf(data_.reference[at + 1])}))
      return true;
    for (int s = 0; s < seriesCount(); ++s)
      if (hasPoint(s, c) && hasPoint(s, c + 1) && meets(pointAt(s, c), pointAt(s, c + 1))) return true;
  }
  return false;
}

/// Returns the rectangle of the reference's text, above or below the line, as close to its middle as
/// possible.
QRectF LinePlot::referenceRect() const {
  if (!hasReference()) return {};
  const QRectF plot = plotRect();
  const QRectF limit_line(plot.left(), yOf(data_.limit) - 2, plot.width(), 4);
  const auto isFree = [&](const QRectF& place) {
    const bool is_on_limit = hasLimit() && (place.intersects(limitRect()) || place.intersects(limit_line));
    return plot.contains(place) && !is_on_limit &&
           !meetsLine(place.adjusted(-around_words, -around_words, around_words, around_words));
  };
  const QFontMetricsF metrics(smallFont());
  const QSizeF size(metrics.horizontalAdvance(data_.reference_name) + 2, metrics.height());
  const int middle = itemCount() / 2;
  for (int away = 0; away <= middle; ++away)
    for (const int c : {middle + away, middle - away}) {
      if (c < 0 || c >= itemCount() || !std::isfinite(data_.reference[static_cast<std::size_t>(c)])) continue;
      const QPointF at(xOf(column(c).x), yOf(data_.reference[static_cast<std::size_t>(c)]));
      const QRectF above(at - QPointF(size.width() + reference_gap, size.height() + reference_gap), size);
      const QRectF below(at + QPointF(reference_gap, reference_gap), size);
      for (const QRectF& place : {above, below})
        if (isFree(place)) return place;
    }
  return {};
}

std::vector<QRectF> LinePlot::legendRects() const {
  QStringList names;
  for (const LineSeries& each : data_.series)
    names << each.name;
  return legendPlaces(names, line_sample_width);
}

}  // namespace zp
