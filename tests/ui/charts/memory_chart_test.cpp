// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/memory_chart.h"

#include <QClipboard>
#include <QContextMenuEvent>
#include <QHelpEvent>
#include <QMenu>
#include <QMimeData>
#include <QSignalSpy>
#include <QToolTip>
#include <QtTest>
#include <memory>

#include "chart_samples.h"
#include "tests/support/test_main.h"
#include "tests/ui/charts/chart_on_screen.h"
#include "ui/theme/theme.h"

using namespace zp;
using namespace Qt::Literals::StringLiterals;

namespace {

constexpr int series_count = static_cast<int>(chart_component_count);

}  // namespace

/// Tests of the chart's colours and behaviour on screen.
class MemoryChartTest : public QObject {
  Q_OBJECT

 private slots:
  void init() {
    chart_ = test::chartOnScreen<MemoryChart>(eightStrategies(), {900, 480});
    QVERIFY(chart_);
  }
  void cleanup() { chart_.reset(); }

  void each_segment_has_its_components_colour_data() { test::bothThemes(); }
  void each_segment_has_its_components_colour() {
    QFETCH(bool, dark);
    applyTheme(*qApp, dark ? ThemeChoice::dark : ThemeChoice::light);
    const QImage picture = shot();
    const ThemeColors& colors = dark ? darkTheme() : lightTheme();
    int seen = 0;
    for (int row = 1; row < rowCount(); ++row) {  // row 0 is left out because it is hatched
      for (int s = 0; s < series_count; ++s) {
        const QRectF segment = chart_->partRect(row, s);
        if (segment.isEmpty()) continue;
        QVERIFY(segment.width() > 4);
        QCOMPARE(picture.pixelColor(segment.center().toPoint()),
                 colors.components[static_cast<std::size_t>(s)]);
        ++seen;
      }
    }
    QCOMPARE(seen, 7 * series_count - 4);  // four rows have no optimizer states
    QCOMPARE(picture.pixelColor(chart_->width() - 6, 6), colors.panel);
  }

  void segments_follow_each_other_in_the_fixed_order() {
    double right = 0;
    for (int s = 0; s < series_count; ++s) {
      const QRectF segment = chart_->partRect(0, s);
      if (s > 0) QVERIFY(std::abs(segment.left() - right) < 1e-6);
      right = segment.right();
    }
    const auto names = chart_->bars().series;
    QCOMPARE(names.front().name, u"Parameters"_s);
    QCOMPARE(names[4].name, u"Logits and loss"_s);
    QCOMPARE(names.back().name, u"Overhead"_s);
  }

  void beyond_the_capacity_the_bar_is_hatched() {
    const QImage picture = shot();
    const QRectF optimizer = chart_->partRect(0, 2);
    const QColor plain = lightTheme().components[2];
    const int y = qRound(optimizer.center().y());
    const auto shades = [&](double from, double to) {
      QSet<QRgb> found;
      for (int x = qRound(from); x < qRound(to); ++x)
        found.insert(picture.pixel(x, y));
      return found;
    };
    const double capacity = optimizer.left() + (79.2 - 12.6 * 2) / 75.3 * optimizer.width();
    QCOMPARE(shades(optimizer.left() + 2, capacity - 4), QSet<QRgb>{plain.rgb()});
    const QSet<QRgb> hatched = shades(capacity + 4, optimizer.right() - 2);
    QVERIFY(hatched.size() == 2 && hatched.contains(plain.rgb()));
  }

  void the_selected_row_is_tinted_and_marked() {
    const QImage picture = shot();
    const QRectF row = chart_->itemRect(2);
    QCOMPARE(picture.pixelColor(qRound(row.right()) - 8, qRound(row.center().y())),
             themeColors().rowTint(true));
    QCOMPARE(picture.pixelColor(qRound(row.left()) + 2, qRound(row.center().y())), themeColors().accent);
    QCOMPARE(picture.pixelColor(qRound(row.right()) - 8, qRound(chart_->itemRect(3).center().y())),
             themeColors().panel);
  }

