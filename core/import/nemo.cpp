// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/nemo.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/import/lora_targets.h"
#include "core/import/named_model.h"
#include "core/import/program_keys_json.h"
#include "core/text/file_error.h"
#include "core/text/letters.h"
#include "core/text/python.h"

namespace zp::import_io {
namespace {

std::int64_t whole_at(const FileKeys& keys, std::string_view name) {
  return python::lax_count(find_key(keys, name));
}

std::string word_at(const FileKeys& keys, std::string_view name) {
  const FileKey* const key = find_key(keys, name);
  return key != nullptr ? lower_case(value_words(*key)) : std::string();
}

void remove_key(FileKeys& keys, std::string_view name) {
  std::erase_if(keys, [&](const FileKey& key) { return key.key == name; });
}

/// Lists a key with those that state the plan's key, and removes it.
void agree_on(FileKeys& keys, ProgramKeys& plan, std::string_view name, const char* plan_key) {
  if (const FileKey* const key = find_key(keys, name)) plan.agree(*key, plan_key);
  remove_key(keys, name);
}

/// Sets the adapters of a section's keys that have been read, and removes the section.
void close_adapters(FileKeys& keys, ProgramKeys& plan, std::string_view section) {
  for (const FileKey& key : keys)
    if (key.key.starts_with(section) && !key.is_null() && !key.is_object() && !plan.lists(key.said))
      plan.agree(key, "training.lora.rank");
  std::erase_if(keys, [&](const FileKey& key) { return key.key.starts_with(section); });
}

Json all_linear() {
  return Json::array({"q_proj", "k_proj", "v_proj", "o_proj", "gate_proj", "up_proj", "down_proj"});
}

/// Names of NeMo's modules with adapters (nemo/collections/nlp/parts/peft_config.py, LoraPEFTConfig).
Json nemo_targets(const FileKey& modules) {
  Json targets = Json::array();
  const auto add = [&](std::initializer_list<const char*> names) {
    for (const char* name : names)
      targets.push_back(name);
  };
  for (const std::string& name : names_in(modules)) {
    const bool is_all = name == "all";
    if (is_all || name == "attention" || name == "attention_qkv") add({"q_proj", "k_proj", "v_proj"});
    if (is_all || name == "attention" || name == "attention_dense") add({"o_proj"});
    if (is_all || name == "mlp" || name == "mlp_fc1") add({"gate_proj", "up_proj"});
    if (is_all || name == "mlp" || name == "mlp_fc2") add({"down_proj"});
  }
  return targets;
}

class NemoReader {
 public:
  NemoReader(FileKeys& keys, ProgramKeys& plan) : keys_(keys), plan_(plan) {}

  void read() {
    refuse_encoders();
    sharding();
    half_precision();
    attention();
    checkpoints();
    adapters();
    if (find_key(keys_, "exp_manager.create_checkpoint_callback") != nullptr &&
        !is_on(keys_, "exp_manager.create_checkpoint_callback"))
      plan_.set("training.save_steps", 0, *find_key(keys_, "exp_manager.create_checkpoint_callback"));
    remove_key(keys_, "exp_manager.create_checkpoint_callback");
    if (whole_at(keys_, "trainer.devices") == 0) remove_key(keys_, "trainer.devices");  // -1 is all there are
  }

 private:
  void refuse_encoders() {
    for (const std::string_view name : {"model.bert_binary_head", "model.encoder.num_layers"})
      if (find_key(keys_, name) != nullptr)
        throw FileError("", "This file of NeMo trains a model with an encoder (" + std::string(name) +
                                "); a plan holds decoders.");
    if (find_key(keys_, "model.patch_dim") != nullptr)
      throw FileError(
          "", "This file of NeMo trains a vision transformer (model.patch_dim); a plan holds decoders.");
    const auto is_of_images = [](const FileKey& key) { return key.key.starts_with("model.mm_cfg."); };
    if (std::ranges::any_of(keys_, is_of_images))
      plan_.note(
          {Severity::ignored, "tower_not_known", "model.vision",
           "The file trains a language model with the parts of model.mm_cfg; the plan has the language "
           "model alone, and takes less than the run.",
           "Set model.vision, or name a vision-language model of the catalog."});
  }

