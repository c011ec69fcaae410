// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/import/program_file.h"

/// Files that start a run: Slurm's scripts, the TrainJob of Kubeflow Trainer, and shell scripts that call a
/// launcher. Internal to this folder.
namespace zp::import_io {

struct JobFile {
  std::string_view program;  ///< "Slurm"
  int nodes = 0;             ///< 0 if the file does not say
  int gpus_per_node = 0;
  int ranks = 0;  ///< on all nodes
  int cpus_per_node = 0;
  double memory_gib = 0;        ///< per node, for the job
  std::string gpu;              ///< the file's name for it: "a100"
  std::string config_name;      ///< the ds_config file that the command names
  std::string config;           ///< text of the ds_config, if the file itself holds it
  bool starts_pytorch = false;  ///< nothing in the command starts DeepSpeed
  std::string program_word;     ///< the program that is started: "train.py", "openrlhf.cli.train_sft"
  FileKeys arguments;           ///< arguments of that program, by their keys
};

/// Returns the job of a Slurm script; nothing for a text without a #SBATCH line. Variables that the script
/// sets to a plain text are filled in. (Slurm's sbatch manual: options and their short forms.)
std::optional<JobFile> slurm_script(const std::string& text);
/// Returns the job of a TrainJob; nothing for YAML without one. A ConfigMap beside it may hold the ds_config.
std::optional<JobFile> train_job(const std::string& text);
/// Returns the job of the first command of a shell script that starts a DeepSpeed run; nothing if none does.
std::optional<JobFile> launch_script(const std::string& text);
/// Returns the job of whichever kind the text is; nothing if it is none of them.
std::optional<JobFile> job_file(const std::string& text);

/// Returns the program that a job starts; nullptr if its command and arguments show none.
const ProgramEntry* program_of(const JobFile& job);

/// Reads the words of a command: the launcher's options for nodes and processes, the ds_config, and the
/// arguments behind the program.
void read_command(const std::vector<std::string>& words, JobFile& job);

}  // namespace zp::import_io
