// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/areal.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/import/lora_targets.h"
#include "core/import/program_keys_json.h"
#include "core/import/program_structures.h"
#include "core/text/python.h"

namespace zp::import_io {
namespace {

constexpr std::int64_t most_ranks = 1 << 20;

/// A backend and its degrees of parallelism, "megatron:d4p2t2".
struct Allocation {
  std::string backend;  ///< "fsdp", "megatron", "archon", "sglang" or "vllm"; "" if the text names no backend
  std::int64_t data = 1, tensor = 1, pipeline = 1, context = 1, expert = 1;

  [[nodiscard]] std::int64_t ranks() const {
    return std::min(times(times(data, tensor), times(pipeline, context)), most_ranks);
  }
};

/// Reads degrees such as "d4p1t1". From those of the experts' part, "ffn:d2p4e4", only the expert degree is
/// used.
void read_degrees(std::string_view text, bool is_of_experts, Allocation& found) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char dimension = text[i];
    std::int64_t size = 0;
    while (i + 1 < text.size() && std::isdigit(static_cast<unsigned char>(text[i + 1])) != 0 &&
           size < most_ranks)
      size = 10 * size + (text[++i] - '0');
    if (size <= 0) continue;
    if (dimension == 'e') found.expert = size;
    if (is_of_experts) continue;
    if (dimension == 'd') found.data = size;
    if (dimension == 't') found.tensor = size;
    if (dimension == 'p') found.pipeline = size;
    if (dimension == 'c') found.context = size;
  }
}

/// Returns the allocation in a text such as "fsdp:d4", "sglang.d4t2", "d8p1t1" or
/// "megatron:(attn:d4p4t2|ffn:d2p4e4)".
Allocation allocation_in(std::string_view text) {
  Allocation found;
  constexpr auto backends = std::to_array<std::string_view>({"fsdp", "megatron", "archon", "sglang", "vllm"});
  for (const std::string_view name : backends)
    if (text.starts_with(name)) {
      found.backend = name;
      text.remove_prefix(name.size());
    }
  if (text.starts_with('['))
    text.remove_prefix(std::min(text.find(']'), text.size() - 1) + 1);  // skips the name in brackets
  while (!text.empty() && (text.front() == ':' || text.front() == '.' || text.front() == '('))
    text.remove_prefix(1);
  constexpr std::string_view attention = "attn:", experts = "ffn:";
  const std::size_t divided = text.find(experts);
  std::string_view first = text.substr(0, divided);
  if (first.starts_with(attention)) first.remove_prefix(attention.size());
  read_degrees(first, false, found);
  if (divided != std::string_view::npos) read_degrees(text.substr(divided + experts.size()), true, found);
  return found;
}

/// Returns the allocations of an older allocation_mode: its parts between `+` or `|` outside parentheses.
std::vector<std::string_view> parts_of(std::string_view text) {
  std::vector<std::string_view> parts;
  int depth = 0;
  std::size_t begin = 0;
  for (std::size_t i = 0; i <= text.size(); ++i) {
    const char sign = i < text.size() ? text[i] : '+';
    depth += sign == '(' ? 1 : sign == ')' ? -1 : 0;
    if ((sign != '+' && sign != '|') || (depth > 0 && i < text.size())) continue;
    if (i > begin) parts.push_back(text.substr(begin, i - begin));
    begin = i + 1;
  }
  return parts;
}

bool generates(const Allocation& allocation) {
  return allocation.backend == "sglang" || allocation.backend == "vllm";
}

class ArealReader {
 public:
  ArealReader(FileKeys& keys, ProgramKeys& plan) : keys_(keys), plan_(plan) {}

  void read() {
    is_rl_ = has_section("gconfig") || has_section("rollout");
    read_method();
    read_backends();
    read_lengths();
    read_batch();
    read_engine();
    read_adapters();
  }

