// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/deepspeed/key_effects.h"

#include <QtTest>
#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "core/deepspeed/schema.h"
#include "core/estimate/figures.h"
#include "core/memory/checkpoint.h"
#include "core/plan_file/plan_file.h"
#include "core/plan_file/plan_from_config.h"
#include "core/rules/check_plan.h"
#include "core/rules/not_counted.h"
#include "core/speed/checkpoint_times.h"
#include "core/text/config_text.h"
#include "tests/support/share.h"
#include "tests/support/test_main.h"

using namespace zp;

namespace {

using Json = nlohmann::ordered_json;

Json::json_pointer pointer_to(std::string path) {
  std::ranges::replace(path, '.', '/');
  return Json::json_pointer('/' + path);
}

/// Sets the key in a file. Returns false if a value on its path is not an object.
bool set_key(Json& config, const std::string& path, const Json& value) {
  Json* section = &config;
  std::size_t begin = 0;
  for (std::size_t dot = path.find('.'); dot != std::string::npos; dot = path.find('.', begin)) {
    section = &(*section)[path.substr(begin, dot - begin)];
    if (section->is_null()) *section = Json::object();
    if (!section->is_object()) return false;
    begin = dot + 1;
  }
  (*section)[path.substr(begin)] = value;
  return true;
}

Plan plan_with(const Json& config, const PlanDocument& base) {
  return plan_from_config(read_config_text(config.dump()).root, base).document.plan;
}

bool same_figures(const Plan& a, const Plan& b) {
  const Figures of_a = figures_of(a), of_b = figures_of(b);
  const SavedCheckpoint saved_a = saved_checkpoint(a), saved_b = saved_checkpoint(b);
  return of_a.estimate == of_b.estimate && of_a.time == of_b.time && of_a.throughput == of_b.throughput &&
         saved_a == saved_b &&
         checkpoint_times(a, saved_a, of_a.time.total) == checkpoint_times(b, saved_b, of_b.time.total);
}

/// Returns values that a key could have, its schema's first; objects that make sense only as a whole are
/// listed here.
std::vector<Json> values_of(const SchemaKey& key) {
  static const std::map<std::string, std::vector<Json>, std::less<>> known = {
      {"optimizer.type", {"SGD", "Lion", "Adagrad", "Muon"}},
      {"optimizer.params", {{{"amsgrad", true}}, {{"momentum", 0.9}}, {{"torch_adam", true}}}},
      {"zero_optimization.offload_param", {{{"device", "cpu"}}}},
      {"zero_optimization.offload_optimizer", {{{"device", "cpu"}}}},
      {"zero_optimization.zenflow", {Json::object(), {{"topk_ratio", 0.3}}}},
      {"tensor_parallel.tp", {{{"tp_size", 2}}}},
  };
  if (const auto found = known.find(key.path); found != known.end()) return found->second;
  std::vector<Json> values;
  for (const std::string& text : key.allowed)
    if (Json value = Json::parse(text, nullptr, false); !value.is_discarded()) values.push_back(value);
  const auto is_of = [&](const char* type) { return key.type.find(type) != std::string::npos; };
  if (is_of("bool")) values.insert(values.end(), {true, false});
  if (is_of("int")) values.insert(values.end(), {0, 1, 2, 4, 16, 1000, 200'000'000});
  if (is_of("float")) values.insert(values.end(), {0.0, 0.25, 0.5, 1.0, 2.0});
  if (is_of("string") && key.allowed.empty()) values.insert(values.end(), {"x", "step"});
  if (is_of("list")) values.insert(values.end(), {Json::array(), Json::array({"x"}), Json::array({2, 4})});
  if (is_of("object")) values.insert(values.end(), {Json::object(), Json{{"enabled", true}}});
  return values;
}

struct GridPlan {
  PlanDocument base;
  Json config;
};

/// Returns plans among which every key that has a figure shows it.
const std::vector<GridPlan>& grid() {
  static const std::vector<GridPlan> plans = [] {
    const auto model = [](const char* more) {
      return read_plan(std::string(R"({"model": {"preset": ")") + more + "}}");
    };
    const PlanDocument dense = model(
        R"(llama-2-7b"}, "cluster": {"nodes": 2, "nvme": {"capacity_gib": 4000, "read_gb_per_s": 6,
           "write_gb_per_s": 4}}, "training": {"micro_batch_size": 2, "gradient_accumulation_steps": 2,
           "activation_checkpointing": "full")");
    const PlanDocument experts =
        model(R"(qwen3-30b-a3b"}, "cluster": {"nodes": 4}, "training": {"micro_batch_size": 1)");
    const PlanDocument adapters = model(R"(llama-2-7b"}, "training": {"lora": {"rank": 8})");
    PlanDocument few_cores = dense;
    few_cores.plan.cluster.cpu_cores = 8;
    PlanDocument small = dense;
    small.plan.cluster.gpu.memory_gib = 8;  // so that DeepCompile has to move what it may
    const Json bf16 = {{"enabled", true}};
    std::vector<GridPlan> all;
    const auto add = [&](const PlanDocument& base, Json zero, Json more = Json::object()) {
      more["zero_optimization"] = std::move(zero);
      if (!more.contains("bf16") && !more.contains("fp16") && !more.contains("torch_autocast"))
        more["bf16"] = bf16;
      all.push_back({base, std::move(more)});
    };
    for (const int stage : {0, 1, 2, 3}) {
      add(dense, {{"stage", stage}});
      add(experts, {{"stage", stage}});
      add(dense, {{"stage", stage}, {"offload_optimizer", {{"device", "cpu"}}}});
      add(dense, {{"stage", stage}}, {{"fp16", {{"enabled", true}}}});
      add(dense, {{"stage", stage}}, {{"torch_autocast", {{"enabled", true}, {"dtype", "bfloat16"}}}});
      add(dense, {{"stage", stage}, {"reduce_scatter", false}}, {{"optimizer", {{"type", "SGD"}}}});
    }
    add(dense, {{"stage", 3}}, {{"train_micro_batch_size_per_gpu", "auto"}});  // Trainer saves the model too
    add(dense, {{"stage", 3}, {"sub_group_size", 10'000'000}, {"offload_optimizer", {{"device", "nvme"}}}});
    add(adapters, {{"stage", 3}});
    add(dense, {{"stage", 3}}, {{"sequence_parallel_size", 2}});
    add(dense, {{"stage", 2}, {"use_multi_rank_bucket_allreduce", false}});
    add(dense, {{"stage", 1}, {"overlap_comm", true}}, {{"gradient_accumulation_steps", 4}});
    add(dense, {{"stage", 3}}, {{"tensor_parallel", {{"autotp_size", 2}}}});
    add(dense, {{"stage", 1}}, {{"tensor_parallel", {{"autotp_size", 2}}}});
    add(experts, {{"stage", 1}}, {{"expert_parallel", {{"enabled", true}, {"autoep_size", 2}}}});
    add(dense,
        {{"stage", 3}, {"offload_optimizer", {{"device", "cpu"}}}, {"offload_param", {{"device", "cpu"}}}});
    add(dense,
        {{"stage", 3}, {"offload_optimizer", {{"device", "nvme"}}}, {"offload_param", {{"device", "nvme"}}}});
    add(dense, {{"stage", 3}, {"offload_optimizer", {{"device", "cpu"}}}},
        {{"optimizer", {{"type", "AdamW"}}},
         {"bf16", {{"enabled", true}, {"bf16_master_weights_and_grads", true}}}});
    add(dense, {{"stage", 3}, {"offload_optimizer", {{"device", "cpu"}}}},
        {{"optimizer", {{"type", "AdamW"}}}, {"fp16", {{"enabled", true}}}});
    add(dense, {{"stage", 3}}, {{"compile", {{"deepcompile", true}}}});
    add(small, {{"stage", 3}}, {{"compile", {{"deepcompile", true}, {"offload_activation", true}}}});
    add(small, {{"stage", 3}}, {{"compile", {{"deepcompile", true}, {"offload_opt_states", true}}}});
    add(dense, {{"stage", 3}, {"offload_param", {{"device", "cpu"}}}},
        {{"compile", {{"deepcompile", true}}}});
    add(few_cores,
        {{"stage", 3},
         {"sub_group_size", 10'000'000},
         {"offload_optimizer", {{"device", "cpu"}, {"super_offload", true}}}},
        {{"gradient_clipping", 0.0}});
    add(dense, {{"stage", 3}, {"zero_hpz_partition_size", 8}, {"zero_quantized_gradients", true}});
    add(dense, {{"stage", 3}, {"mics_shard_size", 8}});
    add(few_cores, {{"stage", 2},
                    {"offload_optimizer", {{"device", "cpu"}}},
                    {"zenflow", {{"topk_ratio", 0.1}, {"update_interval", 1}, {"overlap_step", true}}}});
    return all;
  }();
  return plans;
}

