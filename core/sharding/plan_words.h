// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/plan/plan.h"

/// Names a plan's model and GPUs in messages.
namespace zp {

/// Returns a number with its noun: "1 node", "8 GPUs".
std::string counted(std::int64_t n, std::string_view noun);
/// Returns "Llama 2 7B", "a typical shape", "an architecture of 32 layers" or "a list of tensors".
std::string model_name(const Plan& plan);
/// Returns "2 nodes of 8 × A100 SXM4 80GB", or with several kinds "… GPUs: 8 × A100 SXM4 80GB, 8 × A100
/// SXM4 40GB".
std::string gpus_words(const Cluster& cluster);

}  // namespace zp
