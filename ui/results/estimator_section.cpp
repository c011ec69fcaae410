// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/results/estimator_section.h"

#include <QHeaderView>
#include <QLabel>
#include <QTableView>
#include <cmath>
#include <optional>
#include <utility>

#include "core/units/format.h"
#include "ui/model/text.h"
#include "ui/results/plain_table.h"
#include "ui/results/table_copy.h"
#include "ui/theme/layouts.h"
#include "ui/theme/wrapped_label.h"

using namespace Qt::Literals::StringLiterals;

namespace zp {
namespace {

constexpr std::string_view note_name = "note";  // name of a figure that is text
constexpr double least_times = 3;               // times our figure, from which on a factor is shown
constexpr int figure_height = 24;
constexpr int number_width = 120;
constexpr double title_scale = 1.1;

const Figure* figureNamed(std::string_view name, const FigureList& figures) {
  for (const Figure& figure : figures)
    if (figure.name == name) return &figure;
  return nullptr;
}

std::optional<double> numberIn(const Figure& figure) {
  if (const auto* whole = std::get_if<std::int64_t>(&figure.value)) return static_cast<double>(*whole);
  if (const auto* real = std::get_if<double>(&figure.value)) return *real;
  return std::nullopt;
}

/// Returns the relative difference of their figure from ours, "–" if one of them is missing.
QString differenceText(const Figure& theirs, const Figure* ours) {
  const auto a = numberIn(theirs);
  const auto b = ours == nullptr ? std::nullopt : numberIn(*ours);
  if (!a || !b || *b == 0) return u"–"_s;
  const double times = *a / *b;
  if (times >= least_times) return u'×' + toQt(format_number(times, 3));
  return (times < 1 ? u"−"_s : times > 1 ? u"+"_s : u""_s) + toQt(format_percent(std::abs(times - 1)));
}

PlainCell wordsCell(const QString& text) {
  PlainCell cell;
  cell.text = text;
  return cell;
}

PlainTableData tableOf(const EstimatorFigures& of) {
  PlainTableData table;
  table.header = {wordsCell(QObject::tr("Of this plan")), numberCell(QObject::tr("Theirs"), {}),
                  numberCell(QObject::tr("Ours"), {}), numberCell(QObject::tr("Difference"), {})};
  for (const Figure& theirs : of.figures) {
    if (theirs.name == note_name) continue;
    const Figure* ours = figureNamed(theirs.name, of.ours);
    PlainRow row;
    row.cells = {wordsCell(toQt(label_of(theirs))), numberCell(toQt(text_of(theirs)), {}),
                 numberCell(ours == nullptr ? u"–"_s : toQt(text_of(*ours)), {}),
                 numberCell(differenceText(theirs, ours), {})};
    table.rows.push_back(std::move(row));
  }
  return table;
}

QLabel* makeWords(const QString& words, QPalette::ColorRole role = QPalette::Text) {
  auto* label = new WrappedLabel(words);
  label->setTextFormat(Qt::PlainText);
  label->setTextInteractionFlags(Qt::TextSelectableByMouse);
  label->setForegroundRole(role);
  return label;
}

QTableView* makeFigures(PlainTable* table, const QString& spoken) {
  QTableView* view = makeReadOnlyTable(table, {}, spoken);
  view->setShowGrid(false);
  view->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  view->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  view->verticalHeader()->setDefaultSectionSize(figure_height);
  view->horizontalHeader()->setDefaultSectionSize(number_width);
  view->horizontalHeader()->setSectionResizeMode(QHeaderView::Fixed);
  view->horizontalHeader()->setSectionResizeMode(0, QHeaderView::Stretch);
  return view;
}

}  // namespace

EstimatorSection::EstimatorSection(Estimator estimator, QWidget* parent)
    : QWidget(parent), table_(new PlainTable(this)) {
  table_->setContents(tableOf({}));  // sets the columns while there are no rows
  const QString title = toQt(title_of(estimator));
  view_ = makeFigures(table_, title);
  note_ = makeWords({});
  auto* heading = makeWords(title);
  heading->setFont(scaledFont(font(), title_scale, QFont::Bold));
  auto* lines = makeColumn(this, 4);
  addParts(*lines,
           {heading, {makeWords(toQt(source_of(estimator)), QPalette::PlaceholderText)}, view_, note_});
  for (const std::string_view sentence : differences(estimator))
    lines->addWidget(makeWords(u"•  "_s + toQt(sentence)));
}

void EstimatorSection::setFigures(const EstimatorFigures& figures) {
  table_->changeContents(tableOf(figures));
  fitTable();
  const Figure* note = figureNamed(note_name, figures.figures);
  const QString words = note == nullptr ? QString() : toQt(text_of(*note));
  note_->setText(words);
  note_->setVisible(!words.isEmpty());
}

/// Makes the table as tall as its rows, because the surrounding view scrolls.
void EstimatorSection::fitTable() {
  const int height = view_->horizontalHeader()->sizeHint().height() + table_->rowCount() * figure_height;
  if (height != view_->height() || view_->minimumHeight() != height) view_->setFixedHeight(height);
}

}  // namespace zp
