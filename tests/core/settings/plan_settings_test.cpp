// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/settings/plan_settings.h"

#include <QtTest>
#include <algorithm>
#include <string>
#include <vector>

#include "core/catalog/catalog.h"
#include "core/plan_file/plan_file.h"
#include "core/plan_file/plan_keys.h"
#include "tests/support/test_main.h"

using namespace zp;

namespace {

PlanDocument set(const PlanDocument& document, const QStringList& texts) {
  std::vector<KeySetting> settings;
  for (const QString& text : texts)
    settings.push_back(parse_setting(text.toStdString()));
  return with_settings(document, settings);
}

PlanDocument set(const char* plan, const QStringList& texts) { return set(read_plan(plan), texts); }

/// Returns the message for settings that are refused; "" if they are taken.
QString refusal(const char* plan, const QStringList& texts) {
  try {
    set(plan, texts);
  } catch (const FileError& error) {
    return QString::fromUtf8(error.what());
  }
  return {};
}

constexpr const char* plain = R"({"model": {"preset": "llama-2-7b"}})";

}  // namespace

/// Tests that keys set beside a plan file mean the same as in the file.
class PlanSettingsTest : public QObject {
  Q_OBJECT

 private slots:
  void a_key_may_be_written_by_its_last_parts_data() {
    QTest::addColumn<QString>("written");
    QTest::addColumn<QString>("meant");
    const auto row = [](const char* written, const char* meant) {
      QTest::newRow(written) << written << meant;
    };
    row("gpus_per_node=4", "cluster.gpus_per_node=4");
    row("stage=3", "zero.stage=3");
    row("lora.rank=8", "training.lora.rank=8");
    row("gpu=l40s", "cluster.gpu.preset=l40s");
    row("model=llama-3-8b", "model.preset=llama-3-8b");
    row("model=7B", "model.parameters=7B");
    row("lora=16", "training.lora.rank=16");
    row("gpus=8", "gpus=8");      // commonly those of a node, by its name those of the generation engine
    row("preset=a", "preset=a");  // several keys end so
    row("zero={\"stage\": 3}", "zero={\"stage\": 3}");
    row("zero.overlap_comm=true", "zero.overlap_comm=true");
  }
  void a_key_may_be_written_by_its_last_parts() {
    QFETCH(QString, written);
    QFETCH(QString, meant);
    QCOMPARE(QString::fromStdString(shown(parse_setting(written.toStdString()))), meant);
  }

