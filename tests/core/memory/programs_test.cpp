// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <QtTest>
#include <array>

#include "core/catalog/catalog.h"
#include "core/memory/estimate.h"
#include "core/plan/method_program.h"
#include "core/sharding/edits.h"
#include "core/sharding/roles.h"
#include "core/speed/step_time.h"
#include "tests/core/memory/entry_bytes.h"
#include "tests/support/test_main.h"

using namespace zp;
using test::bytes;
using enum EntryId;

namespace programs {

constexpr std::int64_t seven_billion = 6'738'415'616;  // of Llama-2 7B
constexpr std::int64_t words_of_llama = 32'000, sequence_of_llama = 2048, width_of_llama = 4096;

Program trl() { return program_named("trl"); }
Program openrlhf() { return program_named("openrlhf"); }
Program swift() { return program_named("ms-swift"); }
Program verl() { return program_named("verl"); }

Plan trained_with(Program program, Method method, int stage = 3) {
  Plan plan;
  plan.model = model_from_preset(catalog().find_model("llama-2-7b"));
  plan.zero.stage = stage;
  plan.training.method.method = method;
  plan = edits::set_program(plan, program);
  if (!trains_with(program, Framework::deepspeed)) plan.training.framework = Framework::fsdp;
  return plan;
}

RoleSettings& role_of(Plan& plan, RoleName name) {
  return plan.training.method.roles[static_cast<std::size_t>(name)];
}

std::int64_t of_phase(const Plan& plan, Phase phase) {
  return estimate_memory(plan).gpu.phases[static_cast<std::size_t>(phase)].value();
}

}  // namespace programs

using namespace programs;

/// Tests of the defaults that a method has in each program.
class ProgramsTest : public QObject {
  Q_OBJECT

 private slots:
  /// prime-rl@559b44772 src/prime_rl/trainer/rl/train.py: the loss takes the engine's log-probabilities.
  void prime_rl_reads_no_sequence_before_it_trains_on_it() {
    const Plan prime = trained_with(program_named("prime-rl"), Method::grpo);
    QCOMPARE(scoring_passes(prime), 0);
    QCOMPARE(scoring_passes(trained_with(verl(), Method::grpo)), 1);
  }

  /// The expected values were read in the programs' sources, at the commits that the catalog names.
  void the_defaults_are_those_of_the_sources_data() {
    QTest::addColumn<int>("program");
    QTest::addColumn<int>("lora");
    QTest::addColumn<QString>("grpo");
    QTest::addColumn<QString>("ppo");
    QTest::addColumn<QString>("generation");
    const auto row = [](const char* name, Program program, int lora, const char* grpo, const char* ppo,
                        const char* generation) {
      QTest::newRow(name) << static_cast<int>(program) << lora << QString::fromLatin1(grpo)
                          << QString::fromLatin1(ppo) << QString::fromLatin1(generation);
    };
    row("GRPOConfig.beta 0.0, use_vllm False", trl(), 0, "none", "model", "training");
    row("adapters switched off", trl(), 8, "none", "adapter", "training");
    row("--algo.kl.init_coef 0.01, hybrid engine", openrlhf(), 0, "model", "model", "vllm");
    row("ReferenceModelActor, with adapters too", openrlhf(), 8, "model", "model", "vllm");
    row("RLHFArguments._init_grpo: beta 0.04", swift(), 0, "model", "model", "training");
    row("LoRA needs no ref_model", swift(), 8, "adapter", "adapter", "training");
    row("use_kl_loss False, use_kl_in_reward False", verl(), 0, "none", "none", "vllm");
    row("verl with adapters", verl(), 8, "none", "none", "vllm");
  }
  void the_defaults_are_those_of_the_sources() {
    QFETCH(int, program);
    QFETCH(int, lora);
    QFETCH(QString, grpo);
    QFETCH(QString, ppo);
    QFETCH(QString, generation);
    Plan plan = trained_with(static_cast<Program>(program), Method::grpo);
    plan.training.lora.rank = lora;
    const auto said = [](auto word) { return QString::fromUtf8(name_of(word).data()); };
    QCOMPARE(said(reference_of(plan)), grpo);
    QCOMPARE(said(generation_of(plan)), generation);
    plan.training.method.method = Method::ppo;
    QCOMPARE(said(reference_of(plan)), ppo);
  }

