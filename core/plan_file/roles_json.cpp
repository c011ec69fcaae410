// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <string>

#include "core/plan_file/carried_presets_json.h"
#include "core/plan_file/plan_reading.h"

namespace zp::plan_io {
namespace {

constexpr std::string_view list_path = "training.roles";

template <class Enum>
Enum read_enum(const Json& value, const std::string& path) {
  return enum_of<Enum>(read_word(value, path, words_of<Enum>)).value();
}

void read_model_of_role(const PlanSource& source, const Json& value, const std::string& path,
                        RoleSettings& role) {
  if (value.is_number()) {
    role.parameters = read_count(value, path, parameter_range);
    return;
  }
  role.preset = *read_preset(source, path, value, PresetKind::model).model();
}

/// Throws FileError unless the key has the value `only`, which `from` (the method, or a key of the policy)
/// determines and a role cannot change.
void must_be(const Json& value, const std::string& path, const Json& only, std::string_view from) {
  if (value != only)
    fail(path, "is " + value.dump() + " and follows from " + std::string(from) + ": " + only.dump() + ".");
}

void read_role(const PlanSource& source, const Json& item, const std::string& path, Plan& plan) {
  const Json& object = as_object(item, path);
  const Json* name = member(&object, "name");
  if (name == nullptr) fail(path, "has no name; write {\"name\": \"reference\"}, for example.");
  const auto role_name = read_enum<RoleName>(*name, joined(path, "name"));
  RoleSettings& role = plan.training.method.roles[static_cast<std::size_t>(role_name)];
  if (role.is_named) fail(joined(path, "name"), "occurs twice: " + name->dump() + ".");
  role = {};
  role.is_named = true;
  for (const auto& [key, value] : object.items()) {
    const std::string at = joined(path, key);
    if (key == "name") continue;
    if (key == "model")
      read_model_of_role(source, value, at, role);
    else if (key == "precision")
      role.precision = read_enum<RolePrecision>(value, at);
    else if (key == "placement")
      role.placement = read_enum<Placement>(value, at);
    else if (key == "stage") {
      role.stage = static_cast<int>(read_count(value, at, {0, 3}));
      if (role.stage != 0 && role.stage != 3)
        fail(at, "is " + value.dump() + "; a model that is not trained is whole (0) or partitioned (3).");
    } else if (key == "trainable")
      must_be(value, at, role_name == RoleName::critic, "training.method");
    else if (key == "offload_param" && role_name != RoleName::critic)
      role.offload_param = read_enum<RoleDevice>(value, at);
    else if (key == "offload_optimizer" || key == "offload_param")
      must_be(value, at,
              std::string(name_of(key == "offload_param" ? plan.zero.offload_param.device
                                                         : plan.zero.offload_optimizer.device)),
              "zero." + key);
    else
      fail(at,
           "is no key of a role; name, model, trainable, precision, stage, offload_optimizer, offload_param "
           "and placement are.");
  }
}

}  // namespace

void read_roles(const PlanSource& source, Plan& plan) {
  const Json* list = value_at_path(source.root, list_path);
  if (list == nullptr) return;
  if (!list->is_array())
    fail(list_path,
         "must be a list, found " + found(*list) + R"(; write [{"name": "reference"}], for example.)");
  for (std::size_t i = 0; i < list->size(); ++i)
    read_role(source, (*list)[i], joined(list_path, std::to_string(i)), plan);
}

void write_roles(const Plan& plan, CarriedPresets& presets, Json& root) {
  Json list = Json::array();
  for (std::size_t i = 0; i < role_count; ++i) {
    const RoleSettings& role = plan.training.method.roles[i];
    if (!role.is_named) continue;
    Json item = {{"name", name_of(static_cast<RoleName>(i))}};
    if (role.preset)
      item["model"] = presets.name(AnyPreset(role.preset));
    else if (role.parameters > 0)
      item["model"] = role.parameters;
    if (role.precision != RolePrecision::automatic) item["precision"] = name_of(role.precision);
    if (role.stage >= 0) item["stage"] = role.stage;
    if (role.offload_param != RoleDevice::automatic) item["offload_param"] = name_of(role.offload_param);
    if (role.placement != Placement::automatic) item["placement"] = name_of(role.placement);
    list.push_back(std::move(item));
  }
  if (!list.empty()) set_at_path(root, list_path, std::move(list));
}

}  // namespace zp::plan_io
