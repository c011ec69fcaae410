// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/start/ask_line.h"

#include <QFocusEvent>
#include <QLabel>
#include <QLineEdit>
#include <QPainter>
#include <QPushButton>
#include <QSpinBox>

#include "ui/fields/fields.h"
#include "ui/inputs/choice_list.h"
#include "ui/inputs/search_combo.h"
#include "ui/theme/layouts.h"
#include "ui/theme/theme.h"

using namespace Qt::Literals::StringLiterals;

namespace zp {
namespace {

constexpr int most_gpus = 8192;
constexpr double label_scale = 0.85;
constexpr double corner = 6;

const std::vector<Choice>& choicesOf(const char* path) {
  return std::get<ChoiceField>(*fieldOf(path)).choices;
}

/// Returns a layout with a control below its label.
QVBoxLayout* labelled(const QString& text, QWidget* control, const QFont& font) {
  auto* label = new QLabel(text);
  label->setBuddy(control);
  label->setFont(scaledFont(font, label_scale));
  label->setForegroundRole(QPalette::PlaceholderText);
  auto* cell = makeColumn(nullptr, 2);
  addParts(*cell, {label, control});
  return cell;
}

}  // namespace

AskLine::AskLine(QWidget* parent) : QFrame(parent), count_(new QSpinBox) {
  setObjectName(u"welcome.ask"_s);
  setAccessibleName(tr("What to train, and on what"));
  auto* line = makeLine(this, 14, {16, 8, 12, 10});
  model_ = addList(*line, u"model"_s, tr("&Model"), true, 5);
  trains_ = addList(*line, u"trains"_s, tr("&Trains"), false, 2);
  gpu_ = addList(*line, u"gpu"_s, tr("&GPU"), true, 4);
  count_->setObjectName(u"welcome.count"_s);
  count_->setAccessibleName(tr("GPUs in all"));
  count_->setRange(1, most_gpus);
  count_->setKeyboardTracking(false);
  line->addLayout(labelled(tr("&Count"), count_, font()), 1);
  auto* plan = new QPushButton(tr("&Plan it"));
  plan->setObjectName(u"welcome.plan"_s);
  plan->setDefault(true);
  plan->setFont(scaledFont(font(), 1.1, QFont::Bold));
  plan->setMinimumSize(104, 38);
  line->addWidget(plan);
  connect(plan, &QPushButton::clicked, this, &AskLine::planRequested);
  watchTyping(*model_, tr("model"));
  watchTyping(*gpu_, tr("GPU"));
}

SearchCombo* AskLine::addList(QHBoxLayout& line, const QString& name, const QString& label, bool searchable,
                              int share) {
  auto* list = new SearchCombo(searchable);
  list->setObjectName(u"welcome."_s + name);
  list->setAccessibleName(QString(label).remove(u'&'));
  list->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  line.addLayout(labelled(label, list, font()), share);
  return list;
}

void AskLine::watchTyping(SearchCombo& list, const QString& kind) {
  connect(&list, &SearchCombo::asked, this,
          [this, kind, &list](const QString& typed, const std::vector<Choice>& named) {
            const QString kept = list.itemText(list.findData(list.currentId(), ChoiceIdRole));
            emit noted(named.empty()
                           ? tr("No %1 is called “%2” here, so %3 stays. A config.json of it, dropped "
                                "here, makes its plan.")
                                 .arg(kind, typed, kept)
                           : tr("“%1” names several, so %2 stays: choose one of the list.").arg(typed, kept));
          });
  connect(&list, &SearchCombo::typing, this, [this] { emit noted({}); });
  connect(&list, &SearchCombo::chosen, this, [this] { emit noted({}); });
}

void AskLine::fill(const Plan& plan) {
  model_->setChoices(choicesOf("model.preset"));
  trains_->setChoices(choicesOf("training.lora.rank"));
  gpu_->setChoices(choicesOf("cluster.gpu.preset"));
  const StartQuestion question = questionOf(plan);
  model_->setCurrentId(question.model);
  trains_->setCurrentId(question.trains);
  gpu_->setCurrentId(question.gpu);
  count_->setValue(question.gpus);
  if (model_->hasFocus()) model_->lineEdit()->selectAll();
}

StartQuestion AskLine::question() const {
  return {model_->currentId(), trains_->currentId(), gpu_->currentId(), count_->value()};
}

void AskLine::focusInEvent(QFocusEvent* event) {
  model_->setFocus(event->reason());
  model_->lineEdit()->selectAll();  // what is typed replaces the name, as after Tab
}

void AskLine::paintEvent(QPaintEvent* /*event*/) {
  const ThemeColors& c = themeColors();
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(QPen(blend(c.accent, c.panel, 0.55), 1.5));
  painter.setBrush(c.panel);
  painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), corner, corner);
}

}  // namespace zp
