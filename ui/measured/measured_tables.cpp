// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/measured/measured_tables.h"

#include <QCoreApplication>
#include <cmath>

#include "core/calibrate/constants.h"
#include "core/report/measure_words.h"
#include "core/units/format.h"
#include "ui/model/text.h"

using namespace Qt::Literals::StringLiterals;

namespace zp {
namespace {

constexpr std::size_t most_logs_named = 2;  // lines for which the view has space

QString text(const char* words) { return QCoreApplication::translate("MeasuredView", words); }

PlainCell cell(const QString& words, const QString& tip = {}) {
  PlainCell made;
  made.text = words;
  made.tool_tip = tip;
  return made;
}

QString amount(ObservedQuantity quantity, double value) { return toQt(observed_text(quantity, value)); }

/// Returns the difference as a share of the prediction: "+12 %".
PlainCell shareCell(const MeasuredDifference& difference) {
  const double share = difference.predicted > 0 ? difference.measured / difference.predicted - 1 : 0;
  PlainCell made =
      numberCell((share > 0 ? u"+"_s : QString()) + toQt(format_percent(share)), std::abs(share));
  made.verdict = difference.is_outside() ? Verdict::over : Verdict::fits;
  return made;
}

PlainRow differenceRow(const MeasuredDifference& difference, std::span<const NamedLog> logs) {
  const QString range =
      amount(difference.quantity, difference.low) + u" – "_s + amount(difference.quantity, difference.high);
  return {{cell(toQt(name_of(difference.quantity)), toQt(row_of(difference.quantity).meaning)),
           cell(toQt(difference.moment)),
           numberCell(amount(difference.quantity, difference.measured), difference.measured),
           numberCell(amount(difference.quantity, difference.predicted), difference.predicted),
           shareCell(difference), cell(toQt(difference.explanation)), numberCell(range, difference.low),
           cell(toQt(place_text(logs, difference.place)))},
          {}};
}

}  // namespace

PlainTableData differenceTable(const std::vector<MeasuredDifference>& differences,
                               std::span<const NamedLog> logs) {
  PlainTableData data;
  for (const char* title : {"What", "Moment", "Measured", "Predicted", "Difference", "Why", "Range", "Line"})
    data.header.push_back(cell(text(title)));
  for (const std::size_t column : {2U, 3U, 4U, 6U})
    data.header[column].is_number = true;
  for (const MeasuredDifference& difference : differences)
    data.rows.push_back(differenceRow(difference, logs));
  return data;
}

PlainTableData constantTable(const Plan& plan) {
  PlainTableData data;
  for (const char* title : {"Constant", "Published", "Now", "× published", "Published by"})
    data.header.push_back(cell(text(title)));
  for (const std::size_t column : {1U, 2U, 3U})
    data.header[column].is_number = true;
  Plan published = plan;
  published.cluster.measured = {};
  for (const MeasuredConstant& constant : measured_constants()) {
    const double factor = plan.cluster.measured.*constant.factor;
    if (factor == 1) continue;
    data.rows.push_back(
        {{cell(toQt(constant.title), toQt(constant.key)), numberCell(toQt(constant.value(published)), 0),
          numberCell(toQt(constant.value(plan)), 0), numberCell(toQt(format_number(factor, 3)), factor),
          cell(toQt(constant.source))},
         {}});
  }
  return data;
}

std::vector<MeasuredSentence> sentencesOf(const Measurement& measurement, std::span<const NamedLog> logs) {
  std::vector<MeasuredSentence> all;
  // The first death has its own panel; ranks that fail for the same reason are reported once.
  for (std::size_t i = 1; i < measurement.died.size(); ++i) {
    const Death& death = measurement.died[i];
    if (death.cause == measurement.died[i - 1].cause) continue;
    const bool is_crawl = death.kind == DeathKind::slow;
    all.push_back({{is_crawl ? NoticeLevel::warning : NoticeLevel::error,
                    toQt(death_head(death, logs) + " " + death.cause)},
                   nullptr});
  }
  for (const Contradiction& contradiction : measurement.contradictions) {
    MeasuredSentence made{{NoticeLevel::warning, toQt(contradiction_words(contradiction, logs))},
                          &contradiction};
    if (!contradiction.set.empty()) {
      made.sentence.fix = text("Set %1 to what the log states").arg(toQt(contradiction.name()));
      made.sentence.fix_text = text("Apply");
    }
    all.push_back(std::move(made));
  }
  return all;
}

QString briefLogsText(std::span<const NamedLog> logs) {
  if (logs.size() <= most_logs_named) return logsText(logs);
  const std::size_t others = logs.size() - (most_logs_named - 1);
  return logsText(logs.last(most_logs_named - 1)) + u'\n' + text("and %1 more").arg(others);
}

QString logsText(std::span<const NamedLog> logs) {
  QStringList lines;
  for (const NamedLog& named : logs) {
    QStringList kinds;
    for (const RecognisedKind& kind : named.log.kinds)
      kinds << toQt(row_of(kind.kind).title);
    lines << text("%1: %2 of %3 lines recognised (%4)")
                     .arg(toQt(short_name(named)), toQt(format_count(named.log.recognised)),
                          toQt(format_count(named.log.lines)), kinds.join(u", "_s)) +
                 toQt(left_out_words(named));
  }
  return lines.join(u'\n');
}

}  // namespace zp
