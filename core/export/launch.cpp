// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>

#include "core/export/accelerate_json.h"
#include "core/export/autotuning.h"
#include "core/export/bundle.h"
#include "core/export/ds_config.h"
#include "core/export/launch_parts.h"
#include "core/export/open_values.h"
#include "core/export/program_file_json.h"
#include "core/sharding/mixed_gpus.h"
#include "core/sharding/offload_engine.h"
#include "core/text/quoting.h"
#include "core/text/utf8.h"

namespace zp {
namespace {

/// Returns the launchers that can start the plan, the default first. torchrun and DeepSpeed's launcher do not
/// set the variables with which accelerate starts FSDP and Ulysses.
std::vector<std::string_view> launchers_of(const Plan& plan) {
  if (needs_accelerate(plan)) return {"accelerate", "slurm"};
  if (!is_deepspeed(plan)) return {"torchrun", "accelerate", "slurm"};
  return {"deepspeed", "accelerate", "torchrun", "slurm"};
}

std::string listed_with(const std::vector<std::string_view>& words, std::string_view between) {
  std::string text;
  for (const std::string_view word : words)
    text.append(text.empty() ? "" : between).append(word);
  return text;
}

std::string usage(const Plan& plan) {
  return "./launch.sh [" + listed_with(launchers_of(plan), "|") + "] train.py [arguments ...]";
}

/// Returns the file that the script needs next to it for every launcher.
std::string_view needed_file(const Plan& plan) {
  return is_deepspeed(plan) ? "ds_config.json" : "accelerate_config.yaml";
}

bool for_trainer(const Plan& plan) { return plan.target.flavour == Flavour::hf_trainer; }

std::string config_words(const Plan& plan) {
  if (!is_deepspeed(plan)) return "";
  return bash_words(config_arguments(plan, "ds_config.json"));
}

std::string deepspeed_options(const Plan& plan) {
  std::string gpus = "--num_gpus " + std::to_string(plan.cluster.gpus_per_node);
  // The optimizer's process uses cores of its rank (docs/speed.md#offload-engines).
  if (offload_engine(plan) != OffloadEngine::plain) gpus += " --bind_cores_to_rank";
  if (plan.cluster.nodes == 1) return gpus;
  return "--hostfile hostfile --num_nodes " + std::to_string(plan.cluster.nodes) + ' ' + gpus;
}

/// Returns a comment that assigns the hostfile's lines to kinds of GPU; "" if all GPUs are of one kind.
std::string kinds_of_nodes(const Plan& plan) {
  const std::vector<GpuKind> kinds = mixed_gpus(plan.cluster).kinds;
  if (kinds.size() < 2) return "";
  const int per_node = plan.cluster.gpus_per_node;
  const bool have_nodes =
      std::ranges::all_of(kinds, [&](const GpuKind& kind) { return kind.count % per_node == 0; });
  std::string text;
  int node = 1;
  for (const GpuKind& kind : kinds) {
    const std::string name = shortened(name_of(kind.gpu));
    if (!have_nodes) {
      text += (text.empty() ? "\n# Of its GPUs " : ", ") + std::to_string(kind.count) + " are " + name;
      continue;
    }
    const int last = node + kind.count / per_node - 1;
    text += "\n# hostfile: worker-" + std::to_string(node) +
            (last > node ? " to worker-" + std::to_string(last) : "") + ": " + name + ".";
    node = last + 1;
  }
  return have_nodes ? text : text + "; any rank may have any of them.";
}

/// Returns the text as lines of a comment.
std::string comment_lines(std::string_view text) {
  constexpr std::size_t longest = 108;
  std::string lines;
  while (!text.empty()) {
    const std::size_t blank = text.size() <= longest ? text.size() : text.rfind(' ', longest);
    const std::size_t end = std::min(blank, text.size());  // a word may be longer than a line
    lines += "# " + std::string(text.substr(0, end)) + '\n';
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

/// The files of a launch with values to fill in, the script itself last.
constexpr auto files_of_launch =
    std::to_array<std::string_view>({"ds_config.json", "hostfile", "accelerate_config.yaml", "launch.sh"});

std::string head(const PlanDocument& document) {
  const Plan& plan = document.plan;
  const bool many = plan.cluster.nodes > 1;
  std::string text = "#!/usr/bin/env bash\n# Starts the plan in this folder on " + size_text(plan) + ".\n# " +
                     usage(plan) + "\n# Without the first word it is " +
                     std::string(launchers_of(plan).front()) + '.';
  const bool pdsh = is_deepspeed(plan) && !needs_accelerate(plan);
  if (many)
    text += " Put the names of the nodes into hostfile; " +
            std::string(pdsh ? "torchrun has" : "torchrun and accelerate have") +
            " to be started on\n# every one of them, with NODE_RANK=0, 1, ... in the environment.";
  text += kinds_of_nodes(plan);
  text += '\n';
  text += comment_lines(launched_program_sentence(plan));
  return text + open_values_comment(document, files_of_launch) + "set -euo pipefail\n\n";
}

std::string arguments_part(const Plan& plan) {
  const std::vector<std::string_view> launchers = launchers_of(plan);
  return "launcher=" + std::string(launchers.front()) + "\ncase \"${1:-}\" in\n  " +
         listed_with(launchers, " | ") + ")\n    launcher=$1\n    shift\n    ;;\nesac\n" +
         "if [ $# -eq 0 ]; then\n  echo \"usage: " + usage(plan) + "\" >&2\n  exit 2\nfi\n" +
         R"(program=$1
shift
if [ -f "$program" ]; then program=$(realpath -- "$program"); fi

folder=$(dirname -- "${BASH_SOURCE[0]}")
# sbatch runs a copy of this script; the other files are where it was submitted.
if [ ! -f "$folder/)" +
         std::string(needed_file(plan)) + R"(" ]; then folder=${SLURM_SUBMIT_DIR:-.}; fi
cd -- "$folder"

)";
}

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
  text += threads_line(plan);
  if (for_trainer(plan))
    text +=
        "# Trainer's arguments; those given to this script come later and win.\n"
        "plan=(" +
        bash_words(trainer) + ")\n";
  return text + '\n';
}

/// A check in the script: only DeepSpeed's launcher supports the autotuner, whose section makes a normal run
/// fail.
constexpr std::string_view autotuner_part = R"(if [ "$launcher" != deepspeed ]; then
  echo "launch.sh: ds_config.json has the autotuner on, which only deepspeed starts" >&2
  exit 2
fi
# run tunes and then trains with the best, tune only tunes.
tuning=${AUTOTUNING:-run}

)";

std::string launchers(const Plan& plan, bool is_tuned) {
  const std::string own = for_trainer(plan) ? " \"${plan[@]}\" \"$@\"\n" : " \"$@\"\n";
  const std::string program = " \\\n      \"$program\"";
  const std::string config = config_words(plan);
  const std::string rest = program + (config.empty() ? "" : ' ' + config) + own;
  const bool many = plan.cluster.nodes > 1;
  const std::vector<std::string_view> names = launchers_of(plan);
  const auto has = [&](std::string_view name) { return std::ranges::find(names, name) != names.end(); };
  const std::string_view of_a_node = has("torchrun") ? "torchrun" : "accelerate";
  const std::string rank = many ? rank_lines("launch.sh", "    ") : "";
  std::string text = "case $launcher in\n";
  if (has("deepspeed"))
    text += "  deepspeed)\n    exec deepspeed " + std::string(is_tuned ? "--autotuning \"$tuning\" " : "") +
            deepspeed_options(plan) + " --master_port \"$port\"" + rest + "    ;;\n";
  text += "  accelerate)\n" + (starts_on_every_node(plan) ? rank : "") +
          "    exec accelerate launch --config_file accelerate_config.yaml " + accelerate_options(plan) +
          program + own + "    ;;\n";
  if (has("torchrun"))
    text += "  torchrun)\n" + rank + "    exec torchrun " + torchrun_options(plan) + rest + "    ;;\n";
  return text + "  slurm)\n    exec srun --nodes " + std::to_string(plan.cluster.nodes) +
         " --ntasks-per-node 1 --gpus-per-node " + std::to_string(plan.cluster.gpus_per_node) +
         " --cpus-per-task " + std::to_string(plan.cluster.cpu_cores) +
         " --kill-on-bad-exit=1 \\\n      bash ./launch.sh " + std::string(of_a_node) +
         " \"$program\" \"$@\"\n    ;;\nesac\n";
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
  const std::string trainer = bash_words(trainer_words(document));
  const std::string arguments = " train.py" + (config_words(plan).empty() ? "" : ' ' + config_words(plan)) +
                                (trainer.empty() ? "" : ' ' + trainer);
  const std::string_view launcher = launchers_of(plan).front();
  if (launcher == "deepspeed")
    return "deepspeed " + std::string(is_autotuned(document) ? "--autotuning run " : "") +
           deepspeed_options(plan) + arguments;
  if (launcher == "accelerate" || plan.cluster.nodes > 1)
    return "accelerate launch --config_file accelerate_config.yaml" + arguments;
  return "torchrun " + torchrun_options(plan) + arguments;
}

std::string launch_script(const PlanDocument& document) {
  const bool is_tuned = is_autotuned(document);
  const Plan& plan = document.plan;
  return head(document) + arguments_part(plan) + std::string(is_tuned ? autotuner_part : "") +
         settings(plan, trainer_words(document)) + launchers(plan, is_tuned);
}

}  // namespace zp
