// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan_file/meant_values.h"

#include <QRegularExpression>
#include <QtTest>
#include <string>

#include "core/catalog/programs.h"
#include "core/plan_file/meant_keys.h"
#include "core/plan_file/plan_file.h"
#include "core/text/file_error.h"
#include "tests/support/test_main.h"

using namespace zp;

namespace {

/// Returns a plan with one key at the dotted path.
std::string plan_with_value(const std::string& path, const std::string& value) {
  const std::size_t dot = path.find('.');
  const std::string inner =
      dot == std::string::npos ? value : "{\"" + path.substr(dot + 1) + "\": " + value + "}";
  return "{\"model\": {\"parameters\": 7e9}, \"" + path.substr(0, dot) + "\": " + inner + "}";
}

QString refused_with(const std::string& text) {
  try {
    read_plan(text);
  } catch (const FileError& error) {
    return error.what();
  }
  return {};
}

}  // namespace

/// Tests that a value in the words of people and programs is refused with the plan's own value, which is then
/// accepted.
class MeantValuesTest : public QObject {
  Q_OBJECT

 private slots:
  void people_write_data() {
    QTest::addColumn<QString>("path");
    QTest::addColumn<QString>("value");
    QTest::addColumn<QString>("answer");
    const auto row = [](const char* path, const char* value, const char* answer) {
      QTest::newRow((std::string(path) + " " + value).c_str()) << path << value << answer;
    };
    row("training.method", "\"lora\"", "training.lora.rank");
    row("training.method", "\"QLoRA\"", "training.frozen_precision \"nf4\"");
    row("training.method", "\"full fine-tuning\"", "Write \"sft\"");
    row("training.method", "\"pretraining\"", "Write \"pretrain\"");
    row("training.method", "\"rm\"", "Write \"reward\"");
    row("training.precision", "\"fp8\"", "training.types.products \"fp8\"");
    row("training.precision", "\"4bit\"", "training.frozen_precision");
    row("training.precision", "\"bfloat16\"", "Write \"bf16\"");
    row("training.precision", "\"torch.float16\"", "Write \"fp16\"");
    row("training.attention", "\"flash_attention_2\"", "Write \"sdpa\"");
    row("training.attention", "\"xformers\"", "Write \"sdpa\"");
    row("training.framework", "\"ddp\"", "training.sharding \"none\" for DDP");
    row("training.framework", "\"zero3\"", "Write \"deepspeed\"");
    row("training.framework", "\"accelerate\"", "training.program names it");
    row("training.program", "\"Hugging Face\"", "Write \"hf-trainer\"");
    row("training.sharding", "\"FULL_SHARD\"", "Write \"full\"");
    row("training.sharding", "\"hybrid_shard\"", "training.shard_ranks");
    row("training.optimizer", "\"adamw_torch\"", "Write \"adamw\"");
    row("training.optimizer", "\"paged_adamw_8bit\"", "Write \"pagedadamw8bit\"");
    row("training.activation_checkpointing", "true", "Write \"full\"");
    row("training.activation_checkpointing", "\"gradient_checkpointing\"", "Write \"full\"");
    row("training.activation_checkpointing", "false", "Write \"none\"");
    row("training.micro_batch_size", "\"auto\"", "leave the key out");
    row("zero.stage", "\"ZeRO-3\"", "Write 3;");
    row("zero.stage", "\"stage 2\"", "Write 2;");
    row("zero.offload_param", "\"disk\"", "Write \"nvme\"");
    row("zero", "3", "write {\"stage\": 3}");
    row("training.lora", "true", "write {\"rank\": 16}");
    row("training.lora", "64", "write {\"rank\": 64}");
    row("model", "\"Qwen/Qwen2.5-7B\"", "write {\"preset\": \"Qwen/Qwen2.5-7B\"}");
    row("cluster.gpu", "\"RTX 4090\"", "write {\"preset\": \"RTX 4090\"}");
  }
  void people_write() {
    QFETCH(QString, path);
    QFETCH(QString, value);
    QFETCH(QString, answer);
    const std::string key = path.toStdString();
    const QString said = refused_with(key == "model" ? "{\"model\": " + value.toStdString() + "}"
                                                     : plan_with_value(key, value.toStdString()));
    QVERIFY2(said.contains(answer), qPrintable(said));

    static const QRegularExpression advised("Write (\"[^\"]*\"|\\d)");
    const QRegularExpressionMatch match = advised.match(said);
    if (match.hasMatch()) {
      const QString after = refused_with(plan_with_value(key, match.captured(1).toStdString()));
      QVERIFY2(!after.contains("it must be"), qPrintable(after));
    }
  }

  void a_program_by_another_spelling_is_that_program() {
    const PlanDocument document = read_plan(plan_with_value("training.program", "\"LLaMA-Factory\""));
    QVERIFY(document.plan.training.program == find_program("llama-factory"));
  }

  void a_group_of_keys_is_set_by_its_first_one() {
    QCOMPARE(key_of_lone_value("zero", "3"), std::string("zero.stage"));
    QCOMPARE(key_of_lone_value("model", "llama-3.1-8b"), std::string("model.preset"));
    QCOMPARE(key_of_lone_value("model", "7B"), std::string("model.parameters"));
    QCOMPARE(key_of_lone_value("training.lora", "true"), std::string());
    QCOMPARE(key_of_lone_value("zero", R"({"stage": 3})"), std::string());
    QCOMPARE(key_of_lone_value("training", "3"), std::string());
    QCOMPARE(setting_meant("training.lora", "true"), std::string("training.lora.rank=16"));
    QCOMPARE(setting_meant("training.lora", "false"), std::string());
    QCOMPARE(setting_meant("training", "true"), std::string());
  }

  /// A short name is the only key or section that ends so, whole words of it; "gpus" commonly are those of a
  /// node, and not training.rl.gpus.
  void a_short_name_is_the_only_key_that_ends_so() {
    QCOMPARE(path_of_short_name("stage"), std::string("zero.stage"));
    QCOMPARE(path_of_short_name("zero.stage"), std::string("zero.stage"));
    QCOMPARE(path_of_short_name("lora.rank"), std::string("training.lora.rank"));
    QCOMPARE(path_of_short_name("tage"), std::string("tage"));
    QCOMPARE(path_of_short_name("gpus"), std::string("gpus"));
    QCOMPARE(path_of_short_name("gb_per_s"), std::string("gb_per_s"));
    QCOMPARE(path_of_short_name("experts"), std::string("experts"));
    QCOMPARE(path_of_short_name("experts", "grouped"), std::string("training.experts"));
    QCOMPARE(path_of_short_name("experts", "64"), std::string("model.architecture.experts"));
    QCOMPARE(path_of_short_name("host_link", "pcie-5.0-x16"), std::string("cluster.host_link"));
  }

  void a_word_without_meaning_has_no_answer() {
    QCOMPARE(value_meant("training.method", "banana"), std::string());
    QCOMPARE(value_meant("training.optimizer", "banana"), std::string());
    QCOMPARE(value_meant("training.dropout", "lora"), std::string());
    QCOMPARE(object_meant("zero", "\"three\""), std::string());
    QCOMPARE(object_meant("training.lora", "false"), std::string());
    QCOMPARE(object_meant("training", "3"), std::string());
  }
};

ZP_TEST(MeantValuesTest)
#include "meant_values_test.moc"
