// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <QTemporaryDir>
#include <QtTest>
#include <set>

#include "tests/cli/program.h"
#include "tests/cli/shape.h"
#include "tests/support/test_main.h"

using namespace zp::test;

namespace {

const QStringList estimate_json = {"estimate", "-", "--json"};

}  // namespace

/// Tests of estimate on plans that can be used.
class EstimateTest : public QObject {
  Q_OBJECT

 private slots:
  void a_link_is_a_plan() {
    const QByteArray plan = R"({"model": {"preset": "llama-2-7b"}, "zero": {"stage": 2}})";
    const QString link =
        "zero-planner:plan/1/" +
        QString::fromUtf8(plan.toBase64(QByteArray::Base64UrlEncoding | QByteArray::OmitTrailingEquals));
    QCOMPARE(run_program({"estimate", link, "--json"}).out, run_on(plan, estimate_json).out);
    const Outcome changed = run_program({"estimate", link, "--set", "zero.stage=4"});
    QCOMPARE(changed.status, 2);
    QVERIFY2(changed.err.contains("zero.stage"), describe(changed));
    const Outcome broken = run_program({"estimate", link.chopped(7)});
    QCOMPARE(broken.status, 2);
    QVERIFY2(broken.err.contains("link was cut off"), describe(broken));
  }

  void figures_that_have_changed_since_the_plan_was_saved_are_named() {
    const QByteArray config = R"({"train_micro_batch_size_per_gpu": 1, "zero_optimization": {"stage": 2}})";
    const QByteArray plan = R"({"model": {"preset": "llama-2-7b"}, "zero": {"stage": 2}})";
    QTemporaryDir folder;
    const QString base = folder.filePath("base.json"), file = folder.filePath("saved.zplan.json");
    write_file(base, plan);
    const Outcome imported = run_on(config, {"import", "-", "--plan", base, "--out", file});
    QVERIFY2(imported.status == 0, describe(imported));
    QVERIFY(!run_program({"estimate", file, "--json"}).json().contains("since_saved"));
    QVERIFY(!run_program({"estimate", file}).out.contains("Since this plan was saved"));
    QByteArray text = read_file(file);
    const Json saved = Json::parse(text.toStdString())["saved_with"];
    text.replace(QByteArray::number(saved["gpu_peak_bytes"].get<qint64>()), "12345678900");
    write_file(file, text);
    const Outcome changed = run_program({"estimate", file, "--json"});
    QCOMPARE(changed.json()["since_saved"]["figures"][0]["figure"], "gpu_peak_bytes");
    QVERIFY(run_program({"estimate", file}).out.contains("Since this plan was saved"));
    QVERIFY(!run_program({"estimate", file, "--json", "--set", "training.micro_batch_size=2"})
                 .json()
                 .contains("since_saved"));
  }

