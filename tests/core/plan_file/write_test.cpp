// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>
#include <nlohmann/json.hpp>
#include <string>

#include "core/plan_file/plan_file.h"
#include "tests/support/test_main.h"

using namespace zp;

namespace {

QString rewritten(const QString& text) {
  return QString::fromStdString(write_plan(read_plan(text.toStdString())));
}

}  // namespace

/// Tests of the text of a written plan: defaults are left out, keys have the order of plan_keys(), unknown
/// keys keep their places.
class WriteTest : public QObject {
  Q_OBJECT

 private slots:
  void the_example() {
    QCOMPARE(QString::fromStdString(write_plan(example_plan())), QStringLiteral(R"({
  "format": "zero-plan/1",
  "model": {
    "preset": "llama-2-7b"
  },
  "training": {
    "gradient_accumulation_steps": 16,
    "sequence_length": 4096,
    "activation_checkpointing": "full"
  },
  "zero": {
    "stage": 2
  }
}
)"));
  }

  void a_stated_value_is_written_also_where_it_is_the_default_data() {
    QTest::addColumn<QString>("given");
    QTest::addColumn<QStringList>("written");
    const auto row = [](const char* name, const char* given, const QStringList& written) {
      QTest::newRow(name) << QString::fromUtf8(given) << written;
    };
    row("a figure of the default GPU",
        R"("cluster": {"gpu": {"preset": "a100-sxm4-80gb", "bf16_tflops": 312}})",
        {"/cluster/gpu/bf16_tflops"});
    row("the GPU's own links",
        R"("cluster": {"intra_node": {"gb_per_s": 300}, "host_link": {"gb_per_s": 31.5}})",
        {"/cluster/intra_node/gb_per_s", "/cluster/host_link/gb_per_s"});
    row("the link between nodes", R"("cluster": {"inter_node": {"gb_per_s": 25}})",
        {"/cluster/inter_node/gb_per_s"});
    row("words", R"("training": {"precision": "bf16", "optimizer": "adamw", "attention": "sdpa"})",
        {"/training/precision", "/training/optimizer", "/training/attention"});
    row("adapters", R"("training": {"lora": {"rank": 0, "targets": ["v_proj", "q_proj"]}})",
        {"/training/lora/rank", "/training/lora/targets"});
    row("bucket", R"("zero": {"reduce_bucket_size": 5e8})", {"/zero/reduce_bucket_size"});
    row("flavour", R"("target": {"flavour": "plain"})", {"/target/flavour"});
    row("empty sections",
        R"("cluster": {}, "training": {}, "zero": {}, "deepspeed_config": {}, "target": {})", {});
  }
  void a_stated_value_is_written_also_where_it_is_the_default() {
    QFETCH(QString, given);
    QFETCH(QStringList, written);
    const QString text = rewritten(QStringLiteral(R"({"model": {"preset": "llama-2-7b"}, )") + given + u'}');
    const auto json = nlohmann::json::parse(text.toStdString());
    for (const QString& path : written)
      QVERIFY2(json.contains(nlohmann::json::json_pointer(path.toStdString())),
               qPrintable(path + " in " + text));
    if (written.isEmpty())
      QCOMPARE(text, rewritten(QStringLiteral(R"({"model": {"preset": "llama-2-7b"}})")));
  }

  void each_part_in_its_shortest_form_data() {
    QTest::addColumn<QString>("given");
    QTest::addColumn<QString>("expected");
    QTest::newRow("a number of a preset overridden")
        << R"("cluster":{"gpu":{"preset":"h100-sxm5-80gb","bf16_tflops":900,"memory_gib":79.19}})"
        << R"("cluster":{"gpu":{"preset":"h100-sxm5-80gb","memory_gib":79.19,"bf16_tflops":900}})";
    QTest::newRow("a number of the default GPU, which the file then names")
        << R"("cluster":{"gpu":{"memory_gib":24,"bf16_tflops":312}})"
        << R"("cluster":{"gpu":{"preset":"a100-sxm4-80gb","memory_gib":24,"bf16_tflops":312}})";
    QTest::newRow("a GPU of numbers, of which one is the default's")
        << R"("cluster":{"gpu":{"memory_gib":24,"bf16_tflops":312,"memory_gb_per_s":900}})"
        << R"("cluster":{"gpu":{"memory_gib":24,"bf16_tflops":312,"memory_gb_per_s":900}})";
    QTest::newRow("two kinds of GPU")
        << R"("cluster":{"gpus_per_node":4,"other_gpus":[{"preset":"a100-sxm4-40gb","memory_gib":39,"count":2}]})"
        << R"("cluster":{"gpus_per_node":4,"other_gpus":[{"preset":"a100-sxm4-40gb","memory_gib":39,"count":2}]})";
    QTest::newRow("a link by preset")
        << R"("cluster":{"intra_node":{"preset":"nvlink-3-a100-nvswitch","gb_per_s":300}})"
        << R"("cluster":{"intra_node":{"preset":"nvlink-3-a100-nvswitch","gb_per_s":300}})";
    QTest::newRow("offload with its default device's settings")
        << R"("zero":{"stage":3,"offload_optimizer":{"device":"cpu","pin_memory":true,"buffer_count":4}})"
        << R"("zero":{"stage":3,"offload_optimizer":{"device":"cpu","pin_memory":true,"buffer_count":4}})";
    QTest::newRow("offload with settings")
        << R"("zero":{"stage":3,"offload_optimizer":{"ratio":0.3,"device":"cpu"}})"
        << R"("zero":{"stage":3,"offload_optimizer":{"device":"cpu","ratio":0.3}})";
    QTest::newRow("the default of an older version is written as such")
        << R"("zero":{"offload_param":{"pin_memory":true}},"target":{"deepspeed_version":"0.18.3"})"
        << R"("zero":{"offload_param":{"pin_memory":true}},"target":{"deepspeed_version":"0.18.3"})";
  }
  void each_part_in_its_shortest_form() {
    QFETCH(QString, given);
    QFETCH(QString, expected);
    const auto compact = [](const QString& rest) {
      QString text = rewritten(QStringLiteral(R"({"model":{"parameters":1e9},)") + rest + u'}');
      return text.remove(QRegularExpression(QStringLiteral("\\s")));
    };
    const QString head = QStringLiteral(R"({"format":"zero-plan/1","model":{"parameters":1000000000},)");
    QCOMPARE(compact(given), QString(head + expected + u'}'));
  }

