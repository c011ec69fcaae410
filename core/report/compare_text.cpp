// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>

#include "core/report/speed_words.h"
#include "core/report/table.h"
#include "core/report/text.h"
#include "core/report/words.h"
#include "core/search/choice_words.h"
#include "core/units/format.h"

namespace zp {
namespace {

std::string micro_batch_cell(const Candidate& candidate) {
  return candidate.largest_micro_batch > 0 ? format_count(candidate.largest_micro_batch) : "–";
}

std::string mark(const Candidate& candidate, const Plan& plan) {
  return candidate.strategy == strategy_of(plan) ? "▸" : "";
}

Option option_of(const Candidate& candidate) {
  Option option;
  option.pick = pick_of(candidate.plan);
  return option;
}

std::string rejection_line(const Rejection& rejection) {
  const std::string fix = rejection.nearest_fix.empty() ? "" : "; fits with: " + rejection.nearest_fix;
  return "  ✗ " + wrapped(rejection.name + ": " + rejection.reason + fix, 96, 4) + "\n";
}

/// Returns a table of the recommended candidate and the best of each strategy, which is short enough for
/// a screen.
Table shortlist_table(const Plan& plan, const Recommendation& recommendation) {
  Table table{{"", "Tokens/s", "GPU, at most", "Host per node", "Plan"}, {}, "lrrrl"};
  const Pick origin = pick_of(plan);
  std::vector<Strategy> seen;
  for (std::size_t i = 0; i < recommendation.candidates.size(); ++i) {
    const Candidate& candidate = recommendation.candidates[i];
    const bool is_best = static_cast<int>(i) == recommendation.best;
    const bool is_first = std::ranges::find(seen, candidate.strategy) == seen.end();
    if (!is_best && !is_first) continue;
    seen.push_back(candidate.strategy);
    table.rows.push_back(
        {is_best ? "★" : "",
         candidate.time.is_known ? format_count(std::llround(candidate.throughput.tokens_per_s)) : "–",
         format_gib(candidate.estimate.gpu.peak_range.high),
         format_gib(candidate.estimate.cpu.needed_per_node()), title_of(option_of(candidate), origin)});
  }
  return table;
}

/// Returns words on a grown model: ": 75 layers of this model's width, which has 32".
std::string how_grown(Unknown unknown, const Solution& solution, const Plan& plan) {
  if (unknown != Unknown::parameters) return "";
  if (plan.model.source == ModelSource::parameters) return ", stated as a bare count";
  return ": " + std::to_string(solution.candidate.plan.model.architecture.layers) +
         " layers of this model's width, which has " + std::to_string(plan.model.architecture.layers);
}

/// Returns the binding limit in words: "GPU memory (gpu_memory)", "the rule sequence_exceeds_positions".
std::string bound_by(const BindingLimit& binds) {
  if (binds.is_rule) return "the rule " + binds.code;
  return binds.title + " (" + binds.code + ")";
}

}  // namespace

std::string compare_text(const Evaluation& evaluation) {
  const Plan& plan = evaluation.document.plan;
  const std::vector<Candidate>& candidates = evaluation.candidates;
  Table table{
      {"", "Strategy", "GPU", "Host per node", "NVMe per node", "Largest micro batch"}, {}, "llrrrrrrrrrlrl"};
  const auto append = [](std::vector<std::string>& row, std::vector<std::string> cells) {
    row.insert(row.end(), std::make_move_iterator(cells.begin()), std::make_move_iterator(cells.end()));
  };
  append(table.header, speed_header());
  append(table.header, {"Rank", "Verdict"});
  for (const Candidate& candidate : candidates) {
    const MemoryEstimate& estimate = candidate.estimate;
    std::vector<std::string> row = {mark(candidate, plan),
                                    label_of(candidate.strategy),
                                    format_bytes(estimate.gpu.peak),
                                    format_bytes(estimate.cpu.needed_per_node()),
                                    format_bytes(estimate.nvme.per_node),
                                    micro_batch_cell(candidate)};
    append(row, speed_cells(candidate));
    append(row, {format_count(candidate.rank), verdict(estimate, plan.model.has_shape())});
    table.rows.push_back(std::move(row));
  }
  std::string text;
  if (!candidates.empty()) {
    text = headline(plan, candidates.front().estimate) + "\n" + settings_line(plan) + "\n";
    text += format_bytes(candidates.front().estimate.gpu.capacity) + " usable per GPU, " +
            format_bytes(candidates.front().estimate.cpu.capacity_per_node) + " of host memory per node\n\n";
  }
  return text + aligned_table(table, 0) +
         "\n▸ the plan's own. Of stage 1: this step over that of stage 1 without offload. Rank: plans "
         "that fit come first, and among them " +
         (plan.model.has_shape() ? "the shortest step.\n"
                                 : "the fewest moving parts, as there is no step time.\n");
}

std::string solve_text(const PlanDocument& document, Unknown unknown, const std::optional<Solution>& solution,
                       const Unsolved& unsolved) {
  if (!solution) {
    std::string text =
        model_name(document.plan) + (unknown == Unknown::gpus ? ": no number of GPUs is enough.\n"
                                                              : ": nothing runs, whatever the value.\n");
    if (!unsolved.why.empty()) text += unsolved.why + "\n";
    return text;
  }
  const MemoryEstimate& estimate = solution->candidate.estimate;
  std::string text = counted(unknown, solution->value) + how_grown(unknown, *solution, document.plan) + "\n" +
                     title_of(option_of(solution->candidate), pick_of(document.plan)) + "\n" +
                     settings_line(solution->candidate.plan) + "\n" + format_bytes(estimate.gpu.peak) +
                     " of " + format_bytes(estimate.gpu.capacity) + " per GPU, " +
                     format_bytes(estimate.cpu.needed_per_node()) + " of host memory per node\n" +
                     speed_line(solution->candidate) + "\n";
  if (solution->refused > 0)
    text += counted(unknown, solution->refused) + " would not do. " + solution->why_refused + "\n";
  text += "Bound by " + bound_by(solution->binds) + ".\n";
  return text;
}

std::string recommend_text(const PlanDocument& document, const Recommendation& recommendation) {
  const Plan& plan = document.plan;
  std::string text = model_name(plan) + "\n" + wrapped(recommendation.verdict, 100, 0) + "\n";
  text += "\n" + aligned_table(shortlist_table(plan, recommendation), 0);
  if (!recommendation.rejected.empty()) text += "\nWhy not\n";
  for (const Rejection& rejection : recommendation.rejected)
    text += rejection_line(rejection);
  if (!recommendation.sensitivity.empty()) text += "\nWhat would help next\n";
  for (const Sensitivity& one : recommendation.sensitivity)
    text += "  " + sensitivity_line(one) + "\n";
  return text;
}

}  // namespace zp
