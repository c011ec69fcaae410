// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>

#include "core/import/job_texts.h"
#include "core/text/file_error.h"
#include "core/text/letters.h"
#include "core/text/python.h"
#include "core/text/yaml_tree.h"

/// YAML files with which services run a script or command on rented machines: SkyPilot's `run`, Beaker's
/// tasks, and others that have a `command` next to the machines.
namespace zp::import_io {
namespace {

constexpr auto script_keys = std::to_array<std::string_view>({"run", "command", "entrypoint", "commands"});
/// Keys next to the script that show that a YAML belongs to such a service.
constexpr auto machine_keys = std::to_array<std::string_view>(
    {"resources", "num_nodes", "compute", "image", "instance_type", "file_mounts", "distribution"});

/// Reads the GPUs of a node in dstack's words: "H100:8", "80GB:8", "24GB", "1..8", or a mapping with name and
/// count; of a range the least counts (dstackai/dstack src/dstack/_internal/core/models/resources.py,
/// GPUSpec).
void take_dstack_gpus(const TextNode& node, JobFile& job) {
  const auto least = [](std::string_view words) {
    int number = 0;
    for (const char c : words) {
      if (c < '0' || c > '9' || number > 9999) break;
      number = 10 * number + (c - '0');
    }
    return number;
  };
  if (node.is_object()) {
    if (const TextNode* const name = node.child("name"); name != nullptr && name->is_string())
      job.gpu = name->text;
    const TextNode* const count = node.child("count");
    job.gpus_per_node = std::max(count == nullptr     ? 1
                                 : count->is_string() ? least(count->text)
                                                      : machines_in(count),
                                 1);
    return;
  }
  job.gpus_per_node = std::max(machines_in(&node), 1);
  if (!node.is_string()) return;
  std::string_view rest = node.text;
  while (!rest.empty()) {
    const std::string_view part = rest.substr(0, rest.find(':'));
    rest.remove_prefix(std::min(part.size() + 1, rest.size()));
    const bool is_memory = part.find("GB") != std::string_view::npos;
    const bool is_count = !is_memory && !part.empty() && part.front() >= '0' && part.front() <= '9';
    if (is_count) job.gpus_per_node = std::max(least(part), 1);
    if (!is_count && !is_memory) job.gpu = part;
  }
}

/// Returns the commands of dstack's task as one script.
std::string script_of(const TextNode& commands) {
  std::string script;
  for (const TextNode& command : commands.children)
    if (command.is_string()) script += command.text + '\n';
  return script;
}

/// Reads "H100:8", or the key and value of a mapping with one entry.
void take_accelerators(const TextNode& node, JobFile& job) {
  const TextNode* const one = node.is_array() && !node.children.empty() ? node.children.data() : &node;
  if (one->is_object() && !one->children.empty()) {
    job.gpu = one->children.front().key;
    job.gpus_per_node = machines_in(one->children.data());
  } else if (one->is_string()) {
    const std::size_t colon = one->text.find(':');
    job.gpu = one->text.substr(0, colon);
    TextNode count;
    count.kind = NodeKind::string;
    count.text = colon == std::string::npos ? "1" : one->text.substr(colon + 1);
    job.gpus_per_node = std::max(machines_in(&count), 1);
  }
}

void take_machines(const TextNode& root, JobFile& job) {
  if (const TextNode* gpus = root.find("resources.gpu"); gpus != nullptr && root.child("commands") != nullptr)
    take_dstack_gpus(*gpus, job);
  for (const char* path : {"num_nodes", "resources.instance_count", "replicas", "compute.nodes", "nodes"})
    if (job.nodes == 0) job.nodes = machines_in(root.find(path));
  if (const TextNode* accelerators = root.find("resources.accelerators"))
    take_accelerators(*accelerators, job);
  for (const char* path : {"resources.gpuCount", "resources.gpus", "resources.slots_per_trial",
                           "distribution.process_count_per_instance"})
    if (job.gpus_per_node == 0) job.gpus_per_node = machines_in(root.find(path));
  const int of_all = machines_in(root.find("compute.gpus"));  // of all nodes together
  if (job.gpus_per_node == 0 && of_all > 0) job.gpus_per_node = of_all / std::max(job.nodes, 1);
}

ShellVariables variables_of(const TextNode& root, const JobFile& job) {
  ShellVariables variables;
  const std::string nodes = std::to_string(std::max(job.nodes, 1));
  variables["SKYPILOT_NUM_NODES"] = nodes;
  variables["BEAKER_REPLICA_COUNT"] = nodes;
  if (job.gpus_per_node > 0) {
    variables["SKYPILOT_NUM_GPUS_PER_NODE"] = std::to_string(job.gpus_per_node);
    variables["BEAKER_ASSIGNED_GPU_COUNT"] = std::to_string(job.gpus_per_node);
  }
  variables["DSTACK_NODES_NUM"] = nodes;
  if (job.gpus_per_node > 0) {
    variables["DSTACK_GPUS_PER_NODE"] = std::to_string(job.gpus_per_node);
    variables["DSTACK_GPUS_NUM"] = std::to_string(job.gpus_per_node * std::max(job.nodes, 1));
  }
  if (const TextNode* list = root.child("env"); list != nullptr && list->is_array())
    for (const TextNode& item : list->children)  // dstack: NAME=value; without a value it is the user's own
      if (const std::size_t equals = item.text.find('='); item.is_string() && equals != std::string::npos)
        variables[item.text.substr(0, equals)] = item.text.substr(equals + 1);
  const auto add = [&](const std::string& name, const TextNode* value) {
    if (value == nullptr || value->is_null() || value->is_object() || value->is_array()) return;
    variables[name] = value->is_string() ? value->text : python::python_repr(*value);
  };
  for (const char* path : {"envs", "env", "environment_variables"})
    if (const TextNode* section = root.find(path); section != nullptr && section->is_object())
      for (const TextNode& variable : section->children)
        add(variable.key, &variable);
  if (const TextNode* list = root.find("envVars"); list != nullptr && list->is_array())
    for (const TextNode& variable : list->children)
      if (const TextNode* name = variable.child("name"); name != nullptr && name->is_string())
        add(name->text, variable.child("value"));
  return variables;
}

std::optional<JobFile> job_of_tasks(const TextNode& root) {
  const TextNode* const tasks = root.child("tasks");
  if (tasks == nullptr || !tasks->is_array()) return std::nullopt;
  for (const TextNode& task : tasks->children) {
    std::vector<std::string> texts;
    add_texts(task.child("command"), texts);
    add_texts(task.child("arguments"), texts);
    JobFile job;
    job.program = "Beaker";
    take_machines(task, job);
    if (!texts.empty() && read_texts(texts, variables_of(task, job), job)) return job;
  }
  return std::nullopt;
}

std::optional<JobFile> job_of_script(const TextNode& root) {
  const auto has = [&root](std::string_view key) { return root.child(key) != nullptr; };
  if (std::ranges::none_of(machine_keys, has)) return std::nullopt;
  for (const std::string_view name : script_keys) {
    const TextNode* const script = root.child(name);
    if (script == nullptr || (!script->is_string() && !script->is_array())) continue;
    JobFile job;
    const bool is_dstack = name == "commands";
    job.program = name == "run" && has("resources") ? "SkyPilot" : is_dstack ? "dstack" : "The job";
    take_machines(root, job);
    std::vector<std::string> texts;
    add_texts(script, texts);
    const bool trains = script->is_string() ? read_script(script->text, variables_of(root, job), job)
                        : is_dstack         ? read_script(script_of(*script), variables_of(root, job), job)
                                            : read_texts(texts, variables_of(root, job), job);
    if (trains) return job;
  }
  return std::nullopt;
}

}  // namespace

void forget_places(JobFile& job) {
  for (FileKeys* const keys : {&job.arguments, &job.launcher_arguments})
    for (FileKey& key : *keys) {
      key.span = key.key_span = {};
      for (TextNode& item : key.children)
        item.span = {};
    }
  for (ShellOpenChoice& choice : job.open)
    choice.place = std::string::npos;
}

bool read_texts(const std::vector<std::string>& texts, ShellVariables variables, JobFile& job) {
  std::string script;
  const auto shell = std::ranges::find_if(texts, [](const std::string& text) {
    return text.ends_with("bash") || text.ends_with("/sh") || text == "sh";
  });
  const bool has_shell = shell != texts.end() && texts.back().find(' ') != std::string::npos;
  if (has_shell)
    script = texts.back();
  else
    for (const std::string& text : texts) {
      const bool is_plain = text.find_first_of(" '\"\\$`();&|<>\n") == std::string::npos && !text.empty();
      std::string quoted = text;
      for (std::size_t at = quoted.find('\''); at != std::string::npos; at = quoted.find('\'', at + 4))
        quoted.replace(at, 1, "'\\''");
      script += (is_plain ? text : '\'' + quoted + '\'') + ' ';
    }
  return read_script(script, std::move(variables), job);
}

void add_texts(const TextNode* list, std::vector<std::string>& texts) {
  if (list == nullptr) return;
  if (list->is_string()) texts.push_back(list->text);
  for (const TextNode& item : list->children)
    texts.push_back(item.is_string() ? item.text : python::python_repr(item));
}

std::optional<JobFile> cluster_job(const std::string& text) {
  const auto has_line = [&text](std::string_view key) {
    return text.starts_with(key) || text.find('\n' + std::string(key)) != std::string::npos;
  };
  if (!has_line("tasks:") && std::ranges::none_of(script_keys, [&](std::string_view key) {
        return has_line(std::string(key) + ':');
      }))
    return std::nullopt;
  const std::optional<TextNode> root = yaml_mapping(text);
  if (!root) return std::nullopt;
  std::optional<JobFile> job = job_of_tasks(*root);
  if (!job) job = job_of_script(*root);
  if (job) forget_places(*job);
  return job;
}

}  // namespace zp::import_io
