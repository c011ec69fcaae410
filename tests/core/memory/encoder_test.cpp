// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <QtTest>

#include "core/activations/activations.h"
#include "core/catalog/catalog.h"
#include "core/memory/estimate.h"
#include "core/plan_file/plan_file.h"
#include "core/rules/check_plan.h"
#include "core/sharding/types_of.h"
#include "tests/support/csv.h"
#include "tests/support/test_main.h"

using namespace zp;
using enum EntryId;

namespace encoder_memory {

Plan plan_of(const std::string& model, const std::string& training) {
  return read_plan(R"({"model": {"preset": ")" + model +
                   R"("}, "cluster": {"gpus_per_node": 8}, "training": {)" + training +
                   R"(}, "zero": {"stage": 2}})")
      .plan;
}
double bytes_of(const Plan& plan, EntryId id) {
  return static_cast<double>(estimate_memory(plan).ledger.bytes(id).value());
}

/// Returns the shape of a block of tests/truth/encoder_saved_tensors.py, as one of two blocks of an
/// encoder-decoder or of an encoder.
Architecture shape_of(const test::CsvRow& row) {
  const bool is_bert = row.text("block") == "bert";
  Architecture shape =
      catalog().find_model(is_bert ? "google-bert/bert-base-uncased" : "t5-small")->architecture;
  shape.layers = 2;
  shape.encoder_layers = is_bert ? 2 : 1;
  shape.hidden_size = row.count("width");
  shape.attention_heads = shape.kv_heads = row.count("heads");
  shape.head_dim = row.count("head_dim");
  shape.intermediate_size = row.count("inner");
  shape.gated_mlp = row.count("gated") == 1;
  return shape;
}

}  // namespace encoder_memory

/// Memory of encoders and encoder-decoders.
class EncoderMemoryTest : public QObject {
  Q_OBJECT

 private slots:
  void saved_bytes_of_a_block_equal_autograd() {
    for (const test::CsvRow& row : test::read_csv("saved-activations-encoder.csv")) {
      Plan plan = encoder_memory::plan_of("t5-small", R"("dropout": 0, "attention": "eager")");
      const Architecture shape = encoder_memory::shape_of(row);
      const double sequences = row.number("micro_batch"), tokens = row.number("tokens");
      plan.training.sequence_length = row.count("tokens");
      plan.training.encoder_length = row.count("encoder_tokens");
      const NumericTypes types = types_of(plan);
      double bytes = sequences * tokens *
                     block_operations(shape, plan.training, types, BlockKind::dense).bytes_per_token();
      if (row.text("block") == "t5-decoder") {
        const CrossAttentionBytes cross = cross_attention_bytes(shape, plan.training, types);
        bytes +=
            sequences * (tokens * cross.per_token + row.number("encoder_tokens") * cross.per_encoder_token);
      }
      const double norms_on_a_gpu = row.text("block") == "bert" ? 2 * 4 * sequences * tokens : 0;
      QCOMPARE(bytes - norms_on_a_gpu, row.number("bytes"));
    }
  }

  /// Two stacks of 24 blocks of 1,024, whose inputs have 2 bytes an element; and the position biases of 32
  /// heads: of each stack with itself, and of the target with the source.
  void a_checkpointed_model_keeps_the_inputs_of_both_stacks() {
    const Plan plan = encoder_memory::plan_of(
        "t5-3b", R"("activation_checkpointing": "full", "micro_batch_size": 4, "sequence_length": 128,
                    "encoder_length": 512)");
    const double inputs = 24.0 * 2 * 1024 * 4 * (128 + 512);
    const double biases = 2.0 * 32 * 4 * (128 * 128 + 512 * 512 + 128 * 512);
    QCOMPARE(encoder_memory::bytes_of(plan, activations_saved_blocks), inputs + biases);
  }

