// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>
#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>

#include "core/catalog/catalog.h"
#include "core/import/import.h"
#include "core/memory/estimate.h"
#include "core/plan_file/plan_file.h"
#include "tests/support/test_main.h"

using namespace zp;
using nlohmann::json;

namespace vision_import {

const json& configs() {
  static const json rows = [] {
    std::ifstream stream(ZP_TEST_DATA "/hf-vision-configs.json");
    return json::parse(stream)["configs"];
  }();
  return rows;
}

Imported imported(const json& config, const std::string& index = "") {
  return import_file({config.dump(), index, {}}, read_plan(R"({"model": {"parameters": 1000000000}})"));
}

bool has_note(const Imported& imported, const char* code) {
  return std::ranges::any_of(imported.notes, [&](const Finding& note) { return note.code == code; });
}

}  // namespace vision_import

/// Configs of vision-language models: the tower that vision_config describes is that of the catalog, whose
/// counts are the published ones.
class VisionImportTest : public QObject {
  Q_OBJECT

 private slots:
  void the_tower_is_that_of_the_catalog_data() {
    QTest::addColumn<int>("index");
    for (std::size_t i = 0; i < vision_import::configs().size(); ++i)
      QTest::newRow(vision_import::configs()[i]["preset"].get<std::string>().c_str()) << static_cast<int>(i);
  }

  void the_tower_is_that_of_the_catalog() {
    QFETCH(int, index);
    const json& row = vision_import::configs()[static_cast<std::size_t>(index)];
    const SharedModelPreset preset = catalog().find_model(row["preset"].get<std::string>());
    QVERIFY(preset);
    const Imported found = vision_import::imported(row["config"]);
    const Model& model = found.document.plan.model;
    QVERIFY(vision_import::has_note(found, "tower_read"));
    const VisionParameters ours = parameters_of(model.vision), theirs = parameters_of(preset->vision);
    QCOMPARE(ours.tower.value(), theirs.tower.value());
    QCOMPARE(ours.projector.value(), theirs.projector.value());
    QVERIFY(model.vision == preset->vision);
  }

  void the_plan_is_read_again_as_it_was_written() {
    for (const json& row : vision_import::configs()) {
      const Imported found = vision_import::imported(row["config"]);
      const PlanDocument again = read_plan(write_plan(found.document));
      QVERIFY2(again.plan == found.document.plan, row["preset"].get<std::string>().c_str());
    }
  }

  /// The index counts the whole model: what the decoder lacks beside a tower that was read is not counted
  /// twice.
  void an_index_that_counts_the_tower_agrees() {
    const json& row = vision_import::configs()[1];  // Qwen2.5-VL-7B
    const std::int64_t published = 8'292'166'656;
    const Imported found =
        vision_import::imported(row["config"], json{{"metadata", {{"total_size", 2 * published}}}}.dump());
    QVERIFY(vision_import::has_note(found, "count_agrees"));
    QCOMPARE(found.document.plan.model.architecture.other_parameters, 0);
    QCOMPARE(model_size(found.document.plan).parameters.value(), published);
  }

  /// LLaMA-Factory freezes tower and projector unless its file says otherwise
  /// (src/llamafactory/hparams/finetuning_args.py).
  void a_file_of_llama_factory_says_what_it_freezes() {
    const std::string file =
        "model_name_or_path: Qwen/Qwen2.5-VL-7B-Instruct\nstage: sft\ndo_train: true\nfinetuning_type: full\n"
        "template: qwen2_vl\ncutoff_len: 2048\nper_device_train_batch_size: 1\ndeepspeed: "
        "ds_z2_config.json\n";
    const PlanDocument base = read_plan(R"({"model": {"parameters": 1000000000}})");
    const Plan silent = import_file({file, "", {}}, base).document.plan;
    QCOMPARE(model_size(silent).parameters.value(), 8'292'166'656);
    QVERIFY(silent.training.vision.tower != PartTraining::trained);
    const Plan stated = import_file({file + "freeze_vision_tower: false\n", "", {}}, base).document.plan;
    QVERIFY(stated.training.vision.tower == PartTraining::trained);
    QVERIFY(stated.training.vision.projector != PartTraining::trained);
  }

  void a_program_freezes_what_it_says_by_default() {
    const auto with = [](const std::string& program) {
      const json plan = {{"model", {{"preset", "qwen2.5-vl-7b"}}}, {"training", {{"program", program}}}};
      return read_plan(plan.dump()).plan;
    };
    for (const char* program : {"llama-factory", "ms-swift"}) {
      const VisionSettings vision = with(program).training.vision;
      QVERIFY(vision.tower == PartTraining::frozen && vision.projector == PartTraining::frozen);
    }
    QCOMPARE(model_size(with("ms-swift")).trainable.value(), 7'615'616'512);
    QCOMPARE(model_size(with("trl")).trainable.value(), 8'292'166'656);
  }
};

ZP_TEST(VisionImportTest)
#include "vision_import_test.moc"
