// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/prime_rl.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "core/import/lora_targets.h"
#include "core/import/program_keys_json.h"
#include "core/import/program_structures.h"
#include "core/text/python.h"

namespace zp::import_io {
namespace {

constexpr std::string_view offload_section = "model.ac_offloading", checkpoint_section = "model.ac",
                           compile_section = "model.compile", adapters_section = "model.lora";
/// Keys that release 0.6 removed (orchestrator.py and rl.py of 0.2 to 0.5).
constexpr auto old_keys = std::to_array<std::string_view>(
    {"orchestrator.sampling.", "orchestrator.env", "orchestrator.buffer.", "orchestrator.max_async_level",
     "trainer_gpu_ids", "inference_gpu_ids", "num_train_nodes", "num_infer_nodes"});

/// Returns true for false and for "None", the null value in these TOML files.
bool is_nothing(const FileKey& key) {
  return (key.is_string() && (key.text == "None" || key.text == "none")) ||
         (key.is_boolean() && !key.boolean);
}

class PrimeRlReader {
 public:
  PrimeRlReader(FileKeys& keys, ProgramKeys& plan) : keys_(keys), plan_(plan) {}

  void read() {
    is_rl_ = std::ranges::any_of(keys_, [](const FileKey& key) {
      return key.key == "orchestrator" || key.key.starts_with("orchestrator.");
    });
    plan_.set("training.method", is_rl_ ? "grpo" : "sft",
              is_rl_ ? "section orchestrator" : "no section orchestrator");
    release();
    strategy();
    machine();
    model_and_degrees();
    batch();
    activations();
    offloads();
    adapters();
    if (is_rl_)
      plan_.set("training.rl.one_step_off", true, "an engine that generates while the trainer trains");
  }

 private:
  [[nodiscard]] const FileKey* find(std::string_view name) const { return find_key(keys_, name); }
  [[nodiscard]] std::int64_t count_of(std::string_view name) const { return number_at(keys_, name); }
  void drop(std::string_view name) { remove_key(keys_, name); }
  void list_as_read(std::string_view name, const char* plan_key) {
    take_keys(keys_, plan_, {name}, plan_key);
  }
  /// Returns the first key of a section, or the section's own key if it is empty or a switch.
  [[nodiscard]] const FileKey* section(std::string_view name) const {
    const std::string below = std::string(name) + '.';
    const auto found = std::ranges::find_if(keys_, [&](const FileKey& key) {
      return !key.is_null() && (key.key == name || key.key.starts_with(below));
    });
    return found == keys_.end() ? nullptr : &*found;
  }

  /// A file with keys that newer releases refuse gets the defaults of 0.5.
  void release() {
    const auto old = std::ranges::find_if(keys_, [](const FileKey& key) {
      return std::ranges::any_of(old_keys, [&](std::string_view name) {
        return key.spelling == name ||
               (key.spelling.starts_with(name) &&
                (name.back() == '.' || key.spelling[name.size()] == '.' || key.spelling[name.size()] == ' '));
      });
    });
    is_old_ = old != keys_.end();
    if (is_old_)
      plan_.set("training.program_version", "0.5.0",
                old->spelling + ", which 0.5 is the last release to read");
  }

  void strategy() {
    plan_.set("training.framework", "fsdp", "prime-rl, whose trainer has FSDP2");
    plan_.set("training.fsdp_version", 2, "prime-rl, whose trainer has FSDP2");
    if (find("model.reshard_after_forward") == nullptr)
      plan_.set("training.sharding", "full", "no reshard_after_forward, whose default is on");
  }

