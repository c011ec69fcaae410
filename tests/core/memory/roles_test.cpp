// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/sharding/roles.h"

#include <QtTest>

#include "core/catalog/catalog.h"
#include "core/memory/estimate.h"
#include "core/memory/timeline.h"
#include "core/speed/step_time.h"
#include "tests/core/memory/entry_bytes.h"
#include "tests/support/test_main.h"

using namespace zp;
using test::bytes;
using enum EntryId;

namespace {

constexpr std::int64_t policy_parameters = 6'738'415'616;  // of Llama-2 7B
constexpr std::int64_t policy_head = 32'000LL * 4096;
constexpr std::int64_t policy_tokens = 2048;

Plan trained_by(Method method, int stage = 2) {
  Plan plan;
  plan.model = model_from_preset(catalog().find_model("llama-2-7b"));
  plan.zero.stage = stage;
  plan.training.method.method = method;
  return plan;
}

std::string named_roles(const Plan& plan) {
  std::string text;
  for (const Role& role : roles_of(plan))
    text +=
        (text.empty() ? "" : ", ") + std::string(name_of(role.name)) + (role.is_trained ? " trained" : "");
  return text;
}

}  // namespace

/// Tests of the models that a method adds to the policy, on 8 GPUs.
class RolesTest : public QObject {
  Q_OBJECT

 private slots:
  void a_method_expands_to_its_roles_data() {
    QTest::addColumn<int>("method");
    QTest::addColumn<int>("lora");
    QTest::addColumn<QString>("roles");
    const auto row = [](const char* name, Method method, int lora, const char* roles) {
      QTest::newRow(name) << static_cast<int>(method) << lora << QString::fromLatin1(roles);
    };
    row("sft", Method::sft, 0, "");
    row("reward", Method::reward, 0, "");
    row("dpo", Method::dpo, 0, "reference");
    row("dpo with adapters", Method::dpo, 8, "");
    row("orpo", Method::orpo, 0, "");
    row("kto", Method::kto, 0, "reference");
    row("distillation", Method::distillation, 0, "teacher");
    row("ppo", Method::ppo, 0, "reference, reward, critic trained");
    row("grpo", Method::grpo, 0, "");
  }
  void a_method_expands_to_its_roles() {
    QFETCH(int, method);
    QFETCH(int, lora);
    QFETCH(QString, roles);
    Plan plan = trained_by(static_cast<Method>(method));
    plan.training.lora.rank = lora;
    QCOMPARE(QString::fromStdString(named_roles(plan)), roles);
  }

  void plain_training_has_nothing_of_it() {
    QVERIFY(estimate_memory(trained_by(Method::pretrain)).ledger ==
            estimate_memory(trained_by(Method::sft)).ledger);
    QCOMPARE(estimate_memory(trained_by(Method::sft))
                 .gpu.phases[static_cast<std::size_t>(Phase::generate)]
                 .value(),
             0);
  }

  void the_reference_is_whole_below_stage_3_and_divided_at_it() {
    QCOMPARE(bytes(trained_by(Method::dpo, 2), reference_weights_), 2 * policy_parameters);
    const std::int64_t part = bytes(trained_by(Method::dpo, 3), reference_weights_);
    QVERIFY(std::abs(part - 2 * policy_parameters / 8) < 1'000'000);
    QVERIFY(bytes(trained_by(Method::dpo, 3), roles_gathered) > 0);
  }

  void precomputed_or_switched_off_there_is_no_reference_model() {
    Plan plan = trained_by(Method::dpo);
    const std::int64_t with_model = estimate_memory(plan).gpu.peak.value();
    plan.training.method.reference = Reference::precomputed;
    QCOMPARE(bytes(plan, reference_weights_), 0);
    QCOMPARE(bytes(plan, scoring_logits), 0);
    QVERIFY(with_model - estimate_memory(plan).gpu.peak.value() >= 2 * policy_parameters);
    plan.training.method.reference = Reference::adapter;
    QCOMPARE(bytes(plan, reference_weights_), 0);
    QVERIFY(bytes(plan, scoring_logits) > 0);
  }

  void chosen_and_rejected_are_one_batch() {
    const std::int64_t of_one = bytes(trained_by(Method::sft), activations_saved_blocks);
    for (const Method method : {Method::dpo, Method::orpo, Method::reward})
      QCOMPARE(bytes(trained_by(method), activations_saved_blocks), 2 * of_one);
    QCOMPARE(bytes(trained_by(Method::kto), activations_saved_blocks), of_one);
    const StepTime one = estimate_speed(trained_by(Method::sft)),
                   two = estimate_speed(trained_by(Method::orpo));
    QVERIFY(two.ledger.busy(TimeId::forward_matmul) > 1.9 * one.ledger.busy(TimeId::forward_matmul));
  }

