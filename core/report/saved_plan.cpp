// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/report/saved_plan.h"

#include <algorithm>
#include <cmath>

#include "core/memory/host_parts.h"
#include "core/plan_file/plan_file.h"
#include "core/report/version.h"
#include "core/rules/check_plan.h"
#include "core/units/format.h"

namespace zp {
namespace {

/// Number of entries named per figure in a sentence.
constexpr std::size_t named_entries = 2;

using Entries = std::vector<SavedEntry>;

Entries gpu_entries(const MemoryEstimate& estimate) {
  Entries entries;
  for (const Entry& entry : estimate.ledger.entries())
    if (entry.place == Place::gpu && entry.bytes.value() > 0 && entry.counts_in(estimate.gpu.peak_phase))
      entries.push_back({std::string(name_of(entry.id)), static_cast<double>(entry.bytes.value())});
  return entries;
}

Entries host_entries(const Plan& plan, const MemoryEstimate& estimate) {
  Entries entries;
  for (const HostPart& part : host_parts(plan, estimate, estimate.cpu.binding))
    entries.push_back({std::string(name_of(part.id)), static_cast<double>(part.per_node.value())});
  return entries;
}

Entries time_entries(const StepTime& time) {
  Entries entries;
  for (const TimeEntry& entry : time.ledger.entries())
    if (entry.exposed() > 0) entries.push_back({std::string(name_of(entry.id)), entry.exposed()});
  return entries;
}

bool is_of_host(const SavedEntry& entry) { return entry.id.starts_with("host."); }

double amount_in(const Entries& entries, const std::string& id) {
  const auto found = std::ranges::find(entries, id, &SavedEntry::id);
  return found == entries.end() ? 0 : found->amount;
}

/// Returns the entries that differ between the lists, the largest change first.
std::vector<ChangedAmount> changes_between(const Entries& before, const Entries& now) {
  std::vector<ChangedAmount> changed;
  for (const SavedEntry& entry : now)
    changed.push_back({entry.id, amount_in(before, entry.id), entry.amount});
  for (const SavedEntry& entry : before)
    if (std::ranges::find(now, entry.id, &SavedEntry::id) == now.end())
      changed.push_back({entry.id, entry.amount, 0});
  std::erase_if(changed, [](const ChangedAmount& amount) { return amount.before == amount.now; });
  std::ranges::stable_sort(changed, std::ranges::greater(),
                           [](const ChangedAmount& amount) { return std::abs(amount.now - amount.before); });
  return changed;
}

std::string bytes_text(double bytes) { return format_bytes(bytes_of(bytes)); }
std::string seconds_text(double seconds) { return format_seconds(seconds); }

/// One of the compared figures, and the entries that it consists of.
struct Comparison {
  std::string name, title;
  double before = 0, now = 0;
  std::vector<ChangedAmount> entries;
  std::string (*text)(double) = bytes_text;

  [[nodiscard]] bool differs() const { return text(before) != text(now); }
  /// Returns "GPU memory 70.1 → 72.3 GiB (activations.saved_blocks +1.9 GiB)".
  [[nodiscard]] std::string words() const {
    std::string words = title + " " + text(before) + " → " + text(now), named;
    for (std::size_t i = 0; i < std::min(entries.size(), named_entries); ++i) {
      const double change = entries[i].now - entries[i].before;
      named +=
          (named.empty() ? "" : ", ") + entries[i].name + (change < 0 ? " −" : " +") + text(std::abs(change));
    }
    return named.empty() ? words : words + " (" + named + ")";
  }
};

}  // namespace

SavedFigures figures_to_save(const Plan& plan, const Figures& figures) {
  const MemoryEstimate& estimate = figures.estimate;
  SavedFigures saved{std::string(program_version()),
                     estimate.gpu.peak.value(),
                     estimate.cpu.needed_per_node().value(),
                     figures.time.is_known ? figures.time.total : 0,
                     gpu_entries(estimate),
                     time_entries(figures.time)};
  std::ranges::copy(host_entries(plan, estimate), std::back_inserter(saved.bytes));
  return saved;
}

std::string plan_file_text(const PlanDocument& document) {
  if (!is_usable(document.plan)) return write_plan(document);
  return write_plan(document, figures_to_save(document.plan, figures_of(document.plan)));
}

void put_figures(std::vector<ExportFile>& files) {
  for (ExportFile& file : files)
    if (file.name == plan_file) file.text = plan_file_text(read_plan(file.text));
}

std::optional<SinceSaved> since_saved(const SavedFigures& saved, const Plan& plan, const Figures& figures) {
  const SavedFigures now = figures_to_save(plan, figures);
  const auto of_place = [](const SavedFigures& from, bool host) {
    Entries entries = from.bytes;
    std::erase_if(entries, [host](const SavedEntry& entry) { return is_of_host(entry) != host; });
    return entries;
  };
  std::vector<Comparison> compared = {
      {"gpu_peak_bytes", "GPU memory", static_cast<double>(saved.gpu_peak), static_cast<double>(now.gpu_peak),
       changes_between(of_place(saved, false), of_place(now, false))},
      {"host_bytes_per_node", "host memory of a node", static_cast<double>(saved.host_per_node),
       static_cast<double>(now.host_per_node), changes_between(of_place(saved, true), of_place(now, true))},
      {"step_s", "step", saved.step, now.step, changes_between(saved.seconds, now.seconds), seconds_text}};
  std::erase_if(compared, [](const Comparison& comparison) { return !comparison.differs(); });
  if (compared.empty()) return std::nullopt;
  SinceSaved since{saved.version, {}, {}, "Since this plan was saved by version " + saved.version + ": "};
  for (const Comparison& comparison : compared) {
    since.sentence += (since.figures.empty() ? "" : "; ") + comparison.words();
    since.figures.push_back({comparison.name, comparison.before, comparison.now});
    std::ranges::copy(comparison.entries, std::back_inserter(since.entries));
  }
  since.sentence += ".";
  return since;
}

}  // namespace zp
