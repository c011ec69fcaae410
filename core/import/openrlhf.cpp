// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/openrlhf.h"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <optional>

#include "core/import/job_file.h"
#include "core/import/program_keys_json.h"
#include "core/text/python.h"

namespace zp::import_io {
namespace {

constexpr std::string_view module_prefix = "openrlhf.cli.train_";

struct Name {
  std::string_view theirs, ours;
};

/// Methods, by the last part of the command's name.
constexpr std::array<Name, 6> commands = {
    {{"sft", "sft"}, {"rm", "reward"}, {"dpo", "dpo"}, {"kto", "kto"}, {"ppo", "ppo"}, {"ppo_ray", "ppo"}}};

/// Argument names of 0.11.0 (cli/train_*.py), and the same arguments' names in the common table.
constexpr std::array<Name, 22> renamed = {{{"ds.zero_stage", "zero_stage"},
                                           {"ds.adam_offload", "adam_offload"},
                                           {"ds.param_dtype", "param_dtype"},
                                           {"ds.attn_implementation", "attn_implementation"},
                                           {"ds.use_liger_kernel", "use_liger_kernel"},
                                           {"ds.load_in_4bit", "load_in_4bit"},
                                           {"ds.lora.rank", "lora_rank"},
                                           {"ds.lora.dropout", "lora_dropout"},
                                           {"ds.lora.target_modules", "lora_target_modules"},
                                           {"target_modules", "lora_target_modules"},
                                           {"train.micro_batch_size", "micro_train_batch_size"},
                                           {"data.max_len", "max_len"},
                                           {"actor.model_name_or_path", "pretrain"},
                                           {"model.model_name_or_path", "pretrain"},
                                           {"actor.gradient_checkpointing_enable", "gradient_checkpointing"},
                                           {"model.gradient_checkpointing_enable", "gradient_checkpointing"},
                                           {"data.dataloader_num_workers", "dataloader_num_workers"},
                                           {"train.batch_size", "train_batch_size"},
                                           {"ds.ring_attn_size", "ring_attn_size"},
                                           {"rollout.n_samples_per_prompt", "n_samples_per_prompt"},
                                           {"rollout.micro_batch_size", "micro_rollout_batch_size"},
                                           {"ds.packing_samples", "packing_samples"}}};

/// Returns the plan key that this argument decides together with others.
std::string_view decided_by(std::string_view argument) {
  constexpr std::array<Name, 8> decided = {{{"advantage_estimator", "training.method"},
                                            {"algo.advantage.estimator", "training.method"},
                                            {"init_kl_coef", "training.reference"},
                                            {"algo.kl.init_coef", "training.reference"},
                                            {"prompt_max_len", "training.sequence_length"},
                                            {"generate_max_len", "training.sequence_length"},
                                            {"rollout.max_new_tokens", "training.sequence_length"},
                                            {"train_batch_size", "training.gradient_accumulation_steps"}}};
  const auto* const row = std::ranges::find(decided, argument, &Name::theirs);
  return row != decided.end() ? row->ours : "training.roles";
}

/// The arguments of a command; each is used at most once.
class Arguments {
 public:
  explicit Arguments(FileKeys& list) : list_(list) {}

  /// Removes and returns the first argument with one of these names; nullopt if there is none.
  std::optional<FileKey> take(std::initializer_list<std::string_view> names) {
    const auto found = std::ranges::find_if(
        list_, [&](const TextNode& node) { return std::ranges::find(names, node.key) != names.end(); });
    if (found == list_.end()) return std::nullopt;
    FileKey node = std::move(*found);
    list_.erase(found);
    taken_.push_back(node);
    return node;
  }
  [[nodiscard]] const FileKey* find(std::string_view name) const {
    const auto found = std::ranges::find(list_, name, &TextNode::key);
    return found == list_.end() ? nullptr : &*found;
  }

  [[nodiscard]] const FileKeys& taken() const { return taken_; }

 private:
  FileKeys& list_;
  FileKeys taken_;
};

std::string key_and_text(const TextNode& node) { return node.key + ": " + node.text; }

class Reader {
 public:
  Reader(JobFile& job, ProgramKeys& keys) : job_(job), keys_(keys), arguments_(job.arguments) {}

