// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/flame_chart.h"

#include <QSvgRenderer>
#include <QToolTip>
#include <QtTest>
#include <memory>

#include "tests/support/test_main.h"
#include "tests/ui/charts/chart_on_screen.h"
#include "ui/charts/chart_picture.h"
#include "ui/charts/chart_table.h"
#include "ui/theme/theme.h"

using namespace zp;
using namespace Qt::Literals::StringLiterals;

namespace {

/// A whole of 100 with two parts, one of which has two parts of its own; 10 of it are nobody's.
FlameChartData flame() {
  FlameChartData data;
  data.title = u"A title"_s;
  data.value_title = u"bytes"_s;
  data.spoken = u"the whole"_s;
  data.nodes = {{-1, u"Peak"_s, u"100 B"_s, 100, {}, {}},
                {0, u"Activations"_s, u"60 B"_s, 60, ChartComponent::activations, u"seen"_s},
                {1, u"saved"_s, u"45 B"_s, 45, ChartComponent::activations, {}},
                {1, u"live"_s, u"15 B"_s, 15, ChartComponent::activations, {}},
                {0, u"Gradients"_s, u"30 B"_s, 30, ChartComponent::gradients, {}}};
  return data;
}

}  // namespace

/// Tests of the chart of a whole and its parts: places, mouse, keys and pictures.
class FlameChartTest : public QObject {
  Q_OBJECT

 private slots:
  void init() {
    chart_ = test::chartOnScreen<FlameChart>(flame(), {600, 240});
    QVERIFY(chart_);
  }
  void cleanup() {
    QToolTip::hideText();
    chart_.reset();
  }

  void widths_are_shares_and_each_part_is_below_its_whole() {
    const double whole = chart_->itemRect(0).width();
    QVERIFY(std::abs(chart_->itemRect(1).width() - 0.6 * whole) < 0.5);
    QVERIFY(std::abs(chart_->itemRect(4).left() - chart_->itemRect(1).right()) < 0.5);
    for (const auto& [part, of] : {std::pair{1, 0}, {2, 1}, {3, 1}, {4, 0}}) {
      QVERIFY(std::abs(chart_->itemRect(part).top() - chart_->itemRect(of).bottom()) < 0.5);
      QVERIFY(chart_->itemRect(part).right() <= chart_->itemRect(of).right() + 0.5);
    }
  }
  void a_click_widens_a_part_and_another_takes_it_back() {
    const double whole = chart_->itemRect(0).width();
    QTest::mouseClick(chart_.get(), Qt::LeftButton, {}, chart_->itemRect(1).center().toPoint());
    QVERIFY(std::abs(chart_->itemRect(1).width() - whole) < 0.5);
    QVERIFY(std::abs(chart_->itemRect(2).width() - 0.75 * whole) < 0.5);
    QVERIFY(chart_->itemRect(4).isEmpty());
    QTest::mouseClick(chart_.get(), Qt::LeftButton, {}, chart_->itemRect(2).center().toPoint());
    QCOMPARE(chart_->data().root, 1);  // it has no parts to look at
    chart_->setData(flame());          // another plan keeps the place
    QCOMPARE(chart_->data().root, 1);
    QTest::mouseClick(chart_.get(), Qt::LeftButton, {}, chart_->itemRect(1).center().toPoint());
    QVERIFY(std::abs(chart_->itemRect(1).width() - 0.6 * whole) < 0.5);
  }
  void keys_go_through_all_parts_and_tell_each() {
    chart_->setFocus();
    QVERIFY(chart_->accessibleDescription().startsWith(u"Peak 100 B"));
    QTest::keyClick(chart_.get(), Qt::Key_Right);
    QVERIFY(chart_->accessibleDescription().startsWith(u"Activations 60 B"));
    QTest::keyClick(chart_.get(), Qt::Key_Return);
    QCOMPARE(chart_->data().root, 1);
    QTest::keyClick(chart_.get(), Qt::Key_End);
    QVERIFY(chart_->accessibleDescription().startsWith(u"Gradients"));
    QVERIFY(chart_->accessibleDescription().contains(u"the whole"));
  }
  void a_tip_has_the_share_and_the_details() {
    const QString tip = chart_->tipAt(chart_->itemRect(1).center());
    QVERIFY(tip.contains(u"60\u202F% of all"_s));
    QVERIFY(tip.contains(u"seen"_s));
    QCOMPARE(chart_->tipAt(chart_->itemRect(0).bottomRight() + QPointF(-4, 20)), QString());
  }
  void figures_and_pictures_leave_whole() {
    QCOMPARE(chartTable(flame()).size(), 6);
    QCOMPARE(chartTable(flame())[3], (QStringList{u"saved"_s, u"Activations"_s, u"45"_s}));
    const QByteArray svg = chart_->toFile(PictureFormat::svg);
    QVERIFY(QSvgRenderer(svg).isValid());
    for (const char* text : {"A title", "Activations", "Gradients"})
      QVERIFY2(svg.contains(text), text);
  }
  void no_data_are_no_trouble() {
    chart_->setFocus();
    chart_->setData({});
    QTest::keyClick(chart_.get(), Qt::Key_Right);
    QTest::keyClick(chart_.get(), Qt::Key_Return);
    QCOMPARE(chart_->tipAt({300, 30}), QString());
    test::shot(*chart_);
  }

 private:
  std::unique_ptr<FlameChart> chart_;
};

ZP_TEST(FlameChartTest)
#include "flame_chart_test.moc"
