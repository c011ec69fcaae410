// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/model/other_estimates.h"

#include <algorithm>

#include "core/reference/article.h"
#include "core/reference/deepspeed_estimators.h"
#include "core/reference/korthikanti.h"
#include "core/reference/second_document.h"
#include "core/reference/zero_infinity.h"
#include "core/reference/zero_paper.h"

using namespace Qt::Literals::StringLiterals;

namespace zp {
namespace {

const auto states_label = u"Model states on one GPU"_s;

Bytes sumOf(const Ledger& ledger, std::initializer_list<EntryId> ids) {
  Bytes sum;
  for (const EntryId id : ids)
    sum += ledger.bytes(id);
  return sum;
}

/// Weights, gradients, master weights and optimizer states of one GPU: what the literature calls model states.
Bytes modelStates(const MemoryEstimate& estimate) {
  return sumOf(estimate.ledger, {EntryId::states_weights, EntryId::states_gradients, EntryId::states_master,
                                 EntryId::states_optimizer});
}

/// What autograd keeps from forward to backward.
Bytes savedActivations(const MemoryEstimate& estimate) {
  return sumOf(estimate.ledger,
               {EntryId::activations_saved_blocks, EntryId::activations_final_norm, EntryId::logits_saved});
}

bool hasShape(const Plan& plan) {
  const Architecture& shape = plan.model.architecture;
  return shape.layers > 0 && shape.hidden_size > 0 && shape.attention_heads > 0;
}

OtherEstimate zeroPaper(const Plan& plan, const MemoryEstimate& estimate) {
  const ZeroPaperNeeds needs = zero_paper_needs(estimate.model.parameters, zero_world(plan), plan.zero.stage);
  return {Estimator::zero_paper, {{states_label, needs.gpu_bytes, modelStates(estimate)}}};
}

OtherEstimate deepspeed(const Plan& plan, const MemoryEstimate& estimate) {
  if (plan.zero.stage < 2)
    return {Estimator::deepspeed, {}, u"DeepSpeed has no estimator of stage 0 and 1."_s};
  const DeepSpeedEstimatorInput input{.total_params = estimate.model.parameters,
                                      .largest_layer_params = estimate.model.largest_tensor,
                                      .gpus_per_node = plan.cluster.gpus_per_node,
                                      .nodes = plan.cluster.nodes,
                                      .cpu_offload = plan.zero.offload_optimizer.device != Device::none,
                                      .cpu_offload_params = plan.zero.offload_param.device != Device::none,
                                      .zero_init = plan.training.zero_init};
  const DeepSpeedEstimate needs =
      plan.zero.stage == 2 ? deepspeed_stage_2_estimate(input) : deepspeed_stage_3_estimate(input);
  return {Estimator::deepspeed,
          {{states_label, needs.gpu_bytes, modelStates(estimate)},
           {u"CPU memory of one node"_s, needs.cpu_bytes, estimate.cpu.per_node}}};
}

OtherEstimate article(const Plan& plan, const MemoryEstimate& estimate) {
  const ArticleMemoryUsage usage = article_memory_usage(
      estimate.model.parameters, plan.cluster.ranks(), plan.zero.stage,
      plan.training.activation_checkpointing != Checkpointing::none,
      plan.training.precision == Precision::fp32 ? "float32" : "float16");
  return {Estimator::article, {{u"All memory of one GPU"_s, from_gib(usage.total_per_gpu_gib), estimate.gpu.peak}}};
}

OtherEstimate secondDocument(const Plan& plan, const MemoryEstimate& estimate) {
  if (plan.zero.stage == 0) return {Estimator::second_document, {}, u"The document begins with stage 1."_s};
  const auto rows = second_document_rows(estimate.model.parameters, plan.cluster.ranks(),
                                         plan.training.precision == Precision::fp32 ? 4 : 2);
  const double gb = rows[static_cast<std::size_t>(plan.zero.stage - 1)].total_gb;
  return {Estimator::second_document, {{states_label, bytes_of(gb * bytes_per_gb), modelStates(estimate)}}};
}

OtherEstimate zeroInfinity(const Plan& plan, const MemoryEstimate& estimate) {
  OtherEstimate other{Estimator::zero_infinity,
                      {{u"Model states, all devices together"_s, zero_infinity_model_states(estimate.model.parameters)}}};
  if (!hasShape(plan)) return other;
  const Architecture& shape = plan.model.architecture;
  const ZeroInfinityNeeds needs = zero_infinity_needs({.layers = shape.layers,
                                                       .hidden_size = shape.hidden_size,
                                                       .attention_heads = shape.attention_heads,
                                                       .sequence_length = plan.training.sequence_length,
                                                       .micro_batch_size = plan.training.micro_batch_size,
                                                       .gpus_per_node = plan.cluster.gpus_per_node});
  const bool full = plan.training.activation_checkpointing == Checkpointing::full;
  const Bytes node = full ? needs.activation_checkpoints_node_bytes : needs.activations_node_bytes;
  other.figures.push_back({full ? u"Activation checkpoints on one GPU"_s : u"Activations on one GPU"_s,
                           node / std::max(1, plan.cluster.gpus_per_node), savedActivations(estimate)});
  return other;
}

KorthikantiTechnique techniqueOf(const Training& training) {
  const bool tensor = training.tensor_parallel > 1;
  switch (training.activation_checkpointing) {
    case Checkpointing::none: return tensor ? KorthikantiTechnique::tensor_parallel : KorthikantiTechnique::none;
    case Checkpointing::selective: return KorthikantiTechnique::tensor_parallel_selective;
    case Checkpointing::full: break;
  }
  return KorthikantiTechnique::full_recomputation;
}

OtherEstimate korthikanti(const Plan& plan, const MemoryEstimate& estimate) {
  if (!hasShape(plan)) return {Estimator::korthikanti, {}, u"It needs the shape of the model."_s};
  const Architecture& shape = plan.model.architecture;
  const KorthikantiActivations needs =
      korthikanti_activations({.layers = shape.layers,
                               .hidden_size = shape.hidden_size,
                               .attention_heads = shape.attention_heads,
                               .vocab_size = shape.vocab_size,
                               .sequence_length = plan.training.sequence_length,
                               .micro_batch_size = plan.training.micro_batch_size,
                               .tensor_parallel = plan.training.tensor_parallel},
                              techniqueOf(plan.training));
  return {Estimator::korthikanti, {{u"Activations on one GPU"_s, needs.total_gpu_bytes, savedActivations(estimate)}}};
}

}  // namespace

std::vector<OtherEstimate> otherEstimates(const Plan& plan, const MemoryEstimate& estimate) {
  return {zeroPaper(plan, estimate),      deepspeed(plan, estimate),    article(plan, estimate),
          secondDocument(plan, estimate), zeroInfinity(plan, estimate), korthikanti(plan, estimate)};
}

}  // namespace zp
