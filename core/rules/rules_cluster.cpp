// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/catalog/catalog.h"
#include "core/rules/rule.h"
#include "core/sharding/mixed_gpus.h"
#include "core/sharding/plan_words.h"
#include "core/units/format.h"

/// Rules about how the ranks are divided.
namespace zp {
namespace {

/// Returns the product of parallel degrees, capped at largest_amount, because three of the largest exceed
/// 2^63.
std::int64_t together_of(std::int64_t size, std::int64_t other) {
  const double product = static_cast<double>(size) * static_cast<double>(other);
  return product < static_cast<double>(largest_amount) ? size * other : largest_amount;
}

std::string words_of_product(std::int64_t product) {
  return (product < largest_amount ? "" : "over ") + format_count(product);
}

void ask_ranks_of_pipeline(std::int64_t shared, int ranks, const Training& training,
                           const FindingWriter& say) {
  const std::int64_t together = together_of(shared, training.pipeline_parallel);
  if (ranks % together == 0) return;
  say.at("training.pipeline_parallel",
         (shared > 1
              ? "Tensor and sequence parallel size times pipeline stages, " + words_of_product(together) + ","
              : words_of_product(together) + " pipeline stages") +
             (shared > 1 ? " does not divide " : " do not divide ") + counted(ranks, "GPU") + ".",
         "Choose sizes whose product divides nodes × gpus_per_node.");
}

void ask_ranks(const Subject& subject, const FindingWriter& say) {
  const Training& training = subject.training;
  const std::int64_t shared = together_of(training.tensor_parallel, sequence_ranks(training));
  const int ranks = subject.plan.cluster.ranks();
  if (training.pipeline_parallel > 1) return ask_ranks_of_pipeline(shared, ranks, training, say);
  if (ranks % shared == 0) return;
  const bool is_both = training.tensor_parallel > 1 && sequence_ranks(training) > 1;
  const std::string_view of_sequence =
      training.sequence_parallel > 1 ? "training.sequence_parallel" : "training.context_parallel";
  const std::string_view which = is_both                        ? "Tensor times sequence parallel size "
                                 : training.tensor_parallel > 1 ? "Tensor parallel size "
                                                                : "Sequence parallel size ";
  say.at(training.tensor_parallel > 1 ? "training.tensor_parallel" : of_sequence,
         std::string(which) + words_of_product(shared) + " does not divide " + counted(ranks, "GPU") + ".",
         "Choose sizes whose product divides nodes × gpus_per_node.");
}

constexpr RuleChange no_sequence_parallel = {
    "Sequence parallel 1",
    [](Plan& plan) { plan.training.sequence_parallel = plan.training.context_parallel = 1; }};
constexpr RuleChange no_tensor_parallel = {"Tensor parallel 1",
                                           [](Plan& plan) { plan.training.tensor_parallel = 1; }};

void ask_nodes(const Subject& subject, const FindingWriter& say) {
  const int size = subject.training.tensor_parallel, per_node = subject.plan.cluster.gpus_per_node;
  if (size > per_node)
    say("Tensor parallelism over " + format_count(size) + " ranks leaves the node of " +
            format_count(per_node) + " GPUs: every layer waits for the network.",
        "Keep training.tensor_parallel within the GPUs of a node.");
}

void ask_bridge(const Subject& subject, const FindingWriter& say) {
  const Cluster& cluster = subject.plan.cluster;
  if (!cluster.gpu.preset || cluster.gpus_per_node <= 2 ||
      cluster.intra_node != default_intra_node(cluster) || cluster.gpu.preset->link_type != "NVLink bridge")
    return;
  say("An NVLink bridge joins two GPUs; among " + format_count(cluster.gpus_per_node) +
          " the slowest hop is PCIe, and the plan assumes the bridge.",
      "Set cluster.intra_node to the PCIe link.");
}

void ask_gpu_figures(const Subject& subject, const FindingWriter& say) {
  const Cluster& cluster = subject.plan.cluster;
  if (cluster.gpu.preset) return;
  std::string links;
  const auto takes = [&](bool is_implied, std::string_view where, const Link& link) {
    if (is_implied)
      links.append(links.empty() ? "" : " and ").append(where).append(format_gb_per_s(link.gb_per_s));
  };
  takes(cluster.intra_node == default_intra_node(cluster), "inside the node at ", cluster.intra_node);
  takes(cluster.host_link == default_host_link(cluster), "to the host at ", cluster.host_link);
  if (links.empty()) return;
  say("The GPU is described by its memory, peak and bandwidth alone. Its links are taken from the " +
          name_of(default_cluster().gpu) + ": " + links + "; matrix products are taken to sustain " +
          format_percent(catalog().usual_sustained_share()) + " of the peak.",
      "State cluster.intra_node and cluster.host_link, or name the GPU in cluster.gpu.preset.");
}

void ask_other_gpus(const Subject& subject, const FindingWriter& say) {
  const Cluster& cluster = subject.plan.cluster;
  const std::int64_t others = count_of_others(cluster);
  if (others > cluster.ranks())
    say("cluster.other_gpus counts " + format_count(others) + " GPUs of " + format_count(cluster.ranks()) +
            "; GPUs beyond the cluster's count are left out, and none is of the kind of cluster.gpu.",
        "Lower the counts, or raise nodes × gpus_per_node: they are the total, which includes the others.");
}

constexpr std::array<Rule, 5> rules_of_cluster = {
    {{.code = "ranks_do_not_divide",
      .severity = Severity::fails_later,
      .keys = {"training.tensor_parallel", "training.sequence_parallel", "training.context_parallel"},
      .source =
          "utils/groups.py, _init_tp_mesh_device; runtime/config.py:709-727, which the parser lets pass",
      .ask = ask_ranks,
      .changes = {no_sequence_parallel, no_tensor_parallel},
      .needs = Subject::ranks,
      .impossible = true},
     {.code = "tensor_parallel_between_nodes",
      .severity = Severity::slow,
      .keys = {"training.tensor_parallel"},
      .ask = ask_nodes,
      .changes = {no_tensor_parallel},
      .needs = Subject::cluster},
     {.code = "more_other_gpus_than_gpus",
      .severity = Severity::ignored,
      .keys = {"cluster.other_gpus"},
      .ask = ask_other_gpus,
      .needs = Subject::cluster,
      .at_export = ExportEffect::silent},
     {.code = "gpu_of_figures_alone",
      .severity = Severity::style,
      .keys = {"cluster.gpu"},
      .ask = ask_gpu_figures,
      .needs = Subject::cluster,
      .at_export = ExportEffect::silent},
     {.code = "bridge_joins_pairs",
      .severity = Severity::style,
      .keys = {"cluster.intra_node"},
      .source = "resources/catalog/gpus.json: \"only links GPU pairs: 4+ GPUs fall back to PCIe\"",
      .ask = ask_bridge,
      .needs = Subject::cluster,
      .at_export = ExportEffect::silent}}};

}  // namespace

std::span<const Rule> cluster_rules() { return rules_of_cluster; }

}  // namespace zp
