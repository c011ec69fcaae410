// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/model/background_work.h"

#include <QSignalSpy>
#include <QtTest>

#include "tests/support/test_main.h"

using namespace zp;

class BackgroundWorkTest : public QObject {
  Q_OBJECT

  std::vector<int> delivered_;

  /// Returns a piece of work that adds `number` to `delivered_` in the main thread.
  BackgroundWork::Piece noting(int number) {
    return [this, number](const Watch&) { return [this, number] { delivered_.push_back(number); }; };
  }
  /// Returns a piece of work that ends only when it is stopped.
  static BackgroundWork::Piece endless() {
    return [](const Watch& watch) -> std::function<void()> {
      for (double done = 0; watch(done); done += (1 - done) / 100)
        QThread::yieldCurrentThread();
      throw SearchStopped();
    };
  }

 private slots:
  void init() { delivered_.clear(); }

  void pieces_are_delivered_in_order_and_in_front() {
    BackgroundWork work;
    QThread* front = QThread::currentThread();
    QThread *behind = nullptr, *delivering = nullptr;
    work.begin([&](const Watch&) {
      behind = QThread::currentThread();
      return [&] { delivering = QThread::currentThread(); };
    });
    work.begin(noting(1));
    work.begin(noting(2));
    QVERIFY(work.isBusy());
    QTRY_VERIFY(!work.isBusy());
    QCOMPARE(delivered_, std::vector<int>({1, 2}));
    QVERIFY(behind != front && delivering == front);
  }

  void what_was_stopped_is_never_delivered() {
    BackgroundWork work;
    work.begin(endless());
    work.begin(noting(1));
    work.stop();
    QVERIFY(!work.isBusy());
    work.begin(noting(2));
    work.finish();
    QCoreApplication::processEvents();
    QCOMPARE(delivered_, std::vector<int>({2}));
  }

  void finishing_waits_for_all_and_for_what_that_begins() {
    BackgroundWork work;
    work.begin([&](const Watch&) { return [&] { work.begin(noting(1)); }; });
    work.finish();
    QCOMPARE(delivered_, std::vector<int>({1}));
    QVERIFY(!work.isBusy());
  }

  void what_takes_long_tells_how_far_it_is() {
    BackgroundWork work;
    QSignalSpy told(&work, &BackgroundWork::progressed);
    work.begin(endless());
    QTRY_VERIFY(told.count() >= 2);
    const double first = told.at(0).at(0).toDouble(), second = told.at(1).at(0).toDouble();
    QVERIFY(first > 0 && first <= second && second <= 1);
    work.stop();
    told.clear();
    QCoreApplication::processEvents();
    QCOMPARE(told.count(), 0);
  }

  void it_ends_with_its_owner_whatever_runs() {
    auto work = std::make_unique<BackgroundWork>();
    work->begin(endless());
    work->begin(noting(1));
    work.reset();
    QVERIFY(delivered_.empty());
  }
};

ZP_TEST(BackgroundWorkTest)
#include "background_work_test.moc"
