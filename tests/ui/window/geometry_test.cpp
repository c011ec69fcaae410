// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <QAbstractButton>
#include <QAbstractScrollArea>
#include <QDialog>
#include <QLabel>
#include <QProcess>
#include <QScrollBar>
#include <QStyle>
#include <QTabBar>
#include <QToolButton>

#include "tests/support/test_main.h"
#include "tests/ui/window/window_fixture.h"
#include "ui/config/config_pages.h"
#include "ui/memory/memory_view.h"
#include "ui/window/message_bar.h"
#include "ui/window/views.h"

using namespace zp;
using namespace Qt::Literals::StringLiterals;

namespace {

QString nameOf(const QWidget& widget) {
  QStringList words = {QString::fromLatin1(widget.metaObject()->className()), widget.objectName()};
  if (const auto* label = qobject_cast<const QLabel*>(&widget)) words << label->text();
  if (widget.parentWidget() != nullptr) words << u"in"_s << widget.parentWidget()->objectName();
  return words.join(u' ');
}

/// Returns the scroll area whose content the widget is, or nullptr.
const QAbstractScrollArea* scrollAreaOf(const QWidget& content) {
  const QWidget* viewport = content.parentWidget();
  const auto* area =
      viewport == nullptr ? nullptr : qobject_cast<const QAbstractScrollArea*>(viewport->parentWidget());
  return area != nullptr && area->viewport() == viewport ? area : nullptr;
}

/// Returns true if the widget lies inside its parent, or hangs over it in a direction in which
/// one can scroll.
bool isReachable(const QWidget& widget) {
  const QRect room = widget.parentWidget()->rect();
  if (room.contains(widget.geometry())) return true;
  const QAbstractScrollArea* area = scrollAreaOf(widget);
  return area != nullptr &&
         (area->horizontalScrollBarPolicy() != Qt::ScrollBarAlwaysOff || widget.width() <= room.width());
}

/// Returns the visible widgets that are not windows themselves.
QList<QWidget*> shown(const QWidget& window) {
  QList<QWidget*> widgets;
  for (QWidget* widget : window.findChildren<QWidget*>())
    if (widget->isVisible() && !widget->isWindow()) widgets << widget;
  return widgets;
}

bool isCut(const QWidget& widget) {
  if (const auto* label = qobject_cast<const QLabel*>(&widget)) {
    if (label->wordWrap()) return label->heightForWidth(label->width()) > label->height();
    return label->sizeHint().width() > label->width() || label->text().contains(u'…');
  }
  if (const auto* button = qobject_cast<const QAbstractButton*>(&widget))
    return !button->text().isEmpty() && button->minimumSizeHint().width() > button->width();
  return false;
}

/// Returns true if the widget stands over others by its nature: tabs over their page, floating parts, and the
/// button on a group's own line.
bool mayOverlap(const QWidget& widget) {
  static const QStringList names = {u"commandPalette"_s, u"inputPanel.allSettings"_s, u"messageBar"_s};
  return widget.inherits("QTabBar") || qobject_cast<const QTabBar*>(widget.parentWidget()) != nullptr ||
         names.contains(widget.objectName());
}

/// Names the first two widgets of one parent of which one covers part of the other; "" if there are none.
QString overlapIn(const QList<QWidget*>& widgets) {
  for (qsizetype i = 0; i < widgets.size(); ++i)
    for (qsizetype k = i + 1; k < widgets.size(); ++k) {
      const QWidget &one = *widgets[i], &other = *widgets[k];
      if (one.parentWidget() == other.parentWidget() && one.geometry().intersects(other.geometry()) &&
          !mayOverlap(one) && !mayOverlap(other))
        return nameOf(one) + u" over "_s + nameOf(other);
    }
  return {};
}

/// Names the first widget that hangs over, is cut or covers another; "" if there is none.
QString faultIn(const QWidget& window) {
  const QList<QWidget*> widgets = shown(window);
  for (const QWidget* widget : widgets) {
    if (!isReachable(*widget)) return nameOf(*widget) + u" hangs over"_s;
    if (isCut(*widget)) return nameOf(*widget) + u" is cut"_s;
  }
  return overlapIn(widgets);
}

}  // namespace

