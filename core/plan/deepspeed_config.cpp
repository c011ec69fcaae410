// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>
#include <string>

#include "core/plan/deepspeed_keys.h"
#include "core/plan/plan_reading.h"
#include "core/plan/words.h"
#include "core/units/format.h"

namespace zp::plan_io {
namespace {

constexpr std::string_view micro_batch_key = "train_micro_batch_size_per_gpu";
constexpr std::string_view accumulation_key = "gradient_accumulation_steps";
constexpr std::string_view train_batch_key = "train_batch_size";
constexpr std::string_view sequence_parallel_key = "sequence_parallel_size";
constexpr std::string_view tensor_parallel_key = "tensor_parallel.autotp_size";
constexpr std::string_view grad_accum_key = "data_types.grad_accum_dtype";
constexpr std::string_view communication_key = "communication_data_type";
constexpr std::string_view gds_key = "aio.use_gds";
constexpr Range train_batch_range{1, 0x1p62};
/// What a momentum that a Plan only knows to be there is written as: torch users' usual value.
constexpr double usual_momentum = 0.9;

[[noreturn]] void contradict(std::string_view path, const std::string& value, std::string_view config_path,
                             const std::string& stated) {
  fail(path, "is " + value + ", but " + joined(config_prefix, config_path) + " says " + stated +
                 "; make them equal or keep one of the two.");
}

class Adopting {
 public:
  Adopting(const Json& config, const Json* root, Plan& plan, const Taking& taking)
      : config_(config), root_(root), plan_(plan), taking_(taking) {}

  void adopt() {
    Training& training = plan_.training;
    taking_.attempt([&] { adopt_precision(); });
    taking_.attempt([&] { adopt_optimizer(); });
    training.optimizer_options = {};
    for (const OptionKey& option : option_keys())
      taking_.attempt([&] { training.optimizer_options.*option.member = stated_option(config_, option); });
    taking_.attempt([&] { adopt_accumulation_dtype(); });
    training.communication_dtype = AccumulationDtype::automatic;
    taking_.attempt([&] {
      training.communication_dtype =
          stated_dtype(config_, communication_key).value_or(AccumulationDtype::automatic);
    });
    training.low_precision_master = training.low_precision_states = plan_.zero.use_gds = false;
    taking_.attempt(
        [&] { training.low_precision_master = stated_low_precision_master(config_, training.precision); });
    taking_.attempt(
        [&] { training.low_precision_states = stated_low_precision_states(config_, training.precision); });
    taking_.attempt([&] { plan_.zero.use_gds = stated_flag(config_, gds_key).value_or(false); });
    taking_.attempt([&] { adopt_count("training.sequence_parallel", sequence_parallel_key); });
    taking_.attempt([&] {
      if (stated_count(config_, tensor_parallel_key, {0, 1 << 26}).value_or(0) > 0)
        adopt_count("training.tensor_parallel", tensor_parallel_key);
    });
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
                 std::string(deepspeed_name(*stated)));
    if (!agrees) optimizer = *stated;
    taken("training.optimizer", "optimizer.type");
  }

  void adopt_accumulation_dtype() {
    const auto stated = stated_dtype(config_, grad_accum_key);
    if (!stated) return;
    AccumulationDtype& dtype = plan_.training.gradient_accumulation_dtype;
    if (has("training.gradient_accumulation_dtype") && dtype != *stated)
      contradict("training.gradient_accumulation_dtype", std::string(name_of(dtype)), grad_accum_key,
                 std::string(name_of(*stated)));
    dtype = *stated;
    taken("training.gradient_accumulation_dtype", grad_accum_key);
  }

  /// True when either place states the count.
  bool adopt_count(std::string_view path, std::string_view key) {
    const Field& field = *find_field(path);
    const auto stated = stated_count(config_, key, field.range);
    if (!stated) return has(path);
    const auto planned = std::get<std::int64_t>(field.value(plan_));
    if (has(path) && planned != *stated) contradict(path, format_count(planned), key, format_count(*stated));
    field.set(plan_, *stated);
    taken(path, key);
    return true;
  }

