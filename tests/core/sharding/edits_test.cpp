// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sharding/edits.h"

#include <QtTest>

#include "core/catalog/catalog.h"
#include "core/rules/check_plan.h"
#include "tests/support/test_main.h"

using namespace zp;

namespace {

SharedModelPreset model_named(const char* id) { return catalog().find_model(id); }
SharedGpuPreset gpu_named(const char* id) { return catalog().find_gpu(id); }

Plan plan_of(const char* model) {
  Plan plan = example_plan().plan;
  plan.model = model_from_preset(model_named(model));
  return plan;
}

}  // namespace

class EditsTest : public QObject {
  Q_OBJECT

 private slots:
  void preset_keeps_a_sequence_the_model_can_do() {
    Plan plan = plan_of("llama-2-7b");
    plan.training.sequence_length = 2048;
    QCOMPARE(edits::set_model_preset(plan, model_named("llama-3.1-8b")).training.sequence_length, 2048);
  }
  void preset_holds_the_sequence_to_its_maximum() {
    Plan plan = plan_of("llama-2-7b");
    plan.training.sequence_length = 4096;
    QCOMPARE(edits::set_model_preset(plan, model_named("gpt-2-124m")).training.sequence_length, 1024);
  }

  void parameters_take_the_typical_shape() {
    const Plan plan = edits::set_parameters(plan_of("llama-2-7b"), 13'000'000'000);
    QCOMPARE(plan.model.source, ModelSource::parameters);
    QCOMPARE(plan.model.stated_parameters, Params(13'000'000'000));
    QVERIFY(plan.model.architecture.layers > 0);
  }

  void layers_make_a_custom_shape_of_the_same_build() {
    const Plan before = plan_of("llama-2-7b");
    const Plan after = edits::set_layers(before, 40);
    QCOMPARE(after.model.source, ModelSource::architecture);
    QVERIFY(!after.model.preset);
    Architecture expected = before.model.architecture;
    expected.layers = 40;
    QVERIFY(after.model.architecture == expected);
    QVERIFY(edits::set_layers(before, 32) == before);
  }
  void layers_hold_the_dense_ones() {
    const Plan plan = edits::set_layers(plan_of("deepseek-v3-671b"), 2);
    QCOMPARE(plan.model.architecture.dense_layers, 2);
  }

  void hidden_size_scales_heads_and_widths_data() {
    QTest::addColumn<QByteArray>("model");
    QTest::addColumn<qint64>("hidden");
    QTest::addColumn<qint64>("heads");
    QTest::addColumn<qint64>("kv_heads");
    QTest::addColumn<qint64>("intermediate");
    QTest::newRow("7B to 13B") << QByteArray("llama-2-7b") << qint64{5120} << qint64{40} << qint64{40}
                               << qint64{13824};
    QTest::newRow("7B doubled") << QByteArray("llama-2-7b") << qint64{8192} << qint64{64} << qint64{64}
                                << qint64{22016};
    QTest::newRow("grouped heads stay grouped")
        << QByteArray("llama-3-8b") << qint64{8192} << qint64{64} << qint64{16} << qint64{28672};
    QTest::newRow("whole ratio stays exact")
        << QByteArray("gpt-2-124m") << qint64{1024} << qint64{16} << qint64{16} << qint64{4096};
    QTest::newRow("groups that do not divide")
        << QByteArray("llama-3-8b") << qint64{640} << qint64{5} << qint64{1} << qint64{2304};
    QTest::newRow("heads wider than the model")
        << QByteArray("gemma-7b") << qint64{6144} << qint64{32} << qint64{32} << qint64{49152};
  }
  void hidden_size_scales_heads_and_widths() {
    QFETCH(QByteArray, model);
    QFETCH(qint64, hidden);
    const Plan before = plan_of(model.constData());
    const Plan after = edits::set_hidden_size(before, hidden);
    const Architecture& shape = after.model.architecture;
    QCOMPARE(shape.hidden_size, hidden);
    QTEST(static_cast<qint64>(shape.attention_heads), "heads");
    QTEST(static_cast<qint64>(shape.kv_heads), "kv_heads");
    QTEST(static_cast<qint64>(shape.intermediate_size), "intermediate");
    QCOMPARE(shape.head_dim, before.model.architecture.head_dim);
    QVERIFY(is_usable(check(after)));
  }
  void hidden_size_and_back_is_where_it_was() {
    const Plan before = edits::make_custom_shape(plan_of("llama-2-7b"));
    for (const std::int64_t hidden : {2048, 5120, 8192, 12288})
      QVERIFY2(edits::set_hidden_size(edits::set_hidden_size(before, hidden), 4096) == before,
               qPrintable(QString::number(hidden)));
  }
  void hidden_size_the_head_dimension_does_not_divide_keeps_the_heads() {
    const Plan plan = edits::set_hidden_size(plan_of("phi-2"), 3072);  // 32 heads of 80
    QCOMPARE(plan.model.architecture.attention_heads, 32);
    QCOMPARE(plan.model.architecture.head_dim, 96);
    QVERIFY(is_usable(check(plan)));
  }
  void hidden_size_no_head_divides_is_kept_for_check_to_refuse() {
    const Plan plan = edits::set_hidden_size(plan_of("llama-2-7b"), 4100);
    QCOMPARE(plan.model.architecture.hidden_size, 4100);
    QCOMPARE(plan.model.architecture.attention_heads, 32);
    QVERIFY(!is_usable(check(plan)));
    QVERIFY(edits::set_hidden_size(plan, 4096) == edits::make_custom_shape(plan_of("llama-2-7b")));
  }

  void gpu_brings_its_memory_and_links() {
    const SharedGpuPreset h100 = gpu_named("h100-sxm5-80gb");
    const Plan plan = edits::set_gpu_preset(Plan(), h100);
    QVERIFY(plan.cluster.gpu == gpu_from_preset(h100));
    QVERIFY(plan.cluster.intra_node == default_intra_node(plan.cluster.gpu));
    QVERIFY(plan.cluster.host_link == default_host_link(plan.cluster.gpu));
  }
  void gpu_brings_its_host() {
    const Plan one = edits::set_gpu_preset(Plan(), gpu_named("gb200-per-gpu-186gb"));
    QCOMPARE(one.cluster.cpu_memory_gb_per_s, 4 * 384.0);
    const Plan tray = edits::set_gpus_per_node(one, 4);
    QCOMPARE(tray.cluster.cpu_memory_gb_per_s, 2 * 384.0);
    QCOMPARE(tray.cluster.cpu_memory_gib, 2 * 478.5);
    QCOMPARE(tray.cluster.cpu_cores, 144);
    QVERIFY(host_of(edits::set_gpu_preset(tray, Plan().cluster.gpu.preset).cluster) ==
            host_of(Plan().cluster));
  }
  void a_figure_of_the_host_somebody_chose_stays() {
    Plan plan;
    plan.cluster.cpu_memory_gib = 512;
    plan = edits::set_gpu_preset(plan, gpu_named("gh200-96gb"));
    QCOMPARE(plan.cluster.cpu_memory_gib, 512.0);
    QCOMPARE(plan.cluster.cpu_cores, 8 * 72);
  }
  void a_link_somebody_chose_stays() {
    Plan plan = edits::set_link_speed(Plan(), edits::LinkPlace::intra_node, 123);
    plan = edits::set_gpu_preset(plan, gpu_named("h100-sxm5-80gb"));
    QCOMPARE(plan.cluster.intra_node.gb_per_s, 123.0);
    QVERIFY(plan.cluster.host_link == default_host_link(plan.cluster.gpu));
  }
  void own_figures_keep_the_numbers() {
    const Plan plan = edits::set_gpu_preset(Plan(), {});
    QVERIFY(!plan.cluster.gpu.preset);
    QCOMPARE(plan.cluster.gpu.memory_gib, Plan().cluster.gpu.memory_gib);
  }

  void a_shared_link_is_divided_anew() {
    const auto shared = std::ranges::find_if(catalog().links, [](const SharedLinkPreset& link) {
      return link->shared_by_node && link->kind == LinkKind::inter_node;
    });
    QVERIFY(shared != catalog().links.end());
    const Plan eight = edits::set_link_preset(Plan(), edits::LinkPlace::inter_node, *shared);
    const Plan four = edits::set_gpus_per_node(eight, 4);
    QCOMPARE(four.cluster.inter_node.gb_per_s, 2 * eight.cluster.inter_node.gb_per_s);
    QVERIFY(edits::set_gpus_per_node(four, 8) == eight);
  }
  void a_link_figure_of_ones_own_is_not() {
    const Plan plan = edits::set_link_speed(Plan(), edits::LinkPlace::inter_node, 12.5);
    QCOMPARE(edits::set_gpus_per_node(plan, 4).cluster.inter_node.gb_per_s, 12.5);
  }

  void pinning_follows_the_release_until_somebody_chooses() {
    Plan plan;
    QVERIFY(plan.zero.offload_optimizer.pin_memory);
    plan = edits::set_deepspeed_version(plan, {0, 18, 0});
    QVERIFY(!plan.zero.offload_optimizer.pin_memory);
    plan.zero.offload_optimizer.pin_memory = true;
    plan = edits::set_deepspeed_version(plan, {0, 17, 0});
    QVERIFY(plan.zero.offload_optimizer.pin_memory);
    QVERIFY(!plan.zero.offload_param.pin_memory);
  }
};

ZP_TEST(EditsTest)
#include "edits_test.moc"
