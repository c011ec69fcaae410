// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <rapidcheck.h>

#include <QtTest>

#include "core/memory/odds.h"
#include "core/rules/check_plan.h"
#include "core/search/capacity.h"
#include "tests/support/random_plan.h"
#include "tests/support/test_main.h"
#include "ui/fields/fields.h"

using namespace zp;

namespace {

/// Returns true if the plan fits with the field set to `value`; no value if that plan cannot be estimated.
std::optional<bool> fitsWith(const NumberField& field, const Plan& plan, double value) {
  const Plan trial = field.set(plan, value);
  if (!is_usable(trial)) return std::nullopt;
  return fit_odds(trial, estimate_memory(trial)).both >= FitDemand().confidence;
}

/// Compares the mark on the slider with a scan over all stops of the slider.
void compare(const NumberField& field, const Plan& plan) {
  const std::optional<Cliff> cliff = field.cliff(plan);
  std::optional<double> last_refused, first_fitting;
  for (const double stop : field.spec.stops.values()) {
    const std::optional<bool> fits = fitsWith(field, plan, stop);
    if (!fits || first_fitting) continue;
    (*fits ? first_fitting : last_refused) = stop;
  }
  RC_ASSERT(cliff.has_value() == (last_refused && first_fitting));
  if (!cliff) return;
  RC_ASSERT(!cliff->is_above && cliff->is_wall);
  RC_ASSERT(cliff->from >= *last_refused && cliff->from < *first_fitting);
  RC_ASSERT(fitsWith(field, plan, cliff->from) != true);
  RC_ASSERT(fitsWith(field, plan, cliff->from + 1) == true);
}

}  // namespace

/// Tests of the marks on the sliders of GPUs and nodes below which the plan does not fit.
class GpuCliffTest : public QObject {
  Q_OBJECT

 private slots:
  void of_one_node_the_gpus_in_it() {
    QVERIFY(rc::check("GPUs of a node", [] {
      Plan plan = *test::any_plan();
      plan.cluster.nodes = 1;
      compare(std::get<NumberField>(*fieldOf("cluster.gpus_per_node")), plan);
      RC_ASSERT(!std::get<NumberField>(*fieldOf("cluster.nodes")).cliff(plan));
    }));
  }

  void of_several_the_nodes() {
    QVERIFY(rc::check("nodes", [] {
      Plan plan = *test::any_plan();
      plan.cluster.nodes = *rc::gen::element(2, 8, 100, 1024);
      compare(std::get<NumberField>(*fieldOf("cluster.nodes")), plan);
      RC_ASSERT(!std::get<NumberField>(*fieldOf("cluster.gpus_per_node")).cliff(plan));
    }));
  }
};

ZP_TEST(GpuCliffTest)
#include "gpu_cliff_test.moc"
