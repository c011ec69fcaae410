// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/model/sliced_work.h"

#include <QElapsedTimer>
#include <QtTest>
#include <vector>

#include "tests/support/test_main.h"

using namespace zp;

namespace {

/// Keeps the processor busy for longer than a slice.
void workTooLong() {
  QElapsedTimer timer;
  timer.start();
  while (static_cast<double>(timer.nsecsElapsed()) < SlicedWork::slice_milliseconds * 1.5e6) {
  }
}

}  // namespace

class SlicedWorkTest : public QObject {
  Q_OBJECT

 private slots:
  void little_work_is_done_at_once() {
    SlicedWork work;
    std::vector<int> done;
    bool finished = false;
    work.start(
        5, [&](int i) { done.push_back(i); }, [&] { finished = true; });
    QCOMPARE(done, (std::vector<int>{0, 1, 2, 3, 4}));
    QVERIFY(finished);
    QVERIFY(!work.isRunning());
  }
  void nothing_to_do_is_finished_too() {
    SlicedWork work;
    bool finished = false;
    work.start(
        0, [](int) { QFAIL("nothing was to be done"); }, [&] { finished = true; });
    QVERIFY(finished);
  }
  void long_work_goes_on_in_later_turns() {
    SlicedWork work;
    std::vector<int> done;
    bool finished = false;
    const auto item = [&](int i) {
      workTooLong();
      done.push_back(i);
    };
    work.start(3, item, [&] { finished = true; });
    QCOMPARE(done, std::vector<int>{0});
    QVERIFY(work.isRunning() && !finished);
    QTRY_VERIFY(finished);
    QCOMPARE(done, (std::vector<int>{0, 1, 2}));
  }
  void a_new_start_forgets_the_last() {
    SlicedWork work;
    int of_first = 0;
    int of_second = 0;
    bool first_finished = false;
    const auto slow = [&](int) {
      workTooLong();
      ++of_first;
    };
    work.start(4, slow, [&] { first_finished = true; });
    work.start(
        2, [&](int) { ++of_second; }, [] {});
    QCOMPARE(of_second, 2);
    QCoreApplication::processEvents();
    QCOMPARE(of_first, 1);
    QVERIFY(!first_finished);
  }
  void what_is_left_can_be_done_at_once() {
    SlicedWork work;
    int done = 0, finished = 0;
    const auto item = [&](int) {
      ++done;
      workTooLong();
    };
    work.start(3, item, [&] { ++finished; });
    QVERIFY(work.isRunning());
    work.finish();
    QVERIFY(!work.isRunning());
    QCOMPARE(done, 3);
    work.finish();
    QCoreApplication::processEvents();
    QCOMPARE(done, 3);
    QCOMPARE(finished, 1);
  }
};

ZP_TEST(SlicedWorkTest)
#include "sliced_work_test.moc"
