// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <QtTest>
#include <fstream>
#include <nlohmann/json.hpp>

#include "core/memory/estimate.h"
#include "core/plan_file/plan_file.h"
#include "tests/support/csv.h"
#include "tests/support/test_main.h"

using namespace zp;

namespace vision_accuracy {

using nlohmann::json;

const json& table() {
  static const json read = [] {
    std::ifstream stream(ZP_TEST_DATA "/vision-measured.json");
    return json::parse(stream);
  }();
  return read;
}

GpuMemory memory_of(const json& row) { return estimate_memory(read_plan(row["plan"].dump()).plan).gpu; }

double in_unit(Bytes bytes, const std::string& unit) {
  return static_cast<double>(bytes.value()) / (unit == "GB" ? 1e9 : 0x1p30);
}

double estimate_of(const json& row) {
  const GpuMemory gpu = memory_of(row);
  const Bytes bytes = row["metric"] == "reserved" ? gpu.peak_reserved : gpu.peak_allocated;
  return in_unit(bytes, row["unit"].get<std::string>());
}

bool counts(const json& row) { return row["metric"] != "fits" && !row.contains("left_out"); }

}  // namespace vision_accuracy

/// Published peaks of vision-language training (issue: median error at most 10 %).
class VisionAccuracyTest : public QObject {
  Q_OBJECT

 private slots:
  void peaks_are_near_the_published_ones() {
    test::ErrorTable errors("peaks of vision-language models");
    for (const auto& row : vision_accuracy::table()["rows"]) {
      if (!vision_accuracy::counts(row)) continue;
      const auto id = row["id"].get<std::string>();
      const double measured = row["value"].get<double>(), ours = vision_accuracy::estimate_of(row);
      qInfo("%-12s %6.1f measured, %6.1f estimated: %+5.1f %%", id.c_str(), measured, ours,
            100 * (ours / measured - 1));
      errors.add(id, ours, measured);
    }
    qInfo("%s", errors.summary().c_str());
    QVERIFY(errors.median() <= 0.10);
    QVERIFY(errors.worst() <= 0.30);
  }

  /// Qwen3-VL issue 1565 is the one that contradicts: its 100 GB before the first backward pass are more than
  /// states at stage 3 take, and it does not say why.
  void what_fits_is_what_ran() {
    int wrong = 0;
    for (const auto& row : vision_accuracy::table()["rows"]) {
      if (row["metric"] != "fits") continue;
      const bool fits = vision_accuracy::memory_of(row).fits;
      if (fits != (row["value"] == 1)) {
        qInfo("%s: %s", row["id"].get<std::string>().c_str(), fits ? "fits here" : "does not fit here");
        ++wrong;
      }
    }
    QVERIFY(wrong <= 1);
  }
};

ZP_TEST(VisionAccuracyTest)
#include "vision_accuracy_test.moc"
