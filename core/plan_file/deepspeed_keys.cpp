// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan_file/deepspeed_keys.h"

#include <algorithm>
#include <array>

namespace zp::plan_io {
namespace {

struct DtypeName {
  std::string_view name;
  AccumulationDtype dtype;
};
/// DeepSpeed's aliases (deepspeed/runtime/config.py, DtypeEnum).
constexpr std::array<DtypeName, 11> dtype_names = {{{"fp32", AccumulationDtype::fp32},
                                                    {"float32", AccumulationDtype::fp32},
                                                    {"float", AccumulationDtype::fp32},
                                                    {"bf16", AccumulationDtype::bf16},
                                                    {"bfloat16", AccumulationDtype::bf16},
                                                    {"fp16", AccumulationDtype::fp16},
                                                    {"float16", AccumulationDtype::fp16},
                                                    {"half", AccumulationDtype::fp16},
                                                    {"torch.float32", AccumulationDtype::fp32},
                                                    {"torch.bfloat16", AccumulationDtype::bf16},
                                                    {"torch.float16", AccumulationDtype::fp16}}};

std::string shown(std::string_view path) { return joined(config_prefix, path); }

/// Returns the plan's name of a dtype given by one of DeepSpeed's names.
std::string_view read_dtype(const Json& value, const std::string& path) {
  const std::string name = lower_case(read_text(value, path));
  const auto found = std::ranges::find(dtype_names, name, &DtypeName::name);
  if (found == dtype_names.end()) fail(path, "is " + value.dump() + "; it must be fp32, bf16 or fp16.");
  return name_of(found->dtype);
}

}  // namespace

const Json* stated_at(const Json& config, std::string_view path) {
  for (std::size_t dot = path.find('.'); dot != std::string_view::npos; dot = path.find('.', dot + 1)) {
    const Json* section = value_at_path(config, path.substr(0, dot));
    if (section == nullptr || section->is_null()) return nullptr;  // for DeepSpeed, null counts as absent
    as_object(*section, shown(path.substr(0, dot)));
  }
  const Json* value = value_at_path(config, path);
  return value == nullptr || value->is_null() || *value == "auto" ? nullptr : value;
}

std::optional<bool> stated_flag(const Json& config, std::string_view path) {
  const Json* value = stated_at(config, path);
  if (value == nullptr) return std::nullopt;
  return read_flag(*value, shown(path));
}

std::optional<std::int64_t> stated_count(const Json& config, std::string_view path, const Range& range) {
  const Json* value = stated_at(config, path);
  if (value == nullptr) return std::nullopt;
  return read_count(*value, shown(path), range);
}

bool is_read_from_config(const PlanKey& key) {
  return key.value != nullptr && !key.deepspeed_key.empty() && key.written != Written::never &&
         !key.is_translated && !key.path.starts_with("zero.");
}

std::optional<KeyValue> stated_value(const Json& config, const PlanKey& key) {
  const Json* value = stated_at(config, key.deepspeed_key);
  if (value == nullptr) return std::nullopt;
  if (!key.enabling_key.empty() && !stated_flag(config, key.enabling_key).value_or(false))
    return std::nullopt;
  const std::string path = shown(key.deepspeed_key);
  // A size of 0 disables AutoTP.
  if (key.path == "training.tensor_parallel" && *value == 0) return std::nullopt;
  if (key.words.data() == words_of<AccumulationDtype>.data()) return read_dtype(*value, path);
  return read_key(*value, path, key);
}

std::string_view bf16_section(const Json& config) {
  return !config.contains("bf16") && config.contains("bfloat16") ? "bfloat16" : "bf16";
}

std::optional<Precision> stated_precision(const Json& config) {
  const std::string bf16_path = std::string(bf16_section(config)) + ".enabled";
  const auto bf16 = stated_flag(config, bf16_path);
  const auto fp16 = stated_flag(config, "fp16.enabled");
  if (bf16.value_or(false) && fp16.value_or(false))
    fail(shown(bf16_path), "and deepspeed_config.fp16.enabled are both true; set one of the two to false.");
  if (bf16.value_or(false)) return Precision::bf16;
  if (fp16.value_or(false)) return Precision::fp16;
  // The plan's default is bf16, so only an explicit bf16.enabled = false means fp32.
  if (bf16) return Precision::fp32;
  return std::nullopt;
}

std::optional<Optimizer> stated_optimizer(const Json& config) {
  const Json* value = stated_at(config, "optimizer.type");
  if (value == nullptr) return std::nullopt;
  if (const OptimizerRow* row = optimizer_of_type(read_text(*value, shown("optimizer.type")))) {
    const bool decouples =
        row->optimizer == Optimizer::adam && stated_flag(config, adam_w_mode_key).value_or(true);
    return decouples ? Optimizer::adamw : row->optimizer;
  }
  std::string list;
  for (const OptimizerRow& row : optimizer_rows())
    if (!row.type.empty()) list.append(list.empty() ? "" : ", ").append(row.type);
  fail(shown("optimizer.type"), "is " + value->dump() +
                                    ", whose memory this planner does not know; it counts " + list +
                                    ". Name the nearest of them.");
}

bool names_optimizer(const Json& config, Optimizer planned) {
  const Json* value = stated_at(config, "optimizer.type");
  if (value == nullptr) return false;
  return stated_optimizer(config) == planned || lower_case(value->get<std::string>()) == name_of(planned);
}

bool stated_momentum(const Json& config) {
  constexpr std::string_view path = "optimizer.params.momentum";
  const Json* momentum = stated_at(config, path);
  return momentum != nullptr && read_real(*momentum, shown(path), {0, 1}) != 0;
}

std::string master_path(const Json& config, Precision precision) {
  if (precision == Precision::fp16) return "fp16.fp16_master_weights_and_grads";
  if (precision == Precision::bf16)
    return std::string(bf16_section(config)) + ".bf16_master_weights_and_grads";
  return "";
}

bool stated_low_precision_master(const Json& config, Precision precision) {
  const std::string path = master_path(config, precision);
  return !path.empty() && stated_flag(config, path).value_or(false);
}

bool stated_low_precision_states(const Json& config, Precision precision) {
  return precision == Precision::bf16 &&
         stated_flag(config, std::string(bf16_section(config)) + ".bf16_optimizer_states").value_or(false);
}

}  // namespace zp::plan_io
