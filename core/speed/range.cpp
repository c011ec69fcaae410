// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/speed/range.h"

#include <array>
#include <cstddef>

#include "core/sharding/sharding.h"
#include "core/units/format.h"

namespace zp {

Regime regime_of(const Plan& plan) {
  const Homes homes = homes_of(plan);
  const Device optimizer = homes.states, parameters = homes.weights;
  const bool on_drive = optimizer == Device::nvme || parameters == Device::nvme;
  if (on_drive) return Regime::nvme_offload;
  if (optimizer != Device::none || parameters != Device::none) return Regime::cpu_offload;
  return plan.cluster.nodes > 1 ? Regime::many_nodes : Regime::one_node;
}

Statement decisive(Regime regime) {
  switch (regime) {
    case Regime::one_node:
      return Statement::kernels;
    case Regime::many_nodes:
      return Statement::network;
    case Regime::cpu_offload:
    case Regime::nvme_offload:
      break;
  }
  return Statement::host;
}

bool states(const Plan& plan, Statement statement) {
  const Training& training = plan.training;
  switch (statement) {
    case Statement::kernels:
      return training.attention == Attention::sdpa &&
             (training.attention_kernel != AttentionKernel::automatic ||
              (!training.has_whole_loss() && training.fused_loss != FusedLoss::native));
    case Statement::network:
      return plan.cluster.inter_node != default_inter_node();
    case Statement::host:
      return plan.cluster.cpu_memory_gb_per_s != default_host(plan.cluster).memory_gb_per_s;
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

/// Factors from the open rows of tests/data/throughput-measured.csv and throughput-measured-2.csv
/// (tests/truth/published/speed_range.h): measured ÷ predicted, with the same weight for every source; a test
/// holds them to the rows. A range without the statement is at least as wide as the one with it. NVMe has one
/// source, so that its range is that of CPU offload, widened by its rows.
SecondsRange range_of(Regime regime, bool is_stated) {
  switch (regime) {
    case Regime::one_node:
      return is_stated ? SecondsRange{0.87, 1.165} : SecondsRange{0.87, 1.65};
    case Regime::many_nodes:
      return is_stated ? SecondsRange{0.92, 1.20} : SecondsRange{0.92, 1.74};
    case Regime::cpu_offload:
      return is_stated ? SecondsRange{0.885, 1.56} : SecondsRange{0.76, 1.75};
    case Regime::nvme_offload:
      return is_stated ? SecondsRange{0.69, 1.56} : SecondsRange{0.69, 1.75};
  }
  return {1, 1};
}

/// Factors from runs of one source on one machine, each predicted after a calibration on one other run
/// (tests/truth, calibration); a test holds them to the rows. NVMe has one source, so that the range of CPU
/// offload counts for it.
SecondsRange calibrated_range_of(Regime regime) {
  switch (regime) {
    case Regime::one_node:
      return {0.845, 1.25};
    case Regime::many_nodes:
      return {0.925, 1.41};
    case Regime::cpu_offload:
    case Regime::nvme_offload:
      break;
  }
  return {0.86, 1.285};
}

int MeasuredRuns::*runs_in(Regime regime) {
  constexpr std::array counts = {&MeasuredRuns::one_node, &MeasuredRuns::many_nodes,
                                 &MeasuredRuns::cpu_offload, &MeasuredRuns::nvme_offload};
  return counts[static_cast<std::size_t>(regime)];
}

SecondsRange range_of(const Plan& plan, Regime regime) {
  const SecondsRange published = range_of(regime, states(plan, decisive(regime)));
  if (plan.cluster.measured.runs.*runs_in(regime) == 0) return published;
  const SecondsRange learned = calibrated_range_of(regime);
  return learned.high * published.low < published.high * learned.low ? learned : published;
}

std::optional<RangeNarrowing> narrowing(const Plan& plan, const StepTime& time) {
  const Statement statement = decisive(time.regime);
  if (!(time.is_known && time.total > 0) || states(plan, statement)) return std::nullopt;
  const SecondsRange factors = range_of(time.regime, true);
  if (factors.high * time.range.low >= factors.low * time.range.high) return std::nullopt;  // not narrower
  return RangeNarrowing{statement, {time.total * factors.low, time.total * factors.high}};
}

std::string narrowing_sentence(const Plan& plan, const StepTime& time) {
  const std::optional<RangeNarrowing> gain = narrowing(plan, time);
  if (!gain) return "";
  return "Stating " + std::string(keys_of(gain->statement)) + " would narrow it to " +
         format_seconds(gain->range.low) + " to " + format_seconds(gain->range.high) + ".";
}

}  // namespace zp
