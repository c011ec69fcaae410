// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include "core/text/file_error.h"

/// Names of files in the window, and messages about files that failed.
namespace zp {

class PlanModel;
class Settings;
enum class FolderOf;

inline const QString plan_ending = QStringLiteral(".zplan.json");

/// Returns the plan's name as title and exports show it: its file's, or "Untitled plan".
QString displayNameOf(const PlanModel& model);
/// Returns a path beside the plan with another ending: "…/llama.ds_config.json"; for a plan without a file,
/// in the last folder of that kind.
QString proposedPath(const PlanModel& model, const Settings& settings, const QString& ending, FolderOf kind);
/// Returns the name of that file as the plan's file states it: for a file beside it, its name alone.
QString namedFromPlan(const PlanModel& model, const QString& path);
/// Returns true if the name ends as JSON or YAML does: such a file may be anything.
bool isStructured(const QString& path);
/// Returns core's sentence, with the file's name before it if it does not contain it.
QString sentenceOf(const FileError& error, const QString& path);

}  // namespace zp
