// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <QtTest>
#include <array>
#include <atomic>
#include <string>
#include <thread>

#include "core/catalog/preset_rows.h"
#include "core/check/check_config.h"
#include "core/evaluate/evaluate.h"
#include "core/export/ds_config.h"
#include "core/plan_file/plan_file.h"
#include "core/report/config_check.h"
#include "core/report/json.h"
#include "core/search/recommend.h"
#include "core/search/solve.h"
#include "core/search/watch.h"
#include "tests/support/test_main.h"

using namespace zp;

namespace threads {

PlanDocument document_of(int turn) {
  constexpr std::array models = {"llama-2-7b", "llama-3.1-70b", "mixtral-8x7b", "gpt2-xl"};
  return read_plan(R"({"model": {"preset": ")" +
                   std::string(models[static_cast<std::size_t>(turn) % models.size()]) +
                   R"("}, "cluster": {"nodes": )" + std::to_string(1 + turn % 3) + "}}");
}

std::string recommended(int turn) {
  const PlanDocument document = document_of(turn);
  return recommend(document.plan, {}, 5).verdict;
}

std::string evaluated(int turn) { return estimate_json(evaluate(document_of(turn))); }

/// Returns the output of the commands that take --jsonl.
std::string answered(int turn) {
  const PlanDocument document = document_of(turn);
  const ConfigCheck check = check_config(read_config_text(ds_config(document)), {});
  return evaluated(turn) + brief_json(document) + compare_json(evaluate(document)) + recommended(turn) +
         solve_json(document, solve(document.plan, Unknown::micro_batch)) + config_check_json(check);
}

}  // namespace threads

using namespace threads;

/// Tests the threads of the window: one searches for the best plan while the other evaluates and reads
/// presets of the user's own. The thread sanitizer runs this too (packaging/threads.sh).
class ThreadsTest : public QObject {
  Q_OBJECT

 private slots:
  void a_search_behind_and_work_in_front_say_what_each_says_alone() {
    constexpr int turns = 4;
    std::array<std::string, turns> behind, in_front;
    std::thread search([&behind] {
      for (int turn = 0; turn < turns; ++turn)
        behind[static_cast<std::size_t>(turn)] = recommended(turn);
    });
    for (int turn = 0; turn < turns; ++turn) {
      in_front[static_cast<std::size_t>(turn)] = evaluated(turn);
      const Catalog offered = catalog_with({read_own_preset(
          PresetKind::gpu,
          R"({"name": "Card )" + std::to_string(turn) +
              R"(", "memory_gib": 47.5, "bf16_tflops": 181, "memory_gb_per_s": 864, "pcie_gb_per_s": 31.5})")});
      QVERIFY(offered.find_gpu("card-" + std::to_string(turn)));
    }
    search.join();
    for (int turn = 0; turn < turns; ++turn) {
      QCOMPARE(behind[static_cast<std::size_t>(turn)], recommended(turn));
      QCOMPARE(in_front[static_cast<std::size_t>(turn)], evaluated(turn));
    }
  }

  void answers_side_by_side_are_those_of_one_after_another() {
    constexpr int turns = 8;
    std::array<std::string, turns> together;
    std::atomic<int> next = 0;
    const auto work = [&] {
      for (int turn = next++; turn < turns; turn = next++)
        together[static_cast<std::size_t>(turn)] = answered(turn);
    };
    std::array<std::thread, 4> threads;
    for (std::thread& thread : threads)
      thread = std::thread(work);
    for (std::thread& thread : threads)
      thread.join();
    for (int turn = 0; turn < turns; ++turn)
      QCOMPARE(together[static_cast<std::size_t>(turn)], answered(turn));
  }

  void a_search_is_stopped_from_in_front() {
    std::atomic<bool> goes_on = true;
    std::atomic<bool> was_stopped = false;
    std::thread search([&] {
      try {
        for (int turn = 0;; ++turn)
          recommend(document_of(turn).plan, {}, 5, [&](double) { return goes_on.load(); });
      } catch (const SearchStopped&) {
        was_stopped = true;
      }
    });
    QVERIFY(!evaluated(0).empty());
    goes_on = false;
    search.join();
    QVERIFY(was_stopped);
  }
};

ZP_TEST(ThreadsTest)
#include "threads_test.moc"
