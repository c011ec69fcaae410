// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <optional>

#include "core/import/import.h"

class QWidget;

namespace zp {

/// Imports `file` over `plan`. If the file names an unknown model, asks the user whether to keep the plan's
/// model, choose another one, or cancel; returns nothing if cancelled. `name` is the file's name, for the
/// message.
std::optional<Imported> importAsking(QWidget& window, const ImportFile& file, const QString& name,
                                     const PlanDocument& plan, const Catalog& presets);

}  // namespace zp