  void read() {
    for (FileKey& node : job_.arguments)
      if (const auto* name = std::ranges::find(renamed, node.key, &Name::theirs); name != renamed.end())
        node.key = name->ours;
    method();
    defaults();
    lengths();
    machine();
    settings();
    if (is_rl()) prompts();
    accumulation();
    if (is_rl()) {
      engine();
      roles();
    }
    for (const FileKey& key : arguments_.taken())
      if (!keys_.is_listed(key.spelling)) list(key);
  }

 private:
  [[nodiscard]] bool is_rl() const { return method_ == "ppo" || method_ == "grpo"; }
  [[nodiscard]] bool is_by_ray() const { return job_.program_word.ends_with("ppo_ray"); }

  /// Lists an argument that was read together with others, or that had no effect.
  void list(const FileKey& key) {
    const std::string path(decided_by(key.key));
    if (keys_.states_plan_key(path) || path == "training.reference")
      keys_.list_as_read(key, path);
    else if (path == "training.roles")
      keys_.list_as_unread(key, "That model lies on other GPUs than the actor's, which the plan has.");
    else
      keys_.list_as_unread(
          key, "It decides " + path + " only with another argument, which is missing or does not fit.");
  }

  void method() {
    keys_.set("training.program", "openrlhf", job_.program_word);
    const std::string_view command = std::string_view(job_.program_word).substr(module_prefix.size());
    const auto* row = std::ranges::find(commands, command, &Name::theirs);
    if (row == commands.end()) return;
    method_ = row->ours;
    if (const auto estimator = arguments_.take({"advantage_estimator", "algo.advantage.estimator"});
        estimator && estimator->text != "gae")
      method_ = "grpo";  // an advantage estimator that needs no critic
    if (method_ != "sft") keys_.set("training.method", method_, job_.program_word);
    const auto coefficient = arguments_.take({"init_kl_coef", "algo.kl.init_coef"});
    if (is_rl() && coefficient && python::lax_float(*coefficient) == 0.0)
      keys_.set("training.reference", "none", *coefficient);
  }

  /// Sets the defaults of missing options (cli/train_*.py), and switches adapters on if there is a rank.
  void defaults() {
    if (arguments_.find("zero_stage") == nullptr)
      keys_.set("zero.stage", 2, "no zero_stage, whose default is 2");
    if (python::lax_count(arguments_.find("lora_rank")) == 0) return;
    add_argument("use_lora", "true");
    if (arguments_.find("lora_target_modules") == nullptr) add_argument("lora_target_modules", "all-linear");
  }

  void add_argument(const char* key, const char* text) {
    FileKey node;
    node.key = key;
    node.spelling = key;
    node.kind = NodeKind::string;
    node.text = text;
    job_.arguments.push_back(std::move(node));
  }

  /// Sets the sequence length to prompt plus answer, if both are stated.
  void lengths() {
    const auto prompt = arguments_.take({"prompt_max_len"});
    const auto answer = arguments_.take({"generate_max_len", "rollout.max_new_tokens"});
    const std::int64_t of_prompt = python::lax_count(prompt ? &*prompt : nullptr),
                       of_answer = python::lax_count(answer ? &*answer : nullptr);
    if (of_prompt > 0 && of_answer > 0)
      keys_.set("training.sequence_length", of_prompt + of_answer,
                key_and_text(*prompt) + ", " + key_and_text(*answer));
    if (of_answer > 0 && is_rl()) keys_.set("training.completion_length", of_answer, *answer);
  }

  void machine() {
    for (const auto& [names, plan_key] :
         {std::pair(std::array<std::string_view, 2>{"actor_num_nodes", "actor.num_nodes"}, "cluster.nodes"),
          std::pair(std::array<std::string_view, 2>{"actor_num_gpus_per_node", "actor.num_gpus_per_node"},
                    "cluster.gpus_per_node")})
      if (const auto node = arguments_.take({names[0], names[1]});
          python::lax_count(node ? &*node : nullptr) > 0)
        keys_.set(plan_key, python::lax_count(&*node), *node);
  }

