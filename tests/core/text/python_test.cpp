// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/text/python.h"

#include <QtTest>
#include <cmath>
#include <limits>

#include "core/text/json_text.h"
#include "core/text/reader.h"
#include "tests/support/test_main.h"

using namespace zp;
using namespace zp::python;

namespace {

TextNode node_of(NodeKind kind) {
  TextNode node;
  node.kind = kind;
  return node;
}
TextNode flag(bool value) {
  TextNode node = node_of(NodeKind::boolean);
  node.boolean = value;
  return node;
}
TextNode whole(std::int64_t value) {
  TextNode node = node_of(NodeKind::integer);
  node.integer = value;
  node.number = static_cast<double>(value);
  return node;
}
TextNode real(double value) {
  TextNode node = node_of(NodeKind::real);
  node.number = value;
  return node;
}
TextNode word(const char* value) {
  TextNode node = node_of(NodeKind::string);
  node.text = value;
  return node;
}
TextNode member(TextNode node, const char* key) {
  node.key = key;
  return node;
}
TextNode with(NodeKind kind, std::vector<TextNode> children) {
  TextNode node = node_of(kind);
  node.children = std::move(children);
  return node;
}

const double none = std::numeric_limits<double>::quiet_NaN();
constexpr double infinite = std::numeric_limits<double>::infinity();

void compare(const std::optional<double>& actual, double expected) {
  QCOMPARE(actual.has_value(), !std::isnan(expected));
  if (actual) QCOMPARE(*actual, expected);
}

}  // namespace

Q_DECLARE_METATYPE(zp::TextNode)
Q_DECLARE_METATYPE(zp::python::IntFault)

/// Tests of values as Python and pydantic see them. The values expected are those of Python 3.11 and of
/// pydantic 2.13's TypeAdapter for int, float and bool.
class PythonTest : public QObject {
  Q_OBJECT

 private slots:
  void pydantic_reads_values_of_other_types_data() {
    QTest::addColumn<TextNode>("node");
    QTest::addColumn<IntFault>("fault");
    QTest::addColumn<double>("as_int");
    QTest::addColumn<double>("as_float");
    QTest::addColumn<int>("as_bool");  // -1 if it is refused
    const auto row = [](const char* name, const TextNode& node, IntFault fault, double as_int,
                        double as_float, int as_bool) {
      QTest::newRow(name) << node << fault << as_int << as_float << as_bool;
    };
    const auto text = [&](const char* value, double as_int, double as_float, int as_bool = -1) {
      row(value, word(value), std::isnan(as_int) ? IntFault::parsing : IntFault::none, as_int, as_float,
          as_bool);
    };
    row("True", flag(true), IntFault::none, 1, 1, 1);
    row("False", flag(false), IntFault::none, 0, 0, 0);
    row("3", whole(3), IntFault::none, 3, 3, -1);
    row("-3", whole(-3), IntFault::none, -3, -3, -1);
    row("1", whole(1), IntFault::none, 1, 1, 1);
    row("0", whole(0), IntFault::none, 0, 0, 0);
    row("3.0", real(3), IntFault::none, 3, 3, -1);
    row("0.0", real(0), IntFault::none, 0, 0, 0);
    row("1.0", real(1), IntFault::none, 1, 1, 1);
    row("3.5", real(3.5), IntFault::fraction, none, 3.5, -1);
    row("9.2e18", real(9.2e18), IntFault::none, 9.2e18, 9.2e18, -1);
    row("9.3e18", real(9.3e18), IntFault::size, none, 9.3e18, -1);
    row("-9.3e18", real(-9.3e18), IntFault::size, none, -9.3e18, -1);
    row("2**63", real(9223372036854775808.0), IntFault::size, none, 9223372036854775808.0, -1);
    row("None", node_of(NodeKind::null), IntFault::type, none, none, -1);
    row("list", node_of(NodeKind::array), IntFault::type, none, none, -1);
    row("dict", node_of(NodeKind::object), IntFault::type, none, none, -1);
    text("12", 12, 12);
    text(" 12\n", 12, 12);
    text("+5", 5, 5);
    text("-5", -5, -5);
    text("-5.0", -5, -5);
    text("1_000", 1000, 1000);
    text("1__0", none, none);
    text("_1", none, none);
    text("1_", none, none);
    text("5.0", 5, 5);
    text("5.00", 5, 5);
    text("5.", none, 5);
    text("5.5", none, 5.5);
    text("5.01", none, 5.01);
    text(".0", none, 0);
    text("007", 7, 7);
    text("", none, none);
    text("  ", none, none);
    text("-", none, none);
    text("abc", none, none);
    text("1e3", none, 1000);
    text("--5", none, none);
    text("+-5", none, none);
    text("0x10", none, none);
    text("+.5", none, 0.5);
    text("-.5", none, -0.5);
    text("1_0.5", none, 10.5);
    text("inf", none, infinite);
    text("-inf", none, -infinite);
    text("1e400", none, infinite);
    text("2", 2, 2);
    text("1", 1, 1, 1);
    text("0", 0, 0, 0);
    for (const char* const yes : {"true", "True", "T", "yes", "Y", "ON"})
      text(yes, none, none, 1);
    for (const char* const no : {"false", "FALSE", "f", "No", "n", "OFF"})
      text(no, none, none, 0);
  }
  void pydantic_reads_values_of_other_types() {
    QFETCH(TextNode, node);
    QFETCH(double, as_int);
    QFETCH(double, as_float);
    QTEST(int_fault(node), "fault");
    compare(lax_int(node), as_int);
    compare(lax_float(node), as_float);
    const std::optional<bool> as_bool = lax_bool(node);
    QTEST(as_bool ? static_cast<int>(*as_bool) : -1, "as_bool");
  }

