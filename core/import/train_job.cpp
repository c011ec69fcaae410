// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>
#include <utility>

#include "core/import/job_texts.h"
#include "core/text/file_error.h"
#include "core/text/python.h"
#include "core/text/yaml_tree.h"

namespace zp::import_io {
namespace {

int positive_at(const TextNode& root, std::string_view path) { return machines_in(root.find(path)); }

void take_words(const TextNode* list, std::vector<ShellWord>& words) {
  if (list == nullptr) return;
  for (const TextNode& word : list->children)
    words.push_back({word.is_string() ? word.text : python::python_repr(word), word.span.begin});
}

void read_job(const TextNode& spec, const MapEntries& maps, JobFile& job) {
  job.nodes = positive_at(spec, "trainer.numNodes");
  job.gpus_per_node = positive_at(spec, "trainer.numProcPerNode");
  for (const char* kind : {"limits", "requests"})
    if (const TextNode* resources = spec.find(std::string("trainer.resourcesPerNode.") + kind))
      for (const TextNode& resource : resources->children)
        if (resource.key.ends_with("/gpu") && job.gpus_per_node == 0)
          job.gpus_per_node = machines_in(&resource);
  std::vector<ShellWord> words;
  take_words(spec.find("trainer.command"), words);
  take_words(spec.find("trainer.args"), words);
  const bool is_shell = !words.empty() && (words.front().text.ends_with("bash") ||
                                           words.front().text == "sh" || words.front().text == "/bin/sh");
  if (is_shell) {
    std::vector<std::string> texts;
    for (const ShellWord& word : words)
      texts.push_back(word.text);
    ShellVariables variables;
    add_environment(spec.find("trainer.env"), variables);
    if (read_texts(texts, variables, job)) forget_places(job);
  } else {
    const int nodes = std::exchange(job.nodes, 0), gpus = std::exchange(job.gpus_per_node, 0);
    read_command(words, job);
    if (!words.empty()) join_counts({words, {}}, nodes, gpus, job);
  }
  const std::string name = file_beside(job);
  const auto text = maps.find(name.substr(name.rfind('/') + 1));
  if (!name.empty() && text != maps.end()) job.training_text = text->second;
}

}  // namespace

int machines_in(const TextNode* node) {
  constexpr int most = 1'000'000;
  return static_cast<int>(python::lax_count(node, most));
}

std::vector<TextNode> yaml_documents(const std::string& text) {
  std::vector<TextNode> documents;
  std::string part;
  const auto end_part = [&] {
    try {
      if (part.find_first_not_of(" \t\r\n") != std::string::npos) documents.push_back(read_yaml(part));
    } catch (const FileError&) {  // another document of the file may be the job
    }
    part.clear();
  };
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const std::string line = text.substr(at, end - at);
    if (line.starts_with("---"))
      end_part();
    else
      part += line + '\n';
    at = end + 1;
  }
  end_part();
  return documents;
}

MapEntries entries_of_maps(const std::vector<TextNode>& documents) {
  MapEntries entries;
  for (const TextNode& document : documents) {
    const TextNode* const kind = document.child("kind");
    const TextNode* const data = document.child("data");
    if (kind == nullptr || kind->text != "ConfigMap" || data == nullptr) continue;
    for (const TextNode& entry : data->children)
      if (entry.is_string()) entries.emplace(entry.key, entry.text);
  }
  return entries;
}

void add_environment(const TextNode* list, ShellVariables& variables) {
  if (list == nullptr || !list->is_array()) return;
  for (const TextNode& variable : list->children) {
    const TextNode* const name = variable.child("name");
    const TextNode* const value = variable.child("value");
    if (name != nullptr && name->is_string() && value != nullptr && !value->is_object() && !value->is_null())
      variables[name->text] = value->is_string() ? value->text : python::python_repr(*value);
  }
}

std::string config_in_map(const TextNode& document) {
  const TextNode* const kind = document.child("kind");
  const TextNode* const data = document.child("data");
  std::string config;
  if (kind != nullptr && kind->text == "ConfigMap" && data != nullptr)
    for (const TextNode& entry : data->children)
      if (entry.key.ends_with(".json") && entry.text.find("zero_optimization") != std::string::npos)
        config = entry.text;
  return config;
}

std::optional<JobFile> train_job(const std::string& text) {
  if (text.find("TrainJob") == std::string::npos) return std::nullopt;
  JobFile job;
  job.program = "Kubeflow Trainer";
  bool is_found = false;
  std::string config;
  const std::vector<TextNode> documents = yaml_documents(text);
  const MapEntries maps = entries_of_maps(documents);
  for (const TextNode& document : documents) {
    const TextNode* kind = document.child("kind");
    if (kind == nullptr) continue;
    const TextNode* spec = document.child("spec");
    if (kind->text == "TrainJob" && spec != nullptr) {
      is_found = true;
      read_job(*spec, maps, job);
    }
    if (std::string own = config_in_map(document); !own.empty()) config = std::move(own);
  }
  if (!is_found) return std::nullopt;
  job.config = std::move(config);
  return job;
}

}  // namespace zp::import_io
