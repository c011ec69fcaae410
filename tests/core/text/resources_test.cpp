// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <QDirIterator>
#include <QtTest>

#include "core/text/ordered_json.h"
#include "tests/support/test_main.h"

class ResourcesTest : public QObject {
  Q_OBJECT

 private slots:
  /// The program parses its own files when it runs, so that the build does not find a broken one.
  void every_shipped_json_file_is_strict_json() {
    int files = 0;
    for (QDirIterator it(ZP_SOURCE_DIR "/resources", {"*.json"}, QDir::Files, QDirIterator::Subdirectories);
         it.hasNext(); ++files) {
      QFile file(it.next());
      QVERIFY(file.open(QIODevice::ReadOnly));
      try {
        zp::text_io::parse_json(file.readAll().toStdString());
      } catch (const zp::FileError& error) {
        QFAIL(qPrintable(file.fileName() + ": " + error.what()));
      }
    }
    QVERIFY(files > 10);
  }
};

ZP_TEST(ResourcesTest)
#include "resources_test.moc"
