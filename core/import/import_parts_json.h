// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/import/embedded_config.h"
#include "core/import/import.h"
#include "core/text/config_text.h"
#include "core/text/ordered_json.h"

/// The parts of import_file, one for each kind. Internal to this folder.
namespace zp::import_io {

using text_io::Json;

/// The one thing DeepSpeed refuses that a plan mends: a file without batch sizes.
inline constexpr std::string_view given_by_base = "batch_not_given";

/// Throws FileError for whatever else DeepSpeed refuses, in the words of the check.
Imported import_ds_config(const ConfigSource& config, const PlanDocument& base);
/// Where the YAML names a file, `config` is that file.
Imported import_accelerate(const EmbeddedConfig& file, const PlanDocument& base);
Imported import_program(EmbeddedConfig& embedded, const ImportFile& file, const PlanDocument& base,
                        ModelOf model);
Imported import_job(const ImportFile& file, const PlanDocument& base, ModelOf model);
Imported import_hugging_face(const Json& config, const ImportFile& file, const PlanDocument& base);

/// A plan of the model that one of the keys of such a file names; nothing where none does. Throws
/// UnknownModel; `text` is the file's.
std::optional<PlanDocument> base_with_model(const std::vector<TextNode>& keys, const std::string& text);

void note(Imported& imported, std::string code, std::string path, std::string message, std::string fix = "",
          Severity severity = Severity::style);

}  // namespace zp::import_io
