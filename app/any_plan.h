// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>

#include "core/import/import.h"

/// Reading of files that are a plan, or from which a plan can be made.
namespace zp::app {

struct AnyFile {
  std::string path;                ///< "-" for standard input
  std::string scenario;            ///< scenario named in the path; "" for the file's own plan
  ImportFile file;                 ///< text of the file and of the files beside it
  std::optional<ImportKind> kind;  ///< nullopt for a plan
};

/// Reads the file at `path`, which may name a scenario behind a #. Throws FileError if it cannot be read.
AnyFile read_any(const std::string& path);

/// Returns what an import makes of a file over `base`, without words on standard error. Throws InputError as
/// imported_plan() does.
Imported imported_file(const std::string& path, const ImportFile& file,
                       const std::optional<PlanDocument>& base, ModelOrigin model = ModelOrigin::file);
/// Returns the plan that an import makes of a file over `base`; writes to standard error what the import
/// leaves open. Throws InputError with the file and the fix, also if there is no base and the file names no
/// model, and if the file names an unknown model, unless `model` keeps the base's.
PlanDocument imported_plan(const std::string& path, const ImportFile& file,
                           const std::optional<PlanDocument>& base, ModelOrigin model = ModelOrigin::file);
/// Returns the plan in a file of either kind.
PlanDocument plan_in(const AnyFile& any, const std::optional<PlanDocument>& base,
                     ModelOrigin model = ModelOrigin::file);

}  // namespace zp::app
