// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/unstated/open_odds.h"

#include <QtTest>
#include <algorithm>
#include <cmath>
#include <vector>

#include "core/memory/estimate.h"
#include "core/plan_file/plan_file.h"
#include "tests/support/test_main.h"

using namespace zp;

namespace {

/// Returns a plan near the card's limit that leaves kernels and checkpointing open.
PlanDocument near_the_limit() {
  return read_plan(R"({"model": {"preset": "llama-3.1-8b"},
    "cluster": {"gpus_per_node": 8, "gpu": {"preset": "a100-sxm4-80gb"}},
    "training": {"framework": "deepspeed", "micro_batch_size": 2, "sequence_length": 4096},
    "zero": {"stage": 2}})");
}

double odds_of(const PlanDocument& document, double factor) {
  const MemoryEstimate estimate = estimate_memory(document.plan);
  const auto need = static_cast<double>(estimate.gpu.peak_without_cache.value()) * factor;
  return fit_odds(memory_kind_of(document.plan),
                  {Bytes(std::llround(need)), estimate.gpu.capacity, Bytes(0), Bytes(0)})
      .gpu;
}

/// Returns the mean of the odds over all combinations of the settings from `at`.
double mean_over(const PlanDocument& document, const std::vector<UnstatedSetting>& open, std::size_t at,
                 double factor) {
  if (at == open.size()) return odds_of(document, factor);
  const UnstatedSetting& setting = open[at];
  double mean = assumed_share * mean_over(document, open, at + 1, factor);
  for (const Alternative& alternative : setting.alternatives)
    mean += (1 - assumed_share) / static_cast<double>(setting.alternatives.size()) *
            mean_over(document, open, at + 1,
                      factor * ratio(alternative.figures.gpu_need, setting.figures.gpu_need));
  return mean;
}

}  // namespace

/// Tests of the odds that count other values of open settings.
class OpenOddsTest : public QObject {
  Q_OBJECT

 private slots:
  void odds_are_those_of_the_plan_if_nothing_is_open() {
    const PlanDocument document = near_the_limit();
    const FitOdds assumed = fit_odds(document.plan, estimate_memory(document.plan));
    QCOMPARE(open_odds(document, {}).both, assumed.both);
  }

  /// The grid of factors has steps of 2 %, by which the odds move little.
  void odds_are_the_mean_over_all_combinations() {
    const PlanDocument document = near_the_limit();
    std::vector<UnstatedSetting> open = unstated_settings(document);
    std::erase_if(open, [](const UnstatedSetting& one) { return one.setting->path == "training.program"; });
    QVERIFY(open.size() > 4);
    open.resize(5);
    const double mean = mean_over(document, open, 0, 1);
    const double found = open_odds(document, open).gpu;
    QVERIFY2(std::abs(found - mean) < 0.01, qPrintable(QString("%1 %2").arg(found).arg(mean)));
    QVERIFY(std::abs(found - odds_of(document, 1)) > 0.02);
  }

  /// One value that needs three times the card takes its weight from the odds.
  void a_value_that_cannot_fit_takes_its_share() {
    PlanDocument document = near_the_limit();
    document.plan.training.micro_batch_size = 1;
    std::vector<UnstatedSetting> open = unstated_settings(document);
    std::erase_if(open, [](const UnstatedSetting& one) { return one.setting->path != "training.attention"; });
    QCOMPARE(open.size(), std::size_t(1));
    const Bytes need = open[0].figures.gpu_need;
    open[0].alternatives.resize(1);
    open[0].alternatives[0].figures.gpu_need = Bytes(need.value() * 10);
    open[0].alternatives[0].figures.host = open[0].figures.host;
    const FitOdds assumed = fit_odds(document.plan, estimate_memory(document.plan));
    QVERIFY(std::abs(open_odds(document, open).gpu - assumed_share * assumed.gpu) < 0.01);
    QCOMPARE(open_odds(document, open).host, assumed.host);
  }

  /// Another micro batch is another plan, and a program brings one.
  void the_batch_and_the_program_do_not_count() {
    const PlanDocument document = read_plan(R"({"model": {"preset": "llama-3.1-8b"},
      "cluster": {"gpus_per_node": 8, "gpu": {"preset": "a100-sxm4-80gb"}}, "zero": {"stage": 2}})");
    std::vector<UnstatedSetting> open = unstated_settings(document);
    const double all = open_odds(document, open).both;
    std::erase_if(open, [](const UnstatedSetting& one) {
      return one.setting->path == "training.program" || one.setting->path == "training.micro_batch_size" ||
             one.setting->path == "training.sequence_length";
    });
    QCOMPARE(open_odds(document, open).both, all);
  }

  /// The memory of a host counts as it is assumed: the list of open settings shows smaller ones apart.
  void a_smaller_host_does_not_count() {
    const PlanDocument document = read_plan(R"({"model": {"preset": "llama-3.1-8b"},
      "cluster": {"gpus_per_node": 8, "gpu": {"preset": "a100-sxm4-80gb"}},
      "zero": {"stage": 2, "offload_optimizer": {"device": "cpu"}}})");
    std::vector<UnstatedSetting> open = unstated_settings(document);
    std::erase_if(open,
                  [](const UnstatedSetting& one) { return one.setting->path != "cluster.cpu_memory_gib"; });
    QCOMPARE(open.size(), std::size_t(1));
    QVERIFY(open_odds(document, open) == fit_odds(document.plan, estimate_memory(document.plan)));
  }

  void odds_stay_0_where_the_drives_are_too_small() {
    const PlanDocument document =
        read_plan(R"({"model": {"preset": "llama-3.1-8b"}, "cluster": {"nvme": {"capacity_gib": 1}},
    "zero": {"stage": 3, "offload_optimizer": {"device": "nvme", "nvme_path": "/x"}}})");
    QVERIFY(!estimate_memory(document.plan).nvme.fits);
    QCOMPARE(open_odds(document, unstated_settings(document)).both, 0.0);
  }
};

ZP_TEST(OpenOddsTest)
#include "open_odds_test.moc"
