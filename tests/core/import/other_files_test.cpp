// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>
#include <algorithm>

#include "core/import/import.h"
#include "core/plan_file/plan_file.h"
#include "core/text/file_error.h"
#include "tests/support/test_main.h"

using namespace zp;

namespace {

PlanDocument a_plan() {
  return read_plan(R"({"model": {"preset": "llama-2-7b"}, "training": {"micro_batch_size": 1}})");
}

std::string refusal_of(const std::string& text) {
  try {
    (void)import_file({text, {}, {}}, a_plan());
  } catch (const FileError& error) {
    return error.what();
  }
  return "";
}

}  // namespace

/// Tests the words for files that configure no training that is read. The excerpts are written for the test.
class OtherFilesTest : public QObject {
  Q_OBJECT

 private slots:
  void a_refusal_says_what_the_file_is_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("words");
    const auto add = [](const char* name, const char* text, const char* words) {
      QTest::newRow(name) << QString(text) << QString(words);
    };
    add("NeMo", "trainer:\n  devices: 8\nmodel:\n  hidden_size: 64\nexp_manager:\n  name: x\n",
        "a file of NeMo,");
    add("FlagScale that serves", "experiment:\n  task:\n    type: serve\n  runner:\n    nnodes: 1\n",
        "is for serve,");
    add("Primus", "modules:\n  pre_trainer:\n    framework: megatron\n    model: llama3.1_8B.yaml\n",
        "a file of Primus,");
    add("a part of OLMo's", "device_train_microbatch_size: 2\nmodel:\n  d_model: 64\ndata:\n  paths: [a]\n",
        "a part of a configuration of OLMo");
    add("LLM Foundry", "device_train_microbatch_size: 2\nmodel:\n  name: hf_causal_lm\n",
        "a part of a configuration of LLM Foundry");
    add("a Makefile", "setup:\n\tpip install x\n\nrun: setup\n\techo go\n\t@python src/finetune.py\n",
        "This is a Makefile. Import the script or program that its recipe starts: python src/finetune.py "
        "(line 6)");
    add("a text",
        "# Ours\n\nText.\n\n```bash\npip install x\n./data.sh\ntorchrun --nproc_per_node 2 a.py\n```\n",
        "torchrun --nproc_per_node 2 a.py (line 8)");
    add("a YAML with a tab", "training:\n\tbatch: 1\n", "neither JSON nor YAML");
    add("no Hydra in TOML", "[model]\n_target_ = \"a.b\"\n[defaults]\nx = 1\n",
        "This TOML is no training file");
    add("H2O LLM Studio with an encoder",
        "problem_type: text_sequence_to_sequence_modeling\nllm_backbone: a/b\n", "a model with an encoder");
    add("LLM Foundry with an encoder",
        "device_train_microbatch_size: 2\ntrain_loader:\n  name: text\nmodel:\n  name: mosaic_bert\n",
        "a model with an encoder");
    // stanford-crfm/levanter@9263f81e config/olmo2_sft.yaml, whose lines hjson takes for a ds_config
    add("Levanter",
        "tokenizer: \"allenai/OLMo-2-1124-7B-SFT\"\ntrainer:\n  mp: p=f32,c=bfloat16\n  train_batch_size: "
        "128\n"
        "  num_train_steps: 3000\noptimizer:\n  learning_rate: 1e-5\n",
        "A plan can have these of its keys: trainer.train_batch_size: 128 (line 4");
    // tdrussell/diffusion-pipe@8f83dbf2 examples/wan_14b_min_vram.toml
    add("diffusion-pipe",
        "micro_batch_size_per_gpu = 1\npipeline_stages = 1\n[model]\ntype = 'wan'\n[optimizer]\nlr = 2e-5\n",
        "It trains a diffusion model");
    add("a training of a program that is not known",
        "lora:\n  rank: 64\nseq_len: 32768\nbatch_size: 1\nmax_steps: 300\noptim:\n  lr: 6.e-5\n",
        "seq_len: 32768 (line 3, training.sequence_length), batch_size: 1 (line 4, "
        "training.micro_batch_size)");
    add("a part of Hydra's", "_target_: torch.optim.AdamW\nlr: 1\n", ".hydra/config.yaml");
    add("a workflow", "name: test\njobs:\n  a:\n    runs-on: x\n", "GitHub Actions");
    add("packages", "channels: [a]\ndependencies: [b]\n", "Conda");
    add("a manifest without training", "apiVersion: v1\nkind: Service\nspec:\n  ports: [1]\n", "Kubernetes");
    add("records", "[{\"text\": \"a\"}, {\"text\": \"b\"}]", "a list of 2 values");
    add("a trainer's state", R"({"log_history": [], "global_step": 3})", "zero-planner measure");
    add("a pipeline that is no section", R"({"pipeline": "pipeline_id", "job": 3})", "This is no ds_config");
    add("a template", "{\"zero_optimization\": {\n  \"stage\": ZERO_STAGE\n}}",
        "Line 2: this ds_config is a template, in which a script replaces ZERO_STAGE");
    add("a registry of torchtitan",
        "from torchtitan.trainer import Trainer\n\ndef llama3_8b():\n    return Trainer.Config(x=1)\n\n"
        "def llama3_70b():\n    return Trainer.Config(x=1)\n",
        "torchtitan's config_registry.py");
    add("a recipe of NeMo 2",
        "from nemo.collections import llm\nimport nemo_run as run\n\nrecipe = "
        "llm.nemotron3_4b.pretrain_recipe(dir='x')\n",
        "recipes of NeMo 2");
    add("a ds_config of code",
        "import deepspeed\nclass S:\n  def up(self, model):\n    deepspeed.initialize(model=model, "
        "config=self.settings())\n",
        "takes its ds_config from its own code (${self.settings()})");
  }
  void a_refusal_says_what_the_file_is() {
    QFETCH(QString, text);
    QFETCH(QString, words);
    const std::string message = refusal_of(text.toStdString());
    QVERIFY2(QString::fromStdString(message).contains(words), message.c_str());
    QVERIFY(message.ends_with('.') || message.ends_with(')'));
  }

  /// Since 0.17 the section bf16 has a schema of its own (deepspeed/runtime/precision_config.py).
  void a_file_for_an_older_release_is_read_as_that_reads_it() {
    const std::string text =
        "{\"bf16\": {\"enabled\": true, \"loss_scale\": 0}, \"zero_optimization\": {\"stage\": 3},\n"
        "\"train_micro_batch_size_per_gpu\": 2}";
    const Imported found = import_file({text, {}, {}}, a_plan());
    QCOMPARE(found.document.plan.zero.stage, 3);
    QVERIFY(found.document.plan.target.deepspeed_version < (DeepSpeedVersion{0, 17, 0}));
    const auto note = std::ranges::find(found.notes, std::string("older_deepspeed"), &Finding::code);
    QVERIFY(note != found.notes.end());
    QVERIFY2(note->message.find("bf16.loss_scale") != std::string::npos, note->message.c_str());
    QVERIFY(found.stated.contains("target.deepspeed_version"));
  }

  void a_release_that_the_plan_states_is_not_replaced() {
    PlanDocument base = a_plan();
    base.plan.target.deepspeed_version = DeepSpeedVersion{0, 18, 0};
    QVERIFY_THROWS_EXCEPTION(
        FileError, (void)import_file({R"({"bf16": {"enabled": true, "loss_scale": 0}})", {}, {}}, base));
  }
};

ZP_TEST(OtherFilesTest)
#include "other_files_test.moc"
