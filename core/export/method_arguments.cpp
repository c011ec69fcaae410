// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/method_arguments.h"

#include <algorithm>
#include <array>
#include <numeric>

#include "core/sharding/roles.h"
#include "core/units/format.h"

namespace zp {
namespace {

using Arguments = std::vector<std::string>;

/// The plan's method, its generation engine and the program, as input for the writers of arguments.
struct MethodContext {
  explicit MethodContext(const Plan& of)
      : plan(of), settings(of.training.method), program(program_of(of.training)), engine(generation_of(of)) {}

  [[nodiscard]] bool is(Method method) const { return settings.method == method; }
  [[nodiscard]] bool has_reference() const { return reference_of(plan) != Reference::none; }
  [[nodiscard]] bool generates() const { return row_of(settings.method).generates; }
  [[nodiscard]] bool is_by_vllm_here() const { return engine == Generation::vllm; }
  [[nodiscard]] bool has_role_here() const {
    const RoleList roles = roles_of(plan);
    return std::any_of(roles.begin(), roles.end(), [](const Role& role) { return role.is_colocated(); });
  }
  [[nodiscard]] bool is_on_host(RoleName name) const {
    const RoleList roles = roles_of(plan);
    const Role* role = roles.find(name);
    return role != nullptr && role->is_on_host;
  }
  [[nodiscard]] bool rests_weights() const {
    return is_by_vllm_here() && zp::rests_weights(settings.rests_on_host);
  }
  [[nodiscard]] bool rests_optimizer() const {
    return is_by_vllm_here() && zp::rests_optimizer(settings.rests_on_host);
  }
  [[nodiscard]] std::string share() const { return format_number(settings.engine_share); }
  [[nodiscard]] std::string ranks() const { return std::to_string(settings.engine_ranks); }
  [[nodiscard]] std::string length() const { return std::to_string(settings.completion_length); }

