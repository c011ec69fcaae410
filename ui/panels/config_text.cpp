// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/config_text.h"

#include <QFontDatabase>
#include <QHelpEvent>
#include <QPainter>
#include <QScrollBar>
#include <QTextBlock>
#include <QToolTip>
#include <map>

#include "ui/inputs/field_frame.h"
#include "ui/model/text.h"
#include "ui/panels/fields.h"
#include "ui/panels/json_highlighter.h"
#include "ui/window/theme.h"

using namespace Qt::Literals::StringLiterals;

namespace zp {
namespace {

constexpr int mark_width = 3;
constexpr double text_margin = 10;  // leaves room for the marks

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
}

void ConfigText::setLines(const std::vector<ConfigLine>& lines, const std::vector<ConfigLine>& saved) {
  std::map<std::string, std::string> before;
  for (const ConfigLine& line : saved)
    before[line.config_path] = line.text;
  changed_.clear();
  QString text;
  for (const ConfigLine& line : lines) {
    const auto found = before.find(line.config_path);
    changed_.push_back(!line.config_path.empty() && (found == before.end() || found->second != line.text));
    text += (text.isEmpty() ? u""_s : u"\n"_s) + toQt(line.text);
  }
  lines_ = lines;
  if (text == toPlainText()) {
    viewport()->update();
    return;
  }
  const int down = verticalScrollBar()->value();
  setPlainText(text);
  verticalScrollBar()->setValue(down);
}

bool ConfigText::isChanged(int line) const { return changed_.at(static_cast<std::size_t>(line)); }

QString ConfigText::tipOf(int line) const {
  if (line < 0 || line >= static_cast<int>(lines_.size())) return {};
  const ConfigLine& config = lines_[static_cast<std::size_t>(line)];
  if (config.config_path.empty()) return {};
  QStringList sentences = {toQt(config.config_path)};
  if (const Field* field = config.plan_path.empty() ? nullptr : fieldOf(config.plan_path))
    sentences << tr("Set by %1 (%2). Double-click to go there.")
                     .arg(withoutAccessKey(infoOf(*field).label), toQt(config.plan_path));
  else if (!config.plan_path.empty())
    sentences << tr("Set by %1 in the plan file.").arg(toQt(config.plan_path));
  if (config.differs_from_default) sentences << tr("Not DeepSpeed's default.");
  if (isChanged(line)) sentences << tr("Changed since the plan was opened or saved.");
  return sentences.join(u'\n');
}

int ConfigText::lineAt(const QPoint& pos) const {
  const QTextCursor cursor = cursorForPosition(pos);
  const QRect line = cursorRect(cursor);
  return pos.y() < line.top() || pos.y() > line.bottom() ? -1 : cursor.blockNumber();
}

void ConfigText::requestSetting(int line) {
  if (line < 0 || line >= static_cast<int>(lines_.size())) return;
  const std::string& path = lines_[static_cast<std::size_t>(line)].plan_path;
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

void ConfigText::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)
    return requestSetting(textCursor().blockNumber());
  QPlainTextEdit::keyPressEvent(event);
}

void ConfigText::mouseDoubleClickEvent(QMouseEvent* event) { requestSetting(lineAt(event->pos())); }

void ConfigText::paintEvent(QPaintEvent* event) {
  QPainter painter(viewport());
  const ThemeColors& colors = themeColors();
  for (QTextBlock block = firstVisibleBlock(); block.isValid(); block = block.next()) {
    const QRectF place = blockBoundingGeometry(block).translated(contentOffset());
    if (place.top() > viewport()->height()) break;
    if (block.blockNumber() >= static_cast<int>(changed_.size()) || !isChanged(block.blockNumber())) continue;
    painter.fillRect(QRectF(0, place.top(), viewport()->width(), place.height()), colors.rowTint(false));
    painter.fillRect(QRectF(0, place.top(), mark_width, place.height()), colors.accent);
  }
  painter.end();
  QPlainTextEdit::paintEvent(event);
}

}  // namespace zp
