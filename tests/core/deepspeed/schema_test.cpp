// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/deepspeed/schema.h"

#include <QtTest>
#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>

#include "tests/support/test_main.h"

using namespace zp;
using Json = nlohmann::json;

namespace {

Plan plan_at(int stage, Device optimizer = Device::none, Device param = Device::none) {
  Plan plan;
  plan.zero.stage = stage;
  plan.zero.offload_optimizer.device = optimizer;
  plan.zero.offload_param.device = param;
  return plan;
}

/// Collects the keys of `config` that DeepSpeed's parser refuses by name, according to the schema alone.
void collect_refused(const Json& config, const std::string& section, std::set<std::string>& refused) {
  for (const auto& [name, value] : config.items()) {
    const std::string path = section.empty() ? name : section + '.' + name;
    const SchemaKey* key = schema().find(path);
    if (value.is_object() && schema().is_section(path)) {
      collect_refused(value, path, refused);
      continue;
    }
    const bool is_unknown = !key && schema().unknown_keys(section) == UnknownKeys::refused;
    const bool is_beside_its_key =
        key && key->path != path && config.contains(key->path.substr(key->path.rfind('.') + 1));
    if (is_unknown || is_beside_its_key || (key && key->refused)) refused.insert(path);
  }
}

}  // namespace

class SchemaTest : public QObject {
  Q_OBJECT

 private slots:
  void holds_every_key() {
    QCOMPARE(schema().keys.size(), std::size_t{306});
    QCOMPARE(schema().optimizers.size(), std::size_t{11});
    QCOMPARE(schema().schedulers.size(), std::size_t{5});
    QCOMPARE(name_of(schema().version), std::string("0.19.6"));
    std::set<std::string> paths;
    for (const SchemaKey& key : schema().keys) {
      QVERIFY2(paths.insert(key.path).second, key.path.c_str());
      QVERIFY2(!key.source.empty() && !key.type.empty(), key.path.c_str());
      QVERIFY2(!Json::parse(key.default_value, nullptr, false).is_discarded(), key.path.c_str());
      QCOMPARE(schema().find(key.path), &key);
      QVERIFY2(std::ranges::find(key.stages, true) != key.stages.end(), key.path.c_str());
      for (const std::string& value : key.allowed)
        QVERIFY2(!Json::parse(value, nullptr, false).is_discarded(), key.path.c_str());
    }
  }

  void default_by_version_data() {
    QTest::addColumn<QString>("path");
    QTest::addColumn<QString>("version");
    QTest::addColumn<QString>("value");
    const auto row = [](const char* name, const char* path, const char* version, const char* value) {
      QTest::newRow(name) << path << version << value;
    };
    row("clipping is on", "gradient_clipping", "0.19.3", "1.0");
    row("clipping was off", "gradient_clipping", "0.19.2", "0.0");
    row("pinned since 0.19.5", "zero_optimization.offload_optimizer.pin_memory", "0.19.5", "true");
    row("not pinned before", "zero_optimization.offload_param.pin_memory", "0.19.4", "false");
    row("overflow check is on", "bf16.check_grad_overflow", "0.19.3", "true");
    row("overflow check was off", "bf16.check_grad_overflow", "0.17.1", "false");
    row("buckets", "zero_optimization.reduce_bucket_size", "0.14.0", "500000000");
    row("prefetch", "zero_optimization.stage3_prefetch_bucket_size", "0.19.6", "50000000");
    row("persistence", "zero_optimization.stage3_param_persistence_threshold", "0.19.6", "100000");
    row("parameter buffers", "zero_optimization.offload_param.buffer_size", "0.19.6", "100000000");
    row("drive requests", "aio.block_size", "0.19.6", "1048576");
    row("overlap depends on the stage", "zero_optimization.overlap_comm", "0.19.6", "null");
    row("scale power", "fp16.initial_scale_power", "0.19.6", "16");
  }
  void default_by_version() {
    QFETCH(QString, path);
    QFETCH(QString, version);
    QFETCH(QString, value);
    const SchemaKey* key = schema().find(path.toStdString());
    QVERIFY(key != nullptr);
    QCOMPARE(default_of(*key, parse_version(version.toStdString()).value()), value.toStdString());
  }

