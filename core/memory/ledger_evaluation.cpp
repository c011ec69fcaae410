// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/memory/entries.h"

namespace zp {
namespace {

using enum EntryId;

constexpr std::string_view batch_key = "training.eval_batch_size";

constexpr EntryText block{
    evaluation_activations, "Evaluation activations",
    "Without gradients only one block's tensors exist at a time, at most those that autograd would keep.",
    "torch.no_grad; transformers trainer.py, prediction_step", batch_key};
constexpr EntryText logits{
    evaluation_logits, "Evaluation logits",
    "The logits of a whole evaluation batch, their fp32 copy and the log-softmax. Liger-Kernel's fused loss "
    "does not reduce this: it computes the full logits when the model evaluates, unless the trainer prevents "
    "that (TRL does since its pull request 5069).",
    "transformers loss/loss_utils.py, ForCausalLMLoss; Liger-Kernel transformers/model/llama.py, lce_forward",
    batch_key};
constexpr EntryText kept{
    evaluation_kept, "Logits kept for metrics",
    "Every rank keeps the logits of all ranks until they go to the host; adding a batch concatenates them, "
    "which briefly needs a second copy.",
    "transformers trainer.py, evaluation_loop; trainer_pt_utils.py, EvalLoopContainer.add",
    "training.eval_kept_batches"};

}  // namespace

template <class N>
void add_evaluation(Entries<N>& out, const Plan& plan, const SymbolsIn<N>& s) {
  constexpr Moments evaluating = Moments::of(Moment::evaluate);
  const auto terms = evaluation_terms<RealOf<N>>(plan, s.parallel);
  out.add(block, whole_bytes(terms.block), evaluating);
  out.add(logits, whole_bytes(terms.logits), evaluating);
  const std::int64_t batches = plan.training.eval_kept_batches;
  if (batches == 0) return;
  // Computed in floating point, because the largest batches, ranks and vocabularies multiply to more than
  // 2^63.
  const N gathered = whole_bytes(as_double(named<N>(sym::data_ranks, s.parallel.data)) *
                                 as_double(whole_bytes(terms.output)));
  if (batches == 1) return out.add(kept, gathered, evaluating);
  const N two_copies = 2 * named<N>(sym::kept_batches, batches);
  out.add(kept, whole_bytes(as_double(two_copies) * as_double(gathered)), evaluating);
}

template void add_evaluation(Entries<std::int64_t>&, const Plan&, const Symbols&);
template void add_evaluation(Entries<Words>&, const Plan&, const SymbolsIn<Words>&);

}  // namespace zp
