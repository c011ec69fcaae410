// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/text/json_error.h"

#include <QtTest>

#include "core/text/ordered_json.h"
#include "tests/support/test_main.h"

using namespace zp;

/// Tests that broken JSON is told with its place and the mistake that is most likely meant.
class JsonErrorTest : public QObject {
  Q_OBJECT

 private slots:
  void broken_json_is_told_with_its_place_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<int>("line");
    QTest::addColumn<int>("column");
    QTest::addColumn<QByteArray>("found");   // what stands there
    QTest::addColumn<QByteArray>("advice");  // a few words of it
    const auto row = [](const char* name, const char* text, int line, int column, const char* found,
                        const char* advice) {
      QTest::newRow(name) << QByteArray(text) << line << column << QByteArray(found) << QByteArray(advice);
    };
    row("comma before a brace", "{\"a\": 1,\n }", 2, 2, "}", "remove the comma");
    row("comma before a bracket", "[1, 2, ]", 1, 8, "]", "remove the comma");
    row("a brace for a bracket", "[1 }", 1, 4, "}", "a comma or a closing bracket");
    row("no comma", "{\"a\": 1\n \"b\": 2}", 2, 2, "\"b\"", "a comma or a closing brace");
    row("no comma in a list", "[1 2]", 1, 4, "2", "missing comma");
    row("no colon", "{\"a\" 1}", 1, 6, "1", "a colon");
    row("comment", "{\"a\": 1 // one\n}", 1, 9, "/", "no comments");
    row("comment of Python", "{\"a\": # one\n1}", 1, 7, "#", "no comments");
    row("a file of a training program", "# Qwen\nbase_model: Qwen/Qwen2.5-7B\n", 1, 1, "#",
        "looks like YAML");
    row("a YAML file", "stage: sft\n", 1, 1, "stage", "zero-planner import");
    row("single quotes", "{'a': 1}", 1, 2, "'", "straight double quotes");
    row("typographic quotes", "{\u201Ca\u201D: 1}", 1, 2, "\u201C", "straight double quotes");
    row("key without quotes", "{a: 1}", 1, 2, "a", "a key in double quotes");
    row("word of Python", "{\"a\": True}", 1, 7, "True", "write a number, true, false");
    row("number with a letter", "[1.x]", 1, 2, "1.x", "plain number");
    row("number too large", "[1e999]", 1, 2, "1e999", "smaller number");
    row("line break in a text", "[\"a\nb\"]", 1, 4, "a control character", "line breaks and tabs");
    row("backslash", "[\"a\\d\"]", 1, 5, "d", "write a backslash as");
    row("two values", "{\"a\": 1}}", 1, 9, "}", "remove what follows");
    row("two objects", "{} {}", 1, 4, "{", "the end of the text");
    row("no end", "{\"a\": [1, 2\n  ", 1, 12, "", "ends too early");
    row("no end of a text", "{\"a", 1, 4, "", "ends too early");
    row("no UTF-8", "[\"a\xFF\"]", 1, 4, "", "not UTF-8");
  }
  void broken_json_is_told_with_its_place() {
    QFETCH(QByteArray, text);
    QFETCH(int, line);
    QFETCH(int, column);
    QFETCH(QByteArray, found);
    QFETCH(QByteArray, advice);
    try {
      text_io::parse_json(text.toStdString());
      QFAIL("it was read");
    } catch (const FileError& error) {
      const QByteArray said(error.what());
      const QByteArray place = "Line " + QByteArray::number(line) + ", column " + QByteArray::number(column);
      QVERIFY2(said.startsWith(place + ": "), said);
      QVERIFY2(found.isEmpty() || said.contains("found " + found + ' ') ||
                   said.contains("found \xE2\x80\x9C" + found + "\xE2\x80\x9D "),
               said);
      QVERIFY2(said.contains(advice), said);
      QCOMPARE(error.line(), line);
      QCOMPARE(error.column(), column);
    }
  }
};

ZP_TEST(JsonErrorTest)
#include "json_error_test.moc"