  /// Sets the GPUs that train and those that generate: parts of one node, or whole nodes; before 0.5, lists
  /// of GPUs. `rl` trains on one GPU by default.
  void machine() {
    constexpr std::string_view trainers = "deployment.num_train_gpus", engines = "deployment.num_infer_gpus",
                               nodes = "deployment.num_train_nodes",
                               engine_nodes = "deployment.num_infer_nodes", trainer_ids = "trainer_gpu_ids",
                               engine_ids = "inference_gpu_ids";
    const std::int64_t stated = count_of("deployment.gpus_per_node"), usual = 8;
    const std::int64_t of_node = stated > 0 ? stated : usual;
    const FileKey* const listed = find(trainer_ids);
    if (const std::int64_t own = count_of(nodes); own > 0) {
      plan_.set("cluster.nodes", own, *find(nodes));
      plan_.set("cluster.gpus_per_node", of_node,
                stated > 0 ? std::string("deployment.gpus_per_node")
                           : "no deployment.gpus_per_node, whose default is 8");
      if (const std::int64_t theirs = engine_nodes_of_replica(engine_nodes); is_rl_ && theirs > 0)
        plan_.set("training.rl.engine_gpus",
                  times(times(theirs, std::max<std::int64_t>(count_of("deployment.num_infer_replicas"), 1)),
                        of_node),
                  "the nodes that generate");
    } else if (listed != nullptr && listed->is_array()) {
      set_one_node(static_cast<std::int64_t>(listed->children.size()), listed->spelling);
    } else if (count_of(trainers) > 0) {
      set_one_node(count_of(trainers), find(trainers)->spelling);
    } else if (is_rl_) {
      set_one_node(1, "no [deployment], so one GPU trains");
    }
    if (const FileKey* const key = find(engine_ids); key != nullptr && key->is_array() && is_rl_)
      plan_.set("training.rl.engine_gpus", static_cast<std::int64_t>(key->children.size()), *key);
    else if (is_rl_ && count_of(engines) > 0 && count_of(nodes) == 0)
      plan_.set("training.rl.engine_gpus", count_of(engines), *find(engines));
    else if (is_rl_ && count_of(nodes) == 0)
      plan_.set("training.rl.engine_gpus", 1, "no num_infer_gpus, so one GPU generates");
    for (const std::string_view name :
         {nodes, trainers, trainer_ids, std::string_view("deployment.gpus_per_node"),
          std::string_view("deployment.type")})
      list_as_read(name, "cluster.nodes");
    for (const std::string_view name :
         {engines, engine_nodes, engine_ids, std::string_view("deployment.num_infer_replicas")})
      list_as_read(name, "training.rl.engine_gpus");
  }

  void set_one_node(std::int64_t gpus, const std::string& evidence) {
    plan_.set("cluster.nodes", 1, evidence);
    plan_.set("cluster.gpus_per_node", std::max<std::int64_t>(gpus, 1), evidence);
  }

  /// Returns the number of nodes per generating replica (inference.py,
  /// DisaggregatedInferenceDeploymentConfig).
  std::int64_t engine_nodes_of_replica(std::string_view name) {
    if (const std::int64_t own = count_of(name); own > 0) return own;
    if (const std::int64_t own = count_of("inference.deployment.num_nodes"); own > 0) return own;
    const auto of_kind = [this](const std::string& kind) {
      return times(std::max<std::int64_t>(count_of("inference.deployment." + kind + "_nodes_per_replica"), 1),
                   std::max<std::int64_t>(count_of("inference.deployment.num_" + kind + "_replicas"), 1));
    };
    const FileKey* const type = find("inference.deployment.type");
    const bool is_divided = type != nullptr && type->text == "disaggregated";
    constexpr std::int64_t most = 1 << 26;
    return is_divided ? std::min(of_kind("prefill"), most) + std::min(of_kind("decode"), most) : 1;
  }

  /// Reads the model, then the parallel degrees. Since 0.7 the default expert degree is up to 8.
  void model_and_degrees() {
    constexpr std::string_view model = "model_name_or_path", copies_key = "model.dp_replicate",
                               experts = "model.ep", islands = "deployment.nodes_per_fsdp_group";
    if (const FileKey* const name = find(model)) {
      const FileKey read = *name;
      plan_.read(read);
      drop(model);
    }
    if (const std::int64_t size = count_of("model.cp"); size > 0)
      plan_.preset("training.context_parallel", size);
    const Plan now = plan_.document().plan;
    const std::int64_t ranks = now.cluster.ranks();
    std::int64_t island = ranks;
    if (const std::int64_t copies = count_of(copies_key); copies > 1 && ranks % copies == 0) {
      island = ranks / copies;
      plan_.set("training.shard_ranks", island, *find(copies_key));
    } else if (const std::int64_t nodes = count_of(islands); nodes > 0 && now.cluster.nodes % nodes == 0) {
      island = nodes * now.cluster.gpus_per_node;
      if (island < ranks) plan_.set("training.shard_ranks", island, *find(islands));
    }
    list_as_read(copies_key, "training.shard_ranks");
    list_as_read(islands, "training.shard_ranks");
    const FileKey* const stated = find(experts);
    const bool is_auto = stated == nullptr ? !is_old_ : stated->text == "auto";
    constexpr std::int64_t most = 8;
    if (python::lax_count(stated) > 0)
      plan_.set("training.expert_parallel", python::lax_count(stated), *stated);
    else if (is_auto && now.model.architecture.experts > 0)
      plan_.set("training.expert_parallel", std::min(island, most),
                "ep auto, which is the ranks of an FSDP group up to 8");
    drop(experts);
  }