  void a_longer_source_needs_more_and_is_the_target_s_length_unless_stated() {
    const auto peak = [](const std::string& training) {
      return estimate_memory(encoder_memory::plan_of("flan-t5-xl", training)).gpu.peak.value();
    };
    QVERIFY(peak(R"("sequence_length": 128, "encoder_length": 512)") >
            peak(R"("sequence_length": 128, "encoder_length": 256)"));
    QCOMPARE(peak(R"("sequence_length": 128)"), peak(R"("sequence_length": 128, "encoder_length": 128)"));
  }

  void an_encoder_alone_reads_the_sequence() {
    const auto peak = [](const std::string& training) {
      return estimate_memory(encoder_memory::plan_of("bert-large-335m", training)).gpu.peak.value();
    };
    QCOMPARE(peak(R"("sequence_length": 384, "encoder_length": 128)"), peak(R"("sequence_length": 384)"));
  }

  /// Releases of transformers before pull request 47014 have no kernel for a trained position bias.
  void t5_writes_its_scores_out_and_bert_does_not() {
    QVERIFY(encoder_memory::plan_of("t5-3b", "").training.attention == Attention::eager);
    QVERIFY(encoder_memory::plan_of("bert-large-335m", "").training.attention == Attention::sdpa);
    QCOMPARE(encoder_memory::plan_of("t5-3b", "").training.dropout, 0.1);
  }

  /// The loss is computed in the logits' type, which autocast makes fp32 (torch ATen/autocast_mode.h,
  /// AT_FORALL_FP32: log_softmax).
  void the_loss_has_an_fp32_copy_under_autocast_alone() {
    const Plan plain = encoder_memory::plan_of("google-bert/bert-base-cased", R"("precision": "bf16")");
    const Plan cast =
        read_plan(
            R"json({"model": {"preset": "google-bert/bert-base-cased"}, "training": {"precision": "fp32"},
          "zero": {"stage": 2}, "deepspeed_config": {"torch_autocast": {"enabled": true, "dtype": "bfloat16"}}})json")
            .plan;
    QCOMPARE(encoder_memory::bytes_of(plain, logits_fp32), 0.0);
    QCOMPARE(encoder_memory::bytes_of(cast, logits_fp32), 4.0 * 28996 * 512);
  }

  /// Megatron-LM divides the blocks of BERT as it divides GPT's (pretrain_bert.py; core/transformer).
  void an_encoder_alone_is_divided_as_a_decoder_is() {
    for (const char* division : {R"("tensor_parallel": 2)", R"("pipeline_parallel": 2)",
                                 R"("sequence_parallel": 2, "sequence_length": 512)"}) {
      const Plan encoder = encoder_memory::plan_of("bert-large-335m", division);
      Plan decoder = encoder;
      decoder.model.architecture.encoder_layers = 0;
      QVERIFY2(is_usable(check(encoder)), division);
      for (const EntryId id : {states_weights, states_master, states_optimizer})
        QCOMPARE(encoder_memory::bytes_of(encoder, id), encoder_memory::bytes_of(decoder, id));
    }
  }

  void features_that_no_encoder_is_described_with_are_refused_data() {
    QTest::addColumn<QByteArray>("training");
    QTest::addColumn<QByteArray>("path");
    QTest::newRow("pipeline") << QByteArray(R"("pipeline_parallel": 2)")
                              << QByteArray("training.pipeline_parallel");
    QTest::newRow("tensors") << QByteArray(R"("tensor_parallel": 2)")
                             << QByteArray("training.tensor_parallel");
    QTest::newRow("selective") << QByteArray(R"("activation_checkpointing": "selective")")
                               << QByteArray("training.activation_checkpointing");
  }
  void features_that_no_encoder_is_described_with_are_refused() {
    QFETCH(QByteArray, training);
    QFETCH(QByteArray, path);
    const std::vector<Finding> findings = check(encoder_memory::plan_of("t5-3b", training.toStdString()));
    QVERIFY(std::ranges::any_of(findings, [&](const Finding& finding) {
      return finding.code == "impossible_encoder" && finding.path == path.toStdString();
    }));
    QVERIFY(!is_usable(findings));
  }
};

ZP_TEST(EncoderMemoryTest)
#include "encoder_test.moc"
