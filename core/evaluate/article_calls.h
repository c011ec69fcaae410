// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <vector>

#include "core/plan/finding.h"
#include "core/reference/article.h"
#include "core/search/figures.h"

/// The article's own calls of its generator, answered by the ledger and the clock.
namespace zp {

/// One configuration of the generator as a plan: read from a ds_config with that stage and offload, over the
/// model, GPUs and network of the call.
struct ArticleConfiguration {
  ArticleCandidate theirs;
  Plan plan;  ///< with the fastest micro batch of the target batch that fits; 1 where none does
  Figures figures;
  std::vector<Finding> findings;  ///< what DeepSpeed stops at or passes over, worst first
  [[nodiscard]] bool runs() const { return figures.estimate.fits() && !stops(findings); }
};

struct ArticleCall {
  ArticleGeneratorInput input;
  Plan plan;                                      ///< the call as a plan: what `recommend` is asked of
  std::vector<ArticleConfiguration> tried;        ///< its nine, in its order
  int chosen = -1;                                ///< of `tried`, what its function returns; -1 for none
  std::optional<ArticleRecommendation> returned;  ///< by its function
  std::optional<ArticleRecommendation> printed;   ///< in the article, where that is shown
  int printed_choice = -1;                        ///< of `tried`
  std::optional<Plan> ours;                       ///< what `recommend` chooses; nothing where no plan runs
  std::optional<Figures> our_figures;
};

/// In the article's order; some tens of milliseconds, as each asks for a recommendation.
std::vector<ArticleCall> article_calls();

}  // namespace zp
