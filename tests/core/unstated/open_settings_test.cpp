// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/unstated/open_settings.h"

#include <QtTest>
#include <algorithm>
#include <cmath>
#include <string_view>

#include "core/plan_file/plan_file.h"
#include "core/settings/plan_settings.h"
#include "core/unstated/open_words.h"
#include "core/unstated/unstated.h"
#include "tests/support/test_main.h"

using namespace zp;

using namespace std::string_view_literals;

namespace {

struct KeyValueOfTest {
  KeyValue value;
};

/// Returns a plan of Llama-2 7B on the GPUs of one node with the settings of "zero.stage=3 training.x=1".
Plan plan_with(const QString& settings) {
  PlanDocument document = read_plan(R"({"model": {"preset": "llama-2-7b"},
    "cluster": {"gpu": {"preset": "a100-sxm4-80gb"}, "gpus_per_node": 8}, "zero": {"stage": 2}})");
  std::vector<KeySetting> list;
  for (const QString& setting : settings.split(QLatin1Char(' '), Qt::SkipEmptyParts))
    list.push_back(parse_setting(setting.toStdString()));
  return with_settings(document, list).plan;
}

const OpenSetting& titled(const QString& title) {
  return *std::ranges::find(open_settings(), title.toStdString(), &OpenSetting::title);
}

QString words(const std::vector<KeyValue>& values) {
  QStringList texts;
  for (const KeyValue& value : values)
    texts << QString::fromStdString(setting_text(value));
  return texts.join(QLatin1Char(' '));
}

}  // namespace

Q_DECLARE_METATYPE(KeyValueOfTest)

/// Tests the rows of the table by themselves: the plans that a setting matters in, and its plausible values.
class OpenSettingsTest : public QObject {
  Q_OBJECT

