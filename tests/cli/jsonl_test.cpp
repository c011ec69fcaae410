// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <QProcess>
#include <QTemporaryDir>
#include <QtTest>

#include "tests/cli/program.h"
#include "tests/cli/shape.h"
#include "tests/support/test_main.h"

using namespace zp::test;

/// Tests of --jsonl: each line of input is a plan or a ds_config, each line of output an answer.
class JsonlTest : public QObject {
  Q_OBJECT

  static std::vector<Json> answers(const Outcome& outcome) {
    std::vector<Json> list;
    for (const QByteArray& line : outcome.out.split('\n'))
      if (!line.isEmpty()) list.push_back(Json::parse(line.begin(), line.end(), nullptr, false));
    return list;
  }

 private slots:
  void each_line_has_its_answer() {
    const QByteArray lines =
        R"({"model": {"preset": "llama-2-7b"}, "zero": {"stage": 2}})"
        "\n"
        R"({"model": {"preset": "no-such-model"}})"
        "\n"
        "nonsense\n"
        "\n"
        R"({"model": {"parameters": 1e12}})"
        "\r\n"
        R"({"model": {"parameters": 7e9}, "zero": {"stage": 9}})"
        "\n"
        R"({"model": {"preset": "gpt-2-124m"}, "zero": {"stage": 1}})";  // the last line has no newline
    const Outcome outcome = run_on(lines, {"estimate", "-", "--jsonl"});
    QVERIFY2(outcome.status == 0, describe(outcome));
    QCOMPARE(outcome.err, QByteArray());
    QCOMPARE(outcome.out.count('\n'), 7);
    const std::vector<Json> list = answers(outcome);
    QCOMPARE(list.size(), std::size_t{7});
    for (const std::size_t good : {0u, 4u, 6u}) {
      QCOMPARE(QByteArray::fromStdString(difference_of_shape(list[good], contract_estimate())), QByteArray());
      QCOMPARE(QByteArray::fromStdString(difference_of_sums(list[good])), QByteArray());
    }
    QCOMPARE(list[0]["gpu"]["fits"].get<bool>(), true);
    QCOMPARE(list[4]["gpu"]["fits"].get<bool>(), false);
    for (const std::size_t bad : {1u, 2u, 3u, 5u}) {
      QCOMPARE(list[bad].size(), std::size_t{1});
      QVERIFY(!list[bad]["error"].get<std::string>().empty());
    }
    QVERIFY(list[1]["error"].get<std::string>().find("model.preset") != std::string::npos);
  }

  void the_answer_is_that_of_one_plan() {
    const QByteArray plan = R"({"model": {"preset": "llama-2-13b"}, "zero": {"stage": 3}})";
    const std::vector<Json> list = answers(run_on(plan, {"estimate", "--jsonl"}));
    QCOMPARE(list.size(), std::size_t{1});
    QVERIFY(list[0] == run_on(plan, {"estimate", "-", "--json"}).json());
  }

  void a_file_reads_like_standard_input() {
    const QTemporaryDir folder;
    const QString path = folder.filePath("plans.jsonl");
    const QByteArray plan = R"({"model": {"preset": "llama-2-7b"}, "zero": {"stage": 2}})";
    write_file(path, plan + "\n" + plan + "\n");
    const Outcome outcome = run_program({"estimate", path, "--jsonl"});
    QCOMPARE(outcome.status, 0);
    QCOMPARE(outcome.out, run_on(plan + "\n" + plan, {"estimate", "--jsonl"}).out);
  }

