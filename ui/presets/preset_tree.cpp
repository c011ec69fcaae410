// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/presets/preset_tree.h"

#include <QHeaderView>
#include <QKeyEvent>
#include <algorithm>
#include <utility>

#include "core/catalog/preset_rows.h"
#include "ui/model/text.h"
#include "ui/presets/value_delegate.h"
#include "ui/results/table_copy.h"

using namespace Qt::Literals::StringLiterals;

namespace zp {
namespace {

constexpr int preset_name_width = 240;
constexpr int preset_kind_width = 80;
constexpr int preset_id_width = 220;
constexpr int preset_row = 24;

enum ListColumn { NameColumn, KindColumn, IdColumn, SourceColumn };

}  // namespace

QString kindText(PresetKind kind) {
  switch (kind) {
    case PresetKind::model:
      return PresetTree::tr("Model");
    case PresetKind::gpu:
      return PresetTree::tr("GPU");
    case PresetKind::link:
      break;
  }
  return PresetTree::tr("Link");
}

void setUpPresetTree(QTreeWidget& tree, const QString& name, const QString& spoken,
                     const QStringList& header) {
  tree.setObjectName(name);
  tree.setAccessibleName(spoken);
  tree.setHeaderLabels(header);
  tree.setRootIsDecorated(false);
  tree.setUniformRowHeights(true);
  tree.setAllColumnsShowFocus(true);
  tree.header()->setStretchLastSection(true);
  tree.setEditTriggers(QAbstractItemView::DoubleClicked | QAbstractItemView::EditKeyPressed |
                       QAbstractItemView::SelectedClicked);
  makeCopyable(tree);
}

void whenTyped(QTreeWidget& tree, int column,
               std::function<std::function<void()>(const QTreeWidgetItem& item)> edited) {
  QObject::connect(&tree, &QTreeWidget::itemChanged, &tree,
                   [&tree, column, edited = std::move(edited)](const QTreeWidgetItem* item, int changed) {
                     if (changed == column)
                       QMetaObject::invokeMethod(&tree, edited(*item), Qt::QueuedConnection);
                   });
}

PresetTree::PresetTree(QWidget* parent) : QTreeWidget(parent) {
  setUpPresetTree(*this, u"presets.list"_s, tr("Presets of your own"),
                  {tr("Name"), tr("Kind"), tr("Id"), tr("Source")});
  setColumnWidth(NameColumn, preset_name_width);
  setColumnWidth(KindColumn, preset_kind_width);
  setColumnWidth(IdColumn, preset_id_width);
  for (const int column : {KindColumn, IdColumn, SourceColumn})
    setItemDelegateForColumn(column, new ReadOnlyDelegate(this));
  connect(this, &QTreeWidget::currentItemChanged, this, &PresetTree::chosenChanged);
  whenTyped(*this, NameColumn, [this](const QTreeWidgetItem& item) {
    return [this, preset = presetOf(item), name = item.text(NameColumn)] { emit renamed(preset, name); };
  });
}

void PresetTree::fill(const std::vector<AnyPreset>& presets) {
  const int row = std::max(0, indexOfTopLevelItem(currentItem()));
  const QSignalBlocker quiet(this);
  clear();
  presets_ = presets;
  for (const AnyPreset& preset : presets_) {
    auto* item = new QTreeWidgetItem(this, {toQt(preset.name()), kindText(preset.kind()), toQt(preset.id()),
                                            toQt(value_in_row(preset.row(), "source"))});
    item->setFlags(item->flags() | Qt::ItemIsEditable);
    item->setSizeHint(NameColumn, {0, preset_row});
  }
  if (topLevelItemCount() > 0) setCurrentItem(topLevelItem(std::min(row, topLevelItemCount() - 1)));
}

void PresetTree::choose(const AnyPreset& preset) {
  const auto row = std::ranges::find(presets_, preset);
  if (row != presets_.end()) setCurrentItem(topLevelItem(static_cast<int>(row - presets_.begin())));
}

std::optional<AnyPreset> PresetTree::chosen() const {
  const QTreeWidgetItem* item = currentItem();
  return item == nullptr ? std::nullopt : std::optional(presetOf(*item));
}

const AnyPreset& PresetTree::presetOf(const QTreeWidgetItem& item) const {
  return presets_[static_cast<std::size_t>(indexFromItem(&item).row())];
}

void PresetTree::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Delete)
    emit removeRequested();
  else
    QTreeWidget::keyPressEvent(event);
}

}  // namespace zp
