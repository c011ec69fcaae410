// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/search/dimension_words.h"

#include "core/search/dimension_values.h"
#include "core/sharding/strategy.h"
#include "core/units/format.h"

namespace zp::words {

std::string count(std::int64_t value) { return format_count(value); }

std::string elements(std::int64_t count) {
  constexpr std::int64_t million = 1'000'000, billion = 1'000'000'000;
  if (count >= billion && count % (billion / 10) == 0)
    return format_number(static_cast<double>(count) / 1e9, 4) + "B";
  if (count >= million && count % (million / 10) == 0)
    return format_number(static_cast<double>(count) / 1e6, 4) + "M";
  return format_count(count);
}

std::string on_or_off(std::int64_t value) { return value != 0 ? "on" : "off"; }

std::string whole_or_tiled(std::int64_t value) { return value != 0 ? "whole" : "tiled"; }

std::string share(std::int64_t thousandths) {
  return format_number(static_cast<double>(thousandths) / 10) + " %";
}

std::string strategy(std::int64_t place) {
  return label_of(every_strategy()[static_cast<std::size_t>(place)]);
}

std::string batch(std::int64_t packed) {
  return format_count(micro_batch_of(packed)) + " × " + format_count(accumulation_of(packed));
}

std::string checkpointing(std::int64_t place) {
  const auto [kind, on_host] = checkpointing_of(place);
  return std::string(name_of(kind)) + (on_host ? " on the host" : "");
}

std::string loss(std::int64_t kind) { return std::string(name_of(static_cast<FusedLoss>(kind))); }

std::string schedule(std::int64_t packed) {
  Training training;
  set_schedule(training, packed);
  const std::string name(name_of(training.pipeline_schedule));
  return training.pipeline_chunks > 0 ? name + ", " + format_count(training.pipeline_chunks) + " parts"
                                      : name;
}

std::string engine(std::int64_t place) {
  switch (static_cast<OffloadEngine>(place)) {
    case OffloadEngine::super_offload:
      return "SuperOffload";
    case OffloadEngine::zenflow:
      return "ZenFlow";
    default:
      return "plain";
  }
}

std::string engine_phrase(std::int64_t place) { return place == 0 ? "plain offload" : engine(place); }

std::string checkpointing_phrase(std::int64_t place) {
  const auto [kind, on_host] = checkpointing_of(place);
  if (on_host) return "checkpoints on the host";
  return (kind == Checkpointing::none ? "no" : std::string(name_of(kind))) + " checkpointing";
}

std::string loss_phrase(std::int64_t kind) {
  return (static_cast<FusedLoss>(kind) == FusedLoss::none ? "whole" : loss(kind)) + " loss";
}

std::string nodes_phrase(std::int64_t count) {
  return format_count(count) + (count == 1 ? " node" : " nodes");
}

}  // namespace zp::words
