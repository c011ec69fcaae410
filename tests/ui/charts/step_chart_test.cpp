// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/step_chart.h"

#include <QClipboard>
#include <QContextMenuEvent>
#include <QFile>
#include <QGuiApplication>
#include <QHelpEvent>
#include <QMenu>
#include <QMimeData>
#include <QSignalSpy>
#include <QSvgRenderer>
#include <QTemporaryDir>
#include <QToolTip>
#include <QtTest>
#include <memory>

#include "tests/support/test_main.h"
#include "tests/ui/charts/chart_on_screen.h"
#include "ui/charts/chart_picture.h"
#include "ui/theme/theme.h"

using namespace zp;
using namespace Qt::Literals::StringLiterals;

namespace {

constexpr int part_count = static_cast<int>(chart_component_count);
constexpr int loading = 0, between = 1, forward = 2, backward = 3, saving = 5;

/// Invented data: a block, a step of four moments with the peak in its backward pass, a block.
StepChartData sample(double factor = 1) {
  StepChartData data;
  for (int s = 0; s < part_count; ++s)
    data.bars.series.push_back({nameOf(static_cast<ChartComponent>(s)), static_cast<ChartComponent>(s)});
  const auto add = [&](const QString& label, std::array<double, chart_component_count> gib, bool apart) {
    BarRow row;
    row.label = label;
    for (const double part : gib)
      row.parts.push_back({part * factor, QString::number(part * factor) + u" GiB"_s, {}});
    row.verdict = row.total() > 80 ? Verdict::over : Verdict::fits;
    row.total_text = QString::number(row.total());
    row.spoken = label + u": "_s + row.total_text;
    data.bars.rows.push_back(row);
    data.moments.push_back({u"What happens: <"_s + label + u'>', apart});
  };
  add(u"Loading"_s, {13, 0, 0, 0, 0, 0, 1}, true);
  add(u"Between steps"_s, {13, 0, 10, 0, 0, 5, 4}, false);
  add(u"End of forward"_s, {13, 0, 10, 14, 6, 5, 4}, false);
  add(u"Backward, last block"_s, {13, 8, 10, 12, 0, 8, 4}, false);
  add(u"Between steps"_s, {13, 0, 10, 0, 0, 5, 4}, false);
  add(u"Saving"_s, {13, 0, 10, 0, 0, 7, 4}, true);
  data.peak = backward;
  data.bars.rows[backward].low = data.bars.rows[backward].total() * 0.95;
  data.bars.rows[backward].high = data.bars.rows[backward].total() * 1.05;
  data.peak_text = u"Peak 55, backward"_s;
  data.bars.limit = 80;
  data.bars.limit_text = u"80 usable"_s;
  data.bars.axis_title = u"GiB per GPU"_s;
  data.bars.title = u"One <step>"_s;
  data.bars.note = u"1 GiB = 2³⁰ bytes"_s;
  return data;
}

}  // namespace

/// Tests of the chart of one step on screen: areas, labels, keys, clicks, tips and pictures.
class StepChartTest : public QObject {
  Q_OBJECT

 private slots:
  void init() {
    chart_ = test::chartOnScreen<StepChart>(sample(), {900, 480});
    QVERIFY(chart_);
  }
  void cleanup() {
    QToolTip::hideText();
    chart_.reset();
  }

  void each_area_has_its_components_colour_data() { test::bothThemes(); }
  void each_area_has_its_components_colour() {
    QFETCH(bool, dark);
    applyTheme(*qApp, dark ? ThemeChoice::dark : ThemeChoice::light);
    const QImage picture = shot();
    const ThemeColors& colors = dark ? darkTheme() : lightTheme();
    int seen = 0;
    for (int moment = 0; moment < rowCount(); ++moment)
      for (int s = 0; s < part_count; ++s) {
        const QRectF part = chart_->partRect(moment, s);
        if (part.height() < 8 || moment == backward) continue;  // the peak has its range drawn
        // Beside the moment, towards the inside of the step, the area is about as tall.
        const double aside = moment == 4 ? -3 : 3;
        QCOMPARE(picture.pixelColor(qRound(part.center().x() + aside), qRound(part.center().y())),
                 colors.components[static_cast<std::size_t>(s)]);
        ++seen;
      }
    QVERIFY2(seen > 15, qPrintable(QString::number(seen)));
    QCOMPARE(picture.pixelColor(chart_->width() - 4, 4), colors.panel);
  }

