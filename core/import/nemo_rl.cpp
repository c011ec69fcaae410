// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/nemo_rl.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "core/import/lora_targets.h"
#include "core/import/named_model.h"
#include "core/import/program_keys_json.h"
#include "core/text/letters.h"
#include "core/text/python.h"

namespace zp::import_io {
namespace {

struct SectionMethod {
  std::string_view word, method;
};
/// Sections that only one algorithm has (examples/run_*.py).
constexpr auto algorithm_sections = std::to_array<SectionMethod>({{"grpo", "grpo"},
                                                                  {"dpo", "dpo"},
                                                                  {"sft", "sft"},
                                                                  {"rm", "reward"},
                                                                  {"distillation", "distillation"},
                                                                  {"ppo", "ppo"}});
/// Words in the file names of its examples. Variants of GRPO come before "dpo" and "ppo", which their names
/// contain.
constexpr auto algorithm_words = std::to_array<SectionMethod>({{"grpo", "grpo"},
                                                               {"gdpo", "grpo"},
                                                               {"gspo", "grpo"},
                                                               {"dapo", "grpo"},
                                                               {"prorl", "grpo"},
                                                               {"dpo", "dpo"},
                                                               {"ppo", "ppo"},
                                                               {"sft", "sft"},
                                                               {"distillation", "distillation"},
                                                               {"rm.", "reward"}});

constexpr std::string_view dtensor = "policy.dtensor_cfg.", megatron = "policy.megatron_cfg.",
                           generation = "policy.generation.";

class NemoRlReader {
 public:
  NemoRlReader(FileKeys& keys, ProgramKeys& plan) : keys_(keys), plan_(plan) {}

  void read(const std::string& file_name) {
    method(file_name);
    backend();
    machine();
    parallel_sizes();
    batches_of_tokens();
    if (is_megatron_)
      megatron_settings();
    else
      dtensor_settings();
    adapters();
    if (generates_)
      engine();
    else
      leave_section(generation, "The method generates nothing; the keys of policy.generation do not count.");
    models();
    steps();
  }

 private:
  [[nodiscard]] const FileKey* find(std::string_view name) const { return find_key(keys_, name); }
  [[nodiscard]] std::int64_t count_of(std::string_view name) const { return number_at(keys_, name); }
  [[nodiscard]] std::int64_t count_or_one(std::string_view name) const {
    return std::max<std::int64_t>(count_of(name), 1);
  }
  void drop(std::string_view name) { remove_key(keys_, name); }
  void list_as_read(std::string_view name, const char* plan_key) {
    take_keys(keys_, plan_, {name}, plan_key);
  }
  void set_from(std::string_view name, const char* plan_key, const Json& value) {
    plan_.set(plan_key, value, *find(name));
    drop(name);
  }
  /// Removes a section that has no effect, and lists it once with the reason.
  void leave_section(std::string_view section, const std::string& reason) {
    bool has_any = false;
    for (const FileKey& key : keys_)
      if (key.key.starts_with(section) && !key.is_null() && !key.is_inherited) {
        plan_.list_as_unread(key, reason);
        has_any = true;
      }
    if (has_any) plan_.note({Severity::style, "not_read", "", reason, ""});
    remove_section(keys_, section);
  }

  void method(const std::string& file_name) {
    std::string name, evidence;
    for (const SectionMethod& row : algorithm_sections)
      if (name.empty() && std::ranges::any_of(keys_, [&](const FileKey& key) {
            return key.key.starts_with(std::string(row.word) + '.');
          })) {
        name = row.method;
        evidence = "section " + std::string(row.word);
      }
    const FileKey* const defaults = find("defaults");
    for (const std::string& file : {defaults != nullptr ? value_words(*defaults) : "", file_name})
      for (const SectionMethod& row : algorithm_words)
        if (name.empty() &&
            lower_case(file.substr(file.rfind('/') + 1)).find(row.word) != std::string::npos) {
          name = row.method;
          evidence = file;
        }
    drop("defaults");
    if (name.empty()) name = "sft";
    if (!evidence.empty()) plan_.set("training.method", name, evidence);
    has_reference_ = name == "grpo" || name == "dpo";
    generates_ = name == "grpo" || name == "ppo" || name == "distillation";
    method_ = name;
  }

