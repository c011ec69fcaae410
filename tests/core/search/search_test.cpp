// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>
#include <algorithm>
#include <cmath>
#include <optional>
#include <tuple>

#include "core/plan_file/plan_file.h"
#include "core/rules/check_plan.h"
#include "core/search/candidates.h"
#include "core/search/choice.h"
#include "core/search/resolution.h"
#include "core/search/sensitivity.h"
#include "core/sharding/roles.h"
#include "tests/support/random_run.h"
#include "tests/support/share.h"
#include "tests/support/test_main.h"

using namespace zp;

namespace {

/// Candidates of the largest space that brute force goes through.
const std::int64_t largest_space = 100'000 / static_cast<std::int64_t>(test::one_in());

/// Evaluates every candidate, one after the other.
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
    const Values values = values_to_try(dimension, plan, origin_, freedom_);
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

/// Generates small spaces, because a hundred of them are searched one by one.
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

/// The question to a search, and every candidate of its space.
struct Asked {
  Plan plan;
  Requirements requirements;
  std::vector<Option> all;
};

class SearchTest : public QObject {
  Q_OBJECT

  static void compare_best(Search& search, const Asked& asked) {
    const PlanChoice choice = choose(search, asked.requirements);
    search.limit_batch(0);
    const Chooser chooser(search, asked.requirements);
    const Objective objective = asked.requirements.objective;
    std::vector<Option> running;
    for (const Option& option : asked.all) {
      RC_ASSERT(option.batch == train_batch_size(with_pick(asked.plan, option.pick)));
      if (chooser.runs(option) && search.is_accepted(option)) running.push_back(option);
    }
    RC_ASSERT(choice.fastest.has_value() == !running.empty());
    if (running.empty()) return;

    // The fewest mechanisms come first, then the cost, and within the least difference that the clock can
    // tell the settings to get right and the doublings of the batch. An exact objective is asked for by
    // itself.
    const auto cost = [&](const Option& option) { return cost_of(option, objective); };
    const bool is_estimated_time = row_of(objective).is_estimated_time();
    const auto plain = [&](const Option& option) {
      return is_estimated_time
                 ? std::tuple(static_cast<double>(option.mechanisms), cost(option), 0.0)
                 : std::tuple(cost(option), static_cast<double>(option.mechanisms), option.seconds);
    };
    std::vector<Option> near;  // those that cost no more than twice the least
    const double most_cost = most_price_of_plainness * cost(*std::ranges::min_element(running, {}, cost));
    const auto only_near = [&] {
      near = running;
      if (is_estimated_time)
        std::erase_if(near, [&](const Option& option) { return cost(option) > most_cost; });
    };
    only_near();
    const Option plainest = *std::ranges::min_element(near, {}, plain);
    const auto key = [&](const Option& option) {
      const double tokens =
          static_cast<double>(option.batch) * static_cast<double>(tokens_per_example(asked.plan));
      const double burden =
          std::max(0.0, std::log2(tokens / small_batch)) + 2 * std::max(0.0, std::log2(tokens / usual_batch));
      return std::tuple(option.parts + (asked.requirements.freedom.grows_batch() ? burden : 0), option.parts,
                        cost(option), option.gpu);
    };
    std::optional<Option> best;
    for (const Option& option : near) {
      const bool is_as_good = is_estimated_time
                                  ? option.mechanisms == plainest.mechanisms &&
                                        cost(option) <= cost(plainest) * (1 + error_of(DimensionKind::sizes))
                                  : option.pick == plainest.pick;
      if (is_as_good && (!best || key(option) < key(*best))) best = option;
    }
    if (choice.kind == VerdictKind::wrong_tool)
      RC_ASSERT(!choice.best && !choice.why_wrong_tool.empty());
    else
      RC_ASSERT(
          (is_estimated_time ? key(*choice.best) == key(*best) : plain(*choice.best) == plain(plainest)));

    // An open batch is at most the best plan's in what stands beside it.
    if (asked.requirements.freedom.open_batch && (is_estimated_time || choice.best)) {
      const std::int64_t most =
          std::max(choice.best ? choice.best->batch : best->batch, usual_sequences(asked.plan));
      std::erase_if(running, [most](const Option& option) { return option.batch > most; });
      search.limit_batch(most);
    }
    only_near();
    RC_ASSERT(plain(*choice.plainest) == plain(*std::ranges::min_element(near, {}, plain)));
    RC_ASSERT(cost(*choice.fastest) == cost(*std::ranges::min_element(running, {}, cost)));
  }

