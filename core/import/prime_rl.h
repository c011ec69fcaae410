// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/program_file.h"

/// prime-rl's keys that depend on each other. Internal to this folder.
namespace zp::import_io {

class ProgramKeys;

/// Reads method, GPUs that train and that generate, release, parallel degrees, batch, activations, offload
/// and adapters in a TOML of prime-rl's `rl`, `sft` or trainer; removes the keys that it read.
/// (packages/prime-rl-configs/src/prime_rl/configs: rl.py, sft.py, trainer.py, orchestrator.py, inference.py)
void read_prime_rl(FileKeys& keys, ProgramKeys& plan);

}  // namespace zp::import_io