 private slots:
  void a_setting_matters_where_its_code_runs_data() {
    QTest::addColumn<QString>("title");
    QTest::addColumn<QString>("settings");
    QTest::addColumn<bool>("matters");
    const auto row = [](const char* title, std::initializer_list<QByteArray> with,
                        std::initializer_list<QByteArray> without) {
      for (const QByteArray& settings : with)
        QTest::addRow("%s: %s", title, settings.data()) << title << QString::fromLatin1(settings) << true;
      for (const QByteArray& settings : without)
        QTest::addRow("%s not: %s", title, settings.data())
            << title << QString::fromLatin1(settings) << false;
    };
    const char *const fsdp = "training.framework=fsdp zero.stage=3",
                      *const one_gpu = "cluster.gpus_per_node=1 cluster.nodes=1";
    row("Release", {"training.program=trl"}, {""});
    row("Attention", {""}, {"training.attention_kernel=flash_2", "training.context_parallel=2"});
    row("Attention kernel", {"training.attention=sdpa"},
        {"training.attention=eager", "cluster.gpu.preset=v100-sxm2-32gb", "cluster.gpu.preset=t4-16gb"});
    row("Recompute", {"training.activation_checkpointing=full"},
        {"training.activation_checkpointing=none", "training.activation_checkpointing=selective"});
    row("Checkpoints on host", {"training.activation_checkpointing=full"},
        {"training.activation_checkpointing=none"});
    row("Weights loaded in", {fsdp},
        {"", "training.framework=fsdp training.precision=fp32",
         "training.framework=fsdp training.lora.rank=8"});
    row("Frozen weights in", {"training.framework=fsdp training.lora.rank=8"},
        {fsdp, "training.lora.rank=8", "training.framework=fsdp training.lora.rank=8 training.precision=fp32",
         "training.framework=fsdp training.lora.rank=8 training.frozen_precision=nf4"});
    row("Adapters in", {"training.framework=fsdp training.lora.rank=8"},
        {fsdp, "training.lora.rank=8",
         "training.framework=fsdp training.lora.rank=8 training.precision=fp32"});
    row("Weights used in", {"training.framework=fsdp training.types.weights=fp32"},
        {"training.framework=fsdp training.types.weights=bf16", ""});
    row("Reduced in", {fsdp},
        {"", "training.framework=fsdp training.precision=fp32",
         "training.framework=fsdp zero.stage=0 cluster.gpus_per_node=1"});
    row("Logits in", {"", "training.precision=fp16"}, {"training.precision=fp32"});
    row("Gradients added in", {""}, {"training.precision=fp32", fsdp});
    row("Optimizer", {"", "training.optimizer=adam"},
        {"training.optimizer=lion", "zero.offload_optimizer.device=cpu"});
    row("Optimizer kernel", {fsdp}, {"", "training.framework=fsdp training.optimizer=lion"});
    row("Cache kept", {"training.attention=eager training.activation_checkpointing=none"},
        {"training.attention=sdpa training.activation_checkpointing=none",
         "training.attention=eager training.activation_checkpointing=full"});
    row("Experts", {"model.preset=mixtral-8x7b"}, {""});
    row("FSDP version", {fsdp, "training.framework=fsdp zero.stage=2"},
        {"zero.stage=3", "training.framework=fsdp zero.stage=0",
         "training.framework=fsdp cluster.gpus_per_node=1"});
    row("zero.Init", {"zero.stage=3"}, {"zero.stage=2", fsdp, "zero.stage=3 cluster.gpus_per_node=1"});
    row("Reduce bucket", {"zero.stage=1", "zero.stage=2", "zero.stage=3"}, {"zero.stage=0", fsdp, one_gpu});
    row("Gather bucket", {"zero.stage=1", "zero.stage=2"}, {"zero.stage=0", "zero.stage=3", fsdp, one_gpu});
    row("Overlap", {"zero.stage=1"}, {"zero.stage=0", fsdp, one_gpu});
    row("Pinned memory", {"zero.offload_optimizer.device=cpu"},
        {"", "zero.stage=3 zero.offload_optimizer.device=nvme"});
    row("Between nodes", {"cluster.nodes=2"}, {"", one_gpu});
    row("Between GPUs", {"cluster.gpu.preset=rtx-3090-24gb"},
        {"", "cluster.gpu.preset=rtx-4090-24gb", "cluster.gpu.preset=rtx-3090-24gb cluster.gpus_per_node=1"});
    const char* const swapped = "zero.stage=3 zero.offload_optimizer.device=nvme";
    for (const char* const title : {"GPU to host", "Host memory rate"})
      row(title, {"zero.offload_optimizer.device=cpu", "zero.stage=3 zero.offload_param.device=cpu", swapped},
          {""});
    for (const char* const title : {"Drives read", "Drives write"})
      row(title, {swapped, "zero.stage=3 zero.offload_param.device=nvme"},
          {"", "zero.offload_optimizer.device=cpu", "zero.stage=3 zero.offload_param.device=cpu"});
    row("ZeRO stage", {"", "cluster.gpus_per_node=1 cluster.nodes=2"}, {one_gpu, fsdp});
    row("Sharding", {fsdp}, {"", "training.framework=fsdp cluster.gpus_per_node=1"});
    row("Dropout", {"model.preset=gpt2-xl"}, {""});
    const QByteArray flash = "training.attention_kernel=flash_2 ", rows = "training.sequence_length=8192";
    row("Examples", {flash + rows, flash + "training.program=fast-llm training.framework=fsdp " + rows},
        {rows, flash + "training.sequence_length=8191", flash + "training.attention=eager " + rows,
         flash + "training.program=llama-factory " + rows});
    const QByteArray images = "model.preset=qwen2.5-vl-7b-instruct";
    row("Image size", {images},
        {"", images + " training.images_per_sequence=0", images + " training.image_tokens=64"});
    row("Images", {images, images + " training.images_per_sequence=0"}, {""});
    row("Adapters on", {"training.lora.rank=8"}, {""});
    row("Program", {""}, {"training.method=dpo"});
    // Two ranks are enough.
    const QByteArray two = "cluster.gpus_per_node=2 cluster.nodes=1 ";
    row("ZeRO stage", {two}, {});
    row("Sharding", {two + fsdp}, {});
    row("FSDP version", {two + fsdp}, {});
    row("Reduced in", {two + fsdp}, {});
    row("Reduce bucket", {two}, {});
    row("zero.Init", {two + "zero.stage=3"}, {});
    row("Between GPUs", {two + "cluster.gpu.preset=rtx-3090-24gb"}, {});
    row("Adapter dropout", {"training.lora.rank=8"}, {""});
  }
  void a_setting_matters_where_its_code_runs() {
    QFETCH(QString, title);
    QFETCH(QString, settings);
    QTEST(titled(title).matters(plan_with(settings)), "matters");
  }

