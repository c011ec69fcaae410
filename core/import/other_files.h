// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace zp::import_io {

/// Returns a sentence that says what a file of keys is that no reader takes, and what to do instead; "" if
/// its keys do not show that. Internal to this folder.
std::string words_for_other_file(const std::string& text);

/// Returns a sentence for a YAML or TOML that configures a training by keys of a program that is not known,
/// with those that a plan has a key for; "" for another text.
std::string words_for_unknown_program(const std::string& text);

}  // namespace zp::import_io
