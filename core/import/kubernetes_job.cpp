// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cstdint>
#include <limits>

#include "core/import/job_texts.h"
#include "core/text/python.h"

/// Kubernetes manifests whose pods train: PyTorchJob and MPIJob of Kubeflow's training operator (v1), JobSet,
/// Job, and others with containers.
namespace zp::import_io {
namespace {

/// Adds the containers below the node.
void add_containers(const TextNode& node, std::vector<const TextNode*>& containers) {
  if (const TextNode* list = node.child("containers"); list != nullptr && list->is_array())
    for (const TextNode& container : list->children)
      containers.push_back(&container);
  for (const TextNode& child : node.children)
    add_containers(child, containers);
}

int gpus_of(const TextNode& container) {
  for (const char* kind : {"resources.limits", "resources.requests"})
    if (const TextNode* resources = container.find(kind))
      for (const TextNode& resource : resources->children)
        if (resource.key.ends_with("/gpu")) return machines_in(&resource);
  return 0;
}

/// Returns the GPUs of the container below the node that has most; 0 without a node.
int gpus_below(const TextNode* node) {
  std::vector<const TextNode*> containers;
  if (node != nullptr) add_containers(*node, containers);
  int gpus = 0;
  for (const TextNode* container : containers)
    gpus = std::max(gpus, gpus_of(*container));
  return gpus;
}

/// Returns the kind of GPU that the pods below the node ask their nodes for, "b200" in `nodeSelector: {gpu:
/// b200}` or `nvidia.com/gpu.product: NVIDIA-H100-80GB-HBM3`; "" if they name none.
std::string selected_gpu(const TextNode& node) {
  if (const TextNode* const selector = node.child("nodeSelector"); selector != nullptr)
    for (const TextNode& label : selector->children) {
      const bool is_of_gpu =
          label.key.find("gpu") != std::string::npos || label.key.find("accelerator") != std::string::npos;
      const bool has_digit = label.text.find_first_of("0123456789") != std::string::npos;
      const bool has_letter =
          label.text.find_first_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ") !=
          std::string::npos;
      if (is_of_gpu && label.is_string() && has_digit && has_letter) return label.text;
    }
  for (const TextNode& child : node.children)
    if (std::string kind = selected_gpu(child); !kind.empty()) return kind;
  return "";
}

/// Returns the pods of a group or task: its replicas, 1 unless a number is stated.
int copies_of(const TextNode& group) {
  const TextNode* const replicas = group.child("replicas");
  const int copies = machines_in(replicas);
  return copies > 0 || (replicas != nullptr && replicas->text == "0") ? copies : 1;
}

/// Returns the number of pods that train, one per node; 0 if the manifest does not state it.
int nodes_of(const TextNode& spec) {
  for (const char* kind : {"pytorchReplicaSpecs", "mpiReplicaSpecs"})
    if (const TextNode* replicas = spec.child(kind)) {
      const int workers = machines_in(replicas->find("Worker.replicas"));
      const bool is_mpi =
          replicas->child("Launcher") != nullptr;  // the launcher starts the workers and does not train
      return workers + (is_mpi ? 0 : machines_in(replicas->find("Master.replicas")));
    }
  if (const TextNode* jobs = spec.child("replicatedJobs"); jobs != nullptr && !jobs->children.empty()) {
    const TextNode& last = jobs->children.back();
    const int copies = copies_of(last);
    const std::int64_t pods =
        std::int64_t{copies} * std::max(machines_in(last.find("template.spec.parallelism")), 1);
    return static_cast<int>(std::min<std::int64_t>(pods, std::numeric_limits<int>::max()));
  }
  if (const TextNode* workers = spec.find("rayClusterSpec.workerGroupSpecs"); workers != nullptr) {
    int nodes = gpus_below(spec.find("rayClusterSpec.headGroupSpec")) > 0 ? 1 : 0;
    for (const TextNode& group : workers->children)
      if (gpus_below(&group) > 0) nodes += copies_of(group);
    return nodes;
  }
  if (const TextNode* tasks = spec.child("tasks"); tasks != nullptr && tasks->is_array()) {
    int nodes = 0;  // Volcano: those of the tasks whose pods have GPUs
    for (const TextNode& task : tasks->children)
      if (gpus_below(&task) > 0) nodes += copies_of(task);
    return nodes;
  }
  return machines_in(spec.child("parallelism"));
}

ShellVariables variables_in(const TextNode& container, const JobFile& job) {
  ShellVariables variables;
  if (job.nodes > 0) variables["PET_NNODES"] = std::to_string(job.nodes);  // set by the operator for torchrun
  if (job.gpus_per_node > 0) variables["PET_NPROC_PER_NODE"] = std::to_string(job.gpus_per_node);
  add_environment(container.child("env"), variables);
  return variables;
}

/// Reads the file of settings that a container of fms-hf-tuning names in its environment and a ConfigMap
/// holds (foundation-model-stack/fms-hf-tuning build/accelerate_launch.py, SFT_TRAINER_CONFIG_JSON_PATH;
/// tuning/ sft_trainer.py).
bool read_sft_trainer(const ShellVariables& variables, const MapEntries& maps, JobFile& job) {
  const auto named = variables.find("SFT_TRAINER_CONFIG_JSON_PATH");
  if (named == variables.end()) return false;
  const std::string name = named->second.substr(named->second.rfind('/') + 1);
  const auto text = maps.find(name);
  if (text == maps.end()) return false;
  job.program_word = "tuning.sft_trainer";
  job.training_file = name;
  job.training_text = text->second;
  return true;
}

/// Reads the script of a ConfigMap that the container starts, `bash /scripts/train.sh`.
bool read_mounted_script(const std::vector<std::string>& texts, const ShellVariables& variables,
                         const MapEntries& maps, JobFile& job) {
  return std::ranges::any_of(texts, [&](const std::string& text) {
    const auto script = text.ends_with(".sh") ? maps.find(text.substr(text.rfind('/') + 1)) : maps.end();
    return script != maps.end() && read_script(script->second, variables, job);
  });
}

/// Takes the training file, or the Python program, from the ConfigMap that holds it.
void take_mounted_file(const MapEntries& maps, JobFile& job) {
  const std::string name = file_beside(job);
  const auto text = maps.find(name.substr(name.rfind('/') + 1));
  if (!name.empty() && text != maps.end() && job.training_text.empty()) job.training_text = text->second;
}

/// Returns the job of a RayJob's entrypoint; its pods only run Ray.
std::optional<JobFile> job_of_entrypoint(const TextNode& spec, JobFile job) {
  const TextNode* const entrypoint = spec.child("entrypoint");
  if (entrypoint == nullptr || !entrypoint->is_string() || spec.child("rayClusterSpec") == nullptr)
    return std::nullopt;
  return read_script(entrypoint->text, {}, job) ? std::optional(std::move(job)) : std::nullopt;
}

std::optional<JobFile> job_of_manifest(const TextNode& spec, const MapEntries& maps) {
  std::vector<const TextNode*> containers;
  add_containers(spec, containers);
  int gpus = machines_in(spec.child("nprocPerNode"));
  if (gpus == 0) gpus = machines_in(spec.child("slotsPerWorker"));
  for (const TextNode* container : containers)
    gpus = std::max(gpus, gpus_of(*container));
  JobFile of_ray;
  of_ray.program = "Kubernetes";
  of_ray.nodes = nodes_of(spec);
  of_ray.gpus_per_node = gpus;
  of_ray.gpu = selected_gpu(spec);
  if (auto job = job_of_entrypoint(spec, std::move(of_ray))) return job;
  for (const TextNode* container : containers) {
    JobFile job;
    job.program = "Kubernetes";
    job.nodes = nodes_of(spec);
    job.gpus_per_node = gpus;
    job.gpu = selected_gpu(spec);
    std::vector<std::string> texts;
    add_texts(container->child("command"), texts);
    add_texts(container->child("args"), texts);
    const ShellVariables variables = variables_in(*container, job);
    const bool is_read = (!texts.empty() && (read_texts(texts, variables, job) ||
                                             read_mounted_script(texts, variables, maps, job))) ||
                         read_sft_trainer(variables, maps, job);
    if (!is_read) continue;
    take_mounted_file(maps, job);
    return job;
  }
  return std::nullopt;
}

}  // namespace

std::optional<JobFile> kubernetes_job(const std::string& text) {
  if (text.find("apiVersion") == std::string::npos || text.find("containers") == std::string::npos)
    return std::nullopt;
  std::optional<JobFile> job;
  std::string config;
  const std::vector<TextNode> documents = yaml_documents(text);
  const MapEntries maps = entries_of_maps(documents);
  for (const TextNode& document : documents) {
    const TextNode* const spec = document.child("spec");
    if (!job && spec != nullptr && document.child("kind") != nullptr) job = job_of_manifest(*spec, maps);
    if (std::string own = config_in_map(document); !own.empty()) config = std::move(own);
  }
  if (!job) return std::nullopt;
  if (job->config.empty()) job->config = std::move(config);
  forget_places(*job);
  return job;
}

}  // namespace zp::import_io
