// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <optional>

namespace zp {

/// The views, in the order of the tabs, of Ctrl+1 … and of the command line.
enum class View { memory, speed, scaling, table, config, others };
inline constexpr int view_count = 6;

QString titleOf(View view);  ///< "ds_config.json": its tab
QString idOf(View view);     ///< "config": on the command line
/// Nothing for a name that is no view of this version.
std::optional<View> viewOf(const QString& id);

}  // namespace zp
