// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>
#include <cmath>
#include <string>

#include "core/catalog/catalog.h"
#include "core/plan_file/plan_file.h"
#include "tests/support/test_main.h"

using namespace zp;

namespace {

Plan plan_with(const std::string& rest) {
  return read_plan(R"({"model": {"preset": "llama-2-7b"})" + rest + "}").plan;
}

SharedGpuPreset gpu(const char* id) { return catalog().find_gpu(id); }

}  // namespace

/// Tests of the defaults of a plan: those of docs/plan-file.md#all-keys, DeepSpeed's own, and those that
/// follow from presets.
class DefaultsTest : public QObject {
  Q_OBJECT

 private slots:
  /// NVIDIA's compute capability 8.0 brought bf16; DeepSpeed stops at it on older cards (engine.py).
  void cards_without_bf16_train_in_fp16_data() {
    QTest::addColumn<QString>("rest");
    QTest::addColumn<QString>("precision");
    const auto row = [](const char* name, const char* rest, const char* precision) {
      QTest::newRow(name) << QString(rest) << QString(precision);
    };
    row("V100", R"(, "cluster": {"gpu": {"preset": "v100-sxm2-32gb"}})", "fp16");
    row("T4", R"(, "cluster": {"gpu": {"preset": "t4-16gb"}})", "fp16");
    row("A100", R"(, "cluster": {"gpu": {"preset": "a100-sxm4-40gb"}})", "bf16");
    row("an A100 beside a V100",
        R"(, "cluster": {"nodes": 1, "gpus_per_node": 2, "gpu": {"preset": "a100-sxm4-40gb"},
           "other_gpus": [{"preset": "v100-sxm2-32gb", "count": 1}]})",
        "fp16");
    row("a card by its numbers", R"(, "cluster": {"gpu": {"memory_gib": 32, "bf16_tflops": 100}})", "bf16");
    row("stated", R"(, "cluster": {"gpu": {"preset": "v100-sxm2-32gb"}}, "training": {"precision": "bf16"})",
        "bf16");
    row("DeepSpeed's own key",
        R"(, "cluster": {"gpu": {"preset": "v100-sxm2-32gb"}}, "deepspeed_config": {"bf16": {"enabled": true}})",
        "bf16");
  }
  void cards_without_bf16_train_in_fp16() {
    QFETCH(QString, rest);
    QFETCH(QString, precision);
    QCOMPARE(QString::fromStdString(std::string(name_of(plan_with(rest.toStdString()).training.precision))),
             precision);
  }

  void what_most_people_run() {
    const Plan plan = plan_with("");
    QCOMPARE(plan.cluster.nodes, 1);
    QCOMPARE(plan.cluster.gpus_per_node, 8);
    QCOMPARE(plan.cluster.gpu.preset, gpu("a100-sxm4-80gb"));
    QCOMPARE(plan.cluster.gpu.bf16_tflops, 312.0);
    QCOMPARE(plan.cluster.cpu_memory_gib, 1024.0);
    QVERIFY(plan.training.precision == Precision::bf16);
    QVERIFY(plan.training.optimizer == Optimizer::adamw);
    QCOMPARE(plan.training.micro_batch_size, std::int64_t{1});
    QCOMPARE(plan.training.gradient_accumulation_steps, std::int64_t{1});
    QCOMPARE(plan.training.sequence_length, std::int64_t{2048});
    QVERIFY(plan.training.activation_checkpointing == Checkpointing::none);
    QVERIFY(plan.training.attention == Attention::sdpa);
    QVERIFY(plan.training.zero_init);
    QVERIFY(plan.training.lora.targets == (lora_q | lora_v));
    QVERIFY(plan.target.flavour == Flavour::plain);
    QVERIFY(plan == [] {
      Plan expected;
      expected.model = model_from_preset(catalog().find_model("llama-2-7b"));
      return expected;
    }());
  }

  void zero_is_deepspeeds() {
    const Zero zero = plan_with("").zero;
    QCOMPARE(zero.stage, 0);
    QVERIFY(zero.offload_optimizer.device == Device::none);
    QVERIFY(zero.offload_optimizer.pin_memory);
    QCOMPARE(zero.offload_optimizer.buffer_count, std::int64_t{4});
    QCOMPARE(zero.offload_optimizer.ratio, 1.0);
    QCOMPARE(zero.offload_param.buffer_count, std::int64_t{5});
    QCOMPARE(zero.offload_param.buffer_size, std::int64_t{100'000'000});
    QCOMPARE(zero.offload_param.max_in_cpu, std::int64_t{1'000'000'000});
    QVERIFY(!zero.overlap_comm);
    QVERIFY(!zero.overlaps());
    QVERIFY(zero.contiguous_gradients && zero.reduce_scatter && zero.use_multi_rank_bucket_allreduce);
    QCOMPARE(zero.reduce_bucket_size, std::int64_t{500'000'000});
    QCOMPARE(zero.allgather_bucket_size, std::int64_t{500'000'000});
    QCOMPARE(zero.sub_group_size, std::int64_t{1'000'000'000});
    QCOMPARE(zero.stage3_prefetch_bucket_size, std::int64_t{50'000'000});
    QCOMPARE(zero.stage3_param_persistence_threshold, std::int64_t{100'000});
    QCOMPARE(zero.mics_shard_size, std::int64_t{-1});
  }

  void overlap_comm_is_on_at_stage_3_only_data() {
    QTest::addColumn<QString>("zero");
    QTest::addColumn<bool>("expected");
    QTest::newRow("stage 1") << R"({"stage": 1})" << false;
    QTest::newRow("stage 2") << R"({"stage": 2})" << false;
    QTest::newRow("stage 3") << R"({"stage": 3})" << true;
    QTest::newRow("stage 3, switched off") << R"({"stage": 3, "overlap_comm": false})" << false;
    QTest::newRow("stage 2, switched on") << R"({"stage": 2, "overlap_comm": true})" << true;
    QTest::newRow("null says nothing") << R"({"stage": 3, "overlap_comm": null})" << true;
    QTest::newRow("auto says nothing") << R"({"stage": 3, "overlap_comm": "auto"})" << true;
  }
  void overlap_comm_is_on_at_stage_3_only() {
    QFETCH(QString, zero);
    QFETCH(bool, expected);
    QCOMPARE(plan_with(", \"zero\": " + zero.toStdString()).zero.overlaps(), expected);
  }

  void sequence_length_is_the_models_where_that_is_shorter_data() {
    QTest::addColumn<QString>("model");
    QTest::addColumn<qint64>("expected");
    QTest::newRow("gpt-2: 1,024") << R"({"preset": "gpt-2-124m"})" << qint64{1024};
    QTest::newRow("llama-2: 4,096") << R"({"preset": "llama-2-7b"})" << qint64{2048};
    QTest::newRow("a count states none") << R"({"parameters": 7e9})" << qint64{2048};
    QTest::newRow("a shape of 512")
        << R"({"architecture": {"hidden_size": 512, "layers": 2, "max_position_embeddings": 512}})"
        << qint64{512};
  }
  void sequence_length_is_the_models_where_that_is_shorter() {
    QFETCH(QString, model);
    QFETCH(qint64, expected);
    QCOMPARE(read_plan(R"({"model": )" + model.toStdString() + "}").plan.training.sequence_length, expected);
  }

  void links_follow_from_the_gpu_data() {
    QTest::addColumn<QString>("cluster");
    QTest::addColumn<double>("intra_node");
    QTest::addColumn<double>("host_link");
    QTest::newRow("A100 SXM4: NVLink 3") << R"({})" << 300.0 << 31.5;
    QTest::newRow("V100 PCIe: no NVLink") << R"({"gpu": {"preset": "v100-pcie-16gb"}})" << 15.75 << 15.75;
    QTest::newRow("V100 SXM2") << R"({"gpu": {"preset": "v100-sxm2-32gb"}})" << 150.0 << 15.75;
    QTest::newRow("numbers alone: the A100's") << R"({"gpu": {"memory_gib": 24}})" << 300.0 << 31.5;
    QTest::newRow("a number of one's own") << R"({"intra_node": {"gb_per_s": 64}})" << 64.0 << 31.5;
  }
  void links_follow_from_the_gpu() {
    QFETCH(QString, cluster);
    const Cluster read_cluster = plan_with(", \"cluster\": " + cluster.toStdString()).cluster;
    QTEST(read_cluster.intra_node.gb_per_s, "intra_node");
    QTEST(read_cluster.host_link.gb_per_s, "host_link");
    QCOMPARE(read_cluster.inter_node.gb_per_s, 25.0);
  }

  /// NVIDIA's data sheets of GB200 NVL72 and GB300 NVL72 give 36 Graces for 72 GPUs, 2,592 cores, 17 TB of
  /// LPDDR5X at 14 TB/s, which are 480 GB at 384 GB/s each. Grace CPU benchmarking guide, STREAM: a Grace
  /// Hopper of 480 GB reaches up to 342 GB/s in triad, which is up to 95 % of the peak.
  void the_host_follows_from_the_gpu_data() {
    QTest::addColumn<QString>("gpu");
    QTest::addColumn<int>("gpus");
    QTest::addColumn<int>("graces");
    QTest::newRow("GH200: one for each") << "gh200-96gb" << 1 << 1;
    QTest::newRow("four GH200") << "gh200-144gb-141" << 4 << 4;
    QTest::newRow("GB200: one for two, a tray has two") << "gb200-per-gpu-186gb" << 4 << 2;
    QTest::newRow("GB300") << "gb300-per-gpu-288gb" << 4 << 2;
    QTest::newRow("a rack as one node") << "gb200-per-gpu-186gb" << 72 << 36;
    QTest::newRow("half of a GB200") << "gb300-per-gpu-288gb" << 1 << 1;
    QTest::newRow("GPUs of an x86 server") << "b200-sxm-180gb" << 8 << 0;
    QTest::newRow("nothing stated of the host") << "a100-sxm4-80gb" << 4 << 0;
  }
  void the_host_follows_from_the_gpu() {
    QFETCH(QString, gpu);
    QFETCH(int, gpus);
    QFETCH(int, graces);
    const std::string cluster = ", \"cluster\": {\"gpu\": {\"preset\": \"" + gpu.toStdString() +
                                "\"}, \"gpus_per_node\": " + std::to_string(gpus);
    const Cluster read_cluster = plan_with(cluster + "}").cluster;
    const double rack_tb_per_s = 14, rack_cores = 2'592, rack_tb = 17, rack_graces = 36;
    if (graces > 0) {
      const double share = graces / rack_graces;
      QVERIFY(std::abs(read_cluster.cpu_memory_gb_per_s / (rack_tb_per_s * 1000 * share) - 1) < 0.02);
      QVERIFY(342.0 * graces < 0.95 * read_cluster.cpu_memory_gb_per_s);
      QVERIFY(480.0 * graces > read_cluster.cpu_memory_gib);  // the system sees most of these GB, as GiB
      QVERIFY(read_cluster.cpu_memory_gib * 1.0737 > rack_tb * 1000 * share);
      QCOMPARE(read_cluster.cpu_cores, static_cast<int>(rack_cores * share));
    } else {
      QCOMPARE(read_cluster.cpu_memory_gib, 1024.0);
      QCOMPARE(read_cluster.cpu_cores, 64);
    }
    const Cluster stated =
        plan_with(cluster + R"(, "cpu_memory_gib": 100, "cpu_memory_gb_per_s": 90, "cpu_cores": 8})").cluster;
    QCOMPARE(stated.cpu_memory_gib, 100.0);
    QCOMPARE(stated.cpu_memory_gb_per_s, 90.0);
    QCOMPARE(stated.cpu_cores, 8);
  }

  /// NVLink-C2C has 900 GB/s in both directions, to the one GPU of a GH200 and to the two of
  /// a GB200 together.
  void a_grace_divides_its_link_among_its_gpus() {
    const auto link = [](const char* gpu) {
      return plan_with(std::string(", \"cluster\": {\"gpu\": {\"preset\": \"") + gpu + "\"}}")
          .cluster.host_link.gb_per_s;
    };
    QCOMPARE(link("gh200-96gb"), 450.0);
    QCOMPARE(link("gb200-per-gpu-186gb"), 225.0);
    QCOMPARE(link("gb300-per-gpu-288gb"), 225.0);
  }

  void a_shared_link_is_divided_by_the_gpus_of_the_node() {
    const std::string link = R"({"preset": "dgx-a100-8x-hdr-200"})";
    const auto inter_node = [&](const std::string& gpus) {
      return plan_with(R"(, "cluster": {"inter_node": )" + link + R"(, "gpus_per_node": )" + gpus + "}")
          .cluster.inter_node;
    };
    QCOMPARE(inter_node("8").gb_per_s, 25.0);
    QCOMPARE(inter_node("4").gb_per_s, 50.0);
    QCOMPARE(plan_with(R"(, "cluster": {"intra_node": {"preset": "nvlink-3-a100-nvswitch"}})")
                 .cluster.intra_node.gb_per_s,
             300.0);
  }

  void pin_memory_is_true_since_0_19_5_data() {
    QTest::addColumn<QString>("version");
    QTest::addColumn<bool>("expected");
    QTest::newRow("0.19.4") << "0.19.4" << false;
    QTest::newRow("0.19.5") << "0.19.5" << true;
    QTest::newRow("0.19: the newest of the series") << "0.19" << true;
    QTest::newRow("0.18") << "0.18" << false;
    QTest::newRow("0.20") << "0.20" << true;
  }
  void pin_memory_is_true_since_0_19_5() {
    QFETCH(QString, version);
    QFETCH(bool, expected);
    const Zero zero = plan_with(", \"zero\": {\"stage\": 3}, \"target\": {\"deepspeed_version\": \"" +
                                version.toStdString() + "\"}")
                          .zero;
    QCOMPARE(zero.offload_optimizer.pin_memory, expected);
    QCOMPARE(zero.offload_param.pin_memory, expected);
  }

  void a_stated_pin_memory_stands() {
    const Zero zero =
        plan_with(R"(, "zero": {"stage": 2, "offload_optimizer": {"device": "cpu", "pin_memory": true}},
                             "target": {"deepspeed_version": "0.18.0"})")
            .zero;
    QVERIFY(zero.offload_optimizer.pin_memory);
    QVERIFY(!zero.offload_param.pin_memory);
  }

  void the_example_is_llama_2_on_eight_a100() {
    const Plan plan = example_plan().plan;
    QCOMPARE(plan.model.preset, catalog().find_model("llama-2-7b"));
    QCOMPARE(plan.cluster.ranks(), 8);
    QCOMPARE(plan.zero.stage, 2);
    QCOMPARE(train_batch_size(plan), std::int64_t{128});
    QCOMPARE(plan.training.sequence_length, std::int64_t{4096});
    QVERIFY(plan.training.activation_checkpointing == Checkpointing::full);
  }

  void versions_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("expected");
    QTest::newRow("three numbers") << "0.19.5"
                                   << "0.19.5";
    QTest::newRow("series of the default") << "0.19"
                                           << "0.19.6";
    QTest::newRow("older series") << "0.16"
                                  << "0.16.9";
    QTest::newRow("newer series") << "1.2"
                                  << "1.2.0";
    QTest::newRow("one number") << "19"
                                << "";
    QTest::newRow("four numbers") << "0.19.5.1"
                                  << "";
    QTest::newRow("a v in front") << "v0.19.5"
                                  << "";
    QTest::newRow("a trailing dot") << "0.19."
                                    << "";
    QTest::newRow("negative") << "0.-19"
                              << "";
    QTest::newRow("a long number") << "0.123456789012"
                                   << "";
    QTest::newRow("empty") << ""
                           << "";
  }
  void versions() {
    QFETCH(QString, text);
    QFETCH(QString, expected);
    const auto version = parse_version(text.toStdString());
    QCOMPARE(version ? QString::fromStdString(name_of(*version)) : QString(), expected);
  }
};

ZP_TEST(DefaultsTest)
#include "defaults_test.moc"
