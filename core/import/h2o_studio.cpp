// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/h2o_studio.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "core/import/lora_targets.h"
#include "core/text/file_error.h"
#include "core/text/python.h"

namespace zp::import_io {
namespace {

class StudioReader {
 public:
  StudioReader(FileKeys& keys, ProgramKeys& plan) : keys_(keys), plan_(plan) {}

  void read() {
    read_method();
    read_gpus();
    read_framework();
    read_adapters();
    read_types();
    for (const std::string_view section : {"dataset.", "prediction.", "augmentation.", "logging."})
      remove_section(keys_, section);
  }

 private:
  [[nodiscard]] const FileKey* find(std::string_view name) const { return find_key(keys_, name); }
  void list_as_read(std::string_view name, const char* plan_key) {
    take_keys(keys_, plan_, {name}, plan_key);
  }

  void read_method() {
    constexpr std::string_view kind = "problem_type";
    const std::string word = word_at(keys_, kind);
    if (word.find("sequence_to_sequence") != std::string::npos)
      throw FileError("problem_type", "problem_type: " + word +
                                          " trains a model with an encoder, whose shape is not read: state "
                                          "model.architecture with encoder_layers in a plan.");
    const char* const method = word.find("dpo") != std::string::npos              ? "dpo"
                               : word.find("classification") != std::string::npos ? "classification"
                               : word.find("regression") != std::string::npos     ? "classification"
                                                                                  : "sft";
    if (find(kind) != nullptr) plan_.set("training.method", method, *find(kind));
    list_as_read(kind, "training.method");
  }

  void read_gpus() {
    constexpr std::string_view name = "environment.gpus";
    const FileKey* const gpus = find(name);
    if (gpus != nullptr && gpus->is_array() && !gpus->children.empty()) {
      plan_.set("cluster.nodes", 1, *gpus);
      plan_.set("cluster.gpus_per_node", static_cast<std::int64_t>(gpus->children.size()), *gpus);
    }
    list_as_read(name, "cluster.gpus_per_node");
  }

  /// Reads DeepSpeed's stage and bucket sizes, which apply only with use_deepspeed
  /// (llm_studio/src/utils/modeling_utils.py, get_ds_config).
  void read_framework() {
    constexpr std::string_view use = "environment.use_deepspeed", method = "environment.deepspeed_method";
    struct Bucket {
      std::string_view name;
      const char* path;
    };
    constexpr auto buckets = std::to_array<Bucket>(
        {{"environment.deepspeed_allgather_bucket_size", "zero.allgather_bucket_size"},
         {"environment.deepspeed_reduce_bucket_size", "zero.reduce_bucket_size"},
         {"environment.deepspeed_stage3_prefetch_bucket_size", "zero.stage3_prefetch_bucket_size"},
         {"environment.deepspeed_stage3_param_persistence_threshold",
          "zero.stage3_param_persistence_threshold"}});
    const bool has_deepspeed = is_on(keys_, use);
    const FileKey* const stated = find(use);
    const std::string evidence =
        stated != nullptr ? stated->spelling : "no use_deepspeed, whose default is off";
    plan_.set("training.framework", has_deepspeed ? "deepspeed" : "fsdp", evidence);
    if (has_deepspeed) {
      const bool is_third = word_at(keys_, method) == "zero3";
      if (find(method) != nullptr)
        plan_.set("zero.stage", is_third ? 3 : 2, *find(method));
      else
        plan_.set("zero.stage", 2, "no deepspeed_method, whose default is ZeRO2");
      for (const Bucket& row : buckets)
        if (number_at(keys_, row.name) > 0) plan_.set(row.path, number_at(keys_, row.name), *find(row.name));
    } else {
      plan_.set("training.sharding", "none", evidence);
    }
    list_as_read(use, "training.framework");
    list_as_read(method, "zero.stage");
    for (const Bucket& row : buckets)
      list_as_read(row.name, row.path);
  }

