// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/text/ordered_json.h"

/// What resources/catalog/hf_families.json says of the keys of a Hugging Face config.json. Internal to this
/// folder.
namespace zp::import_io {

using text_io::Json;

/// A part beside the decoder: an encoder of pictures or of sound.
struct HfTower {
  std::string part;                        ///< its key in config.json
  std::optional<std::int64_t> parameters;  ///< of its matrices; nothing where its sizes are not written
};
/// The towers of a config, by the names that the table's `towers` has for their sizes.
std::vector<HfTower> towers_of(const Json& config, const Json& names);

/// model.architecture as a plan file has it, of one config (the text_config of a model that has more), and
/// what had to be guessed.
struct HfShape {  // NOLINT(bugprone-exception-escape): of the JSON in it
  Json architecture;
  std::string model_type;
  bool is_known_family = true;
  std::string said;  ///< what the shape does not hold of this family; "" for nothing
  std::vector<HfTower> towers;
};
/// Throws FileError naming the key that is missing or of the wrong type, or saying why no plan can hold such
/// a model.
HfShape hf_shape(const Json& config);

}  // namespace zp::import_io
