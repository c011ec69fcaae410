// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "core/catalog/catalog.h"
#include "core/check/engine_rules.h"

/// deepspeed/runtime/lr_schedules.py; engine.py:1604-1610
namespace zp::config_check {
namespace {

constexpr std::string_view params_path = "scheduler.params";

bool is_left_to_trainer(const Walk& walk, const TextNode& node) {
  return node.is_auto() && walk.for_trainer();
}

void warmup(Walk& walk, const TextNode& params, const SchedulerSchema& scheduler) {
  const TextNode* steps = params.child("warmup_num_steps");
  const bool has_warmup = scheduler.type.starts_with("Warmup");
  if (has_warmup && steps && !is_left_to_trainer(walk, *steps) && !(steps->is_integer() && steps->number > 0))
    walk.tell(Severity::fails_later, steps, joined(params_path, "warmup_num_steps"),
              {"not_integer",
               "warmup_num_steps must be a whole number above 0, not " + spelling(walk, *steps) + '.',
               "Write a whole number above 0.",
               "warmup_num_steps must be a positive integer, got " +
                   (steps->is_string() ? steps->text : python_repr(*steps))});
  const TextNode* type = params.child("warmup_type");
  if (has_warmup && type && !(type->is_string() && (type->text == "log" || type->text == "linear")))
    walk.tell(
        Severity::ignored, type, joined(params_path, "warmup_type"),
        {"not_allowed", "warmup_type must be log or linear; DeepSpeed takes log.", "Write one of the two."});
  const TextNode* total = params.child("total_num_steps");
  if (steps && total && steps->is_number() && total->is_number() && total->number < steps->number)
    walk.tell(Severity::style, total, joined(params_path, "total_num_steps"),
              {"warmup_longer_than_all", "total_num_steps is below warmup_num_steps.", "Raise it."});
}

void parameters(Walk& walk, const TextNode& section, const TextNode& params,
                const SchedulerSchema& scheduler) {
  for (const std::string& name : scheduler.required)
    if (!params.child(name))
      walk.tell_key(Severity::fails_later, section.child("params") ? params : section,
                    std::string(params_path),
                    {"missing_key", scheduler.type + " needs " + name + '.', "Add \"" + name + "\"."});
  for (const TextNode& param : params.children) {
    if (std::ranges::any_of(scheduler.params, [&](const auto& known) { return known.first == param.key; }))
      continue;
    std::vector<std::string> known;
    for (const auto& [name, standard] : scheduler.params)
      known.push_back(name);
    const std::vector<std::string> near = similar_ids(param.key, known, 1);
    walk.tell_key(Severity::fails_later, param, joined(params_path, param.key),
                  {"unknown_parameter", scheduler.type + " has no parameter of this name; building it fails.",
                   (near.empty() ? "" : "Did you mean " + near.front() + "? ") + "Correct or remove it."});
  }
  warmup(walk, params, scheduler);
}

}  // namespace

void scheduler_rules(Walk& walk) {
  const TextNode* section = walk.find("scheduler");
  const TextNode* type = walk.find("scheduler.type");
  if (!section || !type || !type->is_string()) return;
  const TextNode* params = walk.find(params_path);
  if (!params || params->is_null()) {
    walk.tell_key(Severity::fails_later, *section, "scheduler",
                  {"missing_key", "A scheduler without params stops DeepSpeed.", "Add \"params\": {…}."});
    return;
  }
  if (const SchedulerSchema* scheduler = schema().find_scheduler(type->text)) {
    if (params->is_object()) parameters(walk, *section, *params, *scheduler);
    return;
  }
  std::vector<std::string> known;
  for (const SchedulerSchema& scheduler : schema().schedulers)
    known.push_back(scheduler.type);
  // torch.optim.lr_scheduler has classes that are not listed here: only a near miss is surely wrong
  const std::vector<std::string> near = similar_ids(type->text, known, 1);
  if (type->text.ends_with("LR") && near.empty()) return;
  walk.tell(
      Severity::fails_later, type, "scheduler.type",
      {"unknown_scheduler", "DeepSpeed has no schedule named " + type->text + '.',
       near.empty() ? "Name a class of torch.optim.lr_scheduler or one of DeepSpeed's, such as WarmupDecayLR."
                    : "Did you mean " + near.front() + "?"});
}

}  // namespace zp::config_check