  void log_probabilities_are_taken_in_the_logits_type() {
    const Plan plan = trained_by(Method::dpo);
    QCOMPARE(bytes(plan, logits_output), 2LL * 32'000 * 2 * policy_tokens);
    QCOMPARE(bytes(plan, logits_fp32), 0);
    QCOMPARE(bytes(plan, scoring_logits), 2LL * 32'000 * policy_tokens * (2 + 1));
  }

  void a_reward_model_has_one_output() {
    const Plan plan = trained_by(Method::reward);
    QCOMPARE(bytes(plan, logits_output), 0);
    QCOMPARE(model_size(plan).parameters.value(), policy_parameters - policy_head);
    QCOMPARE(bytes(plan, states_master), 4 * (policy_parameters - policy_head) / 8);
  }

  void the_critic_is_trained_in_the_same_engine() {
    const Plan plan = trained_by(Method::ppo), plain = trained_by(Method::sft);
    QCOMPARE(bytes(plan, states_master), 4 * (2 * policy_parameters - policy_head) / 8);
    QCOMPARE(bytes(plan, critic_activations), bytes(plain, activations_saved_blocks));
    QCOMPARE(bytes(plan, reference_weights_), 2 * policy_parameters);
    QCOMPARE(bytes(plan, reward_weights_), 2 * (policy_parameters - policy_head));
  }

  void a_role_may_be_another_model_elsewhere_or_in_fewer_bits() {
    Plan plan = trained_by(Method::distillation);
    RoleSettings& teacher = plan.training.method.roles[static_cast<std::size_t>(RoleName::teacher)];
    teacher = {.is_named = true, .preset = catalog().find_model("llama-2-13b")};
    const std::int64_t whole = bytes(plan, teacher_weights_);
    QVERIFY(whole > 25'900'000'000 && whole < 26'100'000'000);
    teacher.precision = RolePrecision::nf4;
    QCOMPARE(bytes(plan, teacher_weights_), whole / 4);
    teacher.placement = Placement::elsewhere;
    QCOMPARE(bytes(plan, teacher_weights_), 0);
  }

  void only_completions_have_logits_with_grpo() {
    QCOMPARE(bytes(trained_by(Method::grpo), logits_output), 2LL * 32'000 * 512);
  }

  void vllm_takes_its_share_and_gives_it_back_asleep() {
    Plan plan = trained_by(Method::grpo);
    plan.training.method.generation = Generation::vllm;
    const double capacity = static_cast<double>(from_gib(plan.cluster.gpu.memory_gib).value());
    QVERIFY(std::abs(static_cast<double>(bytes(plan, generation_engine)) - 0.3 * capacity) < 1);
    const MemoryEstimate awake = estimate_memory(plan);
    plan.training.method.engine_sleeps = true;
    const MemoryEstimate asleep = estimate_memory(plan);
    const auto backward = static_cast<std::size_t>(Phase::backward),
               generate = static_cast<std::size_t>(Phase::generate);
    QCOMPARE((awake.gpu.phases[backward] - asleep.gpu.phases[backward]).value(),
             bytes(plan, generation_engine));
    QCOMPARE(awake.gpu.phases[generate], asleep.gpu.phases[generate]);
    for (const GpuMemory& gpu : {awake.gpu, asleep.gpu})
      QVERIFY(gpu.peak_allocated < gpu.peak_reserved && gpu.peak_reserved < gpu.peak);
  }

  void a_policy_at_rest_is_off_the_gpu_only_while_its_engine_generates() {
    Plan plan = trained_by(Method::grpo, 3);
    plan.training.method.generation = Generation::vllm;
    const MemoryEstimate kept = estimate_memory(plan);
    const std::int64_t weights = bytes(plan, states_weights),
                       states = bytes(plan, states_optimizer) + bytes(plan, states_master);
    struct Case {
      HostRest rest;
      std::int64_t away;
    };
    for (const auto& [rest, away] : {Case{HostRest::optimizer, states}, Case{HostRest::weights, weights},
                                     Case{HostRest::all, states + weights}}) {
      plan.training.method.rests_on_host = rest;
      const MemoryEstimate at_rest = estimate_memory(plan);
      const auto less = [&](Phase phase) {
        const auto i = static_cast<std::size_t>(phase);
        return (kept.gpu.phases[i] - at_rest.gpu.phases[i]).value();
      };
      QCOMPARE(less(Phase::generate), away);
      QCOMPARE(less(Phase::backward), 0);
      QCOMPARE(bytes(plan, host_resting), away);
    }
    plan.zero.offload_optimizer.device = Device::cpu;  // they are there already
    plan.training.method.rests_on_host = HostRest::optimizer;
    QCOMPARE(bytes(plan, host_resting), 0);
  }

  void the_model_is_gathered_to_generate_at_stage_3() {
    const Plan plan = trained_by(Method::grpo, 3);
    QCOMPARE(bytes(plan, generation_weights), 2 * policy_parameters);
    QCOMPARE(bytes(plan, generation_cache), 2LL * 2 * 32 * 4096 * policy_tokens);
    QCOMPARE(bytes(trained_by(Method::grpo, 2), generation_weights), 0);
  }

  void generating_and_scoring_are_moments_of_their_own() {
    Plan plan = trained_by(Method::ppo, 3);
    plan.training.gradient_accumulation_steps = 64;
    const MemoryEstimate estimate = estimate_memory(plan);
    const Timeline line = timeline(estimate, Place::gpu);
    QVERIFY(line.has_rollout);
    for (const Moment moment : {Moment::generate, Moment::score})
      QCOMPARE(line.totals[static_cast<std::size_t>(moment)],
               estimate.gpu.phases[static_cast<std::size_t>(phase_of(moment))]);
    QCOMPARE(line.totals[static_cast<std::size_t>(line.peak)], estimate.gpu.peak);
    QVERIFY(!timeline(estimate_memory(trained_by(Method::dpo)), Place::gpu).has_rollout);
  }

  void every_model_that_scores_is_a_pass() {
    const StepTime dpo = estimate_speed(trained_by(Method::dpo));
    const double forward = dpo.ledger.busy(TimeId::forward_matmul) +
                           dpo.ledger.busy(TimeId::forward_attention) +
                           dpo.ledger.busy(TimeId::forward_memory) + dpo.ledger.busy(TimeId::forward_head);
    QVERIFY(std::abs(dpo.ledger.busy(TimeId::scoring) / forward - 1) < 1e-9);
    QCOMPARE(scoring_passes(trained_by(Method::ppo)), 3);
    QCOMPARE(estimate_speed(trained_by(Method::sft)).ledger.busy(TimeId::scoring), 0.0);
  }
};

ZP_TEST(RolesTest)
#include "roles_test.moc"
