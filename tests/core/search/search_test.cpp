// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>
#include <algorithm>
#include <optional>

#include "core/rules/check_plan.h"
#include "core/search/choice.h"
#include "core/search/resolution.h"
#include "tests/support/random_run.h"
#include "tests/support/test_main.h"

using namespace zp;

namespace {

/// Every candidate, one after the other.
class BruteForce {
 public:
  BruteForce(const Plan& origin, const Freedom& freedom) : origin_(origin), freedom_(freedom) {
    Plan plan = origin;
    Pick pick = pick_of(origin);
    visit(0, plan, pick);
  }
  [[nodiscard]] const std::vector<Pick>& picks() const { return picks_; }

 private:
  void visit(std::size_t depth, Plan& plan, Pick& pick) {
    if (depth == dimension_count) {
      picks_.push_back(pick);
      return;
    }
    if (depth == static_cast<std::size_t>(DimensionId::reduce_bucket) && !is_usable(check(plan))) return;
    const Dimension& dimension = dimensions()[depth];
    const Values values = dimension.values(plan, origin_, freedom_);
    for (const std::int64_t value : values.all()) {
      dimension.set(plan, value);
      pick[depth] = value;
      visit(depth + 1, plan, pick);
    }
  }

  const Plan& origin_;
  const Freedom& freedom_;
  std::vector<Pick> picks_;
};

/// Small spaces: a hundred of them are gone through one by one.
rc::Gen<Freedom> few_freedoms() {
  return rc::gen::exec([] {
    Freedom freedom = *test::any_freedom();
    freedom.thorough = false;
    if (*rc::gen::inRange(0, 4) > 0)
      freedom.tensor_parallel = freedom.expert_parallel = freedom.fewer_nodes = false;
    if (*rc::gen::inRange(0, 4) > 0) freedom.sequence_parallel = freedom.quantised = false;
    return freedom;
  });
}

}  // namespace

class SearchTest : public QObject {
  Q_OBJECT
 private slots:
  void the_search_finds_what_brute_force_finds() {
    std::int64_t candidates = 0, estimated = 0;
    int plans = 0;
    QVERIFY(rc::check("best of all", [&] {
      const Plan plan = *test::any_run();
      const Freedom freedom = *few_freedoms();
      RC_PRE(is_usable(check(plan)));
      const double margin = *rc::gen::element(0.0, 1.0);
      RC_PRE(size_of_space(plan, freedom) < 100'000);
      Search search(plan, freedom, margin);
      const Wanted wanted{Objective::throughput, freedom, margin, 0};
      const PlanChoice choice = choose(search, wanted);
      const BruteForce all(plan, freedom);
      RC_ASSERT(search.decided() == static_cast<std::int64_t>(all.picks().size()));
      candidates += search.decided();
      estimated += choice.estimated;
      ++plans;

      std::vector<Option> running;
      for (const Pick& pick : all.picks())
        if (const Option option = search.evaluate(pick); search.fits(option)) running.push_back(option);
      std::ranges::stable_sort(running, {}, &Option::seconds);
      const auto fastest =
          std::ranges::find_if(running, [&](const Option& option) { return search.is_accepted(option); });
      RC_ASSERT(choice.fastest.has_value() == (fastest != running.end()));
      if (fastest == running.end()) return;
      RC_ASSERT(choice.fastest->seconds == fastest->seconds);

      // The best: as fast within what can be told, then the order that choice.h states.
      const Capacity capacity = capacity_of(plan);
      const auto key = [&](const Option& option) {
        return std::tuple(scarcity_of(option, capacity), option.parts, option.changes, option.seconds,
                          option.gpu);
      };
      std::optional<Option> best;
      for (const Option& option : running)
        if (option.seconds <=
                choice.fastest->seconds * (1 + resolution_between(option.pick, choice.fastest->pick)) &&
            (!best || key(option) < key(*best)) && search.is_accepted(option))
          best = option;
      RC_ASSERT(best.has_value());
      RC_ASSERT(key(*choice.best) == key(*best));
    }));
    qInfo("%d plans, %lld candidates, %lld estimated by the search", plans,
          static_cast<long long>(candidates), static_cast<long long>(estimated));
  }
};

ZP_TEST(SearchTest)
#include "search_test.moc"