  void first_version_data() {
    QTest::addColumn<QString>("path");
    QTest::addColumn<QString>("first");
    // These are DeepSpeed's validation rules by tag; a key older than 0.9.1 has no first version.
    const auto row = [](const char* path, const char* first) { QTest::newRow(path) << path << first; };
    row("managed_gradient_accumulation", "0.19.4");
    row("bf16.check_grad_overflow", "0.17.1");
    row("bf16.bf16_master_weights_and_grads", "0.18.3");
    row("bf16.bf16_optimizer_states", "0.18.3");
    row("aio.intra_op_parallelism", "0.16.4");
    row("zero_optimization.offload_optimizer.super_offload", "0.18.0");
    row("zero_optimization.leaf_module", "0.18.0");
    row("zero_optimization.zenflow", "0.17.5");
    row("zero_optimization.stage3_module_granularity_threshold", "0.16.0");
    row("zero_optimization.stage3_use_all_reduce_for_fetch_params", "0.14.3");
    row("zero_optimization.stage3_allgather_sequential", "0.18.5");
    row("zero_optimization.zeropp_loco_param", "0.16.2");
    row("zero_optimization.use_multi_rank_bucket_allreduce", "0.12.4");
    row("zero_optimization.log_trace_cache_warnings", "0.16.4");
    row("zero_optimization.enable_sanity_checks", "0.17.6");
    row("zero_optimization.save_muon_momentum_buffer_in_memory", "0.18.9");
    row("zero_optimization.reduce_bucket_size", "0.0.0");
  }
  void first_version() {
    QFETCH(QString, path);
    QFETCH(QString, first);
    const SchemaKey* key = schema().find(path.toStdString());
    QVERIFY(key != nullptr);
    QCOMPARE(name_of(key->since), first.toStdString());
    QVERIFY(known_to(*key, key->since));
    DeepSpeedVersion before = key->since;
    before.patch -= 1;
    QCOMPARE(known_to(*key, before), false);
  }

  void thread_count_ends_where_its_successor_starts() {
    const SchemaKey* old_key = schema().find("aio.thread_count");
    QVERIFY(old_key != nullptr && known_to(*old_key, {0, 16, 3}) && !known_to(*old_key, {0, 16, 4}));
  }

  void acts_data() {
    QTest::addColumn<QString>("path");
    QTest::addColumn<int>("stage");
    QTest::addColumn<int>("optimizer");
    QTest::addColumn<int>("param");
    QTest::addColumn<bool>("expected");
    const auto row = [](const char* name, const char* key, int stage, Device optimizer, Device param,
                        bool expected) {
      const QString path = QStringLiteral("zero_optimization.") + QLatin1String(key);
      QTest::newRow(name) << path << stage << static_cast<int>(optimizer) << static_cast<int>(param)
                          << expected;
    };
    row("bucket at stage 0", "reduce_bucket_size", 0, Device::none, Device::none, false);
    row("bucket at stage 1", "reduce_bucket_size", 1, Device::none, Device::none, true);
    row("all-gather bucket at stage 3", "allgather_bucket_size", 3, Device::none, Device::none, false);
    row("round robin at stage 2", "round_robin_gradients", 2, Device::none, Device::none, true);
    row("round robin at stage 3", "round_robin_gradients", 3, Device::none, Device::none, false);
    row("prefetch at stage 2", "stage3_prefetch_bucket_size", 2, Device::none, Device::none, false);
    row("prefetch by alias", "prefetch_bucket_size", 3, Device::none, Device::none, true);
    row("parameter offload at stage 2", "offload_param.device", 2, Device::none, Device::cpu, false);
    row("pinning without offload", "offload_optimizer.pin_memory", 2, Device::none, Device::none, false);
    row("pinning with offload", "offload_optimizer.pin_memory", 2, Device::cpu, Device::none, true);
    row("pipeline on the CPU", "offload_optimizer.pipeline_read", 3, Device::cpu, Device::nvme, false);
    row("pipeline on the drive", "offload_optimizer.pipeline_read", 3, Device::nvme, Device::none, true);
    row("drive below stage 3 is the CPU", "offload_optimizer.nvme_path", 2, Device::nvme, Device::none,
        false);
    row("parameter buffers on the CPU", "offload_param.buffer_size", 3, Device::nvme, Device::cpu, false);
    row("parameter buffers on the drive", "offload_param.buffer_size", 3, Device::none, Device::nvme, true);
  }
  void acts() {
    QFETCH(QString, path);
    QFETCH(int, stage);
    QFETCH(int, optimizer);
    QFETCH(int, param);
    QFETCH(bool, expected);
    const SchemaKey* key = schema().find(path.toStdString());
    QVERIFY(key != nullptr);
    QCOMPARE(zp::acts(*key, plan_at(stage, static_cast<Device>(optimizer), static_cast<Device>(param))),
             expected);
  }