/// Returns true if the key changes a figure of at least one plan of the grid.
bool moves_figure(const SchemaKey& key) {
  for (const GridPlan& plan : grid()) {
    Json without = plan.config;
    if (without.contains(pointer_to(key.path))) {
      Json& section = without[pointer_to(key.path).parent_pointer()];
      section.erase(pointer_to(key.path).back());
    }
    // A ds_config switches ZenFlow on by having its section, whatever key is in it.
    const bool switches_on = key.path.starts_with("zero_optimization.zenflow.") &&
                             !without.contains(pointer_to("zero_optimization.zenflow"));
    if (switches_on) continue;
    std::vector<Plan> plans = {plan_with(plan.config, plan.base), plan_with(without, plan.base)};
    for (const Json& value : values_of(key))
      if (Json with = without; set_key(with, key.path, value)) plans.push_back(plan_with(with, plan.base));
    std::erase_if(plans, [](const Plan& one) { return !is_usable(check(one)); });
    for (std::size_t i = 1; i < plans.size(); ++i)
      if (!(plans[i] == plans[0]) && !same_figures(plans[i], plans[0])) return true;
  }
  return false;
}

std::vector<std::string> paths_of(const std::string& config, const std::string& more = "") {
  const PlanDocument document =
      read_plan(R"({"model": {"preset": "llama-2-7b"})" + more + R"(, "deepspeed_config": )" + config + "}");
  std::vector<std::string> paths;
  for (const UncountedKey& key : not_counted(document))
    paths.push_back(key.path);
  return paths;
}

