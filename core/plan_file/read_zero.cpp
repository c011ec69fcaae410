// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>
#include <optional>

#include "core/plan_file/plan_reading.h"
#include "core/plan_file/trainer_keys.h"

namespace zp::plan_io {
namespace {

constexpr std::string_view moved_prefix = "deepspeed_config.zero_optimization";

struct OldName {
  std::string_view old_name, name;
};
/// Outdated names that DeepSpeed still accepts: the stage3_ aliases of zero/config.py, and the deprecated
/// save switch.
constexpr std::array<OldName, 6> old_names = {{
    {"prefetch_bucket_size", "stage3_prefetch_bucket_size"},
    {"param_persistence_threshold", "stage3_param_persistence_threshold"},
    {"model_persistence_threshold", "stage3_model_persistence_threshold"},
    {"max_live_parameters", "stage3_max_live_parameters"},
    {"max_reuse_distance", "stage3_max_reuse_distance"},
    {"gather_16bit_weights_on_model_save", "stage3_gather_16bit_weights_on_model_save"},
}};
constexpr OldName old_save_switch = {"stage3_gather_fp16_weights_on_model_save",
                                     "stage3_gather_16bit_weights_on_model_save"};
/// Deprecated switches: true means an offload object with device cpu, false means none.
constexpr std::array<OldName, 2> old_offload_switches = {
    {{"cpu_offload", "offload_optimizer"}, {"cpu_offload_param", "offload_param"}}};

std::string_view current_name(std::string_view key) {
  if (key == old_save_switch.old_name) return old_save_switch.name;
  const auto found = std::ranges::find(old_names, key, &OldName::old_name);
  return found == old_names.end() ? key : found->name;
}

/// Returns the deprecated switch of that name, or nullptr.
const OldName* old_switch(std::string_view key) {
  const auto found = std::ranges::find(old_offload_switches, key, &OldName::old_name);
  return found == old_offload_switches.end() ? nullptr : found;
}

constexpr std::string_view zenflow_key = "zenflow";

bool is_offload(std::string_view key) { return key == "offload_optimizer" || key == "offload_param"; }

/// Returns the value that Hugging Face's Trainer fills in for "auto"; nullopt otherwise: DeepSpeed itself
/// drops the key and uses its default.
std::optional<std::int64_t> auto_value(std::string_view key, const Plan& plan) {
  const TrainerKey* row = find_trainer_key(joined("zero_optimization", key));
  const bool is_filled = row != nullptr && plan.target.flavour == Flavour::hf_trainer;
  return is_filled ? trainer_size(*row, plan) : std::nullopt;
}

class ZeroReader {
 public:
  ZeroReader(const Plan& plan, const KeyReactions& taking) : plan_(plan), taking_(taking) {}

  void add(const Json& object, std::string_view prefix) {
    taking_.attempt([&] { as_object(object, prefix); });
    if (!object.is_object()) return;
    is_config_ = prefix == moved_prefix;
    for (const auto& [key, value] : object.get_ref<const Json::object_t&>())
      taking_.attempt([&, &name = key, &given = value] { add_key(name, given, joined(prefix, name)); });
  }
  void put(std::string_view key, Json value, const std::string& shown) {
    const std::string path = joined("zero", key);
    if (section_.keys.contains(key))
      fail(section_.shown(path), "and " + shown + " both set " + std::string(key) + "; keep one of the two.");
    section_.keys[std::string(key)] = std::move(value);
    section_.origins.emplace_back(path, shown);
  }
  ZeroSection take() { return std::move(section_); }

 private:
  void add_key(const std::string& key, const Json& value, const std::string& shown) {
    const std::string_view name = current_name(key);
    if (const OldName* switched = old_switch(key)) {
      if (!value.is_null() && read_flag(value, shown)) put(switched->name, {{"device", "cpu"}}, shown);
    } else if (value == "auto") {
      if (const auto resolved = auto_value(name, plan_)) put(name, *resolved, shown);
    } else if (is_offload(name)) {
      if (!value.is_null()) put(name, offload_object(value, shown), shown);
    } else if (name == zenflow_key) {
      if (Json object = zenflow_object(value, shown); !object.empty()) put(name, std::move(object), shown);
    } else if (!(name == "overlap_comm" && value.is_null())) {
      put(name, value, shown);
    }
  }

