// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/claims/claims_view.h"

#include <QLabel>
#include <QLineEdit>
#include <QTabBar>
#include <QTableView>
#include <QTextBrowser>
#include <QtTest>

#include "core/plan_file/plan_file.h"
#include "tests/support/test_main.h"
#include "tests/ui/plan_fixture.h"
#include "ui/model/plan_model.h"
#include "ui/model/text.h"

using namespace zp;
using namespace Qt::Literals::StringLiterals;

/// Tests of the claims of the two documents beside the present plan.
class ClaimsViewTest : public QObject {
  Q_OBJECT

 private slots:
  void init() {
    model_ = std::make_unique<PlanModel>();
    view_ = std::make_unique<ClaimsView>(*model_);
    view_->resize(900, 600);
    view_->show();
    QVERIFY(QTest::qWaitForWindowExposed(view_.get()));
  }
  void cleanup() {
    view_.reset();
    model_.reset();
  }

  void every_claim_is_a_row_with_its_figure() {
    const std::vector<JudgedClaim> claims = judged_claims(model_->plan());
    QCOMPARE(rows(), static_cast<int>(claims.size()));
    for (int row = 0; row < rows(); ++row) {
      QCOMPARE(cell(row, 1), toQt(claims[static_cast<std::size_t>(row)].claim));
      QCOMPARE(cell(row, 2), toQt(claims[static_cast<std::size_t>(row)].ours));
    }
  }

  void pages_divide_the_claims_by_verdict() {
    auto* pages = view_->findChild<QTabBar*>();
    const int all = rows();
    int sum = 0;
    for (int page = 1; page < pages->count(); ++page) {
      pages->setCurrentIndex(page);
      QVERIFY(pages->tabText(page).contains(u'(' + QString::number(rows()) + u')'));
      for (int row = 1; row < rows(); ++row)
        QCOMPARE(cell(row, 0), cell(0, 0));
      sum += rows();
    }
    QCOMPARE(sum, all);
  }

  void figures_follow_the_plan() {
    QStringList before;
    for (int row = 0; row < rows(); ++row)
      before << cell(row, 2);
    Plan next = model_->plan();
    next.cluster.gpus_per_node = 4;
    model_->propose(next, {u"GPUs"_s});
    QStringList after;
    for (int row = 0; row < rows(); ++row)
      after << cell(row, 2);
    QVERIFY(after != before);
  }

  void a_filter_leaves_the_claims_with_its_words_and_the_chosen_one_in_full() {
    view_->findChild<QLineEdit*>()->setText(u"gathered scattered"_s);
    QVERIFY(rows() >= 1);
    QVERIFY(rows() < 10);
    table()->setCurrentIndex(table()->model()->index(0, 0));
    const QString details = view_->findChild<QTextBrowser*>()->toPlainText();
    QVERIFY2(details.contains(cell(0, 1)), qPrintable(details));
    QVERIFY2(details.contains(u"States never move"_s), qPrintable(details));
  }

  void a_plan_without_figures_says_so() {
    const PlanDocument odd = read_plan(
        R"({"model": {"architecture": {"block": "llama", "hidden_size": 4100, "layers": 2,
            "attention_heads": 32, "intermediate_size": 11008, "vocab_size": 32000}}})");
    const int all = rows();
    model_->proposeDocument(odd, {u"Odd shape"_s});
    QCOMPARE(rows(), all);
    QVERIFY2(head().contains(u"the last one that could"_s), qPrintable(head()));
    model_->reset(odd, {});
    QCOMPARE(rows(), 0);
    QVERIFY2(head().contains(u"cannot be estimated"_s), qPrintable(head()));
  }

 private:
  QTableView* table() { return view_->findChild<QTableView*>(u"claims.table"_s); }
  QString head() { return view_->findChild<QLabel*>(u"claims.head"_s)->text(); }
  int rows() { return table()->model()->rowCount(); }
  QString cell(int row, int column) { return table()->model()->index(row, column).data().toString(); }

  std::unique_ptr<PlanModel> model_;
  std::unique_ptr<ClaimsView> view_;
};

ZP_TEST(ClaimsViewTest)
#include "claims_view_test.moc"
