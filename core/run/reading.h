// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/run/lines.h"
#include "core/run/run_log.h"
#include "core/run/scan.h"

/// The state of reading a log: the result that readers write to, and facts from earlier lines that later
/// lines need. Internal to run/.
namespace zp::run {

/// Maximum characters stored of a line to which later lines may refer.
inline constexpr std::size_t longest_message = 120;

/// The last message of see_memory_usage, to which the following figures belong.
struct UsageState {
  std::string message;
  int line = 0;                     ///< line of the message
  bool is_cpu_accelerator = false;  ///< torch's memory is host memory
  bool is_stage_set = false;        ///< stage 3's own messages have set the stage, which happens only once
};

/// The section of a configuration that contains the following keys: "zero_optimization", "fp16".
struct SectionState {
  std::string name;
  int line = 0;
};

/// The state of a table of torch.cuda.memory_summary or nvidia-smi.
struct TableState {
  int device = -1;
  bool is_mig = false;
  int used_column = -1, index_column = -1;  ///< columns of nvidia-smi --query-gpu
};

struct TrainerState {
  bool is_state_file = false;  ///< the text is trainer_state.json, whose train_batch_size is per device
  double steps = 0;            ///< optimizer steps of the run
  double runtime = 0;          ///< duration of the run in seconds
  int runtime_line = 0;
  std::optional<Observation> bar;  ///< the run's progress bar when complete
  double bar_seconds = 0;          ///< elapsed seconds of that bar
};

/// A call of a traceback: its file and function, and the source line below it.
struct Frame {
  std::string file, function, code;
};
/// The calls of the latest traceback, outermost first.
struct Calls {
  std::vector<Frame> frames;
  int line = 0;                             ///< line of the last call
  std::optional<std::size_t> waiting = {};  ///< index of an earlier message that has no calls yet
};

/// The state of one kill by the kernel, which several lines report.
struct KernelState {
  std::optional<std::size_t> kill;  ///< index of its message
  bool was_invoked = false;
  double pages = 0;  ///< resident pages of the processes in the table
};

struct Reading {
  RunLog& log;
  const Lines& lines;
  LogLine line = {};
  std::string last_unread = {};  ///< the last line that no reader recognised
  int last_unread_line = 0;
  UsageState usage = {};
  SectionState section = {};
  TableState summary = {}, smi = {};
  std::map<int, int> profiled_step = {};  ///< step of the flops profiler, by rank
  TrainerState trainer = {};
  std::map<int, Calls> calls = {};  ///< by rank
  int timers_line = 0;              ///< the last line of Megatron's timers across ranks
  KernelState kernel = {};
  int communicator_ranks = 0;  ///< ranks of the largest communicator that NCCL reported

  /// Notes `number` times `factor` at the current line. Ignores a number that the end of the text may have
  /// truncated.
  void note(ObservedQuantity quantity, std::string moment, const std::optional<Number>& number,
            double factor = 1);
  void note(ObservedQuantity quantity, std::string moment, double value, double rounding);
  void note_word(ObservedQuantity quantity, std::string_view word);
  void note_setting(std::string_view path, const std::optional<Number>& number);
  /// Returns true if the text ends directly after this number, without a line end.
  [[nodiscard]] bool is_cut_at(const Number& number) const;
  /// Returns the writer of the line, the key of facts stored per rank.
  [[nodiscard]] int rank_key() const { return line.writer(); }
  [[nodiscard]] std::string_view text() const { return line.text; }
};

/// One kind of line, with its marks and its reader.
struct LineKind {
  LogKind kind{};
  std::array<std::string_view, 8> marks{};   ///< the line contains at least one of them; unused ones are ""
  bool (*read)(Reading& reading) = nullptr;  ///< returns true if the line is of this kind
  bool is_alone = false;                     ///< no other kind reads such a line
};

bool read_memory_usage(Reading& reading);
bool read_engine_start(Reading& reading);
bool read_engine_start_more(Reading& reading);
bool read_wall_clock(Reading& reading);
bool read_timers_across_ranks(Reading& reading);
bool read_throughput(Reading& reading);
bool read_pipeline(Reading& reading);
bool read_flops_profile(Reading& reading);
bool read_chat(Reading& reading);
bool read_trainer(Reading& reading);
bool read_trainer_metrics(Reading& reading);
bool read_progress(Reading& reading);
bool read_megatron(Reading& reading);
bool read_plain_loop(Reading& reading);
bool read_console_memory(Reading& reading);
bool read_nanotron(Reading& reading);
bool read_torchtitan(Reading& reading);
bool read_torchtune(Reading& reading);
bool read_mmengine(Reading& reading);
bool read_verl(Reading& reading);
bool read_nanogpt(Reading& reading);
bool read_memory_summary(Reading& reading);
bool read_nvidia_smi(Reading& reading);
bool read_gpu_out_of_memory(Reading& reading);
bool read_host_out_of_memory(Reading& reading);
bool read_traceback(Reading& reading);
bool read_refusal(Reading& reading);
bool read_probe(Reading& reading);

/// Finishes reading at the end of the text, and notes the facts known only then.
void end_progress(Reading& reading);
void end_out_of_memory(Reading& reading);

/// Returns "step 10" for the number "10".
std::string at_step(std::string_view number);
/// Returns "step 10" for the number after `before`; "" if there is none.
std::string step_behind(std::string_view text, std::string_view before);

}  // namespace zp::run