  void a_click_anywhere_on_a_row_chooses_it_data() {
    QTest::addColumn<int>("where");
    QTest::newRow("label") << 0;
    QTest::newRow("segment") << 1;
    QTest::newRow("empty end") << 2;
  }
  void a_click_anywhere_on_a_row_chooses_it() {
    QFETCH(int, where);
    QSignalSpy chosen(chart_.get(), &Chart::activated);
    const QPointF pos = where == 0 ? chart_->labelRect(4).center()
                        : where == 1
                            ? chart_->partRect(4, 3).center()
                            : chart_->itemRect(4).center() + QPointF(chart_->itemRect(4).width() / 2 - 9, 0);
    QTest::mouseClick(chart_.get(), Qt::LeftButton, {}, pos.toPoint());
    QCOMPARE(chosen.count(), 1);
    QCOMPARE(chosen[0][0].toInt(), 4);
    QVERIFY(!chart_->bars().rows[4].selected);  // only new data selects a row
  }

  void a_click_beside_the_rows_chooses_nothing() {
    QSignalSpy chosen(chart_.get(), &Chart::activated);
    QTest::mouseClick(chart_.get(), Qt::LeftButton, {}, QPoint(300, 6));
    QTest::mouseClick(chart_.get(), Qt::LeftButton, {}, QPoint(300, chart_->height() - 4));
    QTest::mouseClick(chart_.get(), Qt::RightButton, {}, chart_->itemRect(1).center().toPoint());
    QCOMPARE(chosen.count(), 0);
  }

  void keys_data() {
    QTest::addColumn<Qt::Key>("key");
    QTest::addColumn<int>("expected");
    QTest::newRow("down") << Qt::Key_Down << 3;
    QTest::newRow("up") << Qt::Key_Up << 1;
    QTest::newRow("home") << Qt::Key_Home << 0;
    QTest::newRow("end") << Qt::Key_End << 7;
    QTest::newRow("return") << Qt::Key_Return << 2;
    QTest::newRow("space") << Qt::Key_Space << 2;
  }
  void keys() {
    QFETCH(Qt::Key, key);
    QFETCH(int, expected);
    QSignalSpy chosen(chart_.get(), &Chart::activated);
    chart_->setFocus();
    QTest::keyClick(chart_.get(), key);
    QCOMPARE(chosen.count(), 1);
    QCOMPARE(chosen[0][0].toInt(), expected);
  }

  void keys_go_on_from_where_the_keyboard_is() {
    QSignalSpy chosen(chart_.get(), &Chart::activated);
    QTest::keyClick(chart_.get(), Qt::Key_Down);
    QTest::keyClick(chart_.get(), Qt::Key_Down);
    QCOMPARE(chosen[1][0].toInt(), 4);
    for (int i = 0; i < 9; ++i)
      QTest::keyClick(chart_.get(), Qt::Key_Down);
    QCOMPARE(chosen.last()[0].toInt(), 7);
  }

  void focus_draws_a_ring() {
    chart_->setFocus();
    const QRectF row = chart_->itemRect(2);
    const QPoint edge(qRound(row.center().x()), qRound(row.top()) + 1);
    QCOMPARE(shot().pixelColor(edge), themeColors().accent);
    chart_->clearFocus();
    QVERIFY(shot().pixelColor(edge) != themeColors().accent);
  }

  void tool_tips_are_tables() {
    const QString segment = chart_->tipAt(chart_->partRect(2, 0).center());
    for (const char* part :
         {"ZeRO-2", "Parameters", "12.6", "22.5", "2·P/N = 12.6 GiB<br>source &lt;x&gt; &amp; y"})
      QVERIFY2(segment.contains(QString::fromUtf8(part)), qPrintable(segment));
    QVERIFY(!segment.contains(u"Gradients"_s));
    const QString row = chart_->tipAt(chart_->labelRect(3).center());
    QVERIFY(row.contains(u"Gradients"_s) && row.contains(u"Overhead"_s));
    QVERIFY(!row.contains(u"Optimizer states"_s));  // the amount is 0 in this row
    QVERIFY(chart_->tipAt(chart_->labelRect(0).center()).contains(u"+50.7"_s));
    QVERIFY(chart_->tipAt(QPointF(300, 4)).isEmpty());
  }

