// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/speed/explain_time.h"

#include <QtTest>
#include <set>

#include "core/catalog/catalog.h"
#include "core/search/candidates.h"
#include "core/sharding/offload_engine.h"
#include "core/units/format.h"
#include "tests/support/test_main.h"

using namespace zp;

namespace {

Plan plan_of(const char* model, Strategy strategy) {
  Plan plan;
  plan.model = model_from_preset(catalog().find_model(model));
  return with_strategy(plan, strategy);
}

/// Returns plans of every strategy on one node and on four, with and without accumulation, and with other
/// settings that move bytes.
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
  small.training.sequence_length = 32;  // makes the GPU wait for the host
  plans.push_back(small);
  Plan plus_plus = plan_of("llama-2-70b", {3, Device::none, Device::none});
  plus_plus.cluster.nodes = 4;
  plus_plus.zero.zero_hpz_partition_size = 8;
  plus_plus.zero.zero_quantized_weights = plus_plus.zero.zero_quantized_gradients = true;
  plans.push_back(plus_plus);
  Plan experts = plan_of("mixtral-8x7b", {3, Device::none, Device::none});
  experts.training.attention = Attention::eager;
  experts.training.activation_checkpointing = Checkpointing::selective;
  experts.training.expert_parallel = 4;
  plans.push_back(experts);
  Plan pipeline = small;
  pipeline.training.pipeline_parallel = 2;
  pipeline.training.gradient_accumulation_steps = 8;
  plans.push_back(pipeline);
  Plan context = small;
  context.training.context_parallel = 2;
  plans.push_back(context);
  Plan streamed = small;
  streamed.training.activation_offload = ActivationOffload::streamed;
  plans.push_back(streamed);
  Plan files = small;
  files.training.activation_checkpointing = Checkpointing::full;
  files.training.activation_offload = ActivationOffload::disk;
  plans.push_back(files);
  Plan zenflow = plan_of("llama-2-7b", {2, Device::cpu, Device::none});
  ask_for_engine(zenflow.zero, OffloadEngine::zenflow);
  plans.push_back(zenflow);
  Plan parked = plan_of("llama-2-7b", {3, Device::none, Device::none});
  parked.training.deepcompile = {true, true};
  parked.cluster.gpu.memory_gib = 4;  // so that states and activations have to go
  plans.push_back(parked);
  Plan lora = plan_of("llama-2-7b", {2, Device::none, Device::none});
  lora.training.lora.rank = 16;
  plans.push_back(lora);
  Plan preference = plan_of("llama-2-7b", {3, Device::none, Device::none});
  preference.training.method.method = Method::dpo;
  plans.push_back(preference);
  Plan generating = preference;
  generating.training.method.method = Method::grpo;
  generating.training.method.generation = Generation::vllm;
  generating.training.method.engine_sleeps = true;
  generating.training.method.rollout = {
      .samples = 8, .response_tokens = 500, .response_tokens_max = 2048, .reward_seconds = 5};
  plans.push_back(generating);
  Plan compiled = plan_of("llama-2-7b", {3, Device::none, Device::none});
  compiled.target.deepspeed_version = {0, 19, 6};
  compiled.cluster.gpu.memory_gib = 4;
  compiled.training.deepcompile.enabled = compiled.training.deepcompile.offload_activation = true;
  plans.push_back(compiled);
  compiled.zero.offload_optimizer.device = compiled.zero.offload_param.device = Device::cpu;
  compiled.training.fpdt = compiled.training.fpdt_offload = true;
  compiled.training.fpdt_chunk = compiled.training.sequence_length / 4;
  plans.push_back(compiled);
  plans.push_back(plan_of("qwen2.5-vl-7b", {3, Device::none, Device::none}));
  return plans;
}

double number_of(const TimeExplanation& words, std::string_view symbol) {
  for (const SymbolValue& used : words.symbols)
    if (used.row->name == symbol) return used.value;
  return 0;
}

}  // namespace

class ExplainTimeTest : public QObject {
  Q_OBJECT

