// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/message_bar.h"

#include <QAccessible>
#include <QKeyEvent>
#include <QPainter>
#include <QPushButton>
#include <QToolButton>
#include <utility>

#include "core/units/format.h"
#include "ui/model/text.h"
#include "ui/results/state_icon.h"
#include "ui/theme/layouts.h"
#include "ui/theme/theme.h"
#include "ui/window/message_text.h"

using namespace Qt::Literals::StringLiterals;

namespace zp {
namespace {

constexpr int done_height = 2;

}  // namespace

MessageBar::MessageBar(QWidget* parent)
    : QFrame(parent), icon_(new StateIcon), sentence_(new MessageText), action_(new QPushButton) {
  setObjectName(u"messageBar"_s);
  action_->setObjectName(u"messageBar.action"_s);
  auto* close = new QToolButton;
  close->setObjectName(u"messageBar.close"_s);
  close->setText(u"✕"_s);
  close->setAutoRaise(true);
  close->setToolTip(tr("Close this message"));
  close->setAccessibleName(close->toolTip());
  addParts(*makeLine(this, 8, {12, 4, 8, 4}), {icon_, {sentence_, 1}, action_, close});
  hide();
  connect(action_, &QPushButton::clicked, this, &MessageBar::act);
  connect(close, &QToolButton::clicked, this, [this] {
    hide();
    emit dismissed();
  });
}

int MessageBar::showMessage(NoticeLevel level, const QString& sentence, const QString& action,
                            std::function<void()> run) {
  done_.reset();
  level_ = level;
  icon_->setLevel(level);
  sentence_->setText(sentence);
  setAccessibleName(icon_->accessibleName() + u": " + sentence);
  action_->setText(action);
  action_->setToolTip({});
  action_->setVisible(!action.isEmpty());
  run_ = std::move(run);
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
  window()->installEventFilter(this);
}

void MessageBar::setDone(double done) {
  if (!done_) return;
  done_ = done;
  sentence_->setText(work_ + u": "_s + toQt(format_percent(done)));
  update();
}

void MessageBar::withdraw(int message) {
  if (message == message_) hide();
}

void MessageBar::act() {
  hide();
  if (const auto run = std::exchange(run_, {})) run();
}

/// Handles the Esc key, which reaches the window if nothing in it has taken it.
bool MessageBar::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() != QEvent::KeyPress || static_cast<QKeyEvent*>(event)->key() != Qt::Key_Escape)
    return QFrame::eventFilter(watched, event);
  if (!done_ || isHidden()) return false;
  act();
  return true;
}

QString MessageBar::sentence() const { return sentence_->text(); }

void MessageBar::paintEvent(QPaintEvent* /*event*/) {
  const ThemeColors& colors = themeColors();
  const QColor state = colorOf(level_);
  QPainter painter(this);
  painter.fillRect(rect(), blend(state, colors.panel, 0.08));
  painter.fillRect(QRect(0, 0, 3, height()), state);
  painter.setPen(colors.grid);
  painter.drawLine(0, height() - 1, width(), height() - 1);
  if (done_) painter.fillRect(QRect(0, height() - done_height, qRound(*done_ * width()), done_height), state);
}

}  // namespace zp
