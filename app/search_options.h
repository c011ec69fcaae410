// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/plan/plan.h"
#include "core/search/capacity.h"
#include "core/search/space.h"

namespace CLI {
class App;
}

/// Options shared by the commands that search over plans.
namespace zp::app {

/// The options --confidence and --margin, which exclude each other.
struct FitOptions {
  std::optional<double> confidence, margin;
  [[nodiscard]] FitDemand demand() const;
};
/// States whether a command's search chooses a batch that nobody stated, so that --keep can hold it.
enum class OpenBatch : std::uint8_t { chosen, held };
/// Adds --confidence, --margin, --allow and --keep.
void add_search_options(CLI::App& command, FitOptions& fit, std::vector<std::string>& allowed,
                        std::vector<std::string>& kept, OpenBatch batch);
/// Adds --min-tokens-per-s.
void add_speed_option(CLI::App& command, double& least_tokens_per_s);
/// Returns the freedom stated by the names. Precondition: the names are valid.
Freedom freedom_of(const std::vector<std::string>& allowed, const std::vector<std::string>& kept);
/// Returns the same for a search of the document's best plan: the global batch is free too if the document
/// states none, unless it must be kept.
Freedom freedom_of(const PlanDocument& document, const std::vector<std::string>& allowed,
                   const std::vector<std::string>& kept);

}  // namespace zp::app
