// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/model/plan_model.h"

#include <utility>

#include "core/plan_file/machine_profile.h"
#include "core/plan_file/plan_file.h"
#include "core/plan_file/plan_presets.h"
#include "core/report/saved_plan.h"
#include "core/text/text_file.h"
#include "core/unstated/edit.h"
#include "ui/model/plan_command.h"
#include "ui/model/text.h"

using namespace Qt::Literals::StringLiterals;

namespace zp {

QString UndoLabel::text() const {
  if (to.isEmpty()) return name;
  if (from.isEmpty()) return name + u' ' + to;
  return name + u' ' + from + u" → " + to;
}

PlanModel::PlanModel(QObject* parent) : QObject(parent) {
  connect(&undo_, &QUndoStack::cleanChanged, this, &PlanModel::fileChanged);
  reset(example_plan(), {});
}

void PlanModel::propose(const Plan& next, const UndoLabel& label, int gesture) {
  if (next == plan()) return;
  PlanState after = state_;
  after.document = with_edit(document(), next);
  if (next.model.preset != plan().model.preset) after.document.text.repository.clear();
  if (next.cluster.gpu.preset != plan().cluster.gpu.preset) after.document.text.gpu_name.clear();
  if (next.model.preset) after.model_preset = next.model.preset;
  const Precision before = plan().training.precision, now = after.document.plan.training.precision;
  const bool follows = now != before && next.training.precision == before && next.cluster != plan().cluster;
  undo_.push(new PlanCommand(*this, state_, std::move(after), label, gesture));
  if (follows)
    emit followed(
        now == Precision::fp16
            ? tr("This GPU has no bf16: the precision, which the plan does not state, is fp16 now.")
            : tr("The precision, which the plan does not state, is %1 now.").arg(toQt(name_of(now))));
}

void PlanModel::proposeDocument(const PlanDocument& next, const UndoLabel& label) {
  if (next == document()) return;
  undo_.push(new PlanCommand(*this, state_, {next, next.plan.model.preset}, label, no_gesture));
}

void PlanModel::replaceDocument(const PlanDocument& next, const UndoLabel& label) {
  if (next == document()) return;
  auto* command = new PlanCommand(*this, state_, {next, next.plan.model.preset}, label, no_gesture);
  command->replaceFile();
  undo_.push(command);
}

void PlanModel::exchangeFilePath(QString& other) {
  std::swap(file_path_, other);
  emit fileChanged();
  emit replaced();
}

void PlanModel::adopt(Strategy strategy) {
  propose(with_strategy(plan(), strategy),
          {tr("Strategy"), toQt(label_of(strategy_of(plan()))), toQt(label_of(strategy))});
}

void PlanModel::reset(const PlanDocument& document, const QString& path) {
  file_path_ = path;
  undo_.clear();
  state_ = {document, document.plan.model.preset};
  results_ = computeResults(document, {});
  saved_config_ = results_.evaluation.config.lines;
  emit changed();
  emit fileChanged();
  emit replaced();
}

void PlanModel::takeFromFile(const PlanDocument& document, const UndoLabel& label) {
  proposeDocument(document, label);
  setSaved();
}

PlanFile PlanModel::read(const QString& path, const Catalog& presets) {
  const std::string text = read_text_file(toStd(path));
  PlanFile file{read_plan(text, presets), saved_figures_in(text), {}};
  file.note = toQt(follow_profile(file.document, toStd(path)));
  for (const std::string& sentence : differing_presets(file.document.plan, presets))
    file.note = QString(file.note + u' ' + toQt(sentence)).trimmed();
  return file;
}

void PlanModel::save(const QString& path) {
  write_text_file(toStd(path), plan_file_text(document()));
  file_path_ = path;
  setSaved();
}

void PlanModel::setSaved() {
  saved_config_ = results_.evaluation.config.lines;
  undo_.setClean();
  emit changed();  // the preview marks changes against what was saved
  emit fileChanged();
}

void PlanModel::set(const PlanState& state) {
  state_ = state;
  results_ = computeResults(state_.document, results_);
  emit changed();
}

}  // namespace zp
