// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/report/host_words.h"

#include <algorithm>
#include <array>
#include <span>

#include "core/memory/explain.h"
#include "core/memory/host_parts.h"
#include "core/units/format.h"

namespace zp {
namespace {

constexpr std::array all_phases = {HostPhase::loading, HostPhase::training, HostPhase::saving};
/// Number of parts named in a sentence.
constexpr std::size_t named_parts = 3;

bool is_of_one_phase(EntryId id) { return id == EntryId::host_loading || id == EntryId::host_save; }

std::string largest_words(const HostMemory& cpu) {
  return "Host memory of a node is largest while " + std::string(name_of(cpu.binding)) + ": " +
         format_gib(cpu.needed_per_node()) + " of " + format_gib(cpu.capacity_per_node) + " (" +
         host_phases_words(cpu) + ").";
}

}  // namespace

std::string host_phases_words(const HostMemory& cpu) {
  std::string text;
  for (const HostPhase phase : all_phases)
    text += (text.empty() ? "" : ", ") + std::string(name_of(phase)) + " " + format_gib(cpu.in(phase));
  return text;
}

std::vector<std::string> host_sentences(const Plan& plan, const MemoryEstimate& estimate) {
  const HostMemory& cpu = estimate.cpu;
  std::vector<std::string> sentences = {largest_words(cpu)};
  const std::vector<HostPart> parts = host_parts(plan, estimate, cpu.binding);
  if (parts.empty()) return sentences;
  const Explanations explanations(plan, estimate.ledger);
  std::string text;
  for (const HostPart& part : std::span(parts).first(std::min(parts.size(), named_parts)))
    text += (text.empty() ? "It holds: " : ", ") + std::string(explanations.of(part.id).title) + " " +
            format_bytes(part.per_node);
  if (parts.size() > named_parts) text += ", and smaller parts";
  text += ".";
  for (const HostPart& part : parts)
    if (is_of_one_phase(part.id)) text += " " + std::string(explanations.of(part.id).meaning);
  sentences.push_back(std::move(text));
  return sentences;
}

}  // namespace zp
