// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include "core/check/walk.h"
#include "core/text/python.h"

/// Steps of DeepSpeedConfig of deepspeed/runtime/config.py, in its order. Each step reports where the parser
/// would stop.
namespace zp::config_check {

/// Returns the ranks that share the batch: `world`, or the float `world` / sequence_parallel_size, as
/// __init__ divides them. Nothing if the ranks are not known or cannot be divided.
std::optional<ConfigNumber> data_parallel_ranks(Walk& walk);
/// The batch that elasticity computes, if it is on.
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
void plain_precision(Walk& walk);  ///< reads fp16 and bf16 like releases without pydantic models for them
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

/// Refuses a file in which fp16 and bf16 are both on.
void refuse_both_precisions(Walk& walk, const TextNode& enabled, std::string_view section);
/// Reports the AttributeError of a section read with .get() or .keys(), and returns true, if it is not
/// an object.
bool refuse_attribute(Walk& walk, const TextNode& section, std::string_view path, std::string_view attribute);
/// Returns the section if it is there and an object; reports it if it is something else.
const TextNode* plain_section(Walk& walk, std::string_view path, std::string_view attribute = "get");
/// Reports a KeyError if a section whose "enabled" is popped does not have it.
void require_enabled(Walk& walk, const TextNode& section, std::string_view path);
/// Refuses one member of a section, or the section if the member is missing.
void refuse_member(Walk& walk, const TextNode& section, std::string_view path, std::string_view name,
                   std::string_view parser_code, Said said);

}  // namespace zp::config_check
