// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/catalog/catalog.h"
#include "core/text/file_error.h"

namespace zp {

/// Parses a catalog from the texts of models.json, gpus.json and links.json. Throws std::logic_error, naming
/// the file, the entry and the key, if a text is not JSON, a required key is missing or has the wrong type, a
/// word or a key of an architecture is unknown, or two entries of a file have the same id.
Catalog read_catalog(std::string_view models, std::string_view gpus, std::string_view links);

/// Each parses one entry of the user. Throws FileError, whose path() is the key, if the entry is invalid.
ModelPreset read_own_model(const std::string& row);
GpuPreset read_own_gpu(const std::string& row, const std::vector<SustainedRule>& rules);
LinkPreset read_own_link(const std::string& row);

}  // namespace zp
