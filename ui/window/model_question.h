// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <optional>

#include "core/import/import.h"

class QWidget;

namespace zp {

/// What import_file() makes of `file` over `plan`, where the user is asked about a model that nobody knows:
/// to keep the plan's, to choose another, or to leave the file. Nothing for the last. `name` is the file's.
std::optional<Imported> importAsking(QWidget& window, const ImportFile& file, const QString& name,
                                     const PlanDocument& plan);

}  // namespace zp
