// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sharding/program_way.h"

namespace zp {
namespace {

ProgramFramework framework_of(const Plan& plan) {
  if (plan.training.framework == Framework::deepspeed) return ProgramFramework::deepspeed;
  if (plan.zero.stage == 0)
    return plan.cluster.ranks() > 1 ? ProgramFramework::ddp : ProgramFramework::single;
  if (plan.training.fsdp_version == 1) return ProgramFramework::fsdp1;
  if (plan.training.fsdp_version == 2) return ProgramFramework::fsdp2;
  const Program program = plan.training.program;
  return program == Program::none ? ProgramFramework::fsdp2 : entry_of(program).fsdp;
}

Tuning tuning_of(const Training& training) {
  if (training.quantizes_frozen()) return Tuning::qlora;
  return training.has_adapters() ? Tuning::lora : Tuning::full;
}

}  // namespace

bool has_selective_checkpointing(const Plan& plan) {
  const Program program = plan.training.program;
  if (program == Program::none) return plan.training.framework != Framework::deepspeed;
  return entry_of(program).has_selective_checkpointing;
}

ProgramWay program_way(const Plan& plan) {
  return {framework_of(plan),
          tuning_of(plan.training),
          plan.zero.stage,
          plan.training.releases,
          name_of(plan.training.method.method),
          name_of(plan.model.architecture.block)};
}

}  // namespace zp
