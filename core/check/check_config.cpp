// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/check/check_config.h"

#include "core/check/engine_rules.h"
#include "core/check/parser_steps.h"
#include "core/check/plan_rules.h"
#include "core/check/text_issues.h"
#include "core/check/walk.h"

namespace zp {
namespace {

using namespace config_check;

void parse(Walk& walk) {
  const auto ranks = data_parallel_ranks(walk);
  const ElasticBatch elastic = elasticity(walk, ranks);
  communication(walk);
  zero_optimization(walk);
  monitors(walk);
  precision(walk);
  compression(walk);
  optimizer_and_scheduler(walk);
  tools(walk);
  data_pipeline(walk);
  checkpoint_and_files(walk);
  late_sections(walk);
  batch(walk, ranks, elastic);
  last_checks(walk);
}

/// What the parser does not look at.
void look_further(Walk& walk) {
  const Facts facts(walk);
  plan_rules(walk);
  file_rules(walk, facts);
  scheduler_rules(walk);
  other_rules(walk);
  trainer_rules(walk);
  keys_without_effect(walk, facts);
  plan_differences(walk, facts);
}

}  // namespace

ConfigCheck check_config(const ConfigSource& config, const CheckOptions& options) {
  Walk walk(config, options);
  if (text_issues(walk)) {
    parse(walk);
    look_further(walk);
  }
  ConfigCheck result;
  result.accepted = !walk.refused();
  if (result.accepted) result.derived = walk.derived;
  result.issues = walk.take_issues();
  return result;
}

}  // namespace zp
