// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <vector>

#include "core/estimate/figures.h"
#include "core/plan/finding.h"
#include "core/reference/article.h"

/// The article's calls of its own generator, compared with this planner's results.
namespace zp {

/// One of the generator's configurations as a plan, read from its ds_config, for the model, GPUs and network
/// of the call.
struct ArticleConfiguration {
  ArticleCandidate candidate;
  Plan plan;  ///< with the fastest micro batch of the target batch that fits; 1 if none does
  Figures figures;
  std::vector<Finding> findings;  ///< findings about refused and ignored settings, worst first
  [[nodiscard]] bool runs() const { return figures.estimate.fits() && !stops(findings); }
};

struct ArticleCall {
  ArticleGeneratorInput input;
  Plan plan;                                      ///< the call as a plan, the input of `recommend`
  std::vector<ArticleConfiguration> tried;        ///< the generator's nine configurations, in its order
  int chosen = -1;                                ///< index in `tried` that its function chooses; -1 for none
  std::optional<ArticleRecommendation> returned;  ///< result of its function
  std::optional<ArticleRecommendation> printed;   ///< result printed in the article, if there is one
  int printed_choice = -1;                        ///< index in `tried` of the printed result; -1 for none
  std::optional<Plan> ours;                       ///< plan that `recommend` chooses; nullopt if no plan runs
  std::optional<Figures> our_figures;
};

/// Returns the calls in the article's order. Takes some tens of milliseconds for the recommendations.
std::vector<ArticleCall> article_calls();

}  // namespace zp