  /// DeepSpeed's inference of the third of the batch sizes (deepspeed/runtime/config.py,
  /// _set_batch_related_parameters).
  void adopt_batch() {
    bool has_micro_batch = false, has_accumulation = false;
    std::optional<std::int64_t> total;
    taking_.attempt([&] { has_micro_batch = adopt_count("training.micro_batch_size", micro_batch_key); });
    taking_.attempt(
        [&] { has_accumulation = adopt_count("training.gradient_accumulation_steps", accumulation_key); });
    taking_.attempt([&] { total = stated_count(config_, train_batch_key, train_batch_range); });
    const int world = data_parallel_world(plan_);
    if (!total || world <= 0) return;  // check() refuses ranks that do not divide
    Training& training = plan_.training;
    if (!has_micro_batch) training.micro_batch_size = 1;
    if (!has_accumulation) training.gradient_accumulation_steps = 1;
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

  /// A derived size is kept in range: where it was not, the product does not come out, which the caller
  /// reports.
  void put(std::string_view path, std::int64_t value) {
    const Field& field = *find_field(path);
    if (!field.range.holds(static_cast<double>(value))) return;
    field.set(plan_, value);
    taken(path, train_batch_key);
  }

  const Json& config_;
  const Json* root_;
  Plan& plan_;
  const Taking& taking_;
};

void agree_flag(Json& config, const std::string& path, bool wanted) {
  if (stated_flag(config, path).value_or(false) != wanted) set_at_path(config, path, wanted);
}

void agree_count(Json& config, std::string_view path, std::int64_t wanted) {
  const auto stated = stated_count(config, path, train_batch_range);
  if (stated && *stated != wanted) set_at_path(config, path, wanted);
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
  const std::string_view name = deepspeed_name(optimizer);
  if (name.empty())
    erase_at_path(config, "optimizer.type");
  else
    set_at_path(config, "optimizer.type", name);
}

void agree_dtype(Json& config, std::string_view path, AccumulationDtype wanted) {
  if (stated_dtype(config, path).value_or(AccumulationDtype::automatic) == wanted) return;
  if (wanted == AccumulationDtype::automatic)
    erase_at_path(config, path);
  else
    set_at_path(config, path, name_of(wanted));
}

void agree_options(Json& config, const OptimizerOptions& options) {
  for (const OptionKey& option : option_keys()) {
    const bool wanted = options.*option.member;
    if (stated_option(config, option) == wanted) continue;
    if (option.is_number)
      set_at_path(config, option.path, wanted ? usual_momentum : 0.0);
    else
      set_at_path(config, option.path, wanted);
  }
}

}  // namespace

void adopt_deepspeed_config(const Json& config, const Json* root, Plan& plan, const Taking& taking) {
  Adopting(config, root, plan, taking).adopt();
}

const Taking& strictly() {
  static const Taking taking = {[](const FileError& error) { throw error; },
                                [](std::string_view, const std::string&) {}};
  return taking;
}

std::optional<FieldKind> kind_of_config_key(std::string_view path) {
  constexpr std::string_view zero = "zero_optimization.";
  if (path.starts_with(zero)) return kind_of_zero_key(path.substr(zero.size()));
  constexpr auto counts = std::to_array<std::string_view>(
      {micro_batch_key, accumulation_key, train_batch_key, sequence_parallel_key, tensor_parallel_key});
  constexpr auto flags = std::to_array<std::string_view>(
      {gds_key, "bf16.enabled", "bfloat16.enabled", "fp16.enabled", "bf16.bf16_master_weights_and_grads",
       "bfloat16.bf16_master_weights_and_grads", "fp16.fp16_master_weights_and_grads",
       "bf16.bf16_optimizer_states", "bfloat16.bf16_optimizer_states", adam_w_mode_key});
  if (std::ranges::find(counts, path) != counts.end()) return FieldKind::count;
  if (std::ranges::find(flags, path) != flags.end()) return FieldKind::flag;
  const auto options = option_keys();
  const auto option = std::ranges::find(options, path, &OptionKey::path);
  if (option == options.end()) return std::nullopt;
  return option->is_number ? FieldKind::real : FieldKind::flag;
}

void agree_with_plan(Json& config, const Plan& plan) {
  const Training& training = plan.training;
  config.erase("zero_optimization");  // the zero section has those keys
  agree_precision(config, training.precision);
  agree_optimizer(config, training.optimizer);
  agree_options(config, training.optimizer_options);
  if (stated_dtype(config, grad_accum_key))  // otherwise the plan's own key says it
    agree_dtype(config, grad_accum_key, training.gradient_accumulation_dtype);
  agree_dtype(config, communication_key, training.communication_dtype);
  if (const std::string master = master_path(config, training.precision); !master.empty())
    agree_flag(config, master, training.low_precision_master);
  if (training.precision == Precision::bf16)
    agree_flag(config, std::string(bf16_section(config)) + ".bf16_optimizer_states",
               training.low_precision_states);
  agree_flag(config, std::string(gds_key), plan.zero.use_gds);
  agree_count(config, sequence_parallel_key, training.sequence_parallel);
  if (stated_count(config, tensor_parallel_key, {0, 1 << 26}).value_or(0) > 0)
    agree_count(config, tensor_parallel_key, training.tensor_parallel);
  agree_count(config, micro_batch_key, training.micro_batch_size);
  agree_count(config, accumulation_key, training.gradient_accumulation_steps);
  agree_count(config, train_batch_key, train_batch_size(plan));
}

}  // namespace zp::plan_io
