// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/memory/explain.h"

#include "core/memory/basis.h"
#include "core/memory/entries.h"
#include "core/memory/estimate.h"
#include "core/units/format.h"

namespace zp {
namespace {

/// Formula, figures and result; figures that are the result itself are not told twice.
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
  Entries<Words> out(ledger);
  const ModelTensors tensors(plan);
  const bool is_pipelined = plan.training.pipeline_parallel > 1;
  const PipelineStage stage = is_pipelined ? estimate_memory(plan).stage : first_stage(plan);
  add_entries(out, plan, in_words(plan, Basis(plan, tensors, stage).symbols));
  add_fragmentation(out, plan, tensors_at_peak(ledger));
  for (const Entry& entry : ledger.entries()) {
    const auto& [text, bytes] = out.of(entry.id);
    of_[static_cast<std::size_t>(entry.id)] = {text->title, text->meaning, text->source,
                                               text->lever, bytes,         line_of(entry, bytes)};
  }
}

}  // namespace zp
