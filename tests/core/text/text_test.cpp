// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>
#include <string>

#include "core/check/check_config.h"
#include "tests/support/share.h"
#include "tests/support/test_main.h"

using namespace zp;

Q_DECLARE_METATYPE(zp::Leniency)

namespace {

/// Returns a text as the tree holds it, in one line: {a:1,b:[true,"x"]}.
std::string shown(const TextNode& node) {
  switch (node.kind) {
    case NodeKind::null:
      return "null";
    case NodeKind::boolean:
      return node.boolean ? "true" : "false";
    case NodeKind::integer:
      return node.huge ? "huge" : std::to_string(node.integer);
    case NodeKind::real:
      return QByteArray::number(node.number).toStdString();
    case NodeKind::string:
      return '"' + node.text + '"';
    case NodeKind::array:
    case NodeKind::object:
      break;
  }
  std::string text;
  for (const TextNode& child : node.children)
    text += (text.empty() ? "" : ",") + (node.is_object() ? child.key + ':' : std::string()) + shown(child);
  return node.is_object() ? '{' + text + '}' : '[' + text + ']';
}

std::string spelled(const ConfigSource& config, TextSpan span) {
  return config.text.substr(span.begin, span.size());
}

std::string nested(int depth) {
  return "{\"a\":" + std::string(static_cast<std::size_t>(depth), '[') +
         std::string(static_cast<std::size_t>(depth), ']') + "}";
}

std::string many_numbers(std::size_t count) {
  std::string text = "{\"a\": [1";
  for (std::size_t i = 1; i < count; ++i)
    text += ",1";
  return text + "]}";
}

}  // namespace

/// Tests of texts as DeepSpeed's hjson reads them, and of the position of everything in them.
class TextTest : public QObject {
  Q_OBJECT

