// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

/// The models of the catalog with torchtitan's names.
namespace zp {

struct TorchtitanModel {
  std::string_view name, flavor;   ///< "llama3", "8B"
  std::string_view preset;         ///< id in the catalog: "llama-3.1-8b"
  bool is_in_last_release = true;  ///< in 0.2.2, the last release that reads TOML
};

/// Returns torchtitan's first name for a model of the catalog; nullptr for any other model.
const TorchtitanModel* torchtitan_model(std::string_view preset);
/// Returns the model with that name: "llama3 8B", "llama3_8b"; nullptr if the catalog lacks it.
const TorchtitanModel* torchtitan_model_named(std::string_view words);

}  // namespace zp
