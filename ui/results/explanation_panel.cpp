// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/results/explanation_panel.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QScrollBar>
#include <QTextBrowser>
#include <QToolButton>
#include <QUrl>

#include "ui/model/memory_parts.h"
#include "ui/model/plan_model.h"
#include "ui/model/text.h"
#include "ui/results/explanation_html.h"
#include "ui/theme/layouts.h"

using namespace Qt::Literals::StringLiterals;

namespace zp {

ExplanationPanel::ExplanationPanel(PlanModel& model, QWidget* parent)
    : QWidget(parent), model_(model), text_(new QTextBrowser(this)) {
  setObjectName(u"explanationPanel"_s);
  auto* title = new QLabel(tr("Where the bytes come from"));
  title->setFont(scaledFont(font(), 1, QFont::Bold));
  auto* close = new QToolButton;
  close->setObjectName(u"explanationPanel.close"_s);
  close->setText(u"✕"_s);
  close->setAutoRaise(true);
  close->setToolTip(tr("Close the explanation"));
  close->setAccessibleName(close->toolTip());
  auto* head = new QHBoxLayout;
  addParts(*head, {{title, 1}, close});
  text_->setObjectName(u"explanation"_s);
  text_->setAccessibleName(title->text());
  text_->setOpenLinks(false);
  text_->setFrameShape(QFrame::NoFrame);
  addParts(*makeColumn(this, 4, {8, 4, 0, 0}), {head, {text_, 1}});

  connect(close, &QToolButton::clicked, this, &ExplanationPanel::closeRequested);
  connect(text_, &QTextBrowser::anchorClicked, this, [this](const QUrl& url) {
    if (url.scheme() == "plan"_L1) emit settingRequested(url.path());
    if (url.scheme() == "config"_L1) emit configRequested(url.path());
  });
  connect(&model_, &PlanModel::changed, this, &ExplanationPanel::refresh);
}

void ExplanationPanel::showComponent(ChartComponent component) {
  const ChartBytes parts = chartBytesOf(model_.results().evaluation.figures.estimate.gpu.components);
  const bool is_at_peak = parts[static_cast<std::size_t>(component)].value() > 0;
  scrollTo(is_at_peak ? anchorOf(component) : anchorOfOtherMoments());
}

void ExplanationPanel::showPlace(Place place) { scrollTo(anchorOf(place)); }

void ExplanationPanel::scrollTo(const QString& anchor) {
  refresh();
  text_->scrollToAnchor(anchor);
}

void ExplanationPanel::refresh() {
  if (!isVisible()) return;
  const PlanResults& results = model_.results();
  if (!results.has_numbers)
    return text_->setHtml(tr("This plan cannot be estimated; the list of issues says why."));
  const int position = text_->verticalScrollBar()->value();
  text_->setHtml(explanationHtml(results, toQt(label_of(strategy_of(results.evaluation.document.plan)))));
  text_->verticalScrollBar()->setValue(position);
}

void ExplanationPanel::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  refresh();
}

void ExplanationPanel::changeEvent(QEvent* event) {
  if (event->type() == QEvent::PaletteChange) refresh();
  QWidget::changeEvent(event);
}

}  // namespace zp
