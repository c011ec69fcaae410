// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/truth/published/pairs.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include "tests/truth/published/table_parts.h"

namespace zp::test {
namespace {

Plan plan_of(const SpeedRow& row) { return row.published->plan; }
Pick pick_of(const SpeedRow& row) { return zp::pick_of(plan_of(row)); }

/// Returns the measured seconds of one sequence.
double measured(const SpeedRow& row) {
  return row.measured / static_cast<double>(train_batch_size(plan_of(row)));
}
double predicted(const SpeedRow& row) {
  return row.predicted / static_cast<double>(train_batch_size(plan_of(row)));
}

/// Returns a key that is equal for the rows of one group; "" if the source leaves out any column of it.
std::string group_key(const SpeedRow& row) {
  std::string key;
  for (const char* column : {"source", "model", "gpu", "n_gpus", "seq", "micro_batch"}) {
    if (!row.published->row.has(column)) return {};
    if (std::string_view(column) != "micro_batch") key += row.published->row.text(column) + "|";
  }
  return key + row.published->row.text("framework") + "|" + row.published->row.text("metric");
}

/// Returns true if the plans differ only in what a search chooses.
bool differ_in_dimensions_alone(const SpeedRow& a, const SpeedRow& b) {
  Plan one = with_pick(plan_of(a), pick_of(b)), other = with_pick(plan_of(b), pick_of(b));
  one.zero = other.zero;  // ignores keys that a stage does not read
  return one == other;
}

/// Returns the rows by job: within a job, only settings that a search chooses differ.
std::vector<RunGroup> jobs_of(const RunGroup& rows) {
  std::vector<RunGroup> jobs;
  for (const SpeedRow* row : rows) {
    const auto job = std::ranges::find_if(
        jobs, [&](const RunGroup& each) { return differ_in_dimensions_alone(*each.front(), *row); });
    if (job == jobs.end())
      jobs.push_back({row});
    else
      job->push_back(row);
  }
  return jobs;
}

}  // namespace

std::vector<RunGroup> run_groups(const std::vector<SpeedRow>& rows) {
  std::map<std::string, RunGroup> groups;
  for (const SpeedRow& row : rows)
    if (const std::string key = group_key(row); !key.empty() && row.published->row.has("layers"))
      groups[key].push_back(&row);
  std::vector<RunGroup> several;
  for (const auto& [key, group] : groups)
    for (RunGroup& job : jobs_of(group))
      if (job.size() > 1) several.push_back(std::move(job));
  return several;
}

std::vector<RunPair> run_pairs(const std::vector<RunGroup>& groups) {
  std::vector<RunPair> pairs;
  for (const RunGroup& group : groups)
    for (std::size_t i = 0; i < group.size(); ++i)
      for (std::size_t j = 0; j < i; ++j) {
        const SpeedRow &a = *group[i], &b = *group[j];
        if (pick_of(a) == pick_of(b)) continue;
        pairs.push_back(
            {a.published->source, a.published->id, b.published->id,
             differences_between(pick_of(a), pick_of(b)),
             std::abs(std::log(predicted(a) / measured(a)) - std::log(predicted(b) / measured(b))),
             resolution_between(pick_of(a), pick_of(b))});
      }
  return pairs;
}

PairError error_of_pairs(const std::vector<RunPair>& pairs, DimensionKind difference) {
  Differences alone{};
  alone[static_cast<std::size_t>(difference)] = true;
  std::map<std::string, std::vector<double>> by_source;
  PairError result;
  for (const RunPair& pair : pairs)
    if (pair.differs == alone) {
      by_source[pair.source].push_back(pair.error);
      ++result.pairs;
    }
  std::vector<double> medians;
  medians.reserve(by_source.size());
  for (auto& [source, errors] : by_source)
    medians.push_back(median_of(errors));
  result.sources = static_cast<int>(medians.size());
  result.median = median_of(medians);
  return result;
}

std::vector<ChoiceCase> choice_cases(const std::vector<RunGroup>& groups) {
  std::vector<ChoiceCase> cases;
  for (const RunGroup& group : groups) {
    std::map<Pick, const SpeedRow*> settings;  // the fastest run of each setting
    for (const SpeedRow* row : group)
      if (const auto [place, is_new] = settings.try_emplace(pick_of(*row), row);
          !is_new && measured(*row) < measured(*place->second))
        place->second = row;
    if (settings.size() < 2) continue;
    const auto least = [&](auto seconds) {
      return std::ranges::min_element(settings, {}, [&](const auto& entry) { return seconds(*entry.second); })
          ->second;
    };
    const SpeedRow &fastest = *least(measured), &ours = *least(predicted);
    ChoiceCase one{fastest.published->row.text("source_url"),
                   fastest.published->row.text("quality"),
                   ours.published->source,
                   fastest.published->configuration,
                   fastest.published->id,
                   ours.published->id,
                   static_cast<int>(settings.size()),
                   0,
                   false,
                   measured(fastest),
                   measured(ours)};
    for (const auto& [pick, row] : settings) {
      if (predicted(*row) > predicted(ours) * (1 + resolution_between(pick, pick_of(ours)))) continue;
      ++one.equal;
      one.holds_fastest = one.holds_fastest || row == &fastest;
    }
    cases.push_back(std::move(one));
  }
  return cases;
}

AccuracyTable choice_table(const std::vector<SpeedRow>& rows) {
  AccuracyTable table = make_table(
      "speed", "choices", "The setting put first among those of a source",
      "Sources that print several settings of one job, which differ in nothing but what a search chooses: "
      "seconds of one sequence at their fastest, and what the one measured that is fastest by this clock.",
      AccuracyUnit::seconds);
  int held = 0, same = 0, settings = 0, equal = 0;
  const std::vector<ChoiceCase> cases = choice_cases(run_groups(rows));
  for (const ChoiceCase& one : cases) {
    AccuracyRow row;
    row.id = one.fastest == one.ours ? one.fastest : one.fastest + " / " + one.ours;
    row.source = one.source;
    row.url = one.url;
    row.configuration = one.configuration;
    row.meaning = "fastest of " + std::to_string(one.settings) + " settings";
    row.measured = one.fastest_seconds;
    row.predicted = one.our_seconds;
    row.error = one.loss();
    row.quality = one.quality;
    row.note = std::to_string(one.equal) + " of them cannot be told from ours" +
               (one.holds_fastest ? "" : ", the fastest not among them");
    table.rows.push_back(std::move(row));
    held += one.holds_fastest ? 1 : 0;
    same += one.fastest == one.ours ? 1 : 0;
    settings += one.settings;
    equal += one.equal;
  }
  finish(table);
  const auto of_all = " of " + std::to_string(cases.size());
  table.note = "The fastest is the same in " + std::to_string(same) + of_all +
               "; it is among those that cannot be told from ours in " + std::to_string(held) + of_all +
               " (" + std::to_string(equal) + " of " + std::to_string(settings) + " settings).";
  return table;
}

}  // namespace zp::test
