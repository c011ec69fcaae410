// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <QtTest>
#include <cmath>

#include "core/plan_file/plan_file.h"
#include "core/speed/step_time.h"
#include "core/speed/throughput.h"
#include "tests/support/test_main.h"

using namespace zp;

namespace encoder_speed {

Plan plan_of(const std::string& model, const std::string& training) {
  return read_plan(R"({"model": {"preset": ")" + model +
                   R"("}, "cluster": {"gpus_per_node": 8}, "training": {)" + training +
                   R"(}, "zero": {"stage": 2}})")
      .plan;
}
double amount(const Plan& plan, TimeId id) { return estimate_speed(plan).ledger.find(id)->amount; }

}  // namespace encoder_speed

/// Work of encoders and encoder-decoders, worked out by hand.
class EncoderSpeedTest : public QObject {
  Q_OBJECT

 private slots:
  /// T5 3B: products of 1,024 × 4,096 and 1,024 × 16,384. Of the attention between the stacks, queries and
  /// outputs are those of 64 target tokens, keys and values those of 512 source tokens.
  void products_run_over_the_tokens_of_their_own_stack() {
    const Plan plan = encoder_speed::plan_of(
        "t5-3b", R"("micro_batch_size": 2, "sequence_length": 64, "encoder_length": 512)");
    const double attention = 4.0 * 1024 * 4096, mlp = 2.0 * 1024 * 16384, half = 2.0 * 1024 * 4096;
    const double source = 512 * (attention + mlp + half), target = 64 * (attention + mlp + half);
    QCOMPARE(encoder_speed::amount(plan, TimeId::forward_matmul), 2 * 24 * 2 * (source + target));
  }

  /// Written-out scores: two products of 32 heads of 128 for each pair of tokens.
  void attention_meets_all_pairs_of_both_stacks() {
    const Plan plan = encoder_speed::plan_of(
        "t5-3b", R"("micro_batch_size": 2, "sequence_length": 64, "encoder_length": 512)");
    const double pairs = 512.0 * 512 + 64.0 * 64 + 64.0 * 512;
    QCOMPARE(encoder_speed::amount(plan, TimeId::forward_attention), 4.0 * 32 * 128 * 24 * 2 * pairs);
  }

  void an_encoder_attends_to_twice_as_much_as_a_causal_decoder() {
    const std::string training = R"("micro_batch_size": 2, "sequence_length": 512)";
    const Plan encoder = encoder_speed::plan_of("bert-large-335m", training);
    Plan decoder = encoder;
    decoder.model.architecture.encoder_layers = 0;
    QCOMPARE(encoder_speed::amount(encoder, TimeId::forward_attention),
             2 * encoder_speed::amount(decoder, TimeId::forward_attention));
  }

  /// Written-out scores of 16 heads of 64 of BERT large: a rank of two has 8 heads, a stage of two 12 blocks.
  void ranks_and_stages_divide_the_attention_of_an_encoder() {
    const double whole = 4.0 * 16 * 64 * 24 * 2 * 512 * 512;
    const auto attention = [](const std::string& division) {
      return encoder_speed::amount(
          encoder_speed::plan_of(
              "bert-large-335m",
              R"("micro_batch_size": 2, "sequence_length": 512, "attention": "eager")" + division),
          TimeId::forward_attention);
    };
    QCOMPARE(attention(""), whole);
    QCOMPARE(attention(R"(, "tensor_parallel": 2)"), whole / 2);
    QCOMPARE(attention(R"(, "pipeline_parallel": 2)"), whole / 2);
  }

  /// 6 × 11.3 B parameters pass about half of the tokens each.
  void tokens_are_those_of_both_stacks() {
    const Plan plan = encoder_speed::plan_of("t5-11b", R"("sequence_length": 512)");
    const Throughput throughput = throughput_of(plan, 1.0);
    QCOMPARE(throughput.tokens_per_step, 8.0 * 2 * 512);
    const double passed = flops_per_step(plan).parameters_only / (6 * throughput.tokens_per_step);
    QVERIFY2(std::abs(passed / (11.3e9 / 2) - 1) < 0.02, std::to_string(passed).c_str());
  }
};

ZP_TEST(EncoderSpeedTest)
#include "encoder_test.moc"