  /// Sets the gradient accumulation as utils/deepspeed/deepspeed.py does (setup_distributed:
  /// accumulated_gradient). The ranks of a ring-attention group process the same sequences.
  void accumulation() {
    const auto ring = arguments_.take({"ring_attn_size"});
    const std::int64_t in_ring = std::max<std::int64_t>(1, python::lax_count(ring ? &*ring : nullptr));
    if (ring && in_ring > 1)
      keys_.set("training.context_parallel", in_ring, *ring);
    else if (ring)
      keys_.list_as_read(*ring, "training.context_parallel");
    const auto batch = arguments_.take({"train_batch_size"});
    const std::int64_t all = python::lax_count(batch ? &*batch : nullptr);
    const std::int64_t micro =
        std::max<std::int64_t>(1, python::lax_count(arguments_.find("micro_train_batch_size")));
    const std::int64_t at_once =
        micro * std::max<std::int64_t>(1, keys_.document().plan.cluster.ranks() / in_ring / tensor_ranks());
    if (all >= at_once && all % at_once == 0)
      keys_.set("training.gradient_accumulation_steps", all / at_once, *batch);
  }

  /// Removes and returns the tensor-parallel degree; default 1.
  std::int64_t tensor_ranks() {
    const auto ranks = arguments_.take({"ds.tensor_parallel_size"});
    const std::int64_t number = std::max<std::int64_t>(1, python::lax_count(ranks ? &*ranks : nullptr));
    if (ranks && number > 1) keys_.set("training.tensor_parallel", number, *ranks);
    if (ranks && number == 1) keys_.list_as_read(*ranks, "training.tensor_parallel");
    return number;
  }

  /// Reads the arguments that OpenRLHF copies into its ds_config (utils/deepspeed/deepspeed_utils.py), and
  /// its own names for settings that other programs have too.
  void settings() {
    if (const auto ranks = arguments_.take({"ds.zpg", "zpg"}); ranks && python::lax_count(&*ranks) > 1)
      keys_.set("zero.zero_hpz_partition_size", python::lax_count(&*ranks), *ranks);
    if (const auto overlaps = arguments_.take({"ds.overlap_comm", "overlap_comm"}))
      keys_.set("zero.overlap_comm", true, *overlaps);
    if (const auto type = arguments_.take({"ds.grad_accum_dtype", "grad_accum_dtype"}))
      keys_.set("training.gradient_accumulation_dtype", type->text, *type);
    if (const auto steps = arguments_.take({"ckpt.save_steps"}))
      keys_.set("training.save_steps", std::max<std::int64_t>(0, python::lax_count(&*steps)), *steps);
    if (const auto optimizer = arguments_.take({"actor.optim"}))
      keys_.set("training.optimizer", optimizer->text, *optimizer);
    if (const auto whole = arguments_.take(
            {"actor.gradient_checkpointing_reentrant", "model.gradient_checkpointing_reentrant"}))
      keys_.set("training.recompute", "whole", *whole);
    // Its trainers pass no labels to the model, so Liger's fused loss is not used.
    if (const auto kernels = arguments_.take({"use_liger_kernel"}))
      keys_.set("training.fused_norm", true, *kernels);
  }

  /// Reads the prompts per generation, if they differ from the prompts per optimizer step.
  void prompts() {
    const auto prompts = arguments_.take({"rollout_batch_size", "rollout.batch_size"});
    const std::int64_t number = python::lax_count(prompts ? &*prompts : nullptr);
    const std::int64_t samples =
        std::max<std::int64_t>(1, python::lax_count(arguments_.find("n_samples_per_prompt")));
    const std::int64_t of_step = python::lax_count(arguments_.find("train_batch_size"));
    if (!prompts || number == 0 || of_step == 0) return;
    if (number != of_step / samples || of_step % samples != 0)
      keys_.set("training.rl.prompts", number, *prompts);
    else
      keys_.list_as_read(*prompts, "training.rl.prompts");
  }

  void engine() {
    const auto share = arguments_.take({"vllm_gpu_memory_utilization", "vllm.gpu_memory_utilization"});
    if (const auto value = share ? python::lax_float(*share) : std::nullopt)
      keys_.set("training.engine_share", *value, *share);
    else if (is_by_ray())
      keys_.set("training.engine_share", 0.95, "no vllm.gpu_memory_utilization, which is 0.95 then");
    if (const auto ranks = arguments_.take({"vllm_tensor_parallel_size", "vllm.tensor_parallel_size"}))
      if (python::lax_count(&*ranks) > 0)
        keys_.set("training.engine_ranks", python::lax_count(&*ranks), *ranks);
    if (const auto all = arguments_.take({"colocate_all_models", "train.colocate_all"})) {
      are_all_here_ = true;
      keys_.set("training.generation", "vllm", *all);
    } else if (!is_by_ray()) {  // the command without Ray: one process, no vLLM
      are_all_here_ = true;
      keys_.set("training.generation", "training", job_.program_word);
    } else {
      keys_.set("training.generation", "server", "no train.colocate_all");
      count_engines();
    }
    state_sleep();
  }

