// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diagnosis/phase_of_calls.h"

#include <algorithm>
#include <array>

#include "core/diagnosis/phase_rows.h"
#include "core/run/scan.h"

namespace zp::diagnosis {
namespace {

using enum RunPhase;
using run::contains;
using run::Frame;

bool fits_name(std::string_view wanted, std::string_view name) {
  if (wanted.empty()) return true;
  if (wanted.ends_with('*')) return name.starts_with(wanted.substr(0, wanted.size() - 1));
  return name == wanted;
}

std::string_view last_name(std::string_view path) { return path.substr(path.find_last_of("/\\") + 1); }

struct FoundCall {
  RunPhase phase{};
  Reach reach{};
};

std::optional<FoundCall> row_of_call(const Frame& call) {
  for (const CallRow& row : call_rows())
    if (fits_name(row.function, call.function) && contains(call.file, row.file))
      return FoundCall{row.phase, row.reach};
  return std::nullopt;
}
std::optional<FoundCall> row_of_code(std::string_view code) {
  for (const CodeRow& row : code_rows())
    if (contains(code, row.part)) return FoundCall{row.phase, row.reach};
  return std::nullopt;
}

}  // namespace

bool names_phase(std::string_view code) {
  constexpr std::size_t longest_code = 200;
  return code.size() < longest_code && row_of_code(code).has_value();
}

bool is_of_generator(std::string_view line) {
  constexpr auto loggers = std::to_array<std::string_view>(
      {"multiproc_executor.py:", "multiproc_worker_utils.py:", "mp_distributed_executor.py:"});
  return std::ranges::any_of(loggers, [&](std::string_view logger) { return contains(line, logger); });
}

std::optional<RunPhase> phase_of_progress(std::string_view line) {
  for (const ProgressRow& row : progress_rows())
    if (contains(line, row.part)) return row.phase;
  return std::nullopt;
}

CallPhase phase_of_calls(const std::vector<Frame>& calls) {
  CallPhase context, setup, pass, detail;
  const auto name_of_call = [](const Frame& call) {
    return std::string(last_name(call.file)) + (call.file.empty() ? "" : " ") + call.function;
  };
  const auto note = [&](FoundCall found, const Frame& call) {
    const std::string name = name_of_call(call);
    switch (found.reach) {
      case Reach::context:
        // the outermost context counts, but saving within an evaluation is saving
        if (context.phase == unknown || found.phase == save) context = {found.phase, name};
        break;
      case Reach::setup:
        setup = {found.phase, name};
        break;
      case Reach::pass: {
        const bool is_backward = pass.phase == backward || pass.phase == reduce;
        const bool computes = found.phase == forward || found.phase == loss;
        // recomputation belongs to backward, and a generator's model and logits to generation
        if (!((is_backward || pass.phase == generate) && computes) &&
            !(pass.phase == loss && found.phase == forward))
          pass = {found.phase, name};
        break;
      }
      case Reach::detail:
        detail = {found.phase, name};
        break;
    }
  };
  for (const Frame& call : calls) {
    const std::optional<FoundCall> of_call = row_of_call(call);
    if (of_call) note(*of_call, call);
    if (const std::optional<FoundCall> of_code = row_of_code(call.code);
        of_code && (&call == &calls.back() || of_code->reach != Reach::pass || call.file.empty()))
      note(*of_code, call);
  }
  for (const CallPhase* found : {&context, &setup, &pass, &detail})
    if (found->phase != unknown) return *found;
  return {};
}

}  // namespace zp::diagnosis
