// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/torchtitan.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/catalog/torchtitan_models.h"
#include "core/import/fp8_keys.h"
#include "core/import/lora_targets.h"
#include "core/import/program_keys_json.h"
#include "core/text/python.h"

namespace zp::import_io {
namespace {

std::int64_t degree_at(const FileKeys& keys, std::string_view name) {
  return python::lax_count(find_key(keys, name));
}

constexpr std::string_view local_batch_key = "training.local_batch_size";
constexpr std::string_view shard_key = "parallelism.data_parallel_shard_degree",
                           replicate_key = "parallelism.data_parallel_replicate_degree",
                           reshard_key = "parallelism.fsdp_reshard_after_forward";

/// Parallel degrees of a job. Degrees that the file does not state are 1; shard degree 0 means all ranks that
/// the other degrees leave.
struct Degrees {
  explicit Degrees(const FileKeys& keys)
      : replicate(std::max<std::int64_t>(degree_at(keys, replicate_key), 1)),
        shard(degree_at(keys, shard_key)),
        context(std::max<std::int64_t>(degree_at(keys, "parallelism.context_parallel_degree"), 1)),
        others(std::max<std::int64_t>(degree_at(keys, "parallelism.tensor_parallel_degree"), 1) *
               std::max<std::int64_t>(degree_at(keys, "parallelism.pipeline_parallel_degree"), 1)) {}
  std::int64_t replicate, shard, context, others;
};

/// Sets the cluster's GPUs to the product of all degrees, if the file states all of them.
void set_ranks(const Degrees& degrees, const FileKey& from, ProgramKeys& plan) {
  const Plan now = plan.document().plan;
  const std::int64_t ranks = degrees.replicate * degrees.shard * degrees.context * degrees.others;
  if (ranks == now.cluster.ranks()) return;
  const std::int64_t of_node = std::min<std::int64_t>(ranks, now.cluster.gpus_per_node);
  if (ranks % of_node != 0)
    return plan.list_as_unread(from, "The degrees make " + std::to_string(ranks) + " ranks, which nodes of " +
                                         std::to_string(of_node) + " GPUs do not have.");
  plan.set("cluster.nodes", ranks / of_node, from);
  plan.set("cluster.gpus_per_node", of_node, from);
}

void read_degrees(FileKeys& keys, ProgramKeys& plan) {
  const Degrees degrees(keys);
  const FileKey* const stated = find_key(keys, shard_key);
  if (degrees.shard > 0 && stated != nullptr) set_ranks(degrees, *stated, plan);
  const std::int64_t all = plan.document().plan.cluster.ranks();
  const std::int64_t shard =
      degrees.shard > 0 ? degrees.shard : all / (degrees.replicate * degrees.context * degrees.others);
  const std::int64_t ranks = std::max<std::int64_t>(shard, 1) * degrees.context;
  const bool divides = ranks > 1 || degrees.shard != 1;
  if (!divides) plan.set("training.sharding", "none", *stated);
  if (ranks > 1 && degrees.replicate > 1)
    plan.set("training.shard_ranks", ranks, *find_key(keys, replicate_key));
  // With a pipeline, gathered weights are kept from forward to backward unless the file says "always"
  // (distributed/fsdp.py, get_fsdp_reshard_after_forward_policy).
  const FileKey* const reshards = find_key(keys, reshard_key);
  const FileKey* const stages = find_key(keys, "parallelism.pipeline_parallel_degree");
  const bool keeps_weights = divides && degree_at(keys, "parallelism.pipeline_parallel_degree") > 1 &&
                             (reshards == nullptr || reshards->text == "default");
  if (keeps_weights) plan.set("training.sharding", "gradients", reshards != nullptr ? *reshards : *stages);
  for (const FileKey& key : keys)
    if ((key.key == shard_key || key.key == replicate_key) && !plan.is_listed(key.spelling))
      plan.list_as_read(key, "training.sharding");
  std::erase_if(keys, [&](const FileKey& key) {
    const bool is_reshard = key.key == reshard_key;
    if (is_reshard && !divides) plan.list_as_unread(key, "The degrees divide nothing.");
    return key.key == shard_key || key.key == replicate_key || (is_reshard && (!divides || keeps_weights));
  });
}

std::int64_t number_or(const FileKeys& keys, std::string_view name, std::int64_t otherwise) {
  const std::int64_t number = python::lax_count(find_key(keys, name));
  return number > 0 ? number : otherwise;
}

/// Reads the batch of a pipeline, which divides the sequences of a pass into micro batches: by the sequences
/// per micro batch (since 0.2; default 1), or by the number of micro batches (earlier; default one per
/// stage).
void read_pipeline_batch(FileKeys& keys, ProgramKeys& plan) {
  constexpr std::string_view sequences = "parallelism.pipeline_parallel_microbatch_size",
                             batches = "experimental.pipeline_parallel_microbatches";
  const std::int64_t stages = degree_at(keys, "parallelism.pipeline_parallel_degree");
  const FileKey* const stated = find_key(keys, local_batch_key);
  if (stages < 2 || stated == nullptr) return;
  const bool counts_batches =
      find_key(keys, "parallelism.pipeline_parallel_degree")->spelling.starts_with("experimental.");
  const std::int64_t local = degree_at(keys, local_batch_key);
  const std::int64_t of_batches = number_or(keys, batches, stages);
  const std::int64_t micro = counts_batches ? local / of_batches : number_or(keys, sequences, 1);
  const FileKey from = *stated;
  if (micro < 1 || local % micro != 0)
    return plan.list_as_unread(from, "The pipeline does not divide the batch into whole micro batches.");
  plan.set("training.micro_batch_size", micro, from);
  if (degree_at(keys, "training.global_batch_size") == 0)
    plan.set("training.gradient_accumulation_steps", local / micro, from);
  for (const std::string_view name : {sequences, batches})
    if (const FileKey* const key = find_key(keys, name)) plan.list_as_read(*key, "training.micro_batch_size");
  remove_key(keys, sequences);
  remove_key(keys, batches);
  remove_key(keys, local_batch_key);
}

/// Reads the number of blocks per part of a pipelined model and derives the parts per rank. Embedding and
/// head count as a number of blocks that the file states (distributed/pipeline_parallel.py,
/// _get_pipeline_metadata).
void read_pipeline_parts(FileKeys& keys, ProgramKeys& plan) {
  constexpr std::string_view model_key = "model_name_or_path";
  constexpr std::string_view schedule = "parallelism.pipeline_parallel_schedule",
                             layers = "parallelism.pipeline_parallel_layers_per_stage",
                             first = "parallelism.pipeline_parallel_first_stage_less_layers",
                             last = "parallelism.pipeline_parallel_last_stage_less_layers";
  const std::int64_t ranks = degree_at(keys, "parallelism.pipeline_parallel_degree");
  if (ranks < 2) {
    for (const std::string_view name : {schedule, layers, first, last})
      if (const FileKey* const key = find_key(keys, name)) {
        plan.list_as_unread(*key, "The job has no pipeline.");
        remove_key(keys, name);
      }
    return;
  }
  if (!plan.states_plan_key("training.pipeline_partition"))
    plan.set("training.pipeline_partition", "uniform",
             *find_key(keys, "parallelism.pipeline_parallel_degree"));
  if (const FileKey* const model = find_key(keys, model_key); model != nullptr && find_key(keys, layers)) {
    plan.read(*model);  // the model must be known before its blocks are divided
    remove_key(keys, model_key);
  }
  if (const FileKey* const stated = find_key(keys, layers)) {
    const Model model = plan.document().plan.model;
    const std::int64_t each = degree_at(keys, layers);
    const std::int64_t modules =
        model.has_shape() ? model.architecture.layers + number_or(keys, first, 1) + number_or(keys, last, 1)
                          : 0;
    const std::int64_t parts = each > 0 ? (modules + each - 1) / each : 0;
    if (parts == 0 || parts % ranks != 0)
      plan.list_as_unread(*stated, "Its parts of the model do not divide among the ranks of the pipeline.");
    else if (parts > ranks)
      plan.set("training.pipeline_chunks", parts / ranks, *stated);
    else
      plan.list_as_read(*stated, "training.pipeline_parallel");
    remove_key(keys, layers);
  }
  for (const std::string_view name : {first, last})
    if (const FileKey* const key = find_key(keys, name)) {
      if (number_or(keys, name, 1) == 1 && key->text != "0")
        plan.list_as_read(*key, "training.pipeline_partition");
      else
        plan.list_as_unread(*key, "A plan counts embedding and head as one block each.");
      remove_key(keys, name);
    }
}

/// Reads the parts that torch.compile is applied to: the model's blocks, which fuses their norms and MLP, and
/// the loss; both by default. Before the section [compile], training.compile stood for the blocks, and only
/// in some commits for the loss too (torchtitan/parallelisms/parallelize_llama.py, apply_compile), which is
/// left as it is without.
void read_compile(FileKeys& keys, ProgramKeys& plan) {
  const FileKey* const enable = find_key(keys, "compile.enable");
  const FileKey* const parts = find_key(keys, "compile.components");
  if (enable == nullptr) return;
  const bool is_compiled = is_on(keys, "compile.enable");
  const std::vector<std::string> names = parts != nullptr ? names_in(*parts) : std::vector<std::string>();
  const auto has = [&](std::string_view name) {
    return is_compiled && (parts == nullptr || std::ranges::find(names, name) != names.end());
  };
  if (has("model")) {
    plan.set("training.fused_norm", true, *enable);
    plan.set("training.fused_mlp", "fused", *enable);
  }
  const bool is_older = enable->spelling == "training.compile";
  if (has("loss") && !is_older) plan.set("training.fused_loss", "compiled", *enable);
  if (!has("model") && !has("loss")) plan.list_as_read(*enable, "training.fused_norm");
  if (parts != nullptr) plan.list_as_read(*parts, "training.fused_norm");
  remove_key(keys, "compile.enable");
  remove_key(keys, "compile.components");
}

/// Reads whether the run evaluates, and its batch size; default 8.
void read_validation(FileKeys& keys, ProgramKeys& plan) {
  for (const std::string_view name : {"validation.enable", "validation.enabled"}) {
    const FileKey* const key = find_key(keys, name);
    if (key == nullptr) continue;
    constexpr int by_default = 8;
    const bool has_batch = find_key(keys, "validation.local_batch_size") != nullptr;
    if (is_on(keys, name) && !has_batch)
      plan.set("training.eval_batch_size", by_default, *key);
    else
      plan.list_as_read(*key, "training.eval_batch_size");
    remove_key(keys, name);
  }
}

/// For a TOML, sets the defaults of 0.2.2 for values that it omits; they differ from those of newer
/// configurations, which name no flavor (config/job_config.py).
void set_defaults_of_toml(const FileKeys& keys, ProgramKeys& plan) {
  const FileKey* const model = find_key(keys, "model_name_or_path");
  if (model == nullptr || !model->spelling.ends_with("model.flavor")) return;
  constexpr int batch = 8, sequence = 2048;
  plan.set("training.program_version", "0.2.2", "TOML, which 0.2.2 is the last release to read");
  if (!plan.states_plan_key("training.micro_batch_size") && find_key(keys, local_batch_key) == nullptr)
    plan.set("training.micro_batch_size", batch, "no local_batch_size, whose default is 8");
  if (find_key(keys, "training.seq_len") == nullptr)
    plan.set("training.sequence_length", sequence, "no seq_len, whose default is 2048");
  const FileKey* const mode = find_key(keys, "activation_checkpoint.mode");
  if (mode != nullptr && mode->text == "selective" &&
      find_key(keys, "activation_checkpoint.selective_ac_option") == nullptr)
    plan.list_as_unread(*mode,
                        "Without selective_ac_option op, torchtitan recomputes every second block; a plan "
                        "recomputes every second product.");
}

}  // namespace

void name_torchtitan_model(FileKeys& keys) {
  const FileKey* const name = find_key(keys, "model.name");
  const FileKey* const flavor = find_key(keys, "model.flavor");
  const FileKey* const config = find_key(keys, "config");
  const bool is_pair = name != nullptr && flavor != nullptr;
  if (!is_pair && config == nullptr) return;
  FileKey key = is_pair ? *flavor : *config;
  const std::string words = is_pair ? name->text + ' ' + flavor->text : config->text;
  const TorchtitanModel* const model = torchtitan_model_named(words);
  key.key = "model_name_or_path";
  key.text = model == nullptr ? words : std::string(model->preset);
  std::erase_if(keys, [&](const FileKey& each) { return each.key == (is_pair ? "model.flavor" : "config"); });
  keys.push_back(std::move(key));
}

void read_torchtitan(FileKeys& keys, ProgramKeys& plan) {
  read_degrees(keys, plan);
  const bool validates = is_on(keys, "validation.enable") || is_on(keys, "validation.enabled");
  read_pipeline_batch(keys, plan);
  read_pipeline_parts(keys, plan);
  read_compile(keys, plan);
  read_fp8_converters(keys, plan);
  read_validation(keys, plan);
  set_defaults_of_toml(keys, plan);
  if (const FileKey* name = find_key(keys, "model.name")) plan.list_as_read(*name, "model.preset");
  std::erase_if(keys, [](const FileKey& key) { return key.key == "model.name"; });
  const bool saves = find_key(keys, "checkpoint.enable") == nullptr || is_on(keys, "checkpoint.enable");
  const FileKey* const mode = find_key(keys, "activation_checkpoint.mode");
  const bool is_selective = mode == nullptr || mode->text == "selective";
  std::erase_if(keys, [&](const FileKey& key) {
    const char* reason = !saves && key.key == "checkpoint.interval" ? "The run saves no checkpoints."
                         : !validates && key.key == "validation.local_batch_size"
                             ? "The run does not evaluate."
                         : !is_selective && key.key == "activation_checkpoint.selective_ac_option"
                             ? "It counts with mode selective only."
                             : nullptr;
    if (reason != nullptr) plan.list_as_unread(key, reason);
    return reason != nullptr;
  });
}

}  // namespace zp::import_io
