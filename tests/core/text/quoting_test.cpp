// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/text/quoting.h"

#include <yaml-cpp/yaml.h>

#include <QProcess>
#include <QStandardPaths>
#include <QtTest>
#include <algorithm>

#include "core/text/config_text.h"
#include "core/text/json_text.h"
#include "core/text/yaml_tree.h"
#include "tests/support/hostile_texts.h"
#include "tests/support/test_main.h"

using namespace zp;
using test::hostile_texts;

namespace {

/// Returns the output of a program that gets `script` on standard input.
QByteArray output_of(const QString& program, const QStringList& arguments, const QByteArray& script) {
  QProcess process;
  process.start(program, arguments);
  process.write(script);
  process.closeWriteChannel();
  if (!process.waitForFinished() || process.exitCode() != 0)
    return "failed: " + process.readAllStandardError();
  return process.readAllStandardOutput();
}

QByteArray each_ended_by_zero() {
  QByteArray all;
  for (const std::string& text : hostile_texts())
    (all += QByteArray::fromStdString(text)) += '\0';
  return all;
}

bool is_one_line(const std::string& text) {
  return text.find_first_of("\n\r") == std::string::npos && text.find("\u2028") == std::string::npos;
}

}  // namespace

/// Tests that every text survives in the language it is written for.
class QuotingTest : public QObject {
  Q_OBJECT

 private slots:
  void bash_reads_each_word_as_it_was() {
    const QByteArray script = "words=(" + QByteArray::fromStdString(bash_words(hostile_texts())) +
                              ")\nprintf '%s\\0' \"${words[@]}\"\nprintf '%s\\0' " +
                              QByteArray::fromStdString(bash_words(hostile_texts())) + '\n';
    QCOMPARE(output_of(QStringLiteral("bash"), {}, script), each_ended_by_zero() + each_ended_by_zero());
  }

  void bash_words_that_mean_nothing_stay_as_they_are() {
    for (const char* plain : {"--learning_rate", "0.0001", "/local_nvme", "a=b", "user@host:29500", "1e-5"})
      QCOMPARE(bash_word(plain), std::string(plain));
    QCOMPARE(bash_word(""), std::string("''"));
    QCOMPARE(bash_word("it's"), std::string("'it'\\''s'"));
    QCOMPARE(bash_word("a\n'b\x1b"), std::string("$'a\\n\\'b\\x1b'"));
    QCOMPARE(bash_word(std::string("a\0b", 3)), std::string("$'ab'"));
  }

  void yaml_reads_each_text_as_it_was() {
    std::string list;
    for (const std::string& text : hostile_texts()) {
      QVERIFY2(is_one_line(yaml_string(text)), yaml_string(text).c_str());
      list += "- " + yaml_string(text) + "\n- {" + yaml_string("key " + text) + ": " + yaml_string(text) +
              ", b: [" + yaml_string(text) + "]}\n";
    }
    const YAML::Node library = YAML::Load(list);
    const TextNode ours = read_yaml(list);
    QCOMPARE(library.size(), hostile_texts().size() * 2);
    for (std::size_t i = 0; i < hostile_texts().size(); ++i) {
      const std::string& text = hostile_texts()[i];
      QCOMPARE(library[2 * i].as<std::string>(), text);
      bool is_true = false;
      QVERIFY2(library[2 * i].Tag() == "!" || !YAML::convert<bool>::decode(library[2 * i], is_true),
               text.c_str());
      QCOMPARE(library[2 * i + 1]["key " + text].as<std::string>(), text);
      QCOMPARE(library[2 * i + 1]["b"][0].as<std::string>(), text);
      QVERIFY2(ours.children[2 * i].is_string(), text.c_str());
      QCOMPARE(ours.children[2 * i].text, text);
    }
  }

  void yaml_words_and_numbers_are_quoted() {
    for (const char* word :
         {"yes",  "No",   "ON",    "off",  "true",  "False",    "null",  "Null",      "~",   "",    "y",
          "N",    "1",    "1e5",   "0x1F", "1_000", "12:30:45", ".inf",  ".nan",      "-",   "- a", "?",
          "a: b", "a #b", "#a",    "&a",   "*a",    "!a",       "%a",    "@a",        "`a`", "|",   ">",
          "[a",   "{a",   "--- a", " a",   "a ",    "'a'",      "\"a\"", "2026-11-22"})
      QVERIFY2(yaml_string(word).starts_with('"'), word);
    for (const char* plain : {"LOCAL_MACHINE", "ds_config.json", "worker-1", "a/b", "yess", "nano"})
      QCOMPARE(yaml_string(plain), std::string(plain));
  }

  void python_reads_each_text_as_it_was() {
    const QString python = QStandardPaths::findExecutable(QStringLiteral("python3"));
    QVERIFY2(!python.isEmpty(), "there is no python3");
    QByteArray script = "import sys\ntexts = [\n";
    for (const std::string& text : hostile_texts()) {
      QVERIFY2(is_one_line(python_string(text)), python_string(text).c_str());
      script += QByteArray::fromStdString(python_string(text)) + ",\n";
    }
    script += "]\nfor text in texts:\n    sys.stdout.buffer.write(text.encode() + b'\\0')\n";
    QCOMPARE(output_of(python, {QStringLiteral("-I"), QStringLiteral("-")}, script), each_ended_by_zero());
  }

  /// nlohmann writes and reads the JSON of all our files.
  void json_reads_each_text_as_it_was() {
    for (const std::string& text : hostile_texts())
      QCOMPARE(string_in(json_string(text)), std::optional(text));
  }

  void markdown_acts_on_nothing() {
    QCOMPARE(markdown_text("<img src=x> `a` **b** [c](d)\n# e & \\"),
             std::string("\\<img src=x> \\`a\\` \\*\\*b\\*\\* \\[c\\](d) # e \\& \\\\"));
    QCOMPARE(markdown_text("stage3_param_persistence_threshold is 1e5."),
             std::string("stage3_param_persistence_threshold is 1e5."));
  }

  void a_terminal_acts_on_nothing() {
    QCOMPARE(printable_text("a\x1b[2J\r\x7f\u009b\u202e\u2066z\u00ADx"),
             std::string("a\\u001b[2J\\u000d\\u007f\\u009b\\u202e\\u2066z\\u00adx"));
    QCOMPARE(printable_text("line\n\tä ≤ 4\u202FGiB 模型\n"), std::string("line\n\tä ≤ 4\u202FGiB 模型\n"));
    QCOMPARE(printable_text("\x9b\xc3"), std::string("\\x9b\\xc3"));
    for (const std::string& text : hostile_texts()) {  // the JSON still means the same
      const std::string document = json_string(text);
      QCOMPARE(string_in(printable_text(document)), std::optional(text));
    }
  }

  void what_is_no_text_is_marked() {
    QCOMPARE(python_string("a\xff\xc3z"), std::string("\"a\\ufffd\\ufffdz\""));
    QCOMPARE(yaml_string("\x80"), std::string("\"\\ufffd\""));
  }

  void what_is_not_seen_is_escaped() {
    QCOMPARE(python_string("a\u202e\u200b\u2028\x7f\u0085\tb"),
             std::string(R"("a\u202e\u200b\u2028\x7f\x85\x09b")"));
    QCOMPARE(python_string("Größe 日本 🚀"), std::string("\"Größe 日本 🚀\""));
  }
};

ZP_TEST(QuotingTest)
#include "quoting_test.moc"
