// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <fcntl.h>
#include <sys/stat.h>

#include <QDirIterator>
#include <QTimer>

#include "tests/support/test_main.h"
#include "tests/ui/window/window_case.h"
#include "ui/window/message_bar.h"

using namespace zp;
using namespace Qt::Literals::StringLiterals;

namespace {

/// Answers every question with Esc while it exists.
class Refuser : public QTimer {
 public:
  Refuser() {
    connect(this, &QTimer::timeout, this, [] {
      if (auto* dialog = qobject_cast<QDialog*>(QApplication::activeModalWidget())) dialog->reject();
    });
    start(5);
  }
};

/// Returns files that were found by fuzzers, of every kind that the window opens, and texts made to hurt.
QStringList hostileFiles(test::WindowFixture& ui) {
  QStringList files;
  QDirIterator corpus(QStringLiteral(ZP_SOURCE_DIR "/tests/fuzz/corpus"), QDir::Files,
                      QDirIterator::Subdirectories);
  while (corpus.hasNext())
    files << corpus.next();
  for (const QByteArray& part : {QByteArray("["), QByteArray("{\"a\":"), QByteArray("- "), QByteArray("&a "),
                                 QByteArray("'"), QByteArray("k: 1\n"), QByteArray("\0", 1),
                                 QByteArray("\xff\xfe"), QByteArray("#!/bin/sh\n"), QByteArray("$(")})
    for (const char* ending : {".json", ".sh"})
      files << ui.write(QString::number(files.size()) + QLatin1String(ending), part.repeated(40'000));
  return files;
}

}  // namespace

/// Tests of the window with files that nobody wrote for it, and with drives that do not answer.
class HostileFilesTest : public test::WindowCase {
  Q_OBJECT

 private slots:
  void many_hostile_files_one_after_the_other_leave_a_window_that_works() {
    const Refuser refuser;
    const QStringList files = hostileFiles(*ui_);
    QVERIFY(files.size() >= 50);
    for (const QString& file : files) {
      ui_->window->openFile(file);
      QApplication::processEvents();
    }
    ui_->trigger(u"file.new"_s);
    QVERIFY(ui_->model().results().has_numbers && !ui_->model().results().stale);
    ui_->trigger(u"plan.stage3"_s);
    QCOMPARE(ui_->model().plan().zero.stage, 3);
  }

  void a_file_that_does_not_answer_is_told_and_the_plan_stays() {
    const PlanDocument before = ui_->model().document();
    const QString pipe = ui_->path(u"pipe.zplan.json"_s);
    QCOMPARE(mkfifo(QFile::encodeName(pipe).constData(), S_IRUSR | S_IWUSR), 0);
    QVERIFY(!ui_->window->openFile(pipe));
    const QString said = ui_->find<MessageBar>(u"messageBar"_s)->sentence();
    QVERIFY2(said.contains(u"pipe.zplan.json does not answer"), qPrintable(said));
    QVERIFY(ui_->model().document() == before);
    QVERIFY(ui_->settings.recentFiles().isEmpty());
    ::close(::open(QFile::encodeName(pipe).constData(), O_WRONLY | O_NONBLOCK));  // ends the reader
  }

  void a_text_that_is_no_name_of_a_file_is_told() {
    QVERIFY(!ui_->window->openUrl(QString(5000, u'x') + u"\nZeRO-3 · bf16"_s));
    QVERIFY(!ui_->find<MessageBar>(u"messageBar"_s)->sentence().isEmpty());
  }

  void a_folder_without_a_job_is_told() {
    QVERIFY(QDir().mkpath(ui_->path(u"empty"_s)));
    QVERIFY(!ui_->window->openFile(ui_->path(u"empty"_s)));
    QVERIFY(!ui_->find<MessageBar>(u"messageBar"_s)->sentence().isEmpty());
  }
};

ZP_TEST(HostileFilesTest)
#include "hostile_files_test.moc"