 private:
  [[nodiscard]] const FileKey* find(std::string_view name) const { return find_key(keys_, name); }
  [[nodiscard]] std::int64_t count_of(std::string_view name) const { return number_at(keys_, name); }
  void list_as_read(std::string_view name, const char* plan_key) {
    take_keys(keys_, plan_, {name}, plan_key);
  }
  [[nodiscard]] bool has_section(std::string_view name) const {
    const std::string below = std::string(name) + '.';
    return std::ranges::any_of(keys_, [&](const FileKey& key) { return key.key.starts_with(below); });
  }

  /// Reads the method: the one that the data names, else PPO with a critic or GRPO without one.
  void read_method() {
    const FileKey* const type = find("train_dataset.type");
    const std::string word = type != nullptr ? type->text : "";
    const char* const of_data = word == "dpo" ? "dpo" : word == "rw" ? "reward" : "sft";
    const bool has_critic = has_section("critic");
    const std::string evidence =
        type != nullptr ? type->spelling + ": " + word : "sections gconfig and rollout";
    plan_.set("training.method",
              !is_rl_      ? of_data
              : has_critic ? "ppo"
                           : "grpo",
              !is_rl_ || !has_critic ? evidence : std::string("section critic"));
    list_as_read("train_dataset.type", "training.method");
    if (!is_rl_) return;
    // areal/trainer/rl_trainer.py: a reference model exists only for a KL term; its default weight is 0.1
    const FileKey* const weight = find("actor.kl_ctl");
    const bool has_term = weight == nullptr || python::lax_float(*weight).value_or(0) > 0;
    const bool has_reference = has_section("ref");
    plan_.set("training.reference", has_term && has_reference ? "model" : "none",
              !has_reference      ? "no section ref"
              : weight != nullptr ? weight->spelling + ": " + value_words(*weight)
                                  : "no kl_ctl, whose default is 0.1");
    list_as_read("actor.kl_ctl", "training.reference");
    if (is_on(keys_, "actor.recompute_logprob"))
      plan_.note({Severity::ignored, "scored_once_more", "training.method",
                  "AReaL runs a forward pass over the generated sequences before it trains on them "
                  "(recompute_logprob); the plan leaves out the time of that forward pass.",
                  ""});
    list_as_read("actor.recompute_logprob", "training.method");
  }

  /// Reads the backends; their degrees give the numbers of GPUs that train and that generate.
  void read_backends() {
    constexpr std::string_view trainer = "actor.backend", engine = "rollout.backend",
                               older = "allocation_mode";
    Allocation trains, serves;
    std::string evidence;
    if (const FileKey* const key = find(older); key != nullptr && key->is_string()) {
      evidence = key->spelling + ": " + key->text;
      bool has_trainer = false;
      for (const std::string_view word : parts_of(key->text)) {
        const Allocation part = allocation_in(word);
        const bool is_first = !generates(part) && !has_trainer;
        if (generates(part)) serves = part;
        if (is_first || (!generates(part) && word.find("[actor]") != std::string_view::npos)) trains = part;
        has_trainer = has_trainer || is_first;
      }
    }
    if (const FileKey* const key = find(trainer); key != nullptr && key->is_string()) {
      evidence = key->spelling + ": " + key->text;
      trains = allocation_in(key->text);
    }
    if (const FileKey* const key = find(engine); key != nullptr && key->is_string())
      serves = allocation_in(key->text);
    if (evidence.empty()) return;
    data_ranks_ = trains.data;
    set_degrees(trains, evidence);
    set_machine(trains.ranks(), evidence);
    if (is_rl_ && generates(serves)) {
      plan_.set("training.generation", "server", serves.backend + " on separate GPUs");
      plan_.set("training.rl.engine_gpus", serves.ranks(), serves.backend + " on separate GPUs");
      engine_ = serves.backend;
    }
    for (const std::string_view name : {trainer, engine, older})
      list_as_read(name, "training.framework");
  }

