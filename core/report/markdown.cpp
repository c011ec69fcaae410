// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/report/markdown.h"

#include <algorithm>

#include "core/export/open_values.h"
#include "core/formula/legend.h"
#include "core/memory/explain.h"
#include "core/memory/odds.h"
#include "core/plan_file/plan_file.h"
#include "core/report/checkpoint_words.h"
#include "core/report/findings.h"
#include "core/report/host_words.h"
#include "core/report/pipeline_words.h"
#include "core/report/reference_figures.h"
#include "core/report/speed_words.h"
#include "core/report/table.h"
#include "core/report/words.h"
#include "core/speed/explain_time.h"
#include "core/text/quoting.h"
#include "core/units/format.h"

namespace zp {
namespace {

std::string section(std::string_view title, const std::string& body) {
  return "\n## " + std::string(title) + "\n\n" + body;
}

std::string code_block(std::string_view language, const std::string& text) {
  std::string fence = "```";  // longer than any run of backticks in the text
  while (text.find(fence) != std::string::npos)
    fence += '`';
  return fence + std::string(language) + "\n" + text + (text.ends_with('\n') ? "" : "\n") + fence + "\n";
}

std::string component_section(const Plan& plan, const MemoryEstimate& estimate) {
  const GpuMemory& gpu = estimate.gpu;
  Table table{{"Part", "Per GPU at the peak", "Share"}, {}, "lrr"};
  add_components(table, gpu.components, "", gpu.peak);
  table.rows.push_back({"**Peak**", "**" + format_bytes(gpu.peak) + "**", ""});
  std::string text = markdown_table(table);
  text += "\nThe peak is in the " + std::string(name_of(gpu.peak_phase)) + " phase; it is likely between " +
          format_bytes(gpu.likely_peak.low) + " and " + format_bytes(gpu.likely_peak.high) +
          ". Usable per GPU: " + format_bytes(gpu.capacity) + ".";
  for (const std::string& sentence : host_sentences(plan, estimate))
    text += " " + sentence;
  if (estimate.nvme.per_node.value() > 0)
    text += " NVMe: " + format_bytes(estimate.nvme.per_node) + " per node.";
  return text + "\n";
}

std::string checkpoint_part(const Plan& plan, const Figures& figures) {
  CheckpointWords words = checkpoint_words(plan, figures);
  words.table.header = {"What", "Size", "To write"};
  std::string text = markdown_table(words.table) + "\n";
  for (const std::string& sentence : words.sentences)
    text += "- " + markdown_text(sentence) + "\n";
  return text;
}

std::string speed_part(const Plan& plan, const Figures& figures) {
  const StepTime& time = figures.time;
  if (!time.is_known) return std::string(no_clock_sentence()) + "\n";
  Table table = step_parts(time);
  table.header = {"Part", "Of one step", "Share"};
  std::string text = markdown_table(table) + "\n";
  for (const std::string& sentence : speed_sentences(plan, figures))
    text += "- " + markdown_text(sentence) + "\n";
  return text;
}

std::string strategy_section(const Plan& plan, const std::vector<Candidate>& candidates) {
  Table table = strategy_table(candidates);
  for (std::size_t i = 0; i < candidates.size(); ++i)
    if (candidates[i].strategy == strategy_of(plan)) table.rows[i][0] = "**" + table.rows[i][0] + "**";
  return markdown_table(table);
}

std::string clock_part(const Plan& plan, const StepTime& time) {
  if (!time.is_known) return std::string(no_clock_sentence()) + "\n";
  Table table{{"Entry", "Takes", "Exposed", "On", "What", "Formula", "Source"}, {}, "lrrllll"};
  for (const TimeExplanation& words : explain_time(plan, time.ledger)) {
    const TimeEntry& entry = words.entry;
    table.rows.push_back({"`" + std::string(name_of(entry.id)) + "`", format_seconds(entry.busy),
                          format_seconds(entry.exposed()), std::string(name_of(entry.resource)), words.title,
                          words.formula + " = " + words.outcome + ", where " + legend(words.symbols),
                          words.source});
  }
  return markdown_table(table);
}

std::string ledger_part(const Plan& plan, const Ledger& ledger) {
  Table table{{"Entry", "Place", "Bytes", "What", "Formula", "Source"}, {}, "llrlll"};
  const Explanations explanations(plan, ledger);
  for (const Entry& entry : ledger.entries()) {
    const Explanation& words = explanations.of(entry.id);
    table.rows.push_back({"`" + std::string(name_of(entry.id)) + "`", std::string(name_of(entry.place)),
                          format_bytes(entry.bytes), std::string(words.title), words.line,
                          std::string(words.source)});
  }
  return markdown_table(table);
}

std::string reference_section(const Plan& plan, const MemoryEstimate& estimate) {
  Table table{{"Estimator", "Figure", "Theirs", "Ours"}, {}, "llrr"};
  std::string reasons;
  for (const EstimatorFigures& estimator : reference_figures(plan, estimate)) {
    std::string title(title_of(estimator.estimator));
    for (const Figure& ours : estimator.ours)
      for (const Figure& theirs : estimator.figures)
        if (theirs.name == ours.name)
          table.rows.push_back({title, label_of(ours), text_of(theirs), text_of(ours)});
    reasons += "\n**" + title + "** (" + std::string(source_of(estimator.estimator)) + ")\n\n";
    for (const std::string_view sentence : differences(estimator.estimator))
      reasons += "- " + std::string(sentence) + "\n";
  }
  return markdown_table(table) + "\nWhy they differ:\n" + reasons;
}

std::string not_counted_lines(const std::vector<UncountedKey>& keys) {
  std::string text;
  for (const UncountedKey& key : keys)
    text += (text.empty() ? "\n- not counted: " : "- not counted: ") + markdown_text(sentence_of(key)) + "\n";
  return text;
}

std::string issue_section(const Evaluation& evaluation) {
  std::string text;
  for (const Finding& finding : evaluation.findings) {
    text += "- **" + for_people(name_of(finding.severity)) + "** " + markdown_text(sentence_of(finding));
    if (const std::string set = remedy_words(evaluation.document, finding); !set.empty())
      text += " " + markdown_text(set);
    text += "\n";
  }
  return text.empty() ? "None.\n" : text;
}

/// Returns what the user must do before the run: the values that the files have without a statement of the
/// plan, and the settings that they leave out.
std::string open_section(const PlanDocument& document, const ProgramExport& made) {
  std::string text;
  for (const OpenValue& open : open_values(document, made.files)) {
    text += "- `" + open.file + "`: " + markdown_text(open.name);
    if (!open.value.empty()) text += ", now " + markdown_text(open.value);
    if (!open.about.empty()) text += ": " + markdown_text(open.about);
    text += ".\n";
  }
  if (const std::string left_out = made.left_out_sentence(); !left_out.empty())
    text += (text.empty() ? "" : "\n") + markdown_text(left_out) + '\n';
  return text.empty() ? "Nothing.\n" : text;
}

std::string launch_section(const Plan& plan, const ProgramExport& made) {
  std::string text = code_block("sh", made.start);
  const auto is_script = [](const ExportFile& file) { return file.name == "launch.sh"; };
  if (std::ranges::none_of(made.files, is_script)) return text;
  text += "\n";
  if (made.start.find(".sbatch") == std::string::npos) text += "or `./launch.sh`, next to this file. ";
  return text + markdown_text(launched_program_sentence(plan)) + '\n';
}

}  // namespace

std::string report_markdown(const Evaluation& evaluation) {
  return report_markdown(evaluation, export_flavours().front().write(evaluation.document));
}

std::string report_markdown(const Evaluation& evaluation, const ProgramExport& made) {
  const Plan& plan = evaluation.document.plan;
  const MemoryEstimate& estimate = evaluation.figures.estimate;
  const FitOdds odds = fit_odds(plan, estimate);
  std::string text =
      "# " + markdown_text(headline(plan, estimate)) + "\n\n" + markdown_text(settings_line(plan)) +
      "\n\n**" + verdict(estimate, odds, plan.model.has_shape()) +
      "** The odds that it fits: " + odds_words(odds) + ".\n" + not_counted_lines(evaluation.not_counted);
  text += section("Yours to fill in", open_section(evaluation.document, made));
  text += section("Memory", component_section(plan, estimate));
  if (!estimate.stage.is_whole()) text += section("Pipeline", markdown_table(pipeline_table(plan)));
  text += section("Speed", speed_part(plan, evaluation.figures));
  text += section("On disk", checkpoint_part(plan, evaluation.figures));
  text += section("Every strategy", strategy_section(plan, evaluation.candidates));
  text += section("Issues", issue_section(evaluation));
  text += section("Launch", launch_section(plan, made));
  text += section("Where the bytes come from", ledger_part(plan, estimate.ledger));
  text += section("Where the time goes", clock_part(plan, evaluation.figures.time));
  text += section("Other estimators", reference_section(plan, estimate));
  text += section("The plan", code_block("json", write_plan(evaluation.document)));
  return text +
         "\nMade by ZeRO Planner. Sizes are of one rank, on NVMe of one node; 1 GiB is 2^30 bytes. Model "
         "states are exact arithmetic; activations, buffers and times are modelled.\n";
}

}  // namespace zp
