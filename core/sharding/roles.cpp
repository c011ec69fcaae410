// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sharding/roles.h"

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

bool is_on_host(const Plan& plan, const Role& role, RoleDevice stated) {
  if (role.stage != 3 || role.is_trained) return false;
  if (stated != RoleDevice::automatic) return stated == RoleDevice::cpu;
  const FrozenDevice device = program_of(plan.training).frozen_device;
  if (device != FrozenDevice::as_policy) return device == FrozenDevice::cpu;
  return plan.zero.stage == 3 && plan.zero.offload_param.device != Device::none;
}

Placement usual_placement(const Plan& plan) {
  return generation_of(plan) == Generation::server ? program_of(plan.training).others_of_server
                                                   : Placement::colocated;
}

bool has_reference_by_default(const Training& training) {
  switch (training.method.method) {
    case Method::ppo:
      return program_of(training).ppo_has_reference;
    case Method::grpo:
      return program_of(training).grpo_has_reference;
    default:
      return row_of(training.method.method).has_reference;
  }
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
    Role role{.name = name, .is_trained = name == RoleName::critic, .stage = plan.zero.stage};
    role.precision = settings.precision;
    role.placement = settings.placement == Placement::automatic ? usual_placement(plan) : settings.placement;
    // TRL models/utils.py, prepare_deepspeed, and OpenRLHF get_ds_eval_config agree: a frozen model uses
    // stage 3 if the policy does, else 0.
    if (!role.is_trained) role.stage = settings.stage >= 0 ? settings.stage : role.stage == 3 ? 3 : 0;
    role.is_on_host = is_on_host(plan, role, settings.offload_param);
    list.add(role);
  }
  return list;
}

Model model_of_role(const Plan& plan, RoleName name) {
  const RoleSettings& settings = plan.training.method.of(name);
  if (settings.preset) return model_from_preset(settings.preset);
  if (settings.parameters > 0) return model_from_parameters(Params(settings.parameters));
  return plan.model;
}

Reference reference_of(const Plan& plan) {
  const MethodSettings& settings = plan.training.method;
  const MethodRow& row = row_of(settings.method);
  if (!row.takes_reference) return Reference::none;
  if (settings.reference != Reference::automatic) return settings.reference;
  if (!has_reference_by_default(plan.training)) return Reference::none;
  const bool switches_off = plan.training.has_adapters() && program_of(plan.training).switches_adapters_off;
  return switches_off ? Reference::adapter : Reference::model;
}

Generation generation_of(const Plan& plan) {
  const MethodSettings& settings = plan.training.method;
  if (!row_of(settings.method).generates) return Generation::automatic;
  return settings.generation == Generation::automatic ? program_of(plan.training).generation
                                                      : settings.generation;
}

int scoring_passes(const Plan& plan) {
  if (plan.training.method.is_plain()) return 0;
  const MethodRow& row = row_of(plan.training.method.method);
  const RoleList roles = roles_of(plan);
  const auto is_colocated = [&roles](RoleName name) {
    const Role* role = roles.find(name);
    return role != nullptr && role->is_colocated();
  };
  // The policy's log-probabilities of its own completions.
  int passes = row.generates && program_of(plan.training).scores_policy ? 1 : 0;
  if (reference_of(plan) == Reference::adapter || is_colocated(RoleName::reference)) ++passes;
  if (is_colocated(RoleName::reward)) ++passes;
  if (is_colocated(RoleName::teacher)) ++passes;
  return passes;
}

}  // namespace zp