  /// Reads the global batch: sequences for SFT, or one step's answers, packed into bins of seq_len tokens.
  /// The number of bins is at most the number of answers.
  void batch() {
    constexpr std::string_view sft = "data.batch_size", rl = "orchestrator.batch_size",
                               of_tokens = "orchestrator.token_batch_size";
    if (const std::int64_t micro = count_of("data.micro_batch_size"); micro > 0 && !is_rl_)
      plan_.preset("training.micro_batch_size", micro);
    else
      plan_.preset("training.micro_batch_size", 1);
    const FileKey* const key = find(is_rl_ ? rl : sft);
    const std::int64_t samples = std::max<std::int64_t>(count_of("orchestrator.group_size"), 1);
    if (const std::int64_t sequences = python::lax_count(key); sequences > 0) {
      GlobalBatch whole{*key, sequences};
      whole.is_of_tokens = is_rl_;
      drop(whole.key.key);
      if (is_rl_ && sequences % samples == 0)
        plan_.set("training.rl.prompts", sequences / samples, whole.key);
      read_global_batch(whole, plan_);
    }
    if (const FileKey* const tokens = find(of_tokens)) {
      plan_.list_as_unread(*tokens,
                           "A plan counts a batch in sequences of full length; set "
                           "training.gradient_accumulation_steps.");
      drop(of_tokens);
    }
    if (is_rl_) plan_.set("training.batch_lengths", "fixed", "bins of seq_len tokens");
  }

  void activations() {
    const FileKey *const recomputes = section(checkpoint_section), *const moves = section(offload_section),
                         *const compiles = section(compile_section);
    const bool is_moved = moves != nullptr && !is_nothing(*moves);
    if (recomputes != nullptr && !is_nothing(*recomputes))
      read_checkpointing(*recomputes);
    else if (is_moved)  // trainer.py, ac_offloading_requires_ac
      plan_.set("training.activation_checkpointing", "full", *moves);
    else if (recomputes != nullptr)
      plan_.set("training.activation_checkpointing", "none", *recomputes);
    if (moves != nullptr) plan_.set("training.activation_offload", is_moved ? "streamed" : "none", *moves);
    if (compiles != nullptr) {
      const bool is_compiled = !is_nothing(*compiles);
      plan_.set("training.fused_norm", is_compiled, *compiles);
      plan_.set("training.fused_mlp", is_compiled ? "fused" : "none", *compiles);
    }
    leave("training.activation_checkpointing", checkpoint_section);
    leave("training.activation_offload", offload_section);
    leave("training.fused_norm", compile_section);
    constexpr std::string_view head = "model.fused_lm_head_token_chunk_size";
    if (const FileKey* const chunks = find(head)) {
      const bool is_whole = chunks->is_string() && chunks->text != "auto";
      plan_.set("training.fused_loss", is_whole || is_nothing(*chunks) ? "none" : "chunked", *chunks);
      if (chunks->kind == NodeKind::integer)
        plan_.set("training.fused_loss_chunk", static_cast<std::int64_t>(chunks->integer), *chunks);
      drop(head);
    }
    constexpr std::string_view kind = "model.quantization.type";
    if (const FileKey* const type = find(kind); type != nullptr && !is_nothing(*type)) {
      plan_.set("training.types.products", "fp8", *type);
      if (type->text == "mxfp8") plan_.set("training.fp8_recipe", "mxfp8", *type);
      drop(kind);
    }
  }

