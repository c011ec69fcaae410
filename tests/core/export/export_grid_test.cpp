// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>
#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <set>

#include "core/catalog/catalog.h"
#include "core/deepspeed/schema.h"
#include "core/export/ds_config.h"
#include "core/plan_file/plan_keys.h"
#include "tests/support/share.h"
#include "tests/support/test_main.h"

using namespace zp;
using nlohmann::json;

namespace {

struct OffloadPlace {
  int stage;
  Device optimizer, param;
};
constexpr std::array<OffloadPlace, 16> placements = {{{0, Device::none, Device::none},
                                                      {0, Device::cpu, Device::none},
                                                      {1, Device::none, Device::none},
                                                      {1, Device::cpu, Device::none},
                                                      {2, Device::none, Device::none},
                                                      {2, Device::cpu, Device::none},
                                                      {2, Device::nvme, Device::cpu},
                                                      {3, Device::none, Device::none},
                                                      {3, Device::cpu, Device::none},
                                                      {3, Device::nvme, Device::none},
                                                      {3, Device::none, Device::cpu},
                                                      {3, Device::none, Device::nvme},
                                                      {3, Device::cpu, Device::cpu},
                                                      {3, Device::cpu, Device::nvme},
                                                      {3, Device::nvme, Device::cpu},
                                                      {3, Device::nvme, Device::nvme}}};
constexpr std::array<DeepSpeedVersion, 5> versions = {
    {{0, 12, 6}, {0, 14, 5}, {0, 16, 9}, {0, 18, 9}, {0, 19, 6}}};

/// The keys whose "auto" Hugging Face's Trainer fills in (transformers, integrations/deepspeed.py); the last
/// two at stage 3.
const std::set<std::string> filled_by_trainer = {"train_micro_batch_size_per_gpu",
                                                 "gradient_accumulation_steps",
                                                 "train_batch_size",
                                                 "gradient_clipping",
                                                 "optimizer.params.lr",
                                                 "optimizer.params.betas",
                                                 "optimizer.params.eps",
                                                 "optimizer.params.weight_decay",
                                                 "scheduler.params.warmup_min_lr",
                                                 "scheduler.params.warmup_max_lr",
                                                 "scheduler.params.warmup_num_steps",
                                                 "scheduler.params.total_num_steps",
                                                 "fp16.enabled",
                                                 "bf16.enabled",
                                                 "zero_optimization.reduce_bucket_size",
                                                 "zero_optimization.stage3_prefetch_bucket_size",
                                                 "zero_optimization.stage3_param_persistence_threshold"};

/// Returns plan number `index` of the grid: the four choices that matter most, and the rest in turn.
PlanDocument plan_number(int index, const OffloadPlace& placement, Precision precision, Optimizer optimizer,
                         DeepSpeedVersion version, Flavour flavour) {
  static const std::array<Model, 2> models = {model_from_preset(catalog().find_model("llama-2-7b")),
                                              model_from_parameters(Params(1'300'000'000))};
  PlanDocument document;
  Plan& plan = document.plan;
  plan.model = models[static_cast<std::size_t>(index % 2)];
  plan.cluster.nodes = 1 + index % 3;
  plan.cluster.gpus_per_node = index % 4 == 0 ? 4 : 8;
  plan.zero.stage = placement.stage;
  plan.zero.offload_optimizer.device = placement.optimizer;
  plan.zero.offload_param.device = placement.param;
  plan.target = {version, flavour};
  Training& training = plan.training;
  training.precision = precision;
  training.optimizer = optimizer;
  training.micro_batch_size = 1 + index % 5;
  training.gradient_accumulation_steps = 1 + index % 7;
  training.sequence_parallel = index % 11 == 0 ? 2 : 1;
  training.tensor_parallel = index % 13 == 0 ? 2 : 1;
  training.optimizer_options.momentum = index % 2 == 1;
  training.optimizer_options.fp32_optimizer_states = index % 17 != 0;
  training.low_precision_master = index % 9 == 0 && precision != Precision::fp32;
  training.low_precision_states = training.low_precision_master && precision == Precision::bf16;
  if (index % 8 == 0) training.gradient_accumulation_dtype = AccumulationDtype::fp32;
  if (index % 10 == 0) training.communication_dtype = AccumulationDtype::fp16;
  if (index % 3 == 0) {
    plan.zero.round_robin_gradients = true;
    plan.zero.use_multi_rank_bucket_allreduce = false;
    plan.zero.zero_hpz_partition_size = 4;
    plan.zero.zero_quantized_weights = true;
    plan.zero.stage3_model_persistence_threshold = 1'000'000;
    plan.zero.offload_optimizer.pipeline_read = true;
    plan.zero.offload_optimizer.ratio = placement.stage == 3 ? 0.5 : 1.0;
  }
  if (index % 5 == 0) document.text.nvme_path = "/mnt/nvme \"0\"";
  if (index % 4 == 1)
    document.text.zero_extra =
        R"({"ignore_unused_parameters": false, "stage3_module_granularity_threshold": 1e3, "leaf_module": {"classes": ["a.B"]},
            "log_trace_cache_warnings": true, "memory_efficient_linear": false, "offload_optimizer": {"super_offload": false}})";
  if (index % 6 == 1)
    document.text.deepspeed_config =
        R"({"scheduler": {"type": "WarmupDecayLR", "params": {"total_num_steps": 1e3, "warmup_max_lr": "auto"}},
            "steps_per_print": 50.0, "aio": {"queue_depth": 16, "thread_count": 2}, "flops_profiler": {"enabled": true},
            "managed_gradient_accumulation": true, "bf16": {"check_grad_overflow": true}, "fp16": {"hysteresis": 2},
            "optimizer": {"params": {"lr": 3e-4, "max_grad_norm": 0.5}}, "compile": {"deepcompile": false}})";
  return document;
}

