// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace zp::import_io {

/// Returns the text of a ds_config.json that Axolotl or LLaMA-Factory come with, as far as a plan reads it,
/// by its file name; nothing for other names. People name these files without having them beside their own.
std::optional<std::string> named_config(std::string_view path);

/// Returns true for the name of a file of Axolotl that other programs' authors take too, "zero2.json", in
/// another folder than Axolotl's "deepspeed_configs".
bool is_of_axolotl(std::string_view path);

/// The stage and the offload that the name of a ds_config tells.
struct StageOfName {
  int stage = 0;
  bool offloads_optimizer = false, offloads_parameters = false;
  std::string config;  ///< text of a ds_config with them
};
/// Returns what the name of a ds_config, or of an accelerate file with one, tells: stage 3 with offload of
/// "ds_zero3_offload.json"; nothing if it tells no stage.
std::optional<StageOfName> stage_of_name(std::string_view path);

/// Returns the names of the ds_configs that come with the same program as this one, without it; empty for
/// another name.
std::vector<std::string_view> configs_like(std::string_view name);

}  // namespace zp::import_io
