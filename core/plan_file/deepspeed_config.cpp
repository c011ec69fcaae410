// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <optional>
#include <string>

#include "core/plan_file/deepspeed_keys.h"
#include "core/plan_file/plan_reading.h"
#include "core/units/format.h"

namespace zp::plan_io {
namespace {

constexpr std::string_view train_batch_key = "train_batch_size";
constexpr std::string_view micro_batch_key = "train_micro_batch_size_per_gpu";
constexpr std::string_view accumulation_key = "gradient_accumulation_steps";
constexpr Range train_batch_range{1, 0x1p62};

[[noreturn]] void contradict(std::string_view path, const std::string& value, std::string_view config_path,
                             const std::string& stated) {
  fail(path, "is " + value + ", but " + joined(config_prefix, config_path) + " says " + stated +
                 "; make them equal or keep one of the two.");
}

class ConfigMerger {
 public:
  ConfigMerger(const Json& config, const Json* root, Plan& plan, const KeyReactions& taking)
      : config_(config), root_(root), plan_(plan), taking_(taking) {}

  void adopt() {
    Training& training = plan_.training;
    taking_.attempt([&] { adopt_precision(); });
    taking_.attempt([&] { adopt_optimizer(); });
    for (const PlanKey& key : plan_keys())
      if (is_read_from_config(key)) taking_.attempt([&] { adopt_key(key); });
    training.optimizer_options.momentum = false;
    taking_.attempt([&] { training.optimizer_options.momentum = stated_momentum(config_); });
    adopt_low_precision(config_, taking_, training);
    adopt_batch();
  }

 private:
  [[nodiscard]] bool has(std::string_view path) const {
    return root_ != nullptr && value_at_path(*root_, path) != nullptr;
  }

  void taken(std::string_view plan_key, std::string_view path) const {
    taking_.taken(plan_key, joined(config_prefix, path));
  }

  void adopt_precision() {
    const auto stated = stated_precision(config_);
    const std::string bf16 = std::string(bf16_section(config_)) + ".enabled";
    Precision& precision = plan_.training.precision;
    if (!has("training.precision")) {
      if (!stated) return;
      precision = *stated;
      taken("training.precision", precision == Precision::fp16 ? "fp16.enabled" : bf16);
      return;
    }
    must_agree(bf16, precision, Precision::bf16);
    must_agree("fp16.enabled", precision, Precision::fp16);
  }

  void must_agree(const std::string& path, Precision planned, Precision switched_on) {
    const auto stated = stated_flag(config_, path);
    if (stated && *stated != (planned == switched_on))
      contradict("training.precision", std::string(name_of(planned)), path, *stated ? "true" : "false");
  }

  void adopt_optimizer() {
    const auto stated = stated_optimizer(config_);
    if (!stated) return;
    Optimizer& optimizer = plan_.training.optimizer;
    const bool agrees = names_optimizer(config_, optimizer);
    if (!agrees && has("training.optimizer"))
      contradict("training.optimizer", std::string(name_of(optimizer)), "optimizer.type",
                 std::string(row_of(*stated).type));
    if (!agrees) optimizer = *stated;
    taken("training.optimizer", "optimizer.type");
  }

  /// Sets the plan's field from `config`. A missing carried key gets its default; for any other missing key,
  /// the plan's own key stays.
  void adopt_key(const PlanKey& key) {
    if (key.is_carried()) key.set(plan_, key.value(Plan()));
    const auto stated = stated_value(config_, key);
    if (!stated) return;
    if (const KeyValue planned = key.value(plan_); !key.is_carried() && has(key.path) && planned != *stated)
      contradict(key.path, value_text(planned), key.deepspeed_key, value_text(*stated));
    key.set(plan_, *stated);
    taken(key.path, key.deepspeed_key);
  }

  /// Returns true if the plan file or `config` states the key.
  [[nodiscard]] bool is_stated(std::string_view path) const {
    bool is_in_config = false;
    taking_.attempt([&] { is_in_config = stated_value(config_, *find_plan_key(path)).has_value(); });
    return is_in_config || has(path);
  }

  /// Returns true for a ds_config that states only the micro batch, which implies an accumulation of 1,
  /// unless the plan file's own key states one.
  [[nodiscard]] bool gives_micro_batch_alone() const {
    const auto gives = [&](std::string_view key) {
      const Json* value = value_at_path(config_, key);
      return value != nullptr && !value->is_null();
    };
    return root_ == nullptr && gives(micro_batch_key) && !gives(accumulation_key) && !gives(train_batch_key);
  }

  /// Infers the third batch size as DeepSpeed does (deepspeed/runtime/config.py,
  /// _set_batch_related_parameters).
  void adopt_batch() {
    const bool has_micro_batch = is_stated("training.micro_batch_size");
    const bool has_accumulation = is_stated("training.gradient_accumulation_steps");
    std::optional<std::int64_t> total;
    taking_.attempt([&] { total = stated_count(config_, train_batch_key, train_batch_range); });
    const int world = data_parallel_world(plan_);
    Training& training = plan_.training;
    if (gives_micro_batch_alone()) {
      training.gradient_accumulation_steps = 1;
      taken("training.gradient_accumulation_steps", micro_batch_key);
    }
    if (!total || world <= 0) return;  // check() refuses ranks that do not divide evenly
    if (!has_micro_batch) training.micro_batch_size = 1;
    if (!has_accumulation) training.gradient_accumulation_steps = 1;
    if (!has_accumulation && !has_micro_batch) taken("training.gradient_accumulation_steps", train_batch_key);
    const std::int64_t per_rank = *total / world;
    if (has_micro_batch && !has_accumulation)
      put("training.gradient_accumulation_steps", per_rank / training.micro_batch_size);
    else if (!has_micro_batch)
      put("training.micro_batch_size", per_rank / training.gradient_accumulation_steps);
    if (train_batch_size(plan_) == *total) return;
    taking_.attempt([&] {
      fail(joined(config_prefix, train_batch_key),
           "is " + format_count(*total) + ", but training.micro_batch_size " +
               format_count(training.micro_batch_size) + " × training.gradient_accumulation_steps " +
               format_count(training.gradient_accumulation_steps) + " × " + format_count(world) +
               " data-parallel ranks is " + format_count(train_batch_size(plan_)) + "; change one of them.");
    });
  }

