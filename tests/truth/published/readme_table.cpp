// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/truth/published/readme_table.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <stdexcept>

#include "tests/support/marked_section.h"

namespace zp::test {
namespace {

constexpr std::string_view section_name = "accuracy";  // the build target that writes the table

/// The figures of a table that its row in the README shows.
enum class Reached { exact, median, median_and_p90, median_and_worst, verdicts, note };

struct ReadmeRow {
  std::string_view table;  ///< table id; "" if other tests check the figures, which are words here
  std::string_view quantity, truth;
  Reached reached{};
  std::string_view rows = {}, words = {};
};

constexpr auto readme_rows = std::to_array<ReadmeRow>({
    {"engine_states", "model states between steps", "DeepSpeed's engine itself, every tensor counted",
     Reached::median_and_worst},
    {"saved_activations", "activations saved by autograd", "PyTorch with saved-tensor hooks", Reached::exact},
    {"", "DeepSpeed's own estimators, reproduced", "the functions themselves", {}, "161", "to the byte"},
    {"",
     "`check` accepts what DeepSpeed accepts",
     "the parsers of eight releases, 0.12.6 to 0.19.6",
     {},
     "8 × 1,614 files",
     "all"},
    {"", "parameter counts", "published counts", {}, "154", "to the last parameter"},
    {"peak_deepspeed", "peak memory, DeepSpeed, configuration complete", "published runs",
     Reached::median_and_p90},
    {"peak_other", "peak memory, PyTorch FSDP, DDP, Megatron-LM, nanotron", "published runs",
     Reached::median_and_p90},
    {"peak_adapters", "peak memory, LoRA and QLoRA", "published runs", Reached::median_and_p90},
    {"peak_pipeline", "peak memory, pipelines", "published runs", Reached::median_and_p90},
    {"head_and_loss", "head and loss alone", "Liger-Kernel's benchmark", Reached::median_and_worst},
    {"host", "host memory of a node", "published runs", Reached::median_and_worst},
    {"fits", "\"fits\"", "runs that ran, runs that ran out of memory", Reached::verdicts},
    {"largest_model", "largest model that can be trained", "published runs", Reached::median},
    {"step", "step time without offload", "published runs", Reached::median_and_p90},
    {"calibrated", "step time of a machine's other runs, calibrated on one of them, by machine",
     "published runs", Reached::note},
    {"step_moe", "step time of mixtures of experts under ZeRO-3", "published runs", Reached::median_and_p90},
    {"step_pipeline", "step time of pipelines", "published runs", Reached::median_and_p90},
    {"step_offload", "step time with offload", "published runs", Reached::median_and_p90},
    {"choices", "fastest of several settings of one source", "published runs", Reached::note},
    {"zeropp", "step time with ZeRO++", "published runs", Reached::median},
    {"collectives", "NCCL collectives by message size", "published benchmarks", Reached::median_and_p90},
    {"megatron_zero3", "ZeRO-3 at scale in 2021 (Megatron-LM, Table 2)", "published runs",
     Reached::median_and_worst},
});

/// Returns a share as "5.3 %" or "16.0 %", and with two digits if it is below one percent.
std::string percent(double share) {
  const double value = 100 * share;
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), value < 1 ? "%.2g %%" : "%.1f %%", value);
  return text.data();
}

std::string wrong(const AccuracyVerdicts& of) {
  return std::to_string(of.ran_said_not_to_fit) + " of " + std::to_string(of.ran) + " and " +
         std::to_string(of.ran_out_said_to_fit) + " of " + std::to_string(of.ran_out) + " wrong";
}

std::string reached(const ReadmeRow& row, const AccuracyTable& table) {
  const auto said = [](const char* what, const std::optional<double>& share) {
    return std::string(what) + ' ' + percent(share.value());
  };
  switch (row.reached) {
    case Reached::exact:
      return table.worst == 0.0 ? "exact" : said("worst", table.worst);
    case Reached::median:
      return said("median", table.median);
    case Reached::median_and_p90:
      return said("median", table.median) + ", " + said("90th percentile", table.p90);
    case Reached::median_and_worst:
      return said("median", table.median) + ", " + said("worst", table.worst);
    case Reached::verdicts:
      return wrong(table.verdicts.value());
    case Reached::note:
      return table.note.substr(0, table.note.find(" ("));
  }
  return "";
}

/// Returns the figures that the rows' columns alone give; "" if those are the same.
std::string reached_by_columns(const ReadmeRow& row, const AccuracyTable& table) {
  if (!table.columns_alone || row.reached == Reached::note) return "";
  const AccuracyWithLess& alone = *table.columns_alone;
  if (alone.verdicts) return wrong(*alone.verdicts);
  const std::string errors = percent(alone.median.value()) + ", " + percent(alone.p90.value());
  return alone.count == table.count ? errors : errors + " (" + std::to_string(alone.count) + " rows)";
}

}  // namespace

std::string readme_table(const Accuracy& all) {
  std::string text =
      "| quantity | truth | rows | reached | by their columns alone |\n|---|---|---|---|---|\n";
  for (const ReadmeRow& row : readme_rows) {
    std::string rows(row.rows), words(row.words), alone;
    if (!row.table.empty()) {
      const auto table = std::ranges::find(all.tables, row.table, &AccuracyTable::id);
      if (table == all.tables.end())
        throw std::runtime_error("resources/accuracy has no table " + std::string(row.table));
      rows = std::to_string(table->count);
      words = reached(row, *table);
      alone = reached_by_columns(row, *table);
    }
    text += "| " + std::string(row.quantity) + " | " + std::string(row.truth) + " | " + rows + " | " + words +
            " | " + alone + " |\n";
  }
  return text;
}

std::string with_table(std::string_view readme, std::string_view table) {
  return with_section(readme, section_name, table);
}

std::string table_in(std::string_view readme) { return section_in(readme, section_name); }

}  // namespace zp::test
