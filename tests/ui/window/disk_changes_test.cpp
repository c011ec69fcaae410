// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <QPushButton>

#include "core/plan_file/plan_file.h"
#include "tests/support/test_main.h"
#include "tests/ui/window/window_fixture.h"
#include "ui/config/file_text.h"
#include "ui/model/dialogs.h"
#include "ui/window/message_bar.h"

using namespace zp;
using namespace Qt::Literals::StringLiterals;

/// Tests of two windows, or a window and another program, on one file: nobody's work is lost without a word.
class DiskChangesTest : public QObject {
  Q_OBJECT

 private slots:
  void init() {
    mine_ = std::make_unique<test::WindowFixture>();
    others_ = std::make_unique<test::WindowFixture>();
    file_ = mine_->write(u"shared.zplan.json"_s,
                         R"({"model": {"preset": "gpt-2-xl-1.5b"}, "zero": {"stage": 1}})");
    QVERIFY(mine_->show());
    QVERIFY(mine_->window->openFile(file_));
    QVERIFY(others_->window->openFile(file_));
  }
  void cleanup() {
    others_.reset();
    mine_.reset();
  }

  void an_unchanged_plan_follows_its_file_and_undo_brings_it_back() {
    save(*others_, 3);
    QTRY_COMPARE(mine_->model().plan().zero.stage, 3);
    QVERIFY(!mine_->window->isWindowModified());
    QVERIFY2(said().contains(u"another program"), qPrintable(said()));
    mine_->trigger(u"edit.undo"_s);
    QCOMPARE(mine_->model().plan().zero.stage, 1);
    QVERIFY(mine_->window->isWindowModified());
  }
  void a_changed_plan_stays_and_the_file_is_offered() {
    setStage(*mine_, 2);
    save(*others_, 3);
    auto* take = mine_->find<QPushButton>(u"messageBar.action"_s);
    QTRY_VERIFY(take->isVisible());
    QCOMPARE(mine_->model().plan().zero.stage, 2);
    QTest::mouseClick(take, Qt::LeftButton);
    QCOMPARE(mine_->model().plan().zero.stage, 3);
    QVERIFY(!mine_->window->isWindowModified());
    mine_->trigger(u"edit.undo"_s);
    QCOMPARE(mine_->model().plan().zero.stage, 2);
  }
  void saving_over_what_another_saved_asks_first_data() {
    QTest::addColumn<dialogs::OnDisk>("answer");
    QTest::addColumn<int>("on_disk");
    QTest::addColumn<int>("here");
    QTest::addColumn<bool>("is_modified");
    QTest::newRow("mine counts") << dialogs::OnDisk::overwrite << 2 << 2 << false;
    QTest::newRow("the file's counts") << dialogs::OnDisk::reload << 3 << 3 << false;
    QTest::newRow("neither yet") << dialogs::OnDisk::cancel << 3 << 2 << true;
  }
  void saving_over_what_another_saved_asks_first() {
    QFETCH(dialogs::OnDisk, answer);
    setStage(*mine_, 2);
    save(*others_, 3);
    dialogs::setNextOnDisk(answer);
    mine_->trigger(u"file.save"_s);
    QTEST(stageOnDisk(), "on_disk");
    QTEST(mine_->model().plan().zero.stage, "here");
    QTEST(mine_->window->isWindowModified(), "is_modified");
  }
  void closing_with_save_asks_too_and_cancel_keeps_the_window() {
    setStage(*mine_, 2);
    save(*others_, 3);
    dialogs::setNextAnswer(dialogs::Answer::save);
    dialogs::setNextOnDisk(dialogs::OnDisk::cancel);
    QVERIFY(!mine_->window->close());
    QCOMPARE(stageOnDisk(), 3);
  }
  void saving_twice_asks_nothing() {
    save(*mine_, 2);
    save(*mine_, 3);
    QCOMPARE(stageOnDisk(), 3);
  }
  void a_file_that_is_gone_is_written_again() {
    QFile::remove(file_);
    save(*mine_, 2);
    QCOMPARE(stageOnDisk(), 2);
  }
  void half_a_file_changes_nothing() {
    QFile half(file_);
    QVERIFY(half.open(QIODevice::WriteOnly) && half.write("{\"model\": ") > 0);
    half.close();
    QTRY_VERIFY(said().contains(u"shared.zplan.json"));
    QCOMPARE(mine_->model().plan().zero.stage, 1);
  }
  void an_opened_config_follows_its_file_too() {
    const QString config = mine_->write(u"ds_config.json"_s, "{\"train_batch_size\": 8}");
    mine_->window->openFile(config);
    auto* text = mine_->find<FileText>(u"fileText"_s);
    mine_->write(u"ds_config.json"_s, "{\"train_batch_size\": 16}");
    QTRY_COMPARE(text->fileText(), u"{\"train_batch_size\": 16}"_s);
    text->setFocus();
    QTest::keyClicks(text, u" "_s);
    mine_->write(u"ds_config.json"_s, "{\"train_batch_size\": 24}");
    dialogs::setNextOnDisk(dialogs::OnDisk::cancel);
    QTest::keyClick(text, Qt::Key_S, Qt::ControlModifier);
    QCOMPARE(mine_->contentOf(config), QByteArray("{\"train_batch_size\": 24}"));
    QCOMPARE(text->fileText(), u" {\"train_batch_size\": 16}"_s);
  }

 private:
  QString said() { return mine_->find<MessageBar>(u"messageBar"_s)->sentence(); }
  int stageOnDisk() { return read_plan(mine_->contentOf(file_).toStdString()).plan.zero.stage; }
  static void setStage(test::WindowFixture& ui, int stage) {
    QTest::keyClick(ui.window.get(), static_cast<Qt::Key>(Qt::Key_0 + stage), Qt::AltModifier);
    QCOMPARE(ui.model().plan().zero.stage, stage);
  }
  /// Sets the stage and saves, through the actions of that window.
  static void save(test::WindowFixture& ui, int stage) {
    ui.trigger(u"plan.stage%1"_s.arg(stage));
    ui.trigger(u"file.save"_s);
  }

  std::unique_ptr<test::WindowFixture> mine_, others_;
  QString file_;
};

ZP_TEST(DiskChangesTest)
#include "disk_changes_test.moc"
