// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/activations/activations.h"
#include "tests/truth/published/accuracy_tables.h"

namespace zp::test {
namespace {

enum class Kernel { head_and_loss, fused, loss };

/// Returns the head, or the loss alone, as a plan of one block.
Plan plan_of(const CsvRow& row, Kernel kernel) {
  Architecture shape;
  shape.layers = 1;
  shape.hidden_size = row.has("hidden") ? row.count("hidden") : 64;
  shape.attention_heads = shape.kv_heads = 1;
  shape.head_dim = shape.hidden_size;
  shape.intermediate_size = shape.hidden_size;
  shape.vocab_size = row.count("vocab");
  Plan plan;
  plan.model = model_from_architecture(shape);
  plan.training.precision = kernel == Kernel::loss ? Precision::fp32 : Precision::bf16;
  plan.training.fused_loss = kernel == Kernel::fused ? FusedLoss::fused : FusedLoss::native;
  plan.training.micro_batch_size = row.count("micro_batch");
  plan.training.sequence_length = row.count("seq");
  return plan;
}

/// Returns the bytes that the ledger counts for head and loss, plus those that the benchmark itself holds:
/// the weight, its gradient of the run before, and the new gradient if no kernel makes it; the input with its
/// gradient of the run before, and the targets in 8 bytes. The loss alone is given logits, and keeps their
/// gradient likewise.
double bytes_of(const Plan& plan, Kernel kernel) {
  const ActivationTerms terms = activation_terms(plan);
  const double vocabulary = static_cast<double>(plan.model.architecture.vocab_size);
  const double hidden = static_cast<double>(plan.model.architecture.hidden_size);
  const double stream = 2 * hidden * terms.tokens, weight = 2 * hidden * vocabulary;
  switch (kernel) {
    case Kernel::head_and_loss:
      return 3 * weight + stream + 8 * terms.tokens + terms.logits_saved + terms.logits_gradient;
    case Kernel::fused:
      return 2 * weight + 2 * stream + 8 * terms.tokens + terms.logits_saved + terms.logits_output +
             terms.logits_fp32;
    case Kernel::loss:
      return 8 * vocabulary * terms.tokens + terms.logits_saved - 4 * hidden * terms.tokens +
             terms.logits_gradient;
  }
  return 0;
}

}  // namespace

AccuracyTable component_table() {
  AccuracyTable table = make_table(
      "memory", "head_and_loss", "Head and loss alone",
      "Forward and backward of the head and the cross entropy of one batch, max_memory_allocated, beside the "
      "ledger's entries and what the benchmark itself holds.",
      AccuracyUnit::bytes);
  table.goal = AccuracyGoal{0.02, 0.05};
  for (const CsvRow& row : read_csv("memory-measured-2.csv")) {
    if (row.text("family") != "component_gpu") continue;
    const bool is_liger = row.text("framework").find("Liger") != std::string::npos;
    if (is_liger && !row.has("hidden")) continue;  // a plan has no cross entropy without head
    const Kernel kernel = !row.has("hidden") ? Kernel::loss
                          : is_liger         ? Kernel::fused
                                             : Kernel::head_and_loss;
    table.rows.push_back(compared_row(
        row,
        row.text("model") + ", " + row.text("framework") + ", " + row.text("seq") + " tokens × " +
            row.text("micro_batch") + ", vocabulary " + row.text("vocab"),
        "max memory allocated", row.number("value") * bytes_per_mib, bytes_of(plan_of(row, kernel), kernel),
        "benchmark/scripts/benchmark_fused_linear_cross_entropy.py, benchmark_cross_entropy.py"));
  }
  finish(table);
  return table;
}

}  // namespace zp::test
