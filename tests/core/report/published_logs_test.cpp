// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <QDir>
#include <QRegularExpression>
#include <QtTest>
#include <nlohmann/json.hpp>

#include "core/catalog/catalog.h"
#include "core/diagnosis/named_log.h"
#include "core/report/json.h"
#include "core/report/text.h"
#include "tests/support/test_main.h"

using namespace zp;

namespace {

using Json = nlohmann::ordered_json;

std::vector<NamedLog> published_logs() {
  std::vector<NamedLog> logs;
  for (const char* folder : {ZP_TEST_DATA "/run-logs", ZP_TEST_DATA "/run-logs/died"})
    for (const QFileInfo& file : QDir(QString::fromUtf8(folder)).entryInfoList({QStringLiteral("*.txt")}))
      logs.push_back(read_log(file.filePath().toStdString(), file.fileName().toStdString()));
  return logs;
}

struct AnsweredLog {
  Json answer;
  QString text;
};

AnsweredLog answer_to(const NamedLog& log, const PlanDocument* plan = nullptr) {
  const Measurement measurement = measure(plan, {&log, 1});
  return {Json::parse(measure_json(plan, {&log, 1}, measurement)),
          QString::fromStdString(measure_text(plan, {&log, 1}, measurement))};
}

/// Returns the figures of the lines that the pattern's first group matches, added up.
std::int64_t sum_of(const QString& text, const char* pattern) {
  const QRegularExpression expression(QString::fromUtf8(pattern), QRegularExpression::MultilineOption);
  std::int64_t sum = 0;
  for (const QRegularExpressionMatch& match : expression.globalMatch(text))
    sum += match.captured(1).remove(u',').toLongLong();
  return sum;
}

}  // namespace

/// Tests of the answer about logs that others published, without a plan.
class PublishedLogsTest : public QObject {
  Q_OBJECT

 private slots:
  void every_observation_is_in_the_table_or_counted_below_it() {
    int with_rest = 0;
    for (const NamedLog& log : published_logs()) {
      const auto [answer, text] = answer_to(log);
      QCOMPARE(answer["observations"].size(), log.log.observations.size());
      const QString table = text.mid(text.indexOf(QStringLiteral("Quantity  ")));
      if (log.log.observations.empty()) continue;
      const std::int64_t rest = sum_of(table, "^([\\d,]+) more with --json\\.$");
      const std::int64_t shown = sum_of(table, " ([\\d,]+)  \\S+:\\d+$");
      QVERIFY2(shown + rest == static_cast<std::int64_t>(log.log.observations.size()),
               (log.name + ": " + std::to_string(shown) + " and " + std::to_string(rest)).c_str());
      with_rest += rest > 0 ? 1 : 0;
    }
    QVERIFY(with_rest > 0);
  }

  void bytes_are_whole_numbers_and_words_have_no_figure() {
    for (const NamedLog& log : published_logs()) {
      const Json all = answer_to(log).answer["observations"];
      for (std::size_t i = 0; i < all.size(); ++i) {
        const Observation& one = log.log.observations[i];
        const Json& value = all[i]["value"];
        QCOMPARE(value.is_string(), !one.word.empty());
        if (value.is_string()) continue;
        QVERIFY2(std::abs(value.get<double>() - one.value) < 1, log.name.c_str());
        if (all[i]["unit"] == "bytes") QVERIFY2(value.is_number_integer(), log.name.c_str());
        if (one.value != std::floor(one.value) && all[i]["unit"] != "bytes")
          QCOMPARE(value.get<double>(), one.value);
        QCOMPARE(all[i]["line"].get<int>(), one.line);
      }
    }
  }

  void recognised_and_other_lines_are_all_lines() {
    for (const NamedLog& log : published_logs()) {
      const Json answer = answer_to(log).answer;
      QCOMPARE(answer["recognised"].get<int>() + answer["unrecognised"].get<int>(), log.log.lines);
      for (const Json& kind : answer["kinds"])
        QVERIFY(kind["first_line"].get<int>() > 0 && kind["lines"].get<int>() <= log.log.lines);
    }
  }

  /// Each sign of a death is shown with the line of the log that it rests on.
  void a_death_quotes_the_line_it_rests_on() {
    int died = 0;
    for (const NamedLog& log : published_logs()) {
      const auto [answer, text] = answer_to(log);
      std::size_t shown = 0;
      for (const Json& one : answer["died"]) {
        if (shown++ == 6) break;
        ++died;
        const QString quoted = QStringLiteral("\n  | ") + QString::fromStdString(one["message"]) + u'\n';
        QVERIFY2(text.contains(quoted), (log.name + one["message"].get<std::string>()).c_str());
        if (const Json& assumed = one["assumed"]; !assumed.is_null())
          QVERIFY(text.simplified().contains(QString::fromStdString(assumed).simplified()));
      }
      QCOMPARE(sum_of(text, "^([\\d,]+) more signs with --json\\.$"),
               answer["died"].size() > 6 ? static_cast<std::int64_t>(answer["died"].size() - 6) : 0);
    }
    QVERIFY(died > 20);
  }

  /// Two sizes of one run, of which only one log has times of steps.
  void growth_without_a_time_tells_memory_alone() {
    Measurement measurement;
    Growth growth;
    growth.gpus_before = 1, growth.gpus_after = 8, growth.nodes_before = growth.nodes_after = 1;
    growth.peak_before = 1 << 30, growth.peak_after = 3.0 * (1 << 30);
    measurement.growth = growth;
    const auto words = [&] {
      return QString::fromStdString(measure_text(nullptr, {}, measurement))
          .simplified()
          .replace(u'\u202f', u' ');
    };
    const QString peak = QStringLiteral(
        "From 1 GPU on 1 node to 8 GPUs on 1 node the peak of a GPU goes from "
        "1.0 GiB to 3.0 GiB");
    QCOMPARE(words(), peak + QStringLiteral(". No entry grows."));
    measurement.growth->step_after = 0.75;
    QCOMPARE(words(), peak + QStringLiteral(". No entry grows."));
    measurement.growth->step_after = 0, measurement.growth->step_before = 0.25;
    QCOMPARE(words(), peak + QStringLiteral(". No entry grows."));
    measurement.growth->step_after = 0.75;
    QCOMPARE(words(), peak + QStringLiteral(", and a step from 250 ms to 750 ms. No entry grows."));
    const Json answer = Json::parse(measure_json(nullptr, {}, measurement));
    QCOMPARE(answer["growth"]["step_before_s"].get<double>(), 0.25);
  }
};

ZP_TEST(PublishedLogsTest)
#include "published_logs_test.moc"
