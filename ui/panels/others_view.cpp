// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/others_view.h"

#include <QEvent>
#include <QScrollBar>
#include <QTextBrowser>
#include <QVBoxLayout>

#include "core/units/format.h"
#include "ui/model/plan_model.h"
#include "ui/model/text.h"
#include "ui/window/theme.h"

using namespace Qt::Literals::StringLiterals;

namespace zp {
namespace {

QString cell(const QString& html, bool number = true) {
  return (number ? u"<td align='right'>"_s : u"<td>"_s) + html + u"</td>";
}

QString differenceText(const OtherFigure& figure) {
  if (!figure.ours || figure.ours->value() == 0) return u"–"_s;
  const double difference = ratio(figure.theirs, *figure.ours) - 1;
  return (difference > 0 ? u"+"_s : u""_s) + toQt(format_percent(difference));
}

QString figureHtml(const OtherFigure& figure) {
  return u"<tr>"_s + cell(figure.what.toHtmlEscaped(), false) + cell(u"<b>"_s + toQt(format_bytes(figure.theirs)) + u"</b>") +
         cell(figure.ours ? toQt(format_bytes(*figure.ours)) : u"–"_s) + cell(differenceText(figure)) + u"</tr>";
}

QString estimatorHtml(const OtherEstimate& other, const ThemeColors& colors) {
  const auto muted = [&colors](const QString& text) {
    return u"<span style='color:"_s + colors.muted.name() + u"'>" + text + u"</span>";
  };
  QString html = u"<h4 style='margin-bottom:2px'>"_s + toQt(title_of(other.who)).toHtmlEscaped() + u"</h4><div>" +
                 muted(toQt(source_of(other.who)).toHtmlEscaped()) + u"</div>";
  if (!other.silence.isEmpty()) html += u"<p>"_s + other.silence.toHtmlEscaped() + u"</p>";
  if (!other.figures.empty()) {
    html += u"<table width='100%' cellpadding='3' cellspacing='0' style='margin-top:4px'><tr bgcolor='"_s +
            colors.rowTint(false).name() + u"'>" + cell(muted(u"for this plan"_s), false) + cell(muted(u"theirs"_s)) +
            cell(muted(u"ours"_s)) + cell(muted(u"difference"_s)) + u"</tr>";
    for (const OtherFigure& figure : other.figures)
      html += figureHtml(figure);
    html += u"</table>"_s;
  }
  html += u"<ul style='margin-top:4px'>"_s;
  for (const std::string_view sentence : differences(other.who))
    html += u"<li>"_s + toQt(sentence).toHtmlEscaped() + u"</li>";
  return html + u"</ul>";
}

}  // namespace

QString othersHtml(const std::vector<OtherEstimate>& others) {
  QString html = u"<p>The same plan by other estimators, recomputed as they compute it. Each counts less, more or other things "_s +
                 u"than a run allocates; below each figure stands why.</p>"_s;
  for (const OtherEstimate& other : others)
    html += estimatorHtml(other, themeColors());
  return html;
}

OthersView::OthersView(PlanModel& model, QWidget* parent)
    : QWidget(parent), model_(model), text_(new QTextBrowser(this)) {
  setObjectName(u"othersView"_s);
  text_->setObjectName(u"othersText"_s);
  text_->setAccessibleName(tr("Other estimators"));
  text_->setFrameShape(QFrame::NoFrame);
  text_->document()->setDocumentMargin(12);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->addWidget(text_);
  connect(&model_, &PlanModel::changed, this, &OthersView::refresh);
}

void OthersView::refresh() {
  if (!isVisible()) return;
  const PlanResults& results = model_.results();
  const int down = text_->verticalScrollBar()->value();
  text_->setHtml(othersHtml(otherEstimates(results.document.plan, results.estimate)));
  text_->verticalScrollBar()->setValue(down);
}

void OthersView::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  refresh();
}

void OthersView::changeEvent(QEvent* event) {
  if (event->type() == QEvent::PaletteChange) refresh();
  QWidget::changeEvent(event);
}

}  // namespace zp
