// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/hardware/hardware_model.h"

#include <algorithm>
#include <utility>

#include "core/evaluate/search_freedom.h"
#include "core/hardware/machine_list.h"
#include "core/plan_file/scenarios.h"
#include "core/report/words.h"
#include "core/text/file_error.h"
#include "core/units/format.h"
#include "ui/model/choice_model.h"
#include "ui/model/plan_model.h"
#include "ui/model/text.h"

namespace zp {

HardwareModel::HardwareModel(PlanModel& model, const ChoiceModel& choice, QObject* parent)
    : QObject(parent), model_(model), choice_(choice) {
  try {
    machines_ = all_machines();
  } catch (const FileError& error) {
    problem_ = tr("%1 is not used: %2").arg(toQt(own_machines_path()), toQt(error.what()));
    machines_ = shipped_machines();
  }
  machines_ = usual_machines(machines_);
  for (const std::string& provider : providers_of(machines_))
    providers_ << toQt(provider);
  connect(&model_, &PlanModel::changed, this, &HardwareModel::begin);
}

void HardwareModel::setWanted(bool wanted) {
  if (wanted == is_wanted_) return;
  is_wanted_ = wanted;
  if (wanted && !is_current_) begin();
}

void HardwareModel::setShown(const QString& provider, bool shown) {
  if (shown == isShown(provider)) return;
  if (shown)
    hidden_.removeAll(provider);
  else
    hidden_ << provider;
  begin();
}

void HardwareModel::setLimits(const MachineLimits& limits) {
  if (limits == limits_) return;
  limits_ = limits;
  if (!ranking_) return;
  ranking_ = std::make_shared<const MachineRanking>(ranked(figures_, limits_));
  emit changed();
}

void HardwareModel::begin() {
  for (BackgroundWork& work : work_)
    work.stop();
  is_current_ = false;
  const PlanResults& results = model_.results();
  if (!is_wanted_ || results.stale || !results.has_numbers) return;
  std::vector<Machine> shown;
  for (const Machine& machine : machines_)
    if (isShown(toQt(machine.provider))) shown.push_back(machine);
  auto round = std::make_shared<Round>();
  round->jobs = machine_jobs(model_.plan(), shown, {}, model_.presets());
  round->figures.resize(round->jobs.size());
  const std::int64_t sequences = train_batch_size(model_.plan());
  Requirements requirements = choice_.requirements();
  requirements.freedom = with_open_batch(requirements.freedom, model_.document());
  for (std::size_t worker = 0; worker < workers; ++worker)
    work_[worker].begin([this, round, worker, sequences, requirements](const Watch& watch) {
      const std::size_t count = round->jobs.size();
      for (std::size_t i = worker; i < count; i += workers) {
        const double done = static_cast<double>(i) / static_cast<double>(count);
        if (watch && !watch(done)) throw SearchStopped();
        round->figures[i] = figures_on(round->jobs[i], sequences, requirements,
                                       [&](double) { return !watch || watch(done); });
      }
      return [this, round] { deliver(round); };
    });
}

/// Uses the figures once the last worker has delivered its share.
void HardwareModel::deliver(const std::shared_ptr<Round>& round) {
  if (--round->left > 0) return;
  figures_ = std::move(round->figures);
  ranking_ = std::make_shared<const MachineRanking>(ranked(figures_, limits_));
  is_current_ = true;
  emit changed();
}

void HardwareModel::adopt(const MachineFigures& figures) {
  Plan plan = figures.job.plan;
  plan.training.tokens = model_.plan().training.tokens;  // the default budget is only for the comparison
  model_.propose(plan, {tr("Adopt"), {}, toQt(machine_title(figures.job))});
}

void HardwareModel::putSideBySide(const std::vector<MachineFigures>& machines) {
  Scenarios scenarios = scenarios_of(model_.document(), model_.presets());
  if (scenarios.empty()) scenarios.all.push_back({toStd(tr("Base")), model_.document()});
  const Scenario present = scenarios.all[scenarios.present];
  std::erase_if(scenarios.all, [&](const Scenario& each) {  // the machines of the last comparison
    return each.name != present.name && std::ranges::find(side_by_side_, each.name) != side_by_side_.end();
  });
  scenarios.present = scenarios.index_of(present.name);
  side_by_side_.clear();
  for (const MachineFigures& machine : machines) {
    const std::string name = machine.job.is_own ? machine_title(machine.job)
                             : machine.job.nodes > 1
                                 ? format_count(machine.job.nodes) + " × " + machine.job.machine.id()
                                 : machine.job.machine.id();
    Scenario scenario{scenarios.free_name(name),
                      without_scenarios(scenarios.all[scenarios.present].document)};
    scenario.document.plan = machine.job.plan;
    side_by_side_.push_back(scenario.name);
    scenarios.all.push_back(std::move(scenario));
  }
  model_.proposeDocument(with_scenarios(scenarios),
                         {tr("Machines side by side"), {}, QString::number(machines.size())});
}

void HardwareModel::finish() {
  for (BackgroundWork& work : work_)
    work.finish();
}

}  // namespace zp
