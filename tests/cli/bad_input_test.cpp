// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <QDir>
#include <QTemporaryDir>
#include <QtTest>

#include "tests/cli/program.h"
#include "tests/support/test_main.h"

using namespace zp::test;

/// Tests of input that cannot be used: exit status 2, nothing on standard output, and a message that names
/// the place.
class BadInputTest : public QObject {
  Q_OBJECT

  static void refuses(const Outcome& outcome, const QList<QByteArray>& said) {
    QVERIFY2(outcome.status == 2, describe(outcome));
    QCOMPARE(outcome.out, QByteArray());
    QVERIFY2(outcome.err.startsWith("zero-planner: "), describe(outcome));
    for (const QByteArray& part : said)
      QVERIFY2(outcome.err.contains(part), part + " is not in\n" + outcome.err);
  }

 private slots:
  void a_model_in_the_place_of_a_file_is_told_how_to_be_named() {
    const Outcome outcome = run_program({"estimate", "Llama-3.1-8B"});
    QCOMPARE(outcome.status, 2);
    QCOMPARE(outcome.err,
             QByteArray("zero-planner: Llama-3.1-8B is no file; for the model of that name write "
                        "--set model=llama-3.1-8b.\n"));
  }
  void a_model_that_no_block_describes_is_told_so_in_the_place_of_a_file() {
    const Outcome outcome = run_program({"estimate", "openai/whisper-large-v3"});
    QCOMPARE(outcome.status, 2);
    QVERIFY2(
        outcome.err.contains("openai/whisper-large-v3 is no file; by its name it is an encoder-decoder") &&
            outcome.err.contains("--set model.parameters="),
        outcome.err);
  }