  static void compare_families(Search& search, const Asked& asked) {
    Chooser chooser(search, asked.requirements);
    for (const Strategy& strategy : strategies_of(asked.plan)) {
      const Family family = chooser.family_of(strategy);
      std::optional<double> fastest;
      std::optional<std::array<Bytes, 3>> least_short;
      for (const Option& option : asked.all) {
        if (strategy_of(option) != strategy || !search.is_accepted(option)) continue;
        const auto lack = shortage_of(option, search.capacity()).distance();
        least_short = std::min(lack, least_short.value_or(lack));
        if (chooser.runs(option)) fastest = std::min(option.seconds, fastest.value_or(option.seconds));
      }
      RC_ASSERT(family.fastest.has_value() == fastest.has_value());
      RC_ASSERT(chooser.any(strategy) == fastest.has_value());
      if (fastest) {
        RC_ASSERT(family.fastest->seconds == *fastest);
        continue;
      }
      RC_ASSERT(family.nearest.has_value() == least_short.has_value());
      if (least_short) RC_ASSERT(family.shortage.distance() == *least_short);
    }
  }

  static void compare_frontier(Search& search, const Asked& asked) {
    constexpr double step = 0.02;
    const std::vector<Option> frontier = search.frontier(step);
    RC_ASSERT(std::ranges::is_sorted(frontier, {}, &Option::seconds));
    for (const Option& option : frontier)
      RC_ASSERT(search.fits(option) && search.is_accepted(option));
    const auto is_reached = [&](const Option& option) {
      return std::ranges::any_of(frontier, [&](const Option& other) {
        return ratio(other.gpu, option.gpu) <= 1 + step && other.seconds <= option.seconds * (1 + step);
      });
    };
    for (const Option& option : asked.all)
      if (search.fits(option) && !is_reached(option)) RC_ASSERT(!search.is_accepted(option));
  }

 private slots:
  /// A hundred small spaces are searched candidate by candidate.
  void best_families_and_frontier_are_those_of_brute_force() {
    std::int64_t candidates = 0, estimated = 0;
    int plans = 0;
    QVERIFY(rc::check("every candidate", [&] {
      Asked asked{*test::any_run(), {}, {}};
      asked.requirements.freedom = *few_freedoms();
      if (*rc::gen::element(true, false, false, false)) {
        Plan divided = asked.plan;
        divided.training.pipeline_parallel = 2;
        if (is_usable(divided)) asked.plan = divided;
      }
      if (*rc::gen::element(true, false, false, false)) {
        const Plan titan = test::with_torchtitan(asked.plan);
        if (is_usable(titan)) asked.plan = titan;
      }
      RC_PRE(is_usable(check(asked.plan)));
      RC_PRE(size_of_space(asked.plan, asked.requirements.freedom) < largest_space);
      asked.requirements.fit = *rc::gen::element(FitDemand(), FitDemand{0.6, {}}, FitDemand::with_margin(0),
                                                 FitDemand::with_margin(1));
      asked.requirements.objective =
          *rc::gen::map(rc::gen::inRange<std::size_t>(0, objective_rows().size()),
                        [](std::size_t i) { return objective_rows()[i].objective; });
      // Sometimes the search may use less of each GPU than it has, and wants a speed that not
      // every plan reaches.
      if (*rc::gen::inRange(0, 3) == 0)
        asked.requirements.most_gpu =
            from_gib(asked.plan.cluster.gpu.memory_gib * *rc::gen::element(0.3, 0.7));
      Search search(asked.plan, asked.requirements.freedom, asked.requirements.fit);
      const BruteForce brute_force(asked.plan, asked.requirements.freedom);
      for (const FreedomRow& row : freedom_rows())
        if (asked.requirements.freedom.*row.member) RC_LOG() << row.name << " is free\n";
      RC_ASSERT(search.decided() == static_cast<std::int64_t>(brute_force.picks().size()));
      for (const Pick& pick : brute_force.picks())
        asked.all.push_back(search.evaluate(pick));
      if (const Option& some = asked.all.front(); some.seconds > 0 && *rc::gen::inRange(0, 3) == 0)
        asked.requirements.least_tokens_per_s = tokens_per_s(some, asked.plan);
      compare_best(search, asked);
      compare_families(search, asked);
      compare_frontier(search, asked);
      candidates += search.decided();
      estimated += search.estimated() - search.decided();
      ++plans;
    }));
    qInfo("%d plans, %lld candidates, %lld estimated by the search", plans,
          static_cast<long long>(candidates), static_cast<long long>(estimated));
  }

