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

/// One entry of the ledger whose bytes a key of ds_config.json decides on.
struct KeyCost {
  EntryId id{};
  Place place{};
  Bytes bytes;              ///< per rank; on NVMe per node
  std::string_view title;   ///< "Reduce bucket"
  std::string formula;      ///< "2·b·R = 2 × 2 × 500,000,000 = 2,000,000,000 bytes"
  std::string_view source;  ///< the place from which the formula was taken
};

/// Facts about a key of ds_config.json beside its value.
struct KeyDetails {
  std::string effect;          ///< what DeepSpeed does with it, if its name does not say so; "" otherwise
  std::string unit;            ///< "elements"; "" if it has none
  std::string default_value;   ///< DeepSpeed's in the plan's release, as JSON text; "" for none
  bool is_section = false;     ///< true for an object with keys of its own: no default and no cost
  std::vector<KeyCost> costs;  ///< costs in this plan, the largest first
};
KeyDetails details_of_key(std::string_view path, const Plan& plan, const MemoryEstimate& estimate);
/// Returns the details for a caller that asks about many keys of one plan; `words` are the explanations of
/// the ledger of `estimate`.
KeyDetails details_of_key(std::string_view path, const Plan& plan, const MemoryEstimate& estimate,
                          const Explanations& words);

/// Returns "Decides on 1.9 GiB per GPU (Reduce bucket, Copy of the reduce bucket) and 3.1 GiB of host memory
/// per rank (…)."; "Costs no memory." for a key without entries in this plan, "" for a section.
std::string cost_sentence(const KeyDetails& details);

}  // namespace zp
