// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include "core/text/file_error.h"
#include "core/text/limits.h"
#include "core/text/toml_tree.h"
#include "tests/support/share.h"
#include "tests/support/test_main.h"

using namespace zp;

namespace {

std::string text_at(const std::string& text, TextSpan span) { return text.substr(span.begin, span.size()); }

/// Returns the line of the error; 0 if the text is read.
int refused_line(const std::string& text) {
  try {
    (void)read_toml(text);
  } catch (const FileError& error) {
    return error.line();
  }
  return 0;
}

}  // namespace

/// Tests that TOML becomes a tree with the place of each key and value.
class TomlTest : public QObject {
  Q_OBJECT

 private slots:
  void values_have_their_types_and_places() {
    const std::string text =
        "# é\n[training]\n\"größe\" = 'é'\nseq_len = 8_192 # tokens\nlr = 3e-4\ncompile = true\n"
        "when = 2026-01-02\n[a.b]\nlist = [\n  1,\n  2 ]\n";
    const TextNode root = read_toml(text);
    QCOMPARE(root.children.size(), std::size_t{2});
    const TextNode* length = root.find("training.seq_len");
    QCOMPARE(length->integer, std::int64_t{8192});
    QCOMPARE(text_at(text, length->span), std::string("8_192"));
    QCOMPARE(text_at(text, length->key_span), std::string("seq_len"));
    const TextNode* word = root.find("training.größe");
    QCOMPARE(word->text, std::string("é"));
    QCOMPARE(text_at(text, word->span), std::string("'é'"));
    QVERIFY(root.find("training.lr")->is_real());
    QVERIFY(root.find("training.compile")->boolean);
    QCOMPARE(root.find("training.when")->text, std::string("2026-01-02"));
    QCOMPARE(root.find("a.b.list")->children[1].integer, std::int64_t{2});
    QCOMPARE(root.find("training")->children[0].key, std::string("größe"));
  }

  void an_error_names_its_line() {
    QCOMPARE(refused_line("[job]\nx = 1\n"), 0);
    QCOMPARE(refused_line("[job]\nx = = 1\n"), 2);
    QCOMPARE(refused_line("[job]\nx = 1\n\nx = 2\n"), 4);
    QCOMPARE(refused_line("[job\n"), 1);
  }

  /// toml++ takes for granted that a table header has a key; a fuzzer found that a text need not.
  void a_table_header_without_a_key_is_refused_at_its_line() {
    QCOMPARE(refused_line("[job]\n[ = \"8B\"\n[training]\n"), 2);
    QCOMPARE(refused_line("[job]\na = 1\n[[ = 2\n"), 3);
  }

  void a_letter_outside_strings_is_refused_at_its_line() {
    for (const char* letter : {"é", "ѐ", "ѧ", "\u1681", "\u2070", "あ"})
      QCOMPARE(refused_line(std::string("[a]\nb = 1\n") + letter + " = 2\n"), 3);
    const TextNode root = read_toml("a = \"\"\"x\\\n  é\"\"\"\n");
    QCOMPARE(root.find("a")->text, std::string("xé"));
  }

  void endless_files_are_refused() {
    QCOMPARE(refused_line(std::string(largest_toml + 1, '\n')), 1);
    std::string key = "a";
    for (std::size_t i = 0; i < most_toml_dots + 1; ++i)
      key += ".a";
    QCOMPARE(refused_line("\n" + key + " = 1\n"), 2);
    QVERIFY(refused_line("\n[" + key.substr(0, 601) + "]\nx = 1\n") > 0);
    QVERIFY(refused_line("x = " + std::string(100'000, '[')) > 0);
    if (test::one_in() > 1) return;  // half a minute under sanitizers
    std::string many = "x = [";
    for (std::size_t i = 0; i < most_config_values + 1; ++i)
      many += "1,";
    QCOMPARE(refused_line(many + "]"), 1);
  }

  void only_toml_looks_like_it() {
    for (const char* text : {"[job]\n", "# words\n\n[[data.sources]]  # a list\n", "seq_len = 3\n[a]\n"})
      QVERIFY2(looks_like_toml(text), text);
    for (const char* text : {"", "[1, 2]\n", "a: 1\n[job]\n", "A=1\n[job]\n", "{\"a\": 1}", "[ -f x ] && y\n",
                             "[[ -f x ]]\n", "import x\na = 1\n", "batch_size = 12\nlr = 1e-4\n"})
      QVERIFY2(!looks_like_toml(text), text);
  }
};

ZP_TEST(TomlTest)
#include "toml_test.moc"
