// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <QFile>
#include <QTemporaryDir>
#include <QtTest>

#include "tests/cli/program.h"
#include "tests/support/test_main.h"

using namespace zp::test;

namespace {

QString data_file(const char* name) { return QStringLiteral(ZP_TEST_DATA "/") + QString::fromLatin1(name); }

Outcome check(const QByteArray& config, const QStringList& options = {}) {
  return run_on(config, QStringList{QStringLiteral("check"), QStringLiteral("-")} + options);
}

const QStringList json_on_8 = {QStringLiteral("--json"), QStringLiteral("--world-size"), QStringLiteral("8")};

}  // namespace

/// Tests of zero-planner check: its output for people and for programs, and its exit status.
class CheckCliTest : public QObject {
  Q_OBJECT

 private slots:
  void a_good_file_exits_with_0() {
    const Outcome outcome =
        check(R"({"train_micro_batch_size_per_gpu": 2, "zero_optimization": {"stage": 2}})",
              {QStringLiteral("--world-size"), QStringLiteral("8")});
    QVERIFY2(outcome.status == 0, describe(outcome));
    QCOMPARE(
        outcome.out,
        QByteArray("standard input: DeepSpeed 0.19.6 accepts this file (stage 2, batch 16 in micro batches "
                   "of 2 and 1 step of accumulation): nothing to report.\n"));
    QCOMPARE(outcome.err, QByteArray());
  }

  void exit_status_data() {
    QTest::addColumn<QByteArray>("config");
    QTest::addColumn<int>("status");
    QTest::newRow("refused") << QByteArray(R"({"train_batch_size": 17})") << 1;
    QTest::newRow("fails later")
        << QByteArray(
               R"({"train_batch_size": 8, "optimizer": {"type": "Adam", "params": {"max_grad_norm": 1}}})")
        << 1;
    QTest::newRow("ignored") << QByteArray(R"({"train_batch_size": 8, "foo": 1})") << 0;
    QTest::newRow("broken text") << QByteArray(R"({"train_batch_size": 8)") << 1;
    QTest::newRow("left to Trainer")
        << QByteArray(R"({"train_batch_size": "auto", "train_micro_batch_size_per_gpu": "auto"})") << 0;
    QTest::newRow("hjson") << QByteArray("{train_batch_size: 8, # all\n}") << 0;
    QTest::newRow("empty") << QByteArray() << 2;
    QTest::newRow("too large") << QByteArray(20'000'000, ' ') << 2;
  }
  void exit_status() {
    QFETCH(QByteArray, config);
    const Outcome outcome = check(config, {QStringLiteral("--world-size"), QStringLiteral("8")});
    QFETCH(int, status);
    QVERIFY2(outcome.status == status, describe(outcome));
    QCOMPARE(outcome.out.isEmpty(), status == 2);
  }

  /// The worst of several files decides the exit status; a file that cannot be read does not keep the others
  /// from being checked.
  void several_files_data() {
    QTest::addColumn<QStringList>("contents");
    QTest::addColumn<int>("status");
    const QString good = QStringLiteral(R"({"train_micro_batch_size_per_gpu": 2})");
    const QString bad = QStringLiteral(R"({"train_batch_size": 0})");
    QTest::newRow("all good") << QStringList{good, good} << 0;
    QTest::newRow("one refused") << QStringList{good, bad, good} << 1;
    QTest::newRow("one missing") << QStringList{good, QString(), bad} << 2;
  }
  void several_files() {
    QFETCH(QStringList, contents);
    const QTemporaryDir folder;
    QStringList arguments = {QStringLiteral("check"), QStringLiteral("--json")};
    for (int i = 0; i < contents.size(); ++i) {
      arguments << folder.filePath(QStringLiteral("%1.json").arg(i));
      if (contents[i].isEmpty()) continue;  // the file is missing
      QFile file(arguments.last());
      QVERIFY(file.open(QIODevice::WriteOnly) && file.write(contents[i].toUtf8()) > 0);
    }
    const Outcome outcome = run_program(arguments);
    QFETCH(int, status);
    QVERIFY2(outcome.status == status, describe(outcome));
    const Json document = outcome.json();
    QCOMPARE(QByteArray::fromStdString(document["format"].get<std::string>()), QByteArray("zero-checks/1"));
    QCOMPARE(static_cast<int>(document["files"].size()), static_cast<int>(contents.size()) - (status == 2));
    QCOMPARE(QString::fromStdString(document["files"][0]["file"].get<std::string>()), arguments[2]);
    QCOMPARE(outcome.err.isEmpty(), status != 2);
  }

