// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inputs/segmented_row.h"

#include <QButtonGroup>
#include <QPainter>
#include <QPainterPath>
#include <algorithm>

#include "ui/inputs/field_frame.h"
#include "ui/theme/layouts.h"
#include "ui/theme/theme.h"

using namespace Qt::Literals::StringLiterals;

namespace zp {
namespace {

constexpr double corner = 3;

Segment::Place placeOf(std::size_t index, std::size_t count) {
  if (count == 1) return Segment::Place::only;
  if (index == 0) return Segment::Place::left;
  return index + 1 == count ? Segment::Place::right : Segment::Place::middle;
}

/// Returns a rectangle whose outer corners are rounded if it is the first or last segment.
QPainterPath outlineOf(const QRectF& r, Segment::Place place) {
  const bool left = place == Segment::Place::left || place == Segment::Place::only;
  const bool right = place == Segment::Place::right || place == Segment::Place::only;
  QPainterPath path;
  path.setFillRule(Qt::WindingFill);
  path.addRoundedRect(r, corner, corner);
  if (!left) path.addRect(QRectF(r.left(), r.top(), r.width() / 2, r.height()));
  if (!right) path.addRect(QRectF(r.center().x(), r.top(), r.width() / 2, r.height()));
  return path.simplified();
}

}  // namespace

Segment::Segment(const QString& text, Place place, QWidget* parent)
    : QRadioButton(text, parent), place_(place) {
  setFocusPolicy(Qt::StrongFocus);
  setAttribute(Qt::WA_Hover);
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

QSize Segment::sizeHint() const {
  const QFontMetrics metrics(scaledFont(font(), 1, QFont::Bold));
  return {metrics.horizontalAdvance(text()) + 20, std::max(field_height, metrics.height() + 8)};
}

QSize Segment::minimumSizeHint() const {
  const QFontMetrics metrics(scaledFont(font(), 1, QFont::Bold));
  return {metrics.horizontalAdvance(text()) + 8, sizeHint().height()};
}

void Segment::setPlace(Place place) {
  place_ = place;
  update();
}

void Segment::setInvalid(bool invalid) {
  invalid_ = invalid;
  update();
}

void Segment::setDoubtful(bool doubtful) {
  doubtful_ = doubtful;
  update();
}

bool Segment::hitButton(const QPoint& pos) const { return rect().contains(pos); }

void Segment::paintEvent(QPaintEvent* /*event*/) {
  const ThemeColors& c = themeColors();
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  const bool open_left = place_ == Place::middle || place_ == Place::right;
  // Adjacent segments share one line: every segment but the first starts half a line outside itself.
  const QRectF box = QRectF(rect()).adjusted(open_left ? -0.5 : 0.5, 0.5, -0.5, -0.5);
  const QPainterPath path = outlineOf(box, place_);
  QColor fill = c.dark ? blend(c.text, c.panel, 0.05) : c.panel;
  if (isChecked())
    fill = isEnabled() ? c.accent : blend(c.muted, c.panel, 0.3);
  else if (!isEnabled())
    fill = c.window;
  else if (isDown())
    fill = c.rowTint(true);
  else if (underMouse())
    fill = c.rowTint(false);
  const QColor edge = isChecked() && isEnabled() ? c.accent : blend(c.outline, c.panel, 0.6);
  painter.setPen(invalid_ ? QPen(c.over, 2) : QPen(edge, 1));
  painter.setBrush(fill);
  painter.drawPath(path);
  if (hasFocus()) {
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(isChecked() ? c.on_accent : c.accent, 1.5));
    painter.drawRoundedRect(box.adjusted(2.5, 2.5, -2.5, -2.5), 2, 2);
  }
  painter.setFont(scaledFont(font(), 1, isChecked() ? QFont::Bold : QFont::Normal));
  const bool is_plain = isEnabled() && !doubtful_;
  painter.setPen(isEnabled() && isChecked() ? c.on_accent : is_plain ? c.text : c.muted);
  painter.drawText(rect(), Qt::AlignCenter, text());
}

SegmentPair::SegmentPair(const QString& first, const QString& second, QWidget* parent)
    : QWidget(parent),
      first_(new Segment(first, Segment::Place::left)),
      second_(new Segment(second, Segment::Place::right)) {
  auto* group = new QButtonGroup(this);
  auto* line = makeLine(this, 0);
  for (Segment* segment : {first_, second_}) {
    segment->setSizePolicy(QSizePolicy::Minimum, QSizePolicy::Fixed);
    group->addButton(segment);
    line->addWidget(segment);
  }
  first_->setChecked(true);
}

SegmentedRow::SegmentedRow(const QString& name, const QString& label, const QString& tool_tip,
                           const std::vector<Choice>& choices, QWidget* parent)
    : InputRow(name, label, tool_tip, {}, parent),
      choices_(choices),
      group_(new QButtonGroup(this)),
      field_(new QWidget) {
  auto* line = makeLine(field_, 0);
  for (std::size_t i = 0; i < choices.size(); ++i) {
    auto* segment = new Segment(choices[i].text, placeOf(i, choices.size()));
    segment->setObjectName(name + u'.' + choices[i].id);
    segment->setAccessibleName(spokenName() + u' ' + choices[i].text);
    group_->addButton(segment, static_cast<int>(i));
    line->addWidget(segment, 1);
    watch(segment);
  }
  field_->setObjectName(name + u".segments"_s);
  field_->setAccessibleName(spokenName());
  field_->setFocusPolicy(
      Qt::ClickFocus);  // the access key focuses the field, because focusing a segment would press it
  setField(field_, field_);
  field_->setFocusProxy(group_->button(0));
  for (const Choice& choice : choices)
    setChoiceReason(choice.id, choice.reason);
  connect(group_, &QButtonGroup::idToggled, this, [this](int index, bool on) {
    if (!on || index == current_) return;
    current_ = index;
    field_->setFocusProxy(group_->button(index));
    beginGesture();
    emit edited(current(), gesture());
  });
}

QString SegmentedRow::current() const {
  return current_ < 0 ? QString() : choices_[static_cast<std::size_t>(current_)].id;
}

void SegmentedRow::setCurrent(const QString& id) {
  if (id == current()) return;
  beginGesture();
  const auto found =
      std::find_if(choices_.begin(), choices_.end(), [&id](const Choice& c) { return c.id == id; });
  if (found == choices_.end()) return;
  current_ = static_cast<int>(found - choices_.begin());
  group_->button(current_)->setChecked(true);
  field_->setFocusProxy(group_->button(current_));
}

void SegmentedRow::setChoiceReason(const QString& id, const QString& reason) {
  for (std::size_t i = 0; i < choices_.size(); ++i) {
    if (choices_[i].id != id) continue;
    choices_[i].reason = reason;
    group_->button(static_cast<int>(i))->setEnabled(reason.isEmpty());
    describe(i);
  }
}

void SegmentedRow::setChoiceDoubt(const QString& id, const QString& doubt) {
  for (std::size_t i = 0; i < choices_.size(); ++i) {
    if (choices_[i].id != id || choices_[i].doubt == doubt) continue;
    choices_[i].doubt = doubt;
    static_cast<Segment*>(group_->button(static_cast<int>(i)))->setDoubtful(!doubt.isEmpty());
    describe(i);
  }
}

void SegmentedRow::describe(std::size_t index) {
  const Choice& choice = choices_[index];
  const QString& why = choice.reason.isEmpty() ? choice.doubt : choice.reason;
  QAbstractButton* segment = group_->button(static_cast<int>(index));
  setWrappedTip(*segment, {why, choice.tool_tip});
}

void SegmentedRow::showProblem(bool problem) {
  for (QAbstractButton* button : group_->buttons())
    static_cast<Segment*>(button)->setInvalid(problem);
}

}  // namespace zp
