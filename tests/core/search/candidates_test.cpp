// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/search/candidates.h"

#include <rapidcheck.h>

#include <QtTest>
#include <algorithm>

#include "core/advice/advice.h"
#include "core/catalog/catalog.h"
#include "core/rules/check_plan.h"
#include "core/search/stopped.h"
#include "core/units/format.h"
#include "tests/support/random_plan.h"
#include "tests/support/test_main.h"

using namespace zp;

namespace {

Plan plan_with_batch(const char* model, std::int64_t micro_batch) {
  Plan plan;
  plan.model = model_from_preset(catalog().find_model(model));
  plan.training.micro_batch_size = micro_batch;
  plan.zero.stage = 2;
  return plan;
}

}  // namespace

class CandidatesTest : public QObject {
  Q_OBJECT

 private slots:
  void strategies_are_fourteen_and_differ() {
    QCOMPARE(all_strategies().size(), std::size_t{14});
    for (std::size_t i = 0; i < all_strategies().size(); ++i)
      for (std::size_t j = 0; j < i; ++j)
        QVERIFY(all_strategies()[i] != all_strategies()[j]);
  }

  void names_are_the_contracts() {
    QCOMPARE(name_of(Strategy{0, Device::none, Device::none}), std::string("stage-0"));
    QCOMPARE(name_of(Strategy{2, Device::cpu, Device::none}), std::string("stage-2.opt-cpu"));
    QCOMPARE(name_of(Strategy{3, Device::nvme, Device::cpu}), std::string("stage-3.opt-nvme.param-cpu"));
    QCOMPARE(label_of(Strategy{2, Device::cpu, Device::none}), std::string("ZeRO-2 · opt→CPU"));
    QCOMPARE(label_of(Strategy{3, Device::nvme, Device::nvme}), std::string("ZeRO-3 · all→NVMe"));
  }

  void what_fits_ranks_before_what_does_not_and_what_is_refused_has_no_rank() {
    int without = 0;
    QVERIFY(rc::check("ranks count from 1, and no plan that fits stands behind one that does not", [&] {
      const auto candidates = compare(*test::any_plan());
      std::vector<int> ranks;
      for (const Candidate& candidate : candidates) {
        RC_ASSERT((candidate.rank == 0) == framework_stops(candidate));
        RC_ASSERT(candidate.rank == 0 || !is_refused(candidate.findings));
        RC_ASSERT(candidate.rank > 0 || !candidate.runs());
        if (candidate.rank == 0) {
          ++without;
          continue;
        }
        ranks.push_back(candidate.rank);
        for (const Candidate& other : candidates)
          if (other.rank > 0 && candidate.estimate.fits() && !other.estimate.fits())
            RC_ASSERT(candidate.rank < other.rank);
      }
      std::ranges::sort(ranks);
      for (std::size_t i = 0; i < ranks.size(); ++i)
        RC_ASSERT(ranks[i] == static_cast<int>(i) + 1);
    }));
    QVERIFY(without > 0);
  }

  void a_refused_strategy_is_behind_no_other_and_before_none() {
    Plan plan = plan_with_batch("llama-2-7b", 1);
    plan.training.pipeline_parallel = 2;  // DeepSpeed's pipeline takes stages 0 and 1
    int ranked = 0;
    for (const Candidate& one : compare(plan)) {
      QCOMPARE(one.rank > 0, one.strategy.stage < 2);
      ranked += one.rank > 0;
    }
    QVERIFY(ranked > 0);
  }

  /// Buffers for drives that are too small are no reason: a search widens them.
  void buffers_that_are_too_small_take_no_rank() {
    Plan plan = plan_with_batch("llama-2-7b", 1);
    plan.cluster.nvme.capacity_gib = 4000;
    plan.zero.offload_param.buffer_count = 1;
    const std::vector<Candidate> all = compare(plan);
    const Candidate& on_drives = candidate_with(all, {3, Device::nvme, Device::nvme});
    QVERIFY(stops(on_drives.findings));
    QVERIFY(on_drives.rank > 0);
  }