  /// Sets the GPUs of the engines that do not share the actor's (cli/train_ppo_ray.py: vllm_num_engines
  /// engines of vllm_tensor_parallel_size GPUs each).
  void count_engines() {
    const auto engines = arguments_.take({"vllm_num_engines", "vllm.num_engines"});
    const std::int64_t number = python::lax_count(engines ? &*engines : nullptr);
    const std::int64_t ranks = std::max<std::int64_t>(1, keys_.document().plan.training.method.engine_ranks);
    if (number > 0) keys_.set("training.rl.engine_gpus", number * ranks, *engines);
  }

  /// Removes the arguments with the GPUs of a model's own; returns true if there is one.
  bool has_own_gpus(const std::string& role) {
    bool has_one = false;
    for (const char* const mark : {"_", "."})
      for (const char* const count : {"num_nodes", "num_gpus_per_node"}) {
        const std::string name = role + mark + count;
        has_one = arguments_.take({name}).has_value() || has_one;
      }
    return has_one;
  }

  /// States what sleeps while the other works on the shared GPUs; without the options, nothing does.
  void state_sleep() {
    const bool has_hybrid_engine = are_all_here_ && is_by_ray();
    if (const auto sleeps = arguments_.take({"vllm_enable_sleep", "vllm.enable_sleep"}))
      keys_.set("training.engine_sleeps", true, *sleeps);
    else if (has_hybrid_engine)
      keys_.set("training.engine_sleeps", false, "no vllm.enable_sleep");
    if (const auto rests = arguments_.take({"deepspeed_enable_sleep", "ds.enable_sleep"}))
      keys_.set("training.rests_on_host", "optimizer", *rests);
    else if (has_hybrid_engine)
      keys_.set("training.rests_on_host", "none", "no ds.enable_sleep");
  }

  /// Sets the other models' GPUs: the training GPUs if the arguments colocate them, else others.
  void roles() {
    const auto with_actor = arguments_.take({"colocate_actor_ref", "train.colocate_actor_ref"});
    const auto both = arguments_.take({"ref_reward_offload"});
    const auto of_reference = arguments_.take({"ref.offload"}),
               of_reward = arguments_.take({"reward.offload"});
    Json list = Json::array();
    const auto add = [&](const char* name, bool is_colocated, bool is_on_host, bool has_own) {
      if (!is_colocated && !are_all_here_ && !has_own) return;
      Json role = {{"name", name}, {"placement", is_colocated ? "colocated" : "elsewhere"}};
      if (is_on_host) role["offload_param"] = "cpu";
      list.push_back(std::move(role));
    };
    const bool has_reference = !keys_.states_plan_key("training.reference");
    const bool has_reward = arguments_.take({"reward_pretrain", "reward.model_name_or_path"}).has_value();
    const bool own_reference = has_own_gpus("ref"), own_reward = has_own_gpus("reward"),
               own_critic = has_own_gpus("critic");
    if (has_reference) add("reference", are_all_here_ || with_actor, both || of_reference, own_reference);
    if (has_reward || method_ == "ppo")  // without a model, a function or a server rewards
      add("reward", has_reward && are_all_here_, both || of_reward, own_reward);
    if (method_ == "ppo") add("critic", are_all_here_, false, own_critic);
    if (!list.empty()) keys_.set("training.roles", list, "the models that share the GPUs");
  }

  JobFile& job_;
  ProgramKeys& keys_;
  Arguments arguments_;
  std::string method_;
  bool are_all_here_ = false;
};

}  // namespace

bool is_openrlhf(std::string_view word) { return word.starts_with(module_prefix); }

void read_openrlhf(JobFile& job, ProgramKeys& keys) {
  if (is_openrlhf(job.program_word)) Reader(job, keys).read();
}

}  // namespace zp::import_io
