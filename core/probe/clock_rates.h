// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/plan.h"
#include "core/probe/machine_figure.h"

/// The rates that the clock takes for what a probe measures. Internal to probe/.
namespace zp::probe {

/// A collective as the clock sees it: its bus bandwidth for this message, and the factor on the link with
/// which the clock would say what was measured; 0 if no factor does (the message is too small, or another
/// link decides).
struct ExpectedCollective {
  double busbw_gb_per_s = 0;
  double factor = 0;
  bool crosses_nodes = false;
};
ExpectedCollective expected_collective(const Cluster& cluster, const MachineFigure& figure);

/// Rates of offload on this machine.
struct ExpectedHost {
  double copies_gb_per_s = 0;        ///< pinned copies of one GPU
  double adam_parameters_per_s = 0;  ///< of the CPU optimizer
};
ExpectedHost expected_host(const Cluster& cluster);

/// TFLOPS of large products and of the attention kernel forward, in 16 bit.
struct ExpectedCompute {
  double matmul = 0, attention = 0;
};
ExpectedCompute expected_compute(const Cluster& cluster);

}  // namespace zp::probe
