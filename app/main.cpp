// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <new>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "app/commands.h"
#include "app/completion.h"
#include "app/input.h"
#include "app/manual.h"
#include "app/named_option.h"
#include "app/output.h"
#include "app/user_presets.h"
#include "app/window.h"
#include "core/catalog/catalog.h"
#include "core/plan_file/meant_keys.h"
#include "core/plan_file/plan_link.h"
#include "core/report/version.h"

namespace zp::app {
namespace {

constexpr const char* description =
    "ZeRO Planner predicts what a DeepSpeed ZeRO training run needs, and finds the best settings.\n"
    "Without a command it opens the window.";
constexpr const char* footer =
    "Exit status: 0 success, 1 the answer is no (it does not fit), 2 the input could not be used.\n"
    "For example:\n"
    "    echo '{\"model\": {\"preset\": \"llama-2-7b\"}}' | zero-planner estimate -\n"
    "Help on a command: zero-planner COMMAND --help";

bool is_command(const CLI::App& app, const std::string& word) {
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; }))
    if (command->get_name() == word) return true;
  return false;
}

std::vector<std::string> command_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; }))
    names.push_back(command->get_name());
  return names;
}

/// Throws InputError if the first word is neither a command nor a file that could be opened.
void check_first_word(const CLI::App& app, int argc, char** argv) {
  const std::string word = argc > 1 ? argv[1] : "";
  std::error_code ignored;
  if (word.empty() || word.front() == '-' || is_command(app, word) || is_plan_link(word) ||
      word.starts_with("file:") || std::filesystem::exists(word, ignored))
    return;
  const std::vector<std::string> near = similar_ids(word, command_names(app), 1);
  throw InputError(word + " is neither a command nor a file." +
                   (near.empty() ? " See zero-planner --help." : " Did you mean '" + near.front() + "'?"));
}

/// Returns a line that names the plan's key for an option that does not exist, such as --gpus; "" if the
/// error is another or no key has such a name.
std::string setting_instead(int argc, char** argv, const CLI::ParseError& error) {
  if (dynamic_cast<const CLI::ExtrasError*>(&error) == nullptr) return "";
  const std::string_view complaint = error.what();
  for (int i = 1; i < argc; ++i) {
    const std::string_view word = argv[i];
    if (!word.starts_with("--") || complaint.find(word) == std::string_view::npos) continue;
    std::string name(word.substr(2, word.substr(2).find('=')));
    std::ranges::replace(name, '-', '_');
    const std::string key = key_of_meaning(name);
    if (!key.empty()) return "A key of the plan is set by --set " + key + "=VALUE.\n";
  }
  return "";
}

int run_program(int& argc, char** argv) {
  CLI::App app{description, "zero-planner"};
  app.set_version_flag("--version", "zero-planner " + version_text(), "Print the version");
  app.set_help_flag("-h,--help", "Print this help");
  std::string file;
  app.add_option("FILE", file,
                 "File that the window opens: a plan, a link of a plan, a ds_config.json or a Hugging Face "
                 "config.json")
      ->type_name("");
  std::string shell;
  app.add_option("--completion", shell,
                 "Print the completion script of a shell: " + listed(completed_shells()))
      ->check(one_of(completed_shells()))
      ->type_name("SHELL");
  std::string manuals;
  app.add_option("--man-pages", manuals,
                 "Write the manual pages of the program and of each command into a folder")
      ->type_name("DIR");
  bool manual = false;
  app.add_flag("--manual", manual, "Print the manual of all commands as Markdown");
  app.require_subcommand(0, 1);
  Run run;
  add_estimate(app, run);
  add_compare(app, run);
  add_recommend(app, run);
  add_solve(app, run);
  add_hardware(app, run);
  add_reference(app, run);
  add_sweep(app, run);
  add_measure(app, run);
  add_calibrate(app, run);
  add_probe(app, run);
  add_diff(app, run);
  add_check(app, run);
  add_fix(app, run);
  add_export(app, run);
  add_import(app, run);
  add_presets(app, run);
  add_screenshot(app, run, argc, argv);
  add_tutorial(app, run, argc, argv);
  add_manual_to_help(app);
  app.footer(footer);  // last, because commands would inherit it
  app.get_formatter()->label("SUBCOMMAND", "COMMAND");

  check_first_word(app, argc, argv);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    std::ostringstream printed, complained;
    const int status = app.exit(error, printed, complained);
    complain_as_is(complained.str() + setting_instead(argc, argv, error));
    print(printed.str());
    return status == 0 ? done : unusable_input;
  }
  if (!shell.empty()) {
    print(completion(app, shell));
    return done;
  }
  if (manual) {
    print(manual_markdown(app));
    return done;
  }
  if (!manuals.empty()) {
    write_manuals(app, manuals);
    return done;
  }
  if (!run) return open_window(file, argc, argv);
  if (!app.got_subcommand("tutorial"))
    use_user_presets();  // pictures of the tutorials must not depend on the user
  return run();
}

/// Exits here instead of throwing, because unwinding runs destructors that allocate memory themselves
/// (nlohmann_json's).
[[noreturn]] void end_without_memory() {
  constexpr std::string_view sentence =
      "zero-planner: Memory ran out; close other programs, or raise the limit (ulimit -v).\n";
  (void)!::write(STDERR_FILENO, sentence.data(), sentence.size());
  std::_Exit(unusable_input);
}

}  // namespace
}  // namespace zp::app

int main(int argc, char** argv) {
  std::set_new_handler(zp::app::end_without_memory);
  // With SIGXFSZ ignored, a file size limit (ulimit -f) is an error of the write, which is reported with the
  // file's name.
  (void)std::signal(SIGXFSZ, SIG_IGN);
  try {
    return zp::app::run_program(argc, argv);
  } catch (const std::exception& error) {
    zp::app::complain(error.what());
    return zp::app::unusable_input;
  }
}
