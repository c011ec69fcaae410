// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string>

#include "core/measure/measure.h"

/// Measurements of logs, in words.
namespace zp {

/// Returns a value with its unit: "40.9 GiB", "1.2 s", "24,310 tokens/s".
std::string observed_text(ObservedQuantity quantity, double value);
/// Returns the file's name without its folder.
std::string short_name(const NamedLog& named);
/// Returns a sentence on what of a long log was not read, with a blank before it; "" if all was.
std::string left_out_words(const NamedLog& named);
/// Returns the place in a log: "run.log:1204"; a snapshot has no lines.
std::string place_text(std::span<const NamedLog> logs, const LogPlace& at);
/// Returns the first line: "run.log:1204: out of GPU memory in the forward pass on rank 3, short by 1.9 GiB."
std::string death_head(const Death& death, std::span<const NamedLog> logs);
/// Returns for every GPU of every snapshot the peak, its components beside the plan's, and the code that
/// requested most of it.
std::string snapshots_text(const Measurement& measurement, std::span<const NamedLog> logs);
/// Returns a remedy with its place and what the plan would then need: "Plan: micro batch 2: 60.1 GiB per GPU,
/// 1.2 s a step".
std::string remedy_words(const DeathRemedy& remedy);

}  // namespace zp
