// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>

#include "core/run/marks.h"
#include "core/run/reading.h"
#include "core/text/file_error.h"
#include "core/text/limits.h"
#include "core/text/utf8.h"

namespace zp {
namespace {

using run::LineKind;

constexpr std::array log_kind_rows = [] {
  using enum LogKind;
  return std::to_array<LogKindRow>({
      {memory_usage, "memory_usage", "DeepSpeed's see_memory_usage"},
      {engine_start, "engine_start", "settings of the engine"},
      {wall_clock, "wall_clock", "DeepSpeed's wall_clock_breakdown"},
      {throughput, "throughput", "DeepSpeed's throughput"},
      {pipeline, "pipeline", "DeepSpeed's pipeline engine"},
      {flops_profile, "flops_profile", "DeepSpeed's flops profiler"},
      {chat, "chat", "DeepSpeed-Chat"},
      {trainer, "trainer", "Hugging Face's Trainer"},
      {progress, "progress", "progress bars"},
      {megatron, "megatron", "Megatron"},
      {plain_loop, "plain_loop", "a plain training loop"},
      {nanotron, "nanotron", "nanotron"},
      {torchtitan, "torchtitan", "torchtitan"},
      {torchtune, "torchtune", "torchtune"},
      {mmengine, "mmengine", "MMEngine"},
      {verl, "verl", "verl"},
      {memory_summary, "memory_summary", "torch.cuda.memory_summary"},
      {nvidia_smi, "nvidia_smi", "nvidia-smi"},
      {gpu_out_of_memory, "gpu_out_of_memory", "out of memory on a GPU"},
      {host_out_of_memory, "host_out_of_memory", "out of memory on the host"},
      {traceback, "traceback", "Python's traceback"},
      {refusal, "refusal", "DeepSpeed's refusal of a configuration"},
      {probe, "probe", "ZeRO Planner's probe"},
      {memory_snapshot, "memory_snapshot", "PyTorch's memory snapshot"},
  });
}();
static_assert(
    [] {
      for (std::size_t i = 0; i < log_kind_rows.size(); ++i)
        if (log_kind_rows[i].id != static_cast<LogKind>(i)) return false;
      return log_kind_rows.back().id == LogKind::memory_snapshot;
    }(),
    "one row for each kind, in the order of its id");

/// The kinds of line. Every kind whose mark is in a line reads the line, because a bar and text printed after
/// it may share one line. For a new kind of log, add a row here and a function.
constexpr auto line_kinds = std::to_array<LineKind>({
    {LogKind::probe, {"\"zero_planner\""}, run::read_probe, true},
    {LogKind::traceback, {"File \"", "Traceback (most", ".py:"}, run::read_traceback},
    {LogKind::gpu_out_of_memory,
     {"out of memory", "OUT_OF_MEMORY", "STATUS_ALLOC_FAILED", "DefaultCPUAllocator"},
     run::read_gpu_out_of_memory},
    {LogKind::host_out_of_memory,
     {"Killed", "oom-kill", "oom_kill", "oom_reaper", "return code = -9", "(exitcode: -9)", "] [",
      "Memory on the node ("},
     run::read_host_out_of_memory},
    {LogKind::memory_usage,
     {"MA ", "CPU Virtual", "see_memory_usage]", "nitializ", " partitions", "Engine ", "ccelerator to "},
     run::read_memory_usage},
    {LogKind::wall_clock, {"time (ms) |"}, run::read_wall_clock},
    {LogKind::wall_clock, {"time across ranks (ms):", " ...", "...:"}, run::read_timers_across_ranks},
    {LogKind::throughput, {"SamplesPerSec=", "/global_step="}, run::read_throughput},
    {LogKind::pipeline, {"iter time (s):"}, run::read_pipeline},
    {LogKind::flops_profile,
     {"Profile Summary", "world size:", "size per GPU:", "params", "latency:", "FLOPS per",
      "samples/second:"},
     run::read_flops_profile},
    {LogKind::flops_profile,
     {"Profile step", "of parameters:", "Latency:", "(FLOPS):"},
     run::read_flops_profile},
    {LogKind::chat, {"E2E latency=", "Latency: ", "Model Parameters"}, run::read_chat},
    {LogKind::trainer,
     {"atch size", "ccumulation steps", "optimization steps", "rainable param", "Total Param", "best_metric",
      "log_history", "global_step"},
     run::read_trainer},
    {LogKind::trainer, {"Num processes"}, run::read_trainer},
    {LogKind::trainer, {"memory usage ", "Peak reserved memory"}, run::read_console_memory},
    {LogKind::trainer,
     {"train_", "memory(GiB)", "throughput\"", "memory/max_", "total_peak_memory_"},
     run::read_trainer_metrics},
    {LogKind::progress, {"it/s", "s/it"}, run::read_progress},
    {LogKind::megatron,
     {"elapsed time per iteration", "elapsed_time_per_iteration", "memory (MB) |"},
     run::read_megatron},
    {LogKind::plain_loop, {"tok/sec"}, run::read_plain_loop},
    {LogKind::plain_loop, {"iter "}, run::read_nanogpt},
    {LogKind::nanotron, {"time_per_iteration_ms: ", "Memory usage: "}, run::read_nanotron},
    {LogKind::torchtitan, {"tps: "}, run::read_torchtitan},
    {LogKind::torchtune, {"tokens_per_second_per_gpu:", "GPU peak memory"}, run::read_torchtune},
    {LogKind::mmengine, {"(train)"}, run::read_mmengine},
    {LogKind::verl, {"perf/max_memory_", "perf/cpu_memory_"}, run::read_verl},
    {LogKind::memory_summary,
     {"CUDA memory summary", "Allocated memory", "GPU reserved memory"},
     run::read_memory_summary},
    {LogKind::nvidia_smi,
     {"NVIDIA-SMI", "MiB /", "MiB,", " MiB", "memory.used", "0000:", "MIG devices"},
     run::read_nvidia_smi},
    {LogKind::refusal,
     {"train_batch_size is not", "DeepSpeedZeroConfig", "mismatch TrainingArguments", "ZeRORuntimeException",
      "DeepSpeedConfigError"},
     run::read_refusal},
    {LogKind::engine_start,
     {"batch_size", "accumulation_steps", "world_size", "stage", "Stage", "16", "enabled", "zero_"},
     run::read_engine_start},
    {LogKind::engine_start,
     {"bucket size", "eepspeed", "eepSpeed", "nproc", "num_gpus", "num_local_procs", " nranks "},
     run::read_engine_start_more},
});

bool has_mark(const LineKind& kind, const run::MarkFilter& line) {
  return std::ranges::any_of(kind.marks,
                             [&](std::string_view mark) { return !mark.empty() && line.has(mark); });
}

void count(RunLog& log, LogKind kind, int line) {
  const auto known = std::ranges::find(log.kinds, kind, &RecognisedKind::kind);
  if (known == log.kinds.end())
    log.kinds.push_back({kind, 1, line});
  else
    ++known->lines;
}

/// Reads the current line; returns true if any kind recognises it.
bool read_line(run::Reading& reading) {
  const run::MarkFilter line(reading.line.text);
  bool is_known = false;
  std::optional<LogKind> last;
  for (const LineKind& kind : line_kinds) {
    if (!has_mark(kind, line) || !kind.read(reading)) continue;
    is_known = true;
    if (last != kind.kind) count(reading.log, kind.kind, reading.line.number);
    last = kind.kind;
    if (kind.is_alone) break;
  }
  return is_known;
}

}  // namespace

bool is_printed_by_run(const RunLog& log) {
  return std::ranges::any_of(log.kinds,
                             [](const RecognisedKind& each) { return each.kind != LogKind::engine_start; });
}

const LogKindRow& row_of(LogKind kind) { return log_kind_rows[static_cast<std::size_t>(kind)]; }

RunLog read_run_log(std::string_view text) {
  if (text.size() > 2 * largest_log)
    throw FileError(
        "",
        "A log of more than 128 MiB is not read: give the part with the start of the run and a few steps.");
  RunLog log;
  run::Lines lines(text);
  run::Reading reading{log, lines};
  while (lines.next(reading.line)) {
    if (run::trimmed(reading.line.text).empty()) continue;
    ++log.lines;
    if (read_line(reading)) {
      ++log.recognised;
    } else {
      reading.last_unread = run::trimmed(reading.line.text).substr(0, run::longest_message);
      reading.last_unread_line = reading.line.number;
    }
  }
  run::end_progress(reading);
  run::end_out_of_memory(reading);
  std::ranges::stable_sort(log.observations, {}, &Observation::line);
  return log;
}

}  // namespace zp
