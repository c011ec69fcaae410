// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/claims/claims_view.h"

#include <QDialog>
#include <QLabel>
#include <QLineEdit>
#include <QScrollBar>
#include <QTabBar>
#include <QTableView>
#include <QTextBrowser>
#include <QtTest>
#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "core/plan_file/plan_file.h"
#include "tests/support/test_main.h"
#include "tests/ui/plan_fixture.h"
#include "ui/claims/claims_window.h"
#include "ui/model/plan_model.h"
#include "ui/model/text.h"
#include "ui/theme/theme.h"

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

  void a_row_has_the_word_and_the_colour_of_its_verdict() {
    const std::array words = {u"right"_s, u"partly"_s, u"wrong"_s, u"depends"_s};
    const std::array states = {Verdict::fits, Verdict::tight, Verdict::over, Verdict::unknown};
    const std::vector<JudgedClaim> claims = judged_claims(model_->plan());
    std::set<std::size_t> met;
    for (int row = 0; row < rows(); ++row) {
      const auto verdict = static_cast<std::size_t>(claims[static_cast<std::size_t>(row)].verdict);
      const QModelIndex index = table()->model()->index(row, 0);
      QCOMPARE(index.data().toString(), words[verdict]);
      QCOMPARE(index.data(Qt::ForegroundRole).value<QColor>(), themeColors().state(states[verdict]));
      met.insert(verdict);
    }
    QCOMPARE(met.size(), words.size());
  }

  void pages_are_named_and_counted() {
    const std::vector<JudgedClaim> claims = judged_claims(model_->plan());
    const auto count = [&](ClaimVerdict verdict) {
      return QString::number(std::ranges::count(claims, verdict, &JudgedClaim::verdict));
    };
    const auto* pages = view_->findChild<QTabBar*>(u"claims.verdicts"_s);
    QStringList titles;
    for (int page = 0; page < pages->count(); ++page)
      titles << pages->tabText(page);
    QCOMPARE(titles,
             (QStringList{u"All (%1)"_s.arg(claims.size()), u"Right (%1)"_s.arg(count(ClaimVerdict::right)),
                          u"Partly (%1)"_s.arg(count(ClaimVerdict::partly)),
                          u"Wrong (%1)"_s.arg(count(ClaimVerdict::wrong)),
                          u"It depends (%1)"_s.arg(count(ClaimVerdict::depends))}));
    const QString texts = view_->findChild<QLabel*>(u"claims.head"_s)->toolTip();
    QVERIFY2(texts.contains(toQt(title_of(ClaimDocument::second))), qPrintable(texts));
    QStringList headers;
    for (int column = 0; column < 3; ++column)
      headers << table()->model()->headerData(column, Qt::Horizontal).toString();
    QCOMPARE(headers, (QStringList{u"Verdict"_s, u"Claim"_s, u"This plan"_s}));
  }

  /// A screen reader tells the parts apart by these names.
  void every_part_has_a_name() {
    QCOMPARE(table()->accessibleName(), u"Claims"_s);
    QCOMPARE(view_->findChild<QTextBrowser*>(u"claims.details"_s)->accessibleName(), u"The chosen claim"_s);
    QCOMPARE(view_->findChild<QLineEdit*>(u"claims.filter"_s)->accessibleName(), u"Filter the claims"_s);
    QCOMPARE(view_->findChild<QTabBar*>(u"claims.verdicts"_s)->accessibleName(), u"Which claims"_s);
    QVERIFY(view_->findChild<QLineEdit*>(u"claims.filter"_s)->isClearButtonEnabled());
    QVERIFY(!view_->findChild<QLineEdit*>(u"claims.filter"_s)->placeholderText().isEmpty());
  }

  /// Every claim's document, section, words, figure and reason, as its row is chosen with the keyboard.
  void the_chosen_claim_stands_below_in_full() {
    const std::vector<JudgedClaim> claims = judged_claims(model_->plan());
    table()->setFocus();
    for (std::size_t row = 0; row < claims.size(); ++row) {
      QCOMPARE(table()->currentIndex().row(), static_cast<int>(row));
      const JudgedClaim& claim = claims[row];
      QStringList lines = {toQt(title_of(claim.document)) + u" · "_s + toQt(claim.section),
                           u"Claim, %1: %2"_s.arg(cell(static_cast<int>(row), 0), toQt(claim.claim))};
      if (!claim.ours.empty()) lines << u"This plan: "_s + toQt(claim.ours);
      QCOMPARE(details(), (lines << toQt(claim.why)).join(u'\n'));
      QTest::keyClick(table(), Qt::Key_Down);
    }
  }

  void the_chosen_row_stays_as_the_plan_changes() {
    table()->setCurrentIndex(table()->model()->index(7, 0));
    Plan next = model_->plan();
    next.cluster.gpus_per_node = 4;
    model_->propose(next, {u"GPUs"_s});
    QCOMPARE(table()->currentIndex().row(), 7);
    auto* pages = view_->findChild<QTabBar*>();
    table()->setCurrentIndex(table()->model()->index(rows() - 1, 0));
    pages->setCurrentIndex(1);
    QCOMPARE(table()->currentIndex().row(), rows() - 1);  // the last of fewer
    QVERIFY(details().contains(cell(rows() - 1, 1)));
  }

  void words_that_no_claim_has_are_said_to_be_none() {
    auto* filter = view_->findChild<QLineEdit*>();
    filter->setText(u"no claim has this"_s);
    QCOMPARE(rows(), 0);
    QCOMPARE(details(), u"No claim has these words."_s);
    filter->clear();
    QCOMPARE(rows(), static_cast<int>(judged_claims(model_->plan()).size()));
  }

  /// The reason and the section of a claim are in no column, and are found too.
  void a_filter_finds_words_of_sections_and_reasons() {
    const std::vector<JudgedClaim> claims = judged_claims(model_->plan());
    for (const JudgedClaim& claim : {claims[3], claims[20]})
      for (const std::string_view words : {claim.section, claim.why}) {
        view_->findChild<QLineEdit*>()->setText(toQt(words).section(u' ', 0, 3));
        QStringList found;
        for (int row = 0; row < rows(); ++row)
          found << cell(row, 1);
        QVERIFY2(found.contains(toQt(claim.claim)), qPrintable(toQt(words)));
      }
  }

  void rows_are_as_high_as_their_words_at_any_width() {
    const auto height = [&] {
      int sum = 0;
      for (int row = 0; row < rows(); ++row)
        sum += table()->rowHeight(row);
      return sum;
    };
    const int wide = height();
    view_->resize(500, 600);
    QCoreApplication::processEvents();
    QVERIFY(height() > wide);
    std::map<QString, int> heights;
    for (int row = 0; row < rows(); ++row)
      heights[cell(row, 1)] = table()->rowHeight(row);
    view_->findChild<QLineEdit*>()->setText(u"stage"_s);
    QVERIFY(rows() > 1);
    for (int row = 0; row < rows(); ++row)
      QCOMPARE(table()->rowHeight(row), heights[cell(row, 1)]);
    QVERIFY(!table()->horizontalScrollBar()->isVisible());
    QCOMPARE(table()->textElideMode(), Qt::ElideNone);
  }

  void the_window_has_a_title_and_the_claims() {
    QWidget parent;
    const std::unique_ptr<QDialog> window(showClaimsWindow(*model_, &parent));
    QCOMPARE(window->windowTitle(), u"The two documents, claim by claim"_s);
    QVERIFY(window->findChild<QTableView*>(u"claims.table"_s)->model()->rowCount() > 50);
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
    QVERIFY2(head().contains(u"the last plan that could"_s), qPrintable(head()));
    model_->reset(odd, {});
    QCOMPARE(rows(), 0);
    QVERIFY2(head().contains(u"cannot be estimated"_s), qPrintable(head()));
  }

 private:
  QTableView* table() { return view_->findChild<QTableView*>(u"claims.table"_s); }
  QString head() { return view_->findChild<QLabel*>(u"claims.head"_s)->text(); }
  QString details() { return view_->findChild<QTextBrowser*>()->toPlainText(); }
  int rows() { return table()->model()->rowCount(); }
  QString cell(int row, int column) { return table()->model()->index(row, column).data().toString(); }

  std::unique_ptr<PlanModel> model_;
  std::unique_ptr<ClaimsView> view_;
};

ZP_TEST(ClaimsViewTest)
#include "claims_view_test.moc"
