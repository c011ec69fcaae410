// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inputs/verdict_tile.h"

#include <QKeyEvent>
#include <QLabel>
#include <QMouseEvent>
#include <QPainter>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/inputs/capacity_bar.h"

using namespace Qt::Literals::StringLiterals;

namespace zp {
namespace {

constexpr int side = 11;
constexpr double caption_scale = 0.95;
constexpr double value_scale = 1.5;
constexpr double narrow_value_scale = 1.2;  // where the window leaves no room for more

// QLabel's own minimum would follow the text it shows now; the tile's must follow the shortest one.
QLabel* makeLabel(QWidget* parent, const QFont& font) {
  auto* label = new QLabel(parent);
  label->setFont(font);
  label->setTextFormat(Qt::PlainText);
  label->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
  return label;
}

int textWidth(const QFont& font, const QString& text) {
  return QFontMetrics(font).horizontalAdvance(text) + 1;
}
int textWidth(const QLabel& label, const QString& text) { return textWidth(label.font(), text); }

}  // namespace

const QString& VerdictTile::Text::fitting(const QLabel& label, int width) const {
  return shorter.isEmpty() || textWidth(label, full) <= width ? full : shorter;
}

int VerdictTile::Text::leastWidth(const QLabel& label) const {
  return textWidth(label, shorter.isEmpty() ? full : shorter);
}

VerdictTile::VerdictTile(const QString& name, const QString& caption, QWidget* parent)
    : QFrame(parent),
      caption_{caption, {}},
      wide_font_(scaledFont(tabularFont(font()), value_scale, QFont::DemiBold)),
      narrow_font_(scaledFont(tabularFont(font()), narrow_value_scale, QFont::DemiBold)),
      caption_label_(makeLabel(this, scaledFont(font(), caption_scale))),
      value_label_(makeLabel(this, wide_font_)),
      bar_(new CapacityBar(this)),
      status_label_(makeLabel(this, scaledFont(tabularFont(font()), caption_scale))) {
  setObjectName(name);
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(side, 7, side, 7);
  column->setSpacing(2);
  column->addWidget(caption_label_);
  column->addWidget(value_label_);
  column->addWidget(bar_);
  column->addStretch(1);
  column->addWidget(status_label_);
  value_label_->setFixedHeight(QFontMetrics(wide_font_).height());  // the bars of a strip stay level
  bar_->hide();
  recolor();
  describe();
}

void VerdictTile::setShortCaption(const QString& caption) {
  caption_.shorter = caption;
  fitTexts();
}

void VerdictTile::setValue(const QString& text, const QString& short_text) {
  if (value_.full == text && value_.shorter == short_text) return;
  value_ = {text, short_text};
  fitTexts();
}

void VerdictTile::setAmounts(double used, double capacity) {
  used_ = used;
  capacity_ = capacity;
  bar_->setAmounts(used, capacity, verdict_);
  bar_->setVisible(capacity > 0);
}

void VerdictTile::setStatus(Verdict verdict, const QString& text, const QString& short_text) {
  const QString glyph = glyphOf(verdict);
  const QString lead = glyph.isEmpty() ? QString() : glyph + u' ';
  verdict_ = verdict;
  status_ = {lead + text, short_text.isEmpty() ? QString() : lead + short_text};
  bar_->setAmounts(used_, capacity_, verdict);
  recolor();
  fitTexts();
}

void VerdictTile::setStale(bool stale) {
  stale_ = stale;
  recolor();
}

void VerdictTile::setClickable(bool clickable) {
  clickable_ = clickable;
  setFocusPolicy(clickable ? Qt::StrongFocus : Qt::NoFocus);
  setAttribute(Qt::WA_Hover, clickable);
  setCursor(clickable ? Qt::PointingHandCursor : Qt::ArrowCursor);
}

int VerdictTile::sideMargins() const { return 2 * side; }

QSize VerdictTile::minimumSizeHint() const {
  const int text = std::max({caption_.leastWidth(*caption_label_),
                             textWidth(narrow_font_, value_.shorter.isEmpty() ? value_.full : value_.shorter),
                             status_.leastWidth(*status_label_)});
  return {text + sideMargins(), sizeHint().height()};
}

QSize VerdictTile::sizeHint() const {
  const int text = std::max({textWidth(*caption_label_, caption_.full), textWidth(wide_font_, value_.full),
                             textWidth(*status_label_, status_.full)});
  // All tiles of a strip are equally high, with a bar or without.
  const int height = caption_label_->sizeHint().height() + QFontMetrics(wide_font_).height() +
                     bar_->sizeHint().height() + status_label_->sizeHint().height() + 22;
  return {text + sideMargins(), height};
}

void VerdictTile::fitTexts() {
  const int width = this->width() - sideMargins();
  value_label_->setFont(textWidth(wide_font_, value_.full) <= width ? wide_font_ : narrow_font_);
  value_label_->setText(value_.fitting(*value_label_, width));
  caption_label_->setText(caption_.fitting(*caption_label_, width));
  status_label_->setText(status_.fitting(*status_label_, width));
  describe();
  updateGeometry();
}

void VerdictTile::recolor() {
  const ThemeColors& c = themeColors();
  const auto paintWith = [](QLabel* label, const QColor& color) {
    QPalette palette = label->palette();
    palette.setColor(QPalette::WindowText, color);
    label->setPalette(palette);
  };
  paintWith(caption_label_, c.muted);
  paintWith(value_label_, stale_ ? c.muted : c.text);
  paintWith(status_label_, stale_ ? c.muted : c.state(verdict_));
}

void VerdictTile::describe() {
  setAccessibleName(caption_.full);
  setAccessibleDescription(value_.full + u", "_s + status_.full);
}

void VerdictTile::resizeEvent(QResizeEvent* event) {
  QFrame::resizeEvent(event);
  fitTexts();
}

void VerdictTile::changeEvent(QEvent* event) {
  QFrame::changeEvent(event);
  if (event->type() == QEvent::PaletteChange) recolor();
}

void VerdictTile::paintEvent(QPaintEvent* /*event*/) {
  const ThemeColors& c = themeColors();
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(hasFocus() ? QPen(c.accent, 2) : QPen(blend(c.outline, c.grid, 0.25), 1));
  painter.setBrush(clickable_ && underMouse() ? c.rowTint(false) : c.panel);
  const double inset = hasFocus() ? 1 : 0.5;
  painter.drawRoundedRect(QRectF(rect()).adjusted(inset, inset, -inset, -inset), 4, 4);
}

void VerdictTile::keyPressEvent(QKeyEvent* event) {
  const bool press =
      event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter || event->key() == Qt::Key_Space;
  if (clickable_ && press)
    emit clicked();
  else
    QFrame::keyPressEvent(event);
}

void VerdictTile::mouseReleaseEvent(QMouseEvent* event) {
  if (clickable_ && event->button() == Qt::LeftButton && rect().contains(event->position().toPoint()))
    emit clicked();
  else
    QFrame::mouseReleaseEvent(event);
}

}  // namespace zp