  void the_engine_follows_the_program_unless_somebody_chose() {
    const MethodSettings of_verl = trained_with(verl(), Method::grpo).training.method;
    QCOMPARE(of_verl.engine_share, 0.5);
    QCOMPARE(of_verl.engine_ranks, 2);
    QVERIFY(of_verl.engine_sleeps);
    Plan plan = trained_with(trl(), Method::grpo);
    plan.training.method.engine_share = 0.45;
    plan = edits::set_program(plan, openrlhf());
    QCOMPARE(plan.training.method.engine_share, 0.45);
    QCOMPARE(plan.training.method.engine_ranks, 1);
  }

  /// README of OpenRLHF: the hybrid engine has all models and vLLM on the same GPUs.
  void openrlhf_has_all_models_on_the_same_gpus_unless_they_are_placed_elsewhere() {
    Plan plan = trained_with(openrlhf(), Method::ppo);
    QVERIFY(bytes(plan, reference_weights_) > 2 * seven_billion / 8 - 1);
    QVERIFY(bytes(plan, states_master) > 2 * (4 * seven_billion / 8 - 4 * words_of_llama * width_of_llama));
    for (const RoleName name : {RoleName::reference, RoleName::reward, RoleName::critic})
      role_of(plan, name) = {.is_named = true, .placement = Placement::elsewhere};
    QCOMPARE(bytes(plan, reference_weights_), 0);
    QCOMPARE(bytes(plan, states_master), 4 * seven_billion / 8);
  }
  /// cli/train_dpo.py prepares the reference in the process that trains.
  void the_reference_of_openrlhfs_dpo_is_on_the_gpus_that_train() {
    QVERIFY(bytes(trained_with(openrlhf(), Method::dpo), reference_weights_) > 0);
  }

  /// utils/deepspeed/deepspeed_utils.py, get_eval_ds_config, sets offload_param if --ref.offload is given.
  void a_role_may_wait_in_host_memory_while_the_policy_does_not() {
    Plan plan = trained_with(openrlhf(), Method::dpo);
    role_of(plan, RoleName::reference) = {.is_named = true, .placement = Placement::colocated};
    const std::int64_t on_gpu = bytes(plan, reference_weights_);
    QVERIFY(on_gpu > 0);
    QCOMPARE(bytes(plan, host_roles), 0);
    role_of(plan, RoleName::reference).offload_param = RoleDevice::cpu;
    QCOMPARE(bytes(plan, reference_weights_), 0);
    QCOMPARE(bytes(plan, host_roles), on_gpu);
    plan.zero.stage = 2;  // whole on every GPU, because offload_param needs stage 3
    QCOMPARE(bytes(plan, reference_weights_), 2 * seven_billion);
  }

  void a_role_may_stay_on_the_gpu_while_the_policy_waits_on_the_host() {
    Plan plan = trained_with(trl(), Method::dpo);
    plan.zero.offload_param.device = Device::cpu;
    const std::int64_t on_host = bytes(plan, host_roles);
    QVERIFY(on_host > 0);
    role_of(plan, RoleName::reference) = {.is_named = true, .offload_param = RoleDevice::none};
    QCOMPARE(bytes(plan, host_roles), 0);
    QCOMPARE(bytes(plan, reference_weights_), on_host);
    plan = edits::set_program(trained_with(openrlhf(), Method::dpo), openrlhf());
    plan.zero.offload_param.device = Device::cpu;
    role_of(plan, RoleName::reference) = {.is_named = true, .placement = Placement::colocated};
    QCOMPARE(bytes(plan, host_roles), 0);
  }

  /// workers/fsdp_workers.py: "We force reference policy to use CPUOffload to save memory."
  void verl_keeps_the_reference_on_the_host() {
    Plan plan = trained_with(verl(), Method::grpo);
    plan.training.method.reference = Reference::model;
    QCOMPARE(bytes(plan, reference_weights_), 0);
    QVERIFY(bytes(plan, host_roles) >= 2 * seven_billion / 8);
  }

