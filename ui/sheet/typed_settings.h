// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <vector>

#include "core/plan/plan.h"

namespace zp {

/// A setting and a value that a typed text may mean: "micro batch 8", "offload cpu", "ram 512 GiB".
struct TypedSetting {
  QString name;           ///< the panel's label, or the key: "Micro batch"
  QString before, after;  ///< values before and after: "1", "8"
  QString path;           ///< "training.micro_batch_size"
  PlanDocument document;  ///< the plan with the new value
};

/// Returns the settings that a typed text may mean: each word but the last begins a word of the name or the
/// key, and the last one or two are a value that the setting accepts, with presets from `presets`. Best
/// matches first, at most `most`. Omits settings that would change nothing.
std::vector<TypedSetting> typedSettings(const PlanDocument& document, const QString& typed,
                                        const Catalog& presets = catalog(), std::size_t most = 5);

}  // namespace zp
