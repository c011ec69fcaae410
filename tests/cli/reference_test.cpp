// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <QtTest>
#include <cmath>

#include "tests/cli/program.h"
#include "tests/cli/shape.h"
#include "tests/support/test_main.h"

using namespace zp::test;

namespace {

constexpr double bytes_per_gib = 1073741824.0;

Json estimators_of(const QByteArray& plan) {
  return run_on(plan, {"reference", "-", "--json"}).json()["estimators"];
}

}  // namespace

/// Tests of reference: the figures of the other estimators, compared with their formulas written out here.
class ReferenceTest : public QObject {
  Q_OBJECT

 private slots:
  void all_six_with_ours_and_why() {
    const Outcome outcome =
        run_on(R"({"model": {"preset": "llama-2-7b"}, "zero": {"stage": 3}})", {"reference", "-", "--json"});
    QVERIFY2(outcome.status == 0, describe(outcome));
    const Json estimators = outcome.json()["estimators"];
    std::vector<std::string> told;
    for (const auto& [name, estimator] : estimators.items()) {
      told.push_back(name);
      QVERIFY2(estimator["ours"].is_object() && !estimator["ours"].empty(), name.c_str());
      QVERIFY2(estimator["differences"].size() >= 3, name.c_str());
    }
    const std::vector<std::string> wanted = {"zero_paper",      "deepspeed",     "article",
                                             "second_document", "zero_infinity", "korthikanti"};
    QCOMPARE(told, wanted);
  }

  void zero_paper_at_every_stage_data() {
    QTest::addColumn<int>("stage");
    QTest::addColumn<double>("bytes_per_parameter");  // figures for 8 GPUs
    QTest::newRow("stage 0") << 0 << 16.0;
    QTest::newRow("stage 1") << 1 << 4 + 12.0 / 8;
    QTest::newRow("stage 2") << 2 << 2 + 14.0 / 8;
    QTest::newRow("stage 3") << 3 << 16.0 / 8;
  }
  void zero_paper_at_every_stage() {
    QFETCH(int, stage);
    QFETCH(double, bytes_per_parameter);
    const Json paper = estimators_of(R"({"model": {"parameters": 8000000000}, "zero": {"stage": )" +
                                     QByteArray::number(stage) + "}}")["zero_paper"];
    QCOMPARE(paper["gpu_bytes"].get<std::int64_t>(), static_cast<std::int64_t>(8e9 * bytes_per_parameter));
    QCOMPARE(paper["stages"].size(), std::size_t{4});
  }

  void deepspeed_follows_the_offload_of_the_plan_data() {
    QTest::addColumn<QByteArray>("zero");
    QTest::addColumn<double>("gpu_per_parameter");
    QTest::addColumn<double>("cpu_per_parameter");
    QTest::newRow("stage 2") << QByteArray(R"("stage": 2)") << 2 + 18.0 / 8 << 4 * 8 * 1.5;
    QTest::newRow("stage 2, optimizer on the host")
        << QByteArray(R"("stage": 2, "offload_optimizer": "cpu")") << 2.0 << 4 * 8 * 1.5;
    QTest::newRow("stage 3, optimizer on the host")
        << QByteArray(R"("stage": 3, "offload_optimizer": "cpu")") << 2.0 / 8 << 16 * 1.5;
    QTest::newRow("stage 3, both on the host")
        << QByteArray(R"("stage": 3, "offload_optimizer": "cpu", "offload_param": "cpu")") << 0.0 << 18 * 1.5;
  }
  void deepspeed_follows_the_offload_of_the_plan() {
    QFETCH(QByteArray, zero);
    QFETCH(double, gpu_per_parameter);
    QFETCH(double, cpu_per_parameter);
    const QByteArray plan = R"({"model": {"parameters": 8000000000}, "zero": {)" + zero + "}}";
    const Json deepspeed = estimators_of(plan)["deepspeed"];
    const std::int64_t layer = deepspeed.value("largest_layer_bytes", std::int64_t{0});
    QCOMPARE(deepspeed["gpu_bytes"].get<std::int64_t>(),
             layer + static_cast<std::int64_t>(8e9 * gpu_per_parameter));
    QCOMPARE(deepspeed["cpu_bytes"].get<std::int64_t>(), static_cast<std::int64_t>(8e9 * cpu_per_parameter));
    QCOMPARE(deepspeed["stage_2"].size(), std::size_t{2});
    QCOMPARE(deepspeed["stage_3"].size(), std::size_t{6});
  }

  void deepspeed_has_nothing_to_say_of_stage_1() {
    const Json deepspeed =
        estimators_of(R"({"model": {"parameters": 8e9}, "zero": {"stage": 1}})")["deepspeed"];
    QVERIFY(deepspeed["gpu_bytes"].is_null());
    QVERIFY(!deepspeed["note"].get<std::string>().empty());
  }

