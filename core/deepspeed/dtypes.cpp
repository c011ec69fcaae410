// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/deepspeed/dtypes.h"

#include <algorithm>
#include <array>

namespace zp {
namespace {

struct DtypeName {
  std::string_view written, dtype;
};
constexpr std::array<DtypeName, 13> names = {{{"fp32", "fp32"},
                                              {"float32", "fp32"},
                                              {"float", "fp32"},
                                              {"torch.float32", "fp32"},
                                              {"fp16", "fp16"},
                                              {"float16", "fp16"},
                                              {"half", "fp16"},
                                              {"torch.float16", "fp16"},
                                              {"bf16", "bf16"},
                                              {"bfloat16", "bf16"},
                                              {"torch.bfloat16", "bf16"},
                                              {"int8", "int8"},
                                              {"torch.int8", "int8"}}};

}  // namespace

std::string_view dtype_named(std::string_view name) {
  const auto found = std::ranges::find(names, name, &DtypeName::written);
  return found == names.end() ? std::string_view() : found->dtype;
}

}  // namespace zp
