// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/import/import.h"
#include "core/settings/changed_keys.h"
#include "core/write_back/file_edits_json.h"

/// Candidate edits that may change the value of one plan key in a file. Internal to this folder.
namespace zp::write_back_io {

/// Returns alternative edits, likely ones first. The caller tries each one separately, since an edit may not
/// have the intended effect. `imported` is the present import of `file`, and `plan` has the wanted value.
std::vector<FileEdits> possible_edits(const ImportFile& file, const Imported& imported,
                                      const DifferingKey& differing, const Plan& plan);

}  // namespace zp::write_back_io
