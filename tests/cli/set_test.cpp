// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <QTemporaryDir>
#include <QtTest>

#include "tests/cli/program.h"
#include "tests/support/test_main.h"

using namespace zp::test;

namespace {

const QByteArray plan = R"({"model": {"preset": "llama-2-7b"}})";
const QByteArray changed =
    R"({"model": {"preset": "llama-2-7b"}, "training": {"micro_batch_size": 2}, "zero": {"stage": 3}})";

}  // namespace

/// Tests of --set, which sets a key of the plan in every command that takes a plan.
class SetCliTest : public QObject {
  Q_OBJECT

 private slots:
  void every_command_answers_as_if_the_file_said_it_data() {
    QTest::addColumn<QStringList>("arguments");
    QTest::newRow("estimate") << QStringList{"estimate", "-", "--json"};
    QTest::newRow("estimate, brief lines") << QStringList{"estimate", "-", "--jsonl", "--brief"};
    QTest::newRow("compare") << QStringList{"compare", "-", "--json"};
    QTest::newRow("recommend") << QStringList{"recommend", "-", "--json"};
    QTest::newRow("solve") << QStringList{"solve", "-", "--for", "max-micro-batch", "--json"};
    QTest::newRow("reference") << QStringList{"reference", "-", "--json"};
  }
  void every_command_answers_as_if_the_file_said_it() {
    QFETCH(QStringList, arguments);
    const Outcome said = run_on(changed, arguments);
    const Outcome set = run_on(
        plan, arguments + QStringList{"--set", "zero.stage=3", "--set", "training.micro_batch_size=2"});
    QVERIFY2(set.status == said.status, describe(set));
    QVERIFY(!set.out.isEmpty());
    QCOMPARE(set.out, said.out);
    QVERIFY(set.out != run_on(plan, arguments).out);
  }

  void without_a_file_the_settings_are_the_plan_data() {
    QTest::addColumn<QString>("command");
    for (const char* command : {"estimate", "compare", "recommend", "reference"})
      QTest::newRow(command) << command;
  }
  void without_a_file_the_settings_are_the_plan() {
    QFETCH(QString, command);
    const Outcome set = run_on("", {command, "--json", "--set", "model.preset=llama-2-7b", "--set",
                                    "zero.stage=3", "--set", "training.micro_batch_size=2"});
    QVERIFY2(set.status == 0, describe(set));
    QCOMPARE(set.out, run_on(changed, {command, "-", "--json"}).out);
  }

  void short_keys_state_a_plan() {
    const Outcome set = run_on("", {"estimate", "--json", "--set", "model=llama-2-7b", "--set", "zero=3",
                                    "--set", "micro_batch_size=2"});
    QVERIFY2(set.status == 0, describe(set));
    QCOMPARE(set.out, run_on(changed, {"estimate", "-", "--json"}).out);
  }

  void each_key_that_no_plan_has_is_named_before_a_missing_model() {
    const Outcome set = run_on("", {"estimate", "--set", "gpus=8", "--set", "modle=llama-2-7b"});
    QCOMPARE(set.status, 2);
    QVERIFY2(set.err.contains("Write cluster.gpus_per_node if") && set.err.contains("Write model if"),
             describe(set));
  }

  void before_and_after_the_plan_and_more_than_once() {
    const Outcome after = run_on(
        plan, {"estimate", "-", "--json", "--set", "zero.stage=3", "--set", "training.micro_batch_size=2"});
    const Outcome before = run_on(
        plan, {"estimate", "--set", "zero.stage=3", "--set", "training.micro_batch_size=2", "-", "--json"});
    QCOMPARE(after.status, 0);
    QCOMPARE(before.out, after.out);
  }

  void export_and_import_write_what_is_set() {
    const QTemporaryDir folder;
    QCOMPARE(run_on(plan, {"export", "-", "--out", folder.path(), "--set", "zero.stage=3"}).status, 0);
    const QByteArray config = read_file(folder.filePath("ds_config.json"));
    QVERIFY2(config.contains("\"stage\": 3"), config);
    write_file(folder.filePath("plan.json"), plan);
    const Outcome imported =
        run_program({"import", folder.filePath("ds_config.json"), "--plan", folder.filePath("plan.json"),
                     "--set", "training.sequence_length=512"});
    QVERIFY2(imported.status == 0, describe(imported));
    QCOMPARE(imported.json()["training"]["sequence_length"].get<int>(), 512);
  }

  void check_and_fix_set_their_plan_s_keys() {
    const QTemporaryDir folder;
    write_file(folder.filePath("plan.json"), plan);
    const QByteArray config = R"({"train_batch_size": 12, "train_micro_batch_size_per_gpu": 1})";
    const QStringList with_plan = {"--plan", folder.filePath("plan.json")};
    QCOMPARE(run_on(config, QStringList{"check", "-"} + with_plan).status, 1);  // 12 over 8 ranks
    const QStringList four = with_plan + QStringList{"--set", "cluster.gpus_per_node=4"};
    QCOMPARE(run_on(config, QStringList{"check", "-"} + four).status, 0);
    QCOMPARE(run_on(config, QStringList{"fix", "-"} + four).status, 0);
    const Outcome without = run_on(config, {"check", "-", "--set", "cluster.gpus_per_node=4"});
    QVERIFY2(without.status == 2 && without.err.contains("--plan"), describe(without));
  }

  void messages_name_the_option_data() {
    QTest::addColumn<QString>("setting");
    QTest::addColumn<QByteArray>("said");
    QTest::newRow("value") << "training.micro_batch_size=x"
                           << QByteArray("--set training.micro_batch_size=x: training.micro_batch_size must");
    QTest::newRow("key") << "micro_batch=1" << QByteArray("Write training.micro_batch_size if");
    QTest::newRow("text") << "zero.stage" << QByteArray("--set zero.stage: this is no key and value");
    QTest::newRow("between keys") << "training.tensor_parallel=3"
                                  << QByteArray("standard input with training.tensor_parallel=3: ");
  }
  void messages_name_the_option() {
    QFETCH(QString, setting);
    QFETCH(QByteArray, said);
    for (const char* command : {"estimate", "compare", "recommend", "reference"}) {
      const Outcome outcome = run_on(plan, {QString::fromLatin1(command), "-", "--set", setting});
      QVERIFY2(outcome.status == 2, describe(outcome));
      QCOMPARE(outcome.out, QByteArray());
      QVERIFY2(outcome.err.contains(said), describe(outcome));
    }
  }

  void lists_and_objects_are_given_as_json() {
    const Outcome outcome = run_on(plan, {"import", "-", "--plan", "-"});
    QCOMPARE(outcome.status, 2);
    const Outcome objects = run_on(
        plan, {"estimate", "-", "--json", "--set", R"(model.tensors=[{"shape": [1000, 1000]}])", "--set",
               R"(zero.offload_optimizer={"device": "cpu", "ratio": 0.5})", "--set", "zero.stage=3"});
    QVERIFY2(objects.status == 0, describe(objects));
    QCOMPARE(objects.json()["model"]["parameters"].get<int>(), 1'000'000);
  }
};

ZP_TEST(SetCliTest)
#include "set_test.moc"
