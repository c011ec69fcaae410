// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <CLI/CLI.hpp>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>

#include "app/commands.h"
#include "app/export_files.h"
#include "app/input.h"
#include "app/options.h"
#include "app/output.h"
#include "core/export/bundle.h"
#include "core/export/ds_config.h"
#include "core/export/editor_schema.h"
#include "core/report/issues.h"
#include "core/report/json.h"
#include "core/report/markdown.h"
#include "core/report/text.h"
#include "core/report/words.h"

namespace zp::app {
namespace {

struct Options {
  std::string plan, out, version;
  std::optional<Flavour> flavour;
  bool json = false;
  bool schema = false;
};

void set_target(Target& target, const Options& options) {
  if (options.flavour) target.flavour = *options.flavour;
  if (options.version.empty()) return;
  const std::optional<DeepSpeedVersion> version = parse_version(options.version);
  if (!version)
    throw InputError("--deepspeed-version " + options.version +
                     " is no version; write it as 0.19 or 0.19.6.");
  target.deepspeed_version = *version;
}

/// Throws when DeepSpeed would stop with an error: such files are of no use.
void check_accepted(const std::string& path, const std::vector<Finding>& issues) {
  std::string message;
  for (const Finding& issue : issues)
    if (issue.severity == Severity::refused) message += input_name(path) + ": " + sentence_of(issue) + "\n";
  if (!message.empty()) throw InputError(message + "DeepSpeed would refuse this; nothing was written.");
}

int run_export(const Options& options) {
  PlanDocument document = load_plan(options.plan);
  set_target(document.plan.target, options);
  const MemoryEstimate estimate = estimate_memory(document.plan);
  const std::vector<Candidate> candidates = compare(document.plan);
  const std::vector<Finding> issues = all_issues(document, estimate, candidates);
  check_accepted(options.plan, issues);
  std::vector<ExportFile> files = launch_bundle(document);
  files.push_back({"report.md", report_markdown(document, estimate, candidates, issues), false});

  if (options.schema) files.push_back({"ds_config.schema.json", editor_schema(), false});

  const WrittenFiles written = write_files(options.out, files);
  for (const std::string& path : written.replaced)
    complain("replaced " + path);
  if (!estimate.fits())
    complain("this plan does not fit: " + verdict(estimate, activations_known(document.plan)));
  const std::string command = launch_command(document.plan);
  const std::vector<Finding> changes = export_issues(document);
  if (options.json) {
    print(export_json(written.paths, command, changes));
    return done;
  }
  std::string text;
  for (const std::string& path : written.paths)
    text += path + "\n";
  text += "\nStart it with:\n  " + command + "\n";
  if (!changes.empty()) text += "\nIn the files\n" + issues_text(changes);
  print(text);
  return done;
}

}  // namespace

void add_export(CLI::App& app, Run& run) {
  static const std::map<std::string, Flavour> flavours = {{"plain", Flavour::plain},
                                                          {"hf-trainer", Flavour::hf_trainer}};
  const auto options = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand(
      "export", "Write ds_config.json, accelerate_config.yaml, hostfile, launch.sh, the plan and a report");
  add_plan_option(*command, options->plan)->required();
  command->add_option("--out", options->out, "The folder to write to; made when it is missing")
      ->required()
      ->type_name("DIR");
  command
      ->add_option_function<Flavour>(
          "--flavour", [options](const Flavour& flavour) { options->flavour = flavour; },
          "plain or hf-trainer; the plan's own when left out")
      ->transform(CLI::Transformer(flavours).description(""))
      ->type_name("FLAVOUR");
  command
      ->add_option("--deepspeed-version", options->version, "The version that is to read the configuration")
      ->type_name("V");
  command->add_flag("--schema", options->schema,
                    "Write ds_config.schema.json too, for editors that complete and check");
  add_json_option(*command, options->json);
  command->callback([options, &run] { run = [options] { return run_export(*options); }; });
}

}  // namespace zp::app
