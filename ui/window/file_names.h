// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include "core/text/file_error.h"

/// What files are called here, and what is said of one that failed.
namespace zp {

class PlanModel;
class Settings;

inline const QString plan_ending = QStringLiteral(".zplan.json");

/// The plan's name as title and exports show it: its file's, or "Untitled plan".
QString displayNameOf(const PlanModel& model);
/// A path beside the plan with another ending: "…/llama.ds_config.json".
QString proposedPath(const PlanModel& model, const Settings& settings, const QString& ending);
/// How the plan's file names that one: beside it by its name alone.
QString namedFromPlan(const PlanModel& model, const QString& path);
/// Whether it ends as JSON or YAML does: such a file may be anything.
bool isStructured(const QString& path);
/// Core's sentence, with the file's name before it where it has none.
QString sentenceOf(const FileError& error, const QString& path);

}  // namespace zp
