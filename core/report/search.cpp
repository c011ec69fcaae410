// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "core/catalog/built_on.h"
#include "core/evaluate/evaluate.h"
#include "core/evaluate/plan_sweep.h"
#include "core/evaluate/search_freedom.h"
#include "core/export/startable.h"
#include "core/memory/odds.h"
#include "core/plan_file/scenarios.h"
#include "core/report/findings.h"
#include "core/report/json.h"
#include "core/report/sections_json.h"
#include "core/report/speed_words.h"
#include "core/report/table.h"
#include "core/report/text.h"
#include "core/report/words.h"
#include "core/rules/check_plan.h"
#include "core/search/choice_words.h"
#include "core/sharding/roles.h"
#include "core/units/format.h"
#include "core/unstated/edit.h"
#include "core/unstated/open_batch.h"
#include "core/unstated/open_odds.h"
#include "core/unstated/open_words.h"
#include "core/unstated/stated_paths.h"

namespace zp {
namespace {

using Json = nlohmann::ordered_json;

/// Returns the bytes per rank and step, by link; null if there is no clock.
Json traffic_object(const Candidate& candidate) {
  if (!candidate.time.is_known) return nullptr;
  double network = 0, host = 0, drive = 0;
  for (const TimeEntry& entry : candidate.time.ledger.entries()) {
    if (entry.part == TimePart::communication) network += entry.amount;
    if (entry.resource == Resource::host_link) host += entry.amount;
    if (entry.resource == Resource::drive) drive += entry.amount / candidate.plan.cluster.gpus_per_node;
  }
  return {{"network_bytes", bytes_of(network).value()},
          {"host_bytes", bytes_of(host).value()},
          {"nvme_bytes", bytes_of(drive).value()}};
}

Json candidate_object(const PlanDocument& document, const Candidate& candidate) {
  const PlanDocument own{candidate.plan, document.text};
  const std::vector<Finding> findings = evaluate(own).findings;  // the same findings as in `estimate`
  return {{"name", candidate.name},
          {"plan", plan_object(own)},
          {"estimate", estimate_object(own, candidate, findings)},
          {"fits_probability", shown_odds(candidate.odds.both)},
          {"rank", candidate.rank},
          {"reasons", candidate.reasons},
          {"label", label_of(candidate.strategy)},
          {"largest_micro_batch", candidate.largest_micro_batch},
          {"traffic_per_step", traffic_object(candidate)}};
}

Json candidate_array(const PlanDocument& document, const std::vector<Candidate>& candidates) {
  Json array = Json::array();
  for (const Candidate& candidate : candidates)
    array.push_back(candidate_object(document, candidate));
  return array;
}

Json binding_object(const BindingLimit& binding_limit) {
  return {{"code", binding_limit.code}, {"title", binding_limit.title}};
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
  return "  ✗ " + wrapped(rejection.label + ": " + rejection.reason + fix, 96, 4) + "\n";
}

/// Returns a table of the recommended candidate and the best of each strategy, short enough for a screen.
Table shortlist_table(const Plan& plan, const Recommendation& recommendation) {
  Table table{{"", "Tokens/s", "GPU, peak", "Odds", "Host per node", "Plan"}, {}, "lrrrrl"};
  const Pick origin = pick_of(plan);
  std::vector<Strategy> seen;
  for (std::size_t i = 0; i < recommendation.candidates.size(); ++i) {
    const Candidate& candidate = recommendation.candidates[i];
    const bool is_best = static_cast<int>(i) == recommendation.best;
    const bool is_first = std::ranges::find(seen, candidate.strategy) == seen.end();
    if (!is_best && !is_first) continue;
    seen.push_back(candidate.strategy);
    const GpuMemory& gpu = candidate.estimate.gpu;
    table.rows.push_back(
        {is_best ? "★" : "",
         candidate.time.is_known ? format_count(std::llround(candidate.throughput.tokens_per_s)) : "–",
         format_gib(gpu.needed()) + (gpu.is_filled_by_cache() ? " +" : ""), odds_percent(candidate.odds.both),
         format_gib(candidate.estimate.cpu.needed_per_node()), title_of(option_of(candidate), origin)});
  }
  return table;
}

/// Returns how the exported best plan is started. Precondition: there is a best plan.
ExportStart start_of_best(const PlanDocument& document, const Recommendation& recommendation) {
  const Candidate& best = recommendation.candidates[static_cast<std::size_t>(recommendation.best)];
  return export_start({best.plan, document.text});
}

std::string export_words(const ExportStart& start, Program program, const std::string& exported) {
  const auto is_own = [&](const ExportFlavour& flavour) {
    return program != Program::none && flavour.program == entry_of(program).id;
  };
  if (!start.can_start() && program != Program::none && std::ranges::none_of(export_flavours(), is_own))
    return "No export is for " + std::string(entry_of(program).name) +
           "; `import FILE --write-back PLAN` puts the plan's values into its own file.";
  if (!start.can_start()) return "No export starts it: " + start.reason;
  std::string command = exported + " starts it";
  if (program != Program::none && !is_built_on(entry_of(program), start.flavour->program))
    command += (start.flavour->program.empty() ? " with a script of your own"
                                               : " in " + std::string(start.flavour->title)) +
               ", since no export is for " + entry_of(program).name;
  command += '.';
  return start.reason.empty() ? command : command + " " + start.reason;
}

/// Returns the exported figures of the best plan's global batch, and whether the search chose it.
Json batch_object(const Plan& best, const Freedom& freedom) {
  return {{"sequences", train_batch_size(best)},
          {"tokens", train_batch_size(best) * tokens_per_example(best)},
          {"is_chosen", freedom.grows_batch()}};
}

/// Returns what the answer rests on although nobody stated it: "Assumed: 1 node of 8 × A100 SXM4 80GB, bf16,
/// 2,048 tokens a sequence."; "" if all of it is stated.
std::string assumed_words(const PlanDocument& document) {
  const Plan& plan = document.plan;
  const StatedPaths stated(document);
  std::string text;
  const auto assume = [&](std::string_view path, const std::string& value) {
    if (!stated.has(path)) text += (text.empty() ? "Assumed: " : ", ") + value;
  };
  if (plan.cluster.gpu == default_cluster().gpu) assume("cluster.gpu.preset", gpu_name(plan));
  const auto counted = [](int count, std::string_view noun) {
    return format_count(count) + ' ' + std::string(noun) + (count == 1 ? "" : "s");
  };
  assume("cluster.gpus_per_node", counted(plan.cluster.gpus_per_node, "GPU") + " a node");
  assume("cluster.nodes", counted(plan.cluster.nodes, "node"));
  assume("training.precision", std::string(name_of(plan.training.precision)));
  assume("training.optimizer", std::string(name_of(plan.training.optimizer)));
  assume("training.sequence_length", format_count(plan.training.sequence_length) + " tokens a sequence");
  const OpenBatch chosen = open_batch_of(document);  // by the search
  if (!chosen.micro_batch)
    assume("training.micro_batch_size", "micro batch " + format_count(plan.training.micro_batch_size));
  if (!chosen.accumulation)
    assume("training.gradient_accumulation_steps",
           "accumulation " + format_count(plan.training.gradient_accumulation_steps));
  return text.empty() ? text : text + ".";
}

/// Returns the keys of the file that nothing reads, one line each.
std::string ignored_lines(const PlanDocument& document) {
  std::string text;
  for (const Finding& finding : unknown_keys(document.text))
    text += "[Ignored] " + wrapped(sentence_of(finding), 90, 10) + "\n";
  return text;
}

/// Returns how a best plan that another search found is exported: with the search's options it must be saved
/// first.
std::string export_command(const PlanChoice& choice, const PlanDocument& document, std::string_view flavour) {
  const std::string by = " --for " + std::string(flavour) + "`";
  const Requirements usual{.freedom = with_open_batch({}, document)};
  return choice.requirements == usual
             ? "`export --best" + by
             : "`recommend … --out best.zplan.json`, then `export best.zplan.json" + by;
}

/// Returns true if the framework refuses every plan, whatever its memory.
bool is_refused_outright(const PlanChoice& choice) {
  return std::ranges::none_of(choice.families,
                              [](const Family& family) { return family.fastest || family.nearest; });
}

/// Describes a grown model: ": 75 layers of this model's width, which has 32".
std::string how_grown(Unknown unknown, const Solution& solution, const Plan& plan) {
  if (unknown != Unknown::parameters) return "";
  if (plan.model.source == ModelSource::parameters) return ", stated as a bare count";
  return ": " + std::to_string(solution.candidate.plan.model.architecture.layers) +
         " layers of this model's width, which has " + std::to_string(plan.model.architecture.layers);
}

/// Describes the binding limit: "GPU memory (gpu_memory)", "the rule sequence_exceeds_positions".
std::string bound_by(const BindingLimit& binding_limit) {
  if (binding_limit.is_rule) return "the rule " + binding_limit.code;
  return binding_limit.title + " (" + binding_limit.code + ")";
}

}  // namespace

std::string compare_json(const Evaluation& evaluation, JsonStyle style) {
  return text_of({{"format", "zero-compare/1"},
                  {"candidates", candidate_array(evaluation.document, evaluation.candidates)}},
                 style == JsonStyle::one_line);
}

std::string scenarios_json(const Scenarios& scenarios, const std::vector<PlanSweepRow>& rows) {
  Json candidates = Json::array(), rejected = Json::array();
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const Scenario& scenario = scenarios.all[i];
    if (rows[i].figures)
      candidates.push_back(
          candidate_object(scenario.document, candidate_of(scenario.document.plan, scenario.name)));
    else
      rejected.push_back({{"name", scenario.name}, {"reason", rows[i].stop}});
  }
  return text_of({{"format", "zero-compare/1"},
                  {"candidates", std::move(candidates)},
                  {"rejected", std::move(rejected)}},
                 false);
}

