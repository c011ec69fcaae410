// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/imported/import_text.h"

#include <QEvent>
#include <QTextBlock>

#include "ui/imported/import_table.h"
#include "ui/theme/icons.h"
#include "ui/theme/theme.h"

using namespace Qt::Literals::StringLiterals;

namespace zp {

ImportText::ImportText(QWidget* parent) : NumberedText(parent) {
  setObjectName(u"importText"_s);
  setReadOnly(true);
  setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
}

void ImportText::setFile(const QString& text, const std::vector<ImportRow>& rows, const QString& program) {
  lines_.clear();
  for (const ImportRow& row : rows) {
    if (row.line < 0) continue;
    Keys& keys = lines_[row.line];
    keys.is_read |= row.origin == ImportOrigin::read;
    keys.sentences << sentencesOf(row, program);
  }
  if (text != toPlainText()) {
    setPlainText(text);
    lit_ = -1;
  }
  updateMarks();
}

void ImportText::light(int line) {
  lit_ = line;
  QList<QTextEdit::ExtraSelection> marks;
  const QTextBlock block = document()->findBlockByNumber(line);
  if (line >= 0 && block.isValid()) {
    QTextEdit::ExtraSelection mark;
    mark.cursor = QTextCursor(block);
    mark.format.setBackground(palette().highlight());
    mark.format.setForeground(palette().highlightedText());
    mark.format.setProperty(QTextFormat::FullWidthSelection, true);
    marks << mark;
  }
  setExtraSelections(marks);
}

bool ImportText::isRead(int line) const {
  const auto found = lines_.find(line);
  return found != lines_.end() && found->second.is_read;
}

QString ImportText::tipOf(int line) const {
  const auto found = lines_.find(line);
  return found == lines_.end() ? QString() : found->second.sentences.join(u'\n');
}

std::optional<LineMark> ImportText::markOf(int line) const {
  const auto found = lines_.find(line);
  if (found == lines_.end()) return std::nullopt;
  const ThemeColors& colors = themeColors();
  if (found->second.is_read) return LineMark{colors.fits, {}};
  return LineMark{colors.muted, themeIcon(IconName::info)};
}

void ImportText::changeEvent(QEvent* event) {
  NumberedText::changeEvent(event);
  if (event->type() == QEvent::PaletteChange) light(lit_);
}

}  // namespace zp
