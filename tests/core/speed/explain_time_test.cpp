// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/speed/explain_time.h"

#include <rapidcheck.h>

#include <QRegularExpression>
#include <QtTest>
#include <map>
#include <set>

#include "core/catalog/catalog.h"
#include "core/search/candidates.h"
#include "tests/support/random_plan.h"
#include "tests/support/test_main.h"

using namespace zp;

namespace {

Plan plan_of(const char* model, Strategy strategy) {
  Plan plan;
  plan.model = model_from_preset(catalog().find_model(model).value());
  return with_strategy(plan, strategy);
}

/// Every strategy on one node and on four, with and without accumulation, and what else moves bytes.
std::vector<Plan> explained_plans() {
  std::vector<Plan> plans;
  for (const Strategy& strategy : all_strategies())
    for (const int nodes : {1, 4})
      for (const int accumulation : {1, 4}) {
        Plan plan = plan_of("llama-2-7b", strategy);
        plan.cluster.nodes = nodes;
        plan.training.gradient_accumulation_steps = accumulation;
        plans.push_back(plan);
        plan.zero.overlap_comm = !plan.zero.overlaps();
        plan.training.activation_checkpointing = Checkpointing::full;
        plan.training.checkpoints_on_host = true;
        plan.zero.offload_optimizer.pipeline_read = plan.zero.offload_optimizer.pipeline_write = true;
        plan.zero.sub_group_size = 100'000'000;
        plan.zero.offload_optimizer.ratio = 0.5;
        plans.push_back(plan);
      }
  for (const int stage : {0, 2, 3}) {
    Plan plan = plan_of("llama-2-70b", {stage, Device::none, Device::none});
    plan.training.tensor_parallel = plan.training.sequence_parallel = 2;
    plan.cluster.nodes = 2;
    plans.push_back(plan);
    plan.training.framework = Framework::fsdp;
    plan.training.sequence_parallel = 1;
    plans.push_back(plan);
  }
  Plan small = plan_of("gpt-2-124m", {1, Device::none, Device::none});
  plans.push_back(small);
  small.training.sequence_length = 32;  // so little work that the GPU waits for the host
  plans.push_back(small);
  Plan plus_plus = plan_of("llama-2-70b", {3, Device::none, Device::none});
  plus_plus.cluster.nodes = 4;
  plus_plus.zero.zero_hpz_partition_size = 8;
  plus_plus.zero.zero_quantized_weights = plus_plus.zero.zero_quantized_gradients = true;
  plans.push_back(plus_plus);
  Plan experts = plan_of("mixtral-8x7b", {3, Device::none, Device::none});
  experts.training.attention = Attention::eager;
  experts.training.activation_checkpointing = Checkpointing::selective;
  plans.push_back(experts);
  Plan lora = plan_of("llama-2-7b", {2, Device::none, Device::none});
  lora.training.lora.rank = 16;
  plans.push_back(lora);
  return plans;
}

/// "6.74 B" → 6.74e9, "54.1 ms" → 0.0541, "7/8" → 0.875: a number and its unit as core/units writes them.
double value_of(const QString& text) {
  static const std::map<QString, double> units = {
      {"k", 1e3},     {"M", 1e6},     {"B", 1e9},     {"T", 1e12},     {"kB", 1e3},
      {"MB", 1e6},    {"GB", 1e9},    {"TB", 1e12},   {"GB/s", 1e9},   {"TFLOPS", 1e12},
      {"kFLOP", 1e3}, {"MFLOP", 1e6}, {"GFLOP", 1e9}, {"TFLOP", 1e12}, {"PFLOP", 1e15},
      {"µs", 1e-6},   {"ms", 1e-3},   {"min", 60},    {"h", 3600},     {"days", 86400}};
  static const QRegularExpression pattern(
      QStringLiteral("^([0-9,]+(?:\\.[0-9]+)?)(?:/([0-9,]+))?(?:\u202F([^ ,;]+))?"));
  const QRegularExpressionMatch match = pattern.match(text);
  const auto number = [&](int group) { return match.captured(group).remove(QLatin1Char(',')).toDouble(); };
  double value = number(1);
  if (match.hasCaptured(2) && !match.captured(2).isEmpty()) value /= number(2);
  const QString unit = match.captured(3);
  // An amount of bytes is written "2 bytes"; a B after a number of weights is a billion.
  if (units.contains(unit)) value *= units.at(unit);
  return value;
}

/// Seconds that the printed formula gives for one occurrence, by its own numbers.
double left_side(const QString& formula) {
  const QString left = formula.section(QStringLiteral(" = "), 0, 0);
  if (left.contains(QChar(0x2212))) {  // kernels · each + hooks − meanwhile
    const QString gained = left.section(QStringLiteral(" − "), 0, 0);
    const QString hooks = gained.section(QStringLiteral(" + "), 1, 1);
    const QStringList parts = gained.section(QStringLiteral(" + "), 0, 0).split(QStringLiteral(" · "));
    return value_of(parts[0]) * value_of(parts[1]) + (hooks.isEmpty() ? 0 : value_of(hooks)) -
           value_of(left.section(QStringLiteral(" − "), 1, 1));
  }
  double product = 1;
  for (const QString& factor : left.section(QStringLiteral(" ÷ "), 0, 0).split(QStringLiteral(" · ")))
    product *= value_of(factor);
  return product / value_of(left.section(QStringLiteral(" ÷ "), 1, 1));
}

/// What stands behind the last "=": the seconds of the whole step.
double right_side(const QString& formula) {
  return value_of(formula.section(QStringLiteral(" = "), -1, -1).trimmed());
}

}  // namespace