  void a_count_is_whole_and_in_its_range() {
    const auto count = [](const TextNode& node, std::int64_t most) { return lax_count(&node, most); };
    QCOMPARE(count(whole(8), 8), std::int64_t{8});
    QCOMPARE(count(word("8"), 8), std::int64_t{8});
    QCOMPARE(count(real(8), 8), std::int64_t{8});
    QCOMPARE(count(flag(true), 8), std::int64_t{1});
    QCOMPARE(count(whole(9), 8), std::int64_t{0});
    QCOMPARE(count(whole(0), 8), std::int64_t{0});
    QCOMPARE(count(whole(-1), 8), std::int64_t{0});
    QCOMPARE(count(real(1.5), 8), std::int64_t{0});
    QCOMPARE(count(word("auto"), 8), std::int64_t{0});
    QCOMPARE(lax_count(nullptr), std::int64_t{0});
  }

  void a_value_has_its_type_its_truth_and_its_repr_data() {
    QTest::addColumn<TextNode>("node");
    QTest::addColumn<QByteArray>("type");
    QTest::addColumn<bool>("truth");
    const auto row = [](const char* repr, const char* type, bool truth, const TextNode& node) {
      QTest::newRow(repr) << node << QByteArray(type) << truth;
    };
    row("None", "NoneType", false, node_of(NodeKind::null));
    row("True", "bool", true, flag(true));
    row("False", "bool", false, flag(false));
    row("0", "int", false, whole(0));
    row("-16", "int", true, whole(-16));
    row("0.0", "float", false, real(0));
    row("2.5", "float", true, real(2.5));
    row("''", "str", false, word(""));
    row("'auto'", "str", true, word("auto"));
    row("[]", "list", false, with(NodeKind::array, {}));
    row("[1, 'a', [True]]", "list", true,
        with(NodeKind::array, {whole(1), word("a"), with(NodeKind::array, {flag(true)})}));
    row("{}", "dict", false, with(NodeKind::object, {}));
    row("{'a': 1, 'b': None}", "dict", true,
        with(NodeKind::object, {member(whole(1), "a"), member(node_of(NodeKind::null), "b")}));
  }
  void a_value_has_its_type_its_truth_and_its_repr() {
    QFETCH(TextNode, node);
    QFETCH(QByteArray, type);
    QFETCH(bool, truth);
    QCOMPARE(QByteArray::fromStdString(python_repr(node)), QByteArray(QTest::currentDataTag()));
    QCOMPARE(QByteArray(python_type(node).data(), static_cast<qsizetype>(python_type(node).size())), type);
    QCOMPARE(truthy(node), truth);
  }

