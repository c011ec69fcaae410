// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/memory/estimate.h"
#include "core/memory/explain.h"
#include "core/plan/plan.h"

namespace zp {

/// A ledger entry whose bytes depend on a ds_config.json key.
struct KeyCost {
  EntryId id{};
  Place place{};
  Bytes bytes;              ///< per rank; on NVMe per node
  std::string_view title;   ///< "Reduce bucket"
  std::string formula;      ///< "2·b·R = 2 × 2 × 500,000,000 = 2,000,000,000 bytes"
  std::string_view source;  ///< source of the formula
};

/// Facts about a ds_config.json key, other than its value.
struct KeyDetails {
  std::string effect;          ///< its effect in DeepSpeed, unless the name says it; then ""
  std::string unit;            ///< "elements"; "" if it has none
  std::string default_value;   ///< DeepSpeed's default in the plan's release, as JSON text; "" for none
  bool is_section = false;     ///< true for an object with keys of its own, which has no default and no cost
  std::vector<KeyCost> costs;  ///< ledger entries in this plan, the largest first
};
KeyDetails details_of_key(std::string_view path, const Plan& plan, const MemoryEstimate& estimate);
/// Returns the details, without recomputing `estimate`, for callers that need many keys of one plan; `words`
/// explains the ledger of `estimate`.
KeyDetails details_of_key(std::string_view path, const Plan& plan, const MemoryEstimate& estimate,
                          const Explanations& words);

/// Returns "Decides on 1.9 GiB per GPU (Reduce bucket, Copy of the reduce bucket) and 3.1 GiB of host memory
/// per rank (…)."; "Costs no memory." for a key without ledger entries in this plan, "" for a section.
std::string cost_sentence(const KeyDetails& details);

}  // namespace zp