  /// Sets the framework; the examples' default is DTensor.
  void backend() {
    const FileKey *const of_megatron = find("policy.megatron_cfg.enabled"), *const of_dtensor = find(
                                                                                "policy.dtensor_cfg.enabled");
    is_megatron_ = is_on(keys_, "policy.megatron_cfg.enabled");
    const bool is_dtensor = is_on(keys_, "policy.dtensor_cfg.enabled");
    if (is_megatron_ && is_dtensor)
      plan_.note({Severity::ignored, "two_backends", "training.framework",
                  "policy.megatron_cfg and policy.dtensor_cfg are both enabled, which NeMo-RL refuses; the "
                  "plan is that of Megatron.",
                  "Write enabled: false into one of them."});
    const std::string evidence = is_megatron_ ? of_megatron->spelling
                                 : of_dtensor != nullptr
                                     ? of_dtensor->spelling
                                     : "no policy.megatron_cfg.enabled, whose default is DTensor";
    plan_.set("training.framework", "fsdp", evidence);
    const bool is_divided = find("policy.megatron_cfg.optimizer.use_distributed_optimizer") == nullptr ||
                            is_on(keys_, "policy.megatron_cfg.optimizer.use_distributed_optimizer");
    plan_.set("training.sharding", !is_megatron_ ? "full" : is_divided ? "optimizer" : "none", evidence);
    if (is_megatron_)
      list_as_read("policy.megatron_cfg.optimizer.use_distributed_optimizer", "training.sharding");
    else
      plan_.set("training.fsdp_version", 2, evidence);
    list_as_read("policy.megatron_cfg.enabled", "training.sharding");
    list_as_read("policy.dtensor_cfg.enabled", "training.sharding");
    if (is_megatron_) {
      leave_section(dtensor, "The run trains with Megatron; the keys of policy.dtensor_cfg do not count.");
      leave_section("policy.optimizer.",
                    "Megatron has its own optimizer; the keys of policy.optimizer do not count.");
    } else {
      leave_section(megatron, "The run trains with DTensor; the keys of policy.megatron_cfg do not count.");
    }
  }

  /// Sets the GPUs that train: all, minus those reserved for generation (nemo_rl/algorithms/ grpo.py, setup).
  void machine() {
    const std::int64_t nodes = count_or_one("cluster.num_nodes"), gpus = count_of("cluster.gpus_per_node");
    constexpr std::string_view place = "policy.generation.colocated.enabled",
                               engine_nodes = "policy.generation.colocated.resources.num_nodes",
                               engine_gpus = "policy.generation.colocated.resources.gpus_per_node";
    const FileKey* const colocated = find(place);
    is_apart_ = generates_ && colocated != nullptr && !is_on(keys_, place);
    if (generates_ && !is_apart_) {
      drop(engine_nodes);
      drop(engine_gpus);
    }
    if (gpus == 0 || !is_apart_) return;
    const std::int64_t theirs = count_of(engine_gpus), their_nodes = count_or_one(engine_nodes);
    const std::int64_t left = nodes == 1 ? gpus - theirs : gpus,
                       left_nodes = nodes == 1 ? 1 : nodes - their_nodes;
    const std::int64_t engines = times(nodes == 1 ? 1 : their_nodes, theirs > 0 ? theirs : gpus);
    const FileKey from = *colocated;
    if (left < 1 || left_nodes < 1 || (nodes == 1 && theirs == 0)) {
      plan_.list_as_unread(from, "The GPUs that generate leave none for training.");
      drop(place);
      return;
    }
    plan_.set("cluster.nodes", left_nodes, from);
    plan_.set("cluster.gpus_per_node", left, from);
    plan_.set("training.rl.engine_gpus", engines, from);
    for (const std::string_view name : {engine_nodes, engine_gpus})
      list_as_read(name, "training.rl.engine_gpus");
    list_as_read("cluster.num_nodes", "cluster.nodes");
    list_as_read("cluster.gpus_per_node", "cluster.gpus_per_node");
  }

  /// Sets the parallel degrees by which the global batch is divided.
  void parallel_sizes() {
    constexpr auto rows = std::to_array<std::array<std::string_view, 2>>(
        {{"cluster.num_nodes", "cluster.nodes"},
         {"cluster.gpus_per_node", "cluster.gpus_per_node"},
         {"policy.dtensor_cfg.tensor_parallel_size", "training.tensor_parallel"},
         {"policy.dtensor_cfg.context_parallel_size", "training.context_parallel"},
         {"policy.megatron_cfg.tensor_model_parallel_size", "training.tensor_parallel"},
         {"policy.megatron_cfg.context_parallel_size", "training.context_parallel"},
         {"policy.megatron_cfg.pipeline_model_parallel_size", "training.pipeline_parallel"}});
    for (const auto& [name, plan_key] : rows)
      if (const std::int64_t size = count_of(name); size > 0) plan_.preset(plan_key, size);
    const std::int64_t copies = count_of("policy.dtensor_cfg.dp_replicate_size");
    const Plan now = plan_.document().plan;
    const std::int64_t ranks = now.cluster.ranks() / std::max(now.training.tensor_parallel, 1);
    if (copies > 1 && ranks % copies == 0)
      set_from("policy.dtensor_cfg.dp_replicate_size", "training.shard_ranks", ranks / copies);
    else if (copies == 1)
      list_as_read("policy.dtensor_cfg.dp_replicate_size", "training.shard_ranks");
  }

