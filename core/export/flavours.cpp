// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/flavours.h"

#include <algorithm>
#include <array>

#include "core/export/flavour_writers.h"

namespace zp {
namespace {

constexpr std::array<ExportFlavour, 7> flavours = {{
    {"launch", "a launch", "ds_config.json, accelerate's configuration, hostfile and launch.sh",
     [](const PlanDocument& document) {
       return ProgramExport{document, launch_bundle(document), launch_command(document), {}, {}};
     }},
    {"lightning", "Lightning", "the trainer of LightningCLI with DeepSpeedStrategy, and run.sh",
     write_for_lightning},
    {"axolotl", "Axolotl", "its YAML and run.sh", write_for_axolotl},
    {"llama-factory", "LLaMA-Factory", "its YAML and run.sh", write_for_llama_factory},
    {"trl", "TRL", "the YAML of its command, accelerate's configuration and run.sh", write_for_trl},
    {"kubernetes", "Kubernetes", "a TrainJob of Kubeflow Trainer with its ConfigMap", write_for_kubernetes},
    {"slurm", "Slurm", "job.sbatch and launch.sh, which calls srun", write_for_slurm},
}};

}  // namespace

bool ProgramExport::settles(const Finding& finding) const {
  return std::ranges::find(settled, finding.code) != settled.end();
}

std::span<const ExportFlavour> export_flavours() { return flavours; }

const ExportFlavour* find_export_flavour(std::string_view name) {
  const auto* const found = std::ranges::find(flavours, name, &ExportFlavour::name);
  return found == flavours.end() ? nullptr : found;
}

}  // namespace zp