std::string solve_json(const PlanDocument& document, const std::optional<Solution>& solution,
                       const Unsolved& unsolved, JsonStyle style) {
  Json candidates = Json::array();
  Json result = {{"format", "zero-solve/1"}};
  if (solution) {
    candidates.push_back(candidate_object(document, solution->candidate));
    result["for"] = std::string(row_of(solution->unknown).name);
    result["value"] = solution->value;
    result["refused"] = solution->refused > 0 ? Json(solution->refused) : Json(nullptr);
    result["why_refused"] = text_or_null(solution->why_refused);
    result["binds"] = binding_object(solution->binding_limit);
  } else {
    result["why"] = text_or_null(unsolved.why);
    result["binds"] = binding_object(unsolved.binding_limit);
  }
  result["candidates"] = std::move(candidates);
  return text_of(result, style == JsonStyle::one_line);
}

std::string recommend_json(const PlanDocument& document, const Recommendation& recommendation,
                           JsonStyle style) {
  Json rejected = Json::array();
  for (const Rejection& rejection : recommendation.rejected)
    rejected.push_back({{"name", rejection.name},
                        {"reason", rejection.reason},
                        {"short_by", rejection.short_by.value()},
                        {"nearest_fix", text_or_null(rejection.nearest_fix)}});
  Json sensitivity = Json::array();
  for (const Sensitivity& one : recommendation.sensitivity)
    sensitivity.push_back({{"change", one.change},
                           {"best", one.best ? Json(one.title) : Json(nullptr)},
                           {"tokens_per_s", one.tokens_per_s > 0 ? Json(one.tokens_per_s) : Json(nullptr)},
                           {"gain", one.best ? Json(one.gain) : Json(nullptr)},
                           {"is_gain", one.is_gain}});
  const FitDemand& demand = recommendation.choice.requirements.fit;
  Json result = {{"format", "zero-recommend/1"},
                 {"verdict", recommendation.verdict},
                 {"verdict_kind", std::string(name_of(recommendation.choice.kind))},
                 {"confidence", demand.margin ? Json(nullptr) : Json(demand.confidence)}};
  if (recommendation.best >= 0) {
    result["best"] = recommendation.best;
    result["global_batch"] =
        batch_object(recommendation.candidates[static_cast<std::size_t>(recommendation.best)].plan,
                     recommendation.choice.requirements.freedom);
    const ExportStart start = start_of_best(document, recommendation);
    result["export"] = {
        {"flavour", start.flavour == nullptr ? Json(nullptr) : Json(std::string(start.flavour->name))},
        {"reason", text_or_null(start.reason)},
        {"by_hand", start.by_hand}};
  }
  result["candidates"] = candidate_array(document, recommendation.candidates);
  result["rejected"] = std::move(rejected);
  result["searched"] = recommendation.choice.searched;
  result["estimated"] = recommendation.choice.estimated;
  result["frontier"] = recommendation.frontier;
  result["sensitivity"] = std::move(sensitivity);
  return text_of(result, style == JsonStyle::one_line);
}

