// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/measured/diagnosis_panel.h"

#include <QAccessible>
#include <QFontDatabase>
#include <QHBoxLayout>
#include <QLabel>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/charts/bar_chart.h"
#include "ui/inputs/field_frame.h"
#include "ui/results/sentence_row.h"
#include "ui/results/state_icon.h"
#include "ui/theme/layouts.h"
#include "ui/theme/theme.h"
#include "ui/theme/wrapped_label.h"

using namespace Qt::Literals::StringLiterals;

namespace zp {
namespace {

constexpr double kind_scale = 1.25;
constexpr double line_scale = 0.92;
constexpr int card_height = 138;
constexpr int one_line_of_legend = 780, legend_line = 30;  // in a narrower panel the legend needs two lines
constexpr int least_diagnosis = 48;
constexpr int most_shown = 150;  // characters of the log line; its tip has all of it
constexpr int least_words = 80;  // a long word must not widen the panel

QLabel* makeWords(const QString& name) {
  auto* label = new WrappedLabel;
  label->setObjectName(name);
  label->setMinimumWidth(least_words);
  label->setTextFormat(Qt::PlainText);
  label->setForegroundRole(QPalette::Text);
  label->setTextInteractionFlags(Qt::TextSelectableByMouse);
  return label;
}

const SentenceStyle& otherPlanStyle() {
  static const SentenceStyle style{u"diagnosis.plans"_s, u"logPlan"_s, u"show"_s, u"take"_s};
  return style;
}

const SentenceStyle& remedyStyle() {
  static const SentenceStyle style{u"diagnosis.remedies"_s, u"remedy"_s, u"show"_s, u"apply"_s};
  return style;
}

}  // namespace

DiagnosisPanel::DiagnosisPanel(QWidget* parent)
    : QScrollArea(parent),
      icon_(new StateIcon),
      kind_(makeWords(u"diagnosis.kind"_s)),
      cause_(makeWords(u"diagnosis.cause"_s)),
      line_(makeWords(u"diagnosis.line"_s)),
      chart_(new BarChart),
      other_plan_(new SentenceRow(otherPlanStyle(), 0)),
      remedies_(new QVBoxLayout) {
  setObjectName(u"diagnosis"_s);
  setAccessibleName(tr("Why the run died or crawls"));
  setWidgetResizable(true);
  setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  setFocusPolicy(Qt::NoFocus);
  setFrameShape(QFrame::NoFrame);
  kind_->setFont(scaledFont(font(), kind_scale, QFont::Bold));
  QFont fixed = QFontDatabase::systemFont(QFontDatabase::FixedFont);
  fixed.setPointSizeF(font().pointSizeF() * line_scale);
  line_->setFont(fixed);
  chart_->setObjectName(u"diagnosis.card"_s);
  chart_->setAccessibleName(tr("Memory of the GPU when it ran out"));
  chart_->setFixedHeight(card_height);
  auto* content = new QWidget;
  content->setObjectName(u"diagnosis.content"_s);
  content->setBackgroundRole(QPalette::Base);
  content->setAutoFillBackground(true);
  auto* head = new QHBoxLayout;
  head->setSpacing(8);
  addParts(*head, {icon_, {kind_, 1}});
  remedies_->setContentsMargins(0, 0, 0, 0);
  remedies_->setSpacing(2);
  auto* column = makeColumn(content, 6, {10, 8, 10, 6});
  addParts(*column, {head, cause_, line_, chart_, other_plan_, remedies_});
  column->addStretch(1);
  setWidget(content);
  connect(other_plan_, &SentenceRow::fixRequested, this, &DiagnosisPanel::planRequested);
  recolor();
}

void DiagnosisPanel::setDiagnosis(const DiagnosisText& diagnosis) {
  level_ = diagnosis.level;
  icon_->setLevel(level_);
  const bool is_new = kind_->text() != diagnosis.kind;
  kind_->setText(diagnosis.kind);
  cause_->setText(diagnosis.cause);
  cause_->setVisible(!diagnosis.cause.isEmpty());
  const bool is_long = diagnosis.line.size() > most_shown;
  line_->setText(diagnosis.place + u":  "_s +
                 (is_long ? diagnosis.line.left(most_shown) + u" …"_s : diagnosis.line));
  setWrappedTip(*line_, {diagnosis.line});
  line_->setVisible(!diagnosis.line.isEmpty());
  chart_->setVisible(diagnosis.card.has_value());
  if (diagnosis.card) chart_->setBars(*diagnosis.card);
  other_plan_->setVisible(diagnosis.other_plan.has_value());
  if (diagnosis.other_plan) other_plan_->setSentence(*diagnosis.other_plan);
  while (rows_.size() < diagnosis.remedies.size()) {
    const std::size_t number = rows_.size();
    auto* row = new SentenceRow(remedyStyle(), number);
    remedies_->addWidget(row);
    connect(row, &SentenceRow::fixRequested, this, [this, number] { emit applyRequested(number); });
    rows_.push_back(row);
  }
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    rows_[i]->setVisible(i < diagnosis.remedies.size());
    if (i < diagnosis.remedies.size()) rows_[i]->setSentence(diagnosis.remedies[i]);
  }
  recolor();
  updateGeometry();
  if (!is_new) return;
  setAccessibleDescription(diagnosis.kind + u' ' + diagnosis.cause);
  QAccessibleEvent alert(this, QAccessible::Alert);
  QAccessible::updateAccessibility(&alert);
}

QSize DiagnosisPanel::sizeHint() const {
  const int wide = std::max(viewport()->width(), least_words);
  const QLayout* layout = widget()->layout();
  return {wide, layout->hasHeightForWidth() ? layout->heightForWidth(wide) : layout->sizeHint().height()};
}

QSize DiagnosisPanel::minimumSizeHint() const { return {2 * least_words, least_diagnosis}; }

void DiagnosisPanel::resizeEvent(QResizeEvent* event) {
  QScrollArea::resizeEvent(event);
  if (event->oldSize().width() == event->size().width()) return;
  const bool is_narrow = viewport()->width() < one_line_of_legend;
  chart_->setFixedHeight(is_narrow ? card_height + legend_line : card_height);
  updateGeometry();  // its height follows its width
}

void DiagnosisPanel::recolor() {
  QPalette kind = palette(), line = palette();
  kind.setColor(QPalette::Text, level_ == NoticeLevel::error ? themeColors().over : themeColors().tight);
  line.setColor(QPalette::Text, themeColors().muted);
  kind_->setPalette(kind);
  line_->setPalette(line);
}

void DiagnosisPanel::changeEvent(QEvent* event) {
  QScrollArea::changeEvent(event);
  if (event->type() == QEvent::PaletteChange) recolor();
}

}  // namespace zp