  void the_values_are_those_that_the_plan_can_have_data() {
    QTest::addColumn<QString>("title");
    QTest::addColumn<QString>("settings");
    QTest::addColumn<QString>("values");
    QTest::addColumn<QString>("assumed");
    const auto row = [](const char* title, const char* settings, const char* values, const char* assumed) {
      QTest::addRow("%s: %s", title, settings) << title << settings << values << assumed;
    };
    row("Attention kernel", "", "flash_2", "auto");
    row("Attention kernel", "cluster.gpu.preset=h100-sxm5-80gb", "flash_2 flash_3", "auto");
    row("Attention kernel", "cluster.gpu.preset=b300-sxm-288gb", "flash_2 flash_3", "auto");
    row("Attention kernel", "cluster.gpu.preset=rtx-5090-32gb", "flash_2", "auto");
    row("Precision", "training.precision=fp16", "bf16 fp32", "fp16");
    row("Recompute", "training.activation_checkpointing=full training.recompute=needed", "whole", "needed");
    row("Weights loaded in", "training.framework=fsdp training.precision=fp16 training.types.weights=fp32",
        "fp16", "fp32");
    // Hidden size 4,096, whose square Trainer fills in for "auto".
    row("Reduce bucket", "zero.reduce_bucket_size=1", "500000000 200000000 16777216", "1");
    row("Reduce bucket", "training.program=hf-trainer zero.reduce_bucket_size=1", "16777216 500000000", "1");
    row("Host memory rate", "cluster.cpu_memory_gb_per_s=1", "50 100 200 400", "1");
    row("Host memory", "cluster.cpu_memory_gib=1", "64 128 256 512 1024 2048", "1");
    row("Drives read", "cluster.nvme.read_gb_per_s=1", "3.2 10 27", "1");
    row("Padding", "training.padding_share=0.25", "0 0.5", "0.25");
    row("Adapter dropout", "training.lora.rank=8 training.lora.dropout=0.5", "0 0.05", "0.5");
    row("Examples", "training.attention_kernel=flash_2 training.sequence_length=16384", "1024 4096", "0");
    row("Examples",
        "training.attention_kernel=flash_2 training.sequence_length=16384 training.example_length=4096",
        "0 1024", "4096");
    row("Image size", "model.preset=qwen2.5-vl-7b-instruct", "262144 4194304", "1048576");
    row("Images", "model.preset=qwen2.5-vl-7b-instruct", "4", "1");
    row("Gather bucket", "zero.allgather_bucket_size=200000000", "500000000", "200000000");
    row("Overlap", "zero.overlap_comm=true", "false", "true");
    row("Overlap", "zero.overlap_comm=false", "true", "false");
    row("FSDP version", "training.framework=fsdp training.fsdp_version=1", "2", "1");
    row("FSDP version", "training.framework=fsdp training.fsdp_version=2", "1", "2");
    row("Optimizer kernel", "training.framework=fsdp training.optimizer_kernel=foreach", "fused", "foreach");
    row("Optimizer kernel", "training.framework=fsdp training.optimizer_kernel=fused", "foreach", "fused");
    row("Sharding", "training.framework=fsdp zero.stage=2", "0 3", "2");
    row("ZeRO stage", "zero.stage=2", "0 1 3", "2");
    row("Sequence", "training.sequence_length=2048", "512 1024 4096", "2048");            // at most 4,096
    row("Sequence", "model.preset=gpt2-xl training.sequence_length=512", "1024", "512");  // at most 1,024
    row("Micro batch", "training.micro_batch_size=4", "1 2 8", "4");
    row("Accumulation", "training.gradient_accumulation_steps=4", "1 16", "4");
    row("GPUs in a node", "", "1 2 4", "8");
    row("Adapters on", "training.lora.rank=8 training.lora.targets=q_proj,v_proj",
        "q_proj,k_proj,v_proj,o_proj,gate_proj,up_proj,down_proj", "q_proj,v_proj");
    row("Adapters on", "training.lora.rank=8 training.lora.targets=q_proj",
        "q_proj,v_proj q_proj,k_proj,v_proj,o_proj,gate_proj,up_proj,down_proj", "others");
    // 100 to 3,200 Gb/s of a node, in GB/s for each of its 8 GPUs; slower networks only without an NVSwitch.
    row("Between nodes", "cluster.nodes=2 cluster.inter_node.gb_per_s=50", "1.5625 3.125 6.25 12.5 25", "50");
    row("Between nodes",
        "cluster.gpu.preset=rtx-4090-24gb cluster.gpus_per_node=4 cluster.nodes=2 "
        "cluster.inter_node.gb_per_s=1",
        "0.3125 0.78125 3.125 6.25 12.5 25 50 100", "1");
    row("Between GPUs", "cluster.gpu.preset=rtx-3090-24gb cluster.intra_node.gb_per_s=31.5", "56.25", "31.5");
    row("GPU to host", "cluster.host_link.gb_per_s=31.5", "15.75", "31.5");  // PCIe 4 with 16 and 8 lanes
  }
  void the_values_are_those_that_the_plan_can_have() {
    QFETCH(QString, title);
    QFETCH(QString, settings);
    const Plan plan = plan_with(settings);
    QTEST(words(plausible_values(titled(title), plan)), "values");
    QTEST(QString::fromStdString(setting_text(assumed_value(titled(title), plan))), "assumed");
  }

