// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/launch_parts.h"

#include <algorithm>

#include "core/export/accelerate_json.h"
#include "core/sharding/plan_words.h"
#include "core/sharding/sharding.h"

namespace zp {
namespace {

std::string framework_text(const Plan& plan) {
  if (is_deepspeed(plan)) return "ZeRO stage " + std::to_string(plan.zero.stage);
  const int version = fsdp_version_of(plan);
  if (version > 0) return "FSDP" + std::to_string(version);
  return plan.cluster.ranks() > 1 ? "DDP" : "one process";
}

}  // namespace

std::string_view torch_type(Precision precision) {
  return precision == Precision::bf16 ? "bfloat16" : precision == Precision::fp16 ? "float16" : "float32";
}

std::string size_text(const Plan& plan) {
  const bool many = plan.cluster.nodes > 1;
  return counted(plan.cluster.nodes, "node") + " with " + counted(plan.cluster.gpus_per_node, "GPU") +
         (many ? " each" : "") + ", " + framework_text(plan);
}

int optimizer_threads(const Plan& plan) {
  if (homes_of(plan).states == Device::none) return 0;
  return std::max(plan.cluster.cpu_cores / std::max(plan.cluster.gpus_per_node, 1), 1);
}

std::string threads_line(const Plan& plan) {
  const int threads = optimizer_threads(plan);
  if (threads == 0) return "";
  return "# The optimizer steps on the CPU; torchrun would give it one thread.\nexport "
         "OMP_NUM_THREADS=${OMP_NUM_THREADS:-" +
         std::to_string(threads) + "}\n";
}

std::vector<std::string> config_arguments(const Plan& plan, const std::string& path) {
  if (plan.target.flavour == Flavour::hf_trainer) return {"--deepspeed", path};
  return {"--deepspeed", "--deepspeed_config", path};
}

std::string torchrun_options(const Plan& plan) {
  const std::string per_node = "--nproc_per_node " + std::to_string(plan.cluster.gpus_per_node);
  if (plan.cluster.nodes == 1) return "--standalone " + per_node;
  return "--nnodes " + std::to_string(plan.cluster.nodes) + ' ' + per_node +
         " --node_rank \"$rank\" \\\n      --master_addr \"$master\" --master_port \"$port\"";
}

std::string accelerate_options(const Plan& plan) {
  std::string text = "--main_process_port \"$port\"";
  if (plan.cluster.nodes > 1) text += " \\\n      --main_process_ip \"$master\"";
  if (plan.cluster.nodes > 1 && starts_on_every_node(plan)) text += " --machine_rank \"$rank\"";
  if (plan.training.precision != Precision::fp32)
    text += " --mixed_precision " + std::string(name_of(plan.training.precision));
  return text;
}

std::string ray_command(const Plan& plan, const std::string& command) {
  if (plan.cluster.nodes == 1) return "exec " + command;
  const std::string nodes = std::to_string(plan.cluster.nodes);
  return "if [ \"$rank\" != 0 ]; then exec ray start --address \"$master:$port\" --block; fi\n"
         "ray start --head --port \"$port\"\n"
         "trap 'ray stop' EXIT\n"
         "export RAY_ADDRESS=auto\n"
         "until [ \"$(ray status | grep -c ' node_')\" -ge " +
         nodes + " ]; do sleep 5; done\n" + command;
}

std::string rank_lines(std::string_view script, std::string_view indent) {
  const std::string margin(indent);
  return margin + "rank=${NODE_RANK:-${SLURM_NODEID:-}}\n" + margin + "if [ -z \"$rank\" ]; then\n" + margin +
         "  echo \"" + std::string(script) + ": set NODE_RANK to the number of this node, from 0\" >&2\n" +
         margin + "  exit 2\n" + margin + "fi\n";
}

}  // namespace zp