  void read_adapters() {
    constexpr std::string_view use = "training.lora", rank = "training.lora_r",
                               modules = "training.lora_target_modules", dropout = "training.lora_dropout",
                               unfrozen = "training.lora_unfreeze_layers";
    const FileKey* const asked = find(use);
    has_adapters_ = asked == nullptr || is_on(keys_, use);
    if (has_adapters_) {
      constexpr std::int64_t usual_rank = 4;
      if (number_at(keys_, rank) > 0)
        plan_.set("training.lora.rank", number_at(keys_, rank), *find(rank));
      else
        plan_.set("training.lora.rank", usual_rank, "no lora_r, whose default is 4");
      const FileKey* const named = find(modules);
      Json targets = Json::array();
      if (named != nullptr)
        for (const std::string_view name : lora_targets(*named).names)
          targets.push_back(name);
      if (targets.empty())
        plan_.set("training.lora.targets", all_linear_layers(),
                  "no lora_target_modules, whose default is all linear layers");
      else
        plan_.set("training.lora.targets", targets, *named);
      if (const FileKey* const share = find(dropout); share != nullptr && python::lax_float(*share))
        plan_.set("training.lora.dropout", *python::lax_float(*share), *share);
      if (const FileKey* const layers = find(unfrozen); layers != nullptr && !layers->children.empty())
        plan_.list_as_unread(*layers, "A plan trains only the adapters.");
    } else {
      plan_.set("training.lora.rank", 0, *asked);
    }
    for (const std::string_view name : {use, rank, modules, dropout, std::string_view("training.lora_alpha")})
      list_as_read(name, "training.lora.rank");
    remove_key(keys_, unfrozen);
  }

  /// Reads the type of the loaded weights. Quantised weights are nf4 or int8 computed in fp16, and the others
  /// are fp32; without adapters, a type other than fp32 switches autocast off
  /// (llm_studio/src/utils/modeling_utils.py, create_nlp_backbone).
  void read_types() {
    constexpr std::string_view kept = "architecture.backbone_dtype", mixed = "environment.mixed_precision",
                               of_products = "environment.mixed_precision_dtype";
    const FileKey* const stated = find(kept);
    const std::string word = stated != nullptr ? word_at(keys_, kept) : "int4";
    const std::string evidence =
        stated != nullptr ? stated->spelling + ": " + word : "no backbone_dtype, whose default is int4";
    const bool is_quantised = word == "int4" || word == "int8";
    const char* const type = word == "bfloat16" ? "bf16" : word == "float16" ? "fp16" : "fp32";
    if (is_quantised && has_adapters_) {
      plan_.set("training.frozen_precision", word == "int4" ? "nf4" : "int8", evidence);
      if (word == "int4") plan_.set("training.double_quantization", false, evidence);
    } else if (has_adapters_) {
      plan_.set("training.types.frozen", type, evidence);
    } else {
      for (const char* const tensor : {"weights", "gradients", "states"})
        plan_.set(std::string("training.types.") + tensor, type, evidence);
    }
    const bool casts = (find(mixed) == nullptr || is_on(keys_, mixed)) &&
                       (has_adapters_ || word == "float32" || is_quantised);
    const std::string half = word_at(keys_, of_products);
    if (casts)
      plan_.set("training.precision", half == "float16" ? "fp16" : "bf16",
                find(of_products) != nullptr ? find(of_products)->spelling
                                             : "no mixed_precision_dtype, whose default is bfloat16");
    else
      plan_.set("training.precision", is_quantised ? "fp16" : type, evidence);
    list_as_read(kept, "training.types.frozen");
    list_as_read(mixed, "training.precision");
    list_as_read(of_products, "training.precision");
  }

  FileKeys& keys_;
  ProgramKeys& plan_;
  bool has_adapters_ = false;
};

}  // namespace

void read_h2o_studio(FileKeys& keys, ProgramKeys& plan) { StudioReader(keys, plan).read(); }

}  // namespace zp::import_io
