// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/unstated/edit.h"

#include <QtTest>
#include <algorithm>

#include "core/catalog/catalog.h"
#include "core/catalog/programs.h"
#include "core/plan_file/plan_file.h"
#include "core/unstated/open_batch.h"
#include "tests/support/test_main.h"

using namespace zp;

/// Tests which settings count as stated after an edit.
class EditTest : public QObject {
  Q_OBJECT

 private:
  static PlanDocument plain() {
    return read_plan(R"({"model": {"preset": "llama-2-7b"}, "cluster": {"gpus_per_node": 8}})");
  }
  static PlanDocument edited(const PlanDocument& before, auto edit) {
    Plan next = before.plan;
    edit(next);
    return with_edit(before, next);
  }
  static bool is_marked(const PlanDocument& document, std::string_view path) {
    return std::ranges::count(document.text.stated_defaults, path) == 1;
  }

 private slots:
  void a_default_that_somebody_returned_to_is_stated_and_saved() {
    const PlanDocument grown = edited(plain(), [](Plan& plan) { plan.training.micro_batch_size = 4; });
    QVERIFY(!is_marked(grown, "training.micro_batch_size"));  // its value says so
    const PlanDocument back = edited(grown, [](Plan& plan) { plan.training.micro_batch_size = 1; });
    QVERIFY(is_marked(back, "training.micro_batch_size"));
    QVERIFY(open_batch_of(plain()).micro_batch && !open_batch_of(back).micro_batch);
    QVERIFY(read_plan(write_plan(back)) == back);
  }
  void a_default_that_moves_with_another_setting_is_not_stated() {
    const PlanDocument moved = edited(plain(), [](Plan& plan) {
      const Catalog& presets = catalog();
      plan.cluster.gpu = gpu_from_preset(presets.find_gpu("h100-sxm5-80gb"));
      plan.cluster.intra_node = default_intra_node(plan.cluster);
    });
    QVERIFY(!is_marked(moved, "cluster.intra_node.gb_per_s"));
  }
  void a_value_that_the_program_moves_is_not_stated() {
    const PlanDocument moved =
        edited(plain(), [](Plan& plan) { plan.training.program = program_named("trl"); });
    QVERIFY(moved.plan.training.micro_batch_size != 1);
    QVERIFY(moved.text.stated_defaults == plain().text.stated_defaults);
  }
  void a_chosen_rate_counts_as_known() {
    const double usual = plain().plan.cluster.inter_node.gb_per_s;
    const PlanDocument faster = edited(plain(), [](Plan& plan) { plan.cluster.inter_node.gb_per_s = 50; });
    const PlanDocument back =
        edited(faster, [usual](Plan& plan) { plan.cluster.inter_node.gb_per_s = usual; });
    QVERIFY(back.plan.cluster.stated_defaults.network && !plain().plan.cluster.stated_defaults.network);
  }
};

ZP_TEST(EditTest)
#include "edit_test.moc"
