// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/start/stage_picture.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QStyle>
#include <algorithm>

#include "ui/theme/accessible_role.h"

using namespace Qt::Literals::StringLiterals;

namespace zp {
namespace {

constexpr int fall_milliseconds = 360;
constexpr int gpus_in_line = 4, lines_of_gpus = start_gpus / gpus_in_line;
constexpr double stage_gap = 22, gpu_gap = 4, line_gap = 8, under_name = 8;
constexpr double stage_pad = 6;  // around a stage, for the tint when pointed at
constexpr std::array held_colors = {ChartComponent::parameters, ChartComponent::gradients,
                                    ChartComponent::optimizer_states};

}  // namespace

StagePicture::StagePicture(QWidget* parent) : QWidget(parent) {
  setObjectName(u"welcome.stages"_s);
  setAccessibleRole(*this, QAccessible::Chart);
  setAccessibleName(tr("What each GPU keeps at each ZeRO stage"));
  setFocusPolicy(Qt::StrongFocus);
  setMouseTracking(true);
  fall_.setStartValue(0.0);
  fall_.setEndValue(1.0);
  fall_.setEasingCurve(QEasingCurve::OutCubic);
  connect(&fall_, &QVariantAnimation::valueChanged, this, [this] { update(); });
}

void StagePicture::setStages(const std::array<StageShares, chart_stage_count>& stages) {
  stages_ = stages;
  has_stages_ = true;
  QStringList sentences;
  for (const StageShares& stage : stages_)
    sentences << stage.name + u": "_s + stage.bytes + u". "_s + stage.words;
  setAccessibleDescription(sentences.join(u' '));
  update();
}

QRectF StagePicture::stageRect(int stage) const {
  const double wide = (width() - 2 * stage_pad - 3 * stage_gap) / 4.0;
  return {stage_pad + stage * (wide + stage_gap), stage_pad, wide, height() - 2 * stage_pad};
}

int StagePicture::stageAt(QPointF pos) const {
  for (int stage = 0; stage < static_cast<int>(chart_stage_count); ++stage)
    if (stageRect(stage).adjusted(-stage_gap / 2, -stage_pad, stage_gap / 2, stage_pad).contains(pos))
      return stage;
  return -1;
}

void StagePicture::point(int stage) {
  if (stage == pointed_ || !has_stages_) return;
  pointed_ = stage;
  fall_.stop();
  const bool is_animated = style()->styleHint(QStyle::SH_Widget_Animation_Duration, nullptr, this) > 0;
  if (stage > 0 && is_animated) {
    fall_.setDuration(fall_milliseconds);
    fall_.start();
  }
  update();
  emit stagePointed(stage, stage < 0 ? QString() : stages_[static_cast<std::size_t>(stage)].words);
}

/// Returns true if no stage has space for its name and bytes on one line.
bool StagePicture::isNarrow() const {
  const QFontMetricsF bold(scaledFont(font(), 1, QFont::Bold)), small(scaledFont(font(), 0.9));
  for (const StageShares& stage : stages_)
    if (bold.horizontalAdvance(stage.name) + fontMetrics().height() / 2.0 +
            small.horizontalAdvance(stage.bytes) >
        stageRect(0).width())
      return true;
  return false;
}

/// Returns the shares to draw for a stage's GPU; during the animation, between everything and its own share.
std::array<double, 3> StagePicture::shownOf(int stage) const {
  std::array<double, 3> held = stages_[static_cast<std::size_t>(stage)].held;
  if (stage != pointed_ || fall_.state() != QAbstractAnimation::Running) return held;
  const double done = fall_.currentValue().toDouble();
  for (std::size_t i = 0; i < held.size(); ++i)
    held[i] += (stages_[0].held[i] - held[i]) * (1 - done);
  return held;
}

void StagePicture::paintEvent(QPaintEvent* /*event*/) {
  if (!has_stages_) return;
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  for (int stage = 0; stage < static_cast<int>(chart_stage_count); ++stage)
    paintStage(painter, stage);
}

void StagePicture::paintStage(QPainter& painter, int stage) const {
  const ThemeColors& c = themeColors();
  const StageShares& shares = stages_[static_cast<std::size_t>(stage)];
  const QRectF place = stageRect(stage);
  if (stage == pointed_) {
    painter.setPen(hasFocus() ? QPen(c.accent, 1.5) : QPen(Qt::NoPen));
    painter.setBrush(c.rowTint(true));
    painter.drawRoundedRect(place.adjusted(-stage_pad, -stage_pad + 1, stage_pad, stage_pad - 1), 6, 6);
  }
  const double line = fontMetrics().height();
  const QRectF head(place.left(), place.top(), place.width(), line);
  painter.setFont(scaledFont(font(), 1, QFont::Bold));
  painter.setPen(c.text);
  painter.drawText(head, Qt::AlignLeft | Qt::AlignVCenter, shares.name);
  const bool has_room = !isNarrow();
  painter.setFont(scaledFont(font(), 0.9));
  painter.setPen(c.muted);
  const Qt::Alignment side = has_room ? Qt::AlignRight : Qt::AlignLeft;
  painter.drawText(has_room ? head : head.translated(0, line), static_cast<int>(side | Qt::AlignVCenter),
                   shares.bytes);
  const std::array<double, 3> held = shownOf(stage);
  const double wide = (place.width() - (gpus_in_line - 1) * gpu_gap) / gpus_in_line;
  const double top = head.bottom() + under_name + (isNarrow() ? line : 0);
  const double tall = (place.bottom() - top - (lines_of_gpus - 1) * line_gap) / lines_of_gpus;
  for (int gpu = 0; gpu < start_gpus; ++gpu)
    paintGpu(painter,
             {place.left() + gpu % gpus_in_line * (wide + gpu_gap),
              top + gpu / gpus_in_line * (tall + line_gap), wide, tall},
             held);
}

/// Paints a GPU with its parts from the bottom up, weights first.
void StagePicture::paintGpu(QPainter& painter, const QRectF& gpu, const std::array<double, 3>& held) const {
  const ThemeColors& c = themeColors();
  painter.setPen(QPen(c.grid, 1));
  painter.setBrush(c.panel);
  painter.drawRoundedRect(gpu.adjusted(0.5, 0.5, -0.5, -0.5), 3, 3);
  const QRectF room = gpu.adjusted(2, 2, -2, -2);
  double bottom = room.bottom();
  for (std::size_t i = 0; i < held.size(); ++i) {
    const double tall = held[i] * room.height();
    painter.fillRect(QRectF(room.left(), bottom - tall, room.width(), std::max(0.0, tall - 1)),
                     c.component(held_colors[i]));
    bottom -= tall;
  }
}

void StagePicture::mouseMoveEvent(QMouseEvent* event) { point(stageAt(event->position())); }

void StagePicture::mousePressEvent(QMouseEvent* event) {
  if (const int stage = stageAt(event->position()); event->button() == Qt::LeftButton && stage >= 0)
    emit stageChosen(stage);
}

void StagePicture::leaveEvent(QEvent* event) {
  QWidget::leaveEvent(event);
  point(-1);
}

void StagePicture::keyPressEvent(QKeyEvent* event) {
  constexpr int last = static_cast<int>(chart_stage_count) - 1;
  switch (event->key()) {
    case Qt::Key_Left:
      return point(std::max(0, pointed_ - 1));
    case Qt::Key_Right:
      return point(std::min(last, pointed_ + 1));
    case Qt::Key_Return:
    case Qt::Key_Enter:
    case Qt::Key_Space:
      if (pointed_ >= 0) emit stageChosen(pointed_);
      return;
    default:
      QWidget::keyPressEvent(event);
  }
}

void StagePicture::focusInEvent(QFocusEvent* event) {
  QWidget::focusInEvent(event);
  if (pointed_ < 0 && event->reason() != Qt::MouseFocusReason) point(0);
}

void StagePicture::focusOutEvent(QFocusEvent* event) {
  QWidget::focusOutEvent(event);
  if (!underMouse()) point(-1);
}

}  // namespace zp
