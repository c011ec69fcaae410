// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <QtTest>
#include <fstream>
#include <nlohmann/json.hpp>

#include "core/memory/estimate.h"
#include "core/memory/odds.h"
#include "core/plan_file/plan_file.h"
#include "core/speed/step_time.h"
#include "core/speed/throughput.h"
#include "tests/support/csv.h"
#include "tests/support/test_main.h"

using namespace zp;

namespace offload_engines {

using nlohmann::json;

const json& rows() {
  static const json read = [] {
    std::ifstream stream(ZP_TEST_DATA "/offload-engines-measured.json");
    return json::parse(stream)["rows"];
  }();
  return read;
}

std::string id_of(const json& row) { return row["id"].get<std::string>(); }

Plan plan_in(const json& row, const char* key) { return read_plan(row[key].dump()).plan; }

/// Seconds of a step on a machine whose host memory and link reach that share of the published rates.
double seconds(Plan plan, double host = 1) {
  plan.cluster.measured.host_memory = plan.cluster.measured.host_link = host;
  return estimate_speed(plan).total;
}

/// Returns the share with which a plan of ZeRO-Offload takes as long as it was measured to, as `calibrate`
/// learns it of a machine's own runs.
double host_share(const Plan& plain, double measured) {
  double slow = 0.05, fast = 4;
  for (int step = 0; step < 60; ++step) {
    const double share = (slow + fast) / 2;
    (seconds(plain, share) > measured ? slow : fast) = share;
  }
  return slow;
}

void add(test::ErrorTable& errors, const json& row, double ours) {
  const double measured = row["value"].get<double>();
  qInfo("%-5s %-14s %7.3f s measured, %7.3f s estimated: %+5.1f %%", id_of(row).c_str(),
        row["engine"].get<std::string>().c_str(), measured, ours, 100 * (ours / measured - 1));
  errors.add(id_of(row), ours, measured);
}

}  // namespace offload_engines

/// ZenFlow, SuperOffload and DeepCompile beside published runs (tests/data/offload-engines-measured.json).
class OffloadEnginesTest : public QObject {
  Q_OBJECT

 private slots:
  void step_times_beside_the_published_ones() {
    test::ErrorTable alone("step times, the host as published of others"),
        beside("step times, the host as the same source's ZeRO-Offload shows it"),
        ratios("step over that of ZeRO-Offload"), without("step times without offload");
    for (const auto& row : offload_engines::rows()) {
      if (!row.contains("value")) continue;
      const Plan plan = offload_engines::plan_in(row, "plan");
      if (!row.contains("plain")) {
        offload_engines::add(without, row, offload_engines::seconds(plan));
        continue;
      }
      offload_engines::add(alone, row, offload_engines::seconds(plan));
      const Plan plain = offload_engines::plan_in(row, "plain");
      const double measured = row["plain_value"].get<double>();
      offload_engines::add(beside, row,
                           offload_engines::seconds(plan, offload_engines::host_share(plain, measured)));
      ratios.add(offload_engines::id_of(row),
                 offload_engines::seconds(plan) / offload_engines::seconds(plain),
                 row["value"].get<double>() / measured);
    }
    for (const test::ErrorTable* const table : {&without, &alone, &ratios, &beside})
      qInfo("%s", table->summary().c_str());
    QVERIFY(beside.median() <= 0.10);
    QVERIFY(beside.worst() <= 0.20);
    QVERIFY(ratios.median() <= 0.25);
    // The goal is 20 %: the CPU optimizer of these two processes ran at half the published rates.
    QVERIFY(alone.median() <= 0.40);
  }

  /// The source counts the FLOP of recomputed blocks too.
  void rates_with_parked_states_are_near_the_published_ones() {
    test::ErrorTable errors("FLOP/s with states parked by DeepCompile");
    for (const auto& row : offload_engines::rows()) {
      if (!row.contains("tflops")) continue;
      const Plan plan = offload_engines::plan_in(row, "plan");
      const double ours = throughput_of(plan, estimate_speed(plan)).hardware_tflops_per_gpu;
      const double measured = row["tflops"].get<double>();
      qInfo("%s: %.0f TFLOP/s measured, %.0f estimated: %+.1f %%", offload_engines::id_of(row).c_str(),
            measured, ours, 100 * (ours / measured - 1));
      errors.add(offload_engines::id_of(row), ours, measured);
    }
    qInfo("%s", errors.summary().c_str());
    QVERIFY(errors.median() <= 0.2);
  }

  /// The published figure is three times ours: it has waits beside the copies, or a host whose memory or
  /// links the eight GPUs share; the source states neither.
  void copies_of_activations_cost_no_more_than_published() {
    for (const auto& row : offload_engines::rows()) {
      if (!row.contains("seconds_per_gb")) continue;
      const StepTime time = estimate_speed(offload_engines::plan_in(row, "plan"));
      const TimeEntry* const copies = time.ledger.find(TimeId::saved_by_graph);
      QVERIFY(copies != nullptr);
      const double ours = copies->exposed() / (copies->amount / 2 / 1e9);
      const double measured = row["seconds_per_gb"].get<double>();
      qInfo("%s: %.3f s per GB moved measured, %.3f estimated: %+.1f %%", offload_engines::id_of(row).c_str(),
            measured, ours, 100 * (ours / measured - 1));
      QVERIFY(ours <= measured && ours >= measured / 4);
    }
  }

