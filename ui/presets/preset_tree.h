// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTreeWidget>
#include <functional>
#include <optional>
#include <vector>

#include "core/catalog/own_presets.h"

namespace zp {

/// "Model", "GPU", "Link".
QString kindText(PresetKind kind);

/// How both lists of presets_view look, and what can be done in them.
void setUpPresetTree(QTreeWidget& tree, const QString& name, const QString& spoken,
                     const QStringList& header);

/// Calls what `told` makes of an item whose `column` was typed into, once the item's editor is done: the rows
/// are made anew by what follows.
void whenTyped(QTreeWidget& tree, int column,
               std::function<std::function<void()>(const QTreeWidgetItem& item)> told);

/// The user's presets, of which one is chosen and can be given another name.
class PresetTree : public QTreeWidget {
  Q_OBJECT

 public:
  explicit PresetTree(QWidget* parent = nullptr);

  /// Another is chosen only where the chosen one's row is gone.
  void fill(const std::vector<PresetPlace>& presets);
  void choose(PresetPlace preset);
  [[nodiscard]] std::optional<PresetPlace> chosen() const;

 signals:
  void chosenChanged();
  void renamed(PresetPlace preset, const QString& name);
  void removeRequested();

 protected:
  void keyPressEvent(QKeyEvent* event) override;
};

}  // namespace zp