/// Tests that at usual sizes no widget hangs over or is cut, in either theme and in every view.
class GeometryTest : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() { QApplication::setFont(QFont(u"Noto Sans"_s, 10)); }  // the font of the screenshots

  void nothing_hangs_over_or_is_cut_data() {
    QTest::addColumn<QSize>("size");
    QTest::addColumn<bool>("dark");
    QTest::addColumn<QString>("view");
    QTest::addColumn<bool>("busy");
    QTest::addColumn<bool>("step");
    for (const QSize size : {QSize(1280, 800), QSize(1024, 700)})
      for (const bool dark : {false, true})
        for (const bool busy : {false, true}) {
          for (const ViewRow& view : views())
            QTest::addRow("%dx%d %s %s%s", size.width(), size.height(), dark ? "dark" : "light",
                          view.id.data(), busy ? " everything open" : "")
                << size << dark << QString(view.id) << busy << false;
          QTest::addRow("%dx%d %s step%s", size.width(), size.height(), dark ? "dark" : "light",
                        busy ? " everything open" : "")
              << size << dark << u"memory"_s << busy << true;
        }
    for (const ViewRow& view : views())
      QTest::addRow("1920x1080 light %s", view.id.data())
          << QSize(1920, 1080) << false << QString(view.id) << false << false;
  }
  void nothing_hangs_over_or_is_cut() {
    QFETCH(QSize, size);
    QFETCH(bool, dark);
    QFETCH(QString, view);
    QFETCH(bool, busy);
    QFETCH(bool, step);
    test::WindowFixture ui;
    if (step) ui.trigger(u"view.step"_s);
    applyTheme(*qApp, dark ? ThemeChoice::dark : ThemeChoice::light);
    QVERIFY(ui.show(size.width(), size.height()));
    if (busy) open(ui);
    ui.window->showView(view);
    settle();
    QCOMPARE(ui.window->size(), size);
    QCOMPARE(faultIn(*ui.window), QString());
  }

  void at_other_scales_it_is_the_same_data() {
    QTest::addColumn<QString>("scale");
    for (const QString& scale : {u"1.25"_s, u"1.5"_s, u"2"_s})
      QTest::addRow("%s", qPrintable(scale)) << scale;
  }
  /// The scale is read when a program starts, so each scale needs a process of its own.
  void at_other_scales_it_is_the_same() {
    QFETCH(QString, scale);
    QStringList arguments = {u"geometry"_s};
    for (const QString& row :
         {u"1280x800 light memory"_s, u"1024x700 dark config"_s, u"1024x700 light speed"_s})
      arguments << u"nothing_hangs_over_or_is_cut:"_s + row;
    QProcess program;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(u"QT_SCALE_FACTOR"_s, scale);
    program.setProcessEnvironment(environment);
    program.start(QCoreApplication::applicationFilePath(), arguments);
    QVERIFY(program.waitForFinished(120'000));
    const QByteArray said = program.readAllStandardOutput();
    QVERIFY2(program.exitCode() == 0 && said.contains("5 passed"), said.constData());
  }

  void an_opened_file_hangs_over_nowhere_data() {
    QTest::addColumn<QSize>("size");
    QTest::addColumn<bool>("dark");
    QTest::addColumn<bool>("plans");
    for (const QSize size : {QSize(1280, 800), QSize(1024, 700)})
      for (const bool dark : {false, true})
        for (const bool plans : {false, true})
          QTest::addRow("%dx%d %s%s", size.width(), size.height(), dark ? "dark" : "light",
                        plans ? " the plan's" : "")
              << size << dark << plans;
  }
  void an_opened_file_hangs_over_nowhere() {
    QFETCH(QSize, size);
    QFETCH(bool, dark);
    QFETCH(bool, plans);
    test::WindowFixture ui;
    applyTheme(*qApp, dark ? ThemeChoice::dark : ThemeChoice::light);
    QVERIFY(ui.show(size.width(), size.height()));
    ui.window->openFile(
        ui.write(u"a_rather_long_name_of_a_run.ds_config.json"_s,
                 R"({"train_micro_batch_size_per_gpu": 4, "foo": 1, "sequence_parallel_size": 1,
    "zero_optimization": {"stage": 3, "overlap_comm": false, "reduce_bucket_size": 1000},
    "optimizer": {"type": "AdamW", "params": {"max_grad_norm": 1.0}}})"));
    if (plans) ui.find<ConfigPages>(u"configPages"_s)->showPlan();
    settle();
    QCOMPARE(ui.window->size(), size);
    QCOMPARE(faultIn(*ui.window), QString());
    if (!plans) QVERIFY(ui.find<QWidget>(u"fileText"_s)->height() >= 100);
  }
  /// The notes of an import take a dozen lines.
  void a_long_message_is_scrolled_and_the_window_keeps_its_size_data() {
    QTest::addColumn<QSize>("size");
    for (const QSize size : {QSize(1280, 800), QSize(1024, 700)})
      QTest::addRow("%dx%d", size.width(), size.height()) << size;
  }
  void a_long_message_is_scrolled_and_the_window_keeps_its_size() {
    QFETCH(QSize, size);
    test::WindowFixture ui;
    QVERIFY(ui.show(size.width(), size.height()));
    QString text = u"axolotl.yml was read into this plan"_s;
    for (int note = 1; note <= 12; ++note)
      text += u"\n• note "_s + QString::number(note);
    auto* bar = ui.find<MessageBar>(u"messageBar"_s);
    bar->showMessage(NoticeLevel::info, text);
    ui.find<QAbstractButton>(u"messageBar.more"_s)->click();
    settle();
    QCOMPARE(ui.window->size(), size);
    QCOMPARE(faultIn(*ui.window), QString());
    auto* area = ui.find<QAbstractScrollArea>(u"messageBar.text"_s);
    QVERIFY(area->verticalScrollBar()->maximum() > 0);
    QVERIFY(area->height() >= 2 * area->fontMetrics().lineSpacing());
    bar->showMessage(NoticeLevel::info, u"One line."_s);
    settle();
    QVERIFY(!area->isVisible());
    QVERIFY(bar->height() < 3 * area->fontMetrics().lineSpacing());
  }
  void a_wide_window_gives_the_tables_beside_charts_room_data() {
    QTest::addColumn<QString>("view");
    QTest::addColumn<QString>("table");
    QTest::newRow("choice") << u"choice"_s << u"frontierTable"_s;
    QTest::newRow("hardware") << u"hardware"_s << u"hardwareTable"_s;
  }
  void a_wide_window_gives_the_tables_beside_charts_room() {
    QFETCH(QString, view);
    QFETCH(QString, table);
    test::WindowFixture ui;
    ui.window->showView(view);
    QVERIFY(ui.show(1280, 800));
    settle();
    const int before = ui.find<QWidget>(table)->width();
    ui.window->resize(1920, 1080);
    settle();
    QVERIFY2(ui.find<QWidget>(table)->width() > before * 3 / 2,
             qPrintable(u"%1 of %2"_s.arg(before).arg(ui.find<QWidget>(table)->width())));
  }
  /// Nobody has to scroll or unfold for the settings that decide most answers.
  void what_decides_is_in_sight_at_1280_by_800() {
    test::WindowFixture ui;
    QVERIFY(ui.show(1280, 800));
    const QWidget* content = ui.find<QWidget>(u"inputPanel.content"_s);
    const QWidget* viewport = content->parentWidget();
    QVERIFY2(content->height() <= viewport->height(),
             qPrintable(u"%1 of %2"_s.arg(content->height()).arg(viewport->height())));
    for (const QString& id :
         {u"modelPreset"_s, u"parameters"_s, u"sequenceLength"_s, u"trains"_s, u"gpuPreset"_s,
          u"gpusPerNode"_s, u"nodes"_s, u"gpuMemory"_s, u"stage"_s, u"intraNodeSpeed"_s, u"interNodeSpeed"_s,
          u"cpuMemory"_s, u"offload"_s, u"microBatch"_s, u"checkpointing"_s, u"fusedLoss"_s, u"tokens"_s,
          u"gpuHourPrice"_s}) {
      const QWidget* row = ui.window->findChild<QWidget*>(id);
      QVERIFY2(row != nullptr && row->isVisible() && row->isEnabled(), qPrintable(id));
      QVERIFY2(viewport->rect().contains(QRect(row->mapTo(viewport, QPoint()), row->size())), qPrintable(id));
    }
  }
  void the_first_window_fits_the_desktop() {
    QCOMPARE(MainWindow::firstSize({1920, 1080}), QSize(1280, 800));
    const QSize small = MainWindow::firstSize({1280, 800});
    QVERIFY(small.width() < 1280 && small.height() <= 800 - 40);  // leaves space for title and border
  }
  void the_issues_grow_with_the_window() {
    test::WindowFixture ui;
    QVERIFY(ui.show(1280, 800));
    settle();
    const int usual = ui.find<QWidget>(u"issuesList"_s)->height();
    ui.window->resize(1920, 1400);
    settle();
    QVERIFY(ui.find<QWidget>(u"issuesList"_s)->height() > usual * 3 / 2);
  }
  void the_window_can_be_as_narrow_as_1000() {
    test::WindowFixture ui;
    QVERIFY(ui.show());
    QVERIFY2(ui.window->minimumSizeHint().width() <= 1000,
             qPrintable(QString::number(ui.window->minimumSizeHint().width())));
    QVERIFY(ui.window->minimumSizeHint().height() <= 700);
    ui.trigger(u"view.step"_s);
    settle();
    QVERIFY2(ui.window->minimumSizeHint().width() <= 1024,
             qPrintable(QString::number(ui.window->minimumSizeHint().width())));
  }
  void how_right_it_is_fits_into_1024_by_700() {
    test::WindowFixture ui;
    QVERIFY(ui.show(1024, 700));
    ui.trigger(u"help.accuracy"_s);
    auto* dialog = ui.find<QDialog>(u"accuracyDialog"_s);
    dialog->resize(1024, 700);
    settle();
    QCOMPARE(dialog->size(), QSize(1024, 700));
    QCOMPARE(faultIn(*dialog), QString());
  }

 private:
  /// Shows the window with every group unfolded, the explanation beside the chart, a message, and a drive in
  /// the plan.
  static void open(test::WindowFixture& ui) {
    ui.model().adopt({3, Device::nvme, Device::nvme});
    ui.window->openFile(u"/nowhere/plan.zplan.json"_s);
    ui.trigger(u"help.palette"_s);
    ui.find<MemoryView>(u"memoryView"_s)->setExplanationShown(true);
    for (const QString& group : {u"links.group"_s, u"advanced.group"_s})
      ui.find<QWidget>(group)->findChild<QToolButton*>(u"header"_s)->click();
  }
  static void settle() {
    for (int i = 0; i < 8; ++i) {
      QCoreApplication::sendPostedEvents();
      QCoreApplication::processEvents();
    }
  }
};

ZP_TEST(GeometryTest)
#include "geometry_test.moc"
