// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/bundle.h"
#include "core/text/yaml_text_json.h"

namespace zp {

std::string accelerate_yaml(const PlanDocument& document) {
  const Plan& plan = document.plan;
  const bool many = plan.cluster.nodes > 1;
  // With deepspeed_config_file accelerate refuses mixed_precision, the stage and the offload devices in this
  // file (utils/dataclasses.py:1507-1532), and it never passes NVMe paths on: all of that is in
  // ds_config.json.
  text_io::Json section = {{"deepspeed_config_file", "ds_config.json"}};
  if (many) {
    section["deepspeed_hostfile"] = "hostfile";
    section["deepspeed_multinode_launcher"] = "pdsh";
  }
  section["zero3_init_flag"] = plan.zero.stage == 3 && plan.training.zero_init;
  text_io::Json file = {{"compute_environment", "LOCAL_MACHINE"},
                        {"debug", false},
                        {"deepspeed_config", std::move(section)},
                        {"distributed_type", "DEEPSPEED"},
                        {"machine_rank", 0}};
  if (many) {
    file["main_process_ip"] = "worker-1";
    file["main_process_port"] = 29500;
  }
  file["main_training_function"] = "main";
  file["num_machines"] = plan.cluster.nodes;
  file["num_processes"] = plan.cluster.ranks();
  file["rdzv_backend"] = "static";
  file["same_network"] = true;
  file["use_cpu"] = false;
  return text_io::yaml_text(file);
}

}  // namespace zp
