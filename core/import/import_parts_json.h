// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/import/embedded_config.h"
#include "core/import/import.h"
#include "core/import/program_file.h"
#include "core/text/config_text.h"
#include "core/text/ordered_json.h"

/// One import function for each kind of file. Internal to this folder.
namespace zp::import_io {

using text_io::Json;

/// Code of the only refusal of DeepSpeed that the base plan resolves: missing batch sizes.
inline constexpr std::string_view given_by_base = "batch_not_given";

/// Throws FileError with the check's message for every other setting that DeepSpeed refuses.
Imported import_ds_config(const ConfigSource& config, const PlanDocument& base);
/// If the YAML names a file, `file.config` is that file.
Imported import_accelerate(const EmbeddedConfig& file, const PlanDocument& base, const Catalog& presets);
/// `file` is a YAML with keys of a program, or one that holds or names a ds_config.
Imported import_program(const ImportFile& file, const PlanDocument& base, ModelOrigin model,
                        const Catalog& presets);
Imported import_job(const ImportFile& file, const PlanDocument& base, ModelOrigin model,
                    const Catalog& presets);
Imported import_hugging_face(const Json& config, const ImportFile& file, const PlanDocument& base,
                             const Catalog& presets);

/// Returns a plan with the model that one of the keys names, or a plan with any model if the keys state a
/// shape; nullopt otherwise. `text` is the file's text. Throws UnknownModel.
std::optional<PlanDocument> base_with_model(FileKeys keys, const ProgramEntry& program,
                                            const std::string& text, const Catalog& presets);

void note(Imported& imported, std::string code, std::string path, std::string message, std::string fix = "",
          Severity severity = Severity::style);

}  // namespace zp::import_io