  void read_checkpointing(const FileKey& from) {
    const FileKey* const mode = find("model.ac.mode");
    const std::int64_t every = std::max<std::int64_t>(count_of("model.ac.freq"), 1);
    const bool is_full = mode == nullptr || mode->text == "full";
    plan_.set("training.activation_checkpointing", is_full ? "full" : "none", mode != nullptr ? *mode : from);
    if (!is_full)
      plan_.note(
          {Severity::ignored, "modules_recomputed", "training.activation_checkpointing",
           "prime-rl recomputes single modules of a block (model.ac.targets), which a plan does not; it "
           "recomputes nothing, and its activations are larger.",
           ""});
    else if (every > 1)
      plan_.note({Severity::ignored, "some_blocks_recomputed", "training.activation_checkpointing",
                  "prime-rl checkpoints every " + std::to_string(every) +
                      "th block; the plan checkpoints all, and takes less.",
                  ""});
  }

  /// Lists the keys of a section as read, and removes it.
  void leave(const char* plan_key, std::string_view name) {
    const std::string below = std::string(name) + '.';
    const auto is_of_it = [&](const FileKey& key) { return key.key == name || key.key.starts_with(below); };
    for (const FileKey& key : keys_)
      if (is_of_it(key) && !plan_.is_listed(key.spelling)) plan_.list_as_read(key, plan_key);
    std::erase_if(keys_, is_of_it);
  }

  void offloads() {
    constexpr std::string_view all = "model.fsdp_cpu_offload", states = "model.optim_cpu_offload",
                               whole = "model.full_offload";
    if (is_on(keys_, all)) {
      const FileKey from = *find(all);
      plan_.set("zero.offload_optimizer", "cpu", from);
      plan_.set("zero.offload_param", "cpu", from);
    }
    const FileKey* const full = section(whole);
    if (full != nullptr && !is_nothing(*full)) {
      plan_.set("zero.offload_optimizer", "cpu", *full);
      plan_.note(
          {Severity::ignored, "optimizer_in_backward", "zero.offload_optimizer",
           "prime-rl keeps bf16 weights on the GPU and fp32 masters on the host, and steps while backward "
           "runs; the plan steps after it.",
           ""});
    }
    leave("zero.offload_optimizer", whole);
    const bool are_moved =
        find(states) != nullptr ? is_on(keys_, states) : !is_old_ && full == nullptr && !is_on(keys_, all);
    if (are_moved)
      plan_.note({Severity::ignored, "states_only_for_the_step", "zero.offload_optimizer",
                  "prime-rl keeps optimizer states on the host and moves them to the GPU only for the step "
                  "(model.optim_cpu_offload, on since 0.7); the plan keeps them there, and its peak is "
                  "higher by the smaller of states and activations.",
                  ""});
    list_as_read(all, "zero.offload_optimizer");
    list_as_read(states, "zero.offload_optimizer");
  }

  void adapters() {
    const FileKey* const found = section(adapters_section);
    const FileKey* const enabled = find("model.lora.enabled");  // key of the first releases
    const bool is_off =
        found == nullptr || is_nothing(*found) || (enabled != nullptr && is_nothing(*enabled));
    for (const std::string_view name : {"model.lora.modules_to_save", "model.lora.trainable_modules"})
      if (const FileKey* const key = find(name); key != nullptr && !key->children.empty() && !is_off)
        plan_.list_as_unread(*key, "A plan trains only the adapters.");
    if (is_off) return leave("training.lora.rank", adapters_section);
    const FileKey from = *found;
    constexpr int usual_rank = 16;
    const FileKey *const rank = find("model.lora.rank"), *const modules = find("model.lora.target_modules");
    plan_.set("training.lora.rank", python::lax_count(rank) > 0 ? python::lax_count(rank) : usual_rank,
              rank != nullptr ? *rank : from);
    Json targets = modules == nullptr ? all_linear_layers() : Json::array();
    if (modules != nullptr)
      for (const std::string_view name : lora_targets(*modules).names)
        targets.push_back(name);
    plan_.set("training.lora.targets", targets, modules != nullptr ? *modules : from);
    if (const FileKey* const share = find("model.lora.dropout"))
      if (const auto value = python::lax_float(*share)) plan_.set("training.lora.dropout", *value, *share);
    leave("training.lora.rank", adapters_section);
  }

  FileKeys& keys_;
  ProgramKeys& plan_;
  bool is_rl_ = false, is_old_ = false;
};

}  // namespace

void read_prime_rl(FileKeys& keys, ProgramKeys& plan) { PrimeRlReader(keys, plan).read(); }

}  // namespace zp::import_io
