// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/search/search.h"

#include <algorithm>
#include <queue>
#include <tuple>
#include <utility>

#include "core/rules/check_plan.h"

namespace zp {
namespace {

/// Shares of a choice's total work for listing the roots and for estimating them; the goals take the rest.
constexpr double share_of_listing = 0.3, share_of_roots = 0.1;
/// Share of the remaining work that each goal is assumed to take; neither the number of boxes nor the number
/// of goals is known in advance.
constexpr double share_of_goal = 0.1;

/// More roots than a chart can show.
constexpr std::size_t most_pictured = 100'000;

/// A goal of a search with the best option so far. Run on one part of the space after another.
class GoalSearch {
 public:
  GoalSearch(const Search& search, const Search::Goal& goal, Progress& progress)
      : search_(search), goal_(goal), progress_(progress) {}

  void ask(SearchTree& boxes) {
    fill(boxes);
    while (!waiting_.empty()) {
      if (!is_open(waiting_.top().key)) break;
      SearchNode& box = *waiting_.top().box;
      waiting_.pop();
      progress_.step();
      if (box.is_deferred) {
        boxes.refine(box);
        wait(box);
        continue;
      }
      if (!holds_more(boxes, box)) continue;
      if (Halves* halves = boxes.kept_halves(box))
        for (SearchNode& half : *halves)
          wait(half);
      else
        ask_halves(boxes, box);
    }
    waiting_ = {};
  }

  [[nodiscard]] const std::optional<Option>& found() const { return found_; }

 private:
  /// A box in the queue. The most promising comes first, because its result rules out most others without
  /// estimates. The order of equal boxes does not depend on earlier queries.
  struct QueuedNode {
    Key key;
    SearchNode* box;
    [[nodiscard]] auto place() const { return std::tie(key, box->root, box->low); }
    bool operator>(const QueuedNode& other) const { return place() > other.place(); }
  };

  void fill(SearchTree& boxes) {
    std::vector<QueuedNode> first;
    for (SearchNode& box : boxes.all())
      if ((!goal_.strategy || boxes.strategy_of_root(box.root) == *goal_.strategy) &&
          is_promising(box.best_case))
        first.push_back({goal_.key(box.best_case), &box});
    waiting_ = decltype(waiting_)(std::greater<>(), std::move(first));
  }

  [[nodiscard]] bool is_open(const Key& key) const { return !found_ || key < least_key_; }
  [[nodiscard]] bool is_promising(const ComparedFigures& best_case) const {
    return goal_.allows_box(best_case) && is_open(goal_.key(best_case));
  }
  void wait(SearchNode& box) {
    if (is_promising(box.best_case)) waiting_.push({goal_.key(box.best_case), &box});
  }

  /// Returns true if DeepSpeed refuses the candidate that would become the new best.
  bool refuses(const Option& option) {
    if (!goal_.allows(option) || !is_open(goal_.key(option))) return false;
    if (!search_.is_accepted(option)) return true;
    found_ = option;
    least_key_ = goal_.key(option);
    return false;
  }

  /// Evaluates the corners of a box. Returns true if a better candidate may lie between them.
  bool holds_more(SearchTree& boxes, SearchNode& box) {
    boxes.open(box);
    if (!is_promising(box.best_case)) return false;
    const Option fast = boxes.fast(box);
    const bool refuses_fast = refuses(fast);
    if (SearchTree::is_single(box)) return false;
    const Option lean = boxes.lean(box);
    const bool refuses_lean = refuses(lean);
    if (refuses_fast ? !search_.is_accepted(lean) : refuses_lean && !search_.is_accepted(fast)) return false;
    return is_promising(box.best_case);
  }

  /// Searches a box completely, the more promising half first, without storing the halves.
  void ask_halves(SearchTree& boxes, SearchNode& box) {
    Halves made;
    Halves& halves = boxes.halves(box, made);
    const bool is_faster_first = goal_.key(halves[1].best_case) < goal_.key(halves[0].best_case);
    for (const std::size_t i : {std::size_t{is_faster_first}, std::size_t{!is_faster_first}}) {
      progress_.step();
      if (is_promising(halves[i].best_case) && holds_more(boxes, halves[i])) ask_halves(boxes, halves[i]);
    }
  }

  const Search& search_;
  const Search::Goal& goal_;
  Progress& progress_;
  std::priority_queue<QueuedNode, std::vector<QueuedNode>, std::greater<>> waiting_;
  std::optional<Option> found_;
  Key least_key_{};
};

/// Options that no other beats by more than a step. Run on one part of the space after another.
class Frontier {
 public:
  Frontier(const Search& search, double step, Progress& progress)
      : search_(search), step_(step), progress_(progress) {}

  void offer(const Option& option) {
    if (!search_.fits(option) || is_beaten(option) || !search_.is_accepted(option)) return;
    std::erase_if(kept_, [&](const Option& other) {
      return other.gpu >= option.gpu && other.seconds >= option.seconds;
    });
    kept_.push_back(option);
  }

  void ask(SearchTree& boxes) {
    std::vector<SearchNode*> waiting;
    for (SearchNode& box : boxes.all())
      if (matters(box)) waiting.push_back(&box);
    // Fastest boxes first; among equal ones, those with the fewest settings: an option that is no better than
    // an earlier one is dropped.
    std::ranges::sort(waiting, {}, [](const SearchNode* box) {
      const ComparedFigures& best = box->best_case;
      return std::tuple(best.seconds, best.mechanisms, best.parts, box->root);
    });
    for (SearchNode* box : waiting)
      ask(boxes, *box);
  }

