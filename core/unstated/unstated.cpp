// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/unstated/unstated.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/memory/basis.h"
#include "core/memory/estimate.h"
#include "core/plan_file/program_defaults.h"
#include "core/rules/check_plan.h"
#include "core/settings/plan_settings.h"
#include "core/sharding/types_of.h"
#include "core/speed/step_time.h"
#include "core/unstated/open_words.h"
#include "core/unstated/stated_paths.h"

namespace zp {
namespace {

constexpr std::string_view types_section = "training.types.";

bool is_refused(const Plan& plan) {
  return std::ranges::any_of(check(plan),
                             [](const Finding& finding) { return finding.severity == Severity::refused; });
}

AssumedFrom origin_of(const OpenSetting& setting, const Plan& plan) {
  const auto fills = [&] {
    return std::ranges::any_of(keys_of_program(plan),
                               [&](const FilledKey& key) { return key.path == setting.path; });
  };
  if (setting.path.starts_with(types_section)) {
    const ResolvedTypes types = resolved_types(plan);
    for (const TensorTypeRow& row : tensor_type_rows)
      if (setting.path.substr(types_section.size()) == row.name)
        return types.origins.*row.origin == TypeOrigin::program ? AssumedFrom::program
                                                                : AssumedFrom::framework;
  }
  const bool resolves = setting.assumed != nullptr && !setting.follows_program;
  if (plan.training.program != Program::none && (fills() || resolves)) return AssumedFrom::program;
  const bool is_implied = setting.path.starts_with("cluster.cpu_") ||
                          setting.path.starts_with("cluster.host_link") ||
                          setting.path.starts_with("cluster.intra_node");
  return is_implied && plan.cluster.gpu.preset ? AssumedFrom::preset : AssumedFrom::planner;
}

double log_ratio(double before, double after) {
  return before > 0 && after > 0 ? std::abs(std::log(after / before)) : 0;
}

double peak_change(const OpenFigures& before, const OpenFigures& after) {
  return log_ratio(static_cast<double>(before.peak.value()), static_cast<double>(after.peak.value()));
}

bool is_above_least(const OpenFigures& before, const OpenFigures& after) {
  return before.fits != after.fits || peak_change(before, after) > std::log1p(least_peak_share) ||
         log_ratio(before.token_s(), after.token_s()) > std::log1p(least_step_share);
}

/// The alternatives of one plan.
class Alternatives {
 public:
  explicit Alternatives(const PlanDocument& document)
      : document_(document),
        stated_(document),
        own_(open_figures(document.plan)),
        is_refused_(is_refused(document.plan)) {}

  [[nodiscard]] std::vector<UnstatedSetting> all() const {
    std::vector<UnstatedSetting> open;
    const Plan& plan = document_.plan;
    for (const OpenSetting& setting : open_settings()) {
      if (!setting.matters(plan) || stated_.has(setting)) continue;
      UnstatedSetting one{&setting, assumed_value(setting, plan), AssumedFrom::planner, own_, {}, 0};
      for (const KeyValue& value : plausible_values(setting, plan))
        add(setting, value, one.alternatives);
      if (one.alternatives.empty()) continue;
      one.from = origin_of(setting, plan);
      open.push_back(std::move(one));
    }
    return open;
  }

 private:
  void add(const OpenSetting& setting, const KeyValue& value, std::vector<Alternative>& list) const {
    Plan plan = document_.plan;
    state_value(setting, value, plan);
    if (setting.moves_defaults) plan = with_program_defaults(document_, plan);
    if (plan == document_.plan || !is_usable(plan)) return;
    if (!is_refused_ && is_refused(plan)) return;
    const OpenFigures figures = open_figures(plan);
    const auto same = [&](const Alternative& alternative) { return alternative.figures == figures; };
    if (setting.follows_program && std::ranges::any_of(list, same)) return;  // same as another release
    list.push_back({value, std::move(plan), figures});
  }

