// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <rapidcheck.h>

#include <QtTest>
#include <array>
#include <cmath>
#include <map>
#include <string>

#include "core/memory/explain.h"
#include "core/plan_file/plan_file.h"
#include "core/speed/explain_time.h"
#include "tests/support/formula_value.h"
#include "tests/support/random_plan.h"
#include "tests/support/share.h"
#include "tests/support/test_main.h"

using namespace zp;

namespace {

const int plans = static_cast<int>(test::share_of(10'000));
const int least_of_each = test::one_in() == 1 ? 20 : 0;  // a share of the plans may miss a rare entry
constexpr double tolerance = 1e-6;

/// Generates any plan, with other settings that move bytes or divide work.
rc::Gen<Plan> any_timed_plan() {
  return rc::gen::exec([] {
    Plan plan = *test::any_plan();
    Training& training = plan.training;
    Zero& zero = plan.zero;
    const auto seldom = [] { return *rc::gen::inRange(0, 6) == 0; };
    if (seldom()) training.tensor_parallel = *rc::gen::element(2, 4);
    if (seldom()) training.sequence_parallel = *rc::gen::element(2, 4);
    if (seldom()) training.context_parallel = *rc::gen::element(2, 4);
    if (seldom()) training.expert_parallel = *rc::gen::element(2, 4, 8);
    if (seldom() && plan.model.has_shape() && plan.model.architecture.layers >= 4)
      training.pipeline_parallel = *rc::gen::element(2, 4);
    if (seldom()) training.lora.rank = 16;
    if (seldom()) training.method.method = *rc::gen::element(Method::dpo, Method::ppo, Method::reward);
    if (seldom()) {
      training.method.method = Method::grpo;
      training.method.generation = Generation::vllm;
      training.method.engine_sleeps = *rc::gen::arbitrary<bool>();
      training.method.rollout = {.samples = *rc::gen::inRange(1, 16),
                                 .prompt_tokens = *rc::gen::inRange(0, 1024),
                                 .response_tokens = *rc::gen::inRange(1, 4096),
                                 .response_tokens_max = *rc::gen::inRange(0, 8192),
                                 .overlaps = *rc::gen::arbitrary<bool>(),
                                 .reward_seconds = 3};
    }
    if (seldom()) training.sequence_length = *rc::gen::inRange(1, 128);  // makes the GPU wait for the host
    if (seldom()) zero.zero_hpz_partition_size = *rc::gen::element(2, 4);
    if (seldom()) zero.mics_shard_size = *rc::gen::element(1, 2, 4, 8);
    zero.reduce_scatter = !seldom();
    zero.use_multi_rank_bucket_allreduce = !seldom();
    zero.zero_quantized_weights = seldom();
    zero.zero_quantized_gradients = seldom();
    zero.stage3_max_reuse_distance = *rc::gen::element<std::int64_t>(10'000'000, 1'000'000'000);
    zero.sub_group_size = *rc::gen::element<std::int64_t>(100'000'000, 1'000'000'000);
    zero.offload_optimizer.ratio = *rc::gen::element(1.0, 0.4);
    zero.offload_optimizer.pipeline_read = *rc::gen::arbitrary<bool>();
    zero.offload_optimizer.pipeline_write = *rc::gen::arbitrary<bool>();
    if (seldom() && (zero.stage == 1 || zero.stage == 2)) {
      training.framework = Framework::deepspeed;
      zero.offload_optimizer.device = Device::cpu;
      zero.zenflow.enabled = true;
      zero.zenflow.overlap_step = *rc::gen::arbitrary<bool>();
      plan.target.deepspeed_version = Target().deepspeed_version;
    }
    if (seldom() && zero.stage == 3) {
      training.framework = Framework::deepspeed;
      zero.offload_optimizer.device = Device::none;
      training.deepcompile = {true, true};
      plan.target.deepspeed_version = Target().deepspeed_version;
    }
    if (seldom() && zero.stage == 3) {
      training.framework = Framework::deepspeed;
      const bool brings_weights = *rc::gen::arbitrary<bool>();
      zero.offload_optimizer.device = zero.offload_param.device = brings_weights ? Device::cpu : Device::none;
      training.deepcompile = {};
      training.deepcompile.enabled = true;
      training.deepcompile.offload_activation = !brings_weights;
      training.activation_offload = ActivationOffload::none;
      training.checkpoints_on_host = false;
      training.micro_batch_size = 16;
      plan.target.deepspeed_version = {0, 19, 6};
    }
    if (seldom()) {
      training.framework = Framework::deepspeed;
      training.fpdt = training.fpdt_offload = true;
      training.fpdt_chunk = std::max<std::int64_t>(1, training.sequence_length / 4);
    }
    return plan;
  });
}

bool comes_to(const std::optional<long double>& value, double seconds) {
  return value && std::abs(static_cast<double>(*value) - seconds) <= tolerance * seconds;
}

std::optional<long double> value_of(const TimeExplanation& words, std::string_view name) {
  for (const SymbolValue& symbol : words.symbols)
    if (symbol.row->name == name) return symbol.value;
  return std::nullopt;
}

}  // namespace

/// Tests that the printed formula of an entry gives the entry's time.
class TimeFormulasTest : public QObject {
  Q_OBJECT

 private slots:
  void a_symbol_means_the_same_in_both_ledgers() {
    std::map<std::string_view, const SymbolRow*> rows;
    const auto stands_once = [&](const SymbolValue& symbol) {
      const SymbolRow& row = *rows.try_emplace(symbol.row->name, symbol.row).first->second;
      return row.meaning == symbol.row->meaning && row.unit == symbol.row->unit;
    };
    const rc::Gen<Plan> generator = any_timed_plan();
    for (int i = 0; i < 500; ++i) {
      const Plan plan = generator(rc::Random(static_cast<std::uint64_t>(i)), 100).value();
      for (const TimeExplanation& words : explain_time(plan, estimate_speed(plan).ledger))
        for (const SymbolValue& symbol : words.symbols)
          QVERIFY2(stands_once(symbol), std::string(symbol.row->name).c_str());
      const Ledger ledger = estimate_memory(plan).ledger;
      const Explanations memory(plan, ledger);
      for (const Entry& entry : ledger.entries())
        for (const SymbolValue& symbol : memory.of(entry.id).bytes.symbols())
          QVERIFY2(stands_once(symbol), std::string(symbol.row->name).c_str());
    }
    QVERIFY(rows.contains("P") && rows.contains("gas"));
  }

  void formulas_and_figures_come_to_the_seconds() {
    std::array<int, time_id_count> seen{};
    const rc::Gen<Plan> generator = any_timed_plan();
    for (int i = 0; i < plans; ++i) {
      const Plan plan = generator(rc::Random(static_cast<std::uint64_t>(i)), 100).value();
      const StepTime time = estimate_speed(plan);
      for (const TimeExplanation& words : explain_time(plan, time.ledger)) {
        const double seconds = words.entry.busy;
        ++seen[static_cast<std::size_t>(words.entry.id)];
        const auto said = [&] {
          return std::string(name_of(words.entry.id)) + " takes " + std::to_string(seconds) + ": " +
                 words.formula + " = " + words.figures + "\n" + write_plan({plan, {}});
        };
        if (!comes_to(test::formula_value(words.figures), seconds)) QFAIL(("figures: " + said()).c_str());
        if (!comes_to(test::formula_value(words.formula,
                                          [&](std::string_view name) { return value_of(words, name); }),
                      seconds))
          QFAIL(("formula: " + said()).c_str());
      }
    }
    for (std::size_t i = 0; i < time_id_count; ++i)
      QVERIFY2(seen[i] >= least_of_each, (std::string(name_of(static_cast<TimeId>(i))) + " occurred " +
                                          std::to_string(seen[i]) + " times")
                                             .c_str());
  }
};

ZP_TEST(TimeFormulasTest)
#include "formulas_test.moc"
