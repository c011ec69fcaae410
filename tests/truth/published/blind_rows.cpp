// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/truth/published/blind_rows.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "core/memory/estimate.h"
#include "core/plan_file/plan_file.h"
#include "core/rules/check_plan.h"
#include "core/speed/step_time.h"
#include "core/speed/throughput.h"
#include "core/text/text_file.h"

namespace zp::test {
namespace {

using nlohmann::json;

std::string text_of(const json& row, const char* key) {
  const auto found = row.find(key);
  return found != row.end() && found->is_string() ? found->get<std::string>() : std::string();
}

/// Returns a plan with the overlay's dotted keys put over it.
json overlaid(json plan, const json& overlay) {
  for (const auto& [key, value] : overlay.items()) {
    std::string pointer = "/" + key;
    std::ranges::replace(pointer, '.', '/');
    plan[json::json_pointer(pointer)] = value;
  }
  return plan;
}

/// Returns the part of an overlay that is put over its plan.
json picked(const json& overlay, Overlays overlays) {
  if (overlays == Overlays::with) return overlay;
  json part = json::object();
  if (overlays == Overlays::program)
    for (const char* key : {"training.program", "training.program_version", "target.deepspeed_version"})
      if (const auto found = overlay.find(key); found != overlay.end()) part[key] = *found;
  return part;
}

/// Returns the first key of the overlay that the reader carries without effect; "" if there is none.
std::string unknown_of(const PlanDocument& document, const json& overlay) {
  for (const Finding& finding : unknown_keys(document.text))
    for (const auto& [key, value] : overlay.items())
      if (finding.path == key || key.starts_with(finding.path + ".")) return key;
  return {};
}

void read_plan_of(BlindRow& row, const json& plan, const json& overlay) {
  try {
    PlanDocument document = read_plan(overlaid(plan, overlay).dump());
    if (const std::string key = unknown_of(document, overlay); !key.empty())
      row.skipped = "the key " + key + " is not known";
    else if (!is_usable(check(document.plan)))
      row.skipped = "no estimate is made of this plan";
    else {
      row.plan = document.plan;
      row.document = std::move(document);
    }
  } catch (const FileError& error) {
    row.skipped = error.what();
  }
}

BlindRow row_from(const std::string& id, const json& from, Overlays overlays) {
  BlindRow row;
  row.id = id;
  row.source = from.at("source").get<std::string>();
  row.url = text_of(from, "source_url");
  row.configuration = text_of(from, "model") + ", " + text_of(from, "locator");
  row.quality = text_of(from, "quality");
  row.quantity = text_of(from, from.contains("meter") ? "meter" : "quantity");
  const json& measured = from.at(from.contains("meter") ? "measured_gib" : "measured");
  row.measured = measured.is_number() ? measured.get<double>() : 0;
  row.ran_out = text_of(from, "outcome") == "oom";
  row.has_outcome = !from.contains("outcome") || !from.at("outcome").is_null();
  if (const auto first = from.find("first"); first != from.end())
    row.first = FirstReading{first->at("predicted").get<double>(), first->value("fits", false),
                             first->value("odds", 0.0)};
  row.lacks_decisive = from.value("decisive_missing", false);
  row.cannot_say = text_of(from, "cannot_say");
  read_plan_of(row, from.at("plan"), picked(from.at("overlay"), overlays));
  return row;
}

Bytes blind_bytes(const MemoryEstimate& estimate, const std::string& meter) {
  if (meter == "max_allocated") return estimate.gpu.peak_allocated;
  if (meter == "max_reserved") return estimate.gpu.peak_reserved;
  if (meter == "nvml") return estimate.gpu.peak;
  if (meter == "host") return estimate.cpu.needed_per_node();
  throw std::runtime_error("unknown meter " + meter);
}

using WeightedErrors = std::vector<std::pair<double, double>>;  ///< error and weight

/// Returns the smallest error that errors of a share `part` of the weight do not exceed.
double error_holding(WeightedErrors errors, double part) {
  std::ranges::sort(errors);
  double total = 0, sum = 0;
  for (const auto& [error, weight] : errors)
    total += weight;
  for (const auto& [error, weight] : errors)
    if ((sum += weight) >= part * total - 1e-9) return error;
  return 0;
}

}  // namespace

std::vector<BlindRow> blind_rows(const std::string& file, Overlays overlays) {
  const json document = json::parse(read_text_file(ZP_TEST_DATA "/blind/" + file));
  std::vector<BlindRow> rows;
  for (const auto& [id, row] : document.at("rows").items())
    rows.push_back(row_from(id, row, overlays));
  return rows;
}

std::vector<BlindLeftOut> blind_left_out(const std::string& file) {
  const json document = json::parse(read_text_file(ZP_TEST_DATA "/blind/" + file));
  std::vector<BlindLeftOut> left;
  for (const auto& [id, row] : document.at("left_out").items())
    left.push_back({id, row.at("source").get<std::string>(), row.at("reason").get<std::string>()});
  return left;
}

double measured_seconds(const BlindRow& row) {
  const Plan& plan = *row.plan;
  const auto samples = static_cast<double>(train_batch_size(plan));
  const double tokens = samples * static_cast<double>(plan.training.sequence_length);
  const double gpus = static_cast<double>(plan.cluster.ranks());
  if (row.quantity == "step_s") return row.measured;
  if (row.quantity == "tokens_per_s_total") return tokens / row.measured;
  if (row.quantity == "tokens_per_s_per_gpu") return tokens / gpus / row.measured;
  if (row.quantity == "samples_per_s_total") return samples / row.measured;
  if (row.quantity == "tflops_per_gpu_model")
    return flops_per_step(plan).model / gpus / (row.measured * 1e12);
  throw std::runtime_error("unknown quantity " + row.quantity);
}

std::vector<BlindFigure> memory_figures(const std::vector<BlindRow>& rows) {
  std::vector<BlindFigure> figures;
  for (const BlindRow& row : rows) {
    if (!row.plan || row.ran_out || row.measured <= 0) continue;
    const Bytes bytes = blind_bytes(estimate_memory(*row.plan), row.quantity);
    figures.push_back({&row, row.measured, static_cast<double>(bytes.value()) / bytes_per_gib});
  }
  return figures;
}

std::vector<BlindFigure> speed_figures(const std::vector<BlindRow>& rows) {
  std::vector<BlindFigure> figures;
  for (const BlindRow& row : rows) {
    if (!row.plan || row.measured <= 0) continue;
    const StepTime time = estimate_speed(*row.plan);
    if (!time.is_known) continue;
    const double measured = measured_seconds(row);
    figures.push_back(
        {&row, measured, time.total, time.range.low <= measured && measured <= time.range.high});
  }
  return figures;
}

bool is_of_deepspeed(const BlindFigure& figure) {
  return figure.row->plan->training.framework == Framework::deepspeed;
}
bool is_gpu_peak(const BlindFigure& figure) { return figure.row->quantity != "host"; }
bool is_offloaded(const BlindFigure& figure) {
  return figure.row->plan->zero.offload_optimizer.device != Device::none;
}

BlindErrors errors_of(const std::vector<BlindFigure>& figures) {
  std::map<std::string, double> rows_of;
  for (const BlindFigure& figure : figures)
    rows_of[figure.row->source] += 1;
  WeightedErrors alike, by_rows, with_sign;
  for (const BlindFigure& figure : figures) {
    const double error = figure.error();
    alike.emplace_back(std::abs(error), 1 / rows_of[figure.row->source]);
    by_rows.emplace_back(std::abs(error), 1);
    with_sign.emplace_back(error, 1);
  }
  return {static_cast<int>(figures.size()), static_cast<int>(rows_of.size()), error_holding(alike, 0.5),
          error_holding(alike, 0.9),        error_holding(by_rows, 0.5),      error_holding(by_rows, 0.9),
          error_holding(with_sign, 0.5)};
}

BlindVerdicts verdicts_of(const std::vector<BlindRow>& rows) {
  BlindVerdicts verdicts;
  for (const BlindRow& row : rows) {
    if (!row.plan || !row.has_outcome) continue;
    const MemoryEstimate estimate = estimate_memory(*row.plan);
    const bool is_wrong = estimate.fits() == row.ran_out;
    (row.ran_out ? verdicts.ran_out : verdicts.ran) += 1;
    if (!is_wrong) continue;
    (row.ran_out ? verdicts.missed_failures : verdicts.false_alarms) += 1;
    const auto share = [](Bytes part, Bytes whole) {
      return std::to_string(static_cast<double>(part.value()) / static_cast<double>(whole.value()))
          .substr(0, 4);
    };
    verdicts.wrong.push_back(row.id + " " + row.source + (row.ran_out ? " ran out" : " ran") + ": GPU " +
                             share(estimate.gpu.peak, estimate.gpu.capacity) + ", host " +
                             share(estimate.cpu.needed_per_node(), estimate.cpu.capacity_per_node));
  }
  return verdicts;
}

}  // namespace zp::test
