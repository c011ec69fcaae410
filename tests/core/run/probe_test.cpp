// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>
#include <algorithm>
#include <string>

#include "core/run/run_log.h"
#include "tests/support/test_main.h"

using namespace zp;

namespace {

const char* const lines =
    R"({"zero_planner": 1, "phase": "start", "rank": 0, "step": 1, "world_size": 8, "micro_batch": 2, "accumulation": 4, "stage": 3, "dtype": "bf16", "deepspeed_version": "0.18.9", "parameters": 6738415616, "trainable": 6738415616}
{"zero_planner": 1, "phase": "forward", "rank": 0, "step": 1, "allocated": 1000, "max_allocated": 1500, "reserved": 2000, "max_reserved": 2000, "used": 3000}
{"zero_planner": 1, "phase": "forward", "rank": 0, "step": 3, "seconds": 0.25, "allocated": 1000, "max_allocated": 1500, "reserved": 2000, "max_reserved": 2000, "used": 3000}
{"zero_planner": 1, "phase": "backward", "rank": 0, "step": 3, "seconds": 0.5, "allocated": 1200, "max_allocated": 2500, "reserved": 2600, "max_reserved": 2600, "used": 3600}
{"zero_planner": 1, "phase": "micro_step", "rank": 0, "step": 3, "seconds": 0.001, "allocated": 1200, "max_allocated": 1200, "reserved": 2600, "max_reserved": 2600, "used": 3600}
{"zero_planner": 1, "phase": "step", "rank": 0, "step": 3, "seconds": 0.1, "allocated": 900, "max_allocated": 1800, "reserved": 2600, "max_reserved": 2600, "used": 3600}
{"zero_planner": 1, "phase": "whole", "rank": 0, "step": 3, "seconds": 3.2}
)";

const Observation* find(const RunLog& log, ObservedQuantity quantity, std::string_view moment) {
  const auto found = std::ranges::find_if(log.observations, [&](const Observation& one) {
    return one.quantity == quantity && one.moment == moment;
  });
  return found == log.observations.end() ? nullptr : &*found;
}

double value(const RunLog& log, ObservedQuantity quantity, std::string_view moment) {
  const Observation* one = find(log, quantity, moment);
  return one == nullptr ? -1 : one->value;
}

}  // namespace

/// Tests of the lines that zero_planner_probe.py prints.
class ProbeTest : public QObject {
  Q_OBJECT

 private slots:
  void every_line_is_recognised() {
    const RunLog log = read_run_log(lines);
    QCOMPARE(log.recognised, 7);
    QCOMPARE(log.lines, 7);
    QCOMPARE(log.kinds.size(), std::size_t{1});
    QCOMPARE(log.kinds.front().kind, LogKind::probe);
  }

  void settings_of_the_run() {
    const RunLog log = read_run_log(lines);
    QCOMPARE(value(log, ObservedQuantity::world_size, ""), 8.0);
    QCOMPARE(value(log, ObservedQuantity::micro_batch, ""), 2.0);
    QCOMPARE(value(log, ObservedQuantity::accumulation, ""), 4.0);
    QCOMPARE(value(log, ObservedQuantity::stage, ""), 3.0);
    QCOMPARE(value(log, ObservedQuantity::parameters, ""), 6738415616.0);
    QCOMPARE(find(log, ObservedQuantity::dtype, "")->word, std::string("bf16"));
    QCOMPARE(find(log, ObservedQuantity::deepspeed_version, "")->word, std::string("0.18.9"));
  }

  void seconds_and_peaks_of_each_phase() {
    const RunLog log = read_run_log(lines);
    QCOMPARE(value(log, ObservedQuantity::step_forward, "micro step"), 0.25);  // the first steps have none
    QCOMPARE(value(log, ObservedQuantity::step_backward, "micro step"), 0.5);
    QCOMPARE(value(log, ObservedQuantity::step_optimizer, "step 3"), 0.1);
    QCOMPARE(value(log, ObservedQuantity::step_total, "step 3"), 3.2);
    QCOMPARE(value(log, ObservedQuantity::gpu_allocated, "Engine after backward"), 1200.0);
    QCOMPARE(value(log, ObservedQuantity::gpu_max_allocated, "peak in backward"), 2500.0);
    QCOMPARE(value(log, ObservedQuantity::gpu_max_reserved, "step 3"), 2000.0);
    QCOMPARE(value(log, ObservedQuantity::gpu_used, "nvidia-smi"), 3000.0);
    for (const Observation& one : log.observations)
      QCOMPARE(one.rank, std::optional<int>(0));
  }

  void other_json_is_not_the_probes() {
    QCOMPARE(read_run_log("{\"phase\": \"forward\", \"step\": 3, \"seconds\": 1}\n").recognised, 0);
    QCOMPARE(read_run_log("{\"zero_planner\": 1, \"phase\": \"forward\"}\n").recognised, 0);
  }

  void a_line_cut_off_says_no_half_number() {
    const std::string whole = lines;
    const RunLog log = read_run_log(whole.substr(0, whole.rfind("3.2") + 2));
    QCOMPARE(value(log, ObservedQuantity::step_total, "step 3"), -1.0);
  }
};

ZP_TEST(ProbeTest)
#include "probe_test.moc"
