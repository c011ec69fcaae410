// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>
#include <cmath>

#include "core/catalog/catalog.h"
#include "core/rules/rule.h"
#include "core/text/letters.h"
#include "core/text/python.h"
#include "core/text/utf8.h"

/// Rules about constructor parameters of the optimizer and the learning rate schedule, which a plan only
/// carries.
namespace zp {
namespace {

constexpr std::string_view optimizer_params = "optimizer.params", schedule_params = "scheduler.params";
constexpr std::string_view schedule_key = "deepspeed_config.scheduler.params";
constexpr std::string_view warm_up = "warmup_num_steps", whole_run = "total_num_steps";

using Parameters = std::vector<std::pair<std::string, std::string>>;  ///< the schema's names and defaults

std::string plan_path(std::string_view section, std::string_view name) {
  return joined(joined("deepspeed_config", section), name);
}

bool has(const Parameters& params, std::string_view name) {
  return std::ranges::any_of(params, [&](const auto& param) { return param.first == name; });
}

/// Returns one of DeepSpeed's own schedules; nullptr for torch's, whose parameters are not in the schema.
const SchedulerSchema* schedule(const Subject& subject) {
  const TextNode* type = subject.carried("scheduler.type");
  return type != nullptr && type->is_string() ? schema().find_scheduler(type->text) : nullptr;
}

/// Returns the value of a schedule's parameter; nullptr if it is absent or "auto".
const TextNode* of_schedule(const Subject& subject, std::string_view name) {
  const SchedulerSchema* known = schedule(subject);
  return known != nullptr && has(known->params, name) ? subject.carried(joined(schedule_params, name))
                                                      : nullptr;
}

void tell_unknown(const FindingWriter& say, std::string_view section, std::string_view name,
                  const std::string& type, const Parameters& params) {
  std::vector<std::string> names;
  for (const auto& [known, standard] : params)
    names.push_back(known);
  const std::vector<std::string> near = similar_ids(name, names, 1);
  say.at(plan_path(section, name), type + " has no parameter of this name; building it fails.",
         (near.empty() ? "" : "Did you mean " + near.front() + "? ") + "Correct or remove it.");
}

void ask_unknown(const Subject& subject, const FindingWriter& say) {
  const TextNode* params = subject.carried(optimizer_params);
  const OptimizerSchema* optimizer = subject.optimizer_schema();
  if (params != nullptr && optimizer != nullptr)
    for (const TextNode& param : params->children)
      if (param.key != "max_grad_norm" && !has(optimizer->params, param.key))  // has a rule of its own
        tell_unknown(say, optimizer_params, param.key, optimizer->type, optimizer->params);
  const TextNode* of_run = subject.carried(schedule_params);
  const SchedulerSchema* known = schedule(subject);
  if (of_run != nullptr && known != nullptr)
    for (const TextNode& param : of_run->children)
      if (!has(known->params, param.key))
        tell_unknown(say, schedule_params, param.key, known->type, known->params);
}

/// Reports parameters that exist only in the GPU class or only in the CPU class, if the other one is used.
void ask_other_class(const Subject& subject, const FindingWriter& say) {
  const TextNode* params = subject.carried(optimizer_params);
  const OptimizerSchema* known = subject.optimizer_schema();
  if (params == nullptr || known == nullptr || !subject.is_deepspeed_adam()) return;
  const bool on_host = subject.offloads_optimizer();
  const std::vector<std::string>& elsewhere = on_host ? known->gpu_only : known->cpu_only;
  for (const TextNode& param : params->children)
    if (has(known->params, param.key) && std::ranges::find(elsewhere, param.key) != elsewhere.end())
      say.at(plan_path(optimizer_params, param.key),
             on_host ? "DeepSpeed's CPU Adam, which offload_optimizer chooses, has no parameter of this name."
                     : "Only DeepSpeed's CPU Adam has this parameter, and the optimizer is not offloaded.",
             "Remove it.");
}

void tell_no_number(const FindingWriter& say, std::string_view section, const TextNode& param,
                    const char* what_fails) {
  const bool of_two = param.key == "betas";
  say.at(
      plan_path(section, param.key),
      joined(section, param.key) + (of_two ? " must be two numbers; " : " must be a number; ") + what_fails,
      of_two              ? "Write [0.9, 0.999], for instance."
      : param.is_string() ? "Write it without quotes."
                          : "Write a number.");
}

/// Reports texts or lists where Python compares or calculates with a number.
void ask_numbers(const Subject& subject, const FindingWriter& say) {
  if (const TextNode* params = subject.carried(optimizer_params))
    for (const TextNode& param : params->children) {
      const bool is_pair = param.is_array() && param.children.size() == 2 &&
                           std::ranges::all_of(param.children, &TextNode::is_number);
      const bool is_right = param.is_auto() || (param.key == "betas" ? is_pair : param.is_number());
      constexpr std::array<std::string_view, 5> numbers = {"lr", "eps", "weight_decay", "momentum", "betas"};
      if (!is_right && std::ranges::find(numbers, param.key) != numbers.end())
        tell_no_number(say, optimizer_params, param, "building the optimizer or its first step fails.");
    }
  for (const std::string_view name : {warm_up, whole_run})
    if (const TextNode* steps = of_schedule(subject, name); steps != nullptr && !steps->is_number())
      tell_no_number(say, schedule_params, *steps, "building the schedule fails.");
}

/// Returns true if the exporter or Trainer fills in the length of the run.
bool is_filled_in(const Subject& subject, std::string_view name) {
  return !subject.is_file && name == whole_run &&
         (subject.plan.target.flavour == Flavour::hf_trainer || optimizer_steps(subject.plan) > 0);
}

void ask_missing(const Subject& subject, const FindingWriter& say) {
  const SchedulerSchema* known = schedule(subject);
  const TextNode* params = subject.carried(schedule_params);
  const bool has_params = params != nullptr && params->is_object();
  if (known == nullptr || (subject.is_file && !has_params)) return;
  for (const std::string& name : known->required) {
    const TextNode* stated = has_params ? params->child(name) : nullptr;
    const bool is_left_out = stated == nullptr || (!subject.is_file && stated->is_auto());
    if (is_left_out && !is_filled_in(subject, name))
      say(known->type + " cannot be built without " + name + '.',
          "Add " + plan_path(schedule_params, name) +
              (subject.is_file || name != whole_run ? "." : ", or state training.tokens."));
  }
}

/// Returns true for whole numbers; an export writes 100.0 as 100.
bool is_whole(const Subject& subject, const TextNode& number) {
  return number.is_integer() || (!subject.is_file && std::trunc(number.number) == number.number);
}

void ask_warm_up(const Subject& subject, const FindingWriter& say) {
  const TextNode* steps = of_schedule(subject, warm_up);
  if (steps == nullptr || !steps->is_number() || (is_whole(subject, *steps) && steps->number > 0)) return;
  const std::string stated = python::python_repr(*steps);
  say.at(plan_path(schedule_params, warm_up),
         std::string(warm_up) + " must be a whole number above 0, not " + stated + '.',
         "Write a whole number above 0.",
         std::string(warm_up) + " must be a positive integer, got " + stated);
}

void ask_warm_up_type(const Subject& subject, const FindingWriter& say) {
  const TextNode* type = of_schedule(subject, "warmup_type");
  if (type != nullptr && type->text != "log" && type->text != "linear")
    say.at(plan_path(schedule_params, "warmup_type"),
           "warmup_type must be log or linear; DeepSpeed takes log.", "Write one of the two.");
}

void ask_length(const Subject& subject, const FindingWriter& say) {
  const TextNode* steps = of_schedule(subject, warm_up);
  const TextNode* total = of_schedule(subject, whole_run);
  if (steps != nullptr && total != nullptr && steps->is_number() && total->is_number() &&
      total->number < steps->number)
    say.at(plan_path(schedule_params, whole_run), "total_num_steps is below warmup_num_steps.", "Raise it.");
}

/// Reports a schedule name that must be a misspelling. Others may be classes of torch.optim.lr_scheduler that
/// the schema does not list.
void ask_schedule_type(const Subject& subject, const FindingWriter& say) {
  const TextNode* type = subject.carried("scheduler.type");
  if (type == nullptr || !type->is_string() || schedule(subject) != nullptr) return;
  std::vector<std::string> known;
  for (const SchedulerSchema& scheduler_schema : schema().schedulers)
    known.push_back(scheduler_schema.type);
  const std::vector<std::string> near = similar_ids(type->text, known, 1);
  if (type->text.ends_with("LR") && near.empty()) return;
  say("DeepSpeed has no schedule named " + shortened(type->text) + '.',
      near.empty() ? "Name a class of torch.optim.lr_scheduler or one of DeepSpeed's, such as WarmupDecayLR."
                   : "Did you mean " + near.front() + "? Correct it.");
}

constexpr std::array<Rule, 8> rules_of_parameters = {
    {{.code = "parameter_not_number",
      .severity = Severity::fails_later,
      .source =
          "TypeError of torch's and DeepSpeed's optimizers and schedules, where they compare or compute",
      .ask = ask_numbers},
     {.code = "unknown_parameter",
      .severity = Severity::fails_later,
      .source = "TypeError of the constructor; resources/schema/ds_config_schema.json",
      .ask = ask_unknown},
     {.code = "parameter_of_other_class",
      .severity = Severity::fails_later,
      .source = "ops/adam/fused_adam.py, ops/adam/cpu_adam.py: their parameters",
      .ask = ask_other_class,
      .at_export = ExportEffect::left_out},
     {.code = "unknown_scheduler",
      .severity = Severity::fails_later,
      .keys = {"deepspeed_config.scheduler.type"},
      .source = "runtime/engine.py:1604-1610",
      .ask = ask_schedule_type},
     {.code = "missing_parameter",
      .severity = Severity::fails_later,
      .keys = {schedule_key},
      .source = "TypeError of the constructor; runtime/lr_schedules.py",
      .ask = ask_missing},
     {.code = "warm_up_not_whole",
      .severity = Severity::fails_later,
      .keys = {schedule_key},
      .source = "runtime/lr_schedules.py:708, 849",
      .ask = ask_warm_up,
      .since = {0, 19, 3}},
     {.code = "unknown_warm_up",
      .severity = Severity::ignored,
      .keys = {schedule_key},
      .source = "runtime/lr_schedules.py:721-724, a warning",
      .ask = ask_warm_up_type},
     {.code = "warmup_longer_than_all",
      .severity = Severity::style,
      .keys = {schedule_key},
      .source = "runtime/lr_schedules.py:801-803, a warning",
      .ask = ask_length}}};

}  // namespace

std::span<const Rule> parameter_rules() { return rules_of_parameters; }

}  // namespace zp