  void a_key_without_effect_says_what_it_needs() {
    const auto why = [](const char* path, const Plan& plan) {
      return why_without_effect(*schema().find(path), plan);
    };
    QCOMPARE(why("zero_optimization.stage3_prefetch_bucket_size", plan_at(2)),
             std::string("This key acts at stage 3 only, and the stage is 2."));
    QCOMPARE(why("zero_optimization.round_robin_gradients", plan_at(0)),
             std::string("This key acts at stage 1, 2 only, and the stage is 0."));
    QCOMPARE(why("zero_optimization.offload_optimizer.nvme_path", plan_at(3)),
             std::string("This key acts only with offload to NVMe at stage 3."));
    QCOMPARE(why("zero_optimization.offload_param.pin_memory", plan_at(3)),
             std::string("This key acts only with offload."));
    const SchemaKey* const pinned = schema().find("zero_optimization.offload_param.pin_memory");
    QVERIFY(zp::acts(*pinned, plan_at(3, Device::none, Device::cpu)));
    QVERIFY(!zp::acts(*pinned, plan_at(3, Device::cpu)));
  }

  /// fp16.loss_scale is not negative since 0.18.8; "autotp" is a pass since 0.19.6.
  void limits_and_values_are_those_of_the_release() {
    const SchemaKey& scale = *schema().find("fp16.loss_scale");
    QVERIFY(!as_of(scale, {0, 18, 7}).minimum.has_value());
    QCOMPARE(as_of(scale, {0, 18, 8}).minimum, std::optional<double>(0));
    const SchemaKey& passes = *schema().find("compile.passes");
    QCOMPARE(as_of(passes, {0, 19, 5}).allowed.size(), std::size_t{3});
    QCOMPARE(as_of(passes, {0, 19, 6}).allowed.size(), std::size_t{4});
    const SchemaKey& type = *schema().find("communication_data_type");
    const auto takes = [&](DeepSpeedVersion version, const char* value) {
      const std::vector<std::string> allowed = as_of(type, version).allowed;
      return std::ranges::find(allowed, value) != allowed.end();
    };
    QVERIFY(takes({0, 14, 0}, "\"bfp16\"") && !takes({0, 14, 0}, "\"bf16\""));
    QVERIFY(takes({0, 14, 1}, "\"bf16\"") && !takes({0, 14, 1}, "\"bfp16\""));
  }

  /// fp16 and bf16 are pydantic's since 0.17.1; compile was read key by key, strictly, and loosely again.
  void unknown_keys_are_treated_as_the_release_does() {
    QCOMPARE(schema().unknown_keys("fp16", {0, 17, 0}), UnknownKeys::ignored);
    QCOMPARE(schema().unknown_keys("fp16", {0, 17, 1}), UnknownKeys::refused);
    const auto compile = [](int minor, int patch) {
      return schema().unknown_keys("compile", {0, minor, patch});
    };
    QCOMPARE(compile(13, 1), UnknownKeys::ignored);
    QCOMPARE(compile(13, 2), UnknownKeys::refused);
    QCOMPARE(compile(14, 3), UnknownKeys::refused);
    QCOMPARE(compile(14, 4), UnknownKeys::ignored);
    QCOMPARE(compile(16, 6), UnknownKeys::refused);
    QCOMPARE(schema().unknown_keys("optimizer.params", {0, 19, 6}), UnknownKeys::forwarded);
    QCOMPARE(schema().unknown_keys("optimizer.params"), UnknownKeys::forwarded);
    QCOMPARE(schema().unknown_keys("no_such_section", {0, 19, 6}), UnknownKeys::ignored);
    QCOMPARE(schema().unknown_keys("no_such_section"), UnknownKeys::ignored);
    QVERIFY(schema().find_section("comms_logger")->drops_auto_since == (DeepSpeedVersion{0, 15, 0}));
    QVERIFY(schema().find_section("fp16")->drops_auto_since == (DeepSpeedVersion{0, 0, 0}));
    QVERIFY(schema().find_section("no_such_section") == nullptr);
  }

  void the_names_of_a_section_are_those_directly_below() {
    const auto holds = [](const char* section, const char* name) {
      const std::vector<std::string> names = schema().names_in(section);
      return std::ranges::count(names, name) == 1;
    };
    QVERIFY(holds("", "train_batch_size") && holds("", "zero_optimization") && !holds("", "stage"));
    QVERIFY(holds("zero_optimization", "stage") && holds("zero_optimization", "offload_param"));
    QVERIFY(!holds("zero_optimization", "device") && !holds("zero_optimization", "train_batch_size"));
    QVERIFY(holds("fp16", "loss_scale") && !holds("fp1", "loss_scale"));
    QVERIFY(schema().names_in("train_batch_size").empty());
    QVERIFY(schema().is_section("zero_optimization.offload_param") && !schema().is_section("zero_opt"));
    QVERIFY(!schema().is_section("train_batch_size"));
  }

  /// Trainer fills most keys in; DeepSpeed itself raises TypeError for "auto" as a batch size. Its own are
  /// three of ZenFlow, the stages of a pipeline and four of AutoEP.
  void auto_is_deepspeeds_own_for_a_few_keys() {
    QVERIFY(!schema().find("train_batch_size")->takes_auto());
    QVERIFY(schema().find("pipeline.stages")->takes_auto());
    QVERIFY(schema().find("expert_parallel.score_func")->takes_auto());
    QCOMPARE(std::ranges::count_if(schema().keys, &SchemaKey::takes_auto), std::ptrdiff_t{8});
  }