  void sharding() {
    const std::string optimizer = word_at(keys_, "model.optim.name");
    const bool is_distributed =
        optimizer == "distributed_fused_adam" || optimizer == "mcore_distributed_optim";
    const FileKey* const fsdp = find_key(keys_, "model.fsdp");
    if (fsdp != nullptr && is_on(keys_, "model.fsdp")) {
      const std::string strategy = word_at(keys_, "model.fsdp_sharding_strategy");
      plan_.set("training.framework", "fsdp", *fsdp);
      plan_.set("training.fsdp_version", 1, *fsdp);
      plan_.set("training.sharding", strategy == "grad" ? "gradients" : "full", *fsdp);
      if (strategy == "hybrid")
        plan_.set("training.shard_ranks", plan_.document().plan.cluster.gpus_per_node,
                  *find_key(keys_, "model.fsdp_sharding_strategy"));
      agree_on(keys_, plan_, "model.fsdp_sharding_strategy", "training.sharding");
    } else {
      const FileKey* const name = find_key(keys_, "model.optim.name");
      const std::string said =
          name != nullptr ? name->said : "no model.optim.name, which is no distributed one";
      plan_.set("training.framework", "fsdp", said);
      plan_.set("training.sharding", is_distributed ? "optimizer" : "none", said);
      if (fsdp != nullptr) plan_.agree(*fsdp, "training.sharding");
      for (const std::string_view other :
           {"model.fsdp_sharding_strategy", "model.fsdp_grad_reduce_dtype", "model.fsdp_sharded_checkpoint"})
        remove_key(keys_, other);
    }
    remove_key(keys_, "model.fsdp");
  }

  /// Reads megatron_amp_O2: weights in 16 bits beside fp32 ones that are stepped, gradients added up in fp32
  /// in bf16 runs, unless the optimizer is distributed (megatron_base_model.py, configure_optimizers).
  /// Without it, which is the default, everything is fp32 under autocast.
  void half_precision() {
    const FileKey* const half = find_key(keys_, "model.megatron_amp_O2");
    const std::string precision = word_at(keys_, "trainer.precision");
    const bool is_bf16 = precision.find("bf16") != std::string::npos;
    const bool is_fp16 = precision.find("16") != std::string::npos && !is_bf16;
    const std::string said = half != nullptr ? half->said + ": " + value_words(*half)
                                             : "no model.megatron_amp_O2, which is off then";
    if (is_on(keys_, "model.megatron_amp_O2") && (is_bf16 || is_fp16)) {
      const char* const type = is_bf16 ? "bf16" : "fp16";
      const bool is_distributed = plan_.document().plan.zero.stage == 1;
      plan_.set("training.types.weights", type, said);
      for (const char* const name : {"training.types.gradients", "training.types.reduced"})
        plan_.set(name, is_bf16 && !is_distributed ? "fp32" : type, said);
      plan_.set("training.types.master", "fp32", said);
    } else if (is_bf16 || is_fp16) {
      for (const char* const name : {"training.types.weights", "training.types.gradients",
                                     "training.types.reduced", "training.types.gathered"})
        plan_.set(name, "fp32", said);
    }
    agree_on(keys_, plan_, "model.megatron_amp_O2", "training.types.weights");
  }

