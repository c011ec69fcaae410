// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>

#include "core/run/reading.h"

/// Reader of Megatron-LM and Megatron-DeepSpeed, megatron/training.py (training_log) and utils.py
/// (report_memory), whose MB are 2^20 bytes; and of the training loop of Karpathy's build-nanogpt, which many
/// scripts copy.
namespace zp::run {
namespace {

struct LineField {
  std::string_view before;
  ObservedQuantity quantity;
  double factor;
};

constexpr auto memory =
    std::to_array<LineField>({{"| allocated: ", ObservedQuantity::gpu_allocated, mib},
                              {"| max allocated: ", ObservedQuantity::gpu_max_allocated, mib},
                              {"| reserved: ", ObservedQuantity::gpu_reserved, mib},
                              {"| max reserved: ", ObservedQuantity::gpu_max_reserved, mib}});
/// Fields of an iteration. Forks write the same fields with other words between the bars
/// ("elapsed_time_per_iteration_ms=16030.6"). Rates per GPU are noted as such.
constexpr auto iteration =
    std::to_array<LineField>({{"elapsed time per iteration (ms):", ObservedQuantity::step_total, 1e-3},
                              {"elapsed_time_per_iteration_ms=", ObservedQuantity::step_total, 1e-3},
                              {"global batch size:", ObservedQuantity::global_batch, 1},
                              {"global_batch_size=", ObservedQuantity::global_batch, 1},
                              {"samples per second:", ObservedQuantity::samples_per_s, 1},
                              {"samples_per_second=", ObservedQuantity::samples_per_s, 1},
                              {"throughput per GPU (TFLOP/s/GPU):", ObservedQuantity::tflops_per_gpu, 1},
                              {"| TFLOPs:", ObservedQuantity::tflops_per_gpu, 1},
                              {"| TFLOPs=", ObservedQuantity::tflops_per_gpu, 1},
                              {"[LM]-TFLOPs=", ObservedQuantity::tflops_per_gpu, 1},
                              {"[LM]TFLOPs=", ObservedQuantity::tflops_per_gpu, 1},
                              {"[DS]TFLOPs=", ObservedQuantity::tflops_per_gpu, 1},
                              {"[DS]-TFLOPs=", ObservedQuantity::tflops_per_gpu, 1}});
constexpr auto iteration_of_one =
    std::to_array<LineField>({{"tokens per gpu per second (tgs):", ObservedQuantity::tokens_per_s, 1},
                              {"tokens_per_gpu_per_second_tgs=", ObservedQuantity::tokens_per_s, 1}});

/// Notes every field on the line.
template <std::size_t n>
void note_fields(Reading& reading, const std::array<LineField, n>& fields, const std::string& moment) {
  for (const LineField& field : fields) {
    Scan scan(reading.text());
    if (!scan.find(field.before)) continue;
    scan.spaces();
    reading.note(field.quantity, field.quantity == ObservedQuantity::global_batch ? "" : moment,
                 scan.number(), field.factor);
  }
}

constexpr std::string_view of_rank = "[Rank ";

bool read_memory_of_rank(Reading& reading) {
  const std::string moment = step_behind(reading.text(), "(after ");
  if (moment.empty()) return false;
  note_fields(reading, memory, moment);
  return true;
}

/// Reads a line with the memory of several ranks: they write concurrently, so one rank's text may begin
/// before another's line ends.
bool read_memory_of_ranks(Reading& reading) {
  const LogLine whole = reading.line;
  bool is_known = false;
  for (std::string_view rest = whole.text; !rest.empty();) {
    const std::size_t end = std::min(rest.find(of_rank, 1), rest.size());
    reading.line.text = rest.substr(0, end);
    if (Scan rank(reading.text()); rank.find(of_rank))
      if (const std::optional<int> number = run::whole(rank.number())) reading.line.rank = number;
    is_known |= read_memory_of_rank(reading);
    rest.remove_prefix(end);
  }
  reading.line = whole;
  return is_known;
}

}  // namespace

bool read_megatron(Reading& reading) {
  const std::string_view text = reading.text();
  if (contains(text, "memory (MB) |")) return read_memory_of_ranks(reading);
  const std::string moment = step_behind(text, "iteration");
  if (moment.empty()) return false;
  note_fields(reading, iteration, moment);
  note_fields(reading, iteration_of_one, moment + ", one GPU");
  return true;
}

bool read_plain_loop(Reading& reading) {
  constexpr auto fields = std::to_array<LineField>(
      {{"| tok/sec:", ObservedQuantity::tokens_per_s, 1}, {"| dt:", ObservedQuantity::step_total, 1e-3}});
  const std::string moment = step_behind(reading.text(), "step ");
  if (moment.empty() || !contains(reading.text(), "| dt:")) return false;
  note_fields(reading, fields, moment);
  return true;
}

}  // namespace zp::run
