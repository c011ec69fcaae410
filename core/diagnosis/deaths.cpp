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
bool counts(const Incident& incident, const LogFacts& facts) {
  const DeathRow& row = *diagnosis::death_rows()[incident.row];
  if (row.counts != nullptr && !row.counts(incident, facts)) return false;
  if (row.weight == Weight::slowdown || row.kind == DeathKind::overflow) return true;
  return facts.steps.end() - std::ranges::upper_bound(facts.steps, incident.last_line) < steps_of_the_living;
}

Weight weight_of(const Incident& incident) { return diagnosis::death_rows()[incident.row]->weight; }

/// Returns the signs that explain a log, root cause first. An exception counts only if nothing else is known,
/// a hint only next to an exception, and a launcher's report only if there is nothing else.
std::vector<const Incident*> explaining(const LogIncidents& log) {
  std::vector<const Incident*> all;
  for (const Incident& incident : log.incidents)
    if (counts(incident, log.facts)) all.push_back(&incident);
  std::ranges::stable_sort(all, [](const Incident* a, const Incident* b) {
    const Weight of_a = weight_of(*a), of_b = weight_of(*b);
    return of_a != of_b ? of_a < of_b : a->line < b->line;
  });
  const auto has = [&](auto&& question) {
    return std::ranges::any_of(all, [&](const Incident* incident) { return question(weight_of(*incident)); });
  };
  const bool is_named = has([](Weight weight) { return weight <= Weight::consequence; });
  const bool is_unnamed = has([](Weight weight) { return weight == Weight::exception; });
  std::erase_if(all, [&](const Incident* incident) {
    const Weight weight = weight_of(*incident);
    if (weight == Weight::exception || weight == Weight::wrapper)
      return is_named || (weight == Weight::wrapper && is_unnamed);
    return weight == Weight::hint && (is_named || !is_unnamed);
  });
  // one sign per kind is enough; out-of-memory messages differ in the requested size
  std::vector<const Incident*> kept;
  for (const Incident* incident : all) {
    const DeathKind kind = diagnosis::death_rows()[incident->row]->kind;
    const bool is_known = kind != DeathKind::gpu_oom && std::ranges::any_of(kept, [&](const Incident* other) {
                            return diagnosis::death_rows()[other->row]->kind == kind;
                          });
    if (!is_known) kept.push_back(incident);
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
void add_remedies(const DeathRow& row, const Case& sign, Death& death) {
  for (const RemedyRow& remedy : row.remedies) {
    if (remedy.text.empty() || (remedy.holds != nullptr && !remedy.holds(sign))) continue;
    DeathRemedy made{{std::string(remedy.text), std::nullopt, Bytes(), 0, 0},
                     diagnosis::name_of(remedy.place)};
    if (sign.plan != nullptr && remedy.change != nullptr) {
      Plan changed = *sign.plan;
      if (!remedy.change(changed)) continue;
      const std::vector<Finding> findings = check(changed);
      if (!is_usable(findings) || stops(findings)) continue;
      const Figures figures = figures_of(changed);
      const double odds = fit_odds(changed, figures.estimate).both;
      // A change against lack of memory must fit with confidence; any other must not reduce the odds.
      const double least = is_of_memory(row.kind) || sign.estimate == nullptr
                               ? FitDemand().confidence
                               : std::min(FitDemand().confidence, fit_odds(*sign.plan, *sign.estimate).both);
      if (!figures.estimate.fits() || odds < least) continue;
      made.odds = odds;
      made.plan = changed;
      made.gpu_peak = figures.estimate.gpu.peak;
      made.step_seconds = figures.time.is_known ? figures.time.total : 0;
    }
    death.remedies.push_back(std::move(made));
  }
}

void explain(const DeathRow& row, const Case& sign, const MemoryDiagnosis* message, Death& death) {
  if (row.id == "gpu_allocator" && message != nullptr) return explain_gpu_memory(sign, *message, death);
  death.cause = diagnosis::filled(row.cause, sign.incident);
  if (row.ask != nullptr)
    if (const std::string more = row.ask(sign); !more.empty()) death.cause += " " + more;
  if (row.kind == DeathKind::host_oom && message != nullptr && sign.plan != nullptr)
    for (const Cure& cure : message->cures)
      if (cure.plan) death.remedies.push_back({cure, diagnosis::name_of(RemedyPlace::plan)});
  add_remedies(row, sign, death);
  if (death.kind == DeathKind::gpu_oom && sign.memory != nullptr)
    death.others = memory_sum(*sign.memory).others;
}

Death death_of(const Incident& incident, std::size_t log, const NamedLog& named, const PlanBeside& beside,
               const MemoryDiagnosis* message) {
  const DeathRow& row = *diagnosis::death_rows()[incident.row];
  Death death;
  death.kind = row.kind;
  death.phase = incident.phase;
  death.place = {log, incident.line};
  death.row = row.id;
  death.message = incident.message;
  death.rank = incident.rank;
  death.lines = incident.lines;
  death.requested = incident.requested;
  death.capacity = incident.capacity;
  death.process = incident.process;
  death.free = incident.free;
  death.others = incident.others;
  const Case given{incident, named.incidents.facts,
                   incident.memory ? &named.log.out_of_memory[*incident.memory] : nullptr, beside.plan,
                   beside.estimate ? &*beside.estimate : nullptr};
  explain(row, given, message, death);
  if (is_of_memory(death.kind) && !beside.assumed.empty()) death.assumed = beside.assumed;
  return death;
}

/// Returns the diagnosis of the incident's message, among those of its log.
const MemoryDiagnosis* message_of(const Incident& incident, std::size_t log,
                                  std::span<const MemoryDiagnosis> messages) {
  if (!incident.memory) return nullptr;
  std::size_t index = 0;
  for (const MemoryDiagnosis& message : messages)
    if (message.place.log == log && index++ == *incident.memory) return &message;
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
    const bool is_of_gpu = std::ranges::any_of(signs, [](const Incident* incident) {
      return diagnosis::death_rows()[incident->row]->id == "gpu_allocator";
    });
    if (plan == nullptr && is_of_gpu && (beside.of_log = plan_of_log(logs[i]))) {
      set_plan(&beside.of_log->plan, beside);
      beside.assumed = beside.of_log->assumed;
      beside.of_log_messages = diagnoses_of(beside.plan, logs.subspan(i, 1));
      for (MemoryDiagnosis& message : beside.of_log_messages)
        message.place.log = i;
    }
    const std::span<const MemoryDiagnosis> messages_of_plan =
        beside.of_log ? std::span<const MemoryDiagnosis>(beside.of_log_messages) : messages;
    for (const Incident* incident : signs)
      all.emplace_back(weight_of(*incident),
                       death_of(*incident, i, logs[i], beside, message_of(*incident, i, messages_of_plan)));
  }
  std::ranges::stable_sort(all, {}, [](const auto& one) { return one.first; });
  std::vector<Death> deaths;
  for (auto& [weight, death] : all)
    deaths.push_back(std::move(death));
  return deaths;
}

}  // namespace zp
