// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/reference/article.h"
#include "core/reference/second_document.h"
#include "core/report/reference_figures.h"

namespace zp {
namespace {

/// Returns the argument value in the article's function.
std::string_view dtype_name(Precision precision) {
  switch (precision) {
    case Precision::bf16:
      return "bfloat16";
    case Precision::fp16:
      return "float16";
    case Precision::fp32:
      break;
  }
  return "float32";
}

FigureList memory_usage_row(const ArticleMemoryUsage& usage) {
  return {
      {"stage", std::int64_t{usage.stage}},           {"params_gib", usage.params_gib},
      {"gradients_gib", usage.gradients_gib},         {"optimizer_states_gib", usage.optimizer_states_gib},
      {"activations_gib", usage.activations_gib},     {"overhead_gib", usage.overhead_gib},
      {"total_per_gpu_gib", usage.total_per_gpu_gib}, {"fits_on_80gb_gpu", usage.fits_on_80gb_gpu}};
}

FigureList recommendation_row(const std::optional<ArticleRecommendation>& choice) {
  if (!choice) return {{"stage", {}}, {"note", "none of its nine configurations fits"}};
  return {{"stage", std::int64_t{choice->stage}},
          {"use_cpu_offload", choice->use_cpu_offload},
          {"use_nvme_offload", choice->use_nvme_offload},
          {"recommended_batch_size", choice->recommended_batch_size},
          {"expected_memory_per_gpu_gib", choice->expected_memory_per_gpu_gib},
          {"expected_slowdown_percent", choice->expected_slowdown_percent}};
}

FigureList candidate_row(const ArticleCandidate& candidate) {
  return {{"stage", std::int64_t{candidate.stage}},
          {"use_cpu_offload", candidate.use_cpu_offload},
          {"use_nvme_offload", candidate.use_nvme_offload},
          {"memory_per_gpu_gib", candidate.memory_per_gpu_gib},
          {"slowdown_percent", candidate.slowdown_percent},
          {"score", candidate.score},
          {"fits", candidate.fits}};
}

ArticleGeneratorInput generator_input(const Plan& plan, const MemoryEstimate& estimate) {
  const Link& link = plan.cluster.nodes > 1 ? plan.cluster.inter_node : plan.cluster.intra_node;
  return {.model_size_billions = static_cast<double>(estimate.model.parameters.value()) / 1e9,
          .gpus = plan.cluster.ranks(),
          .gpu_memory_gib = plan.cluster.gpu.memory_gib,
          .network_bandwidth_gbps = link.gb_per_s * 8};
}

/// Returns this planner's peak in the article's categories: buffers, gathered weights and the rest count as
/// its overhead.
FigureList our_article_figures(const GpuMemory& gpu) {
  const auto part = [&](auto... components) {
    return (gpu.components[static_cast<std::size_t>(components)] + ...);
  };
  const Bytes parameters = part(Component::parameters), gradients = part(Component::gradients);
  const Bytes optimizer = part(Component::master_weights, Component::optimizer_states);
  const Bytes activations = part(Component::activations, Component::logits_and_loss);
  return {{"params_gib", to_gib(parameters)},
          {"gradients_gib", to_gib(gradients)},
          {"optimizer_states_gib", to_gib(optimizer)},
          {"activations_gib", to_gib(activations)},
          {"overhead_gib", to_gib(gpu.peak - parameters - gradients - optimizer - activations)},
          {"total_per_gpu_gib", to_gib(gpu.peak)}};
}

FigureList second_document_figures_of(const SecondDocumentRow& row) {
  return {{"stage", std::int64_t{row.stage}},
          {"parameters_gb", row.parameters_gb},
          {"gradients_gb", row.gradients_gb},
          {"optimizer_states_gb", row.optimizer_states_gb},
          {"total_gb", row.total_gb}};
}

}  // namespace

EstimatorFigures article_figures(const Plan& plan, const MemoryEstimate& estimate) {
  const Params parameters = estimate.model.parameters;
  const int gpus = plan.cluster.ranks();
  const bool checkpointing = plan.training.activation_checkpointing != Checkpointing::none;
  const std::string_view dtype = dtype_name(plan.training.precision);
  const ArticleGeneratorInput generator = generator_input(plan, estimate);
  EstimatorFigures result{
      Estimator::article,
      {{"num_parameters", parameters.value()},
       {"num_gpus", std::int64_t{gpus}},
       {"zero_stage", std::int64_t{plan.zero.stage}},
       {"use_activation_checkpointing", checkpointing},
       {"dtype_params", dtype},
       {"gpu_memory_gib", generator.gpu_memory_gib},
       {"network_bandwidth_gbit_per_s", generator.network_bandwidth_gbps}},
      memory_usage_row(article_memory_usage(parameters, gpus, plan.zero.stage, checkpointing, dtype)),
      {{"recommendation",
        "What its generator recommends",
        {recommendation_row(article_recommendation(generator))},
        false},
       {"stages", "estimate_memory_usage at every stage", {}},
       {"candidates", "What its generator tries", {}},
       {"table", "Its table by hand", {}},
       {"printed_for_7b_on_4_gpus",
        "What it prints for 7 B parameters on 4 GPUs",
        {memory_usage_row(article_printed_memory_usage)},
        false},
       {"printed_recommendation_for_70b_on_8_gpus",
        "What it prints for 70 B parameters on 8 GPUs",
        {recommendation_row(article_printed_recommendation)},
        false}},
      our_article_figures(estimate.gpu)};
  for (int stage = 1; stage <= 3; ++stage)
    result.tables[1].rows.push_back(
        memory_usage_row(article_memory_usage(parameters, gpus, stage, checkpointing, dtype)));
  for (const ArticleCandidate& candidate : article_candidates(generator))
    result.tables[2].rows.push_back(candidate_row(candidate));
  for (const ArticleTableRow& row : article_table(parameters, gpus))
    result.tables[3].rows.push_back({{"stage", std::int64_t{row.stage}},
                                     {"parameters_gb", row.parameters_gb},
                                     {"gradients_gb", row.gradients_gb},
                                     {"optimizer_states_gb", row.optimizer_states_gb},
                                     {"total_gb", row.total_gb}});
  return result;
}

EstimatorFigures second_document_figures(const Plan& plan, const MemoryEstimate& estimate) {
  const double bytes_per_parameter = plan.training.precision == Precision::fp32 ? 4 : 2;
  const auto rows =
      second_document_rows(estimate.model.parameters, plan.cluster.ranks(), bytes_per_parameter);
  EstimatorFigures result{
      Estimator::second_document,
      {{"parameters", estimate.model.parameters.value()},
       {"gpus", std::int64_t{plan.cluster.ranks()}},
       {"bytes_per_parameter", bytes_per_parameter}},
      {{"stage", std::int64_t{0}}, {"total_gb", {}}, {"note", "the document gives stages 1, 2 and 3 only"}},
      {{"stages", "At every stage", {}}, {"printed_for_4_gpus", "What it prints for 4 GPUs", {}}},
      {}};
  for (const SecondDocumentRow& row : rows) {
    result.tables[0].rows.push_back(second_document_figures_of(row));
    if (row.stage == plan.zero.stage) result.figures = second_document_figures_of(row);
    result.tables[1].rows.push_back(
        {{"stage", std::int64_t{row.stage}},
         {"total_gb", second_document_printed_total_gb[static_cast<std::size_t>(row.stage - 1)]}});
  }
  const OurFigures ours = our_figures(plan, estimate);
  result.ours = {{"parameters_gb", to_gb(ours.parameters_gpu_bytes)},
                 {"gradients_gb", to_gb(ours.gradients_gpu_bytes)},
                 {"optimizer_states_gb", to_gb(ours.optimizer_states_gpu_bytes)},
                 {"total_gb", to_gb(ours.model_states_gpu_bytes)}};
  return result;
}

}  // namespace zp
