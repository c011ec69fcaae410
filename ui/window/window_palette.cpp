// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/catalog/catalog.h"
#include "core/memory/explain.h"
#include "core/sharding/edits.h"
#include "core/tutorial/tutorial.h"
#include "ui/model/text.h"
#include "ui/sheet/sheet_keys.h"
#include "ui/sheet/typed_settings.h"
#include "ui/theme/access_key.h"
#include "ui/window/command_palette.h"
#include "ui/window/main_window.h"
#include "ui/window/tutorial_help.h"

using namespace Qt::Literals::StringLiterals;

namespace zp {

/// Adds tutorials and their steps, all plan keys, all ledger entries.
void MainWindow::addHelpItems(std::vector<PaletteItem>& items) {
  for (const Tutorial& tutorial : tutorials()) {
    const auto open = [this, name = toQt(tutorial.name)] { tutorials_->open(name); };
    items.push_back({tr("Tutorial %1").arg(toQt(tutorial.title)), {}, open});
    for (const TutorialStep& step : tutorial.steps)
      items.push_back({tr("Tutorial %1: %2").arg(toQt(tutorial.title), toQt(step.title)), {}, open});
  }
  for (const SheetKey& key : sheetKeys())
    items.push_back({tr("Setting %1: %2").arg(toQt(key.key->path), toQt(key.key->meaning)),
                     {},
                     [this, path = toQt(key.key->path)] { openSettings(path); }});
  if (!model_.results().has_numbers) return;
  const Explanations explanations(model_.results().evaluation.document.plan,
                                  model_.results().evaluation.figures.estimate.ledger);
  for (const Entry& entry : model_.results().evaluation.figures.estimate.ledger.entries()) {
    const QString title = toQt(explanations.of(entry.id).title);
    items.push_back({tr("Help on %1: %2").arg(title, toQt(explanations.of(entry.id).meaning)),
                     {},
                     [this, title] { openAssumptions(title); }});
  }
}

void MainWindow::openPalette() {
  std::vector<PaletteItem> items;
  for (const ActionRegistry::Entry& entry : actions_.entries())
    if (entry.action->isEnabled() && entry.action->objectName() != u"help.palette")
      items.push_back({entry.section + u": " + withoutAccessKey(entry.action->text()),
                       entry.action->shortcut().toString(QKeySequence::NativeText),
                       [entry] { entry.action->trigger(); }});
  for (const Strategy& strategy : strategies_of(model_.plan()))
    items.push_back(
        {tr("Strategy %1").arg(toQt(label_of(strategy))), {}, [this, strategy] { model_.adopt(strategy); }});
  const auto add = [&items, this](const auto& presets, const QString& title, const QString& name, auto set) {
    for (const auto& preset : presets)
      items.push_back({title.arg(toQt(preset->name)), {}, [this, set, name, preset] {
                         model_.propose(set(model_.plan(), preset), {name, {}, toQt(preset->name)});
                       }});
  };
  add(model_.presets().models, tr("Preset %1"), tr("Preset"), edits::set_model_preset);
  add(model_.presets().gpus, tr("GPU %1"), tr("GPU"), edits::set_gpu_preset);
  addHelpItems(items);
  palette_->open(std::move(items), [this](const QString& typed) { return settingsTyped(typed); });
}

/// Returns items for a typed setting: "Micro batch: 1 → 8".
std::vector<PaletteItem> MainWindow::settingsTyped(const QString& typed) {
  std::vector<PaletteItem> items;
  for (const TypedSetting& setting : typedSettings(model_.document(), typed, model_.presets()))
    items.push_back(
        {u"%1: %2 → %3"_s.arg(setting.name, setting.before, setting.after), setting.path, [this, setting] {
           model_.proposeDocument(setting.document, {setting.name, setting.before, setting.after});
         }});
  return items;
}

}  // namespace zp