  /// If there is room for few roots and halves, the answers equal those of brute force and of a search that
  /// keeps everything, and no more than the limits is kept.
  void a_search_with_little_room_answers_alike_and_keeps_no_more() {
    int plans = 0, in_parts = 0, full = 0;
    QVERIFY(rc::check("limits", [&] {
      Asked asked{*test::any_run(), {}, {}};
      asked.requirements.freedom = *few_freedoms();
      RC_PRE(is_usable(check(asked.plan)));
      RC_PRE(size_of_space(asked.plan, asked.requirements.freedom) < largest_space / 5);
      const SearchLimits limits{*rc::gen::inRange<std::size_t>(1, 200),
                                *rc::gen::inRange<std::size_t>(0, 20)};
      Search search(asked.plan, asked.requirements.freedom, {}, {}, limits);
      Search whole(asked.plan, asked.requirements.freedom, {});
      RC_ASSERT(search.decided() == whole.decided());
      const BruteForce brute_force(asked.plan, asked.requirements.freedom);
      for (const Pick& pick : brute_force.picks())
        asked.all.push_back(search.evaluate(pick));
      compare_best(search, asked);
      compare_families(search, asked);
      compare_frontier(search, asked);
      RC_ASSERT(search.most_kept().roots <= limits.roots);
      RC_ASSERT(search.most_kept().halves <= limits.halves);
      const PlanChoice little = choose(search, asked.requirements), much = choose(whole, asked.requirements);
      RC_ASSERT(little.searched == much.searched);
      RC_ASSERT(little.present == much.present && little.present_runs == much.present_runs);
      RC_ASSERT(little.best.has_value() == much.best.has_value());
      ++plans;
      in_parts += whole.most_kept().roots > limits.roots;
      full += search.most_kept().halves == limits.halves;
    }));
    qInfo("%d plans, %d searched in parts, %d without room for halves", plans, in_parts, full);
    QVERIFY(in_parts > 0 && full > 0);
  }

  /// The largest space there is; the search is stopped once it has shown that it does not keep all
  /// roots it lists.
  void millions_of_roots_are_gone_through_in_parts() {
    Plan plan = example_plan().plan;
    plan.cluster.nodes = 4;
    Freedom freedom;
    for (const FreedomRow& row : freedom_rows())
      freedom.*row.member = true;
    constexpr SearchLimits limits{2'000, 500};
    int told = 0;
    std::optional<Search> search;
    try {
      search.emplace(
          plan, freedom, FitDemand(), [&](double done) { return done >= 0 && ++told < 400; }, limits);
      QFAIL("It was not stopped.");
    } catch (const SearchStopped&) {
    }
    // Each call for progress follows 512 listed roots, so a hundred times as many were listed as are kept.
    QVERIFY(told * 512 > 100 * static_cast<int>(limits.roots));
    static_assert(SearchLimits().bytes() < std::size_t{1} << 30);
  }

  /// Most boxes of a changed plan are estimated only if somebody asks for them.
  void a_changed_plan_has_the_frontier_of_a_search_begun_anew() {
    constexpr double step = 0.02;
    const auto reaches = [](const std::vector<Option>& frontier, const Option& option) {
      return std::ranges::any_of(frontier, [&](const Option& other) {
        return ratio(other.gpu, option.gpu) <= 1 + step && other.seconds <= option.seconds * (1 + step);
      });
    };
    int changes = 0;
    QVERIFY(rc::check("kept", [&] {
      const Plan plan = *test::any_run();
      const Freedom freedom = *few_freedoms();
      RC_PRE(is_usable(plan));
      RC_PRE(size_of_space(plan, freedom) < largest_space);
      std::vector<Change> possible = possible_changes(plan, freedom);
      std::erase_if(possible, [](const Change& change) { return !change.kept; });
      RC_PRE(!possible.empty());
      const Change& change = possible[*rc::gen::inRange<std::size_t>(0, possible.size())];
      const Search base(plan, freedom, {});
      const std::vector<Option> kept = Search(base, change.plan, *change.kept).frontier(step);
      const std::vector<Option> anew = Search(change.plan, freedom, {}).frontier(step);
      RC_LOG() << change.id << "\n";
      for (const Option& option : anew)
        RC_ASSERT(reaches(kept, option));
      for (const Option& option : kept)
        RC_ASSERT(reaches(anew, option));
      ++changes;
    }));
    qInfo("%d changes", changes);
  }

  void a_watch_is_told_how_much_is_done_and_stops_the_search() {
    Freedom freedom;
    freedom.fused_loss = freedom.tiled_mlp = freedom.quantised = freedom.rare_settings = true;
    const Plan plan = example_plan().plan;
    std::vector<double> told;
    const auto follow = [&](double done) { return told.push_back(done), done < 0.1; };
    try {
      choose(plan, {.freedom = freedom}, follow);
      QFAIL("It was not stopped.");
    } catch (const SearchStopped&) {
    }
    QVERIFY(told.size() > 1);
    QVERIFY(std::ranges::is_sorted(told));
    QVERIFY(told.front() >= 0 && told.back() >= 0.1 && told.back() < 0.5);
  }
};

ZP_TEST(SearchTest)
#include "search_test.moc"
