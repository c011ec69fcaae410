// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/nanotron.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "core/import/program_keys_json.h"
#include "core/text/file_error.h"
#include "core/text/letters.h"
#include "core/text/python.h"

namespace zp::import_io {
namespace {

constexpr std::string_view model_section = "model.model_config.";

bool has_switch(const FileKeys& keys, std::string_view name) {
  return is_on(keys, std::string(model_section) + std::string(name));
}

/// Sets the cluster's GPUs to the product of all group sizes.
void set_machine(FileKeys& keys, ProgramKeys& plan) {
  constexpr auto groups = std::to_array<std::string_view>(
      {"parallelism.dp", "parallelism.pp", "parallelism.tp", "parallelism.context_parallel_size",
       "parallelism.expert_parallel_size"});
  std::int64_t ranks = 1;
  for (const std::string_view name : groups)
    ranks = times(ranks, std::max<std::int64_t>(number_at(keys, name), 1));
  const FileKey* const replicas = find_key(keys, "parallelism.dp");
  if (replicas == nullptr) return;
  const std::int64_t of_node = std::min<std::int64_t>(ranks, plan.document().plan.cluster.gpus_per_node);
  if (constexpr std::int64_t most = 1 << 26; ranks > most) {
    plan.list_as_unread(
        *replicas, "The groups make more than the " + std::to_string(most) + " ranks that a plan can have.");
  } else if (ranks % of_node != 0) {
    plan.list_as_unread(*replicas, "The groups make " + std::to_string(ranks) + " ranks, which nodes of " +
                                       std::to_string(of_node) + " GPUs do not have.");
  } else {
    plan.set("cluster.nodes", ranks / of_node, *replicas);
    plan.set("cluster.gpus_per_node", of_node, *replicas);
  }
  remove_key(keys, "parallelism.dp");
}

/// Sets the stage (0 or 1) and the number types. With accumulate_grad_in_fp32: weights in model.dtype with an
/// fp32 copy and fp32 gradients; without it, everything in model.dtype.
void set_states(FileKeys& keys, ProgramKeys& plan) {
  const FileKey* const stage = find_key(keys, "optimizer.zero_stage");
  const std::string evidence = stage != nullptr ? stage->spelling + ": " + value_words(*stage)
                                                : "no optimizer.zero_stage, which is read as 0";
  plan.set("training.framework", "fsdp", evidence);
  plan.set("training.sharding", is_on(keys, "optimizer.zero_stage") ? "optimizer" : "none", evidence);
  if (stage != nullptr && python::lax_int(*stage).value_or(0) > 1)
    plan.note({Severity::ignored, "stage_not_known", "zero.stage",
               "nanotron has only ZeRO stages 0 and 1; the plan has 1.", "Write zero_stage: 1."});
  const FileKey* const gathers = find_key(keys, "optimizer.accumulate_grad_in_fp32");
  const FileKey* const type = find_key(keys, "model.dtype");
  const std::string word = type != nullptr ? lower_case(value_words(*type)) : "bfloat16";
  const char* const kept = word.find("32") != std::string::npos   ? "fp32"
                           : word.find("bf") != std::string::npos ? "bf16"
                                                                  : "fp16";
  const bool in_fp32 = gathers == nullptr || is_on(keys, gathers->key);
  const std::string from = gathers != nullptr ? gathers->spelling + ": " + value_words(*gathers)
                                              : "no optimizer.accumulate_grad_in_fp32";
  plan.set("training.types.weights", kept, from);
  for (const char* const name : {"gradients", "reduced", "master", "states"})
    plan.set("training.types." + std::string(name), in_fp32 ? "fp32" : kept, from);
  if (stage != nullptr) plan.list_as_read(*stage, "training.sharding");
  if (gathers != nullptr) plan.list_as_read(*gathers, "training.types.gradients");
  remove_key(keys, "optimizer.zero_stage");
  remove_key(keys, "optimizer.accumulate_grad_in_fp32");
}

}  // namespace

void refuse_nanotron_mamba(const FileKeys& keys) {
  if (has_switch(keys, "is_mamba_config"))
    throw FileError("model.model_config",
                    "Its layers are Mamba's; a plan holds the shape of layers with attention.");
}

void add_nanotron_form(const FileKeys& keys, text_io::Json& shape) {
  const bool is_starcoder = has_switch(keys, "is_starcoder2_config");
  shape["block"] = is_starcoder ? "gpt" : "llama";
  if (is_starcoder) shape["learned_positions"] = 0;
  if (!shape.contains("tied_embeddings")) shape["tied_embeddings"] = is_starcoder;
  if (!has_switch(keys, "moe_config.enable_shared_expert")) shape.erase("shared_expert_intermediate");
}

void read_nanotron(FileKeys& keys, ProgramKeys& plan) {
  set_machine(keys, plan);
  set_states(keys, plan);
  const FileKey* const engine = find_key(keys, "parallelism.pp_engine");
  const bool is_pipelined = number_at(keys, "parallelism.pp") > 1;
  if (is_pipelined && engine == nullptr)
    plan.set("training.pipeline_schedule", "gpipe", "no parallelism.pp_engine, whose default is afab");
  if (!is_pipelined && engine != nullptr) {
    plan.list_as_read(*engine, "training.pipeline_schedule");
    remove_key(keys, "parallelism.pp_engine");
  }
}

}  // namespace zp::import_io
