// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>

#include "core/formula/words.h"
#include "core/memory/ledger.h"
#include "core/plan/plan.h"

namespace zp {

/// The words about one entry, made only on request: what it is, the expression its bytes come from, the
/// source of that expression, and the setting that would shrink the entry ("" if there is none).
struct Explanation {
  std::string_view title;    ///< "Optimizer states"
  std::string_view meaning;  ///< one or two sentences
  std::string_view source;   ///< paper equation, or DeepSpeed file and function
  std::string_view lever;    ///< "zero.reduce_bucket_size"
  Words bytes;               ///< the formula, its figures, and the symbols of both
  std::string line;  ///< one line for people: "b·(P + F) = 2 × (6,738,415,616 + 0) = 13,476,831,232 bytes"
};

/// Every entry of a plan's ledger in words. The code that counts the bytes also says where they come from
/// (core/memory/entries.h).
class Explanations {
 public:
  Explanations(const Plan& plan, const Ledger& ledger);
  /// Returns the explanation of an entry that the ledger has.
  [[nodiscard]] const Explanation& of(EntryId id) const { return of_[static_cast<std::size_t>(id)]; }

 private:
  std::array<Explanation, entry_id_count> of_;
};

}  // namespace zp