  void sarif_names_rule_level_and_place() {
    const Json document = check("{\n  \"train_batch_size\": 8,\n  \"fp16\": {\"enabld\": 1}, \"foo\": 1}",
                                {QStringLiteral("--format"), QStringLiteral("sarif")})
                              .json();
    QCOMPARE(QByteArray::fromStdString(document["version"].get<std::string>()), QByteArray("2.1.0"));
    const Json& run = document["runs"][0];
    QCOMPARE(run["tool"]["driver"]["rules"].size(), std::size_t{1});
    QCOMPARE(run["results"].size(), std::size_t{2});
    const Json& refused = run["results"][0];
    QCOMPARE(QByteArray::fromStdString(refused["ruleId"].get<std::string>()), QByteArray("unknown_key"));
    QCOMPARE(QByteArray::fromStdString(refused["level"].get<std::string>()), QByteArray("error"));
    const Json& place = refused["locations"][0]["physicalLocation"];
    QCOMPARE(QByteArray::fromStdString(place["artifactLocation"]["uri"].get<std::string>()),
             QByteArray("standard%20input"));
    QCOMPARE(place["region"]["startLine"].get<int>(), 3);
    QCOMPARE(place["region"]["startColumn"].get<int>(), 12);
    QCOMPARE(QByteArray::fromStdString(run["results"][1]["level"].get<std::string>()), QByteArray("warning"));
  }

  void github_shows_findings_beside_lines() {
    const Outcome outcome = check("{\n  \"train_batch_size\": 8,\n  \"fp16\": {\"enabld\": 1}}",
                                  {QStringLiteral("--format"), QStringLiteral("github")});
    QVERIFY2(outcome.status == 1, describe(outcome));
    QVERIFY2(
        outcome.out.startsWith("::error file=standard input,line=3,col=12,title=fp16.enabld::fp16.enabld: "),
        outcome.out);
    QCOMPARE(outcome.out.count('\n'), 1);
  }

  void json_is_the_contract() {
    const Outcome outcome =
        check("{\n  \"train_batch_size\": 17,\n  \"fp16\": {\"initial_loss_scale\": 65536}\n}", json_on_8);
    QVERIFY2(outcome.status == 1, describe(outcome));
    const Json document = outcome.json();
    QCOMPARE(QByteArray::fromStdString(document["format"].get<std::string>()), QByteArray("zero-check/1"));
    QVERIFY(!document["accepted"].get<bool>());
    for (const char* key :
         {"train_batch_size", "train_micro_batch_size_per_gpu", "gradient_accumulation_steps", "stage",
          "overlap_comm", "offload_optimizer_device", "offload_param_device"})
      QVERIFY2(document["derived"].contains(key), key);
    QCOMPARE(document["issues"].size(), std::size_t{2});
    const Json expected = {{"severity", "refused"},
                           {"code", "unknown_key"},
                           {"parser_code", "pydantic"},
                           {"path", "fp16.initial_loss_scale"},
                           {"line", 3},
                           {"column", 12},
                           {"message", document["issues"][0]["message"]},
                           {"deepspeed_message", "Extra inputs are not permitted"},
                           {"fix", document["issues"][0]["fix"]}};
    QVERIFY2(document["issues"][0] == expected, outcome.out);
    QVERIFY(document["issues"][1]["parser_code"].is_null());
  }

  void derived_values_are_numbers() {
    const Json document =
        check(R"({"train_micro_batch_size_per_gpu": 3, "gradient_accumulation_steps": 5})", json_on_8).json();
    QVERIFY(document["accepted"].get<bool>());
    QCOMPARE(document["derived"]["train_batch_size"].get<int>(), 120);
    QCOMPARE(document["derived"]["stage"].get<int>(), 0);
    QVERIFY(!document["derived"]["overlap_comm"].get<bool>());
    QVERIFY(document["derived"]["offload_param_device"].is_null());
  }

  void lines_name_file_line_and_column() {
    const QString file = data_file("article-stage-2.ds_config.json");
    const Outcome outcome =
        run_program({QStringLiteral("check"), file, QStringLiteral("--world-size"), QStringLiteral("1")});
    QVERIFY2(outcome.status == 1, describe(outcome));
    QVERIFY2(outcome.out.startsWith(file.toUtf8() + ":27:5: refused: fp16.initial_loss_scale: "),
             outcome.out);
    QVERIFY2(outcome.out.contains("initial_scale_power"), outcome.out);
    QCOMPARE(outcome.out.count('\n'), 2);
  }