  /// Returns the options, fastest first.
  std::vector<Option> take() {
    std::ranges::sort(kept_, {}, &Option::seconds);
    return std::move(kept_);
  }

 private:
  [[nodiscard]] bool is_beaten(const ComparedFigures& standing) const {
    const double most_memory = static_cast<double>(standing.gpu.value()) * (1 + step_);
    const double most_seconds = standing.seconds * (1 + step_);
    return std::ranges::any_of(kept_, [&](const Option& other) {
      return static_cast<double>(other.gpu.value()) <= most_memory && other.seconds <= most_seconds;
    });
  }
  [[nodiscard]] bool matters(const SearchNode& box) const {
    return search_.fits(box.best_case) && !is_beaten(box.best_case);
  }

  /// Searches a box completely; newly made halves are dropped afterwards.
  void ask(SearchTree& boxes, SearchNode& box) {
    progress_.step();
    while (box.is_deferred && matters(box))
      boxes.refine(box);
    if (!matters(box)) return;
    boxes.open(box);
    offer(boxes.fast(box));
    offer(boxes.lean(box));
    if (SearchTree::is_single(box) || !matters(box)) return;
    Halves made;
    auto& [leaner, faster] = boxes.halves(box, made);
    const bool asks_leaner = matters(leaner);
    if (matters(faster)) ask(boxes, faster);
    if (asks_leaner) ask(boxes, leaner);
  }

  const Search& search_;
  double step_;
  Progress& progress_;
  std::vector<Option> kept_;
};

}  // namespace

Search::Search(const Plan& origin, const Freedom& freedom, const FitDemand& demand, Watch watch,
               SearchLimits limits)
    : trial_(origin, demand),
      progress_(std::move(watch), share_of_listing),
      listing_(origin, freedom),
      capacity_(capacity_of(origin, trial_.demand())),
      limits_(limits) {
  std::optional<Roots> first;
  std::size_t parts = 0;
  listing_.visit(limits_.roots, {}, progress_, [&](Roots&& part) {
    decided_ += part.candidates();
    roots_ += part.size();
    most_kept_.roots = std::max(most_kept_.roots, part.size());
    if (++parts == 1)
      first.emplace(std::move(part));
    else
      first.reset();
  });
  progress_.begin(share_of_listing, share_of_roots);
  if (first) kept_.emplace(*std::move(first), limits_.halves, trial_, capacity_, progress_, 1);
  progress_.begin(share_of_listing + share_of_roots, 1 - share_of_listing - share_of_roots);
}

Search::Search(const Search& base, const Plan& origin, MonotoneBounds kept, Watch watch)
    : trial_(origin, base.trial_.demand()),
      progress_(std::move(watch)),
      listing_(origin, base.listing_.freedom()),
      capacity_(capacity_of(origin, trial_.demand())),
      limits_(base.limits_),
      decided_(base.decided_),
      roots_(base.roots_) {
  if (base.kept_) kept_.emplace(*base.kept_, Roots(base.kept_->roots(), origin), kept, trial_, capacity_);
}

void Search::note_kept(const SearchTree& boxes) {
  most_kept_.roots = std::max(most_kept_.roots, boxes.roots().size());
  most_kept_.halves = std::max(most_kept_.halves, boxes.halves_kept());
}

void Search::each_part(std::optional<Strategy> only, const std::function<void(SearchTree&)>& ask) {
  const auto ask_of = [&](SearchTree& boxes) {
    ask(boxes);
    note_kept(boxes);
  };
  progress_.complete_part(share_of_goal);
  if (kept_) return ask_of(*kept_);
  listing_.visit(limits_.roots, only, progress_, [&](Roots&& roots) {
    SearchTree boxes(std::move(roots), limits_.halves, trial_, capacity_, progress_, 0);
    ask_of(boxes);
  });
}

Estimated Search::evaluate(const Pick& pick) {
  Estimated option;
  static_cast<Option&>(option) = listing_.option_of(pick);
  trial_.estimate(option);
  return option;
}

bool Search::is_accepted(const Option& option) const {
  return !stops(check(with_pick(origin(), option.pick)));
}

std::optional<Option> Search::least(const Goal& goal) {
  GoalSearch quest(*this, goal, progress_);
  each_part(goal.strategy, [&](SearchTree& boxes) { quest.ask(boxes); });
  return quest.found();
}

std::vector<Option> Search::frontier(double step, std::span<const Option> known) {
  Frontier frontier(*this, step, progress_);
  for (const Option& option : known)
    frontier.offer(option);
  each_part({}, [&](SearchTree& boxes) { frontier.ask(boxes); });
  return frontier.take();
}

void Search::limit_gpu_memory(Bytes most_gpu) {
  capacity_ = capacity_of(origin(), trial_.demand(), most_gpu);
}

std::vector<Option> Search::corners() {
  const std::size_t every = roots_ / most_pictured + 1;
  std::vector<Option> all;
  all.reserve(2 * roots_ / every);
  std::size_t root = 0;
  each_part({}, [&](SearchTree& boxes) {
    for (SearchNode& box : boxes.all()) {
      if (root++ % every != 0 || (most_batch_ > 0 && box.best_case.batch > most_batch_)) continue;
      while (box.is_deferred)
        boxes.refine(box);
      boxes.open(box);
      all.push_back(boxes.fast(box));
      if (!SearchTree::is_single(box)) all.push_back(boxes.lean(box));
    }
  });
  return all;
}

}  // namespace zp
