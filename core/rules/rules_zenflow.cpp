// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/rules/rule.h"
#include "core/text/python.h"

/// Rules about zero_optimization.zenflow, which a plan carries whole (runtime/zenflow/engine.py:28-69).
namespace zp {
namespace {

constexpr std::string_view section = "zero.zenflow";
constexpr std::string_view select_key = "zero.zenflow.select_interval";

struct ZenFlow {
  bool acts = false;     ///< true if there is a section, at stage 1 or above
  bool chooses = false;  ///< true for select_strategy auto: DeepSpeed chooses the interval
  std::string strategy;
  std::optional<double> select, update;
};

std::optional<double> interval(const TextNode* node) {
  return node != nullptr && !node->is_string() ? python::lax_int(*node) : std::nullopt;
}

ZenFlow zenflow_of(const Subject& subject) {
  ZenFlow zenflow;
  const TextNode* node = subject.carried("zero_optimization.zenflow");
  zenflow.acts = node != nullptr && node->is_object() && subject.zero.stage > 0;
  if (!zenflow.acts) return zenflow;
  const TextNode* strategy = subject.carried("zero_optimization.zenflow.select_strategy");
  zenflow.chooses = strategy == nullptr;
  if (strategy != nullptr) zenflow.strategy = strategy->text;
  zenflow.select = interval(subject.carried("zero_optimization.zenflow.select_interval"));
  zenflow.update = interval(subject.carried("zero_optimization.zenflow.update_interval"));
  return zenflow;
}

constexpr std::array<Rule, 6> rules = {
    {{.code = "zenflow_needs_offload",
      .severity = Severity::fails_later,
      .keys = {section},
      .source = "zenflow/zenflow_stage_1_and_2.py:109-110",
      .ask =
          [](const Subject& subject, const FindingWriter& say) {
            if (zenflow_of(subject).acts && subject.shards_optimizer() &&
                subject.zero.offload_optimizer.device != Device::cpu)
              say("ZenFlow needs offload_optimizer to the CPU.", "Set zero.offload_optimizer to cpu.");
          },
      .changes = {{{"Optimizer in CPU memory",
                    [](Plan& plan) { plan.zero.offload_optimizer.device = Device::cpu; }}}}},
     {.code = "zenflow_needs_overlap",
      .severity = Severity::fails_later,
      .keys = {"zero.zenflow.offload"},
      .source = "zenflow/zenflow_stage_1_and_2.py:69-70, zenflow/engine_stage3.py:101",
      .ask =
          [](const Subject& subject, const FindingWriter& say) {
            if (zenflow_of(subject).acts && subject.is_on("zero_optimization.zenflow.offload") &&
                !subject.zero.overlaps())
              say("zenflow.offload needs overlap_comm.", "Set zero.overlap_comm to true.");
          },
      .changes = {{{"With overlap", [](Plan& plan) { plan.zero.overlap_comm = true; }}}}},
     {.code = "interval_with_auto",
      .severity = Severity::fails_later,
      .keys = {select_key},
      .source = "zenflow/engine.py:37-41",
      .ask =
          [](const Subject& subject, const FindingWriter& say) {
            const ZenFlow zenflow = zenflow_of(subject);
            if (zenflow.acts && zenflow.chooses && zenflow.select)
              say("With select_strategy auto, select_interval must be auto too.",
                  "Remove it, or choose step or epoch.");
          }},
     {.code = "no_interval",
      .severity = Severity::fails_later,
      .keys = {select_key, "zero.zenflow.select_strategy"},
      .source = "zenflow/engine.py:28-36",
      .ask =
          [](const Subject& subject, const FindingWriter& say) {
            const ZenFlow zenflow = zenflow_of(subject);
            if (zenflow.acts && !zenflow.chooses && !zenflow.select)
              say("select_strategy " + zenflow.strategy + " needs a select_interval.", "Add a whole number.");
          }},
     {.code = "interval_too_short",
      .severity = Severity::fails_later,
      .keys = {select_key},
      .source = "zenflow/engine.py:55-63",
      .ask =
          [](const Subject& subject, const FindingWriter& say) {
            const ZenFlow zenflow = zenflow_of(subject);
            if (zenflow.acts && zenflow.strategy == "step" && zenflow.select && zenflow.update &&
                *zenflow.select != 0 && *zenflow.select < *zenflow.update)
              say("select_interval is below update_interval.", "Raise it.");
          }},
     {.code = "sets_accumulation",
      .severity = Severity::style,
      .keys = {"zero.zenflow.update_interval"},
      .source = "zenflow/engine.py:69",
      .ask = [](const Subject& subject, const FindingWriter& say) {
        const ZenFlow zenflow = zenflow_of(subject);
        if (zenflow.acts && zenflow.update)
          say("ZenFlow makes this number the engine's gradient_accumulation_steps.", "Keep the two equal.");
      }}}};

}  // namespace

std::span<const Rule> zenflow_rules() { return rules; }

}  // namespace zp
