// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDir>
#include <QStringList>

namespace zp::walk {

/// Writes one file of each kind that the program reads, and some that it does not, into the folder. Returns
/// the paths: plans, a ds_config.json, files of accelerate, Axolotl, LLaMA-Factory and jobs, a config.json,
/// logs, a memory snapshot, a message that memory ran out, an unknown file and an empty one.
QStringList writeSampleFiles(const QDir& folder);

/// The names of those files that the walk opens by itself.
inline constexpr char16_t plan_name[] = u"scenarios.zplan.json", config_name[] = u"ds_config.json",
                          log_name[] = u"run.log";

}  // namespace zp::walk
