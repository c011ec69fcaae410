// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/check/config_walk.h"

#include <algorithm>
#include <array>
#include <tuple>

#include "core/deepspeed/key_names.h"
#include "core/plan_file/trainer_keys.h"
#include "core/text/letters.h"
#include "core/text/utf8.h"

namespace zp::config_check {
namespace {

constexpr std::array<std::string_view, 3> batch_keys = {"train_batch_size", "train_micro_batch_size_per_gpu",
                                                        "gradient_accumulation_steps"};

/// Returns true if the file is for Trainer: the plan says so, or without a plan, the file has values that
/// only Trainer fills in.
bool asks_trainer(const TextNode& root, const CheckOptions& options) {
  if (!options.plan) return zp::is_left_to_trainer(root);
  if (options.plan->target.flavour == Flavour::hf_trainer) return true;
  return std::ranges::any_of(batch_keys, [&](std::string_view key) {
    const TextNode* node = root.child(key);
    return node && node->is_auto();
  });
}

TextSpan value_of(const TextNode* node) { return node ? node->span : TextSpan{}; }

}  // namespace

ConfigWalk::ConfigWalk(const ConfigSource& config, const CheckOptions& options)
    : config_(config),
      options_(options),
      lines_(config.text),
      for_trainer_(asks_trainer(config.root, options)) {}

const Plan* ConfigWalk::trainer_plan() const {
  const std::optional<Plan>& plan = options_.plan;
  return plan && plan->target.flavour == Flavour::hf_trainer ? &*plan : nullptr;
}

const FilePlan& ConfigWalk::file_plan() const {
  if (!file_plan_) file_plan_.emplace(config_, options_);
  return *file_plan_;
}

void ConfigWalk::next_step() { stopped_ = refused_; }

void ConfigWalk::add(Severity severity, TextSpan span, std::string_view path, std::string_view parser_code,
                     IssueText&& issue) {
  Finding finding{severity, std::move(issue.code), std::string(path), std::move(issue.message),
                  std::move(issue.fix)};
  finding.place = {lines_.position(span.begin), span, std::string(parser_code),
                   std::move(issue.deepspeed_message)};
  issues_.push_back(std::move(finding));
}

void ConfigWalk::refuse(const TextNode* node, std::string_view path, std::string_view parser_code,
                        IssueText issue) {
  add(Severity::refused, value_of(node), path, stopped_ ? std::string_view() : parser_code, std::move(issue));
  refused_ = true;
}

void ConfigWalk::leave_to_trainer(const TextNode& node, std::string_view path, std::string_view parser_code,
                                  IssueText issue) {
  add(trainer_accepts_ ? Severity::style : Severity::refused, node.span, path,
      stopped_ ? std::string_view() : parser_code, std::move(issue));
  refused_ = true;
}

void ConfigWalk::report(Severity severity, const TextNode* node, std::string_view path, IssueText issue) {
  add(severity, value_of(node), path, {}, std::move(issue));
}

void ConfigWalk::refuse_key(const TextNode& node, std::string_view path, std::string_view parser_code,
                            IssueText issue) {
  add(Severity::refused, node.key_span, path, stopped_ ? std::string_view() : parser_code, std::move(issue));
  refused_ = true;
}

void ConfigWalk::report_key(Severity severity, const TextNode& node, std::string_view path, IssueText issue) {
  add(severity, node.key_span, path, {}, std::move(issue));
}

std::string ConfigWalk::suggestion(std::string_view name, std::string_view section) {
  constexpr int most = 50;  // a file with more unknown keys is not a ds_config
  constexpr std::size_t longest = 64;
  if (name.size() > longest || ++suggestions_ > most) return {};
  const std::string near = near_key(name, section);
  return near.empty() ? std::string() : "Did you mean " + near + "? ";
}

std::vector<Finding> ConfigWalk::take_issues() {
  const auto rank = [](const Finding& issue) {
    const bool refusal = issue.severity == Severity::refused;
    const TextPosition position = refusal ? TextPosition() : issue.place.position;
    return std::tuple(issue.severity, position.line, position.column);
  };
  std::ranges::stable_sort(issues_, {}, rank);
  return std::move(issues_);
}

std::string spelling(const ConfigWalk& walk, const TextNode& node) {
  if (node.is_object()) return node.children.empty() ? "{}" : "an object";
  if (node.is_array()) return node.children.empty() ? "[]" : "a list";
  return shortened(std::string_view(walk.config().text).substr(node.span.begin, node.span.size()));
}

}  // namespace zp::config_check
