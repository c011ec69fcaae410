// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTreeWidget>
#include <optional>
#include <string>

#include "core/catalog/own_presets.h"

namespace zp {

/// The list of all keys that a preset can have, with editable values.
class PresetKeyTree : public QTreeWidget {
  Q_OBJECT

 public:
  explicit PresetKeyTree(QWidget* parent = nullptr);

  /// Shows the keys of a preset; empties the list without one.
  void fill(const std::optional<AnyPreset>& preset);

 signals:
  void typed(const AnyPreset& preset, const std::string& key, const QString& text);

 private:
  std::optional<AnyPreset> shown_;
};

}  // namespace zp
