// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "core/export/autotuning.h"
#include "core/export/bundle.h"
#include "core/export/ds_config.h"
#include "core/text/quoting.h"

namespace zp {
namespace {

constexpr std::string_view usage =
    "./launch.sh [deepspeed|accelerate|torchrun|slurm] train.py [arguments ...]";

bool for_trainer(const Plan& plan) { return plan.target.flavour == Flavour::hf_trainer; }

bool steps_on_cpu(const Plan& plan) {
  return plan.zero.stage > 0 && plan.zero.offload_optimizer.device != Device::none;
}

/// How the program learns of ds_config.json: deepspeed.add_config_arguments has two options, Trainer one.
std::string config_arguments(const Plan& plan) {
  return for_trainer(plan) ? "--deepspeed ds_config.json" : "--deepspeed --deepspeed_config ds_config.json";
}

std::string deepspeed_options(const Plan& plan) {
  std::string gpus = "--num_gpus " + std::to_string(plan.cluster.gpus_per_node);
  if (plan.cluster.nodes == 1) return gpus;
  return "--hostfile hostfile --num_nodes " + std::to_string(plan.cluster.nodes) + ' ' + gpus;
}

std::string head(const Plan& plan) {
  const bool many = plan.cluster.nodes > 1;
  std::string text = "#!/usr/bin/env bash\n# Starts the plan in this folder on " +
                     std::to_string(plan.cluster.nodes) + (many ? " nodes" : " node") + " with " +
                     std::to_string(plan.cluster.gpus_per_node) + " GPUs" + (many ? " each" : "") +
                     ", ZeRO stage " + std::to_string(plan.zero.stage) + ".\n# " + std::string(usage) +
                     "\n# Without the first word it is deepspeed.";
  if (many)
    text +=
        " Put the names of the nodes into hostfile; torchrun has to be started on\n"
        "# every one of them, with NODE_RANK=0, 1, ... in the environment.";
  return text + "\nset -euo pipefail\n\n";
}

constexpr std::string_view arguments_part = R"(launcher=deepspeed
case "${1:-}" in
  deepspeed | accelerate | torchrun | slurm)
    launcher=$1
    shift
    ;;
esac
if [ $# -eq 0 ]; then
  echo "usage: ./launch.sh [deepspeed|accelerate|torchrun|slurm] train.py [arguments ...]" >&2
  exit 2
fi
program=$1
shift
if [ -f "$program" ]; then program=$(realpath -- "$program"); fi

folder=$(dirname -- "${BASH_SOURCE[0]}")
# sbatch runs a copy of this script; the other files are where it was submitted.
if [ ! -f "$folder/ds_config.json" ]; then folder=${SLURM_SUBMIT_DIR:-.}; fi
cd -- "$folder"

)";

std::string settings(const Plan& plan, const std::vector<std::string>& trainer) {
  std::string text = "port=${MASTER_PORT:-29500}\n";
  if (plan.cluster.nodes > 1)
    text += R"(if [ -n "${SLURM_JOB_NODELIST:-}" ]; then
  first=$(scontrol show hostnames "$SLURM_JOB_NODELIST")
  first=${first%%[[:space:]]*}
else
  first=$(awk '!/^#/ && NF { print $1; exit }' hostfile)
fi
master=${MASTER_ADDR:-$first}
)";
  if (steps_on_cpu(plan)) {
    const int threads = std::max(plan.cluster.cpu_cores / std::max(plan.cluster.gpus_per_node, 1), 1);
    text +=
        "# The optimizer steps on the CPU; torchrun would give it one thread.\nexport "
        "OMP_NUM_THREADS=${OMP_NUM_THREADS:-" +
        std::to_string(threads) + "}\n";
  }
  if (for_trainer(plan))
    text +=
        "# What \"auto\" in ds_config.json stands for; arguments given to this script come later and win.\n"
        "plan=(" +
        bash_words(trainer) + ")\n";
  return text + '\n';
}

