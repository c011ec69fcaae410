// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>
#include <limits>
#include <vector>

#include "core/run/reading.h"
#include "core/run/traceback.h"
#include "core/text/limits.h"

/// Reader of the messages of c10/cuda/CUDACachingAllocator.cpp, by release of PyTorch: "(GPU 0; 15.75 GiB
/// total capacity; 14.13 GiB already allocated; 586.94 MiB free; 188.72 MiB cached; …)" up to 1.4, "…
/// reserved in total by PyTorch)" up to 2.0, sentences since 2.1. All units are powers of 1024. The requested
/// amount is rounded up to the allocator's request to the driver: 2 MiB, 20 MiB, or a multiple of 2 MiB.
namespace zp::run {
namespace {

using MessageField = std::optional<double> OutOfMemory::*;

struct Words {
  std::string_view text;
  MessageField field;
};
/// Words after a figure, and words before a figure.
constexpr auto words_behind = std::to_array<Words>({{" total capacity", &OutOfMemory::capacity},
                                                    {" of which", &OutOfMemory::capacity},
                                                    {" already allocated", &OutOfMemory::allocated},
                                                    {" is allocated by PyTorch", &OutOfMemory::allocated},
                                                    {" reserved in total by PyTorch", &OutOfMemory::reserved},
                                                    {" is free", &OutOfMemory::free},
                                                    {" free", &OutOfMemory::free},
                                                    {" allowed", &OutOfMemory::allowed}});
constexpr auto words_before = std::to_array<Words>({{"Tried to allocate ", &OutOfMemory::requested},
                                                    {"total capacity of ", &OutOfMemory::capacity},
                                                    {"total capacty of ", &OutOfMemory::capacity},
                                                    {"this process has ", &OutOfMemory::process}});
/// Words after the memory that is reserved in addition to the allocated memory.
constexpr auto unallocated =
    std::to_array<std::string_view>({" is reserved by PyTorch but unallocated", " cached"});

/// Maximum lines that are joined to a message, because a page may have broken it.
constexpr int most_lines_of_message = 3;
constexpr std::size_t longest_sentence = 2'000;

/// Returns the text of one message, up to the next message or traceback.
std::string_view sentence_in(std::string_view text) {
  std::size_t end = std::min(text.size(), longest_sentence);
  for (const std::string_view stop : {"Tried to allocate", "Traceback (most", "File \"", "out of memory"})
    if (const std::size_t at = text.find(stop, 20); at != std::string_view::npos) end = std::min(end, at);
  return text.substr(0, end);
}

/// Returns the text with spaces for line ends, and without line ends that a terminal inserted into a number.
std::string unwrapped(std::string text) {
  std::size_t out = 0;
  const auto is_of_number = [](char c) { return is_digit(c) || c == '.'; };
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool is_end = text[i] == '\n';
    if (is_end && i > 0 && i + 1 < text.size() && is_of_number(text[i - 1]) && is_of_number(text[i + 1]))
      continue;
    text[out++] = is_end ? ' ' : text[i];
  }
  text.resize(out);
  return text;
}

/// Stores every amount of bytes in the sentence in the field named by the words around it.
void read_amounts(std::string_view sentence, OutOfMemory& message) {
  std::vector<double> processes;
  for (std::size_t at = 0; at < sentence.size();) {
    if (!is_digit(sentence[at]) ||
        (at > 0 && (is_word_character(sentence[at - 1]) || sentence[at - 1] == '.'))) {
      ++at;
      continue;
    }
    Scan scan(sentence.substr(at));
    const std::optional<Number> bytes = scan.bytes();
    if (!bytes) {
      ++at;
      continue;
    }
    const std::string_view before = sentence.substr(0, at);
    const auto leads =
        std::ranges::find_if(words_before, [&](const Words& words) { return before.ends_with(words.text); });
    const auto follows = std::ranges::find_if(
        words_behind, [&](const Words& words) { return scan.rest().starts_with(words.text); });
    if (leads != words_before.end()) {
      message.*leads->field = bytes->value;
      if (leads->field == &OutOfMemory::requested) message.rounding = bytes->rounding;
    } else if (follows != words_behind.end()) {
      message.*follows->field = bytes->value;
    } else if (std::ranges::any_of(unallocated,
                                   [&](std::string_view words) { return scan.rest().starts_with(words); })) {
      if (message.allocated) message.reserved = *message.allocated + bytes->value;
    } else if (scan.rest().starts_with(" memory in use")) {
      processes.push_back(bytes->value);
    }
    at = sentence.size() - scan.rest().size();
  }
  // In a container the driver does not know the owner of memory, and reports each process by its number. The
  // process with all reserved memory and the least memory in addition is this one.
  const double least = 0.99 * message.reserved.value_or(message.allocated.value_or(0));
  std::erase_if(processes, [&](double bytes) { return bytes < least; });
  if (!message.process && !processes.empty()) message.process = std::ranges::min(processes);
  // under WSL the driver reports 2^44 GiB for this process
  const double most = message.capacity.value_or(std::numeric_limits<double>::max());
  if (message.process == 0.0 || message.process.value_or(0) > most) message.process.reset();
}

/// Returns the GPU of "(GPU 2;" or "GPU 1 has"; nullopt if the number is missing.
std::optional<int> gpu_in(std::string_view sentence) {
  Scan scan(sentence);
  if (!scan.find("GPU ")) return std::nullopt;
  return whole(scan.number());
}

void note_figures(Reading& reading, const OutOfMemory& message) {
  const std::string moment = "out of memory";
  const auto note = [&](ObservedQuantity quantity, const std::optional<double>& value) {
    if (value) reading.note(quantity, moment, *value, message.rounding);
  };
  note(ObservedQuantity::gpu_allocated, message.allocated);
  note(ObservedQuantity::gpu_reserved, message.reserved);
  note(ObservedQuantity::gpu_used, message.process);
}

/// Sets a message's facts from the calls before it; without calls, marks it as waiting for the calls after
/// it.
void give_calls(Reading& reading, std::size_t index) {
  Calls& calls = reading.calls[reading.rank_key()];
  if (calls.frames.empty()) {
    calls.waiting = index;
    return;
  }
  set_call(calls.frames, reading.log.out_of_memory[index]);
  calls.frames.clear();
}

/// Maximum number of lines from a message to calls after it that still belong to it.
constexpr int farthest_calls = 200;
void settle(Reading& reading, Calls& calls) {
  if (!calls.waiting) return;
  OutOfMemory& message = reading.log.out_of_memory[*calls.waiting];
  calls.waiting.reset();
  if (calls.frames.empty() || calls.line < message.line || calls.line - message.line > farthest_calls) return;
  set_call(calls.frames, message);
}

void add(Reading& reading, OutOfMemory message) {
  if (reading.log.out_of_memory.size() >= most_messages) return;
  message.line = reading.line.number;
  message.rank = reading.line.rank;
  note_figures(reading, message);
  if (const auto calls = reading.calls.find(reading.rank_key()); calls != reading.calls.end())
    settle(reading, calls->second);
  reading.log.out_of_memory.push_back(std::move(message));
  give_calls(reading, reading.log.out_of_memory.size() - 1);
}

/// Reads a message without figures, which repeats an earlier one or omits its figures.
bool read_without_figures(Reading& reading) {
  std::vector<OutOfMemory>& messages = reading.log.out_of_memory;
  if (!messages.empty() && messages.back().phase.empty() && messages.back().where == ExhaustedMemory::gpu &&
      messages.back().requested && messages.back().rank == reading.line.rank) {
    Calls& calls = reading.calls[reading.rank_key()];
    calls.waiting.reset();
    give_calls(reading, messages.size() - 1);
    return true;
  }
  add(reading, {});
  return true;
}

bool read_allocator(Reading& reading) {
  constexpr std::string_view asked = "out of memory. Tried to allocate ";
  const std::string_view line = reading.text();
  bool is_any = false;
  for (std::size_t at = line.find(asked); at != std::string_view::npos; at = line.find(asked, at + 1)) {
    const LogLine rest{line.substr(at), reading.line.number, std::nullopt, 0, false};
    const std::string text = unwrapped(reading.lines.joined(rest, most_lines_of_message, "\n"));
    OutOfMemory message;
    const std::string_view sentence = sentence_in(text);
    read_amounts(sentence, message);
    message.gpu = gpu_in(sentence);
    if (!message.requested) continue;
    add(reading, message);
    is_any = true;
  }
  return is_any;
}

/// Messages of c10/cuda/CUDAMallocAsyncAllocator.cpp, used if PYTORCH_CUDA_ALLOC_CONF names
/// backend:cudaMallocAsync; a table follows the sentence.
constexpr std::string_view of_async = "would exceed allowed memory. (out of memory)";
constexpr auto async_rows = std::to_array<Words>({{"Currently allocated", &OutOfMemory::allocated},
                                                  {"Requested", &OutOfMemory::requested},
                                                  {"Device limit", &OutOfMemory::capacity},
                                                  {"Free (according to CUDA)", &OutOfMemory::free}});

bool read_async_allocator(Reading& reading) {
  Scan scan(reading.text());
  if (!scan.find(of_async)) return false;
  const std::string table = reading.lines.joined(reading.line, static_cast<int>(async_rows.size()), " ");
  OutOfMemory message;
  for (const auto& [label, field] : async_rows) {
    Scan row(table);
    if (!row.find(label)) continue;
    row.skip_any(" :");
    const std::optional<Number> bytes = row.bytes();
    if (!bytes) continue;
    message.*field = bytes->value;
    if (field == &OutOfMemory::requested) message.rounding = bytes->rounding;
  }
  Scan device(reading.text());
  if (device.find("on device ")) message.gpu = whole(device.number());
  add(reading, message);
  return true;
}

/// Errors outside the allocator, of the driver and NCCL.
constexpr auto device_errors = std::to_array<std::string_view>(
    {"CUDA Error: out of memory", "CUDA error: out of memory", "CUDA driver error: out of memory",
     "HIP error: out of memory", "CUDA_ERROR_OUT_OF_MEMORY", "CUBLAS_STATUS_ALLOC_FAILED",
     "'out of memory'"});
/// Errors of the allocator without amounts: copied incompletely, or those of THC, PyTorch 0.1 to 1.4.
constexpr auto bare_errors = std::to_array<std::string_view>(
    {"Error: CUDA out of memory", "Error: HIP out of memory", "Error: XPU out of memory",
     "error=2 : out of memory", "cuda runtime error (2) : out of memory"});

}  // namespace

