// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/config/config_details.h"

#include <QCoreApplication>

#include "core/memory/timeline.h"
#include "core/units/format.h"
#include "ui/fields/fields.h"
#include "ui/model/text.h"
#include "ui/results/config_lines.h"
#include "ui/theme/access_key.h"
#include "ui/theme/theme.h"

using namespace Qt::Literals::StringLiterals;

namespace zp {
namespace {

QString tr(const char* text) { return QCoreApplication::translate("ConfigDetails", text); }

const Field* controlOf(const ConfigLine& line) {
  return line.plan_path.empty() ? nullptr : fieldOf(line.plan_path);
}

QString origin(const ConfigLine& line) {
  if (const Field* field = controlOf(line))
    return tr("Set by %1 (%2). Double-click to go there.")
        .arg(withoutAccessKey(infoOf(*field).label), toQt(line.plan_path));
  if (!line.plan_path.empty()) return tr("Set by %1 in the plan file.").arg(toQt(line.plan_path));
  return tr("Written by the export, regardless of the plan.");
}

QString defaultWords(const ConfigLineState& state) {
  const KeyDetails& details = state.details;
  if (details.default_value.empty()) return {};
  const QString standard = details.default_value == "null" ? tr("none") : toQt(details.default_value);
  return state.line.differs_from_default ? tr("Not DeepSpeed's default, which is %1.").arg(standard)
                                         : tr("DeepSpeed's default.");
}

QString changeWords(const ConfigLineState& state) {
  if (!state.changed) return {};
  if (state.is_new) return tr("Changed since the plan was opened or saved: it was not in the file.");
  return tr("Changed since the plan was opened or saved: it was %1.").arg(state.before);
}

QString escaped(std::string_view text) { return toQt(text).toHtmlEscaped(); }
QString muted(const QString& html) {
  return u"<span style='color:"_s + themeColors().muted.name() + u"'>" + html + u"</span>";
}

}  // namespace

QString valueIn(const std::string& line) {
  QString text = toQt(line).trimmed();
  if (text.endsWith(u',')) text.chop(1);
  const auto colon = text.indexOf(u"\": ");
  return colon < 0 ? text : text.mid(colon + 3);
}

QStringList sentencesOf(const ConfigLineState& state) {
  if (state.line.config_path.empty()) return {};
  if (state.details.is_section) return {toQt(state.line.config_path)};
  QStringList sentences = {toQt(state.line.config_path), origin(state.line), defaultWords(state),
                           changeWords(state), toQt(cost_sentence(state.details))};
  sentences.removeAll(QString());
  return sentences;
}

QString barWords(const ConfigLineState& state, const PlanResults& results) {
  if (!results.has_numbers) return {};
  const GpuMemory& gpu = results.evaluation.figures.estimate.gpu;
  const QString peak = toQt(format_bytes(gpu.peak));
  if (state.details.costs.empty())
    return tr("%1 of %2 on a GPU at the peak. Point at a line to see its bytes, at bytes to see their lines.")
        .arg(peak, toQt(format_bytes(gpu.capacity)));
  std::vector<EntryId> entries;
  for (const KeyCost& cost : state.details.costs)
    entries.push_back(cost.id);
  const Timeline line = timeline(results.evaluation.figures.estimate, Place::gpu);
  const Moment moment = momentFor(results, entries);
  Bytes lit;
  QStringList titles;
  for (const KeyCost& cost : state.details.costs) {
    // nullptr if the line belongs to a plan before that of `results`.
    const Entry* entry = results.evaluation.figures.estimate.ledger.find(cost.id);
    if (cost.place != Place::gpu || entry == nullptr || !entry->moments.has(moment)) continue;
    lit = lit + cost.bytes;
    titles << toQt(cost.title);
  }
  const QString key = toQt(state.line.config_path).section(u'.', -1);
  if (titles.isEmpty()) return key + u": "_s + toQt(cost_sentence(state.details));
  const QString when = moment == line.peak ? tr("the peak") : toQt(title_of(moment));
  return tr("%1: %2 of the %3 on a GPU at %4 (%5)")
      .arg(key, toQt(format_bytes(lit)), toQt(format_bytes(line.totals[static_cast<std::size_t>(moment)])),
           when, titles.join(u", "_s));
}

QString detailsHtml(const ConfigLineState& state) {
  if (state.line.config_path.empty())
    return muted(tr("Choose a line to see what sets it and what it costs."));
  const QStringList sentences = sentencesOf(state);
  QString html = u"<b>"_s + sentences.front().toHtmlEscaped() + u"</b>";
  if (!state.details.unit.empty()) html += u' ' + muted(u"("_s + escaped(state.details.unit) + u")");
  html += u"<div>"_s + sentences.mid(1).join(u' ').toHtmlEscaped() + u"</div>";
  if (!state.details.effect.empty())
    html += u"<div>"_s + tr("DeepSpeed:") + u' ' + escaped(state.details.effect) + u"</div>";
  if (state.details.costs.empty()) return html;
  html += u"<table cellspacing='0' cellpadding='1'>"_s;
  for (const KeyCost& cost : state.details.costs)
    html += u"<tr><td align='right'>"_s + escaped(format_bytes(cost.bytes)) + u"&nbsp;&nbsp;</td><td>" +
            escaped(cost.title) + u"&nbsp;&nbsp;</td><td><code>" + escaped(cost.formula) +
            u"</code></td></tr>" + u"<tr><td></td><td></td><td>" + muted(escaped(cost.source)) +
            u"</td></tr>";
  return html + u"</table>";
}

}  // namespace zp
