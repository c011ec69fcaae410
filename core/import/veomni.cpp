// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/veomni.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>

#include "core/import/lora_targets.h"
#include "core/import/program_keys_json.h"
#include "core/text/python.h"

namespace zp::import_io {
namespace {

/// Returns true for a switch that is present and off.
bool is_switched_off(const FileKey* key) { return key != nullptr && python::lax_bool(*key) == false; }

class VeOmniReader {
 public:
  VeOmniReader(FileKeys& keys, ProgramKeys& plan) : keys_(keys), plan_(plan) {}

  void read() {
    read_method();
    read_sharding();
    read_precision();
    read_lengths();
    read_adapters();
    read_groups();
  }

 private:
  [[nodiscard]] const FileKey* find(std::string_view name) const { return find_key(keys_, name); }
  void list_as_read(std::string_view name, const char* plan_key) {
    take_keys(keys_, plan_, {name}, plan_key);
  }

  void read_method() {
    const FileKey* const type = find("data.data_type");
    const std::string word = type != nullptr ? type->text : "";
    const char* const method = word == "plaintext"        ? "pretrain"
                               : word == "dpo"            ? "dpo"
                               : word == "classification" ? "classification"
                                                          : "sft";
    if (type != nullptr)
      plan_.set("training.method", method, *type);
    else
      plan_.set("training.method", method, "no data_type, whose default is conversation");
    remove_key(keys_, "data.data_type");
  }

  /// Reads fsdp_mode and related switches; FSDP2 shards all model states by default.
  void read_sharding() {
    constexpr std::string_view mode = "train.accelerator.fsdp_config.fsdp_mode",
                               keeps = "train.accelerator.fsdp_config.reshard_after_forward",
                               offload = "train.accelerator.fsdp_config.offload";
    const FileKey* const stated = find(mode);
    const std::string word = stated != nullptr ? stated->text : "fsdp2";
    const std::string evidence =
        stated != nullptr ? stated->spelling + ": " + word : "no fsdp_mode, whose default is fsdp2";
    const bool is_whole = word == "ddp";
    plan_.set("training.framework", "fsdp", evidence);
    if (!is_whole) plan_.set("training.fsdp_version", word == "fsdp1" ? 1 : 2, evidence);
    if (is_switched_off(find(keeps)) && !is_whole)
      plan_.set("training.sharding", "gradients", *find(keeps));
    else
      plan_.set("training.sharding", is_whole ? "none" : "full", evidence);
    list_as_read(mode, "training.framework");
    list_as_read(keeps, "training.sharding");
    if (is_on(keys_, offload)) {
      const FileKey from = *find(offload);
      plan_.set("zero.offload_optimizer", "cpu", from);
      plan_.set("zero.offload_param", "cpu", from);
    }
    list_as_read(offload, "zero.offload_param");
  }

  /// Without mixed precision, VeOmni loads and trains the model in bf16 (veomni/trainer/base.py,
  /// _build_model).
  void read_precision() {
    constexpr std::string_view mixed = "train.accelerator.fsdp_config.mixed_precision.enable";
    if (is_switched_off(find(mixed)))
      for (const char* const tensor : {"weights", "frozen", "adapters", "gradients", "reduced", "states"})
        plan_.set(std::string("training.types.") + tensor, "bf16", *find(mixed));
    list_as_read(mixed, "training.types.weights");
  }

  /// Micro batches are filled up to micro_batch_size times max_seq_len tokens (veomni/data/data_loader.py),
  /// unless dyn_bsz (before 0.1.7: rmpad and rmpad_with_pos_ids) is off.
  void read_lengths() {
    const bool is_padded =
        is_switched_off(find("train.dyn_bsz")) ||
        (is_switched_off(find("train.rmpad")) && !is_on(keys_, "train.rmpad_with_pos_ids"));
    if (!is_padded)
      plan_.set("training.batch_lengths", "fixed",
                "micro batches filled up to micro_batch_size * max_seq_len tokens");
    for (const std::string_view name : {"train.dyn_bsz", "train.rmpad", "train.rmpad_with_pos_ids"})
      list_as_read(name, "training.batch_lengths");
  }

  void read_adapters() {
    constexpr std::string_view section = "model.lora_config.";
    const auto first = std::ranges::find_if(
        keys_, [&](const FileKey& key) { return key.key.starts_with(section) && !key.is_null(); });
    if (first == keys_.end()) return;
    const FileKey from = *first;
    constexpr std::int64_t usual_rank = 8;
    const FileKey* rank = find("model.lora_config.rank");
    if (rank == nullptr) rank = find("model.lora_config.r");
    const std::int64_t stated = python::lax_count(rank);
    plan_.set("training.lora.rank", stated > 0 ? stated : usual_rank, rank != nullptr ? *rank : from);
    const FileKey* modules = find("model.lora_config.lora_modules");
    if (modules == nullptr) modules = find("model.lora_config.target_modules");
    Json targets = Json::array();
    if (modules != nullptr)
      for (const std::string_view name : lora_targets(*modules).names)
        targets.push_back(name);
    if (!targets.empty()) plan_.set("training.lora.targets", targets, *modules);
    const FileKey* const share = find("model.lora_config.lora_dropout");
    if (share != nullptr && python::lax_float(*share))
      plan_.set("training.lora.dropout", *python::lax_float(*share), *share);
    close_adapters(keys_, plan_, section);
  }

  /// Reads the replicas of the sharded model: dp_replicate_size of them, or groups of dp_shard_size ranks.
  void read_groups() {
    constexpr std::string_view copies = "train.accelerator.dp_replicate_size",
                               shards = "train.accelerator.dp_shard_size",
                               sequence = "train.accelerator.ulysses_size";
    const std::int64_t parts = std::max<std::int64_t>(number_at(keys_, sequence), 1);
    const std::int64_t ranks = plan_.document().plan.cluster.ranks();
    const std::int64_t replicas = number_at(keys_, copies), dividing = number_at(keys_, shards);
    const bool divides = plan_.document().plan.zero.stage > 0;
    if (!divides) {
      // every GPU has a whole copy
    } else if (dividing > 0 && times(dividing, parts) < ranks)
      plan_.set("training.shard_ranks", times(dividing, parts), *find(shards));
    else if (replicas > 1 && ranks % replicas == 0)
      plan_.set("training.shard_ranks", ranks / replicas, *find(copies));
    list_as_read(copies, "training.shard_ranks");
    list_as_read(shards, "training.shard_ranks");
  }

  FileKeys& keys_;
  ProgramKeys& plan_;
};

}  // namespace

void read_veomni(FileKeys& keys, ProgramKeys& plan) { VeOmniReader(keys, plan).read(); }

}  // namespace zp::import_io
