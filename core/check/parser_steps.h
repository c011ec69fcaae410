// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include "core/check/config_walk.h"
#include "core/text/python.h"

/// Steps of DeepSpeedConfig (deepspeed/runtime/config.py), in its order. Each step reports where the parser
/// would fail.
namespace zp::config_check {

/// Returns the number of ranks that share the batch: `world`, or the float `world` / sequence_parallel_size,
/// as in __init__. nullopt if ranks are unknown or cannot be divided.
std::optional<ConfigNumber> data_parallel_ranks(ConfigWalk& walk);
/// The batch that elasticity computes, if it is on.
struct ElasticBatch {
  bool enabled = false;
  bool known = false;  ///< false after a refusal, or without a number of ranks
  std::int64_t total = 0, micro = 0, accumulation = 0;
};
ElasticBatch elasticity(ConfigWalk& walk, const std::optional<ConfigNumber>& ranks);

void communication(ConfigWalk& walk);
void allreduce(ConfigWalk& walk);
void zero_optimization(ConfigWalk& walk);
void monitors(ConfigWalk& walk);
void plain_precision(ConfigWalk& walk);  ///< reads fp16 and bf16 as releases before their pydantic models did
void precision(ConfigWalk& walk);
void amp(ConfigWalk& walk);
void plain_loss_scale(ConfigWalk& walk);
void autocast(ConfigWalk& walk);
void compression(ConfigWalk& walk);
void optimizer_and_scheduler(ConfigWalk& walk);
void tools(
    ConfigWalk& walk);  ///< profiler, autotuning, eigenvalue, hybrid engine, sparse attention, pipeline
void data_pipeline(ConfigWalk& walk);
void checkpoint_and_files(ConfigWalk& walk);
void checkpoint_writer(ConfigWalk& walk);
void weight_quantization(ConfigWalk& walk);
void compile(ConfigWalk& walk);
void timers(ConfigWalk& walk);
void tensor_parallel(ConfigWalk& walk);
void expert_parallel(ConfigWalk& walk);
void batch(ConfigWalk& walk, const std::optional<ConfigNumber>& ranks, const ElasticBatch& elastic);
void last_checks(ConfigWalk& walk);

/// Refuses a file in which fp16 and bf16 are both on.
void refuse_both_precisions(ConfigWalk& walk, const TextNode& enabled, std::string_view section);
/// If the section is not an object, reports the AttributeError of its .get() or .keys() and returns true.
bool refuse_attribute(ConfigWalk& walk, const TextNode& section, std::string_view path,
                      std::string_view attribute);
/// Returns the section if it is an object; reports any other value; nullptr if absent.
const TextNode* plain_section(ConfigWalk& walk, std::string_view path, std::string_view attribute = "get");
/// Reports the KeyError of a section without "enabled", which the parser pops.
void require_enabled(ConfigWalk& walk, const TextNode& section, std::string_view path);
/// Refuses one member of a section, or the section if the member is missing.
void refuse_member(ConfigWalk& walk, const TextNode& section, std::string_view path, std::string_view name,
                   std::string_view parser_code, IssueText issue);

}  // namespace zp::config_check
