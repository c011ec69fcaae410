// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <vector>

#include "core/plan_file/plan_keys.h"

namespace zp {

/// A key of core's table as a row of the sheet.
struct SheetKey {
  const PlanKey* key = nullptr;
  QString section;  ///< section title: "Model shape"
  QString name;     ///< name within its section: "attention_heads"
};

/// Returns all keys that users may set, section by section, without those about the file (its format, what
/// was imported).
const std::vector<SheetKey>& sheetKeys();

/// Returns true if every typed word occurs in the key's name, its meaning or its ds_config names.
bool isFound(const SheetKey& key, const QString& typed);

struct SheetValue {
  QString text;            ///< in input syntax; "" if there is neither a value nor a default
  bool is_stated = false;  ///< true if the plan states it, false if it follows from other keys
  bool operator==(const SheetValue&) const = default;
};

/// Returns the plan's values, one per sheetKeys(), in the same order.
std::vector<SheetValue> sheetValues(const PlanDocument& document);

}  // namespace zp
