// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/calibrate/calibrate_logs.h"

#include <QtTest>
#include <cmath>
#include <string>
#include <vector>

#include "core/diagnosis/named_log.h"
#include "core/estimate/figures.h"
#include "core/plan_file/plan_file.h"
#include "tests/support/test_main.h"

using namespace zp;

namespace {

PlanDocument plan() {
  return read_plan(R"({"model": {"preset": "llama-2-7b"}, "zero": {"stage": 2},
      "training": {"gradient_accumulation_steps": 4}})");
}

/// Returns DeepSpeed's throughput lines of a run that is `share` times as fast as the plan says.
std::string throughput(const PlanDocument& run, double share) {
  const double rate =
      static_cast<double>(train_batch_size(run.plan)) / figures_of(run.plan).time.total * share;
  std::string text;
  for (int step = 10; step <= 50; step += 10)
    text += "[2024-01-01 00:00:00,000] [INFO] [timer.py:260:stop] epoch=0/micro_step=" +
            std::to_string(4 * step) + "/global_step=" + std::to_string(step) +
            ", RunningAvgSamplesPerSec=" + std::to_string(rate) +
            ", CurrSamplesPerSec=" + std::to_string(rate) + ", MemAllocated=14.9GB, MaxMemAllocated=30.1GB\n";
  return text;
}

LogCalibration calibrate_on(const PlanDocument& document, const std::vector<std::string>& texts) {
  std::vector<NamedLog> logs;
  for (const std::string& text : texts)
    logs.push_back(log_of_text(text, "run" + std::to_string(logs.size() + 1) + ".log"));
  return calibrate(document, logs);
}

}  // namespace

/// Tests of a machine's constants from the logs of its runs.
class CalibrateLogsTest : public QObject {
  Q_OBJECT

 private slots:
  void a_rate_is_the_time_of_a_step() {
    const LogCalibration found = calibrate_on(plan(), {throughput(plan(), 0.8)});
    QVERIFY(found.left_out.empty());
    QCOMPARE(found.figures.size(), std::size_t{1});
    const UsedFigure& used = found.figures.front();
    QCOMPARE(used.quantity, ObservedQuantity::samples_per_s);
    QVERIFY(used.measured < used.before);
    QVERIFY(used.after < used.before && used.after > used.measured);
    QVERIFY(found.calibration.measured.compute < 0.9);
    QCOMPARE(found.calibration.measured.runs.one_node, 1);
  }

  void passes_say_more_than_the_whole_step() {
    const std::string passes =
        "time (ms) | forward: 2000.00 | backward: 4000.00 | backward_inner: 3900.00 | "
        "backward_allreduce: 100.00 | step: 60.00\n";
    const LogCalibration found =
        calibrate_on(plan(), {throughput(plan(), 0.8) + passes + passes + passes + passes});
    QVERIFY(!found.figures.empty());
    for (const UsedFigure& used : found.figures)
      QVERIFY2(name_of(used.quantity).starts_with("step."), std::string(name_of(used.quantity)).c_str());
  }

  void what_the_log_states_otherwise_is_followed_and_the_plan_stays() {
    PlanDocument other = plan();
    other.plan.zero.stage = 3;
    const std::string text = "[INFO] [config.py:1000:print]   zero_optimization_stage ...... 3\n";
    const LogCalibration found = calibrate_on(plan(), {text + throughput(other, 1)});
    QCOMPARE(found.figures.size(), std::size_t{1});
    // The run is as fast as stage 3 should be, so nothing is learned from its being slower than stage 2.
    QVERIFY2(
        found.calibration.changed.empty(),
        found.calibration.changed.empty() ? "" : std::to_string(found.calibration.measured.compute).c_str());
  }

  void a_log_that_measures_nothing_is_left_out_and_said() {
    const LogCalibration found = calibrate_on(plan(), {"hello\n", throughput(plan(), 0.9)});
    QCOMPARE(found.left_out.size(), std::size_t{1});
    QVERIFY(found.left_out.front().starts_with("run1.log is not used: "));
    QCOMPARE(found.figures.front().place.log, std::size_t{1});
    QVERIFY(calibrate_on(plan(), {"hello\n"}).figures.empty());
  }

