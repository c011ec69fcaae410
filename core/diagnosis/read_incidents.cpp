// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <map>
#include <utility>

#include "core/diagnosis/death_rows.h"
#include "core/diagnosis/log_facts.h"
#include "core/diagnosis/phase_of_calls.h"
#include "core/diagnosis/row_readers.h"
#include "core/run/traceback.h"
#include "core/text/limits.h"

namespace zp {
namespace {

using diagnosis::CallPhase;
using diagnosis::death_row;
using diagnosis::death_rows;
using diagnosis::DeathRow;
using run::Frame;
using run::LogLine;

constexpr std::size_t most_incidents = 500;
constexpr std::size_t most_reports = 5'000;
constexpr std::size_t longest_incident = 300;
/// Most lines between a message and the calls of its traceback.
constexpr int farthest = 200;

/// The traceback that one writer has printed, and the sign that waits for calls printed after it.
struct WriterCalls {
  std::vector<Frame> frames;
  int line = 0;          ///< the last line of the traceback
  bool is_open = false;  ///< a traceback has begun and its exception has not been printed yet
  int opened = 0;        ///< the line where it began
  std::optional<std::size_t> waiting;
};

/// Returns the exception's name at the end of a traceback: "SomeError" for "transformers.X.SomeError:
/// message"; nullopt for other lines.
std::optional<std::string_view> exception_of(std::string_view text) {
  const std::size_t colon = text.find(": ");
  std::string_view head = run::trimmed(colon == std::string_view::npos ? text : text.substr(0, colon));
  if (head.ends_with(':')) head.remove_suffix(1);
  head = head.substr(head.find_last_of(" ]") + 1);
  const std::string_view name = head.substr(head.rfind('.') + 1);
  const bool is_error = name.ends_with("Error") || name.ends_with("Exception") || name.ends_with("Refused") ||
                        name.ends_with("Exit") || name.ends_with("NotFound");
  if (!is_error || name.size() > 80 || name.size() < 5 || name.front() < 'A' || name.front() > 'Z')
    return std::nullopt;
  const bool is_name =
      std::ranges::all_of(head, [](char c) { return run::is_word_character(c) || c == '.'; });
  return is_name ? std::optional(name) : std::nullopt;
}

class IncidentReader {
 public:
  IncidentReader(std::string_view text, const RunLog& log) : lines_(text), log_(log) {
    exception_ = death_row("exception");
    allocator_ = death_row("gpu_allocator");
  }

  LogIncidents read() {
    LogLine line;
    while (lines_.next(line)) {
      if (run::trimmed(line.text).empty()) continue;
      last_line_ = line.number;
      read_line(line);
    }
    for (auto& [writer, calls] : calls_) {
      settle(calls);
      if (calls.is_open)
        add(death_row("cut_traceback"), calls.opened, "Traceback (most recent call last)", {});
    }
    if (out_.incidents.empty() && bare_ && bare_->line == last_line_)
      add(exception_, bare_->line, bare_->message, bare_->rank, *bare_);
    finish();
    return std::move(out_);
  }

 private:
  void read_line(const LogLine& line) {
    const run::MarkFilter marks(line.text);
    diagnosis::note_facts(line, marks, out_.facts);
    if (marks.has("Traceback (most") || marks.has("File \"") || marks.has(".py:"))
      read_call(line, marks);
    else if (diagnosis::names_phase(line.text))
      read_code(line);
    read_process_table(line, marks);
    if (!read_messages(line)) read_rows(line, marks);
  }

  void read_call(const LogLine& line, const run::MarkFilter& marks) {
    if (calls_.size() >= most_log_ranks && !calls_.contains(line.writer())) return;
    WriterCalls& calls = calls_[line.writer()];
    if (marks.has("Traceback (most")) {
      settle(calls);
      calls.frames.clear();
      calls.is_open = true;
      calls.line = calls.opened = line.number;
      return;
    }
    std::optional<Frame> frame = run::read_frame(line, lines_);
    if (!frame) return;
    if (calls.frames.size() >= most_traceback_frames) calls.frames.erase(calls.frames.begin());
    calls.frames.push_back(std::move(*frame));
    calls.line = line.number;
  }
  /// Reads a line of source code whose call is not in the excerpt.
  void read_code(const LogLine& line) {
    if (calls_.size() >= most_log_ranks && !calls_.contains(line.writer())) return;
    WriterCalls& calls = calls_[line.writer()];
    const std::string_view code = run::trimmed(line.text);
    if (!calls.frames.empty() && calls.line >= line.number - 2 &&
        run::contains(code, calls.frames.back().code))
      return;
    calls.frames.push_back({"", "", std::string(code)});
    calls.line = line.number;
  }

