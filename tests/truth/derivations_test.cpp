// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <QDirIterator>
#include <QFileInfo>
#include <QRegularExpression>
#include <QtTest>

#include "core/accuracy/accuracy.h"
#include "core/memory/ledger.h"
#include "core/speed/step_time.h"
#include "core/text/text_file.h"
#include "tests/support/test_main.h"

using namespace zp;

namespace derivations {

QString text_of(const QString& file) {
  return QString::fromStdString(read_text_file((ZP_SOURCE_DIR "/" + file).toStdString()));
}

/// Returns the document that derives the entries of an accuracy table's group, "memory" or "speed".
QString document(const QString& group) { return "docs/" + group + ".md"; }

/// Returns the words that stand between backticks.
QStringList quoted(const QString& text) {
  static const QRegularExpression word("`([^`]+)`");
  QStringList words;
  for (const QRegularExpressionMatch& match : word.globalMatch(text))
    words += match.captured(1);
  return words;
}

/// Returns the quoted words in the first cells of the tables whose first column is called `title`.
QStringList first_cells(const QString& text, const QString& title) {
  QStringList words;
  bool is_inside = false;
  for (const QString& line : text.split('\n')) {
    if (!line.startsWith('|')) {
      is_inside = false;
      continue;
    }
    const QString cell = line.section('|', 1, 1);
    if (cell.trimmed() == title)
      is_inside = true;
    else if (is_inside)
      words += quoted(cell);
  }
  return words;
}

/// Names the words of `wanted` that are not among `found`, and the words of `found` that are unknown or stand
/// twice. Returns "" if each wanted word stands once and no other word does.
QString difference(QStringList found, const QStringList& wanted) {
  QStringList missing;
  for (const QString& word : wanted)
    if (!found.removeOne(word)) missing += word;
  if (missing.isEmpty() && found.isEmpty()) return "";
  return "Missing: " + missing.join(", ") + "; unknown or twice: " + found.join(", ");
}

/// Returns the words of the paragraphs that begin with "**Tests.**", up to the next bold word.
QStringList named_tests(const QString& text) {
  static const QRegularExpression tests(R"(\*\*Tests\.\*\*(.*?)(\*\*|\n\n))",
                                        QRegularExpression::DotMatchesEverythingOption);
  QStringList words;
  for (const QRegularExpressionMatch& match : tests.globalMatch(text))
    words += quoted(match.captured(1));
  return words;
}

/// Returns the names that a "Tests." paragraph may use: programs as ctest prints them, their cases, and
/// accuracy tables.
QSet<QString> known_tests() {
  static const QRegularExpression test_case(R"(\n  void (\w+)\(\))");
  QSet<QString> known;
  for (const char* folder : {"core/memory", "core/speed", "truth"}) {
    QDirIterator files(QString(ZP_SOURCE_DIR "/tests/") + folder, {"*_test.cpp"}, QDir::Files);
    while (files.hasNext()) {
      const QFileInfo file(files.next());
      known << QString(folder).section('/', -1) + "_" + file.completeBaseName().chopped(5);  // "_test"
      const QString text = QString::fromStdString(read_text_file(file.filePath().toStdString()));
      for (const QRegularExpressionMatch& match : test_case.globalMatch(text))
        known << match.captured(1);
    }
  }
  for (const AccuracyTable& table : accuracy().tables)
    known << QString::fromStdString(table.id);
  return known;
}

}  // namespace derivations

/// Tests that docs/memory.md and docs/speed.md say where every entry comes from.
class DerivationsTest : public QObject {
  Q_OBJECT

 private slots:
  void every_memory_entry_is_derived_once() {
    QStringList ids;
    for (const EntryRow& row : entry_rows)
      ids += QString::fromUtf8(row.name.data(), static_cast<qsizetype>(row.name.size()));
    const QString text = derivations::text_of("docs/memory.md");
    QCOMPARE(derivations::difference(derivations::first_cells(text, "entry"), ids), QString(""));
  }

  void every_time_entry_is_derived_once() {
    QStringList ids;
    for (std::size_t i = 0; i < time_id_count; ++i) {
      const std::string_view name = name_of(static_cast<TimeId>(i));
      ids += QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size()));
    }
    const QString text = derivations::text_of("docs/speed.md");
    QCOMPARE(derivations::difference(derivations::first_cells(text, "entry"), ids), QString(""));
  }

  void tests_that_are_named_exist() {
    const QSet<QString> known = derivations::known_tests();
    for (const char* group : {"memory", "speed"}) {
      const QStringList named = derivations::named_tests(derivations::text_of(derivations::document(group)));
      QVERIFY(!named.isEmpty());
      for (const QString& name : named) {
        const bool is_file = name.contains('/') && QFileInfo::exists(ZP_SOURCE_DIR "/" + name);
        const bool is_family = name.endsWith("…");  // a family such as `regime_…`
        QVERIFY2(known.contains(name) || is_file || is_family,
                 qPrintable(derivations::document(group) + " names " + name + ", which is no test"));
      }
    }
  }
};

ZP_TEST(DerivationsTest)
#include "derivations_test.moc"
