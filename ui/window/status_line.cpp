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
    : QStatusBar(parent), duration_(new QLabel), open_folder_(new QToolButton) {
  duration_->setObjectName(u"duration"_s);
  duration_->setToolTip(tr("How long the last recompute took"));
  duration_->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
  duration_->setFixedSize(
      duration_->fontMetrics().boundingRect(u"8,888\u202Fms"_s).size());  // fixed, so that nothing moves
  open_folder_->setObjectName(u"openFolder"_s);
  open_folder_->setText(tr("Open folder"));
  open_folder_->setAutoRaise(true);
  open_folder_->setFixedHeight(fontMetrics().height());  // even hidden it would make the bar taller
  addWidget(new QLabel(tr("Estimate; see Help ▸ Assumptions")));
  addPermanentWidget(open_folder_);
  addPermanentWidget(new QLabel(tr("1 GiB = 2³⁰ bytes")));
  addPermanentWidget(duration_);
  open_folder_->hide();  // addPermanentWidget shows it
  connect(open_folder_, &QToolButton::clicked, this,
          [this] { QDesktopServices::openUrl(QUrl::fromLocalFile(folder_)); });
  connect(this, &QStatusBar::messageChanged, open_folder_, [this](const QString& text) {
    if (text.isEmpty()) open_folder_->hide();
  });
}

void StatusLine::tellDone(const QString& sentence, const QString& folder) {
  if (sentence.isEmpty()) return;
  showMessage(sentence);
  folder_ = folder;
  open_folder_->setVisible(!folder.isEmpty());
}

void StatusLine::tellRecomputed(double milliseconds) {
  duration_->setText(toQt(format_number(milliseconds, 2)) + u"\u202Fms");
  if (!currentMessage().isEmpty()) clearMessage();
}

void StatusLine::hideDuration() { duration_->hide(); }

}  // namespace zp
