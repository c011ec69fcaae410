// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <string>

#include "core/search/candidates.h"
#include "core/search/dimension_values.h"
#include "core/search/space.h"
#include "core/units/format.h"

namespace zp {
namespace {

/// "500M", "1B": elements, as config files are spoken of.
std::string elements(std::int64_t count) {
  constexpr std::int64_t million = 1'000'000, billion = 1'000'000'000;
  if (count >= billion && count % (billion / 10) == 0)
    return format_number(static_cast<double>(count) / 1e9, 4) + "B";
  if (count >= million && count % (million / 10) == 0)
    return format_number(static_cast<double>(count) / 1e6, 4) + "M";
  return format_count(count);
}

std::string on_or_off(std::int64_t value) { return value != 0 ? "on" : "off"; }

}  // namespace

std::string print_value(DimensionId id, std::int64_t value) {
  switch (id) {
    case DimensionId::strategy:
      return label_of(all_strategies()[static_cast<std::size_t>(value)]);
    case DimensionId::batch:
      return format_count(micro_batch_of(value)) + " × " + format_count(accumulation_of(value));
    case DimensionId::checkpointing: {
      const auto [kind, on_host] = checkpointing_of(value);
      return std::string(name_of(kind)) + (on_host ? " on the host" : "");
    }
    case DimensionId::loss:
      return std::string(name_of(static_cast<FusedLoss>(value)));
    case DimensionId::mlp:
      return value != 0 ? "whole" : "tiled";
    case DimensionId::ratio:
      return format_number(static_cast<double>(value) / 10) + " %";
    case DimensionId::quantised_weights:
    case DimensionId::quantised_gradients:
    case DimensionId::overlap:
    case DimensionId::optimizer_pinning:
    case DimensionId::parameter_pinning:
      return on_or_off(value);
    case DimensionId::reduce_bucket:
    case DimensionId::allgather_bucket:
    case DimensionId::prefetch:
    case DimensionId::persistence:
    case DimensionId::live:
    case DimensionId::reuse:
    case DimensionId::sub_group:
      return elements(value);
    default:
      return format_count(value);
  }
}

std::string phrase_of(DimensionId id, std::int64_t value) {
  const std::string printed = print_value(id, value);
  const auto with = [&](const char* words) { return words + (" " + printed); };
  switch (id) {
    case DimensionId::batch:
      return with("micro batch");
    case DimensionId::checkpointing:
      return value == 0 ? "checkpoints on the host" : (printed == "none" ? "no" : printed) + " checkpointing";
    case DimensionId::loss:
      return (value == 0 ? "whole" : printed) + " loss";
    case DimensionId::mlp:
      return printed + " MLP";
    case DimensionId::nodes:
      return printed + (value == 1 ? " node" : " nodes");
    case DimensionId::tensor_parallel:
      return with("tensor parallel");
    case DimensionId::sequence_parallel:
      return with("sequence parallel");
    case DimensionId::expert_parallel:
      return with("expert parallel");
    case DimensionId::quantised_weights:
      return value != 0 ? "quantised gathers" : "plain gathers";
    case DimensionId::quantised_gradients:
      return value != 0 ? "quantised reductions" : "plain reductions";
    case DimensionId::secondary:
      return with("hpZ");
    case DimensionId::sub_group:
      return with("sub-group");
    case DimensionId::ratio:
      return printed + " offloaded";
    case DimensionId::reuse:
      return with("reuse");
    case DimensionId::persistence:
      return with("persistence");
    case DimensionId::overlap:
      return value != 0 ? "overlap_comm" : "no overlap_comm";
    case DimensionId::reduce_bucket:
      return with("bucket");
    case DimensionId::prefetch:
      return with("prefetch");
    case DimensionId::live:
      return with("live");
    case DimensionId::allgather_bucket:
      return with("gather bucket");
    case DimensionId::optimizer_pinning:
      return value != 0 ? "optimizer pinned" : "optimizer not pinned";
    case DimensionId::parameter_pinning:
      return value != 0 ? "parameters pinned" : "parameters not pinned";
    case DimensionId::strategy:
      break;
  }
  return printed;
}

}  // namespace zp
