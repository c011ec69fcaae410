// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/claims/claims_view.h"

#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QTabBar>
#include <QTableView>
#include <QTextBrowser>
#include <algorithm>
#include <array>

#include "ui/model/plan_model.h"
#include "ui/model/text.h"
#include "ui/results/plain_table.h"
#include "ui/results/table_copy.h"
#include "ui/theme/layouts.h"

using namespace Qt::Literals::StringLiterals;

namespace zp {
namespace {

constexpr int verdict_width = 96;
constexpr int details_lines = 6;

enum Column { verdict_column, claim_column, ours_column };

struct VerdictWords {
  ClaimVerdict verdict;
  Verdict shown;
  const char* word;  ///< text in a row
  const char* page;  ///< title of its page; "%1" is the number of claims
};
constexpr std::array verdict_words = {
    VerdictWords{ClaimVerdict::right, Verdict::fits, QT_TRANSLATE_NOOP("ClaimsView", "right"),
                 QT_TRANSLATE_NOOP("ClaimsView", "Right (%1)")},
    VerdictWords{ClaimVerdict::partly, Verdict::tight, QT_TRANSLATE_NOOP("ClaimsView", "partly"),
                 QT_TRANSLATE_NOOP("ClaimsView", "Partly (%1)")},
    VerdictWords{ClaimVerdict::wrong, Verdict::over, QT_TRANSLATE_NOOP("ClaimsView", "wrong"),
                 QT_TRANSLATE_NOOP("ClaimsView", "Wrong (%1)")},
    VerdictWords{ClaimVerdict::depends, Verdict::unknown, QT_TRANSLATE_NOOP("ClaimsView", "depends"),
                 QT_TRANSLATE_NOOP("ClaimsView", "It depends (%1)")}};

const VerdictWords& wordsOf(ClaimVerdict verdict) {
  return *std::ranges::find(verdict_words, verdict, &VerdictWords::verdict);
}

PlainRow rowOf(const JudgedClaim& claim) {
  const VerdictWords& words = wordsOf(claim.verdict);
  PlainRow row;
  row.cells.resize(3);
  row.cells[verdict_column].text = ClaimsView::tr(words.word);
  row.cells[verdict_column].verdict = words.shown;
  row.cells[claim_column].text = toQt(claim.claim);
  row.cells[ours_column].text = toQt(claim.ours);
  row.more = toQt(claim.section) + u' ' + toQt(claim.why);
  return row;
}

}  // namespace

ClaimsView::ClaimsView(PlanModel& model, QWidget* parent)
    : PlanView(model, u"claimsView"_s, parent),
      head_(new QLabel),
      verdicts_(new QTabBar),
      table_(new PlainTable(this)),
      shown_(new PlainTableFilter(this)),
      view_(nullptr),
      details_(new QTextBrowser) {
  shown_->setSourceModel(table_);
  view_ = makeReadOnlyTable(shown_, u"claims.table"_s, tr("Claims"));
  view_->setWordWrap(true);
  view_->setTextElideMode(Qt::ElideNone);
  view_->setSelectionMode(QAbstractItemView::ExtendedSelection);
  view_->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
  view_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  details_->setObjectName(u"claims.details"_s);
  details_->setAccessibleName(tr("The chosen claim"));
  details_->setFixedHeight(details_->fontMetrics().lineSpacing() * details_lines + 14);
  addParts(*makeColumn(this, 0), {makeHead(), verdicts_, {view_, 1}, details_});
  connect(verdicts_, &QTabBar::currentChanged, this, &ClaimsView::showClaims);
  connect(view_->selectionModel(), &QItemSelectionModel::currentRowChanged, this, &ClaimsView::showClaim);
}

QWidget* ClaimsView::makeHead() {
  head_->setObjectName(u"claims.head"_s);
  head_->setWordWrap(true);
  head_->setTextFormat(Qt::PlainText);
  auto* filter = new QLineEdit;
  filter->setObjectName(u"claims.filter"_s);
  filter->setAccessibleName(tr("Filter the claims"));
  filter->setPlaceholderText(tr("Filter: words of claim or reason"));
  filter->setClearButtonEnabled(true);
  connect(filter, &QLineEdit::textChanged, this, [this](const QString& typed) {
    shown_->setWords(typed);
    fitRows();
  });
  verdicts_->setObjectName(u"claims.verdicts"_s);
  verdicts_->setAccessibleName(tr("Which claims"));
  verdicts_->setDrawBase(false);
  verdicts_->setExpanding(false);
  for (std::size_t page = 0; page <= verdict_words.size(); ++page)
    verdicts_->addTab(QString());
  auto* head = new QWidget;
  addParts(*makeLine(head, 12, {8, 8, 8, 8}), {{head_, 3}, {filter, 2, Qt::AlignTop}});
  return head;
}

void ClaimsView::fill() {
  const bool has_figures = model_.results().has_numbers;
  listed_.clear();  // its pointers refer to claims about the previous plan
  claims_ =
      has_figures ? judged_claims(model_.results().evaluation.document.plan) : std::vector<JudgedClaim>();
  if (!has_figures)
    head_->setText(
        tr("The present plan cannot be estimated, so the claims cannot be compared with it; the list of "
           "issues says why."));
  else if (model_.results().stale)
    head_->setText(
        tr("The present plan cannot be estimated; the figures are those of the last plan that could be "
           "estimated."));
  else
    head_->setText(
        tr("Statements of two texts that are often read first, each beside the figure of the present plan."));
  head_->setToolTip(
      tr("“%1” (7 May 2025) and “%2”. The present plan's model and GPUs may be others than those of the "
         "text's example.")
          .arg(toQt(title_of(ClaimDocument::first)), toQt(title_of(ClaimDocument::second))));
  verdicts_->setTabText(0, tr("All (%1)").arg(claims_.size()));
  for (std::size_t i = 0; i < verdict_words.size(); ++i)
    verdicts_->setTabText(
        static_cast<int>(i) + 1,
        tr(verdict_words[i].page)
            .arg(std::ranges::count(claims_, verdict_words[i].verdict, &JudgedClaim::verdict)));
  showClaims();
}

void ClaimsView::showClaims() {
  const int page = verdicts_->currentIndex();
  const int row = view_->currentIndex().row();
  listed_.clear();
  PlainTableData table;
  table.header.resize(3);
  table.header[verdict_column].text = tr("Verdict");
  table.header[claim_column].text = tr("Claim");
  table.header[ours_column].text = tr("This plan");
  for (const JudgedClaim& claim : claims_) {
    if (page > 0 && claim.verdict != verdict_words[static_cast<std::size_t>(page) - 1].verdict) continue;
    listed_.push_back(&claim);
    table.rows.push_back(rowOf(claim));
  }
  table_->changeContents(std::move(table));
  QHeaderView& header = *view_->horizontalHeader();
  header.setSectionResizeMode(QHeaderView::Stretch);
  header.setSectionResizeMode(verdict_column, QHeaderView::Fixed);
  header.resizeSection(verdict_column, verdict_width);
  fitRows();
  view_->setCurrentIndex(shown_->index(std::clamp(row, 0, std::max(0, shown_->rowCount() - 1)), 0));
  showClaim();
}

/// Makes each row as tall as its text.
void ClaimsView::fitRows() {
  if (isVisible()) view_->resizeRowsToContents();
}

void ClaimsView::resizeEvent(QResizeEvent* event) {
  PlanView::resizeEvent(event);
  fitRows();
}

void ClaimsView::showClaim() {
  const auto row = static_cast<std::size_t>(shown_->mapToSource(view_->currentIndex()).row());
  if (!view_->currentIndex().isValid() || row >= listed_.size())
    return details_->setPlainText(tr("No claim has these words."));
  const JudgedClaim& claim = *listed_[row];
  QStringList lines = {toQt(title_of(claim.document)) + u" · "_s + toQt(claim.section),
                       tr("Claim, %1: %2").arg(tr(wordsOf(claim.verdict).word), toQt(claim.claim))};
  if (!claim.ours.empty()) lines << tr("This plan: %1").arg(toQt(claim.ours));
  lines << toQt(claim.why);
  details_->setPlainText(lines.join(u'\n'));
}

}  // namespace zp
