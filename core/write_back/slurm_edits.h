// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

#include "core/plan/plan.h"
#include "core/write_back/file_edits_json.h"

namespace zp::write_back_io {

/// Returns the edits to a script's #SBATCH lines that request the plan's number of nodes (`path`
/// cluster.nodes) or GPUs per node (cluster.gpus_per_node) instead of those of `before`. They cover the
/// counts of nodes, GPUs and tasks that state these numbers or follow from them. Empty if the script has no
/// such lines.
FileEdits slurm_edits(std::string_view script, std::string_view path, const Plan& before, const Plan& plan);

}  // namespace zp::write_back_io
