// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/unstated/step_ends.h"

#include <algorithm>
#include <array>

#include "core/rules/check_plan.h"
#include "core/units/format.h"
#include "core/unstated/open_words.h"

namespace zp {
namespace {

constexpr double decides = 1.1;  // minimum ratio of the longest to the shortest step of a setting that counts
constexpr std::size_t most_settings = 2;

/// An open setting with the values of the shortest and the longest step; either may be the assumed value.
struct DecidingSetting {
  const UnstatedSetting* open = nullptr;
  KeyValue fast, slow;
  double ratio = 1;  ///< longest step ÷ shortest step
};

/// Settings that choose a kernel without changing the computed numbers.
constexpr std::array<std::string_view, 8> kernel_settings = {
    "training.attention", "training.attention_kernel", "training.fused_loss",       "training.fused_norm",
    "training.fused_mlp", "training.experts",          "training.optimizer_kernel", "training.recompute"};

bool is_kernel_or_rate(const OpenSetting& setting) {
  return setting.kind == OpenKind::machine ||
         std::ranges::find(kernel_settings, setting.path) != kernel_settings.end();
}

DecidingSetting ends_of(const UnstatedSetting& open) {
  DecidingSetting deciding_setting{&open, open.assumed, open.assumed, 1};
  double shortest = open.figures.step_s, longest = shortest;
  for (const Alternative& alternative : open.alternatives) {
    const double seconds = alternative.figures.step_s;
    if (alternative.figures.tokens != open.figures.tokens || !(seconds > 0)) continue;
    if (seconds < shortest) {
      shortest = seconds;
      deciding_setting.fast = alternative.value;
    }
    if (seconds > longest) {
      longest = seconds;
      deciding_setting.slow = alternative.value;
    }
  }
  if (shortest > 0) deciding_setting.ratio = longest / shortest;
  return deciding_setting;
}

/// Returns the step of the plan in which each setting has the value in member `value`: `fast` or `slow`.
StepEnd end_with(const Plan& base, std::span<const DecidingSetting> settings,
                 KeyValue DecidingSetting::*value) {
  Plan plan = base;
  StepEnd end;
  for (const DecidingSetting& deciding_setting : settings) {
    Plan next = plan;
    if (deciding_setting.*value != deciding_setting.open->assumed)
      state_value(*deciding_setting.open->setting, deciding_setting.*value, next);
    if (!is_usable(check(next))) continue;
    plan = std::move(next);
    end.with.push_back(phrase_of(*deciding_setting.open->setting, deciding_setting.*value));
  }
  end.step_s = open_figures(plan).step_s;
  return end;
}

std::string with_words(const StepEnd& end) {
  std::string text = format_seconds(end.step_s) + " with ";
  for (std::size_t i = 0; i < end.with.size(); ++i)
    text += (i == 0 ? "" : " and ") + end.with[i];
  return text;
}

}  // namespace

std::optional<StepEnds> step_ends(const PlanDocument& document, std::span<const UnstatedSetting> open) {
  std::vector<DecidingSetting> settings;
  for (const UnstatedSetting& setting : open) {
    if (!is_kernel_or_rate(*setting.setting)) continue;
    const DecidingSetting ends = ends_of(setting);
    if (ends.ratio >= decides) settings.push_back(ends);
  }
  std::ranges::stable_sort(settings, std::ranges::greater(), &DecidingSetting::ratio);
  if (settings.size() > most_settings) settings.resize(most_settings);
  if (settings.empty()) return std::nullopt;
  StepEnds ends{end_with(document.plan, settings, &DecidingSetting::fast),
                end_with(document.plan, settings, &DecidingSetting::slow)};
  if (ends.fastest.with.empty() || !(ends.slowest.step_s >= decides * ends.fastest.step_s))
    return std::nullopt;
  return ends;
}

std::string step_ends_words(const StepEnds& ends) {
  return with_words(ends.fastest) + ", " + with_words(ends.slowest);
}

}  // namespace zp
