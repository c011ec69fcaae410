// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>
#include <algorithm>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <string>

#include "core/plan_file/plan_file.h"
#include "core/rules/check_plan.h"
#include "core/rules/rule.h"
#include "tests/support/test_main.h"

using namespace zp;

namespace {

bool is_told(const PlanDocument& document, std::string_view code) {
  const std::vector<Finding> all = check(document);
  return std::ranges::find(all, code, &Finding::code) != all.end();
}

/// Returns the plans that break a rule (tests/data/rules.json), by the rule's code.
std::multimap<std::string, PlanDocument> broken() {
  std::ifstream file(ZP_TEST_DATA "/rules.json");
  std::multimap<std::string, PlanDocument> plans;
  for (nlohmann::json row : nlohmann::json::parse(file)) {
    nlohmann::json plan = row.at("plan");
    if (plan.is_null()) continue;
    if (!plan.contains("model")) plan["model"] = {{"preset", "llama-2-7b"}};
    plans.emplace(row.at("code").get<std::string>(), read_plan(plan.dump()));
  }
  // These rules have two changes for two causes; the plans below have the second cause.
  const auto also = [&](const char* code, const char* text) { plans.emplace(code, read_plan(text)); };
  also("ranks_do_not_divide", R"({"model": {"preset": "llama-2-7b"}, "training": {"sequence_parallel": 3}})");
  also("heads_do_not_divide", R"({"model": {"preset": "gpt-2-124m"}, "training": {"sequence_parallel": 8}})");
  also("engine_too_small",
       R"({"model": {"preset": "llama-2-7b"},
           "training": {"method": "grpo", "generation": "vllm", "engine_share": 0.1}})");
  return plans;
}

}  // namespace

/// Tests of the limits of each rule: one plan on each side of its condition.
class EdgesTest : public QObject {
  Q_OBJECT

