// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <array>

#include "core/run/reading.h"
#include "core/text/limits.h"

/// Reader of the Linux kernel's messages, mm/oom_kill.c. One kill is reported as "… invoked oom-killer", a
/// table of processes in pages, "oom-kill:constraint=…", "Killed process N (python3) total-vm:…kB,
/// anon-rss:…kB, …" and "oom_reaper: …". Ray kills processes before the kernel does
/// (src/ray/common/memory_monitor.cc), and reports the node's used memory in powers of 1024. The lines of a
/// shell ("Killed"), SLURM and DeepSpeed's launcher (return code −9) state no amount.
namespace zp::run {
namespace {

constexpr double page = 4096;

/// Minimum number of successive spaces that are padding, which terminals and pages insert into a broken line.
constexpr std::size_t padding = 20;

/// Adds a message for the kill whose report begins here, and returns it.
OutOfMemory& begin_kill(Reading& reading) {
  OutOfMemory message;
  message.where = ExhaustedMemory::host;
  message.line = reading.line.number;
  reading.log.out_of_memory.push_back(message);
  reading.kernel.kill = reading.log.out_of_memory.size() - 1;
  return reading.log.out_of_memory.back();
}

/// Reads a row of processes, "[ 202779]  1000 202779 274650088 243385180 1957441536     7930          -998
/// python": pid, uid, tgid, total_vm and rss in pages.
bool read_process_row(Reading& reading) {
  Scan scan(reading.text());
  if (!scan.find("] [") || (scan.spaces(), !scan.number()) || !scan.skip("]")) return false;
  std::optional<Number> column;
  for (int i = 0; i < 4; ++i) {
    scan.spaces();
    if (column = scan.number(); !column) return false;
  }
  reading.kernel.pages += column->value;
  return true;
}

/// Returns the sum of a process's anon-rss, file-rss and shmem-rss in bytes; nullopt if it is 0.
std::optional<double> resident(std::string_view text) {
  double bytes = 0;
  for (const std::string_view part : {"anon-rss:", "file-rss:", "shmem-rss:"}) {
    Scan scan(text);
    if (!scan.find(part)) continue;
    if (const std::optional<Number> amount = scan.number()) bytes += amount->value * kib;
  }
  return bytes > 0 ? std::optional(bytes) : std::nullopt;
}

bool read_killed_process(Reading& reading) {
  const bool is_whole = contains(reading.text(), "-rss:");
  const std::string text =
      unpadded(is_whole ? std::string(reading.text()) : reading.lines.joined(reading.line, 2, " "), padding);
  OutOfMemory& message =
      reading.kernel.kill ? reading.log.out_of_memory[*reading.kernel.kill] : begin_kill(reading);
  message.process = resident(text);
  if (message.process)
    reading.note(ObservedQuantity::host_used, "killed by the kernel, one process", *message.process, kib);
  reading.kernel = {};
  return true;
}

bool read_constraint(Reading& reading) {
  OutOfMemory& message =
      reading.kernel.kill ? reading.log.out_of_memory[*reading.kernel.kill] : begin_kill(reading);
  if (reading.kernel.pages > 0) {
    message.process = reading.kernel.pages * page;
    reading.note(ObservedQuantity::host_used, "killed by the kernel, all processes listed", *message.process,
                 page);
    reading.kernel.pages = 0;
  }
  return true;
}

bool read_invocation(Reading& reading) {
  if (!reading.kernel.kill || reading.kernel.was_invoked) begin_kill(reading);
  reading.kernel.was_invoked = true;
  reading.kernel.pages = 0;
  return true;
}

/// Reads "Memory on the node (…) where the task (…, memory used=211.81GB) was running was 445.48GB / 468.75GB
/// (0.95), which exceeds the memory usage threshold of 0.95."
bool read_ray(Reading& reading) {
  Scan scan(reading.text());
  if (!scan.find("Memory on the node (") || !scan.find(") was ")) return false;
  scan.skip("running was ");  // "was running was" names the task
  const std::optional<Number> used = scan.bytes();
  if (!used || !scan.skip(" / ")) return false;
  const std::optional<Number> capacity = scan.bytes();
  if (!capacity) return false;
  OutOfMemory& message = begin_kill(reading);
  message.process = used->value;
  message.capacity = capacity->value;
  reading.note(ObservedQuantity::host_used, "killed by Ray, the node", used->value, used->rounding);
  reading.kernel = {};
  return true;
}

/// Maximum number of lines after a kill within which a line without an amount still belongs to it.
constexpr int farthest_kill = 500;
bool read_hearsay(Reading& reading) {
  const std::vector<OutOfMemory>& messages = reading.log.out_of_memory;
  if (messages.empty() || reading.line.number - messages.back().line > farthest_kill ||
      messages.back().where != ExhaustedMemory::host)
    begin_kill(reading);
  reading.kernel = {};
  return true;
}

/// Returns true for a shell's report of a killed process: "bash: line 27:   318 Killed     sh start.sh" from
/// a script, "[1]+  Killed     python train.py" from a job, or "Killed" without more.
bool is_of_shell(std::string_view text) {
  if (trimmed(text) == "Killed" || contains(text, "]+  Killed") || contains(text, "]-  Killed")) return true;
  Scan scan(text);
  if (!scan.find(": line ") || !scan.number() || !scan.skip(":")) return false;
  scan.spaces();
  if (!scan.number()) return false;
  scan.spaces();
  return scan.skip("Killed ");
}

}  // namespace

bool read_host_out_of_memory(Reading& reading) {
  if (reading.log.out_of_memory.size() >= most_messages) return false;
  const std::string_view text = reading.text();
  if (contains(text, "Memory on the node (")) return read_ray(reading);
  if (contains(text, "Killed process ")) return read_killed_process(reading);
  if (contains(text, "oom-kill:")) return read_constraint(reading);
  if (contains(text, "invoked oom-killer")) return read_invocation(reading);
  if (contains(text, "oom_reaper: reaped process")) {
    reading.kernel = {};
    return true;
  }
  if (is_of_shell(text) || contains(text, "oom-kill event") || contains(text, "oom_kill event") ||
      contains(text, "exits with return code = -9") || contains(text, "(exitcode: -9)"))
    return read_hearsay(reading);
  return contains(text, "] [") && read_process_row(reading);
}

}  // namespace zp::run
