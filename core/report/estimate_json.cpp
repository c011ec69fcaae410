// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <cmath>
#include <nlohmann/json.hpp>

#include "core/memory/explain.h"
#include "core/plan_file/machine_profile.h"
#include "core/plan_file/plan_file.h"
#include "core/report/json.h"
#include "core/report/members_json.h"
#include "core/report/sections_json.h"
#include "core/rules/check_plan.h"
#include "core/rules/not_counted.h"
#include "core/sharding/mixed_gpus.h"
#include "core/sharding/types_of.h"

namespace zp {
namespace {

using Json = nlohmann::ordered_json;

enum class Zeros { kept, left_out };

Json component_object(const ComponentBytes& components, Zeros zeros) {
  Members members;
  for (std::size_t i = 0; i < component_count; ++i)
    if (zeros == Zeros::kept || components[i].value() != 0)
      members.put(name_of(static_cast<Component>(i)), components[i].value());
  return std::move(members).take();
}

Json range_object(const ByteRange& range) {
  return Members().add("low", range.low.value()).add("high", range.high.value()).take();
}

Json model_object(const ModelSize& model) {
  return Members()
      .add("parameters", model.parameters.value())
      .add("trainable", model.trainable.value())
      .add("active", model.active.value())
      .add("largest_tensor", model.largest_tensor.value())
      .take();
}

Json gpu_object(const GpuMemory& gpu) {
  Members phases;
  for (std::size_t i = 0; i < phase_count; ++i)  // phases of every plan, and those that a method adds
    if (gpu.phases[i].value() > 0 || i <= static_cast<std::size_t>(Phase::save))
      phases.put(name_of(static_cast<Phase>(i)), gpu.phases[i].value());
  return Members()
      .add("components", component_object(gpu.components, Zeros::kept))
      .add("phases", std::move(phases).take())
      .add("steady", gpu.steady.value())
      .add("peak_allocated", gpu.peak_allocated.value())
      .add("peak_reserved", gpu.peak_reserved.value())
      .add("peak", gpu.peak.value())
      .add("peak_phase", std::string(name_of(gpu.peak_phase)))
      .add("peak_range", range_object(gpu.peak_range))
      .add("capacity", gpu.capacity.value())
      .add("headroom", gpu.headroom.value())
      .add("fits", gpu.fits)
      .take();
}

Json cpu_object(const HostMemory& cpu) {
  return Members()
      .add("components", component_object(cpu.components, Zeros::left_out))
      .add("per_rank", cpu.per_rank.value())
      .add("per_node", cpu.per_node.value())
      .add("pinned_per_node", cpu.pinned_per_node.value())
      .add("capacity_per_node", cpu.capacity_per_node.value())
      .add("fits", cpu.fits)
      .add("pinned_rounded_per_node", cpu.pinned_rounded_per_node.value())
      .add("loading_per_node", cpu.loading_per_node.value())
      .add("needed_per_node", cpu.needed_per_node().value())
      .take();
}

Json nvme_object(const NvmeSpace& nvme) {
  return Members()
      .add("components", component_object(nvme.components, Zeros::left_out))
      .add("per_node", nvme.per_node.value())
      .add("capacity_per_node", nvme.capacity_per_node.value())
      .add("fits", nvme.fits)
      .add("smallest_buffers",
           Members()
               .add("offload_optimizer.buffer_count", nvme.smallest_buffers.optimizer_buffer_count)
               .add("offload_param.buffer_count", nvme.smallest_buffers.parameter_buffer_count)
               .add("offload_param.buffer_size", nvme.smallest_buffers.parameter_buffer_size)
               .take())
      .take();
}

Json mixed_gpus_object(const Cluster& cluster) {
  const MixedGpus mixed = mixed_gpus(cluster);
  Json kinds = Json::array();
  for (const GpuKind& kind : mixed.kinds)
    kinds.push_back({{"name", name_of(kind.gpu)}, {"count", kind.count}});
  return Members()
      .add("kinds", std::move(kinds))
      .add("memory_bound_by", name_of(mixed.kinds[mixed.smallest].gpu))
      .add("step_bound_by", name_of(mixed.kinds[mixed.slowest].gpu))
      .add("idle_bytes", from_gib(mixed.idle_gib).value())
      .add("idle_flops_share", mixed.idle_share)
      .take();
}

Json entry_object(const Entry& entry, const Explanation& words) {
  Json phases = Json::array();
  for (std::size_t i = 0; i < phase_count; ++i)
    if (const auto phase = static_cast<Phase>(i); entry.counts_in(phase))
      phases.push_back(std::string(name_of(phase)));
  return Members()
      .add("id", std::string(name_of(entry.id)))
      .add("component", std::string(name_of(entry.component)))
      .add("place", std::string(name_of(entry.place)))
      .add("bytes", entry.bytes.value())
      .add("phases", std::move(phases))
      .add("formula", words.bytes.formula())
      .add("figures", words.bytes.figures())
      .add("symbols", symbols_object(words.bytes.symbols()))
      .add("source", std::string(words.source))
      .add("low", entry.low.value())
      .add("high", entry.high.value())
      .add("pinned", entry.pinned)
      .add("per", entry.place == Place::nvme ? "node" : "rank")
      .add("title", std::string(words.title))
      .add("meaning", std::string(words.meaning))
      .add("lever", std::string(words.lever))
      .take();
}

Json not_counted_array(const PlanDocument& document) {
  Json array = Json::array();
  for (const UncountedKey& key : not_counted(document))
    array.push_back({{"path", key.path}, {"reason", std::string(key.reason)}});
  return array;
}

Json types_object(const Plan& plan) {
  const ResolvedTypes resolved = resolved_types(plan);
  Json object = Json::object();
  for (const TensorTypeRow& row : tensor_type_rows) {
    const Dtype type = resolved.types.*row.resolved;
    const TypeOrigin origin = resolved.origins.*row.origin;
    object[row.name] = {{"type", name_of(type)}, {"from", name_of(origin)}};
  }
  return object;
}

Json totals_object(const Plan& plan, const Figures& figures) {
  const MemoryEstimate& estimate = figures.estimate;
  return Members()
      .add("format", "zero-estimate/1")
      .add("model", model_object(estimate.model))
      .add("gpu", gpu_object(estimate.gpu))
      .add("cpu", cpu_object(estimate.cpu))
      .add("nvme", nvme_object(estimate.nvme))
      .add("checkpoint", checkpoint_object(plan, figures))
      .add("step", step_object(plan, figures.time))
      .add("throughput", throughput_object(figures))
      .take();
}

}  // namespace

Json symbols_object(std::span<const SymbolValue> symbols) {
  Members object(symbols.size());
  for (const auto& [row, value] : symbols) {
    const bool is_whole = value == std::floor(value) && std::abs(value) <= largest_amount;
    object.put(row->name, Members(3)
                              .add("meaning", std::string(row->meaning))
                              .add("value", is_whole ? Json(static_cast<std::int64_t>(value)) : Json(value))
                              .add("unit", std::string(row->unit))
                              .take());
  }
  return std::move(object).take();
}

Json plan_object(const PlanDocument& document) { return Json::parse(write_plan(document)); }

nlohmann::ordered_json text_or_null(const std::string& text) {
  return text.empty() ? nlohmann::ordered_json() : nlohmann::ordered_json(text);
}

std::string text_of(const Json& json, bool one_line) {
  return json.dump(one_line ? -1 : 2, ' ', false, Json::error_handler_t::replace) + "\n";
}

Json estimate_object(const PlanDocument& document, const Figures& figures,
                     const std::vector<Finding>& findings) {
  const Plan& plan = document.plan;
  const MemoryEstimate& estimate = figures.estimate;
  Json ledger = Json::array();
  const Explanations words(plan, estimate.ledger);
  for (const Entry& entry : estimate.ledger.entries())
    ledger.push_back(entry_object(entry, words.of(entry.id)));
  Json object = totals_object(plan, figures);
  if (const std::string calibrated = calibrated_on(document); !calibrated.empty())
    object["calibrated_on"] = calibrated;
  if (plan.cluster.is_mixed()) object["mixed_gpus"] = mixed_gpus_object(plan.cluster);
  if (!estimate.stage.is_whole()) object["pipeline"] = pipeline_array(plan);
  object["types"] = types_object(plan);
  object["ledger"] = std::move(ledger);
  object["time_ledger"] = time_ledger_array(plan, figures.time);
  object["issues"] = issue_array(document, findings);
  object["not_counted"] = not_counted_array(document);
  return object;
}

namespace {

/// Returns severity, code and path of each finding, which is what a program asks for.
Json brief_issues(std::span<const Finding> findings) {
  Json issues = Json::array();
  for (const Finding& finding : findings)
    issues.push_back({{"severity", std::string(name_of(finding.severity))},
                      {"code", finding.code},
                      {"path", finding.path}});
  return issues;
}

}  // namespace

std::string brief_json(const PlanDocument& document) {
  const std::vector<Finding> findings = check(document);
  const Figures figures = is_usable(findings) ? figures_of(document.plan) : Figures();
  Json object = totals_object(document.plan, figures);
  object["issues"] = brief_issues(findings);
  return text_of(object, true);
}

std::string estimate_json(const Evaluation& evaluation, JsonStyle style) {
  return text_of(estimate_object(evaluation.document, evaluation.figures, evaluation.findings),
                 style == JsonStyle::one_line);
}

std::string error_json(const std::string& sentence) { return text_of(Json{{"error", sentence}}, true); }

}  // namespace zp
