// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/advice/advice.h"

#include <QtTest>
#include <algorithm>
#include <functional>

#include "core/catalog/catalog.h"
#include "core/rules/check_plan.h"
#include "tests/support/test_main.h"

using namespace zp;

namespace {

using Change = std::function<void(Plan&)>;

struct Case {
  const char* name;
  const char* code;
  Change applies;       ///< makes the advice apply to the example plan
  Change not_any_more;  ///< after that change, settles it
};

void trainer(Plan& p) { p.target.flavour = Flavour::hf_trainer; }
void stage_3(Plan& p) { p.zero.stage = 3; }

/// Makes the plan too large because of its activations alone.
void many_activations(Plan& p) {
  p.zero.stage = 3;
  p.training.activation_checkpointing = Checkpointing::none;
  p.training.micro_batch_size = 8;
  p.training.sequence_length = 4096;
}

const std::vector<Case>& cases() {
  static const std::vector<Case> all = {
      {"out of memory for activations", "activations_dominate", many_activations,
       [](Plan& p) { p.training.activation_checkpointing = Checkpointing::full; }},
      {"out of memory, small batch", "activations_dominate", many_activations,
       [](Plan& p) { p.training.micro_batch_size = 1; }},
      {"out of memory for the logits", "logits_dominate",
       [](Plan& p) {
         many_activations(p);
         p.training.activation_checkpointing = Checkpointing::full;
         p.model = model_from_preset(catalog().find_model("llama-3.2-1b"));
         p.training.micro_batch_size = 32;
       },
       [](Plan& p) { p.training.fused_loss = FusedLoss::chunked; }},
      {"out of memory for the micro batch", "micro_batch_dominates",
       [](Plan& p) {
         many_activations(p);
         p.training.activation_checkpointing = Checkpointing::full;
         p.training.fused_loss = FusedLoss::chunked;
         p.training.micro_batch_size = 64;
       },
       [](Plan& p) { p.training.micro_batch_size = 1; }},
      {"without zero.Init", "zero_init_off",
       [](Plan& p) {
         stage_3(p);
         p.training.zero_init = false;
       },
       [](Plan& p) { p.training.zero_init = true; }},
      {"small buckets", "small_bucket", [](Plan& p) { p.zero.reduce_bucket_size = 1'000'000; },
       [](Plan& p) { p.zero.reduce_bucket_size = 10'000'000; }},
      {"the same buckets over more nodes", "small_bucket",
       [](Plan& p) {
         p.zero.reduce_bucket_size = 10'000'000;
         p.cluster.nodes = 4;
       },
       [](Plan& p) { p.cluster.nodes = 1; }},
      {"evaluation only", "evaluation_needs_stage_3", trainer, stage_3},
      {"evaluation is Trainer's", "evaluation_needs_stage_3", trainer,
       [](Plan& p) { p.target.flavour = Flavour::plain; }},
      {"what stage 3 asks of the program", "stage_3_program", stage_3, [](Plan& p) { p.zero.stage = 2; }},
      {"fp16 where bf16 is", "bf16_available", [](Plan& p) { p.training.precision = Precision::fp16; },
       [](Plan& p) { p.cluster.gpu = gpu_from_preset(catalog().find_gpu("v100-sxm2-32gb")); }},
      {"host memory that rounding takes", "pinned_rounding",
       [](Plan& p) {
         p.zero.stage = 2;
         p.zero.offload_optimizer.device = Device::cpu;
         const MemoryEstimate estimate = estimate_memory(p);
         const Bytes rounding = estimate.ledger.bytes(EntryId::host_rounding) * p.cluster.gpus_per_node;
         p.cluster.cpu_memory_gib = to_gib(estimate.cpu.needed_per_node()) - to_gib(rounding) / 2;
       },
       [](Plan& p) { p.zero.offload_optimizer.pin_memory = false; }},
      {"nothing to divide", "one_rank", [](Plan& p) { p.cluster.gpus_per_node = 1; },
       [](Plan& p) { p.zero.offload_optimizer.device = Device::cpu; }},
      {"PyTorch's FSDP is not DeepSpeed", "stage_3_program", stage_3,
       [](Plan& p) { p.training.framework = Framework::fsdp; }},
  };
  return all;
}

const Finding* find(const std::vector<Finding>& list, const char* code) {
  const auto found = std::ranges::find_if(list, [&](const Finding& one) { return one.code == code; });
  return found == list.end() ? nullptr : &*found;
}

std::vector<Finding> advice_of(const Plan& plan) { return advice(plan, figures_of(plan), compare(plan)); }

}  // namespace

/// Tests that each rule gives its advice where it applies, and none after the one change that settles it.
class AdviceTest : public QObject {
  Q_OBJECT

 private slots:
  void applies_and_falls_silent_data() {
    QTest::addColumn<int>("index");
    for (std::size_t i = 0; i < cases().size(); ++i)
      QTest::newRow(cases()[i].name) << static_cast<int>(i);
  }
  void applies_and_falls_silent() {
    QFETCH(int, index);
    const Case& one = cases()[static_cast<std::size_t>(index)];
    Plan plan = example_plan().plan;
    one.applies(plan);
    QVERIFY(is_usable(check(plan)));
    const std::vector<Finding> list = advice_of(plan);
    const Finding* told = find(list, one.code);
    QVERIFY2(told != nullptr, one.code);
    QVERIFY(!told->message.empty() && !told->fix.empty() && !told->source.empty() && !told->path.empty());
    if (told->remedy) {
      QVERIFY(!told->remedy->label.empty() && is_usable(check(told->remedy->plan)));
      QVERIFY2(find(advice_of(told->remedy->plan), one.code) == nullptr ||
                   estimate_memory(told->remedy->plan).gpu.peak < estimate_memory(plan).gpu.peak ||
                   told->severity == Severity::slow,
               "the remedy changes nothing");
    }
    one.not_any_more(plan);
    QVERIFY2(find(advice_of(plan), one.code) == nullptr, one.code);
  }

  void the_example_gets_no_more_than_notes_from_guides() {
    for (const Finding& one : advice_of(example_plan().plan))
      QVERIFY2(one.source.empty() || one.severity == Severity::style, one.code.c_str());
  }
  void worst_comes_first() {
    Plan plan = example_plan().plan;
    many_activations(plan);
    plan.zero.reduce_bucket_size = 1'000'000;
    trainer(plan);
    const std::vector<Finding> list = advice_of(plan);
    QVERIFY(list.size() >= 3);
    QVERIFY(std::ranges::is_sorted(list, {}, [](const Finding& one) { return one.severity; }));
  }
};

ZP_TEST(AdviceTest)
#include "advice_test.moc"
