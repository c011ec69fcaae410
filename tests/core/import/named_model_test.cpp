// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/named_model.h"

#include <QtTest>
#include <algorithm>

#include "core/catalog/catalog.h"
#include "core/catalog/other_models.h"
#include "core/import/import.h"
#include "tests/support/test_main.h"

using namespace zp;

namespace named_models {

/// Returns the error about the model of a YAML; the caller expects one.
UnknownModel refusal_of(const std::string& name) {
  try {
    (void)base_in("model_name_or_path: " + name + "\nfinetuning_type: full\ndeepspeed: ds.json\n");
  } catch (const UnknownModel& error) {
    return error;
  }
  throw std::logic_error(name + " was taken");
}

}  // namespace named_models

/// Tests which model a name in a file means, and the words about a name that means none. The names are those
/// of training files of public repositories.
class NamedModelTest : public QObject {
  Q_OBJECT

 private slots:
  // AIDC-AI/Ovis@4de49462 scripts/run_ovis2_5_sft.sh, modelscope/DiffSynth-Studio@fed7b18f,
  // X-LANCE/SLAM-LLM@a68e78f9
  void a_key_that_may_name_the_model_is_told() {
    const auto script = [](const char* option) {
      return std::string("#!/bin/bash\ntorchrun train.py --per_device_train_batch_size 2 ") + option + '\n';
    };
    QCOMPARE(possible_model_in(script("--ovis_pretrained_path AIDC-AI/Ovis2.5-9B")),
             std::string("ovis_pretrained_path: AIDC-AI/Ovis2.5-9B"));
    QCOMPARE(
        possible_model_in(script("--model_id_with_origin_paths PAI/Wan2.1:diffusion.pth,PAI/Wan2.1:t5.pth")),
        std::string("model_id_with_origin_paths: PAI/Wan2.1"));
    QCOMPARE(possible_model_in(script("--model_dir exp/run1 --tokenizer_model a/b --vision_model a/b")),
             std::string());
    const auto base = base_in(
        "#!/bin/bash\ndeepspeed train.py --x 1 ++train_config.lr=1e-4 "
        "++model_config.encoder_path=/a ++model_config.llm_name=vicuna-7b-v1.5\n");
    QVERIFY(base.has_value());
    QCOMPARE(base->plan.model.preset->id, std::string("llama-2-7b"));
  }

  // ShareGPT4Omni/ShareGPT4V@b6f70e9a scripts/sharegpt4v/slurm_finetune_13b.sh
  void a_tower_in_the_name_of_a_language_model_makes_it_no_encoder() {
    QVERIFY(
        kind_of_other_model("checkpoints/share4v-13b_pretrained_pt-1.2m_ft-vit-l12-mlp-llm-lr-2e-5").empty());
    QVERIFY(!kind_of_other_model("google/vit-base-patch16-224").empty());
  }

  void a_path_means_the_model_of_its_last_part_data() {
    QTest::addColumn<QByteArray>("path");
    QTest::addColumn<QByteArray>("id");
    const auto row = [](const char* path, const char* id) {
      QTest::newRow(path) << QByteArray(path) << QByteArray(id);
    };
    row("./pretrained/InternVL2-2B", "internvl2.5-2b");
    row("/data/models/MiniCPM3-4B", "minicpm3-4b");
    row("./checkpoints/vicuna-7b-v1-5", "llama-2-7b");
    row("/hub/models--mistralai--Mistral-7B-v0.1/snapshots/5e9c98b96d071dce59368012254c55b0ec6f8658",
        "mistral-7b-v0.1");
    row("/hub/models--nobody--Mistral-7B-ours/snapshots/5e9c98b9", "");
    row("/remote-home/share/llama_hf/7B", "");
    row(R"(D:\Pretrained_models\Qwen\Qwen2-1___5B-Instruct)", "qwen2.5-1.5b");  // of one shape
    row("models/deepseek-coder-6.7b-base/pt", "deepseek-coder-6.7b");
    row("output/Qwen2.5-7B-Instruct/checkpoint-500", "qwen2.5-7b");
    row("output/Qwen2.5-7B-Instruct/lora-13b", "");
    row("somebody/pt", "");
    row("<PATH-TO-Qwen2-VL-2B-Instruct>", "qwen2-vl-2b");
    row("<your_path/to/Qwen2-VL-2B-Instruct>", "qwen2-vl-2b");
    row("<PATH-TO-MODEL>", "");
    row("/models/", "");
  }
  void a_path_means_the_model_of_its_last_part() {
    QFETCH(QByteArray, path);
    QFETCH(QByteArray, id);
    QCOMPARE(import_io::model_id_of(path.toStdString(), {}, catalog()).value_or(""), id.toStdString());
  }

