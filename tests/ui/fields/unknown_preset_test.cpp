// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <QAbstractItemView>
#include <QComboBox>
#include <QCompleter>
#include <QLabel>
#include <QLineEdit>
#include <QPaintEvent>
#include <QRadioButton>
#include <QRegularExpression>
#include <QtTest>
#include <memory>

#include "core/catalog/catalog.h"
#include "tests/support/test_main.h"
#include "tests/ui/plan_fixture.h"
#include "ui/fields/input_panel.h"
#include "ui/inputs/collapsible_group.h"
#include "ui/inputs/input_row.h"

namespace zp::test {

/// Counts how often the upper edge of a widget is painted on the screen.
class PaintCount : public QObject {
 public:
  explicit PaintCount(QWidget& widget) : upper_(widget.width() / 2, 1) {
    QCoreApplication::processEvents();
    widget.installEventFilter(this);
  }
  [[nodiscard]] int count() const { return count_; }

 private:
  bool eventFilter(QObject* watched, QEvent* event) override {
    if (event->type() == QEvent::Paint && static_cast<QPaintEvent*>(event)->region().contains(upper_))
      ++count_;
    return QObject::eventFilter(watched, event);
  }
  QPoint upper_;
  int count_ = 0;
};

}  // namespace zp::test

using namespace zp;
using namespace Qt::Literals::StringLiterals;

/// Tests of names typed into the fields for presets: a known name is taken, any other is questioned and
/// leaves the plan as it is.
class UnknownPresetTest : public QObject {
  Q_OBJECT

 private slots:
  void init() {
    plan_ = std::make_unique<test::PlanFixture>();
    panel_ = std::make_unique<InputPanel>(plan_->model, plan_->settings);
    panel_->resize(380, 1400);
    panel_->show();
    for (auto* group : panel_->findChildren<CollapsibleGroup*>())
      group->setExpanded(true);
    QVERIFY(QTest::qWaitForWindowActive(panel_.get()));
  }
  void cleanup() { panel_.reset(); }

  void an_unknown_name_changes_nothing_and_is_asked_about_data() {
    QTest::addColumn<QString>("field");
    QTest::addColumn<QString>("typed");
    QTest::addColumn<QString>("leaving");
    const std::pair<const char*, const char*> typed[] = {{"modelPreset", "NoSuchModel-9B"},
                                                         {"modelPreset", "LLama-2 71B"},
                                                         {"modelPreset", "llama"},
                                                         {"modelPreset", "7B"},
                                                         {"gpuPreset", "H900 SXM"},
                                                         {"gpuPreset", "h100"},
                                                         {"otherGpu", "Z100"},
                                                         {"intraNode", "NVLink 99"},
                                                         {"interNode", "InfiniBand XYZ"},
                                                         {"hostLink", "PCIe 9 x16"}};
    for (const auto& [field, text] : typed)
      for (const char* leaving : {"Return", "Tab", "Shift+Tab", "click"})
        QTest::addRow("%s, %s, %s", field, text, leaving)
            << QString::fromLatin1(field) << QString::fromLatin1(text) << QString::fromLatin1(leaving);
  }
  void an_unknown_name_changes_nothing_and_is_asked_about() {
    QFETCH(QString, field);
    QFETCH(QString, typed);
    QFETCH(QString, leaving);
    const Plan before = plan_->model.plan();
    auto* combo = comboOf(field);
    QVERIFY2(combo->isEnabled(), "the plan of this test has every field switched on");
    const QString shown = combo->currentText();
    type(*combo, typed);
    leave(*combo, leaving);
    Plan after = plan_->model.plan();
    after.zero.stage = before.zero.stage;  // a click elsewhere may set the stage
    QVERIFY(after == before);
    const QString note = rowOf(field)->note();
    QVERIFY2(note.contains(typed), qPrintable(note));
    QVERIFY2(note.contains(shown), qPrintable(note));
    if (leaving != u"Return") QCOMPARE(combo->lineEdit()->text(), shown);
  }

  void what_is_similar_is_offered_and_taken_by_a_key() {
    auto* combo = comboOf(u"modelPreset"_s);
    type(*combo, u"Mistrel 7B"_s);
    QTest::keyClick(combo, Qt::Key_Return);
    auto* note = panel_->findChild<QLabel*>(u"modelPreset.note"_s);
    QVERIFY2(note->accessibleName().contains(u"Mistral 7B"), qPrintable(note->accessibleName()));
    QTest::keyClick(combo, Qt::Key_Tab);
    QCOMPARE(QApplication::focusWidget(), note);
    QTest::keyClick(note, Qt::Key_Tab);  // moves to the first link of the note
    QTest::keyClick(note, Qt::Key_Return);
    const SharedModelPreset preset = plan_->model.plan().model.preset;
    QVERIFY(preset && preset->name.starts_with("Mistral"));
    QVERIFY(rowOf(u"modelPreset"_s)->note().isEmpty());
  }

