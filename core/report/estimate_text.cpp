// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/formula/legend.h"
#include "core/memory/explain.h"
#include "core/memory/odds.h"
#include "core/plan_file/machine_profile.h"
#include "core/plan_file/plan_link.h"
#include "core/plan_file/program_defaults.h"
#include "core/report/checkpoint_words.h"
#include "core/report/host_words.h"
#include "core/report/pipeline_words.h"
#include "core/report/speed_words.h"
#include "core/report/table.h"
#include "core/report/text.h"
#include "core/report/unstated_json.h"
#include "core/report/words.h"
#include "core/search/choice_words.h"
#include "core/speed/explain_time.h"
#include "core/units/format.h"

namespace zp {
namespace {

constexpr std::size_t estimate_width = 100;

/// Returns the section "GPU memory at the peak, per GPU" with its components and their shares.
std::string gpu_section(const Plan& plan, const GpuMemory& gpu) {
  Table table{{}, {}, "lrr"};
  add_components(table, gpu.components, "", gpu.peak);
  table.rows.push_back({"Peak", format_bytes(gpu.peak), ""});
  table.rows.push_back({"Usable", format_bytes(gpu.capacity), ""});
  const std::string_view of_kind =
      names_program(memory_kind_of(plan))
          ? ", as in about 80 % of published runs of this kind; the\n  allocator gives part of that back "
            "when "
            "memory runs short.\n"
          : ", as in about 80 % of published runs of this kind whose\n  plan names no program: name it in "
            "training.program, which narrows this. The allocator gives part\n  of that back when memory runs "
            "short.\n";
  return "GPU memory at the peak (" + std::string(name_of(gpu.peak_phase)) + " phase), per GPU\n" +
         aligned_table(table) + "  The peak is likely between " + format_bytes(gpu.likely_peak.low) +
         " and " + format_bytes(gpu.likely_peak.high) + std::string(of_kind) +
         "  Context, NCCL and fragmentation alone give " + format_bytes(gpu.peak_range.low) + " to " +
         format_bytes(gpu.peak_range.high) + ".\n";
}

std::string phase_section(const GpuMemory& gpu) {
  Table table{{}, {}, "lr"};
  for (std::size_t i = 0; i < phase_count; ++i)
    if (gpu.phases[i].value() > 0)
      table.rows.push_back({for_people(name_of(static_cast<Phase>(i))), format_bytes(gpu.phases[i])});
  table.rows.push_back({"Between steps (tensors)", format_bytes(gpu.steady)});
  table.rows.push_back({"torch max_memory_allocated", format_bytes(gpu.peak_allocated)});
  table.rows.push_back({"torch max_memory_reserved", format_bytes(gpu.peak_reserved)});
  return "Phases of a step, per GPU\n" + aligned_table(table);
}

std::string host_section(const Plan& plan, const MemoryEstimate& estimate) {
  const HostMemory& cpu = estimate.cpu;
  Table table{{}, {}, "lr"};
  add_components(table, cpu.components, ", per rank");
  table.rows.push_back({"Per node", format_bytes(cpu.per_node)});
  if (cpu.pinned_per_node.value() > 0)
    table.rows.push_back({"Pinned part of it", format_bytes(cpu.pinned_per_node)});
  for (std::size_t i = 0; i < host_phase_count; ++i)
    table.rows.push_back({for_people(name_of(static_cast<HostPhase>(i))) + ", with processes, per node",
                          format_bytes(cpu.phases[i])});
  table.rows.push_back({"Capacity per node", format_bytes(cpu.capacity_per_node)});
  std::string text = "Host memory\n" + aligned_table(table);
  for (const std::string& sentence : host_sentences(plan, estimate))
    text += "  " + wrapped(sentence, estimate_width - 2, 2) + "\n";
  return text;
}

std::string nvme_section(const NvmeSpace& nvme) {
  if (nvme.per_node.value() == 0) return "";
  Table table{{}, {}, "lr"};
  add_components(table, nvme.components);
  table.rows.push_back({"Per node", format_bytes(nvme.per_node)});
  table.rows.push_back({"Capacity per node", nvme.capacity_per_node.value() > 0
                                                 ? format_bytes(nvme.capacity_per_node)
                                                 : std::string("not stated")});
  const SwapBuffers& buffers = nvme.smallest_buffers;
  const auto add = [&](const char* setting, std::int64_t smallest) {
    if (smallest > 0) table.rows.push_back({setting, format_count(smallest)});
  };
  add("Smallest offload_optimizer.buffer_count", buffers.optimizer_buffer_count);
  add("Smallest offload_param.buffer_count", buffers.parameter_buffer_count);
  add("Smallest offload_param.buffer_size", buffers.parameter_buffer_size);
  return "\nNVMe\n" + aligned_table(table);
}

std::string pipeline_section(const Plan& plan, const MemoryEstimate& estimate) {
  if (estimate.stage.is_whole()) return "";
  return "\nPipeline, stage by stage\n" + aligned_table(pipeline_table(plan));
}

std::string checkpoint_section(const Plan& plan, const Figures& figures) {
  const CheckpointWords words = checkpoint_words(plan, figures);
  std::string text = "\nOn disk, and how long writing it takes\n" + aligned_table(words.table);
  for (const std::string& sentence : words.sentences)
    text += "  " + wrapped(sentence, estimate_width - 2, 2) + "\n";
  return text;
}

std::string speed_section(const Plan& plan, const Figures& figures) {
  const StepTime& time = figures.time;
  std::string text = "\nSpeed of one optimizer step\n";
  if (!time.is_known) return text + "  " + std::string(no_clock_sentence()) + "\n";
  text += aligned_table(step_parts(time));
  for (const std::string& sentence : speed_sentences(plan, figures))
    text += "  " + wrapped(sentence, estimate_width - 2, 2) + "\n";
  return text;
}

std::string phases_of(const Entry& entry) {
  std::string text;
  for (std::size_t i = 0; i < phase_count; ++i)
    if (const auto phase = static_cast<Phase>(i); entry.counts_in(phase))
      text += (text.empty() ? "" : ", ") + std::string(name_of(phase));
  return text.empty() ? "never at the peak of a phase" : text;
}

std::string ledger_section(const Plan& plan, const Ledger& ledger) {
  std::string text =
      "Ledger: every entry, per rank (NVMe: per node), with its formula and where that comes from\n";
  const Explanations explanations(plan, ledger);
  for (const Entry& entry : ledger.entries()) {
    const Explanation& words = explanations.of(entry.id);
    text += "  " + std::string(name_of(entry.id)) + "  " + format_bytes(entry.bytes) + " on " +
            std::string(name_of(entry.place)) + " (" + phases_of(entry) + ")\n";
    const auto add = [&](const std::string& line) {
      text += "      " + wrapped(line, estimate_width - 6, 6) + "\n";
    };
    add(std::string(words.title) + ". " + std::string(words.meaning));
    add(words.line);
    add("Source: " + std::string(words.source));
    if (!words.lever.empty()) add("Setting: " + std::string(words.lever));
  }
  return text;
}

/// Returns one entry in words: "216 ms, 15.1 ms of it exposed (forward, network)".
std::string clock_line(const TimeEntry& entry) {
  std::string text = format_seconds(entry.busy);
  if (entry.hidden > 0) text += ", " + format_seconds(entry.exposed()) + " of it exposed";
  return text + " (" + std::string(name_of(entry.stretch)) + ", " + std::string(name_of(entry.resource)) +
         ")";
}

std::string clock_section(const Plan& plan, const StepTime& time) {
  if (!time.is_known) return "";
  std::string text =
      "\nClock: every entry of one rank and one step, with its formula and where that comes from\n";
  for (const TimeExplanation& words : explain_time(plan, time.ledger)) {
    text += "  " + std::string(name_of(words.entry.id)) + "  " + clock_line(words.entry) + "\n";
    const auto add = [&](const std::string& line) {
      text += "      " + wrapped(line, estimate_width - 6, 6) + "\n";
    };
    add(words.title + ". " + words.meaning);
    add(words.formula + " = " + words.outcome);
    add("where " + legend(words.symbols));
    add("Source: " + words.source);
    add("To shorten it: " + words.lever);
  }
  return text;
}

/// Returns "TRL's defaults: training.micro_batch_size 8, …"; "" if the plan has none.
std::string filled_words(const PlanDocument& document) {
  std::string text;
  for (const FilledValue& filled : filled_values(document))
    text += (text.empty() ? filled.program + "'s defaults: " : ", ") + filled.path + ' ' + filled.value;
  return text.empty() ? text : text + '.';
}

/// Returns model and cluster, settings, whether the plan fits, its speed, whether DeepSpeed refuses it or
/// fails later, and the keys that the figures do not include.
std::string answer_text(const Evaluation& evaluation) {
  const Plan& plan = evaluation.document.plan;
  std::string text = headline(plan, evaluation.figures.estimate) + "\n" + settings_line(plan) + "\n\n";
  const FitOdds odds = fit_odds(plan, evaluation.figures.estimate);
  text += verdict(evaluation.figures.estimate, odds, plan.model.has_shape()) + "\n";
  text += "  odds that it fits: " + odds_words(odds) + "\n";
  if (evaluation.figures.time.is_known) text += "  " + speed_line(evaluation.figures) + "\n";
  if (const std::string calibrated = calibrated_on(evaluation.document); !calibrated.empty())
    text += "  " + calibrated + "\n";
  if (const Finding* stop = evaluation.stop())
    text += "✗ " + std::string(refusing_framework(plan)) +
            (stop->severity == Severity::refused ? " refuses it: " : " stops with it later: ") +
            stop->message + "\n";
  if (const std::string filled = filled_words(evaluation.document); !filled.empty())
    text += "  " + wrapped(filled, estimate_width - 2, 4) + "\n";
  for (const UncountedKey& key : evaluation.not_counted)
    text += "  " + wrapped("not counted: " + sentence_of(key), estimate_width - 2, 4) + "\n";
  return text;
}

}  // namespace

std::string summary_text(const Evaluation& evaluation) {
  const GpuMemory& gpu = evaluation.figures.estimate.gpu;
  return answer_text(evaluation) + "  " + format_bytes(gpu.peak) + " of " + format_bytes(gpu.capacity) +
         " per GPU at the peak\n\nZeRO Planner opens this plan: " + link_of(evaluation.document) + "\n";
}

std::string estimate_text(const Evaluation& evaluation, const std::optional<SinceSaved>& since,
                          LedgerText ledger) {
  const Plan& plan = evaluation.document.plan;
  const MemoryEstimate& estimate = evaluation.figures.estimate;
  const StepTime& time = evaluation.figures.time;
  std::string text = answer_text(evaluation);
  if (since) text += "  " + wrapped(since->sentence, estimate_width - 2, 4) + "\n";
  if (evaluation.is_usable) text += "  " + best_plan_text(evaluation.document, estimate_width - 2);
  if (!evaluation.findings.empty())
    text += "\nIssues\n" + findings_text(evaluation.document, evaluation.findings);
  if (evaluation.is_usable) text += unstated_section(evaluation.document, estimate_width);
  text += "\n" + gpu_section(plan, estimate.gpu) + "\n" + phase_section(estimate.gpu) + "\n" +
          host_section(plan, estimate) + nvme_section(estimate.nvme) + pipeline_section(plan, estimate) +
          checkpoint_section(plan, evaluation.figures) + speed_section(plan, evaluation.figures);
  if (ledger == LedgerText::shown)
    text += "\n" + ledger_section(plan, estimate.ledger) + clock_section(plan, time);
  return text;
}

}  // namespace zp