std::string best_plan_text(const PlanDocument& document, std::size_t width) {
  const Plan& plan = document.plan;
  const Requirements requirements{.freedom = with_open_batch({}, document)};
  return wrapped("Best for this model and cluster: " + verdict_of(choose(plan, requirements), plan), width,
                 2) +
         "\n";
}

std::string compare_text(const Evaluation& evaluation) {
  const Plan& plan = evaluation.document.plan;
  const std::vector<Candidate>& candidates = evaluation.candidates;
  Table table = strategy_table(candidates);
  table.header.insert(table.header.begin(), "");
  table.header.insert(table.header.end() - 1, {"Odds", "Rank"});
  table.alignment.insert(table.alignment.begin(), 'l');
  table.alignment.insert(table.alignment.size() - 1, "rr");
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    std::vector<std::string>& row = table.rows[i];
    row.insert(row.begin(), mark(candidates[i], plan));
    row.insert(row.end() - 1, {odds_percent(candidates[i].odds.both),
                               candidates[i].rank > 0 ? format_count(candidates[i].rank) : "–"});
  }
  std::string text;
  if (!candidates.empty()) {
    text = headline(plan, candidates.front().estimate) + "\n" + settings_line(plan) + "\n";
    text += format_bytes(candidates.front().estimate.gpu.capacity) + " usable per GPU, " +
            format_bytes(candidates.front().estimate.cpu.capacity_per_node) + " of host memory per node\n\n";
  }
  return text + aligned_table(table, 0) +
         "\n▸ the plan's own. Of stage 1: this step over that of stage 1 without offload. Rank: plans "
         "that fit with odds of 90 % come first, among them those that offload least, then " +
         (plan.model.has_shape() ? "the shortest step"
                                 : "the fewest moving parts, as there is no step time") +
         (std::ranges::any_of(candidates, [](const Candidate& candidate) { return candidate.rank == 0; })
              ? "; " + std::string(refusing_framework(plan)) +
                    " refuses those without a rank, or stops with them.\n"
              : ".\n") +
         (evaluation.is_usable ? best_plan_text(evaluation.document, 100) : "");
}

