// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/config_view.h"

#include <QComboBox>
#include <QRadioButton>
#include <QSignalSpy>
#include <QTextBlock>
#include <QtTest>

#include "core/config/ds_config.h"
#include "ui/model/plan_model.h"
#include "ui/model/text.h"
#include "ui/panels/config_text.h"

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

QTEST_MAIN(ConfigViewTest)
#include "config_view_test.moc"
