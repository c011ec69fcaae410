// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/plan/plan.h"

/// Published figures whose plans were written from their sources alone, before any estimate was made
/// (tests/data/blind), beside the program's own.
namespace zp::test {

/// The keys of `overlay` that are put over a plan.
enum class Overlays {
  with,     ///< all of them
  program,  ///< those that name the program of the run and its version, and DeepSpeed's version
  without,  ///< none: the plan as it was first written
};

/// The first answer to a row, from the program of the day on which its plan was written.
struct FirstReading {
  double predicted = 0;    ///< of memory in GiB, by the row's meter; of a time or a rate in seconds of a step
  bool fits = false;       ///< only of memory: GPU and host have room
  double odds_to_fit = 0;  ///< only of memory, 0 to 1
};

struct BlindRow {
  std::string id, source, url;
  std::string configuration;    ///< the model, and the place in the source
  std::string quality;          ///< of the source: "A" … "C"
  std::string quantity;         ///< "max_allocated", "step_s", …
  double measured = 0;          ///< GiB, or in the quantity's own unit; 0 if only the outcome is known
  bool ran_out = false;         ///< true if the run ended without memory
  bool has_outcome = true;      ///< false if another row of the same run has it
  bool lacks_decisive = false;  ///< a setting that decides the figure is not in the source
  std::string cannot_say;       ///< facts that a plan has no key for
  std::optional<FirstReading> first;
  std::optional<PlanDocument> document;
  std::optional<Plan> plan;  ///< of the document
  std::string skipped;  ///< the reason why there is no plan: a key or value that the program does not know
};

/// Returns the rows of tests/data/blind/`file`.
std::vector<BlindRow> blind_rows(const std::string& file, Overlays overlays);

/// A report that no plan describes.
struct BlindLeftOut {
  std::string id, source, reason;
};

/// Returns the reports that tests/data/blind/`file` leaves out.
std::vector<BlindLeftOut> blind_left_out(const std::string& file);

/// Returns the seconds of a step from the measured time or rate of a row that has a plan. Throws
/// std::runtime_error for a quantity that is not known.
double measured_seconds(const BlindRow& row);

/// A measured figure beside ours, both in the quantity's unit; of a rate, both in seconds of a step, so that
/// an error says how much too long the step is.
struct BlindFigure {
  const BlindRow* row = nullptr;
  double measured = 0, predicted = 0;
  bool is_in_range = false;  ///< only of a step: measured within the clock's range
  [[nodiscard]] double error() const { return predicted / measured - 1; }
};

/// Returns the figures of rows that have both. Throws std::runtime_error for a quantity that is not known.
std::vector<BlindFigure> memory_figures(const std::vector<BlindRow>& rows);
std::vector<BlindFigure> speed_figures(const std::vector<BlindRow>& rows);

[[nodiscard]] bool is_of_deepspeed(const BlindFigure& figure);
[[nodiscard]] bool is_gpu_peak(const BlindFigure& figure);
[[nodiscard]] bool is_offloaded(const BlindFigure& figure);

/// Errors of figures: every source counting alike (each row weighs one over the rows of its source), and by
/// rows.
struct BlindErrors {
  int rows = 0, sources = 0;
  double median = 0, p90 = 0;          ///< every source counting alike
  double row_median = 0, row_p90 = 0;  ///< every row counting alike
  double bias = 0;                     ///< median of the signed errors, by rows
};
BlindErrors errors_of(const std::vector<BlindFigure>& figures);

/// Verdicts beside outcomes.
struct BlindVerdicts {
  int ran = 0, false_alarms = 0, ran_out = 0, missed_failures = 0;
  std::vector<std::string> wrong;  ///< one line for each
};
BlindVerdicts verdicts_of(const std::vector<BlindRow>& rows);

}  // namespace zp::test
