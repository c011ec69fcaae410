// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <fcntl.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <QProcess>
#include <QTemporaryDir>
#include <QtTest>
#include <csignal>
#include <cstdlib>

#include "tests/cli/program.h"
#include "tests/support/test_main.h"

using namespace zp::test;

namespace {

/// A terminal with a user in front of it.
class Terminal {
 public:
  Terminal() : hand_(posix_openpt(O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)) {
    if (hand_ < 0 || grantpt(hand_) != 0 || unlockpt(hand_) != 0) qFatal("there is no terminal");
  }
  ~Terminal() { close(hand_); }
  Terminal(const Terminal&) = delete;
  Terminal& operator=(const Terminal&) = delete;

  /// Makes the terminal the standard error of the process, and the source of its interrupts.
  void seat(QProcess& process) const {
    process.setChildProcessModifier([name = QByteArray(ptsname(hand_))] {
      setsid();
      const int screen = open(name.constData(), O_RDWR);
      ioctl(screen, TIOCSCTTY, 0);
      dup2(screen, STDERR_FILENO);
    });
  }
  /// Returns everything that was printed on the terminal so far.
  const QByteArray& read() {
    char some[4096];
    for (ssize_t count = 0; (count = ::read(hand_, some, sizeof some)) > 0;)
      seen_.append(some, count);
    return seen_;
  }
  void type(const QByteArray& keys) const {
    if (write(hand_, keys.constData(), static_cast<size_t>(keys.size())) != keys.size()) qFatal("no key");
  }

 private:
  int hand_;
  QByteArray seen_;
};

constexpr const char* interrupt_key = "\x03";  // Ctrl+C

}  // namespace

/// Tests of the progress that a long command prints, and of the key that stops it.
class ProgressCliTest : public QObject {
  Q_OBJECT

 private slots:
  void a_long_search_tells_a_terminal_how_far_it_is_and_a_key_stops_it_data() {
    QTest::addColumn<QStringList>("arguments");
    QTest::newRow("recommend") << QStringList{"recommend"};
    QTest::newRow("solve") << QStringList{"solve", "--for", "max-sequence-length", "--every-plan"};
  }
  void a_long_search_tells_a_terminal_how_far_it_is_and_a_key_stops_it() {
    QFETCH(QStringList, arguments);
    Terminal terminal;
    QProcess process;
    process.setProcessEnvironment(plain_environment());
    terminal.seat(process);
    process.start(program_path(), arguments + QStringList{plan_, "--allow", everything});
    QVERIFY(process.waitForStarted());
    QTRY_VERIFY2(terminal.read().count("\rSearching: ") >= 2, terminal.read());
    QVERIFY(!terminal.read().contains('\n'));  // there is one line, which is overwritten
    terminal.type(interrupt_key);
    QVERIFY(process.waitForFinished());
    QCOMPARE(process.exitStatus(), QProcess::CrashExit);
    QCOMPARE(process.exitCode(), SIGINT);
    QVERIFY(process.readAllStandardOutput().isEmpty());
  }

  void a_search_that_is_over_at_once_says_nothing() {
    Terminal terminal;
    QProcess process;
    process.setProcessEnvironment(plain_environment());
    terminal.seat(process);
    process.start(program_path(), {"solve", "--for", "min-gpus", plan_});
    QVERIFY(process.waitForFinished());
    QCOMPARE(process.exitCode(), 0);
    QCOMPARE(terminal.read(), QByteArray());
  }

  void no_terminal_hears_of_it() {
    QProcess process;
    process.setProcessEnvironment(plain_environment());
    process.start(program_path(),
                  {"solve", "--for", "max-sequence-length", "--every-plan", plan_, "--allow", everything});
    QVERIFY(!process.waitForFinished(1000));
    QCOMPARE(process.readAllStandardError(), QByteArray());
    process.kill();
    QVERIFY(process.waitForFinished());
  }

 private:
  static constexpr const char* everything =
      "batch-size,fused-loss,tiled-mlp,quantised,tensor-parallel,sequence-parallel,thorough";

  QTemporaryDir folder_;
  QString plan_ = folder_.filePath("plan.json");

 private slots:
  void initTestCase() {
    write_file(
        plan_,
        R"({"model": {"preset": "llama-3.1-70b"}, "cluster": {"nodes": 4}, "training": {"activation_checkpointing": "full"}, "zero": {"stage": 3}})");
  }
};

ZP_TEST(ProgressCliTest)
#include "progress_test.moc"