using Paths = std::vector<std::string>;

}  // namespace

/// Tests that every key of a ds_config.json moves a figure or says why it moves none.
class KeyEffectsTest : public QObject {
  Q_OBJECT

 private slots:
  void every_key_moves_a_figure_or_says_why_not() {
    int moving = 0, left_out = 0, without = 0;
    QStringList silent, wrong;
    const std::vector<SchemaKey> keys = test::share_of(schema().keys);
    for (const SchemaKey& key : keys) {
      const bool moves = moves_figure(key);
      const KeyEffectRow* row = key_effect_of(key.path);
      if (!moves && row == nullptr) silent << QString::fromStdString(key.path);
      if (moves && row != nullptr) wrong << QString::fromStdString(key.path);
      moving += moves;
      if (row != nullptr) (row->effect == KeyEffect::not_counted ? left_out : without) += 1;
    }
    QVERIFY2(silent.isEmpty(), qPrintable("move nothing: " + silent.join(", ")));
    QVERIFY2(wrong.isEmpty(), qPrintable("have a row and move a figure: " + wrong.join(", ")));
    QCOMPARE(moving + left_out + without, static_cast<int>(keys.size()));
    qInfo("%d keys move a figure, %d are not counted, %d have neither bytes nor seconds", moving, left_out,
          without);
  }

