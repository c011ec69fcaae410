// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>
#include <cmath>

#include "core/run/reading.h"

/// Reader of transformers/trainer.py (the head of a run, log, speed_metrics), trainer_callback.py
/// (TrainerState), and of additional output of PEFT, ms-swift, LLaMA-Factory, Axolotl and Unsloth.
namespace zp::run {
namespace {

struct TrainerLabel {
  std::string_view text;
  ObservedQuantity quantity;
};

/// Labels such as "  Gradient Accumulation steps = 4", and those of PEFT's print_trainable_parameters.
constexpr auto trainer_labels = std::to_array<TrainerLabel>(
    {{"Instantaneous batch size per device = ", ObservedQuantity::micro_batch},
     {"Instantaneous batch size per GPU = ", ObservedQuantity::micro_batch},
     {"Batch size per device = ", ObservedQuantity::micro_batch},  // Unsloth, as the next two
     {"Gradient accumulation steps = ", ObservedQuantity::accumulation},
     {"Data Parallel GPUs = ", ObservedQuantity::world_size},
     {"distributed & accumulation) = ", ObservedQuantity::global_batch},
     {"Gradient Accumulation steps = ", ObservedQuantity::accumulation},
     {"Number of trainable parameters = ", ObservedQuantity::trainable},
     {"trainable params: ", ObservedQuantity::trainable},
     {"|| all params: ", ObservedQuantity::parameters},
     {"Total Parameters: ", ObservedQuantity::parameters},
     {"Num processes: ", ObservedQuantity::world_size},
     {"Num processes = ", ObservedQuantity::world_size}});

/// Minimum number of parameters to note: under zero.Init, a script that counts elements finds almost none.
constexpr double least_parameters = 1e5;

/// Returns a scan at the value of a key in a Python dict, in JSON or in a table: 'key': 1.5, "key": "1.5",
/// key = 1.5.
std::optional<Scan> value_of(std::string_view text, std::string_view key) {
  for (std::size_t at = text.find(key); at != std::string_view::npos; at = text.find(key, at + 1)) {
    if (at > 0 && is_word_character(text[at - 1])) continue;
    Scan scan(text.substr(at + key.size()));
    scan.skip_any("'\"");
    scan.spaces();
    if (!scan.skip(":") && !scan.skip("=")) continue;
    scan.spaces();
    scan.skip_any("'\"");
    return scan;
  }
  return std::nullopt;
}
std::optional<Number> number_behind(std::string_view text, std::string_view key) {
  std::optional<Scan> scan = value_of(text, key);
  return scan ? scan->number() : std::nullopt;
}

/// Returns the seconds of "919.097" or "0:15:19.02"; nullopt if the key is missing.
std::optional<double> duration_of(std::string_view text, std::string_view key) {
  std::optional<Scan> scan = value_of(text, key);
  if (!scan) return std::nullopt;
  std::optional<Number> part = scan->number();
  if (!part) return std::nullopt;
  double seconds = part->value;
  while (scan->skip(":") && (part = scan->number()))
    seconds = seconds * 60 + part->value;
  return seconds;
}

/// Maximum relative rounding of a rate; a coarser rate is no measure of the step.
constexpr double coarsest_rate = 0.01;
/// Maximum number of lines from the duration of a run to its rates, which are in the same table.
constexpr int farthest_runtime = 5;

/// Notes the mean step of the whole run: its duration divided by its steps, or the rate if that is precise
/// enough.
void note_mean_step(Reading& reading) {
  TrainerState& trainer = reading.trainer;
  if (const std::optional<double> runtime = duration_of(reading.text(), "train_runtime")) {
    trainer.runtime = *runtime;
    trainer.runtime_line = reading.line.number;
  }
  const std::optional<Number> rate = number_behind(reading.text(), "train_steps_per_second");
  if (!rate || rate->value <= 0 || reading.is_cut_at(*rate)) return;
  const bool is_near = trainer.runtime > 0 && reading.line.number - trainer.runtime_line <= farthest_runtime;
  if (is_near && trainer.steps > 0)
    reading.note(ObservedQuantity::step_total, "whole run", trainer.runtime / trainer.steps, 0.0);
  else if (rate->rounding <= coarsest_rate * rate->value)
    reading.note(ObservedQuantity::step_total, "whole run", 1 / rate->value,
                 rate->rounding / (rate->value * rate->value));
}

/// Returns "whole run", or the step on a line of the log; else "".
std::string moment_of(std::string_view text) {
  if (value_of(text, "train_runtime")) return "whole run";
  for (const std::string_view key :
       {"global_step/max_steps", "[global_step/max_steps]", "current_steps", "global_step", "step"})
    if (const std::optional<Number> step = number_behind(text, key)) return at_step(step->text);
  return "";
}

struct Metric {
  std::string_view key;
  ObservedQuantity quantity;
  double factor;
};
constexpr auto metrics = std::to_array<Metric>({
    {"train_samples_per_second", ObservedQuantity::samples_per_s, 1},
    {"train_tokens_per_second", ObservedQuantity::tokens_per_s, 1},
    {"memory(GiB)", ObservedQuantity::gpu_max_reserved, gib},  // ms-swift
    // Axolotl (core/trainers/base.py), under its older and its newer names
    {"memory/max_mem_allocated(gib)", ObservedQuantity::gpu_max_allocated, gib},
    {"memory/device_mem_reserved(gib)", ObservedQuantity::gpu_max_reserved, gib},
    {"memory/max_allocated (GiB)", ObservedQuantity::gpu_max_allocated, gib},
    {"memory/device_reserved (GiB)", ObservedQuantity::gpu_max_reserved, gib},
    // EfficiencyCallback of Liger-Kernel (examples/huggingface/callback.py, M_BIN_UNIT) and of programs that
    // copied it
    {"total_peak_memory_allocated_MB", ObservedQuantity::gpu_max_allocated, mib},
    {"total_peak_memory_reserved_MB", ObservedQuantity::gpu_max_reserved, mib},
});
constexpr bool is_of_whole_run(ObservedQuantity quantity) {
  return quantity == ObservedQuantity::samples_per_s || quantity == ObservedQuantity::tokens_per_s;
}

}  // namespace

bool read_trainer(Reading& reading) {
  const std::string_view text = reading.text();
  if (contains(text, "\"best_metric\"") || contains(text, "\"log_history\""))
    return reading.trainer.is_state_file = true;
  if (reading.trainer.is_state_file)
    if (const std::optional<Number> steps = number_behind(text, "global_step")) {
      reading.trainer.steps = steps->value;
      return true;
    }
  Scan scan(text);
  if (scan.find("Total optimization steps = ")) {
    if (const std::optional<Number> steps = scan.number()) reading.trainer.steps = steps->value;
    return true;
  }
  bool is_known = false;
  for (const TrainerLabel& label : trainer_labels) {
    Scan behind(text);
    if (!behind.find(label.text)) continue;
    is_known = true;
    const std::optional<Number> number = behind.number();
    const bool counts_model =
        label.quantity == ObservedQuantity::parameters || label.quantity == ObservedQuantity::trainable;
    if (number && number->value >= (counts_model ? least_parameters : 1))
      reading.note(label.quantity, "", number);
  }
  return is_known;
}

bool read_trainer_metrics(Reading& reading) {
  const std::string_view text = reading.text();
  if (reading.trainer.is_state_file)
    if (const std::optional<Number> batch = number_behind(text, "train_batch_size")) {
      reading.note(ObservedQuantity::micro_batch, "", batch);
      return true;
    }
  if (contains(text, "TrainOutput("))
    if (const std::optional<Number> steps = number_behind(text, "global_step"))
      reading.trainer.steps = steps->value;
  bool is_known = value_of(text, "train_runtime") || value_of(text, "train_steps_per_second");
  const std::string moment = moment_of(text);
  for (const Metric& metric : metrics)
    if (const std::optional<Number> number = number_behind(text, metric.key)) {
      is_known = true;
      reading.note(metric.quantity, is_of_whole_run(metric.quantity) ? "whole run" : moment, number,
                   metric.factor);
    }
  // ms-swift's speed is the mean since the start of the run (swift/trainers/callback.py)
  const std::string mean = moment == "whole run" || moment.empty() ? moment : "average to " + moment;
  if (const std::optional<Number> speed = number_behind(text, "train_speed(s/it)")) {
    is_known = true;
    reading.note(ObservedQuantity::step_total, mean, speed);
  } else if (const std::optional<Number> rate = number_behind(text, "train_speed(iter/s)");
             rate && rate->value > 0) {
    is_known = true;
    if (!reading.is_cut_at(*rate))
      reading.note(ObservedQuantity::step_total, mean, 1 / rate->value,
                   rate->rounding / (rate->value * rate->value));
  } else {
    note_mean_step(reading);
  }
  if (contains(text, "\"total_tokens\""))  // LLaMA-Factory's trainer_log.jsonl
    if (const std::optional<Number> tokens = number_behind(text, "throughput")) {
      is_known = true;
      reading.note(ObservedQuantity::tokens_per_s, moment, tokens);
    }
  return is_known;
}

}  // namespace zp::run
