// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/deepspeed/misremembered.h"

#include <algorithm>
#include <array>

namespace zp::config_check {
namespace {

struct Misremembered {
  std::string_view path, instead;
};
constexpr std::array<Misremembered, 14> misremembered = {{
    {"fp16.initial_loss_scale", "Write initial_scale_power instead, the power of 2: 16 stands for 65536."},
    {"fp16.init_scale", "Write initial_scale_power instead, the power of 2: 16 stands for 65536."},
    {"fp16.scale_window", "Write loss_scale_window instead."},
    {"fp16.opt_level", "Remove it: it belongs to Apex amp."},
    {"bf16.loss_scale", "Remove it: bf16 needs no loss scale."},
    {"bf16.check_overflow", "Write check_grad_overflow instead."},
    {"zero_optimization.cpu_offload_params", "Write \"offload_param\": {\"device\": \"cpu\"} instead."},
    {"zero_optimization.grad_hooks", "Remove it: only the documentation still has it, DeepSpeed does not."},
    {"zero_optimization.pin_memory", "Write it in offload_optimizer or offload_param instead."},
    {"zero_optimization.offload_optimizer.buffer_size", "Remove it: only offload_param has a buffer_size."},
    {"zero_optimization.offload_optimizer.max_in_cpu", "Remove it: only offload_param has max_in_cpu."},
    {"zero_optimization.offload_param.pipeline_read", "Remove it: only offload_optimizer has pipelines."},
    {"zero_optimization.offload_param.pipeline_write", "Remove it: only offload_optimizer has pipelines."},
    {"zero_optimization.offload_param.fast_init", "Remove it: only offload_optimizer has fast_init."},
}};

}  // namespace

std::string_view instead_of(std::string_view path) {
  const auto found = std::ranges::find(misremembered, path, &Misremembered::path);
  return found == misremembered.end() ? std::string_view() : found->instead;
}

}  // namespace zp::config_check
