// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

#include "core/plan/plan.h"
#include "core/write_back/file_edits_json.h"

namespace zp::write_back_io {

/// Returns the edits of a script's #SBATCH lines that ask for the plan's nodes (`path` cluster.nodes) or its
/// GPUs of a node (cluster.gpus_per_node) instead of those of `before`: the counts of nodes, GPUs and tasks,
/// as far as they state them or follow from them. Empty if the script has no such lines.
FileEdits slurm_edits(std::string_view script, std::string_view path, const Plan& before, const Plan& plan);

}  // namespace zp::write_back_io
