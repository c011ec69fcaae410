// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>
#include <algorithm>
#include <cstdlib>
#include <set>

#include "core/catalog/aliases.h"
#include "core/catalog/architecture_fields.h"
#include "core/catalog/catalog.h"
#include "core/catalog/tensors.h"
#include "tests/support/csv.h"
#include "tests/support/test_main.h"

using namespace zp;

namespace {

using Row = test::CsvRow;

const std::vector<Row>& rows() {
  static const std::vector<Row> read = test::read_csv("model-presets.csv");
  return read;
}

const Architecture& shape_of(const Row& row) {
  return catalog().find_model(preset_id(row.text("name")))->architecture;
}

std::int64_t largest_of(const Architecture& shape) {
  const TensorList list = tensors_of(shape);
  return std::ranges::max(list.kinds(), {}, &TensorKind::numel).numel();
}

}  // namespace

/// Tests of every model of the catalog against the table it was made from, whose counts were checked against
/// published ones.
class ModelsTest : public QObject {
  Q_OBJECT

 private slots:
  void as_many_as_the_table() {
    QCOMPARE(rows().size(), std::size_t{262});
    const auto towers = std::ranges::count_if(
        catalog().models, [](const SharedModelPreset& model) { return model->vision.is_present(); });
    const auto encoders = std::ranges::count_if(
        catalog().models, [](const SharedModelPreset& model) { return model->architecture.has_encoder(); });
    QCOMPARE(encoders, std::ptrdiff_t{27});
    QCOMPARE(
        catalog().models.size(),
        rows().size() + static_cast<std::size_t>(towers + encoders));  // vision_test.cpp, encoders_test.cpp
  }

