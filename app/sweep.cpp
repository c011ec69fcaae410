// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <string>
#include <vector>

#include "app/commands.h"
#include "app/decimal_mark.h"
#include "app/input.h"
#include "app/options.h"
#include "app/output.h"
#include "app/user_presets.h"
#include "core/report/json.h"
#include "core/report/text.h"

namespace zp::app {
namespace {

struct SweepOptions {
  PlanInput plan;
  std::vector<std::string> over;
  bool json = false;
  bool csv = false;
};

/// Warns users with a decimal comma that "0,5" in a sweep means two values.
void tell_of_commas(const std::vector<SweptKey>& keys) {
  if (typed_decimal_mark() == DecimalMark::point) return;
  for (const SweptKey& key : keys)
    if (key.values.size() == 2)
      complain("--over " + key.path + " has the two values " + key.values[0] + " and " + key.values[1] +
               ": commas separate values, and decimal numbers have a point.");
}

std::vector<PlanSweepRow> rows_of(const PlanDocument& document, const SweepOptions& options) {
  try {
    std::vector<SweptKey> keys;
    for (const std::string& text : options.over)
      keys.push_back(parse_swept_key(text));
    tell_of_commas(keys);
    return sweep_plan(document, keys, offered_presets());
  } catch (const FileError& error) {
    throw InputError(std::string("--over ") + error.what());
  }
}

int run_sweep(const SweepOptions& options) {
  const PlanDocument document = load_plan(options.plan);
  const std::vector<PlanSweepRow> rows = rows_of(document, options);
  print(options.json ? sweep_json(rows) : options.csv ? sweep_csv(rows) : sweep_text(document, rows));
  return std::ranges::any_of(rows, &PlanSweepRow::runs) ? done : answer_is_no;
}

}  // namespace

void add_sweep(CLI::App& app, Run& run) {
  const auto [command, options] = add_command(
      app, run, "sweep", "Tabulate memory and speed of a plan over values of its keys", run_sweep);
  add_plan_option(command, options.plan);
  command
      .add_option("--over", options.over,
                  "A key and its values: 1,2,4 or 1..16 or 1..16+3 or 1..64*2 or words; several options are "
                  "combined. "
                  "Commas separate values, so decimal numbers need a point, as in 0,0.5,1")
      ->required()
      ->allow_extra_args(false)
      ->type_name("KEY=VALUES");
  add_json_option(command, options.json);
  command.add_flag("--csv", options.csv, "Print comma-separated values")->excludes("--json");
}

}  // namespace zp::app
