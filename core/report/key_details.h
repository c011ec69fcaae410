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

/// One entry of the ledger that a key of ds_config.json decides on.
struct KeyCost {
  EntryId id{};
  Place place{};
  Bytes bytes;              ///< of one rank; of one node on NVMe
  std::string_view title;   ///< "Reduce bucket"
  std::string formula;      ///< "2·b·R = 2 × 2 × 500,000,000 = 2,000,000,000 bytes"
  std::string_view source;  ///< where the formula was read
};

/// What there is to say about a key of ds_config.json beside its value.
struct KeyDetails {
  std::string effect;          ///< what DeepSpeed does with it, where that is not what its name says; "" else
  std::string unit;            ///< "elements", "" for none
  std::string default_value;   ///< DeepSpeed's, as JSON text of the plan's release; "" where there is none
  bool is_section = false;     ///< an object with keys of its own: no default and no cost
  std::vector<KeyCost> costs;  ///< of this plan, the largest first
};
KeyDetails details_of_key(std::string_view path, const Plan& plan, const MemoryEstimate& estimate);
/// The same where many keys of one plan are asked about; `words` are the ledger's of `estimate`.
KeyDetails details_of_key(std::string_view path, const Plan& plan, const MemoryEstimate& estimate,
                          const Explanations& words);

/// "Decides on 1.9 GiB per GPU (Reduce bucket, Copy of the reduce bucket) and 3.1 GiB of host memory per rank
/// (…)."; "Costs no memory." for a key without entries in this plan, "" for a section.
std::string cost_sentence(const KeyDetails& details);

}  // namespace zp
