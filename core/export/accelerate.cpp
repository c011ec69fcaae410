// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/accelerate_json.h"
#include "core/export/bundle.h"
#include "core/sharding/fp8.h"
#include "core/sharding/program_way.h"
#include "core/sharding/sharding.h"
#include "core/text/letters.h"
#include "core/text/yaml_text_json.h"

namespace zp {
namespace {

using text_io::Json;

bool is_offloaded(const Plan& plan) { return homes_of(plan).weights != Device::none; }
bool is_hybrid(const Plan& plan) { return sharding_of(plan).replicas > 1; }

/// Returns true if accelerate must configure Ulysses for Trainer, because DeepSpeed's own key would divide
/// the ranks from which Trainer computes its batch sizes.
bool shares_sequences(const Plan& plan) {
  return is_deepspeed(plan) && plan.target.flavour == Flavour::hf_trainer &&
         plan.training.sequence_parallel > 1;
}

/// Returns fsdp_reshard_after_forward: a strategy name for FSDP1, a boolean for FSDP2 (utils/dataclasses.py,
/// FullyShardedDataParallelPlugin).
Json resharding(const Plan& plan) {
  const bool is_full = plan.zero.stage == 3;
  if (fsdp_version_of(plan) == 2) return is_full;
  if (is_hybrid(plan)) return is_full ? "HYBRID_SHARD" : "HYBRID_SHARD_ZERO2";
  return is_full ? "FULL_SHARD" : "SHARD_GRAD_OP";
}

bool wraps_blocks(const Plan& plan) { return plan.training.fsdp_wrap != FsdpWrap::none; }

Json fsdp_section(const Plan& plan) {
  const bool is_first = fsdp_version_of(plan) == 1;
  Json section = {{"fsdp_version", fsdp_version_of(plan)},
                  {"fsdp_activation_checkpointing", wraps_checkpoints(plan)},
                  {"fsdp_auto_wrap_policy", wraps_blocks(plan) ? "TRANSFORMER_BASED_WRAP" : "NO_WRAP"}};
  if (is_first) section["fsdp_backward_prefetch"] = "BACKWARD_PRE";
  section["fsdp_cpu_ram_efficient_loading"] = true;
  section["fsdp_offload_params"] = is_offloaded(plan);
  section["fsdp_reshard_after_forward"] = resharding(plan);
  section["fsdp_state_dict_type"] =
      plan.training.saving == Saving::shards ? "SHARDED_STATE_DICT" : "FULL_STATE_DICT";
  if (is_first) section["fsdp_sync_module_states"] = section["fsdp_use_orig_params"] = true;
  return section;
}

/// Returns the parallelism_config section, unless there is only data parallelism (parallelism_config.py).
Json parallelism_section(const Plan& plan) {
  const std::string prefix = "parallelism_config_";
  const Sharding sharding = sharding_of(plan);
  const int context = plan.training.context_parallel;
  Json section = Json::object();
  if (shares_sequences(plan)) {
    section[prefix + "dp_replicate_size"] = 1;
    section[prefix + "dp_shard_size"] = plan.cluster.ranks() / plan.training.sequence_parallel;
    section[prefix + "sp_size"] = plan.training.sequence_parallel;
    section[prefix + "sp_backend"] = "deepspeed";
    section[prefix + "sp_seq_length_is_variable"] = true;
    section[prefix + "sp_attn_implementation"] =
        plan.training.attention_kernel == AttentionKernel::flash_2   ? "flash_attention_2"
        : plan.training.attention_kernel == AttentionKernel::flash_3 ? "flash_attention_3"
                                                                     : "sdpa";
  } else if (fsdp_version_of(plan) == 2 && (sharding.replicas > 1 || context > 1)) {
    section[prefix + "dp_replicate_size"] = sharding.replicas;
    section[prefix + "dp_shard_size"] = sharding.ranks / context;
    if (context > 1) section[prefix + "cp_size"] = context;
  }
  return section;
}

/// Returns DeepSpeed's section. With deepspeed_config_file, accelerate refuses mixed_precision, the stage and
/// the offload devices in this file (utils/dataclasses.py:1507-1532) and ignores NVMe paths, so all of these
/// are in ds_config.json.
Json deepspeed_section(const Plan& plan) {
  Json section = {{"deepspeed_config_file", "ds_config.json"}};
  if (plan.cluster.nodes > 1 && starts_on_every_node(plan)) {
    section["deepspeed_multinode_launcher"] = "standard";
  } else if (plan.cluster.nodes > 1) {
    section["deepspeed_hostfile"] = "hostfile";
    section["deepspeed_multinode_launcher"] = "pdsh";
  }
  section["zero3_init_flag"] = plan.zero.stage == 3 && plan.training.zero_init;
  return section;
}

std::string upper(std::string_view key) {
  constexpr int to_upper = 'A' - 'a';
  std::string name(key);
  for (char& letter : name)
    if (letter >= 'a' && letter <= 'z') letter = static_cast<char>(letter + to_upper);
  return name;
}

/// Returns the fp8 section; null without fp8, and for recipes that accelerate's file cannot name
/// (utils/launch.py, prepare_multi_gpu_env; utils/dataclasses.py, AORecipeKwargs and TERecipeKwargs).
Json fp8_section(const Plan& plan) {
  if (!multiplies_in_fp8(plan)) return nullptr;
  switch (fp8_recipe(plan).recipe) {
    case Fp8Recipe::tensorwise:
      return {{"backend", "AO"}, {"enable_fsdp_float8_all_gather", gathers_in_fp8(plan)}};
    case Fp8Recipe::te_delayed:
      return {{"backend", "TE"}, {"fp8_format", "HYBRID"}};
    default:
      return nullptr;
  }
}

std::string variable_value(const Json& value) {
  return value.is_boolean()  ? (value.get<bool>() ? "true" : "false")
         : value.is_string() ? value.get<std::string>()
                             : value.dump();
}

}  // namespace

int fsdp_version_of(const Plan& plan) {
  const ProgramFramework framework = program_way(plan).framework;
  return framework == ProgramFramework::fsdp1 ? 1 : framework == ProgramFramework::fsdp2 ? 2 : 0;
}

bool wraps_checkpoints(const Plan& plan) {
  const Training& training = plan.training;
  return fsdp_version_of(plan) > 0 && training.activation_checkpointing == Checkpointing::full &&
         training.checkpoint_unit == CheckpointUnit::children;
}

bool needs_accelerate(const Plan& plan) { return fsdp_version_of(plan) > 0 || shares_sequences(plan); }

bool starts_on_every_node(const Plan& plan) { return !is_deepspeed(plan) || shares_sequences(plan); }

std::string_view accelerate_plan_keys(const Plan& plan) {
  const bool has_fp8 = !fp8_section(plan).is_null();
  if (fsdp_version_of(plan) > 0) return has_fp8 ? fsdp_plan_keys_with_fp8 : fsdp_plan_keys;
  if (is_deepspeed(plan)) return "training.zero_init training.sequence_parallel";
  return has_fp8 ? fp8_plan_keys : "";
}

Json accelerate_config(const Plan& plan) {
  const bool many = plan.cluster.nodes > 1;
  const bool is_fsdp = fsdp_version_of(plan) > 0;
  Json file = {{"compute_environment", "LOCAL_MACHINE"}, {"debug", false}};
  if (is_deepspeed(plan)) file["deepspeed_config"] = deepspeed_section(plan);
  file["distributed_type"] = is_deepspeed(plan)          ? "DEEPSPEED"
                             : is_fsdp                   ? "FSDP"
                             : plan.cluster.ranks() == 1 ? "NO"
                                                         : "MULTI_GPU";
  if (is_fsdp) file["fsdp_config"] = fsdp_section(plan);
  file["machine_rank"] = 0;
  if (many) {
    file["main_process_ip"] = "worker-1";
    file["main_process_port"] = 29500;
  }
  file["main_training_function"] = "main";
  if (!is_deepspeed(plan)) {
    if (const Json section = fp8_section(plan); !section.is_null()) file["fp8_config"] = section;
    file["mixed_precision"] = file.contains("fp8_config")                  ? "fp8"
                              : plan.training.precision == Precision::fp32 ? "no"
                                                                           : name_of(plan.training.precision);
  }
  file["num_machines"] = plan.cluster.nodes;
  file["num_processes"] = plan.cluster.ranks();
  if (const Json section = parallelism_section(plan); !section.empty()) file["parallelism_config"] = section;
  file["rdzv_backend"] = "static";
  file["same_network"] = true;
  file["use_cpu"] = false;
  return file;
}

Json accelerate_environment(const Plan& plan) {
  Json variables = Json::object();
  const Json file = accelerate_config(plan);
  if (const Json* section = text_io::member(&file, "fsdp_config")) {
    variables["ACCELERATE_USE_FSDP"] = "true";
    variables["ACCELERATE_MIXED_PRECISION"] = file.at("mixed_precision");
    if (const Json* fp8 = text_io::member(&file, "fp8_config"))
      for (const auto& [key, value] : fp8->items())
        variables[(key.starts_with("fp8_") ? "ACCELERATE_" : "ACCELERATE_FP8_") + upper(key)] =
            variable_value(value);
    for (const auto& [key, value] : section->items())
      variables[upper(key)] = variable_value(value);
    if (fsdp_version_of(plan) == 1)
      variables["FSDP_SHARDING_STRATEGY"] = section->at("fsdp_reshard_after_forward");
  }
  if (const Json* section = text_io::member(&file, "parallelism_config")) {
    variables["ACCELERATE_USE_PARALLELISM_CONFIG"] = "true";
    for (const auto& [key, value] : section->items())
      variables[upper(key)] = variable_value(value);
  }
  return variables;
}

std::string accelerate_yaml(const PlanDocument& document) {
  return text_io::yaml_text(accelerate_config(document.plan));
}

std::string fsdp_words(const Plan& plan) {
  const bool is_full = plan.zero.stage == 3;
  const bool is_hybrid_one = fsdp_version_of(plan) == 1 && is_hybrid(plan);
  std::string words = is_hybrid_one ? (is_full ? "hybrid_shard" : "hybrid_shard_zero2")
                                    : (is_full ? "full_shard" : "shard_grad_op");
  if (is_offloaded(plan)) words += " offload";
  return wraps_blocks(plan) ? words + " auto_wrap" : words;
}

Json fsdp_arguments(const Plan& plan) {
  Json arguments = {{"fsdp_version", fsdp_version_of(plan)},
                    {"activation_checkpointing", wraps_checkpoints(plan)},
                    {"cpu_ram_efficient_loading", true}};
  if (fsdp_version_of(plan) == 2) arguments["reshard_after_forward"] = plan.zero.stage == 3;
  if (fsdp_version_of(plan) == 1) {
    arguments["backward_prefetch"] = "backward_pre";
    arguments["sync_module_states"] = arguments["use_orig_params"] = true;
  }
  return arguments;
}

}  // namespace zp
