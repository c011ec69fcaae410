// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diagnosis/log_facts.h"

#include <algorithm>
#include <array>

#include "core/diagnosis/phase_of_calls.h"
#include "core/run/scan.h"

namespace zp::diagnosis {
namespace {

using run::Number;
using run::Scan;

/// Lines that a training loop prints once per step or once per several steps.
constexpr auto step_marks = std::to_array<std::string_view>(
    {"'loss':", "\"loss\":", "SamplesPerSec=", "elapsed time per iteration", "step_loss=", "train_loss=",
     "tokens_per_second_per_gpu:", "perf/time_per_step", "lm_loss:", "lm loss:"});
/// Words of progress bars that count something other than training steps.
constexpr auto other_bars = std::to_array<std::string_view>(
    {"oading", "Map", "okeniz", "Download", "Generating", "Filter", "Fetching", "Saving", "Processed prompts",
     "Capturing", "Extracting", "Running tokenizer", "Grouping", "Quantiz", "Convert", "Packing"});

bool tells_a_step(const run::LogLine& line, const run::MarkFilter& marks) {
  if (std::ranges::any_of(step_marks, [&](std::string_view mark) { return marks.has(mark); })) return true;
  if (!marks.has("it/s") && !marks.has("s/it")) return false;
  return std::ranges::none_of(other_bars, [&](std::string_view word) { return marks.has(word); }) &&
         line.text.find("%|") != std::string_view::npos;
}

/// Keys with a number, as printed in JSON, YAML, a command or a program's output.
struct NumberKey {
  std::string_view key;
  double LogFacts::*member;
};
constexpr auto number_keys = std::to_array<NumberKey>({
    {"\"seq_len\"", &LogFacts::sequence_length},
    {"max_seq_length", &LogFacts::sequence_length},
    {"max_seq_len", &LogFacts::sequence_length},
    {"cutoff_len", &LogFacts::sequence_length},
    {"model_max_length", &LogFacts::sequence_length},
    {"\"num_gpus\"", &LogFacts::gpus},
    {"--num_gpus", &LogFacts::gpus},
    {"nproc_per_node", &LogFacts::gpus},
    {"world_size", &LogFacts::gpus},
    {"nNodes", &LogFacts::nodes},
    {"nnodes", &LogFacts::nodes},
    {"--num_nodes", &LogFacts::nodes},
    {"lora_rank", &LogFacts::lora_rank},
    {"local_rank", &LogFacts::local_rank},
    {"data_time", &LogFacts::data_seconds},
});
constexpr auto model_keys =
    std::to_array<std::string_view>({"model_name_or_path", "\"model_name\"", "--model_id", "base_model",
                                     "--model ", "\"_name_or_path\"", "--pretrain "});
constexpr auto gpu_keys = std::to_array<std::string_view>({"\"device_name\"", "gpu_name", "GPU name"});

/// Returns the word after a key: "Qwen/Qwen3-0.6B" for "\"model_name\": \"Qwen/Qwen3-0.6B\",".
std::string_view value_behind(std::string_view text, std::string_view key) {
  const std::size_t at = text.find(key);
  if (at == std::string_view::npos) return {};
  std::string_view rest = text.substr(at + key.size());
  rest.remove_prefix(std::min(rest.find_first_not_of(" '\":=,"), rest.size()));
  return rest;
}
std::string word_of(std::string_view rest, std::string_view ends) {
  constexpr std::size_t longest = 120;
  return std::string(rest.substr(0, std::min(rest.find_first_of(ends), longest)));
}

void note_values(const run::LogLine& line, const run::MarkFilter& marks, LogFacts& facts) {
  for (const NumberKey& row : number_keys) {
    if (!marks.has(row.key)) continue;
    Scan scan(value_behind(line.text, row.key));
    const std::optional<Number> number = scan.number();
    if (!number || number->value <= 0 || number->value > 1e9) continue;
    if (row.member == &LogFacts::data_seconds)
      facts.data_seconds += number->value;
    else
      facts.*row.member = std::max(facts.*row.member, number->value);
  }
  if (marks.has("data_time")) {
    for (const std::string_view key : {" time: ", " time ", "batch_time ", "\"time\": "}) {
      Scan scan(value_behind(line.text, key));
      if (const std::optional<Number> number = scan.number(); number && number->value < 1e6) {
        facts.step_seconds += number->value;
        break;
      }
    }
  }
  if (marks.has("finetuning_type"))
    facts.trains_adapters |= word_of(value_behind(line.text, "finetuning_type"), " '\",\t)}]") == "lora";
  if (facts.model.empty())
    for (const std::string_view key : model_keys)
      if (marks.has(key)) {
        facts.model = word_of(value_behind(line.text, key), " '\",\t)}]");
        break;
      }
  if (facts.gpu.empty())
    for (const std::string_view key : gpu_keys)
      if (marks.has(key)) facts.gpu = word_of(value_behind(line.text, key), "'\",\t)}]");
}

/// Reads DeepSpeed's "CPU Virtual Memory:  used = 30.14 GB, percent = 8.3%".
void note_host_percent(const run::LogLine& line, LogFacts& facts) {
  Scan scan(value_behind(line.text, "percent"));
  if (const std::optional<Number> percent = scan.number(); percent && percent->value <= 100)
    facts.host_percent = percent->value;
}

/// Reads the total of "Mem:            15Gi       3.6Gi       7.8Gi".
void note_free(const run::LogLine& line, LogFacts& facts) {
  Scan scan(line.text);
  if (!scan.find("Mem:")) return;
  scan.spaces();
  const std::optional<Number> total = scan.number();
  if (!total) return;
  constexpr std::string_view units = "KMGT";
  const std::size_t unit = units.find(scan.next());
  if (unit == std::string_view::npos) return;
  double bytes = total->value;
  for (std::size_t i = 0; i <= unit; ++i)
    bytes *= 1024;
  facts.host_bytes = bytes;
}

}  // namespace

void note_facts(const run::LogLine& line, const run::MarkFilter& marks, LogFacts& facts) {
  if (tells_a_step(line, marks)) {
    ++facts.step_lines;
    facts.last_step_line = line.number;
    if (facts.steps.size() < most_marked_steps) facts.steps.push_back(line.number);
  }
  note_values(line, marks, facts);
  if (marks.has("Mem:")) note_free(line, facts);
  if (marks.has("CPU Virtual Memory")) note_host_percent(line, facts);
  facts.has_generator |= marks.has("vllm") || marks.has("sglang");
  facts.has_ray |= marks.has("ray::") || marks.has("ray.exceptions");
  facts.has_traceback |= marks.has("Traceback (most recent call last)");
  facts.has_error_exit |= marks.has("return code = 1") || marks.has("(exitcode: 1)");
  facts.is_trace_invalid |= marks.has("Invalidate trace cache");
  if (marks.has("OMP_NUM_THREADS") && marks.has("to be 1")) facts.one_thread_line = line.number;
  if (const std::optional<RunPhase> phase = phase_of_progress(line.text)) {
    facts.activity = *phase;
    facts.activity_line = line.number;
  }
}

}  // namespace zp::diagnosis