  void every_row_is_of_keys_that_there_are() {
    std::set<std::string_view> seen;
    for (const KeyEffectRow& row : key_effects()) {
      QVERIFY2(seen.insert(row.covers).second, std::string(row.covers).c_str());
      QVERIFY2(row.reason.ends_with('.') && row.reason.find(". ") == std::string_view::npos,
               std::string(row.reason).c_str());
      QVERIFY2(std::ranges::any_of(schema().keys,
                                   [&](const SchemaKey& key) { return key_effect_of(key.path) == &row; }),
               std::string(row.covers).c_str());
    }
  }

  void a_key_that_acts_is_told_data() {
    QTest::addColumn<QString>("config");
    QTest::addColumn<QString>("path");
    const auto row = [](const char* config, const char* path) {
      QTest::newRow(path) << QString::fromLatin1(config) << QString::fromLatin1(path);
    };
    row(R"({"zero_optimization": {"stage": 2, "offload_optimizer": {"device": "cpu"}, "zenflow": {"auto_ratio": 0.5}}})",
        "zero.zenflow.auto_ratio");
    row(R"({"zero_optimization": {"stage": 3}, "compile": {"deepcompile": true, "free_activation": true}})",
        "deepspeed_config.compile.free_activation");
    row(R"({"torch_autocast": {"enabled": true, "lower_precision_safe_modules": ["torch.nn.Linear"]}})",
        "deepspeed_config.torch_autocast.lower_precision_safe_modules");
    row(R"({"hybrid_engine": {"enabled": true}})", "deepspeed_config.hybrid_engine");
    row(R"({"data_efficiency": {"enabled": true, "data_routing": {"enabled": true, "random_ltd": {"random_ltd_enabled": true}}}})",
        "deepspeed_config.data_efficiency.data_routing.random_ltd");
    row(R"({"curriculum_learning": {"enabled": true, "curriculum_type": "seqlen"}})",
        "deepspeed_config.curriculum_learning");
    row(R"({"progressive_layer_drop": {"enabled": true, "theta": 0.5, "gamma": 0.001}})",
        "deepspeed_config.progressive_layer_drop");
    row(R"({"checkpoint": {"writer": {"type": "fast", "decoupled": true}}})",
        "deepspeed_config.checkpoint.writer");
    row(R"({"zero_optimization": {"stage": 3, "mics_shard_size": 4, "mics_hierarchical_params_gather": true}})",
        "zero.mics_hierarchical_params_gather");
    row(R"({"zero_optimization": {"stage": 3, "enable_sanity_checks": true}})", "zero.enable_sanity_checks");
    row(R"({"zero_optimization": {"stage": 3, "stage3_module_granularity_threshold": 100000}})",
        "zero.stage3_module_granularity_threshold");
    row(R"({"zero_optimization": {"stage": 3, "zero_quantized_gradients": true, "zeropp_loco_param": {"err_beta": 0.8}}})",
        "zero.zeropp_loco_param");
    row(R"({"wall_clock_breakdown": true})", "deepspeed_config.wall_clock_breakdown");
    row(R"({"zero_optimization": {"stage": 3, "offload_optimizer": {"device": "nvme", "fast_init": true}}})",
        "zero.offload_optimizer.fast_init");
  }
  void a_key_that_acts_is_told() {
    QFETCH(QString, config);
    QFETCH(QString, path);
    QCOMPARE(paths_of(config.toStdString()), Paths{path.toStdString()});
  }

  void a_list_that_is_not_the_default_is_told() {
    QCOMPARE(paths_of(R"({"zero_optimization": {"stage": 3, "leaf_module": {"classes": []}}})"),
             Paths{"zero.leaf_module"});
  }

