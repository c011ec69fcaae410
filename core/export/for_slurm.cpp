// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <array>
#include <utility>

#include "core/export/accelerate_json.h"
#include "core/export/flavour_writers.h"
#include "core/export/launch_parts.h"
#include "core/export/open_values.h"
#include "core/export/program_file_json.h"

namespace zp {

/// Writes a job with one task per node, which starts one process per GPU through launch.sh (srun, torchrun).
ProgramExport write_for_slurm(const PlanDocument& document) {
  ProgramFile file("Slurm", "sbatch job.sbatch train.py", document);
  const Plan& plan = file.plan;
  const std::string job =
      "#!/usr/bin/env bash\n#SBATCH --job-name=zero-plan\n#SBATCH --nodes=" +
      std::to_string(plan.cluster.nodes) +
      "\n#SBATCH --ntasks-per-node=1\n#SBATCH --gpus-per-node=" + std::to_string(plan.cluster.gpus_per_node) +
      "\n#SBATCH --cpus-per-task=" + std::to_string(plan.cluster.cpu_cores) +
      "\n#SBATCH --mem=0\n#SBATCH --exclusive\n#SBATCH --output=%x-%j.out\n# The plan in this folder: " +
      size_text(plan) + ".\n# Start it here with: sbatch job.sbatch train.py [arguments ...]\n" +
      open_values_comment(document, std::to_array<std::string_view>({"job.sbatch"})) +
      "set -euo pipefail\n\n"
      "exec bash \"${SLURM_SUBMIT_DIR:-.}/launch.sh\" slurm \"$@\"\n";
  file.state_arguments();
  std::vector<ExportFile> others;
  if (needs_accelerate(plan))
    others.push_back({"accelerate_config.yaml", accelerate_yaml(file.document), false});
  return file.exported({{"job.sbatch", job, true}, {"launch.sh", launch_script(document), true}},
                       std::move(others));
}

}  // namespace zp