  void attention() {
    const FileKey *const engine = find_key(keys_, "model.transformer_engine"),
                         *const flash = find_key(keys_, "model.use_flash_attention");
    const bool has_engine = is_on(keys_, "model.transformer_engine") || is_on(keys_, "model.mcore_gpt");
    if (engine != nullptr && is_on(keys_, "model.transformer_engine"))
      plan_.set("training.fused_norm", true, *engine);
    else if (engine != nullptr)
      plan_.agree(*engine, "training.fused_norm");
    const bool is_fused = has_engine || is_on(keys_, "model.use_flash_attention");
    const FileKey* const from = flash != nullptr ? flash : engine;
    if (from != nullptr) plan_.set("training.attention", is_fused ? "sdpa" : "eager", *from);
    remove_key(keys_, "model.transformer_engine");
    remove_key(keys_, "model.use_flash_attention");
    const FileKey* const fp8 = find_key(keys_, "model.fp8");
    if (fp8 != nullptr && is_on(keys_, "model.fp8"))
      plan_.set("training.types.products", "fp8", *fp8);
    else if (fp8 != nullptr)
      plan_.agree(*fp8, "training.types.products");
    std::erase_if(keys_, [](const FileKey& key) {
      return key.key == "model.fp8" || key.key.starts_with("model.fp8_") || key.key == "model.reduce_amax";
    });
  }

  void checkpoints() {
    constexpr std::string_view granularity = "model.activations_checkpoint_granularity",
                               method = "model.activations_checkpoint_method",
                               blocks = "model.activations_checkpoint_num_layers";
    const std::string depth = word_at(keys_, granularity);
    const FileKey* const key = find_key(keys_, granularity);
    if (depth == "selective") {
      plan_.set("training.activation_checkpointing", "none", *key);
      plan_.set("training.attention", "sdpa", *key);
      plan_.note({Severity::ignored, "modules_recomputed", "training.activation_checkpointing",
                  "NeMo's selective checkpointing recomputes the attention alone, whose scores a plan with "
                  "attention sdpa does not keep either; the time of computing it again is left out.",
                  ""});
    } else if (depth == "full") {
      plan_.set("training.activation_checkpointing", "full", *key);
      const std::string way = word_at(keys_, method);
      const FileKey* const number = find_key(keys_, blocks);
      if (way == "block" && number != nullptr)
        plan_.pass_over(*number, "It checkpoints that many blocks of each stage; a plan checkpoints all.");
      else if (whole_at(keys_, blocks) > 0)
        plan_.set("training.blocks_per_checkpoint", whole_at(keys_, blocks), *number);
      agree_on(keys_, plan_, method, "training.activation_checkpointing");
    }
    for (const std::string_view name : {granularity, method, blocks})
      remove_key(keys_, name);
  }

  void adapters() {
    const FileKey* const scheme = find_key(keys_, "model.peft.peft_scheme");
    const std::string word = word_at(keys_, "model.peft.peft_scheme");
    constexpr std::string_view lora = "model.peft.lora_tuning.";
    if (word == "lora" || word == "qlora") {
      constexpr int usual_rank = 32;
      const FileKey* const rank = find_key(keys_, "model.peft.lora_tuning.adapter_dim");
      const std::int64_t number = python::lax_count(rank);
      plan_.set("training.lora.rank", number > 0 ? number : usual_rank, rank != nullptr ? *rank : *scheme);
      if (const FileKey* const modules = find_key(keys_, "model.peft.lora_tuning.target_modules"))
        plan_.set("training.lora.targets", nemo_targets(*modules), *modules);
      if (const FileKey* const dropout = find_key(keys_, "model.peft.lora_tuning.adapter_dropout"))
        if (const auto share = python::lax_float(*dropout))
          plan_.set("training.lora.dropout", *share, *dropout);
      if (word == "qlora") plan_.set("training.frozen_precision", "nf4", *scheme);
      remove_key(keys_, "model.peft.peft_scheme");
      close_adapters(keys_, plan_, lora);
    } else if (scheme != nullptr && word != "none" && word != "null" && !word.empty()) {
      plan_.note({Severity::ignored, "tuning_not_known", "training.lora",
                  "The file trains by " + word +
                      " (model.peft.peft_scheme), which a plan has not; the plan "
                      "trains all weights and takes more.",
                  "Set training.lora for adapters of a like size."});
      plan_.pass_over(*scheme, "A plan has LoRA alone.");
      remove_key(keys_, "model.peft.peft_scheme");
    }
    std::erase_if(keys_, [](const FileKey& key) { return key.key.starts_with("model.peft."); });
  }

