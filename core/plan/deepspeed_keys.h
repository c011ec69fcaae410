// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/plan/plan_json.h"

/// The keys of deepspeed_config that say something the Plan has a field for, read one by one. Internal to
/// this folder; paths are relative to deepspeed_config. A key that is absent or "auto" states nothing.
namespace zp::plan_io {

inline constexpr std::string_view config_prefix = "deepspeed_config";
inline constexpr std::string_view adam_w_mode_key = "optimizer.params.adam_w_mode";

/// The value at `path`, nullptr when it states nothing. Throws when a section on the way is not an object.
const Json* stated_at(const Json& config, std::string_view path);
std::optional<bool> stated_flag(const Json& config, std::string_view path);
/// True for a key of the plan that a ds_config has with the same value under `deepspeed_key`.
bool is_read_from_config(const PlanKey& key);
/// What it states for such a key.
std::optional<KeyValue> stated_value(const Json& config, const PlanKey& key);
std::optional<std::int64_t> stated_count(const Json& config, std::string_view path, const Range& range);

/// "bf16", or "bfloat16" where only the old name is there.
std::string_view bf16_section(const Json& config);
/// The precision that fp16.enabled and bf16.enabled state. Throws when both are true.
std::optional<Precision> stated_precision(const Json& config);

/// optimizer.type; "Adam" is AdamW unless params.adam_w_mode is false (deepspeed/runtime/engine.py,
/// _configure_basic_optimizer). Throws for an optimizer this planner cannot count.
std::optional<Optimizer> stated_optimizer(const Json& config);
/// True when optimizer.type is what the plan asks for; adam and "Adam" are, whatever DeepSpeed makes of it.
bool names_optimizer(const Json& config, Optimizer planned);

/// Whether optimizer.params states a momentum above 0.
bool stated_momentum(const Json& config);
bool stated_low_precision_master(const Json& config, Precision precision);
bool stated_low_precision_states(const Json& config, Precision precision);
/// Where the first of these stands, "" for fp32.
std::string master_path(const Json& config, Precision precision);

}  // namespace zp::plan_io
