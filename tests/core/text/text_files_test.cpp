// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/text/text_files.h"

#include <unistd.h>

#include <QDir>
#include <QFileInfo>
#include <QTemporaryDir>
#include <QtTest>

#include "core/text/file_error.h"
#include "core/text/text_file.h"
#include "tests/support/test_main.h"

using namespace zp;

/// Tests of folders that are written whole.
class TextFilesTest : public QObject {
  Q_OBJECT

 private slots:
  void a_new_folder_has_all_files() {
    const QTemporaryDir dir;
    const std::string folder = dir.filePath("a/b").toStdString();
    const WrittenFiles written = write_text_files(folder, {{"x.json", "{}"}, {"run.sh", "run\n", true}});
    QCOMPARE(written.paths, (std::vector<std::string>{folder + "/x.json", folder + "/run.sh"}));
    QVERIFY(written.replaced.empty());
    QCOMPARE(read_text_file(folder + "/x.json"), "{}");
    QVERIFY(QFileInfo(dir.filePath("a/b/run.sh")).isExecutable());
    QVERIFY(!QFileInfo(dir.filePath("a/b/x.json")).isExecutable());
    QCOMPARE(QDir(dir.path()).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot),
             QStringList{"a"});
  }

  void files_of_a_folder_that_is_there_are_replaced() {
    const QTemporaryDir dir;
    const std::string folder = dir.path().toStdString();
    write_text_files(folder, {{"x", "1"}, {"y", "2"}});
    const WrittenFiles written = write_text_files(folder, {{"x", "3"}, {"z", "4", true}});
    QCOMPARE(written.replaced, (std::vector<std::string>{folder + "/x"}));
    QCOMPARE(read_text_file(folder + "/x") + read_text_file(folder + "/y") + read_text_file(folder + "/z"),
             "324");
    QVERIFY(QFileInfo(dir.filePath("z")).isExecutable());
    QCOMPARE(QDir(dir.path()).entryList(QDir::Files | QDir::Hidden), (QStringList{"x", "y", "z"}));
  }

  void what_cannot_be_a_folder_is_refused_and_stays() {
    const QTemporaryDir dir;
    const std::string file = dir.filePath("file").toStdString();
    write_text_file(file, "old");
    QVERIFY_THROWS_EXCEPTION(FileError, write_text_files(file, {{"x", "1"}}));
    QVERIFY_THROWS_EXCEPTION(FileError, write_text_files(file + "/below", {{"x", "1"}}));
    QVERIFY_THROWS_EXCEPTION(FileError, write_text_files("", {{"x", "1"}}));
    QCOMPARE(read_text_file(file), "old");
    QVERIFY(QDir(dir.path()).mkdir("x"));
    QVERIFY_THROWS_EXCEPTION(FileError, write_text_files(dir.path().toStdString(), {{"y", "1"}, {"x", "2"}}));
    QVERIFY(!QFileInfo::exists(dir.filePath("y")));
  }

  /// The folder that a killed call made beside the place of a new one has its number in its name. No process
  /// has a number of ten digits (PID_MAX_LIMIT of the kernel is 2^22).
  void only_what_a_killed_call_left_is_removed() {
    const QTemporaryDir dir;
    const QDir root(dir.path());
    const QString left = ".zero-planner-2000000000", of_this = ".zero-planner-" + QString::number(::getpid());
    const QStringList others = {".zero-planner-2000000000x", ".zero-planner-", ".zero-planner-0",
                                ".zero-planner--5", "zero-planner-2000000000"};
    for (const QString& name : QStringList{left} + others) {
      QVERIFY(root.mkdir(name));
      write_text_file(root.filePath(name + "/part").toStdString(), "1");
    }
    write_text_files(root.filePath("new").toStdString(), {{"x", "1"}});
    QVERIFY(!root.exists(left));
    QVERIFY(!root.exists(of_this));
    for (const QString& name : others)
      QVERIFY2(root.exists(name + "/part"), qPrintable(name));
    QVERIFY(root.mkdir(left));
    QVERIFY(QFile::link("/etc", root.filePath(left + "/link")));  // no call makes links
    write_text_files(root.filePath("new").toStdString(), {{"x", "2"}});
    QVERIFY(root.exists(left));
  }
};

ZP_TEST(TextFilesTest)
#include "text_files_test.moc"