 private slots:
  void every_id_occurs_and_has_words() {
    std::set<TimeId> seen;
    for (const Plan& plan : explained_plans()) {
      const StepTime time = estimate_speed(plan);
      for (const TimeExplanation& words : explain_time(plan, time.ledger)) {
        seen.insert(words.entry.id);
        const std::string id(name_of(words.entry.id));
        QVERIFY2(!words.title.empty(), id.c_str());
        QVERIFY2(words.meaning.ends_with('.'), id.c_str());
        QVERIFY2(words.source.size() > 10, id.c_str());
        QVERIFY2(!words.lever.empty(), id.c_str());
        QCOMPARE(words.outcome.find("of which") != std::string::npos, words.entry.hidden > 0);
        QVERIFY2(words.outcome.starts_with(format_seconds(words.entry.busy)), words.outcome.c_str());
        QVERIFY2(words.outcome.find("hidden ;") == std::string::npos, words.outcome.c_str());
      }
    }
    for (std::size_t i = 0; i < time_id_count; ++i)
      QVERIFY2(seen.contains(static_cast<TimeId>(i)), std::string(name_of(static_cast<TimeId>(i))).c_str());
  }

  void gathered_and_reduced_elements_are_the_models() {
    for (const int stage : {1, 2, 3}) {
      Plan plan = plan_of("llama-2-7b", {stage, Device::none, Device::none});
      plan.cluster.nodes = 2;
      plan.training.gradient_accumulation_steps = 4;
      const StepTime time = estimate_speed(plan);
      for (const TimeExplanation& words : explain_time(plan, time.ledger)) {
        const TimeId id = words.entry.id;
        if (id != TimeId::gather_forward && id != TimeId::reduce_gradients &&
            (id != TimeId::gather_after_step || stage == 3))
          continue;
        QCOMPARE(number_of(words, "P"), 6738415616.0);
        QCOMPARE(number_of(words, "N"), 16.0);
        QCOMPARE(number_of(words, "nodes"), 2.0);
        QCOMPARE(words.formula.find("(N − 1)/N") != std::string::npos, true);
        QCOMPARE(number_of(words, "gas"), id == TimeId::gather_after_step || stage == 1 ? 0.0 : 4.0);
      }
    }
  }

  /// A term that is always 1 or 0 is left out; the rest is written as it is computed.
  void a_formula_reads_as_it_is_computed() {
    Plan plan = plan_of("llama-2-7b", {2, Device::cpu, Device::none});
    plan.cluster.host_link.gb_per_s = 25;
    const StepTime time = estimate_speed(plan);
    for (const TimeExplanation& words : explain_time(plan, time.ledger))
      if (words.entry.id == TimeId::weights_to_gpu) {
        QCOMPARE(words.formula, std::string("2·⌈P/(2·N)⌉·b/(host_link·1000000000·0.85)"));
        QCOMPARE(words.figures, std::string("2 × ⌈6738415616 ÷ (2 × 8)⌉ × 2 ÷ (25 × 1000000000 × 0.85)"));
        return;
      }
    QFAIL("no weights_to_gpu");
  }

  void every_resource_is_described() {
    const Plan plan = plan_of("llama-2-7b", {2, Device::none, Device::none});
    for (std::size_t i = 0; i < resource_count; ++i)
      QVERIFY(describe(plan, static_cast<Resource>(i)).starts_with("the "));
    QCOMPARE(describe(plan, Resource::network), std::string("the network between nodes, 25\u202FGB/s a GPU"));
  }

  /// At the named bandwidth nothing more can hide, and a little below it something is left.
  void the_bandwidth_named_hides_the_rest() {
    Plan plan = plan_of("llama-2-7b", {3, Device::none, Device::none});
    plan.cluster.nodes = 2;
    plan.cluster.inter_node.gb_per_s = 2;
    const StepTime slow = estimate_speed(plan);
    const TimeEntry* gather = slow.ledger.find(TimeId::gather_forward);
    QVERIFY(gather != nullptr);
    const double needed = hiding_gb_per_s(plan, *gather);
    QVERIFY(needed > 2);
    plan.cluster.inter_node.gb_per_s = 1.2 * needed;  // messages need time to start too
    const StepTime fast = estimate_speed(plan);
    QCOMPARE(fast.ledger.find(TimeId::gather_forward)->hiding_rate, 0.0);
    plan.cluster.inter_node.gb_per_s = 0.8 * needed;
    QVERIFY(estimate_speed(plan).ledger.find(TimeId::gather_forward)->hiding_rate > 0);
  }
};

ZP_TEST(ExplainTimeTest)
#include "explain_time_test.moc"
