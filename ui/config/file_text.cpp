// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/config/file_text.h"

#include <QEvent>
#include <algorithm>

#include "ui/config/json_highlighter.h"
#include "ui/results/state_icon.h"

using namespace Qt::Literals::StringLiterals;

namespace zp {

FileText::FileText(QWidget* parent) : NumberedText(parent), highlighter_(new JsonHighlighter(document())) {}

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
  updateMarks();
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

std::optional<LineMark> FileText::markOf(int line) const {
  const FileProblem* problem = problemOf(line);
  if (problem == nullptr) return std::nullopt;
  return LineMark{colorOf(problem->level), themeIcon(iconOf(problem->level))};
}

/// Draws a wavy line under the key or value of a problem.
void FileText::markSpans() {
  QList<QTextEdit::ExtraSelection> marks;
  const int most = document()->characterCount() - 1;
  for (const FileProblem& problem : problems_) {
    if (problem.end <= problem.begin || problem.end > most) continue;
    QTextEdit::ExtraSelection mark;
    mark.cursor = QTextCursor(document());
    mark.cursor.setPosition(problem.begin);
    mark.cursor.setPosition(problem.end, QTextCursor::KeepAnchor);
    // a whole section would be one long wavy line; only its first line is marked
    if (mark.cursor.selectedText().contains(QChar::ParagraphSeparator)) continue;
    mark.format.setUnderlineStyle(QTextCharFormat::WaveUnderline);
    mark.format.setUnderlineColor(colorOf(problem.level));
    marks << mark;
  }
  setExtraSelections(marks);
}

void FileText::changeEvent(QEvent* event) {
  NumberedText::changeEvent(event);
  if (event->type() != QEvent::PaletteChange) return;
  highlighter_->rehighlight();
  markSpans();
}

}  // namespace zp
