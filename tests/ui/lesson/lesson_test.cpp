// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lesson/lesson.h"

#include <QAbstractSpinBox>
#include <QComboBox>
#include <QLabel>
#include <QPushButton>
#include <QRadioButton>
#include <QSignalSpy>
#include <QtTest>

#include "core/sharding/strategy.h"
#include "tests/support/test_main.h"
#include "tests/ui/plan_fixture.h"
#include "ui/lesson/lesson_view.h"
#include "ui/lesson/partition_picture.h"

using namespace zp;
using namespace Qt::Literals::StringLiterals;

namespace {

Lesson lessonAt(test::PlanFixture& fixture, const Strategy& strategy) {
  fixture.model.adopt(strategy);
  return lessonOf(fixture.model.results());
}

double share(const HeldState& state) {
  return static_cast<double>(state.held.value()) / static_cast<double>(state.whole.value());
}

}  // namespace

/// Tests of the window “ZeRO explained”: who keeps which model states, and the picture of it.
class LessonTest : public QObject {
  Q_OBJECT

 private slots:
  void init() { plan_ = std::make_unique<test::PlanFixture>(); }

  /// Rajbhandari et al. 2020, figure 1: what P_os, P_os+g and P_os+g+p divide among N GPUs.
  void each_stage_divides_what_the_paper_says_data() {
    QTest::addColumn<int>("stage");
    QTest::addColumn<int>("divided");
    for (int stage = 0; stage <= 3; ++stage)
      QTest::addRow("stage %d", stage) << stage << stage;
  }
  void each_stage_divides_what_the_paper_says() {
    QFETCH(int, stage);
    QFETCH(int, divided);
    const Lesson lesson = lessonAt(*plan_, {stage, Device::none, Device::none});
    const double part = 1.0 / lesson.gpus;
    for (int i = 0; i < 3; ++i) {  // first the optimizer states, then gradients, then parameters
      const HeldState& state = lesson.states[static_cast<std::size_t>(2 - i)];
      QCOMPARE(state.is_divided, i < divided);
      QVERIFY(state.place == Place::gpu);
      const double expected = i < divided ? part : 1;
      // Gradients exist twice if they are summed in another place than they are made in.
      const double most = state.component == ChartComponent::gradients ? expected + 1.1 * part : expected;
      QVERIFY2(share(state) > 0.97 * expected && share(state) < 1.03 * most,
               qPrintable(u"%1: %2"_s.arg(zp::nameOf(state.component)).arg(share(state))));
    }
  }

  /// The ZeRO paper counts equal shares; DeepSpeed keeps gradients of borders, or of accumulation, as well.
  void what_is_more_than_an_equal_share_is_named() {
    const QString two = lessonAt(*plan_, {2, Device::none, Device::none}).sentences.join(u' ');
    QVERIFY2(two.contains(u"more than an equal share"), qPrintable(two));
    const QString none = lessonAt(*plan_, {0, Device::none, Device::none}).sentences.join(u' ');
    QVERIFY2(!none.contains(u"more than an equal share"), qPrintable(none));
  }

  void what_is_offloaded_is_kept_below() {
    const Lesson optimizer = lessonAt(*plan_, {2, Device::cpu, Device::none});
    QVERIFY(optimizer.states[2].place == Place::cpu && optimizer.states[0].place == Place::gpu);
    QVERIFY(optimizer.uses(Place::cpu) && !optimizer.uses(Place::nvme));
    const Lesson all = lessonAt(*plan_, {3, Device::nvme, Device::nvme});
    QVERIFY(all.states[0].place == Place::nvme && all.states[2].place == Place::nvme);
    QVERIFY(all.onGpu() < optimizer.onGpu());
  }

  void the_picture_fills_a_part_for_each_gpu() {
    PartitionPicture picture;
    picture.resize(700, 460);
    picture.setLesson(lessonAt(*plan_, {2, Device::none, Device::none}));
    const int gpus = picture.shownGpus();
    QVERIFY(gpus > 1);
    double filled = 0;
    for (int gpu = 0; gpu < gpus; ++gpu) {
      QCOMPARE(picture.filledOf(gpu, 0), picture.placeOf(gpu, 0));  // parameters are whole
      QVERIFY(picture.placeOf(gpu, 2).contains(picture.filledOf(gpu, 2)));
      filled += picture.filledOf(gpu, 2).width();
      if (gpu > 0)
        QVERIFY(picture.filledOf(gpu, 2).left() - picture.placeOf(gpu, 2).left() >
                picture.filledOf(gpu - 1, 2).left() - picture.placeOf(gpu - 1, 2).left());
    }
    QVERIFY(std::abs(filled - picture.placeOf(0, 2).width()) < 1);
    const QImage image = picture.grab().toImage();
    QCOMPARE(image.pixelColor(picture.filledOf(1, 2).center().toPoint()),
             themeColors().component(ChartComponent::optimizer_states));
  }

  void every_control_has_a_name_of_its_own() {
    LessonView view(plan_->model.document());
    QStringList names;
    for (const auto* choice : view.findChildren<QComboBox*>())
      names << choice->accessibleName();
    for (const auto* number : view.findChildren<QAbstractSpinBox*>())
      names << number->accessibleName();
    QVERIFY(names.size() >= 3 && !names.contains(QString()));
    QCOMPARE(QSet<QString>(names.begin(), names.end()).size(), names.size());
  }
  void trying_changes_nothing_until_it_is_used() {
    const PlanDocument before = plan_->model.document();
    LessonView view(before);
    view.show();
    QSignalSpy wanted(&view, &LessonView::strategyWanted);
    const auto stages = view.findChildren<QRadioButton*>();
    QCOMPARE(stages.size(), qsizetype{4});
    for (int stage = 0; stage < 4; ++stage) {
      QTest::mouseClick(stages[stage], Qt::LeftButton);
      QCOMPARE(view.plan().zero.stage, stage);
      QVERIFY(view.findChild<QLabel*>(u"lesson.text"_s)->text().startsWith(u"Stage %1"_s.arg(stage)));
    }
    QVERIFY(plan_->model.document() == before);
    QTest::mouseClick(view.findChild<QPushButton*>(u"lesson.use"_s), Qt::LeftButton);
    QCOMPARE(wanted.count(), 1);
    QCOMPARE(wanted.front().front().value<Strategy>().stage, 3);
  }

 private:
  std::unique_ptr<test::PlanFixture> plan_;
};

ZP_TEST(LessonTest)
#include "lesson_test.moc"
