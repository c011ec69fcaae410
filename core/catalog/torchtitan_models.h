// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

/// The models of the catalog under the names that torchtitan has for them.
namespace zp {

struct TorchtitanModel {
  std::string_view name, flavor;   ///< "llama3", "8B"
  std::string_view preset;         ///< id in the catalog: "llama-3.1-8b"
  bool is_in_last_release = true;  ///< in 0.2.2, the last release that reads TOML
};

/// Returns the first of the names that torchtitan has for a model of the catalog, nullptr for another model.
const TorchtitanModel* torchtitan_model(std::string_view preset);
/// Returns the model of that name: "llama3 8B", "llama3_8b"; nullptr if the catalog does not have it.
const TorchtitanModel* torchtitan_model_named(std::string_view words);

}  // namespace zp
