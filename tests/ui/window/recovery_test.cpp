// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/recovery.h"

#include <sys/resource.h>

#include <QDir>
#include <QFile>
#include <QMessageBox>
#include <QTimer>
#include <csignal>

#include "core/plan_file/plan_file.h"
#include "tests/support/test_main.h"
#include "tests/ui/window/window_fixture.h"
#include "ui/model/dialogs.h"
#include "ui/window/end_signals.h"

using namespace zp;
using namespace Qt::Literals::StringLiterals;

namespace {

/// A window with its recovery, in a folder that it shares with others. If it is destroyed without forget(),
/// that counts as a crash: a lock of a process that is gone does not count.
struct Running {
  explicit Running(test::Desk& desk) : window(desk.settings), recovery(window, desk.settings.stateFolder()) {
    QObject::connect(&recovery, &Recovery::failed, &window, [this](const QString& told) { failed << told; });
  }
  MainWindow window;
  Recovery recovery;  // NOLINT: deleted before the window that is its parent
  QStringList failed;
};

}  // namespace

/// Tests that unsaved work outlives a window that ends without closing.
class RecoveryTest : public QObject {
  Q_OBJECT

 private slots:
  void init() {
    desk_ = std::make_unique<test::Desk>();
    desk_->settings.dismissHint();
  }
  void cleanup() { desk_.reset(); }

  void a_crash_loses_nothing_and_undo_goes_back_to_the_file() {
    const QString file = desk_->path(u"mine.zplan.json"_s);
    PlanDocument unsaved;
    {
      Running crashed(*desk_);
      crashed.window.model().save(file);
      crashed.window.model().adopt({3, Device::cpu, Device::none});
      unsaved = crashed.window.model().document();
      crashed.recovery.keepNow();
    }
    QCOMPARE(left().size(), 1);
    Running next(*desk_);
    dialogs::setNextRestoreAnswer(dialogs::RestoreAnswer::restore);
    next.recovery.offerLeft();
    QVERIFY(next.window.model().document() == unsaved);
    QVERIFY(next.window.model().isModified());
    QCOMPARE(next.window.model().filePath(), file);
    QCOMPARE(left().size(), 1);  // the file belongs to this window now
    next.window.model().undoStack().undo();
    QVERIFY(next.window.model().document() == example_plan());
    next.recovery.keepNow();
    QCOMPARE(left(), QStringList());
  }

  void the_offer_says_when_and_what() {
    {
      Running crashed(*desk_);
      crashed.window.model().adopt({3, Device::cpu, Device::none});
      crashed.recovery.keepNow();
    }
    Running next(*desk_);
    QString said;
    QTimer::singleShot(0, this, [&said] {
      for (QWidget* open : QApplication::topLevelWidgets())
        if (auto* box = qobject_cast<QMessageBox*>(open)) {
          said = box->text();
          box->reject();
        }
    });
    next.recovery.offerLeft();
    QVERIFY2(said.contains(u"a plan without a file"), qPrintable(said));
    QVERIFY2(said.contains(u"zero.stage 2 → 3") && said.contains(u"zero.offload_optimizer"),
             qPrintable(said));
    QVERIFY2(said.contains(QLocale().toString(QDate::currentDate(), QLocale::ShortFormat)) ||
                 said.contains(QLocale().toString(QDate::currentDate().addDays(-1), QLocale::ShortFormat)),
             qPrintable(said));
    QCOMPARE(left().size(), 1);  // closing the box keeps the unsaved work
    QVERIFY(next.window.model().document() == example_plan());
  }

  /// Only the date in the offer depends on the clock.
  void the_clock_may_go_backwards() {
    {
      Running crashed(*desk_);
      crashed.window.model().adopt({3, Device::cpu, Device::none});
      crashed.recovery.keepNow();
    }
    QFile file(QDir(desk_->settings.stateFolder()).filePath(left().value(0)));
    QVERIFY(file.open(QIODevice::ReadWrite));
    QVERIFY(file.setFileTime(QDateTime::currentDateTime().addYears(5), QFile::FileModificationTime));
    file.close();
    Running next(*desk_);
    dialogs::setNextRestoreAnswer(dialogs::RestoreAnswer::restore);
    next.recovery.offerLeft();
    QVERIFY(next.window.model().isModified());
  }

