// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/catalog/other_models.h"

#include <QtTest>
#include <string>

#include "core/catalog/catalog.h"
#include "tests/support/test_main.h"

using namespace zp;

/// Tests of names that tell a model which no block describes. The names are repositories of the Hub.
class OtherModelsTest : public QObject {
  Q_OBJECT

 private slots:
  void a_name_tells_the_kind_data() {
    QTest::addColumn<QByteArray>("kind");
    const auto row = [](const char* name, const char* kind) { QTest::newRow(name) << QByteArray(kind); };
    row("microsoft/deberta-v3-large", "an encoder of a kind of its own");
    row("answerdotai/ModernBERT-base", "an encoder of a kind of its own");
    row("google/vit-base-patch16-224-in21k", "an encoder of a kind of its own");
    row("openai/whisper-large-v2", "an encoder-decoder of a kind of its own");
    row("microsoft/Florence-2-large", "an encoder-decoder of a kind of its own");
    row("stabilityai/stable-diffusion-2-1", "a diffusion model");
    row("stabilityai/sdxl-turbo", "a diffusion model");
    row("black-forest-labs/FLUX.1-dev", "a diffusion model");
    row("state-spaces/mamba-2.8b-hf", "a model with state-space or recurrent layers");
    row("ai21labs/Jamba-v0.1", "a model with state-space or recurrent layers");
    row("ibm-granite/granite-4.0-h-tiny", "a model with state-space or recurrent layers");
    row("nvidia/NVIDIA-Nemotron-Nano-9B-v2", "a model with state-space or recurrent layers");
    row("RWKV/rwkv-4-169m-pile", "a model with state-space or recurrent layers");
    row("LiquidAI/LFM2.5-1.2B-Instruct", "a model with state-space or recurrent layers");
    row("MiniMaxAI/MiniMax-Text-01", "a model with layers of linear attention");
    row("facebook/opt-350m", "a decoder whose embeddings are narrower than its layers");
    row("THUDM/cogvlm2-llama3-chat-19B", "a vision-language model with weights for images in each layer");
    row("AIDC-AI/Ovis2-8B", "a vision-language model with crops or towers of its own kind");
    row("apple/OpenELM-3B", "a decoder whose layers differ in shape");
    row("Deci/DeciLM-7B", "a decoder whose layers differ in shape");
    row("nvidia/Llama-3_3-Nemotron-Super-49B-v1", "a decoder whose layers differ in shape");
    row("google/gemma-3n-E4B-it", "a decoder with embeddings for each layer");
    row("Salesforce/blip2-opt-2.7b", "a language model behind a Q-Former");
    row("HuggingFaceM4/idefics2-8b",
        "a language model behind a resampler, whose tower reads images at their own size");
    row("Qwen/Qwen-VL-Chat",
        "a language model behind a resampler, whose tower reads images at their own size");
    row("allenai/Molmo-7B-D-0924", "a vision-language model with crops or towers of its own kind");
    row("deepseek-ai/deepseek-vl2-tiny", "a vision-language model with crops or towers of its own kind");
    row("deepseek-ai/Janus-Pro-7B", "a model that makes images too");
    row("Qwen/Qwen2-Audio-7B-Instruct", "a model that hears, whose audio encoder no plan holds");
    row("Qwen/Qwen2.5-Omni-7B", "a model that hears, whose audio encoder no plan holds");
    row("microsoft/Phi-4-multimodal-instruct", "a model that hears, whose audio encoder no plan holds");
  }
  void a_name_tells_the_kind() {
    QFETCH(QByteArray, kind);
    const std::string name = QTest::currentDataTag();
    QVERIFY(!catalog().find_model(name));
    QCOMPARE(kind_of_other_model(name), std::string_view(kind.data(), static_cast<std::size_t>(kind.size())));
  }
  /// A preset whose layers are of more than one kind says so in its source, and counts what differs as
  /// weights.
  void no_model_of_the_catalog_has_the_name_of_another_kind() {
    for (const SharedModelPreset& model : catalog().models)
      for (const std::string& name : {model->id, model->hf_id})
        QVERIFY2(kind_of_other_model(name).empty() || model->architecture.other_parameters > 0, name.c_str());
    for (const char* name :
         {"intfloat/e5-mistral-7b-instruct", "BAAI/bge-en-icl", "BAAI/bge-reranker-v2-gemma",
          "robert/llama-7b", "my-vitamin-7b", "TIGER-Lab/Mantis-8B-siglip-llama3-pretraind", ""})
      QVERIFY2(kind_of_other_model(name).empty(), name);
  }
};

ZP_TEST(OtherModelsTest)
#include "other_models_test.moc"
