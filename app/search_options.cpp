// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/search_options.h"

#include <algorithm>
#include <limits>

#include "app/named_option.h"
#include "app/number_option.h"
#include "core/evaluate/search_freedom.h"

namespace zp::app {
namespace {

/// Returns the settings of a command's search that are free by default, or the others. `batch` says whether
/// the command lets the search choose a batch that nobody stated.
std::vector<std::string> names_that_are(bool free, OpenBatch batch) {
  std::vector<std::string> names;
  for (const FreedomRow& row : freedom_rows())
    if (Freedom().*row.member == free &&
        (batch == OpenBatch::chosen || row.member != &Freedom::unstated_batch))
      names.emplace_back(row.name);
  return names;
}

void add_freedoms(CLI::App& command, const char* option, std::vector<std::string>& list,
                  const std::string& help) {
  command.add_option(option, list, help)
      ->delimiter(',')
      ->check(one_of(names_of(freedom_rows())))
      ->type_name("WHAT");
}

}  // namespace

FitDemand FitOptions::demand() const {
  if (margin) return FitDemand::with_margin(*margin);
  return confidence ? FitDemand{*confidence, {}} : FitDemand();
}

void add_search_options(CLI::App& command, FitOptions& fit, std::vector<std::string>& allowed,
                        std::vector<std::string>& kept, OpenBatch batch) {
  CLI::Option* margin =
      command
          .add_option("--margin", fit.margin,
                      "Share of the range above the estimate that must fit too, from 0 to 1 (its high end), "
                      "in place of the odds")
          ->transform(number(0, 1))
          ->type_name("SHARE");
  command
      .add_option("--confidence", fit.confidence,
                  "Least odds that a plan fits GPUs and hosts, from 0 to 1; 0.9 if not given")
      ->transform(number(0, 1))
      ->type_name("ODDS")
      ->excludes(margin);
  add_freedoms(command, "--allow", allowed,
               "Settings that the search may change too: " + listed(names_that_are(false, batch)));
  add_freedoms(command, "--keep", kept,
               "Settings that the search must keep: " + listed(names_that_are(true, batch)));
}

void add_speed_option(CLI::App& command, double& least_tokens_per_s) {
  command
      .add_option("--min-tokens-per-s", least_tokens_per_s, "Accept only plans that are at least this fast")
      ->transform(number(0, std::numeric_limits<double>::infinity()))
      ->type_name("N");
}

Freedom freedom_of(const std::vector<std::string>& allowed, const std::vector<std::string>& kept) {
  Freedom freedom;
  const auto set = [&](const std::string& name, bool is_free) {
    freedom.*std::ranges::find(freedom_rows(), name, &FreedomRow::name)->member = is_free;
  };
  for (const std::string& name : allowed)
    set(name, true);
  for (const std::string& name : kept)
    set(name, false);
  return freedom;
}

Freedom freedom_of(const PlanDocument& document, const std::vector<std::string>& allowed,
                   const std::vector<std::string>& kept) {
  return with_open_batch(freedom_of(allowed, kept), document);
}

}  // namespace zp::app