  /// Sets the micro batch for batches that are filled up to a number of tokens: as many full-length sequences
  /// as fit (nemo_rl/models/policy/lm_policy.py, train_mb_tokens).
  void batches_of_tokens() {
    constexpr std::string_view micro = "policy.train_micro_batch_size";
    const std::int64_t length = count_of("policy.max_total_sequence_length");
    for (const std::string_view way : {"policy.sequence_packing.", "policy.dynamic_batching."}) {
      const std::string tokens = std::string(way) + "train_mb_tokens";
      if (!is_on(keys_, std::string(way) + "enabled")) {
        drop(tokens);
        continue;
      }
      const std::int64_t most = count_of(tokens);
      if (most == 0 || length == 0) continue;
      const std::int64_t sequences = std::max<std::int64_t>(most / length, 1);
      if (sequences == count_of(micro)) {
        list_as_read(tokens, "training.micro_batch_size");
      } else {
        set_from(tokens, "training.micro_batch_size", sequences);
        list_as_read(micro, "training.micro_batch_size");
      }
    }
  }

  void dtensor_settings() {
    if (is_on(keys_, "policy.sequence_packing.enabled")) {
      // nemo_rl/models/automodel/setup.py: flash_attention_2 for packed sequences
      plan_.set("training.attention", "sdpa", *find("policy.sequence_packing.enabled"));
      plan_.set("training.attention_kernel", "flash_2", *find("policy.sequence_packing.enabled"));
    }
  }

  void megatron_settings() {
    constexpr std::string_view recomputes = "policy.megatron_cfg.activation_checkpointing",
                               granularity = "policy.megatron_cfg.recompute_granularity",
                               modules = "policy.megatron_cfg.recompute_modules";
    const FileKey* const depth = find(granularity);
    if (is_on(keys_, recomputes) && depth != nullptr && depth->text == "selective") {
      plan_.set("training.activation_checkpointing", "none", *depth);
      plan_.note({Severity::ignored, "modules_recomputed", "training.activation_checkpointing",
                  "Megatron recomputes single modules of a block (" +
                      (find(modules) != nullptr ? value_words(*find(modules)) : std::string("core_attn")) +
                      "), which a plan does not; it recomputes nothing, and its activations are larger.",
                  ""});
      drop(recomputes);
      drop(granularity);
    } else if (is_on(keys_, recomputes)) {
      list_as_read(granularity, "training.activation_checkpointing");
    } else {
      drop(granularity);
    }
    drop(modules);
    fp8();
    constexpr std::string_view offloads = "policy.megatron_cfg.optimizer.optimizer_cpu_offload",
                               share = "policy.megatron_cfg.optimizer.optimizer_offload_fraction";
    if (is_on(keys_, offloads)) {
      if (const FileKey* const part = find(share);
          part != nullptr && python::lax_float(*part).value_or(1) < 1)
        plan_.list_as_unread(*part, "A plan offloads the whole optimizer.");
      else
        list_as_read(share, "zero.offload_optimizer");
    }
    drop(share);
    for (const std::string_view name : {"policy.megatron_cfg.num_layers_in_first_pipeline_stage",
                                        "policy.megatron_cfg.num_layers_in_last_pipeline_stage"})
      if (const FileKey* const key = find(name)) {
        plan_.list_as_unread(*key, "A plan divides the blocks of a pipeline evenly.");
        drop(name);
      }
  }

