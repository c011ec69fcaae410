// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/speed/checkpoint_times.h"

#include <QtTest>
#include <algorithm>
#include <cmath>

#include "core/catalog/catalog.h"
#include "tests/support/csv.h"
#include "tests/support/test_main.h"

using namespace zp;

namespace {

constexpr double parameters = 70'553'706'496;  // Llama 3.1 70B

Plan saved_plan(int stage) {
  Plan plan;
  plan.model = model_from_preset(catalog().find_model("llama-3.1-70b"));
  plan.cluster.nodes = 4;
  plan.zero.stage = stage;
  plan.cluster.storage = {.write_gb_per_s = 2,
                          .read_gb_per_s = 4,
                          .total_write_gb_per_s = 0,
                          .total_read_gb_per_s = 0,
                          .process_write_gb_per_s = 0.5,
                          .process_read_gb_per_s = 1};
  return plan;
}

CheckpointTimes times_of(const Plan& plan, double step_seconds = 0) {
  return checkpoint_times(plan, saved_checkpoint(plan), step_seconds);
}

bool is_near(double value, double expected) { return std::abs(value - expected) <= 1e-9 * expected; }

}  // namespace

/// Tests of a 70B model on 4 nodes of 8 GPUs.
class CheckpointTimesTest : public QObject {
  Q_OBJECT

 private slots:
  void shards_are_written_by_all_ranks_at_the_nodes_speed() {
    const CheckpointTimes times = times_of(saved_plan(3));  // 12 bytes a parameter, a quarter of them a node
    QVERIFY(is_near(times.save.seconds, 12 * parameters / 4 / 2e9));
    QCOMPARE(times.save.limit, StorageLimit::node);
    QVERIFY(is_near(times.load.seconds, 12 * parameters / 4 / 4e9));
  }

  void slow_processes_bind_where_nodes_are_fast() {
    Plan plan = saved_plan(3);
    plan.cluster.storage.write_gb_per_s = 100;
    const CheckpointTimes times = times_of(plan);
    QVERIFY(is_near(times.save.seconds, 12 * parameters / 32 / 0.5e9));
    QCOMPARE(times.save.limit, StorageLimit::process);
  }

  void shared_storage_binds_all_nodes() {
    Plan plan = saved_plan(3);
    plan.cluster.storage.total_write_gb_per_s = 3;
    plan.cluster.storage.total_read_gb_per_s = 5;
    const CheckpointTimes times = times_of(plan);
    QVERIFY(is_near(times.save.seconds, 12 * parameters / 3e9));
    QCOMPARE(times.save.limit, StorageLimit::shared);
    QVERIFY(is_near(times.load.seconds, 12 * parameters / 5e9));
    QCOMPARE(times.load.limit, StorageLimit::shared);
  }

  /// The first rank writes the module besides its own states, and every rank reads it.
  void below_stage_3_the_first_rank_writes_the_module() {
    const CheckpointTimes times = times_of(saved_plan(2));
    QVERIFY(is_near(times.save.seconds, (2 * parameters + 12 * parameters / 32) / 0.5e9));
    QCOMPARE(times.save.limit, StorageLimit::process);
    QVERIFY(is_near(times.load.seconds, (8 * 2 * parameters + 12 * parameters / 4) / 4e9));
    QCOMPARE(times.gather, 0.0);
  }

  void a_pipelines_stages_write_their_modules_at_once() {
    Plan plan = saved_plan(1);
    plan.training.pipeline_parallel = 4;
    QVERIFY(times_of(plan).save.seconds < times_of(saved_plan(1)).save.seconds / 2);
  }

  void the_whole_model_is_gathered_and_written_by_one() {
    const CheckpointTimes times = times_of(saved_plan(3));
    QVERIFY(is_near(times.model.seconds, 2 * parameters / 0.5e9));
    const double at_25_gb_per_s_a_gpu = 2 * parameters / (8 * 25e9);
    QVERIFY2(times.gather > at_25_gb_per_s_a_gpu && times.gather < 2 * at_25_gb_per_s_a_gpu,
             qPrintable(QString::number(times.gather)));
  }

