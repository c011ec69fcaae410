// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <QtTest>
#include <algorithm>
#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>

#include "core/catalog/catalog.h"
#include "core/import/import.h"
#include "core/memory/estimate.h"
#include "core/plan_file/plan_file.h"
#include "tests/support/test_main.h"

using namespace zp;
using nlohmann::json;

namespace {

json configs_of(const char* path) {
  std::ifstream stream(path);
  return json::parse(stream)["configs"];
}
const json& configs() {
  static const json rows = configs_of(ZP_TEST_DATA "/hf-configs.json");
  return rows;
}
/// Returns configs of families that no preset covers, with their published counts.
const json& published_counts() {
  static const json rows = configs_of(ZP_TEST_DATA "/hf-published-counts.json");
  return rows;
}

PlanDocument billion() { return read_plan(R"({"model": {"parameters": 1000000000}})"); }

Imported imported(const json& config, const std::string& index = "") {
  return import_file({config.dump(), index, {}}, billion());
}

bool has_note_with_code(const Imported& imported, const char* code) {
  return std::ranges::any_of(imported.notes, [&](const Finding& issue) { return issue.code == code; });
}

const json llama = {
    {"model_type", "llama"},        {"hidden_size", 4096},     {"intermediate_size", 11008},
    {"num_attention_heads", 32},    {"num_hidden_layers", 32}, {"max_position_embeddings", 4096},
    {"tie_word_embeddings", false}, {"vocab_size", 32000},     {"torch_dtype", "bfloat16"}};
constexpr std::int64_t llama_count = 6'738'415'616;

std::string index_of(std::int64_t bytes) { return json{{"metadata", {{"total_size", bytes}}}}.dump(); }

void add_models(const json& models) {
  QTest::addColumn<int>("index");
  for (std::size_t i = 0; i < models.size(); ++i)
    QTest::newRow(models[i]["hf_id"].get<std::string>().c_str()) << static_cast<int>(i);
}

}  // namespace

/// Tests of config.json files of the Hugging Face Hub as models.
class HuggingFaceTest : public QObject {
  Q_OBJECT

 private slots:
  void the_shape_is_that_of_the_catalog_data() { add_models(configs()); }

  void the_shape_is_that_of_the_catalog() {
    QFETCH(int, index);
    const json& row = configs()[static_cast<std::size_t>(index)];
    const auto& models = catalog().models;
    const auto found_preset = std::ranges::find_if(models, [&row](const SharedModelPreset& model) {
      return model->hf_id == row["hf_id"].get<std::string>();
    });
    QVERIFY(found_preset != models.end());
    const SharedModelPreset& preset = *found_preset;
    const Imported found = imported(row["config"]);
    QCOMPARE(found.kind, ImportKind::hugging_face);
    Architecture shape = found.document.plan.model.architecture;
    QCOMPARE(model_size(found.document.plan).parameters.value(),
             total_parameters(tensors_of(preset->architecture).kinds()).value());
    shape.max_position_embeddings =
        preset->architecture.max_position_embeddings;  // some configs leave it out
    shape.learned_positions = preset->architecture.learned_positions;
    QVERIFY(shape == preset->architecture);
  }

  /// The files of DeepSeek-V3.2 and of DeepSeek-V3 hold 685,396,921,376 and 684,531,386,000 elements (totals
  /// of the Hub): those of 61 layers, of the layer that predicts a further token, and one scale for each 128
  /// × 128 weights in fp8, here of wq_b and wk.
  void an_indexer_is_what_the_files_have_more() {
    const auto row = std::ranges::find_if(
        published_counts(), [](const json& each) { return each["hf_id"] == "deepseek-ai/DeepSeek-V3.2"; });
    QVERIFY(row != published_counts().end());
    constexpr std::int64_t scales = (64 * 128 / 128) * (1536 / 128) + 7168 / 128;
    constexpr std::int64_t layer = (685'396'921'376 - 684'531'386'000) / 62 - scales;
    const Imported found = imported((*row)["config"]);
    QCOMPARE(found.document.plan.model.architecture.other_parameters, 61 * layer);
    const SharedModelPreset preset = catalog().find_model("deepseek-ai/DeepSeek-V3.2-Exp");
    QVERIFY(preset);
    QCOMPARE(preset->architecture.other_parameters, 61 * layer);
  }

  void the_count_is_the_published_one_data() { add_models(published_counts()); }

