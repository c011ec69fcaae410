// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/memory/explain.h"

#include <algorithm>
#include <initializer_list>

#include "core/memory/basis.h"
#include "core/memory/entries.h"
#include "core/memory/estimate.h"
#include "core/units/format.h"

namespace zp {
namespace {

/// Returns formula, figures and result in one line; omits the figures if they equal the result.
std::string line_of(const Entry& entry, const Words& bytes) {
  const std::string result = format_exact_bytes(entry.bytes);
  const std::string figures = with_separators(bytes.figures());
  std::string line = bytes.formula();
  if (!result.starts_with(figures)) line += " = " + figures;
  line += " = " + result;
  if (entry.low != entry.high)
    line += ", estimated: " + format_bytes(entry.low) + " … " + format_bytes(entry.high);
  return line;
}

}  // namespace

Explanations::Explanations(const Plan& plan, const Ledger& ledger) {
  const ModelTensors tensors(plan);
  const auto add = [&](const PipelineStage& stage, std::initializer_list<Place> places) {
    Entries<Words> out(ledger);
    add_entries(out, plan, in_words(plan, Basis(plan, tensors, stage).symbols));
    add_fragmentation(out, plan, gpu_tensors(plan, ledger));
    for (const Entry& entry : ledger.entries()) {
      if (std::ranges::find(places, entry.place) == places.end()) continue;
      const auto& [text, bytes] = out.of(entry.id);
      of_[static_cast<std::size_t>(entry.id)] = {text->title, text->meaning, text->source,
                                                 text->lever, bytes,         line_of(entry, bytes)};
    }
  };
  if (tensors.stages().empty()) {
    add(first_stage(plan), {Place::gpu, Place::cpu, Place::nvme});
    return;
  }
  const MemoryEstimate estimate = estimate_memory(plan);
  add(estimate.stage, {Place::gpu});
  add(tensors.stages()[static_cast<std::size_t>(estimate.host_stage)], {Place::cpu});
  add(tensors.stages()[static_cast<std::size_t>(estimate.drive_stage)], {Place::nvme});
}

}  // namespace zp
