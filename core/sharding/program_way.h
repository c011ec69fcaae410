// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include "core/catalog/programs.h"
#include "core/plan/plan.h"

/// The place of a plan in the programs' catalog.
namespace zp {

/// Returns the circumstances of the plan that decide its program's defaults. Of a plan that FSDP trains, the
/// program decides which FSDP; without a program it is the second.
ProgramWay program_way(const Plan& plan);

/// Returns true if the plan's program recomputes selectively, or can be told to: a program whose catalog
/// entry says so, or a PyTorch program without a name, which passes a context function to its checkpoints
/// (torch/utils/checkpoint.py, create_selective_checkpoint_contexts).
bool has_selective_checkpointing(const Plan& plan);

/// Returns the types that the plan's program decides; nothing if it names none, or one that does not train
/// with the plan's framework. It allocates nothing.
[[nodiscard]] inline std::optional<ProgramTypes> program_types(const Plan& plan) {
  if (plan.training.program == Program::none) return std::nullopt;
  return program_types(plan.training.program, program_way(plan));
}

}  // namespace zp
