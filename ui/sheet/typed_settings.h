// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <vector>

#include "core/plan/plan.h"

namespace zp {

/// What a person may mean who types a setting and its value: "micro batch 8", "offload cpu", "ram 512 GiB".
struct TypedSetting {
  QString name;           ///< as the panel calls it, or the key: "Micro batch"
  QString before, after;  ///< its values: "1", "8"
  QString path;           ///< "training.micro_batch_size"
  PlanDocument document;  ///< the plan with it
};

/// The settings of which each word but the last is the beginning of a word of its name or its key, and the
/// last one or two are a value it takes; the best met first, no more than `most`. Nothing that changes
/// nothing.
std::vector<TypedSetting> typedSettings(const PlanDocument& document, const QString& typed,
                                        std::size_t most = 5);

}  // namespace zp
