// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/report/speed_words.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>

#include "core/report/whole_run_words.h"
#include "core/report/words.h"
#include "core/search/choice_words.h"
#include "core/search/stopped.h"
#include "core/speed/explain_time.h"
#include "core/speed/range.h"
#include "core/speed/whole_run.h"
#include "core/units/format.h"

namespace zp {
namespace {

constexpr std::array<std::string_view, time_part_count> part_titles = {"Compute", "Exposed communication",
                                                                       "Exposed host transfers", "Optimizer"};

std::string times_text(double factor) { return format_number(factor, 3) + " ×"; }

/// Returns " (2.90 s to 3.60 s)"; "" if the range is unknown.
std::string in_brackets(SecondsRange range) {
  if (!range.is_known()) return "";
  return " (" + format_seconds(range.low) + " to " + format_seconds(range.high) + ")";
}

/// Returns the remark after figures of a step that do not include generation; "" if they do.
std::string_view part_only(const StepTime& time) {
  return time.is_without_generation ? ", training part only," : "";
}

std::string range_sentence(const Plan& plan, const StepTime& time) {
  if (!time.range.is_known()) return unknown_range_sentence(time.kind);
  const std::string narrower = narrowing_sentence(plan, time);
  return "The step" + std::string(part_only(time)) + " is between " + format_seconds(time.range.low) +
         " and " + format_seconds(time.range.high) + "; this range holds about 80 % of published runs (" +
         std::string(name_of(time.kind)) + ")." + (narrower.empty() ? "" : " " + narrower);
}

std::string throughput_sentence(const Throughput& throughput) {
  std::string text = token_rate(throughput) + ", " + format_number(throughput.tokens_per_s_per_gpu) +
                     " of them a GPU; " + format_flops(throughput.tflops_per_gpu * 1e12) + " a GPU, MFU " +
                     format_percent(throughput.mfu);
  if (throughput.hfu > throughput.mfu)
    text += " (HFU " + format_percent(throughput.hfu) + " with recomputation)";
  return text + ".";
}

std::string slowdown_sentence(double slowdown) {
  return times_text(slowdown) + " the step of stage 1 without offload, whether that fits or not.";
}

/// Returns a sentence about exposed communication, and the bandwidths at which it would be hidden.
std::string communication_sentence(const Plan& plan, const StepTime& time) {
  double busy = 0, exposed = 0;
  std::array<double, resource_count> needed{};
  for (const TimeEntry& entry : time.ledger.entries()) {
    if (entry.part != TimePart::communication && entry.part != TimePart::host) continue;
    busy += entry.busy;
    exposed += entry.exposed();
    double& of_resource = needed[static_cast<std::size_t>(entry.resource)];
    of_resource = std::max(of_resource, hiding_gb_per_s(plan, entry));
  }
  if (busy <= 0) return "";
  std::string text =
      "Transfers take " + format_seconds(busy) + ", of which " + format_seconds(exposed) + " are not hidden.";
  std::string faster;
  for (std::size_t i = 0; i < resource_count; ++i)
    if (needed[i] > 0)
      faster += (faster.empty() ? " More would hide at " : "; at ") + format_gb_per_s(needed[i]) + " on " +
                describe(plan, static_cast<Resource>(i));
  if (!faster.empty()) text += faster + ".";
  return text;
}

/// Returns the cells of a strategy comparison from the step time to the limiting resource.
std::vector<std::string> speed_cells(const Figures& figures) {
  const StepTime& time = figures.time;
  const Throughput& throughput = figures.throughput;
  if (!time.is_known) return std::vector<std::string>(6, "–");
  const double exposed = time.exposed_communication + time.parts[static_cast<std::size_t>(TimePart::host)];
  std::string rate = format_number(throughput.tokens_per_s);
  if (throughput.useful_tokens_per_s < throughput.tokens_per_s)
    rate += " (" + format_number(throughput.useful_tokens_per_s) + ")";
  return {step_with_range(time),
          rate,
          format_percent(throughput.mfu),
          format_seconds(exposed),
          times_text(figures.slowdown_vs_stage_1),
          std::string(name_of(time.bound_by))};
}

/// Returns the memory verdict, preceded by the framework's refusal if there is one.
std::string verdict_words(const Candidate& candidate) {
  const std::string of_memory = verdict(candidate.estimate, candidate.plan.model.has_shape());
  if (!framework_stops(candidate)) return of_memory;
  return "✗ " + std::string(refusing_framework(candidate.plan)) +
         (is_refused(candidate.findings) ? " refuses it" : " stops with it") +
         (candidate.estimate.fits() ? "" : ", " + of_memory.substr(of_memory.find(' ') + 1));
}

}  // namespace

std::string resource_word(Resource resource) {
  if (resource == Resource::matrix_units || resource == Resource::gpu_memory ||
      resource == Resource::launches)
    return "compute";
  std::string word(name_of(resource));
  std::ranges::replace(word, ' ', '_');
  return word;
}

std::string step_with_range(const StepTime& time) {
  if (!time.is_known) return "unknown";
  return format_seconds(time.total) + in_brackets(time.range);
}

std::string token_rate(const Throughput& throughput) {
  std::string all = format_per_s(throughput.tokens_per_s, "tokens");
  if (throughput.useful_tokens_per_s >= throughput.tokens_per_s) return all;
  return all + " (" + format_number(throughput.useful_tokens_per_s) + " of them no padding)";
}

std::string speed_line(const Figures& figures) {
  const StepTime& time = figures.time;
  if (!time.is_known) return std::string(no_clock_sentence());
  const Throughput& throughput = figures.throughput;
  const std::string_view part = time.is_without_generation ? ", training part only" : "";
  return format_seconds(time.total) + " a step" + std::string(part) + in_brackets(time.range) + ", " +
         token_rate(throughput) + ", MFU " + format_percent(throughput.mfu) + ", bound by " +
         std::string(name_of(time.bound_by));
}

Table step_parts(const StepTime& time) {
  Table table{{}, {}, "lrr"};
  for (std::size_t i = 0; i < time_part_count; ++i)
    if (time.parts[i] > 0)
      table.rows.push_back({std::string(part_titles[i]), format_seconds(time.parts[i]),
                            format_percent(time.parts[i] / time.total)});
  table.rows.push_back({"Step", format_seconds(time.total), ""});
  return table;
}

std::vector<std::string> speed_sentences(const Plan& plan, const Figures& figures) {
  const StepTime& time = figures.time;
  const Throughput& throughput = figures.throughput;
  std::vector<std::string> sentences = {range_sentence(plan, time), throughput_sentence(throughput),
                                        "It waits longest for " + describe(plan, time.bound_by) + ".",
                                        slowdown_sentence(figures.slowdown_vs_stage_1)};
  if (std::string sentence = communication_sentence(plan, time); !sentence.empty())
    sentences.push_back(std::move(sentence));
  const WholeRun run = whole_run(plan, time);
  if (std::string sentence = budget_sentence(plan, run); !sentence.empty())
    sentences.push_back(std::move(sentence));
  std::ranges::move(course_sentences(plan, run), std::back_inserter(sentences));
  return sentences;
}

std::string_view no_clock_sentence() {
  return "The step time of a list of tensors is not known: its FLOPs do not follow from its shapes.";
}

Table strategy_table(const std::vector<Candidate>& candidates) {
  Table table{
      {"Strategy", "GPU", "Host per node", "NVMe per node", "Largest micro batch", "Step (80 % range)",
       "Tokens/s", "MFU", "Exposed transfers", "Of stage 1", "Bound by", "Verdict"},
      {},
      "lrrrrrrrrrll"};
  for (const Candidate& candidate : candidates) {
    const MemoryEstimate& estimate = candidate.estimate;
    std::vector<std::string>& row = table.rows.emplace_back(std::vector<std::string>{
        label_of(candidate.strategy), format_bytes(estimate.gpu.peak),
        format_bytes(estimate.cpu.needed_per_node()), format_bytes(estimate.nvme.per_node),
        candidate.largest_micro_batch > 0 ? format_count(candidate.largest_micro_batch) : "–"});
    std::ranges::move(speed_cells(candidate), std::back_inserter(row));
    row.push_back(verdict_words(candidate));
  }
  return table;
}

}  // namespace zp
