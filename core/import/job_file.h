// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/import/program_file.h"
#include "core/shell/shell_script.h"

/// Files that start a run: Slurm's scripts, the TrainJob of Kubeflow Trainer, and shell scripts that call a
/// launcher. Internal to this folder.
namespace zp::import_io {

struct JobFile {
  std::string_view program;  ///< "Slurm"
  int nodes = 0;             ///< 0 if the file does not say
  int gpus_per_node = 0;
  int ranks = 0;           ///< on all nodes
  int tasks_per_node = 1;  ///< tasks that srun starts on a node
  int visible_gpus = 0;    ///< in CUDA_VISIBLE_DEVICES; 0 if the script does not set it
  int processes = 0;       ///< processes that the command starts (WORLD_SIZE); 0 if unknown
  int cpus_per_node = 0;
  double memory_gib = 0;               ///< per node, for the job
  std::string gpu;                     ///< GPU name as spelled in the file: "a100"
  std::string config_name;             ///< the ds_config file that the command names
  std::string config;                  ///< text of the ds_config, if it is in the file
  std::string accelerate_name;         ///< name of accelerate launch's config file
  std::string training_text = {};      ///< text of the training file, if the script writes it
  std::string training_file;           ///< the program's configuration file: "train.yaml"
  std::string folder;                  ///< folder that the script changes to (cd): "src"; "" for none
  bool starts_deepspeed = false;       ///< the command uses DeepSpeed's launcher or one of its options
  bool is_certain = true;              ///< the command runs in every case that the script leaves open
  std::string program_word;            ///< the program that is started: "train.py", "openrlhf.cli.train_sft"
  FileKeys arguments;                  ///< arguments of that program, by their keys
  std::vector<std::string> overrides;  ///< words of Hydra's form: "model=llama", "+exp=a", "~trainer.args"
  std::string settings_file;    ///< file named by an option or argument that may hold the program's settings
  std::string subcommand;       ///< word after the program: "dpo" of `trl dpo`; "" if an option follows
  FileKeys launcher_arguments;  ///< arguments of the launcher, and the one that names the ds_config
  std::vector<ShellOpenChoice> open;  ///< values and branches that the script leaves open
};

/// An option of a #SBATCH line. The texts are views of the script.
struct SlurmOption {
  std::string_view name;   ///< the long form: "nodes" for -N
  std::string_view value;  ///< "" if it has none
};
/// Returns the options of all #SBATCH lines in their order; empty without such lines.
std::optional<std::vector<SlurmOption>> slurm_options(std::string_view text);

/// Sets nodes and GPUs per node from the options in `words`, unless the job already has them.
void read_slurm_options(const std::vector<std::string_view>& words, JobFile& job);

/// Returns the job of a Slurm script; nullopt for a text without a #SBATCH line. (Slurm's sbatch manual:
/// options and their short forms.)
std::optional<JobFile> slurm_script(const std::string& text);
/// Returns the job of a script with #PBS lines; nullopt for a text without them, and without a command that
/// trains. (PBS Professional's qsub manual: -l select=4:ngpus=8; Torque's: -l nodes=4:ppn=8:gpus=8.)
std::optional<JobFile> pbs_script(const std::string& text);
/// Returns the job of a TrainJob; nullopt for YAML without one. Another document, a ConfigMap, may contain
/// the ds_config.
std::optional<JobFile> train_job(const std::string& text);
/// Returns the job of a manifest of Kubernetes with a container that trains: PyTorchJob, MPIJob, JobSet, Job;
/// nullopt for any other text. Another document, a ConfigMap, may contain the ds_config.
std::optional<JobFile> kubernetes_job(const std::string& text);
/// Returns the job of a YAML with which a service runs a script on machines (SkyPilot, Beaker and similar);
/// nullopt if it starts no training.
std::optional<JobFile> cluster_job(const std::string& text);
/// Returns the job of the command in a shell script that starts training; nullopt if there is none.
std::optional<JobFile> launch_script(const std::string& text);
/// Returns true if a text is a shell script: it begins with #!, has a #SBATCH line, or has command options
/// and is no YAML or TOML with keys.
bool is_script(const std::string& text);
/// Returns the job, trying every kind above; nullopt if the text is of none of them.
std::optional<JobFile> job_file(const std::string& text);

/// Returns the program that a job starts; nullptr if neither its command nor its arguments show it.
const ProgramEntry* program_of(const JobFile& job);

/// Returns the file next to a job that has more settings of its run: the training file that its command
/// names, or else the Python program that it starts, unless the catalog lists that program; "" if there is
/// neither.
std::string file_beside(const JobFile& job);

/// Returns the index of the word that is a prime-rl command, which takes its files after @, `uv run rl @
/// rl.toml` (pyproject.toml, project.scripts); npos if there is none.
std::size_t prime_rl_command_in(const std::vector<ShellWord>& words);

/// Returns true for a Python module, named after -m, that launches others: "torch.distributed.run".
bool is_launcher_module(std::string_view word);

/// Reads the words of a command: the launcher's options for nodes and processes, the ds_config, and the
/// program's arguments.
void read_command(const std::vector<ShellWord>& words, JobFile& job);

/// Returns the number of words at the beginning of a command that are srun or mpirun and their options; 0 if
/// the command begins with another.
std::size_t starter_words(const std::vector<ShellWord>& words);

/// Reads the processes that mpirun, mpiexec or aprun starts: all of them, and those of a node. (Open MPI's
/// mpirun manual; MPICH's Hydra; PALS's mpiexec; aprun's manual.)
void read_mpi(const ShellCommand& command, JobFile& job);

/// Joins the counts of the command, in `job`, with the nodes and GPUs of a node for which the job asks: the
/// command decides how many train, and the difference is listed.
void join_counts(const ShellCommand& command, int asked_nodes, int asked_gpus, JobFile& job);

/// Reads the command of a script that trains, with the script's environment variables and the files that it
/// writes. Returns false if no command trains.
bool read_script(const std::string& text, ShellVariables variables, JobFile& job);

}  // namespace zp::import_io
