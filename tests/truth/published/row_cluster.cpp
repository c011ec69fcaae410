// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/truth/published/row_cluster.h"

#include <algorithm>

namespace zp::test {
namespace {

using nlohmann::json;

json gpu_of(const CsvRow& row, const json& settings) {
  const json& gpus = settings["gpus"];
  if (const auto preset = gpus.find(row.text("gpu") + "/" + row.text("gpu_mem_gb")); preset != gpus.end())
    return preset->is_string() ? json{{"preset", *preset}} : *preset;
  if (row.has("gpu_mem_gb")) return {{"memory_gib", row.number("gpu_mem_gb")}};
  return nullptr;
}

/// Merges the host into the cluster. If the GPUs of a node share their way to the host, `node_host_gb_per_s`
/// is divided among them.
void add_host(json& cluster, json host, double gpus) {
  host.erase("where");
  if (const auto shared = host.find("node_host_gb_per_s"); shared != host.end()) {
    const double alone = host["host_link"]["gb_per_s"];
    host["host_link"]["gb_per_s"] = std::min(alone, shared->get<double>() / gpus);
    host.erase("node_host_gb_per_s");
  }
  cluster.merge_patch(host);
}

}  // namespace

json cluster_of(const CsvRow& row, const json& settings) {
  const std::int64_t ranks = std::max<std::int64_t>(1, row.count("n_gpus"));
  const std::int64_t per_node = std::min(ranks, row.has("gpus_per_node") ? row.count("gpus_per_node") : 8);
  json cluster = {{"nodes", (ranks + per_node - 1) / per_node}, {"gpus_per_node", per_node}};
  if (const json gpu = gpu_of(row, settings); !gpu.is_null()) cluster["gpu"] = gpu;
  if (const auto network = settings["networks"].find(row.text("inter_node"));
      network != settings["networks"].end())
    cluster["inter_node"] = {
        {"gb_per_s", network->at("node_gb_per_s").get<double>() / static_cast<double>(per_node)}};
  if (const auto link = settings["links"].find(row.text("intra_node")); link != settings["links"].end())
    cluster["intra_node"] = {{"gb_per_s", link->at("gb_per_s")}};
  for (const auto& [start, host] : settings["hosts"].items())
    if (row.text("host").starts_with(start)) add_host(cluster, host, static_cast<double>(per_node));
  return cluster;
}

}  // namespace zp::test
