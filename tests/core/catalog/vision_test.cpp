// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>
#include <cmath>

#include "core/catalog/catalog.h"
#include "core/catalog/tensors.h"
#include "core/catalog/visual_tokens.h"
#include "tests/support/csv.h"
#include "tests/support/test_main.h"

using namespace zp;

namespace vision_catalog {

using Row = test::CsvRow;

const std::vector<Row>& models() {
  static const std::vector<Row> read = test::read_csv("vision-models.csv");
  return read;
}

VisionTower tower(const char* id) { return catalog().find_model(id)->vision; }

VisualSize square(const char* id, double side) { return visual_size(tower(id), {side * side, 1, 0}); }

}  // namespace vision_catalog

/// Vision towers of the catalog: parameters part by part against the counts of each family's modeling file
/// and the published totals, and visual tokens against the rules of the image processors.
class VisionTest : public QObject {
  Q_OBJECT

 private slots:
  void parameters_are_the_published_ones_data() {
    QTest::addColumn<int>("index");
    for (std::size_t i = 0; i < vision_catalog::models().size(); ++i)
      QTest::newRow(vision_catalog::models()[i].text("id").c_str()) << static_cast<int>(i);
  }

  void parameters_are_the_published_ones() {
    QFETCH(int, index);
    const vision_catalog::Row& row = vision_catalog::models()[static_cast<std::size_t>(index)];
    const SharedModelPreset model = catalog().find_model(row.text("id"));
    QVERIFY(model);
    const std::int64_t text = total_parameters(tensors_of(model->architecture).kinds()).value();
    const VisionParameters vision = parameters_of(model->vision);
    QCOMPARE(vision.tower.value(), std::stoll(row.text("tower")));
    QCOMPARE(vision.projector.value(), std::stoll(row.text("projector")));
    QCOMPARE(text, std::stoll(row.text("language_model")));
    if (row.text("published_total").empty()) return;
    const std::int64_t published = std::stoll(row.text("published_total"));
    const std::int64_t ours = text + vision.total().value();
    if (row.text("exact") == "yes")
      QCOMPARE(ours, published);
    else  // given to one decimal of a billion
      QVERIFY(std::abs(static_cast<double>(ours - published)) <= 0.06e9);
  }

  void every_tower_of_the_catalog_is_in_the_table() {
    std::size_t towers = 0;
    for (const SharedModelPreset& model : catalog().models)
      towers += model->vision.is_present() ? 1 : 0;
    QCOMPARE(towers, vision_catalog::models().size());
    QCOMPARE(towers, std::size_t{69});
  }

  void the_tensors_add_up_to_tower_and_projector() {
    for (const SharedModelPreset& model : catalog().models) {
      TensorList list = tensors_of(model->architecture);
      const std::int64_t text = total_parameters(list.kinds()).value();
      add_vision_tensors(list, model->vision);
      QCOMPARE(total_parameters(list.kinds()).value() - text, parameters_of(model->vision).total().value());
      QVERIFY(list.kinds().size() < TensorList::capacity);
    }
  }

  /// Sizes by transformers' processors: smart_resize of models/qwen2_vl/image_processing_qwen2_vl.py with the
  /// Hub's limits; the counts that the model cards of fixed sizes state.
  void an_image_has_the_tokens_of_its_processor() {
    QCOMPARE(vision_catalog::square("qwen2.5-vl-7b", 1024).tokens, 37.0 * 37);
    QCOMPARE(vision_catalog::square("qwen3-vl-8b", 1024).tokens, 32.0 * 32);
    QCOMPARE(vision_catalog::square("qwen2.5-vl-7b", 448).tokens, 256.0);
    QCOMPARE(vision_catalog::square("qwen3-vl-8b", 448).tokens, 196.0);
    QCOMPARE(vision_catalog::square("qwen2.5-vl-7b", 1024).patches, 74.0 * 74);
    QCOMPARE(vision_catalog::square("llava-1.5-7b", 1024).tokens, 576.0);
    QCOMPARE(vision_catalog::square("gemma-3-4b", 300).tokens, 256.0);
    QCOMPARE(vision_catalog::square("gemma-3-4b", 300).patches, 4096.0);
    QCOMPARE(vision_catalog::square("llama-3.2-11b-vision", 1024).tokens, 0.0);
    QCOMPARE(vision_catalog::square("llama-3.2-11b-vision", 1024).patches, 6404.0);
    QCOMPARE(vision_catalog::square("pixtral-12b", 1024).tokens, 64.0 * 65);
    QCOMPARE(vision_catalog::square("paligemma-3b-224", 1024).tokens, 256.0);
    QCOMPARE(vision_catalog::square("phi-3.5-vision-4.2b", 336 * 4).tokens, 144.0 * 17);
  }

