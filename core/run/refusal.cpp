// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/run/reading.h"

/// Reader of deepspeed/runtime/config.py, _batch_assertion: "… world_size 256 != 8 * 1 * 8". The figures are
/// DeepSpeed's view of the run; a world size of 1 on several GPUs means that the script was started without a
/// launcher.
namespace zp::run {
namespace {

/// Maximum lines that are joined to the sentence, because a page may have broken it.
constexpr int most_lines_of_refusal = 3;

bool read_batch(Reading& reading) {
  const std::string text = reading.lines.joined(reading.line, most_lines_of_refusal, " ");
  Scan scan(text);
  if (!scan.find("train_batch_size is not") || !scan.find("world_size")) return false;
  scan.spaces();
  const std::optional<Number> batch = scan.number();
  scan.spaces();
  if (!batch || !scan.skip("!=")) return false;
  std::optional<Number> factors[3];
  for (std::optional<Number>& factor : factors) {
    scan.skip_any(" *");
    factor = scan.number();
    if (!factor) return false;
  }
  reading.note(ObservedQuantity::global_batch, "", batch);
  reading.note(ObservedQuantity::micro_batch, "", factors[0]);
  reading.note(ObservedQuantity::accumulation, "", factors[1]);
  reading.note(ObservedQuantity::world_size, "", factors[2]);
  return true;
}

}  // namespace

bool read_refusal(Reading& reading) {
  const std::string_view text = reading.text();
  if (contains(text, "train_batch_size is not")) return read_batch(reading);
  return contains(text, "Error") || contains(text, "Exception");
}

}  // namespace zp::run
