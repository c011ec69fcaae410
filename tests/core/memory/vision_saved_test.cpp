// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <QtTest>

#include "core/activations/vision_terms.h"
#include "core/catalog/catalog.h"
#include "tests/support/csv.h"
#include "tests/support/test_main.h"

using namespace zp;
using test::CsvRow;

namespace vision_saved {

const std::vector<CsvRow>& blocks() {
  static const std::vector<CsvRow> read = test::read_csv("saved-activations-vision.csv");
  return read;
}

std::string title(const CsvRow& row) {
  return row.text("preset") + (row.number("trained") > 0 ? ", trained" : ", frozen") +
         (row.number("autocast") > 0 ? ", autocast" : "");
}

NumericTypes types(bool autocasts) {
  NumericTypes types;
  types.products = Dtype::bf16;
  types.gathered = types.residual = autocasts ? Dtype::fp32 : Dtype::bf16;
  return types;
}

}  // namespace vision_saved

/// Tests against the bytes that PyTorch's autograd keeps of one block of a vision tower
/// (vision_saved_tensors.py).
class VisionSavedTest : public QObject {
  Q_OBJECT

 private slots:
  void saved_bytes_equal_autograd_data() {
    QTest::addColumn<int>("index");
    for (std::size_t i = 0; i < vision_saved::blocks().size(); ++i)
      QTest::newRow(vision_saved::title(vision_saved::blocks()[i]).c_str()) << static_cast<int>(i);
  }

  void saved_bytes_equal_autograd() {
    QFETCH(int, index);
    const CsvRow& row = vision_saved::blocks()[static_cast<std::size_t>(index)];
    const SharedModelPreset model = catalog().find_model(row.text("preset"));
    QVERIFY(model);
    const bool autocasts = row.number("autocast") > 0;
    const double patches = row.number("patches");
    const BlockBytes ours = tower_operations<BlockBytes>(
        model->vision, Training(), vision_saved::types(autocasts), {row.number("trained") > 0, false});
    double expected = row.number("bytes");
    // On a CPU a LayerNorm of 16 bits keeps mean and rstd in 16 bits, on a GPU in 32: two norms, 4 bytes
    // each.
    if (model->vision.norm == Norm::layernorm && !autocasts) expected += 2 * 4 * patches;
    QCOMPARE(ours.bytes_per_token() * patches, expected);
  }
};

ZP_TEST(VisionSavedTest)
#include "vision_saved_test.moc"
