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

/// The table of deaths: for each kind the marks in a log, the figures read from them, the cause and the
/// remedies. Internal to diagnosis/.
namespace zp::diagnosis {

/// How much a sign explains. The root cause is the first sign with the smallest weight; a run that ended
/// because of others has many signs of larger weight.
enum class Weight : std::uint8_t {
  cause,        ///< states what went wrong
  kill,         ///< a process was killed; the reason is inferred
  timeout,      ///< a rank timed out waiting for another
  consequence,  ///< a rank lost contact with another
  exception,    ///< an exception without further information
  hint,         ///< common in healthy runs too: counts only next to an unexplained exception
  slowdown,     ///< the run continues, but slower than necessary
  wrapper,      ///< a launcher reports that a process failed
};

enum class RemedyPlace : std::uint8_t { plan, launch, machine };
constexpr std::string_view name_of(RemedyPlace place) {
  return place == RemedyPlace::plan ? "plan" : place == RemedyPlace::launch ? "launch" : "machine";
}

/// Facts from which a sign is explained.
struct Case {
  const Incident& incident;
  const LogFacts& facts;
  const OutOfMemory* memory = nullptr;  ///< the out-of-memory message, if there is one
  const Plan* plan = nullptr;
  const MemoryEstimate* estimate = nullptr;  ///< of the plan
};

/// One remedy of a row.
struct RemedyRow {
  RemedyPlace place{};
  std::string_view text;
  bool (*holds)(const Case& sign) = nullptr;  ///< nullptr: always
  /// Applies the remedy to the plan; returns false if there is nothing to change. The changed plan is
  /// estimated, and the remedy is dropped if it does not fit.
  bool (*change)(Plan& plan) = nullptr;
};

struct DeathRow {
  std::string_view id;
  DeathKind kind{};
  Weight weight{};
  RunPhase phase{};                          ///< used if no call shows the phase
  std::array<std::string_view, 10> marks{};  ///< one of them must be in the line; "" = unused
  std::array<std::string_view, 2> also{};    ///< all of them must also be in the line
  /// Parts of calls (file, function or source line), one of which must be in the traceback above; "" for any.
  std::array<std::string_view, 4> within{};
  std::string_view source;  ///< programs, files and releases that print the marks
  bool (*read)(const run::Lines& lines, const run::LogLine& line, Incident& out) = nullptr;
  /// Returns true if the sign counts, given the whole log; nullptr: always.
  bool (*counts)(const Incident& incident, const LogFacts& facts) = nullptr;
  std::string_view cause;  ///< one sentence with placeholders such as `{subject}`
  /// Returns an additional sentence from the plan and the figures read.
  std::string (*ask)(const Case& sign) = nullptr;
  std::array<RemedyRow, 4> remedies{};
};

/// The rows by topic, each in the order in which their marks are tried.
std::span<const DeathRow> memory_rows();
std::span<const DeathRow> storage_rows();
std::span<const DeathRow> network_rows();
std::span<const DeathRow> zero3_rows();
std::span<const DeathRow> setting_rows();
std::span<const DeathRow> build_rows();
std::span<const DeathRow> crawl_rows();
std::span<const DeathRow> wrapper_rows();

/// Returns all rows, in the order above. `Incident::row` is an index into it.
std::span<const DeathRow* const> death_rows();
/// Returns the index of the row with that id. Precondition: it exists.
std::size_t death_row(std::string_view id);

/// Returns the text with the placeholders `{subject}`, `{detail}`, `{requested}`, `{capacity}`, `{process}`,
/// `{free}`, `{others}`, `{seconds}`, `{count}`, `{rank}` and `{lines}` filled in.
std::string filled(std::string_view text, const Incident& incident);

}  // namespace zp::diagnosis
