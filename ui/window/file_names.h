// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include "core/text/file_error.h"

/// File names in the window, and messages about files that failed.
namespace zp {

class PlanModel;
class Settings;
enum class FolderOf;

inline const QString plan_ending = QStringLiteral(".zplan.json");

/// Returns the plan's name for title and exports: its file name, or "Untitled plan".
QString displayNameOf(const PlanModel& model);
/// Returns a path with another ending, next to the plan's file: "…/llama.ds_config.json"; for a plan without
/// a file, in the last folder used for that kind.
QString proposedPath(const PlanModel& model, const Settings& settings, const QString& ending, FolderOf kind);
/// Returns the file's name as the plan's file would state it: without a folder if it is in the same one.
QString namedFromPlan(const PlanModel& model, const QString& path);
/// Returns true for names ending in JSON or YAML extensions, whose kind only the contents show.
bool isStructured(const QString& path);
/// Returns core's message, prefixed with the file's name unless it contains it.
QString sentenceOf(const FileError& error, const QString& path);

}  // namespace zp
