// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/status_line.h"

#include <QDesktopServices>
#include <QLabel>
#include <QToolButton>
#include <QUrl>

#include "core/units/format.h"
#include "ui/model/text.h"

using namespace Qt::Literals::StringLiterals;

namespace zp {

StatusLine::StatusLine(QWidget* parent)
    : QStatusBar(parent), subject_(new QLabel), open_folder_(new QToolButton) {
  subject_->setObjectName(u"statusSubject"_s);
  open_folder_->setObjectName(u"openFolder"_s);
  open_folder_->setText(tr("Open folder"));
  open_folder_->setAutoRaise(true);
  open_folder_->setFixedHeight(
      fontMetrics().height());  // it would increase the bar's height even while hidden
  addWidget(subject_);
  addPermanentWidget(open_folder_);
  addPermanentWidget(new QLabel(tr("1 GiB = 2³⁰ bytes")));
  open_folder_->hide();  // addPermanentWidget shows it
  connect(open_folder_, &QToolButton::clicked, this,
          [this] { QDesktopServices::openUrl(QUrl::fromLocalFile(folder_)); });
  connect(this, &QStatusBar::messageChanged, this, [this](const QString& text) {
    if (text.isEmpty()) open_folder_->hide();
    subject_->setVisible(text.isEmpty());  // before the bar is shown, Qt would leave it below the message
  });
}

void StatusLine::showDone(const QString& sentence, const QString& folder) {
  if (sentence.isEmpty()) return;
  showMessage(sentence);
  folder_ = folder;
  open_folder_->setVisible(!folder.isEmpty());
}

void StatusLine::showRecomputed(const QString& subject, double milliseconds) {
  subject_->setText(tr("Estimate for %1").arg(subject));
  subject_->setToolTip(tr("Formulas and sources: Help ▸ Assumptions. The last recompute took %1 ms.")
                           .arg(toQt(format_number(milliseconds, 2))));
  if (!currentMessage().isEmpty()) clearMessage();
}

}  // namespace zp
