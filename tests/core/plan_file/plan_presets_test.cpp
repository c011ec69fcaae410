// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan_file/plan_presets.h"

#include <QtTest>
#include <string>

#include "core/catalog/catalog.h"
#include "core/catalog/preset_rows.h"
#include "core/plan_file/plan_file.h"
#include "core/settings/plan_settings.h"
#include "tests/support/test_main.h"

using namespace zp;

namespace {

constexpr const char* card =
    R"({"name": "Lab card", "memory_gib": 47.5, "bf16_tflops": 181, "memory_gb_per_s": 864, "pcie_gb_per_s": 31.5, "rack": 7})";
constexpr const char* lab_model_row =
    R"({"name": "Lab 1B", "architecture": {"block": "llama", "hidden_size": 2048, "layers": 16,
        "attention_heads": 16, "intermediate_size": 5632, "vocab_size": 32000}})";

/// Returns the presets of a user who has these two.
const Catalog& of_user() {
  static const Catalog presets = catalog_with(
      {read_own_preset(PresetKind::gpu, card), read_own_preset(PresetKind::model, lab_model_row)});
  return presets;
}

PlanDocument plan_naming(const char* brought = "", const Catalog& presets = of_user()) {
  return read_plan(
      std::string(R"({"model": {"preset": "lab-1b"}, "cluster": {"gpu": {"preset": "Lab card"}})") + brought +
          "}",
      presets);
}

const GpuPreset& gpu_of(const PlanDocument& document) { return *document.plan.cluster.gpu.preset; }

}  // namespace

/// Tests of plans with presets that are not shipped.
class PlanPresetsTest : public QObject {
  Q_OBJECT

 private slots:
  void a_plan_says_the_same_where_its_presets_are_not() {
    const PlanDocument here = plan_naming();
    const std::string text = write_plan(here);
    QVERIFY2(text.find("\"rack\": 7") != std::string::npos, text.c_str());
    QVERIFY_THROWS_EXCEPTION(FileError, plan_naming("", catalog()));
    const PlanDocument there = read_plan(text);
    QVERIFY(there == here);
    QCOMPARE(write_plan(there), text);
    QCOMPARE(gpu_of(there).name, std::string("Lab card"));
    QVERIFY(differing_presets(there.plan, catalog()).empty());
    QVERIFY(differing_presets(there.plan, of_user()).empty());
  }

  void two_readings_of_one_file_are_equal_and_leave_nothing_behind() {
    const std::string text = write_plan(plan_naming());
    const PlanDocument first = read_plan(text), second = read_plan(text);
    QVERIFY(first == second);
    QVERIFY(first.plan.cluster.gpu.preset.get() != second.plan.cluster.gpu.preset.get());
    QVERIFY(!catalog().find_gpu("lab-card"));
    QVERIFY_THROWS_EXCEPTION(FileError, plan_naming("", catalog()));
  }

  void the_plans_own_counts_before_the_one_here() {
    const PlanDocument plan = plan_naming(
        R"(, "presets": {"gpus": [{"name": "Lab card", "memory_gib": 40, "bf16_tflops": 181, "memory_gb_per_s": 864, "pcie_gb_per_s": 31.5}]})");
    QCOMPARE(plan.plan.cluster.gpu.memory_gib, 40.0);
    QCOMPARE(differing_presets(plan.plan, of_user()).size(), std::size_t{1});
    QVERIFY(differing_presets(plan.plan, of_user())
                .front()
                .starts_with("cluster.gpu.preset: the plan brings lab-card along"));
    QVERIFY(differing_presets(plan_naming().plan, of_user()).empty());
    const PlanDocument shadowing = read_plan(
        R"({"model": {"parameters": 1e9}, "cluster": {"gpu": {"preset": "a100-sxm4-80gb"}}, "presets": {"gpus": [{"name": "A100 SXM4 80GB", "memory_gib": 40, "bf16_tflops": 181, "memory_gb_per_s": 864, "pcie_gb_per_s": 31.5}]}})");
    QCOMPARE(shadowing.plan.cluster.gpu.memory_gib, 40.0);  // the id was free when the plan was made
    QVERIFY(read_plan(write_plan(shadowing)) == shadowing);
  }

