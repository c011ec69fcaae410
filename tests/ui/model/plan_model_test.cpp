// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/model/plan_model.h"

#include <QSignalSpy>
#include <QTemporaryDir>
#include <QtTest>

#include "core/catalog/catalog.h"
#include "core/plan_file/plan_file.h"
#include "core/rules/check_plan.h"
#include "core/sharding/edits.h"
#include "tests/support/test_main.h"
#include "ui/model/text.h"

using namespace zp;
using namespace Qt::Literals::StringLiterals;

namespace {

Plan withMicroBatch(Plan plan, std::int64_t size) {
  plan.training.micro_batch_size = size;
  return plan;
}

UndoLabel microBatch(int from, int to) {
  return {u"Micro batch"_s, QString::number(from), QString::number(to)};
}

}  // namespace

class PlanModelTest : public QObject {
  Q_OBJECT

 private slots:
  void begins_with_the_example() {
    PlanModel model;
    QVERIFY(model.document() == example_plan());
    QVERIFY(!model.isModified());
    QVERIFY(!model.results().stale);
    QCOMPARE(model.results().evaluation.candidates.size(), all_strategies().size());
    QVERIFY(model.results()
                .evaluation.candidates[static_cast<std::size_t>(model.results().evaluation.selected)]
                .strategy == strategy_of(model.plan()));
    QCOMPARE(model.results().evaluation.figures.estimate, estimate_memory(model.plan()));
  }

  void the_precision_that_follows_a_gpu_is_told() {
    PlanModel model;
    model.reset(
        read_plan(R"({"model": {"preset": "llama-2-7b"}, "cluster": {"gpu": {"preset": "a100-sxm4-80gb"}}})"),
        {});
    QSignalSpy followed(&model, &PlanModel::followed);
    const auto change = [&model](const char* gpu) {
      model.propose(edits::set_gpu_preset(model.plan(), catalog().find_gpu(gpu)), {u"GPU"_s});
    };
    change("h100-sxm5-80gb");
    QCOMPARE(followed.count(), 0);
    change("v100-sxm2-32gb");
    QCOMPARE(followed.count(), 1);
    QVERIFY2(followed.last().first().toString().contains(u"fp16"),
             qPrintable(followed.last().first().toString()));
    change("a100-sxm4-80gb");
    QCOMPARE(followed.count(), 2);
    QVERIFY2(followed.last().first().toString().contains(u"bf16"),
             qPrintable(followed.last().first().toString()));
    Plan stated = model.plan();
    stated.training.precision = Precision::fp32;
    model.propose(stated, {u"Precision"_s});
    change("v100-sxm2-32gb");
    QCOMPARE(followed.count(), 2);
  }

  void a_proposal_is_computed_and_told_once() {
    PlanModel model;
    QSignalSpy changed(&model, &PlanModel::changed);
    model.propose(withMicroBatch(model.plan(), 4), microBatch(1, 4));
    QCOMPARE(changed.count(), 1);
    QCOMPARE(model.plan().training.micro_batch_size, 4);
    QCOMPARE(model.results().evaluation.figures.estimate, estimate_memory(model.plan()));
    QCOMPARE(model.undoStack().undoText(), u"Micro batch 1 → 4"_s);
    QVERIFY(model.isModified());
  }
  void another_model_has_other_weights_and_undo_brings_them_back() {
    PlanModel model;
    model.reset(read_plan(R"({"model": {"preset": "Qwen/Qwen2.5-7B-Instruct"}})"), {});
    model.propose(withMicroBatch(model.plan(), 4), microBatch(1, 4));
    QCOMPARE(model.document().text.repository, std::string("Qwen/Qwen2.5-7B-Instruct"));
    model.propose(read_plan(R"({"model": {"preset": "llama-2-7b"}})").plan, {u"Model"_s});
    QCOMPARE(model.document().text.repository, std::string());
    model.undoStack().undo();
    QCOMPARE(model.document().text.repository, std::string("Qwen/Qwen2.5-7B-Instruct"));
  }
  void the_same_plan_is_no_change() {
    PlanModel model;
    QSignalSpy changed(&model, &PlanModel::changed);
    model.propose(model.plan(), microBatch(1, 1));
    QCOMPARE(changed.count(), 0);
    QCOMPARE(model.undoStack().count(), 0);
  }

