// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/scatter_plot.h"

#include <algorithm>
#include <cmath>

#include "ui/charts/label_place.h"

namespace zp {
namespace {

constexpr double tick_label_gap = 6;
constexpr double under_legend = 8;
constexpr double small_words = 0.9;
constexpr double mouse_reach = 9;  // distance in pixels at which the mouse finds a point
constexpr double item_side = 14;   // size of a point's rectangle in pixels
constexpr double mark_gap = 12;    // from a marked point to its text
constexpr double grip_length = 16, grip_width = 8;
constexpr double words_gap = 4;

}  // namespace

ScatterPlot::ScatterPlot() : Plot(Qt::Horizontal, Choice::points) {}

void ScatterPlot::setData(const ScatterChartData& points) {
  data_ = points;
  whole_x_ = data_.is_logarithmic ? ScatterAxis::logarithmic(data_.lower_x, data_.upper_x, data_.x_text)
                                  : ScatterAxis::linear(data_.upper_x);
  whole_y_ = data_.is_logarithmic ? ScatterAxis::logarithmic(data_.lower_y, data_.upper_y, data_.y_text)
                                  : ScatterAxis::linear(data_.upper_y);
  xAxis->setLabel(data_.x_title);
  yAxis->setLabel(data_.y_title);
  arrange(size_);
}

void ScatterPlot::moveLimits(double most_x, double y_limit) {
  data_.most_x.at = most_x;
  data_.y_limit.at = y_limit;
}

QStringList ScatterPlot::spoken(int point, int /*part*/) const {
  QStringList sentences;
  if (point >= 0 && data_.words) sentences << data_.words(point);
  return sentences << data_.spoken;
}

std::unique_ptr<Plot> ScatterPlot::copy() const {
  auto plot = std::make_unique<ScatterPlot>();
  plot->setData(data_);
  return plot;
}

QFont ScatterPlot::smallFont() const { return scaledFont(font_, small_words); }
QFont ScatterPlot::markFont() const { return scaledFont(font_, 1, QFont::Bold); }

std::optional<AxisSpan> ScatterPlot::wholeSpan(Qt::Orientation axis) const {
  const ScatterAxis& whole = axis == Qt::Horizontal ? whole_x_ : whole_y_;
  return whole.isSet() ? std::optional(whole.span()) : std::nullopt;
}

void ScatterPlot::fit() {
  x_axis_ = whole_x_.part(shownSpan(Qt::Horizontal));
  y_axis_ = whole_y_.part(shownSpan(Qt::Vertical));
  x_axis_.configureAxis(*xAxis);
  y_axis_.configureAxis(*yAxis);
  const QFontMetricsF metrics(font_);
  const double line = metrics.height();
  double label_width = 0;  // the widest label need not be the last: 2.5 comes before 10
  for (const QString& label : y_axis_.labels())
    label_width = std::max(label_width, metrics.horizontalAdvance(label));
  const QStringList x_labels = x_axis_.labels();
  const double last_label = x_labels.isEmpty() ? 0 : metrics.horizontalAdvance(x_labels.last());
  axisRect()->setMargins(
      QMargins(static_cast<int>(std::ceil(plot_side + line + 4 + label_width + tick_label_gap)),
               static_cast<int>(std::ceil(legendBottom() + under_legend + grip_width)),
               static_cast<int>(std::ceil(plot_side + std::max(grip_width, last_label / 2))),
               static_cast<int>(std::ceil(2 * line + tick_label_gap + 10 + noteHeight()))));
  placeWords();
}

double ScatterPlot::xOf(double value) const {
  const QRectF plot = plotRect();
  return plot.left() + x_axis_.shareOf(value) * plot.width();
}

double ScatterPlot::yOf(double value) const {
  const QRectF plot = plotRect();
  return plot.bottom() - y_axis_.shareOf(value) * plot.height();
}

QPointF ScatterPlot::valueAt(QPointF pos) const {
  const QRectF plot = plotRect();
  return {x_axis_.valueAt((pos.x() - plot.left()) / plot.width()),
          y_axis_.valueAt((plot.bottom() - pos.y()) / plot.height())};
}

bool ScatterPlot::isShown(const ScatterPoint& point) const {
  return x_axis_.holds(point.x) && y_axis_.holds(point.y);
}

/// Returns the point called "best" or "present"; −1 for any other name.
int ScatterPlot::itemNamed(const QString& name) const {
  if (name == QLatin1String("best")) return data_.best;
  return name == QLatin1String("present") ? data_.present : -1;
}

/// Returns the closest point; the first of equally close ones, because points on the line are drawn on top.
int ScatterPlot::itemAt(QPointF pos) const {
  int nearest = -1;
  double least = mouse_reach * mouse_reach;
  for (int i = 0; i < itemCount(); ++i) {
    if (!isShown(point(i))) continue;
    const QPointF away = placeOf(point(i)) - pos;
    const double distance = QPointF::dotProduct(away, away);
    if (distance >= least) continue;
    nearest = i;
    least = distance;
  }
  return nearest;
}

QRectF ScatterPlot::itemRect(int point) const {
  const QPointF at = placeOf(this->point(point));
  return {at.x() - item_side / 2, at.y() - item_side / 2, item_side, item_side};
}

QString ScatterPlot::tip(int point, int /*part*/) const { return data_.tip ? data_.tip(point) : QString(); }

int ScatterPlot::keptItem(int point) const { return std::min(point, walkCount() - 1); }

int ScatterPlot::firstItem() const {
  if (walkCount() == 0) return -1;
  return data_.best >= 0 && data_.best < walkCount() ? data_.best : 0;
}

double ScatterPlot::mostX() const {
  if (data_.most_x.at > 0) return data_.most_x.at;
  return data_.is_logarithmic ? whole_x_.upper() : data_.capacity;
}

double ScatterPlot::limitOfY() const {
  return data_.y_is_most && !(data_.y_limit.at > 0) ? whole_y_.upper() : data_.y_limit.at;
}

QRectF ScatterPlot::mostGrip() const {
  // Without a limit, the grip of a zoomed axis is at its end.
  const bool waits = isZoomed() && !(data_.most_x.at > 0);
  const double at = waits ? std::min(mostX(), x_axis_.upper()) : mostX();
  if (!data_.has_limits || at <= 0 || !x_axis_.holds(at)) return {};
  // Near the end of its axis, a grip stays clear of the other one.
  const double left = std::min(xOf(at) - grip_length / 2,
                               data_.y_is_most ? plotRect().right() - grip_length : plotRect().right());
  return {left, plotRect().top() - grip_width, grip_length, grip_width};
}

QRectF ScatterPlot::yGrip() const {
  const bool waits = isZoomed() && !(data_.y_limit.at > 0);
  const double at = waits ? std::clamp(limitOfY(), y_axis_.lower(), y_axis_.upper()) : limitOfY();
  if (!data_.has_limits || (isZoomed() && !y_axis_.holds(at))) return {};
  const double top = yOf(at) - grip_length / 2;
  return {plotRect().right(), data_.y_is_most ? std::max(top, plotRect().top()) : top, grip_width,
          grip_length};
}

std::vector<QRectF> ScatterPlot::legendRects() const {
  QStringList names;
  for (const ScatterEntry& entry : data_.legend)
    names << entry.name;
  if (data_.line_count > 0) names << data_.line_name;
  for (const ScatterBand& band : data_.bands)
    names << band.text;
  return legendPlaces(names, item_side);
}

void ScatterPlot::placeWords() {
  const QRectF plot = plotRect();
  const QFontMetricsF small(smallFont());
  const auto size_of = [](const QString& text, const QFontMetricsF& metrics) {
    return QSizeF(metrics.horizontalAdvance(text) + 6, metrics.height() + 2);
  };
  present_rect_ = best_rect_ = capacity_rect_ = beyond_rect_ = most_rect_ = y_rect_ = level_rect_ = QRectF();
  std::vector<QRectF> taken;
  const auto put = [&](QRectF& place, const QRectF& wanted) {
    const bool is_free = plot.contains(wanted) && std::ranges::none_of(taken, [&](const QRectF& other) {
                           return other.intersects(wanted);
                         });
    if (!is_free) return;
    place = wanted;
    taken.push_back(wanted);
  };
  // Texts must avoid all pieces of the line, and the marks.
  for (int i = 0; i < data_.line_count; ++i) {
    const QPointF from = placeOf(point(i)), to = placeOf(point(std::min(i + 1, data_.line_count - 1)));
    const int pieces = 1 + static_cast<int>(std::hypot((to - from).x(), (to - from).y()) / mouse_reach);
    for (int piece = 0; piece < pieces; ++piece)
      taken.push_back(QRectF(-4, -4, 8, 8).translated(from + (to - from) * piece / pieces));
  }
  for (const int marked : {data_.best, data_.present})
    if (marked >= 0) taken.push_back(itemRect(marked).adjusted(-3, -3, 3, 3));

  if (data_.capacity > 0 && x_axis_.holds(data_.capacity)) {
    const double x = xOf(data_.capacity) + words_gap;
    const QSizeF beyond = size_of(data_.beyond_text, small), had = size_of(data_.capacity_text, small);
    put(beyond_rect_, QRectF(QPointF(x, plot.top() + 3), beyond));
    put(capacity_rect_, QRectF(QPointF(x, plot.bottom() - had.height() - 3), had));
  }
  if (data_.most_x.at > 0) {
    const QSizeF size = size_of(data_.most_x.text, small);
    put(most_rect_,
        QRectF(QPointF(xOf(data_.most_x.at) - size.width() - words_gap, plot.bottom() - size.height() - 3),
               size));
  }
  if (data_.y_limit.at > 0) {
    const QSizeF size = size_of(data_.y_limit.text, small);
    put(y_rect_, QRectF(QPointF(plot.left() + words_gap, yOf(data_.y_limit.at) - size.height() - 1), size));
    if (y_rect_.isEmpty())
      put(y_rect_, QRectF(QPointF(plot.left() + words_gap, yOf(data_.y_limit.at) + 1), size));
  }
  if (data_.level) {
    const QSizeF size = size_of(data_.level->text, small);
    for (const double x : {plot.left() + words_gap, plot.right() - size.width() - words_gap})
      for (const double y : {yOf(data_.level->at) - size.height() - 2, yOf(data_.level->at) + 2})
        if (level_rect_.isEmpty()) put(level_rect_, QRectF(QPointF(x, y), size));
  }
  std::vector<QPointF> places;
  for (const ScatterPoint& each : data_.points)
    if (isShown(each)) places.push_back(placeOf(each));
  const QFontMetricsF bold(markFont());
  const auto name = [&](QRectF& place, int marked, const QString& text) {
    if (marked < 0 || text.isEmpty() || !isShown(point(marked))) return;
    place = labelPlace(placeOf(point(marked)), mark_gap, size_of(text, bold), plot, taken, places);
    if (!place.isEmpty()) taken.push_back(place);
  };
  name(best_rect_, data_.best, data_.best_text);
  name(present_rect_, data_.present, data_.present_text);
}

}  // namespace zp