  static Json offload_object(const Json& value, const std::string& shown) {
    if (value.is_string()) return {{"device", read_word(value, shown, words_of<Device>)}};
    if (!value.is_object())
      fail(shown, "must be none, cpu, nvme or DeepSpeed's object, found " + found(value) +
                      R"(; write "cpu", for example.)");
    Json object = Json::object();
    for (const auto& [key, entry] : value.get_ref<const Json::object_t&>())
      if (entry != "auto") object[key] = entry;
    return object;
  }

  /// Returns ZenFlow's section. Its presence enables ZenFlow in a ds_config; in a plan file the key `enabled`
  /// does.
  [[nodiscard]] Json zenflow_object(const Json& value, const std::string& shown) const {
    if (value.is_null()) return Json::object();
    as_object(value, shown);
    Json object = Json::object();
    if (is_config_) object["enabled"] = true;
    for (const auto& [key, entry] : value.get_ref<const Json::object_t&>())
      if (!(entry == "auto" && key != "select_strategy")) object[key] = entry;
    return object;
  }

  const Plan& plan_;
  const KeyReactions& taking_;
  ZeroSection section_;
  bool is_config_ = false;  ///< true while a section of a ds_config is being added
};

/// Adds the section zero_optimization; its legacy form `"zero_optimization": true` is stage
/// 1 (zero/config.py).
void add_moved(ZeroReader& gathering, const Json& value) {
  if (value.is_boolean())
    gathering.put("stage", value.get<bool>() ? 1 : 0, std::string(moved_prefix));
  else
    gathering.add(value, moved_prefix);
}

Device read_device(const Json& value, const std::string& shown) {
  if (value.is_null()) return Device::none;
  return enum_of<Device>(read_word(value, shown, words_of<Device>)).value();
}

}  // namespace

std::string ZeroSection::shown(std::string_view path) const {
  for (const auto& [key, shown] : origins) {
    if (path == key) return shown;
    if (path.starts_with(key) && path[key.size()] == '.') return shown + std::string(path.substr(key.size()));
  }
  return std::string(path);
}

ZeroSection read_zero_section(const Json& root, const Plan& plan, const KeyReactions& taking) {
  ZeroReader gathering(plan, taking);
  if (const Json* own = member(&root, "zero")) gathering.add(*own, "zero");
  if (const Json* moved = value_at_path(root, moved_prefix)) add_moved(gathering, *moved);
  return gathering.take();
}

std::optional<KeyKind> kind_of_zero_key(std::string_view key) {
  if (old_switch(key)) return KeyKind::flag;
  const bool is_inner = key.find('.') != std::string_view::npos;
  const PlanKey* row = find_plan_key(joined("zero", is_inner ? key : current_name(key)));
  return row ? std::optional(row->kind) : std::nullopt;
}

Json zero_extra(const Json& section) {
  Json extra = Json::object();
  for (const auto& [key, value] : section.get_ref<const Json::object_t&>()) {
    const std::string path = joined("zero", key);
    if (is_offload(key) || key == zenflow_key) {
      for (const auto& [inner, entry] : value.get_ref<const Json::object_t&>())
        if (!is_known_member(path, inner)) extra[key][inner] = entry;
    } else if (!is_known_member("zero", key)) {
      extra[key] = value;
    }
  }
  return extra;
}

void take_zero(const ZeroSection& section, Plan& plan, const KeyReactions& taking) {
  constexpr std::string_view below = "zero.";
  const auto take = [&](std::string_view path, const auto& set) {
    const Json* value = value_at_path(section.keys, path.substr(below.size()));
    if (value == nullptr) return;
    const std::string shown = section.shown(path);
    taking.attempt([&] {
      set(*value, shown);
      taking.taken(path, shown);
    });
  };
  for (const PlanKey& key : plan_keys())
    if (key.is_plain() && key.path.starts_with(below))
      take(key.path,
           [&](const Json& value, const std::string& shown) { key.set(plan, read_key(value, shown, key)); });
  take("zero.offload_optimizer.device", [&](const Json& value, const std::string& shown) {
    plan.zero.offload_optimizer.device = read_device(value, shown);
  });
  take("zero.offload_param.device", [&](const Json& value, const std::string& shown) {
    plan.zero.offload_param.device = read_device(value, shown);
  });
  take("zero.overlap_comm", [&](const Json& value, const std::string& shown) {
    plan.zero.overlap_comm = read_flag(value, shown);
  });
}

}  // namespace zp::plan_io