  // The first four: GraphPKU/PiSSA@87f4db6f, ElliottYan/LUFFY@01f4ae06,
  // DeL-TaiseiOzaki/multi-gpu-sft@3d927ab3 and FSoft-AI4Code/XMainframe@80103338, whose "deepseek" has models
  // of 7B with and without "r1-distill-qwen".
  void family_and_size_in_a_name_are_the_model_if_only_one_has_them_data() {
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<QByteArray>("id");
    const auto row = [](const char* name, const char* id) {
      QTest::newRow(name) << QByteArray(name) << QByteArray(id);
    };
    row("output/QPiSSA-Llama-2-7b-4bit-r128-5iter", "llama-2-7b");
    row("Elliott/Qwen2.5-Math-7B-16k-think", "qwen2.5-7b");  // of one shape
    row("elyza/Llama-3-ELYZA-JP-8B", "llama-3-8b");
    row("/data/deepseek-7b-ft-full", "");
    row("/data/ours-7b", "");
    row("mine/llava-llama-3-8b-ours", "");
    row("mine/llama-3-8b-to-qwen2.5-7b", "");
    row("mine/llama-3-$SIZE-8b-ours", "");
    for (const char* other : {"Bunny-Llama-3-8B-V", "siglip-qwen2-7b", "gemma-7b-clip2",
                              "smolvlm2-llama-3-8b", "mistral-7b-16layers", "llama-3-8b-28L", "mistral-7b-x8",
                              "qrwkv-qwen2.5-7b", "student-of-llama-3-70b", "llama-3-mini-8b", "my-qwen-7b"})
      row(other, "");
  }
  void family_and_size_in_a_name_are_the_model_if_only_one_has_them() {
    QFETCH(QByteArray, name);
    QFETCH(QByteArray, id);
    QCOMPARE(import_io::assumed_model(name.toStdString(), catalog()).value_or(""), id.toStdString());
  }

  void an_assumed_model_is_noted() {
    const ImportFile file{
        "model_name_or_path: elyza/Llama-3-ELYZA-JP-8B\nfinetuning_type: full\ncutoff_len: 9\n",
        {},
        {},
        "a.yaml"};
    const Imported imported = import_file(file, *base_in(file));
    QCOMPARE(imported.document.plan.model.preset->id, std::string("llama-3-8b"));
    QVERIFY(std::ranges::find(imported.notes, std::string("model_assumed"), &Finding::code) !=
            imported.notes.end());
  }

  void the_repository_of_the_weights_is_kept() {
    const auto repository = [](const std::string& name) {
      const ImportFile file{
          "model_name_or_path: " + name + "\nfinetuning_type: full\ncutoff_len: 9\n", {}, {}, "a.yaml"};
      return QString::fromStdString(import_file(file, *base_in(file)).document.text.repository);
    };
    QCOMPARE(repository("meta-llama/Llama-3.1-8B-Instruct"), QString("meta-llama/Llama-3.1-8B-Instruct"));
    QCOMPARE(repository("meta-llama/Llama-3.1-8B"), QString());
    QCOMPARE(repository("/data/models/Llama-3.1-8B-Instruct"), QString());
  }

  void a_size_alone_is_like_the_models_of_the_folder_above_data() {
    QTest::addColumn<QByteArray>("path");
    QTest::addColumn<QByteArray>("first");
    QTest::newRow("LLaMA") << QByteArray("/remote-home/share/llama_hf/7B") << QByteArray("llama-7b");
    QTest::newRow("with a slash") << QByteArray("/share/llama_hf/13b-hf/") << QByteArray("llama-13b");
    QTest::newRow("a dot") << QByteArray("/share/Qwen2.5/1.5B") << QByteArray("qwen2.5-1.5b");
    QTest::newRow("a name") << QByteArray("/share/7B/llama-2-7b-13b-ours") << QByteArray("llama-2-7b");
  }
  void a_size_alone_is_like_the_models_of_the_folder_above() {
    QFETCH(QByteArray, path);
    QFETCH(QByteArray, first);
    const std::vector<std::string> similar = named_models::refusal_of(path.toStdString()).similar();
    QVERIFY(!similar.empty());
    QCOMPARE(similar.front(), first.toStdString());
  }

  void a_model_that_is_no_decoder_is_named_so_data() {
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<QByteArray>("kind");
    const auto row = [](const char* name, const char* kind) {
      QTest::newRow(name) << QByteArray(name) << QByteArray(kind);
    };
    row("microsoft/deberta-v3-large", "an encoder of a kind of its own");
    row("openai/whisper-large-v3", "an encoder-decoder of a kind of its own");
    row("stabilityai/sdxl-turbo", "a diffusion model");
    row("state-spaces/mamba-2.8b-hf", "a model with state-space or recurrent layers");
  }
  void a_model_that_is_no_decoder_is_named_so() {
    QFETCH(QByteArray, name);
    QFETCH(QByteArray, kind);
    const UnknownModel error = named_models::refusal_of(name.toStdString());
    const QByteArray message = error.what();
    QVERIFY2(message.contains(name + ", by its name " + kind + "; no block of a plan describes its layers."),
             message);
    QVERIFY(error.similar().empty());
  }
};

ZP_TEST(NamedModelTest)
#include "named_model_test.moc"
