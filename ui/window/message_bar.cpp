// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/message_bar.h"

#include <QAccessible>
#include <QApplication>
#include <QKeyEvent>
#include <QPainter>
#include <QPushButton>
#include <QToolButton>
#include <algorithm>
#include <utility>

#include "core/units/format.h"
#include "ui/inputs/elided_text.h"
#include "ui/model/text.h"
#include "ui/results/state_icon.h"
#include "ui/theme/layouts.h"
#include "ui/theme/theme.h"
#include "ui/window/message_text.h"

using namespace Qt::Literals::StringLiterals;

namespace zp {
namespace {

constexpr int done_height = 2;
constexpr int around_button = 4;  // horizontal padding of a button of the bar, both sides together, in pixels
constexpr int around_line = 4;    // vertical padding of such a button, both sides together, in pixels

}  // namespace

MessageBar::MessageBar(QWidget& line, QWidget& window)
    : QFrame(&window),
      line_(line),
      icon_(new StateIcon),
      summary_(new ElidedText(u"messageBar.summary"_s, font(), 1)),
      sentence_(new MessageText),
      action_(new QPushButton),
      more_(new QToolButton) {
  setObjectName(u"messageBar"_s);
  action_->setObjectName(u"messageBar.action"_s);
  more_->setObjectName(u"messageBar.more"_s);
  more_->setText(tr("More"));
  more_->setCheckable(true);
  more_->setToolTip(tr("Show the whole message"));
  more_->setAccessibleName(more_->toolTip());
  auto* close = new QToolButton;
  close->setObjectName(u"messageBar.close"_s);
  close->setText(u"✕"_s);
  close->setAutoRaise(true);
  close->setToolTip(tr("Close this message (Esc)"));
  close->setAccessibleName(tr("Close this message"));
  addParts(*makeLine(this, 8, {12, 0, 8, 0}),
           {{icon_, 0, Qt::AlignVCenter}, {summary_, 1}, {sentence_, 1}, more_, action_, close});
  for (QAbstractButton* button : std::initializer_list<QAbstractButton*>{action_, more_, close})
    button->setFixedHeight(lineHeight() - around_line);
  sentence_->hide();
  hide();
  line_.installEventFilter(this);
  window.installEventFilter(this);
  connect(action_, &QPushButton::clicked, this, &MessageBar::act);
  connect(more_, &QToolButton::toggled, this, &MessageBar::unfold);
  connect(close, &QToolButton::clicked, this, &MessageBar::close);
  connect(qApp, &QApplication::focusChanged, this, [this](QWidget* before, const QWidget* now) {
    if (isAncestorOf(now) && !isAncestorOf(before)) focus_before_ = before;
  });
}

int MessageBar::lineHeight() const { return fontMetrics().height() + around_button + around_line; }

int MessageBar::showMessage(NoticeLevel level, const QString& sentence, const QString& action,
                            std::function<void()> run) {
  done_.reset();
  level_ = level;
  icon_->setLevel(level);
  setSentence(sentence);
  setAccessibleName(icon_->accessibleName() + u": " + sentence);
  action_->setText(action);
  action_->setToolTip({});
  action_->setVisible(!action.isEmpty());
  run_ = std::move(run);
  more_->setChecked(false);
  place();
  show();
  QAccessibleEvent alert(this, QAccessible::Alert);
  QAccessible::updateAccessibility(&alert);
  return ++message_;
}

void MessageBar::showWork(const QString& sentence, std::function<void()> stop) {
  showMessage(NoticeLevel::info, sentence + u"…"_s, tr("Stop"), std::move(stop));
  action_->setToolTip(tr("Stop it (Esc)"));
  work_ = sentence;
  done_ = 0;
}

void MessageBar::setDone(double done) {
  if (!done_) return;
  done_ = done;
  setSentence(work_ + u": "_s + toQt(format_percent(done)));
  update();
}

void MessageBar::withdraw(int message) {
  if (message == message_) hide();
}

void MessageBar::closeMessage() {
  if (!done_) hide();
}

void MessageBar::closeNote() {
  if (level_ == NoticeLevel::info && !done_) hide();
}

void MessageBar::act() {
  hide();
  if (const auto run = std::exchange(run_, {})) run();
}

void MessageBar::close() {
  hide();
  emit dismissed();
}

void MessageBar::setSentence(const QString& sentence) {
  sentence_->setText(sentence);
  summary_->setText(sentence.simplified());
}

void MessageBar::unfold(bool unfolded) {
  summary_->setVisible(!unfolded);
  sentence_->setVisible(unfolded);
  place();
}

void MessageBar::place() {
  const QRect line(line_.mapTo(parentWidget(), QPoint()), line_.size());
  const auto take = [&] {
    const int wanted = more_->isChecked() ? sentence_->sizeHint().height() + 2 * around_line : 0;
    const int height = std::max(line.height(), wanted);
    setGeometry(line.left(), line.bottom() + 1 - height, line.width(), height);
    layout()->activate();
  };
  take();
  const bool is_cut = summary_->sizeHint().width() > summary_->width() || sentence_->text().contains(u'\n');
  more_->setVisible(is_cut || more_->isChecked());
  take();  // the text may be narrower now, and so need more lines
  raise();
}

/// Handles an Esc that no other part of the window has used, and follows the line's geometry.
bool MessageBar::eventFilter(QObject* watched, QEvent* event) {
  if (watched == &line_ && (event->type() == QEvent::Resize || event->type() == QEvent::Move)) place();
  if (watched == &line_ || event->type() != QEvent::KeyPress ||
      static_cast<QKeyEvent*>(event)->key() != Qt::Key_Escape)
    return QFrame::eventFilter(watched, event);
  if (isHidden()) return false;
  done_ ? act() : close();
  return true;
}

bool MessageBar::event(QEvent* event) {
  const bool is_handled = QFrame::event(event);
  if (event->type() == QEvent::LayoutRequest) place();
  return is_handled;
}

/// Returns the focus to the widget that had it before the bar.
void MessageBar::hideEvent(QHideEvent* event) {
  if (isAncestorOf(QApplication::focusWidget()) && focus_before_) focus_before_->setFocus();
  QFrame::hideEvent(event);
}

QString MessageBar::sentence() const { return sentence_->text(); }

void MessageBar::paintEvent(QPaintEvent* /*event*/) {
  const ThemeColors& colors = themeColors();
  const QColor state = colorOf(level_);
  QPainter painter(this);
  painter.fillRect(rect(), blend(state, colors.panel, 0.08));
  painter.fillRect(QRect(0, 0, 3, height()), state);
  painter.setPen(colors.outline);
  painter.drawLine(0, 0, width(), 0);
  if (done_) painter.fillRect(QRect(0, height() - done_height, qRound(*done_ * width()), done_height), state);
}

}  // namespace zp
