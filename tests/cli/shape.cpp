// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/cli/shape.h"

#include <algorithm>
#include <map>

namespace zp::test {
namespace {

std::string object_difference(const Json& value, const Json& sample, const std::string& path) {
  auto position = value.begin();
  for (const auto& [key, part] : sample.items()) {
    const std::string here = path.empty() ? key : path + "." + key;
    const auto found = value.find(key);
    if (found == value.end()) return here + " is missing";
    if (std::distance(value.begin(), found) < std::distance(value.begin(), position))
      return here + " is out of order";
    position = found;
    const bool may_be_null = path == "step" || path.starts_with("step.") || path == "throughput";
    if (may_be_null && found->is_null()) continue;
    if (std::string difference = difference_of_shape(*found, part, here); !difference.empty())
      return difference;
  }
  return "";
}

bool is_one_of(const std::string& word, std::string words) {
  words = "|" + words + "|";
  return words.find("|" + word + "|") != std::string::npos;
}

std::string text_difference(const Json& value, const std::string& sample, const std::string& path) {
  if (!value.is_string()) return path + " is no text: " + value.dump();
  const bool is_choice = sample.find('|') != std::string::npos || path == "format";
  return is_choice && !is_one_of(value, sample) ? path + " is " + value.dump() + ", not one of " + sample
                                                : "";
}

/// Returns the bytes of the entries at `place` that count in `phase` ("" for all), by component.
std::map<std::string, std::int64_t> sums_of(const Json& ledger, const std::string& place,
                                            const std::string& phase) {
  std::map<std::string, std::int64_t> sums;
  for (const Json& entry : ledger) {
    const Json& phases = entry["phases"];
    const bool counts = phase.empty() || std::ranges::find(phases, Json(phase)) != phases.end();
    if (entry["place"] == place && counts) sums[entry["component"]] += entry["bytes"].get<std::int64_t>();
  }
  return sums;
}

std::int64_t total_of(const std::map<std::string, std::int64_t>& sums) {
  std::int64_t total = 0;
  for (const auto& [component, bytes] : sums)
    total += bytes;
  return total;
}

std::int64_t total_of(const Json& components) {
  std::int64_t total = 0;
  for (const Json& bytes : components)
    total += bytes.get<std::int64_t>();
  return total;
}

std::string expect(const std::string& what, std::int64_t value, std::int64_t wanted) {
  return value == wanted
             ? ""
             : what + " is " + std::to_string(value) + ", the parts make " + std::to_string(wanted);
}

std::string gpu_difference(const Json& gpu, const Json& ledger) {
  const auto at_peak = sums_of(ledger, "gpu", gpu["peak_phase"]);
  for (const auto& [component, bytes] : gpu["components"].items()) {
    const auto found = at_peak.find(component);
    const std::int64_t entries = found == at_peak.end() ? 0 : found->second;
    if (std::string wrong = expect("gpu." + component, bytes, entries); !wrong.empty()) return wrong;
  }
  for (const auto& [phase, bytes] : gpu["phases"].items())
    if (std::string wrong = expect("phase " + phase, bytes, total_of(sums_of(ledger, "gpu", phase)));
        !wrong.empty())
      return wrong;
  const std::int64_t peak = gpu["peak"];
  const Json& parts = gpu["components"];
  const std::int64_t framework = parts["framework"], fragmentation = parts["fragmentation"];
  for (const std::string& wrong :
       {expect("peak", peak, total_of(parts)),
        expect("phase at the peak", gpu["phases"][gpu["peak_phase"].get<std::string>()], peak),
        expect("peak_reserved", gpu["peak_reserved"], peak - framework),
        expect("headroom", gpu["headroom"], gpu["capacity"].get<std::int64_t>() - peak)})
    if (!wrong.empty()) return wrong;
  // The tensors may peak at another moment than the total.
  if (gpu["peak_allocated"] < peak - framework - fragmentation ||
      gpu["peak_allocated"] > gpu["peak_reserved"])
    return "peak_allocated is " + gpu["peak_allocated"].dump() + " of " + gpu["peak_reserved"].dump() +
           " reserved";
  if (gpu["fits"] != (gpu["headroom"] >= 0)) return "gpu.fits contradicts the headroom";
  if (gpu["peak_range"]["low"] > peak || gpu["peak_range"]["high"] < peak)
    return "the peak is outside its range";
  return gpu["steady"] > gpu["peak_allocated"] ? "steady is above the peak" : "";
}

}  // namespace

const Json& contract_estimate() {
  static const Json sample = Json::parse(R"({ "format": "zero-estimate/1",
  "model": {"parameters": 0, "trainable": 0, "active": 0, "largest_tensor": 0},
  "gpu": {
    "components": {"parameters":0,"gradients":0,"master_weights":0,"optimizer_states":0,"communication_buffers":0,
                   "gathered_parameters":0,"activations":0,"logits_and_loss":0,"step_workspace":0,"offload_staging":0,
                   "framework":0,"fragmentation":0},
    "phases": {"initialisation":0,"forward":0,"backward":0,"step":0,"save":0},
    "steady": 0, "peak_allocated": 0, "peak_reserved": 0, "peak": 0,
    "peak_phase": "initialisation|forward|backward|step|save", "peak_range": {"low":0,"high":0},
    "capacity": 0, "headroom": 0, "fits": true },
  "cpu":  {"components": {}, "per_rank": 0, "per_node": 0, "pinned_per_node": 0, "capacity_per_node": 0, "fits": true},
  "nvme": {"components": {}, "per_node": 0, "capacity_per_node": 0, "fits": true},
  "step": {"forward_s":0.5,"backward_s":0.5,"communication_s":0.5,"exposed_communication_s":0.5,"optimizer_s":0.5,
           "offload_s":0.5,"total_s":0.5,"total_range":{"low":0.5,"high":0.5},
           "bound_by":"compute|network|node_link|host_link|host_memory|drive"},
  "throughput": {"tokens_per_s_per_gpu":0.5,"tokens_per_s":0.5,"tflops_per_gpu":0.5,"mfu":0.5,"slowdown_vs_stage_1":0.5},
  "ledger": [{"id":"gradients.partition","component":"parameters|gradients|master_weights|optimizer_states|communication_buffers|gathered_parameters|activations|logits_and_loss|step_workspace|offload_staging|framework|fragmentation",
              "place":"gpu|cpu|nvme","bytes":0,"phases":["initialisation|forward|backward|step|save"],"formula":"…","source":"…"}],
  "issues": [{"severity":"refused|fails_later|ignored|slow|wasteful|style","code":"…","path":"…","message":"…","fix":"…"}] })");
  return sample;
}