  /// Sets a derived size if it is in range. Otherwise the product does not match, which the caller reports.
  void put(std::string_view path, std::int64_t value) {
    const PlanKey& key = *find_plan_key(path);
    if (!key.range.holds(static_cast<double>(value))) return;
    key.set(plan_, value);
    taken(path, train_batch_key);
  }

  const Json& config_;
  const Json* root_;
  Plan& plan_;
  const KeyReactions& taking_;
};

void agree_flag(Json& config, const std::string& path, bool wanted) {
  if (stated_flag(config, path).value_or(false) != wanted) set_at_path(config, path, wanted);
}

/// Updates the key to the plan's value. A key that the plan has under its own name is changed only if
/// `config` states it; a carried key is written in any case, because it is stored only there.
void agree_key(Json& config, const PlanKey& key, const Plan& plan) {
  const auto stated = stated_value(config, key);
  const KeyValue wanted = key.value(plan);
  if (key.is_carried() ? stated.value_or(key.value(Plan())) == wanted : !stated || *stated == wanted) return;
  if (to_json(wanted) == "auto")
    erase_at_path(config, key.deepspeed_key);
  else
    set_at_path(config, key.deepspeed_key, to_json(wanted));
}

void agree_precision(Json& config, Precision precision) {
  const std::string bf16 = std::string(bf16_section(config)) + ".enabled";
  if (const auto stated = stated_flag(config, bf16); stated && *stated != (precision == Precision::bf16))
    set_at_path(config, bf16, precision == Precision::bf16);
  if (const auto stated = stated_flag(config, "fp16.enabled");
      stated && *stated != (precision == Precision::fp16))
    set_at_path(config, "fp16.enabled", precision == Precision::fp16);
}

void agree_optimizer(Json& config, Optimizer optimizer) {
  if (!stated_optimizer(config) || names_optimizer(config, optimizer)) return;
  const std::string_view name = row_of(optimizer).type;
  if (name.empty())
    erase_at_path(config, "optimizer.type");
  else
    set_at_path(config, "optimizer.type", name);
}

}  // namespace

void adopt_deepspeed_config(const Json& config, const Json* root, Plan& plan, const KeyReactions& taking) {
  ConfigMerger(config, root, plan, taking).adopt();
}

void adopt_low_precision(const Json& config, const KeyReactions& taking, Training& training) {
  training.low_precision_master = training.low_precision_states = false;
  taking.attempt(
      [&] { training.low_precision_master = stated_low_precision_master(config, training.precision); });
  taking.attempt(
      [&] { training.low_precision_states = stated_low_precision_states(config, training.precision); });
}

const KeyReactions& strictly() {
  static const KeyReactions taking = {[](const FileError& error) { throw error; },
                                      [](std::string_view, const std::string&) {}};
  return taking;
}

std::optional<KeyKind> kind_of_config_key(std::string_view path) {
  constexpr std::string_view zero = "zero_optimization.", old_bf16 = "bfloat16.";
  if (path.starts_with(zero)) return kind_of_zero_key(path.substr(zero.size()));
  if (path.starts_with(old_bf16)) return kind_of_config_key(joined("bf16", path.substr(old_bf16.size())));
  if (path == train_batch_key) return KeyKind::count;
  const PlanKey* key = plan_key_of_config(path);
  // The key switches a translated key, such as bf16.enabled.
  if (path == adam_w_mode_key || (key != nullptr && key->is_translated && path.ends_with(".enabled")) ||
      (key != nullptr && path == key->enabling_key))
    return KeyKind::flag;
  return key != nullptr ? std::optional(key->kind) : std::nullopt;
}

void agree_with_plan(Json& config, const Plan& plan) {
  const Training& training = plan.training;
  config.erase("zero_optimization");  // the zero section contains these keys
  agree_precision(config, training.precision);
  agree_optimizer(config, training.optimizer);
  for (const PlanKey& key : plan_keys())
    if (is_read_from_config(key)) agree_key(config, key, plan);
  if (const bool momentum = training.optimizer_options.momentum; stated_momentum(config) != momentum)
    set_at_path(config, "optimizer.params.momentum", momentum ? Json::parse(usual_momentum) : Json(0.0));
  if (const std::string master = master_path(config, training.precision); !master.empty())
    agree_flag(config, master, training.low_precision_master);
  if (training.precision == Precision::bf16)
    agree_flag(config, std::string(bf16_section(config)) + ".bf16_optimizer_states",
               training.low_precision_states);
  if (const auto total = stated_count(config, train_batch_key, train_batch_range);
      total && *total != train_batch_size(plan))
    set_at_path(config, train_batch_key, train_batch_size(plan));
}

}  // namespace zp::plan_io