  void graphs_keep_what_the_published_ones_kept() {
    int rows = 0;
    for (const auto& row : offload_engines::rows()) {
      if (!row.contains("keeps_all")) continue;
      const Plan plan = offload_engines::plan_in(row, "plan");
      const MemoryEstimate memory = estimate_memory(plan);
      const std::int64_t moved = memory.ledger.bytes(EntryId::host_checkpoints).value() +
                                 memory.ledger.bytes(EntryId::host_parked_states).value() -
                                 memory.ledger.bytes(EntryId::states_kept).value();
      qInfo("%s: %.1f GB moved, none measured", offload_engines::id_of(row).c_str(),
            static_cast<double>(moved) / 1e9);
      QVERIFY(std::abs(moved) <= 2);
      const TimeLedger time = estimate_speed(plan).ledger;
      QVERIFY(time.find(TimeId::parked_states) == nullptr && time.find(TimeId::saved_by_graph) == nullptr);
      ++rows;
    }
    QVERIFY(rows >= 2);
  }

  void speed_ups_are_near_the_published_ones() {
    test::ErrorTable errors("times the speed of the same source's plain run");
    for (const auto& row : offload_engines::rows()) {
      if (!row.contains("speedup")) continue;
      const double ours = offload_engines::seconds(offload_engines::plan_in(row, "plain")) /
                          offload_engines::seconds(offload_engines::plan_in(row, "plan"));
      const double measured = row["speedup"].get<double>();
      qInfo("%s: %.2f times measured, %.2f estimated: %+.1f %%", offload_engines::id_of(row).c_str(),
            measured, ours, 100 * (ours / measured - 1));
      errors.add(offload_engines::id_of(row), ours, measured);
    }
    qInfo("%s", errors.summary().c_str());
    QVERIFY(errors.median() <= 0.15);
    QVERIFY(errors.worst() <= 0.2);
  }

  /// The source does not say if its FLOP count the scores that a causal mask skips; ours do not, and at these
  /// lengths they are nearly half of all.
  void peaks_and_mfu_of_long_sequences_are_near_the_published_ones() {
    test::ErrorTable peaks("peaks of long sequences");
    for (const auto& row : offload_engines::rows()) {
      if (!row.contains("mfu")) continue;
      const Plan plan = offload_engines::plan_in(row, "plan");
      const double peak = static_cast<double>(estimate_memory(plan).gpu.peak.value()) / 1e9;
      const double mfu = throughput_of(plan, estimate_speed(plan)).mfu, measured = row["mfu"].get<double>();
      qInfo("%s: %.1f GB and MFU %.1f %% measured, %.1f GB and %.1f to %.1f %% estimated",
            offload_engines::id_of(row).c_str(), row["peak_gb"].get<double>(), 100 * measured, peak,
            100 * mfu, 200 * mfu);
      peaks.add(offload_engines::id_of(row), peak, row["peak_gb"].get<double>());
      QVERIFY(mfu <= measured && measured <= 2 * mfu);
    }
    qInfo("%s", peaks.summary().c_str());
    QVERIFY(peaks.worst() <= 0.2);
  }

  void domino_is_faster_by_no_more_than_published() {
    for (const auto& row : offload_engines::rows()) {
      if (!row.contains("most_speedup")) continue;
      const double ours = offload_engines::seconds(offload_engines::plan_in(row, "plain")) /
                          offload_engines::seconds(offload_engines::plan_in(row, "plan"));
      qInfo("%s: up to %.2f times measured, %.2f estimated", offload_engines::id_of(row).c_str(),
            row["most_speedup"].get<double>(), ours);
      QVERIFY(ours > 1 && ours <= row["most_speedup"].get<double>());
    }
  }

  void what_ran_fits() {
    int fitting = 0, all = 0;
    for (const auto& row : offload_engines::rows()) {
      if (!row.contains("fits")) continue;
      const Plan plan = offload_engines::plan_in(row, "plan");
      const bool fits = fit_odds(plan, estimate_memory(plan)).both >= 0.5;
      ++all;
      fitting += fits ? 1 : 0;
      qInfo("%s %s", offload_engines::id_of(row).c_str(), fits ? "fits" : "does not fit");
    }
    qInfo("%d of %d that ran fit", fitting, all);
    QVERIFY(fitting >= all - 1);
  }

  void a_row_is_compared_or_left_out_with_a_reason() {
    for (const auto& row : offload_engines::rows())
      QVERIFY2(row.contains("plan") != row.contains("left_out"), offload_engines::id_of(row).c_str());
  }
};

ZP_TEST(OffloadEnginesTest)
#include "offload_engines_test.moc"
