// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <CLI/CLI.hpp>
#include <charconv>
#include <memory>
#include <optional>

#include "app/commands.h"
#include "app/input.h"
#include "app/named_option.h"
#include "app/number_option.h"
#include "app/options.h"
#include "app/window.h"
#include "core/catalog/user_presets.h"
#include "core/import/import.h"
#include "core/plan_file/plan_file.h"
#include "core/text/text_file.h"

namespace zp::app {
namespace {

constexpr int smallest_side = 200;
constexpr int largest_side = 8192;  // four such images at 2× still fit Qt's image limit

std::optional<int> side(std::string_view text) {
  int value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool is_whole = error == std::errc() && end == text.data() + text.size();
  return is_whole && value >= smallest_side && value <= largest_side ? std::optional(value) : std::nullopt;
}

/// Reads "1280x800" into width and height.
void set_size(ScreenshotOptions& picture, const std::string& text) {
  const std::size_t x = text.find('x');
  const std::optional<int> width = side(std::string_view(text).substr(0, x));
  const std::optional<int> height =
      x == std::string::npos ? std::nullopt : side(std::string_view(text).substr(x + 1));
  if (!width || !height)
    throw CLI::ValidationError("--size", text + " is no size; write it as 1280x800, each between " +
                                             std::to_string(smallest_side) + " and " +
                                             std::to_string(largest_side) + ".");
  picture.width = *width;
  picture.height = *height;
}

std::string check_ending(const std::string& file) {
  return file.ends_with(".png") ? std::string() : file + " does not end in .png, the one format there is.";
}

/// Returns the kind of another program's file; nullopt for a plan, and for a file whose error is reported as
/// that of a plan.
std::optional<ImportKind> kind_of_other(const std::string& path) {
  if (path.empty() || path == "-") return std::nullopt;
  try {
    return kind_of_import(read_text_file(path));
  } catch (const FileError&) {
    return std::nullopt;
  }
}

/// Throws InputError for a file that the window could not import into the example plan, or about whose
/// unknown model it would ask. A ds_config.json is shown with its problems instead.
void check_import(const std::string& path, ImportKind kind) {
  if (kind == ImportKind::ds_config) return;
  try {
    import_file(read_import_file(path), example_plan());
  } catch (const FileError& error) {
    throw InputError(path + ": " + error.what());
  }
}

/// Returns the plan to show instead of the file.
PlanDocument plan_of(const PlanInput& plan) {
  if (plan.path.empty()) return changed_plan(example_plan(), plan.settings, "the example");
  if (const std::optional<ImportKind> kind = kind_of_other(plan.path))
    throw InputError("--set changes a plan, and " + plan.path + " is " + std::string(name_of(*kind)) +
                     "; import it first.");
  return load_plan(plan);
}

int run_screenshot(ScreenshotOptions picture, const PlanInput& plan, int& argc, char** argv) {
  picture.plan_file = plan.path;
  if (!plan.settings.empty()) picture.plan = plan_of(plan);
  // Checked here, because the window's error would not name the file, and standard input can be read only
  // once.
  else if (const std::optional<ImportKind> kind = kind_of_other(plan.path))
    check_import(plan.path, *kind);
  else if (!plan.path.empty() && plan.path != "-")
    load_plan(plan);
  // Pictures of the example must not depend on the user.
  if (!plan.path.empty()) picture.presets = read_user_presets(user_presets_path()).presets;
  return make_picture(picture, argc, argv);
}

}  // namespace

void add_screenshot(CLI::App& app, Run& run, int& argc, char** argv) {
  const auto picture = std::make_shared<ScreenshotOptions>();
  const auto plan = std::make_shared<PlanInput>();
  CLI::App* command = app.add_subcommand("screenshot", "Write a picture of the window; no display is needed");
  add_plan_option(*command, *plan, ", or a file that import reads; by default the example");
  command->add_option("--out", picture->out_file, "File to write")
      ->required()
      ->check(CLI::Validator(check_ending, ""))
      ->type_name("FILE.png");
  command->add_option("--view", picture->view, "View to show, by default the first: " + picture_choices())
      ->type_name("NAME");
  command
      ->add_option_function<std::string>(
          "--size", [picture](const std::string& text) { set_size(*picture, text); },
          "Size of the window in logical pixels; by default 1280x800")
      ->type_name("WxH");
  command
      ->add_option("--log", picture->logs,
                   "Log of a run to compare with the plan; repeat it for several logs")
      ->allow_extra_args(false)
      ->type_name("FILE");
  command->add_option("--theme", picture->theme, "light, dark, contrast or dark-contrast")
      ->check(one_of({"light", "dark", "contrast", "dark-contrast"}))
      ->type_name("THEME");
  command->add_option("--scale", picture->scale, "Device pixels per logical pixel, 0.5 to 4")
      ->transform(number(0.5, 4))
      ->type_name("S");
  command->callback([picture, plan, &run, &argc, argv] {
    run = [picture, plan, &argc, argv] { return run_screenshot(*picture, *plan, argc, argv); };
  });
}

}  // namespace zp::app
