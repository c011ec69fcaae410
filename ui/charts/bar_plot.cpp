// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/bar_plot.h"

#include <algorithm>
#include <cmath>

#include "ui/charts/bar_tips.h"

using namespace Qt::Literals::StringLiterals;

namespace zp {
namespace {

constexpr double label_gap = 8;  // between row labels and the axis
constexpr double text_gap = 7;   // between a bar and its total
constexpr double below_legend = 8;
constexpr double full_pitch = 48;
constexpr double largest_pitch = 56;
constexpr double least_pitch = 19;
constexpr double largest_bar = 34;
constexpr double bar_share = 0.68;
constexpr int least_plot_width = 220;
constexpr int picture_width = 1000;

}  // namespace

int rowNamed(const BarChartData& data, const QString& label) {
  const auto found = std::ranges::find(data.rows, label, &BarRow::label);
  return found == data.rows.end() ? -1 : static_cast<int>(found - data.rows.begin());
}

int seriesNamed(const BarChartData& data, const QString& name) {
  const auto found = std::ranges::find(data.series, name, &BarSeries::name);
  return found == data.series.end() ? -1 : static_cast<int>(found - data.series.begin());
}

BarPlot::BarPlot() : Plot(Qt::Vertical, Choice::items), ticker_(new UnitTicker) {
  xAxis->setTicker(ticker_);
  yAxis->setRangeReversed(true);
  yAxis->setTicks(false);
  yAxis->setTickLabels(false);
  yAxis->grid()->setVisible(false);
}

void BarPlot::setData(const BarChartData& bars) {
  const bool same_series = bars.series.size() == bars_.size();
  std::vector<std::vector<double>> painted;
  for (std::size_t r = 0; r < data_.rows.size(); ++r) {
    painted.emplace_back();
    for (std::size_t s = 0; s < data_.series.size(); ++s)
      painted.back().push_back(paintedValue(r, s));
  }
  before_ = std::move(painted);
  progress_ = 1;
  data_ = bars;
  if (!same_series) makeBars();
  recolor();
  xAxis->setLabel(data_.axis_title);
  arrange(size_);
}

bool BarPlot::differsInLength(const BarChartData& bars) const {
  const auto names = [](const BarSeries& series, const BarSeries& other) {
    return series.name == other.name;
  };
  const auto labels = [](const BarRow& row, const BarRow& other) { return row.label == other.label; };
  const auto lengths = [](const BarRow& row, const BarRow& other) {
    return std::ranges::equal(row.parts, other.parts, {}, &BarPart::value, &BarPart::value);
  };
  return !data_.rows.empty() && std::ranges::equal(data_.series, bars.series, names) &&
         std::ranges::equal(data_.rows, bars.rows, labels) &&
         !std::ranges::equal(data_.rows, bars.rows, lengths);
}

void BarPlot::setProgress(double progress) {
  progress_ = progress;
  fillBars();
}

double BarPlot::paintedValue(std::size_t row, std::size_t series) const {
  const double value = data_.rows[row].parts[series].value;
  return progress_ < 1 ? std::lerp(before_[row][series], value, progress_) : value;
}

double BarPlot::paintedTotal(int row) const {
  double total = 0;
  for (std::size_t s = 0; s < data_.series.size(); ++s)
    total += paintedValue(static_cast<std::size_t>(row), s);
  return total;
}

void BarPlot::makeBars() {
  clearPlottables();
  bars_.clear();
  for (std::size_t s = 0; s < data_.series.size(); ++s) {
    auto* bars = new QCPBars(yAxis, xAxis);  // key axis first: horizontal
    bars->setStackingGap(1);
    bars->setAntialiased(false);
    bars->setSelectable(QCP::stNone);
    if (!bars_.empty()) bars->moveAbove(bars_.back());
    bars_.push_back(bars);
  }
}

void BarPlot::fillBars() {
  std::vector<double> starts(data_.rows.size(), 0);
  for (std::size_t s = 0; s < bars_.size(); ++s) {
    QVector<double> keys;
    QVector<double> values;
    for (std::size_t r = 0; r < data_.rows.size(); ++r) {
      // Clipped here, because QSvgGenerator of Qt 6.4 ignores clip rectangles.
      const double from = std::max(starts[r], shown_.low);
      starts[r] += paintedValue(r, s);
      const double value = std::min(starts[r], shown_.high) - from;
      if (!(value > 0)) continue;  // an outline would draw a line even for 0
      keys.push_back(static_cast<double>(r));
      values.push_back(value);
    }
    bars_[s]->setBaseValue(shown_.low);
    bars_[s]->setData(keys, values, true);
  }
}

void BarPlot::recolor() {
  xAxis->setBasePen(QPen(colors_.grid, 1));
  for (std::size_t s = 0; s < bars_.size(); ++s) {
    const QColor fill = colors_.series(data_.series[s].color);
    const QColor outline = colors_.fillOutline(fill);
    bars_[s]->setBrush(fill);
    bars_[s]->setPen(outline.isValid() ? QPen(outline, 1) : QPen(Qt::NoPen));
  }
}

QStringList BarPlot::spoken(int /*item*/, int /*part*/) const {
  QStringList sentences;
  for (const BarRow& each : data_.rows)
    sentences << each.spoken;
  return sentences;
}

std::unique_ptr<Plot> BarPlot::copy() const {
  auto plot = std::make_unique<BarPlot>();
  plot->setData(data_);
  return plot;
}

QFont BarPlot::labelFont(const BarRow& row) const {
  return scaledFont(font_, 1, row.selected ? QFont::Bold : QFont::Normal);
}

QString BarPlot::totalText(const BarRow& row) const {
  if (row.verdict == Verdict::none || row.verdict == Verdict::fits) return row.total_text;
  const QString lack = row.lack_text.isEmpty() ? QString() : u' ' + row.lack_text;
  return row.total_text + u"  "_s + glyphOf(row.verdict) + lack;
}

double BarPlot::totalWidth(const BarRow& row) const {
  return QFontMetricsF(labelFont(row)).horizontalAdvance(totalText(row)) + 1;
}

double BarPlot::largestLimit() const {
  double largest = data_.limit;
  for (const BarRow& each : data_.rows)
    largest = std::max(largest, each.limit);
  return largest;
}

double BarPlot::limitStrip() const { return data_.limit > 0 ? QFontMetricsF(font_).height() + 4 : 6; }

void BarPlot::fit() {
  const QFontMetricsF metrics(font_);
  const QFontMetricsF bold(scaledFont(font_, 1, QFont::Bold));
  double label_width = 0;
  for (const BarRow& each : data_.rows)  // measured in bold, so that selecting a row does not move the axis
    label_width = std::max(label_width, bold.horizontalAdvance(each.label));
  const double title = data_.axis_title.isEmpty() ? 0 : metrics.height() + 4;
  axisRect()->setMargins(
      QMargins(static_cast<int>(std::ceil(plot_side + label_width + label_gap)),
               static_cast<int>(std::ceil(legendBottom() + below_legend)),
               static_cast<int>(std::ceil(plot_side + metrics.horizontalAdvance(u"0,000"_s) / 2)),
               static_cast<int>(std::ceil(metrics.height() + 12 + title + noteHeight()))));
  fitAxes();
}

void BarPlot::fitAxes() {
  const double width = plotRect().width();
  const double height = plotRect().height();
  std::vector<BarExtent> extents;
  for (const BarRow& each : data_.rows)
    extents.push_back({each.extent(), totalWidth(each) + 2 * text_gap});
  const int most_ticks = width < 400 ? 5 : 7;
  scale_ = axisScale(neededSpan(extents, largestLimit(), width, data_.longest), most_ticks);
  shown_ = shownSpan(Qt::Horizontal);
  ticker_->setTickStep(isZoomed() ? axisScale(shown_.high - shown_.low, most_ticks).step : scale_.step);
  xAxis->setRange(shown_.low, shown_.high);

  pitch_ = std::clamp((height - limitStrip()) / std::max(1, itemCount()), 1.0, largest_pitch);
  yAxis->setRange(-0.5, -0.5 + height / pitch_);
  for (QCPBars* bars : bars_)
    bars->setWidth(barHeight() / pitch_);
  fillBars();
}

QSize BarPlot::leastPlot() const {
  return {least_plot_width, static_cast<int>(std::max(1, itemCount()) * least_pitch + limitStrip())};
}

QSize BarPlot::pictureSize() const {
  const double rows = std::max(1, itemCount()) * full_pitch + limitStrip();
  return {picture_width, withMargins(QSize(0, static_cast<int>(rows))).height()};
}

std::optional<AxisSpan> BarPlot::wholeSpan(Qt::Orientation axis) const {
  if (axis == Qt::Vertical) return {};
  return AxisSpan{0, scale_.upper};
}

double BarPlot::xOf(double value) const {
  return plotRect().left() + shown_.shareOf(value) * plotRect().width();
}

double BarPlot::rowCenter(int row) const { return plotRect().top() + (row + 0.5) * pitch_; }

double BarPlot::barHeight() const { return std::min(bar_share * pitch_, largest_bar); }

bool BarPlot::isClipped(const BarRow& row) const { return row.total() > shown_.high; }

int BarPlot::itemAt(QPointF pos) const {
  const int row = static_cast<int>(std::floor((pos.y() - plotRect().top()) / pitch_));
  return row >= 0 && row < itemCount() && pos.x() >= 0 && pos.x() < size_.width() ? row : -1;
}

int BarPlot::partAt(QPointF pos) const {
  const int row = itemAt(pos);
  for (int s = 0; row >= 0 && s < static_cast<int>(data_.series.size()); ++s)
    if (partRect(row, s).contains(pos)) return s;
  return -1;
}

QRectF BarPlot::itemRect(int row) const {
  return {2, rowCenter(row) - pitch_ / 2, size_.width() - 4.0, pitch_};
}

QRectF BarPlot::partRect(int row, int series) const {
  const auto& parts = this->row(row).parts;
  double start = 0;
  for (int s = 0; s < series; ++s)
    start += parts[static_cast<std::size_t>(s)].value;
  const double value = parts[static_cast<std::size_t>(series)].value;
  if (!(value > 0) || start >= shown_.high || start + value <= shown_.low) return {};
  const double left = xOf(std::max(start, shown_.low));
  const double right = xOf(std::min(start + value, shown_.high));
  return {left, rowCenter(row) - barHeight() / 2, right - left, barHeight()};
}

QString BarPlot::tip(int row, int series) const {
  return series < 0 ? rowTip(data_, row) : segmentTip(data_, row, series);
}

QRectF BarPlot::tipArea(int row, int series) const {
  return series < 0 ? itemRect(row) : partRect(row, series);
}

/// Returns the selected row; only new data change the selection.
int BarPlot::keptItem(int /*row*/) const {
  for (int i = itemCount() - 1; i >= 0; --i)
    if (row(i).selected) return i;
  return -1;
}

QRectF BarPlot::labelRect(int row) const {
  const QFontMetricsF metrics(labelFont(this->row(row)));
  const double width = metrics.horizontalAdvance(this->row(row).label) + 1;
  return {plotRect().left() - label_gap - width, rowCenter(row) - metrics.height() / 2, width,
          metrics.height()};
}

QRectF BarPlot::totalRect(int row) const {
  const BarRow& each = this->row(row);
  const double width = totalWidth(each);
  const double height = QFontMetricsF(labelFont(each)).height();
  const double mark = each.marks.empty() ? 0 : mark_half;
  const double behind = xOf(std::clamp(each.extent(), shown_.low, shown_.high)) + mark + text_gap;
  const double left = std::min(behind, plotRect().right() - width - text_gap);
  return {left, rowCenter(row) - height / 2, width, height};
}

void BarPlot::setLit(int row, const std::vector<double>& values) {
  lit_row_ = row;
  lit_ = values;
}

QRectF BarPlot::litRect(int series) const {
  const auto index = static_cast<std::size_t>(series);
  if (lit_row_ < 0 || lit_row_ >= itemCount() || index >= lit_.size() || !(lit_[index] > 0)) return {};
  QRectF segment = partRect(lit_row_, series);
  double end = 0;
  for (std::size_t s = 0; s <= index; ++s)
    end += row(lit_row_).parts[s].value;
  const double start = xOf(end - std::min(lit_[index], row(lit_row_).parts[index].value));
  if (start >= segment.right()) return {};
  segment.setLeft(std::max(segment.left(), start));
  return segment;
}

std::vector<QRectF> BarPlot::legendRects() const { return swatchPlaces(data_.series); }

}  // namespace zp
