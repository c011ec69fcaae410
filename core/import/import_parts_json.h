// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <nlohmann/json.hpp>

#include "core/import/import.h"

/// The parts of import_file, one for each kind. Internal to this folder.
namespace zp::import_io {

using Json = nlohmann::ordered_json;

/// Throws FileError with line and column.
Json parse(std::string_view text);

Imported import_ds_config(const Json& config, const PlanDocument& base);
Imported import_accelerate(const ImportFile& file, const PlanDocument& base);
Imported import_hugging_face(const Json& config, const ImportFile& file, const PlanDocument& base);

void note(Imported& imported, std::string code, std::string path, std::string message, std::string fix = "",
          Severity severity = Severity::style);

}  // namespace zp::import_io
