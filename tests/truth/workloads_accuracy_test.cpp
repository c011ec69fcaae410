// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <QtTest>
#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>

#include "core/memory/estimate.h"
#include "core/plan_file/plan_file.h"
#include "core/speed/step_time.h"
#include "tests/support/csv.h"
#include "tests/support/test_main.h"

using namespace zp;

namespace workloads_accuracy {

using nlohmann::json;

const json& rows() {
  static const json read = [] {
    std::ifstream stream(ZP_TEST_DATA "/workloads-measured.json");
    return json::parse(stream)["rows"];
  }();
  return read;
}

double allocated(const json& plan) {
  return static_cast<double>(estimate_memory(read_plan(plan.dump()).plan).gpu.peak_allocated.value());
}

/// Returns the peak of the row's plan, or the bytes that it saves against another optimizer, in its unit.
double estimate_of(const json& row) {
  const double unit = row["unit"] == "GB" ? 1e9 : 0x1p30;
  const double ours = allocated(row["plan"]);
  if (row["metric"] != "saved") return ours / unit;
  json other = row["plan"];
  other["training"]["optimizer"] = row["than"];
  return (allocated(other) - ours) / unit;
}

test::ErrorTable errors_of(const std::string& topic) {
  test::ErrorTable errors("peaks: " + topic);
  for (const auto& row : rows()) {
    if (row["topic"] != topic) continue;
    const auto id = row["id"].get<std::string>();
    const double measured = row["value"].get<double>(), ours = estimate_of(row);
    qInfo("%-10s %-14s %6.2f measured, %6.2f estimated: %+5.1f %%", id.c_str(),
          row["plan"]["training"]["optimizer"].get<std::string>().c_str(), measured, ours,
          100 * (ours / measured - 1));
    errors.add(id, ours, measured);
  }
  qInfo("%s", errors.summary().c_str());
  return errors;
}

}  // namespace workloads_accuracy

/// Published peaks of optimizers with small states, and of a ladder of settings that ends with activations in
/// host memory.
class WorkloadsAccuracyTest : public QObject {
  Q_OBJECT

 private slots:
  void optimizers_save_what_torchao_published() {
    const test::ErrorTable errors = workloads_accuracy::errors_of("optimizers");
    QVERIFY(errors.median() <= 0.05);
    QVERIFY(errors.worst() <= 0.10);
  }

  void the_ladder_of_torchtune() {
    const test::ErrorTable errors = workloads_accuracy::errors_of("activations");
    QVERIFY(errors.median() <= 0.10);
    QVERIFY(errors.worst() <= 0.22);  // compiled, without checkpointing
  }

  /// Tokens a second with and without activation offloading: 7,301 and 7,309.
  void streamed_activations_hide_behind_the_passes() {
    for (const auto& row : workloads_accuracy::rows()) {
      if (!row.contains("tokens_per_s")) continue;
      const Plan plan = read_plan(row["plan"].dump()).plan;
      const StepTime time = estimate_speed(plan);
      const double tokens = 2 * 4096 / time.total, measured = row["tokens_per_s"].get<double>();
      qInfo("%-10s %5.0f tokens/s measured, %5.0f estimated", row["id"].get<std::string>().c_str(), measured,
            tokens);
      QVERIFY(std::abs(tokens / measured - 1) <= 0.15);
      if (const TimeEntry* const copies = time.ledger.find(TimeId::saved_to_host))
        QCOMPARE(copies->exposed(), 0.0);
    }
  }
};

ZP_TEST(WorkloadsAccuracyTest)
#include "workloads_accuracy_test.moc"