  void fp8() {
    struct RecipeWord {
      std::string_view word, recipe;
    };
    constexpr auto recipes = std::to_array<RecipeWord>({{"blockwise", "te_blockwise"},
                                                        {"mxfp8", "te_mxfp8"},
                                                        {"tensorwise", "te_current"},
                                                        {"delayed", "te_delayed"}});
    constexpr std::string_view section = "policy.megatron_cfg.fp8_cfg.";
    const FileKey* const enabled = find("policy.megatron_cfg.fp8_cfg.enabled");
    const FileKey* const scaling = find("policy.megatron_cfg.fp8_cfg.fp8_recipe");
    if (enabled != nullptr && is_on(keys_, enabled->key)) {
      plan_.set("training.types.products", "fp8", *enabled);
      const auto* const row =
          scaling != nullptr ? std::ranges::find(recipes, scaling->text, &RecipeWord::word) : recipes.end();
      if (row != recipes.end()) plan_.set("training.fp8_recipe", row->recipe, *scaling);
      if (is_on(keys_, "policy.megatron_cfg.fp8_cfg.fp8_param"))
        plan_.list_as_unread(*find("policy.megatron_cfg.fp8_cfg.fp8_param"),
                             "A plan with products in fp8 keeps the weights in 16 bits.");
    }
    remove_section(keys_, section);
  }

  /// Reads the adapters of the backend that trains; by default they are on all linear layers
  /// (nemo_automodel/components/_peft/lora.py, match_all_linear; megatron/bridge/peft/lora.py,
  /// target_modules).
  void adapters() {
    const std::string section =
        std::string(is_megatron_ ? megatron : dtensor) + (is_megatron_ ? "peft." : "lora_cfg.");
    const FileKey* const enabled = find(section + "enabled");
    if (enabled == nullptr || !is_on(keys_, section + "enabled")) {
      if (enabled != nullptr) plan_.list_as_read(*enabled, "training.lora.rank");
      remove_section(keys_, section);
      return;
    }
    constexpr int usual_rank = 8;
    const FileKey from = *enabled;
    const FileKey* const rank = find(section + "dim");
    if (rank != nullptr && python::lax_count(rank) > 0)
      plan_.set("training.lora.rank", python::lax_count(rank), *rank);
    else
      plan_.set("training.lora.rank", usual_rank, from);
    const FileKey* const modules = find(section + "target_modules");
    const bool takes_all = modules == nullptr || names_in(*modules).empty() ||
                           (!is_megatron_ && is_on(keys_, section + "match_all_linear"));
    Json targets = takes_all ? all_linear_layers() : Json::array();
    if (!takes_all)
      for (const std::string_view name : lora_targets(*modules).names)
        targets.push_back(name);
    plan_.set("training.lora.targets", targets, takes_all || modules == nullptr ? from : *modules);
    if (const FileKey* const dropout = find(section + "dropout"))
      if (const auto share = python::lax_float(*dropout))
        plan_.set("training.lora.dropout", *share, *dropout);
    close_adapters(keys_, plan_, section);
  }

  /// Reads the generation engine. If it shares the GPUs with training, it sleeps while the policy trains, and
  /// the policy's tensors are on the host while it generates (workers: offload_before_refit,
  /// offload_after_refit).
  void engine() {
    const FileKey* const backend = find("policy.generation.backend");
    const std::string word = backend != nullptr ? backend->text : "vllm";
    const bool is_own = word == "megatron";
    const std::string evidence =
        backend != nullptr ? backend->spelling : "no policy.generation.backend, whose default is vllm";
    plan_.set("training.generation", is_apart_ ? "server" : is_own ? "training" : "vllm", evidence);
    drop("policy.generation.backend");
    list_as_read("policy.generation.colocated.enabled", "training.generation");
    struct EngineKeys {
      std::string_view name, tensor, pipeline, share;
    };
    constexpr auto engines = std::to_array<EngineKeys>(
        {{"vllm", "vllm_cfg.tensor_parallel_size", "vllm_cfg.pipeline_parallel_size",
          "vllm_cfg.gpu_memory_utilization"},
         {"sglang", "sglang_cfg.tp_size", "sglang_cfg.pp_size", "sglang_cfg.mem_fraction_static"},
         {"trtllm", "trtllm_cfg.tensor_parallel_size", "trtllm_cfg.pipeline_parallel_size",
          "trtllm_cfg.free_gpu_memory_fraction"}});
    for (const EngineKeys& row : engines) {
      const std::string own = std::string(generation) + std::string(row.name) + "_cfg.";
      if (row.name != word) {
        leave_section(own, "The engine is " + word + "; the keys of " + own.substr(0, own.size() - 1) +
                               " do not count.");
        continue;
      }
      const std::string tensor = std::string(generation) + std::string(row.tensor),
                        pipeline = std::string(generation) + std::string(row.pipeline),
                        share = std::string(generation) + std::string(row.share);
      const std::int64_t ranks = times(count_or_one(tensor), count_or_one(pipeline));
      if (find(tensor) != nullptr) {
        plan_.set("training.engine_ranks", ranks, *find(tensor));
        list_as_read(pipeline, "training.engine_ranks");
      }
      drop(tensor);
      if (const FileKey* const part = find(share))
        if (const auto value = python::lax_float(*part)) plan_.set("training.engine_share", *value, *part);
      drop(share);
    }
    if (!is_apart_ && !is_own)
      plan_.set("training.rests_on_host", "all",
                "generation on the GPUs that train, before which NeMo-RL moves "
                "the policy to the host");
    for (const std::string_view section : {"grpo.async_grpo.", "ppo.async_ppo."}) {
      const std::string name = std::string(section) + "enabled";
      if (const FileKey* const ahead = find(name); ahead != nullptr && is_apart_)
        plan_.set("training.rl.one_step_off", is_on(keys_, name), *ahead);
      else if (ahead != nullptr)
        plan_.list_as_read(*ahead, "training.rl.one_step_off");
      drop(name);
    }
  }

