// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <map>
#include <memory>

#include "core/diagnosis/death_rows.h"
#include "core/diagnosis/diagnosis.h"
#include "core/diagnosis/memory_parts.h"
#include "core/estimate/figures.h"
#include "core/memory/odds.h"
#include "core/rules/check_plan.h"
#include "core/search/capacity.h"
#include "core/units/format.h"

namespace zp {
namespace {

using diagnosis::Case;
using diagnosis::DeathRow;
using diagnosis::RemedyPlace;
using diagnosis::RemedyRow;
using diagnosis::Weight;

/// If at least this many steps follow a sign, the run survived it.
constexpr std::ptrdiff_t steps_of_the_living = 3;

/// Returns true if the sign counts: its row confirms it, and the run did not continue.
bool counts(const Incident& one, const LogFacts& facts) {
  const DeathRow& row = *diagnosis::death_rows()[one.row];
  if (row.counts != nullptr && !row.counts(one, facts)) return false;
  if (row.weight == Weight::slowdown || row.kind == DeathKind::overflow) return true;
  return facts.steps.end() - std::ranges::upper_bound(facts.steps, one.last_line) < steps_of_the_living;
}

Weight weight_of(const Incident& one) { return diagnosis::death_rows()[one.row]->weight; }

/// Returns the signs that explain a log, root cause first. An exception counts only if nothing else is known,
/// a hint only next to an exception, and a launcher's report only if there is nothing else.
std::vector<const Incident*> explaining(const LogIncidents& log) {
  std::vector<const Incident*> all;
  for (const Incident& one : log.incidents)
    if (counts(one, log.facts)) all.push_back(&one);
  std::ranges::stable_sort(all, [](const Incident* a, const Incident* b) {
    const Weight of_a = weight_of(*a), of_b = weight_of(*b);
    return of_a != of_b ? of_a < of_b : a->line < b->line;
  });
  const auto has = [&](auto&& question) {
    return std::ranges::any_of(all, [&](const Incident* one) { return question(weight_of(*one)); });
  };
  const bool is_named = has([](Weight weight) { return weight <= Weight::consequence; });
  const bool is_unnamed = has([](Weight weight) { return weight == Weight::exception; });
  std::erase_if(all, [&](const Incident* one) {
    const Weight weight = weight_of(*one);
    if (weight == Weight::exception || weight == Weight::wrapper)
      return is_named || (weight == Weight::wrapper && is_unnamed);
    return weight == Weight::hint && (is_named || !is_unnamed);
  });
  // one sign per kind is enough; out-of-memory messages differ in the requested size
  std::vector<const Incident*> kept;
  for (const Incident* one : all) {
    const DeathKind kind = diagnosis::death_rows()[one->row]->kind;
    const bool is_known = kind != DeathKind::gpu_oom && std::ranges::any_of(kept, [&](const Incident* other) {
                            return diagnosis::death_rows()[other->row]->kind == kind;
                          });
    if (!is_known) kept.push_back(one);
  }
  return kept;
}

/// The plan with which a log's signs are explained.
struct PlanBeside {
  const Plan* plan = nullptr;
  std::optional<MemoryEstimate> estimate;
  std::string assumed;
  std::optional<PlanOfLog> of_log;
  std::vector<MemoryDiagnosis> of_log_messages;
};

void set_plan(const Plan* plan, PlanBeside& beside) {
  beside.plan = plan;
  if (plan != nullptr) beside.estimate = estimate_memory(*plan);
}

bool is_of_memory(DeathKind kind) { return kind == DeathKind::gpu_oom || kind == DeathKind::host_oom; }

/// Adds the applicable remedies of a row. A changed plan is estimated, and dropped if it does not fit with
/// confidence.
void add_remedies(const DeathRow& row, const Case& one, Death& death) {
  for (const RemedyRow& remedy : row.remedies) {
    if (remedy.text.empty() || (remedy.holds != nullptr && !remedy.holds(one))) continue;
    DeathRemedy made{{std::string(remedy.text), std::nullopt, Bytes(), 0, 0},
                     diagnosis::name_of(remedy.place)};
    if (one.plan != nullptr && remedy.change != nullptr) {
      Plan changed = *one.plan;
      if (!remedy.change(changed)) continue;
      const std::vector<Finding> findings = check(changed);
      if (!is_usable(findings) || stops(findings)) continue;
      const Figures figures = figures_of(changed);
      const double odds = fit_odds(changed, figures.estimate).both;
      // A change against lack of memory must fit with confidence; any other must not reduce the odds.
      const double least = is_of_memory(row.kind) || one.estimate == nullptr
                               ? FitDemand().confidence
                               : std::min(FitDemand().confidence, fit_odds(*one.plan, *one.estimate).both);
      if (!figures.estimate.fits() || odds < least) continue;
      made.odds = odds;
      made.plan = changed;
      made.gpu_peak = figures.estimate.gpu.peak;
      made.step_seconds = figures.time.is_known ? figures.time.total : 0;
    }
    death.remedies.push_back(std::move(made));
  }
}

void explain(const DeathRow& row, const Case& one, const MemoryDiagnosis* message, Death& death) {
  if (row.id == "gpu_allocator" && message != nullptr) return explain_gpu_memory(one, *message, death);
  death.cause = diagnosis::filled(row.cause, one.incident);
  if (row.ask != nullptr)
    if (const std::string more = row.ask(one); !more.empty()) death.cause += " " + more;
  if (row.kind == DeathKind::host_oom && message != nullptr && one.plan != nullptr)
    for (const Cure& cure : message->cures)
      if (cure.plan) death.remedies.push_back({cure, diagnosis::name_of(RemedyPlace::plan)});
  add_remedies(row, one, death);
  if (death.kind == DeathKind::gpu_oom && one.memory != nullptr)
    death.others = memory_sum(*one.memory).others;
}

Death death_of(const Incident& one, std::size_t log, const NamedLog& named, const PlanBeside& beside,
               const MemoryDiagnosis* message) {
  const DeathRow& row = *diagnosis::death_rows()[one.row];
  Death death;
  death.kind = row.kind;
  death.phase = one.phase;
  death.place = {log, one.line};
  death.row = row.id;
  death.message = one.message;
  death.rank = one.rank;
  death.lines = one.lines;
  death.requested = one.requested;
  death.capacity = one.capacity;
  death.process = one.process;
  death.free = one.free;
  death.others = one.others;
  const Case given{one, named.incidents.facts, one.memory ? &named.log.out_of_memory[*one.memory] : nullptr,
                   beside.plan, beside.estimate ? &*beside.estimate : nullptr};
  explain(row, given, message, death);
  if (is_of_memory(death.kind) && !beside.assumed.empty()) death.assumed = beside.assumed;
  return death;
}

/// Returns the diagnosis of the incident's message, among those of its log.
const MemoryDiagnosis* message_of(const Incident& one, std::size_t log,
                                  std::span<const MemoryDiagnosis> messages) {
  if (!one.memory) return nullptr;
  std::size_t index = 0;
  for (const MemoryDiagnosis& message : messages)
    if (message.place.log == log && index++ == *one.memory) return &message;
  return nullptr;
}

}  // namespace

std::vector<Death> deaths_of(const Plan* plan, std::span<const NamedLog> logs,
                             std::span<const MemoryDiagnosis> messages) {
  std::vector<std::pair<Weight, Death>> all;
  for (std::size_t i = 0; i < logs.size(); ++i) {
    const std::vector<const Incident*> signs = explaining(logs[i].incidents);
    if (signs.empty()) continue;
    PlanBeside beside;
    set_plan(plan, beside);
    const bool is_of_gpu = std::ranges::any_of(
        signs, [](const Incident* one) { return diagnosis::death_rows()[one->row]->id == "gpu_allocator"; });
    if (plan == nullptr && is_of_gpu && (beside.of_log = plan_of_log(logs[i]))) {
      set_plan(&beside.of_log->plan, beside);
      beside.assumed = beside.of_log->assumed;
      beside.of_log_messages = diagnoses_of(beside.plan, logs.subspan(i, 1));
      for (MemoryDiagnosis& message : beside.of_log_messages)
        message.place.log = i;
    }
    const std::span<const MemoryDiagnosis> messages_of_plan =
        beside.of_log ? std::span<const MemoryDiagnosis>(beside.of_log_messages) : messages;
    for (const Incident* one : signs)
      all.emplace_back(weight_of(*one),
                       death_of(*one, i, logs[i], beside, message_of(*one, i, messages_of_plan)));
  }
  std::ranges::stable_sort(all, {}, [](const auto& one) { return one.first; });
  std::vector<Death> deaths;
  for (auto& [weight, death] : all)
    deaths.push_back(std::move(death));
  return deaths;
}

}  // namespace zp