bool read_gpu_out_of_memory(Reading& reading) {
  const std::string_view text = reading.text();
  if (contains(text, "DefaultCPUAllocator")) {
    Scan scan(text);
    OutOfMemory message;
    message.where = ExhaustedMemory::host;
    if (!scan.find("you tried to allocate ")) return false;
    if (const std::optional<Number> bytes = scan.number(); bytes && !reading.is_cut_at(*bytes))
      message.requested = bytes->value;
    add(reading, message);
    return true;
  }
  if (read_allocator(reading) || read_async_allocator(reading)) return true;
  for (const std::string_view error : device_errors)
    if (contains(text, error)) {
      OutOfMemory message;
      message.where = ExhaustedMemory::device;
      add(reading, message);
      return true;
    }
  const bool is_without_figures =
      std::ranges::any_of(bare_errors, [&](std::string_view error) { return contains(text, error); });
  return is_without_figures && read_without_figures(reading);
}

void end_out_of_memory(Reading& reading) {
  for (auto& [rank, calls] : reading.calls)
    settle(reading, calls);
  // Ranks run the same code: a rank without a traceback stopped where another rank stopped with the same
  // request.
  std::vector<OutOfMemory>& messages = reading.log.out_of_memory;
  const auto is_complete = [](const OutOfMemory& one) {
    return !one.phase.empty() && one.requested.has_value();
  };
  const auto complete = std::ranges::find_if(messages, is_complete);
  if (complete == messages.end()) return;
  for (OutOfMemory& message : messages)
    if (message.phase.empty() && message.requested == complete->requested) {
      message.phase = complete->phase;
      message.frame = complete->frame;
      message.hint = complete->hint;
      message.entries = complete->entries;
    }
}

}  // namespace zp::run