  const Plan& plan;
  const MethodSettings& settings;
  const MethodProgram& program;
  Generation engine{};
};

/// Returns fields of the trainer's config.
Arguments arguments_of_trl(const MethodContext& context) {
  Arguments out;
  if (reference_of(context.plan) == Reference::precomputed) out.emplace_back("precompute_ref_log_probs=True");
  if (context.is(Method::grpo) && context.has_reference()) out.push_back("beta=" + format_number(grpo_beta));
  if (context.generates())
    out.push_back((context.is(Method::grpo) ? "max_completion_length=" : "response_length=") +
                  context.length());
  if (context.engine == Generation::server) out.emplace_back("use_vllm=True, vllm_mode=\"server\"");
  if (!context.is_by_vllm_here()) return out;
  out.emplace_back("use_vllm=True, vllm_mode=\"colocate\"");
  out.push_back("vllm_gpu_memory_utilization=" + context.share());
  out.push_back("vllm_tensor_parallel_size=" + context.ranks());
  if (context.settings.engine_sleeps) out.emplace_back("vllm_enable_sleep_mode=True");
  return out;
}

Arguments arguments_of_openrlhf(const MethodContext& context) {
  Arguments out;
  if (context.is(Method::grpo)) out.emplace_back("--algo.advantage.estimator group_norm");
  if (context.generates() && !context.has_reference()) out.emplace_back("--algo.kl.init_coef 0");
  if (context.generates()) out.push_back("--rollout.max_new_tokens " + context.length());
  if (context.is_by_vllm_here())
    out.emplace_back("--train.colocate_all");
  else if (context.generates() && context.has_role_here())
    out.emplace_back("--train.colocate_actor_ref");
  if (context.generates()) {
    out.push_back("--vllm.gpu_memory_utilization " + context.share());
    out.push_back("--vllm.tensor_parallel_size " + context.ranks());
  }
  if (context.is_by_vllm_here() && context.settings.engine_sleeps) out.emplace_back("--vllm.enable_sleep");
  if (context.rests_optimizer()) out.emplace_back("--ds.enable_sleep");
  if (context.is_on_host(RoleName::reference)) out.emplace_back("--ref.offload");
  if (context.is_on_host(RoleName::reward)) out.emplace_back("--reward.offload");
  return out;
}

Arguments arguments_of_swift(const MethodContext& context) {
  Arguments out;
  if (context.is(Method::grpo) && !context.has_reference()) out.emplace_back("--beta 0");
  if (context.generates()) out.push_back("--max_completion_length " + context.length());
  if (context.engine == Generation::server) out.emplace_back("--use_vllm true --vllm_mode server");
  if (!context.is_by_vllm_here()) return out;
  out.emplace_back("--use_vllm true --vllm_mode colocate");
  out.push_back("--vllm_gpu_memory_utilization " + context.share());
  out.push_back("--vllm_tensor_parallel_size " + context.ranks());
  if (context.settings.engine_sleeps) out.emplace_back("--sleep_level 1");
  if (context.rests_weights()) out.emplace_back("--offload_model true");
  if (context.rests_optimizer()) out.emplace_back("--offload_optimizer true");
  return out;
}

Arguments arguments_of_verl(const MethodContext& context) {
  Arguments out = {"algorithm.adv_estimator=" + std::string(context.is(Method::grpo) ? "grpo" : "gae")};
  if (context.has_reference()) out.emplace_back("actor_rollout_ref.actor.use_kl_loss=True");
  out.push_back("data.max_response_length=" + context.length());
  const std::string rollout = "actor_rollout_ref.rollout.";
  out.push_back(rollout + "name=vllm");
  out.push_back(rollout + "gpu_memory_utilization=" + context.share());
  out.push_back(rollout + "tensor_model_parallel_size=" + context.ranks());
  if (!context.settings.engine_sleeps) out.push_back(rollout + "free_cache_engine=False");
  const std::string actor = "actor_rollout_ref.actor.fsdp_config.";
  if (context.rests_weights()) out.push_back(actor + "param_offload=True");
  if (context.rests_optimizer()) out.push_back(actor + "optimizer_offload=True");
  return out;
}

/// Returns keys for EasyR1's command, which override those of its file.
Arguments arguments_of_easy_r1(const MethodContext& context) {
  Arguments out = {"algorithm.adv_estimator=" + std::string(context.is(Method::grpo) ? "grpo" : "gae")};
  if (!context.has_reference()) out.emplace_back("algorithm.disable_kl=true");
  out.push_back("data.max_response_length=" + context.length());
  out.push_back("worker.rollout.gpu_memory_utilization=" + context.share());
  out.push_back("worker.rollout.tensor_parallel_size=" + context.ranks());
  const auto flag = [](bool is_on) { return is_on ? "true" : "false"; };
  out.emplace_back(std::string("worker.actor.offload.offload_params=") + flag(context.rests_weights()));
  out.emplace_back(std::string("worker.actor.offload.offload_optimizer=") + flag(context.rests_optimizer()));
  return out;
}

std::string command_of_trl(Method method) { return std::string(row_of(method).trainer); }

std::string command_of_openrlhf(Method method) {
  switch (method) {
    case Method::dpo:
      return "openrlhf.cli.train_dpo";
    case Method::reward:
      return "openrlhf.cli.train_rm";
    default:
      return "openrlhf.cli.train_ppo_ray";
  }
}

/// Returns ms-swift's command, with its own names for some methods.
std::string command_of_swift(Method method) {
  const std::string_view type = method == Method::reward         ? "rm"
                                : method == Method::distillation ? "gkd"
                                                                 : name_of(method);
  return "swift rlhf --rlhf_type " + std::string(type);
}

std::string command_of_verl(Method) { return "verl.trainer.main_ppo"; }

std::string command_of_easy_r1(Method) { return "verl.trainer.main"; }

/// Writes a program's command and arguments for methods other than next-token training.
struct ProgramWriter {
  std::string_view id;  ///< of the program's row (method_program.h)
  std::string (*command)(Method);
  Arguments (*arguments)(const MethodContext&);
};
constexpr auto writers =
    std::to_array<ProgramWriter>({{"trl", command_of_trl, arguments_of_trl},
                                  {"openrlhf", command_of_openrlhf, arguments_of_openrlhf},
                                  {"ms-swift", command_of_swift, arguments_of_swift},
                                  {"verl", command_of_verl, arguments_of_verl},
                                  {"easy-r1", command_of_easy_r1, arguments_of_easy_r1}});

/// Returns the writer for the plan's program, or nullptr.
const ProgramWriter* writer_for(const Plan& plan) {
  const auto* const row = std::ranges::find(writers, program_of(plan.training).id, &ProgramWriter::id);
  return row == writers.end() ? nullptr : row;
}

/// Returns the entry of the plan's program, or the default one.
const ProgramEntry& entry_for(const Plan& plan) {
  const Program program = plan.training.program;
  return entry_of(program == Program::none ? usual_method_program() : program);
}

}  // namespace

std::string method_command(const Plan& plan) {
  const ProgramEntry& entry = entry_for(plan);
  const ProgramWriter* writer = writer_for(plan);
  return entry.name + ": " +
         (writer != nullptr ? writer->command(plan.training.method.method) : entry.commands.front());
}

std::vector<std::string> method_arguments(const Plan& plan) {
  const ProgramWriter* writer = writer_for(plan);
  return writer != nullptr ? writer->arguments(MethodContext(plan)) : std::vector<std::string>();
}

bool divides_groups(const Plan& plan, std::int64_t samples) {
  const Training& training = plan.training;
  const std::int64_t ranks = plan.cluster.ranks();
  const std::int64_t step = training.micro_batch_size * training.gradient_accumulation_steps * ranks;
  return samples > 1 && step % samples == 0;
}

std::int64_t samples_of_prompt(const Plan& plan) {
  if (const std::int64_t stated = plan.training.method.rollout.samples; stated > 0) return stated;
  std::int64_t samples = usual_samples;
  while (samples > 1 && !divides_groups(plan, samples))
    --samples;
  return samples;
}

bool runs_flash_attention(const Plan& plan) {
  const AttentionKernel kernel = plan.training.attention_kernel;
  return plan.training.attention == Attention::sdpa &&
         (kernel == AttentionKernel::flash_2 || kernel == AttentionKernel::flash_3);
}

RolloutBatch rollout_batch_of(const Plan& plan) {
  const MethodSettings& method = plan.training.method;
  const std::int64_t step = std::max<std::int64_t>(train_batch_size(plan), 1);
  RolloutBatch batch;
  if (method.method == Method::grpo)
    for (batch.samples = std::min(usual_samples, step); step % batch.samples != 0;)
      --batch.samples;
  if (method.rollout.samples > 0) batch.samples = method.rollout.samples;
  batch.mini_batch = std::max<std::int64_t>(step / batch.samples, 1);
  batch.prompts = method.rollout.prompts;
  if (batch.prompts > 0) return batch;
  // Every rank gets a whole number of sequences, also with sequence parallelism.
  const std::int64_t ranks = plan.cluster.ranks(), sequences = batch.mini_batch * batch.samples;
  batch.prompts = batch.mini_batch * (ranks / std::gcd(ranks, sequences));
  return batch;
}

}  // namespace zp
