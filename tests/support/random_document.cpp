// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/support/random_document.h"

#include <rapidcheck.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/catalog/catalog.h"
#include "tests/support/agreeing_types.h"

namespace zp::test {

bool once_in(int n) { return *rc::gen::inRange(0, n) == 0; }
namespace {

Model random_model() {
  switch (*rc::gen::inRange(0, 4)) {
    case 0:
      return model_from_parameters(Params(*rc::gen::inRange<std::int64_t>(1, 1'000'000'000'000)));
    case 1: {
      std::vector<TensorKind> kinds(*rc::gen::inRange<std::size_t>(1, 5));
      for (TensorKind& kind : kinds)
        kind = {*rc::gen::inRange(1, 10'000), *rc::gen::inRange(1, 10'000), *rc::gen::inRange(1, 100),
                TensorRole::other, *rc::gen::arbitrary<bool>()};
      return model_from_tensors(std::move(kinds));
    }
    case 2: {  // a preset's shape with one size changed, as after an edit in the window
      Model model = model_from_preset(*rc::gen::elementOf(catalog().models));
      model.source = ModelSource::architecture;
      model.preset = {};
      model.architecture.layers = *rc::gen::inRange(1, 1000);
      if (once_in(2)) model.architecture.vocab_size = *rc::gen::inRange(1, 300'000);
      if (once_in(3)) model.architecture.gated_mlp = !model.architecture.gated_mlp;
      if (once_in(3)) model.architecture.frozen_parameters = *rc::gen::inRange(0, 1'000'000);
      return model;
    }
    default: {
      Model model = model_from_preset(*rc::gen::elementOf(catalog().models));
      if (once_in(4)) model.architecture.frozen_parameters = *rc::gen::inRange(0, 1'000'000);
      return model;
    }
  }
}

}  // namespace

KeyValue random_value(const PlanKey& key) {
  const double high = std::min(key.range.high, 1e15);
  switch (key.kind) {
    case KeyKind::count:
      return *rc::gen::inRange(static_cast<std::int64_t>(key.range.low), static_cast<std::int64_t>(high) + 1);
    case KeyKind::real: {
      const double share = *rc::gen::inRange(0, 1'000'001) / 1e6;
      const double value = key.range.low + (high - key.range.low) * share * share * share;
      return key.type == "count" ? std::round(value) : value;
    }
    case KeyKind::flag:
      return *rc::gen::arbitrary<bool>();
    case KeyKind::word:
    case KeyKind::other:
      break;
  }
  return key.words[*rc::gen::inRange<std::size_t>(0, key.words.size())];
}

Plan random_plan() {
  Plan plan;
  plan.model = random_model();
  if (once_in(3)) plan.target.deepspeed_version = {0, *rc::gen::inRange(10, 21), *rc::gen::inRange(0, 10)};
  Cluster& cluster = plan.cluster;
  cluster.gpus_per_node = *rc::gen::inRange(1, 17);
  if (once_in(2)) cluster.gpu = gpu_from_preset(*rc::gen::elementOf(catalog().gpus));
  if (once_in(4)) cluster.gpu.preset = {};
  cluster.intra_node = default_intra_node(cluster.gpu);
  cluster.host_link = default_host_link(cluster.gpu);
  for (Link* link : {&cluster.intra_node, &cluster.inter_node, &cluster.host_link}) {
    const SharedLinkPreset preset = *rc::gen::elementOf(catalog().links);
    if (once_in(3) && preset->kind != LinkKind::nvme) *link = link_from_preset(preset, cluster.gpus_per_node);
  }
  const int gpus_per_node = cluster.gpus_per_node;
  for (const PlanKey& key : plan_keys())
    if (key.value != nullptr && once_in(3)) key.set(plan, random_value(key));
  plan.cluster.gpus_per_node = gpus_per_node;  // links that a node's GPUs share are divided by it
  plan.zero.offload_optimizer.device = *rc::gen::element(Device::none, Device::cpu, Device::nvme);
  plan.zero.offload_param.device = *rc::gen::element(Device::none, Device::cpu, Device::nvme);
  if (once_in(2)) plan.zero.overlap_comm = *rc::gen::arbitrary<bool>();
  Training& training = plan.training;
  if (once_in(3)) training.lora.targets = static_cast<std::uint8_t>(*rc::gen::inRange(0, 128));
  if (once_in(3)) {
    training.optimizer_options.momentum = *rc::gen::arbitrary<bool>();
    training.low_precision_master = training.precision != Precision::fp32 && once_in(2);
    training.low_precision_states = training.precision == Precision::bf16 && once_in(2);
  }
  let_types_agree(training);
  return plan;
}

std::string differences(const Plan& a, const Plan& b) {
  std::string text;
  for (const PlanKey& key : plan_keys())
    if (key.value != nullptr && key.value(a) != key.value(b)) text += key.path + " ";
  if (a.model != b.model) text += "model ";
  if (a.cluster != b.cluster) text += "cluster ";
  if (a.training.lora != b.training.lora) text += "lora ";
  if (a.training.optimizer_options != b.training.optimizer_options) text += "optimizer_options ";
  if (a.training != b.training) text += "training ";
  if (a.zero != b.zero) text += "zero ";
  if (a.target != b.target) text += "target ";
  return text;
}

namespace {

Json random_json(int depth = 0) {
  switch (*rc::gen::inRange(0, depth < 2 ? 7 : 5)) {
    case 0:
      return nullptr;
    case 1:
      return *rc::gen::arbitrary<bool>();
    case 2:
      return *rc::gen::arbitrary<std::int64_t>();
    case 3:
      return *rc::gen::inRange(-1'000'000, 1'000'000) / 7.0;
    case 4:
      return "text \"\\\n\u00E4 " + std::to_string(*rc::gen::inRange(0, 1000));
    case 5:
      return Json::array({random_json(depth + 1), random_json(depth + 1)});
    default:
      return Json{{"inner", random_json(depth + 1)}, {"other.key", random_json(depth + 1)}};
  }
}

}  // namespace

void add_unknown_keys(Json& plan) {
  const std::vector<std::string> sections = {
      "",          "/model",         "/cluster", "/cluster/gpu", "/cluster/nvme",
      "/training", "/training/lora", "/zero",    "/target",      "/deepspeed_config"};
  const int count = *rc::gen::inRange(0, 6);
  for (int i = 0; i < count; ++i) {
    Json& section = plan[Json::json_pointer(sections[*rc::gen::inRange<std::size_t>(0, sections.size())])];
    if (section.is_null()) section = Json::object();
    section["unknown_" + std::to_string(i) + (once_in(4) ? ".stage" : "")] = random_json();
  }
}

}  // namespace zp::test
