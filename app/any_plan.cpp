// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/any_plan.h"

#include "app/input.h"
#include "app/output.h"
#include "app/user_presets.h"
#include "core/import/hydra.h"
#include "core/plan_file/plan_file.h"
#include "core/text/text_file.h"

namespace zp::app {
namespace {

std::optional<ImportKind> kind_of(const std::string& text) {
  try {
    return kind_of_import(text);
  } catch (const FileError&) {
    return std::nullopt;  // a plan, or a file whose error the plan reader reports
  }
}

/// Says why a file names no model, if another, missing file that it refers to may name it.
std::string without_model(ImportKind kind, const ImportFile& file, std::string_view remedy) {
  const bool may_be_open = kind == ImportKind::job || kind == ImportKind::program_yaml;
  const std::string open = may_be_open ? open_model_in(file.text) : std::string();
  if (!open.empty())
    return std::string(kind == ImportKind::job ? "the job" : "the file") + " names its model only by " +
           (open.find('$') != std::string::npos ? "a variable that it does not set ("
                                                : "words to be filled in (") +
           open + "). " + std::string(remedy);
  const std::string named =
      kind == ImportKind::job && file.training.empty() ? training_file_named_in(file.text) : std::string();
  const int broken = kind == ImportKind::job && named.empty() ? broken_continuation_in(file.text) : 0;
  if (broken > 0)
    return "the job names no model before line " + std::to_string(broken) +
           ", where the command ends: a blank or a comment follows its backslash. End the line with "
           "the backslash, and import again. " +
           std::string(remedy);
  const std::string other = kind == ImportKind::job ? unknown_program_in(file.text) : std::string();
  if (!other.empty())
    return "no command in it is known to start a training: " + other + " gets no setting of one" +
           (named.empty() ? "" : ", and is not in its folder or a folder above") +
           ". Import the script that trains, or name the model if this one does. " + std::string(remedy);
  const std::string possible = may_be_open ? possible_model_in(file.text) : std::string();
  if (!possible.empty())
    return std::string(name_of(kind)) + " names no model by a key that is known here; " + possible +
           " may be it. " + std::string(remedy);
  if (kind == ImportKind::ds_config)
    return std::string(name_of(kind)) +
           " never names a model; the script or program that it is given to does. Import that one, which "
           "reads this file too. " +
           std::string(remedy);
  if (named.empty()) return std::string(name_of(kind)) + " names no model. " + std::string(remedy);
  return "the job names no model, and " + named +
         " with which it starts training is not in its folder or a folder above. Put it there, or "
         "import it alone. " +
         std::string(remedy);
}

PlanDocument base_of(const std::string& path, const ImportFile& file, const std::optional<PlanDocument>& base,
                     std::string_view remedy) {
  if (base) return *base;
  if (const auto named = base_in(file, offered_presets())) return *named;
  const ImportKind kind = kind_of_import(file);
  if (kind != ImportKind::hugging_face)
    throw InputError(input_name(path) + ": " + without_model(kind, file, remedy));
  return read_plan(R"({"model": {"parameters": 1000000000}})");
}

}  // namespace

AnyFile read_any(const std::string& text) {
  const ScenarioPath at = scenario_path(text);
  AnyFile any{at.path, at.scenario, {text_at(at.path), {}, {}}, {}};
  any.kind = has_hydra_defaults(any.file.text) ? ImportKind::program_yaml : kind_of(any.file.text);
  if (any.kind && at.path != "-") any.file = read_import_file(at.path);
  return any;
}

Imported imported_file(const std::string& path, const ImportFile& file,
                       const std::optional<PlanDocument>& base, ModelOrigin model, std::string_view remedy) {
  try {
    return import_file(file, base_of(path, file, base, remedy), model, offered_presets());
  } catch (const UnknownModel& error) {
    if (error.is_no_decoder()) throw InputError(input_name(path) + ": " + error.what());
    throw InputError(
        input_name(path) + ": " + error.what() + ' ' +
        (base ? "Add --keep-model to keep the plan's model; importing the config.json of this model makes a "
                "plan of it."
              : std::string(remedy) +
                    " Importing the config.json of this model makes a plan of it; add --keep-model then."));
  } catch (const FileError& error) {
    throw InputError(input_name(path) + ": " + error.what());
  }
}

void complain_of(const Imported& imported) {
  for (const Finding& note : imported.notes)
    complain(sentence_of(note));
}

PlanDocument plan_in(const AnyFile& any, const std::optional<PlanDocument>& base, ModelOrigin model) {
  if (any.kind) {
    const Imported imported = imported_file(any.path, any.file, base, model, model_by_plan);
    complain_of(imported);
    return imported.document;
  }
  try {
    PlanDocument document =
        scenario_in(read_plan(any.file.text, offered_presets()), any.scenario, input_name(any.path) + ": ");
    follow(document, any.path, input_name(any.path) + ": ");
    return document;
  } catch (const FileError& error) {
    throw InputError(input_name(any.path) + ": " + error.what());
  }
}

}  // namespace zp::app
