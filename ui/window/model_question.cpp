// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/model_question.h"

#include <QCoreApplication>
#include <algorithm>
#include <vector>

#include "core/catalog/catalog.h"
#include "core/sharding/edits.h"
#include "core/sharding/plan_words.h"
#include "ui/model/dialogs.h"
#include "ui/model/text.h"

using namespace Qt::Literals::StringLiterals;

namespace zp {
namespace {

QString translated(const char* text) { return QCoreApplication::translate("model_question", text); }

/// Returns all available models, those similar to the unknown one first.
std::vector<SharedModelPreset> modelsFor(const UnknownModel& unknown, const Catalog& presets) {
  std::vector<SharedModelPreset> models;
  for (const std::string& id : unknown.similar())
    if (const SharedModelPreset model = presets.find_model(id)) models.push_back(model);
  for (const SharedModelPreset& model : presets.models)
    if (std::ranges::find(models, model) == models.end()) models.push_back(model);
  return models;
}

/// Returns the model that the user chooses; empty if none is chosen.
SharedModelPreset chosenModel(QWidget& window, const UnknownModel& unknown, const Catalog& presets) {
  const std::vector<SharedModelPreset> models = modelsFor(unknown, presets);
  QStringList names;
  for (const SharedModelPreset& model : models)
    names << toQt(model->name);
  const int chosen = dialogs::askChoice(&window, translated("Choose a model"),
                                        translated("In place of %1:").arg(toQt(unknown.name())), names);
  if (chosen < 0) return {};
  return models[static_cast<std::size_t>(chosen)];
}

/// Returns the import with a chosen model, which is neither the file's nor the plan's.
Imported importedWith(const SharedModelPreset& model, const ImportFile& file, const UnknownModel& unknown,
                      PlanDocument plan, const Catalog& presets) {
  plan.plan = edits::set_model_preset(plan.plan, model);
  Imported imported = import_file(file, plan, ModelOrigin::base, presets);
  std::erase_if(imported.notes, [](const Finding& note) { return note.path == "model"; });
  imported.notes.insert(imported.notes.begin(),
                        {Severity::style, "model_chosen", "model",
                         model_name(plan.plan) + " was chosen in place of " + unknown.name() + '.', ""});
  return imported;
}

}  // namespace

std::optional<Imported> importAsking(QWidget& window, const ImportFile& file, const QString& name,
                                     const PlanDocument& plan, const Catalog& presets) {
  try {
    return import_file(file, plan, ModelOrigin::file, presets);
  } catch (const UnknownModel& unknown) {
    switch (dialogs::askModel(&window, name + u": "_s + toQt(unknown.what()), toQt(model_name(plan.plan)))) {
      case dialogs::OtherModel::keep:
        return import_file(file, plan, ModelOrigin::base, presets);
      case dialogs::OtherModel::choose:
        if (const SharedModelPreset model = chosenModel(window, unknown, presets))
          return importedWith(model, file, unknown, plan, presets);
        return std::nullopt;
      case dialogs::OtherModel::cancel:
        break;
    }
    return std::nullopt;
  }
}

}  // namespace zp
