// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/measured/measured_view.h"

#include <QDate>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QScrollBar>
#include <QTableView>
#include <initializer_list>

#include "ui/measured/measured_tables.h"
#include "ui/model/plan_model.h"
#include "ui/model/run_model.h"
#include "ui/model/text.h"
#include "ui/results/sentence_list.h"
#include "ui/results/table_copy.h"
#include "ui/theme/layouts.h"
#include "ui/theme/theme.h"

using namespace Qt::Literals::StringLiterals;

namespace zp {
namespace {

constexpr int difference_height = 26;
constexpr int why_column = 5;
constexpr int why_width = 320;
constexpr int sentences_height = 108;
constexpr int least_height = 48;

QLabel* makeText(const QString& name) {
  auto* label = new QLabel;
  label->setObjectName(name);
  label->setWordWrap(true);
  label->setTextInteractionFlags(Qt::TextSelectableByMouse);
  return label;
}

QPushButton* makeButton(const QString& text, const QString& name, const QString& tip) {
  auto* button = new QPushButton(text);
  button->setObjectName(name);
  button->setToolTip(tip);
  return button;
}

}  // namespace

MeasuredView::MeasuredView(PlanModel& model, RunModel& run, QWidget* parent)
    : PlanView(model, u"measuredView"_s, parent),
      run_(run),
      logs_(makeText(u"measuredView.logs"_s)),
      calibrated_(makeText(u"measuredView.calibrated"_s)),
      calibrate_(makeButton(tr("Calibrate"), u"measuredView.calibrate"_s,
                            tr("Learn this machine's own constants from these logs; settings stay as they "
                               "are, and undo takes it back"))),
      forget_(makeButton(tr("Published constants"), u"measuredView.forget"_s,
                         tr("Forget what was learned of this machine"))),
      save_(makeButton(tr("Save profile…"), u"measuredView.saveProfile"_s,
                       tr("Keep this machine's constants in a file that other plans name"))),
      clear_(makeButton(tr("Close logs"), u"measuredView.clear"_s, tr("Take the logs out of the window"))),
      sentences_(new SentenceList({u"measuredView.sentences"_s, u"finding"_s, u"show"_s, u"apply"_s})),
      differences_(new PlainTable(this)),
      table_(makeReadOnlyTable(differences_, u"measuredView.differences"_s, tr("Measured beside predicted"))),
      constants_(new PlainTable(this)),
      constant_table_(
          makeReadOnlyTable(constants_, u"measuredView.constants"_s, tr("This machine's own constants"))) {
  sentences_->setAccessibleName(tr("Why the run died, and what the logs contradict"));
  differences_->setContents(differenceTable({}, {}));  // sets the columns of the header
  for (const QTableView* table : {table_, constant_table_})
    table->verticalHeader()->setDefaultSectionSize(difference_height);
  table_->horizontalHeader()->setSectionResizeMode(why_column, QHeaderView::Interactive);
  table_->horizontalHeader()->resizeSection(why_column, why_width);
  auto* column = makeColumn(this, 0);
  addParts(*column, {makeHead(), sentences_, {table_, 3}, {constant_table_, 2}});
  column->addStretch();
  for (QAbstractScrollArea* list :
       std::initializer_list<QAbstractScrollArea*>{sentences_, table_, constant_table_}) {
    list->setMinimumHeight(least_height);  // they scroll: no view makes the window taller
    list->hide();                          // until there is something in them
  }
  connect(calibrate_, &QPushButton::clicked, this, &MeasuredView::calibrate);
  connect(forget_, &QPushButton::clicked, this, [this] {
    said_.clear();
    run_.forgetCalibration();
  });
  connect(clear_, &QPushButton::clicked, &run_, &RunModel::clear);
  connect(sentences_, &SentenceList::settleRequested, this, &MeasuredView::settle);
  connect(&run_, &RunModel::changed, this, [this] {
    said_.clear();
    refresh();
  });
}

QWidget* MeasuredView::makeHead() {
  auto* head = new QWidget;
  QPushButton* open = makeButton(tr("Add a log…"), u"measuredView.open"_s,
                                 tr("A log, what was copied out of one, or a memory snapshot"));
  QPushButton* paste = makeButton(tr("Paste"), u"measuredView.paste"_s,
                                  tr("Text copied from a log: an out-of-memory message is enough"));
  QPushButton* use = makeButton(tr("Use profile…"), u"measuredView.openProfile"_s,
                                tr("This machine's constants from such a file"));
  const auto line = [](std::initializer_list<QPushButton*> buttons) {
    auto* layout = new QHBoxLayout;
    layout->setSpacing(8);
    for (QPushButton* button : buttons)
      layout->addWidget(button);
    layout->addStretch(1);
    return layout;
  };
  addParts(*makeColumn(head, 4, {8, 4, 8, 4}),
           {{line({open, paste, clear_})}, logs_, {line({calibrate_, forget_, save_, use})}, calibrated_});
  connect(open, &QPushButton::clicked, this, &MeasuredView::openRequested);
  connect(paste, &QPushButton::clicked, this, &MeasuredView::pasteRequested);
  connect(save_, &QPushButton::clicked, this, &MeasuredView::saveProfileRequested);
  connect(use, &QPushButton::clicked, this, &MeasuredView::openProfileRequested);
  return head;
}

void MeasuredView::fill() {
  fillHead();
  fillConstants();
  const Measurement& measurement = run_.measurement();
  std::vector<Sentence> sentences;
  for (const MeasuredSentence& one : sentencesOf(measurement, run_.logs()))
    sentences.push_back(one.sentence);
  sentences_->setSentences(sentences);
  sentences_->setVisible(!sentences.empty());
  differences_->setContents(differenceTable(measurement.differences, run_.logs()));
  table_->setVisible(!measurement.differences.empty());
  sentences_->setMaximumHeight(table_->isHidden() ? QWIDGETSIZE_MAX : sentences_height);
}

void MeasuredView::fillHead() {
  logs_->setText(run_.isEmpty() ? tr("Drop a log, a memory snapshot or an out-of-memory message of a run "
                                     "anywhere in this window, or paste one (Ctrl+V): measured is then put "
                                     "beside predicted, with the reason for each difference. “zero-planner "
                                     "export --instrument” writes what prints everything for twenty steps.")
                                : logsText(run_.logs()));
  const QString calibrated = toQt(calibrated_on(model_.document()));
  const QString between = said_.isEmpty() || calibrated.isEmpty() ? QString() : u"\n"_s;
  calibrated_->setText(calibrated + between + said_);
  calibrated_->setVisible(!calibrated_->text().isEmpty());
  calibrate_->setEnabled(!run_.isEmpty());
  clear_->setEnabled(!run_.isEmpty());
  forget_->setEnabled(run_.isCalibrated());
  save_->setEnabled(run_.isCalibrated());
}

void MeasuredView::fillConstants() {
  PlainTableData table = constantTable(model_.plan());
  constant_table_->setVisible(!table.rows.empty());
  const int rows = static_cast<int>(table.rows.size());
  constants_->setContents(std::move(table));
  constant_table_->setMaximumHeight(constant_table_->horizontalHeader()->sizeHint().height() +
                                    rows * difference_height +
                                    constant_table_->horizontalScrollBar()->sizeHint().height());
}

void MeasuredView::calibrate() {
  const LogCalibration found = run_.calibrate(QDate::currentDate().toString(Qt::ISODate));
  QStringList left_out;
  for (const std::string& sentence : found.left_out)
    left_out << toQt(sentence);
  if (found.figures.empty()) left_out << tr("No figure here tells the speed or the memory of this machine.");
  said_ = left_out.join(u' ');
  refresh();
}

void MeasuredView::settle(std::size_t sentence) {
  const std::vector<MeasuredSentence> all = sentencesOf(run_.measurement(), run_.logs());
  const MeasuredSentence& one = all[sentence];
  if (one.contradiction != nullptr) return run_.apply(Contradiction(*one.contradiction));
  if (one.remedy == nullptr) return;
  const Cure remedy = *one.remedy;  // a copy: the measurement is replaced while the remedy is applied
  model_.propose(*remedy.plan, {toQt(remedy.label)});
}

}  // namespace zp