std::string solve_text(const PlanDocument& document, Unknown unknown, const std::optional<Solution>& solution,
                       const Unsolved& unsolved) {
  if (!solution) {
    std::string text =
        model_name(document.plan) +
        (unknown == Unknown::gpus ? ": no number of GPUs is sufficient.\n" : ": no value runs.\n");
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
  text += "Bound by " + bound_by(solution->binding_limit) + ".\n";
  return text;
}

namespace {

/// Returns true for a setting that the search or the exported files decide, so that the best plan leaves it
/// open to nobody.
bool is_decided(const OpenSetting& setting) {
  constexpr auto decided = std::to_array<std::string_view>(
      {"zero.", "training.activation_checkpointing", "training.micro_batch_size",
       "training.gradient_accumulation_steps", "training.precision", "training.optimizer", "training.lora."});
  return std::ranges::any_of(decided,
                             [&](std::string_view start) { return setting.path.starts_with(start); });
}

/// Returns the open setting without which the odds would rise most; nullptr if none moves them.
const UnstatedSetting* deciding_setting(const PlanDocument& document,
                                        const std::vector<UnstatedSetting>& open) {
  const UnstatedSetting* deciding = nullptr;
  double highest = open_odds(document, open).both;
  for (std::size_t i = 0; i < open.size(); ++i) {
    std::vector<UnstatedSetting> others = open;
    others.erase(others.begin() + static_cast<std::ptrdiff_t>(i));
    const double odds = open_odds(document, others).both;
    if (odds <= highest) continue;
    highest = odds;
    deciding = &open[i];
  }
  return deciding;
}

/// Returns the odds of the best plan that count other values of what nobody stated, with the setting that
/// lowers them most: "Odds counting other values of what is not stated: 74 %, first eager attention."; "" if
/// they are those of the assumed values.
std::string open_odds_line(const PlanDocument& document, const Candidate& best) {
  constexpr double least_difference = 0.05;
  const PlanDocument chosen = with_edit(document, best.plan);
  std::vector<UnstatedSetting> open = unstated_settings(chosen);
  std::erase_if(open, [](const UnstatedSetting& one) { return is_decided(*one.setting); });
  const double odds = open_odds(chosen, open).both;
  const UnstatedSetting* const deciding = deciding_setting(chosen, open);
  if (deciding == nullptr || shown_odds(best.odds.both) - odds < least_difference) return "";
  const Alternative& largest = *std::ranges::max_element(
      deciding->alternatives, {}, [](const Alternative& one) { return one.figures.gpu_need; });
  return wrapped("Odds counting other values of what is not stated: " + odds_percent(odds) + ", first " +
                     phrase_of(*deciding->setting, largest.value) + ".",
                 100, 0) +
         "\n";
}

/// Returns " (--allow fused-loss)" for a change that the search makes if it is allowed to; "" for others.
std::string allow_words(std::string_view change) {
  std::string name(change);
  std::ranges::replace(name, '_', '-');
  const bool is_option = std::ranges::find(freedom_rows(), name, &FreedomRow::name) != freedom_rows().end();
  return is_option ? " (--allow " + name + ")" : "";
}

}  // namespace

std::string recommend_text(const PlanDocument& document, const Recommendation& recommendation) {
  const Plan& plan = document.plan;
  std::string text = ignored_lines(document);
  text += is_usable(plan) ? headline(plan, estimate_memory(plan)) : model_name(plan);
  text += "\n";
  if (const std::string assumed = assumed_words(document); !assumed.empty())
    text += wrapped(assumed, 100, 0) + "\n";
  text += "\n" + wrapped(recommendation.verdict, 100, 0) + "\n";
  if (recommendation.best >= 0) {
    const Candidate& best = recommendation.candidates[static_cast<std::size_t>(recommendation.best)];
    if (best.time.is_known) text += wrapped(speed_line(figures_of(best.plan)), 100, 0) + "\n";
    text += open_odds_line(document, best);
    const ExportStart start = start_of_best(document, recommendation);
    const std::string exported =
        start.can_start() ? export_command(recommendation.choice, document, start.flavour->name) : "";
    text += wrapped(export_words(start, plan.training.program, exported), 100, 0) + "\n";
  }
  if (recommendation.candidates.empty() && is_refused_outright(recommendation.choice)) return text;
  text += "\n" + aligned_table(shortlist_table(plan, recommendation), 0);
  const auto is_filled = [](const Candidate& candidate) {
    return candidate.estimate.gpu.is_filled_by_cache();
  };
  if (std::ranges::any_of(recommendation.candidates, is_filled))
    text += wrapped(
                "+ is the memory that PyTorch keeps for later batches: it takes the rest of the GPU, and is "
                "given "
                "back when memory runs short.",
                100, 2) +
            "\n";
  if (!recommendation.rejected.empty()) text += "\nWhy not\n";
  for (const Rejection& rejection : recommendation.rejected)
    text += rejection_line(rejection);
  std::string helps;
  for (const Sensitivity& sensitivity : recommendation.sensitivity)
    if (is_worth_a_line(sensitivity))
      helps += "  " + sensitivity_line(sensitivity) + allow_words(sensitivity.id) + "\n";
  if (!helps.empty()) text += "\nWhat would help next\n" + helps;
  return text;
}

}  // namespace zp
