// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include "core/export/config_draft.h"

/// Export of a plan that was read from a ds_config: that file, with the plan's changes since.
namespace zp {

/// The ds_config that a plan was read from.
struct ImportedConfig {
  ConfigNode file;        ///< the file as it was read
  PlanDocument document;  ///< the plan that the file makes, with model, cluster and target of today's plan
  bool is_for_trainer = false;
};
/// Returns the ds_config that a plan was read from; nothing if it was not read from one.
std::optional<ImportedConfig> imported_config(const PlanDocument& document);
/// Makes `out` the imported file, with the plan's changes since.
void merge_into_imported(ConfigDraft& draft, const ImportedConfig& imported);
/// Reports each value of `out` that differs from the imported file's, with both values.
void report_changes(ConfigDraft& draft, const ConfigNode& file);

}  // namespace zp