  void the_count_is_the_published_one() {
    QFETCH(int, index);
    const json& row = published_counts()[static_cast<std::size_t>(index)];
    const Imported found = imported(row["config"]);
    QVERIFY(!has_note_with_code(found, "unknown_family"));
    const double counted = static_cast<double>(model_size(found.document.plan).parameters.value());
    const double stated = row["published"].get<double>();
    QVERIFY2(std::abs(counted - stated) <= std::max(0.01 * stated, row["half_digit"].get<double>()),
             qPrintable(QString::number(counted, 'g', 12)));
  }

  void a_text_config_is_completed_with_the_defaults_of_its_family() {
    // google/gemma-3-4b-it has 3.88 billion parameters and a vision encoder of 0.42 billion.
    const Imported found = imported(json::parse(R"({"model_type": "gemma3",
        "text_config": {"hidden_size": 2560, "intermediate_size": 10240, "model_type": "gemma3_text",
                        "num_hidden_layers": 34, "sliding_window": 1024},
        "vision_config": {"hidden_size": 1152, "image_size": 896, "intermediate_size": 4304,
                          "model_type": "siglip_vision_model", "num_hidden_layers": 27, "patch_size": 14}})"));
    QCOMPARE(found.document.plan.model.architecture.vocab_size, 262208);
    QVERIFY(std::abs(static_cast<double>(model_size(found.document.plan).parameters.value()) / 4.3e9 - 1) <
            0.01);
    QVERIFY(has_note_with_code(found, "tower_read"));
  }

  /// Gemma 2 caps its logits whether its file says so or not (configuration_gemma2.py), Gemma 3 only
  /// if it does.
  void capped_logits_are_those_of_the_family_or_the_file() {
    json config = {{"model_type", "gemma2"}, {"hidden_size", 2304},      {"num_hidden_layers", 26},
                   {"head_dim", 256},        {"num_attention_heads", 8}, {"num_key_value_heads", 4},
                   {"vocab_size", 256000},   {"intermediate_size", 9216}};
    const auto is_capped = [&] {
      return imported(config).document.plan.model.architecture.final_logit_softcapping;
    };
    QVERIFY(is_capped());
    config["model_type"] = "gemma3_text";
    QVERIFY(!is_capped());
    config["final_logit_softcapping"] = nullptr;
    QVERIFY(!is_capped());
    config["final_logit_softcapping"] = 30.0;
    QVERIFY(is_capped());
  }

  void a_tower_without_sizes_is_said_not_to_be_counted() {
    const Imported found = imported({{"model_type", "llava"},
                                     {"text_config", llama},
                                     {"vision_config", {{"architecture", "mobilenetv5"}}}});
    QVERIFY(has_note_with_code(found, "tower_not_counted"));
    QCOMPARE(model_size(found.document.plan).parameters.value(), llama_count);
  }

  void a_model_that_no_plan_holds_is_refused_in_words() {
    for (const char* type : {"whisper", "mamba2", "nemotron-nas"}) {
      json config = llama;
      config["model_type"] = type;
      try {
        imported(config);
        QFAIL(type);
      } catch (const FileError& error) {
        QVERIFY2(QString::fromUtf8(error.what()).contains(u"model.parameters"), error.what());
      }
    }
  }

