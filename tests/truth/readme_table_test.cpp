// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/truth/published/readme_table.h"

#include <QtTest>

#include "core/text/text_file.h"
#include "tests/support/test_main.h"

using namespace zp;

/// Tests that the README has the figures that Help ▸ How right is this shows.
class ReadmeTableTest : public QObject {
  Q_OBJECT

 private slots:
  void the_readme_has_the_figures_of_now() {
    const std::string readme = read_text_file(ZP_SOURCE_DIR "/README.md");
    QCOMPARE(QString::fromStdString(test::table_in(readme)),
             QString::fromStdString(test::readme_table(accuracy())));
  }

  void what_is_written_is_found_again() {
    const std::string readme =
        test::with_table(read_text_file(ZP_SOURCE_DIR "/README.md"), "| another | table |\n");
    QCOMPARE(test::table_in(readme), std::string("| another | table |\n"));
    QVERIFY(readme.find("## How right is it") != std::string::npos);
    QVERIFY_THROWS_EXCEPTION(std::runtime_error, test::table_in("no marks"));
  }
};

ZP_TEST(ReadmeTableTest)
#include "readme_table_test.moc"