  void a_known_name_is_taken_data() {
    QTest::addColumn<QString>("typed");
    QTest::addColumn<QString>("id");
    QTest::newRow("name") << u"gpt-3 175b"_s << u"gpt-3-175b"_s;
    QTest::newRow("id in capitals") << u"GPT-3-175B"_s << u"gpt-3-175b"_s;
    QTest::newRow("repository") << u"meta-llama/meta-llama-3-8b"_s << u"llama-3-8b"_s;
    QTest::newRow("repository without owner") << u"Meta-Llama-3-8B"_s << u"llama-3-8b"_s;
    QTest::newRow("the only one with these words") << u"gpt-3 175"_s << u"gpt-3-175b"_s;
  }
  void a_known_name_is_taken() {
    QFETCH(QString, typed);
    QFETCH(QString, id);
    for (const QString& leaving : {u"Return"_s, u"Tab"_s, u"click"_s}) {
      plan_->model.undoStack().setIndex(0);
      auto* combo = comboOf(u"modelPreset"_s);
      type(*combo, typed);
      leave(*combo, leaving);
      QCOMPARE(plan_->model.plan().model.preset, catalog().find_model(id.toStdString()));
      QVERIFY(rowOf(u"modelPreset"_s)->note().isEmpty());
    }
  }

  void escape_takes_back_what_was_typed_and_the_question() {
    auto* combo = comboOf(u"modelPreset"_s);
    const QString shown = combo->currentText();
    type(*combo, u"NoSuchModel-9B"_s);
    QTest::keyClick(combo, Qt::Key_Return);
    QTest::keyClick(combo, Qt::Key_Escape);
    QCOMPARE(combo->lineEdit()->text(), shown);
    QVERIFY(rowOf(u"modelPreset"_s)->note().isEmpty());
  }

  void the_red_frame_goes_with_what_was_rejected_data() {
    QTest::addColumn<QString>("then");
    for (const char* then : {"Escape", "a good name", "another letter", "a link", "Tab", "the plan changes"})
      QTest::newRow(then) << QString::fromLatin1(then);
  }
  void the_red_frame_goes_with_what_was_rejected() {
    QFETCH(QString, then);
    auto* combo = comboOf(u"modelPreset"_s);
    QVERIFY(!isRed(*combo));
    type(*combo, u"Mistrel 7B"_s);
    QTest::keyClick(combo, Qt::Key_Return);
    QVERIFY(isRed(*combo));
    test::PaintCount painted(*combo);
    if (then == u"Escape") QTest::keyClick(combo, Qt::Key_Escape);
    if (then == u"another letter") QTest::keyClicks(combo, u"x"_s);
    if (then == u"Tab") {
      panel_->activateWindow();  // without a screen, the closed list stays the active window
      QVERIFY(QTest::qWaitForWindowActive(panel_.get()));
      QTest::keyClick(combo, Qt::Key_Tab);
      QVERIFY(!combo->hasFocus());
    }
    if (then == u"a good name") {
      type(*combo, u"gpt-3 175b"_s);
      leave(*combo, u"Return"_s);
    }
    if (then == u"a link") {
      auto* note = panel_->findChild<QLabel*>(u"modelPreset.note"_s);
      static const QRegularExpression link(u"href=['\"]([^'\"]+)"_s);
      emit note->linkActivated(link.match(note->text()).captured(1));
    }
    if (then == u"the plan changes") {
      Plan other = plan_->model.plan();
      other.model = model_from_preset(catalog().find_model("gpt-3-175b"));
      plan_->model.propose(other, {u"Preset"_s});
    }
    QTRY_VERIFY(painted.count() > 0);  // else the old frame stays on the screen
    QVERIFY(!isRed(*combo));
  }

 private:
  /// Returns true if the frame around the field has the colour of an error.
  static bool isRed(QComboBox& combo) {
    const QColor edge = combo.grab().toImage().pixelColor(combo.width() / 2, 1);
    return edge.red() > edge.green() + 60 && edge.red() > edge.blue() + 60;
  }
  QComboBox* comboOf(const QString& field) { return panel_->findChild<QComboBox*>(field + u".combo"_s); }
  InputRow* rowOf(const QString& field) { return panel_->findChild<InputRow*>(field); }

  static void type(QComboBox& combo, const QString& text) {
    combo.setFocus(Qt::TabFocusReason);
    combo.lineEdit()->selectAll();
    QTest::keyClicks(&combo, text);
  }
  /// Leaves the field the way `how` says. An open list takes the first key or click.
  void leave(QComboBox& combo, const QString& how) {
    QWidget* list = combo.completer()->popup();
    QWidget* target = list->isVisible() ? list : &combo;
    if (how == u"Return") return QTest::keyClick(target, Qt::Key_Return);
    if (how == u"Tab") return QTest::keyClick(target, Qt::Key_Tab);
    if (how == u"Shift+Tab") return QTest::keyClick(target, Qt::Key_Backtab);
    list->hide();
    QTest::mouseClick(panel_->findChild<QRadioButton*>(u"stage.3"_s), Qt::LeftButton);
  }

  std::unique_ptr<test::PlanFixture> plan_;
  std::unique_ptr<InputPanel> panel_;
};

ZP_TEST(UnknownPresetTest)
#include "unknown_preset_test.moc"
