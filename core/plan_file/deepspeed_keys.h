// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/plan_file/plan_json.h"

/// Readers of the deepspeed_config keys for which Plan has a field. Internal to this folder; paths are
/// relative to deepspeed_config. A key that is absent or "auto" counts as not stated.
namespace zp::plan_io {

inline constexpr std::string_view config_prefix = "deepspeed_config";
inline constexpr std::string_view adam_w_mode_key = "optimizer.params.adam_w_mode";

/// Returns the value at `path`; nullptr if it is not stated. Throws if a section on the way is not an object.
const Json* stated_at(const Json& config, std::string_view path);
std::optional<bool> stated_flag(const Json& config, std::string_view path);
/// Returns true for a plan key that a ds_config states with the same value under `deepspeed_key`.
bool is_read_from_config(const PlanKey& key);
/// Returns the value that `config` states for such a key; nullopt if it is not stated.
std::optional<KeyValue> stated_value(const Json& config, const PlanKey& key);
std::optional<std::int64_t> stated_count(const Json& config, std::string_view path, const Range& range);

/// Returns "bf16", or "bfloat16" if only the old name is present.
std::string_view bf16_section(const Json& config);
/// Returns the precision according to fp16.enabled and bf16.enabled; nullopt if neither is stated. Throws if
/// both are true.
std::optional<Precision> stated_precision(const Json& config);

/// Returns the optimizer that optimizer.type names, or nullopt; "Adam" is AdamW unless params.adam_w_mode is
/// false (deepspeed/runtime/engine.py, _configure_basic_optimizer). Throws for an optimizer that plans do not
/// have.
std::optional<Optimizer> stated_optimizer(const Json& config);
/// Returns true if optimizer.type matches the plan's; "Adam" matches adam, regardless of adam_w_mode.
bool names_optimizer(const Json& config, Optimizer planned);

/// Returns true if optimizer.params states a momentum above 0.
bool stated_momentum(const Json& config);
bool stated_low_precision_master(const Json& config, Precision precision);
bool stated_low_precision_states(const Json& config, Precision precision);
/// Returns the path of the key that stated_low_precision_master reads; "" for fp32.
std::string master_path(const Json& config, Precision precision);

}  // namespace zp::plan_io