  /// models/actor.py has output["logits"].to(torch.float32), and a kernel that keeps them.
  void openrlhf_takes_log_probabilities_from_an_fp32_copy_of_all_tokens() {
    for (const Method method : {Method::sft, Method::grpo}) {
      const Plan plan = trained_with(openrlhf(), method);
      QCOMPARE(bytes(plan, logits_output), 2 * words_of_llama * sequence_of_llama);
      QCOMPARE(bytes(plan, logits_fp32), 0);
      QCOMPARE(bytes(plan, logits_saved),
               2 * width_of_llama * sequence_of_llama + (4 * words_of_llama + 8) * sequence_of_llama);
      QCOMPARE(bytes(plan, logits_gradient), 4 * words_of_llama * sequence_of_llama);
    }
    Plan plan = trained_with(openrlhf(), Method::grpo);
    QCOMPARE(bytes(plan, scoring_logits), (2 + 4) * words_of_llama * sequence_of_llama);
    plan.training.gradient_accumulation_steps = 8;
    plan.training.method.rollout.scored_batch = 4;  // experience_maker.py: rollout.micro_batch_size
    QCOMPARE(bytes(plan, scoring_logits), 4 * (2 + 4) * words_of_llama * sequence_of_llama);
    plan.training.method.rollout.scored_batch = 64;  // more than are generated
    QCOMPARE(bytes(plan, scoring_logits), 8 * (2 + 4) * words_of_llama * sequence_of_llama);
    // A generation that serves two steps is scored before the first of them.
    plan.training.method.rollout.samples = 4;
    plan.training.method.rollout.prompts = 2 * train_batch_size(plan) / 4;
    QCOMPARE(bytes(plan, scoring_logits), 16 * (2 + 4) * words_of_llama * sequence_of_llama);
    plan.training.method.rollout.samples = plan.training.method.rollout.prompts = 0;
    plan.training.gradient_accumulation_steps = 1;
    plan.training.method.rollout.scored_batch = 0;
    plan.training.precision = Precision::fp32;  // the logits already have that type
    QCOMPARE(bytes(plan, scoring_logits), 4 * words_of_llama * sequence_of_llama);
    QCOMPARE(bytes(plan, logits_output), 0);
  }

  /// workers/actor/dp_actor.py has logits.div_(temperature), and logprobs_from_logits with its
  /// backward in place.
  void verl_takes_them_from_the_logits_of_all_tokens() {
    const Plan plan = trained_with(verl(), Method::grpo);
    QCOMPARE(bytes(plan, logits_output), 0);
    QCOMPARE(bytes(plan, logits_saved),
             2 * width_of_llama * sequence_of_llama + (2 * words_of_llama + 8) * sequence_of_llama);
    QCOMPARE(bytes(plan, logits_gradient), 2 * words_of_llama * sequence_of_llama);
    QCOMPARE(bytes(plan, scoring_logits), 2 * words_of_llama * sequence_of_llama);
  }

  void ms_swift_does_as_trl_but_for_the_reference() {
    Plan by_swift = trained_with(swift(), Method::grpo), by_trl = trained_with(trl(), Method::grpo);
    QVERIFY(bytes(by_swift, reference_weights_) > 0);
    by_swift.training.method.reference = Reference::none;
    QVERIFY(estimate_memory(by_swift).ledger == estimate_memory(by_trl).ledger);
    QCOMPARE(bytes(by_swift, logits_output), 2 * words_of_llama * 512);
  }

  void a_critic_with_an_engine_of_its_own_is_trained_when_the_policy_is_not() {
    Plan plan = trained_with(verl(), Method::ppo);
    QCOMPARE(bytes(plan, critic_activations), 0);
    QVERIFY(of_phase(plan, Phase::backward) < of_phase(trained_with(trl(), Method::ppo), Phase::backward));
    role_of(plan, RoleName::critic) = {.is_named = true, .preset = catalog().find_model("llama-2-13b")};
    const std::int64_t more = bytes(plan, critic_activations);  // by which the larger critic exceeds it
    QVERIFY(more > 0);
    QVERIFY(more < bytes(plan, activations_saved_blocks));
  }

  void every_program_has_a_row_with_a_method() {
    for (std::size_t i = 0; i < program_words().size(); ++i) {
      const MethodProgram& row = method_program(static_cast<Program>(i));
      QVERIFY2(row.methods != 0, program_words()[i].data());
      QVERIFY(row.engine_share > 0 && row.engine_share < 1 && row.engine_ranks >= 1);
    }
  }

  void a_row_of_methods_is_that_of_a_program_of_the_catalog() {
    for (const MethodProgram& row : method_programs)
      QVERIFY2(row.id.empty() || find_program(row.id), row.id.data());
  }

  void a_program_built_on_another_uses_its_trainers() {
    QCOMPARE(method_program(program_named("axolotl")).id, "trl");
    QCOMPARE(method_program(program_named("oumi")).id, "trl");
    QVERIFY(!method_program(program_named("torchtitan")).has(Method::grpo));
    QCOMPARE(method_program(Program::none).id, "trl");
  }

  void the_engine_of_a_plan_without_a_program_is_that_of_trl() {
    const MethodSettings untold;
    QCOMPARE(untold.engine_share, method_program(trl()).engine_share);
    QCOMPARE(untold.engine_ranks, method_program(trl()).engine_ranks);
    QCOMPARE(untold.engine_sleeps, method_program(trl()).engine_sleeps);
  }
};

ZP_TEST(ProgramsTest)
#include "programs_test.moc"
