// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/import/program_file.h"

/// NeMo-RL's keys that mean something only together. Internal to this folder.
namespace zp::import_io {

class ProgramKeys;

/// Reads the method, the backend (DTensor, which is FSDP2, or Megatron, whose distributed optimizer divides
/// the states), the GPUs that train and those that generate, batches of tokens, adapters, products in fp8,
/// and the models beside the policy; removes the keys that it read and those of the backend that does not
/// train. (NVIDIA-NeMo/RL@7ea279ab nemo_rl/models/policy/lm_policy.py, nemo_rl/algorithms/grpo.py: setup,
/// nemo_rl/models/megatron/setup.py)
void read_nemo_rl(FileKeys& keys, ProgramKeys& plan, const std::string& file_name);

}  // namespace zp::import_io
