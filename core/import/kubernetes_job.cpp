// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

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

/// Returns the number of pods that train, one per node; 0 if the manifest does not state it.
int nodes_of(const TextNode& spec) {
  for (const char* kind : {"pytorchReplicaSpecs", "mpiReplicaSpecs"})
    if (const TextNode* replicas = spec.child(kind)) {
      const int workers = machines_in(replicas->find("Worker.replicas"));
      const bool is_mpi =
          replicas->child("Launcher") != nullptr;  // the launcher starts the workers and does not train
      return workers + (is_mpi ? 0 : machines_in(replicas->find("Master.replicas")));
    }
  if (const TextNode* jobs = spec.child("replicatedJobs"); jobs != nullptr && !jobs->children.empty())
    return machines_in(jobs->children.back().find("template.spec.parallelism"));
  return machines_in(spec.child("parallelism"));
}

int gpus_of(const TextNode& container) {
  for (const char* kind : {"resources.limits", "resources.requests"})
    if (const TextNode* resources = container.find(kind))
      for (const TextNode& resource : resources->children)
        if (resource.key.ends_with("/gpu")) return machines_in(&resource);
  return 0;
}

ShellVariables variables_in(const TextNode& container, const JobFile& job) {
  ShellVariables variables;
  if (job.nodes > 0) variables["PET_NNODES"] = std::to_string(job.nodes);  // set by the operator for torchrun
  if (job.gpus_per_node > 0) variables["PET_NPROC_PER_NODE"] = std::to_string(job.gpus_per_node);
  if (const TextNode* list = container.child("env"); list != nullptr && list->is_array())
    for (const TextNode& variable : list->children) {
      const TextNode* const name = variable.child("name");
      const TextNode* const value = variable.child("value");
      if (name != nullptr && name->is_string() && value != nullptr && !value->is_object() &&
          !value->is_null())
        variables[name->text] = value->is_string() ? value->text : python::python_repr(*value);
    }
  return variables;
}

std::optional<JobFile> job_of_manifest(const TextNode& spec) {
  std::vector<const TextNode*> containers;
  add_containers(spec, containers);
  int gpus = machines_in(spec.child("nprocPerNode"));
  if (gpus == 0) gpus = machines_in(spec.child("slotsPerWorker"));
  for (const TextNode* container : containers)
    gpus = std::max(gpus, gpus_of(*container));
  for (const TextNode* container : containers) {
    JobFile job;
    job.program = "Kubernetes";
    job.nodes = nodes_of(spec);
    job.gpus_per_node = gpus;
    std::vector<std::string> texts;
    add_texts(container->child("command"), texts);
    add_texts(container->child("args"), texts);
    if (!texts.empty() && read_texts(texts, variables_in(*container, job), job)) return job;
  }
  return std::nullopt;
}

}  // namespace

std::optional<JobFile> kubernetes_job(const std::string& text) {
  if (text.find("apiVersion") == std::string::npos || text.find("containers") == std::string::npos)
    return std::nullopt;
  std::optional<JobFile> job;
  std::string config;
  for (const TextNode& document : yaml_documents(text)) {
    const TextNode* const spec = document.child("spec");
    if (!job && spec != nullptr && document.child("kind") != nullptr) job = job_of_manifest(*spec);
    if (std::string own = config_in_map(document); !own.empty()) config = std::move(own);
  }
  if (!job) return std::nullopt;
  if (job->config.empty()) job->config = std::move(config);
  forget_places(*job);
  return job;
}

}  // namespace zp::import_io
