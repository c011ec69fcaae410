// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

#include "core/catalog/catalog.h"

namespace zp {

/// Returns `name` if it is a repository of Hugging Face ("Qwen/Qwen2.5-7B-Instruct") other than the preset's
/// own; else "", also for a folder ("models/llama-3-8b").
std::string repository_beside(std::string_view name, const ModelPreset& preset);

}  // namespace zp