  void adapters_are_written_alone() {
    Plan plan = saved_plan(3);
    QCOMPARE(times_of(plan).adapters.seconds, 0.0);
    plan.training.lora.rank = 8;
    const double bytes = static_cast<double>(saved_checkpoint(plan).adapters.value());
    QVERIFY(is_near(times_of(plan).adapters.seconds, bytes / 0.5e9));
  }

  void converting_is_one_process_and_four_workers() {
    Plan plan = saved_plan(3);
    QVERIFY(is_near(times_of(plan).to_fp32_model, 4 * parameters / 1e9 + 4 * parameters / 0.5e9));
    const double of_four = 12 * parameters / 4e9 + 12 * parameters / 2e9;
    const double of_two = 12 * parameters / 2e9 + 12 * parameters / 1e9;
    QVERIFY(is_near(times_of(plan).to_universal, of_four + of_two));
    plan.target.deepspeed_version = {0, 15, 4};  // this release reads everything
    QVERIFY(is_near(times_of(plan).to_fp32_model, 12 * parameters / 1e9 + 4 * parameters / 0.5e9));
    plan.training.optimizer = Optimizer::lion;
    QCOMPARE(times_of(plan).to_universal, 0.0);
  }

  void trainer_writes_the_model_too_where_it_can() {
    Plan plan = saved_plan(3);
    QCOMPARE(times_of(plan).pause, times_of(plan).save.seconds);
    plan.target.flavour = Flavour::hf_trainer;
    QCOMPARE(times_of(plan).pause, times_of(plan).save.seconds);
    plan.zero.stage3_gather_16bit_weights_on_model_save = true;
    const CheckpointTimes gathered = times_of(plan);
    QVERIFY(is_near(gathered.pause, gathered.save.seconds + gathered.gather + gathered.model.seconds));
    plan.training.lora.rank = 8;
    const CheckpointTimes adapted = times_of(plan);
    QVERIFY(is_near(adapted.pause, adapted.save.seconds + adapted.adapters.seconds));
  }

  void saving_more_often_costs_more_of_the_run() {
    Plan plan = saved_plan(3);
    plan.training.save_steps = 100;
    const CheckpointTimes times = times_of(plan, 10);
    QVERIFY(is_near(times.share_of_run, times.pause / (times.pause + 1000)));
    plan.training.save_steps = 0;
    QCOMPARE(times_of(plan, 10).share_of_run, 0.0);
    QCOMPARE(times_of(saved_plan(3), 0).share_of_run, 0.0);
  }

  /// If the source measured its drives, the rate of one process decides; otherwise the default of a node is
  /// compared with the measurement.
  void published_saves() {
    test::ErrorTable known("saves on measured drives"), guessed("saves on storage nobody measured");
    double worst_factor = 1;
    for (const test::CsvRow& row : test::read_csv("checkpoint-times.csv")) {
      const double bytes = row.number("bytes_gb") * 1e9, nodes = row.number("nodes");
      const StorageLoad load{bytes / row.number("processes"), bytes / nodes, bytes};
      Storage storage;
      if (row.has("drives_gb_per_s"))
        storage.write_gb_per_s = storage.read_gb_per_s = row.number("drives_gb_per_s");
      const bool writes = row.text("kind") == "write";
      const double seconds = (writes ? time_to_write(load, storage) : time_to_read(load, storage)).seconds;
      const double measured = row.number("seconds");
      (row.has("drives_gb_per_s") ? known : guessed).add(row.text("id"), seconds, measured);
      worst_factor = std::max({worst_factor, seconds / measured, measured / seconds});
    }
    qInfo("%s", known.summary().c_str());
    qInfo("%s; within a factor of %.1f", guessed.summary().c_str(), worst_factor);
    QVERIFY(known.median() < 0.1);
    QVERIFY(guessed.median() < 0.75);
    QVERIFY(worst_factor < 5.5);
  }
};

ZP_TEST(CheckpointTimesTest)
#include "checkpoint_times_test.moc"
