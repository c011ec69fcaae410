// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "core/import/job_file.h"
#include "core/text/text_node.h"

/// Functions that the readers of YAML files with commands share. Internal to this folder.
namespace zp::import_io {

/// Returns the readable documents of a YAML file.
std::vector<TextNode> yaml_documents(const std::string& text);

/// The files that ConfigMaps hold, by their names.
using MapEntries = std::map<std::string, std::string, std::less<>>;
MapEntries entries_of_maps(const std::vector<TextNode>& documents);

/// Adds the variables of a list of names and values, as Kubernetes writes them.
void add_environment(const TextNode* list, ShellVariables& variables);

/// Returns the text of the ds_config in a ConfigMap of Kubernetes; "" for another document.
std::string config_in_map(const TextNode& document);

/// Returns a number of machines, GPUs or processes; 0 for nullptr, for other values, and for more than a
/// million, which no cluster has.
int machines_in(const TextNode* node);

/// Adds the texts of a list, or a single text given instead of a list.
void add_texts(const TextNode* list, std::vector<std::string>& texts);

/// Reads the words of a command, which may be a shell with its script after -c. Returns false if no command
/// trains.
bool read_texts(const std::vector<std::string>& texts, ShellVariables variables, JobFile& job);

/// Clears the positions of arguments, for a script that the file contains in another form.
void forget_places(JobFile& job);

}  // namespace zp::import_io
