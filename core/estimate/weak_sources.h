// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "core/plan/plan.h"

/// The assumptions behind the figures whose source is weak. Help ▸ Assumptions and `reference` show this
/// list.
namespace zp {

struct WeakSource {
  std::string_view subject;      ///< "Products on GPUs that nobody measured"
  std::string (*assumed)();      ///< the value in words: "0.55 of the dense peak"
  std::string_view weakness;     ///< why it may be wrong, as a sentence
  std::string_view better;       ///< what to state or measure instead, as a sentence; "" if nothing helps
  bool (*acts_on)(const Plan&);  ///< true if figures of the plan rest on it
};

/// Returns all of it in sentences: "Products on Hopper: 0.58 of the dense peak. It was taken from …"
std::string sentences_of(const WeakSource& source);

/// Returns the list, those first that can be wrong by most.
std::span<const WeakSource> weak_sources();

}  // namespace zp
