// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/dsconfig/check_config.h"

#include "core/dsconfig/parser_steps.h"
#include "core/dsconfig/text_issues.h"
#include "core/dsconfig/walk.h"

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

}  // namespace

ConfigCheck check_config(const ConfigText& config, const CheckOptions& options) {
  Walk walk(config, options);
  if (text_issues(walk)) {
    parse(walk);
  }
  ConfigCheck result;
  result.accepted = !walk.refused();
  if (result.accepted) result.derived = walk.derived;
  result.issues = walk.take_issues();
  return result;
}

}  // namespace zp
