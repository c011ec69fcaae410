// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/text/long_text.h"

#include <rapidcheck.h>

#include <QTemporaryDir>
#include <QtTest>
#include <algorithm>
#include <string>

#include "core/text/text_file.h"
#include "tests/support/test_main.h"

using namespace zp;

namespace {

/// Returns "1\n2\n3\n…" to the line of this number.
std::string numbered_lines(int count) {
  std::string text;
  for (int line = 1; line <= count; ++line)
    text += std::to_string(line) + '\n';
  return text;
}

/// Returns the line of this number, counted from 1.
std::string line_of(const std::string& text, std::int64_t number) {
  std::size_t start = 0;
  for (std::int64_t line = 1; line < number; ++line)
    start = text.find('\n', start) + 1;
  return text.substr(start, text.find('\n', start) - start);
}

}  // namespace

/// Tests of reading the start and the end of a text.
class LongTextTest : public QObject {
  Q_OBJECT

 private slots:
  void a_text_within_the_limit_is_whole() {
    const std::string text = numbered_lines(20);
    for (const std::size_t most : {text.size(), text.size() + 1, 10 * text.size()}) {
      const LongText whole = shortened(text, most + most % 2);
      QCOMPARE(whole.text, text);
      QVERIFY(whole.left_out.is_empty());
    }
    QCOMPARE(shortened("", 10).text, std::string());
  }

  void start_and_end_stay_and_keep_their_lines() {
    const LongText cut = shortened(numbered_lines(1000), 100);
    QCOMPARE(line_of(cut.text, 1), std::string("1"));
    QCOMPARE(line_of(cut.text, 1000), std::string("1000"));
    QCOMPARE(line_of(cut.text, cut.left_out.first - 1), std::to_string(cut.left_out.first - 1));
    QCOMPARE(line_of(cut.text, cut.left_out.first), std::string());
    QCOMPARE(line_of(cut.text, cut.left_out.last), std::string());
    QCOMPARE(line_of(cut.text, cut.left_out.last + 1), std::to_string(cut.left_out.last + 1));
  }

  void lines_that_carriage_returns_end_are_cut_at_them() {
    std::string text;
    for (int step = 0; step < 1000; ++step)
      text += std::to_string(step) + '\r';
    const LongText cut = shortened(text, 40);
    QCOMPARE(cut.text, std::string("0\r1\r2\r3\r4\r5\r6\r7\r8\r9\r996\r997\r998\r999\r"));
    QVERIFY(cut.left_out == (LineRange{1, 1}));
  }

  void pieces_of_any_size_give_the_same() {
    QVERIFY(rc::check([] {
      const std::string text = numbered_lines(*rc::gen::inRange(0, 400));
      const std::size_t most = 2 * *rc::gen::inRange<std::size_t>(1, 200);
      const LongText at_once = shortened(text, most);
      LongTextReader reader(most);
      for (std::size_t at = 0; at < text.size();) {
        const std::size_t size = *rc::gen::inRange<std::size_t>(1, 300);
        reader.add(std::string_view(text).substr(at, size));
        at += size;
      }
      const LongText piecewise = reader.take();
      RC_ASSERT(piecewise.text == at_once.text);
      RC_ASSERT(piecewise.left_out == at_once.left_out);
      RC_ASSERT(std::ranges::count(at_once.text, '\n') == std::ranges::count(text, '\n'));
    }));
  }

  void a_file_of_too_many_lines_between_is_refused() {
    const QTemporaryDir folder;
    const std::string path = folder.filePath("lines.log").toStdString();
    write_text_file(path, std::string(4000, '\n'));
    QVERIFY_THROWS_EXCEPTION(FileError, read_long_text_file(path, 1000));
    write_text_file(path, numbered_lines(300));
    QVERIFY(!read_long_text_file(path, 400).left_out.is_empty());
  }
};

ZP_TEST(LongTextTest)
#include "long_text_test.moc"
