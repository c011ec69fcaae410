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
#include "core/import/program_keys_json.h"
#include "core/text/file_error.h"
#include "core/text/python.h"

namespace zp::import_io {
namespace {

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
    if (number_at(keys_, "trainer.devices") == 0) remove_key(keys_, "trainer.devices");  // -1 means all GPUs
  }

 private:
  void refuse_encoders() {
    for (const std::string_view name : {"model.bert_binary_head", "model.encoder.num_layers"})
      if (find_key(keys_, name) != nullptr)
        throw FileError(
            "", "This file of NeMo trains a model with an encoder (" + std::string(name) +
                    "), whose shape is not read: state model.architecture with encoder_layers in a plan.");
    // launcher_scripts/conf/peft/griffin of NeMo-Framework-Launcher
    const FileKey* const tokenizer = find_key(keys_, "model.tokenizer.type");
    const bool is_griffin =
        find_key(keys_, "model.activations_checkpoint_recurrent") != nullptr ||
        (tokenizer != nullptr && tokenizer->text.find("recurrentgemma") != std::string::npos);
    if (is_griffin)
      throw FileError("",
                      "This file of NeMo trains Griffin (RecurrentGemma), two of whose three layers are "
                      "recurrent; a plan holds layers with attention.");
    if (find_key(keys_, "model.patch_dim") != nullptr)
      throw FileError(
          "", "This file of NeMo trains a vision transformer (model.patch_dim); a plan holds decoders.");
    const auto is_of_images = [](const FileKey& key) { return key.key.starts_with("model.mm_cfg."); };
    if (std::ranges::any_of(keys_, is_of_images))
      plan_.note({Severity::ignored, "tower_not_known", "model.vision",
                  "The file trains a language model with the parts of model.mm_cfg; the plan has only the "
                  "language model, and needs less memory than the run.",
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
      take_keys(keys_, plan_, {"model.fsdp_sharding_strategy"}, "training.sharding");
    } else {
      const FileKey* const name = find_key(keys_, "model.optim.name");
      const std::string evidence =
          name != nullptr ? name->spelling : "no model.optim.name, which is no distributed one";
      plan_.set("training.framework", "fsdp", evidence);
      plan_.set("training.sharding", is_distributed ? "optimizer" : "none", evidence);
      if (fsdp != nullptr) plan_.list_as_read(*fsdp, "training.sharding");
      for (const std::string_view other :
           {"model.fsdp_sharding_strategy", "model.fsdp_grad_reduce_dtype", "model.fsdp_sharded_checkpoint"})
        remove_key(keys_, other);
    }
    remove_key(keys_, "model.fsdp");
  }

  /// Reads megatron_amp_O2: 16-bit weights with fp32 master weights; in bf16 runs gradients are accumulated
  /// in fp32 unless the optimizer is distributed (megatron_base_model.py, configure_optimizers). Without it
  /// (the default) everything is fp32 under autocast.
  void half_precision() {
    // NeMo 2 and Megatron-Bridge accumulate gradients in fp32, also with a distributed optimizer
    // (nemo/collections/llm/recipes/precision/mixed_precision.py: grad_reduce_in_fp32).
    const std::string recipe_kind = word_at(keys_, "model.recipe");
    const bool is_newer = find_key(keys_, "model.recipe") != nullptr;
    if (recipe_kind == "pretrain_recipe") plan_.set("training.method", "pretrain", recipe_kind);
    if (recipe_kind == "finetune_recipe") plan_.set("training.method", "sft", recipe_kind);
    remove_key(keys_, "model.recipe");
    const FileKey* const half = find_key(keys_, "model.megatron_amp_O2");
    const std::string precision = word_at(keys_, "trainer.precision");
    const bool is_bf16 = precision.find("bf16") != std::string::npos;
    const bool is_fp16 = precision.find("16") != std::string::npos && !is_bf16;
    const std::string evidence = half != nullptr ? half->spelling + ": " + value_words(*half)
                                                 : "no model.megatron_amp_O2, whose default is off";
    if (is_on(keys_, "model.megatron_amp_O2") && (is_bf16 || is_fp16)) {
      const char* const type = is_bf16 ? "bf16" : "fp16";
      const bool is_distributed = plan_.document().plan.zero.stage == 1;
      plan_.set("training.types.weights", type, evidence);
      for (const char* const name : {"training.types.gradients", "training.types.reduced"})
        plan_.set(name, is_bf16 && (is_newer || !is_distributed) ? "fp32" : type, evidence);
      plan_.set("training.types.master", "fp32", evidence);
    } else if (is_bf16 || is_fp16) {
      for (const char* const name : {"training.types.weights", "training.types.gradients",
                                     "training.types.reduced", "training.types.gathered"})
        plan_.set(name, "fp32", evidence);
    }
    take_keys(keys_, plan_, {"model.megatron_amp_O2"}, "training.types.weights");
  }

  void attention() {
    const FileKey *const engine = find_key(keys_, "model.transformer_engine"),
                         *const flash = find_key(keys_, "model.use_flash_attention");
    const bool has_engine = is_on(keys_, "model.transformer_engine") || is_on(keys_, "model.mcore_gpt");
    if (engine != nullptr && is_on(keys_, "model.transformer_engine"))
      plan_.set("training.fused_norm", true, *engine);
    else if (engine != nullptr)
      plan_.list_as_read(*engine, "training.fused_norm");
    const bool is_fused = has_engine || is_on(keys_, "model.use_flash_attention");
    const FileKey* const from = flash != nullptr ? flash : engine;
    if (from != nullptr) plan_.set("training.attention", is_fused ? "sdpa" : "eager", *from);
    remove_key(keys_, "model.transformer_engine");
    remove_key(keys_, "model.use_flash_attention");
    const FileKey* const fp8 = find_key(keys_, "model.fp8");
    if (fp8 != nullptr && is_on(keys_, "model.fp8"))
      plan_.set("training.types.products", "fp8", *fp8);
    else if (fp8 != nullptr)
      plan_.list_as_read(*fp8, "training.types.products");
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
                  "NeMo's selective checkpointing recomputes only the attention, whose scores a plan with "
                  "attention sdpa does not keep either; the time to recompute it is not counted.",
                  ""});
    } else if (depth == "full") {
      plan_.set("training.activation_checkpointing", "full", *key);
      const std::string way = word_at(keys_, method);
      const FileKey* const number = find_key(keys_, blocks);
      if (way == "block" && number != nullptr)
        plan_.list_as_unread(*number,
                             "It checkpoints that many blocks of each stage; a plan checkpoints all.");
      else if (number_at(keys_, blocks) > 0)
        plan_.set("training.blocks_per_checkpoint", number_at(keys_, blocks), *number);
      take_keys(keys_, plan_, {method}, "training.activation_checkpointing");
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
      plan_.list_as_unread(*scheme, "A plan has only LoRA.");
      remove_key(keys_, "model.peft.peft_scheme");
    }
    remove_section(keys_, "model.peft.");
  }

  FileKeys& keys_;
  ProgramKeys& plan_;
};

}  // namespace

void read_nemo(FileKeys& keys, ProgramKeys& plan) { NemoReader(keys, plan).read(); }

}  // namespace zp::import_io