  void article_is_its_function_and_beside_it_what_it_prints() {
    const Json article = estimators_of(
        R"({"model": {"parameters": 7e9}, "cluster": {"gpus_per_node": 4}, "zero": {"stage": 2},
            "training": {"activation_checkpointing": "full"}})")["article"];
    QCOMPARE(std::round(article["total_per_gpu_gib"].get<double>() * 10) / 10, 52.7);
    QCOMPARE(article["params_gib"].get<double>(), 28e9 / bytes_per_gib);
    QCOMPARE(article["printed_for_7b_on_4_gpus"]["total_per_gpu_gib"].get<double>(), 36.8);
    QCOMPARE(article["printed_recommendation_for_70b_on_8_gpus"]["expected_slowdown_percent"].get<double>(),
             12.3);
    QCOMPARE(article["table"][0]["total_gb"].get<double>(), 84.0);
    QCOMPARE(article["candidates"].size(), std::size_t{9});
  }

  /// The document has the article's two calls: the result of its function, the memory of each of its
  /// configurations here, and the reason for the difference.
  void the_article_s_calls_stand_beside_our_answers() {
    const Outcome outcome = run_on(R"({"model": {"preset": "llama-2-7b"}})", {"reference", "-", "--json"});
    const Json calls = outcome.json()["estimators"]["article"]["example_calls"];
    QCOMPARE(calls.size(), std::size_t{2});
    QCOMPARE(calls[1]["printed"]["expected_memory_per_gpu_gib"].get<double>(), 45.2);
    QVERIFY(calls[0]["printed"].is_null());
    for (const Json& call : calls) {
      QVERIFY2(call["ours"]["fits"].get<bool>(), call.dump().c_str());
      QCOMPARE(call["configurations"].size(), std::size_t{9});
      for (const Json& one : call["configurations"]) {
        QVERIFY(!one["reason"].get<std::string>().empty());
        if (one["runs"].get<bool>())
          QVERIFY2(
              one["ours"]["tokens_per_s"].get<double>() <= 1.001 * call["ours"]["tokens_per_s"].get<double>(),
              one.dump().c_str());
      }
      const Outcome ours =
          run_on(QByteArray::fromStdString(call["plan"].dump()), {"estimate", "-", "--json"});
      QCOMPARE(ours.json()["gpu"]["peak"], call["ours"]["gpu_bytes"]);
    }
    const Outcome text = run_on(R"({"model": {"preset": "llama-2-7b"}})", {"reference", "-"});
    for (const char* said : {"Its own calls", "70 B parameters on 8 × 80 GiB at 200 Gbit/s", "short by"})
      QVERIFY2(text.out.contains(said), said);
  }

  void second_document_prints_9_6_3() {
    const Json document = estimators_of(R"({"model": {"parameters": 2e9}, "cluster": {"gpus_per_node": 4},
                                            "zero": {"stage": 2}})")["second_document"];
    QCOMPARE(document["total_gb"].get<double>(), 6.0);
    QCOMPARE(document["stages"][0]["total_gb"].get<double>(), 9.0);
    QCOMPARE(document["stages"][2]["total_gb"].get<double>(), 3.0);
  }

  void korthikanti_and_zero_infinity_follow_the_shape() {
    const Json all =
        estimators_of(R"({"model": {"architecture": {"block": "gpt", "hidden_size": 1024, "layers": 4,
        "attention_heads": 16, "vocab_size": 50257}}, "zero": {"stage": 0},
        "training": {"sequence_length": 512, "micro_batch_size": 2}})");
    const std::int64_t tokens = 1024, hidden = 1024;
    QCOMPARE(all["korthikanti"]["technique"].get<std::string>(), std::string("none"));
    QCOMPARE(all["korthikanti"]["per_layer_gpu_bytes"].get<std::int64_t>(),
             34 * tokens * hidden + 80 * tokens * 512);
    QCOMPARE(all["zero_infinity"]["parameters"].get<std::int64_t>(), 48 * hidden * hidden);
    QCOMPARE(all["zero_infinity"]["model_states_total_bytes"].get<std::int64_t>(), 960 * hidden * hidden);
  }

  void a_list_of_tensors_has_no_activations() {
    const Json all = estimators_of(
        R"({"model": {"tensors": [{"shape": [1000, 1000], "count": 8}]}, "zero": {"stage": 1}})");
    QVERIFY(all["korthikanti"]["total_gpu_bytes"].is_null());
    QCOMPARE(all["zero_infinity"]["model_states_of_count_total_bytes"].get<std::int64_t>(), 160'000'000);
  }

  void a_person_sees_both_side_by_side() {
    const Outcome outcome =
        run_on(R"({"model": {"preset": "llama-2-7b"}, "zero": {"stage": 2}})", {"reference", "-"});
    QCOMPARE(outcome.status, 0);
    for (const char* said :
         {"Theirs", "Ours", "ZeRO paper", "DeepSpeed's estimators", "Why it differs", "arXiv 2104.07857"})
      QVERIFY2(outcome.out.contains(said), said);
  }
};

ZP_TEST(ReferenceTest)
#include "reference_test.moc"
