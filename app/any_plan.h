// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>

#include "core/import/import.h"

/// Files that are a plan, or that a plan is made of.
namespace zp::app {

struct AnyFile {
  std::string path;                ///< "-": standard input
  std::string scenario;            ///< of a plan: "" for the file's own
  ImportFile file;                 ///< its text, with what lies beside it
  std::optional<ImportKind> kind;  ///< nothing: a plan
};

/// `path` may name a scenario behind a #. Throws FileError where the file cannot be read.
AnyFile read_any(const std::string& path);

/// What an import makes of a file over `base`; what it leaves open is told on standard error. Throws
/// InputError with the file and the fix; where there is no base and the file names no model too, and where
/// it names one that nobody knows, unless `model` keeps the base's.
PlanDocument imported_plan(const std::string& path, const ImportFile& file,
                           const std::optional<PlanDocument>& base, ModelOf model = ModelOf::file);
/// The plan in a file of either kind.
PlanDocument plan_in(const AnyFile& any, const std::optional<PlanDocument>& base,
                     ModelOf model = ModelOf::file);

}  // namespace zp::app
