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

}  // namespace zp
