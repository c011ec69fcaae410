// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>
#include <algorithm>

#include "core/import/import.h"
#include "core/plan_file/plan_file.h"
#include "core/plan_file/plan_keys.h"
#include "core/text/file_error.h"
#include "tests/support/test_main.h"

using namespace zp;

namespace {

/// Returns the import of a Python program over the default plan, with the model that the program names.
Imported imported_from(const std::string& program) {
  ImportFile file;
  file.name = "train.py";
  file.text = program;
  const auto base = base_in(file);
  return import_file(file, base ? *base : read_plan(R"({"model": {"preset": "gpt2"}})"));
}

QString value_of(const Plan& plan, const char* path) {
  return QString::fromStdString(value_text(find_plan_key(path)->value(plan)));
}

bool is_not_read(const Imported& imported, std::string_view key) {
  return std::ranges::any_of(imported.unread_keys,
                             [&](const UnreadKey& unread) { return unread.key == key; });
}

constexpr const char* qlora = R"(
from transformers import AutoModelForCausalLM, BitsAndBytesConfig, TrainingArguments
from peft import LoraConfig
from trl import SFTTrainer
name = "meta-llama/Llama-2-7b-hf"
rank = 64
quantized = BitsAndBytesConfig(load_in_4bit=True, bnb_4bit_use_double_quant=False)
model = AutoModelForCausalLM.from_pretrained(name, quantization_config=quantized)
adapters = LoraConfig(r=rank, lora_alpha=16, target_modules=["q_proj", "v_proj"])
arguments = TrainingArguments(output_dir="out", per_device_train_batch_size=4, bf16=True,
                              gradient_checkpointing=True, optim="paged_adamw_8bit")
trainer = SFTTrainer(model=model, peft_config=adapters, max_seq_length=1024, args=arguments)
trainer.train()
)";

constexpr const char* own_loop = R"(
import deepspeed
from transformers import AutoModelForCausalLM
def main(args):
    model = AutoModelForCausalLM.from_pretrained("facebook/opt-1.3b")
    config = {
        "train_micro_batch_size_per_gpu": 2,
        "gradient_accumulation_steps": args.steps,
        "zero_optimization": {"stage": 2, "offload_optimizer": {"device": "cpu"}},
        "bf16": {"enabled": True},
    }
    config["zero_optimization"]["stage"] = 3
    engine, _, _, _ = deepspeed.initialize(model=model, config=config)
)";

constexpr const char* notebook = R"json({"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": [
      {"cell_type": "markdown", "source": ["per_device_train_batch_size=9"]},
      {"cell_type": "code", "source": ["%%bash\n", "TrainingArguments(per_device_train_batch_size=8)"]},
      {"cell_type": "code", "source": ["!pip install trl\n", "from trl import SFTConfig, SFTTrainer\n"]},
      {"cell_type": "code", "source": "arguments = SFTConfig(per_device_train_batch_size=3, max_length=256)\nSFTTrainer(model='gpt2', args=arguments)"}]
  })json";

}  // namespace

/// Tests of the import of Python programs that set up a run.
class PythonScriptTest : public QObject {
  Q_OBJECT

 private slots:
  void the_devices_that_a_program_leaves_itself_are_its_gpus_data() {
    QTest::addColumn<QByteArray>("line");
    QTest::addColumn<int>("gpus");
    const auto row = [](const char* line, int gpus) { QTest::newRow(line) << QByteArray(line) << gpus; };
    row("os.environ['CUDA_VISIBLE_DEVICES'] = '2'", 1);
    row("os.environ[\"CUDA_VISIBLE_DEVICES\"]=\"0, 1,2\"", 3);
    row("# os.environ[\"CUDA_VISIBLE_DEVICES\"] = \"0\"", 8);
    row("os.environ[\"CUDA_VISIBLE_DEVICES\"] = args.gpus", 8);
    row("if os.environ[\"CUDA_VISIBLE_DEVICES\"] == \"0\": pass", 8);
    row("note = 'CUDA_VISIBLE_DEVICES=0 python train.py'", 8);
    row("a = 1  # Imports\nos.environ[\"CUDA_VISIBLE_DEVICES\"] = \"0,1\"", 2);
    row("!CUDA_VISIBLE_DEVICES=0,1 nvidia-smi", 2);
    row("%env CUDA_VISIBLE_DEVICES=0,1,2", 3);
    row("print(os.environ[\"CUDA_VISIBLE_DEVICES\"])", 8);
    row("os.environ[\"CUDA_VISIBLE_DEVICES\"] = \"\"", 8);
  }
  void the_devices_that_a_program_leaves_itself_are_its_gpus() {
    QFETCH(QByteArray, line);
    QFETCH(int, gpus);
    const Imported imported = imported_from("import os\n" + line.toStdString() + "\n" + qlora);
    QCOMPARE(imported.document.plan.cluster.gpus_per_node, gpus);
  }

