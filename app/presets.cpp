// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <array>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "app/commands.h"
#include "app/named_option.h"
#include "app/options.h"
#include "app/output.h"
#include "app/user_presets.h"
#include "core/catalog/preset_rows.h"
#include "core/catalog/user_presets.h"
#include "core/plan_file/plan_presets.h"
#include "core/report/json.h"
#include "core/report/text.h"

namespace zp::app {
namespace {

struct PresetsOptions {
  std::string part;
  std::string add, remove, rename, to, import;  ///< changes to the user's own presets; at most one is set
  PlanInput plan;
  std::string place;  ///< which of the plan's links
  bool json = false;
};

struct PlaceName {
  std::string_view name;
  edits::LinkPlace place;
};
constexpr std::array places = {PlaceName{"intra_node", edits::LinkPlace::intra_node},
                               PlaceName{"inter_node", edits::LinkPlace::inter_node},
                               PlaceName{"host_link", edits::LinkPlace::host}};

/// The part of the catalog to which users cannot add.
constexpr const char* programs_part = "programs";

CatalogParts parts_of(const std::string& part) {
  const auto holds = [&part](PresetKind kind) { return part.empty() || part == list_name(kind); };
  return {holds(PresetKind::model), holds(PresetKind::gpu), holds(PresetKind::link),
          part.empty() || part == programs_part, user_presets_path()};
}

std::vector<std::string> list_names() {
  std::vector<std::string> names;
  for (const PresetKind kind : preset_kinds)
    names.push_back(list_name(kind));
  return names;
}

PresetKind kind_of(const PresetsOptions& options, const char* option) {
  for (const PresetKind kind : preset_kinds)
    if (list_name(kind) == options.part) return kind;
  throw InputError(std::string(option) + " needs " + listed(list_names()) +
                   " before it: of which kind it is.");
}

std::string row_of_plan(PresetKind kind, const PresetsOptions& options) {
  if (options.plan.path.empty())
    throw InputError("--add needs --plan PLAN: the plan whose " + std::string(name_of(kind)) +
                     " becomes a preset.");
  const Plan plan = load_plan(options.plan).plan;
  if (kind == PresetKind::model) return model_preset_of(plan, options.add);
  if (kind == PresetKind::gpu) return gpu_preset_of(plan, options.add);
  for (const PlaceName& each : places)
    if (each.name == options.place) return link_preset_of(plan, each.place, options.add);
  throw InputError("--add to links needs --place: which of the plan's links it is.");
}

/// Returns the entry of the user's own preset with that id. Throws InputError if there is none.
std::string own_row(PresetKind kind, const std::string& id) {
  for (const AnyPreset& preset : read_user_presets(user_presets_path()).presets)
    if (preset.kind() == kind && preset.id() == preset_id(id)) return preset.row();
  throw InputError("No " + std::string(name_of(kind)) + " of yours has the id " + id + " in " +
                   user_presets_path() + ".");
}

/// Makes the requested change and returns a sentence about it; "" if none was requested.
std::string change(const PresetsOptions& options) {
  const std::string file = user_presets_path();
  if (!options.add.empty()) {
    const PresetKind kind = kind_of(options, "--add");
    const AnyPreset preset = put_user_preset(file, kind, row_of_plan(kind, options));
    return preset.id() + " was added to " + file + ".";
  }
  if (!options.rename.empty()) {
    const PresetKind kind = kind_of(options, "--rename");
    if (options.to.empty()) throw InputError("--rename needs --to NAME: what it is called from now on.");
    const std::string row = row_with(kind, own_row(kind, options.rename), "name", options.to);
    const AnyPreset preset = put_user_preset(file, kind, row, preset_id(options.rename));
    return preset_id(options.rename) + " is " + preset.id() + " from now on, in " + file + ".";
  }
  if (!options.remove.empty()) {
    const PresetKind kind = kind_of(options, "--remove");
    remove_user_preset(file, kind, preset_id(options.remove));
    return preset_id(options.remove) + " was removed from " + file + ".";
  }
  if (options.import.empty()) return "";
  const UserPresets taken = import_user_presets(file, options.import);
  for (const std::string& problem : taken.problems)
    complain(problem);
  if (taken.presets.empty()) throw InputError(options.import + ": nothing in it was added.");
  std::string ids;
  for (const AnyPreset& preset : taken.presets)
    ids += (ids.empty() ? "" : ", ") + preset.id();
  return ids + " now in " + file + ".";
}

int run_presets(const PresetsOptions& options) {
  const std::string outcome = change(options);
  if (!outcome.empty()) use_user_presets();
  const CatalogParts parts = parts_of(options.part);
  if (options.json)
    print(presets_json(offered_presets(), parts));
  else
    print(outcome.empty() ? presets_text(offered_presets(), parts) : outcome + "\n");
  return done;
}

}  // namespace

void add_presets(CLI::App& app, Run& run) {
  const auto [command, options] = add_command(
      app, run, "presets",
      "List models, GPUs, links and training programs; add and change presets of your own", run_presets);
  std::vector<std::string> parts = list_names();
  parts.emplace_back(programs_part);
  command.add_option("PART", options.part, listed(parts) + "; by default all")
      ->check(one_of(parts))
      ->type_name("");
  CLI::Option* add =
      command.add_option("--add", options.add, "Add a preset of your own named NAME from the plan of --plan")
          ->type_name("NAME");
  command.add_option("--plan", options.plan.path, "Plan from which --add takes the preset")
      ->type_name("PLAN");
  add_set_option(command, options.plan.settings, "of that plan");
  command.add_option("--place", options.place, "Link of the plan that --add takes")
      ->check(one_of(names_of(places)))
      ->type_name("LINK");
  CLI::Option* rename =
      command.add_option("--rename", options.rename, "Rename a preset of your own")->type_name("ID");
  command.add_option("--to", options.to, "New name for --rename")->type_name("NAME");
  CLI::Option* remove =
      command.add_option("--remove", options.remove, "Remove a preset of your own")->type_name("ID");
  CLI::Option* import =
      command.add_option("--import", options.import, "Add the presets of another presets file")
          ->type_name("FILE");
  add->excludes(rename)->excludes(remove)->excludes(import);
  rename->excludes(remove)->excludes(import);
  remove->excludes(import);
  add_json_option(command, options.json);
}

}  // namespace zp::app
