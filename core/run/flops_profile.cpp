// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <array>

#include "core/run/reading.h"
#include "core/text/limits.h"

/// Reader of deepspeed/profiling/flops_profiler/profiler.py, print_model_profile. Times are per micro step;
/// K, M, G, B and T are powers of 1000; samples/second ignores accumulation and counts tensor-parallel ranks
/// as data-parallel. Under zero.Init the profiler counts no parameters, so a count of 0 is ignored.
namespace zp::run {
namespace {

enum class Unit : unsigned char { plain, count, seconds, tflops };

struct Label {
  std::string_view text;  ///< beginning of the line
  ObservedQuantity quantity;
  Unit unit;
  std::string_view pass;  ///< part of the step that the figure describes
};

/// Labels since 0.3.13; those since 0.10.1 differ in one capital letter.
constexpr auto labels = std::to_array<Label>({
    {"world size:", ObservedQuantity::world_size, Unit::plain, ""},
    {"batch size per GPU:", ObservedQuantity::micro_batch, Unit::plain, ""},
    {"params of model = ", ObservedQuantity::parameters, Unit::count, ""},
    {"Number of parameters:", ObservedQuantity::parameters, Unit::count, ""},
    {"Latency:", ObservedQuantity::step_forward, Unit::seconds, ""},  // up to 0.3.16
    {"Floating point operations per second(FLOPS):", ObservedQuantity::tflops_per_gpu, Unit::tflops,
     ", forward"},
    {"fwd latency:", ObservedQuantity::step_forward, Unit::seconds, ""},
    {"bwd latency:", ObservedQuantity::step_backward, Unit::seconds, ""},
    {"step latency:", ObservedQuantity::step_optimizer, Unit::seconds, ""},
    {"iter latency:", ObservedQuantity::step_total, Unit::seconds, ""},
    {"fwd FLOPS per GPU = ", ObservedQuantity::tflops_per_gpu, Unit::tflops, ", forward"},
    {"bwd FLOPS per GPU = ", ObservedQuantity::tflops_per_gpu, Unit::tflops, ", backward"},
    {"fwd+bwd FLOPS per GPU = ", ObservedQuantity::tflops_per_gpu, Unit::tflops, ", forward and backward"},
    {"FLOPS per GPU = ", ObservedQuantity::tflops_per_gpu, Unit::tflops, ""},
    {"samples/second:", ObservedQuantity::samples_per_s, Unit::plain, ""},
});

struct Scale {
  std::string_view suffix;
  Unit unit;
  double factor;
};
constexpr auto scales = std::to_array<Scale>({{"K", Unit::count, 1e3},
                                              {"k", Unit::count, 1e3},
                                              {"M", Unit::count, 1e6},
                                              {"G", Unit::count, 1e9},
                                              {"B", Unit::count, 1e9},
                                              {"T", Unit::count, 1e12},
                                              {"ms", Unit::seconds, 1e-3},
                                              {"us", Unit::seconds, 1e-6},
                                              {"s", Unit::seconds, 1},
                                              {"TFLOPS", Unit::tflops, 1},
                                              {"GFLOPS", Unit::tflops, 1e-3},
                                              {"MFLOPS", Unit::tflops, 1e-6}});

/// Returns the factor of the number's unit; 0 if the unit is not in the table.
double factor_of(Scan scan, Unit unit) {
  scan.spaces();
  const std::string_view suffix = scan.word();
  if (unit == Unit::plain || (unit == Unit::count && suffix.empty())) return 1;
  for (const Scale& scale : scales)
    if (scale.unit == unit && scale.suffix == suffix) return scale.factor;
  return 0;
}

bool read_label(Reading& reading, const Label& label, std::string_view text) {
  Scan scan(text.substr(text.rfind(':') + 1));
  scan.spaces();
  const std::optional<Number> number = scan.number();
  if (!number) return false;
  if (reading.line.is_cut) return true;  // its unit may be missing
  const double factor = factor_of(scan, label.unit);
  if (number->value < 0) return true;  // the timers were reset in between
  if (factor == 0 || (label.unit == Unit::count && number->value == 0)) return true;
  std::string moment;
  if (label.unit != Unit::count && label.quantity != ObservedQuantity::world_size &&
      label.quantity != ObservedQuantity::micro_batch)
    if (const auto step = reading.profiled_step.find(reading.rank_key()); step != reading.profiled_step.end())
      moment = "profiled " + at_step(std::to_string(step->second));
  reading.note(label.quantity, moment.empty() ? moment : moment + std::string(label.pass), number, factor);
  return true;
}

/// Profiles of more than `most_log_ranks` ranks are not separated.

}  // namespace

bool read_flops_profile(Reading& reading) {
  const std::string_view text = trimmed(reading.text());
  for (const std::string_view head : {"Profile Summary at step ", "Profile step: "}) {
    if (!text.starts_with(head)) continue;
    Scan scan(text.substr(head.size()));
    scan.spaces();
    if (const std::optional<int> step = whole(scan.number());
        step && reading.profiled_step.size() < most_log_ranks)
      reading.profiled_step[reading.rank_key()] = *step;
    return true;
  }
  for (const Label& label : labels)
    if (text.starts_with(label.text)) return contains(text, ":") && read_label(reading, label, text);
  return false;
}

}  // namespace zp::run