  void every_reason_quotes_bytes() {
    for (const Candidate& candidate : compare(plan_with_batch("llama-2-7b", 1))) {
      QVERIFY(!candidate.reasons.empty());
      QVERIFY2(QString::fromStdString(candidate.reasons.front()).contains(QStringLiteral("bytes")),
               candidate.reasons.front().c_str());
    }
  }

  void the_first_reason_says_if_the_gpu_has_room() {
    const Candidate fits = candidate_of(plan_with_batch("llama-2-7b", 1), "");
    const Candidate lacks = candidate_of(plan_with_batch("llama-2-70b", 1), "");
    const auto begin = [](const Candidate& candidate, const std::string& words) {
      const GpuMemory& gpu = candidate.estimate.gpu;
      return words + format_bytes(gpu.peak) + " of " + format_bytes(gpu.capacity) + " in the ";
    };
    QVERIFY2(fits.reasons.front().starts_with(begin(fits, "fits the GPU: ")), fits.reasons.front().c_str());
    QVERIFY2(lacks.reasons.front().starts_with(begin(lacks, "does not fit the GPU: ")),
             lacks.reasons.front().c_str());
  }

  /// The entries that a step waits for stand behind the sum, the longest first.
  void a_wait_for_transfers_names_what_is_waited_for() {
    const Candidate candidate =
        candidate_of(with_strategy(plan_with_batch("llama-2-7b", 1), {3, Device::cpu, Device::none}), "");
    const auto reason = std::ranges::find_if(
        candidate.reasons, [](const std::string& words) { return words.starts_with("step "); });
    QVERIFY(reason != candidate.reasons.end());
    const TimeEntry* longest = nullptr;
    for (const TimeEntry& entry : candidate.time.ledger.entries())
      if (entry.part == TimePart::communication && entry.exposed() > 0 &&
          (longest == nullptr || entry.exposed() > longest->exposed()))
        longest = &entry;
    QVERIFY(longest != nullptr);
    const double seconds = candidate.time.parts[static_cast<std::size_t>(TimePart::communication)];
    const std::string words = "exposed communication " + format_seconds(seconds) + " (" +
                              std::string(name_of(longest->id)) + ' ' + format_seconds(longest->exposed());
    QVERIFY2(reason->find(words) != std::string::npos, (words + " in: " + *reason).c_str());
  }

  void what_is_short_and_what_has_room_are_reasons() {
    Plan plan = plan_with_batch("llama-2-7b", 1);
    plan.zero.offload_optimizer.device = Device::cpu;
    const auto has = [](const Candidate& candidate, const char* begin) {
      return std::ranges::any_of(candidate.reasons,
                                 [&](const std::string& reason) { return reason.starts_with(begin); });
    };
    const Candidate fits = candidate_of(plan, "");
    QVERIFY(fits.estimate.fits() && fits.largest_micro_batch > 0);
    QVERIFY(has(fits, ("largest micro batch that fits: " + format_count(fits.largest_micro_batch)).c_str()));
    QVERIFY(!has(fits, "host memory is short") && !has(fits, "the drive is short"));
    plan.cluster.cpu_memory_gib = 32;
    QVERIFY(has(candidate_of(plan, ""), "host memory is short: "));
    plan.cluster.cpu_memory_gib = 1024;
    plan.zero.stage = 3;
    plan.zero.offload_optimizer.device = Device::nvme;
    plan.cluster.nvme.capacity_gib = 10;
    QVERIFY(has(candidate_of(plan, ""), "the drive is short: "));
  }

  void slowdowns_are_against_the_fastest_that_fits() {
    const std::vector<Candidate> all = compare(plan_with_batch("llama-2-7b", 1));
    double fastest = 0;
    for (const Candidate& one : all)
      if (one.estimate.fits() && (fastest == 0 || one.time.total < fastest)) fastest = one.time.total;
    QVERIFY(fastest > 0);
    for (const Candidate& one : all)
      QCOMPARE(one.slowdown, one.time.total / fastest);
  }