  void a_program_of_trl_is_a_plan() {
    const Imported imported = imported_from(qlora);
    const Plan& plan = imported.document.plan;
    QVERIFY(imported.kind == ImportKind::program_yaml);
    QCOMPARE(plan.model.preset->id, std::string("llama-2-7b"));
    QCOMPARE(value_of(plan, "training.program"), QString("trl"));
    QCOMPARE(value_of(plan, "training.micro_batch_size"), QString("4"));
    QCOMPARE(value_of(plan, "training.sequence_length"), QString("1,024"));
    QCOMPARE(value_of(plan, "training.lora.rank"), QString("64"));
    QCOMPARE(value_of(plan, "training.frozen_precision"), QString("nf4"));
    QCOMPARE(value_of(plan, "training.double_quantization"), QString("false"));
    QCOMPARE(value_of(plan, "training.optimizer"), QString("pagedadamw8bit"));
    QCOMPARE(value_of(plan, "training.activation_checkpointing"), QString("full"));
    QCOMPARE(plan.training.lora.targets, static_cast<std::uint8_t>(lora_q | lora_v));
  }

  void the_classes_of_unsloth_name_the_model_data() {
    QTest::addColumn<QByteArray>("loader");
    QTest::newRow("vision") << QByteArray("FastVisionModel");
    QTest::newRow("embeddings") << QByteArray("FastSentenceTransformer");
    QTest::newRow("a path made of a name") << QByteArray("FastModel");
  }
  void the_classes_of_unsloth_name_the_model() {
    QFETCH(QByteArray, loader);
    const Imported imported =
        imported_from("from unsloth import *\nowner = 'unsloth'\nmodel, _ = " + loader.toStdString() +
                      ".from_pretrained(f'{owner}/Qwen3-4B', load_in_4bit=True)\n"
                      "SFTTrainer(model=model, args=SFTConfig(per_device_train_batch_size=2))\n");
    QCOMPARE(imported.document.plan.model.preset->id, std::string("qwen3-4b"));
    QCOMPARE(value_of(imported.document.plan, "training.frozen_precision"), QString("nf4"));
  }
  void a_loop_of_its_own_has_the_ds_config_in_it() {
    const Imported imported = imported_from(own_loop);
    const Plan& plan = imported.document.plan;
    QCOMPARE(plan.model.preset->id, std::string("opt-1.3b"));
    QVERIFY(plan.training.program == Program::none);
    QVERIFY(plan.training.framework == Framework::deepspeed);
    QCOMPARE(plan.zero.stage, 3);
    QVERIFY(plan.zero.offload_optimizer.device == Device::cpu);
    QCOMPARE(plan.training.micro_batch_size, std::int64_t{2});
    QVERIFY(is_not_read(imported, "gradient_accumulation_steps"));
  }

  void options_of_the_program_have_their_defaults() {
    const Imported imported = imported_from(R"(
import argparse
from transformers import AutoModelForCausalLM, Trainer, TrainingArguments
parser = argparse.ArgumentParser()
parser.add_argument("--model_name", default="Qwen/Qwen2.5-7B")
parser.add_argument("--batch-size", type=int, default=2)
args = parser.parse_args()
model = AutoModelForCausalLM.from_pretrained(args.model_name)
Trainer(model, TrainingArguments("out", per_device_train_batch_size=args.batch_size)).train()
)");
    QCOMPARE(imported.document.plan.model.preset->id, std::string("qwen2.5-7b"));
    QCOMPARE(value_of(imported.document.plan, "training.program"), QString("hf-trainer"));
    QCOMPARE(imported.document.plan.training.micro_batch_size, std::int64_t{2});
    const auto note = std::ranges::find(imported.notes, std::string("option_defaults"), &Finding::code);
    QVERIFY(note != imported.notes.end());
    QVERIFY(note->message.find("model_name, batch_size") != std::string::npos);
  }