std::string difference_of_shape(const Json& value, const Json& sample, const std::string& path) {
  if (sample.is_object()) {
    if (!value.is_object()) return path + " is no object: " + value.dump();
    return object_difference(value, sample, path);
  }
  if (sample.is_array()) {
    if (!value.is_array()) return path + " is no list: " + value.dump();
    for (std::size_t i = 0; i < value.size(); ++i)
      if (std::string wrong = difference_of_shape(value[i], sample[0], path + "[" + std::to_string(i) + "]");
          !wrong.empty())
        return wrong;
    return "";
  }
  if (sample.is_string()) return text_difference(value, sample, path);
  if (sample.is_boolean()) return value.is_boolean() ? "" : path + " is no boolean: " + value.dump();
  if (sample.is_number_float()) return value.is_number() ? "" : path + " is no number: " + value.dump();
  return value.is_number_integer() ? "" : path + " is no integer: " + value.dump();
}

std::string difference_of_sums(const Json& estimate) {
  const Json& ledger = estimate["ledger"];
  if (std::string wrong = gpu_difference(estimate["gpu"], ledger); !wrong.empty()) return wrong;
  const Json& cpu = estimate["cpu"];
  if (std::string wrong = expect("cpu.per_rank", cpu["per_rank"], total_of(cpu["components"]));
      !wrong.empty())
    return wrong;
  const Json& nvme = estimate["nvme"];
  for (const std::string& wrong :
       {expect("nvme.per_node", nvme["per_node"], total_of(nvme["components"])),
        expect("nvme entries", nvme["per_node"], total_of(sums_of(ledger, "nvme", "")))})
    if (!wrong.empty()) return wrong;
  return "";
}

}  // namespace zp::test
