// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan_file/plan_link.h"

#include <QtTest>
#include <string>

#include "core/plan_file/plan_file.h"
#include "tests/support/random_document.h"
#include "tests/support/test_main.h"

using namespace zp;

namespace {

QByteArray link_error(const std::string& link) {
  try {
    (void)read_plan(text_of_link(link));
    return "";
  } catch (const FileError& error) {
    return error.what();
  }
}

}  // namespace

/// Tests of a plan as one word.
class PlanLinkTest : public QObject {
  Q_OBJECT

 private slots:
  void a_document_comes_back_whatever_it_holds() {
    QVERIFY(rc::check("read(link(document)) == document", [] {
      PlanDocument written;
      written.plan = test::random_plan();
      test::Json given = test::Json::parse(write_plan(written));
      test::add_unknown_keys(given);
      const PlanDocument document = read_plan(given.dump());
      const std::string link = link_of(document);
      RC_ASSERT(is_plan_link(link));
      RC_ASSERT(read_plan(text_of_link(link)) == document);
    }));
  }

  void it_is_found_in_a_message() {
    const std::string link = link_of(example_plan());
    for (const std::string& message :
         {link, "  " + link + "\n", "Look:\n<" + link + ">, it fits.", "\"" + link + "\""})
      QCOMPARE(plan_link_in(message), link);
    QVERIFY(!plan_link_in("torch.OutOfMemoryError: CUDA out of memory. zero-planner"));
  }

  void an_ordinary_plan_fits_a_message() {
    const std::size_t length = link_of(example_plan()).size();
    QVERIFY2(length < 1000, std::to_string(length).c_str());
  }

  void a_broken_one_says_what_to_do() {
    const std::string link = link_of(example_plan());
    for (std::size_t kept = plan_link_start.size() + 2; kept < link.size(); ++kept)
      QVERIFY2(!link_error(link.substr(0, kept)).isEmpty(), std::to_string(kept).c_str());
    QVERIFY(link_error(link.substr(0, link.size() - 9)).contains("cut off"));
    QVERIFY(link_error(std::string(plan_link_start) + "2/abcd").contains("another version"));
    QVERIFY(link_error(std::string(plan_link_start) + "1/" + std::string(200'000, 'A')).contains("longer"));
    QVERIFY(link_error(std::string(plan_link_start) + "1/e30").contains("model"));  // {}
  }
};

ZP_TEST(PlanLinkTest)
#include "plan_link_test.moc"
