// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace zp::import_io {

/// Returns the text of a ds_config.json that ships with Axolotl, LLaMA-Factory, ms-swift, xtuner or
/// open-instruct, as far as a plan reads it, by its file name; nullopt for other names. Training files often
/// name these without a copy next to them.
std::optional<std::string> named_config(std::string_view path);

/// Returns true for a file name of Axolotl's that authors of other programs use too ("zero2.json"), in a
/// folder other than Axolotl's "deepspeed_configs".
bool is_of_axolotl(std::string_view path);

/// Stage and offload as implied by the file name of a ds_config.
struct StageOfName {
  int stage = 0;
  bool offloads_optimizer = false, offloads_parameters = false;
  std::string config;  ///< text of a ds_config with this stage and offload
};
/// Returns the settings that the file name of a ds_config, or of an accelerate file with one, implies: stage
/// 3 with offload for "ds_zero3_offload.json"; nullopt if it implies no stage.
std::optional<StageOfName> stage_of_name(std::string_view path);

/// Returns the names of the other ds_configs that ship with the same program as this one; empty for an
/// unknown name.
std::vector<std::string_view> configs_like(std::string_view name);

}  // namespace zp::import_io
