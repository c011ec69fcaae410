// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/speed/range.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

#include "core/sharding/sharding.h"
#include "core/units/format.h"
#include "core/units/index_of.h"

namespace zp {

Regime regime_of(const Plan& plan) {
  const Homes homes = homes_of(plan);
  const Device optimizer = homes.states, parameters = homes.weights;
  const bool on_drive = optimizer == Device::nvme || parameters == Device::nvme;
  if (on_drive) return Regime::nvme_offload;
  if (optimizer != Device::none || parameters != Device::none) return Regime::cpu_offload;
  return plan.cluster.nodes > 1 ? Regime::many_nodes : Regime::one_node;
}

Statement decisive(RunKind kind) {
  switch (kind) {
    case RunKind::many_nodes:
    case RunKind::pipelines:
      return Statement::network;
    case RunKind::cpu_offload:
    case RunKind::nvme_offload:
      return Statement::host;
    case RunKind::one_node:
    case RunKind::other_vendors:
    case RunKind::mixtures:
    case RunKind::qlora:
    case RunKind::reinforcement:
      break;
  }
  return Statement::kernels;
}

bool states(const Plan& plan, Statement statement) {
  const Training& training = plan.training;
  switch (statement) {
    case Statement::kernels:
      return training.attention == Attention::sdpa &&
             (training.attention_kernel != AttentionKernel::automatic ||
              (!training.has_whole_loss() && training.fused_loss != FusedLoss::native));
    case Statement::network:
      return plan.cluster.stated_defaults.network || plan.cluster.inter_node != default_inter_node();
    case Statement::host:
      return plan.cluster.stated_defaults.host_memory ||
             plan.cluster.cpu_memory_gb_per_s != default_host(plan.cluster).memory_gb_per_s;
  }
  return false;
}

std::string_view name_of(Statement statement) {
  constexpr std::array<std::string_view, 3> names = {"kernels", "network", "host"};
  return names[static_cast<std::size_t>(statement)];
}

std::string_view keys_of(Statement statement) {
  switch (statement) {
    case Statement::kernels:
      return "training.attention_kernel";
    case Statement::network:
      return "cluster.inter_node";
    case Statement::host:
      break;
  }
  return "cluster.cpu_memory_gb_per_s";
}

const KindOfRange& ranges_of(RunKind kind) {
  static constexpr std::array<KindOfRange, run_kind_count> ranges = {{
#include "core/speed/time_factors.inc"
  }};
  return ranges[index_of(kind)];
}

SecondsRange range_of(RunKind kind, bool is_stated) {
  return is_stated ? ranges_of(kind).stated : ranges_of(kind).open;
}

SecondsRange widest_range() {
  SecondsRange widest{1, 1};
  for (std::size_t i = 0; i < run_kind_count; ++i)
    if (const SecondsRange range = ranges_of(static_cast<RunKind>(i)).open; range.is_known())
      widest = {std::min(widest.low, range.low), std::max(widest.high, range.high)};
  return widest;
}

/// Factors from runs of one source on one machine, each predicted after calibration on one other run
/// (tests/truth, calibration); a test compares them with the rows. NVMe has only one source, so CPU offload's
/// range is used for it.
SecondsRange calibrated_range_of(Regime regime) {
  switch (regime) {
    case Regime::one_node:
      return {0.87, 1.23};
    case Regime::many_nodes:
      return {0.925, 1.3};
    case Regime::cpu_offload:
    case Regime::nvme_offload:
      break;
  }
  return {0.87, 1.28};
}

int MeasuredRuns::*runs_in(Regime regime) {
  constexpr std::array counts = {&MeasuredRuns::one_node, &MeasuredRuns::many_nodes,
                                 &MeasuredRuns::cpu_offload, &MeasuredRuns::nvme_offload};
  return counts[static_cast<std::size_t>(regime)];
}

SecondsRange middle_of(SecondsRange a, SecondsRange b) {
  return {std::sqrt(a.low * b.low), std::sqrt(a.high * b.high)};
}

bool states_old_kernel(const Plan& plan) {
  return plan.training.attention == Attention::sdpa &&
         plan.training.attention_kernel == AttentionKernel::flash_1;
}

SecondsRange range_of(const Plan& plan) {
  const RunKind kind = run_kind_of(plan);
  SecondsRange published = range_of(kind, states(plan, decisive(kind)));
  if (decisive(kind) == Statement::kernels && states_old_kernel(plan))
    published = middle_of(range_of(kind, true), range_of(kind, false));
  const Regime regime = regime_of(plan);
  if (!published.is_known() || plan.cluster.measured.runs.*runs_in(regime) == 0) return published;
  const SecondsRange learned = calibrated_range_of(regime);
  return learned.high * published.low < published.high * learned.low ? learned : published;
}

std::optional<RangeNarrowing> narrowing(const Plan& plan, const StepTime& time) {
  const Statement statement = decisive(time.kind);
  if (!(time.is_known && time.total > 0 && time.range.is_known()) || states(plan, statement))
    return std::nullopt;
  const SecondsRange factors = range_of(time.kind, true);
  if (factors.high * time.range.low >= factors.low * time.range.high) return std::nullopt;  // not narrower
  return RangeNarrowing{statement, {time.total * factors.low, time.total * factors.high}};
}

std::string unknown_range_sentence(RunKind kind) {
  return "The range of the step is not known: " + format_count(ranges_of(kind).rows) +
         " published runs of this kind (" + std::string(name_of(kind)) + ") are too few.";
}

std::string narrowing_sentence(const Plan& plan, const StepTime& time) {
  const std::optional<RangeNarrowing> gain = narrowing(plan, time);
  if (!gain || (format_seconds(gain->range.low) == format_seconds(time.range.low) &&
                format_seconds(gain->range.high) == format_seconds(time.range.high)))
    return "";
  return "Stating " + std::string(keys_of(gain->statement)) + " would narrow it to " +
         format_seconds(gain->range.low) + " to " + format_seconds(gain->range.high) + ".";
}

}  // namespace zp
