// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace zp {

/// Returns a JSON Schema (draft 7) of ds_config.json for editors, generated from schema(): completion, types,
/// limits, defaults and the effect of each key. Unknown keys are refused where DeepSpeed refuses them. "auto"
/// is allowed where DeepSpeed has that value or Hugging Face's Trainer fills it in. Installed as
/// ds_config.schema.json.
std::string editor_schema();

}  // namespace zp
