// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>
#include <string>

#include "core/catalog/catalog.h"
#include "core/plan_file/plan_file.h"
#include "tests/support/random_document.h"
#include "tests/support/test_main.h"

using namespace zp;

namespace {

/// Returns true if every value of `part` has the same place and value in `whole`.
bool holds(const test::Json& whole, const test::Json& part) {
  if (!part.is_object() || !whole.is_object()) return whole == part;
  for (const auto& [key, value] : part.items())
    if (!whole.contains(key) || !holds(whole[key], value)) return false;
  return true;
}

}  // namespace

/// Tests that a plan written to a file and read again loses nothing.
class RoundTripTest : public QObject {
  Q_OBJECT

 private slots:
  void a_plan_comes_back() {
    QVERIFY(rc::check("read(write(plan)) == plan", [] {
      PlanDocument document;
      document.plan = test::random_plan();
      const std::string text = write_plan(document);
      const Plan again = read_plan(text).plan;
      RC_LOG() << text << test::differences(again, document.plan);
      RC_ASSERT(again == document.plan);
    }));
  }

  void a_document_comes_back() {
    QVERIFY(rc::check("read(write(document)) == document, unknown keys included", [] {
      PlanDocument written;
      written.plan = test::random_plan();
      test::Json given = test::Json::parse(write_plan(written));
      test::add_unknown_keys(given);
      const PlanDocument document = read_plan(given.dump());
      const std::string text = write_plan(document);
      RC_LOG() << text;
      RC_ASSERT(read_plan(text) == document);
      RC_ASSERT(holds(test::Json::parse(text), given));
      RC_ASSERT(write_plan(read_plan(text)) == text);
    }));
  }

  void every_preset_comes_back() {
    for (const SharedModelPreset& model : catalog().models) {
      PlanDocument document;
      document.plan.model = model_from_preset(model);
      document.plan.training.sequence_length = default_sequence_length(document.plan.model);
      QVERIFY2(read_plan(write_plan(document)) == document, model->name.c_str());
      document.plan.model = model_from_architecture(document.plan.model.architecture);
      QVERIFY2(read_plan(write_plan(document)) == document, write_plan(document).c_str());
    }
  }

  /// Any text is read, or throws only FileError.
  void a_frozen_type_without_adapters_comes_back() {
    const PlanDocument document = read_plan(
        R"json({"model": {"parameters": 7e9}, "training": {"frozen_precision": "int8", "program": "easy-r1"}})json");
    QVERIFY(read_plan(write_plan(document)) == document);
  }

  void damaged_plans_are_read_or_refused() {
    QVERIFY(rc::check("a plan with bytes changed", [] {
      PlanDocument document;
      document.plan = test::random_plan();
      std::string text = write_plan(document);
      const int changes = *rc::gen::inRange(1, 4);
      for (int i = 0; i < changes && !text.empty(); ++i) {
        const auto at = *rc::gen::inRange<std::size_t>(0, text.size());
        switch (*rc::gen::inRange(0, 3)) {
          case 0:
            text[at] = *rc::gen::arbitrary<char>();
            break;
          case 1:
            text.erase(at, *rc::gen::inRange<std::size_t>(1, 30));
            break;
          default:
            text.insert(at, 1, *rc::gen::elementOf(std::string("{}[]\",:0-e.\\ntf")));
            break;
        }
      }
      try {
        const PlanDocument again = read_plan(text);
        RC_LOG() << text << write_plan(again);
        RC_ASSERT(read_plan(write_plan(again)) == again);
      } catch (const FileError& error) {
        RC_LOG() << text << error.what();
        const std::string sentence = error.what();
        RC_ASSERT(sentence.ends_with('.') || sentence.ends_with('?'));  // "Did you mean …?"
      }
    }));
  }
};

ZP_TEST(RoundTripTest)
#include "round_trip_test.moc"