  void articles_files_data() {
    QTest::addColumn<QByteArray>("file");
    QTest::addColumn<QString>("ranks");
    QTest::addColumn<int>("status");
    QTest::addColumn<int>("issues");
    QTest::newRow("stage 2") << QByteArray("article-stage-2.ds_config.json") << QStringLiteral("1") << 1 << 1;
    QTest::newRow("stage 3") << QByteArray("article-stage-3.ds_config.json") << QStringLiteral("8") << 1 << 4;
    QTest::newRow("ZeRO-Infinity") << QByteArray("article-infinity.ds_config.json") << QStringLiteral("2")
                                   << 0 << 1;
  }
  void articles_files() {
    QFETCH(QByteArray, file);
    QFETCH(QString, ranks);
    QFETCH(int, status);
    QFETCH(int, issues);
    const Outcome outcome = run_program({QStringLiteral("check"), data_file(file.constData()),
                                         QStringLiteral("--json"), QStringLiteral("--world-size"), ranks});
    QVERIFY2(outcome.status == status, describe(outcome));
    QCOMPARE(outcome.json()["issues"].size(), static_cast<std::size_t>(issues));
  }

  void the_plan_gives_ranks_and_version() {
    const QTemporaryDir folder;
    const QString plan = folder.filePath(QStringLiteral("plan.zplan.json"));
    write_file(
        plan,
        R"({"model": {"preset": "llama-2-7b"}, "zero": {"stage": 1}, "target": {"deepspeed_version": "0.17.4"}})");
    const QByteArray config =
        R"({"train_micro_batch_size_per_gpu": 1, "bf16": {"enabled": true}, "zero_optimization": {"stage": 1, "zenflow": null}})";
    const QStringList with_plan = {QStringLiteral("--json"), QStringLiteral("--plan"), plan};
    const Json old_version = check(config, with_plan).json();
    QVERIFY(!old_version["accepted"].get<bool>());
    const Outcome outcome =
        check(config, with_plan + QStringList{QStringLiteral("--deepspeed-version"), QStringLiteral("0.19")});
    QVERIFY2(outcome.status == 0, describe(outcome));
    QCOMPARE(outcome.json()["derived"]["train_batch_size"].get<int>(), 8);
  }

  void a_plan_from_standard_input_is_for_every_file() {
    const QTemporaryDir folder;
    const QString good = folder.filePath("good.json"), yaml = folder.filePath("train.yml");
    write_file(good, R"({"train_micro_batch_size_per_gpu": 1, "bf16": {"enabled": true}})");
    write_file(yaml, "deepspeed:\n  zero_optimization:\n    overlap_com: true\n");
    const QByteArray plan = R"({"model": {"preset": "llama-2-7b"}})";
    for (const char* format : {"text", "json", "github"}) {
      const Outcome outcome = run_on(plan, {"check", good, yaml, "--plan", "-", "--format", format});
      QVERIFY2(outcome.status == 1 && outcome.err.isEmpty(), describe(outcome));
      QVERIFY2(outcome.out.contains("overlap_com"), describe(outcome));
    }
    const Outcome fix = run_program({"fix", yaml});
    QVERIFY2(fix.status == 2 && fix.err.contains("YAML"), describe(fix));
  }

  void unusable_command_lines_data() {
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QByteArray>("said");
    QTest::newRow("no file") << QStringList{"check"} << QByteArray("CONFIG is required");
    QTest::newRow("missing file") << QStringList{"check", "no-such-file.json"}
                                  << QByteArray("no-such-file.json");
    QTest::newRow("no ranks") << QStringList{"check", "-", "--world-size", "0"} << QByteArray("--world-size");
    QTest::newRow("ranks in words") << QStringList{"check", "-", "--world-size", "many"}
                                    << QByteArray("--world-size");
    QTest::newRow("no version") << QStringList{"check", "-", "--deepspeed-version", "new"}
                                << QByteArray("0.19.6");
    QTest::newRow("two standard inputs") << QStringList{"check", "-", "--plan", "-"} << QByteArray("both");
    QTest::newRow("missing plan") << QStringList{"check", "-", "--plan", "no-such-plan"}
                                  << QByteArray("no-such-plan");
  }
  void unusable_command_lines() {
    QFETCH(QStringList, arguments);
    QFETCH(QByteArray, said);
    const Outcome outcome = run_on(R"({"train_batch_size": 8})", arguments);
    QVERIFY2(outcome.status == 2, describe(outcome));
    QCOMPARE(outcome.out, QByteArray());
    QVERIFY2(outcome.err.contains(said), describe(outcome));
  }
};

ZP_TEST(CheckCliTest)
#include "check_test.moc"
