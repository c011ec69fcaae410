// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace zp::import_io {

/// Returns the text of a ds_config.json that Axolotl or LLaMA-Factory come with, as far as a plan reads it,
/// by its file name; nothing for other names. People name these files without having them beside their own.
std::optional<std::string> named_config(std::string_view path);

}  // namespace zp::import_io
