// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include "core/catalog/programs.h"
#include "core/plan/plan.h"

/// Looks up a plan's program in the catalog.
namespace zp {

/// Returns the facts of the plan on which its program's defaults depend. For an FSDP plan the program decides
/// between FSDP1 and FSDP2; without a program it is FSDP2.
ProgramWay program_way(const Plan& plan);

/// Returns true if the plan's program can checkpoint selectively: its catalog entry says so, or it is an
/// unnamed PyTorch program, which can pass a context function to its checkpoints (torch/utils/checkpoint.py,
/// create_selective_checkpoint_contexts).
bool has_selective_checkpointing(const Plan& plan);

/// Returns the types that the plan's program sets; nullopt if it names none, or one that trains with another
/// framework. Does not allocate.
[[nodiscard]] inline std::optional<ProgramTypes> program_types(const Plan& plan) {
  if (plan.training.program == Program::none) return std::nullopt;
  return program_types(plan.training.program, program_way(plan));
}

}  // namespace zp
