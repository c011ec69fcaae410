// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/rules/rule.h"

/// Rules about zero_optimization.zenflow (runtime/zenflow/engine.py:28-69).
namespace zp {
namespace {

constexpr std::string_view section = "zero.zenflow.enabled";
constexpr std::string_view select_key = "zero.zenflow.select_interval";

/// Returns true if the plan has a ZenFlow section that DeepSpeed reads.
bool has_zenflow(const Subject& subject) { return subject.zero.zenflow.enabled && subject.zero.stage > 0; }

bool chooses_alone(const ZenFlow& zenflow) { return zenflow.select_strategy == ZenFlowSelection::automatic; }

constexpr std::array<Rule, 6> rules_of_zenflow = {
    {{.code = "zenflow_needs_offload",
      .severity = Severity::fails_later,
      .keys = {section},
      .source = "zenflow/zenflow_stage_1_and_2.py:109-110",
      .ask =
          [](const Subject& subject, const FindingWriter& say) {
            if (has_zenflow(subject) && subject.shards_optimizer() &&
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
            if (has_zenflow(subject) && subject.zero.zenflow.offload && !subject.zero.overlaps())
              say("zenflow.offload needs overlap_comm.", "Set zero.overlap_comm to true.");
          },
      .changes = {{{"With overlap", [](Plan& plan) { plan.zero.overlap_comm = true; }}}}},
     {.code = "interval_with_auto",
      .severity = Severity::fails_later,
      .keys = {select_key},
      .source = "zenflow/engine.py:37-41",
      .ask =
          [](const Subject& subject, const FindingWriter& say) {
            const ZenFlow& zenflow = subject.zero.zenflow;
            if (has_zenflow(subject) && chooses_alone(zenflow) && zenflow.select_interval > 0)
              say("With select_strategy auto, select_interval must be auto too.",
                  "Remove it, or choose step or epoch.");
          }},
     {.code = "no_interval",
      .severity = Severity::fails_later,
      .keys = {select_key, "zero.zenflow.select_strategy"},
      .source = "zenflow/engine.py:28-36",
      .ask =
          [](const Subject& subject, const FindingWriter& say) {
            const ZenFlow& zenflow = subject.zero.zenflow;
            if (has_zenflow(subject) && !chooses_alone(zenflow) && zenflow.select_interval == 0)
              say("select_strategy " + std::string(name_of(zenflow.select_strategy)) +
                      " needs a select_interval.",
                  "Add a whole number.");
          }},
     {.code = "interval_too_short",
      .severity = Severity::fails_later,
      .keys = {select_key},
      .source = "zenflow/engine.py:55-63",
      .ask =
          [](const Subject& subject, const FindingWriter& say) {
            const ZenFlow& zenflow = subject.zero.zenflow;
            if (has_zenflow(subject) && zenflow.select_strategy == ZenFlowSelection::step &&
                zenflow.select_interval > 0 && zenflow.select_interval < zenflow.update_interval)
              say("select_interval is below update_interval.", "Raise it.");
          }},
     {.code = "sets_accumulation",
      .severity = Severity::style,
      .keys = {"zero.zenflow.update_interval"},
      .source = "zenflow/engine.py:69",
      .ask = [](const Subject& subject, const FindingWriter& say) {
        const std::int64_t interval = subject.zero.zenflow.update_interval;
        if (has_zenflow(subject) && interval > 0 && interval != subject.training.gradient_accumulation_steps)
          say("ZenFlow makes this number the engine's gradient_accumulation_steps.", "Keep the two equal.");
      }}}};

}  // namespace

std::span<const Rule> zenflow_rules() { return rules_of_zenflow; }

}  // namespace zp
