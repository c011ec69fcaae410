// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/import/import.h"
#include "core/settings/changed_keys.h"
#include "core/write_back/file_edits_json.h"

/// Edits that may give a file another value of one key of the plan. Internal to this folder.
namespace zp::write_back_io {

/// Returns edits, likely ones first, each alone to be tried; none of them is known to be right. `imported` is
/// what `file` gives now, and `plan` has the wanted value.
std::vector<FileEdits> possible_edits(const ImportFile& file, const Imported& imported,
                                      const DifferingKey& differing, const Plan& plan);

}  // namespace zp::write_back_io
