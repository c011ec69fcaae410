// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/run/traceback.h"

#include <algorithm>
#include <array>

#include "core/text/limits.h"

namespace zp::run {
namespace {

/// Descriptions of a call's allocation, by the function's name or the source line, for calls without a row in
/// snapshot_frames: other programs, older releases, and code of models.
struct HintRow {
  std::string_view part;  ///< part of the function's name or of its source line
  std::string_view hint;
};
constexpr auto hints = std::to_array<HintRow>({
    {"reduce_bucket_size", "the bucket that gradients are reduced in (reduce_bucket_size)"},
    {"model_grads_to_master_grads", "a copy of the gradients in fp32"},
    {"_multi_tensor_adam", "temporaries of an optimizer that is not fused (foreach)"},
    {"exp_avg", "the optimizer's states"},
    {"logits.float()", "a copy of the logits in fp32"},
    {"log_softmax", "logits and loss"},
    {"lm_head", "the logits"},
    {"softmax", "attention's scores, which grow with the square of the sequence"},
    {"scaled_dot_product_attention", "attention"},
    {"undo_layout", "weights of int8 brought back into order to be saved"},
    {"_tensor_str", "a tensor put into text: something prints it"},
    {"_save_to_state_dict", "a copy of the weights to be saved"},
});

std::string_view hint_of(const Frame& frame) {
  for (const HintRow& row : hints)
    if (contains(frame.function, row.part) || contains(frame.code, row.part)) return row.hint;
  return "";
}

std::string_view base_name(std::string_view path) { return path.substr(path.find_last_of("/\\") + 1); }

/// Returns the text of a line in a box drawn by rich: "│ /a/b.py:3 in f   │".
std::string_view within_box(std::string_view text) {
  constexpr std::string_view bar = "│";
  std::string_view inner = trimmed(text);
  if (inner.starts_with(bar)) inner.remove_prefix(bar.size());
  if (inner.ends_with(bar)) inner.remove_suffix(bar.size());
  return trimmed(inner);
}

/// Returns the function's name in its written form: "DeepSpeedEngine.step(self, lr_kwargs)", "<module>", also
/// if rich draws a box after it.
std::string plain_function(std::string_view text) {
  std::string_view name = text.substr(0, std::min(text.find_first_of("( \t"), text.find("│")));
  return std::string(name.substr(name.rfind('.') + 1));
}

/// Maximum stored characters of a call's file, function or source line.
constexpr std::size_t longest_part = 400;

}  // namespace

std::optional<Frame> read_frame(const LogLine& line, const Lines& lines) {
  Scan scan(line.text);
  Frame frame;
  bool is_boxed = false;
  if (scan.find("File \"")) {
    const std::size_t end = scan.rest().find('"');
    if (end == std::string_view::npos) return std::nullopt;
    frame.file = scan.rest().substr(0, end);
    scan.drop(end + 1);
    if (!scan.skip(", line ") || !scan.number() || !scan.skip(", in ")) return std::nullopt;
  } else {
    const std::string_view text = within_box(line.text);
    const std::size_t end = text.find(".py:");
    if (end == std::string_view::npos) return std::nullopt;
    const std::size_t first = text.rfind(' ', end) + 1;
    frame.file = text.substr(first, end + 3 - first);
    scan = Scan(text.substr(end + 4));
    if (!scan.number()) return std::nullopt;
    scan.skip(",");
    is_boxed = contains(line.text, "│");
    if (!scan.skip(" in ") && !(is_boxed && scan.rest() == " in")) return std::nullopt;
  }
  frame.function = plain_function(scan.rest());
  Lines ahead = lines;
  LogLine below;
  bool has_more = ahead.next(below);
  if (is_boxed && has_more && trimmed(scan.rest()) == "in") {
    frame.function = plain_function(within_box(below.text));
    has_more = ahead.next(below);
  }
  if (is_boxed && has_more && within_box(below.text).empty()) has_more = ahead.next(below);
  if (has_more && !contains(below.text, "File \""))
    frame.code = within_box(below.text).substr(0, longest_part);
  frame.file.resize(std::min(frame.file.size(), longest_part));
  frame.function.resize(std::min(frame.function.size(), longest_part));
  return frame;
}

void set_call(const std::vector<Frame>& frames, OutOfMemory& message) {
  std::optional<SnapshotPhase> phase;
  for (auto it = frames.rbegin(); it != frames.rend(); ++it) {
    const Frame& frame = *it;
    const FrameRole* role = role_of_frame(frame.file, frame.function);
    const std::string_view hint = hint_of(frame);
    if (message.frame.empty() && (role != nullptr || !hint.empty())) {
      message.frame = std::string(base_name(frame.file)) + " " + frame.function;
      message.hint = hint;
      if (role != nullptr) {
        message.entries = {role->passing};
        if (role->kept != role->passing) message.entries.push_back(role->kept);
        if (role->also) message.entries.push_back(*role->also);
      }
    }
    const std::optional<SnapshotPhase> named = phase_of_frame(frame.file, frame.function);
    if (named && (!phase || *named < *phase)) phase = named;
  }
  if (phase) message.phase = name_of(ledger_phase(*phase));
}

bool read_traceback(Reading& reading) {
  const bool begins = contains(reading.text(), "Traceback (most recent call last)");
  std::optional<Frame> frame = read_frame(reading.line, reading.lines);
  if (!begins && !frame) return false;
  if (reading.calls.size() >= most_log_ranks && !reading.calls.contains(reading.rank_key())) return true;
  Calls& calls = reading.calls[reading.rank_key()];
  if (begins) calls.frames.clear();
  calls.line = reading.line.number;
  if (!frame) return true;
  if (calls.frames.size() >= most_traceback_frames) calls.frames.erase(calls.frames.begin());
  calls.frames.push_back(std::move(*frame));
  return true;
}

}  // namespace zp::run