  void set_degrees(const Allocation& trains, const std::string& evidence) {
    const bool is_megatron = trains.backend == "megatron" ||
                             (trains.backend.empty() && (trains.pipeline > 1 || trains.expert > 1));
    plan_.set("training.framework", "fsdp", evidence);
    plan_.set("training.sharding", is_megatron ? "optimizer" : "full", evidence);
    if (!is_megatron) plan_.set("training.fsdp_version", 2, evidence);
    if (trains.tensor > 1) plan_.set("training.tensor_parallel", trains.tensor, evidence);
    if (trains.pipeline > 1) plan_.set("training.pipeline_parallel", trains.pipeline, evidence);
    if (trains.expert > 1) plan_.set("training.expert_parallel", trains.expert, evidence);
    if (trains.context > 1)
      plan_.set(is_megatron ? "training.context_parallel" : "training.sequence_parallel", trains.context,
                evidence);
    if (is_megatron)
      for (const auto& [tensor, type] :
           {std::pair("gradients", "fp32"), {"reduced", "fp32"}, {"master", "fp32"}, {"states", "fp32"}})
        plan_.set(std::string("training.types.") + tensor, type, evidence);
  }

  void set_machine(std::int64_t ranks, const std::string& evidence) {
    constexpr std::string_view nodes = "cluster.n_nodes", of_node = "cluster.n_gpus_per_node";
    const std::int64_t stated = count_of(of_node), usual = 8;
    std::int64_t gpus = std::min(stated > 0 ? stated : usual, ranks);
    while (ranks % gpus != 0)  // the trainer's ranks may leave GPUs of the last node free
      --gpus;
    plan_.set("cluster.nodes", std::max<std::int64_t>(ranks / gpus, 1), evidence);
    plan_.set("cluster.gpus_per_node", gpus, evidence);
    list_as_read(nodes, "cluster.nodes");
    list_as_read(of_node, "cluster.gpus_per_node");
  }

  /// Reads lengths: prompts of max_length plus answers of max_new_tokens, or rows of max_length.
  void read_lengths() {
    constexpr std::string_view prompts = "train_dataset.max_length", answers = "gconfig.max_new_tokens";
    const std::int64_t prompt = count_of(prompts), usual_answer = 16384;
    const std::int64_t answer = is_rl_ ? std::max(count_of(answers), std::int64_t{0}) : 0;
    const std::int64_t completion = is_rl_ && answer == 0 ? usual_answer : answer;
    if (is_rl_)
      plan_.set("training.completion_length", completion,
                answer > 0 ? std::string(answers) : "no max_new_tokens, whose default is 16384");
    if (prompt > 0 || is_rl_)
      plan_.set(
          "training.sequence_length", std::min(prompt + completion, std::int64_t{1} << 30),
          is_rl_ ? std::string("train_dataset.max_length and gconfig.max_new_tokens") : std::string(prompts));
    if (is_rl_ && prompt == 0)
      plan_.note({Severity::ignored, "prompts_not_stated", "training.sequence_length",
                  "The file does not say how long prompts are (train_dataset.max_length); the plan counts "
                  "only the answers.",
                  "Set training.sequence_length to prompt and answer together."});
    list_as_read(prompts, "training.sequence_length");
    list_as_read(answers, "training.completion_length");
  }

