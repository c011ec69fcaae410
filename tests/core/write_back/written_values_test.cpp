// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include "core/write_back/file_edits_json.h"
#include "core/write_back/slurm_edits.h"
#include "core/write_back/write_back.h"
#include "core/write_back/written_values_json.h"
#include "tests/support/test_main.h"

using namespace zp;
using namespace zp::write_back_io;
using Json = text_io::Json;

Q_DECLARE_METATYPE(zp::write_back_io::Syntax)

/// Tests the form of a value that is written into a file, and its place.
class WrittenValuesTest : public QObject {
  Q_OBJECT

 private slots:
  /// A value keeps the quotes, the words and the kind of list of the one that it replaces, as far as the
  /// syntax of the file allows.
  void a_value_takes_the_form_of_the_old_one_data() {
    QTest::addColumn<Syntax>("syntax");
    QTest::addColumn<QString>("old");
    QTest::addColumn<QString>("value");
    QTest::addColumn<QString>("written");
    const auto row = [](const char* name, Syntax syntax, const char* old, const char* value,
                        const char* written) {
      QTest::newRow(name) << syntax << QString::fromUtf8(old) << QString::fromUtf8(value)
                          << QString::fromUtf8(written);
    };
    using enum Syntax;
    row("number", yaml, "2", "4", "4");
    row("fraction", toml, "2e-5", "0.5", "0.5");
    row("yes", yaml, "yes", "false", "no");
    row("no", yaml, "no", "true", "yes");
    row("On", yaml, "On", "false", "Off");
    row("capitals", yaml, "FALSE", "true", "TRUE");
    row("bool of a script", shell, "True", "false", "False");
    row("bool for a number", yaml, "1", "true", "true");
    row("bool of JSON", json, "False", "true", "true");
    row("bool of TOML", toml, "yes", "false", "false");
    row("bool of Python", python, "true", "false", "False");
    row("bool of Python, on", python, "0", "true", "True");
    row("double quotes", yaml, "\"a\"", "\"lion\"", "\"lion\"");
    row("single quotes", yaml, "'a'", "\"lion\"", "'lion'");
    row("no quotes", yaml, "a", "\"lion\"", "lion");
    row("quotes that YAML needs", yaml, "a", "\"yes\"", "\"yes\"");
    row("a quote inside", yaml, "'a'", "\"it's\"", "\"it's\"");
    row("a backslash inside", python, "'a'", "\"b\\\\c\"", "\"b\\\\c\"");
    row("single quotes are no JSON", json, "'a'", "\"lion\"", "\"lion\"");
    row("single quotes of TOML", toml, "'a'", "\"lion\"", "'lion'");
    row("a new text of TOML", toml, "", "\"lion\"", "\"lion\"");
    row("a new text of Python", python, "", "\"lion\"", "\"lion\"");
    row("a new word of a script", shell, "", "\"lion\"", "lion");
    row("a word of a script that needs quotes", shell, "a", "\"b c\"", "'b c'");
    row("list in brackets", yaml, "[a, b]", "[\"q_proj\", \"k_proj\"]", "[q_proj, k_proj]");
    row("list in brackets, in quotes", yaml, "['a', 'lion']", "[\"c\", \"d\"]", "['c', 'd']");
    row("list in lines", yaml, "- 'a'\n    - 'lion'", "[\"c\", \"d\"]", "- 'c'\n    - 'd'");
    row("list of YAML for none", yaml, "", "[\"q_proj\", \"k_proj\"]", "[q_proj, k_proj]");
    row("list of YAML in one word", yaml, "a,b", "[\"q_proj\", \"k_proj\"]", "\"q_proj,k_proj\"");
    row("list of YAML with blanks", yaml, "a, b", "[\"q_proj\", \"k_proj\"]", "\"q_proj, k_proj\"");
    row("list of JSON", json, "\"all\"", "[\"c\", 2]", "[\"c\", 2]");
    row("list of TOML", toml, "'all'", "[\"c\"]", "['c']");
    row("list of Python", python, "None", "[1, 2]", "[1, 2]");
    row("words of a script", shell, "a b", "[\"c\", \"d\"]", "c d");
    row("new words of a script", shell, "", "[\"c\", \"d\"]", "c d");
    row("commas of a script", shell, "a,b", "[\"q_proj\", \"k_proj\"]", "q_proj,k_proj");
    row("empty list", json, "[1]", "[]", "[]");
  }
  void a_value_takes_the_form_of_the_old_one() {
    QFETCH(Syntax, syntax);
    QFETCH(QString, old);
    QFETCH(QString, value);
    const std::string written =
        written_value(syntax, old.toStdString(), Json::parse(value.toStdString()), "    ");
    QTEST(QString::fromStdString(written), "written");
  }

