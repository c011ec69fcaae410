// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "core/plan/plan.h"

/// The assumptions behind the figures that have a weak source, listed in Help ▸ Assumptions and by
/// `reference`.
namespace zp {

struct WeakSource {
  std::string_view subject;      ///< "Products on GPUs without a published benchmark"
  std::string (*assumed)();      ///< the value as text: "0.55 of the dense peak"
  std::string_view weakness;     ///< a sentence: why it may be wrong
  std::string_view better;       ///< a sentence: what to state or measure instead; "" if nothing helps
  bool (*acts_on)(const Plan&);  ///< true if the plan's figures depend on it
};

/// Returns all of it in sentences: "Products on Hopper: 0.58 of the dense peak. It was taken from …"
std::string sentences_of(const WeakSource& source);

/// Returns the list, largest possible error first.
std::span<const WeakSource> weak_sources();

}  // namespace zp
