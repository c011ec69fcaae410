// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/text/text_node.h"

/// Files that start a run: Slurm's scripts, the TrainJob of Kubeflow Trainer, and shell scripts that call a
/// launcher. Internal to this folder.
namespace zp::import_io {

struct JobFile {
  std::string_view program;  ///< "Slurm"
  int nodes = 0;             ///< 0 where the file does not say
  int gpus_per_node = 0;
  int ranks = 0;  ///< of all nodes
  int cpus_per_node = 0;
  double memory_gib = 0;            ///< of a node, for the job
  std::string gpu;                  ///< as the file calls it: "a100"
  std::string config_name;          ///< the ds_config that the program is told of
  std::string config;               ///< where it is in the file itself
  std::string program_word;         ///< what is started: "train.py", "openrlhf.cli.train_sft"
  std::vector<TextNode> arguments;  ///< of the program that is started, by their keys
};

/// Nothing for a text without a line #SBATCH. Variables that the script sets to a plain text are filled in.
/// (Slurm's sbatch manual: options and their short forms.)
std::optional<JobFile> slurm_script(const std::string& text);
/// Nothing for YAML without a TrainJob; a ConfigMap beside it may hold the ds_config.
std::optional<JobFile> train_job(const std::string& text);
/// Nothing for a text that starts no DeepSpeed run: a shell script whose first such command is read.
std::optional<JobFile> launch_script(const std::string& text);
/// Whichever of them it is.
std::optional<JobFile> job_file(const std::string& text);

/// Reads the words of a command: what launchers are told of nodes and processes, the ds_config, and the
/// arguments behind the program.
void read_command(const std::vector<std::string>& words, JobFile& job);

}  // namespace zp::import_io
