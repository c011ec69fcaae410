// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "ui/model/opened_import.h"
#include "ui/results/plain_table.h"

namespace zp {

/// Returns the keys of an import as rows of a table: line, key and value of the file, key and value of the
/// plan. A value that was changed since is shown as "4 (read as 2)".
PlainTableData importTable(const std::vector<ImportRow>& rows);

/// Returns a key in sentences: what became of it, and why.
QString sentencesOf(const ImportRow& row, const QString& program);

}  // namespace zp