  void what_is_discarded_is_gone() {
    {
      Running crashed(*desk_);
      crashed.window.model().adopt({1, Device::none, Device::none});
      crashed.recovery.keepNow();
    }
    Running next(*desk_);
    dialogs::setNextRestoreAnswer(dialogs::RestoreAnswer::discard);
    next.recovery.offerLeft();
    QCOMPARE(left(), QStringList());
    QVERIFY(!next.window.model().isModified());
  }

  void the_text_of_a_configuration_is_kept_too() {
    const QString file = desk_->path(u"ds_config.json"_s);
    QFile written(file);
    QVERIFY(written.open(QIODevice::WriteOnly) &&
            written.write("{\"zero_optimization\": {\"stage\": 2}}") > 0);
    written.close();
    const QString text = u"{\"zero_optimization\": {\"stage\": 3}} // Größe\n"_s;
    {
      Running crashed(*desk_);
      crashed.window.showFile(file);
      crashed.window.openedConfig().setText(text);
      crashed.recovery.keepNow();
    }
    Running next(*desk_);
    dialogs::setNextRestoreAnswer(dialogs::RestoreAnswer::restore);
    next.recovery.offerLeft();
    QCOMPARE(next.window.openedConfig().text(), text);
    QCOMPARE(next.window.openedConfig().path(), file);
    QVERIFY(next.window.openedConfig().isModified());
  }

  void a_window_that_runs_keeps_its_own() {
    Running first(*desk_);
    first.window.model().adopt({3, Device::none, Device::none});
    first.recovery.keepNow();
    Running second(*desk_);
    second.recovery.offerLeft();  // must ask nothing, because a question here would wait for ever
    second.window.model().adopt({1, Device::none, Device::none});
    second.recovery.keepNow();
    QCOMPARE(left().size(), 2);
    second.recovery.forget();
    QCOMPARE(left().size(), 1);
    first.recovery.forget();
    QCOMPARE(left(), QStringList());
  }

  void what_one_window_asks_about_no_other_asks() {
    {
      Running crashed(*desk_);
      crashed.window.model().adopt({3, Device::none, Device::none});
      crashed.recovery.keepNow();
    }
    const RecoveryStore store(desk_->settings.stateFolder());
    const auto taken = store.takeLeft();
    QVERIFY(taken.has_value());
    const RecoveryStore other(desk_->settings.stateFolder());
    QVERIFY(!other.takeLeft().has_value());
  }

  void saving_and_closing_leave_nothing() {
    Running running(*desk_);
    running.window.model().adopt({3, Device::none, Device::none});
    running.recovery.keepNow();
    QCOMPARE(left().size(), 1);
    running.window.model().save(desk_->path(u"mine.zplan.json"_s));
    running.recovery.keepNow();
    QCOMPARE(left(), QStringList());
    QCOMPARE(QDir(desk_->settings.stateFolder()).entryList(QDir::Files | QDir::Hidden), QStringList());
  }

  void it_is_kept_by_itself_a_moment_after_a_change() {
    Running running(*desk_);
    running.window.model().adopt({3, Device::none, Device::none});
    QTRY_COMPARE(left().size(), 1);
  }

  void only_the_user_may_read_the_folder() {
    Running running(*desk_);
    running.window.model().adopt({3, Device::none, Device::none});
    running.recovery.keepNow();
    QCOMPARE(QFile::permissions(desk_->settings.stateFolder()) & (QFile::ReadGroup | QFile::ReadOther),
             QFile::Permissions());
  }

