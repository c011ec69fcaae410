// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/plot_parts.h"

#include <QPainter>
#include <cmath>

#include "core/units/format.h"
#include "ui/charts/legend_layout.h"

namespace zp {
namespace {

constexpr double swatch = 11;
constexpr double swatch_gap = 6;
constexpr double stale_veil = 0.62;

double lineHeight(const QFont& font) { return QFontMetricsF(font).height() + 4; }

std::vector<double> legendWidths(const std::vector<BarSeries>& series, const QFont& font) {
  const QFontMetricsF metrics(font);
  std::vector<double> widths;
  for (const BarSeries& each : series)
    widths.push_back(swatch + swatch_gap + metrics.horizontalAdvance(each.name) + 1);
  return widths;
}

}  // namespace

QString UnitTicker::getTickLabel(double tick, const QLocale& /*locale*/, QChar /*format*/,
                                 int /*precision*/) {
  return QString::fromStdString(format_number(std::abs(tick) < 1e-9 ? 0 : tick));
}

PaintItem::PaintItem(QCustomPlot* plot, const QString& layer, std::function<void(QPainter&)> paint)
    : QCPAbstractItem(plot), paint_(std::move(paint)) {
  setLayer(layer);
  setClipToAxisRect(false);
  setSelectable(false);
}

double PaintItem::selectTest(const QPointF& /*pos*/, bool /*only*/, QVariant* /*details*/) const {
  return -1;
}

void PaintItem::draw(QCPPainter* painter) {
  painter->save();
  painter->setAntialiasing(true);
  paint_(*painter);
  painter->restore();
}

std::vector<QRectF> legendPlaces(const std::vector<BarSeries>& series, const QFont& font, double width,
                                 double top) {
  auto places = legendLayout(legendWidths(series, font), lineHeight(font), width - 2 * plot_side);
  for (QRectF& place : places)
    place.translate(plot_side, top);
  return places;
}

double legendHeight(const std::vector<BarSeries>& series, const QFont& font, double width) {
  const auto places = legendPlaces(series, font, width, 0);
  return places.empty() ? 0 : places.back().bottom();
}

void paintLegend(QPainter& painter, const std::vector<BarSeries>& series, const std::vector<QRectF>& places,
                 const ThemeColors& colors, const QFont& font) {
  painter.setFont(font);
  for (std::size_t s = 0; s < places.size(); ++s) {
    const QRectF box(places[s].left(), std::round(places[s].center().y() - swatch / 2), swatch, swatch);
    const QColor fill = colors.series(series[s].color);
    const QColor outline = colors.fillOutline(fill);
    painter.setPen(outline.isValid() ? QPen(outline, 1) : QPen(Qt::NoPen));
    painter.setBrush(fill);
    painter.drawRoundedRect(outline.isValid() ? box.adjusted(0.5, 0.5, -0.5, -0.5) : box, 2, 2);
    painter.setPen(colors.text);
    painter.drawText(places[s].adjusted(swatch + swatch_gap, 0, 2, 0), Qt::AlignLeft | Qt::AlignVCenter,
                     series[s].name);
  }
}

double titleHeight(const QFont& font) {
  return QFontMetricsF(scaledFont(font, 1.2, QFont::Bold)).height() + 12;
}

void paintCaptions(QPainter& painter, const QString& title, const QString& note, QSize size,
                   const ThemeColors& colors, const QFont& font) {
  const double width = size.width() - 2 * plot_side;
  painter.setPen(colors.text);
  painter.setFont(scaledFont(font, 1.2, QFont::Bold));
  painter.drawText(QRectF(plot_side, 10, width, 24), Qt::AlignLeft | Qt::AlignTop, title);
  painter.setPen(colors.muted);
  painter.setFont(scaledFont(font, 0.9));
  painter.drawText(QRectF(plot_side, size.height() - 24, width, 18), Qt::AlignLeft | Qt::AlignBottom, note);
}

void paintStale(QPainter& painter, const QString& text, QSize size, const QRectF& plot,
                const ThemeColors& colors, const QFont& font) {
  QColor veil = colors.panel;
  veil.setAlphaF(static_cast<float>(stale_veil));
  painter.fillRect(QRectF(QPointF(0, 0), QSizeF(size)), veil);
  if (text.isEmpty()) return;
  painter.setFont(scaledFont(font, 1, QFont::Bold));
  QRectF box = QFontMetricsF(painter.font()).boundingRect(text).adjusted(-14, -7, 14, 7);
  box.moveCenter(plot.center());
  painter.setPen(QPen(colors.tight, 1));
  painter.setBrush(colors.panel);
  painter.drawRoundedRect(box, 4, 4);
  painter.setPen(colors.tight);
  painter.drawText(box, Qt::AlignCenter, text);
}

QPen limitPen(const ThemeColors& colors) {
  QPen dashed(colors.over, 1.6, Qt::CustomDashLine, Qt::FlatCap);
  dashed.setDashPattern({4, 2.5});
  return dashed;
}

}  // namespace zp
