// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <algorithm>

#include "core/reference/deepspeed_estimators.h"
#include "core/reference/korthikanti.h"
#include "core/reference/zero_infinity.h"
#include "core/reference/zero_paper.h"
#include "core/report/reference_figures.h"

namespace zp {
namespace {

FigureList zero_paper_row(int stage, const ZeroPaperNeeds& needs) {
  return {{"stage", std::int64_t{stage}},
          {"parameters_gpu_bytes", needs.parameters_gpu_bytes.value()},
          {"gradients_gpu_bytes", needs.gradients_gpu_bytes.value()},
          {"optimizer_states_gpu_bytes", needs.optimizer_states_gpu_bytes.value()},
          {"gpu_bytes", needs.gpu_bytes.value()},
          {"communication_vs_data_parallel", needs.communication_vs_data_parallel}};
}

FigureList deepspeed_row(const DeepSpeedEstimatorInput& input, const DeepSpeedEstimate& estimate,
                         bool is_stage_3) {
  FigureList row = {{"gpu_bytes", estimate.gpu_bytes.value()},
                    {"cpu_bytes", estimate.cpu_bytes.value()},
                    {"cpu_offload", input.cpu_offload}};
  if (!is_stage_3) return row;
  row.push_back({"cpu_offload_params", input.cpu_offload_params});
  row.push_back({"zero_init", input.zero_init});
  row.push_back({"largest_layer_bytes", estimate.largest_layer_bytes.value()});
  return row;
}

template <std::size_t n>
FigureTable deepspeed_table(std::string_view name, std::string_view title,
                            const std::array<DeepSpeedEstimateRow, n>& rows, bool is_stage_3) {
  FigureTable table{name, title, {}};
  for (const DeepSpeedEstimateRow& row : rows)
    table.rows.push_back(deepspeed_row(row.input, row.estimate, is_stage_3));
  return table;
}

/// Returns true if the model has a shape with attention, which a list of tensors lacks.
bool has_shape(const Plan& plan) { return plan.model.architecture.layers > 0; }

KorthikantiTechnique technique_of(const Training& training) {
  const bool is_parallel = training.tensor_parallel > 1;
  switch (training.activation_checkpointing) {
    case Checkpointing::full:
      return KorthikantiTechnique::full_recomputation;
    case Checkpointing::selective:
      return KorthikantiTechnique::tensor_parallel_selective;
    case Checkpointing::memory_budget:  // chosen by a compiler that the paper does not cover
    case Checkpointing::none:
      break;
  }
  return is_parallel ? KorthikantiTechnique::tensor_parallel : KorthikantiTechnique::none;
}

FigureList korthikanti_row(KorthikantiTechnique technique, const KorthikantiActivations& activations) {
  return {{"technique", key_of(technique)},
          {"per_layer_gpu_bytes", activations.per_layer_gpu_bytes.value()},
          {"all_layers_gpu_bytes", activations.all_layers_gpu_bytes.value()},
          {"outside_layers_gpu_bytes", activations.outside_layers_gpu_bytes.value()},
          {"total_gpu_bytes", activations.total_gpu_bytes.value()}};
}

}  // namespace

EstimatorFigures zero_paper_figures(const Plan& plan, const MemoryEstimate& estimate) {
  const int gpus = zero_world(plan);
  const int model_parallel = std::max(1, plan.training.tensor_parallel);
  const Params parameters = estimate.model.parameters / model_parallel;
  const Bytes capacity = estimate.gpu.capacity;
  EstimatorFigures result{
      Estimator::zero_paper,
      {{"parameters", parameters.value()},
       {"gpus", std::int64_t{gpus}},
       {"model_parallel_gpus", std::int64_t{model_parallel}},
       {"optimizer_bytes_per_parameter", zero_paper_adam_k}},
      zero_paper_row(plan.zero.stage, zero_paper_needs(parameters, gpus, plan.zero.stage)),
      {{"stages", "At every stage", {}}},
      {}};
  result.figures.push_back(
      {"max_parameters", zero_paper_max_parameters(capacity, gpus, plan.zero.stage, model_parallel).value()});
  for (int stage = 0; stage <= 3; ++stage) {
    result.tables[0].rows.push_back(zero_paper_row(stage, zero_paper_needs(parameters, gpus, stage)));
    result.tables[0].rows.back().push_back(
        {"max_parameters", zero_paper_max_parameters(capacity, gpus, stage, model_parallel).value()});
  }
  const OurFigures ours = our_figures(plan, estimate);
  result.ours = {{"parameters_gpu_bytes", ours.parameters_gpu_bytes.value()},
                 {"gradients_gpu_bytes", ours.gradients_gpu_bytes.value()},
                 {"optimizer_states_gpu_bytes", ours.optimizer_states_gpu_bytes.value()},
                 {"gpu_bytes", ours.model_states_gpu_bytes.value()},
                 {"peak_gpu_bytes", estimate.gpu.peak.value()}};
  return result;
}

EstimatorFigures deepspeed_figures(const Plan& plan, const MemoryEstimate& estimate) {
  DeepSpeedEstimatorInput input;
  input.total_params = estimate.model.parameters;
  input.largest_layer_params = estimate.model.largest_tensor;
  input.gpus_per_node = plan.cluster.gpus_per_node;
  input.nodes = plan.cluster.nodes;
  input.cpu_offload = plan.zero.offload_optimizer.device != Device::none;
  input.cpu_offload_params = plan.zero.offload_param.device != Device::none;
  input.zero_init = plan.training.zero_init;
  EstimatorFigures result{Estimator::deepspeed,
                          {{"total_params", input.total_params.value()},
                           {"largest_layer_params", input.largest_layer_params.value()},
                           {"gpus_per_node", std::int64_t{input.gpus_per_node}},
                           {"nodes", std::int64_t{input.nodes}},
                           {"additional_buffer_factor", input.additional_buffer_factor}},
                          {},
                          {},
                          {}};
  constexpr DeepSpeedVersion first_with_18_bytes{0, 14, 3};
  const bool is_old = plan.target.deepspeed_version < first_with_18_bytes;
  const auto formula = is_old ? DeepSpeedStage2Formula::up_to_0_14_2 : DeepSpeedStage2Formula::current;
  if (plan.zero.stage == 2)
    result.figures = deepspeed_row(input, deepspeed_stage_2_estimate(input, formula), false);
  else if (plan.zero.stage == 3)
    result.figures = deepspeed_row(input, deepspeed_stage_3_estimate(input), true);
  else
    result.figures = {
        {"gpu_bytes", {}}, {"cpu_bytes", {}}, {"note", "DeepSpeed has no estimator for stages 0 and 1"}};
  result.tables = {
      deepspeed_table("stage_2", "Stage 2", deepspeed_stage_2_rows(input), false),
      deepspeed_table("stage_2_up_to_0_14_2", "Stage 2, as up to version 0.14.2",
                      deepspeed_stage_2_rows(input, DeepSpeedStage2Formula::up_to_0_14_2), false),
      deepspeed_table("stage_3", "Stage 3", deepspeed_stage_3_rows(input), true)};
  const OurFigures ours = our_figures(plan, estimate);
  result.ours = {{"gpu_bytes", ours.model_states_gpu_bytes.value()},
                 {"cpu_bytes", estimate.cpu.per_node.value()},
                 {"cpu_loading_bytes", estimate.cpu.loading_per_node.value()},
                 {"peak_gpu_bytes", estimate.gpu.peak.value()}};
  return result;
}

EstimatorFigures zero_infinity_figures(const Plan& plan, const MemoryEstimate& estimate) {
  const OurFigures ours = our_figures(plan, estimate);
  const std::int64_t gpus_per_node = plan.cluster.gpus_per_node;
  EstimatorFigures result{Estimator::zero_infinity, {}, {}, {}, {}};
  result.figures = {
      {"model_states_of_count_total_bytes", zero_infinity_model_states(estimate.model.parameters).value()}};
  if (has_shape(plan)) {
    const Architecture& shape = plan.model.architecture;
    const ZeroInfinityInput input{.layers = shape.layers,
                                  .hidden_size = shape.hidden_size,
                                  .attention_heads = shape.attention_heads,
                                  .sequence_length = plan.training.sequence_length,
                                  .micro_batch_size = plan.training.micro_batch_size,
                                  .gpus_per_node = gpus_per_node};
    const ZeroInfinityNeeds needs = zero_infinity_needs(input);
    result.inputs = {{"layers", input.layers},
                     {"hidden_size", input.hidden_size},
                     {"attention_heads", input.attention_heads},
                     {"sequence_length", input.sequence_length},
                     {"micro_batch_size", input.micro_batch_size},
                     {"gpus_per_node", input.gpus_per_node},
                     {"blocks_per_checkpoint", input.blocks_per_checkpoint}};
    result.figures.insert(
        result.figures.begin(),
        {{"parameters", needs.parameters.value()},
         {"model_states_total_bytes", needs.model_states_total_bytes.value()},
         {"activation_checkpoints_node_bytes", needs.activation_checkpoints_node_bytes.value()},
         {"activations_node_bytes", needs.activations_node_bytes.value()},
         {"model_state_working_gpu_bytes", needs.model_state_working_gpu_bytes.value()},
         {"activation_working_gpu_bytes", needs.activation_working_gpu_bytes.value()},
         {"activation_working_equation_5_gpu_bytes", needs.activation_working_equation_5_bytes.value()}});
  }
  const bool checkpoints = plan.training.activation_checkpointing == Checkpointing::full;
  result.ours = {{"parameters", estimate.model.parameters.value()},
                 {"model_states_total_bytes", ours.model_states_total_bytes.value()},
                 {checkpoints ? "activation_checkpoints_node_bytes" : "activations_node_bytes",
                  (ours.activations_gpu_bytes * gpus_per_node).value()},
                 {"model_state_working_gpu_bytes", ours.gathered_gpu_bytes.value()},
                 {"activation_working_gpu_bytes", ours.working_gpu_bytes.value()}};
  return result;
}

EstimatorFigures korthikanti_figures(const Plan& plan, const MemoryEstimate& estimate) {
  EstimatorFigures result{Estimator::korthikanti, {}, {}, {}, {}};
  const OurFigures ours = our_figures(plan, estimate);
  result.ours = {{"all_layers_gpu_bytes", ours.activations_gpu_bytes.value()},
                 {"outside_layers_gpu_bytes", ours.outside_blocks_gpu_bytes.value()},
                 {"total_gpu_bytes", (ours.activations_gpu_bytes + ours.outside_blocks_gpu_bytes).value()}};
  if (!has_shape(plan)) {
    result.figures = {{"total_gpu_bytes", {}},
                      {"note", "a list of tensors does not say what the layers compute"}};
    return result;
  }
  const Architecture& shape = plan.model.architecture;
  const KorthikantiInput input{.layers = shape.layers,
                               .hidden_size = shape.hidden_size,
                               .attention_heads = shape.attention_heads,
                               .vocab_size = shape.vocab_size,
                               .sequence_length = plan.training.sequence_length,
                               .micro_batch_size = plan.training.micro_batch_size,
                               .tensor_parallel = std::max(1, plan.training.tensor_parallel)};
  result.inputs = {{"layers", input.layers},
                   {"hidden_size", input.hidden_size},
                   {"attention_heads", input.attention_heads},
                   {"vocab_size", input.vocab_size},
                   {"sequence_length", input.sequence_length},
                   {"micro_batch_size", input.micro_batch_size},
                   {"tensor_parallel", input.tensor_parallel}};
  const KorthikantiTechnique technique = technique_of(plan.training);
  result.figures = korthikanti_row(technique, korthikanti_activations(input, technique));
  result.figures.push_back(
      {"selective_recomputation_flops_fraction", korthikanti_selective_flops_overhead(input)});
  FigureTable table{"techniques", "By technique", {}};
  for (const KorthikantiTechnique other : all_korthikanti_techniques)
    table.rows.push_back(korthikanti_row(other, korthikanti_activations(input, other)));
  result.tables.push_back(std::move(table));
  return result;
}

}  // namespace zp
