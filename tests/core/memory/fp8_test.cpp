// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <QtTest>

#include "core/activations/activations.h"
#include "core/memory/estimate.h"
#include "core/plan_file/plan_file.h"
#include "core/sharding/types_of.h"
#include "core/text/file_error.h"
#include "tests/support/test_main.h"

using namespace zp;
using enum EntryId;

namespace fp8_memory {

/// Llama 3 8B: 32 blocks, 4,096 wide, 1,024 for keys and values, MLP of 14,336.
constexpr std::int64_t fp8_hidden = 4096, fp8_key_value = 1024, fp8_mlp_width = 14336, fp8_layers = 32;
constexpr std::int64_t fp8_of_block =
    2 * fp8_hidden * fp8_hidden + 2 * fp8_hidden * fp8_key_value + 3 * fp8_hidden * fp8_mlp_width;
constexpr std::int64_t fp8_norms = 2 * fp8_hidden;
constexpr std::int64_t fp8_sequence = 2048;

Plan fp8_plan_of(const std::string& training, const std::string& zero, int gpus = 8) {
  return read_plan(R"({"model": {"preset": "llama-3-8b"}, "cluster": {"gpus_per_node": )" +
                   std::to_string(gpus) +
                   R"(, "gpu": {"preset": "h100-sxm5-80gb"}}, "training": {"framework": "fsdp", )" +
                   training + R"(}, "zero": )" + zero + "}")
      .plan;
}
std::int64_t fp8_held(const Plan& plan, EntryId id) { return estimate_memory(plan).ledger.bytes(id).value(); }

double fp8_of_token(const Plan& plan) {
  return block_operations(plan.model.architecture, plan.training, types_of(plan), BlockKind::dense)
      .bytes_per_token();
}

}  // namespace fp8_memory

using namespace fp8_memory;

/// Products in fp8: what torchao and Transformer Engine keep, worked out by hand.
class Fp8MemoryTest : public QObject {
  Q_OBJECT

 private slots:
  void everything_but_products_has_16_bits() {
    const NumericTypes types = types_of(fp8_plan_of(R"("types": {"products": "fp8"})", R"({"stage": 3})"));
    QCOMPARE(types.products, Dtype::fp8);
    for (const Dtype other : {types.gathered, types.residual, types.logits})
      QCOMPARE(other, Dtype::bf16);
    QCOMPARE(types.master, Dtype::fp32);
    QCOMPARE(bytes_between_products(types), 2);
  }

  /// The residual stream follows embeddings and norms, which are gathered in 16 bits.
  void weights_gathered_in_fp8_leave_the_residual_stream_alone() {
    const Plan plan = fp8_plan_of(R"("types": {"products": "fp8", "gathered": "fp8"})", R"({"stage": 3})");
    QCOMPARE(types_of(plan).gathered, Dtype::fp8);
    QCOMPARE(types_of(plan).residual, Dtype::bf16);
    QCOMPARE(bytes_in_use(types_of(plan)), 2);
  }

  void other_types_cannot_be_fp8() {
    for (const char* const name : {"weights", "master", "gradients", "states", "residual", "logits"})
      QVERIFY_THROWS_EXCEPTION(
          FileError, fp8_plan_of(R"("types": {")" + std::string(name) + R"(": "fp8"})", R"({"stage": 3})"));
  }

  /// torchao saves inputs in 16 bits (torchao/float8/float8_linear.py).
  void torchao_keeps_the_activations_of_16_bit_products() {
    const std::string norm = R"("fused_norm": true)";
    QCOMPARE(fp8_of_token(fp8_plan_of(norm + R"(, "types": {"products": "fp8"})", R"({"stage": 3})")),
             fp8_of_token(fp8_plan_of(norm, R"({"stage": 3})")));
  }

  /// Transformer Engine's fused layers keep the inputs of the four groups of products in one byte each; that
  /// of the output projection beside the attention output, which the kernel keeps.
  void transformer_engine_keeps_inputs_in_fp8() {
    const std::string norm = R"("fused_norm": true)",
                      te = norm + R"(, "fp8_recipe": "te_delayed", "types": {"products": "fp8"})";
    const double saved =
        fp8_of_token(fp8_plan_of(norm, R"({"stage": 3})")) - fp8_of_token(fp8_plan_of(te, R"({"stage": 3})"));
    QCOMPARE(saved, static_cast<double>(2 * fp8_hidden - fp8_hidden + fp8_mlp_width));
  }

  void transformer_engine_keeps_two_copies_of_each_weight_until_backward() {
    const std::string te = R"("fp8_recipe": "te_current", "types": {"products": "fp8"})";
    QCOMPARE(fp8_held(fp8_plan_of(te, R"({"stage": 3})"), gathered_fp8), 2 * fp8_layers * fp8_of_block);
    QCOMPARE(fp8_held(fp8_plan_of(te + R"(, "activation_checkpointing": "full")", R"({"stage": 3})"),
                      gathered_fp8),
             2 * fp8_of_block);
    QCOMPARE(fp8_held(fp8_plan_of(R"("types": {"products": "fp8"})", R"({"stage": 3})"), gathered_fp8),
             std::int64_t{0});
  }

