// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/plan.h"
#include "core/probe/machine_figure.h"

/// The clock's rates for the quantities that a probe measures. Internal to probe/.
namespace zp::probe {

/// A collective according to the clock: its bus bandwidth for this message, and the factor on the link with
/// which the clock would predict the measurement; 0 if there is none (the message is too small, or another
/// link limits it).
struct ExpectedCollective {
  double busbw_gb_per_s = 0;
  double factor = 0;
  bool crosses_nodes = false;
};
ExpectedCollective expected_collective(const Cluster& cluster, const MachineFigure& figure);

/// Offload rates on this machine according to the clock.
struct ExpectedHost {
  double copies_gb_per_s = 0;        ///< pinned copies of one GPU
  double adam_parameters_per_s = 0;  ///< of the CPU optimizer
};
ExpectedHost expected_host(const Cluster& cluster);

/// TFLOPS of large products and of the attention kernel's forward pass in 16 bits, according to the clock.
struct ExpectedCompute {
  double matmul = 0, attention = 0;
};
ExpectedCompute expected_compute(const Cluster& cluster);

}  // namespace zp::probe
