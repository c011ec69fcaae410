// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/config/config_view.h"

#include <QComboBox>
#include <QLineEdit>
#include <QRadioButton>
#include <QSignalSpy>
#include <QStackedWidget>
#include <QTextBlock>
#include <QTextBrowser>
#include <QtTest>

#include "core/export/ds_config.h"
#include "tests/support/test_main.h"
#include "ui/config/config_text.h"
#include "ui/model/plan_model.h"
#include "ui/model/text.h"

using namespace zp;
using namespace Qt::Literals::StringLiterals;

class ConfigViewTest : public QObject {
  Q_OBJECT

 private slots:
  void init() {
    model_ = std::make_unique<PlanModel>();
    view_ = std::make_unique<ConfigView>(*model_);
    view_->resize(800, 500);
    view_->show();
    QVERIFY(QTest::qWaitForWindowActive(view_.get()));
    text_ = view_->findChild<ConfigText*>(u"configText"_s);
  }

  void shows_what_will_be_exported() {
    QCOMPARE(text_->toPlainText(), toQt(ds_config(model_->document())).trimmed());
    QVERIFY(text_->isReadOnly());
  }
  void follows_the_plan_and_marks_what_changed() {
    const int line = lineWith(u"\"stage\""_s);
    QVERIFY(!text_->isChanged(line));
    model_->adopt({3, Device::none, Device::none});
    const int now = lineWith(u"\"stage\": 3"_s);
    QVERIFY(text_->isChanged(now));
    QVERIFY(!text_->isChanged(lineWith(u"\"train_micro_batch_size_per_gpu\""_s)));
    model_->undoStack().undo();
    QVERIFY(!text_->isChanged(lineWith(u"\"stage\""_s)));
  }
  void a_hidden_view_that_loses_the_keyboard_leaves_the_present_plan_alone() {
    QStackedWidget pages;
    pages.addWidget(view_.get());
    pages.addWidget(new QLineEdit);
    pages.show();
    QVERIFY(QTest::qWaitForWindowActive(&pages));
    text_->setFocus();
    text_->setTextCursor(
        QTextCursor(text_->document()->findBlockByNumber(lineWith(u"\"reduce_bucket_size\""_s))));
    QVERIFY(!model_->pointing().entries().empty());
    pages.setCurrentIndex(1);
    QVERIFY(model_->pointing().entries().empty());
    model_->adopt({0, Device::none, Device::none});  // without a reduce bucket
    QFocusEvent left(QEvent::FocusOut, Qt::TabFocusReason);
    QCoreApplication::sendEvent(text_, &left);
    pages.setCurrentIndex(0);
    QCOMPARE(text_->toPlainText(), toQt(ds_config(model_->document())).trimmed());
    pages.removeWidget(view_.get());
    view_->setParent(nullptr);
  }
  void a_line_names_its_control_and_leads_there() {
    const int line = lineWith(u"\"stage\""_s);
    QVERIFY(text_->tipOf(line).contains(u"Set by Stage"));
    QSignalSpy requested(text_, &ConfigText::settingRequested);
    text_->setTextCursor(QTextCursor(text_->document()->findBlockByNumber(line)));
    QTest::keyClick(text_, Qt::Key_Return);
    QCOMPARE(requested.count(), 1);
    QCOMPARE(requested.front().front().toString(), u"zero.stage"_s);
    QVERIFY(text_->tipOf(0).isEmpty());
    QVERIFY(text_->tipOf(-1).isEmpty());
  }
  void a_line_tells_its_default_what_was_changed_and_what_it_costs_data() {
    QTest::addColumn<QString>("key");
    QTest::addColumn<QStringList>("told");
    QTest::newRow("a size") << u"\"reduce_bucket_size\""_s
                            << QStringList{u"Set by"_s, u"DeepSpeed's default."_s, u"Decides on"_s,
                                           u"per GPU (Reduce bucket"_s};
    QTest::newRow("of the user's own")
        << u"\"stage\""_s
        << QStringList{u"Not DeepSpeed's default, which is 0"_s, u"it was 2"_s, u"Weights"_s};
    QTest::newRow("new in the file") << u"\"stage3_prefetch_bucket_size\""_s
                                     << QStringList{u"it was not in the file"_s, u"per GPU (Weights"_s};
    QTest::newRow("of the host") << u"\"device\""_s
                                 << QStringList{u"of host memory per rank"_s, u"Optimizer states"_s};
    QTest::newRow("without bytes") << u"\"gradient_clipping\""_s << QStringList{u"Costs no memory."_s};
  }
  void a_line_tells_its_default_what_was_changed_and_what_it_costs() {
    QFETCH(QString, key);
    QFETCH(QStringList, told);
    model_->adopt({3, Device::cpu, Device::none});
    const int line = lineWith(key);
    text_->setTextCursor(QTextCursor(text_->document()->findBlockByNumber(line)));
    const QString tip = text_->tipOf(line);
    auto* details = view_->findChild<QTextBrowser*>(u"configDetails"_s);
    for (const QString& part : told) {
      QVERIFY2(tip.contains(part), qPrintable(tip));
      QVERIFY2(details->toPlainText().simplified().contains(part), qPrintable(details->toPlainText()));
      QVERIFY2(text_->accessibleDescription().contains(part), qPrintable(text_->accessibleDescription()));
    }
  }
  void the_pane_shows_the_formulas_of_the_line_under_the_caret() {
    auto* details = view_->findChild<QTextBrowser*>(u"configDetails"_s);
    QVERIFY(details->toPlainText().contains(u"Choose a line"));
    text_->setFocus();
    const int line = lineWith(u"\"reduce_bucket_size\""_s);
    text_->setTextCursor(QTextCursor(text_->document()->findBlockByNumber(line - 1)));
    QTest::keyClick(text_, Qt::Key_Down);
    QVERIFY2(details->toPlainText().contains(u"b·R = "), qPrintable(details->toPlainText()));
    QVERIFY(details->toPlainText().contains(u"setup_buckets"));
    const QString before = details->toPlainText();
    Plan plan = model_->plan();
    plan.zero.reduce_bucket_size /= 2;
    model_->propose(plan, {u"Bucket"_s});
    QVERIFY(details->toPlainText() != before);  // the caret stays, the figures follow
    QCOMPARE(text_->textCursor().blockNumber(), line);
  }
  void a_hidden_view_catches_up_when_shown() {
    view_->hide();
    model_->adopt({1, Device::none, Device::none});
    view_->show();
    QVERIFY(lineWith(u"\"stage\": 1"_s) > 0);
  }
  void flavour_and_release_are_of_the_plan() {
    QTest::mouseClick(view_->findChild<QRadioButton*>(u"flavour.hf-trainer"_s), Qt::LeftButton);
    QCOMPARE(model_->plan().target.flavour, Flavour::hf_trainer);
    QVERIFY(text_->toPlainText().contains(u"\"auto\""));
    auto* version = view_->findChild<QComboBox*>(u"deepspeedVersion.combo"_s);
    version->setFocus();
    QTest::keyClick(version, Qt::Key_Down);
    QVERIFY(model_->plan().target.deepspeed_version < DeepSpeedVersion());
  }

 private:
  int lineWith(const QString& text) {
    const QStringList lines = text_->toPlainText().split(u'\n');
    for (int i = 0; i < lines.size(); ++i)
      if (lines[i].contains(text)) return i;
    return -1;
  }

  std::unique_ptr<PlanModel> model_;
  std::unique_ptr<ConfigView> view_;
  ConfigText* text_ = nullptr;
};

ZP_TEST(ConfigViewTest)
#include "config_view_test.moc"