std::string accelerate_options(const Plan& plan) {
  std::string text = "--config_file accelerate_config.yaml --main_process_port \"$port\"";
  if (plan.cluster.nodes > 1) text += " \\\n      --main_process_ip \"$master\"";
  if (plan.training.precision != Precision::fp32)
    text += " --mixed_precision " + std::string(name_of(plan.training.precision));
  return text;
}

std::string torchrun_options(const Plan& plan) {
  const std::string per_node = "--nproc_per_node " + std::to_string(plan.cluster.gpus_per_node);
  if (plan.cluster.nodes == 1) return "--standalone " + per_node;
  return "--nnodes " + std::to_string(plan.cluster.nodes) + ' ' + per_node +
         " --node_rank \"$rank\" \\\n      --master_addr \"$master\" --master_port \"$port\"";
}

/// The other launchers know no autotuner, and its section ends a run without it.
constexpr std::string_view autotuner_part = R"(if [ "$launcher" != deepspeed ]; then
  echo "launch.sh: ds_config.json has the autotuner on, which only deepspeed starts" >&2
  exit 2
fi
# run tunes and then trains with the best, tune only tunes.
tuning=${AUTOTUNING:-run}

)";

std::string launchers(const Plan& plan, bool is_tuned) {
  const std::string own = for_trainer(plan) ? " \"${plan[@]}\" \"$@\"\n" : " \"$@\"\n";
  const std::string program = " \\\n      \"$program\" ";
  const std::string rest = program + config_arguments(plan) + own;
  std::string text = "case $launcher in\n  deepspeed)\n    exec deepspeed " +
                     std::string(is_tuned ? "--autotuning \"$tuning\" " : "") + deepspeed_options(plan) +
                     " --master_port \"$port\"" + rest +
                     "    ;;\n  accelerate)\n    exec accelerate launch " + accelerate_options(plan) +
                     " \\\n      \"$program\"" + own + "    ;;\n  torchrun)\n";
  if (plan.cluster.nodes > 1)
    text += R"(    rank=${NODE_RANK:-${SLURM_NODEID:-}}
    if [ -z "$rank" ]; then
      echo "launch.sh: set NODE_RANK to the number of this node, from 0" >&2
      exit 2
    fi
)";
  text += "    exec torchrun " + torchrun_options(plan) + rest + "    ;;\n  slurm)\n    exec srun --nodes " +
          std::to_string(plan.cluster.nodes) + " --ntasks-per-node 1 --gpus-per-node " +
          std::to_string(plan.cluster.gpus_per_node) + " --cpus-per-task " +
          std::to_string(plan.cluster.cpu_cores) +
          " --kill-on-bad-exit=1 \\\n      bash ./launch.sh torchrun \"$program\" \"$@\"\n    ;;\nesac\n";
  return text;
}

}  // namespace

std::string hostfile(const Plan& plan) {
  const std::string slots = " slots=" + std::to_string(plan.cluster.gpus_per_node) + '\n';
  if (plan.cluster.nodes == 1) return "localhost" + slots;
  std::string text;
  for (int node = 1; node <= plan.cluster.nodes; ++node)
    text += "worker-" + std::to_string(node) + slots;
  return text;
}

std::string launch_command(const PlanDocument& document) {
  const Plan& plan = document.plan;
  const std::string trainer = bash_words(exported_config(document).trainer_arguments);
  return "deepspeed " + std::string(is_autotuned(document) ? "--autotuning run " : "") +
         deepspeed_options(plan) + " train.py " + config_arguments(plan) +
         (trainer.empty() ? "" : ' ' + trainer);
}

std::string launch_script(const PlanDocument& document) {
  const bool is_tuned = is_autotuned(document);
  return head(document.plan) + std::string(arguments_part) + std::string(is_tuned ? autotuner_part : "") +
         settings(document.plan, exported_config(document).trainer_arguments) +
         launchers(document.plan, is_tuned);
}

}  // namespace zp
