// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/plot.h"

#include <QPainter>
#include <cmath>
#include <functional>

#include "core/units/format.h"
#include "ui/charts/legend_layout.h"

using namespace Qt::Literals::StringLiterals;

namespace zp {
namespace {

constexpr double band_width = 4;  // of the band from a mark to its predicted value
constexpr double top_gap = 8;     // above the legend
constexpr double swatch = 11;
constexpr double title_scale = 1.2;
constexpr double stale_veil = 0.62;

/// An item that calls a function to paint on a layer of the plot, so that exports contain it too.
class PaintItem : public QCPAbstractItem {
 public:
  PaintItem(QCustomPlot* plot, const QString& layer, std::function<void(QPainter&)> paint)
      : QCPAbstractItem(plot), paint_(std::move(paint)) {
    setLayer(layer);
    setClipToAxisRect(false);
    setSelectable(false);
  }
  double selectTest(const QPointF& /*pos*/, bool /*only*/, QVariant* /*details*/) const override {
    return -1;
  }

 protected:
  void draw(QCPPainter* painter) override {
    painter->save();
    painter->setAntialiasing(true);
    paint_(*painter);
    painter->restore();
  }

 private:
  std::function<void(QPainter&)> paint_;
};

}  // namespace

QString UnitTicker::getTickLabel(double tick, const QLocale& /*locale*/, QChar /*format*/,
                                 int /*precision*/) {
  return QString::fromStdString(format_number(std::abs(tick) < 1e-9 ? 0 : tick));
}

Plot::Plot(Qt::Orientation direction, Choice choice) : direction_(direction), choice_(choice) {
  setAutoAddPlottableToLegend(false);
  setPlottingHint(QCP::phImmediateRefresh, false);    // painted with the window
  setPlottingHint(QCP::phFastPolylines);              // an eighth of the work of one path for the line
  layer(u"overlay"_s)->setMode(QCPLayer::lmLogical);  // it is never drawn alone
  axisRect()->setAutoMargins(QCP::msNone);
  axisRect()->setMinimumMargins(QMargins());
  plotLayout()->setAutoMargins(QCP::msNone);
  plotLayout()->setMargins(QMargins());
  for (QCPAxis* axis : {xAxis, yAxis}) {
    axis->setSubTicks(false);
    axis->setTickLabelPadding(6);
    axis->setLabelPadding(4);
    axis->grid()->setZeroLinePen(Qt::NoPen);
  }
  new PaintItem(this, u"background"_s, [this](QPainter& painter) { paintBackdrop(painter); });
  new PaintItem(this, u"overlay"_s, [this](QPainter& painter) { paintOverlay(painter); });
}

void Plot::setLook(const ThemeColors& colors, const QFont& font) {
  colors_ = colors;
  font_ = font;
  setBackground(QBrush(colors.panel));
  for (QCPAxis* axis : {xAxis, yAxis}) {
    axis->setBasePen(QPen(blend(colors.outline, colors.grid, 0.4), 1));
    axis->setTickPen(Qt::NoPen);
    axis->setTickLabelColor(colors.text);
    axis->setTickLabelFont(font);
    axis->setLabelColor(colors.muted);
    axis->setLabelFont(font);
    axis->grid()->setPen(QPen(colors.grid, 1));
  }
  recolor();
  arrange(size_);
}

void Plot::setCaptions(bool shown) {
  captions_ = shown;
  arrange(size_);
}

void Plot::setPointers(int focus, int focus_part, int hover) {
  focus_ = focus;
  focus_part_ = focus_part;
  hover_ = hover;
}

void Plot::arrange(QSize size) {
  size_ = size;
  if (!size.isEmpty()) fit();
}

QSize Plot::leastSize() const { return withMargins(leastPlot()); }

QRectF Plot::plotRect() const {
  return QRectF(QPointF(0, 0), QSizeF(size_)).marginsRemoved(QMarginsF(xAxis->axisRect()->margins()));
}

QSize Plot::withMargins(QSize plot) const { return plot.grownBy(axisRect()->margins()); }

double Plot::captionHeight() const {
  return captions_ ? QFontMetricsF(scaledFont(font_, title_scale, QFont::Bold)).height() + 12 : 0;
}

double Plot::noteHeight() const { return captions_ ? QFontMetricsF(font_).height() + 8 : 0; }

std::vector<QRectF> Plot::legendPlaces(const QStringList& names, double sample_width) const {
  const QFontMetricsF metrics(font_);
  std::vector<double> widths;
  for (const QString& name : names)
    widths.push_back(sample_width + legend_sample_gap + metrics.horizontalAdvance(name) + 1);
  auto places = legendLayout(widths, metrics.height() + 4, size_.width() - 2 * plot_side);
  for (QRectF& place : places)
    place.translate(plot_side, top_gap + captionHeight());
  return places;
}

double Plot::legendBottom() const {
  const std::vector<QRectF> places = legendRects();
  return places.empty() ? top_gap + captionHeight() : places.back().bottom();
}

std::vector<QRectF> Plot::swatchPlaces(const std::vector<BarSeries>& series) const {
  QStringList names;
  for (const BarSeries& each : series)
    names << each.name;
  return legendPlaces(names, swatch);
}

void Plot::paintSwatches(QPainter& painter, const std::vector<BarSeries>& series) const {
  const std::vector<QRectF> places = legendRects();
  painter.setFont(font_);
  for (std::size_t s = 0; s < places.size(); ++s) {
    const QRectF box(places[s].left(), std::round(places[s].center().y() - swatch / 2), swatch, swatch);
    const QColor fill = colors_.series(series[s].color);
    const QColor outline = colors_.fillOutline(fill);
    painter.setPen(outline.isValid() ? QPen(outline, 1) : QPen(Qt::NoPen));
    painter.setBrush(fill);
    painter.drawRoundedRect(outline.isValid() ? box.adjusted(0.5, 0.5, -0.5, -0.5) : box, 2, 2);
    painter.setPen(colors_.text);
    painter.drawText(places[s].adjusted(swatch + legend_sample_gap, 0, 2, 0),
                     Qt::AlignLeft | Qt::AlignVCenter, series[s].name);
  }
}

void Plot::paintMark(QPainter& painter, QPointF value, QPointF predicted, bool outside) const {
  const QColor color = colors_.state(outside ? Verdict::over : Verdict::fits);
  painter.setPen(QPen(colors_.panel, band_width + 2, Qt::SolidLine, Qt::FlatCap));
  painter.drawLine(predicted, value);
  painter.setPen(QPen(color, band_width, Qt::SolidLine, Qt::FlatCap));
  painter.drawLine(predicted, value);
  QPolygonF diamond;
  diamond << value + QPointF(0, -mark_half) << value + QPointF(mark_half, 0) << value + QPointF(0, mark_half)
          << value + QPointF(-mark_half, 0);
  painter.setPen(QPen(colors_.text, 1.4));
  painter.setBrush(outside ? color : colors_.panel);
  painter.drawPolygon(diamond);
}

QPen Plot::limitPen() const {
  QPen dashed(colors_.over, 1.6, Qt::CustomDashLine, Qt::FlatCap);
  dashed.setDashPattern({4, 2.5});
  return dashed;
}

void Plot::paintOverlay(QPainter& painter) const {
  if (captions_) paintCaptions(painter);
  paintForeground(painter);
  if (words().stale) paintVeil(painter);
  paintFocus(painter);
}

/// Paints the title at the top and the note at the bottom.
void Plot::paintCaptions(QPainter& painter) const {
  const double width = size_.width() - 2 * plot_side;
  painter.setPen(colors_.text);
  painter.setFont(scaledFont(font_, title_scale, QFont::Bold));
  painter.drawText(QRectF(plot_side, 10, width, 24), Qt::AlignLeft | Qt::AlignTop, words().title);
  painter.setPen(colors_.muted);
  painter.setFont(scaledFont(font_, 0.9));
  painter.drawText(QRectF(plot_side, size_.height() - 24, width, 18), Qt::AlignLeft | Qt::AlignBottom,
                   words().note);
}

/// Greys out everything and shows the reason in the middle of the plot.
void Plot::paintVeil(QPainter& painter) const {
  QColor veil = colors_.panel;
  veil.setAlphaF(static_cast<float>(stale_veil));
  painter.fillRect(QRectF(QPointF(0, 0), QSizeF(size_)), veil);
  if (words().stale_text.isEmpty()) return;
  painter.setFont(scaledFont(font_, 1, QFont::Bold));
  QRectF box = QFontMetricsF(painter.font()).boundingRect(words().stale_text).adjusted(-14, -7, 14, 7);
  box.moveCenter(plotRect().center());
  painter.setPen(QPen(colors_.tight, 1));
  painter.setBrush(colors_.panel);
  painter.drawRoundedRect(box, 4, 4);
  painter.setPen(colors_.tight);
  painter.drawText(box, Qt::AlignCenter, words().stale_text);
}

}  // namespace zp