  void texts_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QList<QByteArray>>("said");
    const auto row = [](const char* name, const QByteArray& text, const QList<QByteArray>& said) {
      QTest::newRow(name) << text << said;
    };
    row("empty", "", {"empty"});
    row("blank", " \n\t ", {"empty"});
    row("broken JSON", "{\n  \"model\": {\"preset\": \"llama-2-7b\"\n", {"Line 2"});
    row("trailing comma", R"({"model": {"preset": "llama-2-7b"},})", {"Line 1", "comma"});
    row("two documents", R"({"model": {"preset": "llama-2-7b"}} {})", {"Line 1"});
    row("no JSON at all", "model: llama-2-7b\n", {"Line 1"});
    row("not UTF-8", QByteArray("{\"model\": {\"preset\": \"\xff\xfe\"}}"), {"UTF-8"});
    row("a list", "[1, 2]", {"object"});
    row("a number", "7", {"object"});
    row("null", "null", {"object"});
    row("no model", R"({"zero": {"stage": 2}})", {"model"});
    row("model without a name", R"({"model": {}})", {"model"});
    row("two ways of naming the model", R"({"model": {"preset": "llama-2-7b", "parameters": 7e9}})",
        {"preset", "parameters"});
    row("unknown preset", R"({"model": {"preset": "llama-2-7bb"}})", {"model.preset", "llama-2-7b"});
    row("unknown GPU", R"({"model": {"parameters": 7e9}, "cluster": {"gpu": {"preset": "a100-sxm4-90gb"}}})",
        {"cluster.gpu.preset", "a100-sxm4-80gb",
         "If it has 90 GB all the same, state its cluster.gpu.memory_gib"});
    row("wrong type of a number",
        R"({"model": {"preset": "llama-2-7b"}, "training": {"micro_batch_size": "two"}})",
        {"training.micro_batch_size"});
    row("wrong type of a section", R"({"model": {"preset": "llama-2-7b"}, "zero": 3})", {"zero"});
    row("wrong type of a text", R"({"model": {"preset": 7}})", {"model.preset"});
    row("wrong type of a switch", R"({"model": {"preset": "llama-2-7b"}, "training": {"fused_norm": "yes"}})",
        {"training.fused_norm"});
    row("null as a value", R"({"model": {"preset": "llama-2-7b"}, "zero": {"stage": null}})", {"zero.stage"});
    row("unknown word", R"({"model": {"preset": "llama-2-7b"}, "training": {"precision": "int4"}})",
        {"training.precision", "bf16"});
    row("negative size", R"({"model": {"preset": "llama-2-7b"}, "zero": {"reduce_bucket_size": -5}})",
        {"zero.reduce_bucket_size"});
    row("negative parameters", R"({"model": {"parameters": -7e9}})", {"model.parameters"});
    row("zero parameters", R"({"model": {"parameters": 0}})", {"model.parameters"});
    row("more than there is room for", R"({"model": {"parameters": 1e300}})", {"model.parameters"});
    row("a fraction of a GPU", R"({"model": {"parameters": 7e9}, "cluster": {"gpus_per_node": 0.5}})",
        {"cluster.gpus_per_node"});
    row("stage 4", R"({"model": {"parameters": 7e9}, "zero": {"stage": 4}})", {"zero.stage"});
    row("no memory", R"({"model": {"parameters": 7e9}, "cluster": {"gpu": {"memory_gib": 0}}})",
        {"cluster.gpu.memory_gib"});
    row("heads that do not divide",
        R"({"model": {"architecture": {"hidden_size": 100, "layers": 2, "attention_heads": 7, "vocab_size": 1000}}})",
        {"head"});
    row("parallel sizes that do not divide",
        R"({"model": {"parameters": 7e9}, "training": {"tensor_parallel": 3}})", {"tensor_parallel"});
    row("a key in two places",
        R"({"model": {"parameters": 7e9}, "zero": {"stage": 2}, "deepspeed_config": {"zero_optimization": {"stage": 3}}})",
        {"zero.stage", "deepspeed_config"});
    row("nested too deep", QByteArray("{\"model\": ") + QByteArray(100'000, '['), {"zero-planner"});
  }
  void texts() {
    QFETCH(QByteArray, text);
    QFETCH(QList<QByteArray>, said);
    const QTemporaryDir folder;
    const QString path = folder.filePath("plan.json");
    write_file(path, text);
    QList<QByteArray> with_file = said;
    with_file << path.toUtf8();
    refuses(run_program({"estimate", path, "--json"}), with_file);
    refuses(run_program({"estimate", path}), with_file);
    refuses(run_on(text, {"compare", "-", "--json"}), said);
  }

  void files_data() {
    QTest::addColumn<QString>("name");
    QTest::newRow("missing") << "missing.json";
    QTest::newRow("a folder") << "";
    QTest::newRow("below a file") << "plan.json/plan.json";
  }
  void files() {
    QFETCH(QString, name);
    const QTemporaryDir folder;
    write_file(folder.filePath("plan.json"), "{}");
    const QString path = name.isEmpty() ? folder.path() : folder.filePath(name);
    for (const char* command : {"estimate", "compare", "recommend", "reference"})
      refuses(run_program({command, path, "--json"}), {path.toUtf8()});
    refuses(run_program({"estimate", "--jsonl", path}), {path.toUtf8()});
  }

  void hundred_megabytes_of_nonsense() {
    const QTemporaryDir folder;
    const QString path = folder.filePath("nonsense.json");
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    QByteArray piece(1 << 20, '\0');
    quint32 state = 1;
    for (char& c : piece) {
      state = state * 1664525U + 1013904223U;
      c = static_cast<char>(state >> 24U);
    }
    for (int i = 0; i < 100; ++i)
      QCOMPARE(file.write(piece), piece.size());
    file.close();
    refuses(run_program({"estimate", path, "--json"}), {path.toUtf8(), "larger"});
    refuses(run_program({"estimate", "-", "--json"}, {{}, path}), {"larger"});
  }

  void every_command_refuses_the_same() {
    const QTemporaryDir folder;
    const QString out = folder.filePath("out");
    const QByteArray plan = R"({"model": {"preset": "llama-2-7b"}, "zero": {"stage": 7}})";
    for (const QStringList& arguments : {QStringList{"estimate", "-"},
                                         {"compare", "-"},
                                         {"recommend", "-"},
                                         {"reference", "-"},
                                         {"export", "-", "--out", out}})
      refuses(run_on(plan, arguments), {"zero.stage", "standard input"});
    QVERIFY(!QFileInfo::exists(out));
  }
};

ZP_TEST(BadInputTest)
#include "bad_input_test.moc"
