// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "core/diagnosis/incident.h"
#include "core/memory/estimate.h"
#include "core/plan/plan.h"
#include "core/run/lines.h"

/// The table of deaths: for each kind its marks, what is read from them, the cause and the remedies. Internal
/// to diagnosis/.
namespace zp::diagnosis {

/// How much a sign explains. The root cause is the first sign of the least weight; a run that others ended
/// shows many of a greater one.
enum class Weight : std::uint8_t {
  cause,      ///< names what went wrong
  kill,       ///< a process was killed; the reason is inferred
  timeout,    ///< a rank waited for another
  aftermath,  ///< a rank lost another
  exception,  ///< an exception of which nothing more is known
  hint,       ///< common in healthy runs too: counts only beside an unexplained exception
  crawl,      ///< the run goes on, slower than it need be
  wrapper,    ///< a launcher reports that a process failed
};

enum class RemedyPlace : std::uint8_t { plan, launch, machine };
constexpr std::string_view name_of(RemedyPlace place) {
  return place == RemedyPlace::plan ? "plan" : place == RemedyPlace::launch ? "launch" : "machine";
}

/// The facts with which a sign is explained.
struct Case {
  const Incident& incident;
  const LogFacts& facts;
  const OutOfMemory* memory = nullptr;  ///< the message, where there is one
  const Plan* plan = nullptr;
  const MemoryEstimate* estimate = nullptr;  ///< of the plan
};

/// One remedy of a row.
struct RemedyRow {
  RemedyPlace place{};
  std::string_view text;
  bool (*holds)(const Case& one) = nullptr;  ///< nullptr: always
  /// Changes the plan as the remedy says; returns false if it has nothing to change. The changed plan is
  /// estimated, and a remedy whose plan does not fit is not given.
  bool (*change)(Plan& plan) = nullptr;
};

struct DeathRow {
  std::string_view id;
  DeathKind kind{};
  Weight weight{};
  RunPhase phase{};                          ///< where no call tells another
  std::array<std::string_view, 10> marks{};  ///< one of them stands in the line; unused ones are ""
  std::array<std::string_view, 2> also{};    ///< each of them stands there too
  /// Parts of calls (file, function or source line), one of which stands above the line; "" for any calls.
  std::array<std::string_view, 4> within{};
  std::string_view source;  ///< programs, files and releases that print the marks
  bool (*read)(const run::Lines& lines, const run::LogLine& line, Incident& out) = nullptr;
  /// Returns true if the sign counts, given the whole log; nullptr: always.
  bool (*counts)(const Incident& one, const LogFacts& facts) = nullptr;
  std::string_view cause;                         ///< one sentence; `{subject}` and its like are filled in
  std::string (*ask)(const Case& one) = nullptr;  ///< a sentence more, from the plan and what was read
  std::array<RemedyRow, 4> remedies{};
};

/// The rows by kind of trouble, each in the order in which their marks are tried.
std::span<const DeathRow> memory_rows();
std::span<const DeathRow> storage_rows();
std::span<const DeathRow> network_rows();
std::span<const DeathRow> zero3_rows();
std::span<const DeathRow> setting_rows();
std::span<const DeathRow> build_rows();
std::span<const DeathRow> crawl_rows();
std::span<const DeathRow> wrapper_rows();

/// Returns all rows: those above one after the other. `Incident::row` is an index into it.
std::span<const DeathRow* const> death_rows();
/// Returns the index of the row of that id, which must exist.
std::size_t death_row(std::string_view id);

/// Returns the text with `{subject}`, `{detail}`, `{requested}`, `{capacity}`, `{process}`, `{free}`,
/// `{others}`, `{seconds}`, `{count}`, `{rank}` and `{lines}` filled in.
std::string filled(std::string_view text, const Incident& one);

}  // namespace zp::diagnosis
