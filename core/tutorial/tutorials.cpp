// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "embedded/tutorials.h"

#include <algorithm>
#include <array>

#include "core/tutorial/tutorial.h"

namespace zp {
namespace {

struct TutorialFiles {
  const char* name;
  std::string_view script, text;
};

const std::array<TutorialFiles, 8>& all_files() {
  static const std::array<TutorialFiles, 8> files = {{
      {"first-plan", embedded::first_plan_tutorial_json, embedded::first_plan_md},
      {"which-stage", embedded::which_stage_tutorial_json, embedded::which_stage_md},
      {"out-of-memory", embedded::out_of_memory_tutorial_json, embedded::out_of_memory_md},
      {"zero-3-or-not", embedded::zero_3_or_not_tutorial_json, embedded::zero_3_or_not_md},
      {"offload", embedded::offload_tutorial_json, embedded::offload_md},
      {"best-plan", embedded::best_plan_tutorial_json, embedded::best_plan_md},
      {"to-a-job", embedded::to_a_job_tutorial_json, embedded::to_a_job_md},
      {"plan-run-compare", embedded::plan_run_compare_tutorial_json, embedded::plan_run_compare_md},
  }};
  return files;
}

std::vector<Tutorial> read_all() {
  std::vector<Tutorial> all;
  for (const TutorialFiles& each : all_files())
    all.push_back(read_tutorial(each.name, each.script, each.text));
  return all;
}

}  // namespace

std::span<const Tutorial> tutorials() {
  static const std::vector<Tutorial> all = read_all();
  return all;
}

std::vector<std::string> tutorial_names() {
  std::vector<std::string> names;
  for (const TutorialFiles& each : all_files())
    names.emplace_back(each.name);
  return names;
}

const Tutorial* find_tutorial(std::string_view name) {
  const std::span<const Tutorial> all = tutorials();
  const auto found = std::ranges::find(all, name, &Tutorial::name);
  return found == all.end() ? nullptr : &*found;
}

}  // namespace zp
