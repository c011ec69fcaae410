// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>
#include <cmath>

#include "core/check/engine_rules.h"
#include "core/units/format.h"

namespace zp::config_check {
namespace {

std::string zero_path(std::string_view name) { return joined("zero_optimization", name); }

void retired_keys(Walk& walk, const Facts& facts) {
  struct Retired {
    std::string_view key, fix;
    bool lost;
  };
  constexpr std::array<Retired, 5> retired = {
      {{"cpu_offload", "Write \"offload_optimizer\": {\"device\": \"cpu\"}.", false},
       {"cpu_offload_param", "Write \"offload_param\": {\"device\": \"cpu\"}.", false},
       {"cpu_offload_use_pin_memory", "Write pin_memory in offload_optimizer or offload_param.", true},
       {"stage3_gather_fp16_weights_on_model_save", "Write stage3_gather_16bit_weights_on_model_save.",
        false},
       {"elastic_checkpoint", "Use universal checkpoints.", true}}};
  for (const auto& [key, fix, lost] : retired) {
    const TextNode* node = field(*facts.zero, key);
    if (!node || (key == "elastic_checkpoint" && (facts.stage != 3 || !is_on(facts.zero, key)))) continue;
    const bool is_off = key.starts_with("cpu_offload") && !is_on(facts.zero, key);
    walk.tell_key(lost ? Severity::ignored : Severity::style, *node, zero_path(key),
                  {"retired_key",
                   lost ? "This key is retired, and its value is not used."
                        : "This key is retired; DeepSpeed still reads it.",
                   std::string(is_off ? "Remove it." : fix)});
  }
  if (is_on(facts.zero, "legacy_stage1") && facts.stage > 0)  // engine.py:2377
    walk.tell(
        Severity::fails_later, facts.zero->child("legacy_stage1"), zero_path("legacy_stage1"),
        {"retired_key", "The old implementation of stage 1 is gone; DeepSpeed stops when it is asked for.",
         "Remove legacy_stage1."});
}

void gradients(Walk& walk, const Facts& facts) {
  const TextNode* bucket = field(*facts.zero, "allgather_bucket_size");
  const std::optional<double> elements = bucket ? lax_int(*bucket) : std::nullopt;
  if (elements && (facts.stage == 1 || facts.stage == 2) &&
      std::fmod(*elements, 2.0) != 0)  // stage_1_and_2.py:349
    walk.tell(Severity::fails_later, bucket, zero_path("allgather_bucket_size"),
              {"odd_bucket", "allgather_bucket_size must be even at stage 1 and 2.", "Make it even."});
  const bool scatters = facts.zero_flag("reduce_scatter", true);
  for (const std::string_view key : {"prescale_gradients", "gradient_predivide_factor"}) {
    const TextNode* node = walk.find(key);
    const auto number = node ? python_number(*node) : std::nullopt;
    const bool set = number && (key == "prescale_gradients" ? number->value() != 0 : number->value() != 1);
    if (set && scatters && facts.stage >= 2)  // stage_1_and_2.py:306, stage3.py:385
      walk.tell(Severity::fails_later, node, key,
                {"not_with_reduce_scatter",
                 std::string(key) +
                     " does not work with reduce_scatter, which is on unless switched off, at stage 2 and 3.",
                 "Remove it, or set zero_optimization.reduce_scatter to false."});
  }
  if (facts.stage == 3 && facts.zero_flag("zero_quantized_gradients", false) && !scatters)  // stage3.py:382
    walk.tell(Severity::fails_later, facts.zero->child("reduce_scatter"), zero_path("reduce_scatter"),
              {"quantized_gradients_need_scatter", "zero_quantized_gradients needs reduce_scatter.",
               "Set reduce_scatter to true."});
  const bool copies = facts.zero_flag("contiguous_gradients", true);
  if (!copies && facts.offloads_optimizer() &&
      (facts.stage == 1 || facts.stage == 2))  // stage_1_and_2.py:260
    walk.tell(Severity::ignored, facts.zero->child("contiguous_gradients"), zero_path("contiguous_gradients"),
              {"without_effect",
               "With offload_optimizer DeepSpeed switches contiguous_gradients on at stage 1 and 2.",
               "Remove it."});
}

/// utils/groups.py:859-886, zero/mics_utils.py:119-180
void shards(Walk& walk, const Facts& facts) {
  if (facts.stage != 3) return;
  const std::optional<int> ranks = walk.options().world_size;
  for (const std::string_view key : {"zero_hpz_partition_size", "mics_shard_size"}) {
    const TextNode* node = field(*facts.zero, key);
    const std::optional<double> size = node ? lax_int(*node) : std::nullopt;
    if (!size || *size <= 1) continue;
    const bool is_mics = key == "mics_shard_size";
    const double group = ranks && !is_mics ? std::min<double>(*size, *ranks) : *size;
    if (ranks && std::fmod(*ranks, group) != 0)
      walk.tell(
          Severity::fails_later, node, zero_path(key),
          {"does_not_divide", std::string(key) + " does not divide the " + format_count(*ranks) + " ranks.",
           "Choose a size that divides them, such as the GPUs of one node."});
    if (is_mics && (facts.offloads_optimizer() || facts.offloads_param()))  // zero/mics.py:422
      walk.tell(Severity::fails_later, node, zero_path(key),
                {"mics_with_offload", "MiCS does not work with offload.",
                 "Remove mics_shard_size or the offload."});
  }
  const std::optional<Plan>& plan = walk.options().plan;
  if (!plan || !ranks || !facts.zero_flag("zero_quantized_gradients", false)) return;
  const int per_node = plan->cluster.gpus_per_node;
  if (*ranks > per_node && *ranks % per_node != 0)  // utils/groups.py:672
    walk.tell(Severity::fails_later, facts.zero->child("zero_quantized_gradients"),
              zero_path("zero_quantized_gradients"),
              {"does_not_divide",
               "zero_quantized_gradients needs whole nodes of " + format_count(per_node) + " GPUs.",
               "Use a multiple of " + format_count(per_node) + " ranks."});
}

void stage_3_settings(Walk& walk, const Facts& facts) {
  if (facts.stage != 3) return;
  const TextNode* prefetch = stage3_field(*facts.zero, "prefetch_bucket_size");
  const TextNode* sequential = stage3_field(*facts.zero, "allgather_sequential");
  if (prefetch && sequential && lax_bool(*sequential).value_or(false))  // engine.py:2471
    walk.tell(Severity::ignored, prefetch, zero_path(prefetch->key),
              {"without_effect", "stage3_allgather_sequential sets the prefetch bucket to 1.", "Remove it."});
  if (!walk.for_trainer()) return;
  const TextNode* gather = stage3_field(*facts.zero, "gather_16bit_weights_on_model_save");
  if (!gather) gather = field(*facts.zero, "stage3_gather_fp16_weights_on_model_save");
  const TextNode* stated = facts.zero->child("stage3_gather_16bit_weights_on_model_save");
  if ((gather && lax_bool(*gather).value_or(true)) || (stated && stated->is_auto())) return;
  walk.tell(Severity::style, gather ? gather : facts.zero->child("stage"),
            zero_path("stage3_gather_16bit_weights_on_model_save"),
            {"no_weights_saved",
             "At stage 3 Trainer saves no usable weights without it: accelerate raises ValueError, a ZeRO "
             "checkpoint is written instead, and push_to_hub uploads no weights.",
             "Set stage3_gather_16bit_weights_on_model_save to true."});
}

/// On by default at stage 3, where every layer waits for its weights otherwise (zero/config.py:382-386).
void overlap(Walk& walk, const Facts& facts) {
  const TextNode* node = field(*facts.zero, "overlap_comm");
  const bool alone = walk.options().world_size == 1;
  if (facts.stage != 3 || alone || !node || lax_bool(*node).value_or(true)) return;
  walk.tell(Severity::slow, node, zero_path("overlap_comm"),
            {"no_overlap",
             "With overlap_comm off nothing is gathered or reduced while the GPU computes: all of the "
             "communication adds to the step.",
             "Set it to true, the default at stage 3, or leave it off while debugging only."});
}

/// engine.py:1705-1713
void accumulation(Walk& walk, const Facts& facts) {
  const TextNode* managed = walk.find("managed_gradient_accumulation");
  if (!managed || truthy(*managed) || facts.stage == 2 || !walk.derived.overlap_comm.value_or(false)) return;
  walk.tell(Severity::fails_later, managed, "managed_gradient_accumulation",
            {"not_with_overlap", "managed_gradient_accumulation off with overlap_comm works at stage 2 only.",
             "Set overlap_comm to false, or remove the key."});
}

}  // namespace

void zero_rules(Walk& walk, const Facts& facts) {
  accumulation(walk, facts);
  if (!facts.zero) return;
  retired_keys(walk, facts);
  gradients(walk, facts);
  shards(walk, facts);
  stage_3_settings(walk, facts);
  overlap(walk, facts);
}

}  // namespace zp::config_check