  void a_figure_beside_the_preset_is_written_beside_it() {
    const PlanDocument plan =
        with_settings(plan_naming(), std::vector<KeySetting>{{"cluster.gpu.memory_gib", "40"}});
    QCOMPARE(plan.plan.cluster.gpu.memory_gib, 40.0);
    QCOMPARE(gpu_of(plan).memory_gib, 47.5);
    QVERIFY(read_plan(write_plan(plan)) == plan);
  }

  void what_is_named_no_longer_is_brought_no_longer() {
    PlanDocument plan = plan_naming();
    plan.plan = edits::set_gpu_preset(plan.plan, catalog().find_gpu("h100-sxm5-80gb"));
    plan.plan = edits::set_model_preset(plan.plan, catalog().find_model("llama-2-7b"));
    QVERIFY(write_plan(plan).find("presets") == std::string::npos);
  }

  void two_states_of_one_preset_are_both_meant() {
    const char* wire = R"({"name": "Wire", "kind": "inter_node", "gb_per_s": 12.5})";
    const AnyPreset before = read_own_preset(PresetKind::link, wire);
    const AnyPreset after =
        read_own_preset(PresetKind::link, row_with(PresetKind::link, wire, "gb_per_s", "25"));
    PlanDocument plan = plan_naming();
    plan.plan = edits::set_link_preset(plan.plan, edits::LinkPlace::inter_node, *before.link());
    plan.plan = edits::set_link_preset(plan.plan, edits::LinkPlace::host, *after.link());
    const PlanDocument again = read_plan(write_plan(plan));
    QCOMPARE(again.plan.cluster.inter_node.gb_per_s, 12.5);
    QCOMPARE(again.plan.cluster.host_link.gb_per_s, 25.0);
    const Plan one = with_replaced_preset(plan.plan, before, after);
    QCOMPARE(one.cluster.inter_node.gb_per_s, 25.0);
    QCOMPARE(one.cluster.inter_node.preset, *after.link());
  }

  void what_is_brought_and_cannot_be_used_is_refused_data() {
    QTest::addColumn<QByteArray>("brought");
    QTest::addColumn<QByteArray>("path");
    const auto row = [](const char* name, const char* brought, const char* path) {
      QTest::newRow(name) << QByteArray(brought) << QByteArray(path);
    };
    row("no list", R"(, "presets": {"gpus": {}})", "presets.gpus");
    row("no object", R"(, "presets": {"gpus": [1]})", "presets.gpus.0");
    row("no name", R"(, "presets": {"gpus": [{}]})", "presets.gpus.0.name");
    row("no figure", R"(, "presets": {"gpus": [{"name": "Lab card"}]})", "presets.gpus.0.memory_gib");
  }
  void what_is_brought_and_cannot_be_used_is_refused() {
    QFETCH(QByteArray, brought);
    QFETCH(QByteArray, path);
    try {
      (void)plan_naming(brought.constData());
      QFAIL("was taken");
    } catch (const FileError& error) {
      QCOMPARE(QByteArray::fromStdString(error.path()), path);
      QVERIFY2(std::string(error.what()).starts_with("presets.gpus"), error.what());
    }
  }

