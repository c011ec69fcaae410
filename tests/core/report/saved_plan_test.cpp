// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/saved_plan.h"

#include <QtTest>
#include <algorithm>

#include "core/export/bundle.h"
#include "core/plan_file/plan_file.h"
#include "tests/support/test_main.h"

using namespace zp;

namespace {

SavedFigures saved_of(const Plan& plan) { return figures_to_save(plan, figures_of(plan)); }

std::optional<SinceSaved> since(const SavedFigures& saved, const Plan& plan) {
  return since_saved(saved, plan, figures_of(plan));
}

SavedEntry& entry_of(SavedFigures& saved, std::string_view id) {
  return *std::ranges::find(saved.bytes, id, &SavedEntry::id);
}

}  // namespace

/// Tests of the sentence about a plan whose figures have changed since it was saved.
class SavedPlanTest : public QObject {
  Q_OBJECT

 private slots:
  void nothing_is_said_of_equal_figures() {
    const Plan plan = example_plan().plan;
    QVERIFY(!since(saved_of(plan), plan));
    SavedFigures of_older_version = saved_of(plan);
    of_older_version.version = "0.0.9";
    QVERIFY(!since(of_older_version, plan));
  }

  void entries_sum_to_the_saved_figures() {
    const Plan plan = example_plan().plan;
    const SavedFigures saved = saved_of(plan);
    double gpu = 0, host = 0;
    for (const SavedEntry& entry : saved.bytes)
      (entry.id.starts_with("host.") ? host : gpu) += entry.amount;
    QCOMPARE(gpu, static_cast<double>(saved.gpu_peak));
    QCOMPARE(host, static_cast<double>(saved.host_per_node));
  }

  void one_sentence_names_what_changed_and_the_entry_that_did_it() {
    const Plan plan = example_plan().plan;
    SavedFigures saved = saved_of(plan);
    constexpr std::int64_t less = 5'000'000'000;
    saved.version = "0.0.9";
    saved.gpu_peak -= less;
    entry_of(saved, "states.weights").amount -= static_cast<double>(less);
    const std::optional<SinceSaved> changed = since(saved, plan);
    QVERIFY(changed);
    QCOMPARE(changed->figures.size(), std::size_t{1});
    QCOMPARE(changed->figures.front().name, std::string("gpu_peak_bytes"));
    QCOMPARE(changed->entries.front().name, std::string("states.weights"));
    const QString sentence = QString::fromStdString(changed->sentence);
    QVERIFY2(sentence.contains("0.0.9") && sentence.contains("states.weights +4.7") &&
                 !sentence.contains('\n') && !sentence.contains("a step"),
             qPrintable(sentence));
  }

  void an_entry_that_is_gone_or_new_counts_from_zero() {
    const Plan plan = example_plan().plan;
    SavedFigures saved = saved_of(plan);
    saved.gpu_peak += 9'000'000'000;
    saved.bytes.push_back({"buffers.of_old", 9e9});
    const std::optional<SinceSaved> changed = since(saved, plan);
    QVERIFY(changed && changed->entries.front() == (ChangedAmount{"buffers.of_old", 9e9, 0}));
  }

  void files_of_an_export_get_the_figures() {
    std::vector<ExportFile> files = launch_bundle(example_plan());
    put_figures(files);
    const auto plan = std::ranges::find(files, plan_file, &ExportFile::name);
    QVERIFY(saved_figures_in(plan->text) == saved_of(read_plan(plan->text).plan));
  }

  void a_plan_that_cannot_be_estimated_is_written_without() {
    PlanDocument document = example_plan();
    document.plan.training.tensor_parallel = 3;
    QCOMPARE(plan_file_text(document), write_plan(document));
  }
};

ZP_TEST(SavedPlanTest)
#include "saved_plan_test.moc"
