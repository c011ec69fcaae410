// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/text/ordered_json.h"

/// What resources/catalog/hf_families.json says of the keys of a Hugging Face config.json. Internal to this
/// folder.
namespace zp::import_io {

using text_io::Json;

/// model.architecture as a plan file has it, of one config (the text_config of a model that has more), and
/// what had to be guessed.
struct HfShape {  // NOLINT(bugprone-exception-escape): of the JSON in it
  Json architecture;
  std::string model_type;
  bool is_known_family = true;
};
/// Throws FileError naming the key that is missing or of the wrong type.
HfShape hf_shape(const Json& config);

/// Every model_type of the table.
std::vector<std::string> hf_model_types();

}  // namespace zp::import_io