  void presets_are_made_of_a_plan() {
    const PlanDocument plan = read_plan(R"({"model": {"preset": "mixtral-8x7b"},
      "cluster": {"gpu": {"preset": "h100-sxm5-80gb", "memory_gib": 70}, "inter_node": {"gb_per_s": 33}}})");
    const AnyPreset my_mix = read_own_preset(PresetKind::model, model_preset_of(plan.plan, "My mix"));
    QCOMPARE(model_from_preset(*my_mix.model()).architecture, plan.plan.model.architecture);
    const AnyPreset my_card = read_own_preset(PresetKind::gpu, gpu_preset_of(plan.plan, "My card"));
    QCOMPARE(gpu_from_preset(*my_card.gpu()).memory_gib, 70.0);
    QCOMPARE(default_intra_node(gpu_from_preset(*my_card.gpu())), plan.plan.cluster.intra_node);
    const AnyPreset my_wire =
        read_own_preset(PresetKind::link, link_preset_of(plan.plan, edits::LinkPlace::inter_node, "My wire"));
    QCOMPARE(link_from_preset(*my_wire.link(), 8).gb_per_s, 33.0);
  }

  /// A preset keeps the watts that the plan states, and its GPU's where it states none.
  void a_gpu_preset_keeps_its_watts() {
    const auto watts_of = [](const char* stated) {
      const PlanDocument plan =
          read_plan(R"({"model": {"preset": "gpt2"}, "cluster": {"gpu": {"preset": "h100-sxm5-80gb"})" +
                    std::string(stated) + "}}");
      const AnyPreset made = read_own_preset(PresetKind::gpu, gpu_preset_of(plan.plan, "My card"));
      return (*made.gpu())->watts;
    };
    QCOMPARE(watts_of(R"(, "gpu_watts": 500)"), 500.0);
    QCOMPARE(watts_of(""), (*catalog().find_gpu("h100-sxm5-80gb")).watts);
  }

  /// Large messages reach the same share of a link whose nominal speed the plan changes.
  void a_link_preset_keeps_its_share() {
    const PlanDocument plan = read_plan(R"({"model": {"preset": "gpt2"}, "cluster": {"intra_node":
        {"preset": "nvlink-3-a100-nvswitch", "gb_per_s": 150}}})");
    const LinkPreset& shipped = *plan.plan.cluster.intra_node.preset;
    const AnyPreset made =
        read_own_preset(PresetKind::link, link_preset_of(plan.plan, edits::LinkPlace::intra_node, "Half"));
    QVERIFY(shipped.gb_per_s > 0 && shipped.effective_gb_per_s > 0);
    QCOMPARE((*made.link())->effective_gb_per_s, shipped.effective_gb_per_s * 150 / shipped.gb_per_s);
  }

  /// The parameters that a plan freezes stay frozen where the preset that it names was edited.
  void an_edited_preset_leaves_frozen_parameters() {
    const PlanDocument plan = read_plan(
        R"({"model": {"preset": "lab-1b", "frozen_parameters": 1000}, "cluster": {"gpu": {"preset": "Lab card"}}})",
        of_user());
    const AnyPreset larger = read_own_preset(
        PresetKind::model, R"({"name": "Lab 1B", "architecture": {"block": "llama", "hidden_size": 4096,
        "layers": 16, "attention_heads": 16, "intermediate_size": 5632, "vocab_size": 32000}})");
    const Plan after = with_replaced_preset(plan.plan, AnyPreset(plan.plan.model.preset), larger);
    QCOMPARE(after.model.architecture.hidden_size, 4096);
    QCOMPARE(after.model.architecture.frozen_parameters, 1000);
  }

  void every_shipped_shape_can_be_a_preset_of_ones_own() {
    for (const SharedModelPreset& each : catalog().models) {
      const Plan plan = edits::set_model_preset(example_plan().plan, each);
      const AnyPreset copy =
          read_own_preset(PresetKind::model, model_preset_of(plan, "Copy of " + each->name));
      QVERIFY2((*copy.model())->architecture == each->architecture, each->id.c_str());
    }
  }

  void a_count_and_a_list_of_tensors_have_no_shape_to_keep() {
    for (const char* way :
         {R"({"model": {"parameters": 1e9}})", R"({"model": {"tensors": [{"shape": [4, 4]}]}})"})
      QVERIFY_THROWS_EXCEPTION(FileError, model_preset_of(read_plan(way).plan, "A"));
  }
};

ZP_TEST(PlanPresetsTest)
#include "plan_presets_test.moc"
