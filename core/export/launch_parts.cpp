// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/launch_parts.h"

#include <algorithm>

namespace zp {

std::string size_text(const Plan& plan) {
  const bool many = plan.cluster.nodes > 1;
  return std::to_string(plan.cluster.nodes) + (many ? " nodes" : " node") + " with " +
         std::to_string(plan.cluster.gpus_per_node) + " GPUs" + (many ? " each" : "") + ", ZeRO stage " +
         std::to_string(plan.zero.stage);
}

int optimizer_threads(const Plan& plan) {
  if (plan.zero.stage == 0 || plan.zero.offload_optimizer.device == Device::none) return 0;
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
  if (plan.training.precision != Precision::fp32)
    text += " --mixed_precision " + std::string(name_of(plan.training.precision));
  return text;
}

std::string rank_lines(std::string_view script, std::string_view indent) {
  const std::string margin(indent);
  return margin + "rank=${NODE_RANK:-${SLURM_NODEID:-}}\n" + margin + "if [ -z \"$rank\" ]; then\n" + margin +
         "  echo \"" + std::string(script) + ": set NODE_RANK to the number of this node, from 0\" >&2\n" +
         margin + "  exit 2\n" + margin + "fi\n";
}

}  // namespace zp
