// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "core/catalog/architecture.h"

/// The one table of the numeric and boolean fields of Architecture by their plan-file names, so that the
/// catalog and the plan file read and write the same keys. Enumerated fields (block, norm, qk_norm) have
/// their own names.
namespace zp {

struct CountField {
  std::string_view key;
  std::int64_t Architecture::*member;
};
struct FlagField {
  std::string_view key;
  bool Architecture::*member;
};
std::span<const CountField> architecture_counts();
std::span<const FlagField> architecture_flags();

std::string_view name_of(Block block);  ///< "llama", "gpt"
std::string_view name_of(Norm norm);    ///< "rmsnorm", "layernorm", "layernorm-nobias", "layernorm-noparam"
std::string_view name_of(QkNorm qk_norm);  ///< "none", "head", "full"

}  // namespace zp
