// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include "core/export/draft.h"

/// The export of a plan that was read from a ds_config is that file, with what the plan has changed since.
namespace zp {

/// The ds_config that a plan was read from.
struct ImportedConfig {
  ConfigNode file;        ///< as it stood
  PlanDocument document;  ///< the plan it makes, with model, cluster and target of the plan today
  bool is_for_trainer = false;
};
/// Nothing where the plan was not read from one.
std::optional<ImportedConfig> imported_config(const PlanDocument& document);
/// Makes `out` the imported file, with what the plan has changed since.
void merge_into_imported(Draft& draft, const ImportedConfig& imported);
/// Says each value of `out` that is not the imported file's, with both.
void report_changes(Draft& draft, const ConfigNode& file);

}  // namespace zp
