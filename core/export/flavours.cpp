// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/flavours.h"

#include <algorithm>
#include <array>

#include "core/export/flavour_writers.h"
#include "core/export/program_file_json.h"

namespace zp {
namespace {

constexpr std::uint8_t bit(ProgramFramework framework) {
  return static_cast<std::uint8_t>(1U << static_cast<unsigned>(framework));
}
constexpr std::uint8_t deepspeed = bit(ProgramFramework::deepspeed);
constexpr std::uint8_t without_shards = bit(ProgramFramework::single) | bit(ProgramFramework::ddp);
constexpr std::uint8_t all_frameworks =
    deepspeed | without_shards | bit(ProgramFramework::fsdp1) | bit(ProgramFramework::fsdp2);

constexpr auto flavours = std::to_array<ExportFlavour>({
    {"launch", "a launch", "ds_config.json, accelerate's configuration, hostfile and launch.sh",
     write_for_launch, "", all_frameworks},
    {"hf-trainer", "Hugging Face Trainer",
     "run.sh with all of Trainer's arguments, for an example of transformers or your own program",
     write_for_hf_trainer, "hf-trainer", all_frameworks, true},
    {"lightning", "Lightning", "the trainer of LightningCLI with its strategy, and run.sh",
     write_for_lightning, "", deepspeed | without_shards},
    {"axolotl", "Axolotl", "its YAML and run.sh", write_for_axolotl, "axolotl", all_frameworks, true},
    {"llama-factory", "LLaMA-Factory", "its YAML and run.sh", write_for_llama_factory, "llama-factory",
     all_frameworks, true},
    {"trl", "TRL", "the YAML of its command, accelerate's configuration and run.sh", write_for_trl, "trl",
     all_frameworks, true},
    {"ms-swift", "ms-swift", "run.sh with all arguments of its command", write_for_ms_swift, "ms-swift",
     deepspeed | without_shards, true},
    {"verl", "verl", "run.sh with all settings of main_ppo or of its SFT trainer", write_for_verl, "verl",
     bit(ProgramFramework::fsdp1) | bit(ProgramFramework::fsdp2)},
    {"openrlhf", "OpenRLHF", "run.sh with all arguments of its command", write_for_openrlhf, "openrlhf",
     deepspeed},
    {"megatron-deepspeed", "Megatron-DeepSpeed", "run.sh with all arguments of pretrain_gpt.py",
     write_for_megatron_deepspeed, "megatron-deepspeed", deepspeed},
    {"torchtitan", "torchtitan", "its TOML and run.sh", write_for_torchtitan, "torchtitan",
     without_shards | bit(ProgramFramework::fsdp2)},
    {"kubernetes", "Kubernetes", "a TrainJob of Kubeflow Trainer with its ConfigMap", write_for_kubernetes,
     "", all_frameworks},
    {"slurm", "Slurm", "job.sbatch and launch.sh, which calls srun", write_for_slurm, "", all_frameworks},
});

}  // namespace

bool ProgramExport::handles(const Finding& finding) const {
  return std::ranges::find(handled_codes, finding.code) != handled_codes.end();
}

std::string ProgramExport::left_out_sentence() const {
  if (left_out.empty()) return "";
  std::string text = "Not in these files, to be set by hand or changed in the plan:";
  for (const LeftOut& one : left_out) {
    text += (&one == &left_out.front() ? " " : "; ") + one.plan_key;
    if (!one.value.empty()) text += ' ' + one.value;
    if (!one.instead.empty()) text += " (" + one.instead + ')';
  }
  return text + '.';
}

ProgramExport write_for_launch(const PlanDocument& document) {
  ProgramFile file("train.py", launch_command(document), document);
  file.state_arguments();
  ProgramExport made = file.exported({});
  made.files = launch_bundle(document);
  return made;
}

std::span<const ExportFlavour> export_flavours() { return flavours; }

const ExportFlavour* find_export_flavour(std::string_view name) {
  const auto* const found = std::ranges::find(flavours, name, &ExportFlavour::name);
  return found == flavours.end() ? nullptr : found;
}

}  // namespace zp
