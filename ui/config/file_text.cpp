// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/config/file_text.h"

#include <QFontDatabase>
#include <QHelpEvent>
#include <QPainter>
#include <QTextBlock>
#include <QToolTip>
#include <algorithm>

#include "ui/config/json_highlighter.h"
#include "ui/inputs/field_frame.h"
#include "ui/results/state_icon.h"
#include "ui/theme/theme.h"

using namespace Qt::Literals::StringLiterals;

namespace zp {
namespace {

constexpr int sign_size = 14;
constexpr int number_gap = 4;
constexpr int least_digits = 3;
constexpr double tint = 0.10;

class Margin : public QWidget {
 public:
  explicit Margin(FileText& text) : QWidget(&text), text_(text) { setObjectName(u"fileText.margin"_s); }
  [[nodiscard]] QSize sizeHint() const override { return {text_.marginWidth(), 0}; }

 protected:
  void paintEvent(QPaintEvent* event) override { text_.paintMargin(event); }

 private:
  FileText& text_;
};

}  // namespace

FileText::FileText(QWidget* parent)
    : QPlainTextEdit(parent), highlighter_(new JsonHighlighter(document())), margin_(new Margin(*this)) {
  setLineWrapMode(QPlainTextEdit::NoWrap);
  setFrameShape(QFrame::NoFrame);
  setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
  setTabChangesFocus(true);  // the way out by keyboard; JSON is indented with spaces
  connect(this, &QPlainTextEdit::blockCountChanged, this, &FileText::reserveMargin);
  connect(this, &QPlainTextEdit::updateRequest, this, [this](const QRect& rect, int down) {
    if (down != 0)
      margin_->scroll(0, down);
    else
      margin_->update(0, rect.y(), margin_->width(), rect.height());
  });
  connect(this, &QPlainTextEdit::cursorPositionChanged, this, &FileText::describeLine);
  reserveMargin();
}

void FileText::setFileText(const QString& text) { setPlainText(text); }

QString FileText::fileText() const {
  return document()->toRawText().replace(QChar::ParagraphSeparator, u'\n');
}

void FileText::replaceText(const QString& text) {
  const QString now = fileText();
  const auto most = std::min(now.size(), text.size());
  qsizetype begin = 0, same_end = 0;
  while (begin < most && now[begin] == text[begin])
    ++begin;
  while (same_end < most - begin && now[now.size() - 1 - same_end] == text[text.size() - 1 - same_end])
    ++same_end;
  QTextCursor cursor(document());
  cursor.beginEditBlock();
  cursor.setPosition(static_cast<int>(begin));
  cursor.setPosition(static_cast<int>(now.size() - same_end), QTextCursor::KeepAnchor);
  cursor.insertText(text.mid(begin, text.size() - same_end - begin));
  cursor.endEditBlock();
  setTextCursor(cursor);
  centerCursor();
}

void FileText::setProblems(const std::vector<FileProblem>& problems) {
  problems_ = problems;
  markSpans();
  describeLine();
  viewport()->update();
  margin_->update();
}

const FileProblem* FileText::problemOf(int line) const {
  const FileProblem* worst = nullptr;
  for (const FileProblem& problem : problems_)
    if (problem.line == line && (worst == nullptr || problem.level < worst->level)) worst = &problem;
  return worst;
}

QString FileText::tipOf(int line) const {
  QStringList sentences;
  for (const FileProblem& problem : problems_)
    if (problem.line == line) sentences << problem.word + u": " + problem.sentence;
  return sentences.join(u'\n');
}

void FileText::goToLine(int line) {
  const QTextBlock block = document()->findBlockByNumber(std::clamp(line, 0, blockCount() - 1));
  const QString text = block.text();
  const auto indent = std::ranges::find_if(text, [](QChar c) { return !c.isSpace(); }) - text.begin();
  QTextCursor cursor(block);
  cursor.movePosition(QTextCursor::Right, QTextCursor::MoveAnchor, static_cast<int>(indent));
  setTextCursor(cursor);
  centerCursor();
  setFocus(Qt::OtherFocusReason);
}

/// Draws a wave under the key or value that a problem is about.
void FileText::markSpans() {
  QList<QTextEdit::ExtraSelection> marks;
  const int most = document()->characterCount() - 1;
  for (const FileProblem& problem : problems_) {
    if (problem.end <= problem.begin || problem.end > most) continue;
    QTextEdit::ExtraSelection mark;
    mark.cursor = QTextCursor(document());
    mark.cursor.setPosition(problem.begin);
    mark.cursor.setPosition(problem.end, QTextCursor::KeepAnchor);
    // a whole section would be one long wave: its first line shows the problem
    if (mark.cursor.selectedText().contains(QChar::ParagraphSeparator)) continue;
    mark.format.setUnderlineStyle(QTextCharFormat::WaveUnderline);
    mark.format.setUnderlineColor(colorOf(problem.level));
    marks << mark;
  }
  setExtraSelections(marks);
}

void FileText::describeLine() {
  const int line = textCursor().blockNumber();
  const QString problems = tipOf(line);
  setAccessibleDescription(problems.isEmpty() ? tr("Line %1").arg(line + 1)
                                              : tr("Line %1: %2").arg(line + 1).arg(problems));
}

bool FileText::event(QEvent* event) {
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

void FileText::changeEvent(QEvent* event) {
  QPlainTextEdit::changeEvent(event);
  if (event->type() == QEvent::PaletteChange) {
    highlighter_->rehighlight();
    markSpans();
  }
  if (event->type() == QEvent::FontChange) reserveMargin();
}

void FileText::resizeEvent(QResizeEvent* event) {
  QPlainTextEdit::resizeEvent(event);
  placeMargin();
}

int FileText::marginWidth() const {
  const auto digits = std::max<qsizetype>(least_digits, QString::number(blockCount()).size());
  return number_gap + sign_size + number_gap +
         fontMetrics().horizontalAdvance(u'9') * static_cast<int>(digits) + number_gap;
}

void FileText::reserveMargin() {
  setViewportMargins(marginWidth(), 0, 0, 0);
  placeMargin();
}

void FileText::placeMargin() {
  const QRect room = contentsRect();
  margin_->setGeometry(room.left(), room.top(), marginWidth(), viewport()->height());
}

template <class Draw>
void FileText::forVisibleLines(Draw draw) const {
  for (QTextBlock block = firstVisibleBlock(); block.isValid(); block = block.next()) {
    const QRectF place = blockBoundingGeometry(block).translated(contentOffset());
    if (place.top() > viewport()->height()) break;
    draw(block.blockNumber(), place.toAlignedRect());
  }
}

void FileText::paintMargin(QPaintEvent* event) {
  QPainter painter(margin_);
  const ThemeColors& colors = themeColors();
  painter.fillRect(event->rect(), colors.window);
  painter.setFont(font());
  forVisibleLines([&](int line, const QRect& place) {
    const FileProblem* problem = problemOf(line);
    if (problem != nullptr) {
      painter.fillRect(QRect(0, place.top(), margin_->width(), place.height()),
                       blend(colorOf(problem->level), colors.window, tint));
      const QRect sign(number_gap, place.top() + (place.height() - sign_size) / 2, sign_size, sign_size);
      themeIcon(iconOf(problem->level)).paint(&painter, sign);
    }
    painter.setPen(line == textCursor().blockNumber() ? colors.text : colors.muted);
    painter.drawText(QRect(0, place.top(), margin_->width() - number_gap, place.height()),
                     Qt::AlignRight | Qt::AlignVCenter, QString::number(line + 1));
  });
}

void FileText::paintEvent(QPaintEvent* event) {
  QPainter painter(viewport());
  const ThemeColors& colors = themeColors();
  forVisibleLines([&](int line, const QRect& place) {
    if (const FileProblem* problem = problemOf(line))
      painter.fillRect(QRect(0, place.top(), viewport()->width(), place.height()),
                       blend(colorOf(problem->level), colors.panel, tint));
  });
  painter.end();
  QPlainTextEdit::paintEvent(event);
}

}  // namespace zp
