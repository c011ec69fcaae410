// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <yaml-cpp/yaml.h>

#include "core/export/bundle.h"

namespace zp {

std::string accelerate_yaml(const PlanDocument& document) {
  const Plan& plan = document.plan;
  const bool many = plan.cluster.nodes > 1;
  // With deepspeed_config_file accelerate refuses mixed_precision, the stage and the offload devices in this
  // file (utils/dataclasses.py:1507-1532), and it never passes NVMe paths on: all of that is in
  // ds_config.json.
  YAML::Emitter out;
  out << YAML::BeginMap;
  out << YAML::Key << "compute_environment" << YAML::Value << "LOCAL_MACHINE";
  out << YAML::Key << "debug" << YAML::Value << false;
  out << YAML::Key << "deepspeed_config" << YAML::Value << YAML::BeginMap;
  out << YAML::Key << "deepspeed_config_file" << YAML::Value << "ds_config.json";
  if (many) {
    out << YAML::Key << "deepspeed_hostfile" << YAML::Value << "hostfile";
    out << YAML::Key << "deepspeed_multinode_launcher" << YAML::Value << "pdsh";
  }
  out << YAML::Key << "zero3_init_flag" << YAML::Value << (plan.zero.stage == 3 && plan.training.zero_init);
  out << YAML::EndMap;
  out << YAML::Key << "distributed_type" << YAML::Value << "DEEPSPEED";
  out << YAML::Key << "machine_rank" << YAML::Value << 0;
  if (many) {
    out << YAML::Key << "main_process_ip" << YAML::Value << "worker-1";
    out << YAML::Key << "main_process_port" << YAML::Value << 29500;
  }
  out << YAML::Key << "main_training_function" << YAML::Value << "main";
  out << YAML::Key << "num_machines" << YAML::Value << plan.cluster.nodes;
  out << YAML::Key << "num_processes" << YAML::Value << plan.cluster.ranks();
  out << YAML::Key << "rdzv_backend" << YAML::Value << "static";
  out << YAML::Key << "same_network" << YAML::Value << true;
  out << YAML::Key << "use_cpu" << YAML::Value << false;
  out << YAML::EndMap;
  return std::string(out.c_str()) + '\n';
}

}  // namespace zp