  /// Reads the batch: prompts times samples, divided by the updates per batch. Micro batches are filled up to
  /// a number of tokens (areal/utils/data.py).
  void read_batch() {
    constexpr std::string_view rows = "train_dataset.batch_size", tokens = "actor.mb_spec.max_tokens_per_mb",
                               updates = "actor.ppo_n_minibatches", samples_key = "gconfig.n_samples";
    const std::int64_t stated = count_of(tokens), samples = std::max<std::int64_t>(count_of(samples_key), 1);
    const std::int64_t length = plan_.document().plan.training.sequence_length;
    if (stated > 0 && !is_rl_ && !plan_.states_plan_key("training.sequence_length")) {
      plan_.set("training.sequence_length", stated, *find(tokens));
      plan_.set("training.micro_batch_size", 1, *find(tokens));
    } else if (stated > 0) {
      plan_.set("training.micro_batch_size",
                std::max<std::int64_t>(stated / std::max<std::int64_t>(length, 1), 1), *find(tokens));
    }
    if (stated > 0)
      plan_.set("training.batch_lengths", "fixed",
                "micro batches filled up to " + std::to_string(stated) + " tokens");
    if (is_rl_) {
      plan_.set("training.rl.samples", samples, std::string(samples_key));
      if (count_of(rows) > 0) plan_.set("training.rl.prompts", count_of(rows), *find(rows));
    }
    if (const FileKey* const key = find(rows); key != nullptr && count_of(rows) > 0) {
      constexpr std::int64_t usual_updates = 4;
      const std::int64_t parts = !is_rl_ ? 1 : count_of(updates) > 0 ? count_of(updates) : usual_updates;
      GlobalBatch whole{*key, std::max<std::int64_t>(times(count_of(rows), is_rl_ ? samples : 1) / parts, 1)};
      whole.is_of_tokens = true;
      if (stated <= 0) set_micro_batches(whole.sequences);
      remove_key(keys_, rows);
      read_global_batch(whole, plan_);
    }
    list_as_read(tokens, "training.micro_batch_size");
    list_as_read(updates, "training.gradient_accumulation_steps");
    list_as_read(samples_key, "training.rl.samples");
  }

  /// Without a token limit, a rank's rows of one update are divided into n_mbs micro batches (default 1).
  void set_micro_batches(std::int64_t sequences) {
    constexpr std::string_view parts = "actor.mb_spec.n_mbs";
    const std::int64_t rows = std::max<std::int64_t>(sequences / data_ranks_, 1);
    plan_.set(
        "training.micro_batch_size",
        std::max<std::int64_t>(rows / std::max<std::int64_t>(count_of(parts), 1), 1),
        count_of(parts) > 0 ? std::string(parts) : "no max_tokens_per_mb and no n_mbs, whose default is 1");
    list_as_read(parts, "training.micro_batch_size");
  }

  /// Reads the engine's share of memory, and whether it generates while the trainer trains.
  void read_engine() {
    if (!is_rl_ || engine_.empty()) return;
    const std::string_view share =
        engine_ == "sglang" ? "sglang.mem_fraction_static" : "vllm.gpu_memory_utilization";
    if (const FileKey* const key = find(share); key != nullptr && python::lax_float(*key))
      plan_.set("training.engine_share", *python::lax_float(*key), *key);
    list_as_read(share, "training.engine_share");
    constexpr std::string_view staleness = "rollout.max_head_offpolicyness";
    if (count_of(staleness) > 0) plan_.set("training.rl.one_step_off", true, *find(staleness));
    list_as_read(staleness, "training.rl.one_step_off");
    for (const std::string_view section : {"sglang.", "vllm.", "ref.", "critic.", "rollout."})
      std::erase_if(keys_, [section](const FileKey& key) { return key.key.starts_with(section); });
  }

  void read_adapters() {
    constexpr std::string_view use = "actor.use_lora", rank = "actor.lora_rank",
                               modules = "actor.target_modules";
    if (is_on(keys_, use)) {
      constexpr std::int64_t usual_rank = 32;
      const FileKey from = *find(use);
      plan_.set("training.lora.rank", count_of(rank) > 0 ? count_of(rank) : usual_rank,
                find(rank) != nullptr ? *find(rank) : from);
      const FileKey* const named = find(modules);
      Json targets = Json::array();
      if (named != nullptr)
        for (const std::string_view name : lora_targets(*named).names)
          targets.push_back(name);
      plan_.set("training.lora.targets", targets.empty() ? all_linear_layers() : targets,
                named != nullptr ? *named : from);
    }
    for (const std::string_view name :
         {use, rank, modules, std::string_view("actor.lora_alpha"), std::string_view("actor.peft_type")})
      list_as_read(name, "training.lora.rank");
  }

  FileKeys& keys_;
  ProgramKeys& plan_;
  std::string engine_;
  std::int64_t data_ranks_ = 1;
  bool is_rl_ = false;
};

}  // namespace

void read_areal(FileKeys& keys, ProgramKeys& plan) { ArealReader(keys, plan).read(); }

}  // namespace zp::import_io
