// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/model/opened_config.h"

#include <QSignalSpy>
#include <QtTest>

#include "tests/support/test_main.h"
#include "ui/model/plan_model.h"
#include "ui/model/text.h"

using namespace zp;
using namespace Qt::Literals::StringLiterals;

class OpenedConfigTest : public QObject {
  Q_OBJECT

 private slots:
  void init() {
    model_ = std::make_unique<PlanModel>();
    file_ = std::make_unique<OpenedConfig>(*model_);
  }

  void problems_name_line_and_place() {
    file_->open(u"/tmp/a/ds.json"_s,
                "{\"train_batch_size\": 16,\n \"bf16\": {\"enabled\": true},\n \"fp16\": {\"ütf\": 1}}");
    QCOMPARE(file_->name(), u"ds.json"_s);
    const FileProblem& worst = file_->problems().front();
    QCOMPARE(worst.level, NoticeLevel::error);
    QCOMPARE(worst.word, u"refused"_s);
    QCOMPARE(worst.line, 2);
    QCOMPARE(file_->text().mid(worst.begin, worst.end - worst.begin), u"\"ütf\""_s);
    QVERIFY(worst.fix.isEmpty());
    QVERIFY(file_->verdict().contains(u"refuses"));
    QCOMPARE(file_->level(), NoticeLevel::error);
  }
  void one_fix_changes_one_thing() {
    file_->open(u"ds.json"_s, "{\"train_batch_size\": 17,\n \"bf16\": {\"enabld\": true}}");
    for (std::size_t i = 0; i < file_->problems().size(); ++i)
      if (file_->problems()[i].line == 1) {
        QVERIFY(!file_->problems()[i].fix.isEmpty());
        QCOMPARE(file_->textWithFix(i).value(),
                 u"{\"train_batch_size\": 17,\n \"bf16\": {\"enabled\": true}}"_s);
      }
    QCOMPARE(file_->textWithAllFixes().value(),
             u"{\"train_batch_size\": 17,\n \"bf16\": {\"enabled\": true}}"_s);
    QVERIFY(!file_->textWithFix(99));
  }
  void each_change_of_the_text_is_checked() {
    file_->open(u"ds.json"_s, R"({"train_batch_size": 17})");
    QSignalSpy checked(file_.get(), &OpenedConfig::checked);
    QVERIFY(file_->verdict().contains(u"refuses"));
    file_->setText(uR"({"train_batch_size": 16})"_s);
    QCOMPARE(checked.count(), 1);
    QVERIFY(file_->verdict().contains(u"accepts"));
    QVERIFY(file_->isModified());
    file_->setText(uR"({"train_batch_size": 17})"_s);
    QVERIFY(!file_->isModified());
  }
  void the_plan_decides_ranks_and_release() {
    file_->open(u"ds.json"_s, R"({"train_batch_size": 12})");
    QVERIFY(file_->verdict().contains(u"refuses"));  // refused because the plan has 8 ranks
    Plan plan = model_->plan();
    plan.cluster.gpus_per_node = 4;
    model_->propose(plan, {u"GPUs"_s});
    QVERIFY2(file_->verdict().contains(u"accepts"), qPrintable(file_->verdict()));
    plan.target.deepspeed_version = {0, 17, 4};
    model_->propose(plan, {u"Version"_s});
    QVERIFY(file_->verdict().contains(u"0.17.4"));
  }

  void what_is_saved_is_what_was_opened_data() {
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<bool>("editable");
    QTest::newRow("plain") << QByteArray("{\"train_batch_size\": 8}\n") << true;
    QTest::newRow("no last line end") << QByteArray("{\n\"train_batch_size\": 8}") << true;
    QTest::newRow("DOS line ends") << QByteArray("{\r\n\"train_batch_size\": 8\r\n}\r\n") << true;
    QTest::newRow("byte order mark") << QByteArray("\xEF\xBB\xBF{\"train_batch_size\": 8}") << true;
    QTest::newRow("spaces that do not break") << QByteArray("{\"a\": \"\xC2\xA0\"}") << true;
    QTest::newRow("mixed line ends") << QByteArray("{\r\n\"train_batch_size\": 8\n}") << false;
    QTest::newRow("no UTF-8") << QByteArray("{\"a\": \"\xFF\"}") << false;
    QTest::newRow("a separator Qt breaks lines at") << QByteArray("{\"a\": \"\xE2\x80\xA9\"}") << false;
  }
  void what_is_saved_is_what_was_opened() {
    QFETCH(QByteArray, bytes);
    QFETCH(bool, editable);
    file_->open(u"ds.json"_s, bytes.toStdString());
    QCOMPARE(QByteArray::fromStdString(file_->bytes()), bytes);
    QCOMPARE(file_->isEditable(), editable);
    QVERIFY(editable || !file_->textWithAllFixes());
    if (!editable) return;
    file_->setText(file_->text() + u' ');
    QCOMPARE(QByteArray::fromStdString(file_->bytes()), bytes + ' ');
  }
  void dos_line_ends_stay_through_a_fix() {
    file_->open(u"ds.json"_s, "{\r\n\"train_batch_size\": 8,\r\n\"bf16\": {\"enabld\": true}\r\n}\r\n");
    QCOMPARE(file_->problems().front().line, 2);
    QCOMPARE(file_->text().mid(file_->problems().front().begin, 8), u"\"enabld\""_s);
    file_->setText(file_->textWithAllFixes().value());
    QCOMPARE(QByteArray::fromStdString(file_->bytes()),
             QByteArray("{\r\n\"train_batch_size\": 8,\r\n\"bf16\": {\"enabled\": true}\r\n}\r\n"));
  }
  void a_byte_order_mark_can_be_fixed_away() {
    Plan plan = model_->plan();
    plan.target.flavour = Flavour::hf_trainer;
    model_->propose(plan, {u"Trainer"_s});
    file_->open(u"ds.json"_s, "\xEF\xBB\xBF{\"train_batch_size\": 8}");
    file_->setText(file_->textWithAllFixes().value());
    QCOMPARE(QByteArray::fromStdString(file_->bytes()), QByteArray("{\"train_batch_size\": 8}"));
  }
  void saving_makes_it_clean_and_names_its_file() {
    file_->open(u"a.json"_s, R"({"train_batch_size": 8})");
    file_->setText(u"{}"_s);
    file_->setSaved(u"b.json"_s);
    QVERIFY(!file_->isModified());
    QCOMPARE(file_->path(), u"b.json"_s);
    QCOMPARE(file_->bytes(), std::string("{}"));
  }
  void endless_problems_are_cut_off() {
    std::string text = "{";
    for (int i = 0; i < 1000; ++i)
      text += "\"key" + std::to_string(i) + "\": 1,\n";
    file_->open(u"ds.json"_s, text + "\"train_batch_size\": 8}");
    QCOMPARE(file_->problems().size(), OpenedConfig::most_problems);
  }

 private:
  std::unique_ptr<PlanModel> model_;
  std::unique_ptr<OpenedConfig> file_;
};

ZP_TEST(OpenedConfigTest)
#include "opened_config_test.moc"
