// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

#include "core/import/program_file.h"

namespace zp::import_io {

/// Returns a sentence that says which unsupported program's file this is and what to use instead; "" if its
/// keys do not show it. Internal to this folder.
std::string words_for_other_file(const std::string& text);

/// Returns a sentence for a YAML or TOML of an unknown training program; it lists the keys for which a plan
/// has a key. "" for another text.
std::string words_for_unknown_program(const std::string& text);

/// Returns the keys that are also keys of a plan, "training.lr: 1e-5 (training.learning_rate)"; "" if there
/// are none.
std::string plan_key_words(const FileKeys& keys);

/// Returns the sentences for a Makefile or a Markdown text, which hold commands but are no script, with the
/// first line that starts a training; "" for another text.
std::string words_for_text_with_commands(std::string_view text);

}  // namespace zp::import_io