  /// Adds the out-of-memory messages that core/run has read from this line; returns true if there was one.
  bool read_messages(const LogLine& line) {
    bool is_any = false;
    while (message_ < log_.out_of_memory.size() && log_.out_of_memory[message_].line <= line.number) {
      const OutOfMemory& message = log_.out_of_memory[message_];
      const std::size_t index = message_++;
      if (message.line != line.number) continue;
      is_any = true;
      const char* const id = message.where == ExhaustedMemory::gpu      ? "gpu_allocator"
                             : message.where == ExhaustedMemory::device ? "gpu_driver"
                             : message.requested                        ? "host_allocation"
                                                                        : "host_killed";
      std::size_t row = death_row(id);
      if (message.where == ExhaustedMemory::device) {
        if (run::contains(line.text, "NCCL WARN") || run::contains(line.text, "Failed to C"))
          row = nccl_row(line);
        if (is_pinning(line)) row = death_row("host_pinned");
        if (run::contains(line.text, "cumem") || is_within(line, "vllm/")) row = death_row("gpu_generator");
      }
      Incident incident;
      incident.memory = index;
      incident.requested = message.requested;
      incident.capacity = message.capacity;
      incident.free = message.free;
      incident.process = message.process;
      add(row, line.number, line.text, message.rank ? message.rank : line.rank, std::move(incident), &line);
    }
    return is_any;
  }
  /// NCCL's next warning states which memory it could not allocate, the GPU's or pinned memory.
  std::size_t nccl_row(const LogLine& line) const {
    constexpr int farthest_warning = 2;
    return death_row(run::contains(lines_.joined(line, farthest_warning, " "), "host alloc") ? "host_pinned"
                                                                                             : "gpu_nccl");
  }
  /// CUDA also reports failed allocations of pinned host memory as out of memory.
  bool is_pinning(const LogLine& line) const {
    return has_call(line, [](const Frame& frame) {
      return run::contains(frame.function, "pin_memory") || run::contains(frame.code, "pin_memory(") ||
             run::contains(frame.code, "pin_memory=True");
    });
  }

  /// Returns true if a call of the traceback contains the part in its file, function or source.
  bool is_within(const LogLine& line, std::string_view part) const {
    return has_call(line, [&](const Frame& frame) {
      return run::contains(frame.file, part) || run::contains(frame.function, part) ||
             run::contains(frame.code, part);
    });
  }
  template <typename Question>
  bool has_call(const LogLine& line, Question&& question) const {
    const auto calls = calls_.find(line.writer());
    return calls != calls_.end() && std::ranges::any_of(calls->second.frames, question);
  }

  /// Reads Ray's table of the node's processes, "PID	MEM(GB)	COMMAND", with amounts in powers of 1024.
  void read_process_table(const LogLine& line, const run::MarkFilter& marks) {
    if (marks.has("MEM(GB)")) {
      is_in_table_ = true;
      return;
    }
    if (!is_in_table_) return;
    run::Scan scan(line.text);
    scan.spaces();
    const std::optional<run::Number> pid = scan.number();
    scan.spaces();
    const std::optional<run::Number> held = scan.number();
    is_in_table_ = pid && held;
    const auto killed = std::ranges::find_if(
        out_.incidents.rbegin(), out_.incidents.rend(),
        [](const Incident& incident) { return death_rows()[incident.row]->kind == DeathKind::host_oom; });
    if (!is_in_table_ || killed == out_.incidents.rend()) return;
    const double bytes = held->value * run::gib;
    if (!killed->subject.empty() && killed->process.value_or(0) >= bytes) return;
    killed->process = bytes;
    killed->subject = std::string(run::trimmed(scan.rest()).substr(0, 80));
  }

  void read_rows(const LogLine& line, const run::MarkFilter& marks) {
    const std::span<const DeathRow* const> rows = death_rows();
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const DeathRow& row = *rows[i];
      if (!std::ranges::any_of(row.marks,
                               [&](std::string_view mark) { return !mark.empty() && marks.has(mark); }) ||
          !std::ranges::all_of(row.also,
                               [&](std::string_view mark) { return mark.empty() || marks.has(mark); }))
        continue;
      const bool has_calls = std::ranges::any_of(
          row.within, [&](std::string_view part) { return !part.empty() && is_within(line, part); });
      if (!row.within.front().empty() && !has_calls) continue;
      Incident incident;
      if (row.read != nullptr && !row.read(lines_, line, incident)) continue;
      add(i, line.number, line.text, line.rank, std::move(incident), &line);
      return;
    }
    const std::optional<std::string_view> name = exception_of(line.text);
    if (!name) return;
    Incident incident;
    incident.subject = std::string(run::trimmed(line.text).substr(0, longest_incident));
    if (follows_calls(line))
      return add(exception_, line.number, line.text, line.rank, std::move(incident), &line);
    // "KeyError: 'input_ids'" without calls ends a run only if nothing follows it
    if (line.text.substr(0, line.text.find(':')).find(' ') != std::string_view::npos) return;
    incident.line = line.number;
    incident.rank = line.rank;
    incident.message = incident.subject;
    bare_ = std::move(incident);
  }
  bool follows_calls(const LogLine& line) const {
    const auto calls = calls_.find(line.writer());
    return calls != calls_.end() && line.number - calls->second.line <= farthest;
  }

