// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include "core/activations/activations.h"
#include "core/catalog/catalog.h"
#include "core/sharding/types_of.h"
#include "tests/support/test_main.h"

using namespace zp;

/// Tests of the bytes per token that a block of DeepSeek-V3 keeps, operation by operation as in transformers'
/// models/deepseek_v3/modeling_deepseek_v3.py: q_a_proj, q_a_layernorm, q_b_proj; kv_a_proj_with_mqa,
/// kv_a_layernorm, kv_b_proj; o_proj.
class LatentAttentionTest : public QObject {
  Q_OBJECT

  Plan plan_;
  static constexpr double hidden = 7168, heads = 128, query_rank = 1536, key_value_rank = 512;
  static constexpr double key = 128 + 64, value = 128;

  [[nodiscard]] double dense() const {
    return block_operations(plan_.model.architecture, plan_.training, types_of(plan_), BlockKind::dense)
        .bytes_per_token();
  }

 private slots:
  void init() {
    plan_ = {};
    plan_.model = model_from_preset(catalog().find_model("deepseek-v3-671b"));
  }

  /// A norm keeps its input in fp32, its normalised output in 16 bits, and one rsqrt.
  void a_dense_block() {
    const auto kept_by_norm = [](double elements) { return 6 * elements + 4; };
    const double inputs = 2 * (hidden + query_rank + key_value_rank + hidden);
    const double norms = 2 * kept_by_norm(hidden) + kept_by_norm(query_rank) + kept_by_norm(key_value_rank);
    const double attention = 2 * heads * (key + key + value) + 2 * heads * value + 4 * heads;
    QCOMPARE(dense(), inputs + norms + attention + 4 * 2.0 * 18'432);
  }

  void a_query_that_is_not_compressed() {
    const double compressed = dense();
    plan_.model.architecture.q_lora_rank = 0;
    QCOMPARE(compressed - dense(), (6 + 2) * query_rank + 4);
  }

  /// Kept are the input, attention, and every second one of the products q_a, q_b, kv_a, kv_b, o,
  /// gate, up, down.
  void selective_checkpointing() {
    plan_.training.activation_checkpointing = Checkpointing::selective;
    const double kept =
        kept_operations(plan_.model.architecture, plan_.training, types_of(plan_), BlockKind::dense)
            .bytes_per_token();
    const double attention = 2 * heads * value + 4 * heads;
    const double products = 2 * (query_rank + (key_value_rank + 64) + hidden + 18'432);
    QCOMPARE(kept, 2 * hidden + attention + products);
  }

  /// kv_b_proj makes keys and values of every head, so no kernel reads them by groups.
  void keys_and_values_are_of_every_head() {
    plan_.training.attention_kernel = AttentionKernel::flash_3;
    QCOMPARE(key_value_heads(plan_.model.architecture, plan_.training), heads);
  }
};

ZP_TEST(LatentAttentionTest)
#include "latent_attention_test.moc"
