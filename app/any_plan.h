// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>

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

/// Sentences that say how a command takes a model which a file does not name: only with a plan, or by --set
/// too.
inline constexpr std::string_view model_by_plan = "Give a plan that names it with --plan.";
inline constexpr std::string_view model_by_set =
    "Name one with --set model.preset=ID (zero-planner presets models lists them), give its size with "
    "--set model.parameters=7B, or give a plan that names it with --plan.";

/// Returns what an import makes of a file over `base`. Throws InputError with the file and the fix, also if
/// there is no base and the file names no model, and if the file names an unknown model, unless `model` keeps
/// the base's; `remedy` is one of the sentences above.
Imported imported_file(const std::string& path, const ImportFile& file,
                       const std::optional<PlanDocument>& base, ModelOrigin model, std::string_view remedy);
/// Writes to standard error what an import leaves open and where its values come from.
void complain_of(const Imported& imported);
/// Returns the plan in a file of either kind.
PlanDocument plan_in(const AnyFile& any, const std::optional<PlanDocument>& base,
                     ModelOrigin model = ModelOrigin::file);

}  // namespace zp::app
