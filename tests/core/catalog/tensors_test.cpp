// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/catalog/tensors.h"

#include <rapidcheck.h>

#include <QtTest>
#include <algorithm>
#include <limits>
#include <set>

#include "core/catalog/architecture_fields.h"
#include "core/catalog/catalog.h"
#include "tests/support/test_main.h"

using namespace zp;

namespace {

Architecture preset(const char* id) { return catalog().find_model(id)->architecture; }

/// Returns the sum of all tensors of a role.
TensorKind of_role(const Architecture& shape, TensorRole role) {
  TensorKind sum{.role = role};
  const TensorList list = tensors_of(shape);
  for (const TensorKind& kind : list.kinds())
    if (kind.role == role) sum = {kind.rows, kind.columns, sum.count + kind.count, role, kind.trainable};
  return sum;
}

TensorKind kind(TensorRole role, std::int64_t rows, std::int64_t columns, std::int64_t count) {
  return {rows, columns, count, role, true};
}

rc::Gen<Architecture> small_shapes() {
  return rc::gen::exec([] {
    Architecture shape = default_architecture(*rc::gen::element(Block::llama, Block::gpt));
    for (const ShapeField& field : architecture_fields())
      if (field.count != nullptr) shape.*field.count = *rc::gen::inRange<std::int64_t>(0, 50);
    for (const ShapeField& field : architecture_fields())
      if (field.flag != nullptr) shape.*field.flag = *rc::gen::arbitrary<bool>();
    shape.norm =
        *rc::gen::element(Norm::rmsnorm, Norm::layernorm, Norm::layernorm_no_bias, Norm::layernorm_plain);
    shape.qk_norm = *rc::gen::element(QkNorm::none, QkNorm::head, QkNorm::full);
    shape.dense_layers = std::min(shape.dense_layers, shape.layers);
    complete(shape);
    return shape;
  });
}

/// Returns the sum of presets/model-presets-check.md, "From columns to the parameter count", written as it
/// stands there.
std::int64_t documented_count(const Architecture& s) {
  const std::int64_t h = s.hidden_size, a = s.attention_heads, kv = s.kv_heads, d = s.head_dim,
                     m = s.gated_mlp ? 3 : 2;
  const std::int64_t w = s.norm == Norm::layernorm ? 2 : s.norm == Norm::layernorm_plain ? 0 : 1;
  const std::int64_t k = s.kv_lora_rank, r = s.q_lora_rank, dn = s.qk_nope_head_dim, dr = s.qk_rope_head_dim,
                     dv = s.v_head_dim;
  std::int64_t layer = h * a * d + 2 * h * kv * d + a * d * h;
  if (k > 0)
    layer = (r > 0 ? h * r + r + r * a * (dn + dr) : h * a * (dn + dr)) + h * (k + dr) + k +
            k * a * (dn + dv) + a * dv * h;
  layer +=
      (s.qkv_bias ? (a + 2 * kv) * d : 0) + (s.attention_output_bias ? h : 0) + (s.attention_sinks ? a : 0);
  layer += s.qk_norm == QkNorm::head ? 2 * d : s.qk_norm == QkNorm::full ? (a + kv) * d : 0;
  layer += s.norms_per_layer * w * h;
  const std::int64_t dense_layers = s.has_experts() ? s.dense_layers : s.layers;
  const std::int64_t f = s.has_experts() ? s.dense_intermediate_size : s.intermediate_size;
  const std::int64_t dense = m * h * f + (s.mlp_bias ? f * (s.gated_mlp ? 2 : 1) + h : 0);
  const std::int64_t fe = s.expert_intermediate_size, e = s.experts;
  const std::int64_t experts = e * m * h * fe + m * h * s.shared_expert_intermediate_size + h * e +
                               (s.router_bias ? e : 0) + (s.expert_bias ? e * (2 * fe + h) : 0) +
                               (s.shared_expert_gate ? h : 0);
  const std::int64_t v = s.vocab_size;
  // A decoder's attention to an encoder, with its norm; two stacks have two norms at their ends.
  const std::int64_t cross = h * a * d + 2 * h * kv * d + a * d * h + (s.qkv_bias ? (a + 2 * kv) * d : 0) +
                             (s.attention_output_bias ? h : 0) + w * h;
  const bool is_alone = s.encoder_layers == 0 || s.encoder_layers >= s.layers;
  const std::int64_t stacks = is_alone ? 1 : 2;
  return (is_alone ? 0 : (s.layers - s.encoder_layers) * cross) + s.layers * layer + dense_layers * dense +
         (s.layers - dense_layers) * experts + v * h * (s.tied_embeddings ? 1 : 2) +
         (s.lm_head_bias ? v : 0) + s.other_parameters + s.learned_positions * h +
         (s.embedding_norm ? stacks * w * h : 0) + (s.post_norm ? 0 : stacks * w * h);
}

}  // namespace

