// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/method_arguments.h"

#include <QtTest>

#include "core/plan_file/plan_file.h"
#include "tests/support/test_main.h"

using namespace zp;

namespace method_arguments_cases {

QString said(const char* training) {
  const Plan plan = read_plan(R"({"model": {"preset": "llama-2-7b"}, "zero": {"stage": 3}, "training": )" +
                              std::string(training) + "}")
                        .plan;
  std::string text = method_command(plan);
  for (const std::string& argument : method_arguments(plan))
    text += " | " + argument;
  return QString::fromStdString(text);
}

}  // namespace method_arguments_cases

/// Tests of a plan's method as arguments of the program that trains by it: the options are those of their
/// sources, at the commits of resources/catalog/programs.json.
class MethodArgumentsTest : public QObject {
  Q_OBJECT

 private slots:
  void options_are_the_programs_own_data() {
    QTest::addColumn<QByteArray>("training");
    QTest::addColumn<QString>("expected");
    const auto row = [](const char* name, const char* training, const char* expected) {
      QTest::newRow(name) << QByteArray(training) << QString::fromLatin1(expected);
    };
    row("trl dpo", R"({"method": "dpo"})", "TRL: DPOTrainer");
    row("trl dpo, precomputed", R"({"method": "dpo", "reference": "precomputed"})",
        "TRL: DPOTrainer | precompute_ref_log_probs=True");
    row("trl grpo with a reference and vLLM",
        R"({"method": "grpo", "reference": "model", "generation": "vllm", "engine_sleeps": true})",
        "TRL: GRPOTrainer | beta=0.04 | max_completion_length=512 | use_vllm=True, vllm_mode=\"colocate\" | "
        "vllm_gpu_memory_utilization=0.3 | vllm_tensor_parallel_size=1 | vllm_enable_sleep_mode=True");
    row("openrlhf ppo, each model on GPUs of its own",
        R"({"method": "ppo", "program": "openrlhf", "generation": "server", "engine_share": 0.95})",
        "OpenRLHF: openrlhf.cli.train_ppo_ray | --rollout.max_new_tokens 512 | --vllm.gpu_memory_utilization "
        "0.95 | --vllm.tensor_parallel_size 1");
    row("openrlhf grpo, all on the same",
        R"({"method": "grpo", "program": "openrlhf", "generation": "vllm", "engine_share": 0.5,)"
        R"( "rests_on_host": "none", "roles": [{"name": "reference", "placement": "colocated",)"
        R"( "offload_param": "cpu"}]})",
        "OpenRLHF: openrlhf.cli.train_ppo_ray | --algo.advantage.estimator group_norm | "
        "--rollout.max_new_tokens 512 | --train.colocate_all | --vllm.gpu_memory_utilization 0.5 | "
        "--vllm.tensor_parallel_size 1 | --vllm.enable_sleep | --ref.offload");
    row("openrlhf grpo without a reference",
        R"({"method": "grpo", "program": "openrlhf", "reference": "none", "generation": "server"})",
        "OpenRLHF: openrlhf.cli.train_ppo_ray | --algo.advantage.estimator group_norm | --algo.kl.init_coef "
        "0 | "
        "--rollout.max_new_tokens 512 | --vllm.gpu_memory_utilization 0.5 | --vllm.tensor_parallel_size 1");
    row("openrlhf dpo", R"({"method": "dpo", "program": "openrlhf"})", "OpenRLHF: openrlhf.cli.train_dpo");
    row("ms-swift reward", R"({"method": "reward", "program": "ms-swift"})",
        "ms-swift: swift rlhf --rlhf_type rm");
    row("ms-swift grpo",
        R"({"method": "grpo", "program": "ms-swift", "reference": "none", "generation": "vllm"})",
        "ms-swift: swift rlhf --rlhf_type grpo | --beta 0 | --max_completion_length 512 | --use_vllm true "
        "--vllm_mode colocate | --vllm_gpu_memory_utilization 0.9 | --vllm_tensor_parallel_size 1");
    row("verl grpo", R"({"method": "grpo", "program": "verl", "reference": "model"})",
        "verl: verl.trainer.main_ppo | algorithm.adv_estimator=grpo | "
        "actor_rollout_ref.actor.use_kl_loss=True | data.max_response_length=512 | "
        "actor_rollout_ref.rollout.name=vllm | actor_rollout_ref.rollout.gpu_memory_utilization=0.5 | "
        "actor_rollout_ref.rollout.tensor_model_parallel_size=2");
    row("verl ppo, the engine awake", R"({"method": "ppo", "program": "verl", "engine_sleeps": false})",
        "verl: verl.trainer.main_ppo | algorithm.adv_estimator=gae | data.max_response_length=512 | "
        "actor_rollout_ref.rollout.name=vllm | actor_rollout_ref.rollout.gpu_memory_utilization=0.5 | "
        "actor_rollout_ref.rollout.tensor_model_parallel_size=2 | "
        "actor_rollout_ref.rollout.free_cache_engine=False");
    row("verl grpo, optimizer states at rest on the host",
        R"({"method": "grpo", "program": "verl", "reference": "none", "rests_on_host": "optimizer"})",
        "verl: verl.trainer.main_ppo | algorithm.adv_estimator=grpo | data.max_response_length=512 | "
        "actor_rollout_ref.rollout.name=vllm | actor_rollout_ref.rollout.gpu_memory_utilization=0.5 | "
        "actor_rollout_ref.rollout.tensor_model_parallel_size=2 | "
        "actor_rollout_ref.actor.fsdp_config.optimizer_offload=True");
    row("EasyR1 grpo, all at rest on the host",
        R"({"method": "grpo", "program": "easy-r1", "reference": "none", "rests_on_host": "all"})",
        "EasyR1: verl.trainer.main | algorithm.adv_estimator=grpo | algorithm.disable_kl=true | "
        "data.max_response_length=512 | worker.rollout.gpu_memory_utilization=0.6 | "
        "worker.rollout.tensor_parallel_size=2 | worker.actor.offload.offload_params=true | "
        "worker.actor.offload.offload_optimizer=true");
    row("ms-swift grpo, weights at rest on the host",
        R"({"method": "grpo", "program": "ms-swift", "reference": "none", "generation": "vllm",)"
        R"( "rests_on_host": "weights"})",
        "ms-swift: swift rlhf --rlhf_type grpo | --beta 0 | --max_completion_length 512 | --use_vllm true "
        "--vllm_mode colocate | --vllm_gpu_memory_utilization 0.9 | --vllm_tensor_parallel_size 1 | "
        "--offload_model true");
  }
  void options_are_the_programs_own() {
    QFETCH(QByteArray, training);
    QTEST(method_arguments_cases::said(training.constData()), "expected");
  }
};

ZP_TEST(MethodArgumentsTest)
#include "method_arguments_test.moc"
