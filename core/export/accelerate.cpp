// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/bundle.h"
#include "core/text/json_text.h"
#include "core/text/quoting.h"

namespace zp {
namespace {

/// A YAML map of scalars and maps, two blanks a level.
class YamlMap {
 public:
  void text(std::string_view key, std::string_view value) { line(key, ' ' + yaml_string(value)); }
  void boolean(std::string_view key, bool value) { line(key, ' ' + json_bool(value)); }
  void number(std::string_view key, std::int64_t value) { line(key, ' ' + json_number(value)); }
  void open(std::string_view key) {
    line(key, "");
    indent_ += "  ";
  }
  void close() { indent_.resize(indent_.size() - 2); }
  [[nodiscard]] const std::string& written() const { return out_; }

 private:
  void line(std::string_view key, const std::string& value) {
    out_ += indent_ + yaml_string(key) + ':' + value + '\n';
  }
  std::string out_, indent_;
};

}  // namespace

std::string accelerate_yaml(const PlanDocument& document) {
  const Plan& plan = document.plan;
  const bool many = plan.cluster.nodes > 1;
  // With deepspeed_config_file accelerate refuses mixed_precision, the stage and the offload devices in this
  // file (utils/dataclasses.py:1507-1532), and it never passes NVMe paths on: all of that is in
  // ds_config.json.
  YamlMap map;
  map.text("compute_environment", "LOCAL_MACHINE");
  map.boolean("debug", false);
  map.open("deepspeed_config");
  map.text("deepspeed_config_file", "ds_config.json");
  if (many) {
    map.text("deepspeed_hostfile", "hostfile");
    map.text("deepspeed_multinode_launcher", "pdsh");
  }
  map.boolean("zero3_init_flag", plan.zero.stage == 3 && plan.training.zero_init);
  map.close();
  map.text("distributed_type", "DEEPSPEED");
  map.number("machine_rank", 0);
  if (many) {
    map.text("main_process_ip", "worker-1");
    map.number("main_process_port", 29500);
  }
  map.text("main_training_function", "main");
  map.number("num_machines", plan.cluster.nodes);
  map.number("num_processes", plan.cluster.ranks());
  map.text("rdzv_backend", "static");
  map.boolean("same_network", true);
  map.boolean("use_cpu", false);
  return map.written();
}

}  // namespace zp
