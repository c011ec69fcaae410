// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/accelerate_json.h"
#include "core/export/ds_config.h"
#include "core/export/flavour_writers.h"
#include "core/export/launch_parts.h"
#include "core/export/program_file_json.h"
#include "core/text/yaml_text_json.h"

/// Export for Kubeflow Trainer 2.3: api trainer.kubeflow.org/v1alpha1,
/// manifests/base/runtimes/torch_distributed.yaml, whose runtime passes nodes, processes and the master
/// address to torchrun.
namespace zp {
namespace {

using text_io::Json;

constexpr std::string_view config_folder = "/etc/zero-planner";
constexpr const char* job_name = "zero-plan";

/// Returns the folder on the node's own drive that ds_config.json names; "" if nothing is offloaded to NVMe.
std::string nvme_path(const std::string& config) {
  if (config.empty()) return "";
  const Json tree = Json::parse(config);
  for (const char* path : {"zero_optimization.offload_optimizer", "zero_optimization.offload_param"}) {
    const Json* section = text_io::value_at_path(tree, path);
    const Json* device = text_io::member(section, "device");
    const Json* place = text_io::member(section, "nvme_path");
    if (device && *device == "nvme" && place && place->is_string()) return place->get<std::string>();
  }
  return "";
}

Json config_map(const std::string& config) {
  return {{"apiVersion", "v1"},
          {"kind", "ConfigMap"},
          {"metadata", {{"name", job_name}}},
          {"data", {{"ds_config.json", config}}}};
}

/// Returns the patch of the job's pods: volumes for the configuration and the drive, and more shared memory,
/// because a container's default of 64 MiB is too little for NCCL and data loaders.
Json patch(const std::string& config) {
  Json volumes = Json::array(), mounts = Json::array();
  if (!config.empty()) {
    volumes.push_back({{"name", job_name}, {"configMap", {{"name", job_name}}}});
    mounts.push_back({{"name", job_name}, {"mountPath", config_folder}});
  }
  volumes.push_back({{"name", "shared-memory"}, {"emptyDir", {{"medium", "Memory"}}}});
  mounts.push_back({{"name", "shared-memory"}, {"mountPath", "/dev/shm"}});
  const std::string nvme = nvme_path(config);
  if (!nvme.empty()) {
    volumes.push_back({{"name", "nvme"}, {"hostPath", {{"path", nvme}}}});
    mounts.push_back({{"name", "nvme"}, {"mountPath", nvme}});
  }
  const Json container = {{"name", "node"}, {"volumeMounts", mounts}};
  const Json pod = {{"spec", {{"volumes", volumes}, {"containers", Json::array({container})}}}};
  const Json job = {{"name", "node"}, {"template", {{"spec", {{"template", pod}}}}}};
  return {{"manager", "zero-planner/export"},
          {"trainingRuntimeSpec", {{"template", {{"spec", {{"replicatedJobs", Json::array({job})}}}}}}}};
}

/// Returns the environment variables of the processes: threads of a CPU optimizer, and those that accelerate
/// would set.
Json variables_of(const Plan& plan) {
  Json list = Json::array();
  if (const int threads = optimizer_threads(plan); threads > 0)
    list.push_back({{"name", "OMP_NUM_THREADS"}, {"value", std::to_string(threads)}});
  const Json environment = accelerate_environment(plan);
  for (const auto& [name, value] : environment.items())
    list.push_back({{"name", name}, {"value", value}});
  return list;
}

Json train_job(const PlanDocument& document, const std::string& config) {
  const Plan& plan = document.plan;
  std::vector<std::string> arguments;
  if (!config.empty()) arguments = config_arguments(plan, std::string(config_folder) + "/ds_config.json");
  for (const std::string& argument : trainer_words(document))
    arguments.push_back(argument);
  Json trainer = {{"image", "your/image"},
                  {"numNodes", plan.cluster.nodes},
                  {"numProcPerNode", plan.cluster.gpus_per_node},
                  {"resourcesPerNode", {{"limits", {{"nvidia.com/gpu", plan.cluster.gpus_per_node}}}}},
                  {"command", {"torchrun", "train.py"}}};
  if (!arguments.empty()) trainer["args"] = arguments;
  if (const Json variables = variables_of(plan); !variables.empty()) trainer["env"] = variables;
  return {{"apiVersion", "trainer.kubeflow.org/v1alpha1"},
          {"kind", "TrainJob"},
          {"metadata", {{"name", job_name}}},
          {"spec",
           {{"runtimeRef",
             {{"apiGroup", "trainer.kubeflow.org"},
              {"kind", "ClusterTrainingRuntime"},
              {"name", "torch-distributed"}}},
            {"trainer", trainer},
            {"runtimePatches", Json::array({patch(config)})}}}};
}

}  // namespace

ProgramExport write_for_kubernetes(const PlanDocument& document) {
  ProgramFile file("Kubeflow Trainer", "kubectl create -f trainjob.yaml", document);
  const bool by_deepspeed = is_deepspeed(document.plan);
  const std::string config = by_deepspeed ? ds_config(document) : "";
  file.state_arguments();
  file.keys = by_deepspeed ? config_map(config) : train_job(document, config);
  std::string text = file.text("image, with PyTorch and the program in it, and command");
  if (by_deepspeed) text += "---\n" + text_io::yaml_text(train_job(document, config));
  return file.exported({{"trainjob.yaml", text, false}});
}

}  // namespace zp
