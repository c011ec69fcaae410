// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "ui/model/opened_import.h"
#include "ui/results/plain_table.h"

namespace zp {

/// Returns the keys of an import as table rows: line, key and value in the file, key and value in the plan. A
/// value that was changed since is shown as "4 (read as 2)".
PlainTableData importTable(const std::vector<ImportRow>& rows);

/// Describes in sentences how a key was read, or why not.
QString sentencesOf(const ImportRow& row, const QString& program);

}  // namespace zp
