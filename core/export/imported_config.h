// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include "core/export/config_draft.h"

/// Export of a plan that was read from a ds_config: that file, with later changes of the plan.
namespace zp {

/// The ds_config that a plan was read from.
struct ImportedConfig {
  ConfigNode file;        ///< the file as read
  PlanDocument document;  ///< the file's plan, with model, cluster and target of the present one
  bool is_for_trainer = false;
};
/// Returns the ds_config that a plan was read from; nullopt if there is none.
std::optional<ImportedConfig> imported_config(const PlanDocument& document);
/// Sets `out` to the imported file with later changes of the plan.
void merge_into_imported(ConfigDraft& draft, const ImportedConfig& imported);
/// Adds a finding for each value of `out` that differs from the imported file's, with both values.
void report_changes(ConfigDraft& draft, const ConfigNode& file);

}  // namespace zp
