// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/config/config_text.h"

#include <QFontDatabase>
#include <QHelpEvent>
#include <QPainter>
#include <QScrollBar>
#include <QTextBlock>
#include <QToolTip>
#include <algorithm>
#include <map>
#include <utility>

#include "ui/config/json_highlighter.h"
#include "ui/inputs/field_frame.h"
#include "ui/model/text.h"
#include "ui/theme/theme.h"

using namespace Qt::Literals::StringLiterals;

namespace zp {
namespace {

constexpr int mark_width = 3;
constexpr double caret_tint = 0.06;
constexpr double text_margin = 10;  // space for the marks

}  // namespace

ConfigText::ConfigText(QWidget* parent)
    : QPlainTextEdit(parent), highlighter_(new JsonHighlighter(document())) {
  setReadOnly(true);
  setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
  setLineWrapMode(QPlainTextEdit::NoWrap);
  setFrameShape(QFrame::NoFrame);
  setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
  document()->setDocumentMargin(text_margin);
  viewport()->setMouseTracking(true);
  connect(this, &QPlainTextEdit::cursorPositionChanged, this, [this] {
    viewport()->update();
    emit currentLineChanged();
  });
}

void ConfigText::setLines(const PlanResults& results, const std::optional<Explanations>& words,
                          const std::vector<ConfigLine>& saved) {
  std::map<std::string, std::string> before;
  for (const ConfigLine& line : saved)
    before[line.config_path] = line.text;
  lines_.clear();
  hovered_ = -1;  // the mouse may now be over another line
  QString text;
  for (const ConfigLine& line : results.evaluation.config.lines) {
    const auto found = before.find(line.config_path);
    ConfigLineState state{line, details_of_key(line.config_path, results.evaluation.document.plan,
                                               results.evaluation.figures.estimate, *words)};
    state.is_new = found == before.end();
    state.changed = !line.config_path.empty() && (state.is_new || found->second != line.text);
    if (!state.is_new) state.before = valueIn(found->second);
    lines_.push_back(std::move(state));
    text += (text.isEmpty() ? u""_s : u"\n"_s) + toQt(line.text);
  }
  if (text == toPlainText()) {
    viewport()->update();
  } else {
    const int down = verticalScrollBar()->value();
    const int caret = textCursor().blockNumber();
    setPlainText(text);
    setTextCursor(QTextCursor(document()->findBlockByNumber(std::min(caret, blockCount() - 1))));
    verticalScrollBar()->setValue(down);
  }
  emit currentLineChanged();
}

const ConfigLineState& ConfigText::currentLine() const {
  static const ConfigLineState none;
  const auto line = static_cast<std::size_t>(hovered_ >= 0 ? hovered_ : textCursor().blockNumber());
  return line < lines_.size() ? lines_[line] : none;
}

void ConfigText::hover(int line) {
  const bool says_something = line >= 0 && line < static_cast<int>(lines_.size()) &&
                              !lines_[static_cast<std::size_t>(line)].line.config_path.empty();
  if (const int now = says_something ? line : -1; now != std::exchange(hovered_, now)) {
    viewport()->update();
    emit currentLineChanged();
  }
}

void ConfigText::markLinesOf(const std::vector<EntryId>& entries) {
  marked_ = entries;
  viewport()->update();
}

bool ConfigText::isMarked(int line) const {
  return std::ranges::any_of(
      lines_.at(static_cast<std::size_t>(line)).details.costs,
      [this](const KeyCost& cost) { return std::ranges::find(marked_, cost.id) != marked_.end(); });
}

void ConfigText::goToLine(int line) {
  if (line < 0 || line >= blockCount()) return;
  setTextCursor(QTextCursor(document()->findBlockByNumber(line)));
  ensureCursorVisible();
}

bool ConfigText::isChanged(int line) const { return lines_.at(static_cast<std::size_t>(line)).changed; }

QString ConfigText::tipOf(int line) const {
  if (line < 0 || line >= static_cast<int>(lines_.size())) return {};
  return sentencesOf(lines_[static_cast<std::size_t>(line)]).join(u'\n');
}

int ConfigText::lineAt(const QPoint& pos) const {
  const QTextCursor cursor = cursorForPosition(pos);
  const QRect line = cursorRect(cursor);
  return pos.y() < line.top() || pos.y() > line.bottom() ? -1 : cursor.blockNumber();
}

void ConfigText::requestSetting(int line) {
  if (line < 0 || line >= static_cast<int>(lines_.size())) return;
  const std::string& path = lines_[static_cast<std::size_t>(line)].line.plan_path;
  if (!path.empty()) emit settingRequested(toQt(path));
}

bool ConfigText::event(QEvent* event) {
  if (event->type() != QEvent::ToolTip) return QPlainTextEdit::event(event);
  const auto* help = static_cast<QHelpEvent*>(event);
  const QString tip = tipOf(lineAt(viewport()->mapFrom(this, help->pos())));
  QToolTip::showText(help->globalPos(), wrappedTip(tip.split(u'\n', Qt::SkipEmptyParts)), this);
  return true;
}

void ConfigText::changeEvent(QEvent* event) {
  QPlainTextEdit::changeEvent(event);
  if (event->type() == QEvent::PaletteChange) highlighter_->rehighlight();
}

void ConfigText::focusOutEvent(QFocusEvent* event) {
  QPlainTextEdit::focusOutEvent(event);
  if (event->reason() != Qt::ActiveWindowFocusReason) emit currentLineChanged();
}

void ConfigText::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)
    return requestSetting(textCursor().blockNumber());
  QPlainTextEdit::keyPressEvent(event);
}

void ConfigText::mouseMoveEvent(QMouseEvent* event) {
  QPlainTextEdit::mouseMoveEvent(event);
  hover(lineAt(event->pos()));
}

void ConfigText::leaveEvent(QEvent* event) {
  QPlainTextEdit::leaveEvent(event);
  hover(-1);
}

void ConfigText::mouseDoubleClickEvent(QMouseEvent* event) { requestSetting(lineAt(event->pos())); }

void ConfigText::paintEvent(QPaintEvent* event) {
  QPainter painter(viewport());
  const ThemeColors& colors = themeColors();
  for (QTextBlock block = firstVisibleBlock(); block.isValid(); block = block.next()) {
    const QRectF place = blockBoundingGeometry(block).translated(contentOffset());
    if (place.top() > viewport()->height()) break;
    const int line = block.blockNumber();
    const QRectF row(0, place.top(), viewport()->width(), place.height());
    const bool is_current = line == (hovered_ >= 0 ? hovered_ : textCursor().blockNumber());
    if (line < static_cast<int>(lines_.size()) && isMarked(line)) {
      painter.fillRect(row, colors.rowTint(true));
      painter.setPen(QPen(colors.accent, 1));
      painter.drawRect(row.adjusted(0.5, 0.5, -1.5, -0.5));
    }
    if (line < static_cast<int>(lines_.size()) && isChanged(line)) {
      if (!isMarked(line)) painter.fillRect(row, colors.rowTint(false));
      painter.fillRect(QRectF(0, place.top(), mark_width, place.height()), colors.accent);
    } else if (is_current && !currentLine().line.config_path.empty()) {
      painter.fillRect(
          row, blend(colors.text, colors.panel, caret_tint));  // the line whose details are shown below
    }
  }
  painter.end();
  QPlainTextEdit::paintEvent(event);
}

}  // namespace zp