 private slots:
  void read_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("tree");
    QTest::newRow("empty object") << QByteArray("{}") << QByteArray("{}");
    QTest::newRow("blank text") << QByteArray(" \n\t") << QByteArray("{}");
    QTest::newRow("comments alone") << QByteArray("# nothing\n// here\n/* at all */") << QByteArray("{}");
    QTest::newRow("order is kept") << QByteArray(R"({"b":1,"a":2})") << QByteArray("{b:1,a:2}");
    QTest::newRow("repeated keys are kept") << QByteArray(R"({"a":1,"a":2})") << QByteArray("{a:1,a:2}");
    QTest::newRow("words") << QByteArray(R"({"a":true,"b":false,"c":null})")
                           << QByteArray("{a:true,b:false,c:null}");
    QTest::newRow("numbers") << QByteArray(R"({"a":-1,"b":5e8,"c":1.5,"d":0})")
                             << QByteArray("{a:-1,b:5e+08,c:1.5,d:0}");
    QTest::newRow("integer beyond 64 bits")
        << QByteArray(R"({"a":123456789012345678901234567890})") << QByteArray("{a:huge}");
    QTest::newRow("escapes") << QByteArray(R"({"a":"x\n\t\u0041\\"})") << QByteArray("{a:\"x\n\tA\\\"}");
    QTest::newRow("surrogate pair") << QByteArray(R"({"a":"\ud83d\ude00"})")
                                    << QByteArray("{a:\"\xF0\x9F\x98\x80\"}");
    QTest::newRow("half a pair") << QByteArray(R"({"a":"\ud83d"})") << QByteArray("{a:\"\xEF\xBF\xBD\"}");
    QTest::newRow("list") << QByteArray(R"({"a":[1,[2,3],{}]})") << QByteArray("{a:[1,[2,3],{}]}");
    QTest::newRow("line comment") << QByteArray("{\"a\":1, // one\n\"b\":2 # two\n}")
                                  << QByteArray("{a:1,b:2}");
    QTest::newRow("block comment") << QByteArray("{/* x */\"a\":/* y */1}") << QByteArray("{a:1}");
    QTest::newRow("trailing commas") << QByteArray(R"({"a":[1,2,],})") << QByteArray("{a:[1,2]}");
    QTest::newRow("no comma between lines")
        << QByteArray("{\"a\":1\n\"b\":\"x\" \"c\":2}") << QByteArray("{a:1,b:\"x\",c:2}");
    QTest::newRow("single quotes") << QByteArray("{'a':'x'}") << QByteArray("{a:\"x\"}");
    QTest::newRow("keys without quotes") << QByteArray("{a:1, b_c : 2}") << QByteArray("{a:1,b_c:2}");
    QTest::newRow("text without quotes") << QByteArray("{a: Adam W\n}") << QByteArray("{a:\"Adam W\"}");
    QTest::newRow("text without quotes takes its comma")
        << QByteArray("{a: Adam,\nb: 1}") << QByteArray("{a:\"Adam,\",b:1}");
    QTest::newRow("two values on one line") << QByteArray("{a: 1 b: 2\n}") << QByteArray("{a:\"1 b: 2\"}");
    QTest::newRow("NaN is a text") << QByteArray("{a: NaN\n}") << QByteArray("{a:\"NaN\"}");
    QTest::newRow("leading zero is a text") << QByteArray("{a: 01\n}") << QByteArray("{a:\"01\"}");
    QTest::newRow("several lines") << QByteArray("{\n  a: '''\n  one\n  two\n  '''\n}")
                                   << QByteArray("{a:\"one\ntwo\"}");
    QTest::newRow("no braces") << QByteArray("a: 1\nb: {c: 2}\n") << QByteArray("{a:1,b:{c:2}}");
    QTest::newRow("byte order mark") << QByteArray("\xEF\xBB\xBF{\"a\":1}") << QByteArray("{a:1}");
    QTest::newRow("one value") << QByteArray("17") << QByteArray("17");
    QTest::newRow("list at the top") << QByteArray("[1]") << QByteArray("[1]");
    QTest::newRow("carriage returns") << QByteArray("{\r\n\"a\": 1\r\n}\r\n") << QByteArray("{a:1}");
  }
  void read() {
    QFETCH(QByteArray, text);
    const ConfigSource config = read_config_text(text.toStdString());
    QVERIFY2(!config.error, config.error ? config.error->message.c_str() : "");
    QFETCH(QByteArray, tree);
    QCOMPARE(QByteArray::fromStdString(shown(config.root)), tree);
  }

  void errors_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("code");
    QTest::addColumn<int>("line");
    QTest::addColumn<int>("column");
    QTest::newRow("no closing brace") << QByteArray("{\n  \"a\": 1\n") << QByteArray("syntax") << 2 << 9;
    QTest::newRow("no closing bracket") << QByteArray("{\"a\": [1, 2") << QByteArray("syntax") << 1 << 12;
    QTest::newRow("no closing quote") << QByteArray("{\"a\": \"x}") << QByteArray("syntax") << 1 << 7;
    QTest::newRow("line break in quotes") << QByteArray("{\"a\": \"x\n\"}") << QByteArray("syntax") << 1 << 9;
    QTest::newRow("no value") << QByteArray("{\"a\": }") << QByteArray("syntax") << 1 << 7;
    QTest::newRow("no colon") << QByteArray("{\"a\" 1}") << QByteArray("syntax") << 1 << 6;
    QTest::newRow("two commas") << QByteArray("{\"a\": [1,,2]}") << QByteArray("syntax") << 1 << 10;
    QTest::newRow("comma first") << QByteArray("{,\"a\": 1}") << QByteArray("syntax") << 1 << 2;
    QTest::newRow("blank in a key") << QByteArray("{a b: 1}") << QByteArray("syntax") << 1 << 2;
    QTest::newRow("bad escape") << QByteArray("{\"a\": \"\\q\"}") << QByteArray("syntax") << 1 << 8;
    QTest::newRow("short \\u") << QByteArray("{\"a\": \"\\u12\"}") << QByteArray("syntax") << 1 << 8;
    QTest::newRow("text behind the end") << QByteArray("{} x") << QByteArray("syntax") << 1 << 4;
    QTest::newRow("comment without end") << QByteArray("{/* \"a\": 1}") << QByteArray("syntax") << 1 << 2;
    QTest::newRow("not UTF-8") << QByteArray("{\n\"\xC3\xA4\": \"\xFF\"}") << QByteArray("not_utf8") << 2
                               << 7;
    QTest::newRow("cut UTF-8") << QByteArray("{\"a\": \"\xE2\x82") << QByteArray("not_utf8") << 1 << 8;
    QTest::newRow("surrogate in UTF-8") << QByteArray("\xED\xA0\x80") << QByteArray("not_utf8") << 1 << 1;
    QTest::newRow("number too large")
        << QByteArray("{\"a\": 1e400}") << QByteArray("number_too_large") << 1 << 7;
    QTest::newRow("too deep") << QByteArray::fromStdString(nested(5000)) << QByteArray("too_deep") << 1
                              << 206;
    QTest::newRow("too many values") << QByteArray::fromStdString(many_numbers(30'000))
                                     << QByteArray("too_many_values") << 1 << 40004;
  }
  void errors() {
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, code);
    const ConfigSource config = read_config_text(text.toStdString());
    QVERIFY(config.error.has_value());
    QCOMPARE(QByteArray::fromStdString(config.error->code), code);
    const TextPosition place = LineIndex(config.text).position(config.error->offset);
    QTEST(place.line, "line");
    QTEST(place.column, "column");
    const ConfigCheck check = check_config(config, {});
    QVERIFY(!check.accepted);
    QCOMPARE(check.issues.size(), std::size_t{1});
    QVERIFY(!check.issues.front().fix.empty());
  }

  void what_strict_json_lacks_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<Leniency>("kind");
    QTest::addColumn<QByteArray>("where");
    QTest::newRow("comment") << QByteArray("{\"a\":1 # x\n}") << Leniency::comment << QByteArray("# x");
    QTest::newRow("trailing comma") << QByteArray("{\"a\":1,}") << Leniency::trailing_comma
                                    << QByteArray(",");
    QTest::newRow("missing comma") << QByteArray("{\"a\":1\n\"b\":2}") << Leniency::missing_comma
                                   << QByteArray();
    QTest::newRow("key") << QByteArray("{a:1}") << Leniency::unquoted_key << QByteArray("a");
    QTest::newRow("text") << QByteArray("{\"a\":x y\n}") << Leniency::unquoted_string << QByteArray("x y");
    QTest::newRow("quotes") << QByteArray("{\"a\":'x'}") << Leniency::single_quotes << QByteArray("'x'");
    QTest::newRow("braces") << QByteArray("\"a\":1") << Leniency::no_braces << QByteArray();
    QTest::newRow("mark") << QByteArray("\xEF\xBB\xBF{}") << Leniency::byte_order_mark
                          << QByteArray("\xEF\xBB\xBF");
    QTest::newRow("NaN") << QByteArray("{\"a\":NaN\n}") << Leniency::not_a_number << QByteArray("NaN");
  }
  void what_strict_json_lacks() {
    QFETCH(QByteArray, text);
    const ConfigSource config = read_config_text(text.toStdString());
    QVERIFY(!config.error);
    QCOMPARE(config.lenient.size(), std::size_t{1});
    QTEST(config.lenient.front().kind, "kind");
    QFETCH(QByteArray, where);
    QCOMPARE(QByteArray::fromStdString(spelled(config, config.lenient.front().span)), where);
  }

  void strict_json_has_nothing_to_note() {
    QVERIFY(read_config_text("{\"a\": [1, {\"b\": \"c\"}], \"d\": -1.5e3}\n").lenient.empty());
  }

  void spans_name_every_key_and_value() {
    const ConfigSource config = read_config_text("{\n  \"a\": {\"b\": [10, \"x\"]},\n  c: tr ue\n}");
    QVERIFY(!config.error);
    const TextNode* b = config.root.find("a.b");
    QVERIFY(b);
    QCOMPARE(spelled(config, b->key_span), std::string("\"b\""));
    QCOMPARE(spelled(config, b->span), std::string("[10, \"x\"]"));
    QCOMPARE(spelled(config, b->children[0].span), std::string("10"));
    QCOMPARE(spelled(config, b->children[1].span), std::string("\"x\""));
    QCOMPARE(spelled(config, config.root.child("a")->span), std::string("{\"b\": [10, \"x\"]}"));
    QCOMPARE(spelled(config, config.root.child("c")->key_span), std::string("c"));
    QCOMPARE(spelled(config, config.root.child("c")->span), std::string("tr ue"));
    QVERIFY(LineIndex(config.text).position(b->key_span.begin) == (TextPosition{2, 9}));
  }

  void places_are_found_in_long_texts() {
    std::string text;
    for (int line = 1; line <= 50'000; ++line)
      text += "\xC3\xA4 " + std::to_string(line) + '\n';
    const LineIndex lines(text);
    for (const int line : {1, 2, 9'999, 50'000}) {
      const std::size_t offset = text.find(" " + std::to_string(line) + '\n');
      QVERIFY(lines.position(offset) == (TextPosition{line, 2}));
    }
    QVERIFY(lines.position(text.size()) == (TextPosition{50'001, 1}));
  }

  /// tests/bench/text_bench.cpp measures the time that this takes.
  void large_texts_are_answered_data() {
    QTest::addColumn<QByteArray>("text");
    constexpr qsizetype size = 4'000'000;
    QTest::newRow("one long text") << "{\"a\": \"" + QByteArray(size, 'x') + "\"}";
    QTest::newRow("open brackets") << QByteArray(size, '[');
    QTest::newRow("numbers") << "{\"a\": [" + QByteArray("1,").repeated(size / 2) + "1]}";
    QTest::newRow("commas in a text without quotes") << "{a: x" + QByteArray(size, ',');
    QTest::newRow("unlike words with commas") << "{a: nullx" + QByteArray(size, ',');
    QTest::newRow("blanks") << QByteArray(size, ' ');
    QTest::newRow("line breaks") << QByteArray(size, '\n');
    QTest::newRow("comments") << QByteArray("#\n").repeated(size / 2);
    QByteArray keys;
    for (std::size_t i = 0; i < test::share_of(19'000); ++i)
      keys += "\"k" + QByteArray::number(i) + "\": 1, ";
    QTest::newRow("unknown keys on one line")
        << "{\"a\": \"" + QByteArray(size / 10, 'x') + "\", " + keys + "}";
    QTest::newRow("zero bytes") << QByteArray(size, '\0');
  }
  void large_texts_are_answered() {
    QFETCH(QByteArray, text);
    const ConfigSource config = read_config_text(text.toStdString());
    QVERIFY(!check_config(config, {}).issues.empty());
  }
};

ZP_TEST(TextTest)
#include "text_test.moc"
