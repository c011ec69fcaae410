// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/truth/published/step_tables.h"

#include <array>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "core/units/format.h"
#include "tests/truth/published/table_parts.h"

namespace zp::test {
namespace {

bool is_offloaded(const SpeedRow& row) {
  return row.time.regime == Regime::cpu_offload || row.time.regime == Regime::nvme_offload;
}

bool has_shape(const SpeedRow& row) {
  const CsvRow& csv = row.published->row;
  return csv.has("layers") && csv.has("hidden") && csv.has("seq") && csv.has("micro_batch") &&
         !row.published->lacks_accumulation;
}

bool has_quality(const SpeedRow& row, std::string_view quality) {
  return row.published->row.text("quality") == quality;
}

/// The kind of a row, which decides in which table it stands: the first kind that fits.
enum class RowKind { offload, incomplete, qlora, moe, host_bound, step };
RowKind kind_of(const SpeedRow& row) {
  if (is_offloaded(row)) return RowKind::offload;
  if (!has_shape(row)) return RowKind::incomplete;
  if (row.published->plan.training.quantizes_frozen()) return RowKind::qlora;
  if (row.published->plan.model.architecture.has_experts()) return RowKind::moe;
  return row.time.is_host_bound() ? RowKind::host_bound : RowKind::step;
}

/// One table of step times: its name, the rows in it, and a note about its misses.
struct StepTable {
  const char *id, *title, *description;
  bool (*holds)(const SpeedRow&);
  std::optional<AccuracyGoal> goal = {};
  const char* note = "";
  bool is_by_source = true;  ///< true if the note gives the median source's miss
};

constexpr std::array<StepTable, 9> step_tables = {{
    {.id = "step",
     .title = "Step time without offload",
     .description =
         "Published step times and throughputs of quality A, turned into seconds of one optimizer step "
         "by the source's own way of counting FLOPs. Dense models whose kernels take longer than their "
         "launches and hooks.",
     .holds = [](const SpeedRow& row) { return kind_of(row) == RowKind::step && has_quality(row, "A"); },
     .goal = AccuracyGoal{0.06, 0.18},
     .note =
         " What misses by more than a quarter are kernels of 2020 and 2021 (Megatron-LM and transformers "
         "on V100 and A100: DeepSpeed's tutorial, BigScience, Megatron's Table 2, GPT-2 under Lightning), "
         "which sustained less than the same products do since; no plan names them. On V100 the reverse "
         "holds too: DeepSpeed's own fused BERT kernels of 2020 reached twice what is said here."},
    {.id = "step_offload",
     .title = "Step time with offload",
     .description = "Runs with the optimizer or the parameters in host memory or on NVMe, quality A and B, "
                    "whose shape, sequence and micro batch are given.",
     .holds = [](const SpeedRow& row) { return kind_of(row) == RowKind::offload && has_shape(row); },
     .goal = AccuracyGoal{0.15, 0.30},
     .note =
         " The 90th percentile is missed. Hosts are seldom described: their memory is then that of the GPU "
         "vendor's own node, or the plan file's default. FSDP 1 with CPU offload is a kind of its own: torch "
         "1.10 (AWS blog) copies and reduces without overlap, and universal-llm-trainer wraps every matrix "
         "by itself and pads heads of 256 (25 and 33 to 55 % too fast). On V100 DeepSpeed before 0.10 did "
         "not "
         "overlap stage 3's gathers, and BigScience's network reached less on 16 nodes (20 to 36 %). "
         "ZeRO-Offload's Figure 14 is not here: its steps are shorter than Table 4 gives the Adam in them."},
    {.id = "step_host",
     .title = "Step time of runs bound by the host",
     .description =
         "Runs whose kernels by the clock take less than the host needs to start them and to run hooks: "
         "few tokens a micro batch, or many small tensors at stage 3. Quality A and B.",
     .holds = [](const SpeedRow& row) { return kind_of(row) == RowKind::host_bound; },
     .goal = AccuracyGoal{0.20, 1},
     .note = " How long the host takes is that of an unnamed processor; no row states which it was."},
    {.id = "step_moe",
     .title = "Step time of mixtures of experts",
     .description = "Runs without offload of models with routed experts, quality A and B.",
     .holds = [](const SpeedRow& row) { return kind_of(row) == RowKind::moe; },
     .goal = AccuracyGoal{0.20, 1}},
    {.id = "megatron_zero3",
     .title = "ZeRO-3 at scale, Megatron-LM's Table 2",
     .description = "GPT of 175 and 530 billion parameters on 640 to 2,240 A100, DeepSpeed of early 2021, "
                    "arXiv 2104.04473.",
     .holds =
         [](const SpeedRow& row) {
           return row.published->source == "Megatron-2021-paper" && row.published->plan.zero.stage == 3;
         },
     .goal = AccuracyGoal{0.20, 0.20},
     .note =
         "Missed. The engine of that time gathered tensor by tensor with a synchronisation each; said as no "
         "overlap and no prefetch, the estimate still comes out faster. The same paper's runs without ZeRO "
         "reach 141 to 167 TFLOPS, so part of it is the kernels of 2021, which no plan can name.",
     .is_by_source = false},
    {.id = "step_qlora",
     .title = "Step time of QLoRA",
     .description =
         "Runs without offload whose frozen weights are in 4 bit, quality A and B. No constant was taken "
         "from them.",
     .holds = [](const SpeedRow& row) { return kind_of(row) == RowKind::qlora; }},
    {.id = "step_b",
     .title = "Step time without offload, quality B",
     .description =
         "The same for figures read off charts, or of runs whose configuration is only partly given: for "
         "orientation.",
     .holds = [](const SpeedRow& row) { return kind_of(row) == RowKind::step && has_quality(row, "B"); }},
    {.id = "step_incomplete",
     .title = "Step time without offload, configuration not fully given",
     .description =
         "Runs of which the source leaves out shape, sequence, micro batch or how many make a step: what "
         "is missing is the planner's default, so the error is that of the guess too.",
     .holds = [](const SpeedRow& row) { return kind_of(row) == RowKind::incomplete; },
     .is_by_source = false},
    {.id = "step_offload_incomplete",
     .title = "Step time with offload, configuration not fully given",
     .description =
         "Offloaded runs of which the source leaves out shape, sequence, micro batch or how many make a "
         "step: what is missing is the planner's default, so the error is that of the guess too.",
     .holds = [](const SpeedRow& row) { return kind_of(row) == RowKind::offload && !has_shape(row); },
     .is_by_source = false},
}};

std::string sources_sentence(const AccuracyTable& table) {
  std::set<std::string> sources;
  for (const AccuracyRow& row : table.rows)
    sources.insert(row.source);
  return "Median over the " + format_count(static_cast<std::int64_t>(sources.size())) +
         " sources of each source's median: " + format_percent(median_over_sources(table)) + ".";
}

AccuracyTable filled(const StepTable& of, const std::vector<SpeedRow>& rows) {
  AccuracyTable table = make_table("speed", of.id, of.title, of.description, AccuracyUnit::seconds);
  table.goal = of.goal;
  for (const SpeedRow& row : rows)
    if (of.holds(row)) table.rows.push_back(step_row(row));
  finish(table);
  table.note = (of.is_by_source ? sources_sentence(table) : std::string()) + of.note;
  return table;
}

constexpr StepTable pipelines = {
    .id = "step_pipeline",
    .title = "Step time of pipelines",
    .description =
        "Published runs divided into pipeline stages, without interleaving, whose shape, sequence and micro "
        "batch are given, quality A and B.",
    .holds = has_shape};

}  // namespace

AccuracyTable pipeline_table(const std::vector<SpeedRow>& rows) { return filled(pipelines, rows); }

AccuracyRow step_row(const SpeedRow& row) {
  const CsvRow& csv = row.published->row;
  const std::string convention = csv.text("flops_convention");
  AccuracyRow result = compared_row(
      csv, row.published->configuration,
      csv.text("metric") + " " + csv.text("value") + (convention.empty() ? "" : ", " + convention),
      row.measured, row.predicted, row.published->settings_from);
  const double scale = row.time.total > 0 ? row.predicted / row.time.total : 1;
  if (row.time.range.is_known()) {
    result.low = row.time.range.low * scale;
    result.high = row.time.range.high * scale;
  }
  return result;
}

std::vector<AccuracyTable> step_tables_of(const std::vector<SpeedRow>& rows, bool with_goal) {
  std::vector<AccuracyTable> tables;
  for (const StepTable& table : step_tables)
    if (table.goal.has_value() == with_goal) tables.push_back(filled(table, rows));
  return tables;
}

}  // namespace zp::test
