// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <array>
#include <charconv>

#include "core/plan/finding.h"
#include "core/plan/plan.h"

namespace zp {
namespace {

constexpr std::array<LoraTargetName, 7> lora_targets = {{{lora_q, "q_proj"},
                                                         {lora_k, "k_proj"},
                                                         {lora_v, "v_proj"},
                                                         {lora_o, "o_proj"},
                                                         {lora_gate, "gate_proj"},
                                                         {lora_up, "up_proj"},
                                                         {lora_down, "down_proj"}}};

/// The newest release of each series with settings that a plan has. Source: the tags of
/// deepspeedai/DeepSpeed.
constexpr std::array<DeepSpeedVersion, 8> newest_of_series = {
    {{0, 12, 6}, {0, 13, 5}, {0, 14, 5}, {0, 15, 4}, {0, 16, 9}, {0, 17, 6}, {0, 18, 9}, {}}};

int newest_patch(int major, int minor) {
  for (const DeepSpeedVersion& version : newest_of_series)
    if (version.major == major && version.minor == minor) return version.patch;
  return 0;
}

/// Removes and returns a number of at most four digits at the front.
std::optional<int> take_number(std::string_view& text) {
  int value = 0;
  const std::size_t longest = text.size() < 4 ? text.size() : 4;
  const auto [end, error] = std::from_chars(text.data(), text.data() + longest, value);
  if (error != std::errc() || value < 0 || text.front() == '-') return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return value;
}

bool take_dot(std::string_view& text) {
  if (!text.starts_with('.')) return false;
  text.remove_prefix(1);
  return true;
}

}  // namespace

std::string_view name_of(Severity severity) {
  static constexpr std::array<std::string_view, 6> names = {"refused", "fails_later", "ignored",
                                                            "slow",    "wasteful",    "style"};
  return names[static_cast<std::size_t>(severity)];
}

std::span<const LoraTargetName> lora_target_names() { return lora_targets; }

std::string name_of(const DeepSpeedVersion& version) {
  return std::to_string(version.major) + "." + std::to_string(version.minor) + "." +
         std::to_string(version.patch);
}

std::optional<DeepSpeedVersion> parse_version(std::string_view text) {
  const auto major = take_number(text);
  if (!major || !take_dot(text)) return std::nullopt;
  const auto minor = take_number(text);
  if (!minor) return std::nullopt;
  if (text.empty()) return DeepSpeedVersion{*major, *minor, newest_patch(*major, *minor)};
  if (!take_dot(text)) return std::nullopt;
  const auto patch = take_number(text);
  if (!patch || !text.empty()) return std::nullopt;
  return DeepSpeedVersion{*major, *minor, *patch};
}

std::string sentence_of(const Finding& finding) {
  std::string text;
  if (!finding.path.empty() && !finding.message.starts_with(finding.path)) text += finding.path + ": ";
  text += finding.message;
  if (!finding.fix.empty()) text += ' ' + finding.fix;
  return text;
}

}  // namespace zp