  void a_key_that_moved_names_its_successor() {
    QCOMPARE(schema().find("optimizer.params.max_grad_norm")->renamed_to, std::string("gradient_clipping"));
    QCOMPARE(schema().find("aio.thread_count")->renamed_to, std::string("aio.intra_op_parallelism"));
    const auto stated = [](std::string SchemaKey::*text) {
      return std::ranges::count_if(schema().keys, [&](const SchemaKey& key) { return !(key.*text).empty(); });
    };
    // Texts for people: many keys have notes, fewer have limits in words, units and effects.
    QVERIFY(stated(&SchemaKey::note) > 100 && stated(&SchemaKey::constraints) > 40);
    QVERIFY(stated(&SchemaKey::effect) > 10 && stated(&SchemaKey::unit) > 10);
  }

  void drive_settings_act_for_either_offload() {
    const SchemaKey* key = schema().find("aio.queue_depth");
    QVERIFY(key != nullptr);
    QVERIFY(zp::acts(*key, plan_at(3, Device::nvme)) &&
            zp::acts(*key, plan_at(3, Device::cpu, Device::nvme)));
    QVERIFY(!zp::acts(*key, plan_at(3, Device::cpu, Device::cpu)) &&
            !zp::acts(*key, plan_at(7, Device::nvme)));
  }

  void half_precision_master_was_for_stage_2_only() {
    const SchemaKey* key = schema().find("fp16.fp16_master_weights_and_grads");
    QVERIFY(key != nullptr);
    Plan plan = plan_at(1);
    QVERIFY(zp::acts(*key, plan));
    plan.target.deepspeed_version = {0, 18, 2};
    QVERIFY(!zp::acts(*key, plan));
    plan.zero.stage = 2;
    QVERIFY(zp::acts(*key, plan));
  }

  void finds_optimizers_without_regard_to_case() {
    QVERIFY(schema().find_optimizer("adamw") != nullptr);
    QCOMPARE(schema().find_optimizer("ADAMW"), schema().find_optimizer("AdamW"));
    QVERIFY(schema().find_optimizer("AdamX") == nullptr);
    QVERIFY(!schema().find_optimizer("Lamb")->tested_with_zero &&
            schema().find_optimizer("Lion")->tested_with_zero);
    QVERIFY(schema().find_scheduler("WarmupLR") != nullptr && schema().find_scheduler("warmuplr") == nullptr);
    QCOMPARE(schema().find_scheduler("OneCycle")->required.size(), std::size_t{2});
  }

  /// The files have the verdicts of DeepSpeed's parser. It stops at the first section it refuses, so the
  /// names it gives are some of those the schema refuses; a file it accepts has none.
  void parser_verdicts_data() {
    QTest::addColumn<QString>("file");
    QTest::addColumn<int>("least_named");
    QTest::newRow("acceptance vectors") << QStringLiteral("config-acceptance-vectors.json") << 10;
    QTest::newRow("random files") << QStringLiteral("random-configs.json") << 290;
  }
  void parser_verdicts() {
    QFETCH(QString, file);
    QFETCH(int, least_named);
    std::ifstream stream(std::string(ZP_TEST_DATA "/") + file.toStdString());
    const Json vectors = Json::parse(stream).at("vectors");
    int named = 0, refused_files = 0;
    for (const Json& vector : vectors) {
      const std::string name = vector.at("name");
      std::set<std::string> refused;
      if (vector.at("config").is_object()) collect_refused(vector.at("config"), "", refused);
      refused_files += refused.empty() ? 0 : 1;
      QVERIFY2(refused.empty() || !vector.at("accepted").get<bool>(),
               (name + ": " + (refused.empty() ? "" : *refused.begin())).c_str());
      std::vector<std::string> expected;
      if (vector.contains("fields"))
        for (const Json& field : vector.at("fields"))
          if (field.at("kind") == "extra_forbidden") expected.push_back(field.at("config_path"));
      const std::string key = vector.value("error_key", "");
      if (!vector.contains("fields") && !key.empty() && !refused.empty()) expected.push_back(key);
      for (const std::string& path : expected) {
        ++named;
        QVERIFY2(
            std::ranges::any_of(refused, [&](const std::string& entry) { return entry.ends_with(path); }),
            (name + ": " + path).c_str());
      }
    }
    qInfo("%zu files, %d with a name the schema refuses, %d names given by the parser", vectors.size(),
          refused_files, named);
    QVERIFY(named >= least_named);
  }
};

ZP_TEST(SchemaTest)
#include "schema_test.moc"
