// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>

#include "core/plan/plan.h"
#include "tests/core/check/checked.h"
#include "tests/support/test_main.h"

using namespace zp;
using namespace zp::test;

/// Tests of where and with which message the parser stops, of versions, and of unknown numbers of ranks.
class ParserTest : public QObject {
  Q_OBJECT

 private slots:
  void only_the_step_the_parser_stops_at_has_a_parser_code() {
    const ConfigCheck result =
        check(R"({"train_batch_size": 17, "zero_optimization": {"stage": 7, "stag": 1}, "fp16": null})", 8);
    QVERIFY2(result.issues.size() == 4, sentences(result).c_str());
    QCOMPARE(result.issues[0].place.parser_code, std::string("pydantic"));
    QCOMPARE(result.issues[1].place.parser_code, std::string("pydantic"));
    QCOMPARE(result.issues[2].code, std::string("null_section"));
    QCOMPARE(result.issues[2].place.parser_code, std::string());
    QCOMPARE(result.issues[3].code, std::string("batch_triple_mismatch"));
    QCOMPARE(result.issues[3].place.parser_code, std::string());
  }

  void the_parser_stops_with_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("parser_code");
    const auto row = [](const char* name, const char* sections, const char* parser_code) {
      QTest::newRow(name) << QByteArray(sections) << QByteArray(parser_code);
    };
    row("ranks that elasticity does not allow",
        R"({"elasticity": {"enabled": true, "max_train_batch_size": 2000, "micro_batch_sizes": [2, 4, 6], "min_gpus": 10, "version": 0.1}})",
        "ElasticityIncompatibleWorldSize");
    row("elasticity 0.3",
        R"({"elasticity": {"enabled": true, "max_train_batch_size": 100, "micro_batch_sizes": [2], "version": 0.3}})",
        "ElasticityConfigError");
    row("micro batches of 0",
        R"({"elasticity": {"enabled": true, "max_train_batch_size": 100, "micro_batch_sizes": [0]}})",
        "ElasticityConfigError");
    row("elasticity is no object", R"({"elasticity": 1})", "AttributeError");
    row("quantization without target",
        R"({"train_batch_size": 8, "compression_training": {"weight_quantization": {"different_groups": {"a": {"params": {"start_bits": 8}}}}}})",
        "AssertionError");
    row("quantization of a kind",
        R"({"train_batch_size": 8, "compression_training": {"weight_quantization": {"shared_parameters": {"rounding": "up"}, "different_groups": {}}}})",
        "AssertionError");
    row("pruning without groups", R"({"train_batch_size": 8, "compression_training": {"row_pruning": {}}})",
        "KeyError");
    row("amp without enabled", R"({"train_batch_size": 8, "amp": {"opt_level": "O1"}})", "KeyError");
    row("layer drop without enabled", R"({"train_batch_size": 8, "progressive_layer_drop": {}})", "KeyError");
    row("autocast type", R"({"train_batch_size": 8, "torch_autocast": {"dtype": "bf17"}})", "ValueError");
    row("sparse attention", R"({"train_batch_size": 8, "sparse_attention": {"mode": "dens"}})",
        "NotImplementedError");
    row("eigenvalue",
        R"({"train_batch_size": 8, "compression_training": {"shared_parameters": {"enabled": true}}, "quantize_training": {"eigenvalue": {"enabled": true}}})",
        "AssertionError");
    row("zero is null", R"({"train_batch_size": 8, "zero_optimization": null})", "null_section");
    row("wandb is null", R"({"train_batch_size": 8, "wandb": null})", "pydantic");
    row("both names",
        R"({"train_batch_size": 8, "zero_optimization": {"stage3_prefetch_bucket_size": 1, "prefetch_bucket_size": 1}})",
        "pydantic");
    row("both precisions", R"({"train_batch_size": 8, "fp16": {"enabled": true}, "bf16": {"enabled": true}})",
        "AssertionError");
    row("ratio below stage 3",
        R"({"train_batch_size": 8, "zero_optimization": {"stage": 2, "offload_optimizer": {"device": "cpu", "ratio": 0.5}}})",
        "pydantic");
    row("sequence parallel size 0", R"({"train_batch_size": 8, "sequence_parallel_size": 0})",
        "ZeroDivisionError");
    row("micro batch 0", R"({"train_batch_size": 8, "train_micro_batch_size_per_gpu": 0})",
        "ZeroDivisionError");
    row("list at the top", "[1]", "AttributeError");
  }
  void the_parser_stops_with() {
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, parser_code);
    const ConfigCheck result = check(text.toStdString(), 8);
    QVERIFY2(!result.accepted, sentences(result).c_str());
    QVERIFY2(result.issues.front().place.parser_code == parser_code.toStdString(), sentences(result).c_str());
  }

  void elasticity_chooses_the_batch() {
    // The figures are those that compute_elastic_config of deepspeed/elasticity/elasticity.py returns.
    const ConfigCheck result = check(R"({"elasticity": {"enabled": true, "max_train_batch_size": 2000,
        "micro_batch_sizes": [2, 4, 6], "version": 0.2, "num_gpus_per_node": 4, "model_parallel_size": 2}})",
                                     8);
    QVERIFY2(result.accepted, sentences(result).c_str());
    QCOMPARE(result.derived.train_batch_size->value(), 1920.0);
    QCOMPARE(result.derived.train_micro_batch_size_per_gpu->value(), 6.0);
    QCOMPARE(result.derived.gradient_accumulation_steps->value(), 40.0);
  }

  void repeated_keys_are_refused() {
    const ConfigCheck result =
        check("{\"train_batch_size\": 8,\n\"bf16\": {\"enabled\": true, \"enabled\": false}}", 8);
    QVERIFY(!result.accepted);
    QCOMPARE(faults(result), QStringList{"refused duplicate_key bf16.enabled"});
    QCOMPARE(result.issues[0].place.position.column, 27);
    QCOMPARE(result.issues[0].place.deepspeed_message,
             std::string("Duplicate keys in DeepSpeed config: ['enabled']"));
  }

  void versions_differ_data() {
    QTest::addColumn<QByteArray>("sections");
    QTest::addColumn<QByteArray>("version");
    QTest::addColumn<bool>("accepted");
    const auto row = [](const char* name, const char* sections, const char* version, bool accepted) {
      QTest::newRow(name) << QByteArray(sections) << QByteArray(version) << accepted;
    };
    row("zenflow, before", R"("zero_optimization": {"stage": 0, "zenflow": {}})", "0.17.4", false);
    row("zenflow, since", R"("zero_optimization": {"stage": 0, "zenflow": {}})", "0.17.5", true);
    row("optimizer states, before",
        R"("zero_optimization": {"stage": 1}, "bf16": {"bf16_optimizer_states": false})", "0.18.2", false);
    row("optimizer states, since",
        R"("zero_optimization": {"stage": 1}, "bf16": {"bf16_optimizer_states": false})", "0.18.3", true);
    row("plain key, before", R"("aio": {"intra_op_parallelism": 2})", "0.16.3", true);
  }
  void versions_differ() {
    QFETCH(QByteArray, sections);
    QFETCH(QByteArray, version);
    const ConfigCheck result =
        check(with(sections.constData()), 8, parse_version(version.toStdString()).value());
    QFETCH(bool, accepted);
    QVERIFY2(result.accepted == accepted, sentences(result).c_str());
  }

  void ranks_that_are_not_known_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<bool>("accepted");
    QTest::newRow("fits some number")
        << QByteArray(
               R"({"train_batch_size": 24, "train_micro_batch_size_per_gpu": 2, "gradient_accumulation_steps": 3})")
        << true;
    QTest::newRow("fits none")
        << QByteArray(
               R"({"train_batch_size": 25, "train_micro_batch_size_per_gpu": 2, "gradient_accumulation_steps": 3})")
        << false;
    QTest::newRow("micro batch alone") << QByteArray(R"({"train_micro_batch_size_per_gpu": 2})") << true;
    QTest::newRow("none given") << QByteArray(R"({"gradient_accumulation_steps": 2})") << false;
    QTest::newRow("negative") << QByteArray(R"({"train_micro_batch_size_per_gpu": -2})") << false;
  }
  void ranks_that_are_not_known() {
    QFETCH(QByteArray, text);
    const ConfigCheck result = check(text.toStdString());
    QTEST(result.accepted, "accepted");
  }
};

ZP_TEST(ParserTest)
#include "parser_test.moc"