class TensorsTest : public QObject {
  Q_OBJECT

 private slots:
  void llama_keeps_queries_keys_and_values_apart() {
    const Architecture shape = preset("llama-3-8b");
    QCOMPARE(of_role(shape, TensorRole::embedding), kind(TensorRole::embedding, 128256, 4096, 1));
    QCOMPARE(of_role(shape, TensorRole::q_proj), kind(TensorRole::q_proj, 4096, 4096, 32));
    QCOMPARE(of_role(shape, TensorRole::k_proj), kind(TensorRole::k_proj, 1024, 4096, 32));
    QCOMPARE(of_role(shape, TensorRole::v_proj), kind(TensorRole::v_proj, 1024, 4096, 32));
    QCOMPARE(of_role(shape, TensorRole::o_proj), kind(TensorRole::o_proj, 4096, 4096, 32));
    QCOMPARE(of_role(shape, TensorRole::gate_proj), kind(TensorRole::gate_proj, 14336, 4096, 32));
    QCOMPARE(of_role(shape, TensorRole::down_proj), kind(TensorRole::down_proj, 4096, 14336, 32));
    QCOMPARE(of_role(shape, TensorRole::attention_norm), kind(TensorRole::attention_norm, 4096, 1, 64));
    QCOMPARE(of_role(shape, TensorRole::lm_head), kind(TensorRole::lm_head, 128256, 4096, 1));
    QCOMPARE(of_role(shape, TensorRole::qkv_proj).count, 0);
  }

  void gpt_fuses_queries_keys_and_values() {
    const Architecture shape = preset("gpt-2-124m");
    QCOMPARE(of_role(shape, TensorRole::qkv_proj), kind(TensorRole::qkv_proj, 2304, 768, 12));
    QCOMPARE(of_role(shape, TensorRole::position_embedding),
             kind(TensorRole::position_embedding, 1024, 768, 1));
    QCOMPARE(of_role(shape, TensorRole::attention_norm).count, 48);  // weight and bias
    QCOMPARE(of_role(shape, TensorRole::attention_bias).count, 24);
    QCOMPARE(of_role(shape, TensorRole::lm_head).count, 0);  // the head is tied
    QCOMPARE(of_role(shape, TensorRole::q_proj).count, 0);
    QCOMPARE(of_role(shape, TensorRole::gate_proj).count, 0);
  }

  void routed_experts_are_tensors_of_their_own() {
    const Architecture shape = preset("mixtral-8x7b");
    QCOMPARE(of_role(shape, TensorRole::expert_up), kind(TensorRole::expert_up, 14336, 4096, 256));
    QCOMPARE(of_role(shape, TensorRole::router), kind(TensorRole::router, 8, 4096, 32));
    QCOMPARE(of_role(shape, TensorRole::up_proj).count, 0);
  }

  void experts_with_bias_are_fused() {
    const Architecture shape = preset("gpt-oss-120b");
    QCOMPARE(of_role(shape, TensorRole::expert_up), kind(TensorRole::expert_up, 128LL * 2 * 2880, 2880, 36));
    QCOMPARE(of_role(shape, TensorRole::expert_down), kind(TensorRole::expert_down, 128LL * 2880, 2880, 36));
    QCOMPARE(of_role(shape, TensorRole::expert_gate).count, 0);
  }