  /// dynamic_preprocess of InternVL's internvl/train/dataset.py: a grid of the image's aspect, and the whole
  /// image beside it.
  void a_grid_of_tiles_follows_the_aspect() {
    QCOMPARE(vision_catalog::square("internvl3-8b", 448).tokens, 256.0);
    QCOMPARE(vision_catalog::square("internvl3-8b", 896).tokens, 256.0 * 5);
    QCOMPARE(visual_size(vision_catalog::tower("internvl3-8b"), {896 * 448, 2, 0}).tokens, 256.0 * 3);
  }

  /// Numbers of image tokens by transformers' models/idefics3/processing_idefics3.py: 171 tokens a tile and
  /// one behind each row, and 172 for the whole image. A tile of SmolVLM 2.2B has 81, of the small ones 64.
  void an_image_of_any_size_fills_the_same_grid() {
    const double square = 172 + 4 * (4 * 171 + 1), wide = 172 + 2 * (4 * 171 + 1),
                 tall = 172 + 4 * (2 * 171 + 1);
    const VisionTower idefics = vision_catalog::tower("idefics3-8b-llama3");
    QCOMPARE(visual_size(idefics, {1 << 20, 1, 0}).tokens, square);
    QCOMPARE(visual_size(idefics, {64, 1, 0}).tokens, square);
    QCOMPARE(visual_size(idefics, {1e9, 2, 0}).tokens, wide);
    QCOMPARE(visual_size(idefics, {1e6, 0.5, 0}).tokens, tall);
    QCOMPARE(visual_size(idefics, {1e6, 100, 0}).projected, 5.0 * 169);
    QCOMPARE(visual_size(idefics, {1e6, 1, 0}).patches, 17.0 * 676);
    QCOMPARE(visual_size(idefics, {1e6, 1, 8}).tokens, 8.0 * 172);
    QCOMPARE(vision_catalog::square("smolvlm-2.2b", 512).projected, 17.0 * 81);
    QCOMPARE(vision_catalog::square("smolvlm-256m", 512).projected, 17.0 * 64);
  }

  /// A tiny image is enlarged to the least pixels, and a huge one scaled down below the most.
  void pixels_stay_between_the_limits() {
    const VisionTower qwen = vision_catalog::tower("qwen3-vl-8b");
    QVERIFY(visual_size(qwen, {100, 1, 0}).tokens >= 64);
    QVERIFY(visual_size(qwen, {1e9, 1, 0}).tokens <= 16'384);
    QVERIFY(visual_size(qwen, {1e9, 3, 0}).tokens <= 16'384);
  }

  /// Two frames make one group of patches; attention stays in it. 12 frames of 224 × 224 are 6 × 64 tokens
  /// in Qwen2.5-VL.
  void a_video_has_tokens_for_each_pair_of_frames() {
    const VisualSize clip = visual_size(vision_catalog::tower("qwen2.5-vl-7b"), {50'176, 1, 12});
    QCOMPARE(clip.tokens, 6.0 * 64);
    QCOMPARE(clip.patches, 6.0 * 256);
    QCOMPARE(clip.segment, 256.0);
    // The Hub's budget of Qwen3-VL: at most 12,288 tokens a video, however long it is.
    QVERIFY(visual_size(vision_catalog::tower("qwen3-vl-8b"), {1e6, 1, 700}).tokens <= 12'288);
  }

  /// transformers' models/pixtral: a side of 1,540 fits whole, and 28 × 28 pixels, four patches of 14, are
  /// one token; one more ends each row. Frames of towers whose patches cover one frame are never paired.
  void patches_merge_by_four_in_mistral_small() {
    const VisualSize size = vision_catalog::square("mistral-small-3.1-24b", 1024);
    QCOMPARE(size.tokens, 37.0 * 38);
    QCOMPARE(size.projected, 37.0 * 37);
    QCOMPARE(size.patches, 74.0 * 74);
    QCOMPARE(size.segment, 74.0 * 74);
    QCOMPARE(visual_size(vision_catalog::tower("mistral-small-3.1-24b"), {1 << 20, 1, 3}).patches,
             3 * 74.0 * 74);
    const VisualSize stated = visual_size_of_tokens(vision_catalog::tower("mistral-small-3.1-24b"), 300, 3);
    QCOMPARE(stated.patches, 1200.0);
    QCOMPARE(stated.segment, 400.0);
  }

  void stated_tokens_are_taken_as_they_are() {
    const VisualSize size = visual_size_of_tokens(vision_catalog::tower("qwen2.5-vl-7b"), 500, 0);
    QCOMPARE(size.tokens, 500.0);
    QCOMPARE(size.patches, 2000.0);
    QCOMPARE(visual_size_of_tokens(vision_catalog::tower("gemma-3-4b"), 512, 0).patches, 8192.0);
  }
};

ZP_TEST(VisionTest)
#include "vision_test.moc"