  void a_model_is_found_by_its_repository_data() {
    QTest::addColumn<QByteArray>("name");
    QTest::newRow("our id") << QByteArray("llama-3.1-8b");
    QTest::newRow("its repository") << QByteArray("meta-llama/Llama-3.1-8B");
    QTest::newRow("in another case") << QByteArray("Meta-Llama/LLAMA-3.1-8b");
    QTest::newRow("without its owner") << QByteArray("Llama-3.1-8B");
    QTest::newRow("as an address") << QByteArray("https://huggingface.co/meta-llama/Llama-3.1-8B/");
  }
  void a_model_is_found_by_its_repository() {
    QFETCH(QByteArray, name);
    const SharedModelPreset found = catalog().find_model(name.toStdString());
    QVERIFY(found);
    QCOMPARE(found->name, std::string("Llama 3.1 8B"));
  }
  void every_repository_leads_to_a_model_of_its_shape() {
    for (const SharedModelPreset& model : catalog().models) {
      if (model->hf_id.empty()) continue;
      const SharedModelPreset found = catalog().find_model(model->hf_id);
      QVERIFY2(found, model->hf_id.c_str());
      QCOMPARE(preset_id(found->hf_id), preset_id(model->hf_id));
    }
    QVERIFY(!catalog().find_model("meta-llama/Llama-99"));
    QVERIFY(!catalog().find_model(""));
  }
  /// The names are repositories of the Hub, as users give them, whose config.json has the shape
  /// of the preset.
  void another_version_of_a_shape_is_found_data() {
    QTest::addColumn<QByteArray>("repository");
    QTest::addColumn<QByteArray>("id");
    const auto row = [](const char* repository, const char* id) {
      QTest::newRow(repository) << QByteArray(repository) << QByteArray(id);
    };
    row("meta-llama/Llama-3.1-8B-Instruct", "llama-3.1-8b");
    row("meta-llama/Meta-Llama-3-8B-Instruct", "llama-3-8b");
    row("meta-llama/Llama-2-7b-chat-hf", "llama-2-7b");
    row("NousResearch/Llama-2-7b-hf", "llama-2-7b");
    row("unsloth/llama-3-8b-bnb-4bit", "llama-3-8b");
    row("Qwen/Qwen3-4B-Thinking-2507", "qwen3-4b");
    row("Qwen/Qwen3-30B-A3B-Instruct-2507", "qwen3-30b-a3b");
    row("allenai/OLMo-2-1124-7B-Instruct", "olmo-2-7b");
    row("mistralai/Mistral-7B-Instruct-v0.3", "mistral-7b-v0.3");
    row("mistralai/Mixtral-8x7B-Instruct-v0.1", "mixtral-8x7b");
    row("mistralai/Mistral-Nemo-Instruct-2407", "mistral-nemo-12b");
    row("Qwen/Qwen2.5-7B-Instruct", "qwen2.5-7b");
    row("google/gemma-2-9b-it", "gemma-2-9b");
    row("tiiuae/falcon-7b-instruct", "falcon-7b");
    row("Qwen/Qwen2.5-Coder-7B-Instruct", "qwen2.5-7b");
    row("deepseek-ai/DeepSeek-R1-Distill-Qwen-7B", "qwen2.5-7b");
    row("deepseek-ai/DeepSeek-R1-Distill-Qwen-1.5B", "deepseek-r1-distill-qwen-1.5b");
    row("deepseek-ai/DeepSeek-R1-Distill-Llama-8B", "llama-3.1-8b");
    row("lmsys/vicuna-13b-v1.5", "llama-2-13b");
    row("HuggingFaceH4/zephyr-7b-beta", "mistral-7b-v0.1");
    row("alignment-handbook/zephyr-7b-sft-qlora", "mistral-7b-v0.1");
    row("Qwen/Qwen-7B-Chat", "qwen1.5-7b");
    row("Qwen/Qwen1.5-110B-Chat", "qwen1.5-110b");
    row("codellama/CodeLlama-7b-Instruct-hf", "codellama-7b");
    row("internlm/internlm-chat-7b", "internlm-7b");
    row("liuhaotian/llava-v1.5-7b-lora", "llava-1.5-7b");
    row("Qwen/Qwen2.5-Math-72B-Instruct-GPTQ-Int4", "qwen2.5-72b");
    row("microsoft/Phi-3-mini-128k-instruct", "phi-3-mini-128k-3.8b");
    row("microsoft/Phi-3.5-mini-instruct", "phi-3-mini-128k-3.8b");
    row("THUDM/chatglm2-6b", "chatglm3-6b");
    row("THUDM/chatglm-6b", "chatglm-6b");
    row("baichuan-inc/Baichuan-13B-Chat", "baichuan-13b");
    row("baichuan-inc/Baichuan2-13B-Chat", "baichuan2-13b");
    row("internlm/internlm2-chat-7b-sft", "internlm2.5-7b");
    row("internlm/internlm2-chat-1_8b-sft", "internlm2-1.8b");
    row("internlm/internlm2_5-20b-chat", "internlm2-20b");
    row("openbmb/MiniCPM-2B-dpo-fp16", "minicpm-2b");
    row("openbmb/MiniCPM3-4B", "minicpm3-4b");
    row("EleutherAI/pythia-1.4b-deduped", "pythia-1.4b");
    row("nvidia/Qwen3-30B-A3B-NVFP4", "qwen3-30b-a3b");
    row("allenai/Olmo-3-7B-Think-DPO", "olmo-3-7b");
    row("XiaomiMiMo/MiMo-7B-RL", "mimo-7b");
    row("OpenGVLab/InternVL3_5-8B-Pretrained", "internvl3.5-8b");
    row("OpenGVLab/InternVL2_5-26B-MPO", "internvl2.5-26b");
    row("unsloth/Mistral-Small-Instruct-2409", "codestral-22b");
    row("unsloth/ERNIE-4.5-21B-A3B-PT", "ernie-4.5-21b-a3b");
    row("unsloth/zephyr-sft-bnb-4bit", "mistral-7b-v0.1");
    row("baidu/ERNIE-4.5-0.3B-PT", "");
    row("unsloth/Magistral-Small-2507-unsloth-bnb-4bit", "mistral-small-24b");
    row("mistralai/Magistral-Small-2509", "mistral-small-3.1-24b");
    row("unsloth/gemma-4-31B-it", "gemma-4-31b");
    row("unsloth/gemma-4-26B-A4B-it", "gemma-4-26b-a4b");
    row("unsloth/Nemotron-3-Nano-30B-A3B", "nemotron-3-nano-30b-a3b");
    row("nvidia/Qwen3-Next-80B-A3B-Instruct-NVFP4", "qwen3-next-80b-a3b");
    row("tiiuae/Falcon-H1-0.5B-Instruct", "falcon-h1-0.5b");
    row("unsloth/orpheus-3b-0.1-ft", "orpheus-3b");
    row("unsloth/Llasa-3B", "llasa-3b");
    row("mistralai/Devstral-Small-2505", "mistral-small-24b");
    row("deepseek-ai/deepseek-math-7b-rl", "deepseek-llm-7b");
    row("Qwen/QVQ-72B-Preview", "qwen2-vl-72b");
    row("EleutherAI/llemma_7b", "codellama-7b");
    row("Salesforce/xLAM-7b-r", "mistral-7b-v0.1");
    row("lmms-lab/LLaVA-Video-7B-Qwen2", "llava-onevision-qwen2-7b");
    row("ibm-granite/granite-3.3-8b-instruct", "granite-3.1-8b");
    row("SeaLLMs/SeaLLMs-v3-7B-Chat", "qwen2.5-7b");
    row("LLM360/K2", "llama-65b");
    row("LLM360/K2-V2", "");
    row("google/paligemma-3b-mix-224", "paligemma-3b-224");
    row("google/paligemma-3b-pt-448", "");
    row("Snowflake/snowflake-arctic-base", "snowflake-arctic-480b");
    row("BAAI/Emu3-Gen", "emu3-8b");
    row("internlm/internlm3-8b-instruct", "internlm3-8b");
    row("epfl-llm/meditron-7b", "llama-2-7b");
    row("shibing624/ziya-llama-13b-medical-merged", "ziya-llama-13b");
    row("rednote-hilab/dots.llm1.base", "dots.llm1-142b-a14b");
    row("xverse/XVERSE-13B-Chat", "xverse-13b");
    row("BAAI/Aquila2-7B", "");
    row("PleIAs/Pleias-1b-Preview", "pleias-1.2b");
    row("ibm-granite/granite-3.0-8b-instruct", "granite-3.0-8b");
    row("ibm-granite/granite-3.2-8b-instruct", "granite-3.1-8b");
    row("ibm-granite/granite-3.3-2b-instruct", "granite-3.1-2b");
    row("ibm-granite/granite-4.0-micro-base", "granite-4.0-micro-3b");
    row("ibm-granite/granite-4.1-3b", "granite-4.0-micro-3b");
    row("ibm/PowerLM-3b", "powerlm-3b");
    row("deepseek-ai/deepseek-coder-1.3b-instruct", "deepseek-coder-1.3b");
    row("deepseek-ai/DeepSeek-V3.2", "deepseek-v3.2-671b");
    row("deepseek-ai/DeepSeek-V3.2-Exp", "deepseek-v3.2-671b");
    row("deepseek-ai/DeepSeek-V3.1-Terminus", "deepseek-v3-671b");
    row("deepseek-ai/DeepSeek-Prover-V2-7B", "deepseek-llm-7b");
    row("Qwen/Qwen2-57B-A14B-Instruct", "qwen2-57b-a14b");
    row("Qwen/Qwen3-Embedding-8B", "qwen3-embedding-8b");
    row("microsoft/Phi-3-vision-128k-instruct", "phi-3.5-vision-4.2b");
    row("zai-org/GLM-Z1-9B-0414", "glm-4-9b-0414");
    row("THUDM/GLM-4-9B-0414", "glm-4-9b-0414");
    row("zai-org/GLM-Z1-32B-0414", "glm-4-32b-0414");
    row("nvidia/Nemotron-Mini-4B-Instruct", "minitron-4b");
    row("ByteDance-Seed/Seed-Coder-8B-Instruct", "seed-coder-8b");
    row("bigcode/santacoder", "santacoder-1.1b");
    row("Salesforce/codegen25-7b-mono", "xgen-7b");
    row("h2oai/h2o-danube3-500m-chat", "h2o-danube3-500m");
    row("rinna/japanese-gpt-neox-3.6b-instruction-ppo", "rinna-gpt-neox-3.6b");
    row("distilgpt2", "distilgpt2-82m");
    row("GSAI-ML/LLaDA-8B-Instruct", "llada-8b");
    row("CohereForAI/c4ai-command-r7b-12-2024", "aya-23-8b");
    row("THUDM/codegeex4-all-9b", "");
    row("google/gemma-4-E4B-it", "");
    row("mistralai/Mistral-7B-Instruct-v9", "");
    row("microsoft/Phi-3-small-8k-instruct", "");
    row("openbmb/MiniCPM-2B-128k", "");
    row("BAAI/bge-en-icl", "");
    row("Instruct", "");
  }
  void another_version_of_a_shape_is_found() {
    QFETCH(QByteArray, repository);
    QFETCH(QByteArray, id);
    const SharedModelPreset found = catalog().find_model(repository.toStdString());
    QCOMPARE(found ? found->id : "", id.toStdString());
  }
  /// Other spellings of names that the catalog has: folders cannot hold a dot on every system, ModelScope's
  /// cache writes three underscores for it, and programs leave out a hyphen.
  void another_spelling_is_found_data() {
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<QByteArray>("id");
    const auto row = [](const char* name, const char* id) {
      QTest::newRow(name) << QByteArray(name) << QByteArray(id);
    };
    row("./checkpoints/vicuna-7b-v1-5", "llama-2-7b");
    row("qwen/Qwen2___5-7B-Instruct", "qwen2.5-7b");
    row("qwen2_5-7b", "qwen2.5-7b");
    row("llama2-7b", "llama-2-7b");
    row("Llama3-8B-Instruct", "llama-3-8b");
    row("llama3_2-1b", "llama-3.2-1b");
    row("gemma2-9b-it", "gemma-2-9b");
    row("glm4-9b-chat", "glm-4-9b");
    row("phi-1_5", "phi-1.5");
    row("llama-27b", "");
    row("llama-2.7b", "");
    row("qwen2.57b", "");
    row("vicuna-7b-v1-6", "");
    row("llama-3-2b", "");
  }
  void another_spelling_is_found() {
    QFETCH(QByteArray, name);
    QFETCH(QByteArray, id);
    const SharedModelPreset found = catalog().find_model(name.toStdString());
    QCOMPARE(found ? found->id : "", id.toStdString());
  }
  void no_spelling_without_dots_leads_to_another_model() {
    const auto spelt = [](std::string name) {
      std::ranges::replace(name, '.', '-');
      return catalog().find_model(name);
    };
    for (const SharedModelPreset& model : catalog().models) {
      QVERIFY2(spelt(model->id), model->id.c_str());
      QCOMPARE(spelt(model->id)->id, model->id);
    }
    for (const ModelAlias& alias : model_aliases()) {
      QVERIFY2(spelt(alias.name), alias.name.c_str());
      QCOMPARE(spelt(alias.name)->id, alias.model);
    }
  }
  void every_alias_leads_to_a_model_that_no_other_name_has() {
    QVERIFY(model_aliases().size() > 300);
    for (const ModelAlias& alias : model_aliases()) {
      const SharedModelPreset found = catalog().find_model("someone/" + alias.name);
      QVERIFY2(found, alias.name.c_str());
      QCOMPARE(found->id, alias.model);
    }
  }
  void ids_are_unique_and_follow_the_names() {
    std::set<std::string> ids;
    for (const SharedModelPreset& each : catalog().models) {
      const ModelPreset& model = *each;
      QCOMPARE(model.id, preset_id(model.name));
      QVERIFY2(ids.insert(model.id).second, model.id.c_str());
      QVERIFY2(!model.source.empty(), model.id.c_str());
      QVERIFY2(!model.hf_id.empty() || model.id == "mt-nlg-530b" || model.id == "megatron-1t" ||
                   model.id == "gpt-3-175b" || model.id == "nemotron-4-15b",
               model.id.c_str());
    }
  }