  /// The keys of each config.json of the Hub that decide the shape.
  void models_with_an_encoder_have_their_published_count_data() {
    QTest::addColumn<QByteArray>("config");
    QTest::addColumn<qint64>("count");
    QTest::newRow("t5-3b")
        << QByteArray(
               R"json({"model_type": "t5", "is_encoder_decoder": true, "d_model": 1024, "d_ff": 16384, "d_kv": 128,
          "num_heads": 32, "num_layers": 24, "n_positions": 512, "relative_attention_num_buckets": 32,
          "vocab_size": 32128})json")
        << qint64{2'851'598'336};
    QTest::newRow("flan-t5-xl")
        << QByteArray(
               R"json({"model_type": "t5", "is_encoder_decoder": true, "d_model": 2048, "d_ff": 5120, "d_kv": 64,
          "feed_forward_proj": "gated-gelu", "num_heads": 32, "num_layers": 24, "num_decoder_layers": 24,
          "tie_word_embeddings": false, "vocab_size": 32128})json")
        << qint64{2'849'757'184};
    QTest::newRow("bart-large")
        << QByteArray(
               R"json({"model_type": "bart", "is_encoder_decoder": true, "d_model": 1024, "encoder_layers": 12,
          "decoder_layers": 12, "encoder_attention_heads": 16, "decoder_attention_heads": 16, "encoder_ffn_dim": 4096,
          "decoder_ffn_dim": 4096, "max_position_embeddings": 1024, "vocab_size": 50265})json")
        << qint64{406'291'456};
    QTest::newRow("bert-large-cased")
        << QByteArray(R"json({"model_type": "bert", "hidden_size": 1024, "intermediate_size": 4096,
          "num_attention_heads": 16, "num_hidden_layers": 24, "max_position_embeddings": 512, "type_vocab_size": 2,
          "vocab_size": 28996})json")
        << qint64{333'579'264};
    QTest::newRow("roberta-large")
        << QByteArray(R"json({"model_type": "roberta", "hidden_size": 1024, "intermediate_size": 4096,
          "num_attention_heads": 16, "num_hidden_layers": 24, "max_position_embeddings": 514, "type_vocab_size": 1,
          "vocab_size": 50265})json")
        << qint64{355'359'744};
  }
  void models_with_an_encoder_have_their_published_count() {
    QFETCH(QByteArray, config);
    QFETCH(qint64, count);
    const Imported found = imported(json::parse(config.toStdString()));
    QCOMPARE(qint64{model_size(found.document.plan).parameters.value()}, count);
    QVERIFY(found.document.plan.model.architecture.has_encoder());
  }

  void a_list_with_one_number_for_each_layer_is_that_number() {
    json config = llama;
    config["intermediate_size"] = std::vector<int>(32, 11008);
    QCOMPARE(model_size(imported(config).document.plan).parameters.value(), llama_count);
  }

  void infinity_is_read_as_python_writes_it() {
    // From nvidia/Nemotron-H-56B-Base-8K: "time_step_limit": [0.0, Infinity]
    std::string text = llama.dump();
    text.insert(text.size() - 1,
                ", \"time_step_limit\": [0.0, Infinity], \"a\": NaN, \"b\": [-Infinity], \"c\": \"NaN\\\"\"");
    QCOMPARE(import_file({text, {}, {}}, billion()).document.plan.model.architecture.layers, 32);
  }

  void an_index_that_agrees_is_noted() {
    QVERIFY(has_note_with_code(imported(llama, index_of(2 * llama_count)), "count_agrees"));
  }

  void what_an_index_counts_beyond_the_decoder_are_other_parameters() {
    const Imported found = imported(llama, index_of(2 * (llama_count + 300'000'000)));
    QCOMPARE(found.document.plan.model.architecture.other_parameters, 300'000'000);
    QCOMPARE(model_size(found.document.plan).parameters.value(), llama_count + 300'000'000);
  }

  void a_head_the_index_does_not_count_is_tied() {
    const Imported found = imported(llama, index_of(2 * (llama_count - 32000LL * 4096)));
    QVERIFY(found.document.plan.model.architecture.tied_embeddings);
  }

  void fewer_parameters_than_the_shape_are_said() {
    QVERIFY(has_note_with_code(imported(llama, index_of(llama_count)), "count_differs"));
  }

  void total_parameters_goes_before_total_size() {
    const std::string index =
        json{{"metadata", {{"total_size", 1}, {"total_parameters", llama_count}}}}.dump();
    QVERIFY(has_note_with_code(imported(llama, index), "count_agrees"));
  }

  void the_decoder_of_a_model_that_sees_is_in_text_config() {
    json text = llama;
    const Imported found = imported({{"model_type", "llava"}, {"text_config", text}});
    QCOMPARE(model_size(found.document.plan).parameters.value(), llama_count);
  }

  void an_unknown_family_is_read_as_llama_and_said() {
    json config = llama;
    config["model_type"] = "newest";
    const Imported found = imported(config);
    QVERIFY(has_note_with_code(found, "unknown_family"));
    QCOMPARE(model_size(found.document.plan).parameters.value(), llama_count);
  }

  void a_missing_key_is_named_with_its_names() {
    json config = llama;
    config.erase("num_hidden_layers");
    try {
      imported(config);
      QFAIL("read");
    } catch (const FileError& error) {
      QVERIFY2(QString::fromUtf8(error.what()).contains(u"num_hidden_layers"), error.what());
    }
  }

  void a_size_that_is_no_number_is_refused() {
    json config = llama;
    config["hidden_size"] = "wide";
    QVERIFY_THROWS_EXCEPTION(FileError, imported(config));
  }

  void a_sequence_longer_than_the_model_is_shortened_and_said() {
    json config = llama;
    config["max_position_embeddings"] = 1024;
    const Imported found = import_file(
        {config.dump(), {}, {}},
        read_plan(R"({"model": {"parameters": 1000000000}, "training": {"sequence_length": 4096}})"));
    QCOMPARE(found.document.plan.training.sequence_length, 1024);
    QVERIFY(has_note_with_code(found, "sequence_shortened"));
  }
};

ZP_TEST(HuggingFaceTest)
#include "hugging_face_test.moc"