  void areas_are_as_tall_as_their_bytes() {
    const double pixels_per_gib = chart_->partRect(between, 0).height() / 13;
    QVERIFY(pixels_per_gib > 1);
    for (int moment = 0; moment < rowCount(); ++moment) {
      double bottom = chart_->partRect(0, 0).bottom();
      for (int s = 0; s < part_count; ++s) {
        const double value = row(moment).parts[static_cast<std::size_t>(s)].value;
        const QRectF part = chart_->partRect(moment, s);
        QCOMPARE(part.isEmpty(), value == 0);
        if (value == 0) continue;
        QVERIFY(std::abs(part.height() - value * pixels_per_gib) < 0.01);
        QVERIFY(std::abs(part.bottom() - bottom) < 0.01);
        bottom = part.top();
      }
    }
  }

  void between_two_moments_the_area_leads_from_one_to_the_other() {
    // Halfway, activations have half of their next amount; beyond the step nothing is drawn.
    const QImage picture = shot();
    const QRectF from = chart_->partRect(between, 2), to = chart_->partRect(forward, 3);
    const double x = (from.center().x() + to.center().x()) / 2;
    const double y = (from.top() + to.top() + (to.bottom() - from.top())) / 2;
    QCOMPARE(picture.pixelColor(qRound(x), qRound((from.top() + y) / 2 - 4)),
             lightTheme().components[static_cast<std::size_t>(ChartComponent::activations)]);
    const double gap = (chart_->partRect(loading, 0).center().x() + from.center().x()) / 2 + 8;
    QVERIFY(chart_->tipAt(QPointF(gap, from.center().y())).contains(u"Parameters"));
    QCOMPARE(picture.pixelColor(qRound(gap), qRound(chart_->partRect(between, 0).center().y())),
             lightTheme().panel);
  }

  void the_peak_is_marked_and_named() {
    const QRectF words = chart_->peakRect();
    QVERIFY(words.bottom() < chart_->partRect(backward, 6).top());
    QVERIFY(words.left() < chart_->partRect(backward, 0).left() &&
            words.right() > chart_->partRect(backward, 0).right());
    const QImage picture = shot();  // the mark is a ring of text colour, filled with that of the panel
    const QPoint top(qRound(chart_->partRect(backward, 6).center().x()),
                     qRound(chart_->partRect(backward, 6).top()));
    QCOMPARE(picture.pixelColor(top), lightTheme().panel);
    for (const int side : {-1, 1}) {
      int darkest = 255;
      for (int x = 2; x <= 6; ++x)
        darkest = std::min(darkest, qGray(picture.pixel(top + QPoint(side * x, 0))));
      QVERIFY2(darkest < 76, qPrintable(QString::number(darkest)));  // the area itself has 84 there
    }
    StepChartData none = sample();
    none.peak = -1;
    chart_->setData(none);
    QVERIFY(chart_->peakRect().isEmpty());
  }

  void a_limit_far_above_is_named_and_does_not_flatten_the_areas() {
    const double tall = chart_->partRect(between, 0).height();
    chart_->setData(sample(0.2));
    QVERIFY(chart_->partRect(between, 0).height() > tall / 2);
    QVERIFY(chart_->limitRect().bottom() <= chart_->itemRect(0).top());
    QVERIFY(!chart_->limitRect().isEmpty());
    StepChartData unknown = sample();
    unknown.bars.limit = 0;
    chart_->setData(unknown);
    QVERIFY(chart_->limitRect().isEmpty());
  }

