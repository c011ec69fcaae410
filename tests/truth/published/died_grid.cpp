// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/truth/published/died_grid.h"

#include <algorithm>
#include <vector>

#include "tests/support/died_case.h"

namespace zp::test {
namespace {

/// Answers that are right, of those that there are to give.
struct Share {
  int right = 0, all = 0;
  void add(bool is_right) {
    ++all;
    right += is_right ? 1 : 0;
  }
  [[nodiscard]] std::string text() const { return std::to_string(right) + " of " + std::to_string(all); }
};

struct Tally {
  Share recognised, kind, phase, figures, others, advice;
  [[nodiscard]] std::vector<std::string> cells(std::string title, bool has_advice) const {
    return {std::move(title),
            recognised.text(),
            kind.text(),
            phase.text(),
            figures.text(),
            others.text(),
            has_advice ? advice.text() : ""};
  }
};

/// Returns true if the first reading had that wrong (column `first`).
bool was_wrong(const CsvRow& row, std::string_view what) {
  return (' ' + row.text("first") + ' ').find(' ' + std::string(what) + ' ') != std::string::npos;
}

void add_now(const CsvRow& row, const DiedVerdict& verdict, Tally& tally) {
  tally.recognised.add(verdict.is_recognised);
  tally.kind.add(verdict.has_kind);
  if (verdict.has_phase) tally.phase.add(*verdict.has_phase);
  if (!verdict.has_phase && was_wrong(row, "phase")) tally.phase.add(false);
  for (int i = 0; i < verdict.figures; ++i)
    tally.figures.add(i < verdict.right_figures);
  if (verdict.has_other_processes) tally.others.add(*verdict.has_other_processes);
}

void add_first(const CsvRow& row, const DiedVerdict& verdict, Tally& tally) {
  tally.recognised.add(!was_wrong(row, "recognised"));
  tally.kind.add(!was_wrong(row, "kind"));
  if (verdict.has_phase || was_wrong(row, "phase")) tally.phase.add(!was_wrong(row, "phase"));
  for (int i = 0; i < verdict.figures; ++i)
    tally.figures.add(i > 0 || !was_wrong(row, "figures"));
  if (verdict.has_other_processes) tally.others.add(!was_wrong(row, "others"));
  tally.advice.add(!was_wrong(row, "remedy"));
}

std::string alarms() {
  const std::vector<CsvRow> rows = read_csv("run-logs/went-on/cases.csv");
  const auto count =
      std::ranges::count(rows, std::string("alarm"), [](const CsvRow& row) { return row.text("first"); });
  return std::to_string(count) + " of " + std::to_string(rows.size()) +
         " logs of runs that went on raised an alarm at their first reading, and none does now.";
}

}  // namespace

AccuracyGrid died_grid() {
  Tally open, first, now;
  int opened = 0, unseen = 0;
  for (const CsvRow& row : died_cases()) {
    const DiedVerdict verdict = verdict_of(row, answer_to_case(row));
    const bool is_unseen = row.has("first");
    ++(is_unseen ? unseen : opened);
    add_now(row, verdict, is_unseen ? now : open);
    if (is_unseen) add_first(row, verdict, first);
  }
  const auto logs = [](int count, const std::string& words) {
    return std::to_string(count) + " logs " + words;
  };
  return {"died",
          "Why runs died",
          "Logs of public threads, and what an expert reads from each (`tests/data/run-logs/died`), without "
          "a plan: "
          "kind, the phase where the log shows it, the amounts that it states, memory of other processes, "
          "and advice "
          "that the expert would accept, which was judged by hand. The unseen ones were chosen and read by "
          "the expert "
          "before the program had read them, in two rounds; their first reading is what a stranger gets. " +
              alarms(),
          {"logs", "recognised", "kind", "phase", "amounts", "memory of others", "advice"},
          {first.cells(logs(unseen, "unseen when first read, at that reading"), true),
           now.cells(logs(unseen, "unseen when first read, now"), false),
           open.cells(logs(opened, "that the program was made with"), false)}};
}

}  // namespace zp::test
