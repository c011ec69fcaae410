// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/accuracy/accuracy_page.h"

#include <QButtonGroup>
#include <QLabel>
#include <QPushButton>
#include <QTextBrowser>

#include "ui/accuracy/accuracy_tables.h"
#include "ui/charts/scatter_chart.h"
#include "ui/inputs/segmented_row.h"
#include "ui/theme/layouts.h"

using namespace Qt::Literals::StringLiterals;

namespace zp {
namespace {

constexpr int row_lines = 3;
constexpr int row_margins = 14;

}  // namespace

AccuracyPage::AccuracyPage(const Accuracy& accuracy, QWidget* parent)
    : QWidget(parent),
      accuracy_(accuracy),
      head_(new QLabel),
      chart_(new ScatterChart),
      row_(new QTextBrowser),
      go_(new QPushButton(tr("Show in its table"))) {
  setObjectName(u"accuracyPage"_s);
  head_->setObjectName(u"accuracyPage.head"_s);
  head_->setWordWrap(true);
  chart_->setObjectName(u"accuracyChart"_s);
  row_->setObjectName(u"accuracyPage.row"_s);
  row_->setAccessibleName(tr("The chosen point's row in full"));
  row_->setOpenLinks(false);
  row_->setFixedHeight(row_->fontMetrics().lineSpacing() * row_lines + row_margins);
  go_->setObjectName(u"accuracyPage.go"_s);
  go_->setAutoDefault(false);
  auto* head = makeLine(nullptr, 12, {4, 0, 4, 0});
  addParts(*head, {makeSubjects(), {head_, 1}});
  auto* foot = makeLine(nullptr, 8);
  addParts(*foot, {{row_, 1}, {go_, 0, Qt::AlignTop}});
  addParts(*makeColumn(this, 8, {8, 8, 8, 8}), {head, {chart_, 1}, foot});
  connect(chart_, &ScatterChart::activated, this, &AccuracyPage::showPoint);
  connect(chart_, &ScatterChart::doubleActivated, this, [this](int point) {
    showPoint(point);
    goToRow();
  });
  connect(chart_, &Chart::saveRequested, this,
          [this](const QString& suffix, double scale) { emit saveRequested(*chart_, suffix, scale); });
  connect(go_, &QPushButton::clicked, this, &AccuracyPage::goToRow);
  connect(row_, &QTextBrowser::anchorClicked, this, &AccuracyPage::linkActivated);
  showSubject(0);
}

bool AccuracyPage::hasPicture(const Accuracy& accuracy) {
  for (const AccuracySubject& subject : accuracySubjects())
    if (accuracyPicture(accuracy, subject).points.empty()) return false;
  return true;
}

QWidget* AccuracyPage::makeSubjects() {
  const auto& subjects = accuracySubjects();
  auto* pair = new SegmentPair(tr(subjects[0].title), tr(subjects[1].title));
  pair->first()->setObjectName(u"accuracyPage.memory"_s);
  pair->second()->setObjectName(u"accuracyPage.time"_s);
  connect(pair->second(), &Segment::toggled, this, [this](bool is_time) { showSubject(is_time ? 1 : 0); });
  return pair;
}

void AccuracyPage::showSubject(std::size_t subject) {
  picture_ = accuracyPicture(accuracy_, accuracySubjects()[subject]);
  head_->setText(picture_.head + u' ' + tr("Points above the diagonal are predicted too high."));
  chart_->setAccessibleName(picture_.chart.title);
  showPoint(-1);
}

void AccuracyPage::showPoint(int point) {
  point_ = point;
  picture_.chart.present = point;
  chart_->setData(picture_.chart);
  go_->setEnabled(point >= 0);
  if (point < 0) {
    row_->setPlainText(
        tr("Click a point to read its row, or go along the points with ← and → and press the space bar; a "
           "double "
           "click or Return leads to it in its table."));
    return;
  }
  const AccuracyPoint& at = picture_.points[static_cast<std::size_t>(point)];
  const AccuracyTable& table = accuracy_.tables[static_cast<std::size_t>(at.table)];
  row_->setHtml(picture_.chart.words(point).toHtmlEscaped() + u".<br>"_s +
                accuracyRowHtml(table.rows[static_cast<std::size_t>(at.row)]));
}

void AccuracyPage::goToRow() {
  if (point_ < 0) return;
  const AccuracyPoint& at = picture_.points[static_cast<std::size_t>(point_)];
  emit rowRequested(at.table, at.row);
}

}  // namespace zp
