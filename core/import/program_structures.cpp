// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/program_structures.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <initializer_list>
#include <iterator>
#include <optional>

#include "core/import/fast_llm.h"
#include "core/import/key_readers.h"
#include "core/import/llm_foundry.h"
#include "core/import/lora_targets.h"
#include "core/import/nanotron.h"
#include "core/import/olmo.h"
#include "core/import/program_keys_json.h"
#include "core/plan/optimizers.h"
#include "core/sharding/parallelism.h"
#include "core/text/file_error.h"
#include "core/text/letters.h"
#include "core/text/python.h"

namespace zp::import_io {
namespace {

void set_one_gpu(ProgramKeys& plan, const std::string& said) {
  plan.set("training.framework", "fsdp", said);
  plan.set("training.sharding", "none", said);
  plan.set("cluster.nodes", 1, said);
  plan.set("cluster.gpus_per_node", 1, said);
}

/// Rounds up to a multiple of `step`.
std::int64_t rounded_up(std::int64_t value, std::int64_t step) { return (value + step - 1) / step * step; }

/// Returns the width of GPT-NeoX's gated MLP (megatron/model/transformer.py, ParallelMLP): a third of
/// intermediate_size, rounded up to mlp_multiple_of. With mlp_type, Llama's width: two thirds of four times
/// the hidden size (LLaMAParallelMLP, until 2024).
std::int64_t neox_width(const FileKeys& keys, std::int64_t hidden) {
  const std::int64_t stated = number_at(keys, "intermediate_size");
  const std::int64_t whole = stated > 0 ? stated : 4 * hidden;
  const std::int64_t step = std::max<std::int64_t>(number_at(keys, "mlp_multiple_of"), 1);
  if (find_key(keys, "mlp_type") != nullptr && stated == 0) return rounded_up(hidden * 8 / 3, step);
  return rounded_up(whole * 2 / 3 / 2, step);
}

/// Returns the default width of Megatron-LM's gated MLP: two thirds of four hidden sizes, in steps of 64
/// (megatron/training/arguments.py, validate_args), or in FlagScale in steps of multiple_of.
std::int64_t megatron_width(const FileKeys& keys, std::int64_t hidden) {
  constexpr std::int64_t step = 64, most = 1'000'000'000;
  const std::int64_t whole = std::min(hidden, most) * 8 / 3, multiple = number_at(keys, "multiple_of");
  if (multiple <= 0) return std::max(whole / step * step, step);
  const FileKey* const factor = find_key(keys, "hidden_dim_multiplier");
  const double share = factor != nullptr ? python::lax_float(*factor).value_or(1) : 1;
  const double width = share > 0 ? static_cast<double>(whole) * share : static_cast<double>(whole);
  return rounded_up(static_cast<std::int64_t>(std::clamp(width, 1.0, static_cast<double>(most))),
                    std::min(multiple, most));
}

/// Adds NeMo's defaults (examples/nlp/language_modeling/conf/megatron_gpt_config.yaml).
void add_nemo_form(const FileKeys& keys, Json& shape) {
  shape["block"] = "gpt";
  if (!shape.contains("norm")) shape["norm"] = "layernorm";
  if (!shape.contains("gated_mlp")) shape["gated_mlp"] = false;
  if (!shape.contains("tied_embeddings")) shape["tied_embeddings"] = true;
  if (!shape.contains("learned_positions"))
    shape["learned_positions"] = number_at(keys, "max_position_embeddings");
  const bool has_bias = shape.value("qkv_bias", true);
  for (const char* const name : {"qkv_bias", "attention_output_bias", "mlp_bias"})
    shape[name] = has_bias;
}

/// Returns the number of leading layers without experts in a pattern of Megatron-Core, "([0]*3+[1]*58)" or
/// "[0]+[1]*26" (megatron/training/arguments.py, moe_freq_type); nullopt if layers of both kinds alternate.
std::optional<std::int64_t> dense_layers_in(std::string_view pattern) {
  if (pattern.starts_with('(') && pattern.ends_with(')')) pattern = pattern.substr(1, pattern.size() - 2);
  constexpr std::int64_t most = 100'000;
  std::int64_t dense = 0;
  bool has_experts = false;
  while (!pattern.empty()) {
    const std::size_t end = std::min(pattern.find('+'), pattern.size());
    std::string_view term = pattern.substr(0, end);
    pattern.remove_prefix(std::min(end + 1, pattern.size()));
    while (term.starts_with(' '))
      term.remove_prefix(1);
    const bool is_dense = term.starts_with("[0]"), is_expert = term.starts_with("[1]");
    if (!is_dense && !is_expert) return std::nullopt;
    constexpr std::size_t list = 3;
    std::int64_t repeats = 1;
    if (const std::size_t star = term.find('*'); star != std::string_view::npos) {
      TextNode number;
      number.kind = NodeKind::string;
      number.text = std::string(term.substr(star + 1));
      std::erase(number.text, ' ');
      repeats = python::lax_count(&number, most);
    } else if (term.find_first_not_of(' ', list) != std::string_view::npos) {
      return std::nullopt;
    }
    if (repeats == 0 || (is_dense && has_experts)) return std::nullopt;
    has_experts = has_experts || is_expert;
    if (is_dense) dense += repeats;
  }
  return has_experts ? std::optional(std::min(dense, most)) : std::nullopt;
}

struct ShapeKey {
  const char *theirs, *ours;
};
constexpr auto expert_keys =
    std::to_array<ShapeKey>({{"num_experts", "experts"},
                             {"moe_router_topk", "experts_per_token"},
                             {"moe_ffn_hidden_size", "expert_intermediate_size"},
                             {"moe_shared_expert_intermediate_size", "shared_expert_intermediate"}});

/// Adds Megatron-Core's experts. By default all layers have experts and each token uses two
/// (megatron/core/transformer/transformer_config.py: moe_layer_freq, moe_router_topk). Megatron-DeepSpeed has
/// experts in every second layer and no "moe_" options.
void add_megatron_experts(const FileKeys& keys, Json& shape) {
  const std::int64_t experts = number_at(keys, "num_experts");
  const bool is_core = std::ranges::any_of(keys, [](const FileKey& key) {
    return key.key.starts_with("moe_") || key.key == "expert_model_parallel_size";
  });
  const FileKey* const frequency = find_key(keys, "moe_layer_freq");  // -1 in MindSpeed-LLM: all layers
  const std::string words = frequency != nullptr ? value_words(*frequency) : "1";
  const auto dense = words == "1" || words == "-1" ? std::optional<std::int64_t>(0) : dense_layers_in(words);
  if (experts < 2 || !is_core || !dense) return;
  for (const ShapeKey& row : expert_keys)
    if (const std::int64_t number = number_at(keys, row.theirs); number > 0) shape[row.ours] = number;
  if (*dense > 0) shape["dense_layers"] = *dense;
}

constexpr auto latent_keys = std::to_array<ShapeKey>({{"q_lora_rank", "q_lora_rank"},
                                                      {"kv_lora_rank", "kv_lora_rank"},
                                                      {"qk_head_dim", "qk_nope_head_dim"},
                                                      {"qk_nope_head_dim", "qk_nope_head_dim"},
                                                      {"qk_pos_emb_head_dim", "qk_rope_head_dim"},
                                                      {"qk_rope_head_dim", "qk_rope_head_dim"},
                                                      {"v_head_dim", "v_head_dim"}});
/// Switches of Megatron-Core and MindSpeed-LLM for latent attention.
constexpr auto latent_switches =
    std::to_array<std::string_view>({"multi_latent_attention", "multi_head_latent_attention"});

/// Adds features of Megatron-Core's attention: latent keys and values, norms of queries and keys, and biases
/// only on their projections (FlagScale's add_qkv_bias).
void add_megatron_attention(const FileKeys& keys, Json& shape) {
  if (is_on(keys, "qk_layernorm")) shape["qk_norm"] = "head";
  if (is_on(keys, "add_qkv_bias")) shape["qkv_bias"] = true;
  if (std::ranges::none_of(latent_switches, [&](std::string_view name) { return is_on(keys, name); })) return;
  for (const ShapeKey& row : latent_keys)
    if (const std::int64_t number = number_at(keys, row.theirs); number > 0) shape[row.ours] = number;
  // megatron/core/transformer/transformer_config.py, MLATransformerConfig
  constexpr std::int64_t usual_rank = 512, usual_head = 128, usual_positions = 64;
  const auto add = [&shape](const char* name, std::int64_t number) {
    if (!shape.contains(name)) shape[name] = number;
  };
  add("kv_lora_rank", usual_rank);
  add("qk_nope_head_dim", usual_head);
  add("qk_rope_head_dim", usual_positions);
  add("v_head_dim", usual_head);
  shape["head_dim"] =
      shape["qk_nope_head_dim"].get<std::int64_t>() + shape["qk_rope_head_dim"].get<std::int64_t>();
  shape.erase("kv_heads");
  shape["qk_norm"] = "none";  // the norms of its compressed queries and keys are part of latent attention
}

/// Adds norm, activation and position encoding to the shape.
void add_form(const FileKeys& keys, Json& shape, const ProgramEntry& program) {
  if (program.id == "nanotron") return add_nanotron_form(keys, shape);
  if (program.id == "olmo") return add_olmo_form(keys, shape);
  if (program.id == "fast-llm") return add_fast_llm_form(keys, shape);
  if (program.id == "nemo") return add_nemo_form(keys, shape);
  if (program.id == "llm-foundry") return add_foundry_form(keys, shape);
  const FileKey* norm = find_key(keys, program.id == "gpt-neox" ? "norm" : "normalization");
  const FileKey* activation = find_key(keys, "activation");
  const FileKey* positions = find_key(keys, "pos_emb");
  const FileKey* const mlp = find_key(keys, "mlp_type");  // in GPT-NeoX until 2024 and its forks
  const bool is_gated = is_on(keys, "swiglu") ||
                        (activation != nullptr && activation->text.ends_with("glu")) ||
                        (mlp != nullptr && (mlp->text == "llama" || mlp->text == "gated"));
  const FileKey* const kind = find_key(keys, "position_embedding_type");  // of Megatron-LM
  const bool is_rotary = is_on(keys, "use_rotary_position_embeddings") ||
                         (positions != nullptr && positions->text == "rotary") ||
                         (kind != nullptr && (kind->text == "rope" || kind->text == "yarn"));
  shape["block"] = "gpt";
  shape["gated_mlp"] = is_gated;
  const std::string norm_word = norm != nullptr ? lower_case(norm->text) : std::string();
  shape["norm"] = norm_word.find("rms") != std::string::npos ? "rmsnorm" : "layernorm";
  if (is_rotary || positions != nullptr)
    shape["learned_positions"] = is_rotary ? 0 : number_at(keys, "max_position_embeddings");
  const bool is_neox = program.id == "gpt-neox";
  shape["tied_embeddings"] =
      is_neox ? !is_on(keys, "no_weight_tying") : !is_on(keys, "untie_embeddings_and_output_weights");
  const std::int64_t hidden = shape["hidden_size"].get<std::int64_t>();
  if (is_neox && is_gated) shape["intermediate_size"] = neox_width(keys, hidden);
  const FileKey* attention_bias = find_key(keys, "use_bias_in_attn_linear");
  const FileKey* mlp_bias = find_key(keys, "use_bias_in_mlp");
  const bool has_attention_bias = is_neox
                                      ? attention_bias == nullptr || is_on(keys, "use_bias_in_attn_linear")
                                      : !is_on(keys, "disable_bias_linear");
  shape["qkv_bias"] = has_attention_bias;
  shape["attention_output_bias"] = has_attention_bias;
  shape["mlp_bias"] = is_neox ? mlp_bias == nullptr || is_on(keys, "use_bias_in_mlp") : has_attention_bias;
  if (is_neox) return;
  if (is_gated && !shape.contains("intermediate_size"))
    shape["intermediate_size"] = megatron_width(keys, hidden);
  add_megatron_experts(keys, shape);
  add_megatron_attention(keys, shape);
}

constexpr std::string_view shape_path = "model.architecture.";

}  // namespace

void read_axolotl(FileKeys& keys, ProgramKeys& plan) {
  const FileKey* const offloading = find_key(keys, "activation_offloading");
  const auto moves_all = offloading != nullptr ? python::lax_bool(*offloading) : std::nullopt;
  if (!moves_all || !*moves_all) return;
  plan.set("training.activation_checkpointing", "none", *offloading);
  take_keys(keys, plan, {"gradient_checkpointing"}, "training.activation_checkpointing");
}

void read_torchtune(FileKeys& keys, ProgramKeys& plan, const std::string& file_name) {
  const FileKey* const component = find_key(keys, "model._component_");
  const std::string builder = component != nullptr ? component->text : "";
  if (builder.find("qlora") != std::string::npos) plan.set("training.frozen_precision", "nf4", *component);
  if (builder.find("lora") != std::string::npos) {
    Json targets = Json::array();
    if (const FileKey* modules = find_key(keys, "model.lora_attn_modules"))
      for (const std::string_view name : lora_targets(*modules).names)
        targets.push_back(name);
    if (is_on(keys, "model.apply_lora_to_mlp"))
      for (const char* name : {"gate_proj", "up_proj", "down_proj"})
        targets.push_back(name);
    if (const FileKey* output = find_key(keys, "model.apply_lora_to_output");
        output != nullptr && is_on(keys, output->key))
      plan.pass_over(*output, "A plan puts no adapter on the head.");
    if (!targets.empty()) {
      const FileKey* modules = find_key(keys, "model.lora_attn_modules");
      plan.set("training.lora.targets", targets,
               modules != nullptr ? *modules : *find_key(keys, "model.apply_lora_to_mlp"));
    }
  }
  const FileKey* const loss = find_key(keys, "loss._component_");
  if (loss != nullptr && loss->text.find("DPO") != std::string::npos)
    plan.set("training.method", "dpo", *loss);
  if (loss != nullptr && loss->text.find("PPO") != std::string::npos)
    plan.set("training.method", "ppo", *loss);
  if (loss != nullptr && loss->text.find("GRPO") != std::string::npos)
    plan.set("training.method", "grpo", *loss);
  if (const FileKey* teacher = find_key(keys, "teacher_model._component_"))
    plan.set("training.method", "distillation", *teacher);
  const bool is_single = file_name.find("single_device") != std::string::npos;
  if (is_single) set_one_gpu(plan, "single_device in the file's name");
  take_keys(keys, plan, {"model._component_"}, "model");
  take_keys(keys, plan, {"model.lora_attn_modules", "model.apply_lora_to_mlp", "model.apply_lora_to_output"},
            "training.lora.targets");
  take_keys(keys, plan, {"teacher_model._component_"}, "training.method");
  std::erase_if(keys, [](const FileKey& key) {
    const bool is_method =
        key.text.find("rlhf") != std::string::npos || key.text.find("GRPO") != std::string::npos;
    return key.key == "loss._component_" && is_method;
  });
}

void read_litgpt(FileKeys& keys, ProgramKeys& plan) {
  struct Switch {
    std::string_view key;
    std::vector<const char*> targets;
  };
  const std::array<Switch, 5> switches = {{{"lora_query", {"q_proj"}},
                                           {"lora_key", {"k_proj"}},
                                           {"lora_value", {"v_proj"}},
                                           {"lora_projection", {"o_proj"}},
                                           {"lora_mlp", {"gate_proj", "up_proj", "down_proj"}}}};
  Json targets = Json::array();
  const FileKey* first = nullptr;
  for (const Switch& each : switches) {
    if (!is_on(keys, each.key)) continue;
    if (first == nullptr) first = find_key(keys, each.key);
    for (const char* name : each.targets)
      targets.push_back(name);
  }
  if (first != nullptr) plan.set("training.lora.targets", targets, *first);
  if (const FileKey* head = find_key(keys, "lora_head"); head != nullptr && is_on(keys, "lora_head"))
    plan.pass_over(*head, "A plan puts no adapter on the head.");
  if (number_at(keys, "devices") == 1 && number_at(keys, "num_nodes") <= 1) set_one_gpu(plan, "devices: 1");
  if (find_key(keys, "model_name") != nullptr || find_key(keys, "tokenizer_dir") != nullptr)
    plan.set("training.method", "pretrain", "a file of litgpt pretrain");
  take_keys(keys, plan, {"lora_head", "lora_query", "lora_key", "lora_value", "lora_projection", "lora_mlp"},
            "training.lora.targets");
}

/// Reads a micro batch that is stated for all data-parallel ranks together (verl workers/fsdp_workers.py:
/// ppo_micro_batch_size is divided by the data-parallel ranks; trainer/fsdp_sft_trainer.py,
/// _normalize_config_bsz).
void read_micro_batch_of_all(FileKeys& keys, ProgramKeys& plan) {
  for (const std::string_view name :
       {"actor_rollout_ref.actor.ppo_micro_batch_size", "data.micro_batch_size"}) {
    const FileKey* found = find_key(keys, name);
    if (found == nullptr || number_at(keys, name) == 0) continue;
    const std::int64_t ranks = std::max<std::int64_t>(data_parallel_world(plan.document().plan), 1);
    const std::int64_t micro = number_at(keys, name) / ranks;
    if (micro > 0 && number_at(keys, name) % ranks == 0)
      plan.set("training.micro_batch_size", micro, *found);
    else
      plan.pass_over(*found, "It counts for all ranks together, and is no multiple of the plan's " +
                                 std::to_string(ranks) + " model replicas.");
    std::erase_if(keys, [&](const FileKey& key) { return key.key == name; });
  }
}

/// Sets the cluster and the parallel degrees before the keys that are divided by them.
void read_ranks_first(const FileKeys& keys, ProgramKeys& plan) {
  for (const FileKey& key : keys)
    for (const ProgramKeyRow* row : rows_of(plan.program(), key.key))
      if (row->path.starts_with("cluster.") || row->path.ends_with("_parallel")) {
        const Reading reading = read_value(row->readers, key);
        if (reading.understood == Understood::value) plan.preset(row->path, reading.value);
      }
}

/// Reads the keys that keep weights and optimizer states on the host until the policy trains (verl
/// workers/fsdp_workers.py: load_fsdp_model_to_gpu before each use, offload_fsdp_model_to_cpu after it;
/// EasyR1 likewise). This is not ZeRO offload: the step itself runs on the GPU.
void read_host_rest(FileKeys& keys, ProgramKeys& plan, std::initializer_list<std::string_view> of_weights,
                    std::initializer_list<std::string_view> of_optimizer) {
  std::vector<std::string_view> names;
  std::vector<std::string> said;
  const auto is_asked = [&](std::initializer_list<std::string_view> of_one) {
    const std::size_t before = said.size();
    for (const std::string_view name : of_one) {
      names.push_back(name);
      if (is_on(keys, name)) said.emplace_back(name);
    }
    return said.size() > before;
  };
  const bool rests_weights = is_asked(of_weights), rests_optimizer = is_asked(of_optimizer);
  if (rests_weights || rests_optimizer)
    plan.set("training.rests_on_host",
             !rests_weights     ? "optimizer"
             : !rests_optimizer ? "weights"
                                : "all",
             with_commas(said));
  take_keys(keys, plan, names, "training.rests_on_host");
}

/// Copies the engine's lengths to the data section's keys if that section lacks them; verl's engine uses the
/// data's lengths by default (config/rollout/rollout.yaml, prompt_length and response_length).
void name_lengths_of_engine(FileKeys& keys) {
  struct LengthName {
    std::string_view of_engine, of_data;
  };
  constexpr auto names =
      std::to_array<LengthName>({{"actor_rollout_ref.rollout.prompt_length", "data.max_prompt_length"},
                                 {"actor_rollout_ref.rollout.response_length", "data.max_response_length"}});
  for (const LengthName& name : names)
    if (number_at(keys, name.of_data) == 0 && number_at(keys, name.of_engine) > 0)
      for (FileKey& key : keys)
        if (key.key == name.of_engine) key.key = name.of_data;
}

/// Removes `n` if Search-R1's n_agent, the number of agent answers per prompt, is above one
/// (verl/trainer/ppo/ray_trainer.py there: the batch is repeated n_agent times before generation).
void settle_answers_of_agents(FileKeys& keys) {
  if (number_at(keys, "actor_rollout_ref.rollout.n_agent") > 1)
    std::erase_if(keys, [](const FileKey& key) { return key.key == "actor_rollout_ref.rollout.n"; });
  else
    std::erase_if(keys, [](const FileKey& key) { return key.key == "actor_rollout_ref.rollout.n_agent"; });
}

/// Returns verl's default length of prompts and of answers, 512 tokens
/// (verl/trainer/config/data/legacy_data.yaml); 0 if the command uses another file, which may have another
/// default.
std::int64_t usual_length(const FileKeys& keys) {
  constexpr std::int64_t of_verl = 512;
  std::string config = word_at(keys, "config_name");
  if (config.ends_with(".yaml")) config.resize(config.rfind('.'));
  return config.empty() || config == "ppo_trainer" || config == "ppo_megatron_trainer" ? of_verl : 0;
}

/// Sets the sequence length to prompt plus answer. `by_default` is 0 if only a missing file states one of the
/// two.
void read_lengths(FileKeys& keys, ProgramKeys& plan, std::int64_t by_default) {
  constexpr std::string_view of_prompt = "data.max_prompt_length", of_answer = "data.max_response_length";
  const auto length_of = [&](std::string_view name) {
    return find_key(keys, name) != nullptr ? number_at(keys, name) : by_default;
  };
  const bool is_stated = find_key(keys, of_prompt) != nullptr && find_key(keys, of_answer) != nullptr;
  const bool generates = std::ranges::any_of(
      keys, [](const FileKey& key) { return key.key.starts_with("actor_rollout_ref.rollout."); });
  const bool has_any = find_key(keys, of_prompt) != nullptr || find_key(keys, of_answer) != nullptr;
  const std::int64_t prompt = length_of(of_prompt), answer = length_of(of_answer);
  const std::string said = std::string(of_prompt) + " and " + std::string(of_answer);
  if ((has_any || generates) && prompt > 0 && answer > 0)
    plan.set("training.sequence_length", prompt + answer,
             is_stated ? said : said + ", " + std::to_string(by_default) + " where not stated");
  else if (has_any)
    plan.note({Severity::ignored, "prompts_not_stated", "training.sequence_length",
               "The file states one of " + said + " alone, so that the plan's sequence length was kept.",
               "Set training.sequence_length to prompt and answer together."});
  take_keys(keys, plan, {of_prompt}, "training.sequence_length");
}

constexpr std::string_view batches_of_tokens = "actor_rollout_ref.actor.use_dynamic_bsz";

/// Reads verl's batches that are filled up to a number of tokens (workers/actor/dp_actor.py,
/// prepare_dynamic_batch; default 16384 tokens by config/actor/actor.yaml). The plan assumes sequences of
/// full length.
void read_batches_of_tokens(FileKeys& keys, ProgramKeys& plan) {
  constexpr std::string_view most = "actor_rollout_ref.actor.ppo_max_token_len_per_gpu",
                             micro = "actor_rollout_ref.actor.ppo_micro_batch_size_per_gpu";
  if (!is_on(keys, batches_of_tokens)) return;
  constexpr std::int64_t by_default = 16384;
  const std::int64_t stated = number_at(keys, most);
  const std::int64_t tokens = stated > 0 ? stated : by_default;
  const std::int64_t sequence = plan.document().plan.training.sequence_length;
  const std::int64_t ranks =
      std::max<std::int64_t>(number_at(keys, "actor_rollout_ref.actor.ulysses_sequence_parallel_size"), 1);
  if (plan.says("training.sequence_length") && sequence > 0)
    plan.set("training.micro_batch_size", std::max<std::int64_t>(tokens * ranks / sequence, 1),
             "batches of " + std::to_string(tokens) + " tokens a GPU");
  take_keys(keys, plan, {most, micro, "data.micro_batch_size_per_gpu"}, "training.micro_batch_size");
}

/// Reads whether a reference model is needed, for a KL term in the loss or the reward (verl
/// trainer/ppo/utils.py, need_reference_policy). With adapters, the reference is the policy with adapters off
/// (trainer/ppo/ray_trainer.py, ref_in_actor).
void read_reference(FileKeys& keys, ProgramKeys& plan) {
  constexpr std::string_view in_loss = "actor_rollout_ref.actor.use_kl_loss",
                             in_reward = "algorithm.use_kl_in_reward";
  const bool has_adapters = number_at(keys, "actor_rollout_ref.model.lora_rank") > 0;
  for (const std::string_view name : {in_loss, in_reward})
    if (is_on(keys, name))
      plan.set("training.reference", has_adapters ? "adapter" : "model", std::string(name));
  take_keys(keys, plan, {in_loss, in_reward}, "training.reference");
  constexpr std::string_view waits = "actor_rollout_ref.ref.fsdp_config.param_offload";
  const bool has_model = plan.document().plan.training.method.reference == Reference::model;
  // A plan of verl has it on the host in any case.
  if (has_model && is_on(keys, waits)) take_keys(keys, plan, {waits}, "training.roles");
}

/// Reads the optimizer's class with its module ("torchao.optim.AdamW8bit"), in either command's section.
void read_verl_optimizer(FileKeys& keys, ProgramKeys& plan) {
  for (const std::string section : {"actor_rollout_ref.actor.optim.", "optim."}) {
    const FileKey* const name = find_key(keys, section + "optimizer");
    const FileKey* const module = find_key(keys, section + "optimizer_impl");
    if (name == nullptr) continue;
    const OptimizerRow* row =
        module != nullptr ? optimizer_of_name(module->text + '.' + name->text) : nullptr;
    if (row == nullptr) row = optimizer_of_name(name->text);
    if (row == nullptr) continue;
    plan.set("training.optimizer", name_of(row->optimizer), *name);
    take_keys(keys, plan, {section + "optimizer", section + "optimizer_impl"}, "training.optimizer");
  }
}

/// Reads the prompts per generation, if they differ from the prompts per optimizer step.
void read_generated_prompts(FileKeys& keys, ProgramKeys& plan, std::string_view generated,
                            std::string_view of_one_step) {
  const std::int64_t prompts = number_at(keys, generated), of_step = number_at(keys, of_one_step);
  if (prompts == 0 || of_step == 0) return;
  // The step's batch counts sequences if it is not multiplied by the number of answers, as in Search-R1.
  const bool counts_sequences = number_at(keys, "actor_rollout_ref.rollout.n_agent") > 1;
  if (prompts != of_step || counts_sequences)
    plan.set("training.rl.prompts", prompts, std::string(generated));
  take_keys(keys, plan, {generated}, "training.rl.prompts");
}

void read_verl(FileKeys& keys, ProgramKeys& plan) {
  read_ranks_first(keys, plan);
  read_host_rest(
      keys, plan,
      {"actor_rollout_ref.actor.fsdp_config.param_offload", "actor_rollout_ref.actor.megatron.param_offload"},
      {"actor_rollout_ref.actor.fsdp_config.optimizer_offload",
       "actor_rollout_ref.actor.megatron.optimizer_offload"});
  read_micro_batch_of_all(keys, plan);
  settle_answers_of_agents(keys);
  name_lengths_of_engine(keys);
  read_lengths(keys, plan, usual_length(keys));
  read_batches_of_tokens(keys, plan);
  read_reference(keys, plan);
  if (is_on(keys, "distillation.enabled"))
    plan.note({Severity::ignored, "teacher_not_planned", "training.method",
               "The run learns from a teacher on GPUs of its own (distillation.enabled); the plan is that of "
               "its student, without the teacher's GPUs and probabilities.",
               ""});
  read_verl_optimizer(keys, plan);
  read_generated_prompts(keys, plan, "data.train_batch_size", "actor_rollout_ref.actor.ppo_mini_batch_size");
  const FileKey* strategy = find_key(keys, "actor_rollout_ref.actor.strategy");
  if (strategy != nullptr && strategy->text == "fsdp2") plan.set("training.fsdp_version", 2, *strategy);
  if (strategy != nullptr && strategy->text == "fsdp") plan.set("training.fsdp_version", 1, *strategy);
  if (find_key(keys, "model.partial_pretrain") == nullptr &&
      find_key(keys, "algorithm.adv_estimator") == nullptr &&
      find_key(keys, "actor_rollout_ref.rollout.name") != nullptr)
    plan.set("training.method", "ppo", "no algorithm.adv_estimator, which is gae then");
  take_keys(keys, plan, {"actor_rollout_ref.actor.strategy"}, "training.fsdp_version");
}

void read_easy_r1(FileKeys& keys, ProgramKeys& plan) {
  read_ranks_first(keys, plan);
  // param_offload and optimizer_offload: names in EasyR1 until 2025-04 and in its forks
  read_host_rest(keys, plan, {"worker.actor.offload.offload_params", "worker.actor.offload.param_offload"},
                 {"worker.actor.offload.offload_optimizer", "worker.actor.offload.optimizer_offload"});
  read_lengths(keys, plan, 0);
  read_generated_prompts(keys, plan, "data.rollout_batch_size", "worker.actor.global_batch_size");
  if (find_key(keys, "algorithm.adv_estimator") == nullptr)
    plan.set("training.method", "grpo", "no algorithm.adv_estimator, which is grpo then");
  if (is_on(keys, "algorithm.disable_kl")) plan.set("training.reference", "none", "algorithm.disable_kl");
  take_keys(keys, plan, {"algorithm.disable_kl"}, "training.reference");
}

bool has_own_shape(const ProgramEntry& program) {
  constexpr auto ids =
      std::to_array<std::string_view>({"gpt-neox", "megatron-deepspeed", "megatron-lm", "flagscale", "nemo",
                                       "olmo", "nanotron", "fast-llm", "llm-foundry"});
  return std::ranges::find(ids, program.id) != ids.end();
}

bool states_shape(const FileKeys& keys, const ProgramEntry& program) {
  constexpr auto needed = std::to_array<std::string_view>({"layers", "hidden_size", "attention_heads"});
  return std::ranges::all_of(needed, [&](std::string_view member) {
    return std::ranges::any_of(keys, [&](const FileKey& key) {
      const auto rows = rows_of(program, key.key);
      return !rows.empty() && rows.front()->path == std::string(shape_path) + std::string(member) &&
             python::lax_count(&key) > 0;
    });
  });
}

/// Reads GPT-NeoX's attention if all layers use flash attention, "[[[flash], 16]]"
/// (requirements/requirements-flashattention.txt: flash-attn 2).
void read_neox_attention(FileKeys& keys, ProgramKeys& plan) {
  const FileKey* const found = find_key(keys, "attention_config");
  if (plan.program().id != "gpt-neox" || found == nullptr) return;
  const FileKey key = *found;
  const std::string words = text_io::one_line(text_io::json_of(key));
  if (words.find("flash") == std::string::npos || words.find("global") != std::string::npos) return;
  plan.set("training.attention", "sdpa", key);
  plan.set("training.attention_kernel", "flash_2", key);
  remove_key(keys, "attention_config");
}

/// Refuses GPT-NeoX's layers without attention, "[[[mamba], 24]]", and adds a note on its experts.
void refuse_other_layers(const FileKeys& keys) {
  const FileKey* const layers = find_key(keys, "attention_config");
  const std::string words = layers != nullptr ? text_io::one_line(text_io::json_of(*layers)) : std::string();
  for (const char* kind : {"mamba", "rwkv", "gmlp", "hyena"})  // hyena: in savanna, a fork of GPT-NeoX
    if (words.find(kind) != std::string::npos)
      throw FileError("", "Its layers are of the kind " + std::string(kind) +
                              " (attention_config); a plan holds the shape of layers with attention.");
  if (find_key(keys, "encoder_seq_length") != nullptr && find_key(keys, "decoder_seq_length") != nullptr)
    throw FileError(
        "",
        "It trains an encoder and a decoder (encoder_seq_length, decoder_seq_length), whose shape is "
        "not read from Megatron's arguments: state model.architecture with encoder_layers in a plan.");
}

/// Adds a note on experts that the plan's shape does not describe.
void note_experts(const FileKeys& keys, const Json& shape, ProgramKeys& plan) {
  for (const std::string_view name : {"moe_num_experts", "num_experts"})
    if (const std::int64_t experts = number_at(keys, name); experts > 1 && !shape.contains("experts"))
      plan.note({Severity::ignored, "experts_not_known", "model.architecture",
                 "The model has " + std::to_string(experts) + " experts (" + std::string(name) +
                     "); the plan's shape is that of the dense model.",
                 "Set model.architecture.experts and its like."});
}

/// Lists the Megatron-LM arguments that add_form() read.
void take_form(FileKeys& keys, ProgramKeys& plan) {
  constexpr auto programs =
      std::to_array<std::string_view>({"megatron-lm", "megatron-deepspeed", "flagscale"});
  if (std::ranges::find(programs, plan.program().id) == programs.end()) return;
  struct FormKey {
    std::string_view name;
    const char* path;
  };
  constexpr auto rows =
      std::to_array<FormKey>({{"swiglu", "model.architecture.gated_mlp"},
                              {"normalization", "model.architecture.norm"},
                              {"disable_bias_linear", "model.architecture.mlp_bias"},
                              {"untie_embeddings_and_output_weights", "model.architecture.tied_embeddings"},
                              {"use_rotary_position_embeddings", "model.architecture.learned_positions"},
                              {"position_embedding_type", "model.architecture.learned_positions"},
                              {"no_position_embedding", "model.architecture.learned_positions"},
                              {"group_query_attention", "model.architecture.kv_heads"},
                              {"qk_layernorm", "model.architecture.qk_norm"},
                              {"add_qkv_bias", "model.architecture.qkv_bias"}});
  for (const auto& [name, path] : rows)
    take_keys(keys, plan, {name}, path);
  const Plan now = plan.document().plan;
  if (now.model.architecture.kv_lora_rank == 0) return;
  for (const std::string_view name : latent_switches)
    take_keys(keys, plan, {name}, "model.architecture.kv_lora_rank");
  for (const ShapeKey& row : latent_keys)
    take_keys(keys, plan, {row.theirs}, "model.architecture.kv_lora_rank");
}

void read_shape(FileKeys& keys, ProgramKeys& plan) {
  refuse_other_layers(keys);
  read_neox_attention(keys, plan);
  Json shape = Json::object();
  std::string said;
  for (const FileKey& key : keys)
    for (const ProgramKeyRow* row : rows_of(plan.program(), key.key)) {
      if (!row->path.starts_with(shape_path)) continue;
      const Reading reading = read_value(row->readers, key);
      if (reading.understood != Understood::value) continue;
      shape[row->path.substr(shape_path.size())] = reading.value;
      said += (said.empty() ? "" : ", ") + key.said + ": " + value_words(key);
    }
  const bool is_whole =
      shape.contains("layers") && shape.contains("hidden_size") && shape.contains("attention_heads");
  if (is_whole) {
    add_form(keys, shape, plan.program());
    note_experts(keys, shape, plan);
    plan.set("model", Json{{"architecture", shape}}, said);
    take_form(keys, plan);
    if (shape.contains("experts"))
      take_keys(keys, plan,
                {"num_experts", "moe_router_topk", "moe_ffn_hidden_size",
                 "moe_shared_expert_intermediate_size", "moe_layer_freq"},
                "model.architecture.experts");
    if (!shape.contains("vocab_size"))
      plan.note(
          {Severity::ignored, "vocabulary_not_known", "model.architecture.vocab_size",
           "The file states the model's shape without its vocabulary, which comes with the tokenizer: " +
               std::to_string(plan.document().plan.model.architecture.vocab_size) + " tokens are a guess.",
           "Set model.architecture.vocab_size, padded as the program pads it."});
  }
  for (const FileKey& key : keys)
    if (const auto rows = rows_of(plan.program(), key.key);
        is_whole && !rows.empty() && rows.front()->path.starts_with(shape_path))
      plan.agree(key, rows.front()->path);
  std::erase_if(keys, [&](const FileKey& key) {
    const auto rows = rows_of(plan.program(), key.key);
    return is_whole && !rows.empty() && rows.front()->path.starts_with(shape_path);
  });
}

void refuse_xtuner_v1(std::string_view words) {
  if (words.find("xtuner.v1") != std::string_view::npos)
    throw FileError("",
                    "The configurations of xtuner v1 are programs: only running one would tell its values. "
                    "Enter them in a plan with training.program xtuner.");
}

void refuse_recipes(std::string_view text) {
  const auto has = [text](std::string_view words) { return text.find(words) != std::string_view::npos; };
  if (has("torchtitan") && has("Trainer.Config("))
    throw FileError(
        "",
        "torchtitan's config_registry.py has several configurations, or one that only running it would tell. "
        "Import the script that starts it (run_train.sh with MODULE and CONFIG), or enter its values in a "
        "plan with training.program torchtitan.");
  if ((has("from nemo.collections") || has("import nemo_run")) && has("_recipe"))
    throw FileError(
        "",
        "This program calls several recipes of NeMo 2, or one that is not known here, whose values only "
        "running it would tell. Enter them in a plan with training.program nemo.");
}

std::optional<GlobalBatch> take_global_batch(FileKeys& keys) {
  /// A batch key, and the key of the answers per prompt if the batch counts prompts (verl and EasyR1
  /// workers/fsdp_workers.py: the batch times n).
  struct BatchName {
    std::string_view batch, answers;
  };
  constexpr std::array<BatchName, 10> names = {
      {{"global_batch_size", ""},
       {"train.global_batch_size", ""},
       {"actor_rollout_ref.actor.ppo_mini_batch_size", "actor_rollout_ref.rollout.n"},
       {"worker.actor.global_batch_size", "worker.rollout.n"},
       {"data.train_batch_size", ""},
       {"training.global_batch_size", ""},
       {"policy.train_global_batch_size", ""},
       {"model.global_batch_size", ""},
       {"global_train_batch_size", ""},
       {"step_scheduler.global_batch_size", ""}}};
  const auto* const name =
      std::ranges::find_if(names, [&](const BatchName& each) { return number_at(keys, each.batch) > 0; });
  const bool is_of_tokens = std::ranges::any_of(
      std::to_array<std::string_view>(
          {batches_of_tokens, "policy.dynamic_batching.enabled", "policy.sequence_packing.enabled"}),
      [&](std::string_view each) { return is_on(keys, each); });
  if (name == names.end()) return std::nullopt;
  GlobalBatch batch{*find_key(keys, name->batch), number_at(keys, name->batch)};
  batch.is_of_tokens = is_of_tokens;
  if (!name->answers.empty())
    batch.sequences = times(batch.sequences, std::max<std::int64_t>(number_at(keys, name->answers), 1));
  std::erase_if(keys, [&](const FileKey& key) { return key.key == name->batch; });
  return batch;
}

void read_global_batch(const GlobalBatch& batch, ProgramKeys& plan) {
  const FileKey& key = batch.key;
  if (plan.says("training.gradient_accumulation_steps")) return plan.read(key);
  const Plan now = plan.document().plan;
  const std::int64_t at_once =
      now.training.micro_batch_size * std::max<std::int64_t>(data_parallel_world(now), 1);
  const bool fits = batch.sequences % at_once == 0;
  if (batch.is_of_tokens && !fits)
    plan.set("training.gradient_accumulation_steps", batch.sequences / at_once + 1, key);
  else if (fits)
    plan.set("training.gradient_accumulation_steps", batch.sequences / at_once, key);
  else
    plan.pass_over(key, key.said + ": " + value_words(key) + " is no multiple of the " +
                            std::to_string(at_once) + " sequences that the plan's ranks work on at once.");
}

FileKeys take_steps(FileKeys& keys) {
  constexpr auto names = std::to_array<std::string_view>(
      {"max_steps", "max_train_steps", "training.steps", "training.max_steps", "train_iters",
       "max_training_steps", "trainer.max_steps", "trainer.total_training_steps", "sft.max_num_steps",
       "dpo.max_num_steps", "rm.max_num_steps", "grpo.max_num_steps", "ppo.max_num_steps",
       "distillation.max_num_steps", "step_scheduler.max_steps", "tokens.train_steps", "train.max_steps",
       "total_train_steps", "train_samples"});
  const auto is_other = [&](const FileKey& key) {
    // NeMo-RL's examples use this many steps to mean that only the data limits the run
    // (examples/configs/grpo_math_1B.yaml).
    constexpr std::int64_t no_limit = 1'000'000;
    const bool is_unlimited = key.key.ends_with(".max_num_steps") && python::lax_count(&key) >= no_limit;
    return std::ranges::find(names, key.key) == names.end() || !python::lax_int(key) || is_unlimited;
  };
  const auto first = std::stable_partition(keys.begin(), keys.end(), is_other);
  FileKeys steps(std::make_move_iterator(first), std::make_move_iterator(keys.end()));
  keys.erase(first, keys.end());
  return steps;
}

void set_steps(const FileKeys& steps, ProgramKeys& keys, PlanDocument& document) {
  if (steps.empty()) return;
  const double number = *python::lax_int(steps.back());
  Plan& plan = document.plan;
  constexpr double most = 1e9;
  const bool is_of_samples = steps.back().key == "train_samples";
  if (number > most && !is_of_samples)
    return keys.pass_over(steps.back(), "A run has fewer optimizer steps.");
  // One step of verl's trainer and of NeMo-RL is one generated batch (verl trainer/ppo/ray_trainer.py, fit;
  // nemo_rl/algorithms/grpo.py, grpo_train).
  const Rollout& rollout = plan.training.method.rollout;
  const std::string& key = steps.back().key;
  const bool is_of_rollout =
      (key == "trainer.total_training_steps" || key.ends_with(".max_num_steps")) && rollout.prompts > 0;
  const double batch = std::max(static_cast<double>(train_batch_size(plan)), 1.0);
  const double generated =
      static_cast<double>(rollout.prompts) * static_cast<double>(std::max<std::int64_t>(rollout.samples, 1));
  const double in_one = is_of_rollout ? std::max(std::floor(generated / batch), 1.0) : 1;
  const double sequences = is_of_samples ? number : number * in_one * batch;
  if (number > 0 && !keys.says("training.tokens"))
    plan.training.tokens =
        sequences * static_cast<double>(plan.training.sequence_length) * useful_share(plan);
  if (number > 0) keys.decide("training.tokens");
  for (const FileKey& each : steps)
    keys.agree(each, "training.tokens");
}

}  // namespace zp::import_io
