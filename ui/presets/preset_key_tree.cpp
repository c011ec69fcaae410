// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/presets/preset_key_tree.h"

#include "core/catalog/preset_rows.h"
#include "ui/model/text.h"
#include "ui/presets/preset_tree.h"
#include "ui/presets/value_delegate.h"
#include "ui/theme/theme.h"

using namespace Qt::Literals::StringLiterals;

namespace zp {
namespace {

constexpr int preset_key_width = 240;
constexpr int preset_value_width = 200;
constexpr int preset_unit_width = 70;

enum PresetKeyColumn { KeyColumn, ValueColumn = ValueDelegate::value_column, UnitColumn, MeaningColumn };

}  // namespace

PresetKeyTree::PresetKeyTree(QWidget* parent) : QTreeWidget(parent) {
  setUpPresetTree(*this, u"presets.keys"_s, tr("Figures of the preset"),
                  {tr("Key"), tr("Value"), tr("Unit"), tr("Meaning")});
  setColumnWidth(KeyColumn, preset_key_width);
  setColumnWidth(ValueColumn, preset_value_width);
  setColumnWidth(UnitColumn, preset_unit_width);
  setItemDelegate(new ValueDelegate(this));
  whenTyped(*this, ValueColumn, [this](const QTreeWidgetItem& item) {
    return [this, of = shown_, key = toStd(item.text(KeyColumn)), text = item.text(ValueColumn)] {
      if (of) emit typed(*of, key, text);
    };
  });
  connect(this, &QTreeWidget::currentItemChanged, this, [this](QTreeWidgetItem* item) {
    if (item != nullptr) setCurrentItem(item, ValueColumn);  // F2 edits it
  });
}

void PresetKeyTree::fill(const std::optional<AnyPreset>& preset) {
  const QSignalBlocker quiet(this);
  const int row = indexOfTopLevelItem(currentItem());
  shown_ = preset;
  clear();
  if (!preset) return;
  for (const PresetKey& key : preset_keys(preset->kind())) {
    const QString value = toQt(value_in_row(preset->row(), key.key));
    auto* item = new QTreeWidgetItem(this, {toQt(key.key), value, toQt(key.unit), toQt(key.meaning)});
    item->setFlags(item->flags() | Qt::ItemIsEditable);
    QStringList words;
    for (const std::string_view word : key.words)
      words << toQt(word);
    item->setData(ValueColumn, ValueDelegate::WordsRole, words);
    item->setToolTip(MeaningColumn, toQt(key.meaning));
    if (key.is_needed) item->setFont(KeyColumn, scaledFont(font(), 1, QFont::Bold));
  }
  if (row >= 0 && row < topLevelItemCount()) setCurrentItem(topLevelItem(row), ValueColumn);
}

}  // namespace zp
