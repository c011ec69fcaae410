// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/speed/elementwise.h"

#include <QtTest>
#include <cmath>

#include "core/catalog/catalog.h"
#include "core/plan/plan.h"
#include "core/sharding/types_of.h"
#include "tests/support/test_main.h"

using namespace zp;

namespace {

Elementwise kernels_of(const Plan& plan) {
  return elementwise_kernels(plan.model.architecture, plan.training, types_of(plan));
}

}  // namespace

class ElementwiseTest : public QObject {
  Q_OBJECT

 private slots:
  /// Queries and keys of ESM-2 and GPT-NeoX are rotated in steps (transformers
  /// models/esm/modeling_esm.py and models/gpt_neox/modeling_gpt_neox.py, apply_rotary_pos_emb): two
  /// products, a sum, a negation and a join, nine reads and writes of each element.
  void blocks_without_learned_positions_rotate_queries_and_keys() {
    Plan plan;
    plan.model = model_from_preset(catalog().find_model("gpt2"));
    Architecture& shape = plan.model.architecture;
    const Elementwise learned = kernels_of(plan);
    QVERIFY(shape.learned_positions > 0);
    shape.learned_positions = 0;
    const double width = 2.0 * static_cast<double>(shape.hidden_size);
    QVERIFY(std::abs(kernels_of(plan).forward - learned.forward - width * 9 * 2) < 1e-6);
    QVERIFY(std::abs(kernels_of(plan).backward - learned.backward - width * 9 * 2) < 1e-6);
    QCOMPARE(kernels_of(plan).kernels, learned.kernels + 10);
  }
};

ZP_TEST(ElementwiseTest)
#include "elementwise_test.moc"
