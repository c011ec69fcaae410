// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/support/random_run.h"

#include "core/catalog/catalog.h"

namespace zp::test {

rc::Gen<Plan> any_run() {
  return rc::gen::exec([] {
    const auto power = [](int below) { return 1 << *rc::gen::inRange(0, below); };
    Plan plan = example_plan().plan;
    plan.model = model_from_preset(*rc::gen::elementOf(catalog().models));
    Cluster& cluster = plan.cluster;
    cluster.nodes = power(5);
    cluster.gpus_per_node = power(4);
    cluster.gpu = gpu_from_preset(*rc::gen::elementOf(catalog().gpus));
    cluster.intra_node = default_intra_node(cluster.gpu);
    cluster.host_link = default_host_link(cluster.gpu);
    cluster.inter_node.gb_per_s = *rc::gen::inRange(1, 100);
    cluster.cpu_memory_gib = *rc::gen::element(256, 1024, 2048);
    cluster.nvme = {*rc::gen::element(0.0, 4000.0), 6, 4};
    Training& training = plan.training;
    training.sequence_length = 256LL * power(8);
    training.micro_batch_size = power(4);
    training.gradient_accumulation_steps = power(5);
    training.precision = *rc::gen::weightedElement<Precision>({{3, Precision::bf16}, {1, Precision::fp32}});
    training.lora.rank = *rc::gen::weightedElement<std::int64_t>({{3, 0}, {1, 16}});
    training.fused_loss =
        *rc::gen::weightedElement<FusedLoss>({{3, FusedLoss::none}, {1, FusedLoss::chunked}});
    training.fused_norm = *rc::gen::arbitrary<bool>();
    return plan;
  });
}

Plan with_torchtitan(Plan plan) {
  plan.training.framework = Framework::fsdp;
  plan.training.program = program_named("torchtitan");
  plan.training.sequence_parallel = plan.training.expert_parallel = 1;
  plan.zero = Zero();
  plan.zero.stage = 2;
  return plan;
}

rc::Gen<Freedom> any_freedom() {
  return rc::gen::exec([] {
    Freedom freedom;
    for (const FreedomRow& row : freedom_rows())
      freedom.*row.member = *rc::gen::arbitrary<bool>();
    freedom.open_batch = freedom.unstated_batch && freedom.micro_batch && *rc::gen::inRange(0, 4) == 0;
    return freedom;
  });
}

}  // namespace zp::test