  FileKeys& keys_;
  ProgramKeys& plan_;
};

class AutomodelReader {
 public:
  AutomodelReader(FileKeys& keys, ProgramKeys& plan) : keys_(keys), plan_(plan) {}

  void read() {
    recipe();
    strategy();
    machine();
    lengths();
    adapters();
    optimizer();
    fp8();
  }

 private:
  /// Refuses recipes that train something else than a decoder on its own tokens.
  void recipe() {
    const FileKey* const name = find_key(keys_, "recipe");
    if (name == nullptr) return;
    const std::string word = value_words(*name);
    for (const char* other : {"Eagle", "DSpark", "DFlash", "Vispec", "JetSpec", "Domino", "Diffusion",
                              "Encoder", "Embedding", "SequenceClassification", "Multimodal"})
      if (word.find(other) != std::string::npos)
        throw FileError("recipe", "This recipe of NeMo Automodel (" + word +
                                      ") trains no decoder on its own tokens; a plan holds those.");
    if (word.find("KnowledgeDistillation") != std::string::npos) {
      plan_.set("training.method", "distillation", *name);
      if (const FileKey* const teacher = find_key(keys_, "teacher_model.pretrained_model_name_or_path")) {
        const auto id = model_id_of(teacher->text, plan_.document().plan, plan_.presets());
        if (id)
          plan_.set("training.roles", Json::array({Json{{"name", "teacher"}, {"model", *id}}}), *teacher);
        else
          plan_.pass_over(
              *teacher,
              "The teacher is no model of the catalog; the plan has one as large as the model that is "
              "trained.");
        remove_key(keys_, "teacher_model.pretrained_model_name_or_path");
      }
    } else {
      const std::string data = word_at(keys_, "dataset._target_");
      const bool is_pretraining =
          data.find("megatronpretraining") != std::string::npos || data.find("nanogpt") != std::string::npos;
      if (is_pretraining) plan_.set("training.method", "pretrain", *find_key(keys_, "dataset._target_"));
      plan_.agree(*name, "training.method");
    }
    remove_key(keys_, "recipe");
  }

  void strategy() {
    const FileKey* const name = find_key(keys_, "distributed.strategy");
    const FileKey* const manager = find_key(keys_, "distributed._target_");
    const std::string word =
        name != nullptr ? word_at(keys_, "distributed.strategy") : word_at(keys_, "distributed._target_");
    const std::string said = name != nullptr      ? name->said + ": " + word
                             : manager != nullptr ? manager->said
                                                  : "no distributed.strategy, which is fsdp2 then";
    plan_.set("training.framework", "fsdp", said);
    const bool is_ddp = word.find("ddp") != std::string::npos;
    if (is_ddp)
      plan_.set("training.sharding", "none", said);
    else if (find_key(keys_, "distributed.reshard_after_forward") == nullptr)
      plan_.set("training.sharding", "full", said);
    if (!is_ddp) plan_.set("training.fsdp_version", 2, said);
    if (word.find("megatron") != std::string::npos)
      plan_.note({Severity::ignored, "megatron_fsdp", "training.framework",
                  "The plan has PyTorch's FSDP2 in place of Megatron-FSDP, whose buffers differ.", ""});
    agree_on(keys_, plan_, "distributed.strategy", "training.sharding");
    agree_on(keys_, plan_, "distributed._target_", "training.sharding");
  }

