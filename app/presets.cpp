// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <string>

#include "app/commands.h"
#include "app/named_option.h"
#include "app/options.h"
#include "app/output.h"
#include "core/report/json.h"
#include "core/report/text.h"

namespace zp::app {
namespace {

struct PresetsOptions {
  std::string part;
  bool json = false;
};

CatalogParts parts_of(const std::string& part) {
  if (part.empty()) return {};
  return {part == "models", part == "gpus", part == "links"};
}

int run_presets(const PresetsOptions& options) {
  const CatalogParts parts = parts_of(options.part);
  print(options.json ? presets_json(parts) : presets_text(parts));
  return done;
}

}  // namespace

void add_presets(CLI::App& app, Run& run) {
  const auto [command, options] =
      add_command(app, run, "presets", "The catalog of models, GPUs and links", run_presets);
  command.add_option("PART", options.part, "models, gpus or links; all of them when left out")
      ->check(one_of({"models", "gpus", "links"}))
      ->type_name("");
  add_json_option(command, options.json);
}

}  // namespace zp::app
