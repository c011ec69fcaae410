// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <vector>

#include "core/estimate/figures.h"
#include "core/plan/finding.h"
#include "core/reference/article.h"

/// The article's own calls of its generator, answered by the ledger and the clock.
namespace zp {

/// A configuration of the generator as a plan, read from a ds_config with that stage and offload, over the
/// model, GPUs and network of the call.
struct ArticleConfiguration {
  ArticleCandidate theirs;
  Plan plan;  ///< with the fastest micro batch of the target batch that fits; 1 if none does
  Figures figures;
  std::vector<Finding> findings;  ///< what DeepSpeed stops at or ignores, worst first
  [[nodiscard]] bool runs() const { return figures.estimate.fits() && !stops(findings); }
};

struct ArticleCall {
  ArticleGeneratorInput input;
  Plan plan;                                ///< the call as a plan, on which `recommend` is asked
  std::vector<ArticleConfiguration> tried;  ///< the generator's nine configurations, in its order
  int chosen = -1;                          ///< choice of its function, as an index in `tried`; -1 for none
  std::optional<ArticleRecommendation> returned;  ///< result of its function
  std::optional<ArticleRecommendation> printed;   ///< result as the article shows it, if it does
  int printed_choice = -1;                        ///< index in `tried` of the printed result; -1 for none
  std::optional<Plan> ours;                       ///< plan that `recommend` chooses; nullopt if no plan runs
  std::optional<Figures> our_figures;
};

/// Returns the calls in the article's order; some tens of milliseconds, as each asks for a recommendation.
std::vector<ArticleCall> article_calls();

}  // namespace zp