  void leading_layers_are_dense() {
    const Architecture shape = preset("deepseek-v3-671b");
    QCOMPARE(of_role(shape, TensorRole::up_proj), kind(TensorRole::up_proj, 18432, 7168, 3));
    QCOMPARE(of_role(shape, TensorRole::expert_up).count, 58 * 256);
    QCOMPARE(of_role(shape, TensorRole::shared_up), kind(TensorRole::shared_up, 2048, 7168, 58));
    QCOMPARE(of_role(shape, TensorRole::q_b_proj), kind(TensorRole::q_b_proj, 128LL * 192, 1536, 61));
    QCOMPARE(of_role(shape, TensorRole::kv_b_proj), kind(TensorRole::kv_b_proj, 128LL * 256, 512, 61));
  }

  void defaults_of_the_blocks() {
    Architecture gpt = default_architecture(Block::gpt);
    QCOMPARE(gpt.norm, Norm::layernorm);
    QVERIFY(!gpt.gated_mlp && gpt.qkv_bias && gpt.attention_output_bias && gpt.mlp_bias);
    gpt.hidden_size = 768;
    gpt.attention_heads = 12;
    gpt.max_position_embeddings = 1024;
    complete(gpt);
    QCOMPARE(gpt.kv_heads, 12);
    QCOMPARE(gpt.head_dim, 64);
    QCOMPARE(gpt.learned_positions, 1024);

    Architecture llama = default_architecture(Block::llama);
    QCOMPARE(llama, Architecture{});
    QVERIFY(llama.gated_mlp && !llama.qkv_bias && !llama.attention_output_bias && !llama.mlp_bias);
    llama.intermediate_size = 100;
    llama.max_position_embeddings = 4096;
    complete(llama);  // nothing is divided by 0 heads
    QCOMPARE(llama.head_dim, 0);
    QCOMPARE(llama.learned_positions, 0);
    QCOMPARE(llama.dense_intermediate_size, 0);
    llama.experts = 4;
    complete(llama);
    QCOMPARE(llama.expert_intermediate_size, 100);
    QCOMPARE(llama.dense_intermediate_size, 0);
    llama.dense_layers = 1;
    complete(llama);
    QCOMPARE(llama.dense_intermediate_size, 100);
  }

  void completing_keeps_what_is_stated() {
    Architecture shape = default_architecture(Block::gpt);
    shape.hidden_size = 768;
    shape.attention_heads = 12;
    shape.kv_heads = 4;
    shape.head_dim = 32;
    shape.max_position_embeddings = 1024;
    shape.learned_positions = 0;
    const Architecture stated = shape;
    complete(shape);
    QCOMPARE(shape, stated);
  }

  /// Each row changes a part of a shape that no other row changes.
  void field_table_reaches_every_member_once() {
    std::set<std::string_view> keys;
    const auto changed = [](Architecture shape, const ShapeField& field) {
      if (field.count != nullptr) shape.*field.count += 77;
      if (field.flag != nullptr) shape.*field.flag = !(shape.*field.flag);
      if (field.word.set != nullptr) field.word.set(shape, field.word.words.back());
      return shape;
    };
    for (const ShapeField& field : architecture_fields()) {
      QVERIFY(keys.insert(field.key).second);
      QCOMPARE(find_architecture_field(field.key), &field);
      QCOMPARE((field.count != nullptr) + (field.flag != nullptr) + (field.word.set != nullptr), 1);
      QVERIFY(changed({}, field) != Architecture());
      for (const ShapeField& other : architecture_fields())
        QVERIFY(&other == &field || changed({}, other) != changed({}, field));
    }
    QCOMPARE(keys.size(), std::size_t{24 + 13 + 3});
    QVERIFY(find_architecture_field("hidden") == nullptr);
  }

  void names_round_trip() {
    for (const Block block : {Block::llama, Block::gpt})
      QCOMPARE(enum_of<Block>(name_of(block)), block);
    for (const Norm norm : {Norm::rmsnorm, Norm::layernorm, Norm::layernorm_no_bias, Norm::layernorm_plain})
      QCOMPARE(enum_of<Norm>(name_of(norm)), norm);
    for (const QkNorm qk_norm : {QkNorm::none, QkNorm::head, QkNorm::full})
      QCOMPARE(enum_of<QkNorm>(name_of(qk_norm)), qk_norm);
    QVERIFY(!enum_of<Norm>("batchnorm") && !enum_of<Block>("") && !enum_of<QkNorm>("heads"));
  }

