// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/report/line_diff.h"

#include <QProcess>
#include <QTemporaryDir>
#include <QtTest>

#include "tests/support/test_main.h"

using namespace zp;

namespace {

/// The two texts of the manual of GNU diffutils, section "An Example of Unified Format".
constexpr const char* lao =
    "The Way that can be told of is not the eternal Way;\n"
    "The name that can be named is not the eternal name.\n"
    "The Nameless is the origin of Heaven and Earth;\n"
    "The Named is the mother of all things.\n"
    "Therefore let there always be non-being,\n"
    "  so we may see their subtlety,\n"
    "And let there always be being,\n"
    "  so we may see their outcome.\n"
    "The two are the same,\n"
    "But after they are produced,\n"
    "  they have different names.\n";
constexpr const char* tzu =
    "The Nameless is the origin of Heaven and Earth;\n"
    "The named is the mother of all things.\n"
    "\n"
    "Therefore let there always be non-being,\n"
    "  so we may see their subtlety,\n"
    "And let there always be being,\n"
    "  so we may see their outcome.\n"
    "The two are the same,\n"
    "But after they are produced,\n"
    "  they have different names.\n"
    "They both may be called deep and profound.\n"
    "Deeper and more profound,\n"
    "The door of all subtleties!\n";

/// Returns the numbered lines 1 to 40, those of `changed` with other words.
QByteArray lines_with(const QList<int>& changed) {
  QByteArray text;
  for (int i = 1; i <= 40; ++i)
    text += "line " + QByteArray::number(i) + (changed.contains(i) ? " changed\n" : "\n");
  return text;
}

/// Returns what the program diff prints; "" if it does not run.
QByteArray diff_u(const QByteArray& before, const QByteArray& after) {
  const QTemporaryDir folder;
  const QStringList names = {folder.filePath(QStringLiteral("a")), folder.filePath(QStringLiteral("b"))};
  for (int i = 0; i < 2; ++i) {
    QFile file(names[i]);
    if (!file.open(QIODevice::WriteOnly)) return {};
    file.write(i == 0 ? before : after);
  }
  QProcess diff;
  diff.start(
      QStringLiteral("diff"),
      QStringList{QStringLiteral("-u"), QStringLiteral("--label=f"), QStringLiteral("--label=f")} + names);
  return diff.waitForFinished() ? diff.readAllStandardOutput() : QByteArray();
}

QByteArray ours(const QByteArray& before, const QByteArray& after) {
  return QByteArray::fromStdString(line_diff(before.toStdString(), after.toStdString(), "f"));
}

}  // namespace

/// Tests of the lines that differ, beside those of the program diff.
class LineDiffTest : public QObject {
  Q_OBJECT

 private slots:
  void the_example_of_the_manual_of_diffutils_is_the_same() {
    QCOMPARE(ours(lao, tzu), QByteArray("--- f\n+++ f\n"
                                        "@@ -1,7 +1,6 @@\n"
                                        "-The Way that can be told of is not the eternal Way;\n"
                                        "-The name that can be named is not the eternal name.\n"
                                        " The Nameless is the origin of Heaven and Earth;\n"
                                        "-The Named is the mother of all things.\n"
                                        "+The named is the mother of all things.\n"
                                        "+\n"
                                        " Therefore let there always be non-being,\n"
                                        "   so we may see their subtlety,\n"
                                        " And let there always be being,\n"
                                        "@@ -9,3 +8,6 @@\n"
                                        " The two are the same,\n"
                                        " But after they are produced,\n"
                                        "   they have different names.\n"
                                        "+They both may be called deep and profound.\n"
                                        "+Deeper and more profound,\n"
                                        "+The door of all subtleties!\n"));
  }

  void changes_are_put_together_as_diff_does_data() {
    QTest::addColumn<QList<int>>("changed");
    for (const int apart : {1, 2, 4, 5, 6, 7, 8, 9, 12})
      QTest::addRow("two changes, %d lines apart", apart) << QList<int>{10, 10 + apart};
    QTest::newRow("the first line") << QList<int>{1};
    QTest::newRow("the last line") << QList<int>{40};
    QTest::newRow("both ends") << QList<int>{1, 40};
    QTest::newRow("near both ends") << QList<int>{3, 5, 37, 38};
    QTest::newRow("many") << QList<int>{2, 9, 16, 17, 25, 33, 40};
    QTest::newRow("nothing") << QList<int>{};
  }
  void changes_are_put_together_as_diff_does() {
    QFETCH(QList<int>, changed);
    const QByteArray before = lines_with({}), after = lines_with(changed);
    const QByteArray theirs = diff_u(before, after);
    QCOMPARE(theirs.isEmpty(), changed.isEmpty());
    QCOMPARE(ours(before, after), theirs);
  }

  void an_empty_text_has_no_lines() {
    QCOMPARE(ours("", "a\nb\n"), QByteArray("--- f\n+++ f\n@@ -0,0 +1,2 @@\n+a\n+b\n"));
    QCOMPARE(ours("a\nb\n", ""), QByteArray("--- f\n+++ f\n@@ -1,2 +0,0 @@\n-a\n-b\n"));
    QCOMPARE(diff_u("", "a\nb\n"), ours("", "a\nb\n"));
  }
};

ZP_TEST(LineDiffTest)
#include "line_diff_test.moc"
