// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/presets/presets_view.h"

#include <QAccessible>
#include <QDesktopServices>
#include <QDir>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QSplitter>
#include <QToolButton>
#include <QUrl>
#include <QVBoxLayout>

#include "core/catalog/preset_rows.h"
#include "core/catalog/user_presets.h"
#include "core/plan_file/plan_presets.h"
#include "core/text/text_file.h"
#include "ui/inputs/quantity_spec.h"
#include "ui/model/dialogs.h"
#include "ui/model/own_presets.h"
#include "ui/model/plan_model.h"
#include "ui/model/settings.h"
#include "ui/model/text.h"
#include "ui/presets/preset_key_tree.h"
#include "ui/presets/preset_tree.h"

using namespace Qt::Literals::StringLiterals;

namespace zp {
namespace {

QString fileFilter() { return PresetsView::tr("Presets (*.json);;All files (*)"); }

/// Returns `base`, "H100 SXM5 80GB of mine", with a number if that name exists.
QString freshName(const Catalog& presets, PresetKind kind, const QString& base) {
  QString name = base;
  for (int number = 2; find_preset(presets, kind, toStd(name)); ++number)
    name = u"%1 %2"_s.arg(base).arg(number);
  return name;
}

std::string rowOf(const PlanModel& model, PresetKind kind) {
  const Plan& plan = model.plan();
  const QString name = freshName(model.presets(), kind, PresetsView::tr("My %1").arg(kindText(kind)));
  if (kind == PresetKind::model) return model_preset_of(plan, toStd(name));
  if (kind == PresetKind::gpu) return gpu_preset_of(plan, toStd(name));
  return link_preset_of(plan, edits::LinkPlace::inter_node, toStd(name));
}

}  // namespace

PresetsView::PresetsView(OwnPresets& presets, const PlanModel& model, Settings& settings, QWidget* parent)
    : QWidget(parent),
      presets_(presets),
      model_(model),
      settings_(settings),
      steps_(presets),
      list_(new PresetTree),
      keys_(new PresetKeyTree),
      foot_(new QLabel) {
  setObjectName(u"presetsView"_s);
  foot_->setObjectName(u"presets.foot"_s);
  foot_->setWordWrap(true);
  foot_->setTextFormat(Qt::PlainText);
  auto* lists = new QSplitter(Qt::Vertical);
  lists->setChildrenCollapsible(false);
  lists->addWidget(list_);
  lists->addWidget(keys_);
  lists->setStretchFactor(0, 2);
  lists->setStretchFactor(1, 3);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(8);
  column->addWidget(makeButtons());
  column->addWidget(lists, 1);
  column->addWidget(foot_);
  connect(list_, &PresetTree::chosenChanged, this, &PresetsView::showKeys);
  connect(list_, &PresetTree::removeRequested, this, &PresetsView::remove);
  connect(list_, &PresetTree::renamed, this,
          [this](const AnyPreset& preset, const QString& name) { set(preset, "name", name); });
  connect(keys_, &PresetKeyTree::typed, this, &PresetsView::set);
  connect(&presets_, &OwnPresets::changed, this, &PresetsView::refresh);
  connect(&presets_, &OwnPresets::doubted, this, &PresetsView::showMessage);
  refresh();
  showMessage(presets_.problems().empty() ? QString() : toQt(presets_.problems().front()));
}

QPushButton* PresetsView::button(const QString& name, const QString& text, const QString& tip,
                                 const std::function<void()>& run) {
  auto* made = new QPushButton(text);
  made->setObjectName(name);
  made->setToolTip(tip);
  made->setAutoDefault(false);
  connect(made, &QPushButton::clicked, this, run);
  return made;
}

QWidget* PresetsView::makeButtons() {
  add_ = new QToolButton;
  add_->setObjectName(u"presets.add"_s);
  add_->setText(tr("&Add from the plan"));
  add_->setToolTip(tr("Adds a preset with the plan's present values"));
  add_->setPopupMode(QToolButton::InstantPopup);
  add_->setFocusPolicy(Qt::StrongFocus);
  auto* kinds = new QMenu(add_);
  for (const auto& [kind, text] :
       {std::pair{PresetKind::model, tr("Its &model")}, std::pair{PresetKind::gpu, tr("Its &GPU")},
        std::pair{PresetKind::link, tr("Its &link between nodes")}}) {
    QAction* action = kinds->addAction(text);
    action->setObjectName(u"presets.add."_s + toQt(name_of(kind)));
    connect(action, &QAction::triggered, this, [this, of_kind = kind] { addFromPlan(of_kind); });
  }
  add_->setMenu(kinds);
  remove_ = button(u"presets.remove"_s, tr("&Delete"), tr("Removes the chosen preset (Delete)"),
                   [this] { remove(); });
  undo_ = button(u"presets.undo"_s, tr("&Undo"), {}, [this] { undo(); });
  undo_->setShortcut(QKeySequence::Undo);
  export_ = button(u"presets.export"_s, tr("E&xport…"), tr("Exports all presets as a file for others"),
                   [this] { exportFile(); });
  auto* row = new QWidget;
  auto* places = new QHBoxLayout(row);
  places->setContentsMargins(0, 0, 0, 0);
  places->addWidget(add_);
  places->addWidget(remove_);
  places->addWidget(undo_);
  places->addStretch(1);
  places->addWidget(
      button(u"presets.import"_s, tr("&Import…"), tr("Adds those of a file"), [this] { importFile(); }));
  places->addWidget(export_);
  places->addWidget(button(u"presets.folder"_s, tr("Open &folder"),
                           tr("Open the folder of the file with these presets"), [this] { openFolder(); }));
  return row;
}

void PresetsView::refresh() {
  list_->fill(presets_.all());
  showKeys();
}

void PresetsView::showKeys() {
  const std::optional<AnyPreset> preset = list_->chosen();
  remove_->setEnabled(preset.has_value());
  export_->setEnabled(!presets_.all().empty());
  undo_->setEnabled(steps_.canUndo());
  undo_->setToolTip(steps_.text());
  keys_->fill(preset);
}

void PresetsView::set(const AnyPreset& preset, const std::string& key, const QString& typed) {
  const std::string text = toStd(typed.trimmed());
  if (text == value_in_row(preset.row(), key)) return refresh();
  if (!attempt([&] {
        list_->choose(steps_.replace(
            preset, row_with(preset.kind(), preset.row(), key, text, decimalMarkOf(locale()))));
      }))
    refresh();
}

void PresetsView::addFromPlan(PresetKind kind) {
  attempt([&] { list_->choose(steps_.add(kind, rowOf(model_, kind))); });
  list_->setFocus();
}

void PresetsView::remove() {
  if (const std::optional<AnyPreset> preset = list_->chosen()) attempt([&] { steps_.remove(*preset); });
}

void PresetsView::undo() {
  if (steps_.canUndo()) attempt([this] { steps_.undo(); });
}

void PresetsView::importFile() {
  const QString path =
      dialogs::openFile(this, tr("Import presets"), settings_.lastFolder(FolderOf::presets), fileFilter());
  if (path.isEmpty()) return;
  settings_.setLastFolder(QFileInfo(path).absolutePath(), FolderOf::presets);
  std::vector<std::string> problems;
  if (attempt([&] { problems = presets_.import(path); }) && !problems.empty())
    showMessage(toQt(problems.front()));
}

void PresetsView::exportFile() {
  const QString path = dialogs::saveFile(
      this, tr("Export presets"), QDir(settings_.lastFolder(FolderOf::presets)).filePath(u"presets.json"_s),
      fileFilter());
  if (path.isEmpty()) return;
  settings_.setLastFolder(QFileInfo(path).absolutePath(), FolderOf::presets);
  if (attempt([&] { write_text_file(toStd(path), presets_file(presets_.all())); }))
    showMessage(tr("%1 was written.").arg(QFileInfo(path).fileName()));
}

void PresetsView::openFolder() {
  QDesktopServices::openUrl(QUrl::fromLocalFile(QFileInfo(presets_.path()).absolutePath()));
}

bool PresetsView::attempt(const std::function<void()>& change) {
  showMessage({});
  try {
    change();
  } catch (const FileError& error) {
    showMessage(toQt(error.what()));
    return false;
  }
  showKeys();
  return true;
}

void PresetsView::showMessage(const QString& sentence) {
  foot_->setText(
      !sentence.isEmpty() ? sentence
      : presets_.all().empty()
          ? tr("No presets of your own yet. Add from the plan makes one of its model, GPU or link; it is "
               "then in "
               "the lists of this window. Those of the program cannot be changed. Stored in %1.")
                .arg(QDir::toNativeSeparators(presets_.path()))
          : tr("Enter or F2 edits; bold keys are needed; an empty value removes the key. Stored in %1.")
                .arg(QDir::toNativeSeparators(presets_.path())));
  if (sentence.isEmpty()) return;
  QAccessibleEvent alert(foot_, QAccessible::Alert);
  QAccessible::updateAccessibility(&alert);
}

}  // namespace zp
