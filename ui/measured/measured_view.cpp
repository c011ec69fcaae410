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
#include <algorithm>
#include <initializer_list>
#include <utility>

#include "core/diagnosis/card_parts.h"
#include "ui/charts/bar_chart.h"
#include "ui/measured/diagnosis_panel.h"
#include "ui/measured/log_invitation.h"
#include "ui/measured/measured_tables.h"
#include "ui/measured/picture_pages.h"
#include "ui/model/plan_model.h"
#include "ui/model/run_model.h"
#include "ui/model/text.h"
#include "ui/results/sentence_list.h"
#include "ui/results/table_copy.h"
#include "ui/theme/layouts.h"
#include "ui/theme/theme.h"
#include "ui/theme/wrapped_label.h"

using namespace Qt::Literals::StringLiterals;

namespace zp {
namespace {

constexpr int difference_height = 26;
constexpr int why_column = 5;
constexpr int why_width = 320;
constexpr int sentences_height = 108, sentence_height = 28, sentences_frame = 12;
constexpr int least_height = 48;

QLabel* makeText(const QString& name) {
  auto* label = new WrappedLabel;
  label->setObjectName(name);
  label->setTextInteractionFlags(Qt::TextSelectableByMouse);
  return label;
}

QHBoxLayout* makeButtonLine(std::initializer_list<QPushButton*> buttons) {
  auto* layout = new QHBoxLayout;
  layout->setSpacing(8);
  for (QPushButton* button : buttons)
    layout->addWidget(button);
  return layout;
}

QPushButton* makeButton(const QString& text, const QString& name, const QString& tip) {
  auto* button = new QPushButton(text);
  button->setObjectName(name);
  button->setToolTip(tip);
  return button;
}

}  // namespace

MeasuredView::MeasuredView(PlanModel& model, RunModel& run, QWidget* parent)
    : ChartView(model, u"measuredView"_s, parent),
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
      apply_all_(makeButton(tr("Apply all"), u"measuredView.applyAll"_s,
                            tr("Set everything to what the logs state, in one step that undo takes back"))),
      clear_(makeButton(tr("Close logs"), u"measuredView.clear"_s, tr("Remove the logs from the window"))),
      invitation_(new LogInvitation),
      diagnosis_(new DiagnosisPanel),
      sentences_(new SentenceList({u"measuredView.sentences"_s, u"finding"_s, u"show"_s, u"apply"_s})),
      differences_(new PlainTable(this)),
      table_(makeReadOnlyTable(differences_, u"measuredView.differences"_s, tr("Measured and predicted"))),
      pages_(new PicturePages(model, run, diagnosis_, table_)),
      constants_(new PlainTable(this)),
      constant_table_(
          makeReadOnlyTable(constants_, u"measuredView.constants"_s, tr("This machine's own constants"))) {
  sentences_->setAccessibleName(tr("Contradictions between logs and plan, and other findings"));
  differences_->setContents(differenceTable({}, {}));  // sets the header's columns
  for (const QTableView* table : {table_, constant_table_})
    table->verticalHeader()->setDefaultSectionSize(difference_height);
  table_->horizontalHeader()->setSectionResizeMode(why_column, QHeaderView::Interactive);
  table_->horizontalHeader()->resizeSection(why_column, why_width);
  auto* column = makeColumn(this, 0);
  addParts(
      *column,
      {makeHead(), sentences_, {pages_, 6}, makeConstantsLine(), {constant_table_, 2}, {invitation_, 6}});
  column->addStretch();
  for (QAbstractScrollArea* list :
       std::initializer_list<QAbstractScrollArea*>{sentences_, table_, constant_table_})
    list->setMinimumHeight(least_height);  // lists scroll, because no view may make the window taller
  for (QWidget* part : std::initializer_list<QWidget*>{sentences_, constant_table_, pages_})
    part->hide();  // until it has content
  connect(diagnosis_, &DiagnosisPanel::applyRequested, this, &MeasuredView::applyRemedy);
  connect(diagnosis_, &DiagnosisPanel::planRequested, this, &MeasuredView::takeLogPlan);
  connect(&diagnosis_->chart(), &Chart::saveRequested, this, &MeasuredView::saveRequested);
  connect(pages_, &PicturePages::saveRequested, this, &MeasuredView::saveRequested);
  connect(calibrate_, &QPushButton::clicked, this, &MeasuredView::calibrate);
  connect(forget_, &QPushButton::clicked, this, [this] {
    calibration_note_.clear();
    run_.forgetCalibration();
  });
  connect(clear_, &QPushButton::clicked, &run_, &RunModel::clear);
  connect(apply_all_, &QPushButton::clicked, &run_, &RunModel::applyAll);
  connect(sentences_, &SentenceList::fixRequested, this, &MeasuredView::applyFix);
  connect(&run_, &RunModel::changed, this, [this] {
    calibration_note_.clear();
    is_new_ = true;
    refresh();
  });
}

QWidget* MeasuredView::makeHead() {
  auto* head = new QWidget;
  QPushButton* open = makeButton(tr("Add a log…"), u"measuredView.open"_s,
                                 tr("A log, text copied from one, or a memory snapshot"));
  QPushButton* paste = makeButton(tr("Paste"), u"measuredView.paste"_s,
                                  tr("Text copied from a log: an out-of-memory message is enough"));
  QHBoxLayout* line = makeButtonLine({open, paste, clear_, apply_all_});
  addParts(*makeLine(head, 12, {8, 4, 8, 4}), {line, {logs_, 1}});
  connect(open, &QPushButton::clicked, this, &MeasuredView::openRequested);
  connect(paste, &QPushButton::clicked, this, &MeasuredView::pasteRequested);
  return head;
}

/// Returns the line with the actions about the machine's constants.
QWidget* MeasuredView::makeConstantsLine() {
  auto* part = new QWidget;
  QPushButton* use = makeButton(tr("Use profile…"), u"measuredView.openProfile"_s,
                                tr("This machine's constants from such a file"));
  QHBoxLayout* line = makeButtonLine({calibrate_, forget_, save_, use});
  line->addStretch(1);
  addParts(*makeColumn(part, 4, {8, 4, 8, 4}), {line, calibrated_});
  connect(save_, &QPushButton::clicked, this, &MeasuredView::saveProfileRequested);
  connect(use, &QPushButton::clicked, this, &MeasuredView::openProfileRequested);
  return part;
}

bool MeasuredView::hasCard() const {
  const std::vector<Death>& died = run_.measurement().died;
  return !died.empty() && card_parts(died.front(), run_.measurement().out_of_memory).has_value();
}

bool MeasuredView::hasChart() const {
  if (run_.isEmpty() || pages_->isHidden()) return false;
  return pages_->page() == PicturePages::Page::died ? hasCard() : pages_->chart() != nullptr;
}

Chart& MeasuredView::currentChart() {
  Chart* chart = pages_->chart();
  return chart != nullptr ? *chart : diagnosis_->chart();
}

std::vector<Chart*> MeasuredView::charts() {
  std::vector<Chart*> charts = pages_->charts();
  if (hasCard()) charts.insert(charts.begin(), &diagnosis_->chart());
  return charts;
}

void MeasuredView::fillCharts(const QString& plan_name) {
  fillHead();
  fillConstants();
  const Measurement& measurement = run_.measurement();
  if (!measurement.died.empty()) {
    DiagnosisText text = diagnosisText(measurement.died.front(), measurement, run_.logs(), model_.plan());
    if (text.card && !plan_name.isEmpty()) text.card->note += u'\n' + plan_name;
    diagnosis_->setDiagnosis(text);
  }
  differences_->setContents(differenceTable(measurement.differences, run_.logs()));
  pages_->fill(plan_name);
  if (std::exchange(is_new_, false)) pages_->begin();
  pages_->setVisible(pages_->hasPages());
  fillSentences();
}

void MeasuredView::fillSentences() {
  std::vector<Sentence> sentences;
  for (const MeasuredSentence& measured_sentence : sentencesOf(run_.measurement(), run_.logs()))
    sentences.push_back(measured_sentence.sentence);
  sentences_->setSentences(sentences);
  apply_all_->setVisible(
      std::ranges::count_if(sentences, [](const Sentence& sentence) { return !sentence.fix.isEmpty(); }) > 1);
  sentences_->setVisible(!sentences.empty());
  const int lines = sentence_height * static_cast<int>(sentences.size()) + sentences_frame;
  sentences_->setMaximumHeight(pages_->isHidden() ? QWIDGETSIZE_MAX : std::min(lines, sentences_height));
}

void MeasuredView::fillHead() {
  logs_->setText(run_.isEmpty() ? tr("No log yet") : briefLogsText(run_.logs()));
  invitation_->setVisible(run_.isEmpty());
  logs_->setToolTip(run_.logs().size() > 2 ? logsText(run_.logs()) : QString());
  const QString calibrated = toQt(calibrated_on(model_.document()));
  const QString between = calibration_note_.isEmpty() || calibrated.isEmpty() ? QString() : u"\n"_s;
  calibrated_->setText(calibrated + between + calibration_note_);
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
  if (found.figures.empty())
    left_out << tr("No figure of these logs measures the speed or the memory of this machine.");
  calibration_note_ = left_out.join(u' ');
  refresh();
}

void MeasuredView::applyFix(std::size_t sentence) {
  const std::vector<MeasuredSentence> all = sentencesOf(run_.measurement(), run_.logs());
  if (sentence < all.size() && all[sentence].contradiction != nullptr)
    run_.apply(Contradiction(*all[sentence].contradiction));
}

void MeasuredView::applyRemedy(std::size_t remedy) {
  const std::vector<Death>& died = run_.measurement().died;
  if (died.empty() || remedy >= died.front().remedies.size()) return;
  const Cure cure = died.front().remedies[remedy];  // a copy, because applying it replaces the measurement
  if (cure.plan) model_.propose(*cure.plan, {toQt(cure.label)});
}

void MeasuredView::takeLogPlan() {
  const std::vector<Death>& died = run_.measurement().died;
  if (died.empty()) return;
  const std::optional<PlanOfLog> other = otherPlanOf(died.front(), run_.logs(), model_.plan());
  if (other) model_.propose(other->plan, {tr("Plan of the log")});
}

}  // namespace zp