/// Calls `visit(path, value)` for every value that is not an object.
template <class Visit>
void each_leaf(const json& node, const std::string& path, const Visit& visit) {
  for (const auto& [name, value] : node.items()) {
    const std::string below = path.empty() ? name : path + '.' + name;
    if (value.is_object())
      each_leaf(value, below, visit);
    else
      visit(below, value);
  }
}

bool has_type(const json& value, const std::string& type) {
  if (type.starts_with("int")) return value.is_number_integer();
  if (type.starts_with("bool")) return value.is_boolean();
  if (type.starts_with("float")) return value.is_number();
  if (type.starts_with("string") || type.starts_with("enum") || type.starts_with("path"))
    return value.is_string();
  return value.is_array() || value.is_null();
}

bool starts_with_any(const std::string& text, std::initializer_list<const char*> starts) {
  return std::ranges::any_of(starts, [&](const char* start) { return text.starts_with(start); });
}

/// Returns the fault of one value of an exported file; "" if it has none.
std::string fault_of(const Plan& plan, const std::string& path, const json& value) {
  const int stage = plan.zero.stage;
  if (value == "auto") {
    const bool trainer = plan.target.flavour == Flavour::hf_trainer;
    if (!trainer || !filled_by_trainer.contains(path)) return "auto";
    return stage != 3 && path.find("stage3_") != std::string::npos ? "auto below stage 3" : "";
  }
  if (starts_with_any(path, {"optimizer.params.", "scheduler.params."})) return "";
  const SchemaKey* key = schema().find(path);
  if (!key) return "not in the schema";
  // A removed key may be written, because its old name was right before its successor came.
  if ((!key->write && !key->removed) || key->refused) return "not to be written";
  if (!known_to(*key, plan.target.deepspeed_version)) return "newer than the target";
  if (!has_type(value, key->type)) return "wrong type";
  if (stage != 3 &&
      starts_with_any(path, {"zero_optimization.stage3_", "zero_optimization.offload_param", "aio.",
                             "zero_optimization.sub_group_size", "zero_optimization.zero_",
                             "zero_optimization.mics", "zero_optimization.leaf_module"}))
    return "stage 3 only";
  if ((stage == 3 || stage == 0) &&
      starts_with_any(path, {"zero_optimization.allgather_bucket_size", "zero_optimization.round_robin",
                             "zero_optimization.use_multi", "zero_optimization.ignore_unused"}))
    return "stage 1 and 2 only";
  if (stage == 0 && path.starts_with("zero_optimization.") && path != "zero_optimization.stage")
    return "stage 0";
  const bool optimizer_on_drive = stage == 3 && plan.zero.offload_optimizer.device == Device::nvme;
  const bool param_on_drive = stage == 3 && plan.zero.offload_param.device == Device::nvme;
  if (path.starts_with("aio.") && !optimizer_on_drive && !param_on_drive) return "no drive";
  if (!optimizer_on_drive && starts_with_any(path, {"zero_optimization.offload_optimizer.pipeline",
                                                    "zero_optimization.offload_optimizer.buffer",
                                                    "zero_optimization.offload_optimizer.nvme"}))
    return "optimizer not on a drive";
  if (!param_on_drive &&
      starts_with_any(path, {"zero_optimization.offload_param.buffer", "zero_optimization.offload_param.max",
                             "zero_optimization.offload_param.nvme"}))
    return "parameters not on a drive";
  return "";
}

}  // namespace

class ExportGridTest : public QObject {
  Q_OBJECT

 private slots:
  void grid_data() {
    QTest::addColumn<int>("placement");
    for (std::size_t i = 0; i < placements.size(); ++i) {
      const OffloadPlace& place = placements[i];
      QTest::newRow(("stage " + std::to_string(place.stage) + ", optimizer " +
                     std::string(name_of(place.optimizer)) + ", parameters " +
                     std::string(name_of(place.param)))
                        .c_str())
          << static_cast<int>(i);
    }
  }
  void grid() {
    QFETCH(int, placement);
    for (int precision = 0; precision < 3; ++precision)
      for (int optimizer = 0; optimizer < 9; ++optimizer)
        for (const DeepSpeedVersion& version : versions)
          for (const Flavour flavour : {Flavour::plain, Flavour::hf_trainer}) {
            const int index = counted_++;
            if (index % static_cast<int>(test::one_in()) != 0) continue;
            const PlanDocument document = plan_number(index, placements[static_cast<std::size_t>(placement)],
                                                      static_cast<Precision>(precision),
                                                      static_cast<Optimizer>(optimizer), version, flavour);
            check_file(document);
            if (QTest::currentTestFailed()) return;
          }
  }

