// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/step_plot.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "ui/charts/bar_tips.h"

using namespace Qt::Literals::StringLiterals;

namespace zp {
namespace {

constexpr double below_step_legend = 4;
constexpr double axis_gap = 6;       // between axis and labels
constexpr double block_half = 0.34;  // half the width of a separate moment's block, in pitches
constexpr double apart_gap = 1.16;   // pitches from a separate moment to its neighbour
constexpr double end_gap = 0.5;      // pitches beyond the first and the last moment
constexpr double part_half = 3;
constexpr double neighbour_gap = 2;  // between words of neighbouring labels
constexpr double peak_gap = 8;       // between the mark and its words
constexpr double largest_label = 0.9;
constexpr double least_label = 0.75;
constexpr int most_tiers = 2;  // rows of labels
constexpr double least_plot_height = 130;
constexpr double tick_distance = 42;
constexpr double farthest_limit = 3;  // times the largest total; a higher limit would flatten the areas

}  // namespace

StepPlot::StepPlot() : Plot(Qt::Horizontal, Choice::parts), ticker_(new UnitTicker) {
  yAxis->setTicker(ticker_);
  xAxis->setTicks(false);
  xAxis->setTickLabels(false);
  xAxis->grid()->setVisible(false);
}

void StepPlot::setData(const StepChartData& step) {
  const bool same_series = step.bars.series.size() == graphs_.size();
  data_ = step;
  if (!same_series) makeGraphs();
  recolor();
  placeMoments();
  fillGraphs();
  arrange(size_);
}

void StepPlot::makeGraphs() {
  clearPlottables();
  graphs_.clear();
  for (std::size_t s = 0; s < data_.bars.series.size(); ++s) {
    QCPGraph* graph = addGraph();
    graph->setAdaptiveSampling(false);
    graph->setSelectable(QCP::stNone);
    if (!graphs_.empty()) graph->setChannelFillGraph(graphs_.back());
    graphs_.push_back(graph);
  }
}

void StepPlot::placeMoments() {
  keys_.clear();
  for (int i = 0; i < itemCount(); ++i) {
    const bool leaps = i > 0 && (isApart(i) || isApart(i - 1));
    keys_.push_back(i == 0 ? 0 : keys_.back() + (leaps ? apart_gap : 1));
  }
}

void StepPlot::fillGraphs() {
  const double gap = std::numeric_limits<double>::quiet_NaN();
  for (std::size_t s = 0; s < graphs_.size(); ++s) {
    QVector<double> keys, values;
    for (int i = 0; i < itemCount(); ++i) {
      double top = 0;
      for (std::size_t below = 0; below <= s; ++below)
        top += row(i).parts[below].value;
      if (i > 0 && (isApart(i) || isApart(i - 1))) {
        keys << (keys.back() + keyOf(i) - block_half) / 2;
        values << gap;
      }
      if (isApart(i)) {
        keys << keyOf(i) - block_half << keyOf(i) + block_half;
        values << top << top;
      } else {
        keys << keyOf(i);
        values << top;
      }
    }
    graphs_[s]->setData(keys, values, true);
  }
}

void StepPlot::recolor() {
  for (std::size_t s = 0; s < graphs_.size(); ++s) {
    graphs_[s]->setBrush(colors_.series(data_.bars.series[s].color));
    graphs_[s]->setPen(QPen(colors_.between(), 1));
  }
}

QStringList StepPlot::spoken(int moment, int series) const {
  QStringList sentences;
  if (moment >= 0 && series >= 0)
    sentences << QObject::tr("%1, %2 %3")
                     .arg(row(moment).label, data_.bars.series[static_cast<std::size_t>(series)].name,
                          row(moment).parts[static_cast<std::size_t>(series)].text);
  for (const BarRow& each : data_.bars.rows)
    sentences << each.spoken;
  return sentences;
}

std::unique_ptr<Plot> StepPlot::copy() const {
  auto plot = std::make_unique<StepPlot>();
  plot->setData(data_);
  return plot;
}

double StepPlot::firstKey() const { return keys_.empty() ? 0 : keys_.front() - end_gap; }
double StepPlot::lastKey() const { return keys_.empty() ? 1 : keys_.back() + end_gap; }

QString StepPlot::totalText(const BarRow& row) const {
  return row.verdict == Verdict::over ? glyphOf(row.verdict) + u'\u202F' + row.total_text : row.total_text;
}

/// Returns the space between a moment's label and its neighbours' in the same row, in pitches.
double StepPlot::roomOf(int moment, int tiers) const {
  const int left = moment - tiers, right = moment + tiers;
  const double before = left < 0 ? keyOf(moment) - firstKey() : (keyOf(moment) - keyOf(left)) / 2;
  const double after = right >= itemCount() ? lastKey() - keyOf(moment) : (keyOf(right) - keyOf(moment)) / 2;
  return 2 * std::min(before, after);
}

/// Returns the pitch at which every word of the labels fits its column.
double StepPlot::pitchFor(const QFont& font, int tiers) const {
  const QFontMetricsF metrics(font);
  const QFontMetricsF bold(scaledFont(font_, 1, QFont::Bold));
  double pitch = 1;
  for (int i = 0; i < itemCount(); ++i) {
    double widest = bold.horizontalAdvance(totalText(row(i)));
    for (const QString& word : row(i).label.split(u' '))
      widest = std::max(widest, metrics.horizontalAdvance(word));
    pitch = std::max(pitch, (widest + neighbour_gap) / roomOf(i, tiers));
  }
  return pitch;
}

/// Chooses the largest font in which every word fits its column. If none does, every other label moves to a
/// second row.
void StepPlot::fitLabels(double pitch) {
  for (tiers_ = 1; tiers_ <= most_tiers; ++tiers_)
    for (double factor = largest_label; factor > least_label - 0.01; factor -= 0.05) {
      label_font_ = scaledFont(font_, factor);
      if (pitchFor(label_font_, tiers_) <= pitch) return;
    }
  tiers_ = most_tiers;
}

double StepPlot::tierHeight() const {
  const QFontMetricsF metrics(label_font_);
  const int flags = Qt::AlignHCenter | Qt::AlignTop | Qt::TextWordWrap;
  double tallest = 0;
  for (int i = 0; i < itemCount(); ++i) {
    const QRectF room(0, 0, roomOf(i, tiers_) * pitch_, 1000);
    tallest = std::max(tallest, metrics.boundingRect(room, flags, row(i).label).height());
  }
  return QFontMetricsF(font_).height() + tallest;
}

void StepPlot::fit() {
  const QFontMetricsF metrics(font_);
  const bool is_short = std::max(data_.bars.limit, largestTotal()) < 500;
  const double left = plot_side + metrics.horizontalAdvance(is_short ? u"000"_s : u"0,000"_s) + 8;
  const double width = size_.width() - left - plot_side;
  pitch_ = std::max(1.0, width / (lastKey() - firstKey()));
  fitLabels(pitch_);
  const double top = legendBottom() + below_step_legend + metrics.height() + 4;  // the axis title is above it
  const double bottom = axis_gap + tiers_ * tierHeight() + 6 + noteHeight();
  axisRect()->setMargins(QMargins(static_cast<int>(std::ceil(left)), static_cast<int>(std::ceil(top)),
                                  static_cast<int>(plot_side), static_cast<int>(std::ceil(bottom))));
  pitch_ = plotRect().width() / (lastKey() - firstKey());  // margins are whole pixels
  xAxis->setRange(firstKey(), lastKey());
  fitScale(plotRect().height());
}

/// Sets the axis so that the texts at the peak and at the limit stay inside.
void StepPlot::fitScale(double height) {
  const double line = QFontMetricsF(font_).height();
  const auto with_room = [height](double value, double room) {
    return value / (1 - std::clamp(room / std::max(height, 1.0), 0.0, 0.5));
  };
  double needed = largestTotal();
  if (isLimitNear()) needed = std::max(needed, with_room(data_.bars.limit, line + 4));
  if (hasPeak()) needed = std::max(needed, with_room(topOfPeak(), line + 6 + peak_gap + 2));
  const int most_ticks = std::clamp(static_cast<int>(height / tick_distance), 2, 7);
  scale_ = axisScale(needed > 0 ? needed : 1, most_ticks);
  shown_ = shownSpan(Qt::Vertical);
  ticker_->setTickStep(isZoomed() ? axisScale(shown_.high - shown_.low, most_ticks).step : scale_.step);
  yAxis->setRange(shown_.low, shown_.high);
}

QSize StepPlot::leastPlot() const {
  const double width = pitchFor(scaledFont(font_, least_label), most_tiers) * (lastKey() - firstKey());
  return {static_cast<int>(std::ceil(width)), static_cast<int>(least_plot_height)};
}

double StepPlot::xOf(double key) const {
  const QRectF plot = plotRect();
  return plot.left() + (key - firstKey()) / (lastKey() - firstKey()) * plot.width();
}

double StepPlot::yOf(double value) const {
  const QRectF plot = plotRect();
  return plot.bottom() - shown_.shareOf(value) * plot.height();
}

std::optional<AxisSpan> StepPlot::wholeSpan(Qt::Orientation axis) const {
  if (axis == Qt::Horizontal) return {};
  return AxisSpan{0, scale_.upper};
}

bool StepPlot::isLimitNear() const {
  return data_.bars.limit > 0 && data_.bars.limit <= farthest_limit * largestTotal();
}

bool StepPlot::isLimitShown() const { return isLimitNear() && shown_.holds(data_.bars.limit); }

double StepPlot::largestTotal() const {
  double largest = 0;
  for (const BarRow& each : data_.bars.rows)
    largest = std::max(largest, each.extent());
  return largest;
}

double StepPlot::topOfPeak() const { return std::max(row(data_.peak).total(), row(data_.peak).high); }

int StepPlot::itemAt(QPointF pos) const {
  for (int i = 0; i < itemCount(); ++i)
    if (itemRect(i).contains(pos)) return i;
  return -1;
}

/// Returns the value of each series at that key; empty between the step and a separate moment.
std::vector<double> StepPlot::valuesAt(double key) const {
  std::vector<double> values;
  for (int i = 0; i < itemCount(); ++i) {
    if (isApart(i) && std::abs(key - keyOf(i)) <= block_half) {
      for (const BarPart& part : row(i).parts)
        values.push_back(part.value);
      return values;
    }
    const bool joined = i > 0 && !isApart(i) && !isApart(i - 1);
    if (!joined || key < keyOf(i - 1) || key > keyOf(i)) continue;
    const double share = (key - keyOf(i - 1)) / (keyOf(i) - keyOf(i - 1));
    for (std::size_t s = 0; s < row(i).parts.size(); ++s)
      values.push_back(std::lerp(row(i - 1).parts[s].value, row(i).parts[s].value, share));
    return values;
  }
  return values;
}

int StepPlot::partAt(QPointF pos) const {
  const QRectF plot = plotRect();
  if (!plot.contains(pos)) return -1;
  const double key = firstKey() + (pos.x() - plot.left()) / plot.width() * (lastKey() - firstKey());
  const double height = shown_.valueAt((plot.bottom() - pos.y()) / plot.height());
  double top = 0;
  const std::vector<double> values = valuesAt(key);
  for (std::size_t s = 0; s < values.size(); ++s) {
    top += values[s];
    if (height <= top && values[s] > 0) return static_cast<int>(s);
  }
  return -1;
}

QRectF StepPlot::itemRect(int moment) const {
  const QRectF plot = plotRect();
  const double left = moment == 0 ? plot.left() : xOf((keyOf(moment - 1) + keyOf(moment)) / 2);
  const double right =
      moment + 1 == itemCount() ? plot.right() : xOf((keyOf(moment) + keyOf(moment + 1)) / 2);
  return {left, plot.top(), right - left, plot.height() + axis_gap + tiers_ * tierHeight()};
}

double StepPlot::valueOf(int moment, int series) const {
  return series < 0 ? 0 : row(moment).parts[static_cast<std::size_t>(series)].value;
}

QRectF StepPlot::partRect(int moment, int series) const {
  double bottom = 0;
  for (int s = 0; s < series; ++s)
    bottom += valueOf(moment, s);
  const double value = valueOf(moment, series);
  if (!(value > 0)) return {};
  if (bottom >= shown_.high || bottom + value <= shown_.low) return {};
  return QRectF(QPointF(xOf(keyOf(moment)) - part_half, yOf(std::min(bottom + value, shown_.high))),
                QPointF(xOf(keyOf(moment)) + part_half, yOf(std::max(bottom, shown_.low))));
}

QString StepPlot::tip(int moment, int series) const {
  return rowTip(data_.bars, moment, series) + u"<p>"_s +
         data_.moments[static_cast<std::size_t>(moment)].description.toHtmlEscaped() + u"</p>"_s;
}

int StepPlot::keptItem(int moment) const {
  return moment >= 0 && moment < itemCount() ? moment : std::min(data_.peak, itemCount() - 1);
}

/// Returns the same part, or the largest one if it is empty at that moment.
int StepPlot::keptPart(int moment, int series) const {
  if (moment < 0 || valueOf(moment, series) > 0) return series;
  int largest = -1;
  for (int s = 0; s < seriesCount(); ++s)
    if (valueOf(moment, s) > valueOf(moment, largest)) largest = s;
  return largest;
}

int StepPlot::nextPart(int moment, int series, int step) const {
  for (int s = series + step; s >= 0 && s < seriesCount(); s += step)
    if (valueOf(moment, s) > 0) return s;
  return series;
}

QRectF StepPlot::labelRect(int moment) const {
  const double width = roomOf(moment, tiers_) * pitch_, height = tierHeight();
  return {xOf(keyOf(moment)) - width / 2, plotRect().bottom() + axis_gap + moment % tiers_ * height, width,
          height};
}

QRectF StepPlot::peakRect() const {
  if (!hasPeak() || data_.peak_text.isEmpty()) return {};
  const QFontMetricsF metrics(scaledFont(font_, 1, QFont::Bold));
  const QRectF plot = plotRect();
  QRectF box(0, 0, metrics.horizontalAdvance(data_.peak_text) + 14, metrics.height() + 4);
  box.moveCenter(QPointF(xOf(keyOf(data_.peak)), 0));
  box.moveBottom(yOf(topOfPeak()) - peak_gap);
  if (isZoomed()) box.moveTop(std::clamp(box.top(), plot.top() + 2, plot.bottom() - box.height()));
  box.moveLeft(std::max(plot.left() + 4, std::min(box.left(), plot.right() - box.width())));
  return box;
}

/// Returns the limit's text, with an arrow if the limit is outside the axis.
QString StepPlot::limitText() const {
  if (isLimitShown()) return data_.bars.limit_text;
  return (data_.bars.limit < shown_.low ? u"↓ "_s : u"↑ "_s) + data_.bars.limit_text;
}

QRectF StepPlot::limitRect() const {
  if (data_.bars.limit <= 0) return {};
  const QFontMetricsF metrics(font_);
  const QRectF plot = plotRect();
  QRectF box(0, 0, metrics.horizontalAdvance(limitText()) + 8, metrics.height());
  box.moveRight(plot.right());
  box.moveBottom(isLimitShown() ? yOf(data_.bars.limit) - 2 : plot.top() - 4);
  const bool on_last = isLimitShown() && row(itemCount() - 1).total() > data_.bars.limit;
  if (on_last || box.intersects(peakRect())) box.moveLeft(plot.left() + 4);
  return box;
}

std::vector<QRectF> StepPlot::legendRects() const { return swatchPlaces(data_.bars.series); }

}  // namespace zp