  void other_commands_answer_lines_as_they_answer_files_data() {
    QTest::addColumn<QStringList>("command");
    QTest::newRow("compare") << QStringList{"compare", "-"};
    QTest::newRow("recommend") << QStringList{"recommend", "-", "--limit", "2"};
    QTest::newRow("solve") << QStringList{"solve", "-", "--for", "max-sequence-length"};
    QTest::newRow("check") << QStringList{"check", "-"};
  }
  void other_commands_answer_lines_as_they_answer_files() {
    QFETCH(QStringList, command);
    const QByteArray line = command.front() == "check"
                                ? R"({"train_batch_size": 8, "zero_optimization": {"stage": 3}})"
                                : R"({"model": {"preset": "llama-2-7b"}, "zero": {"stage": 3}})";
    const Outcome lines = run_on(line + "\nnonsense\n" + line, command + QStringList{"--jsonl"});
    QVERIFY2(lines.status == 0 && lines.err.isEmpty(), describe(lines));
    const std::vector<Json> list = answers(lines);
    QCOMPARE(list.size(), std::size_t{3});
    const Json whole = run_on(line, command + QStringList{"--json"}).json();
    QVERIFY(list[0] == whole);
    QVERIFY(list[2] == whole);
    if (command.front() == "check") return;  // check reports the line of a broken file, as of any
    QVERIFY(list[1].contains("error"));
    QCOMPARE(run_on("nonsense", command + QStringList{"--jsonl", "--strict"}).status, 2);
  }

  void brief_has_the_same_totals_and_no_words() {
    const QByteArray plans =
        R"({"model": {"preset": "llama-2-7b"}, "zero": {"stage": 3, "zero_hpz_partition_size": 3}})"
        "\n"
        R"({"model": {"preset": "mixtral-8x7b"}, "training": {"expert_parallel": 8}, "zero": {"stage": 2}})";
    const std::vector<Json> whole = answers(run_on(plans, {"estimate", "--jsonl"}));
    const std::vector<Json> brief = answers(run_on(plans, {"estimate", "--jsonl", "--brief"}));
    QCOMPARE(brief.size(), std::size_t{2});
    for (std::size_t i = 0; i < 2; ++i) {
      for (const char* part : {"format", "model", "gpu", "cpu", "nvme", "checkpoint", "step", "throughput"})
        QVERIFY2(brief[i].at(part) == whole[i].at(part), part);
      QVERIFY(!brief[i].contains("ledger") && !brief[i].contains("time_ledger"));
    }
    const Json& issue = brief[0].at("issues").at(0);
    QCOMPARE(issue.size(), std::size_t{3});
    QCOMPARE(issue.at("code").get<std::string>(), std::string("hpz_does_not_divide"));
  }

  void strict_says_by_its_status_that_a_line_held_no_plan() {
    const QByteArray good = R"({"model": {"preset": "gpt-2-124m"}})";
    QCOMPARE(run_on(good, {"estimate", "--jsonl", "--strict"}).status, 0);
    const Outcome outcome = run_on("nonsense\n" + good, {"estimate", "--jsonl", "--strict"});
    QCOMPARE(outcome.status, 2);
    QCOMPARE(outcome.out.count('\n'), 2);  // every line is answered nevertheless
    QCOMPARE(run_program({"estimate", "--strict"}).status, 2);
  }

  void nothing_in_nothing_out() {
    const Outcome outcome = run_on("", {"estimate", "--jsonl"});
    QCOMPARE(outcome.status, 0);
    QCOMPARE(outcome.out, QByteArray());
  }

  void answers_come_while_the_input_is_open() {
    QProcess process;
    process.start(program_path(), {"estimate", "--jsonl"});
    process.write(R"({"model": {"preset": "gpt-2-124m"}, "zero": {"stage": 1}})"
                  "\n");
    while (!process.canReadLine())
      QVERIFY(process.waitForReadyRead(30'000));
    QVERIFY(process.readLine().startsWith("{\"format\":\"zero-estimate/1\""));
    QCOMPARE(process.state(), QProcess::Running);
    process.closeWriteChannel();
    QVERIFY(process.waitForFinished());
  }

  void a_line_without_end_is_an_error_of_its_own() {
    const QByteArray plan = R"({"model": {"preset": "gpt-2-124m"}, "zero": {"stage": 1}})";
    const std::vector<Json> list =
        answers(run_on(QByteArray(20 << 20, 'x') + "\n" + plan + "\n", {"estimate", "--jsonl"}));
    QCOMPARE(list.size(), std::size_t{2});
    QVERIFY(list[0].contains("error"));
    QVERIFY(list[1].contains("gpu"));
  }
};

ZP_TEST(JsonlTest)
#include "jsonl_test.moc"
