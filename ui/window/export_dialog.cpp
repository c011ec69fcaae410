// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/export_dialog.h"

#include <QDialogButtonBox>
#include <QFontDatabase>
#include <QHBoxLayout>
#include <QListWidget>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalBlocker>
#include <QTabBar>
#include <QTextBrowser>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>

#include "core/export/startable.h"
#include "ui/model/plan_model.h"
#include "ui/model/text.h"
#include "ui/theme/icons.h"
#include "ui/theme/layouts.h"
#include "ui/theme/theme.h"

using namespace Qt::Literals::StringLiterals;

namespace zp {
namespace {

constexpr QSize usual_size(900, 620);
constexpr int flavours_width = 170;
constexpr int notes_height = 110;

QString inRed(const QString& text) {
  return u"<p style='color:%1'>"_s.arg(themeColors().over.name()) + text.toHtmlEscaped() + u"</p>"_s;
}

/// Returns what to do first and what is omitted, in a few sentences.
QString notesOf(const ProgramExport& made) {
  QString html = u"<p>"_s +
                 ExportDialog::tr("Start it with %1")
                     .arg(u"<code>"_s + toQt(made.start).toHtmlEscaped() + u"</code>"_s) +
                 u"</p>"_s;
  if (const std::string left_out = made.left_out_sentence(); !left_out.empty()) html += inRed(toQt(left_out));
  for (const Finding& finding : made.findings)
    if (finding.code != "not_in_program")
      html += u"<p>"_s + toQt(sentence_of(finding)).toHtmlEscaped() + u"</p>"_s;
  return html;
}

}  // namespace

ExportDialog::ExportDialog(PlanModel& model, QWidget* parent)
    : QDialog(parent),
      model_(model),
      list_(new QListWidget),
      names_(new QTabBar),
      text_(new QPlainTextEdit),
      notes_(new QTextBrowser) {
  setObjectName(u"exportDialog"_s);
  setWindowTitle(tr("Export for a program"));
  resize(usual_size);
  list_->setObjectName(u"exportPrograms"_s);
  list_->setAccessibleName(tr("Programs"));
  list_->setFixedWidth(flavours_width);
  for (const ExportFlavour& row : export_flavours()) {
    QString title = toQt(row.title);
    title[0] = title[0].toUpper();
    auto* item = new QListWidgetItem(title, list_);
    item->setToolTip(toQt(row.makes));
  }
  names_->setObjectName(u"exportFiles"_s);
  names_->setExpanding(false);
  names_->setDrawBase(false);
  text_->setObjectName(u"exportText"_s);
  text_->setAccessibleName(tr("The file as it would be written"));
  text_->setReadOnly(true);
  text_->setLineWrapMode(QPlainTextEdit::NoWrap);
  text_->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
  notes_->setObjectName(u"exportNotes"_s);
  notes_->setAccessibleName(tr("Remarks about these files"));
  notes_->setFixedHeight(notes_height);
  // Buttons are added in their visual order, because Tab follows the order of adding.
  auto* buttons = new QDialogButtonBox;
  write_ = buttons->addButton(tr("Write to a folder…"), QDialogButtonBox::ActionRole);
  buttons->addButton(QDialogButtonBox::Close)->setAutoDefault(false);
  write_->setObjectName(u"exportWrite"_s);
  write_->setIcon(themeIcon(IconName::export_file));
  write_->setDefault(true);

  auto* page = new QVBoxLayout;
  addParts(*page, {names_, {text_, 1}, notes_});
  auto* halves = new QHBoxLayout;
  addParts(*halves, {list_, {page, 1}});
  auto* column = new QVBoxLayout(this);
  addParts(*column, {{halves, 1}, buttons});

  connect(list_, &QListWidget::currentRowChanged, this, &ExportDialog::showFirst);
  connect(names_, &QTabBar::currentChanged, this, &ExportDialog::showFile);
  connect(write_, &QPushButton::clicked, this, &ExportDialog::writeRequested);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  connect(&model_, &PlanModel::changed, this, [this] {
    if (isVisible()) refresh();
  });
}

void ExportDialog::choose(const ExportFlavour& flavour) {
  const QSignalBlocker quiet(list_);
  list_->setCurrentRow(static_cast<int>(&flavour - export_flavours().data()));
  showFirst();
}

void ExportDialog::showFirst() {
  refresh();
  names_->setCurrentIndex(0);
}

const ExportFlavour& ExportDialog::flavour() const {
  return export_flavours()[static_cast<std::size_t>(std::max(list_->currentRow(), 0))];
}

void ExportDialog::refresh() {
  const PlanDocument& document = model_.results().evaluation.document;
  const QString reason = toQt(reason_not_started(flavour(), document.plan));
  ProgramExport made;
  if (reason.isEmpty()) made = flavour().write(document);
  files_ = std::move(made.files);
  write_->setEnabled(reason.isEmpty());
  {
    const QSignalBlocker quiet(names_);
    const QString before = names_->tabText(names_->currentIndex());
    while (names_->count() > 0)
      names_->removeTab(0);
    for (const ExportFile& file : files_) {
      const int tab = names_->addTab(toQt(file.name));
      if (names_->tabText(tab) == before) names_->setCurrentIndex(tab);
    }
  }
  notes_->setHtml(reason.isEmpty() ? notesOf(made) : inRed(reason));
  showFile();
}

void ExportDialog::showFile() {
  const int tab = names_->currentIndex();
  text_->setPlainText(tab < 0 ? QString() : toQt(files_[static_cast<std::size_t>(tab)].text));
}

}  // namespace zp