  void one_gesture_is_one_step() {
    PlanModel model;
    const PlanDocument start = model.document();
    for (int size = 2; size <= 50; ++size)
      model.propose(withMicroBatch(model.plan(), size), microBatch(size - 1, size), 7);
    QCOMPARE(model.undoStack().count(), 1);
    QCOMPARE(model.undoStack().undoText(), u"Micro batch 1 → 50"_s);
    model.undoStack().undo();
    QVERIFY(model.document() == start);
    QCOMPARE(model.results().evaluation.figures.estimate, estimate_memory(start.plan));
  }
  void another_gesture_is_another_step() {
    PlanModel model;
    model.propose(withMicroBatch(model.plan(), 2), microBatch(1, 2), 7);
    model.propose(withMicroBatch(model.plan(), 4), microBatch(2, 4), 8);
    QCOMPARE(model.undoStack().count(), 2);
  }
  void changes_outside_gestures_never_merge() {
    PlanModel model;
    model.propose(withMicroBatch(model.plan(), 2), microBatch(1, 2));
    model.propose(withMicroBatch(model.plan(), 4), microBatch(2, 4));
    QCOMPARE(model.undoStack().count(), 2);
  }
  void there_and_back_leaves_nothing() {
    PlanModel model;
    const Plan start = model.plan();
    model.propose(withMicroBatch(start, 2), microBatch(1, 2), 7);
    model.propose(start, microBatch(2, 1), 7);
    QCOMPARE(model.undoStack().count(), 0);
    QVERIFY(!model.isModified());
    QVERIFY(model.plan() == start);
  }

  void an_impossible_plan_is_kept_and_the_last_numbers_stay() {
    PlanModel model;
    const PlanResults before = model.results();
    model.propose(edits::set_hidden_size(model.plan(), 4100), {u"Hidden size"_s});
    QCOMPARE(model.plan().model.architecture.hidden_size, 4100);
    QVERIFY(model.results().stale);
    QVERIFY(model.results().evaluation.document == before.evaluation.document);
    QCOMPARE(model.results().evaluation.figures.estimate, before.evaluation.figures.estimate);
    QVERIFY(!model.results().issues.empty());
    QVERIFY(is_impossible(model.results().issues.front()));
    model.undoStack().undo();
    QVERIFY(!model.results().stale);
    QCOMPARE(model.results().issues.size(), before.issues.size());
  }

  void remembers_the_preset_a_shape_came_from() {
    PlanModel model;
    const SharedModelPreset preset = model.plan().model.preset;
    const SharedModelPreset other = catalog().find_model("gpt-2-124m");
    QVERIFY(preset && preset != other);
    QCOMPARE(model.modelPreset(), preset);
    model.propose(edits::set_layers(model.plan(), 40), {u"Layers"_s});
    QVERIFY(!model.plan().model.preset);
    QCOMPARE(model.modelPreset(), preset);
    model.propose(edits::set_model_preset(model.plan(), other), {u"Preset"_s});
    QCOMPARE(model.modelPreset(), other);
    model.undoStack().undo();
    QCOMPARE(model.modelPreset(), preset);
  }

  void adopts_a_strategy() {
    PlanModel model;
    model.adopt({3, Device::cpu, Device::none});
    QVERIFY(strategy_of(model.plan()) == (Strategy{3, Device::cpu, Device::none}));
    QCOMPARE(model.undoStack().undoText(), u"Strategy ZeRO-2 → ZeRO-3 · opt→CPU"_s);
  }

  void saved_and_reopened_is_the_same() {
    const QTemporaryDir folder;
    const QString path = folder.filePath(u"täst.zplan.json"_s);
    PlanModel model;
    model.propose(withMicroBatch(edits::set_layers(model.plan(), 40), 4), {u"both"_s});
    model.save(path);
    QVERIFY(!model.isModified());
    QCOMPARE(model.filePath(), path);
    PlanModel other;
    other.open(path);
    QVERIFY(other.document() == model.document());
    QCOMPARE(other.results().evaluation.figures.estimate, model.results().evaluation.figures.estimate);
  }
  void a_file_that_cannot_be_read_changes_nothing() {
    const QTemporaryDir folder;
    const QString path = folder.filePath(u"broken.zplan.json"_s);
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("{\"model\": ");
    file.close();
    PlanModel model;
    model.propose(withMicroBatch(model.plan(), 4), microBatch(1, 4));
    const PlanDocument before = model.document();
    QSignalSpy changed(&model, &PlanModel::changed);
    QVERIFY_THROWS_EXCEPTION(FileError, model.open(path));
    QCOMPARE(changed.count(), 0);
    QVERIFY(model.document() == before);
    QCOMPARE(model.undoStack().count(), 1);
  }
  void a_folder_that_cannot_be_written_to_leaves_it_modified() {
    PlanModel model;
    model.propose(withMicroBatch(model.plan(), 4), microBatch(1, 4));
    QVERIFY_THROWS_EXCEPTION(FileError, model.save(u"/proc/no/such/plan.zplan.json"_s));
    QVERIFY(model.isModified());
    QVERIFY(model.filePath().isEmpty());
  }
  void saving_moves_what_changes_are_marked_against() {
    const QTemporaryDir folder;
    PlanModel model;
    model.adopt({3, Device::none, Device::none});
    const auto text = [](const std::vector<ConfigLine>& lines) {
      QStringList list;
      for (const ConfigLine& line : lines)
        list << toQt(line.text);
      return list;
    };
    QVERIFY(text(model.savedConfig()) != text(model.results().evaluation.config.lines));
    model.save(folder.filePath(u"a.zplan.json"_s));
    QCOMPARE(text(model.savedConfig()), text(model.results().evaluation.config.lines));
  }
};

ZP_TEST(PlanModelTest)
#include "plan_model_test.moc"
