// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/memory/entries.h"
#include "core/sharding/fp8.h"

namespace zp {
namespace {

using enum EntryId;

constexpr std::string_view engine =
    "TransformerEngine pytorch/module/linear.py, get_weight_workspace and prepare_for_saving";

constexpr EntryText factors{
    activations_fp8, "fp8 operands",
    "The largest product's input, the gradient of its output, and its weight, cast to fp8 for the product.",
    "torchao/float8/float8_linear.py, matmul_with_hp_or_float8_args; TransformerEngine "
    "pytorch/module/linear.py",
    "training.types.products"};
constexpr EntryText copies{
    gathered_fp8, "fp8 copies of weights",
    "Every weight that is multiplied in fp8, in the two layouts that its products need; autograd keeps them "
    "until the backward pass.",
    engine, "training.fp8_recipe"};
constexpr EntryText copies_of_block{gathered_fp8, "fp8 copies of weights",
                                    "One block's weights in fp8, in the two layouts that its products need; "
                                    "recomputed blocks cast theirs again.",
                                    engine, "training.fp8_recipe"};
constexpr EntryText copies_of_step{
    gathered_fp8, "fp8 copies of weights",
    "Every weight that is multiplied in fp8, in the two layouts that its products need; they are cast once a "
    "step and kept for all its micro batches.",
    "TransformerEngine pytorch/module/base.py, get_weight_workspace; Megatron-LM "
    "core/extensions/transformer_engine.py, is_first_microbatch",
    "training.fp8_recipe"};

}  // namespace

/// Derived in docs/memory.md#products-in-fp8.
template <class N>
void add_fp8(Entries<N>& out, const Plan& plan, const SymbolsIn<N>& s, const RealOf<N>& tokens) {
  constexpr Moments in_passes = Moments::of(Moment::forward, Moment::evaluate) | Moments::backward();
  constexpr std::int64_t layouts = 2;
  const ScaleBytes scales = scale_bytes(fp8_recipe(plan).recipe);
  const auto with_scales = [](const N& bytes, const SymbolRow& row, double each) {
    return each > 0 ? bytes + bytes_for(bytes, named<RealOf<N>>(row, each)) : bytes;
  };
  const auto copies_of = [&](const N& weights) {
    return with_scales(layouts * weights, sym::weight_scales, scales.weight);
  };
  out.add(factors,
          with_scales(whole_bytes(tokens * as_double(s.sums.fp8_sides)), sym::factor_scales, scales.factor) +
              with_scales(s.sums.fp8_largest, sym::weight_scales, scales.weight),
          Moments::backward());
  if (!fp8_recipe(plan).keeps_fp8) return;
  if (is_megatrons(plan)) {
    out.add(copies_of_step, copies_of(s.sums.fp8), Moments::training());
  } else if (plan.training.activation_checkpointing == Checkpointing::full) {
    const PipelineStage& stage = s.parallel.stage;
    const N layers =
        named<N>(stage.is_whole() ? sym::layers : sym::stage_layers, std::max<std::int64_t>(1, stage.layers));
    out.add(copies_of_block, copies_of(ceil_div(s.sums.fp8, layers)), in_passes);
  } else {
    out.add(copies, copies_of(s.sums.fp8),
            Moments::of(Moment::forward, Moment::evaluate, Moment::backward_head, Moment::backward_first));
  }
}

template void add_fp8(Entries<std::int64_t>&, const Plan&, const Symbols&, const double&);
template void add_fp8(Entries<Words>&, const Plan&, const SymbolsIn<Words>&, const Words&);

}  // namespace zp
