// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/import/program_file.h"

/// NeMo-RL's keys that depend on each other. Internal to this folder.
namespace zp::import_io {

class ProgramKeys;

/// Reads the method, the backend (DTensor, which is FSDP2, or Megatron with its distributed optimizer), the
/// GPUs that train and that generate, token-limited batches, adapters, fp8 matrix products, and the models
/// other than the policy; removes the keys that it read and those of the unused backend.
/// (NVIDIA-NeMo/RL@7ea279ab nemo_rl/models/policy/lm_policy.py, nemo_rl/algorithms/grpo.py: setup,
/// nemo_rl/models/megatron/setup.py)
void read_nemo_rl(FileKeys& keys, ProgramKeys& plan, const std::string& file_name);

}  // namespace zp::import_io