  void everything_has_its_place_data() {
    QTest::addColumn<QSize>("size");
    QTest::addColumn<double>("factor");
    for (const QSize size : {QSize(890, 460), QSize(620, 340), QSize(1800, 1000)})
      for (const double factor : {0.01, 0.5, 1.0, 1.5, 1.7, 4.0, 40.0, 4000.0})
        QTest::addRow("%dx%d, times %g", size.width(), size.height(), factor) << size << factor;
  }
  void everything_has_its_place() {
    QFETCH(QSize, size);
    QFETCH(double, factor);
    chart_->resize(size);
    chart_->setData(sample(factor));
    const QRectF whole(chart_->rect());
    QVERIFY2(chart_->minimumSizeHint().width() <= size.width(),
             qPrintable(QString::number(chart_->minimumSizeHint().width())));
    QVERIFY(chart_->minimumSizeHint().height() <= size.height());
    QVERIFY(whole.contains(chart_->peakRect()));
    QVERIFY(whole.contains(chart_->limitRect()));
    QVERIFY(!chart_->peakRect().intersects(chart_->limitRect()));
    for (int moment = 0; moment < rowCount(); ++moment) {
      const QString name = row(moment).label;
      QVERIFY2(whole.contains(chart_->labelRect(moment)), qPrintable(name));
      QVERIFY2(chart_->partRect(moment, 6).top() >= chart_->itemRect(moment).top(), qPrintable(name));
      QVERIFY(chart_->partRect(moment, 0).bottom() <= chart_->labelRect(moment).top());
      if (moment > 0)
        QVERIFY2(chart_->labelRect(moment).left() >= chart_->labelRect(moment - 1).right() - 0.01,
                 qPrintable(name));
    }
    for (const QRectF& place : chart_->legendRects()) {
      QVERIFY(whole.contains(place));
      QVERIFY(place.bottom() <= chart_->itemRect(0).top());
    }
  }

  /// A step of GRPO has twelve moments: below about 640 pixels their labels take turns in two tiers.
  void labels_of_many_moments_stand_in_two_tiers() {
    StepChartData data = sample();
    for (const QString& label :
         {u"Initialisation"_s, u"Generating"_s, u"Scoring"_s, u"Backward, loss and head"_s,
          u"Backward, first block"_s, u"Optimizer step"_s}) {
      data.bars.rows.insert(data.bars.rows.begin() + forward, data.bars.rows[forward]);
      data.bars.rows[forward].label = label;
      data.moments.insert(data.moments.begin() + forward, data.moments[forward]);
    }
    data.peak = static_cast<int>(data.bars.rows.size()) - 3;
    chart_->resize(1800, 480);
    chart_->setData(data);
    QCOMPARE(chart_->labelRect(1).top(), chart_->labelRect(0).top());
    QVERIFY2(chart_->minimumSizeHint().width() <= 600,
             qPrintable(QString::number(chart_->minimumSizeHint().width())));
    chart_->resize(600, 420);
    QVERIFY(chart_->labelRect(1).top() >= chart_->labelRect(0).bottom());
    QCOMPARE(chart_->labelRect(2).top(), chart_->labelRect(0).top());
    const QRectF whole(chart_->rect());
    const int count = static_cast<int>(data.bars.rows.size());
    for (int moment = 0; moment < count; ++moment) {
      QVERIFY(whole.contains(chart_->labelRect(moment)));
      for (int other = 0; other < moment; ++other)
        QVERIFY2(chart_->labelRect(moment)
                     .adjusted(0.01, 0.01, -0.01, -0.01)
                     .intersected(chart_->labelRect(other))
                     .isEmpty(),
                 qPrintable(QString::number(moment)));
    }
  }
  void a_click_on_an_area_says_which() {
    QSignalSpy chosen(chart_.get(), &Chart::activated);
    click(chart_->partRect(forward, 3).center());
    QCOMPARE(chosen.count(), 1);
    QCOMPARE(chosen[0][0].toInt(), forward);
    QCOMPARE(chosen[0][1].toInt(), 3);
    click(chart_->partRect(forward, 2).center() + QPointF(20, 0));  // a click between two moments counts too
    QCOMPARE(chosen.last()[0].toInt(), forward);
    QCOMPARE(chosen.last()[1].toInt(), 2);
  }
  void a_click_beside_the_areas_says_nothing() {
    QSignalSpy chosen(chart_.get(), &Chart::activated);
    click(QPointF(300, 6));
    click(chart_->labelRect(2).center());
    click(chart_->itemRect(0).center() - QPointF(0, 100));
    QTest::mouseClick(chart_.get(), Qt::RightButton, {}, chart_->partRect(forward, 3).center().toPoint());
    QCOMPARE(chosen.count(), 0);
  }

