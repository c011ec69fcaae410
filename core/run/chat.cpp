// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <array>

#include "core/run/reading.h"

/// Reader of DeepSpeedExamples, applications/DeepSpeed-Chat/dschat/utils/perf.py: the figures of one rank in
/// one micro step; for RLHF, those of the whole step of all ranks.
namespace zp::run {
namespace {

struct Field {
  std::string_view before;
  ObservedQuantity quantity;
  double factor;
};
constexpr auto supervised = std::to_array<Field>({{"Model Parameters: ", ObservedQuantity::parameters, 1e9},
                                                  {"Latency: ", ObservedQuantity::step_total, 1},
                                                  {"TFLOPs: ", ObservedQuantity::tflops_per_gpu, 1},
                                                  {"Samples/sec: ", ObservedQuantity::samples_per_s, 1},
                                                  {"Batch Size: ", ObservedQuantity::micro_batch, 1}});
constexpr auto feedback = std::to_array<Field>({{"End-to-End => Latency: ", ObservedQuantity::step_total, 1},
                                                {"TFLOPs: ", ObservedQuantity::tflops_per_gpu, 1},
                                                {"Samples/sec: ", ObservedQuantity::samples_per_s, 1}});
constexpr auto feedback_2023 =
    std::to_array<Field>({{"E2E latency=", ObservedQuantity::step_total, 1},
                          {"CurSamplesPerSec=", ObservedQuantity::samples_per_s, 1}});

template <std::size_t n>
bool read_fields(Reading& reading, const std::array<Field, n>& fields, std::string_view moment) {
  Scan scan(reading.text());
  for (const Field& field : fields) {
    if (!scan.find(field.before)) return &field != fields.data();
    const bool is_of_run =
        field.quantity == ObservedQuantity::parameters || field.quantity == ObservedQuantity::micro_batch;
    reading.note(field.quantity, is_of_run ? "" : std::string(moment), scan.number(), field.factor);
  }
  return true;
}

}  // namespace

bool read_chat(Reading& reading) {
  const std::string_view text = reading.text();
  if (contains(text, "E2E latency=")) {
    Scan scan(text);
    if (scan.find("|AvgSamplesPerSec="))
      reading.note(ObservedQuantity::samples_per_s, "average", scan.number());
    return read_fields(reading, feedback_2023, "RLHF step");
  }
  if (contains(text, "End-to-End => Latency: ")) return read_fields(reading, feedback, "RLHF step");
  return contains(text, "Samples/sec: ") && read_fields(reading, supervised, "micro step of one rank");
}

}  // namespace zp::run
