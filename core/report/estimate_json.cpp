// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <cmath>
#include <nlohmann/json.hpp>

#include "core/memory/explain.h"
#include "core/memory/odds.h"
#include "core/plan_file/machine_profile.h"
#include "core/plan_file/plan_file.h"
#include "core/plan_file/program_defaults.h"
#include "core/report/json.h"
#include "core/report/sections_json.h"
#include "core/report/unstated_json.h"
#include "core/rules/check_plan.h"
#include "core/rules/not_counted.h"
#include "core/sharding/mixed_gpus.h"
#include "core/sharding/types_of.h"

namespace zp {
namespace {

using Json = nlohmann::ordered_json;

enum class Zeros { kept, left_out };

Json component_object(const ComponentBytes& components, Zeros zeros) {
  Json object = Json::object();
  for (std::size_t i = 0; i < component_count; ++i)
    if (zeros == Zeros::kept || components[i].value() != 0)
      object[std::string(name_of(static_cast<Component>(i)))] = components[i].value();
  return object;
}

Json range_object(const ByteRange& range) {
  return {{"low", range.low.value()}, {"high", range.high.value()}};
}

Json model_object(const ModelSize& model) {
  return {{"parameters", model.parameters.value()},
          {"trainable", model.trainable.value()},
          {"active", model.active.value()},
          {"largest_tensor", model.largest_tensor.value()}};
}

Json gpu_object(const GpuMemory& gpu, const FitOdds& odds) {
  Json phases = Json::object();
  for (std::size_t i = 0; i < phase_count; ++i)  // phases that every plan has, and those that a method adds
    if (gpu.phases[i].value() > 0 || i <= static_cast<std::size_t>(Phase::save))
      phases[std::string(name_of(static_cast<Phase>(i)))] = gpu.phases[i].value();
  return {{"components", component_object(gpu.components, Zeros::kept)},
          {"phases", std::move(phases)},
          {"steady", gpu.steady.value()},
          {"peak_allocated", gpu.peak_allocated.value()},
          {"peak_reserved", gpu.peak_reserved.value()},
          {"peak", gpu.peak.value()},
          {"peak_phase", std::string(name_of(gpu.peak_phase))},
          {"peak_range", range_object(gpu.peak_range)},
          {"likely_peak", range_object(gpu.likely_peak)},
          {"capacity", gpu.capacity.value()},
          {"needed", gpu.needed().value()},
          {"headroom", gpu.headroom.value()},
          {"fits", gpu.fits},
          {"fits_probability", shown_odds(odds.gpu)}};
}

Json cpu_object(const HostMemory& cpu, const FitOdds& odds) {
  Json phases = Json::object();
  for (std::size_t i = 0; i < host_phase_count; ++i)
    phases[std::string(name_of(static_cast<HostPhase>(i)))] = cpu.phases[i].value();
  return {{"components", component_object(cpu.components, Zeros::left_out)},
          {"per_rank", cpu.per_rank.value()},
          {"per_node", cpu.per_node.value()},
          {"pinned_per_node", cpu.pinned_per_node.value()},
          {"capacity_per_node", cpu.capacity_per_node.value()},
          {"fits", cpu.fits},
          {"fits_probability", shown_odds(odds.host)},
          {"pinned_rounded_per_node", cpu.pinned_rounded_per_node.value()},
          {"loading_per_node", cpu.loading_per_node.value()},
          {"needed_per_node", cpu.needed_per_node().value()},
          {"phases", std::move(phases)},
          {"binding_phase", std::string(name_of(cpu.binding))}};
}

Json nvme_object(const NvmeSpace& nvme) {
  return {{"components", component_object(nvme.components, Zeros::left_out)},
          {"per_node", nvme.per_node.value()},
          {"capacity_per_node", nvme.capacity_per_node.value()},
          {"fits", nvme.fits},
          {"smallest_buffers",
           Json{{"offload_optimizer.buffer_count", nvme.smallest_buffers.optimizer_buffer_count},
                {"offload_param.buffer_count", nvme.smallest_buffers.parameter_buffer_count},
                {"offload_param.buffer_size", nvme.smallest_buffers.parameter_buffer_size}}}};
}

Json mixed_gpus_object(const Cluster& cluster) {
  const MixedGpus mixed = mixed_gpus(cluster);
  Json kinds = Json::array();
  for (const GpuKind& kind : mixed.kinds)
    kinds.push_back({{"name", name_of(kind.gpu)}, {"count", kind.count}});
  return {{"kinds", std::move(kinds)},
          {"memory_bound_by", name_of(mixed.kinds[mixed.smallest].gpu)},
          {"step_bound_by", name_of(mixed.kinds[mixed.slowest].gpu)},
          {"idle_bytes", from_gib(mixed.idle_gib).value()},
          {"idle_flops_share", mixed.idle_share}};
}

Json amounts_object(const std::vector<ChangedAmount>& amounts, std::string_view name) {
  Json list = Json::array();
  for (const ChangedAmount& amount : amounts)
    list.push_back({{std::string(name), amount.name}, {"before", amount.before}, {"now", amount.now}});
  return list;
}

Json since_object(const SinceSaved& since) {
  return {{"version", since.version},
          {"figures", amounts_object(since.figures, "figure")},
          {"entries", amounts_object(since.entries, "id")},
          {"sentence", since.sentence}};
}

Json entry_object(const Entry& entry, const Explanation& words) {
  Json phases = Json::array();
  for (std::size_t i = 0; i < phase_count; ++i)
    if (const auto phase = static_cast<Phase>(i); entry.counts_in(phase))
      phases.push_back(std::string(name_of(phase)));
  return {{"id", std::string(name_of(entry.id))},
          {"component", std::string(name_of(entry.component))},
          {"place", std::string(name_of(entry.place))},
          {"bytes", entry.bytes.value()},
          {"phases", std::move(phases)},
          {"formula", words.bytes.formula()},
          {"figures", words.bytes.figures()},
          {"symbols", symbols_object(words.bytes.symbols())},
          {"source", std::string(words.source)},
          {"low", entry.low.value()},
          {"high", entry.high.value()},
          {"pinned", entry.pinned},
          {"per", entry.place == Place::nvme ? "node"
                  : entry.on_first_rank      ? "first_rank"
                                             : "rank"},
          {"title", std::string(words.title)},
          {"meaning", std::string(words.meaning)},
          {"lever", std::string(words.lever)}};
}

/// Returns the values that the plan has from its training program.
Json defaults_array(const PlanDocument& document) {
  Json array = Json::array();
  for (const FilledValue& filled : filled_values(document))
    array.push_back({{"path", filled.path},
                     {"value", filled.value},
                     {"program", filled.program},
                     {"fact", filled.fact},
                     {"source", filled.source}});
  return array;
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
  const FitOdds odds = fit_odds(plan, estimate);
  Json object = {{"format", "zero-estimate/1"},
                 {"model", model_object(estimate.model)},
                 {"fits_probability", shown_odds(odds.both)},
                 {"fits_word", std::string(name_of(fit_word(odds.both)))},
                 {"gpu", gpu_object(estimate.gpu, odds)},
                 {"cpu", cpu_object(estimate.cpu, odds)},
                 {"nvme", nvme_object(estimate.nvme)},
                 {"checkpoint", checkpoint_object(plan, figures)},
                 {"step", step_object(plan, figures.time)},
                 {"throughput", throughput_object(figures)}};
  const WholeRun run = whole_run(plan, figures.time);
  if (run.hours > 0) object["run"] = whole_run_object(run);
  return object;
}

}  // namespace

Json symbols_object(std::span<const SymbolValue> symbols) {
  Json object = Json::object();
  for (const auto& [row, value] : symbols) {
    const bool is_whole = value == std::floor(value) && std::abs(value) <= largest_amount;
    object[std::string(row->name)] = {
        {"meaning", std::string(row->meaning)},
        {"value", is_whole ? Json(static_cast<std::int64_t>(value)) : Json(value)},
        {"unit", std::string(row->unit)}};
  }
  return object;
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
  object["defaults"] = defaults_array(document);
  object["not_counted"] = not_counted_array(document);
  return object;
}

namespace {

/// Returns severity, code and path of each finding.
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

std::string estimate_json(const Evaluation& evaluation, JsonStyle style,
                          const std::optional<SinceSaved>& since) {
  Json object = estimate_object(evaluation.document, evaluation.figures, evaluation.findings);
  add_unstated(object, evaluation.document, evaluation.is_usable);
  if (since) object["since_saved"] = since_object(*since);
  return text_of(object, style == JsonStyle::one_line);
}

std::string error_json(const std::string& sentence) { return text_of(Json{{"error", sentence}}, true); }

}  // namespace zp