  /// The allocator reserved 10 % beyond its tensors, and nvidia-smi shows 2 GiB beyond that reserve.
  void the_memory_of_a_run_says_what_lies_beside_the_tensors() {
    const std::string allocated = R"(, "max_allocated": 42949672960)",
                      reserved = R"(, "max_reserved": 47244640256)", seen = R"(, "used": 49392123904)";
    const auto probe = [](const std::string& memory) {
      return R"({"zero_planner": 1, "phase": "forward", "rank": 0, "step": 3)" + memory + "}\n";
    };
    const auto runs = [&](const std::string& memory) {
      return calibrate_on(plan(), {probe(memory)}).calibration.measured.runs;
    };
    const LogCalibration found = calibrate_on(plan(), {probe(allocated + reserved + seen)});
    QCOMPARE(found.figures.size(), std::size_t{2});
    QCOMPARE(found.calibration.measured.runs.reserve, 1);
    QCOMPARE(found.calibration.measured.runs.driver, 1);
    const GpuMemory gpu = figures_of(plan().plan).estimate.gpu;
    const double share = ratio(gpu.peak_reserved, gpu.peak_allocated) - 1,
                 beside = to_gib(gpu.peak - gpu.peak_reserved);
    QCOMPARE(found.calibration.measured.reserve > 1, 0.1 > share);
    QCOMPARE(found.calibration.measured.context > 1, 2 > beside);
    QCOMPARE(runs(allocated + reserved).reserve, 1);
    QCOMPARE(runs(allocated + reserved).driver, 0);
    QCOMPARE(runs(reserved + seen).reserve, 0);
    QCOMPARE(runs(reserved + seen).driver, 1);
    QCOMPARE(runs(allocated + seen).all(), 0);  // nothing says what the allocator reserved
    // Less reserved than allocated, as of two runs in one log, says nothing.
    QCOMPARE(runs(R"(, "max_allocated": 47244640256, "max_reserved": 42949672960)").all(), 0);
  }

  /// Constants that were learned before are the prior, and the log is compared with them.
  void a_calibration_from_a_log_goes_on_from_the_last() {
    Measured start;
    start.compute = 0.8;
    start.runs.one_node = 5;
    PlanDocument slow = plan();
    slow.plan.cluster.measured = start;
    const std::vector<NamedLog> logs = {log_of_text(throughput(slow, 1), "run.log")};
    const LogCalibration found = calibrate(plan(), logs, start);
    QVERIFY(found.calibration.changed.empty());
    QCOMPARE(found.calibration.measured.compute, 0.8);
    QCOMPARE(found.calibration.measured.runs.one_node, 6);
    const UsedFigure& used = found.figures.front();
    QVERIFY(std::abs(used.before / used.measured - 1) < 0.01);
    QVERIFY(std::abs(used.after / used.before - 1) < 1e-9);
  }

  void a_machine_is_named_by_nodes_and_gpus() {
    Plan one = plan().plan;
    QCOMPARE(machine_name(one), std::string("8 × A100 SXM4 80GB"));
    one.cluster.nodes = 2;
    QCOMPARE(machine_name(one), std::string("2 × 8 × A100 SXM4 80GB"));
    one.cluster.gpu = Gpu();
    one.cluster.gpu.bf16_tflops = 312;
    QCOMPARE(machine_name(one), std::string("2 × 8 × 312 TFLOPS"));
  }

  void the_profile_names_machine_logs_and_day() {
    const std::vector<NamedLog> logs = {log_of_text("hello\n", "/runs/a.log"),
                                        log_of_text(throughput(plan(), 0.9), "/runs/b.log")};
    const LogCalibration found = calibrate(plan(), logs);
    const MachineProfile profile = profile_from(found, plan().plan, logs, "", "2026-11-22");
    QCOMPARE(profile.logs, std::string("b.log"));
    QCOMPARE(profile.date, std::string("2026-11-22"));
    QCOMPARE(profile.machine, machine_name(plan().plan));
    QVERIFY(profile.machine.starts_with("8 × "));
    PlanDocument shared = plan();
    shared.text.profile = "node.json";
    const PlanDocument after = calibrated_plan(shared, profile);
    QCOMPARE(profile_of(after), profile);
    QCOMPARE(after.text.profile, std::string());
  }
};

ZP_TEST(CalibrateLogsTest)
#include "calibrate_logs_test.moc"
