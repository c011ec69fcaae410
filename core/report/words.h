// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

#include "core/catalog/catalog.h"
#include "core/memory/estimate.h"
#include "core/memory/odds.h"
#include "core/plan/plan.h"
#include "core/report/table.h"
#include "core/sharding/plan_words.h"

/// Short texts shared by several reports.
namespace zp {

/// Returns "✓ fits, 38.3 GiB free", or "✗ short by …" for each of GPU, host and drive that is too small. If
/// activations are unknown, it says that only model states are included.
std::string verdict(const MemoryEstimate& estimate, bool activations_known = true);
/// Returns the same text; a plan that fits with odds below 50 % gets "!" instead of the tick, and a warning.
std::string verdict(const MemoryEstimate& estimate, const FitOdds& odds, bool activations_known);
/// Returns the odds that a plan fits GPUs and hosts, "likely, 87 %"; also separately if the hosts' are below
/// the largest odds that are shown.
std::string odds_words(const FitOdds& odds);
std::string odds_percent(double probability);  ///< "87 %" or "< 1 %", of said_odds
/// Returns " of host memory on each node", followed by " while saving" if training alone would fit.
std::string host_lack_words(const HostMemory& cpu);
std::string gpu_name(const Plan& plan);  ///< "A100 SXM4 80GB with 50 TFLOPS", or "GPU with 24 GiB"
/// Returns the programs that a plan's figures apply to: "TRL 1.10.0 on DeepSpeed 0.19.6", "DeepSpeed 0.19.6",
/// "FSDP".
std::string stack_words(const Plan& plan);
/// Returns "Llama 2 7B, 6.74 B parameters, on 1 node of 8 × A100 SXM4 80GB".
std::string headline(const Plan& plan, const MemoryEstimate& estimate);
/// Returns "ZeRO-2 · bf16 · adamw · micro batch 1 × 2,048 tokens · accumulation 1 · no
/// activation checkpointing".
std::string settings_line(const Plan& plan);
/// Adds one row per non-empty component: name, bytes and, with `whole`, its share.
void add_components(Table& table, const ComponentBytes& components, std::string_view suffix = "",
                    Bytes whole = {});
/// Returns a name as words: "master_weights" → "Master weights".
std::string for_people(std::string_view name);

}  // namespace zp
