// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/results/others_view.h"

#include <QScrollBar>
#include <QTextBrowser>
#include <QVBoxLayout>
#include <cmath>

#include "core/report/reference_figures.h"
#include "core/units/format.h"
#include "ui/model/plan_model.h"
#include "ui/model/text.h"
#include "ui/theme/theme.h"

using namespace Qt::Literals::StringLiterals;

namespace zp {
namespace {

constexpr std::string_view note_name = "note";  // a figure that is a sentence

QString cell(const QString& html, bool number = true) {
  return (number ? u"<td align='right'>"_s : u"<td>"_s) + html + u"</td>";
}

const Figure* find(const FigureList& figures, std::string_view name) {
  for (const Figure& figure : figures)
    if (figure.name == name) return &figure;
  return nullptr;
}

std::optional<double> numberIn(const Figure& figure) {
  if (const auto* whole = std::get_if<std::int64_t>(&figure.value)) return static_cast<double>(*whole);
  if (const auto* real = std::get_if<double>(&figure.value)) return *real;
  return std::nullopt;
}

constexpr double least_times = 3;  // ours: from there on a percentage says nothing any more

/// How far theirs is from ours, "–" where one of the two says nothing.
QString differenceText(const Figure& theirs, const Figure* ours) {
  const auto a = numberIn(theirs);
  const auto b = ours == nullptr ? std::nullopt : numberIn(*ours);
  if (!a || !b || *b == 0) return u"–"_s;
  const double times = *a / *b;
  if (times >= least_times) return u'×' + toQt(format_number(times, 3));
  return (times < 1 ? u"−"_s : times > 1 ? u"+"_s : u""_s) + toQt(format_percent(std::abs(times - 1)));
}

QString figureHtml(const Figure& theirs, const Figure* ours) {
  return u"<tr>"_s + cell(toQt(label_of(theirs)).toHtmlEscaped(), false) +
         cell(u"<b>"_s + toQt(text_of(theirs)).toHtmlEscaped() + u"</b>") +
         cell(ours == nullptr ? u"–"_s : toQt(text_of(*ours)).toHtmlEscaped()) +
         cell(differenceText(theirs, ours)) + u"</tr>";
}

QString estimatorHtml(const EstimatorFigures& other, const ThemeColors& colors) {
  const auto muted = [&colors](const QString& text) -> QString {
    return u"<span style='color:"_s + colors.muted.name() + u"'>" + text + u"</span>";
  };
  QString html = u"<h4 style='margin-bottom:2px'>"_s + toQt(title_of(other.estimator)).toHtmlEscaped() +
                 u"</h4><div>" + muted(toQt(source_of(other.estimator)).toHtmlEscaped()) + u"</div>";
  html += u"<table width='100%' cellpadding='3' cellspacing='0' style='margin-top:4px'><tr bgcolor='"_s +
          colors.rowTint(false).name() + u"'>" + cell(muted(u"of this plan"_s), false) +
          cell(muted(u"theirs"_s)) + cell(muted(u"ours"_s)) + cell(muted(u"difference"_s)) + u"</tr>";
  for (const Figure& figure : other.figures)
    if (figure.name != note_name) html += figureHtml(figure, find(other.ours, figure.name));
  html += u"</table>"_s;
  if (const Figure* note = find(other.figures, note_name))
    html += u"<p>"_s + toQt(text_of(*note)).toHtmlEscaped() + u"</p>";
  html += u"<ul style='margin-top:4px'>"_s;
  for (const std::string_view sentence : differences(other.estimator))
    html += u"<li>"_s + toQt(sentence).toHtmlEscaped() + u"</li>";
  return html + u"</ul>";
}

}  // namespace

QString othersHtml(const Plan& plan, const MemoryEstimate& estimate) {
  QString html =
      u"<p>The same plan by other estimators, recomputed as they compute it. Each counts less, more or other things "_s +
      u"than a run allocates; below each figure stands why.</p>"_s;
  for (const EstimatorFigures& other : reference_figures(plan, estimate))
    html += estimatorHtml(other, themeColors());
  return html;
}

OthersView::OthersView(PlanModel& model, QWidget* parent)
    : PlanView(model, u"othersView"_s, parent), text_(new QTextBrowser(this)) {
  text_->setObjectName(u"othersText"_s);
  text_->setAccessibleName(tr("Other estimators"));
  text_->setFrameShape(QFrame::NoFrame);
  text_->document()->setDocumentMargin(12);
  text_->document()->setIndentWidth(20);
  text_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->addWidget(text_);
}

void OthersView::fill() {
  const PlanResults& results = model_.results();
  if (!results.has_numbers)
    return text_->setHtml(tr("This plan cannot be estimated; the list of issues says why."));
  const int down = text_->verticalScrollBar()->value();
  text_->setHtml(othersHtml(results.document.plan, results.estimate));
  text_->verticalScrollBar()->setValue(down);
}

}  // namespace zp
