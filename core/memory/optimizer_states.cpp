// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/memory/optimizer_states.h"

namespace zp {

double optimizer_state_bytes(const Training& training, StateHome home, int weight_bytes, double muon_bytes,
                             double matrix_share) {
  const OptimizerOptions& options = training.optimizer_options;
  switch (training.optimizer) {
    case Optimizer::adam:
    case Optimizer::adamw:
      if (options.torch_adam) return options.amsgrad ? 12 : 8;
      if (training.low_precision_states) return 4;
      if (home == StateHome::cpu && !options.fp32_optimizer_states) return 2.0 * weight_bytes;
      return 8;  // the CPU class stores the amsgrad flag and allocates no third state
    case Optimizer::adagrad:
      return 4;
    case Optimizer::sgd:
      return options.momentum ? 4 : 0;
    case Optimizer::rmsprop:
      return 4.0 + (options.momentum ? 4 : 0) + (options.centered ? 4 : 0);
    case Optimizer::lion:
      return home == StateHome::cpu ? 8 : 4;
    case Optimizer::lamb:
      return 8;
    case Optimizer::muon:
      return matrix_share * muon_bytes + (1 - matrix_share) * 8;
    case Optimizer::adamw8bit:
      return 2.0 + 8.0 / 2048;
  }
  return 8;
}

bool is_fused_adam(const Training& training) {
  const bool is_adam = training.optimizer == Optimizer::adam || training.optimizer == Optimizer::adamw;
  return is_adam && !training.optimizer_options.torch_adam;
}

}  // namespace zp