  void machine() {
    if (const FileKey* const offload = find_key(keys_, "distributed.offload_policy._target_")) {
      plan_.set("zero.offload_optimizer", "cpu", *offload);
      plan_.set("zero.offload_param", "cpu", *offload);
    }
    std::erase_if(keys_,
                  [](const FileKey& key) { return key.key.starts_with("distributed.offload_policy"); });
    for (const auto& [name, plan_key] :
         {std::pair("distributed.tp_size", "training.tensor_parallel"),
          std::pair("distributed.cp_size", "training.context_parallel"),
          std::pair("distributed.pp_size", "training.pipeline_parallel"),
          std::pair("slurm.nodes", "cluster.nodes"), std::pair("skypilot.num_nodes", "cluster.nodes"),
          std::pair("benchmark.num_nodes", "cluster.nodes"),
          std::pair("slurm.ntasks_per_node", "cluster.gpus_per_node")})
      if (const std::int64_t size = whole_at(keys_, name); size > 0) plan_.preset(plan_key, size);
    const std::int64_t copies = whole_at(keys_, "distributed.dp_replicate_size");
    const Plan now = plan_.document().plan;
    const std::int64_t ranks =
        now.cluster.ranks() / std::max(now.training.tensor_parallel * now.training.pipeline_parallel, 1);
    if (copies > 1 && ranks % copies == 0)
      plan_.set("training.shard_ranks", ranks / copies, *find_key(keys_, "distributed.dp_replicate_size"));
    else if (copies == 1)
      plan_.agree(*find_key(keys_, "distributed.dp_replicate_size"), "training.shard_ranks");
    remove_key(keys_, "distributed.dp_replicate_size");
    if (const FileKey* const micro = find_key(keys_, "distributed.pipeline.pp_microbatch_size");
        micro != nullptr && now.training.pipeline_parallel > 1 && python::lax_count(micro) > 0) {
      // A pipeline divides the local batch into micro batches of that many sequences.
      const std::int64_t local = whole_at(keys_, "step_scheduler.local_batch_size");
      plan_.set("training.micro_batch_size", python::lax_count(micro), *micro);
      if (local > 0) agree_on(keys_, plan_, "step_scheduler.local_batch_size", "training.micro_batch_size");
    }
    remove_key(keys_, "distributed.pipeline.pp_microbatch_size");
  }

  /// Reads the length of a sequence: packed, or what the dataset cuts or pads to.
  void lengths() {
    constexpr std::string_view packed = "packed_sequence.packed_sequence_size";
    const FileKey* const pack = find_key(keys_, packed);
    if (whole_at(keys_, packed) > 0) {
      plan_.set("training.sequence_length", whole_at(keys_, packed), *pack);
      plan_.set("training.batch_lengths", "fixed", *pack);
      for (const std::string_view name : {"dataset.seq_length", "dataset.seq_len"})
        agree_on(keys_, plan_, name, "training.sequence_length");
    } else if (pack != nullptr) {
      plan_.agree(*pack, "training.batch_lengths");
    }
    remove_key(keys_, packed);
  }

