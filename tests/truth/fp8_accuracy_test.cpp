// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <QtTest>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>

#include "core/plan_file/plan_file.h"
#include "core/speed/step_time.h"
#include "core/speed/throughput.h"
#include "tests/support/csv.h"
#include "tests/support/test_main.h"

using namespace zp;

namespace fp8_accuracy {

using nlohmann::json;

const json& table() {
  static const json read = [] {
    std::ifstream stream(ZP_TEST_DATA "/fp8-measured.json");
    return json::parse(stream);
  }();
  return read;
}

std::string source_of(const json& row) {
  const auto source = row["source"].get<std::string>();
  return source.substr(0, source.find(':'));
}

/// Tokens that a GPU works on in a second: as published, or from the FLOP/s that were.
double measured_rate(const json& row) {
  const double value = row["value"].get<double>();
  return row["unit"] == "TFLOP/s" ? value * 1e12 / row["flop_per_token"].get<double>() : value;
}

double tokens_per_s_per_gpu(const Plan& plan) {
  return throughput_of(plan, estimate_speed(plan)).tokens_per_s_per_gpu;
}

/// The same plan with products and gathers in 16 bits.
Plan in_16_bits(Plan plan) {
  plan.training.types.products = plan.training.types.gathered = StatedType::automatic;
  plan.training.fp8_recipe = Fp8Recipe::automatic;
  return plan;
}

}  // namespace fp8_accuracy

/// Published step times of training in fp8, beside those of the same plans in 16 bits.
class Fp8AccuracyTest : public QObject {
  Q_OBJECT

 private slots:
  void step_times_are_near_the_published_ones() {
    test::ErrorTable errors("step times in fp8"), stated("step times in fp8, what decides is stated"),
        as_16_bits("the same plans in 16 bits");
    std::map<std::string, test::ErrorTable> by_source;
    for (const auto& row : fp8_accuracy::table()["rows"]) {
      if (row.contains("left_out")) continue;
      const auto id = row["id"].get<std::string>(), source = fp8_accuracy::source_of(row);
      const Plan plan = read_plan(row["plan"].dump()).plan;
      // Seconds of a token.
      const double measured = 1 / fp8_accuracy::measured_rate(row),
                   ours = 1 / fp8_accuracy::tokens_per_s_per_gpu(plan);
      qInfo("%-10s %-24s %8.1f measured, %8.1f estimated us/token: %+5.1f %%", id.c_str(), source.c_str(),
            1e6 * measured, 1e6 * ours, 100 * (ours / measured - 1));
      errors.add(id, ours, measured);
      by_source.try_emplace(source, source).first->second.add(id, ours, measured);
      if (!row.contains("decisive_missing")) stated.add(id, ours, measured);
      as_16_bits.add(id, 1 / fp8_accuracy::tokens_per_s_per_gpu(fp8_accuracy::in_16_bits(plan)), measured);
    }
    for (const auto& [source, of_source] : by_source)
      qInfo("%s", of_source.summary().c_str());
    for (const test::ErrorTable* const one : {&as_16_bits, &stated, &errors})
      qInfo("%s", one->summary().c_str());
    QVERIFY(errors.median() <= 0.25);  // of 15 % wished for: what fails is the rate of 16-bit products too
    QVERIFY(errors.median() < as_16_bits.median());
  }

  /// Sources that ran both measured how much shorter a step is in fp8; whatever is wrong with a plan
  /// otherwise is wrong with both.
  void the_share_of_a_16_bit_step_is_near_the_published_one() {
    test::ErrorTable errors("step in fp8 over step in 16 bits"), as_if_equal("no difference");
    for (const auto& row : fp8_accuracy::table()["rows"]) {
      if (!row.contains("in_16_bits")) continue;
      const auto id = row["id"].get<std::string>();
      const Plan plan = read_plan(row["plan"].dump()).plan;
      const double measured = row["in_16_bits"].get<double>() / row["value"].get<double>();
      const double ours = fp8_accuracy::tokens_per_s_per_gpu(fp8_accuracy::in_16_bits(plan)) /
                          fp8_accuracy::tokens_per_s_per_gpu(plan);
      qInfo("%-10s %5.3f measured, %5.3f estimated: %+5.1f %%", id.c_str(), measured, ours,
            100 * (ours / measured - 1));
      errors.add(id, ours, measured);
      as_if_equal.add(id, 1, measured);
    }
    qInfo("%s", as_if_equal.summary().c_str());
    qInfo("%s", errors.summary().c_str());
    QVERIFY(errors.median() <= 0.15);
    QVERIFY(errors.worst() <= 0.35);
  }

  void a_row_is_compared_or_left_out_with_a_reason() {
    for (const auto& row : fp8_accuracy::table()["rows"])
      QVERIFY2(row.contains("plan") != row.contains("left_out"), row["id"].get<std::string>().c_str());
  }
};

ZP_TEST(Fp8AccuracyTest)
#include "fp8_accuracy_test.moc"
