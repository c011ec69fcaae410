// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/weak_sources.h"

#include <QtTest>
#include <algorithm>

#include "core/catalog/catalog.h"
#include "core/sharding/edits.h"
#include "core/sharding/strategy.h"
#include "tests/support/test_main.h"

using namespace zp;

namespace {

bool rests_on(const Plan& plan, std::string_view subject) {
  const auto found = std::ranges::find(weak_sources(), subject, &WeakSource::subject);
  return found != weak_sources().end() && found->acts_on(plan);
}

Plan plan_on(std::string_view gpu) { return edits::set_gpu_preset(Plan(), catalog().find_gpu(gpu)); }

}  // namespace

class WeakSourcesTest : public QObject {
  Q_OBJECT

 private slots:
  void every_one_is_said_in_sentences() {
    for (const WeakSource& one : weak_sources()) {
      QVERIFY(!one.subject.empty() && !one.assumed().empty());
      QVERIFY(one.weakness.ends_with('.') && (one.better.empty() || one.better.ends_with('.')));
      QVERIFY(sentences_of(one).starts_with(one.subject));
      QVERIFY(sentences_of(one).ends_with(one.better.empty() ? one.weakness : one.better));
      if (one.subject == "Products on Volta")  // 0.58 of the peak, 2020 and 2021
        QVERIFY2(one.assumed().ends_with(" of the dense peak") &&
                     one.assumed().size() == std::size("0.58 of the dense peak") - 1,
                 one.assumed().c_str());
    }
  }

  void a_gpu_that_nobody_measured_is_named() {
    QVERIFY(rests_on(plan_on("gaudi-2-96gb"), "Products on GPUs without a published benchmark"));
    QVERIFY(!rests_on(plan_on("a100-sxm4-80gb"), "Products on GPUs without a published benchmark"));
    Plan numbers;
    numbers.cluster.gpu = Gpu();
    QVERIFY(rests_on(numbers, "Products on GPUs without a published benchmark"));
    for (const char* generation : {"Hopper", "Volta", "CDNA3"}) {
      const std::string subject = std::string("Products on ") + generation;
      QCOMPARE(rests_on(plan_on("h100-sxm5-80gb"), subject), subject == "Products on Hopper");
      QCOMPARE(rests_on(plan_on("v100-sxm2-32gb"), subject), subject == "Products on Volta");
      QCOMPARE(rests_on(plan_on("mi300x-192gb"), subject), subject == "Products on CDNA3");
      QVERIFY(!rests_on(plan_on("a100-sxm4-80gb"), subject) && !rests_on(numbers, subject));
    }
  }

  void what_a_plan_states_is_no_assumption() {
    Plan plan = plan_on("a100-sxm4-80gb");
    plan.cluster.nodes = 2;
    QVERIFY(rests_on(plan, "Unstated network between nodes"));
    plan.cluster.inter_node.gb_per_s = 12.5;
    QVERIFY(!rests_on(plan, "Unstated network between nodes"));
    QVERIFY(!rests_on(plan_on("a100-sxm4-80gb"), "Unstated network between nodes"));
  }
  void host_and_drives_matter_to_offload_alone() {
    const char* const host = "Unstated host memory";
    const char* const drives = "Unstated drives";
    struct Row {
      Strategy strategy;
      bool on_host, on_drives;
    };
    for (const Row& row :
         {Row{{3, Device::none, Device::none}, false, false},
          Row{{3, Device::cpu, Device::none}, true, false}, Row{{3, Device::none, Device::cpu}, true, false},
          Row{{3, Device::nvme, Device::none}, true, true},
          Row{{3, Device::cpu, Device::nvme}, true, true}}) {
      Plan plan = with_strategy(plan_on("a100-sxm4-80gb"), row.strategy);
      QCOMPARE(rests_on(plan, host), row.on_host);
      QCOMPARE(rests_on(plan, drives), row.on_drives);
      plan.cluster.cpu_memory_gb_per_s = 150;
      plan.cluster.nvme.read_gb_per_s = 6;
      QVERIFY(!rests_on(plan, host) && !rests_on(plan, drives));
    }
  }
  /// The clock needs the shape of the model, memory does not.
  void a_list_of_tensors_rests_on_memory_alone() {
    Plan plan;
    plan.model = model_from_tensors({{4096, 4096, 100, TensorRole::other, true}});
    for (const char* subject : {"Time of the host to start a kernel", "FlashAttention 1 and 2",
                                "Small products", "Range of the step time"}) {
      QVERIFY2(!rests_on(plan, subject), subject);
    }
    for (const char* subject : {"Memory that the allocator reserves without use", "Odds that a plan fits"}) {
      QVERIFY2(rests_on(plan, subject), subject);
      QVERIFY2(rests_on(Plan(), subject), subject);
    }
    QVERIFY(rests_on(Plan(), "Time of the host to start a kernel"));
    QVERIFY(rests_on(Plan(), "Small products"));
  }
  void attention_rests_on_recalled_shares_unless_it_is_another() {
    const char* const attention = "FlashAttention 1 and 2";
    Plan plan;
    for (const AttentionKernel kernel : {AttentionKernel::automatic, AttentionKernel::flash_1,
                                         AttentionKernel::flash_2, AttentionKernel::flash_3}) {
      plan.training.attention_kernel = kernel;
      QCOMPARE(rests_on(plan, attention), kernel != AttentionKernel::flash_3);
    }
    plan.training.attention_kernel = AttentionKernel::automatic;
    plan.cluster.gpu = gpu_from_preset(catalog().find_gpu("h100-sxm5-80gb"));
    QVERIFY(!rests_on(plan, attention));
    plan.training.attention = Attention::eager;
    QVERIFY(!rests_on(plan, attention));
  }
  void pipelines_and_their_split_passes_are_named() {
    const char* const split = "Pipelines that split the backward pass";
    const char* const peak = "Likely range of the peak of pipelines";
    Plan plan;
    plan.training.framework = Framework::fsdp;
    plan.training.program = program_named("torchtitan");
    plan.training.gradient_accumulation_steps = 8;
    plan.training.pipeline_schedule = PipelineSchedule::zbv;
    QVERIFY(!rests_on(plan, split) && !rests_on(plan, peak));
    plan.training.pipeline_parallel = 2;
    QVERIFY(rests_on(plan, split) && rests_on(plan, peak));
    plan.training.pipeline_schedule = PipelineSchedule::one_f_one_b;
    QVERIFY(!rests_on(plan, split) && rests_on(plan, peak));
  }
  /// DeepSpeed's runs of one node are many; of drives fewer than 20 are published.
  void a_kind_of_run_without_a_range_is_named() {
    QVERIFY(!rests_on(plan_on("a100-sxm4-80gb"), "Range of the step time"));
    QVERIFY(rests_on(with_strategy(plan_on("a100-sxm4-80gb"), {3, Device::nvme, Device::none}),
                     "Range of the step time"));
  }
};

ZP_TEST(WeakSourcesTest)
#include "weak_sources_test.moc"
