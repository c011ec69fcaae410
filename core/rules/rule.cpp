// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/rules/rule.h"

namespace zp {

void FindingWriter::operator()(std::string message, std::string fix, std::string printed) const {
  at(rule_.keys.front(), std::move(message), std::move(fix), std::move(printed));
}

void FindingWriter::at(std::string_view path, std::string message, std::string fix,
                       std::string printed) const {
  Finding finding{rule_.severity,     std::string(rule_.code), std::string(path),
                  std::move(message), std::move(fix),          std::string(rule_.source)};
  finding.place.deepspeed_message = std::move(printed);
  list_.push_back(std::move(finding));
}

std::span<const RuleGroup> rule_groups() {
  static const std::array<RuleGroup, 26> groups = {{{range_rules(), false},
                                                    {piece_rules(), false},
                                                    {shape_rules(), false},
                                                    {model_rules(), false},
                                                    {cluster_rules(), false},
                                                    {pipeline_rules(), false},
                                                    {training_rules(), false},
                                                    {adapter_rules(), false},
                                                    {method_rules(), false},
                                                    {vision_rules(), false},
                                                    {program_release_rules(), false},
                                                    {stepping_rules(), false},
                                                    {fp8_rules(), false},
                                                    {precision_rules()},
                                                    {optimizer_rules()},
                                                    {zero_rules()},
                                                    {pipeline_engine_rules()},
                                                    {expert_rules()},
                                                    {offload_rules()},
                                                    {size_rules()},
                                                    {carried_rules()},
                                                    {parameter_rules()},
                                                    {zenflow_rules()},
                                                    {super_offload_rules()},
                                                    {version_rules()},
                                                    {release_rules()}}};
  return groups;
}

const Rule* find_rule(std::string_view code) {
  for (const RuleGroup& group : rule_groups())
    for (const Rule& rule : group.rules)
      if (rule.code == code) return &rule;
  return nullptr;
}

bool is_applicable(const Rule& rule, const Subject& subject) {
  return subject.knows(rule.needs) && subject.version() >= rule.since && subject.version() < rule.until;
}

std::vector<Finding> findings_of(const Rule& rule, const Subject& subject) {
  std::vector<Finding> list;
  if (is_applicable(rule, subject)) rule.ask(subject, FindingWriter(rule, list));
  return list;
}

}  // namespace zp
