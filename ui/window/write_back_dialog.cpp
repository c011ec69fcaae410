// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/write_back_dialog.h"

#include <QDialogButtonBox>
#include <QEvent>
#include <QFontDatabase>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTextBlock>

#include "ui/theme/layouts.h"
#include "ui/theme/theme.h"

using namespace Qt::Literals::StringLiterals;

namespace zp {
namespace {

constexpr QSize write_back_size{760, 480};
constexpr double line_tint = 0.15;

}  // namespace

WriteBackDialog::WriteBackDialog(const QString& file, const QString& diff, const QString& left,
                                 QWidget* parent)
    : QDialog(parent), diff_(new QPlainTextEdit(diff)) {
  setObjectName(u"writeBackDialog"_s);
  setWindowTitle(tr("Write back"));
  setAttribute(Qt::WA_DeleteOnClose);
  auto* head = new QLabel(diff.isEmpty() ? tr("%1 already says what the plan says.").arg(file)
                                         : tr("These lines of %1 change; everything else stays as it is, and "
                                              "the original file is kept next to it.")
                                               .arg(file));
  head->setWordWrap(true);
  head->setAlignment(Qt::AlignLeft | Qt::AlignTop);  // without changes it is the only widget
  diff_->setObjectName(u"writeBack.diff"_s);
  diff_->setAccessibleName(tr("Lines that change"));
  diff_->setReadOnly(true);
  diff_->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
  diff_->setLineWrapMode(QPlainTextEdit::NoWrap);
  diff_->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
  diff_->setVisible(!diff.isEmpty());
  auto* rest = new QPlainTextEdit(left);
  rest->setObjectName(u"writeBack.left"_s);
  rest->setAccessibleName(tr("Settings that the file does not get"));
  rest->setReadOnly(true);
  rest->setMaximumHeight(rest->fontMetrics().lineSpacing() * 6);
  rest->setVisible(!left.isEmpty());
  auto* buttons = new QDialogButtonBox;
  buttons->setObjectName(u"writeBack.buttons"_s);
  if (diff.isEmpty()) {
    buttons->addButton(QDialogButtonBox::Close);
  } else {
    QPushButton* write = buttons->addButton(tr("&Write"), QDialogButtonBox::AcceptRole);
    write->setObjectName(u"writeBack.write"_s);
    write->setDefault(true);
    buttons->addButton(QDialogButtonBox::Cancel);
  }
  connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  addParts(*makeColumn(this, 8, {12, 12, 12, 12}), {head, {diff_, 3}, {rest, 1}, buttons});
  resize(write_back_size);
  colorLines();
}

void WriteBackDialog::colorLines() {
  const ThemeColors& colors = themeColors();
  QList<QTextEdit::ExtraSelection> marks;
  for (QTextBlock line = diff_->document()->begin(); line.isValid(); line = line.next()) {
    const QString text = line.text();
    const bool is_added = text.startsWith(u'+') && !text.startsWith(u"+++");
    const bool is_removed = text.startsWith(u'-') && !text.startsWith(u"---");
    if (!is_added && !is_removed) continue;
    QTextEdit::ExtraSelection mark;
    mark.cursor = QTextCursor(line);
    mark.format.setBackground(blend(is_added ? colors.fits : colors.over, colors.panel, line_tint));
    mark.format.setProperty(QTextFormat::FullWidthSelection, true);
    marks << mark;
  }
  diff_->setExtraSelections(marks);
}

void WriteBackDialog::changeEvent(QEvent* event) {
  QDialog::changeEvent(event);
  if (event->type() == QEvent::PaletteChange) colorLines();
}

}  // namespace zp
