// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTreeWidget>
#include <functional>
#include <optional>
#include <vector>

#include "core/catalog/own_presets.h"

namespace zp {

/// Returns "Model", "GPU", "Link".
QString kindText(PresetKind kind);

/// Sets the look and behaviour common to both lists of presets_view.
void setUpPresetTree(QTreeWidget& tree, const QString& name, const QString& spoken,
                     const QStringList& header);

/// Calls `edited` when an item's `column` was edited, and calls the function that it returns after the item's
/// editor has closed, because that function recreates the rows.
void whenTyped(QTreeWidget& tree, int column,
               std::function<std::function<void()>(const QTreeWidgetItem& item)> edited);

/// The list of the user's presets; one is selected and can be renamed.
class PresetTree : public QTreeWidget {
  Q_OBJECT

 public:
  explicit PresetTree(QWidget* parent = nullptr);

  /// Fills the list and keeps the selected row, or selects the last one if there are fewer rows.
  void fill(const std::vector<AnyPreset>& presets);
  void choose(const AnyPreset& preset);
  [[nodiscard]] std::optional<AnyPreset> chosen() const;

 signals:
  void chosenChanged();
  void renamed(const AnyPreset& preset, const QString& name);
  void removeRequested();

 protected:
  void keyPressEvent(QKeyEvent* event) override;

 private:
  [[nodiscard]] const AnyPreset& presetOf(const QTreeWidgetItem& item) const;

  std::vector<AnyPreset> presets_;  ///< in the order of the rows
};

}  // namespace zp
