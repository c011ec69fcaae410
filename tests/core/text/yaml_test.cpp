// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include "core/text/config_text.h"
#include "core/text/file_error.h"
#include "core/text/yaml_tree.h"
#include "tests/support/test_main.h"

using namespace zp;

namespace {

QByteArray words(const TextNode& node) {
  switch (node.kind) {
    case NodeKind::null:
      return "null";
    case NodeKind::boolean:
      return node.boolean ? "true" : "false";
    case NodeKind::integer:
      return "int " + QByteArray::number(static_cast<qlonglong>(node.integer));
    case NodeKind::real:
      return "float " + QByteArray::number(node.number);
    case NodeKind::string:
      return "str " + QByteArray::fromStdString(node.text);
    case NodeKind::array:
      return "list";
    case NodeKind::object:
      return "dict";
  }
  return {};
}

QByteArray spelled(const std::string& text, const TextSpan& span) {
  return QByteArray::fromStdString(text.substr(span.begin, span.size()));
}

}  // namespace

class YamlTest : public QObject {
  Q_OBJECT

 private slots:
  /// The values are those that PyYAML 6.0.3 printed: yaml.safe_load("a: " + text)["a"].
  void scalars_are_what_pyyaml_makes_of_them_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("value");
    const auto row = [](const char* text, const char* value) {
      QTest::newRow(*text ? text : "nothing") << QByteArray(text) << QByteArray(value);
    };
    row("yes", "true");
    row("on", "true");
    row("Off", "false");
    row("~", "null");
    row("", "null");
    row("null", "null");
    row("5e8", "str 5e8");
    row("5.0e8", "str 5.0e8");
    row("5.0e+8", "float 5e+08");
    row("1e-5", "str 1e-5");
    row("1.e-5", "float 1e-05");
    row(".5", "float 0.5");
    row("-3", "int -3");
    row("+7", "int 7");
    row("0x1F", "int 31");
    row("0b11", "int 3");
    row("017", "int 15");
    row("08", "str 08");
    row("1_000", "int 1000");
    row("1_0.5_0", "float 10.5");
    row("'3'", "str 3");
    row("\"true\"", "str true");
    row("True", "true");
    row("TRUE", "true");
    row("tRue", "str tRue");
    row("1.", "float 1");
    row("0", "int 0");
    row("-0", "int 0");
    row("1e5", "str 1e5");
    row(".e5", "str .e5");
    row("!!str 3", "str 3");
    row("[1, 2]", "list");
    row("{b: 1}", "dict");
  }
  void scalars_are_what_pyyaml_makes_of_them() {
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, value);
    const TextNode root = read_yaml("a: " + text.toStdString());
    QCOMPARE(root.children.size(), std::size_t{1});
    QCOMPARE(words(root.children[0]), value);
  }

  /// PyYAML 6.0.3's safe_load gives the same values.
  void merge_keys_fill_in_what_a_map_leaves_out() {
    const TextNode root = read_yaml(
        "base: &base {a: 1, b: {c: 2}}\nother: &other {a: 5, d: 6}\none:\n  <<: *base\n  a: 3\n"
        "two:\n  <<: [*other, *base]\n  e: 7\n");
    QCOMPARE(words(*root.find("one.a")), "int 3");
    QCOMPARE(words(*root.find("one.b.c")), "int 2");
    QVERIFY(root.find("one.<<") == nullptr);
    QCOMPARE(words(*root.find("two.a")), "int 5");
    QCOMPARE(words(*root.find("two.b.c")), "int 2");
    QCOMPARE(words(*root.find("two.e")), "int 7");
  }

  void everything_remembers_where_it_stands() {
    const std::string text = "# a comment\nouter:\n  inner: 3   # another\n  'quoted': \"x y\"\n";
    const TextNode root = read_yaml(text);
    const TextNode* inner = root.find("outer.inner");
    const TextNode* quoted = root.find("outer.quoted");
    QVERIFY(inner && quoted);
    QCOMPARE(spelled(text, inner->key_span), QByteArray("inner"));
    QCOMPARE(spelled(text, inner->span), QByteArray("3"));
    QCOMPARE(spelled(text, quoted->span), QByteArray("\"x y\""));
    QVERIFY(LineIndex(text).position(inner->key_span.begin) == (TextPosition{3, 3}));
  }

  void what_is_no_yaml_is_refused_with_its_place() {
    try {
      (void)read_yaml("a: 1\nb: [1,\n");
      QFAIL("was read");
    } catch (const FileError& error) {
      QVERIFY2(QByteArray(error.what()).startsWith("Line "), error.what());
    }
  }

  void what_grows_without_end_is_refused() {
    std::string laughs = "a: &a [x, x, x, x, x, x, x, x, x, x]\n";
    for (char name = 'b'; name <= 'h'; ++name)
      laughs += std::string(1, name) + ": &" + name + " [*" + char(name - 1) + ", *" + char(name - 1) +
                ", *" + char(name - 1) + ", *" + char(name - 1) + ", *" + char(name - 1) + ", *" +
                char(name - 1) + "]\n";
    QVERIFY_THROWS_EXCEPTION(FileError, (void)read_yaml(laughs));
    QVERIFY_THROWS_EXCEPTION(FileError,
                             (void)read_yaml("a: " + std::string(300, '[') + std::string(300, ']')));
  }
};

ZP_TEST(YamlTest)
#include "yaml_test.moc"
