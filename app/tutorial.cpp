// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/tutorial/tutorial.h"

#include <CLI/CLI.hpp>
#include <memory>
#include <string>
#include <vector>

#include "app/commands.h"
#include "app/input.h"
#include "app/named_option.h"
#include "app/options.h"
#include "app/output.h"
#include "app/window.h"
#include "core/tutorial/tutorial_output.h"

namespace zp::app {
namespace {

struct TutorialChoice {
  std::vector<std::string> names;
  TutorialOptions options{{}, "tutorials"};
  bool json = false;
};

int run_tutorial(TutorialChoice choice, int& argc, char** argv) {
  for (const std::string& name : choice.names.empty() ? tutorial_names() : choice.names)
    choice.options.tutorials.push_back(find_tutorial(name));
  const std::vector<TutorialOutput> made = make_tutorial_files(choice.options, argc, argv);
  print(choice.json ? made_json(made) : made_text(made));
  bool is_true = true;
  for (const TutorialOutput& tutorial : made)
    for (const std::string& problem : tutorial.problems) {
      complain(problem);
      is_true = false;
    }
  return is_true ? done : answer_is_no;
}

}  // namespace

void add_tutorial(CLI::App& app, Run& run, int& argc, char** argv) {
  const auto choice = std::make_shared<TutorialChoice>();
  CLI::App* command =
      app.add_subcommand("tutorial", "Write the tutorials with new pictures; no display is needed");
  command->add_option("NAME", choice->names, "Tutorials to write; by default all")
      ->check(one_of(tutorial_names()))
      ->type_name("");
  command->add_option("--out", choice->options.folder, "Folder to write to; by default tutorials")
      ->type_name("DIR");
  command->add_option("--theme", choice->options.theme, "light or dark")
      ->check(one_of({"light", "dark"}))
      ->type_name("THEME");
  add_json_option(*command, choice->json);
  command->callback([choice, &run, &argc, argv] {
    run = [choice, &argc, argv] { return run_tutorial(*choice, argc, argv); };
  });
}

}  // namespace zp::app
