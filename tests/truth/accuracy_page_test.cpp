// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/truth/published/accuracy_page.h"

#include <QtTest>
#include <algorithm>

#include "core/text/text_file.h"
#include "tests/support/test_main.h"
#include "tests/truth/published/blind_tables.h"
#include "tests/truth/published/table_parts.h"

using namespace zp;

namespace {

constexpr int most_readme_lines = 120;

const std::string& readme() {
  static const std::string text = read_text_file(ZP_SOURCE_DIR "/README.md");
  return text;
}

}  // namespace

/// Tests that README and docs/accuracy.md have the figures that Help ▸ How right is this shows.
class AccuracyPageTest : public QObject {
  Q_OBJECT

 private slots:
  void the_readme_has_the_figures_of_now() {
    QCOMPARE(QString::fromStdString(test::accuracy_in(readme())),
             QString::fromStdString(test::readme_table(accuracy())));
  }

  void the_page_has_the_figures_of_now() {
    QCOMPARE(QString::fromStdString(test::accuracy_in(read_text_file(ZP_SOURCE_DIR "/docs/accuracy.md"))),
             QString::fromStdString(test::accuracy_page(accuracy())));
  }

  void the_page_has_every_table() {
    const std::string page = test::accuracy_page(accuracy());
    for (const AccuracyTable& table : accuracy().tables)
      QVERIFY2(page.find("(`" + table.id + "`)") != std::string::npos, table.id.c_str());
    QVERIFY(page.find("## What a stranger gets") < page.find("## Where settings were looked up"));
  }

  /// If this fails, ledger or clock have changed: build the target `accuracy` and look at the changes.
  void the_blind_tables_in_resources_are_those_of_now() {
    QVERIFY2(test::is_in_resources(test::blind_accuracy(), "blind.json"),
             "resources/accuracy/blind.json is out of date");
  }

  /// The parts of a table are counted from its rows, and no row is in both divisions.
  void parts_are_those_of_the_rows() {
    for (const AccuracyTable& table : accuracy().tables) {
      if (table.parts.empty()) continue;
      QCOMPARE(table.parts.front().count, table.count);
      const auto part = [&](std::string_view name) {
        const auto found = std::ranges::find(table.parts, name, &AccuracyPart::name);
        return found == table.parts.end() ? 0 : found->count;
      };
      const int held_out = static_cast<int>(std::ranges::count_if(table.rows, &AccuracyRow::held_out));
      QCOMPARE(part("held-out sources"), held_out);
      if (held_out > 0) QCOMPARE(part("open sources"), table.count - held_out);
    }
  }

  void the_readme_takes_a_minute() { QVERIFY(std::ranges::count(readme(), '\n') <= most_readme_lines); }

  void what_is_written_is_found_again() {
    const std::string changed = test::with_accuracy(readme(), "| another | table |\n");
    QCOMPARE(test::accuracy_in(changed), std::string("| another | table |\n"));
    QVERIFY(changed.find("## How right is it") != std::string::npos);
    QVERIFY_THROWS_EXCEPTION(std::runtime_error, test::accuracy_in("no marks"));
  }
};

ZP_TEST(AccuracyPageTest)
#include "accuracy_page_test.moc"
