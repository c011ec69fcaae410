// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/search_options.h"

#include <algorithm>

#include "app/options.h"

namespace zp::app {
namespace {

void add_freedoms(CLI::App& command, const char* option, std::vector<std::string>& list, const char* help) {
  std::vector<std::string> names;
  for (const FreedomRow& row : freedom_rows())
    names.emplace_back(row.name);
  command.add_option(option, list, help)
      ->delimiter(',')
      ->check(CLI::Validator(CLI::IsMember(names)).description(""))
      ->type_name("WHAT");
}

}  // namespace

void add_search_options(CLI::App& command, double& margin, std::vector<std::string>& allowed,
                        std::vector<std::string>& kept) {
  command
      .add_option("--margin", margin,
                  "Of the range above the estimate, the share that must fit too: 1 (its high end) to 0")
      ->check(CLI::Validator(CLI::Range(0.0, 1.0)).description(""))
      ->type_name("SHARE");
  add_freedoms(
      command, "--allow", allowed,
      "What the search may change besides: batch-size, fused-loss, tiled-mlp, quantised, tensor-parallel, "
      "sequence-parallel, expert-parallel, fewer-nodes, thorough");
  add_freedoms(command, "--keep", kept, "What it may not: micro-batch, checkpointing, offload, nvme, tuning");
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

}  // namespace zp::app
