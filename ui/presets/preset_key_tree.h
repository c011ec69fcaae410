// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTreeWidget>
#include <optional>
#include <string>

#include "core/catalog/own_presets.h"

namespace zp {

/// Every key that a preset can say, with its value, which can be typed.
class PresetKeyTree : public QTreeWidget {
  Q_OBJECT

 public:
  explicit PresetKeyTree(QWidget* parent = nullptr);

  /// Of none: nothing.
  void fill(std::optional<PresetPlace> preset);

 signals:
  void typed(PresetPlace preset, const std::string& key, const QString& text);

 private:
  std::optional<PresetPlace> shown_;
};

}  // namespace zp
