// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include "core/check/walk.h"
#include "core/text/python.h"

/// Follows DeepSpeedConfig of deepspeed/runtime/config.py, step by step in its order. Each step reports where
/// the parser would stop.
namespace zp::config_check {

/// Ranks that share the batch: `world` over sequence_parallel_size, a float then, as __init__ divides them.
/// Nothing where the ranks are not known or cannot be divided.
std::optional<ConfigNumber> data_parallel_ranks(Walk& walk);
/// Elasticity, where it is on, computes the batch.
struct ElasticBatch {
  bool enabled = false;
  bool known = false;  ///< false after a refusal, or without ranks
  std::int64_t total = 0, micro = 0, accumulation = 0;
};
ElasticBatch elasticity(Walk& walk, const std::optional<ConfigNumber>& ranks);

void communication(Walk& walk);
void allreduce(Walk& walk);
void zero_optimization(Walk& walk);
void monitors(Walk& walk);
void plain_precision(Walk& walk);  ///< fp16 and bf16 as they were read before they were models
void precision(Walk& walk);
void amp(Walk& walk);
void plain_loss_scale(Walk& walk);
void autocast(Walk& walk);
void compression(Walk& walk);
void optimizer_and_scheduler(Walk& walk);
void tools(Walk& walk);  ///< profiler, autotuning, eigenvalue, hybrid engine, sparse attention, pipeline
void data_pipeline(Walk& walk);
void checkpoint_and_files(Walk& walk);
void checkpoint_writer(Walk& walk);
void weight_quantization(Walk& walk);
void compile(Walk& walk);
void timers(Walk& walk);
void tensor_parallel(Walk& walk);
void expert_parallel(Walk& walk);
void batch(Walk& walk, const std::optional<ConfigNumber>& ranks, const ElasticBatch& elastic);
void last_checks(Walk& walk);

/// fp16 and bf16 are both on.
void refuse_both_precisions(Walk& walk, const TextNode& enabled, std::string_view section);
/// A section read with .get() or .keys(): AttributeError, and true, where it is no object.
bool refuse_attribute(Walk& walk, const TextNode& section, std::string_view path, std::string_view attribute);
/// The section, when it is there and an object; reports it where it is something else.
const TextNode* plain_section(Walk& walk, std::string_view path, std::string_view attribute = "get");
/// A section whose "enabled" is popped: KeyError where it is missing.
void require_enabled(Walk& walk, const TextNode& section, std::string_view path);
/// One refusal of a section's member, or of the section where the member is missing.
void refuse_member(Walk& walk, const TextNode& section, std::string_view path, std::string_view name,
                   std::string_view parser_code, Said said);

}  // namespace zp::config_check
