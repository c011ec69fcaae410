// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/text/ordered_json.h"

/// Reads a Hugging Face config.json with the table resources/catalog/hf_families.json. Internal to this
/// folder.
namespace zp::import_io {

using text_io::Json;

/// An encoder of images or audio next to the decoder.
struct HfTower {
  std::string part;                        ///< its key in config.json
  std::optional<std::int64_t> parameters;  ///< of its matrices; nullopt if the file does not state its sizes
};
/// Returns the towers of a config; `names` is the table's `towers`, which lists the names of their sizes.
std::vector<HfTower> towers_of(const Json& config, const Json& names);

/// Returns model.vision of a plan file for a config whose decoder has width `hidden_size`; null if the file's
/// tower is of none of the table's families.
Json vision_of(const Json& config, const Json& hidden_size, const Json& families);

/// model.architecture of a plan file for one config (for multimodal models: its text_config), with notes on
/// what had to be guessed.
struct HfShape {  // NOLINT(bugprone-exception-escape): of the JSON in it
  Json architecture;
  Json vision;  ///< its model.vision; null if there is no tower, or one of an unknown family
  std::string model_type;
  bool is_known_family = true;
  std::string unsupported;  ///< features that the shape cannot describe, in words; "" if none
  std::vector<HfTower> towers;
};
/// Returns the shape of a config. Throws FileError that names the missing or wrongly typed key, or says why
/// no plan can describe such a model.
HfShape hf_shape(const Json& config);

}  // namespace zp::import_io