  void a_key_that_does_not_act_is_not_told_data() {
    QTest::addColumn<QString>("config");
    const auto row = [](const char* name, const char* config) {
      QTest::newRow(name) << QString::fromLatin1(config);
    };
    row("none", "{}");
    row("off",
        R"({"hybrid_engine": {"enabled": false, "max_out_tokens": 9}, "torch_autocast": {"enabled": false}})");
    row("defaults",
        R"({"wall_clock_breakdown": false, "zero_optimization": {"stage": 3, "enable_sanity_checks": false,
        "stage3_module_granularity_threshold": 0, "zeropp_loco_param": null, "zenflow": null}})");
    row("another stage", R"({"zero_optimization": {"stage": 1, "stage3_module_granularity_threshold": 9}})");
    row("counted", R"({"zero_optimization": {"stage": 3, "memory_efficient_linear": false}})");
    row("no offload",
        R"({"zero_optimization": {"stage": 3, "offload_optimizer": {"device": "none", "super_offload": true}}})");
    row("a switch above is off", R"({"data_efficiency": {"enabled": true, "data_routing": {"enabled": false,
        "random_ltd": {"random_ltd_enabled": true}}}, "zero_optimization": {"stage": 3, "zeropp_loco_param": {"err_beta": 0.8}}})");
    row("nothing that costs anything", R"({"tensorboard": {"enabled": true}, "steps_per_print": 7,
        "scheduler": {"type": "WarmupLR", "params": {"warmup_num_steps": 9}}, "gradient_clipping": 0.3})");
    row("only for DeepCompile", R"({"compile": {"offload_activation": true}})");
  }
  void a_key_that_does_not_act_is_not_told() {
    QFETCH(QString, config);
    QCOMPARE(paths_of(config.toStdString()), Paths{});
  }

  void a_release_that_does_not_read_it_is_told_nothing() {
    const std::string config =
        R"({"zero_optimization": {"stage": 2}, "compile": {"deepcompile": true}, "torch_autocast": {"enabled": true}})";
    QCOMPARE(paths_of(config, R"(, "target": {"deepspeed_version": "0.14.0"})"), Paths{});
  }

  /// At the rate of fp32 products, a step that runs them in 16 bits would take 5.3 s.
  void autocast_runs_products_in_16_bit() {
    const auto plan = [](const char* config) {
      return plan_with(Json::parse(config), read_plan(R"({"model": {"preset": "llama-2-7b"}})"));
    };
    const Plan fp32 = plan(R"({"zero_optimization": {"stage": 3}})");
    const Plan cast = plan(
        R"({"zero_optimization": {"stage": 3}, "torch_autocast": {"enabled": true, "dtype": "bfloat16"}})");
    const Plan bf16 = plan(R"({"zero_optimization": {"stage": 3}, "bf16": {"enabled": true}})");
    QVERIFY(cast.training.precision == Precision::fp32);
    // Two bytes of each element for the bucket of linear layers' gradients.
    QCOMPARE((figures_of(cast).estimate.gpu.steady - figures_of(fp32).estimate.gpu.steady).value(),
             2 * fp32.zero.reduce_bucket_size);
    // At 2,048 tokens the copies of the weights, 13 GB, are more than what activations of 16 bits save.
    QVERIFY(figures_of(fp32).estimate.gpu.peak < figures_of(cast).estimate.gpu.peak);
    QVERIFY(figures_of(cast).time.total < figures_of(fp32).time.total / 2);
    QVERIFY(figures_of(cast).time.total > figures_of(bf16).time.total);
    QVERIFY(
        figures_of(
            plan(
                R"({"zero_optimization": {"stage": 3}, "torch_autocast": {"enabled": true, "dtype": "fp32"}})"))
            .time == figures_of(fp32).time);
  }
};

ZP_TEST(KeyEffectsTest)
#include "key_effects_test.moc"
