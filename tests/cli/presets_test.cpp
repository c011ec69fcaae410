// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <QtTest>
#include <set>

#include "tests/cli/program.h"
#include "tests/cli/shape.h"
#include "tests/support/test_main.h"

using namespace zp::test;

/// Tests of presets: every id that it lists works in a plan.
class PresetsTest : public QObject {
  Q_OBJECT

 private slots:
  void all_parts_or_one_data() {
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QStringList>("keys");
    QTest::newRow("all") << QStringList{} << QStringList{"models", "gpus", "links", "programs"};
    for (const QString& part : {QStringLiteral("models"), QStringLiteral("gpus"), QStringLiteral("links"),
                                QStringLiteral("programs")})
      QTest::newRow(qPrintable(part)) << QStringList{part} << QStringList{part};
  }
  void all_parts_or_one() {
    QFETCH(QStringList, arguments);
    QFETCH(QStringList, keys);
    const Outcome outcome = run_program(QStringList{"presets", "--json"} + arguments);
    QVERIFY2(outcome.status == 0, describe(outcome));
    const Json json = outcome.json();
    QCOMPARE(json["format"].get<std::string>(), std::string("zero-presets/1"));
    QStringList found;
    for (const auto& [key, list] : json.items())
      if (key != "format") found << QString::fromStdString(key);
    QCOMPARE(found, keys);
    for (const QString& key : keys) {
      std::set<std::string> ids;
      for (const Json& preset : json[key.toStdString()])
        QVERIFY2(ids.insert(preset["id"]).second, preset["id"].dump().c_str());
      QVERIFY(ids.size() >= 10);
      const QByteArray text = run_program({"presets", key}).out;
      for (const std::string& id : ids)
        QVERIFY2(text.contains(QByteArray::fromStdString(id)), id.c_str());
    }
  }

  void every_model_can_be_estimated() {
    const Json json = run_program({"presets", "models", "--json"}).json();
    QByteArray lines;
    for (const Json& model : json["models"])
      lines += R"({"zero": {"stage": 3}, "model": {"preset": )" +
               QByteArray::fromStdString(model["id"].dump()) + "}}\n";
    const QList<QByteArray> answers = run_on(lines, {"estimate", "--jsonl"}).out.split('\n');
    for (std::size_t i = 0; i < json["models"].size(); ++i) {
      const QByteArray& line = answers[static_cast<qsizetype>(i)];
      const Json answer = Json::parse(line.begin(), line.end(), nullptr, false);
      const QByteArray name = QByteArray::fromStdString(json["models"][i]["id"].dump());
      QVERIFY2(answer.contains("model"), name + line.left(300));
      QVERIFY2(answer["model"]["parameters"] == json["models"][i]["parameters"], name);
      QVERIFY2(answer["model"]["active"] == json["models"][i]["active"], name);
      QCOMPARE(name + QByteArray::fromStdString(difference_of_sums(answer)), name);
    }
  }

  void every_gpu_can_be_planned_with() {
    const Json json = run_program({"presets", "gpus", "--json"}).json();
    QByteArray lines;
    for (const Json& gpu : json["gpus"])
      lines += R"({"model": {"preset": "gpt-2-124m"}, "cluster": {"gpu": {"preset": )" +
               QByteArray::fromStdString(gpu["id"].dump()) + "}}}\n";
    const QList<QByteArray> answers = run_on(lines, {"estimate", "--jsonl"}).out.split('\n');
    for (std::size_t i = 0; i < json["gpus"].size(); ++i) {
      const QByteArray& line = answers[static_cast<qsizetype>(i)];
      const Json answer = Json::parse(line.begin(), line.end(), nullptr, false);
      QVERIFY2(answer.contains("gpu"), line.left(300));
      const double gib = json["gpus"][i]["memory_gib"];
      QCOMPARE(answer["gpu"]["capacity"].get<std::int64_t>(),
               static_cast<std::int64_t>(std::llround(gib * 1073741824.0)));
    }
  }
};

ZP_TEST(PresetsTest)
#include "presets_test.moc"
