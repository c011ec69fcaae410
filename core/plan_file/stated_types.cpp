// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <string>

#include "core/plan_file/plan_reading.h"

namespace zp::plan_io {
namespace {

/// Throws FileError if both keys state different types.
void must_agree(std::string_view name, StatedType type, std::string_view older, std::string_view says) {
  if (type == StatedType::automatic || says == "auto" || name_of(type) == says) return;
  fail("training.types." + std::string(name), "is " + std::string(name_of(type)) + ", but " +
                                                  std::string(older) + " says " + std::string(says) +
                                                  "; make them equal or keep one of the two.");
}

}  // namespace

void check_stated_types(const Training& training) {
  const StatedTypes& types = training.types;
  must_agree("gradients", types.gradients, "training.gradient_accumulation_dtype",
             name_of(training.gradient_accumulation_dtype));
  must_agree("reduced", types.reduced, "deepspeed_config.communication_data_type",
             name_of(training.communication_dtype));
  const std::string_view precision = name_of(training.precision);
  if (training.lora.in_fp32) must_agree("adapters", types.adapters, "training.lora.in_fp32", "fp32");
  if (training.low_precision_master)
    must_agree("master", types.master, "deepspeed_config's …_master_weights_and_grads", precision);
  if (training.low_precision_states)
    must_agree("states", types.states, "deepspeed_config.bf16.bf16_optimizer_states", precision);
}

}  // namespace zp::plan_io