  void adapters() {
    constexpr std::string_view section = "peft.";
    const bool has_any = std::ranges::any_of(
        keys_, [&](const FileKey& key) { return key.key.starts_with(section) && !key.is_null(); });
    if (!has_any) return;
    constexpr int usual_rank = 8;  // PeftConfig.dim
    const FileKey* const rank = find_key(keys_, "peft.dim");
    if (rank != nullptr && python::lax_count(rank) > 0)
      plan_.set("training.lora.rank", python::lax_count(rank), *rank);
    else
      plan_.set("training.lora.rank", usual_rank, "peft without dim, which is 8 then");
    const FileKey* const modules = find_key(keys_, "peft.target_modules");
    const std::vector<std::string> names =
        modules != nullptr ? names_in(*modules) : std::vector<std::string>();
    const bool takes_all =
        names.empty() || is_on(keys_, "peft.match_all_linear") ||
        std::ranges::any_of(names, [](const std::string& name) { return name == "*" || name == "*_proj"; });
    Json targets = takes_all ? all_linear() : Json::array();
    if (!takes_all)
      for (const std::string_view name : lora_targets(*modules).names)
        targets.push_back(name);
    if (modules != nullptr)
      plan_.set("training.lora.targets", targets, *modules);
    else
      plan_.set("training.lora.targets", targets, "peft on all linear layers");
    if (const FileKey* const dropout = find_key(keys_, "peft.dropout"))
      if (const auto share = python::lax_float(*dropout))
        plan_.set("training.lora.dropout", *share, *dropout);
    if (const FileKey* const dora = find_key(keys_, "peft.use_dora"))
      plan_.set("training.lora.dora", is_on(keys_, "peft.use_dora"), *dora);
    close_adapters(keys_, plan_, section);
    if (const FileKey* const four = find_key(keys_, "quantization.load_in_4bit");
        four != nullptr && is_on(keys_, "quantization.load_in_4bit"))
      plan_.set("training.frozen_precision", "nf4", *four);
    if (const FileKey* const eight = find_key(keys_, "quantization.load_in_8bit");
        eight != nullptr && is_on(keys_, "quantization.load_in_8bit"))
      plan_.set("training.frozen_precision", "int8", *eight);
    std::erase_if(keys_, [](const FileKey& key) { return key.key.starts_with("quantization."); });
  }

  /// Reads Transformer Engine's FusedAdam, which keeps states, and if asked for master weights, in fp32
  /// beside weights in 16 bits (docs/guides/mixed-precision-training.mdx).
  void optimizer() {
    const FileKey* const name = find_key(keys_, "optimizer._target_");
    if (name == nullptr || name->text.find("FusedAdam") == std::string::npos) return;
    plan_.set("training.optimizer", "adamw", *name);
    plan_.set("training.types.states", "fp32", *name);
    constexpr auto types = std::to_array<std::array<std::string_view, 2>>(
        {{"bf16", "bf16"}, {"bfloat16", "bf16"}, {"float32", "fp32"}, {"fp32", "fp32"}});
    for (const std::string_view kept : {"model.torch_dtype", "model.config.torch_dtype"})
      if (const FileKey* const type = find_key(keys_, kept)) {
        const std::string word = word_at(keys_, kept);
        for (const auto& [theirs, ours] : types)
          if (word == theirs || word == "torch." + std::string(theirs)) {
            plan_.set("training.types.weights", ours, *type);
            plan_.set("training.types.gradients", ours, *type);
          }
        remove_key(keys_, kept);
      }
    if (const FileKey* const master = find_key(keys_, "optimizer.master_weights");
        master != nullptr && is_on(keys_, "optimizer.master_weights"))
      plan_.set("training.types.master", "fp32", *master);
    remove_key(keys_, "optimizer._target_");
    remove_key(keys_, "optimizer.master_weights");
  }

  void fp8() {
    const FileKey* const enabled = find_key(keys_, "fp8.enabled");
    if (enabled != nullptr && is_on(keys_, "fp8.enabled")) {
      plan_.set("training.types.products", "fp8", *enabled);
      const FileKey* const name = find_key(keys_, "fp8.recipe_name");
      plan_.set("training.fp8_recipe", name != nullptr ? value_words(*name) : "tensorwise",
                name != nullptr ? *name : *enabled);
      if (is_on(keys_, "fp8.enable_fsdp_float8_all_gather"))
        plan_.set("training.types.gathered", "fp8", *find_key(keys_, "fp8.enable_fsdp_float8_all_gather"));
    }
    std::erase_if(keys_, [](const FileKey& key) { return key.key.starts_with("fp8."); });
  }

  FileKeys& keys_;
  ProgramKeys& plan_;
};

}  // namespace

void read_nemo(FileKeys& keys, ProgramKeys& plan) { NemoReader(keys, plan).read(); }

void read_automodel(FileKeys& keys, ProgramKeys& plan) { AutomodelReader(keys, plan).read(); }

}  // namespace zp::import_io
