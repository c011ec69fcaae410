// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/import/import.h"

/// Reads files that are a plan, or from which a plan can be made.
namespace zp::app {

struct AnyFile {
  std::string path;                ///< "-" for standard input
  std::string scenario;            ///< scenario named in the path; "" for the file's own plan
  ImportFile file;                 ///< text of the file and of related files next to it
  std::optional<ImportKind> kind;  ///< nullopt for a plan
};

/// Reads the file at `path`, which may be followed by # and a scenario's name. Throws FileError if it cannot
/// be read.
AnyFile read_any(const std::string& path);

/// Sentences on how to state a model that a file does not name: only with a plan, or also with --set.
inline constexpr std::string_view model_by_plan = "Give a plan that names it with --plan.";
inline constexpr std::string_view model_by_set =
    "Name one with --set model.preset=ID (zero-planner presets models lists them), give its size with "
    "--set model.parameters=7B, or give a plan that names it with --plan.";

/// Returns the import of a file over `base`. Throws InputError with the file and the fix, in particular if
/// there is no base and the file names no model, or if the file names an unknown model and `model` does not
/// keep the base's; `remedy` is one of the sentences above.
Imported imported_file(const std::string& path, const ImportFile& file,
                       const std::optional<PlanDocument>& base, ModelOrigin model, std::string_view remedy);
/// Writes to standard error the settings that an import could not decide, and the origins of its values.
void complain_of(const Imported& imported);
/// Returns the plan in a file of either kind.
PlanDocument plan_in(const AnyFile& any, const std::optional<PlanDocument>& base,
                     ModelOrigin model = ModelOrigin::file);

}  // namespace zp::app
