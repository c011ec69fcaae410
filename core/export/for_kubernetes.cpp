// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/ds_config.h"
#include "core/export/flavour_writers.h"
#include "core/export/launch_parts.h"
#include "core/export/program_file_json.h"
#include "core/text/yaml_text_json.h"

/// Export for Kubeflow Trainer 2.3: api trainer.kubeflow.org/v1alpha1,
/// manifests/base/runtimes/torch_distributed.yaml, whose runtime tells torchrun the nodes, the processes and
/// the first node.
namespace zp {
namespace {

using text_io::Json;

constexpr std::string_view config_folder = "/etc/zero-planner";
constexpr const char* job_name = "zero-plan";

/// Returns the folder on the node's own drive that ds_config.json names; "" if nothing is on NVMe.
std::string nvme_path(const std::string& config) {
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
/// as a container's 64 MiB are too little for NCCL and data loaders.
Json patch(const std::string& nvme) {
  Json volumes = Json::array({{{"name", job_name}, {"configMap", {{"name", job_name}}}},
                              {{"name", "shared-memory"}, {"emptyDir", {{"medium", "Memory"}}}}});
  Json mounts = Json::array({{{"name", job_name}, {"mountPath", config_folder}},
                             {{"name", "shared-memory"}, {"mountPath", "/dev/shm"}}});
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

Json train_job(const PlanDocument& document, const std::string& config) {
  const Plan& plan = document.plan;
  std::vector<std::string> arguments = config_arguments(plan, std::string(config_folder) + "/ds_config.json");
  for (const std::string& argument : exported_config(document).trainer_arguments)
    arguments.push_back(argument);
  Json trainer = {{"image", "your/image"},
                  {"numNodes", plan.cluster.nodes},
                  {"numProcPerNode", plan.cluster.gpus_per_node},
                  {"resourcesPerNode", {{"limits", {{"nvidia.com/gpu", plan.cluster.gpus_per_node}}}}},
                  {"command", {"torchrun", "train.py"}},
                  {"args", arguments}};
  if (const int threads = optimizer_threads(plan); threads > 0)
    trainer["env"] = Json::array({{{"name", "OMP_NUM_THREADS"}, {"value", std::to_string(threads)}}});
  return {{"apiVersion", "trainer.kubeflow.org/v1alpha1"},
          {"kind", "TrainJob"},
          {"metadata", {{"name", job_name}}},
          {"spec",
           {{"runtimeRef",
             {{"apiGroup", "trainer.kubeflow.org"},
              {"kind", "ClusterTrainingRuntime"},
              {"name", "torch-distributed"}}},
            {"trainer", trainer},
            {"runtimePatches", Json::array({patch(nvme_path(config))})}}}};
}

}  // namespace

ProgramExport write_for_kubernetes(const PlanDocument& document) {
  ProgramFile file("Kubeflow Trainer", "kubectl create -f trainjob.yaml", document);
  const std::string config = ds_config(document);
  file.keys = config_map(config);
  const std::string text = file.text("image, with PyTorch and DeepSpeed in it, and command") + "---\n" +
                           text_io::yaml_text(train_job(document, config));
  return file.exported({{"trainjob.yaml", text, false}});
}

}  // namespace zp
