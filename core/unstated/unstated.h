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
///     unstated_settings(document)       the list for a person: what to state first
///     open_alternatives(document)       all of it, for ranges and odds
///     extremes_of(document, settings)   the plans at both ends, several settings taken together
namespace zp {

/// Shares below which two estimates cannot be told apart. Steps: repeated runs of one setting differ by up to
/// 1.7 % (tests/data/throughput-measured.csv, llm-foundry), two of them from each other by √2 times that, and
/// less than 3 %. Peaks: the framework's own part of the range (context, NCCL, cuBLAS) is wider than 1 % of
/// the card in every plan (core/memory/ledger_framework.cpp).
inline constexpr double least_peak_share = 0.01;
inline constexpr double least_step_share = 0.03;

/// Origin of a value that nobody stated.
enum class AssumedFrom : std::uint8_t { planner, program, framework, preset };
template <>
inline constexpr auto words_of<AssumedFrom> = word_list("default", "program", "framework", "preset");

/// The figures of a plan that alternatives are compared by.
struct OpenFigures {
  Bytes peak;         ///< of a GPU
  Bytes host;         ///< needed of a node
  double step_s = 0;  ///< 0 if the clock does not know it
  double tokens = 0;  ///< of a step and a GPU, padding left out
  bool fits = true;   ///< GPU, host and drives

  /// Returns the seconds that a GPU takes for a token, by which steps of different batches are compared.
  [[nodiscard]] double token_s() const { return tokens > 0 ? step_s / tokens : 0; }
  bool operator==(const OpenFigures&) const = default;
};
/// Returns the figures by ledger and clock. Precondition: is_usable(plan).
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
  OpenFigures figures;                    ///< of the plan as it is
  std::vector<Alternative> alternatives;  ///< largest effect first
  double effect = 0;                      ///< the largest of `effect_of` its alternatives
};

/// Returns the larger of the two relative changes, |ln| of the ratio of peaks and of seconds for a token; a
/// change of whether the plan fits counts as 1 at least.
double effect_of(const OpenFigures& before, const OpenFigures& after);

/// Returns every open setting of the plan that has a plausible alternative, of any effect, in the order of
/// the table. Alternatives that cannot be estimated, or that DeepSpeed refuses where it takes the plan, are
/// left out. About 10 µs an alternative. Precondition: is_usable(document.plan).
std::vector<UnstatedSetting> open_alternatives(const PlanDocument& document);
/// Returns those with an effect above the least shares, with the alternatives that have one, largest first;
/// empty if everything that matters is stated. Precondition: is_usable(document.plan).
std::vector<UnstatedSetting> unstated_settings(const PlanDocument& document);

/// The ends between which a plan's figures lie while several settings are open at once. Each end is a plan
/// of its own, in which every setting has the value that moves the figure furthest that way, estimated whole.
struct OpenExtremes {
  Alternative least_peak, most_peak;  ///< `value` is not used
  Alternative fastest, slowest;
};
/// Returns the ends for the settings of `kind` among `open` (open_alternatives of the same document).
OpenExtremes extremes_of(const PlanDocument& document, std::span<const UnstatedSetting> open, OpenKind kind);

/// Returns the document that states the value of the setting, as an undoable edit or --set does. Throws
/// FileError in the words of with_settings().
PlanDocument with_stated(const PlanDocument& document, const OpenSetting& setting, const KeyValue& value,
                         const Catalog& presets = catalog());

}  // namespace zp
