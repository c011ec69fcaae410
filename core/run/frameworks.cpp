// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <array>
#include <optional>
#include <string>

#include "core/run/reading.h"

/// Reader of programs that print the figures of a step on one line: nanotron (logging/base.py, human_format
/// and log_memory), torchtitan (components/metrics.py), torchtune (training/metric_logging.py, memory.py),
/// MMEngine (hooks/logger_hook.py), which XTuner uses, nanoGPT (train.py), and verl
/// (utils/logger/aggregate_logger.py), whose times include generation and are not those of a training step.
namespace zp::run {
namespace {

/// The notation of a number in a log.
enum class Written : std::uint8_t {
  plain,          ///< "10,050"
  short_decimal,  ///< nanotron's human_format, in steps of 1000: "11.5K"
  bytes,          ///< "66.91GiB"
};

struct Figure {
  std::string_view before;
  ObservedQuantity quantity;
  Written written = Written::plain;
  double factor = 1;
  bool is_of_one = false;  ///< figure of one GPU, unlike others for all GPUs
};

constexpr auto nanotron = std::to_array<Figure>({
    {"elapsed_time_per_iteration_ms: ", ObservedQuantity::step_total, Written::short_decimal, 1e-3},
    {"| tokens_per_sec: ", ObservedQuantity::tokens_per_s, Written::short_decimal},
    {"global_batch_size: ", ObservedQuantity::global_batch, Written::short_decimal},
    {"model_tflops_per_gpu: ", ObservedQuantity::tflops_per_gpu, Written::short_decimal},
    {"cuda_memory_allocated: ", ObservedQuantity::gpu_allocated, Written::short_decimal},
    {"cuda_max_memory_reserved: ", ObservedQuantity::gpu_max_reserved, Written::short_decimal},
});
constexpr auto nanotron_memory = std::to_array<Figure>({
    {"Memory usage: ", ObservedQuantity::gpu_allocated, Written::bytes},
    {"Peak allocated ", ObservedQuantity::gpu_max_allocated, Written::bytes},
    {"Peak allocated: ", ObservedQuantity::gpu_max_allocated, Written::bytes},
    {"Peak reserved: ", ObservedQuantity::gpu_max_reserved, Written::bytes},
});
constexpr auto torchtitan = std::to_array<Figure>({
    {"memory: ", ObservedQuantity::gpu_max_reserved, Written::bytes},
    {"tps: ", ObservedQuantity::tokens_per_s, Written::plain, 1, true},
    {"tflops: ", ObservedQuantity::tflops_per_gpu},
});
constexpr auto torchtune = std::to_array<Figure>({
    {"tokens_per_second_per_gpu:", ObservedQuantity::tokens_per_s, Written::plain, 1, true},
    {"peak_memory_alloc:", ObservedQuantity::gpu_max_allocated, Written::plain, gib},
    {"peak_memory_reserved:", ObservedQuantity::gpu_max_reserved, Written::plain, gib},
});
constexpr auto torchtune_memory = std::to_array<Figure>({
    {"GPU peak memory alloc: ", ObservedQuantity::gpu_max_allocated, Written::bytes},
    {"GPU peak memory allocation: ", ObservedQuantity::gpu_max_allocated, Written::bytes},
    {"GPU peak memory reserved: ", ObservedQuantity::gpu_max_reserved, Written::bytes},
});
constexpr auto mmengine = std::to_array<Figure>({
    {" time: ", ObservedQuantity::step_total},
    {" memory: ", ObservedQuantity::gpu_max_allocated, Written::plain, mib},
});
constexpr auto verl = std::to_array<Figure>({
    {"perf/max_memory_allocated_gb:", ObservedQuantity::gpu_max_allocated, Written::plain, gib},
    {"perf/max_memory_reserved_gb:", ObservedQuantity::gpu_max_reserved, Written::plain, gib},
    {"perf/cpu_memory_used_gb:", ObservedQuantity::host_used, Written::plain, gib},
});
constexpr auto nanogpt =
    std::to_array<Figure>({{", time ", ObservedQuantity::step_total, Written::plain, 1e-3}});

/// Returns the factor of a suffix letter.
double factor_of(char letter) {
  switch (letter) {
    case 'K':
      return 1e3;
    case 'M':
      return 1e6;
    case 'B':
    case 'G':
      return 1e9;
    case 'T':
      return 1e12;
    default:
      return 1;
  }
}

std::optional<Number> written_number(Scan& scan, Written written) {
  scan.spaces();
  if (written == Written::bytes) return scan.bytes();
  std::optional<Number> number = scan.number();
  if (number && written == Written::short_decimal) {
    const double factor = factor_of(scan.next());
    number->value *= factor;
    number->rounding *= factor;
  }
  return number;
}

/// Notes every figure on the line; returns true if there is one.
template <std::size_t n>
bool note_figures(Reading& reading, const std::array<Figure, n>& figures, const std::string& moment) {
  bool is_known = false;
  for (const Figure& figure : figures) {
    Scan scan(reading.text());
    if (!scan.find(figure.before)) continue;
    const std::optional<Number> number = written_number(scan, figure.written);
    if (!number) continue;
    is_known = true;
    const bool has_moment = figure.quantity != ObservedQuantity::global_batch;
    reading.note(figure.quantity, has_moment ? moment + (figure.is_of_one ? ", one GPU" : "") : "", number,
                 figure.factor);
  }
  return is_known;
}

/// Returns the step before a bar, "1|25|Loss: …" (epoch and step); "" if there is none.
std::string step_of_bar(std::string_view text) {
  Scan scan(trimmed(text));
  if (!scan.number() || !scan.skip("|")) return "";
  const std::optional<Number> step = scan.number();
  return step && scan.skip("|") ? at_step(step->text) : "";
}

}  // namespace

bool read_nanotron(Reading& reading) {
  if (contains(reading.text(), "Memory usage: ") && contains(reading.text(), "Peak reserved"))
    return note_figures(reading, nanotron_memory, "");
  const std::string moment = step_behind(reading.text(), "iteration: ");
  return !moment.empty() && note_figures(reading, nanotron, moment);
}

bool read_torchtitan(Reading& reading) {
  const std::string moment = step_behind(reading.text(), "step: ");
  return !moment.empty() && contains(reading.text(), "tps: ") && note_figures(reading, torchtitan, moment);
}

bool read_verl(Reading& reading) {
  const std::string moment = step_behind(reading.text(), "step:");
  return !moment.empty() && note_figures(reading, verl, moment);
}

bool read_torchtune(Reading& reading) {
  if (contains(reading.text(), "GPU peak memory")) return note_figures(reading, torchtune_memory, "");
  std::string moment = step_behind(reading.text(), "Step ");
  if (moment.empty()) moment = step_of_bar(reading.text());
  return !moment.empty() && note_figures(reading, torchtune, moment);
}

/// Reads "Iter(train) [  10/2000]", and "Epoch(train)  [1][ 10/2000]", in which the last bracket is the step.
bool read_mmengine(Reading& reading) {
  Scan scan(reading.text());
  if (!scan.find("(train)")) return false;
  std::optional<Number> step;
  while (scan.skip_any(" []"))
    if (const std::optional<Number> number = scan.number()) step = number;
  return step && note_figures(reading, mmengine, at_step(step->text));
}

bool read_nanogpt(Reading& reading) {
  const std::string moment = step_behind(reading.text(), "iter ");
  return !moment.empty() && contains(reading.text(), "ms") && note_figures(reading, nanogpt, moment);
}

}  // namespace zp::run