  void of_several_models_and_values_one_is_read_and_the_others_are_named() {
    const Imported imported = imported_from(R"(
from transformers import AutoModelForCausalLM, AutoModelForSequenceClassification
from trl import GRPOConfig, GRPOTrainer
reward = AutoModelForSequenceClassification.from_pretrained("gpt2-xl")
model = AutoModelForCausalLM.from_pretrained("gpt2-medium")
reference = AutoModelForCausalLM.from_pretrained("gpt2-large")
first = GRPOConfig(output_dir="out", per_device_train_batch_size=2)
second = GRPOConfig(output_dir="out", per_device_train_batch_size=3)
)");
    QCOMPARE(imported.document.plan.model.preset->id, std::string("gpt-2-medium-355m"));
    QCOMPARE(imported.document.plan.training.micro_batch_size, std::int64_t{3});
    QVERIFY(is_not_read(imported, "model_name_or_path"));
    QVERIFY(is_not_read(imported, "per_device_train_batch_size"));
  }

  void an_accumulation_that_the_ds_config_does_not_take_is_noted() {
    const Imported imported = imported_from(R"(
from transformers import Trainer, TrainingArguments
config = {"zero_optimization": {"stage": 2}, "train_micro_batch_size_per_gpu": "auto"}
arguments = TrainingArguments("out", gradient_accumulation_steps=16, per_device_train_batch_size=2, deepspeed=config)
)");
    QCOMPARE(imported.document.plan.training.gradient_accumulation_steps, std::int64_t{1});
    QVERIFY(std::ranges::find(imported.notes, std::string("accumulation_of_config"), &Finding::code) !=
            imported.notes.end());
  }

  void the_class_of_the_trainer_names_the_method() {
    const Imported imported = imported_from(R"(
from trl import DPOConfig, DPOTrainer
arguments = DPOConfig(output_dir="out", per_device_train_batch_size=1, max_length=512)
DPOTrainer(model="meta-llama/Llama-2-7b-hf", args=arguments).train()
)");
    QCOMPARE(value_of(imported.document.plan, "training.method"), QString("dpo"));
    QCOMPARE(value_of(imported.document.plan, "training.sequence_length"), QString("512"));
  }

  void what_a_branch_or_only_the_run_decides_is_listed_as_not_read() {
    const Imported imported = imported_from(R"(
import sys
from transformers import Trainer, TrainingArguments
size = int(sys.argv[1])
if size > 3:
    checkpointing = True
arguments = TrainingArguments("out", per_device_train_batch_size=size, gradient_checkpointing=checkpointing,
                              bf16=True)
)");
    QVERIFY(is_not_read(imported, "per_device_train_batch_size"));
    QVERIFY(is_not_read(imported, "gradient_checkpointing"));
    QVERIFY(imported.document.plan.training.activation_checkpointing == Checkpointing::none);
  }

  /// Places in a notebook are in texts of its JSON, so that none is known and nothing is written back there.
  void the_code_of_a_notebook_is_read() {
    const Imported imported = imported_from(notebook);
    QCOMPARE(value_of(imported.document.plan, "training.program"), QString("trl"));
    QCOMPARE(imported.document.plan.training.micro_batch_size, std::int64_t{3});
    QCOMPARE(imported.document.plan.training.sequence_length, std::int64_t{256});
    for (const ReadKey& key : imported.read)
      QVERIFY(key.line == 0 && key.span.size() == 0);
  }

  void variables_with_names_of_another_programs_keys_do_not_make_it_that_program() {
    const Imported imported = imported_from(R"(
from transformers import AutoModelForCausalLM, Trainer, TrainingArguments
tuner_type = "lora"
model = AutoModelForCausalLM.from_pretrained("facebook/opt-1.3b")
Trainer(model, TrainingArguments("out", per_device_train_batch_size=5)).train()
)");
    QCOMPARE(value_of(imported.document.plan, "training.program"), QString("hf-trainer"));
    QCOMPARE(imported.document.plan.training.micro_batch_size, std::int64_t{5});
  }

  void a_program_that_sets_up_no_run_is_refused() {
    QVERIFY_THROWS_EXCEPTION(FileError, imported_from("import os\nprint(os.getcwd())\n"));
  }
};

ZP_TEST(PythonScriptTest)
#include "python_script_test.moc"