  void a_gpu_of_numbers_that_are_the_defaults_stays_one_of_numbers() {
    const PlanDocument document = read_plan(
        R"({"model": {"parameters": 1e9},
            "cluster": {"gpu": {"memory_gib": 79.15, "bf16_tflops": 312, "memory_gb_per_s": 2039}}})");
    QVERIFY(!document.plan.cluster.gpu.preset);
    QVERIFY(read_plan(write_plan(document)) == document);
  }

  void an_architecture_keeps_what_does_not_follow() {
    const QString text = rewritten(QStringLiteral(
        R"({"model":{"architecture":{"block":"gpt","hidden_size":768,"layers":12,"attention_heads":12,"kv_heads":12,
            "head_dim":64,"intermediate_size":3072,"vocab_size":50257,"tied_embeddings":true,"norm":"layernorm",
            "max_position_embeddings":1024,"learned_positions":1024,"gated_mlp":false,"qkv_bias":true}}})"));
    QCOMPARE(text, QStringLiteral(R"({
  "format": "zero-plan/1",
  "model": {
    "architecture": {
      "block": "gpt",
      "hidden_size": 768,
      "layers": 12,
      "attention_heads": 12,
      "intermediate_size": 3072,
      "vocab_size": 50257,
      "tied_embeddings": true,
      "max_position_embeddings": 1024
    }
  }
}
)"));
  }

  void tensors_keep_names_and_shapes() {
    const QString given = QStringLiteral(
        R"({"format":"zero-plan/1","model":{"tensors":[{"shape":[64,3,7,7],"count":2,"name":"conv"},)"
        R"({"shape":[10],"trainable":false,"dtype":"fp8"},{"shape":[]}]}})");
    QString text = rewritten(given);
    QCOMPARE(text.remove(QRegularExpression(QStringLiteral("\\s"))), given);
  }

  void unknown_keys_stay_in_their_places() {
    const QString given = QStringLiteral(
        R"({"format":"zero-plan/1","model":{"preset":"llama-2-7b","origin":"hub"},"cluster":{"gpu":{"vendor":"x"}},)"
        R"("training":{"micro_batch_size":4,"lora":{"alpha":[1,{"deep":null}]},"seed":1},)"
        R"("zero":{"stage":3,"offload_param":{"device":"cpu","nvme_path":"/x"},"future_key":{"a":0.1}},)"
        R"("deepspeed_config":{"wandb":{"enabled":true}},"comment":"x","training.seed":2})");
    QString text = rewritten(given);
    QCOMPARE(text.remove(QRegularExpression(QStringLiteral("\\s"))), given);
  }

  void unknown_keys_of_another_way_of_naming_the_model_do_not_name_two() {
    PlanDocument document = read_plan(
        R"({"model": {"architecture": {"hidden_size": 64, "layers": 2, "attention_heads": 4, "x": 1}, "note": 2}})");
    document.plan.model = example_plan().plan.model;
    const PlanDocument again = read_plan(write_plan(document));
    QVERIFY(again.plan == document.plan);
    QCOMPARE(again.text.unknown, std::string(R"({"model":{"note":2}})"));
  }

  void a_preset_that_was_changed_is_written_as_a_shape() {
    PlanDocument document = example_plan();
    document.plan.model.architecture.layers = 33;
    const Model again = read_plan(write_plan(document)).plan.model;
    QVERIFY(again.source == ModelSource::architecture);
    QVERIFY(again.architecture == document.plan.model.architecture);
  }
};

ZP_TEST(WriteTest)
#include "write_test.moc"
