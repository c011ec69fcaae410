// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/config/config_view.h"

#include <QHBoxLayout>
#include <QPushButton>
#include <QSplitter>
#include <QTextBrowser>
#include <QVBoxLayout>

#include "ui/config/config_text.h"
#include "ui/inputs/input_row.h"
#include "ui/model/plan_model.h"
#include "ui/theme/icons.h"

using namespace Qt::Literals::StringLiterals;

namespace zp {
namespace {

constexpr int text_share = 7;  // of the height; what a line costs takes the rest
constexpr int details_share = 3;
constexpr double details_margin = 10;  // in line with the text above

}  // namespace

ConfigView::ConfigView(PlanModel& model, QWidget* parent)
    : PlanView(model, u"configView"_s, parent),
      text_(new ConfigText(this)),
      details_(new QTextBrowser(this)) {
  text_->setObjectName(u"configText"_s);
  text_->setAccessibleName(tr("ds_config.json"));
  auto* head = new QHBoxLayout;
  head->setContentsMargins(0, 8, 8, 8);
  head->setSpacing(0);
  for (const Field& field : targetFields()) {
    target_.push_back(bindField(field, model_));
    head->addWidget(target_.back().row);
  }
  head->addStretch(1);
  auto* copy = new QPushButton(themeIcon(IconName::copy), tr("Copy"));
  copy->setObjectName(u"configCopy"_s);
  auto* save = new QPushButton(themeIcon(IconName::export_file), tr("Export…"));
  save->setObjectName(u"configExport"_s);
  head->addWidget(copy);
  head->addSpacing(8);
  head->addWidget(save);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addLayout(head);
  details_->setObjectName(u"configDetails"_s);
  details_->setAccessibleName(tr("About this line"));
  details_->setFrameShape(QFrame::NoFrame);
  details_->document()->setDocumentMargin(details_margin);
  auto* parts = new QSplitter(Qt::Vertical);
  parts->setObjectName(u"configView.parts"_s);
  parts->setChildrenCollapsible(false);
  parts->addWidget(text_);
  parts->addWidget(details_);
  parts->setStretchFactor(0, text_share);
  parts->setStretchFactor(1, details_share);
  parts->setSizes({1000 * text_share, 1000 * details_share});  // else what they would like counts
  column->addWidget(parts, 1);

  connect(copy, &QPushButton::clicked, this, &ConfigView::copyRequested);
  connect(save, &QPushButton::clicked, this, &ConfigView::exportRequested);
  connect(text_, &ConfigText::settingRequested, this, &ConfigView::settingRequested);
  connect(text_, &ConfigText::currentLineChanged, this, &ConfigView::showDetails);
}

void ConfigView::fill() {
  for (const BoundRow& row : target_)
    row.refresh();
  text_->setLines(model_.results(), model_.savedConfig());
}

void ConfigView::showDetails() {
  const ConfigLineState& line = text_->currentLine();
  details_->setHtml(detailsHtml(line));
  text_->setAccessibleDescription(sentencesOf(line).join(u' '));
}

}  // namespace zp