  void add(std::size_t row, int number, std::string_view text, std::optional<int> rank,
           Incident incident = {}, const LogLine* line = nullptr) {
    incident.row = row;
    incident.line = incident.last_line = number;
    incident.rank = rank;
    incident.message = std::string(run::trimmed(text).substr(0, longest_incident));
    if (line != nullptr) take_calls(*line, incident);
    if (incident.phase == RunPhase::unknown && diagnosis::is_of_generator(text))
      incident.phase = RunPhase::generate;
    const auto same =
        std::ranges::find_if(out_.incidents, [&](const Incident& known) { return is_same(known, incident); });
    if (same != out_.incidents.end()) return merge(*same, std::move(incident));
    if (out_.incidents.size() >= most_incidents) return;
    out_.incidents.push_back(std::move(incident));
    if (line != nullptr && out_.incidents.back().call.empty())
      calls_[writer_of_calls(*line)].waiting = out_.incidents.size() - 1;
  }
  /// Signs of several ranks are merged, except out-of-memory messages with different requests.
  bool is_same(const Incident& known, const Incident& incident) const {
    if (known.row != incident.row) return false;
    const bool has_amounts = known.row == allocator_ || (known.requested && incident.requested);
    if ((known.memory || incident.memory) && has_amounts)
      return known.requested == incident.requested &&
             (known.phase == incident.phase || incident.phase == RunPhase::unknown ||
              known.phase == RunPhase::unknown);
    return death_rows()[incident.row]->weight != diagnosis::Weight::exception ||
           known.subject == incident.subject;
  }
  static void merge(Incident& known, Incident incident) {
    ++known.lines;
    known.last_line = incident.line;
    if (known.phase == RunPhase::unknown) {
      known.phase = incident.phase;
      known.call = std::move(incident.call);
    }
    if (!known.requested) known.requested = incident.requested;
    if (known.subject.empty()) known.subject = std::move(incident.subject);
    if (known.count != 0 || incident.count != 0) known.count = incident.count;
    for (CollectiveReport& report : incident.reports)
      if (known.reports.size() < most_reports) known.reports.push_back(std::move(report));
  }

  /// Returns the writer whose calls belong to the line: its own, or the lines without a rank if this line's
  /// rank is only in its text ("[Rank 0] Watchdog caught …").
  int writer_of_calls(const LogLine& line) const {
    constexpr int nobody = -1;
    return calls_.contains(line.writer()) || line.process > 0 ? line.writer() : nobody;
  }

  /// Sets a sign's phase from the calls of the traceback that it ends.
  void take_calls(const LogLine& line, Incident& incident) {
    const auto found = calls_.find(writer_of_calls(line));
    if (found == calls_.end()) return;
    WriterCalls& calls = found->second;
    settle(calls);
    calls.is_open = false;
    if (calls.frames.empty() || line.number - calls.line > farthest) return;
    give(calls.frames, incident);
  }
  static void give(const std::vector<Frame>& frames, Incident& incident) {
    CallPhase phase = diagnosis::phase_of_calls(frames);
    incident.phase = phase.phase;
    incident.call = std::move(phase.call);
    constexpr std::size_t most_names = 600;
    for (auto frame = frames.rbegin(); frame != frames.rend() && incident.calls.size() < most_names; ++frame)
      incident.calls += frame->function + " " + frame->code.substr(0, 80) + "\n";
  }
  /// Adds the calls printed after a waiting sign to it.
  void settle(WriterCalls& calls) {
    if (!calls.waiting) return;
    Incident& incident = out_.incidents[*calls.waiting];
    if (calls.frames.empty() || calls.line < incident.line) return;
    calls.waiting.reset();
    if (incident.phase != RunPhase::unknown || calls.line - incident.line > farthest) return;
    give(calls.frames, incident);
  }

  /// If no call shows the phase, uses the row's phase, then the activity that the log shows.
  void finish() {
    for (Incident& incident : out_.incidents) {
      const DeathRow& row = *death_rows()[incident.row];
      if (incident.phase == RunPhase::unknown) incident.phase = row.phase;
      const LogFacts& facts = out_.facts;
      const bool is_going_on =
          facts.activity_line > 0 && facts.activity_line <= incident.line &&
          !(facts.last_step_line > facts.activity_line && facts.last_step_line < incident.line);
      if (incident.phase == RunPhase::unknown && row.weight != diagnosis::Weight::slowdown && is_going_on)
        incident.phase = facts.activity;
      if (incident.memory && !incident.capacity && row.kind == DeathKind::host_oom && facts.host_bytes > 0)
        incident.capacity = facts.host_bytes;
    }
  }

  run::Lines lines_;
  const RunLog& log_;
  std::size_t exception_ = 0, allocator_ = 0;
  std::size_t message_ = 0;  ///< index of the next message in log_
  int last_line_ = 0;
  std::optional<Incident> bare_;  ///< the last exception without calls
  std::map<int, WriterCalls> calls_;
  bool is_in_table_ = false;  ///< the current lines are rows of Ray's process table
  LogIncidents out_;
};

}  // namespace

LogIncidents read_incidents(std::string_view text, const RunLog& log) {
  return IncidentReader(text, log).read();
}

}  // namespace zp