  void a_tool_tip_event_shows_the_table() {
    const QPoint pos = chart_->partRect(2, 0).center().toPoint();
    QHelpEvent help(QEvent::ToolTip, pos, chart_->mapToGlobal(pos));
    QApplication::sendEvent(chart_.get(), &help);
    QTRY_VERIFY(QToolTip::isVisible());
    QVERIFY(QToolTip::text().contains(u"Parameters"_s));
    QToolTip::hideText();
  }

  void the_context_menu_copies_and_asks_to_save() {
    QSignalSpy saves(chart_.get(), &BarChart::saveRequested);
    QContextMenuEvent request(QContextMenuEvent::Mouse, QPoint(9, 9), chart_->mapToGlobal(QPoint(9, 9)));
    QApplication::sendEvent(chart_.get(), &request);
    auto* menu = chart_->findChild<QMenu*>();
    QVERIFY(menu);
    for (const QString& name :
         {u"save.png"_s, u"save.png.2x"_s, u"save.svg"_s, u"save.pdf"_s, u"save.csv"_s, u"copy"_s}) {
      auto* action = menu->findChild<QAction*>(name);
      QVERIFY2(action, qPrintable(name));
      action->trigger();
    }
    menu->close();
    QCOMPARE(saves.count(), 5);
    QCOMPARE(saves[1][0].toString(), u"png"_s);
    QCOMPARE(saves[1][1].toDouble(), 2.0);
    QVERIFY(QGuiApplication::clipboard()->mimeData()->hasImage());
  }

  void screen_readers_get_every_row() {
    QCOMPARE(chart_->accessibleName(), u"Memory per GPU by strategy"_s);
    QVERIFY(chart_->accessibleDescription().contains(u"ZeRO-2: 55.9 of 79.2 gibibytes, fits, selected"_s));
    QVERIFY(
        chart_->accessibleDescription().contains(u"ZeRO-0 (DDP): 129.9 of 79.2 gibibytes, does not fit"_s));
    MemoryChartData changed = eightStrategies();
    changed.rows.resize(1);
    changed.stale = true;
    changed.stale_text = u"showing last valid plan"_s;
    chart_->setData(changed);
    QVERIFY(chart_->accessibleDescription().startsWith(u"showing last valid plan"_s));
    QVERIFY(!chart_->accessibleDescription().contains(u"ZeRO-2"_s));
  }

  void without_a_capacity_nothing_is_judged() {
    MemoryChartData data = eightStrategies();
    data.capacityGib = 0;
    chart_->setData(data);
    QVERIFY(chart_->bars().rows[0].verdict == Verdict::none);
    QVERIFY(!chart_->accessibleDescription().contains(u"fit"_s));
  }

  void stale_greys_the_bars() {
    MemoryChartData data = eightStrategies();
    data.stale = true;
    chart_->setData(data);
    const QColor seen = shot().pixelColor(chart_->partRect(1, 0).center().toPoint());
    QVERIFY(seen != lightTheme().components[0]);
    QVERIFY(contrastRatio(seen, lightTheme().panel) <
            contrastRatio(lightTheme().components[0], lightTheme().panel));
  }

  void an_empty_chart_is_harmless() {
    chart_->setData({});
    shot();
    QTest::keyClick(chart_.get(), Qt::Key_Down);
    QTest::mouseClick(chart_.get(), Qt::LeftButton, {}, QPoint(100, 100));
    QVERIFY(chart_->tipAt(QPointF(100, 100)).isEmpty());
  }

 private:
  [[nodiscard]] int rowCount() const { return static_cast<int>(chart_->bars().rows.size()); }
  QImage shot() { return test::shot(*chart_); }

  std::unique_ptr<MemoryChart> chart_;
};

ZP_TEST(MemoryChartTest)
#include "memory_chart_test.moc"
