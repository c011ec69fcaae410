// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string>

#include "core/measure/measure.h"

/// What logs measure, in words.
namespace zp {

/// "40.9 GiB", "1.2 s", "24,310 tokens/s".
std::string observed_text(Observed quantity, double value);
/// The file without its folder.
std::string short_name(const NamedLog& named);
/// "run.log:1204"; a snapshot has no lines.
std::string place_text(std::span<const NamedLog> logs, const LogPlace& at);
/// "run.log:1204: out of memory on rank 3, forward phase, short by 1.9 GiB."
std::string diagnosis_head(const MemoryDiagnosis& diagnosis, std::span<const NamedLog> logs);
/// What helps, and what the plan would then need: "Micro batch 2: 60.1 GiB per GPU, 1.2 s a step".
std::string cure_words(const Cure& cure);

}  // namespace zp
