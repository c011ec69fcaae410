// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/plan/plan.h"
#include "core/unstated/open_settings.h"

/// The settings that a plan leaves open, and the effect of each plausible value on peak and step.
///
///   unstated_settings(document)       settings worth stating, for a person, most important first
///   open_alternatives(document)       all open settings, for ranges and odds
///   extremes_of(document, settings)   the extreme plans if several settings vary together
namespace zp {

/// Minimum differences between two estimates that count as an effect. Steps: repeated runs of one setting
/// differ by up to 1.7 % (tests/data/throughput-measured.csv, llm-foundry), two of them from each other by √2
/// times that, which is less than 3 %. Peaks: the framework's own part of the range (context, NCCL, cuBLAS)
/// is wider than 1 % of the card in every plan (core/memory/ledger_framework.cpp).
inline constexpr double least_peak_share = 0.01;
inline constexpr double least_step_share = 0.03;

/// Origin of the value of an open setting.
enum class AssumedFrom : std::uint8_t { planner, program, framework, preset };
template <>
inline constexpr auto words_of<AssumedFrom> = word_list("default", "program", "framework", "preset");

/// Figures of a plan by which alternatives are compared.
struct OpenFigures {
  Bytes peak;         ///< of a GPU
  Bytes gpu_need;     ///< peak without the allocator's cache, which decides whether a plan fits
  Bytes host;         ///< needed per node
  double step_s = 0;  ///< 0 if the step time is unknown
  double tokens = 0;  ///< per step and GPU, without padding
  bool fits = true;   ///< in the memory of GPU and host, and on the drives

  /// Returns the seconds per token of a GPU, which compare steps with different batches.
  [[nodiscard]] double token_s() const { return tokens > 0 ? step_s / tokens : 0; }
  bool operator==(const OpenFigures&) const = default;
};
/// Returns the figures from ledger and clock. Precondition: is_usable(plan).
OpenFigures open_figures(const Plan& plan);

/// A value that an open setting may have, with the plan that states it.
struct Alternative {
  KeyValue value;
  Plan plan;
  OpenFigures figures;
};

struct UnstatedSetting {
  const OpenSetting* setting = nullptr;
  KeyValue assumed;
  AssumedFrom from{};
  OpenFigures figures;                    ///< figures of the plan as stated
  std::vector<Alternative> alternatives;  ///< a change of the verdict first, then the largest effect
  double effect = 0;                      ///< the largest `effect_of` among the alternatives
};

/// Returns the larger of two relative changes, |ln| of the ratio of peaks and |ln| of the ratio of seconds
/// per token; at least 1 if only one of the two plans fits.
double effect_of(const OpenFigures& before, const OpenFigures& after);

/// Returns every open setting of the plan that has a plausible alternative, of any effect, in the order of
/// the table. Omits alternatives that cannot be estimated, and alternatives that DeepSpeed refuses although
/// it accepts the plan. Takes about 10 µs per alternative. Precondition: is_usable(document.plan).
std::vector<UnstatedSetting> open_alternatives(const PlanDocument& document);
/// Returns the settings of open_alternatives with an effect above the minimum, with the alternatives that
/// have such an effect, largest first; empty if all influential settings are stated. Precondition:
/// is_usable(document.plan).
std::vector<UnstatedSetting> unstated_settings(const PlanDocument& document);

/// The extremes of a plan's figures if several open settings vary together. Each extreme is a complete plan,
/// estimated as a whole, in which every setting has the value that moves the figure furthest in that
/// direction.
struct OpenExtremes {
  Alternative least_peak, most_peak;  ///< their `value` is unused
  Alternative fastest, slowest;
};
/// Returns the extremes for the settings of `kind` in `open` (open_alternatives of the same document).
OpenExtremes extremes_of(const PlanDocument& document, std::span<const UnstatedSetting> open, OpenKind kind);

/// Returns the document with the setting's value stated, as an undoable edit or --set does. Throws FileError
/// with the message of with_settings().
PlanDocument with_stated(const PlanDocument& document, const OpenSetting& setting, const KeyValue& value,
                         const Catalog& presets = catalog());

}  // namespace zp
