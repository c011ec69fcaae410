// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/plan_file/plan_json.h"

/// Readers of the keys of deepspeed_config that the Plan has a field for. Internal to this folder; paths are
/// relative to deepspeed_config. A key that is absent or "auto" states nothing.
namespace zp::plan_io {

inline constexpr std::string_view config_prefix = "deepspeed_config";
inline constexpr std::string_view adam_w_mode_key = "optimizer.params.adam_w_mode";

/// Returns the value at `path`, or nullptr if the file states none. Throws if a section on the way is not
/// an object.
const Json* stated_at(const Json& config, std::string_view path);
std::optional<bool> stated_flag(const Json& config, std::string_view path);
/// Returns true for a key of the plan that a ds_config has with the same value under `deepspeed_key`.
bool is_read_from_config(const PlanKey& key);
/// Returns the value that `config` states for such a key, or nothing if it states none.
std::optional<KeyValue> stated_value(const Json& config, const PlanKey& key);
std::optional<std::int64_t> stated_count(const Json& config, std::string_view path, const Range& range);

/// Returns "bf16", or "bfloat16" if only the old name is there.
std::string_view bf16_section(const Json& config);
/// Returns the precision that fp16.enabled and bf16.enabled state, or nothing. Throws if both are true.
std::optional<Precision> stated_precision(const Json& config);

/// Returns the optimizer that optimizer.type names, or nothing; "Adam" is AdamW unless params.adam_w_mode is
/// false (deepspeed/runtime/engine.py, _configure_basic_optimizer). Throws for an optimizer that this planner
/// cannot count.
std::optional<Optimizer> stated_optimizer(const Json& config);
/// Returns true if optimizer.type is what the plan asks for; "Adam" counts as adam, whatever DeepSpeed makes
/// of it.
bool names_optimizer(const Json& config, Optimizer planned);

/// Returns true if optimizer.params states a momentum above 0.
bool stated_momentum(const Json& config);
bool stated_low_precision_master(const Json& config, Precision precision);
bool stated_low_precision_states(const Json& config, Precision precision);
/// Returns the path of the key that stated_low_precision_master reads, "" for fp32.
std::string master_path(const Json& config, Precision precision);

}  // namespace zp::plan_io
