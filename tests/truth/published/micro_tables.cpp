// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <cstdlib>

#include "core/catalog/catalog.h"
#include "core/speed/collectives.h"
#include "core/speed/step_time.h"
#include "tests/truth/published/speed_tables.h"

namespace zp::test {
namespace {

/// Returns "256MiB", "8GiB" or "256MB (recalled)" in bytes; 0 for "large".
double payload_bytes(const std::string& text) {
  const double value = std::atof(text.c_str());
  if (text.find("KiB") != std::string::npos) return value * 1024;
  if (text.find("MiB") != std::string::npos) return value * bytes_per_mib;
  if (text.find("GiB") != std::string::npos) return value * bytes_per_gib;
  if (text.find("MB") != std::string::npos) return value * 1e6;
  return 0;
}

AccuracyRow micro_row(const Published& published, const std::string& configuration, double measured,
                      double predicted) {
  const CsvRow& csv = published.row;
  return compared_row(csv, configuration, csv.text("metric"), measured, predicted, csv.text("notes"));
}

AccuracyTable micro_table(std::string id, std::string title, std::string description, AccuracyUnit unit) {
  return make_table("speed", std::move(id), std::move(title), std::move(description), unit);
}

}  // namespace

AccuracyTable collective_table() {
  AccuracyTable table = micro_table(
      "collectives", "Collectives by message size",
      "Bus bandwidth of NCCL all-reduces as nccl-tests counts it, beside what the clock takes for a "
      "collective of that size: rings, or NVLink switches that reduce by themselves where they are faster.",
      AccuracyUnit::none);
  for (const Published& published : published_rows("throughput-measured.csv")) {
    const CsvRow& csv = published.row;
    const double payload = payload_bytes(csv.text("value2"));
    if (csv.text("family") != "collective" || !(payload > 0) || !csv.has("gpu")) continue;
    const Plan plan = plan_on_cluster_of(csv);
    Ring<double> group = ring_of<double>(plan.cluster, parallelism_of(plan).zero, sym::zero_group);
    if (csv.text("metric").starts_with("all_reduce_ring")) group.reduces_in_switch = false;
    const bool is_all_reduce = csv.text("metric").starts_with("all_reduce");
    const double seconds = collective_seconds(
        is_all_reduce ? Collective::all_reduce : Collective::reduce_scatter, group, payload, 1.0);
    const double ring = (group.ranks - 1) / group.ranks * (is_all_reduce ? 2 : 1);
    table.rows.push_back(micro_row(published,
                                   csv.text("gpu") + ", " + csv.text("n_gpus") + " GPUs, " +
                                       csv.text("value2") + ", " + csv.text("inter_node"),
                                   csv.number("value"), payload * ring / seconds / bytes_per_gb));
  }
  finish(table);
  table.note =
      "In GB/s. TP1206 and TP1208 are the first sizes of a sweep over four nodes: 6.3 and 3.2 ms for "
      "messages of 32 and 64 KiB where 512 KiB take 0.36, which is the run connecting, not sending. TP1583 "
      "and TP1585 are medians of a cluster in use, of which the source shows a band from an eighth to twice "
      "that.";
  return table;
}

AccuracyTable cpu_adam_table() {
  AccuracyTable table =
      micro_table("cpu_adam", "The optimizer in host memory",
                  "Seconds of DeepSpeed's CPU Adam and of PyTorch's alone. GPU optimizers of the same "
                  "tables are left out.",
                  AccuracyUnit::seconds);
  for (const Published& published : published_rows("throughput-measured.csv")) {
    const CsvRow& csv = published.row;
    const std::string& optimizer = csv.text("optimizer");
    const bool is_torch = optimizer == "PyTorch CPU Adam";
    if (csv.text("family") != "cpu_adam" || !csv.has("params_b") ||
        !(is_torch || optimizer == "DeepSpeed CPU-Adam"))
      continue;
    Plan plan = plan_on_cluster_of(csv);
    plan.zero.stage = 2;
    plan.zero.offload_optimizer.device = Device::cpu;
    plan.training.optimizer_options.torch_adam = is_torch;
    plan.model = model_from_parameters(Params(static_cast<std::int64_t>(csv.number("params_b") * 1e9)));
    if (csv.text("host").starts_with("Grace")) {
      plan.cluster.gpu = gpu_from_preset(catalog().find_gpu("gh200-96gb"));
      plan.cluster.cpu_memory_gb_per_s = 500;  // the LPDDR5X of one Grace
      plan.cluster.cpu_cores = 72;
    }
    table.rows.push_back(micro_row(
        published, csv.text("params_b") + " billion parameters, " + optimizer + ", " + csv.text("host"),
        csv.number("value"), estimate_speed(plan).ledger.busy(TimeId::optimizer_cpu)));
  }
  finish(table);
  return table;
}

AccuracyTable host_link_table() {
  AccuracyTable table = micro_table("host_link", "Copies between host and GPU",
                                    "Bandwidth of large pinned copies, in GB/s.", AccuracyUnit::none);
  for (const Published& published : published_rows("throughput-measured.csv")) {
    const CsvRow& csv = published.row;
    if (csv.text("family") != "pcie") continue;
    Plan plan = plan_on_cluster_of(csv);
    plan.cluster.host_link = link_from_preset(catalog().find_link("pcie-5.0-x16"), 1);
    plan.zero.stage = 2;
    plan.zero.offload_optimizer.device = Device::cpu;
    const StepTime time = estimate_speed(plan);
    const TimeEntry* copy = time.ledger.find(TimeId::weights_to_gpu);
    table.rows.push_back(micro_row(published, csv.text("host").empty() ? "PCIe 5 x16" : csv.text("host"),
                                   csv.number("value"), copy == nullptr ? 0 : copy->rate / bytes_per_gb));
  }
  finish(table);
  return table;
}

}  // namespace zp::test
