// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/nemo_automodel.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/import/lora_targets.h"
#include "core/import/named_model.h"
#include "core/import/program_keys_json.h"
#include "core/text/file_error.h"
#include "core/text/python.h"

namespace zp::import_io {
namespace {

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
  /// Refuses recipes that train something other than a decoder on its own tokens.
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
          plan_.list_as_unread(
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
      plan_.list_as_read(*name, "training.method");
    }
    remove_key(keys_, "recipe");
  }

  void strategy() {
    const FileKey* const name = find_key(keys_, "distributed.strategy");
    const FileKey* const manager = find_key(keys_, "distributed._target_");
    const std::string word =
        name != nullptr ? word_at(keys_, "distributed.strategy") : word_at(keys_, "distributed._target_");
    const std::string evidence = name != nullptr      ? name->spelling + ": " + word
                                 : manager != nullptr ? manager->spelling
                                                      : "no distributed.strategy, whose default is fsdp2";
    plan_.set("training.framework", "fsdp", evidence);
    const bool is_ddp = word.find("ddp") != std::string::npos;
    if (is_ddp)
      plan_.set("training.sharding", "none", evidence);
    else if (find_key(keys_, "distributed.reshard_after_forward") == nullptr)
      plan_.set("training.sharding", "full", evidence);
    if (!is_ddp) plan_.set("training.fsdp_version", 2, evidence);
    if (word.find("megatron") != std::string::npos)
      plan_.note({Severity::ignored, "megatron_fsdp", "training.framework",
                  "The plan has PyTorch's FSDP2 in place of Megatron-FSDP, whose buffers differ.", ""});
    take_keys(keys_, plan_, {"distributed.strategy"}, "training.sharding");
    take_keys(keys_, plan_, {"distributed._target_"}, "training.sharding");
  }

  void machine() {
    if (const FileKey* const offload = find_key(keys_, "distributed.offload_policy._target_")) {
      plan_.set("zero.offload_optimizer", "cpu", *offload);
      plan_.set("zero.offload_param", "cpu", *offload);
    }
    remove_section(keys_, "distributed.offload_policy");
    for (const auto& [name, plan_key] :
         {std::pair("distributed.tp_size", "training.tensor_parallel"),
          std::pair("distributed.cp_size", "training.context_parallel"),
          std::pair("distributed.pp_size", "training.pipeline_parallel"),
          std::pair("slurm.nodes", "cluster.nodes"), std::pair("skypilot.num_nodes", "cluster.nodes"),
          std::pair("benchmark.num_nodes", "cluster.nodes"),
          std::pair("slurm.ntasks_per_node", "cluster.gpus_per_node")})
      if (const std::int64_t size = number_at(keys_, name); size > 0) plan_.preset(plan_key, size);
    const std::int64_t copies = number_at(keys_, "distributed.dp_replicate_size");
    const Plan now = plan_.document().plan;
    const std::int64_t ranks =
        now.cluster.ranks() /
        std::max<std::int64_t>(times(now.training.tensor_parallel, now.training.pipeline_parallel), 1);
    if (copies > 1 && ranks % copies == 0)
      plan_.set("training.shard_ranks", ranks / copies, *find_key(keys_, "distributed.dp_replicate_size"));
    else if (copies == 1)
      plan_.list_as_read(*find_key(keys_, "distributed.dp_replicate_size"), "training.shard_ranks");
    remove_key(keys_, "distributed.dp_replicate_size");
    if (const FileKey* const micro = find_key(keys_, "distributed.pipeline.pp_microbatch_size");
        micro != nullptr && now.training.pipeline_parallel > 1 && python::lax_count(micro) > 0) {
      // A pipeline divides the local batch into micro batches of this many sequences.
      const std::int64_t local = number_at(keys_, "step_scheduler.local_batch_size");
      plan_.set("training.micro_batch_size", python::lax_count(micro), *micro);
      if (local > 0)
        take_keys(keys_, plan_, {"step_scheduler.local_batch_size"}, "training.micro_batch_size");
    }
    remove_key(keys_, "distributed.pipeline.pp_microbatch_size");
  }

  /// Reads the sequence length: that of packed sequences, or the length to which the dataset truncates or
  /// pads.
  void lengths() {
    constexpr std::string_view packed = "packed_sequence.packed_sequence_size";
    const FileKey* const pack = find_key(keys_, packed);
    if (number_at(keys_, packed) > 0) {
      plan_.set("training.sequence_length", number_at(keys_, packed), *pack);
      plan_.set("training.batch_lengths", "fixed", *pack);
      for (const std::string_view name : {"dataset.seq_length", "dataset.seq_len"})
        take_keys(keys_, plan_, {name}, "training.sequence_length");
    } else if (pack != nullptr) {
      plan_.list_as_read(*pack, "training.batch_lengths");
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
      plan_.set("training.lora.rank", usual_rank, "peft without dim, whose default is 8");
    const FileKey* const modules = find_key(keys_, "peft.target_modules");
    const std::vector<std::string> names =
        modules != nullptr ? names_in(*modules) : std::vector<std::string>();
    const bool takes_all =
        names.empty() || is_on(keys_, "peft.match_all_linear") ||
        std::ranges::any_of(names, [](const std::string& name) { return name == "*" || name == "*_proj"; });
    Json targets = takes_all ? all_linear_layers() : Json::array();
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
    remove_section(keys_, "quantization.");
  }

  /// Reads Transformer Engine's FusedAdam, which stores its states, and master weights if configured, in fp32
  /// next to 16-bit weights (docs/guides/mixed-precision-training.mdx).
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
    remove_section(keys_, "fp8.");
  }

  FileKeys& keys_;
  ProgramKeys& plan_;
};

}  // namespace

void read_automodel(FileKeys& keys, ProgramKeys& plan) { AutomodelReader(keys, plan).read(); }

}  // namespace zp::import_io