  void keys_reach_every_moment_and_part() {
    QSignalSpy chosen(chart_.get(), &Chart::activated);
    const auto press = [&](std::initializer_list<Qt::Key> keys) {
      for (const Qt::Key key : keys)
        QTest::keyClick(chart_.get(), key);
      QTest::keyClick(chart_.get(), Qt::Key_Return);
      return std::pair(chosen.last()[0].toInt(), chosen.last()[1].toInt());
    };
    chart_->setFocus();
    QCOMPARE(press({}), std::pair(backward, 0));  // the largest part of the peak
    QCOMPARE(press({Qt::Key_Up}), std::pair(backward, 1));
    QCOMPARE(press({Qt::Key_Up, Qt::Key_Up}), std::pair(backward, 3));
    QCOMPARE(press({Qt::Key_Up}), std::pair(backward, 5));  // this moment has no logits
    QCOMPARE(press({Qt::Key_Up, Qt::Key_Up, Qt::Key_Up}), std::pair(backward, 6));
    QCOMPARE(press({Qt::Key_Left}), std::pair(forward, 6));
    QCOMPARE(press({Qt::Key_Home}), std::pair(loading, 6));
    QCOMPARE(press({Qt::Key_Left}), std::pair(loading, 6));
    QCOMPARE(press({Qt::Key_Down}), std::pair(loading, 0));
    QCOMPARE(press({Qt::Key_End}), std::pair(saving, 0));
    QCOMPARE(press({Qt::Key_Right, Qt::Key_Down}), std::pair(saving, 0));
  }
  void moving_by_key_shows_and_speaks_what_is_there() {
    chart_->setFocus();
    QTest::keyClick(chart_.get(), Qt::Key_Left);
    QTRY_VERIFY(QToolTip::isVisible());
    QVERIFY(QToolTip::text().contains(u"End of forward"));
    QTest::keyClick(chart_.get(), Qt::Key_Up);
    QVERIFY2(chart_->accessibleDescription().startsWith(u"End of forward, Optimizer states 10 GiB"),
             qPrintable(chart_->accessibleDescription()));
  }
  void focus_draws_a_ring() {
    chart_->setFocus();
    const QRectF column = chart_->itemRect(backward);
    const QPoint edge(qRound(column.left()) - 1, qRound(column.top()) + 12);
    QCOMPARE(shot().pixelColor(edge), themeColors().accent);
    chart_->clearFocus();
    QVERIFY(shot().pixelColor(edge) != themeColors().accent);
  }

  void tips_list_every_part_of_the_moment() {
    const QString tip = chart_->tipAt(chart_->partRect(forward, 3).center());
    for (const QString& part :
         {u"End of forward: 52"_s, u"<b>Activations</b>"_s, u"14 GiB"_s, u"Parameters"_s,
          u"Logits and loss"_s, u"Overhead"_s, u"&lt;End of forward&gt;"_s})
      QVERIFY2(tip.contains(part), qPrintable(tip));
    QVERIFY(!tip.contains(u"Gradients"));  // gradients are 0 at this moment
    QVERIFY(chart_->tipAt(chart_->labelRect(saving).center()).contains(u"Saving: 34"));
    QVERIFY(chart_->tipAt(QPointF(300, 4)).isEmpty());
  }
  void a_tool_tip_event_shows_them() {
    const QPoint pos = chart_->partRect(forward, 0).center().toPoint();
    QHelpEvent help(QEvent::ToolTip, pos, chart_->mapToGlobal(pos));
    QApplication::sendEvent(chart_.get(), &help);
    QTRY_VERIFY(QToolTip::isVisible());
    QVERIFY(QToolTip::text().contains(u"<b>Parameters</b>"));
  }

