// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/results/numbered_text.h"

#include <QFontDatabase>
#include <QHelpEvent>
#include <QPainter>
#include <QTextBlock>
#include <QToolTip>
#include <algorithm>

#include "ui/inputs/field_frame.h"
#include "ui/theme/theme.h"

using namespace Qt::Literals::StringLiterals;

namespace zp {
namespace {

constexpr int sign_size = 14;
constexpr int number_gap = 4;
constexpr int least_digits = 3;
constexpr double tint = 0.10;

class NumberMargin : public QWidget {
 public:
  explicit NumberMargin(NumberedText& text) : QWidget(&text), text_(text) {
    setObjectName(u"fileText.margin"_s);
  }
  [[nodiscard]] QSize sizeHint() const override { return {text_.marginWidth(), 0}; }

 protected:
  void paintEvent(QPaintEvent* event) override { text_.paintMargin(event); }

 private:
  NumberedText& text_;
};

}  // namespace

NumberedText::NumberedText(QWidget* parent) : QPlainTextEdit(parent), margin_(new NumberMargin(*this)) {
  setLineWrapMode(QPlainTextEdit::NoWrap);
  setFrameShape(QFrame::NoFrame);
  setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
  setTabChangesFocus(true);  // so that the keyboard can leave the text; JSON is indented with spaces
  connect(this, &QPlainTextEdit::blockCountChanged, this, &NumberedText::reserveMargin);
  connect(this, &QPlainTextEdit::updateRequest, this, [this](const QRect& rect, int down) {
    if (down != 0)
      margin_->scroll(0, down);
    else
      margin_->update(0, rect.y(), margin_->width(), rect.height());
  });
  connect(this, &QPlainTextEdit::cursorPositionChanged, this, &NumberedText::describeLine);
  reserveMargin();
}

void NumberedText::goToLine(int line) {
  const QTextBlock block = document()->findBlockByNumber(std::clamp(line, 0, blockCount() - 1));
  const QString text = block.text();
  const auto indent = std::ranges::find_if(text, [](QChar c) { return !c.isSpace(); }) - text.begin();
  QTextCursor cursor(block);
  cursor.movePosition(QTextCursor::Right, QTextCursor::MoveAnchor, static_cast<int>(indent));
  setTextCursor(cursor);
  centerCursor();
}

void NumberedText::updateMarks() {
  describeLine();
  viewport()->update();
  margin_->update();
}

void NumberedText::describeLine() {
  const int line = textCursor().blockNumber();
  const QString reason = tipOf(line);
  setAccessibleDescription(reason.isEmpty() ? tr("Line %1").arg(line + 1)
                                            : tr("Line %1: %2").arg(line + 1).arg(reason));
}

bool NumberedText::event(QEvent* event) {
  if (event->type() != QEvent::ToolTip) return QPlainTextEdit::event(event);
  const auto* help = static_cast<QHelpEvent*>(event);
  const QPoint at = viewport()->mapFrom(this, help->pos());
  const QTextCursor cursor = cursorForPosition(QPoint(std::max(0, at.x()), at.y()));
  const QRect line = cursorRect(cursor);
  const bool beside = at.y() < line.top() || at.y() > line.bottom();
  const QString tip = beside ? QString() : tipOf(cursor.blockNumber());
  QToolTip::showText(help->globalPos(), wrappedTip(tip.split(u'\n', Qt::SkipEmptyParts)), this);
  return true;
}

void NumberedText::changeEvent(QEvent* event) {
  QPlainTextEdit::changeEvent(event);
  if (event->type() == QEvent::FontChange) reserveMargin();
}

void NumberedText::resizeEvent(QResizeEvent* event) {
  QPlainTextEdit::resizeEvent(event);
  placeMargin();
}

int NumberedText::marginWidth() const {
  const auto digits = std::max<qsizetype>(least_digits, QString::number(blockCount()).size());
  return number_gap + sign_size + number_gap +
         fontMetrics().horizontalAdvance(u'9') * static_cast<int>(digits) + number_gap;
}

void NumberedText::reserveMargin() {
  setViewportMargins(marginWidth(), 0, 0, 0);
  placeMargin();
}

void NumberedText::placeMargin() {
  const QRect room = contentsRect();
  margin_->setGeometry(room.left(), room.top(), marginWidth(), viewport()->height());
}

template <class Draw>
void NumberedText::forVisibleLines(Draw draw) const {
  for (QTextBlock block = firstVisibleBlock(); block.isValid(); block = block.next()) {
    const QRectF place = blockBoundingGeometry(block).translated(contentOffset());
    if (place.top() > viewport()->height()) break;
    draw(block.blockNumber(), place.toAlignedRect());
  }
}

void NumberedText::paintMargin(QPaintEvent* event) {
  QPainter painter(margin_);
  const ThemeColors& colors = themeColors();
  painter.fillRect(event->rect(), colors.window);
  painter.setFont(font());
  forVisibleLines([&](int line, const QRect& place) {
    if (const std::optional<LineMark> mark = markOf(line)) {
      painter.fillRect(QRect(0, place.top(), margin_->width(), place.height()),
                       blend(mark->color, colors.window, tint));
      const QRect sign(number_gap, place.top() + (place.height() - sign_size) / 2, sign_size, sign_size);
      mark->sign.paint(&painter, sign);
    }
    painter.setPen(line == textCursor().blockNumber() ? colors.text : colors.muted);
    painter.drawText(QRect(0, place.top(), margin_->width() - number_gap, place.height()),
                     Qt::AlignRight | Qt::AlignVCenter, QString::number(line + 1));
  });
}

void NumberedText::paintEvent(QPaintEvent* event) {
  QPainter painter(viewport());
  const ThemeColors& colors = themeColors();
  forVisibleLines([&](int line, const QRect& place) {
    if (const std::optional<LineMark> mark = markOf(line))
      painter.fillRect(QRect(0, place.top(), viewport()->width(), place.height()),
                       blend(mark->color, colors.panel, tint));
  });
  painter.end();
  QPlainTextEdit::paintEvent(event);
}

}  // namespace zp