  void a_reason_quotes_the_clock() {
    for (const Candidate& candidate : compare(plan_with_batch("llama-2-7b", 1))) {
      bool is_quoted = false;
      for (const std::string& reason : candidate.reasons)
        is_quoted =
            is_quoted || (reason.starts_with("step ") && reason.find("compute") != std::string::npos &&
                          reason.find("MFU") != std::string::npos);
      QVERIFY2(is_quoted, candidate.name.c_str());
    }
  }

  void the_least_offloaded_and_then_the_shortest_step_rank_first_among_what_fits() {
    const auto places = [](const Candidate& candidate) {
      const auto weight = [](Device device) {
        return device == Device::nvme ? 8 : device == Device::cpu ? 1 : 0;
      };
      return weight(candidate.strategy.optimizer) + weight(candidate.strategy.parameters);
    };
    QVERIFY(rc::check([&] {
      const auto candidates = compare(*test::any_plan());
      for (const Candidate& a : candidates)
        for (const Candidate& b : candidates)
          if (a.fits_surely() && b.fits_surely() && a.rank > 0 && a.rank < b.rank)
            RC_ASSERT(std::pair(places(a), a.time.total) <= std::pair(places(b), b.time.total));
    }));
  }

  void tensors_rank_by_moving_parts() {
    Plan plan;
    plan.model = model_from_tensors({{4096, 4096, 100, TensorRole::other, true}});
    const auto candidates = compare(plan);
    for (int stage = 0; stage < 4; ++stage) {
      const auto own =
          std::ranges::find(candidates, Strategy{stage, Device::none, Device::none}, &Candidate::strategy);
      QCOMPARE(own->rank, stage + 1);
    }
  }

  void a_plan_against_itself_at_stage_1_is_not_slower() {
    const Plan plan = with_strategy(plan_with_batch("llama-2-7b", 1), {1, Device::none, Device::none});
    QCOMPARE(figures_of(plan).slowdown_vs_stage_1, 1.0);
  }

  void the_largest_micro_batch_fits_and_the_next_does_not() {
    QVERIFY(rc::check("largest_micro_batch is the edge", [] {
      Plan plan = *test::any_plan();
      const std::int64_t largest = largest_micro_batch(plan);
      if (largest > 0) {
        plan.training.micro_batch_size = largest;
        RC_ASSERT(estimate_memory(plan).fits());
      }
      if (largest < 65'536) {
        plan.training.micro_batch_size = largest + 1;
        RC_ASSERT(!estimate_memory(plan).fits());
      }
    }));
  }

  void a_plan_that_does_not_fit_gets_a_way_out() {
    Plan plan = plan_with_batch("llama-2-13b", 1);
    plan.zero.stage = 0;
    const auto found = advice(plan, figures_of(plan), compare(plan));
    QVERIFY(!found.empty());
    QCOMPARE(found.front().code, std::string("gpu_memory"));
    QVERIFY(!found.front().fix.empty());
    QVERIFY(found.front().remedy.has_value());
    QVERIFY(estimate_memory(found.front().remedy->plan).fits());
  }

  void room_for_a_larger_micro_batch_is_offered() {
    const Plan plan = plan_with_batch("llama-2-7b", 1);
    const auto found = advice(plan, figures_of(plan), compare(plan));
    const auto larger = std::ranges::find_if(
        found, [](const Finding& finding) { return finding.code == "larger_micro_batch"; });
    QVERIFY(larger != found.end());
    const std::int64_t micro_batch = larger->remedy->plan.training.micro_batch_size;
    QVERIFY(micro_batch > plan.training.micro_batch_size && micro_batch <= largest_micro_batch(plan));
    const GpuMemory then = estimate_memory(larger->remedy->plan).gpu;
    QVERIFY(ratio(then.peak, then.capacity) < tight_share && then.peak_range.high <= then.capacity);
  }
};

ZP_TEST(CandidatesTest)
#include "candidates_test.moc"
