// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/preset_controller.h"

#include <QWidget>

#include "core/plan_file/plan_presets.h"
#include "core/sharding/edits.h"
#include "ui/fields/fields.h"
#include "ui/model/action_registry.h"
#include "ui/model/dialogs.h"
#include "ui/model/plan_model.h"
#include "ui/model/settings.h"
#include "ui/model/text.h"
#include "ui/presets/presets_window.h"

using namespace Qt::Literals::StringLiterals;

namespace zp {
namespace {

const auto presets_section = u"Plan"_s;

/// A kind of preset that can be created from the plan: its texts, the function that creates its entry, and
/// how the plan then uses it.
struct PresetMaker {
  QString title, proposal;
  std::string (*row)(const Plan&, const std::string& name);
  Plan (*use)(Plan, const AnyPreset& made);
};

PresetMaker madeOfPlan(PresetKind kind) {
  if (kind == PresetKind::model)
    return {PresetController::tr("Save model as preset"), PresetController::tr("My model"), model_preset_of,
            [](Plan plan, const AnyPreset& made) {
              return edits::set_model_preset(std::move(plan), *made.model());
            }};
  return {
      PresetController::tr("Save GPU as preset"), PresetController::tr("My GPU"), gpu_preset_of,
      [](Plan plan, const AnyPreset& made) { return edits::set_gpu_preset(std::move(plan), *made.gpu()); }};
}

}  // namespace

PresetController::PresetController(PlanModel& model, Settings& settings, QWidget& window)
    : QObject(&window), model_(model), settings_(settings), window_(window), presets_(settings) {
  connect(&presets_, &OwnPresets::changed, this, [this] {
    offer();
    emit choicesChanged();
  });
  connect(&presets_, &OwnPresets::replaced, this, [this](const AnyPreset& from, const AnyPreset& to) {
    const Plan next = with_replaced_preset(model_.plan(), from, to);
    model_.propose(next, {tr("Preset"), toQt(from.name()), toQt(to.name())});
  });
  connect(&presets_, &OwnPresets::doubted, this, &PresetController::doubted);
  presets_.reload();
  offer();  // the lists may still have those of a previous window
}

void PresetController::offer() {
  model_.setPresets(catalog_with(presets_.all()));
  renewPresetChoices(model_.presets());
}

void PresetController::addActions(ActionRegistry& actions) {
  actions.add(presets_section, u"plan.saveModel"_s, tr("Save &model as preset…"), {},
              [this] { savePlanAs(PresetKind::model); });
  actions.add(presets_section, u"plan.saveGpu"_s, tr("Save &GPU as preset…"), {},
              [this] { savePlanAs(PresetKind::gpu); });
  actions.add(presets_section, u"plan.presets"_s, tr("&Presets…"), {},
              [this] { showPresetsWindow(presets_, model_, settings_, &window_); });
}

QString PresetController::problem() const {
  return presets_.problems().empty() ? QString() : toQt(presets_.problems().front());
}

void PresetController::savePlanAs(PresetKind kind) {
  const PresetMaker made = madeOfPlan(kind);
  const QString name = dialogs::askText(&window_, made.title, tr("Name"), made.proposal).trimmed();
  if (name.isEmpty()) return;
  try {
    const AnyPreset preset = presets_.add(kind, made.row(model_.plan(), toStd(name)));
    model_.propose(made.use(model_.plan(), preset), {made.title, {}, name});
    emit done(tr("Saved as preset “%1”.").arg(name));
  } catch (const FileError& error) {
    emit failed(toQt(error.what()));
  }
}

}  // namespace zp