  void the_syntax_is_that_of_the_text_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<Syntax>("syntax");
    QTest::newRow("TOML") << "[model]\nname = \"llama3\"\n" << Syntax::toml;
    QTest::newRow("Python") << "from a import b\nbatch_size = 1\n" << Syntax::python;
    QTest::newRow("JSON") << "{\"zero_optimization\": {\"stage\": 2}}" << Syntax::json;
    QTest::newRow("JSON behind lines") << "\n\t {\"train_batch_size\": 8}" << Syntax::json;
    QTest::newRow("JSON behind a mark of bytes") << QString(QChar(0xFEFF)) + "{\"a\": 1}" << Syntax::json;
    QTest::newRow("script") << "#!/bin/bash\ntorchrun train.py --bf16 True\n" << Syntax::shell;
    QTest::newRow("YAML") << "base_model: a/b\nmicro_batch_size: 1\n" << Syntax::yaml;
    QTest::newRow("nothing") << "" << Syntax::yaml;
  }
  void the_syntax_is_that_of_the_text() {
    QFETCH(QString, text);
    QFETCH(Syntax, syntax);
    QCOMPARE(syntax_of(text.toStdString()), syntax);
  }

  void a_value_ends_where_its_syntax_says_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("read");  // begins with the value, to the end that the reader knows
    QTest::addColumn<QString>("value");
    const auto row = [](const char* name, const char* text, const char* read, const char* value) {
      QTest::newRow(name) << text << read << value;
    };
    row("plain", "base_model: a\nlora_r: 16 # r\n", "16", "16");
    row("double quotes", "base_model: a\nx: \"16\" # r\n", "\"16\" # r", "\"16\"");
    row("escaped quote", "base_model: a\nx: \"1\\\"6\" # r\n", "\"1\\\"6\" # r", "\"1\\\"6\"");
    row("single quotes", "base_model: a\nx: 'a\"' # '\n", "'a\"' # '", "'a\"'");
    row("doubled quote", "base_model: a\nx: 'it''s' # r\n", "'it''s' # r", "'it''s'");
    row("backslash in single quotes", "base_model: a\nx: 'a\\' # r\n", "'a\\' # r", "'a\\'");
    row("open quotes", "base_model: a\nx: 'a\ny: b'\n", "'a", "");
    row("brackets", "base_model: a\nx: [a, b] # c\n", "[a", "[a, b]");
    row("bracket in quotes", "base_model: a\nx: [\"a]\", ']'] # ]\n", "[", "[\"a]\", ']']");
    row("brackets over lines", "base_model: a\nx: [a,\n  b]\n", "[a", "");
    row("items", "base_model: a\nx:\n  - q\n  - v\n\ny: 1\n", "- q\n  - v\n\n", "- q\n  - v");
    row("items in quotes", "base_model: a\nx:\n  - 'q'\n  - 'v' # last\ny: 1\n", "- 'q'\n  - 'v' # last\n",
        "- 'q'\n  - 'v'");
  }
  void a_value_ends_where_its_syntax_says() {
    QFETCH(QString, text);
    QFETCH(QString, read);
    ImportFile file{text.toStdString(), {}, {}};
    ReadKey key;
    key.part = ImportPart::file;
    key.span.begin = file.text.find(read.toStdString());
    key.span.end = key.span.begin + read.toStdString().size();
    const TextSpan span = value_span(file, key);
    QTEST(QString::fromStdString(file.text.substr(span.begin, span.size())), "value");
    if (span.size() > 0) QCOMPARE(span.begin, key.span.begin);
    key.span.end = file.text.size() + 1;
    QCOMPARE(value_span(file, key).size(), std::size_t{0});
  }

  void edits_go_into_their_texts_unless_they_overlap() {
    ImportFile file{"abcdef", {}, "{}"};
    file.training = "ABC";
    const auto edit = [](ImportPart part, std::size_t begin, std::size_t end, const char* text) {
      FileEdit made;
      made.part = part;
      made.span = {begin, end};
      made.replacement = text;
      return made;
    };
    const auto edited =
        with_edits(file, {edit(ImportPart::file, 4, 5, "55"), edit(ImportPart::file, 0, 1, ""),
                          edit(ImportPart::ds_config, 1, 1, "1"), edit(ImportPart::training, 2, 3, "x")});
    QVERIFY(edited);
    QCOMPARE(edited->text, "bcd55f");
    QCOMPARE(edited->ds_config, "{1}");
    QCOMPARE(edited->training, "ABx");
    QVERIFY(!with_edits(file, {edit(ImportPart::file, 1, 4, "x"), edit(ImportPart::file, 3, 5, "y")}));
    QVERIFY(with_edits(file, {edit(ImportPart::file, 1, 3, "x"), edit(ImportPart::file, 3, 5, "y")}));
  }

  /// The counts of a script for 2 nodes of 8 GPUs, asked for other nodes or other GPUs of a node. A count
  /// that does not follow from the one that changes stays.
  void counts_of_slurm_follow_data() {
    QTest::addColumn<QString>("option");
    QTest::addColumn<int>("to");
    QTest::addColumn<QString>("nodes");  // the option for `to` nodes; "" if it stays
    QTest::addColumn<QString>("gpus");   // for `to` GPUs of a node
    const auto row = [](const char* option, int to, const char* nodes, const char* gpus) {
      QTest::newRow(option) << option << to << nodes << gpus;
    };
    row("--nodes=2", 3, "--nodes=3", "");
    row("-N 2", 3, "-N 3", "");
    row("--gpus-per-node=8", 4, "", "--gpus-per-node=4");
    row("--gpus-per-node=a100:8", 4, "", "--gpus-per-node=a100:4");
    row("--gres=gpu:8", 4, "", "--gres=gpu:4");
    row("--gres=gpu", 4, "", "--gres=gpu:4");
    row("--gres=tmp:8", 4, "", "");
    row("--gpus=16", 4, "--gpus=32", "--gpus=8");
    row("--gpus=h100:16", 6, "--gpus=h100:48", "--gpus=h100:12");
    row("--gpus=a16", 4, "", "");  // a kind of GPU, no count
    row("--gpus=7", 5, "", "");    // 7 · 5/2 and 7 · 5/8 are no whole numbers
    row("--ntasks=16", 4, "--ntasks=32", "--ntasks=8");
    row("--ntasks=2", 4, "--ntasks=4", "");  // a task for each node
    row("--ntasks-per-node=8", 4, "", "--ntasks-per-node=4");
    row("--ntasks-per-node=1", 4, "", "");
    row("--gpus-per-task=8", 4, "", "--gpus-per-task=4");
    row("--gpus-per-task=1", 4, "", "");
    row("--cpus-per-task=8", 4, "", "");
    row("--time=8", 4, "", "");
    row("--nodes=2 --exclusive", 2, "", "");  // nothing to change
  }
  void counts_of_slurm_follow() {
    const std::string option = QTest::currentDataTag();
    QFETCH(int, to);
    QFETCH(QString, nodes);
    QFETCH(QString, gpus);
    Plan before;
    before.cluster.nodes = 2;
    before.cluster.gpus_per_node = 8;
    Plan plan = before;
    plan.cluster.nodes = plan.cluster.gpus_per_node = to;
    const std::string head = "#!/bin/bash\n#SBATCH ", tail = "\nsrun train.py\n";
    const auto changed = [&](const char* path) {
      const FileEdits edits = slurm_edits(head + option + tail, path, before, plan);
      const auto edited = with_edits({head + option + tail, {}, {}}, edits);
      const std::string text = edited->text.substr(head.size());
      return QString::fromStdString(edits.empty() ? "" : text.substr(0, text.size() - tail.size()));
    };
    QCOMPARE(changed("cluster.nodes"), nodes);
    QCOMPARE(changed("cluster.gpus_per_node"), gpus);
    QCOMPARE(changed("cluster.gpu"), "");
  }
  void a_task_of_a_single_gpu_stays() {
    Plan before, plan;
    before.cluster.nodes = 1;
    before.cluster.gpus_per_node = 1;
    plan.cluster.gpus_per_node = 4;
    for (const char* const option : {"--ntasks=1", "--ntasks-per-node=1", "--gpus-per-task=1"})
      QVERIFY2(slurm_edits(std::string("#!/bin/bash\n#SBATCH ") + option + "\n", "cluster.gpus_per_node",
                           before, plan)
                   .empty(),
               option);
    QVERIFY(slurm_edits("#!/bin/bash\ntorchrun train.py\n", "cluster.gpus_per_node", before, plan).empty());
  }

  void the_changed_texts_are_those_that_differ() {
    ImportFile before{"a", {}, {}, "run.sh"};
    before.training = "b";
    before.training_path = "train.yaml";
    before.ds_config = "c";
    before.ds_config_path = "ds.json";
    QVERIFY(changed_texts(before, before).empty());
    ImportFile now = before;
    now.ds_config = "C";
    now.text = "A";
    const auto texts = changed_texts(before, now);
    QCOMPARE(texts.size(), std::size_t{2});
    QCOMPARE(texts[0].path + texts[0].before + texts[0].now, "run.shaA");
    QCOMPARE(texts[1].path + texts[1].before + texts[1].now, "ds.jsoncC");
  }
};

ZP_TEST(WrittenValuesTest)
#include "written_values_test.moc"
