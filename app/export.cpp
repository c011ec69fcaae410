// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <algorithm>
#include <iterator>
#include <optional>
#include <string>
#include <vector>

#include "app/commands.h"
#include "app/input.h"
#include "app/named_option.h"
#include "app/options.h"
#include "app/output.h"
#include "core/evaluate/autotuner_shortlist.h"
#include "core/evaluate/export_check.h"
#include "core/evaluate/search_freedom.h"
#include "core/export/autotuning.h"
#include "core/export/editor_schema.h"
#include "core/export/flavours.h"
#include "core/export/instrument.h"
#include "core/export/startable.h"
#include "core/report/config_check.h"
#include "core/report/findings.h"
#include "core/report/json.h"
#include "core/report/markdown.h"
#include "core/report/saved_plan.h"
#include "core/report/text.h"
#include "core/report/words.h"
#include "core/search/choice_words.h"

namespace zp::app {
namespace {

struct ExportOptions {
  PlanInput plan;
  std::string out, version;
  const ExportFlavour* made_for = &export_flavours().front();
  std::optional<Flavour> flavour;
  bool json = false;
  bool schema = false;
  bool best = false;
  bool autotuning = false;
  bool instrument = false;
};

void set_target(Target& target, const ExportOptions& options) {
  if (options.flavour) target.flavour = *options.flavour;
  if (!options.version.empty()) target.deepspeed_version = version_in(options.version);
}

/// Writes to standard error the findings about settings that make the run fail later, have no effect, or cost
/// time; before them, one sentence with the settings that the files omit. Advice about the plan itself is in
/// report.md.
void tell(const std::vector<Finding>& findings) {
  for (const Finding& finding : findings)
    if (finding.severity <= Severity::slow && finding.code != "not_in_program")
      complain(std::string(word_of(finding.severity)) + ": " + sentence_of(finding));
}

/// Throws InputError if DeepSpeed would refuse the files.
void check_accepted(const std::string& name, const std::vector<Finding>& findings) {
  std::string message;
  for (const Finding& finding : findings)
    if (finding.severity == Severity::refused) message += name + ": " + sentence_of(finding) + "\n";
  if (!message.empty()) throw InputError(message + "DeepSpeed would refuse this; nothing was written.");
}

/// Throws InputError if DeepSpeed's autotuner has nothing to try.
PlanDocument tuned(const PlanDocument& document, const ExportOptions& options) {
  const std::vector<Plan> shortlist = autotuner_shortlist(document.plan);
  if (shortlist.empty())
    throw InputError(
        input_name(options.plan) +
        ": DeepSpeed's autotuner has nothing to try: it runs the stage without offload and with its own "
        "sizes, and of this global batch at most one micro batch fits so. Raise "
        "training.gradient_accumulation_steps, take a higher zero.stage, or leave --autotuning out.");
  return with_autotuning(document, shortlist);
}

/// Returns the document with its best plan, as `recommend` finds it. Throws InputError if there is none.
PlanDocument with_best_plan(PlanDocument document, const std::string& name) {
  const Requirements requirements{.freedom = with_open_batch({}, document)};
  const PlanChoice choice = choose(document.plan, requirements);
  if (!choice.best)
    throw InputError(name + ": there is no best plan to export. " + answer_of(choice, document.plan) +
                     " Nothing was written.");
  document.plan = with_pick(document.plan, choice.best->pick);
  return document;
}

int run_export(const ExportOptions& options) {
  PlanDocument document = load_plan(options.plan);
  set_target(document.plan.target, options);
  if (options.best) document = with_best_plan(document, input_name(options.plan));
  if (options.autotuning) document = tuned(document, options);
  const ExportFlavour& flavour = *options.made_for;
  if (const std::string reason = reason_not_started(flavour, document.plan); !reason.empty())
    throw InputError(input_name(options.plan) + ": " + reason + " Nothing was written.");
  if (options.autotuning && &flavour != &export_flavours().front())
    throw InputError("--autotuning goes with launch.sh alone, which starts the autotuner; leave --for out.");
  ProgramExport made = options.instrument ? instrumented(flavour, document) : flavour.write(document);
  Evaluation evaluation = evaluate(made.document);
  if (options.instrument && !made.has_config)
    throw InputError(std::string(flavour.title) +
                     " makes its ds_config itself, so that nothing switches the prints on; leave "
                     "--instrument out.");
  const auto is_handled = [&](const Finding& finding) { return !made.has_config || made.handles(finding); };
  if (made.has_config) std::erase_if(evaluation.findings, is_handled);
  std::erase_if(evaluation.config.findings, is_handled);
  if (made.has_config)
    std::ranges::move(check_of_export(evaluation), std::back_inserter(evaluation.findings));
  sort_worst_first(evaluation.findings);
  check_accepted(input_name(options.plan), evaluation.findings);
  made.files.push_back({"report.md", report_markdown(evaluation, made), false});
  if (options.schema) made.files.push_back({"ds_config.schema.json", editor_schema(), false});

  if (const std::string left_out = made.left_out_sentence(); !left_out.empty()) complain_in_red(left_out);
  put_figures(made.files);
  const WrittenFiles written = write_text_files(options.out, made.files);
  for (const std::string& path : written.replaced)
    complain("replaced " + path);
  tell(evaluation.findings);
  tell(made.findings);
  if (!evaluation.figures.estimate.fits())
    complain("this plan does not fit: " +
             verdict(evaluation.figures.estimate, evaluation.document.plan.model.has_shape()));
  std::string text = options.json ? export_json(evaluation, made, written.paths)
                                  : export_text(evaluation, made, written.paths);
  if (options.instrument && !options.json) text += instrument_text(document);
  print(text);
  return done;
}

}  // namespace

void add_export(CLI::App& app, Run& run) {
  const auto [command, options] =
      add_command(app, run, "export",
                  "Write the files that start a run: ds_config.json, the files of a "
                  "launcher, a program or a scheduler, the plan and a report",
                  run_export);
  add_plan_option(command, options.plan);
  command.add_option("--out", options.out, "Folder to write to; it is created if it is missing")
      ->required()
      ->type_name("DIR");
  const std::vector<std::string> programs = names_of(export_flavours());
  command
      .add_option_function<std::string>(
          "--for",
          [&made_for = options.made_for](const std::string& name) { made_for = find_export_flavour(name); },
          "Program or system that starts the run: " + listed(programs) + "; by default launch")
      ->check(one_of(programs))
      ->type_name("PROGRAM");
  const std::vector<std::string> flavours(words_of<Flavour>.begin(), words_of<Flavour>.end());
  command
      .add_option_function<std::string>(
          "--flavour",
          [&flavour = options.flavour](const std::string& name) { flavour = enum_of<Flavour>(name); },
          listed(flavours) + "; by default the plan's")
      ->check(one_of(flavours))
      ->type_name("FLAVOUR");
  add_version_option(command, options.version, "DeepSpeed version that will read the configuration");
  command.add_flag(
      "--best", options.best,
      "Export the best plan for this model and cluster, as recommend finds it, instead of the plan itself");
  command.add_flag("--autotuning", options.autotuning,
                   "Let DeepSpeed's autotuner try the few promising micro batches; launch.sh starts it");
  command.add_flag("--instrument", options.instrument,
                   "Let DeepSpeed print times and memory of every step for twenty steps, and write "
                   "zero_planner_probe.py, which records the data that measure and calibrate read");
  command.add_flag("--schema", options.schema,
                   "Also write ds_config.schema.json, with which editors complete and check keys");
  add_json_option(command, options.json);
}

}  // namespace zp::app
