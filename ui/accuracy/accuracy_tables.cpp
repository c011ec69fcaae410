// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/accuracy/accuracy_tables.h"

#include <QObject>
#include <cmath>
#include <cstdint>

#include "core/units/format.h"
#include "ui/model/text.h"

using namespace Qt::Literals::StringLiterals;

namespace zp {
namespace {

constexpr int exact_digits = 15;  // digits of an exported number

PlainCell textCell(const std::string& text) {
  PlainCell cell;
  cell.text = toQt(text);
  return cell;
}

PlainCell headerCell(const QString& text, const QString& tool_tip, bool is_number = false) {
  PlainCell cell;
  cell.text = text;
  cell.tool_tip = tool_tip;
  cell.is_number = is_number;
  return cell;
}

QString percentText(double fraction) { return toQt(format_percent(fraction)); }

PlainCell fractionCell(const std::optional<double>& fraction) {
  return numberCell(fraction ? percentText(*fraction) : u"–"_s, fraction.value_or(-1));
}

/// Returns a value in the most readable unit; small amounts are not rounded to 0 GiB.
QString amountText(double value, AccuracyUnit unit) {
  switch (unit) {
    case AccuracyUnit::bytes:
      return toQt(format_bytes(bytes_of(value)));
    case AccuracyUnit::parameters:
      return toQt(format_params(Params(static_cast<std::int64_t>(value))));
    case AccuracyUnit::seconds:
      return toQt(format_seconds(value));
    case AccuracyUnit::none:
      break;
  }
  return toQt(format_number(value));
}

QString predictedText(const AccuracyRow& row, AccuracyUnit unit) {
  QString text = amountText(row.predicted, unit);
  if (!row.low || !row.high || *row.low == *row.high) return text;
  const QString low = amountText(*row.low, unit);
  const QString high = amountText(*row.high, unit);
  // "26.1 – 30.7 GiB": a common unit is written once.
  const qsizetype gap = low.indexOf(u'\u202F');
  const bool same_unit = gap >= 0 && high.endsWith(low.mid(gap));
  return text + u" ("_s + (same_unit ? low.left(gap) : low) + u" – "_s + high + u')';
}

int wrongVerdicts(const AccuracyVerdicts& verdicts) {
  return verdicts.false_alarms + verdicts.missed_failures;
}

PlainCell worstCell(const AccuracyTable& table) {
  if (!table.verdicts) return fractionCell(table.worst);
  const int wrong = wrongVerdicts(*table.verdicts);
  return numberCell(QObject::tr("%1 wrong").arg(toQt(format_count(wrong))), wrong);
}

PlainCell goalCell(const AccuracyTable& table) {
  if (!table.goal) return numberCell(u"–"_s, -1);
  QString text = u"≤ "_s + percentText(table.goal->median);
  if (table.goal->p90 < 1)
    text += u" / ≤ "_s + percentText(table.goal->p90);  // p90 is 1 if there is no goal for the percentile
  return numberCell(text, table.goal->median);
}

PlainCell metCell(const AccuracyTable& table) {
  PlainCell cell;
  if (!table.meets_goal) {
    cell.text = u"–"_s;
    return cell;
  }
  cell.verdict = *table.meets_goal ? Verdict::fits : Verdict::over;
  cell.text = glyphOf(cell.verdict) + u' ' + (*table.meets_goal ? QObject::tr("met") : QObject::tr("missed"));
  return cell;
}

/// Returns the link to a row's source. Sources may have a commit or a file after the address; some have no
/// address.
QUrl linkOf(const AccuracyRow& row) {
  const QString first = toQt(row.url).section(u' ', 0, 0);
  return first.startsWith(u"https://") || first.startsWith(u"http://") ? QUrl(first) : QUrl();
}

PlainRow rowOf(const AccuracyRow& row, const AccuracyTable& table) {
  const bool is_verdict = table.verdicts.has_value();
  PlainCell source = textCell(row.source);
  source.link = linkOf(row);
  if (!row.url.empty()) source.tool_tip = toQt(row.url);
  PlainCell measured = numberCell(amountText(row.measured, table.unit), row.measured);
  PlainCell predicted = numberCell(predictedText(row, table.unit), row.predicted);
  PlainCell error = numberCell(accuracyErrorText(row.error), std::abs(row.error));
  if (is_verdict) {
    measured.text = row.measured > 0 ? QObject::tr("ran") : QObject::tr("ran out");
    predicted.text = row.predicted > 0 ? QObject::tr("fits") : QObject::tr("does not fit");
    error.text = row.error == 0 ? QObject::tr("right") : QObject::tr("wrong");
  }
  return {{textCell(row.id), source, textCell(row.configuration), textCell(row.meaning), measured, predicted,
           error},
          toQt(row.note) + u' ' + toQt(row.quality)};
}

QString exactText(double value) { return QString::number(value, 'g', exact_digits); }
QString exactText(const std::optional<double>& value) { return value ? exactText(*value) : QString(); }

QString verdictsText(const AccuracyVerdicts& of) {
  return QObject::tr(
             "Runs that fit: %1, of which the program says that %2 do not fit. Runs out of memory: %3, of "
             "which it says that %4 fit.")
      .arg(toQt(format_count(of.ran)), toQt(format_count(of.false_alarms)), toQt(format_count(of.ran_out)),
           toQt(format_count(of.missed_failures)));
}

QString withLessText(const AccuracyWithLess& less) {
  const QString without = QObject::tr(
      "With each row's own columns alone, and the plan file's defaults in place of facts that its source "
      "states elsewhere:");
  if (less.verdicts) return without + u' ' + verdictsText(*less.verdicts);
  return without + u' ' +
         QObject::tr("median %1, 90th percentile %2 (%3 rows).")
             .arg(percentText(less.median.value_or(0)), percentText(less.p90.value_or(0)),
                  toQt(format_count(less.count)));
}

QString partText(const AccuracyPart& part) {
  return QObject::tr(
             "%1: median %2, 90th percentile %3, median of the sources' medians %4 (%5 rows of %6 sources)")
      .arg(toQt(part.name), percentText(part.median), percentText(part.p90), percentText(part.of_sources),
           toQt(format_count(part.count)), toQt(format_count(part.sources)));
}

/// Returns a text without tabs and line ends, which would break the table.
QString tsvText(const std::string& text) { return toQt(text).simplified(); }

}  // namespace

PlainTableData accuracySummary(const Accuracy& accuracy) {
  PlainTableData data;
  data.header = {
      headerCell(QObject::tr("Table"), QObject::tr("What was compared")),
      headerCell(QObject::tr("Rows"), QObject::tr("How many measurements"), true),
      headerCell(QObject::tr("Median error"), QObject::tr("Half of the errors are below"), true),
      headerCell(QObject::tr("90th percentile"), QObject::tr("Nine in ten errors are below"), true),
      headerCell(QObject::tr("Worst"), QObject::tr("The largest error"), true),
      headerCell(QObject::tr("Goal (median / 90th)"),
                 QObject::tr("Goals for median and 90th percentile that the project set itself"), true),
      headerCell(QObject::tr("Goal met"), QObject::tr("States if median and 90th percentile meet the goal"))};
  for (const AccuracyTable& table : accuracy.tables)
    data.rows.push_back({{textCell(table.title), numberCell(toQt(format_count(table.count)), table.count),
                          fractionCell(table.median), fractionCell(table.p90), worstCell(table),
                          goalCell(table), metCell(table)},
                         {}});
  return data;
}

PlainTableData accuracyRows(const AccuracyTable& table) {
  PlainTableData data;
  data.header = {
      headerCell(QObject::tr("Id"), QObject::tr("Id of the measurement in the project's data")),
      headerCell(QObject::tr("Source"), QObject::tr("Who measured it; a click opens the page")),
      headerCell(QObject::tr("Configuration"),
                 QObject::tr("The run, and the settings that the program was given")),
      headerCell(QObject::tr("What was measured"), QObject::tr("The counter or tool the figure comes from")),
      headerCell(QObject::tr("Measured"), {}, true),
      headerCell(QObject::tr("Predicted (range)"), QObject::tr("What this program computes"), true),
      headerCell(QObject::tr("Error"), QObject::tr("Predicted ÷ measured − 1"), true)};
  for (const AccuracyRow& row : table.rows)
    data.rows.push_back(rowOf(row, table));
  return data;
}

PlainTableData accuracyLeftOut(const std::vector<AccuracyLeftOut>& left_out) {
  PlainTableData data;
  data.header = {headerCell(QObject::tr("Id"), QObject::tr("Id of the measurement in the project's data")),
                 headerCell(QObject::tr("File"), {}), headerCell(QObject::tr("Source"), {}),
                 headerCell(QObject::tr("Why it was left out"), {})};
  for (const AccuracyLeftOut& each : left_out)
    data.rows.push_back(
        {{textCell(each.id), textCell(each.file), textCell(each.source), textCell(each.reason)}, {}});
  return data;
}

QString accuracyText(const AccuracyTable& table) {
  QStringList sentences;
  if (!table.description.empty()) sentences << toQt(table.description);
  if (table.verdicts) sentences << verdictsText(*table.verdicts);
  if (table.first_written)
    sentences << QObject::tr("As first written: %1").arg(verdictsText(*table.first_written));
  if (!table.parts.empty()) {
    QStringList parts;
    for (const AccuracyPart& part : table.parts)
      parts << partText(part);
    sentences << parts.join(u"; "_s) + u'.';
  }
  if (table.columns_alone) sentences << withLessText(*table.columns_alone);
  if (!table.note.empty()) sentences << toQt(table.note);
  const auto listed = static_cast<std::int64_t>(table.rows.size());
  if (listed > 0 && listed < table.count)
    sentences << QObject::tr("%2 of its %1 rows are listed below.")
                     .arg(toQt(format_count(table.count)), toQt(format_count(listed)));
  if (table.rows.empty()) sentences << QObject::tr("It has no rows yet.");
  return sentences.join(u' ');
}

QString accuracyGridsHtml(const std::vector<AccuracyGrid>& grids) {
  QString html;
  const auto line = [](const std::vector<std::string>& cells, const QString& tag) -> QString {
    QString row = u"<tr>"_s;
    for (const std::string& cell : cells)
      row += u'<' + tag + u" align='left'>"_s + toQt(cell).toHtmlEscaped() + u"</"_s + tag + u'>';
    return row + u"</tr>"_s;
  };
  for (const AccuracyGrid& grid : grids) {
    html += u"<h3>"_s + toQt(grid.title).toHtmlEscaped() + u"</h3><p>"_s +
            toQt(grid.description).toHtmlEscaped() + u"</p><table cellpadding='3'>"_s +
            line(grid.header, u"th"_s);
    for (const std::vector<std::string>& row : grid.rows)
      html += line(row, u"td"_s);
    html += u"</table>"_s;
  }
  return html;
}

QString accuracyErrorText(double error) { return (error > 0 ? u"+"_s : QString()) + percentText(error); }

QString accuracyRowHtml(const AccuracyRow& row) {
  QString html = u"<b>"_s + toQt(row.id).toHtmlEscaped() + u"</b> "_s +
                 toQt(row.configuration).toHtmlEscaped() + u". "_s + QObject::tr("Measured: ") +
                 toQt(row.meaning).toHtmlEscaped() + u'.';
  if (!row.note.empty()) html += u" "_s + toQt(row.note).toHtmlEscaped() + u'.';
  if (!row.quality.empty())
    html += u" "_s + QObject::tr("Quality of the source: ") + toQt(row.quality).toHtmlEscaped() + u'.';
  const QString source = toQt(row.source).toHtmlEscaped();
  const QString link = linkOf(row).toString().toHtmlEscaped();
  html += u" "_s + QObject::tr("Source: ") +
          (link.isEmpty() ? source : u"<a href='"_s + link + u"'>"_s + source + u"</a>"_s);
  if (!row.url.empty()) html += u", "_s + toQt(row.url).toHtmlEscaped();
  return html;
}

QString accuracyTsv(const std::vector<const AccuracyRow*>& rows) {
  QString text =
      u"id\tsource\turl\tconfiguration\tmeaning\tmeasured\tpredicted\tlow\thigh\terror\tquality\tnote\n"_s;
  for (const AccuracyRow* row : rows) {
    const QStringList cells = {tsvText(row->id),          tsvText(row->source),
                               tsvText(row->url),         tsvText(row->configuration),
                               tsvText(row->meaning),     exactText(row->measured),
                               exactText(row->predicted), exactText(row->low),
                               exactText(row->high),      exactText(row->error),
                               tsvText(row->quality),     tsvText(row->note)};
    text += cells.join(u'\t') + u'\n';
  }
  return text;
}

}  // namespace zp
