// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <nlohmann/json.hpp>
#include <random>
#include <string>

#include "core/deepspeed/schema.h"
#include "core/plan_file/trainer_keys.h"

/// Generates random ds_configs: schema keys under any of their names, values of their types, and "auto" where
/// Trainer fills it in. DeepSpeed refuses many of them.
namespace zp::test {

class RandomConfigs {
 public:
  using Json = nlohmann::ordered_json;

  explicit RandomConfigs(unsigned seed) : random_(seed) {}

  Json next() {
    Json config = Json::object();
    is_trainers_ = one_in(3);
    put_batch(config);
    for (int i = below(12); i > 0; --i)
      put_key(config);
    if (one_in(2)) put_optimizer(config);
    if (one_in(3)) put_scheduler(config);
    if (is_trainers_)
      for (const TrainerKey& key : trainer_keys())
        if (one_in(4)) put(config, std::string(key.path), "auto");
    return config;
  }

 private:
  int below(int limit) { return static_cast<int>(random_() % static_cast<unsigned>(limit)); }
  bool one_in(int many) { return below(many) == 0; }

  static Json::json_pointer pointer(std::string path) {
    for (char& c : path)
      if (c == '.') c = '/';
    return Json::json_pointer('/' + path);
  }

  /// Sets a key unless it exists, or a key on its path has a value that is not an object.
  static void put(Json& config, const std::string& path, Json value) {
    for (auto dot = path.find('.'); dot != std::string::npos; dot = path.find('.', dot + 1))
      if (const auto at = pointer(path.substr(0, dot)); config.contains(at) && !config.at(at).is_object())
        return;
    const auto at = pointer(path);
    if (!config.contains(at)) config[at] = std::move(value);
  }

  void put_batch(Json& config) {
    const int micro = 1 + below(8), steps = 1 + below(4), kind = below(6);
    if (kind != 0) config["train_micro_batch_size_per_gpu"] = micro;
    if (kind < 3) config["train_batch_size"] = 8 * micro * steps;
    if (kind % 2 == 0) config["gradient_accumulation_steps"] = steps;
  }

  Json number() {
    switch (below(4)) {
      case 0:
        return below(10);
      case 1:
        return 1000 * below(100'000);
      case 2:
        return 1e5 * (1 + below(1000));
      default:
        return below(1000) / 1000.0;
    }
  }

  Json value_of(const SchemaKey& key) {
    if (!key.allowed.empty() && !one_in(5)) {
      const std::string& text =
          key.allowed[static_cast<std::size_t>(below(static_cast<int>(key.allowed.size())))];
      if (Json value = Json::parse(text, nullptr, false); !value.is_discarded()) return value;
    }
    if (key.type.starts_with("bool")) return one_in(10) ? Json("true") : Json(one_in(2));
    if (key.type.starts_with("int") || key.type.starts_with("float")) return number();
    if (key.type.starts_with("string")) return "text";
    if (key.type.starts_with("list")) return Json::array({one_in(2) ? Json("text") : number()});
    return Json::object();
  }

  void put_key(Json& config) {
    const auto& keys = schema().keys;
    const SchemaKey& key = keys[static_cast<std::size_t>(below(static_cast<int>(keys.size())))];
    std::string path = key.path;
    if (!key.aliases.empty() && one_in(2)) path = path.substr(0, path.rfind('.') + 1) + key.aliases.front();
    if (path == "zero_optimization") return put(config, path + ".stage", below(4));
    put(config, path, value_of(key));
  }

  void put_optimizer(Json& config) {
    const auto& known = schema().optimizers;
    const OptimizerSchema& optimizer = known[static_cast<std::size_t>(below(static_cast<int>(known.size())))];
    put(config, "optimizer.type", one_in(6) ? "Adafactor" : optimizer.type);
    for (const auto& [name, value] : optimizer.params) {
      if (!one_in(2)) continue;
      const bool is_number = Json::parse(value, nullptr, false).is_number();
      put(config, "optimizer.params." + name, is_number ? number() : Json::parse(value));
    }
  }

  void put_scheduler(Json& config) {
    const auto& known = schema().schedulers;
    const SchedulerSchema& scheduler = known[static_cast<std::size_t>(below(static_cast<int>(known.size())))];
    put(config, "scheduler.type", scheduler.type);
    for (const auto& [name, value] : scheduler.params)
      if (one_in(2)) put(config, "scheduler.params." + name, number());
  }

  std::mt19937 random_;
  bool is_trainers_ = false;
};

}  // namespace zp::test