  void good_plans_data() {
    QTest::addColumn<QByteArray>("plan");
    QTest::addColumn<int>("status");
    QTest::newRow("preset alone") << QByteArray(R"({"model": {"preset": "llama-2-7b"}})") << 1;
    QTest::newRow("stage 2") << QByteArray(R"({"model": {"preset": "llama-2-7b"}, "zero": {"stage": 2}})")
                             << 0;
    QTest::newRow("count alone") << QByteArray(R"({"model": {"parameters": 7e9}, "zero": {"stage": 3}})")
                                 << 0;
    QTest::newRow("does not fit") << QByteArray(R"({"model": {"parameters": 1e12}, "zero": {"stage": 3}})")
                                  << 1;
    QTest::newRow("host too small")
        << QByteArray(R"({"model": {"preset": "llama-2-7b"}, "cluster": {"cpu_memory_gib": 16},
                          "zero": {"stage": 3, "offload_optimizer": "cpu", "offload_param": "cpu"}})")
        << 1;
    QTest::newRow("drive too small")
        << QByteArray(R"({"model": {"preset": "llama-2-7b"}, "cluster": {"nvme": {"capacity_gib": 10}},
                          "zero": {"stage": 3, "offload_optimizer": "nvme", "offload_param": "nvme"}})")
        << 1;
    QTest::newRow("a list of tensors")
        << QByteArray(
               R"({"model": {"tensors": [{"shape": [4096, 4096], "count": 32}]}, "zero": {"stage": 1}})")
        << 0;
    QTest::newRow("architecture")
        << QByteArray(R"({"model": {"architecture": {"block": "gpt", "hidden_size": 1024, "layers": 4,
                          "attention_heads": 16, "vocab_size": 50257}}, "zero": {"stage": 0}})")
        << 0;
    QTest::newRow("LoRA") << QByteArray(
                                 R"({"model": {"preset": "llama-2-7b"}, "training": {"lora": {"rank": 8}},
                                            "zero": {"stage": 2}})")
                          << 0;
  }
  void good_plans() {
    QFETCH(QByteArray, plan);
    QFETCH(int, status);
    const Outcome outcome = run_on(plan, estimate_json);
    QVERIFY2(outcome.status == status, describe(outcome));
    QCOMPARE(outcome.err, QByteArray());
    const Json json = outcome.json();
    QVERIFY2(!json.is_discarded(), describe(outcome));
    QCOMPARE(QByteArray::fromStdString(difference_of_shape(json, contract_estimate())), QByteArray());
    QCOMPARE(QByteArray::fromStdString(difference_of_sums(json)), QByteArray());
    const bool fits = json["gpu"]["fits"] && json["cpu"]["fits"] && json["nvme"]["fits"];
    QCOMPARE(fits, status == 0);
    QVERIFY(!json["ledger"].empty());
    QCOMPARE(json["step"]["total_s"].is_null(), plan.contains("tensors"));
    QCOMPARE(json["time_ledger"].empty(), plan.contains("tensors"));
    const Outcome text = run_on(plan, {"estimate", "-"});
    QCOMPARE(text.status, status);
    QVERIFY2(text.out.contains(status == 0 ? "✓" : "✗ short by"), describe(text));
  }

  void entries_have_formula_source_and_a_name_of_their_own() {
    const Json json =
        run_on(R"({"model": {"preset": "llama-2-7b"}, "zero": {"stage": 2}})", estimate_json).json();
    std::set<std::string> ids;
    for (const Json& entry : json["ledger"]) {
      QVERIFY2(ids.insert(entry["id"]).second, entry["id"].dump().c_str());
      QVERIFY2(!entry["formula"].get<std::string>().empty(), entry["id"].dump().c_str());
      QVERIFY2(!entry["source"].get<std::string>().empty(), entry["id"].dump().c_str());
      QVERIFY2(entry["low"] <= entry["bytes"] && entry["bytes"] <= entry["high"], entry["id"].dump().c_str());
    }
    for (const char* id :
         {"states.weights", "states.master", "states.optimizer", "states.gradients", "buffers.reduce",
          "activations.saved_blocks", "activations.final_norm", "logits.saved"})
      QVERIFY2(ids.contains(id), id);
  }

  void the_clocks_entries_sum_to_the_step_and_have_words() {
    const Json json =
        run_on(R"({"model": {"preset": "llama-2-7b"}, "cluster": {"nodes": 2}, "zero": {"stage": 3,
               "offload_optimizer": "cpu"}, "training": {"gradient_accumulation_steps": 2}})",
               estimate_json)
            .json();
    double exposed = 0;
    for (const Json& entry : json["time_ledger"]) {
      exposed += entry["exposed_s"].get<double>();
      for (const char* key : {"title", "formula", "meaning", "source", "lever"})
        QVERIFY2(!entry[key].get<std::string>().empty(), entry["id"].dump().c_str());
      QVERIFY(entry["busy_s"] >= entry["hidden_s"]);
    }
    const Json& step = json["step"];
    QVERIFY(std::abs(exposed - step["total_s"].get<double>()) < 1e-9 * exposed);
    QVERIFY(step["total_range"]["low"] < step["total_s"] && step["total_s"] < step["total_range"]["high"]);
    QVERIFY(json["throughput"]["slowdown_vs_stage_1"] > 1);  // because the optimizer is on the CPU
    QVERIFY(!json["throughput"].contains("hours"));
  }

  void a_budget_is_told_in_text_and_json() {
    const QByteArray plan = R"({"model": {"preset": "llama-2-7b"}, "zero": {"stage": 1},
        "cluster": {"gpu_hour_price": 2.5, "gpu_watts": 400}, "training": {"tokens": 1e12}})";
    const Json throughput = run_on(plan, estimate_json).json()["throughput"];
    for (const char* key : {"steps", "hours", "gpu_hours", "energy_kwh", "cost"})
      QVERIFY2(throughput[key] > 0, key);
    const Outcome text = run_on(plan, {"estimate", "-"});
    QVERIFY2(text.out.contains("GPU hours"), describe(text));
    QVERIFY2(text.out.contains("kWh"), describe(text));
  }

  void a_person_reads_the_speed_and_where_it_goes() {
    const Outcome text =
        run_on(R"({"model": {"preset": "llama-2-7b"}, "cluster": {"nodes": 2}, "zero": {"stage": 3}})",
               {"estimate", "-", "--ledger"});
    for (const char* words :
         {" a step (", "tokens/s", "MFU", "Speed of one optimizer step", "It waits longest for ",
          "the step of stage 1", "Clock: every entry", "gather_forward", "To shorten it: "})
      QVERIFY2(text.out.contains(words), words);
  }

  void figures_of_the_first_example_are_the_arithmetic() {
    const Json json =
        run_on(R"({"model": {"preset": "llama-2-7b"}, "zero": {"stage": 2}})", estimate_json).json();
    const std::int64_t parameters = 6'738'415'616;
    QCOMPARE(json["model"]["parameters"].get<std::int64_t>(), parameters);
    for (const Json& entry : json["ledger"]) {
      const std::int64_t bytes = entry["bytes"];
      if (entry["id"] == "states.weights") QCOMPARE(bytes, 2 * parameters);
      if (entry["id"] == "states.optimizer") QCOMPARE(bytes, parameters);  // 8 bytes on an eighth
      if (entry["id"] == "states.master") QCOMPARE(bytes, parameters / 2);
    }
  }

  void a_list_of_tensors_says_that_activations_are_unknown() {
    const QByteArray plan =
        R"({"model": {"tensors": [{"shape": [4096, 4096], "count": 32}]}, "zero": {"stage": 1}})";
    const Json json = run_on(plan, estimate_json).json();
    QCOMPARE(json["gpu"]["components"]["activations"].get<std::int64_t>(), 0);
    bool is_said = false;
    for (const Json& issue : json["issues"])
      is_said = is_said || issue["code"] == "activations_unknown";
    QVERIFY2(is_said, json["issues"].dump().c_str());
    const Outcome text = run_on(plan, {"estimate", "-"});
    QVERIFY(text.out.contains("model states fit"));
    QVERIFY(text.out.contains("The step time of a list of tensors is not known"));
  }

  void a_plan_that_does_not_fit_comes_with_a_way_out() {
    const QByteArray plan = R"({"model": {"preset": "llama-2-7b"}, "zero": {"stage": 0}})";
    const Json json = run_on(plan, estimate_json).json();
    bool is_said = false;
    for (const Json& issue : json["issues"])
      is_said = is_said || (issue["severity"] == "fails_later" && !issue["fix"].get<std::string>().empty());
    QVERIFY2(is_said, json["issues"].dump().c_str());
  }

  void a_file_and_standard_input_give_the_same() {
    const QTemporaryDir folder;
    const QString path = folder.filePath("mein Plän.zplan.json");
    const QByteArray plan = R"({"model": {"preset": "llama-2-7b"}, "zero": {"stage": 2}})";
    write_file(path, plan);
    const Outcome of_file = run_program({"estimate", path, "--json"});
    QCOMPARE(of_file.status, 0);
    QCOMPARE(of_file.out, run_on(plan, estimate_json).out);
    QCOMPARE(read_file(path), plan);
  }

  void unknown_keys_are_mentioned_and_do_no_harm() {
    const Outcome outcome =
        run_on(R"({"model": {"preset": "llama-2-7b"}, "zero": {"stage": 2}, "mine": 1})", estimate_json);
    QVERIFY2(outcome.status == 0, describe(outcome));
    QVERIFY2(outcome.json()["issues"].dump().find("unknown_plan_key") != std::string::npos,
             describe(outcome));
  }

  void what_deepspeed_refuses_is_estimated_and_the_answer_is_no() {
    const QByteArray plan = R"({"model": {"preset": "llama-2-7b"}, "zero": {"stage": 2, "stagee": 3}})";
    const Outcome outcome = run_on(plan, estimate_json);
    QVERIFY2(outcome.status == 1, describe(outcome));
    QVERIFY(outcome.json()["gpu"]["fits"].get<bool>());
    QVERIFY(outcome.json()["issues"].front()["severity"] == "refused");
    const Outcome text = run_on(plan, {"estimate", "-"});
    QCOMPARE(text.status, 1);
    QVERIFY2(text.out.contains("✗ DeepSpeed refuses it"), describe(text));
    QCOMPARE(run_on(plan, {"compare", "-"}).status, 1);
  }

  void a_fix_that_is_a_change_to_the_plan_names_its_keys() {
    const QByteArray plan =
        R"({"model": {"preset": "llama-2-7b"}, "zero": {"stage": 2, "offload_param": "cpu"}})";
    bool is_said = false;
    const Json json = run_on(plan, estimate_json).json();
    for (const Json& issue : json["issues"])
      is_said = is_said || (issue["code"] == "offload_param_needs_stage_3" &&
                            issue["remedy"] == Json{{"label", "Stage 3"}, {"set", {{"zero.stage", 3}}}});
    QVERIFY2(is_said, json["issues"].dump().c_str());
    const Outcome text = run_on(plan, {"estimate", "-"});
    QVERIFY2(text.out.contains("Set zero.stage to 3."), describe(text));
  }

  void keys_that_no_figure_counts_are_named() {
    const QByteArray plan = R"({"model": {"preset": "llama-2-7b"}, "zero": {"stage": 3},
      "deepspeed_config": {"compile": {"deepcompile": true, "symmetric_memory": true}, "progressive_layer_drop": {"enabled": true,
      "theta": 0.5, "gamma": 0.001}, "steps_per_print": 3}})";
    const Json list = run_on(plan, {"estimate", "-", "--json"}).json()["not_counted"];
    QCOMPARE(list.size(), std::size_t{2});
    QCOMPARE(list[0]["path"].get<std::string>(), std::string("deepspeed_config.compile.symmetric_memory"));
    QVERIFY(list[0]["reason"].get<std::string>().starts_with("Symmetric"));
    const Outcome text = run_on(plan, {"estimate", "-"});
    QVERIFY2(text.out.contains("not counted: deepspeed_config.compile.symmetric_memory: Symmetric"),
             describe(text));
    QVERIFY2(text.out.contains("not counted: deepspeed_config.progressive_layer_drop: "), describe(text));
    QCOMPARE(text.out.count("not counted: "), 2);
    const Json none = run_on(R"({"model": {"preset": "llama-2-7b"}})", {"estimate", "-", "--json"}).json();
    QVERIFY(none["not_counted"].is_array() && none["not_counted"].empty());
  }
};

ZP_TEST(EstimateTest)
#include "estimate_test.moc"
