// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string>

#include "core/measure/measure.h"

/// Texts about measurements of logs.
namespace zp {

/// Returns a value with its unit: "40.9 GiB", "1.2 s", "24,310 tokens/s".
std::string observed_text(ObservedQuantity quantity, double value);
/// Returns the file's name without its folder.
std::string short_name(const NamedLog& named);
/// Returns a sentence, with a space before it, about the lines of a long log that were skipped; "" if there
/// are none.
std::string left_out_words(const NamedLog& named);
/// Returns a position in a log: "run.log:1204"; without a line for a snapshot.
std::string place_text(std::span<const NamedLog> logs, const LogPlace& at);
/// Returns the first line: "run.log:1204: out of GPU memory in the forward pass on rank 3, short by 1.9 GiB."
std::string death_head(const Death& death, std::span<const NamedLog> logs);
/// Returns both values of a contradiction and how the log's follows from its line: "GPUs of the run: 4 in
/// run.log:33 (16 sequences per optimizer step, micro batch 1, accumulation 4), 8 in the plan."
std::string contradiction_words(const Contradiction& contradiction, std::span<const NamedLog> logs);
/// Returns, for every GPU of every snapshot, the peak, its components next to the plan's, and the code that
/// allocated most of it.
std::string snapshots_text(const Measurement& measurement, std::span<const NamedLog> logs);
/// Returns a remedy with its place and the resulting figures: "Plan: micro batch 2: 60.1 GiB per GPU, 1.2 s a
/// step".
std::string remedy_words(const DeathRemedy& remedy);

}  // namespace zp
