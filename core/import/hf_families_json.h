// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/text/ordered_json.h"

/// Readings of a Hugging Face config.json by the table resources/catalog/hf_families.json. Internal to
/// this folder.
namespace zp::import_io {

using text_io::Json;

/// A part beside the decoder: an encoder of pictures or of sound.
struct HfTower {
  std::string part;                        ///< its key in config.json
  std::optional<std::int64_t> parameters;  ///< in its matrices; nothing if the file does not state its sizes
};
/// Returns the towers of a config; `names` is the table's `towers`, which lists the names of their sizes.
std::vector<HfTower> towers_of(const Json& config, const Json& names);

/// Returns the model.vision of a plan file for a config whose decoder has that width, by the table's families
/// of towers; null if none of them is that of the file.
Json vision_of(const Json& config, const Json& hidden_size, const Json& families);

/// The model.architecture of a plan file for one config (the text_config of a model that has more), with
/// notes on what had to be guessed.
struct HfShape {  // NOLINT(bugprone-exception-escape): of the JSON in it
  Json architecture;
  Json vision;  ///< its model.vision; null if there is no tower, or one of an unknown family
  std::string model_type;
  bool is_known_family = true;
  std::string said;  ///< features of this family that the shape does not hold, in words; "" if there are none
  std::vector<HfTower> towers;
};
/// Returns the shape of a config. Throws FileError that names the key that is missing or of the wrong type,
/// or says why no plan can hold such a model.
HfShape hf_shape(const Json& config);

}  // namespace zp::import_io
