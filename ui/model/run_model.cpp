// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/model/run_model.h"

#include <algorithm>

#include "core/diagnosis/named_log.h"
#include "core/settings/plan_settings.h"
#include "ui/model/plan_model.h"
#include "ui/model/text.h"

namespace zp {

RunModel::RunModel(PlanModel& model, QObject* parent) : QObject(parent), model_(model) {
  connect(&model_, &PlanModel::changed, this, [this] {
    measurement_.reset();
    differences_.reset();
  });
}

bool RunModel::addFile(const QString& path) { return add(read_log(toStd(path), toStd(path))); }

bool RunModel::addText(const QString& text, const QString& name) {
  return add(log_of_text(toStd(text), toStd(name)));
}

bool RunModel::add(NamedLog log) {
  if (log.log.recognised == 0 && log.incidents.incidents.empty()) return false;
  std::erase_if(logs_,
                [&](const NamedLog& known) { return known.name == log.name; });  // a file that is read again
  std::erase_if(quiet_, [&](const NamedLog& known) { return known.name == log.name; });
  quiet_.push_back(log);
  quiet_.back().log.out_of_memory.clear();
  quiet_.back().incidents = {};
  logs_.push_back(std::move(log));
  curves_.reset();
  measurement_.reset();
  differences_.reset();
  emit changed();
  return true;
}

void RunModel::clear() {
  logs_.clear();
  quiet_.clear();
  curves_.reset();
  measurement_.reset();
  differences_.reset();
  emit changed();
}

const Measurement& RunModel::measurement() {
  if (!measurement_) measurement_ = logs_.empty() ? Measurement() : measure(&model_.document(), logs_);
  return *measurement_;
}

const RunModel::Differences& RunModel::differences() {
  if (!differences_)
    differences_ = logs_.empty() ? Differences() : measure(&model_.document(), quiet_).differences;
  return *differences_;
}

const std::vector<MeasuredCurve>& RunModel::curves() {
  if (!curves_) curves_ = curves_of(logs_);
  return *curves_;
}

void RunModel::apply(const Contradiction& contradiction) {
  const std::vector<KeySetting> settings = settings_of(contradiction.set);
  const QString path = toQt(contradiction.name()), log = toQt(contradiction.log),
                plan = toQt(contradiction.plan);
  model_.proposeDocument(with_settings(model_.document(), settings, model_.presets()), {path, plan, log});
}

void RunModel::applyAll() {
  PlanDocument document = model_.document();
  for (const Contradiction& contradiction : measurement().contradictions) {
    if (contradiction.set.empty()) continue;
    try {
      document = with_settings(document, settings_of(contradiction.set), model_.presets());
    } catch (const FileError&) {
      // does not go with those before; it stays in the list with its reason
    }
  }
  model_.proposeDocument(document, {tr("What the logs state")});
}

LogCalibration RunModel::calibrate(const QString& date) {
  const PlanDocument& document = model_.document();
  LogCalibration found = zp::calibrate(document, logs_);
  if (!found.figures.empty())
    model_.proposeDocument(
        calibrated_plan(document, profile_from(found, document.plan, logs_, "", toStd(date))),
        {tr("Calibrate")});
  return found;
}

void RunModel::forgetCalibration() {
  PlanDocument document = model_.document();
  forget_profile(document);
  model_.proposeDocument(document, {tr("Published constants")});
}

bool RunModel::isCalibrated() const { return profile_of(model_.document()) != MachineProfile(); }

}  // namespace zp
