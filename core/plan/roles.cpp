// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/roles.h"

#include <algorithm>

namespace zp {
namespace {

bool has_role(const Plan& plan, RoleName name) {
  const MethodSettings& settings = plan.training.method;
  const MethodRow& row = row_of(settings.method);
  switch (name) {
    case RoleName::reference:
      return reference_of(plan) == Reference::model;
    case RoleName::reward:  // GRPO's rewards are functions unless a model is named
      return row.has_reward || (row.generates && settings.of(name).is_named);
    case RoleName::critic:
      return row.has_critic;
    case RoleName::teacher:
      return row.has_teacher;
  }
  return false;
}

}  // namespace

const Role* RoleList::find(RoleName name) const& {
  const Role* found = std::find_if(begin(), end(), [name](const Role& role) { return role.name == name; });
  return found == end() ? nullptr : found;
}

RoleList roles_of(const Plan& plan) {
  RoleList list;
  if (plan.training.method.is_plain()) return list;
  for (std::size_t i = 0; i < role_count; ++i) {
    const auto name = static_cast<RoleName>(i);
    if (!has_role(plan, name)) continue;
    const RoleSettings& settings = plan.training.method.of(name);
    Role role{name, name == RoleName::critic, plan.zero.stage, settings.placement, settings.precision};
    // trl/models/utils.py, prepare_deepspeed: stage 3 where the policy has it, else none.
    if (!role.is_trained) role.stage = settings.stage >= 0 ? settings.stage : role.stage == 3 ? 3 : 0;
    list.add(role);
  }
  return list;
}

Model model_of_role(const Plan& plan, RoleName name) {
  const RoleSettings& settings = plan.training.method.of(name);
  if (settings.preset >= 0) return model_from_preset(settings.preset);
  if (settings.parameters > 0) return model_from_parameters(Params(settings.parameters));
  return plan.model;
}

Reference reference_of(const Plan& plan) {
  const MethodSettings& settings = plan.training.method;
  const MethodRow& row = row_of(settings.method);
  if (!row.takes_reference) return Reference::none;
  if (settings.reference != Reference::automatic) return settings.reference;
  if (!row.has_reference) return Reference::none;
  return plan.training.has_adapters() ? Reference::adapter : Reference::model;
}

Generation generation_of(const Plan& plan) {
  const MethodSettings& settings = plan.training.method;
  if (!row_of(settings.method).generates) return Generation::automatic;
  return settings.generation == Generation::automatic ? Generation::training : settings.generation;
}

int scoring_passes(const Plan& plan) {
  if (plan.training.method.is_plain()) return 0;
  const MethodRow& row = row_of(plan.training.method.method);
  const RoleList roles = roles_of(plan);
  const auto is_here = [&roles](RoleName name) {
    const Role* role = roles.find(name);
    return role != nullptr && role->is_here();
  };
  int passes = row.generates ? 1 : 0;  // the policy's own log-probabilities of what was generated
  if (reference_of(plan) == Reference::adapter || is_here(RoleName::reference)) ++passes;
  if (is_here(RoleName::reward)) ++passes;
  if (is_here(RoleName::teacher)) ++passes;
  return passes;
}

}  // namespace zp