  void counts_data() {
    QTest::addColumn<int>("row");
    for (std::size_t i = 0; i < rows().size(); ++i)
      QTest::newRow(rows()[i].text("name").c_str()) << static_cast<int>(i);
  }

  void counts() {
    QFETCH(int, row);
    const Row& expected = rows()[static_cast<std::size_t>(row)];
    const Architecture& shape = shape_of(expected);
    QCOMPARE(total_parameters(tensors_of(shape).kinds()).value(), expected.count("params_total"));
    QCOMPARE(active_parameters(shape).value(), expected.count("params_active"));
    QCOMPARE(largest_of(shape), expected.count("largest_tensor_params"));
  }

  void shape_data() { counts_data(); }

  /// The counts cannot show two errors that cancel, and sizes without parameters.
  void shape() {
    QFETCH(int, row);
    const Row& expected = rows()[static_cast<std::size_t>(row)];
    const Architecture& shape = shape_of(expected);
    const auto same = [&](std::int64_t Architecture::*member, const char* column) {
      QVERIFY2(shape.*member == expected.count(column), column);
    };
    same(&Architecture::layers, "layers");
    same(&Architecture::hidden_size, "hidden");
    same(&Architecture::attention_heads, "heads");
    same(&Architecture::kv_heads, "kv_heads");
    same(&Architecture::head_dim, "head_dim");
    same(&Architecture::intermediate_size, "intermediate");
    same(&Architecture::vocab_size, "vocab");
    same(&Architecture::max_position_embeddings, "max_seq");
    same(&Architecture::learned_positions, "learned_positions");
    same(&Architecture::norms_per_layer, "norms_per_layer");
    same(&Architecture::experts, "experts");
    same(&Architecture::experts_per_token, "experts_per_token");
    same(&Architecture::expert_intermediate_size, "moe_intermediate");
    same(&Architecture::shared_expert_intermediate_size, "shared_expert_intermediate");
    same(&Architecture::dense_intermediate_size, "dense_intermediate");
    same(&Architecture::kv_lora_rank, "kv_lora_rank");
    QCOMPARE(name_of(shape.norm), std::string_view(expected.text("norm")));
    QCOMPARE(name_of(shape.qk_norm), std::string_view(expected.text("qk_norm")));
    QCOMPARE(shape.layers - shape.expert_layers(), expected.count("dense_layers"));
    QCOMPARE(shape.tied_embeddings, expected.text("tied_embeddings") == "yes");
    QCOMPARE(shape.gated_mlp, expected.text("gated_mlp") == "yes");
    QCOMPARE(shape.block == Block::gpt, shape.norm != Norm::rmsnorm && !shape.gated_mlp);
  }

  void difference_printed() {
    std::vector<std::int64_t> differences;
    for (const Row& row : rows())
      differences.push_back(
          std::abs(total_parameters(tensors_of(shape_of(row)).kinds()).value() - row.count("params_total")));
    std::ranges::sort(differences);
    qInfo("%zu models: parameter counts differ by %lld in the median, %lld at worst", differences.size(),
          static_cast<long long>(differences[differences.size() / 2]),
          static_cast<long long>(differences.back()));
    QCOMPARE(differences.back(), std::int64_t{0});
  }
};

ZP_TEST(ModelsTest)
#include "models_test.moc"