  const PlanDocument& document_;
  StatedPaths stated_;
  OpenFigures own_;
  bool is_refused_;
};

/// Returns the plan in which every setting of `open` has the value with the smallest `key`; the present value
/// competes too.
template <class Key>
Alternative end_by(const PlanDocument& document, std::span<const UnstatedSetting> open, OpenKind kind,
                   const Key& key) {
  Plan plan = document.plan;
  for (const UnstatedSetting& setting : open) {
    if (setting.setting->kind != kind || setting.setting->moves_defaults) continue;
    const Alternative* best = nullptr;
    double least = key(setting.figures);
    for (const Alternative& alternative : setting.alternatives)
      if (key(alternative.figures) < least) {
        least = key(alternative.figures);
        best = &alternative;
      }
    if (best == nullptr) continue;
    Plan next = plan;
    state_value(*setting.setting, best->value, next);
    if (is_usable(next) && key(open_figures(next)) <= key(open_figures(plan))) plan = next;
  }
  return {{}, plan, open_figures(plan)};
}

}  // namespace

OpenFigures open_figures(const Plan& plan) {
  const ModelTensors tensors(plan);
  const Basis basis(plan, tensors);
  const MemoryEstimate memory = estimate_memory(basis);
  const StepTime time = estimate_speed(basis);
  const double tokens = static_cast<double>(train_batch_size(plan)) *
                        static_cast<double>(plan.training.sequence_length) * useful_share(plan) /
                        plan.cluster.ranks();
  return {memory.gpu.peak,
          memory.gpu.peak_without_cache,
          memory.cpu.needed_per_node(),
          time.is_known ? time.total : 0,
          tokens,
          memory.fits()};
}

double effect_of(const OpenFigures& before, const OpenFigures& after) {
  const double moved = std::max(peak_change(before, after), log_ratio(before.token_s(), after.token_s()));
  return before.fits == after.fits ? moved : std::max(moved, 1.0);
}

std::vector<UnstatedSetting> open_alternatives(const PlanDocument& document) {
  return Alternatives(document).all();
}

std::vector<UnstatedSetting> unstated_settings(const PlanDocument& document) {
  std::vector<UnstatedSetting> open = open_alternatives(document);
  for (UnstatedSetting& setting : open) {
    std::erase_if(setting.alternatives, [&](const Alternative& alternative) {
      return !is_above_least(setting.figures, alternative.figures);
    });
    const auto effect = [&](const Alternative& alternative) {
      return effect_of(setting.figures, alternative.figures);
    };
    std::ranges::stable_sort(
        setting.alternatives, std::ranges::greater(), [&](const Alternative& alternative) {
          return std::pair(alternative.figures.fits != setting.figures.fits, effect(alternative));
        });
    for (const Alternative& alternative : setting.alternatives)
      setting.effect = std::max(setting.effect, effect(alternative));
  }
  std::erase_if(open, [](const UnstatedSetting& setting) { return setting.alternatives.empty(); });
  std::ranges::stable_sort(open, std::ranges::greater(), [](const UnstatedSetting& setting) {
    return std::pair(setting.alternatives.front().figures.fits != setting.figures.fits, setting.effect);
  });
  return open;
}

OpenExtremes extremes_of(const PlanDocument& document, std::span<const UnstatedSetting> open, OpenKind kind) {
  const auto peak = [](const OpenFigures& figures) { return static_cast<double>(figures.peak.value()); };
  const auto step = [](const OpenFigures& figures) { return figures.token_s(); };
  return {end_by(document, open, kind, peak),
          end_by(document, open, kind, [&](const OpenFigures& figures) { return -peak(figures); }),
          end_by(document, open, kind, step),
          end_by(document, open, kind, [&](const OpenFigures& figures) { return -step(figures); })};
}

PlanDocument with_stated(const PlanDocument& document, const OpenSetting& setting, const KeyValue& value,
                         const Catalog& presets) {
  const KeySetting key_setting{std::string(setting.path), setting_text(value)};
  return with_settings(document, std::span(&key_setting, 1), presets);
}

}  // namespace zp