  void cleanupTestCase() {
    qInfo("%zu plans exported, %d values checked", test::share_of(static_cast<std::size_t>(counted_)),
          values_);
    QVERIFY(counted_ >= 2000);
  }

 private:
  void check_file(const PlanDocument& document) {
    const Plan& plan = document.plan;
    const std::string text = ds_config(document);
    const json config = json::parse(text, nullptr, false, false);  // strict JSON has no comments
    QVERIFY2(config.is_object(), text.c_str());
    each_leaf(config, "", [&](const std::string& path, const json& value) {
      ++values_;
      const std::string fault = fault_of(plan, path, value);
      if (!fault.empty()) QFAIL((path + ": " + fault + '\n' + text).c_str());
    });
    check_batch(plan, config);
    check_sections(plan, config);
    check_lines(document, config, text);
  }

  static void check_batch(const Plan& plan, const json& config) {
    if (plan.target.flavour == Flavour::hf_trainer) {
      QCOMPARE(config.at("train_batch_size"), json("auto"));
      return;
    }
    const std::int64_t micro = config.at("train_micro_batch_size_per_gpu");
    const std::int64_t accumulation = config.at("gradient_accumulation_steps");
    QCOMPARE(micro, plan.training.micro_batch_size);
    QCOMPARE(accumulation, plan.training.gradient_accumulation_steps);
    // With tensor parallelism DeepSpeed infers the total; the size of the world depends on the program.
    const bool inferred =
        plan.training.tensor_parallel > 1 ||
        (plan.training.sequence_parallel > 1 && plan.target.deepspeed_version < DeepSpeedVersion{0, 17, 0});
    QCOMPARE(config.contains("train_batch_size"), !inferred);
    if (inferred) return;
    const int world =
        plan.cluster.nodes * plan.cluster.gpus_per_node / config.value("sequence_parallel_size", 1);
    QCOMPARE(config.at("train_batch_size").get<std::int64_t>(), micro * accumulation * world);
  }

  static void check_sections(const Plan& plan, const json& config) {
    const auto enabled = [&](const char* section) {
      return config.contains(section) && config.at(section).value("enabled", json(false)) != false;
    };
    QCOMPARE(enabled("bf16"), plan.training.precision == Precision::bf16);
    QCOMPARE(enabled("fp16"), plan.training.precision == Precision::fp16);
    QCOMPARE(config.contains("optimizer"), plan.training.optimizer != Optimizer::adamw8bit);
    const json& zero = config.at("zero_optimization");
    QCOMPARE(zero.at("stage"), json(plan.zero.stage));
    QCOMPARE(zero.contains("overlap_comm"), plan.zero.stage > 0);
    QCOMPARE(zero.contains("offload_optimizer"),
             plan.zero.stage > 0 && plan.zero.offload_optimizer.device != Device::none);
    QCOMPARE(zero.contains("offload_param"),
             plan.zero.stage == 3 && plan.zero.offload_param.device != Device::none);
    for (const char* object : {"offload_optimizer", "offload_param"})
      if (zero.contains(object))
        QCOMPARE(zero.at(object).contains("nvme_path"), zero.at(object).at("device") == "nvme");
    const bool untested =
        plan.training.optimizer == Optimizer::sgd || plan.training.optimizer == Optimizer::rmsprop ||
        plan.training.optimizer == Optimizer::lamb || plan.training.optimizer == Optimizer::adamw8bit;
    QCOMPARE(config.value("zero_allow_untested_optimizer", false), untested && plan.zero.stage > 0);
    if (plan.zero.stage == 3) QCOMPARE(zero.at("stage3_gather_16bit_weights_on_model_save"), json(true));
    if (plan.zero.stage == 3 && plan.training.optimizer == Optimizer::muon)
      QCOMPARE(zero.at("reduce_scatter"), json(false));
    QVERIFY(!config.contains("activation_checkpointing"));
  }

  static void check_lines(const PlanDocument& document, const json& config, const std::string& text) {
    std::string joined;
    for (const ConfigLine& line : exported_config(document).lines) {
      joined += line.text + '\n';
      const std::string& path = line.plan_path;
      if (path.empty()) continue;
      QVERIFY2(find_plan_key(path) || path.starts_with("deepspeed_config.") || path.starts_with("zero."),
               path.c_str());
      std::string pointer = '/' + line.config_path;
      std::ranges::replace(pointer, '.', '/');
      QVERIFY2(config.contains(json::json_pointer(pointer)), line.config_path.c_str());
    }
    QCOMPARE(joined, text);
  }

  int counted_ = 0;
  int values_ = 0;
};

ZP_TEST(ExportGridTest)
#include "export_grid_test.moc"
