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

/// The words about one entry, made only on request: its meaning, the formula of its bytes, the source of that
/// formula, and the setting that would shrink it ("" if there is none).
struct Explanation {
  std::string_view title;    ///< "Optimizer states"
  std::string_view meaning;  ///< one or two sentences
  std::string_view source;   ///< paper equation, or DeepSpeed file and function
  std::string_view lever;    ///< "zero.reduce_bucket_size"
  Words bytes;               ///< the formula, its figures, and the symbols of both
  std::string line;  ///< one line for users: "b·(P + F) = 2 × (6,738,415,616 + 0) = 13,476,831,232 bytes"
};

/// All entries of a plan's ledger in words, produced by the code that also computes the bytes
/// (core/memory/entries.h).
class Explanations {
 public:
  Explanations(const Plan& plan, const Ledger& ledger);
  /// Returns the explanation of an entry. Precondition: the ledger has it.
  [[nodiscard]] const Explanation& of(EntryId id) const { return of_[static_cast<std::size_t>(id)]; }

 private:
  std::array<Explanation, entry_id_count> of_;
};

}  // namespace zp