  void a_key_set_is_the_key_in_the_file_data() {
    QTest::addColumn<QStringList>("settings");
    QTest::addColumn<QByteArray>("file");
    const auto row = [](const char* name, const QStringList& settings, const char* file) {
      QTest::newRow(name) << settings << QByteArray(file);
    };
    row("count", {"training.micro_batch_size=4"},
        R"({"model": {"preset": "llama-2-7b"}, "training": {"micro_batch_size": 4}})");
    row("count with a suffix", {"zero.reduce_bucket_size=50M"},
        R"({"model": {"preset": "llama-2-7b"}, "zero": {"reduce_bucket_size": 5e7}})");
    row("tokens of a sequence, in powers of two", {"training.sequence_length=8k"},
        R"({"model": {"preset": "llama-2-7b"}, "training": {"sequence_length": 8192}})");
    row("number", {"training.dropout=0.1"},
        R"({"model": {"preset": "llama-2-7b"}, "training": {"dropout": 0.1}})");
    row("memory with its unit", {"cluster.cpu_memory_gib=2 TiB"},
        R"({"model": {"preset": "llama-2-7b"}, "cluster": {"cpu_memory_gib": 2048}})");
    row("switch", {"training.fused_norm=true"},
        R"({"model": {"preset": "llama-2-7b"}, "training": {"fused_norm": true}})");
    row("word", {"training.precision=fp16"},
        R"({"model": {"preset": "llama-2-7b"}, "training": {"precision": "fp16"}})");
    row("release, which is no number", {"target.deepspeed_version=0.16"},
        R"({"model": {"preset": "llama-2-7b"}, "target": {"deepspeed_version": "0.16"}})");
    row("list of words", {"training.lora.rank=8", "training.lora.targets=q_proj,k_proj"},
        R"({"model": {"preset": "llama-2-7b"}, "training": {"lora": {"rank": 8, "targets": ["q_proj", "k_proj"]}}})");
    row("list as JSON", {R"(training.lora.targets=["q_proj"])"},
        R"({"model": {"preset": "llama-2-7b"}, "training": {"lora": {"targets": ["q_proj"]}}})");
    row("device", {"zero.stage=3", "zero.offload_optimizer=cpu"},
        R"({"model": {"preset": "llama-2-7b"}, "zero": {"stage": 3, "offload_optimizer": "cpu"}})");
    row("object", {R"(zero.offload_optimizer={"device": "cpu", "ratio": 0.5})"},
        R"({"model": {"preset": "llama-2-7b"}, "zero": {"offload_optimizer": {"device": "cpu", "ratio": 0.5}}})");
    row("key of an object", {"zero.offload_optimizer=cpu", "zero.offload_optimizer.ratio=0.5"},
        R"({"model": {"preset": "llama-2-7b"}, "zero": {"offload_optimizer": {"device": "cpu", "ratio": 0.5}}})");
    row("carried key", {"deepspeed_config.gradient_clipping=0.5", "deepspeed_config.csv_monitor.job_name=x"},
        R"({"model": {"preset": "llama-2-7b"}, "deepspeed_config": {"gradient_clipping": 0.5, "csv_monitor": {"job_name": "x"}}})");
    row("GPU, and what follows from it", {"cluster.gpu.preset=h100-sxm5-80gb"},
        R"({"model": {"preset": "llama-2-7b"}, "cluster": {"gpu": {"preset": "h100-sxm5-80gb"}}})");
    row("text", {"cluster.nvme.path=/scratch"},
        R"({"model": {"preset": "llama-2-7b"}, "cluster": {"nvme": {"path": "/scratch"}}})");
    row("the last of two", {"zero.stage=1", "zero.stage=3"},
        R"({"model": {"preset": "llama-2-7b"}, "zero": {"stage": 3}})");
    row("another way to name the model", {"model.parameters=13B"}, R"({"model": {"parameters": 13e9}})");
    row("a word and a number in quotes", {"training.precision=\"fp16\"", "model.parameters=\"13B\""},
        R"({"model": {"parameters": 13e9}, "training": {"precision": "fp16"}})");
    row("another preset", {"model.preset=gpt-2-124m"}, R"({"model": {"preset": "gpt-2-124m"}})");
  }
  void a_key_set_is_the_key_in_the_file() {
    QFETCH(QStringList, settings);
    QFETCH(QByteArray, file);
    QCOMPARE(QString::fromStdString(write_plan(set(plain, settings))),
             QString::fromStdString(write_plan(read_plan(file.toStdString()))));
  }

  void another_model_has_weights_of_its_own() {
    const char* const plan = R"({"model": {"preset": "qwen2.5-7b", "repository": "me/tuned"}})";
    QCOMPARE(set(plan, {"training.micro_batch_size=2"}).text.repository, std::string("me/tuned"));
    QCOMPARE(set(plan, {"model.preset=llama-2-7b"}).text.repository, std::string());
    QCOMPARE(set(plan, {"model.preset=llama-2-7b", "model.repository=me/other"}).text.repository,
             std::string("me/other"));
    QCOMPARE(set(plan, {"model.architecture.layers=20"}).text.repository, std::string());
    QCOMPARE(set(plan, {"model.repository=null"}).text.repository, std::string());
  }

