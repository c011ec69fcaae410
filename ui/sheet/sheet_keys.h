// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <vector>

#include "core/plan/plan_keys.h"

namespace zp {

/// A key of core's table as a row of the sheet.
struct SheetKey {
  const PlanKey* key = nullptr;
  QString section;  ///< "Model shape"
  QString name;     ///< within its section: "attention_heads"
};

/// All of them a person may set, section by section: what a file alone has (its format, what was imported) is
/// left out.
const std::vector<SheetKey>& sheetKeys();

/// Whether a key is called, means or is named in a ds_config what every word of the text says.
bool isFound(const SheetKey& key, const QString& typed);

struct SheetValue {
  QString text;            ///< as one would write it; "" where there is neither a value nor a default
  bool is_stated = false;  ///< by the plan; else it is what follows from the rest
  bool operator==(const SheetValue&) const = default;
};

/// What the plan has for each of sheetKeys(), in their order.
std::vector<SheetValue> sheetValues(const PlanDocument& document);

}  // namespace zp
