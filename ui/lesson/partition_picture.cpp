// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lesson/partition_picture.h"

#include <QPainter>
#include <algorithm>

#include "core/units/format.h"
#include "ui/model/text.h"

using namespace Qt::Literals::StringLiterals;

namespace zp {
namespace {

constexpr int most_columns = 8;
constexpr double names_width = 128, more_width = 58, gap = 10, widest_column = 170;
constexpr double top = 26, under = 26;  // space for the GPU's name, and for the amount it holds
constexpr double below_height = 58, least_band = 26, band_gap = 5;
constexpr double least_strip = 3;
constexpr double tint = 0.14;

/// Returns the name of a place that is not the GPU.
QString nameOf(Place place) {
  return place == Place::cpu ? QObject::tr("host memory") : QObject::tr("drives");
}

}  // namespace

PartitionPicture::PartitionPicture(QWidget* parent) : QWidget(parent) {
  setObjectName(u"lesson.picture"_s);
  setAccessibleName(tr("What each GPU keeps"));
}

void PartitionPicture::setLesson(const Lesson& lesson) {
  lesson_ = lesson;
  QStringList held;
  for (const HeldState& state : lesson.states)
    held << zp::nameOf(state.component) + u": "_s + toQt(format_bytes(state.held)) +
                (state.place == Place::gpu ? tr(" on each GPU")
                                           : tr(" of each GPU in ") + nameOf(state.place));
  setAccessibleDescription(held.join(u"; "_s));
  update();
}

int PartitionPicture::shownGpus() const { return std::min(lesson_.gpus, most_columns); }

QRectF PartitionPicture::columnOf(int gpu) const {
  const int columns = shownGpus();
  const double more = lesson_.gpus > columns ? more_width : 0;
  const double room = width() - names_width - more - gap * columns;
  const double column = std::min(widest_column, room / columns);
  double bottom = height() - under;
  for (const Place place : {Place::cpu, Place::nvme})
    if (lesson_.uses(place)) bottom -= below_height + gap;
  return {names_width + gpu * (column + gap), top, column, bottom - top};
}

QRectF PartitionPicture::placeOf(int gpu, std::size_t state) const {
  const QRectF column = columnOf(gpu);
  double whole = 0;
  for (const HeldState& each : lesson_.states)
    whole += static_cast<double>(each.whole.value());
  const double room = column.height() - 3 * least_band - 4 * band_gap;
  double y = column.top() + band_gap;
  for (std::size_t i = 0;; ++i) {
    const double share = whole > 0 ? static_cast<double>(lesson_.states[i].whole.value()) / whole : 0;
    const double band = least_band + share * std::max(0.0, room);
    if (i == state) return {column.left() + band_gap, y, column.width() - 2 * band_gap, band};
    y += band + band_gap;
  }
}

QRectF PartitionPicture::filledOf(int gpu, std::size_t state) const {
  const HeldState& held = lesson_.states[state];
  const QRectF place = placeOf(gpu, state);
  if (held.place != Place::gpu) return {};
  if (!held.is_divided || lesson_.gpus == 1) return place;
  const double strip = std::max(least_strip, place.width() / lesson_.gpus);
  return {place.left() + (place.width() - strip) * gpu / (lesson_.gpus - 1), place.top(), strip,
          place.height()};
}

QRectF PartitionPicture::belowOf(Place place) const {
  const QRectF first = columnOf(0), last = columnOf(shownGpus() - 1);
  double y = first.bottom() + under + gap;
  if (place == Place::nvme && lesson_.uses(Place::cpu)) y += below_height + gap;
  return {first.left(), y, last.right() - first.left(), below_height - gap};
}

void PartitionPicture::paintGpu(QPainter& painter, int gpu) const {
  const ThemeColors& colors = themeColors();
  const QRectF column = columnOf(gpu);
  painter.setPen(colors.outline);
  painter.setBrush(Qt::NoBrush);
  painter.drawRoundedRect(column, 4, 4);
  painter.setPen(colors.muted);
  painter.drawText(column.adjusted(0, -top, 0, -column.height()), Qt::AlignCenter, QString::number(gpu));
  for (std::size_t i = 0; i < lesson_.states.size(); ++i) {
    const HeldState& state = lesson_.states[i];
    const QColor color = colors.component(state.component);
    const QRectF place = placeOf(gpu, i), filled = filledOf(gpu, i);
    painter.setPen(QPen(blend(color, colors.panel, 0.6), 1, filled == place ? Qt::SolidLine : Qt::DashLine));
    painter.setBrush(state.place == Place::gpu ? QBrush(blend(color, colors.panel, tint))
                                               : QBrush(Qt::NoBrush));
    painter.drawRect(place);
    painter.fillRect(filled, color);
  }
  painter.setPen(colors.text);
  painter.drawText(QRectF(column.left() - gap, column.bottom(), column.width() + 2 * gap, under),
                   Qt::AlignCenter, toQt(format_gib_value(lesson_.onGpu())));
}

void PartitionPicture::paintNames(QPainter& painter) const {
  const ThemeColors& colors = themeColors();
  for (std::size_t i = 0; i < lesson_.states.size(); ++i) {
    const HeldState& state = lesson_.states[i];
    const QRectF place = placeOf(0, i);
    const QRectF line(0, place.center().y() - 17, names_width - gap, 17);
    painter.setPen(colors.text);
    painter.drawText(line, Qt::AlignRight | Qt::AlignVCenter, zp::nameOf(state.component));
    painter.setPen(colors.muted);
    painter.drawText(line.translated(0, 17), Qt::AlignRight | Qt::AlignVCenter,
                     toQt(format_bytes(state.whole)));
  }
  painter.setPen(colors.text);
  const QRectF column = columnOf(0);
  painter.drawText(QRectF(0, column.bottom(), names_width - gap, under), Qt::AlignRight | Qt::AlignVCenter,
                   tr("GiB on each"));
  painter.setPen(colors.muted);
  painter.drawText(QRectF(0, 0, names_width - gap, top), Qt::AlignRight | Qt::AlignVCenter, tr("GPU"));
}

/// Paints the parts that all shown GPUs keep in that place, side by side.
void PartitionPicture::paintBelow(QPainter& painter, Place place) const {
  const ThemeColors& colors = themeColors();
  const QRectF box = belowOf(place);
  painter.setPen(colors.outline);
  painter.setBrush(Qt::NoBrush);
  painter.drawRoundedRect(box, 4, 4);
  painter.setPen(colors.text);
  painter.drawText(QRectF(0, box.top(), names_width - gap, box.height()), Qt::AlignRight | Qt::AlignVCenter,
                   nameOf(place));
  double whole = 0;
  for (const HeldState& state : lesson_.states)
    if (state.place == place) whole += static_cast<double>(state.held.value());
  double x = box.left() + band_gap;
  for (const HeldState& state : lesson_.states) {
    if (state.place != place) continue;
    const double share = static_cast<double>(state.held.value()) / std::max(1.0, whole);
    const QRectF band(x, box.top() + band_gap, share * (box.width() - 2 * band_gap),
                      box.height() - 2 * band_gap);
    painter.fillRect(band, colors.component(state.component));
    painter.setPen(QPen(colors.panel, 1));
    for (int part = 1; part < lesson_.gpus && band.width() / lesson_.gpus >= least_strip; ++part)
      painter.drawLine(QPointF(band.left() + part * band.width() / lesson_.gpus, band.top()),
                       QPointF(band.left() + part * band.width() / lesson_.gpus, band.bottom()));
    x += band.width();
  }
}

void PartitionPicture::paintEvent(QPaintEvent* /*event*/) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setFont(tabularFont(font()));
  paintNames(painter);
  for (int gpu = 0; gpu < shownGpus(); ++gpu)
    paintGpu(painter, gpu);
  for (const Place place : {Place::cpu, Place::nvme})
    if (lesson_.uses(place)) paintBelow(painter, place);
  if (lesson_.gpus > shownGpus()) {
    const QRectF last = columnOf(shownGpus() - 1);
    painter.setPen(themeColors().muted);
    painter.drawText(QRectF(last.right() + gap, last.top(), more_width, last.height()), Qt::AlignCenter,
                     tr("and %1\nmore").arg(lesson_.gpus - shownGpus()));
  }
}

}  // namespace zp
