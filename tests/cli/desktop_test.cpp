// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <QProcess>
#include <QTemporaryDir>
#include <QtTest>
#include <algorithm>

#include "tests/cli/program.h"
#include "tests/support/screen.h"
#include "tests/support/test_main.h"

using namespace zp::test;
using namespace Qt::Literals::StringLiterals;

namespace {

/// The program's window on a screen of its own, which ends with this object.
class Desktop {
 public:
  ~Desktop() {
    for (QProcess* process : {&source_, &program_})
      Screen::end(*process);
  }

  /// Opens the program's window on the file and returns its window number; "" if it does not appear.
  QString open(const QString& file) {
    if (!screen_.start()) return {};
    program_.setProcessEnvironment(screen_.environment());
    program_.setProcessChannelMode(QProcess::MergedChannels);
    program_.start(program_path(), {file});
    if (!program_.waitForStarted()) return {};
    return window(QFileInfo(file).fileName());
  }
  /// Waits for a window whose title has these words, and returns its number.
  QString window(const QString& title) {
    return hand({u"search"_s, u"--sync"_s, u"--onlyvisible"_s, u"--name"_s, title}).section(u'\n', 0, 0);
  }
  /// Sends keyboard and mouse actions with xdotool, and returns what it prints.
  QString hand(const QStringList& does) {
    QProcess tool;
    tool.setProcessEnvironment(screen_.environment());
    tool.start(u"xdotool"_s, does);
    return tool.waitForFinished(20'000) ? QString::fromLatin1(tool.readAllStandardOutput()).trimmed()
                                        : QString();
  }
  /// Sends the actions, again if they came too early for what was on the screen (a menu still closing), until
  /// `seen` returns true. Returns false if it never does.
  template <typename Seen>
  bool hand_until(const QStringList& does, Seen seen) {
    for (int times = 0; times < 10; ++times) {
      hand(does);
      if (QTest::qWaitFor(seen, 1000)) return true;
    }
    return false;
  }
  /// Drags a file from a corner of the screen into the middle. Returns true if it was taken.
  bool dropFile(const QString& file) {
    source_.setProcessEnvironment(screen_.environment());
    source_.start(drag_source_path(), {file});
    if (!source_.waitForStarted() || window(u"drag source"_s).isEmpty()) return false;
    for (int times = 0; times < 5; ++times) {
      hand({u"mousemove"_s, u"1390"_s, u"890"_s, u"mousedown"_s, u"1"_s});
      bool taken = false;
      for (int step = 0; step < 30 && !taken; ++step) {  // a hand moves on, until what is below would take it
        const int on = std::min(step, 10);
        hand({u"mousemove"_s, u"--sync"_s, QString::number(1380 - on * 60 - step % 2),
              QString::number(880 - on * 40)});
        taken = source_.waitForReadyRead(step < 10 ? 1 : 100);
      }
      hand({u"mouseup"_s, u"1"_s});
      if (taken) return true;
    }
    return false;
  }
  QProcess& program() { return program_; }

 private:
  Screen screen_;
  QProcess program_, source_;
};

}  // namespace

/// Tests of the window on a real screen under a window manager, with keyboard and mouse events that
/// come from there.
class DesktopTest : public QObject {
  Q_OBJECT

 private slots:
  void a_plan_is_opened_changed_saved_and_closed() {
    QTemporaryDir folder;
    const QString path = folder.filePath(u"plan.zplan.json"_s);
    write_file(path, R"({"model": {"preset": "llama-2-7b"}, "zero": {"stage": 2}})");
    Desktop desktop;
    const QString window = desktop.open(path);
    QVERIFY2(!window.isEmpty(), desktop.program().readAll());

    // Types a setting, opens a menu by its keys, and saves.
    desktop.hand(
        {u"windowfocus"_s, u"--sync"_s, window, u"key"_s, u"ctrl+k"_s, u"type"_s, u"micro batch 8"_s});
    desktop.hand({u"key"_s, u"Return"_s, u"key"_s, u"alt+p"_s, u"key"_s, u"3"_s});
    const auto saved = [&path](const char* section, const char* key) {
      return Json::parse(read_file(path).toStdString(), nullptr, false)
          .value(section, Json::object())
          .value(key, 0);
    };
    QVERIFY(desktop.hand_until({u"key"_s, u"ctrl+s"_s}, [&] { return saved("zero", "stage") == 3; }));
    QCOMPARE(saved("training", "micro_batch_size"), 8);

    // The window manager closes a window with unsaved changes: the window asks, and Return saves.
    desktop.hand({u"key"_s, u"ctrl+k"_s, u"type"_s, u"micro batch 4"_s});
    desktop.hand({u"key"_s, u"Return"_s, u"key"_s, u"alt+F4"_s});
    const QString question = desktop.window(u"Unsaved changes"_s);
    QVERIFY(!question.isEmpty());
    QCOMPARE(desktop.program().state(), QProcess::Running);
    desktop.hand({u"windowfocus"_s, u"--sync"_s, question, u"key"_s, u"Return"_s});
    QVERIFY(desktop.program().waitForFinished(10'000));
    QCOMPARE(desktop.program().exitCode(), 0);
    QCOMPARE(saved("training", "micro_batch_size"), 4);
  }

  void a_file_dragged_from_another_program_is_opened() {
    QTemporaryDir folder;
    const QString path = folder.filePath(u"plan.zplan.json"_s),
                  other = folder.filePath(u"other.zplan.json"_s);
    write_file(path, R"({"model": {"preset": "llama-2-7b"}})");
    write_file(other, R"({"model": {"preset": "gpt-2-xl-1.5b"}})");
    Desktop desktop;
    QVERIFY(!desktop.open(path).isEmpty());
    QVERIFY(desktop.dropFile(other));
    QVERIFY2(!desktop.window(u"other.zplan.json"_s).isEmpty(), desktop.program().readAll());
  }
};

ZP_TEST(DesktopTest)
#include "desktop_test.moc"
