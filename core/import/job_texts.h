// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/import/job_file.h"
#include "core/text/text_node.h"

/// Parts that the readers of YAML files with commands share. Internal to this folder.
namespace zp::import_io {

/// Returns the documents of a YAML file that can be read.
std::vector<TextNode> yaml_documents(const std::string& text);

/// Returns the text of the ds_config in a ConfigMap of Kubernetes; "" for another document.
std::string config_in_map(const TextNode& document);

/// Returns a number of machines, GPUs or processes; 0 for another value, for more than a million, which no
/// cluster has, and for nullptr.
int machines_in(const TextNode* node);

/// Adds the texts of a list, or the one text that stands in its place.
void add_texts(const TextNode* list, std::vector<std::string>& texts);

/// Reads words of which the first may be a shell with its script behind -c. Returns false if no command
/// trains.
bool read_texts(const std::vector<std::string>& texts, ShellVariables variables, JobFile& job);

/// Takes the places of arguments away that do not stand in the file as in the script.
void forget_places(JobFile& job);

}  // namespace zp::import_io