  /// GRPO was published in February 2024: transformers 4.35 is of November 2023, TRL 0.18 of May 2025.
  void releases_are_not_older_than_the_method() {
    const auto releases = [](const char* method) {
      const OpenSetting& release = titled(QStringLiteral("Release"));
      const QString settings =
          QStringLiteral("training.program=trl training.method=") + QLatin1String(method);
      return words(release.values(plan_with(settings))).split(QLatin1Char(' '));
    };
    const QStringList sft = releases("sft"), grpo = releases("grpo");
    QVERIFY(sft.contains(QStringLiteral("4.35")) && sft.contains(QStringLiteral("0.18")));
    QVERIFY(!grpo.contains(QStringLiteral("4.35")) && grpo.contains(QStringLiteral("0.18")));
  }

  /// Tests the values that "auto" stands for: transformers' Trainer fills hidden size squared into the reduce
  /// bucket, and FSDP2 is what a plan of a framework without a program has.
  void the_value_of_auto_is_resolved() {
    const auto assumed = [](const char* title, const char* settings) {
      return QString::fromStdString(setting_text(assumed_value(titled(title), plan_with(settings))));
    };
    QCOMPARE(assumed("MLP kernel", "training.fused_mlp=fused"), "fused");
    QCOMPARE(assumed("MLP kernel", "training.fused_mlp=none training.fused_norm=true"), "none");
    QCOMPARE(assumed("MLP kernel", "training.fused_norm=true"), "fused");
    QCOMPARE(assumed("MLP kernel", "training.fused_norm=false"), "none");
    QCOMPARE(assumed("Weights loaded in", "training.framework=fsdp training.types.weights=bf16"), "bf16");
    QCOMPARE(assumed("Batch lengths", "training.batch_lengths=varying"), "varying");
    QCOMPARE(assumed("Release", "training.program=trl"), "the newest");
    QVERIFY(!is_statable(newest_release) && !is_statable(other_targets) && is_statable("trl"sv) &&
            is_statable(true));
  }

  void a_value_is_shown_with_its_unit_data() {
    QTest::addColumn<QString>("title");
    QTest::addColumn<QString>("shown");
    QTest::addColumn<KeyValueOfTest>("value");
    const auto row = [](const char* title, const KeyValue& value, const char* shown) {
      QTest::addRow("%s: %s", title, shown) << title << QString::fromUtf8(shown) << KeyValueOfTest{value};
    };
    row("Between nodes", 12.5, "12.5 GB/s");
    row("Host memory", 512.0, "512 GiB");
    row("Padding", 0.5, "50 %");
    row("Dropout", 0.1, "0.1");
    row("Program", "trl"sv, "TRL");
    row("Program", "none"sv, "none");
    row("Release", "0.9.6"sv, "release 0.9.6");
    row("Release", "transformers 4.57"sv, "transformers 4.57");
    row("Release", "transformers 4.57, peft 0.18"sv, "transformers 4.57, peft 0.18");
    row("Adapters on", "q_proj,v_proj"sv, "queries and values");
    row("Adapters on", "q_proj,k_proj,v_proj,o_proj,gate_proj,up_proj,down_proj"sv, "all linear layers");
    row("Adapters on", other_targets, "others");
    row("Sequence", std::int64_t{4096}, "4,096");
    row("Attention", "eager"sv, "eager");
  }
  void a_value_is_shown_with_its_unit() {
    QFETCH(QString, title);
    QFETCH(KeyValueOfTest, value);
    const std::string text = short_value(titled(title), value.value);
    QTEST(QString::fromStdString(text).replace(QChar(0x202F), QLatin1Char(' ')), "shown");
  }

