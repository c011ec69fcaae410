// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/edge.h"

#include <rapidcheck.h>

#include <QtTest>
#include <cmath>
#include <functional>

#include "tests/support/test_main.h"

using namespace zp;

namespace {

constexpr std::int64_t most = 65'536;

struct AskedFor {
  std::int64_t largest = 0;
  int times = 0;
};

/// Returns the edge of what `left` says of each number, and the number of questions; the first is
/// asked at `begin`.
AskedFor edge_of(const std::function<double(std::int64_t)>& left, std::int64_t begin) {
  Edge edge(most);
  int times = 0;
  const auto ask = [&](std::int64_t at) {
    edge.note({at, left(at), left(at) >= 0});
    ++times;
  };
  ask(begin);
  while (!edge.is_found())
    ask(edge.next());
  return {edge.largest(), times};
}

}  // namespace

class EdgeTest : public QObject {
  Q_OBJECT

 private slots:
  void a_straight_line_is_found_in_five() {
    QVERIFY(rc::check("a line", [] {
      const double slope = *rc::gen::inRange(1, 1000), capacity = *rc::gen::inRange(0, 1'000'000);
      const AskedFor asked =
          edge_of([&](std::int64_t at) { return capacity - slope * static_cast<double>(at); },
                  *rc::gen::inRange(1, 1000));
      RC_ASSERT(asked.largest == std::min(most, static_cast<std::int64_t>(capacity / slope)));
      RC_ASSERT(asked.times <= 5);
    }));
  }

  void a_curve_is_found_in_no_more_than_twice_what_halving_takes() {
    QVERIFY(rc::check("a curve", [] {
      const double power = *rc::gen::elementOf(std::vector<double>{0.1, 0.5, 2, 4, 8});
      const auto edge = *rc::gen::inRange<std::int64_t>(0, most);
      const auto left = [&](std::int64_t at) {
        return std::pow(static_cast<double>(edge) + 0.5, power) - std::pow(static_cast<double>(at), power);
      };
      const AskedFor asked = edge_of(left, *rc::gen::inRange(1, 1000));
      RC_ASSERT(asked.largest == edge);
      RC_ASSERT(asked.times <= 2 * 16 + 5);
    }));
  }

  /// Where the room left says nothing, questions go out by eights.
  void where_all_fit_it_is_the_most_and_soon_found() {
    const AskedFor asked = edge_of([](auto) { return 1.0; }, 1);
    QCOMPARE(asked.largest, most);
    QVERIFY2(asked.times <= 8, qPrintable(QString::number(asked.times)));
  }
  void where_none_fits_it_is_nothing() {
    QCOMPARE(edge_of([](auto) { return -1.0; }, 100).largest, 0);
  }
  void beyond_the_most_nothing_is_asked() {
    const AskedFor asked = edge_of([](auto) { return 1.0; }, most + 5);
    QCOMPARE(asked.largest, most);
    QCOMPARE(asked.times, 1);
  }
};

ZP_TEST(EdgeTest)
#include "edge_test.moc"