  /// Neither a broken file of the folder nor one of something else leads to a question.
  void broken_files_are_passed_over() {
    QVERIFY(QDir().mkpath(desk_->settings.stateFolder()));
    int number = 0;
    for (const QByteArray& content : {QByteArray(), QByteArray("{"), QByteArray("[1]"),
                                      QByteArray("\xff\xfe"), QByteArray(R"({"format": "zero-recovery/1"})"),
                                      QByteArray(R"({"format": "zero-recovery/9", "plan": "{}"})")}) {
      QFile file(QDir(desk_->settings.stateFolder()).filePath(u"%1.json"_s.arg(number++)));
      QVERIFY(file.open(QIODevice::WriteOnly) && file.write(content) == content.size());
    }
    Running running(*desk_);
    running.recovery.offerLeft();
    QVERIFY(!running.window.model().isModified());
  }

  /// A plan of a later version, or one cut short, is offered and changes nothing.
  void a_plan_that_cannot_be_read_changes_nothing() {
    QVERIFY(QDir().mkpath(desk_->settings.stateFolder()));
    QFile file(QDir(desk_->settings.stateFolder()).filePath(u"a.json"_s));
    QVERIFY(file.open(QIODevice::WriteOnly) &&
            file.write(R"({"format": "zero-recovery/1", "plan": "[7]"})") > 0);
    file.close();
    Running running(*desk_);
    dialogs::setNextRestoreAnswer(dialogs::RestoreAnswer::restore);
    running.recovery.offerLeft();
    QVERIFY(running.window.model().document() == example_plan());
  }

  void a_folder_that_cannot_be_written_is_told_once() {
    QFile file(desk_->settings.stateFolder());
    QVERIFY(file.open(QIODevice::WriteOnly));  // puts a file where the folder should be
    Running running(*desk_);
    for (const int stage : {3, 1, 0}) {
      running.window.model().adopt({stage, Device::none, Device::none});
      running.recovery.keepNow();
    }
    QCOMPARE(running.failed.size(), 1);
    QVERIFY2(running.failed.front().contains(u"cannot be written"), qPrintable(running.failed.front()));
  }

  /// A full disk: no more bytes can be written.
  void a_full_disk_keeps_what_was_kept() {
    Running running(*desk_);
    running.window.model().adopt({3, Device::none, Device::none});
    running.recovery.keepNow();
    const QByteArray kept = contentOfOnly();
    struct rlimit before {};
    QCOMPARE(::getrlimit(RLIMIT_FSIZE, &before), 0);
    const auto ignored = std::signal(SIGXFSZ, SIG_IGN);
    struct rlimit none = before;
    none.rlim_cur = 16;
    QCOMPARE(::setrlimit(RLIMIT_FSIZE, &none), 0);
    running.window.model().adopt({1, Device::none, Device::none});
    running.recovery.keepNow();
    QCOMPARE(::setrlimit(RLIMIT_FSIZE, &before), 0);
    std::signal(SIGXFSZ, ignored);
    QCOMPARE(contentOfOnly(), kept);
    QCOMPARE(running.failed.size(), 1);
    running.recovery.keepNow();
    QVERIFY(contentOfOnly() != kept);
  }

  void signals_to_end_are_events() {
    EndSignals ends;
    QList<int> asked;
    connect(&ends, &EndSignals::asked, this, [&asked](int signal) { asked << signal; });
    ::raise(SIGTERM);
    QTRY_COMPARE(asked, QList<int>{SIGTERM});
    ::raise(SIGHUP);
    QTRY_COMPARE(asked, (QList<int>{SIGTERM, SIGHUP}));
  }

 private:
  QStringList left() const {
    return QDir(desk_->settings.stateFolder()).entryList({u"*.json"_s}, QDir::Files);
  }
  QByteArray contentOfOnly() const {
    QFile file(QDir(desk_->settings.stateFolder()).filePath(left().value(0)));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
  }

  std::unique_ptr<test::Desk> desk_;
};

ZP_TEST(RecoveryTest)
#include "recovery_test.moc"
