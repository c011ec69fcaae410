// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <optional>

#include "core/search/roots.h"
#include "core/search/watch.h"
#include "core/sharding/strategy.h"

namespace zp {

/// Enumerates the roots of a plan's space, a limited number at a time. Internal to search/.
class RootListing {
 public:
  /// Receives a sequence of consecutive roots and owns them.
  using Visit = std::function<void(Roots&&)>;

  RootListing(const Plan& origin, const Freedom& freedom);

  /// Visits every root that can be estimated, of the strategy `only` or of all, in parts of at most `most`
  /// roots; at least one part, which may be empty. Calls `progress` once per root with the share of the space
  /// that is done. Throws SearchStopped.
  void visit(std::size_t most, std::optional<Strategy> only, Progress& progress, const Visit& visit) const;

  /// Returns any candidate, without estimating it.
  [[nodiscard]] Option option_of(const Pick& pick) const;
  [[nodiscard]] const Freedom& freedom() const { return freedom_; }
  /// Returns true if the origin plan can be estimated.
  [[nodiscard]] bool counts_origin() const { return counts_origin_; }

 private:
  class Walk;

  Plan origin_;
  Freedom freedom_;
  Pick origin_pick_;
  bool counts_origin_;
};

}  // namespace zp