  void null_is_the_default() {
    const char* const plan = R"({"model": {"preset": "llama-2-7b"}, "training": {"precision": "fp16"},
        "zero": {"stage": 3, "overlap_comm": false}, "deepspeed_config": {"fp16": {"enabled": true}}})";
    const Plan reset = set(plan, {"training.precision=null", "zero.overlap_comm=null"}).plan;
    QCOMPARE(reset.training.precision, Precision::bf16);
    QVERIFY(!reset.zero.overlap_comm);
  }

  void a_device_keeps_the_rest_of_its_object() {
    const char* const plan = R"({"model": {"preset": "llama-2-7b"}, "zero": {"stage": 3,
        "offload_optimizer": {"device": "cpu", "ratio": 0.5, "buffer_count": 7}}})";
    const OffloadOptimizer offload = set(plan, {"zero.offload_optimizer=nvme"}).plan.zero.offload_optimizer;
    QCOMPARE(offload.device, Device::nvme);
    QCOMPARE(offload.buffer_count, 7);
    QCOMPARE(offload.ratio, 0.5);
  }

  void an_object_of_offload_replaces_the_object() {
    const PlanDocument object = read_plan(R"({"model": {"preset": "gpt-2-124m"}, "zero": {"stage": 3,
      "offload_optimizer": {"device": "cpu", "ratio": 0.5, "pin_memory": true}}})");
    const auto set = [&](const char* setting) {
      const std::vector<KeySetting> settings = {parse_setting(setting)};
      return with_settings(object, settings).plan.zero.offload_optimizer;
    };
    QCOMPARE(set(R"(zero.offload_optimizer={"device": "cpu"})").ratio, 1.0);
    QCOMPARE(set("zero.offload_optimizer=nvme").device, Device::nvme);
    QCOMPARE(set("zero.offload_optimizer=nvme").pin_memory, true);
    QCOMPARE(set("zero.offload_optimizer.ratio=0.25").ratio, 0.25);
    QCOMPARE(set("zero.offload_optimizer.ratio=0.25").device, Device::cpu);
    const PlanDocument word = read_plan(R"({"model": {"preset": "gpt-2-124m"}, "zero": {"stage": 3,
      "offload_optimizer": "cpu"}})");
    const std::vector<KeySetting> ratio = {parse_setting("zero.offload_optimizer.ratio=0.25")};
    QCOMPARE(with_settings(word, ratio).plan.zero.offload_optimizer.device, Device::cpu);
    QCOMPARE(with_settings(word, ratio).plan.zero.offload_optimizer.ratio, 0.25);
  }

  /// A ds_config keeps a number in the form in which it was written; a suffix is a number typed.
  void a_number_of_the_ds_config_keeps_its_form() {
    const auto config = [](const char* setting) {
      const std::vector<KeySetting> settings = {parse_setting(setting)};
      const PlanDocument document =
          with_settings(read_plan(R"({"model": {"preset": "gpt-2-124m"}})"), settings);
      return QString::fromStdString(document.text.deepspeed_config).remove(QLatin1Char(' ')).simplified();
    };
    QVERIFY(config("deepspeed_config.gradient_clipping=0.0").contains("\"gradient_clipping\":0.0"));
    QVERIFY(config("deepspeed_config.gradient_clipping=1").contains("\"gradient_clipping\":1"));
    QVERIFY(!config("deepspeed_config.gradient_clipping=1").contains("\"gradient_clipping\":1.0"));
    QVERIFY(config("deepspeed_config.gradient_clipping=2k").contains("\"gradient_clipping\":2000"));
  }

  void a_number_of_the_gpu_keeps_the_gpu() {
    const Gpu gpu = set(plain, {"cluster.gpu.memory_gib=39.4"}).plan.cluster.gpu;
    QCOMPARE(gpu.preset, default_cluster().gpu.preset);
    QCOMPARE(gpu.memory_gib, 39.4);
  }

  void a_link_shared_by_a_node_is_divided_anew() {
    const auto& links = catalog().links;
    const auto link =
        std::ranges::find_if(links, [](const SharedLinkPreset& each) { return each->shared_by_node; });
    QVERIFY(link != links.end());
    const QString preset = QStringLiteral("cluster.inter_node.preset=") + QString::fromStdString((*link)->id);
    const PlanDocument eight = set(plain, {preset});
    QVERIFY(set(eight, {"cluster.gpus_per_node=2"}).plan.cluster.inter_node.gb_per_s !=
            eight.plan.cluster.inter_node.gb_per_s);
  }

  void a_part_of_the_shape_makes_the_preset_a_shape_of_its_own() {
    const Plan deeper = set(plain, {"model.architecture.layers=40"}).plan;
    Architecture wanted = read_plan(plain).plan.model.architecture;
    wanted.layers = 40;
    QCOMPARE(deeper.model.source, ModelSource::architecture);
    QVERIFY(deeper.model.architecture == wanted);
    const Plan other = set(plain, {"model.architecture.layers=6", "model.preset=gpt-2-124m"}).plan;
    QCOMPARE(other.model.architecture.hidden_size, 768);
    QCOMPARE(other.model.architecture.layers, 6);
  }

  void what_deepspeed_config_says_of_the_same_gives_way() {
    const char* const plan =
        R"({"model": {"preset": "llama-2-7b"}, "deepspeed_config": {"bf16": {"enabled": true},
        "train_micro_batch_size_per_gpu": 2, "train_batch_size": 32, "zero_optimization": {"stage": 2}}})";
    const PlanDocument changed =
        set(plan, {"training.precision=fp16", "training.micro_batch_size=4", "zero.stage=3"});
    QCOMPARE(changed.plan.training.precision, Precision::fp16);
    QCOMPARE(changed.plan.training.micro_batch_size, 4);
    QCOMPARE(changed.plan.training.gradient_accumulation_steps, 2);
    QCOMPARE(changed.plan.zero.stage, 3);
    QCOMPARE(read_plan(write_plan(changed)).plan, changed.plan);
  }

  void unusable_settings_say_why_data() {
    QTest::addColumn<QStringList>("settings");
    QTest::addColumn<QString>("said");
    const auto row = [](const char* name, const QStringList& settings, const char* said) {
      QTest::newRow(name) << settings << QString::fromUtf8(said);
    };
    row("no value", {"zero.stage"}, "zero.stage: this is no key and value; write for example");
    row("empty value", {"zero.stage="}, "no key and value");
    row("no key", {"=3"}, "no key and value");
    row("empty part", {"zero..stage=3"}, "no key and value");
    row("text for a number", {"training.micro_batch_size=x"},
        "training.micro_batch_size=x: training.micro_batch_size must be a whole number, found the text");
    row("half a count", {"training.micro_batch_size=2.5"}, "must be a whole number, found the number 2.5");
    row("out of range", {"zero.stage=4"}, "zero.stage is 4; it must be from 0 to 3");
    row("no word", {"training.precision=fp15"}, "Did you mean");
    row("no switch", {"training.fused_norm=yes"}, "must be true or false");
    row("misspelt key", {"training.micro_batch_siz=4"}, "Write training.micro_batch_size if");
    row("misspelt key of zero", {"zero.stag=3"}, "Write zero.stage if");
    row("key without its section", {"micro_batch=4"}, "Write training.micro_batch_size if");
    row("no such key", {"qqqqqqqqqqqqqqq=4"}, "--help-plan");
    row("a section as a flag", {"training.lora=true"}, "write training.lora.rank=16");
    row("no such preset", {"model.preset=lama-2-7b"}, "llama-2-7b");
    row("no decoder", {"model.preset=openai/whisper-large-v3"},
        "model.preset is \"openai/whisper-large-v3\", by its name an encoder-decoder of a kind of its own; "
        "no block of a plan describes "
        "its layers. State its weight tensors in model.tensors, or their number in model.parameters.");
    row("broken JSON", {"model.tensors=[{"}, "model.tensors=[{: ");
    row("two ways to name the model", {"model.preset=gpt-2-124m", "model.parameters=1B"},
        "model.preset=gpt-2-124m: model.preset and model.parameters both name the model");
    row("of two the wrong one is named", {"zero.stage=3", "model.preset=x"}, "model.preset=x: model.preset");
  }
  void unusable_settings_say_why() {
    QFETCH(QStringList, settings);
    QFETCH(QString, said);
    const QString sentence = refusal(plain, settings);
    QVERIFY2(sentence.contains(said), qPrintable(sentence));
  }

  void what_is_not_utf_8_is_refused() {
    QVERIFY_THROWS_EXCEPTION(FileError, (void)parse_setting("cluster.nvme.path=\xff"));
  }

  /// Setting a plain key to the value it has changes nothing.
  void a_key_set_to_what_it_is_changes_nothing() {
    const PlanDocument document = example_plan();
    for (const PlanKey& key : plan_keys()) {
      if (!key.is_plain()) continue;
      const std::vector<KeySetting> settings = {{key.path, value_text(key.value(document.plan))}};
      QVERIFY2(with_settings(document, settings).plan == document.plan, key.path.c_str());
    }
  }
};

ZP_TEST(PlanSettingsTest)
#include "plan_settings_test.moc"