 private slots:
  void edge_data() {
    QTest::addColumn<QString>("code");
    QTest::addColumn<QString>("keys");
    QTest::addColumn<bool>("told");
    const auto row = [](const char* code, const char* name, const char* keys, bool told) {
      QTest::addRow("%s: %s", code, name) << QString(code) << QString(keys) << told;
    };
    const char* code = "ranks_do_not_divide";
    row(code, "sizes whose product passes 2^63",
        R"("training": {"tensor_parallel": 67108864, "sequence_parallel": 67108864, "pipeline_parallel": 4096})",
        true);
    code = "nvme_not_described";
    row(code, "all", R"("zero": {"stage": 3, "offload_optimizer": "nvme"},
        "cluster": {"nvme": {"capacity_gib": 1000, "read_gb_per_s": 6, "write_gb_per_s": 4}})",
        false);
    row(code, "no room", R"("zero": {"stage": 3, "offload_optimizer": "nvme"},
        "cluster": {"nvme": {"read_gb_per_s": 6, "write_gb_per_s": 4}})",
        true);
    row(code, "no reading", R"("zero": {"stage": 3, "offload_param": "nvme"},
        "cluster": {"nvme": {"capacity_gib": 1000, "write_gb_per_s": 4}})",
        true);
    row(code, "no writing", R"("zero": {"stage": 3, "offload_param": "nvme"},
        "cluster": {"nvme": {"capacity_gib": 1000, "read_gb_per_s": 6}})",
        true);
    row(code, "no drive used", R"("zero": {"stage": 3, "offload_param": "cpu"})", false);
    row(code, "cpu at stage 2", R"("zero": {"stage": 2, "offload_optimizer": "nvme"})", false);

    code = "impossible_experts";
    const auto experts = [](int visited, int width) {
      return R"("model": {"architecture": {"hidden_size": 1024, "layers": 2, "experts": 4, "experts_per_token": )" +
             std::to_string(visited) + R"(, "expert_intermediate_size": )" + std::to_string(width) + "}}";
    };
    row(code, "every one", experts(4, 512).c_str(), false);
    row(code, "one", experts(1, 512).c_str(), false);
    row(code, "one more than there are", experts(5, 512).c_str(), true);
    row(code, "of width 1", experts(1, 1).c_str(), false);

    code = "mics_does_not_divide";
    row(code, "one rank", R"("zero": {"stage": 3, "mics_shard_size": 1})", false);
    row(code, "a node", R"("zero": {"stage": 3, "mics_shard_size": 8})", false);
    row(code, "off", R"("zero": {"stage": 3, "mics_shard_size": -1})", false);
    row(code, "stage 2", R"("zero": {"stage": 2, "mics_shard_size": 3})", false);
    row(code, "five of eight", R"("zero": {"stage": 3, "mics_shard_size": 5})", true);

    code = "mics_with_offload";
    row(code, "no replica", R"("zero": {"stage": 3, "mics_shard_size": 8, "offload_optimizer": "cpu"})",
        false);
    row(code, "two", R"("zero": {"stage": 3, "mics_shard_size": 4, "offload_optimizer": "cpu"})", true);
    row(code, "without offload", R"("zero": {"stage": 3, "mics_shard_size": 4})", false);

    code = "grpo_divides_no_sequences";  // a rule of TRL's trainer, which ms-swift and verl do not have
    row(code, "TRL", R"("training": {"method": "grpo", "program": "trl", "sequence_parallel": 2})", true);
    row(code, "one rank", R"("training": {"method": "grpo", "program": "trl"})", false);
    row(code, "verl", R"("training": {"method": "grpo", "program": "verl", "sequence_parallel": 2})", false);
    row(code, "EasyR1", R"("training": {"method": "grpo", "program": "easy-r1", "sequence_parallel": 2})",
        false);

    code = "zenflow_needs_offload";
    const char* zenflow = R"(, "deepspeed_config": {"zero_optimization": {"zenflow": {}}})";
    row(code, "stage 1", (std::string(R"("zero": {"stage": 1})") + zenflow).c_str(), true);
    row(code, "stage 0", (std::string(R"("zero": {"stage": 0})") + zenflow).c_str(), false);
    row(code, "on the host",
        (std::string(R"("zero": {"stage": 1, "offload_optimizer": "cpu"})") + zenflow).c_str(), false);

    code = "frozen_weights_recomputed";
    const auto recomputed = [&](const char* name, const char* training, const char* rest, bool told) {
      const std::string keys = R"("target": {"deepspeed_version": "0.19.2"}, "training": {)" +
                               std::string(training) + "}, " + rest;
      row("frozen_weights_recomputed", name, keys.c_str(), told);
    };
    const char* adapters = R"("activation_checkpointing": "full", "lora": {"rank": 8})";
    const char* stage3 = R"("zero": {"stage": 3})";
    recomputed("adapters at stage 3", adapters, stage3, true);
    recomputed("adapters at stage 2", adapters, R"("zero": {"stage": 2})", false);
    recomputed("every weight is trained", R"("activation_checkpointing": "full")", stage3, false);
    recomputed("nothing is recomputed", R"("activation_checkpointing": "none", "lora": {"rank": 8})", stage3,
               false);
    recomputed("one rank", adapters, R"("zero": {"stage": 3}, "cluster": {"nodes": 1, "gpus_per_node": 1})",
               false);

    code = "two_offloads";  // runtime/engine.py: offload_activation beside one that moves weights or states
    const auto compiled = [&](const char* name, const char* keys, bool told) {
      row("two_offloads", name,
          (R"("zero": {"stage": 3}, "deepspeed_config": {"compile": {"deepcompile": true, )" +
           std::string(keys) + "}}")
              .c_str(),
          told);
    };
    compiled("activations alone", R"("offload_activation": true)", false);
    compiled("states alone", R"("offload_opt_states": true)", false);
    compiled("activations and states", R"("offload_activation": true, "offload_opt_states": true)", true);
    compiled("activations and weights", R"("offload_activation": true, "offload_parameters": true)", true);

    code = "domino_without_tensor_parallel";
    row(code, "one rank", R"("training": {"domino": true, "fused_norm": true})", true);
    row(code, "two", R"("training": {"domino": true, "fused_norm": true, "tensor_parallel": 2})", false);

    code = "impossible_encoder";
    const auto encoder = [&](const char* name, const char* training, bool told) {
      const std::string keys = R"("model": {"preset": "t5-3b"}, "training": {)" + std::string(training) + "}";
      row("impossible_encoder", name, keys.c_str(), told);
    };
    encoder("every block is a checkpoint", R"("activation_checkpointing": "full")", false);
    encoder("checkpoints of two blocks", R"("activation_checkpointing": "full", "blocks_per_checkpoint": 2)",
            true);

    code = "more_stages_than_modules";
    row(code, "a list of tensors says nothing of modules",
        R"("model": {"parameters": 7000000000}, "training": {"pipeline_parallel": 8})", false);
    // GPT-2 has an embedding, 12 blocks, a norm and a head.
    row(code, "15 modules for 8 stages",
        R"("model": {"preset": "gpt-2-124m"}, "training": {"pipeline_parallel": 8})", false);
    row(code, "15 modules for 16 stages",
        R"("model": {"preset": "gpt-2-124m"}, "training": {"pipeline_parallel": 16},
            "cluster": {"nodes": 2, "gpus_per_node": 8})",
        true);

    code = "fp8_gathers_need_fsdp2";
    const auto gathers = [&](const char* name, const char* training, int stage, bool told) {
      const std::string keys = R"("cluster": {"gpu": {"preset": "h100-sxm5-80gb"}}, "zero": {"stage": )" +
                               std::to_string(stage) + R"(}, "training": {)" + training +
                               R"("types": {"products": "fp8", "gathered": "fp8"}})";
      row("fp8_gathers_need_fsdp2", name, keys.c_str(), told);
    };
    gathers("DeepSpeed", "", 3, true);
    gathers("FSDP2 that shards after each pass", R"("framework": "fsdp", )", 2, false);
    gathers("FSDP2 that shards after each layer", R"("framework": "fsdp", )", 3, false);
    gathers("FSDP1", R"("framework": "fsdp", "fsdp_version": 1, )", 3, true);

    code = "nothing_to_train";
    const auto vision = [&](const char* name, const char* decoder, bool told) {
      const std::string keys =
          R"("model": {"preset": "qwen2.5-vl-7b"}, "training": {"vision": {"tower": "frozen", )"
          "\"projector\": \"frozen\", \"language_model\": \"" +
          std::string(decoder) + "\"}}";
      row("nothing_to_train", name, keys.c_str(), told);
    };
    vision("a model of pictures with its decoder trained", "trained", false);
    vision("a model of pictures with every part frozen", "frozen", true);
  }
  void edge() {
    QFETCH(QString, code);
    QFETCH(QString, keys);
    QFETCH(bool, told);
    const std::string model = keys.startsWith(R"("model")") ? "" : R"("model": {"preset": "llama-2-7b"}, )";
    const PlanDocument document = read_plan("{" + model + keys.toStdString() + "}");
    QCOMPARE(is_told(document, code.toStdString()), told);
  }

  /// Each row has one setting that DeepSpeed refuses beside experts divided at
  /// stage 3 (module_inject/auto_ep.py).
  void beside_experts_at_stage_3_data() {
    QTest::addColumn<QString>("training");
    QTest::addColumn<QString>("zero");
    QTest::addColumn<QString>("path");
    QTest::newRow("nothing") << ""
                             << ""
                             << "";
    QTest::newRow("tensor parallel") << R"(, "tensor_parallel": 2)"
                                     << ""
                                     << "training.tensor_parallel";
    QTest::newRow("sequence parallel") << R"(, "sequence_parallel": 2)"
                                       << ""
                                       << "training.sequence_parallel";
    QTest::newRow("qgZ") << ""
                         << R"(, "zero_quantized_gradients": true)"
                         << "zero.zero_quantized_gradients";
    QTest::newRow("MiCS") << ""
                          << R"(, "mics_shard_size": 1)"
                          << "zero.mics_shard_size";
    QTest::newRow("hpZ") << ""
                         << R"(, "zero_hpz_partition_size": 2)"
                         << "zero.zero_hpz_partition_size";
  }
  void beside_experts_at_stage_3() {
    QFETCH(QString, training);
    QFETCH(QString, zero);
    QFETCH(QString, path);
    const std::string text = R"({"model": {"preset": "mixtral-8x7b"}, "training": {"experts": "grouped",
        "expert_parallel": 2)" +
                             training.toStdString() + R"(}, "zero": {"stage": 3)" + zero.toStdString() + "}}";
    std::vector<Finding> told = check(read_plan(text));
    std::erase_if(
        told, [](const Finding& one) { return !one.message.starts_with("At stage 3 DeepSpeed divides"); });
    QCOMPARE(told.size(), std::size_t{path.isEmpty() ? 0U : 1U});
    if (!told.empty()) QCOMPARE(told.front().path, path.toStdString());
  }

  /// The rule names each of the two keys (engine.py, allreduce of scaled gradients), and
  /// neither without reduce_scatter.
  void scaled_gradients() {
    const auto told = [](const char* reduce_scatter, const char* key) {
      const std::string text =
          R"({"model": {"preset": "llama-2-7b"}, "zero": {"stage": 2, "reduce_scatter": )" +
          std::string(reduce_scatter) + R"(}, "deepspeed_config": {)" + key + "}}";
      const std::vector<Finding> all = check(read_plan(text));
      return std::ranges::any_of(all, [](const Finding& one) {
        return one.message.find("does not work with reduce_scatter") != std::string::npos;
      });
    };
    QVERIFY(told("true", R"("prescale_gradients": true)"));
    QVERIFY(told("true", R"("gradient_predivide_factor": 2)"));
    QVERIFY(!told("true", R"("gradient_predivide_factor": 1)"));
    QVERIFY(!told("false", R"("prescale_gradients": true)"));
  }

  /// The rule names bf16_optimizer_states where the keys of bf16 are set: DeepSpeed then keeps the states on
  /// the GPU (runtime/engine.py, bf16_optimizer_states).
  void cure_of_master_weights_in_16_bits() {
    const auto fix_of = [](const char* section, const char* keys) {
      const std::string text =
          R"({"model": {"preset": "llama-2-7b"}, "zero": {"stage": 2}, "deepspeed_config": {)" +
          std::string(section) + ": {" + keys + "}}}";
      const std::vector<Finding> all = check(read_plan(text));
      const auto found = std::ranges::find(all, "master_needs_cpu_adam", &Finding::code);
      return found == all.end() ? std::string() : found->fix;
    };
    QVERIFY(fix_of("\"bf16\"", R"("bf16_master_weights_and_grads": true)")
                .ends_with("bf16_optimizer_states to true."));
    QVERIFY(fix_of("\"fp16\"", R"("enabled": true, "fp16_master_weights_and_grads": true)")
                .ends_with("cpu with adam or adamw."));
  }

  /// A change leaves nothing behind that another rule, or the same one, would tell.
  void a_change_takes_what_hung_on_it_with_it() {
    const auto changed = [](const char* code, std::string_view label, const char* text) {
      PlanDocument document = read_plan(text);
      for (const RuleGroup& group : rule_groups())
        for (const Rule& rule : group.rules)
          for (const RuleChange& change : rule.changes)
            if (rule.code == code && change.label == label) change.apply(document.plan);
      return document;
    };
    // Blocks whose MLP runs in tiles are not compiled as a whole.
    QVERIFY(!is_told(changed("memory_budget_needs_compile", "Compiled blocks",
                             R"({"model": {"preset": "llama-2-7b"}, "zero": {"stage": 3},
                                 "training": {"activation_checkpointing": "memory_budget", "tiled_mlp": true}})"),
                     "memory_budget_needs_compile"));
    const PlanDocument in_16_bits = changed("fp8_units", "Multiply in 16 bits",
                                            R"({"model": {"preset": "llama-2-7b"},
                                                "cluster": {"gpu": {"preset": "a100-sxm4-80gb"}},
                                                "training": {"types": {"products": "fp8"}, "fp8_recipe": "rowwise"}})");
    QVERIFY(!is_told(in_16_bits, "fp8_units"));
    QVERIFY(!is_told(in_16_bits, "fp8_recipe_unused"));
  }

  /// Every change that a rule offers settles at least one of the plans that break the rule.
  void every_change_settles_its_rule() {
    const auto plans = broken();
    std::string unsettled;
    for (const RuleGroup& group : rule_groups())
      for (const Rule& rule : group.rules)
        for (const RuleChange& change : rule.changes) {
          const auto [first, last] = plans.equal_range(std::string(rule.code));
          const bool settles = change.apply == nullptr || std::any_of(first, last, [&](const auto& plan) {
                                 PlanDocument document = plan.second;
                                 change.apply(document.plan);
                                 return !is_told(document, rule.code);
                               });
          if (!settles) unsettled += "\n  " + std::string(rule.code) + ": " + std::string(change.label);
        }
    QVERIFY2(unsettled.empty(), unsettled.c_str());
  }
};

ZP_TEST(EdgesTest)
#include "edges_test.moc"