  void quotients_are_rounded_down_data() {
    QTest::addColumn<double>("a");
    QTest::addColumn<double>("b");
    QTest::addColumn<bool>("is_real");
    QTest::addColumn<double>("quotient");
    QTest::newRow("7 // 2") << 7.0 << 2.0 << false << 3.0;
    QTest::newRow("-7 // 2") << -7.0 << 2.0 << false << -4.0;
    QTest::newRow("7 // -2") << 7.0 << -2.0 << false << -4.0;
    QTest::newRow("-7 // -2") << -7.0 << -2.0 << false << 3.0;
    QTest::newRow("6 // -3") << 6.0 << -3.0 << false << -2.0;
    QTest::newRow("-6 // 3") << -6.0 << 3.0 << false << -2.0;
    QTest::newRow("0 // -3") << 0.0 << -3.0 << false << 0.0;
    QTest::newRow("5 // -1") << 5.0 << -1.0 << false << -5.0;
    QTest::newRow("8 // 0.02") << 8.0 << 0.02 << true << 399.0;
    QTest::newRow("0.3 // 0.1") << 0.3 << 0.1 << true << 2.0;
    QTest::newRow("-7.5 // 2") << -7.5 << 2.0 << true << -4.0;
    QTest::newRow("7.5 // -2.0") << 7.5 << -2.0 << true << -4.0;
    QTest::newRow("7.5 // 2.5") << 7.5 << 2.5 << true << 3.0;
    QTest::newRow("-7.5 // -2.0") << -7.5 << -2.0 << true << 3.0;
  }
  void quotients_are_rounded_down() {
    QFETCH(double, a);
    QFETCH(double, b);
    QFETCH(bool, is_real);
    QFETCH(double, quotient);
    const auto number = [&](double value) {
      return is_real ? number_of(value) : number_of(static_cast<std::int64_t>(value));
    };
    const ConfigNumber found = floor_quotient(number(a), number(b));
    QCOMPARE(found.value(), quotient);
    QCOMPARE(found.is_real, is_real);
  }

  void products_are_whole_while_they_fit() {
    const auto n = [](std::int64_t value) { return number_of(value); };
    QCOMPARE(python_text(product(n(4), n(8))), "32");
    QCOMPARE(python_text(product(n(4), number_of(0.5))), "2.0");
    QCOMPARE(python_text(product(number_of(0.5), n(4))), "2.0");
    const ConfigNumber large = product(n(std::int64_t{1} << 40), n(std::int64_t{1} << 30));
    QVERIFY(large.is_real);
    QCOMPARE(large.value(), std::pow(2.0, 70));
    QCOMPARE(floor_quotient(n(std::numeric_limits<std::int64_t>::min()), n(-1)).value(), std::pow(2.0, 63));
  }

  void numbers_of_python_are_bools_ints_and_floats() {
    QCOMPARE(python_number(flag(true))->integer, std::int64_t{1});
    QCOMPARE(python_number(whole(7))->is_real, false);
    QCOMPARE(python_number(real(7))->is_real, true);
    TextNode huge = whole(0);
    huge.huge = true;
    huge.number = 1e30;
    QCOMPARE(python_number(huge)->value(), 1e30);
    QVERIFY(!python_number(word("7")));
    QVERIFY(!python_number(node_of(NodeKind::null)));
  }

  void words_of_python_are_found_as_values() {
    QCOMPARE(json_word_of("True, "), "true");
    QCOMPARE(json_word_of("False}"), "false");
    QCOMPARE(json_word_of("None"), "null");
    QCOMPARE(json_word_of("Trueish"), "");
    QCOMPARE(json_word_of("true"), "");
    QVERIFY(has_python_words("{\"a\": 1, \"b\": True}"));
    QVERIFY(has_python_words("{\"a\":None\n}"));
    QVERIFY(!has_python_words("{\"a\": true, \"b\": \"x True\"}"));
    QVERIFY(!has_python_words("a:"));
  }