  /// 40 GiB and 2 s for 8,192 tokens before. Changes of up to 1 % of the peak and 3 % of the step are not
  /// told; from three times as long on, the factor is.
  void a_change_is_told_by_its_amount_data() {
    QTest::addColumn<double>("gib");
    QTest::addColumn<double>("step");
    QTest::addColumn<double>("tokens");
    QTest::addColumn<bool>("fits");
    QTest::addColumn<QString>("told");
    QTest::addColumn<double>("effect");
    const auto row = [](double gib, double step, double tokens, bool fits, const char* told, double effect) {
      QTest::newRow(told) << gib << step << tokens << fits << QString::fromUtf8(told) << effect;
    };
    row(50, 2, 8192, true, "+10.0 GiB", std::log(1.25));
    row(20, 2, 8192, true, "−20.0 GiB", std::log(2));
    row(40.3, 2.05, 8192, true, "", std::log(2.05 / 2));
    row(40, 2.5, 8192, true, "+25 % a step", std::log(1.25));
    row(40, 1, 8192, true, "−50 % a step", std::log(2));
    row(40, 4, 4096, true, "4 times as long a token", std::log(4));
    row(40, 2, 4096, true, "+100 % a token", std::log(2));
    row(80, 6, 8192, false, "+40.0 GiB, 3 times as long a step, it does not fit then", std::log(3));
    row(44, 2, 8192, false, "+4.0 GiB, it does not fit then", 1);
    row(44, 0, 8192, true, "+4.0 GiB", std::log(1.1));  // a step that the clock does not know
    row(44, 2, 0, true, "+4.0 GiB", std::log(1.1));
  }
  void a_change_is_told_by_its_amount() {
    QFETCH(double, gib);
    QFETCH(double, step);
    QFETCH(double, tokens);
    QFETCH(bool, fits);
    QFETCH(double, effect);
    const auto bytes = [](double amount) { return Bytes(static_cast<std::int64_t>(amount * bytes_per_gib)); };
    const OpenFigures before{bytes(40), bytes(40), bytes(0), 2, 8192, true},
        after{bytes(gib), bytes(gib), bytes(0), step, tokens, fits};
    QTEST(QString::fromStdString(change_of(before, after)).replace(QChar(0x202F), QLatin1Char(' ')), "told");
    QVERIFY2(std::abs(effect_of(before, after) - effect) < 1e-9, qPrintable(QString::number(effect)));
    QVERIFY(effect_of(after, before) <= std::max(effect_of(before, after), 1.0) + 1e-9);
    if (after.token_s() == 0) QVERIFY(!QString::fromStdString(change_of(after, before)).contains("a step"));
    if (after.token_s() == 0) QVERIFY(!QString::fromStdString(change_of(after, before)).contains("a token"));
    const OpenFigures misfit{before.peak, before.gpu_need, before.host, before.step_s, before.tokens, false};
    QCOMPARE(change_of(misfit, before), "it fits then");
    QCOMPARE(effect_of(misfit, before), 1.0);
  }

  void the_origin_of_an_assumed_value_is_named() {
    const auto origin = [](const char* json, const char* title) {
      const PlanDocument document = read_plan(json);
      for (const UnstatedSetting& one : open_alternatives(document))
        if (one.setting->title == std::string_view(title))
          return QString::fromStdString(origin_words(one, document.plan));
      return QString();
    };
    const char* const alone = R"({"model": {"preset": "llama-2-7b"}, "cluster": {"gpus_per_node": 8},
      "zero": {"stage": 2, "offload_optimizer": {"device": "cpu"}}})";
    QCOMPARE(origin(alone, "Host memory rate"), "from the GPU's preset");
    QCOMPARE(origin(alone, "GPU to host"), "from the GPU's preset");
    QCOMPARE(origin(alone, "Micro batch"), "assumed");
    QCOMPARE(origin(alone, "Sequence"), "assumed");
    QCOMPARE(origin(alone, "Overlap"), "assumed");
    const char* const trl = R"({"model": {"preset": "llama-2-7b"}, "cluster": {"gpus_per_node": 8},
      "training": {"program": "trl"}, "zero": {"stage": 2}})";
    QCOMPARE(origin(trl, "Release"), "assumed");
    QCOMPARE(origin(trl, "Attention"), "TRL's default");
    const char* const fsdp = R"({"model": {"preset": "llama-2-7b"}, "cluster": {"gpus_per_node": 8},
      "training": {"framework": "fsdp"}, "zero": {"stage": 3}})";
    QCOMPARE(origin(fsdp, "Weights loaded in"), "as the framework does");
  }

  /// Stating a value gives a plan whose value in effect is that value.
  void a_stated_value_is_in_effect() {
    for (const char* const settings :
         {"training.lora.rank=8 zero.stage=3 cluster.nodes=2", "training.framework=fsdp zero.stage=3"})
      for (const OpenSetting& setting : open_settings()) {
        const Plan plan = plan_with(QString::fromLatin1(settings));
        if (!setting.matters(plan)) continue;
        for (const KeyValue& value : plausible_values(setting, plan)) {
          if (setting.follows_program || !is_statable(value)) continue;
          Plan stated = plan;
          state_value(setting, value, stated);
          QCOMPARE(setting_text(assumed_value(setting, stated)), setting_text(value));
        }
      }
  }
};

ZP_TEST(OpenSettingsTest)
#include "open_settings_test.moc"