  /// Reads the models other than the policy: the reference of a KL term (nemo_rl/algorithms/grpo.py,
  /// init_reference_model) and the teacher of a distillation.
  void models() {
    constexpr std::string_view penalty = "loss_fn.reference_policy_kl_penalty";
    if (const FileKey* const key = find(penalty); key != nullptr && (method_ == "grpo" || method_ == "ppo")) {
      const bool has_reference = python::lax_float(*key).value_or(0) > 0;
      plan_.set("training.reference", has_reference ? "model" : "none", *key);
      drop(penalty);
      has_reference_ = has_reference;
    }
    // The reference replaces the policy on the GPU while it scores, and is on the host otherwise
    // (megatron_policy_worker.py, use_reference_model).
    if (is_megatron_ && has_reference_)
      plan_.set("training.roles",
                Json::array({Json{{"name", "reference"}, {"stage", 3}, {"offload_param", "cpu"}}}),
                "the reference of Megatron, which lies on the host");
    const FileKey* const teacher = find("teacher.model_name");
    if (method_ != "distillation" || teacher == nullptr) return;
    const auto id = model_id_of(teacher->text, plan_.document().plan, plan_.presets());
    if (id)
      plan_.set("training.roles", Json::array({Json{{"name", "teacher"}, {"model", *id}}}), *teacher);
    else
      plan_.list_as_unread(*teacher,
                           "The teacher is no model of the catalog; the plan has one as large as the model "
                           "that is trained.");
    leave_section("teacher.", "A plan describes only the model of the teacher.");
  }

  /// Reads prompts, samples, saves and the length of the run; NeMo-RL counts one step per generation.
  void steps() {
    const std::string section = method_ == "reward" ? "rm." : method_ + '.';
    const std::int64_t prompts = count_of(section + "num_prompts_per_step"),
                       samples = count_of(section + "num_generations_per_prompt"),
                       batch = count_of("policy.train_global_batch_size");
    const std::int64_t answers = times(prompts, samples),
                       in_one = answers > batch && batch > 0 ? answers / batch : 1;
    if (generates_) {
      if (samples > 0) set_from(section + "num_generations_per_prompt", "training.rl.samples", samples);
      if (prompts > 0) set_from(section + "num_prompts_per_step", "training.rl.prompts", prompts);
    }
    constexpr std::string_view saves = "checkpointing.enabled", period = "checkpointing.save_period";
    if (find(saves) != nullptr && !is_on(keys_, saves)) {
      set_from(saves, "training.save_steps", 0);
      drop(period);
    } else {
      list_as_read(saves, "training.save_steps");
      if (count_of(period) > 0) set_from(period, "training.save_steps", times(count_of(period), in_one));
    }
    const std::string limit = section + "max_num_steps";
    if (const FileKey* const key = find(limit)) {  // take_steps() did not remove it
      if (!key->is_inherited) plan_.list_as_unread(*key, "The run ends with its data before so many steps.");
      drop(limit);
    }
    const std::string evaluates = section + "val_period", micro = section + "val_micro_batch_size";
    if (!generates_ && count_of(evaluates) > 0 && count_of(micro) > 0)
      set_from(micro, "training.eval_batch_size", count_of(micro));
  }

  FileKeys& keys_;
  ProgramKeys& plan_;
  std::string method_;
  bool is_megatron_ = false, generates_ = false, is_apart_ = false, has_reference_ = false;
};

}  // namespace

void read_nemo_rl(FileKeys& keys, ProgramKeys& plan, const std::string& file_name) {
  NemoRlReader(keys, plan).read(file_name);
}

}  // namespace zp::import_io