  /// One byte of scale for 32 elements: of both layouts of every weight, of the inputs that autograd keeps,
  /// and of the largest product's factors (TransformerEngine pytorch/tensor/mxfp8_tensor.py).
  void mx_has_a_scale_for_32_elements() {
    const std::string fused = R"("fused_norm": true, "types": {"products": "fp8"}, "fp8_recipe": )";
    const Plan delayed = fp8_plan_of(fused + R"("te_delayed")", R"({"stage": 3})"),
               mx = fp8_plan_of(fused + R"("te_mxfp8")", R"({"stage": 3})"),
               blocks = fp8_plan_of(fused + R"("te_blockwise")", R"({"stage": 3})");
    QCOMPARE(fp8_held(mx, gathered_fp8), 2 * fp8_layers * fp8_of_block * 33 / 32);
    QCOMPARE(fp8_held(blocks, gathered_fp8), 2 * fp8_layers * fp8_of_block / 4096 * 4097);
    QCOMPARE(fp8_held(mx, activations_fp8), fp8_held(delayed, activations_fp8) * 33 / 32);
    const double inputs = 3.0 * fp8_hidden + fp8_mlp_width;
    for (const Plan& plan : {mx, blocks})
      QCOMPARE(fp8_of_token(plan) - fp8_of_token(delayed), inputs / 32);
  }

  /// Megatron-LM casts weights once a step: its copies outlive the backward pass.
  void megatron_keeps_its_copies_between_micro_batches() {
    const MemoryEstimate estimate =
        estimate_memory(fp8_plan_of(R"("types": {"products": "fp8"})", R"({"stage": 1})"));
    const Entry* const copies = estimate.ledger.find(gathered_fp8);
    QVERIFY(copies != nullptr);
    QCOMPARE(copies->bytes.value(), 2 * fp8_layers * fp8_of_block);
    QVERIFY(copies->moments.has(Moment::step));
  }

  /// Three units at once: their matrices in one byte, their norms in two.
  void gathers_in_fp8_halve_the_matrices_of_three_units() {
    const std::string wrap = R"("fsdp_wrap": "all")";
    constexpr std::int64_t unit = fp8_of_block + fp8_norms;
    const std::int64_t rest = fp8_hidden / fp8_layers;  // the final norm's part
    QCOMPARE(fp8_held(fp8_plan_of(wrap, R"({"stage": 3})"), gathered_live), 3 * 2 * (unit + rest));
    QCOMPARE(fp8_held(fp8_plan_of(wrap + R"(, "types": {"products": "fp8", "gathered": "fp8"})",
                                  R"({"stage": 3})"),
                      gathered_live),
             3 * (fp8_of_block + 2 * (fp8_norms + rest)));
  }

  /// The MLP's matrix, an input of its width, and a gradient of the other side, one byte each.
  void the_largest_product_has_its_factors_in_fp8() {
    const std::int64_t factors =
        fp8_held(fp8_plan_of(R"("types": {"products": "fp8"})", R"({"stage": 3})"), activations_fp8);
    QCOMPARE(factors, fp8_sequence * (fp8_hidden + fp8_mlp_width) + fp8_hidden * fp8_mlp_width);
  }

  /// Under autocast, weights that are multiplied in fp8 are cast from fp32; only the head has a 16-bit copy.
  void autocast_copies_what_is_not_multiplied_in_fp8() {
    const std::int64_t table = 128'256 * fp8_hidden;
    QCOMPARE(fp8_held(fp8_plan_of(R"("types": {"products": "fp8"})", R"({"stage": 0})"), states_autocast),
             2 * (2 * table + fp8_layers * fp8_norms + fp8_hidden));
  }

  /// Routers stay in 16 bits, and so do stacked experts unless Transformer Engine multiplies them.
  void stacked_experts_are_multiplied_in_fp8_by_transformer_engine_alone() {
    const auto copies = [](const std::string& experts) {
      const Plan plan = read_plan(R"({"model": {"preset": "mixtral-8x7b"}, "training": {"framework": "fsdp",
        "fp8_recipe": "te_current", "types": {"products": "fp8"}, "experts": ")" +
                                  experts + R"("}, "zero": {"stage": 3}})")
                            .plan;
      Plan torchao = plan;
      torchao.training.fp8_recipe = Fp8Recipe::tensorwise;
      return std::pair{fp8_held(plan, gathered_fp8), fp8_held(torchao, activations_fp8)};
    };
    const auto [grouped, grouped_factors] = copies("grouped");
    const auto [loop, loop_factors] = copies("loop");
    QCOMPARE(grouped, loop);
    QVERIFY(grouped_factors < loop_factors);
  }
};

ZP_TEST(Fp8MemoryTest)
#include "fp8_test.moc"
