// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/memory/timeline.h"

#include <QSet>
#include <QtTest>
#include <algorithm>

#include "core/catalog/catalog.h"
#include "core/search/candidates.h"
#include "tests/support/random_plan.h"
#include "tests/support/test_main.h"

using namespace zp;

namespace {

constexpr std::size_t index_of(auto enumerator) { return static_cast<std::size_t>(enumerator); }

Plan plan_of(const Strategy& strategy, Checkpointing checkpointing) {
  Plan plan;
  plan.model = model_from_preset(catalog().find_model("llama-2-7b"));
  plan.training.activation_checkpointing = checkpointing;
  plan.training.checkpoints_on_host = checkpointing == Checkpointing::full;
  return with_strategy(plan, strategy);
}

/// Returns the sum that `timeline` should give for a moment and component, added up over the entries.
Bytes sum_of(const Ledger& ledger, Place place, Moment moment, Component component) {
  Bytes sum;
  for (const Entry& entry : ledger.entries())
    if (entry.place == place && entry.component == component && entry.moments.has(moment)) sum += entry.bytes;
  return sum;
}

/// Returns "" if the GPU's timeline agrees with the estimate, else the first difference.
std::string difference(const MemoryEstimate& estimate) {
  const Timeline line = timeline(estimate, Place::gpu);
  PhaseBytes phases{};
  for (const Moment moment : line.moments()) {
    if (moment == Moment::between) continue;  // the moment `between` has no phase
    Bytes& largest = phases[index_of(phase_of(moment))];
    largest = std::max(largest, line.totals[index_of(moment)]);
  }
  if (phases != estimate.gpu.phases) return "phases";
  if (*std::ranges::max_element(line.totals) != estimate.gpu.peak) return "largest total";
  if (line.totals[index_of(line.peak)] != estimate.gpu.peak) return "peak moment";
  if (phase_of(line.peak) != estimate.gpu.peak_phase) return "phase of the peak moment";
  if (line.components[index_of(line.peak)] != estimate.gpu.components) return "components at the peak";
  const ComponentBytes& between = line.components[index_of(Moment::between)];
  const Bytes overhead =
      between[index_of(Component::framework)] + between[index_of(Component::fragmentation)];
  if (line.totals[index_of(Moment::between)] - overhead != estimate.gpu.steady) return "steady";
  return {};
}

}  // namespace

/// Tests of the memory at each moment of a step.
class TimelineTest : public QObject {
  Q_OBJECT

 private slots:
  void moments_agree_with_the_estimate_data() {
    QTest::addColumn<int>("strategy");
    QTest::addColumn<int>("checkpointing");
    const auto strategies = all_strategies();
    for (std::size_t i = 0; i < strategies.size(); ++i)
      for (const Checkpointing checkpointing :
           {Checkpointing::none, Checkpointing::selective, Checkpointing::full})
        QTest::addRow("%s, checkpointing %d", name_of(strategies[i]).c_str(), static_cast<int>(checkpointing))
            << static_cast<int>(i) << static_cast<int>(checkpointing);
  }
  void moments_agree_with_the_estimate() {
    QFETCH(int, strategy);
    QFETCH(int, checkpointing);
    const MemoryEstimate estimate = estimate_memory(plan_of(
        all_strategies()[static_cast<std::size_t>(strategy)], static_cast<Checkpointing>(checkpointing)));
    QCOMPARE(difference(estimate), std::string());
    for (const Place place : {Place::gpu, Place::cpu, Place::nvme}) {
      const Timeline line = timeline(estimate, place);
      for (std::size_t moment = 0; moment < step_moment_count; ++moment) {
        Bytes total;
        for (std::size_t component = 0; component < component_count; ++component) {
          const Bytes expected =
              sum_of(estimate.ledger, place, static_cast<Moment>(moment), static_cast<Component>(component));
          QCOMPARE(line.components[moment][component].value(), expected.value());
          total += expected;
        }
        QCOMPARE(line.totals[moment].value(), total.value());
      }
    }
    const Timeline host = timeline(estimate, Place::cpu);
    QCOMPARE(std::max({host.totals[index_of(Moment::forward)], host.totals[index_of(Moment::backward_head)],
                       host.totals[index_of(Moment::backward_first)],
                       host.totals[index_of(Moment::backward_last)], host.totals[index_of(Moment::step)]})
                 .value(),
             estimate.cpu.in(HostPhase::training).value() / 8);
  }

  void moments_agree_with_the_estimate_for_any_plan() {
    QVERIFY(rc::check("the timeline is the estimate, moment by moment", [] {
      const std::string found = difference(estimate_memory(*test::any_plan()));
      RC_ASSERT(found == std::string());
    }));
  }

  void activations_fall_and_gradients_grow_through_the_backward_pass() {
    const Timeline line =
        timeline(estimate_memory(plan_of({2, Device::none, Device::none}, Checkpointing::none)), Place::gpu);
    const auto at = [&](Moment moment, Component component) {
      return line.components[index_of(moment)][index_of(component)];
    };
    QVERIFY(at(Moment::backward_last, Component::activations) <
            at(Moment::backward_first, Component::activations));
    QVERIFY(at(Moment::backward_last, Component::gradients) > at(Moment::forward, Component::gradients));
    QCOMPARE(at(Moment::between, Component::activations).value(), 0);
    QVERIFY(at(Moment::forward, Component::logits_and_loss) > Bytes(0));
    QCOMPARE(at(Moment::step, Component::logits_and_loss).value(), 0);
  }

  void the_order_holds_every_moment_and_the_step_ends_where_it_began() {
    QSet<int> seen;
    for (const Moment moment : moments_in_order)
      seen.insert(static_cast<int>(moment));
    QCOMPARE(seen.size(), static_cast<qsizetype>(moment_count));
    QCOMPARE(std::ranges::count(moments_in_order, Moment::between), 2);
    QCOMPARE(Timeline().moments().size(), step_moment_count + 1);
  }

  void every_moment_has_words_of_its_own() {
    QSet<QString> names, titles, descriptions;
    const auto text = [](std::string_view words) {
      return QString::fromUtf8(words.data(), static_cast<qsizetype>(words.size()));
    };
    for (std::size_t i = 0; i < moment_count; ++i) {
      const auto moment = static_cast<Moment>(i);
      names.insert(text(name_of(moment)));
      titles.insert(text(title_of(moment)));
      descriptions.insert(text(description_of(moment)));
      QVERIFY(description_of(moment).ends_with('.'));
    }
    QCOMPARE(names.size(), static_cast<qsizetype>(moment_count));
    QCOMPARE(titles.size(), static_cast<qsizetype>(moment_count));
    QCOMPARE(descriptions.size(), static_cast<qsizetype>(moment_count));
    QCOMPARE(name_of(Moment::backward_head), std::string_view("backward_head"));
    QCOMPARE(name_of(Moment::between), std::string_view("between"));
  }
};

ZP_TEST(TimelineTest)
#include "timeline_test.moc"
