// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <optional>

#include "core/search/roots.h"
#include "core/search/strategy.h"
#include "core/search/watch.h"

namespace zp {

/// Goes through the roots of a plan's space, so many at a time. Internal to search/.
class Listing {
 public:
  /// Roots that follow each other. It may keep them; nothing else does.
  using Visit = std::function<void(Roots&&)>;

  Listing(const Plan& origin, const Freedom& freedom);

  /// Every root of which there is something to count, in parts of at most `most`; of one strategy alone, or
  /// of all. Visits one part at least, which may be empty. Steps `progress` once a root, to the share of the
  /// space that is behind it. Throws SearchStopped.
  void visit(std::size_t most, std::optional<Strategy> only, Progress& progress, const Visit& visit) const;

  /// Any candidate, nothing of it estimated.
  [[nodiscard]] Option option_of(const Pick& pick) const;
  [[nodiscard]] const Freedom& freedom() const { return freedom_; }
  /// Returns true if the original plan can be estimated.
  [[nodiscard]] bool counts_origin() const { return counts_origin_; }

 private:
  class Walk;

  Plan origin_;
  Freedom freedom_;
  Pick origin_pick_;
  bool counts_origin_;
};

}  // namespace zp
