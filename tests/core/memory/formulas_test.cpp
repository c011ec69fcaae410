// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <QtTest>
#include <array>
#include <cmath>
#include <map>
#include <regex>

#include "core/memory/estimate.h"
#include "core/memory/explain.h"
#include "core/rules/check_plan.h"
#include "tests/support/formula_value.h"
#include "tests/support/random_plan.h"
#include "tests/support/share.h"
#include "tests/support/test_main.h"

using namespace zp;

namespace {

const int plan_count = static_cast<int>(test::share_of(10'000));
const int least_of_each = test::one_in() == 1 ? 20 : 0;  // a share of the plans may miss a rare entry

QByteArray text_of(const Entry& entry, const std::string& text, std::optional<long double> got) {
  return QByteArray(name_of(entry.id).data()) + ": " + QByteArray::fromStdString(text) + " is " +
         (got ? QByteArray::number(static_cast<double>(*got), 'f', 3) : QByteArray("no formula")) + ", not " +
         QByteArray::number(static_cast<qlonglong>(entry.bytes.value()));
}

/// Returns the tolerance in bytes of a formula. Elements of a fraction of a byte are rounded, and near a half
/// double and long double may differ.
long double rounding_of(const Words& bytes) {
  return bytes.formula().find("+ 0.5⌋") == std::string::npos ? 0 : 1;
}

std::optional<long double> value_of_symbol(const Words& words, std::string_view name) {
  for (const SymbolValue& symbol : words.symbols())
    if (symbol.row->name == name) return symbol.value;
  return std::nullopt;
}

/// Returns the tolerance in bytes of the figures. If core rounds a half in double, the long double here may
/// be a byte off.
long double rounding_at_half(const std::string& figures) {
  return figures.find("+ 0.5⌋") == std::string::npos ? 0 : 1;
}

/// Returns plan number `index` of a sequence that is the same in every run.
Plan random_plan(int index) {
  static const rc::Gen<Plan> plans = test::any_plan_of_all_kinds();
  return plans(rc::Random(static_cast<std::uint64_t>(index)), 100).value();
}

Explanations explained(const Plan& plan) { return {plan, estimate_memory(plan).ledger}; }

std::string formula_of(const Plan& plan, EntryId id) { return explained(plan).of(id).bytes.formula(); }

Plan stage_of(int stage) {
  Plan plan = example_plan().plan;
  plan.zero.stage = stage;
  return plan;
}

}  // namespace

/// Tests that the formula of an entry gives the entry's bytes.
class FormulasTest : public QObject {
  Q_OBJECT

 private slots:
  void every_formula_comes_to_its_bytes() {
    std::array<int, entry_id_count> seen{};
    for (int i = 0; i < plan_count; ++i) {
      const Plan plan = random_plan(i);
      if (!is_usable(check(plan))) continue;
      const Ledger ledger = estimate_memory(plan).ledger;
      const Explanations words(plan, ledger);
      for (const Entry& entry : ledger.entries()) {
        const Words& bytes = words.of(entry.id).bytes;
        ++seen[static_cast<std::size_t>(entry.id)];
        const auto expected = static_cast<long double>(entry.bytes.value());
        const auto figures = test::formula_value(bytes.figures());
        QVERIFY2(figures && std::abs(*figures - expected) <= rounding_at_half(bytes.figures()),
                 text_of(entry, bytes.figures(), figures));
        const auto formula = test::formula_value(
            bytes.formula(), [&](std::string_view name) { return value_of_symbol(bytes, name); });
        QVERIFY2(formula && std::abs(*formula - expected) <= rounding_of(bytes),
                 text_of(entry, bytes.formula(), formula));
      }
    }
    for (std::size_t id = 0; id < entry_id_count; ++id)
      QVERIFY2(seen[id] >= least_of_each,
               QByteArray(entry_rows[id].name.data()) + " in " + QByteArray::number(seen[id]) + " plans");
  }

  void every_entry_says_what_it_is_and_where_that_stands() {
    for (int i = 0; i < 500; ++i) {
      const Plan plan = random_plan(i);
      if (!is_usable(check(plan))) continue;
      const Ledger ledger = estimate_memory(plan).ledger;
      const Explanations words(plan, ledger);
      for (const Entry& entry : ledger.entries()) {
        const Explanation& told = words.of(entry.id);
        QVERIFY2(!told.title.empty() && !told.meaning.empty() && !told.source.empty(),
                 name_of(entry.id).data());
        QVERIFY2(told.line.starts_with(told.bytes.formula()), told.line.c_str());
      }
    }
  }

  void a_symbol_has_one_meaning_and_a_name_that_reads() {
    static const std::regex name("[A-Za-z][A-Za-z0-9_]*");
    std::map<std::string_view, const SymbolRow*> rows;
    for (int i = 0; i < 500; ++i) {
      const Plan plan = random_plan(i);
      if (!is_usable(check(plan))) continue;
      const Ledger ledger = estimate_memory(plan).ledger;
      const Explanations words(plan, ledger);
      for (const Entry& entry : ledger.entries())
        for (const SymbolValue& symbol : words.of(entry.id).bytes.symbols()) {
          QVERIFY(std::regex_match(std::string(symbol.row->name), name));
          QVERIFY(!symbol.row->meaning.empty());
          const auto [row, is_new] = rows.emplace(symbol.row->name, symbol.row);
          QVERIFY2(row->second->meaning == symbol.row->meaning, symbol.row->name.data());
        }
    }
  }

  void formulas_name_what_the_bytes_depend_on() {
    Plan plan = stage_of(3);
    QCOMPARE(formula_of(plan, EntryId::states_weights),
             std::string("b·(trainable_partition + frozen_partition)"));
    QCOMPARE(formula_of(plan, EntryId::buffers_reduce_copy), std::string("c·min(R, P)"));
    plan.zero.zero_quantized_gradients = true;
    QCOMPARE(formula_of(plan, EntryId::buffers_reduce_copy), std::string("L_trained"));
    plan.zero.zero_quantized_nontrainable_weights = true;
    QCOMPARE(formula_of(plan, EntryId::states_weights),
             std::string("b·trainable_partition + frozen_partition"));
    plan = stage_of(2);
    QCOMPARE(formula_of(plan, EntryId::states_master), std::string("m·2·⌈P/(2·N)⌉"));
    plan.training.fused_loss = FusedLoss::chunked;
    QCOMPARE(formula_of(plan, EntryId::logits_output), std::string("e·vocabulary·⌈micro_batch·sequence/8⌉"));
    plan.training.fused_loss_chunk = 256;
    QCOMPARE(formula_of(plan, EntryId::logits_output),
             std::string("e·vocabulary·min(micro_batch·sequence, loss_chunk_stated)"));
  }
};

ZP_TEST(FormulasTest)
#include "formulas_test.moc"