class ExplainTimeTest : public QObject {
  Q_OBJECT

 private slots:
  void every_id_occurs_and_has_words() {
    std::set<TimeId> seen;
    for (const Plan& plan : explained_plans()) {
      const StepTime time = estimate_speed(plan);
      for (const TimeEntry& entry : time.ledger.entries()) {
        seen.insert(entry.id);
        const TimeExplanation words = explain(plan, entry);
        const std::string id(name_of(entry.id));
        QVERIFY2(!words.title.empty(), id.c_str());
        QVERIFY2(words.meaning.ends_with('.'), id.c_str());
        QVERIFY2(words.formula.find('=') != std::string::npos, (id + ": " + words.formula).c_str());
        QVERIFY2(words.source.size() > 10, id.c_str());
        QVERIFY2(!words.lever.empty(), id.c_str());
      }
    }
    for (std::size_t i = 0; i < time_id_count; ++i)
      QVERIFY2(seen.contains(static_cast<TimeId>(i)), std::string(name_of(static_cast<TimeId>(i))).c_str());
  }

  /// Three digits a factor: the numbers shown are those the entry was made from.
  void the_numbers_of_a_formula_multiply_to_its_seconds() {
    for (const Plan& plan : explained_plans())
      for (const TimeEntry& entry : estimate_speed(plan).ledger.entries()) {
        const std::string formula = explain(plan, entry).formula;
        const QString text = QString::fromStdString(formula);
        const QByteArray shown = QByteArray::fromStdString(std::string(name_of(entry.id)) + ": " + formula);
        const bool is_accumulated = text.contains(QStringLiteral(" per micro batch "));
        const double times =
            is_accumulated ? static_cast<double>(plan.training.gradient_accumulation_steps) : 1;
        const double once = left_side(text);
        // A difference of numbers with three digits keeps fewer: measured on what it is taken from.
        const double tolerance =
            0.02 * entry.busy + (entry.id == TimeId::launches
                                     ? 0.02 * times * value_of(text.section(QStringLiteral(" − "), 1, 1))
                                     : 0);
        QVERIFY2(std::abs(once * times - entry.busy) <= tolerance + 1e-9, shown);
        QVERIFY2(std::abs(right_side(text) - entry.busy) <= 0.01 * entry.busy, shown);
        QCOMPARE(text.contains(QStringLiteral("of which")), entry.hidden > 0);
      }
  }

  void gathered_and_reduced_elements_are_the_models() {
    for (const int stage : {1, 2, 3}) {
      Plan plan = plan_of("llama-2-7b", {stage, Device::none, Device::none});
      plan.cluster.nodes = 2;
      plan.training.gradient_accumulation_steps = 4;
      for (const TimeEntry& entry : estimate_speed(plan).ledger.entries())
        if (entry.id == TimeId::gather_forward || entry.id == TimeId::reduce_gradients ||
            (entry.id == TimeId::gather_after_step && stage < 3)) {
          const QString formula = QString::fromStdString(explain(plan, entry).formula);
          QVERIFY2(formula.contains(QStringLiteral("6.74\u202FB")), qUtf8Printable(formula));
          QVERIFY2(formula.contains(QStringLiteral("15/16")), qUtf8Printable(formula));
        }
    }
  }

  void any_entry_of_any_plan_is_explained() {
    QVERIFY(rc::check([] {
      const Plan plan = *test::any_plan();
      for (const TimeEntry& entry : estimate_speed(plan).ledger.entries()) {
        const TimeExplanation words = explain(plan, entry);
        for (const char* wrong : {"n/a", "nan", "∞", "-0"})
          RC_ASSERT(words.formula.find(wrong) == std::string::npos);
      }
    }));
  }

  void every_resource_is_described() {
    const Plan plan = plan_of("llama-2-7b", {2, Device::none, Device::none});
    for (std::size_t i = 0; i < resource_count; ++i)
      QVERIFY(describe(plan, static_cast<Resource>(i)).starts_with("the "));
    QCOMPARE(describe(plan, Resource::network), std::string("the network between nodes, 25\u202FGB/s a GPU"));
  }

  /// At the bandwidth named nothing more can hide, and a little below something is left.
  void the_bandwidth_named_hides_the_rest() {
    Plan plan = plan_of("llama-2-7b", {3, Device::none, Device::none});
    plan.cluster.nodes = 2;
    plan.cluster.inter_node.gb_per_s = 2;
    const StepTime slow = estimate_speed(plan);
    const TimeEntry* gather = slow.ledger.find(TimeId::gather_forward);
    QVERIFY(gather != nullptr);
    const double needed = hiding_gb_per_s(plan, *gather);
    QVERIFY(needed > 2);
    plan.cluster.inter_node.gb_per_s = 1.2 * needed;  // messages also take time to start
    const StepTime fast = estimate_speed(plan);
    QCOMPARE(fast.ledger.find(TimeId::gather_forward)->hiding_rate, 0.0);
    plan.cluster.inter_node.gb_per_s = 0.8 * needed;
    QVERIFY(estimate_speed(plan).ledger.find(TimeId::gather_forward)->hiding_rate > 0);
  }
};

ZP_TEST(ExplainTimeTest)
#include "explain_time_test.moc"
