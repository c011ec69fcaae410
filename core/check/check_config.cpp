// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/check/check_config.h"

#include <array>

#include "core/check/config_walk.h"
#include "core/check/engine_rules.h"
#include "core/check/parser_steps.h"
#include "core/check/plan_rules.h"
#include "core/check/text_issues.h"

namespace zp {
namespace {

using namespace config_check;

/// A step of the parser, and the releases that have it.
struct Step {
  void (*run)(ConfigWalk&);
  DeepSpeedVersion since{0, 0, 0};
  DeepSpeedVersion until{99, 0, 0};  ///< first release without it
};
/// First release with DeepSpeedFP16Config and DeepSpeedBF16Config; fp16 and bf16 were read key by key before.
constexpr DeepSpeedVersion precision_models{0, 17, 1};
/// Steps of DeepSpeedConfig._initialize_params, in its order.
constexpr std::array<Step, 20> sections = {{{communication},
                                            {allreduce, {0, 19, 6}},
                                            {zero_optimization},
                                            {monitors},
                                            {plain_precision, {0, 0, 0}, precision_models},
                                            {precision, precision_models},
                                            {amp},
                                            {plain_loss_scale, {0, 0, 0}, precision_models},
                                            {autocast, {0, 17, 2}},
                                            {compression},
                                            {optimizer_and_scheduler},
                                            {tools},
                                            {data_pipeline},
                                            {checkpoint_and_files},
                                            {checkpoint_writer, {0, 17, 1}},
                                            {weight_quantization},
                                            {compile},
                                            {timers, {0, 14, 3}},
                                            {tensor_parallel},
                                            {expert_parallel, {0, 19, 2}}}};

void parse(ConfigWalk& walk) {
  const auto ranks = data_parallel_ranks(walk);
  const ElasticBatch elastic = elasticity(walk, ranks);
  for (const Step& step : sections)
    if (walk.version() >= step.since && walk.version() < step.until) step.run(walk);
  batch(walk, ranks, elastic);
  last_checks(walk);
}

/// Checks what the parser does not check.
void look_further(ConfigWalk& walk) {
  const Facts facts(walk);
  plan_rules(walk);
  file_rules(walk, facts);
  other_rules(walk);
  trainer_rules(walk);
  keys_without_effect(walk, facts);
  plan_differences(walk, facts);
}

/// Returns true if the parser accepts the file after Trainer has filled in each "auto".
bool is_accepted_from_trainer(const ConfigSource& config, CheckOptions options) {
  options.trainer_fills_in = true;
  ConfigWalk walk(config, options);
  if (text_issues(walk)) parse(walk);
  return !walk.refused();
}

}  // namespace

ConfigCheck check_config(const ConfigSource& config, const CheckOptions& options) {
  ConfigWalk walk(config, options);
  walk.set_trainer_accepts(!options.trainer_fills_in && walk.for_trainer() && !config.error &&
                           is_accepted_from_trainer(config, options));
  if (text_issues(walk)) {
    parse(walk);
    look_further(walk);
  }
  ConfigCheck result;
  result.accepted = !walk.refused();
  if (result.accepted) result.derived = walk.derived;
  if (walk.for_trainer()) result.accepted_from_trainer = walk.trainer_accepts();
  result.issues = walk.take_issues();
  return result;
}

}  // namespace zp