  /// json.dumps writes NaN and Infinity (allow_nan). Places stay, and texts stay.
  void constants_of_python_become_nought() {
    QCOMPARE(without_python_constants("{\"a\": NaN, \"b\": -Infinity, \"c\": [Infinity, 1]}"),
             "{\"a\": 0  , \"b\": 0        , \"c\": [0       , 1]}");
    QCOMPARE(without_python_constants("{\"NaN\": \"a \\\" NaN \\\\\", \"b\": NaN}"),
             "{\"NaN\": \"a \\\" NaN \\\\\", \"b\": 0  }");
    QCOMPARE(without_python_constants("[]"), "[]");
  }

  /// The regular expression of Python's json scanner: (-?(?:0|[1-9][0-9]*))(\\.[0-9]+)?([eE][-+]?[0-9]+)?
  void a_number_ends_where_python_ends_it_data() {
    QTest::addColumn<int>("digits");
    QTest::addColumn<bool>("is_integer");
    QTest::newRow("0") << 1 << true;
    QTest::newRow("10") << 2 << true;
    QTest::newRow("-7") << 2 << true;
    QTest::newRow("01") << 1 << true;
    QTest::newRow("-01") << 2 << true;
    QTest::newRow("1.") << 1 << true;
    QTest::newRow("1.x") << 1 << true;
    QTest::newRow("1.5") << 3 << false;
    QTest::newRow("1.50x") << 4 << false;
    QTest::newRow("1e5") << 3 << false;
    QTest::newRow("1E+5") << 4 << false;
    QTest::newRow("1.5e-12") << 7 << false;
    QTest::newRow("1e") << 1 << true;
    QTest::newRow("1e+") << 1 << true;
    QTest::newRow("1.5e-x") << 3 << false;
    QTest::newRow("-") << 0 << true;
    QTest::newRow("") << 0 << true;
    QTest::newRow(".5") << 0 << true;
    QTest::newRow("+1") << 0 << true;
  }
  void a_number_ends_where_python_ends_it() {
    const std::string text = QTest::currentDataTag();
    const text_io::NumberMatch match = text_io::match_number(text + " \t,", 0);
    QTEST(static_cast<int>(match.digits), "digits");
    QTEST(match.is_integer, "is_integer");
    if (match.digits == text.size() && match.digits > 0) QCOMPARE(match.length, text.size() + 2);
    QCOMPARE(text_io::match_number("9" + text, 1).digits, match.digits);
  }

  void single_values_are_json_and_back() {
    QCOMPARE(json_bool(true) + json_bool(false), "truefalse");
    QCOMPARE(json_string("a\"b"), "\"a\\\"b\"");
    QCOMPARE(json_number(0.5), "0.5");
    QCOMPARE(json_number(std::int64_t{-7}), "-7");
    QVERIFY(same_value("1", "1.0") && same_value("[1, 2]", "[1,2]") && !same_value("1", "2"));
    compare(number_in("5e8"), 5e8);
    compare(number_in("\"5\""), none);
    compare(number_in("true"), none);
    QCOMPARE(string_in("\"a\""), std::optional<std::string>("a"));
    QVERIFY(!string_in("5"));
    QCOMPARE(as_integer("5e8"), "500000000");
    QCOMPARE(as_integer("500000000.0"), "500000000");
    QCOMPARE(as_integer("-2.0"), "-2");
    QCOMPARE(as_integer("2.5"), "2.5");
    QCOMPARE(as_integer("7"), "7");
    QCOMPARE(as_integer("\"5e8\""), "\"5e8\"");
    QCOMPARE(as_integer("9007199254740992.0"), "9007199254740992");  // 2^53
    QCOMPARE(as_integer("9007199254740994.0"), "9007199254740994.0");
    QCOMPARE(as_integer("1e300"), "1e300");
  }
};

ZP_TEST(PythonTest)
#include "python_test.moc"