  void sum_is_the_documented_one() {
    QVERIFY(rc::check("total_parameters is the sum written down", [] {
      const Architecture shape = *small_shapes();
      RC_ASSERT(total_parameters(tensors_of(shape).kinds()).value() == documented_count(shape));
    }));
  }

  void active_parts() {
    QVERIFY(rc::check(
        "active is the total of a model with only the experts visited, plus the idle router rows", [] {
          Architecture shape = *small_shapes();
          shape.experts_per_token = std::min(shape.experts_per_token, shape.experts);
          const std::int64_t total = total_parameters(tensors_of(shape).kinds()).value();
          const std::int64_t active = active_parameters(shape).value();
          if (shape.experts_per_token == shape.experts) RC_ASSERT(active == total);
          RC_ASSERT(active <= total);
          if (shape.experts_per_token == 0) return;
          Architecture visited = shape;
          visited.experts = shape.experts_per_token;
          const std::int64_t idle_rows = (shape.experts - visited.experts) * shape.expert_layers() *
                                         (shape.hidden_size + (shape.router_bias ? 1 : 0));
          RC_ASSERT(active == total_parameters(tensors_of(visited).kinds()).value() + idle_rows);
        }));
  }

  /// Sizes that core/rules refuses must not cause undefined behaviour (the sanitizer presets check this).
  void absurd_sizes_are_harmless() {
    QVERIFY(rc::check("any numbers", [] {
      Architecture shape = *small_shapes();
      for (const ShapeField& field : architecture_fields())
        if (field.count != nullptr)
          shape.*field.count = *rc::gen::element<std::int64_t>(
              0, 1, -1, 4096, std::int64_t{1} << 40, largest_amount, std::numeric_limits<std::int64_t>::max(),
              std::numeric_limits<std::int64_t>::min());
      const Params total = total_parameters(tensors_of(shape).kinds());
      RC_ASSERT(total >= Params(0) && total <= Params(largest_amount));
      const Params active = active_parameters(shape);
      RC_ASSERT(active >= Params(0) && active <= total);
    }));
  }

  void absurd_sizes_are_held_not_wrapped() {
    Architecture shape = preset("deepseek-v2-236b");
    shape.qk_nope_head_dim = std::numeric_limits<std::int64_t>::max();
    shape.qk_rope_head_dim = std::numeric_limits<std::int64_t>::max();
    QCOMPARE(total_parameters(tensors_of(shape).kinds()), Params(largest_amount));
    QCOMPARE(size_product(-3, 4), 0);
    QCOMPARE(size_product(std::int64_t{1} << 40, std::int64_t{1} << 40), largest_amount);
  }

  void list_holds_its_capacity() {
    TensorList list;
    for (std::size_t i = 0; i < TensorList::capacity + 10; ++i)
      list.add(TensorRole::other, 2, 3, 4);
    QCOMPARE(list.kinds().size(), TensorList::capacity);
    list = {};
    list.add(TensorRole::other, 0, 3, 4);
    list.add(TensorRole::other, 2, -3, 4);
    list.add(TensorRole::other, 2, 3, 0);
    QVERIFY(list.kinds().empty());
  }

  void no_shape_fills_the_list() {
    Architecture shape = default_architecture(Block::llama);
    for (const ShapeField& field : architecture_fields())
      if (field.count != nullptr) shape.*field.count = 8;
    shape.dense_layers = 4;
    for (const ShapeField& field : architecture_fields())
      if (field.flag != nullptr) shape.*field.flag = true;
    shape.tied_embeddings = false;
    shape.qk_norm = QkNorm::full;
    std::size_t longest = 0;
    for (const bool fused : {true, false})
      for (const std::int64_t rank : {0, 8}) {
        shape.expert_bias = fused;
        shape.kv_lora_rank = rank;
        longest = std::max(longest, tensors_of(shape).kinds().size());
      }
    qInfo("longest list: %zu of %zu kinds", longest, TensorList::capacity);
    QVERIFY(longest < TensorList::capacity);
  }
};

ZP_TEST(TensorsTest)
#include "tensors_test.moc"