  void screen_readers_get_every_moment() {
    QCOMPARE(chart_->accessibleName(), u"Memory per GPU over one training step"_s);
    for (int moment = 0; moment < rowCount(); ++moment)
      QVERIFY(chart_->accessibleDescription().contains(row(moment).spoken));
    StepChartData stale = sample();
    stale.bars.stale = true;
    stale.bars.stale_text = u"showing last valid plan"_s;
    chart_->setData(stale);
    QVERIFY(chart_->accessibleDescription().startsWith(u"showing last valid plan"));
    QVERIFY(shot().pixelColor(chart_->partRect(forward, 0).center().toPoint() + QPoint(8, 0)) !=
            lightTheme().components[0]);
  }

  void pictures_leave_as_from_the_other_charts() {
    const QTemporaryDir folder;
    for (const auto& [name, magic] :
         {std::pair{u"step.png"_s, QByteArray("\x89PNG")}, std::pair{u"step.svg"_s, QByteArray("<?xml")},
          std::pair{u"step.pdf"_s, QByteArray("%PDF-")}}) {
      QCOMPARE(chart_->exportTo(folder.filePath(name)), QString());
      QFile file(folder.filePath(name));
      QVERIFY(file.open(QIODevice::ReadOnly) && file.readAll().startsWith(magic));
    }
    QVERIFY(chart_->exportTo(folder.filePath(u"step.gif"_s)).contains(u".png"));
    QVERIFY(QSvgRenderer(chart_->toFile(PictureFormat::svg)).isValid());
    QCOMPARE(chart_->toImage(2).size(), chart_->toImage(1).size() * 2);
    const QImage light = chart_->toImage();
    applyTheme(*qApp, ThemeChoice::dark);
    QApplication::processEvents();
    QCOMPARE(chart_->toImage(), light);
  }
  void the_context_menu_copies_and_asks_to_save() {
    QSignalSpy saves(chart_.get(), &Chart::saveRequested);
    QContextMenuEvent request(QContextMenuEvent::Mouse, QPoint(9, 9), chart_->mapToGlobal(QPoint(9, 9)));
    QApplication::sendEvent(chart_.get(), &request);
    auto* menu = chart_->findChild<QMenu*>();
    QVERIFY(menu);
    menu->findChild<QAction*>(u"save.svg"_s)->trigger();
    menu->findChild<QAction*>(u"copy"_s)->trigger();
    menu->close();
    QCOMPARE(saves.count(), 1);
    QCOMPARE(saves[0][0].toString(), u"svg"_s);
    QVERIFY(QGuiApplication::clipboard()->mimeData()->hasImage());
  }

  void an_empty_chart_is_harmless() {
    chart_->setData({});
    shot();
    for (const Qt::Key key : {Qt::Key_Left, Qt::Key_Up, Qt::Key_Home, Qt::Key_Return})
      QTest::keyClick(chart_.get(), key);
    click(QPointF(300, 200));
    QVERIFY(chart_->tipAt(QPointF(300, 200)).isEmpty());
    QVERIFY(!chart_->toImage().isNull());
  }

 private:
  [[nodiscard]] int rowCount() const { return static_cast<int>(chart_->data().bars.rows.size()); }
  [[nodiscard]] const BarRow& row(int moment) const {
    return chart_->data().bars.rows[static_cast<std::size_t>(moment)];
  }
  void click(QPointF pos) { QTest::mouseClick(chart_.get(), Qt::LeftButton, {}, pos.toPoint()); }
  QImage shot() { return test::shot(*chart_); }

  std::unique_ptr<StepChart> chart_;
};

ZP_TEST(StepChartTest)
#include "step_chart_test.moc"
