// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <string>
#include <string_view>

#include "core/deepspeed/schema.h"
#include "core/export/sections.h"

namespace zp {
namespace {

constexpr std::string_view assumed_nvme_path = "/local_nvme";  ///< the path in DeepSpeed's documentation

void write_nvme_path(ConfigDraft& draft, const std::string& object) {
  const std::string path = "zero_optimization." + object + ".nvme_path";
  const std::string& stated = draft.document.text.nvme_path;
  if (!stated.empty() && !find_node(draft.carried, path))
    draft.set(path, json_string(stated), "cluster.nvme.path");
  else
    draft.set_default(path, json_string(assumed_nvme_path));
}

void write_offload(ConfigDraft& draft) {
  const Device optimizer = draft.optimizer_device();
  if (optimizer != Device::none) {
    draft.set("zero_optimization.offload_optimizer.device", json_string(name_of(optimizer)),
              "zero.offload_optimizer");
    if (optimizer == Device::nvme) write_nvme_path(draft, "offload_optimizer");
    write_keys(draft, "zero_optimization.offload_optimizer");
  }
  if (draft.param_device() != Device::none) {
    draft.set("zero_optimization.offload_param.device", json_string(name_of(draft.param_device())),
              "zero.offload_param");
    if (draft.param_device() == Device::nvme) write_nvme_path(draft, "offload_param");
    write_keys(draft, "zero_optimization.offload_param");
  }
  for (const std::string_view object : {"offload_optimizer", "offload_param"}) {
    const ConfigNode* path = find_node(draft.out, "zero_optimization." + std::string(object) + ".nvme_path");
    if (!path || !path->plan_path.empty()) continue;
    draft.report(
        Severity::style, "nvme_path_assumed", "cluster.nvme.path",
        "The plan names no folder on the drive; the file says " + std::string(assumed_nvme_path) + '.',
        "Set cluster.nvme.path to a folder on a local drive of every node.");
    break;
  }
}

/// Writes ZenFlow's section, whose presence enables it; the engine refuses it without a CPU optimizer.
void write_zenflow(ConfigDraft& draft) {
  constexpr std::string_view path = "zero_optimization.zenflow";
  const SchemaKey& known = *schema().find(path);
  if (!draft.plan.zero.zenflow.enabled || !acts(known, draft.plan)) return;
  if (known_to(known, draft.version())) {
    object_node(draft.out, path);
    write_keys(draft, path);
    return;
  }
  draft.report(Severity::ignored, "newer_than_target", "zero.zenflow.enabled",
               "\"zenflow\" exists since DeepSpeed " + name_of(known.since) + "; this plan is for " +
                   name_of(draft.version()) + ", so the section is left out.",
               "Set target.deepspeed_version to " + name_of(known.since) + " or newer, or reset it.");
}

/// Switches reduce_scatter off for Muon, which all-reduces gradients: DeepSpeed requires this at stage 3
/// (zero/stage3.py:351) and at stages 1 and 2 with optimizer offload (zero/stage_1_and_2.py:230).
void adapt_to_muon(ConfigDraft& draft) {
  const Zero& zero = draft.plan.zero;
  if (draft.plan.training.optimizer != Optimizer::muon || !zero.reduce_scatter) return;
  if (zero.stage != 3 && draft.optimizer_device() == Device::none) return;
  draft.set("zero_optimization.reduce_scatter", "false", "training.optimizer");
  draft.report(Severity::style, "muon_reduce_scatter", "zero.reduce_scatter",
               "Muon is refused with reduce_scatter here; the file switches it off.",
               "Set zero.reduce_scatter to false.");
}

/// Writes the key with which saves contain ordinary weight files; without it, Trainer and save_16bit_model
/// write none.
void gather_on_save(ConfigDraft& draft) {
  constexpr std::string_view path = "zero_optimization.stage3_gather_16bit_weights_on_model_save";
  if (draft.plan.zero.stage != 3) return;
  const bool asked = draft.plan.zero.stage3_gather_16bit_weights_on_model_save;
  draft.set(path, "true", asked ? "zero.stage3_gather_16bit_weights_on_model_save" : "");
  if (!asked)
    draft.report(
        Severity::style, "gather_on_save", "zero.stage3_gather_16bit_weights_on_model_save",
        "The file gathers the weights when saving, so that a save writes ordinary weight files; this takes "
        "host memory for one copy of the weights on the first node while saving.",
        "Remove the line to save ZeRO checkpoints only, and convert them with zero_to_fp32.py.");
}

/// Suffix of the expert block in all families that DeepSpeed's AutoEP supports: modules called …mlp in
/// Hugging Face's models (module_inject/auto_ep_presets).
constexpr std::string_view expert_block_suffix = "mlp";

/// Writes the leaf modules: a key of the file since 0.18.0, before that a call in the program.
void write_leaf_modules(ConfigDraft& draft) {
  const LeafModules leaves = draft.plan.zero.leaf_modules;
  const bool has_experts = draft.plan.model.architecture.has_experts();
  if (draft.plan.zero.stage != 3 || leaves == LeafModules::automatic || !has_experts) return;
  if (!has_leaves_by_default(draft.version())) {
    if (leaves == LeafModules::experts)
      draft.report(Severity::style, "leaf_modules_in_program", "zero.leaf_modules",
                   "This release of DeepSpeed takes leaf modules from the program, not from the file.",
                   "Call deepspeed.utils.set_z3_leaf_modules(model, [class of the expert block]) before "
                   "deepspeed.initialize.");
    return;
  }
  if (leaves == LeafModules::none) {
    draft.set("zero_optimization.leaf_module.classes", "[]", "zero.leaf_modules");
    return;
  }
  draft.set("zero_optimization.leaf_module.name_suffixes", "[" + json_string(expert_block_suffix) + "]",
            "zero.leaf_modules");
  draft.report(Severity::style, "leaf_modules_by_name", "zero.leaf_modules",
               "The file makes leaf modules of those whose names end in " + std::string(expert_block_suffix) +
                   ", as Hugging Face names expert blocks.",
               "Where yours are named otherwise, write their name or class into "
               "zero_optimization.leaf_module.");
}

}  // namespace

void write_zero(ConfigDraft& draft) {
  const Zero& zero = draft.plan.zero;
  draft.set("zero_optimization.stage", std::to_string(zero.stage), "zero.stage");
  write_offload(draft);
  if (zero.stage > 0)
    draft.set("zero_optimization.overlap_comm", json_bool(zero.overlaps()), "zero.overlap_comm");
  write_keys(draft, "zero_optimization");
  write_zenflow(draft);
  write_leaf_modules(draft);
  adapt_to_muon(draft);
  gather_on_save(draft);
  carry(draft, "zero_optimization");
}

void write_aio(ConfigDraft& draft) {
  write_keys(draft, "aio");
  if (draft.optimizer_device() != Device::nvme && draft.param_device() != Device::nvme) return;
  // DeepSpeed's defaults except the queue depth: 32 requests keep a drive busy, as in Hugging Face's NVMe
  // example.
  draft.set_default("aio.block_size", "1048576");
  draft.set_default("aio.queue_depth", "32");
  carry(draft, "aio.thread_count");  // name of intra_op_parallelism before 0.16.4
  const SchemaKey* threads = schema().find("aio.intra_op_parallelism");
  if (threads && known_to(*threads, draft.version())) draft.set_default(threads->path, "1");
  draft.set_default("aio.single_submit", "false");
  draft.set_default("aio.overlap_events", "true");
  carry(draft, "aio");
}

}  // namespace zp
