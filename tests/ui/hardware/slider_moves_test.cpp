// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>
#include <cstdlib>
#include <functional>
#include <random>

#include "core/sharding/edits.h"
#include "tests/support/test_main.h"
#include "tests/ui/choice_fixture.h"
#include "ui/hardware/hardware_model.h"

using namespace zp;
using namespace Qt::Literals::StringLiterals;

namespace {

/// Returns the number of moves: 200, or what ZP_SLIDER_MOVES says (packaging/threads.sh --window).
int count_of_moves() {
  const char* const count = std::getenv("ZP_SLIDER_MOVES");
  return count != nullptr ? std::atoi(count) : 200;
}

/// Returns the plan after the move of one slider, or of one list, to the given number.
Plan moved(Plan plan, int slider, int to) {
  switch (slider) {
    case 0:
      plan.training.micro_batch_size = 1 + to % 16;
      break;
    case 1:
      plan.training.sequence_length = 512 * (1 + to % 32);
      break;
    case 2:
      plan.training.gradient_accumulation_steps = 1 + to % 8;
      break;
    case 3:
      return edits::set_gpus_per_node(plan, 1 + to % 8);
    case 4:
      plan.cluster.nodes = 1 + to % 4;
      break;
    case 5:
      return edits::set_hidden_size(plan, 1024 + 128 * (to % 48));
    case 6:
      return edits::set_layers(plan, 4 + to % 60);
    case 7: {
      Strategy strategy;
      strategy.stage = to % 4;
      return with_strategy(plan, strategy);
    }
    default:
      return edits::set_parameters(plan, std::int64_t{1'000'000'000} * (1 + to % 70));
  }
  return plan;
}

constexpr int sliders = 9;

}  // namespace

/// Moves sliders at random while both searches run behind the window. Under the thread sanitizer it shows
/// whether the threads share anything without a lock.
class SliderMovesTest : public QObject {
  Q_OBJECT

 private slots:
  void searches_follow_sliders_that_move_at_random() {
    test::ChoiceFixture fixture;
    HardwareModel machines(fixture.model, fixture.choice);
    machines.setWanted(true);
    std::mt19937 random(2026);
    const auto below = [&random](int end) { return static_cast<int>(random() % static_cast<unsigned>(end)); };
    int answers = 0;
    connect(&fixture.choice, &ChoiceModel::changed, this,
            [&] { answers += fixture.choice.isCurrent() ? 1 : 0; });
    for (int move = 0, count = count_of_moves(); move < count; ++move) {
      fixture.model.propose(moved(fixture.model.plan(), below(sliders), below(1000)), {u"Slider"_s});
      switch (below(8)) {
        case 0:
          fixture.choice.finish();
          break;
        case 1:
          machines.setWanted(below(2) == 0);
          break;
        case 2:
          QTest::qWait(below(20));
          break;  // the searches go on meanwhile
        case 3:
          fixture.model.undoStack().undo();
          break;
        default:
          QCoreApplication::processEvents();
      }
    }
    machines.setWanted(true);
    fixture.choice.finish();
    machines.finish();
    QVERIFY(answers > 0);
    QVERIFY(fixture.choice.isCurrent() && machines.isCurrent());
    QCOMPARE(fixture.choice.choice().best, choose(fixture.model.plan(), fixture.choice.requirements()).best);
  }
};

ZP_TEST(SliderMovesTest)
#include "slider_moves_test.moc"
