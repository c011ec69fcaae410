// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace zp::import_io {

/// The ds_config.json files that Axolotl and LLaMA-Factory come with, which people name without having them
/// beside their own: what one of that file name says, as far as a plan reads it. Nothing for other names.
std::optional<std::string> named_config(std::string_view path);

}  // namespace zp::import_io
