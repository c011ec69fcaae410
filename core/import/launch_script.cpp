// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <utility>

#include "core/catalog/torchtitan_models.h"
#include "core/import/job_file.h"
#include "core/import/program_yaml.h"
#include "core/text/file_error.h"
#include "core/text/python_program.h"
#include "core/text/python_tree.h"
#include "core/text/toml_tree.h"
#include "core/text/yaml_tree.h"

namespace zp::import_io {
namespace {

constexpr std::array<std::string_view, 3> launchers = {"deepspeed", "torchrun", "accelerate"};

struct Subcommands {
  std::string_view program;
  std::vector<std::string_view> words;  ///< of the program's commands that train
};
/// Programs that train only with certain subcommands.
const std::vector<Subcommands>& subcommands() {
  static const std::vector<Subcommands> all = {
      {"swift", {"sft", "pt", "rlhf"}},
      {"megatron", {"sft", "pt", "rlhf"}},
      {"llamafactory-cli", {"train"}},
      {"axolotl", {"train"}},
      {"tune", {"run"}},
      {"oumi", {"train"}},
      {"litgpt", {"finetune", "finetune_full", "finetune_lora", "finetune_adapter", "pretrain"}},
      {"trl", {"sft", "dpo", "kto", "grpo", "reward", "rloo"}},
      {"xtuner", {"train"}}};
  return all;
}

std::string_view file_of(std::string_view path) { return path.substr(path.rfind('/') + 1); }

bool is_launcher(const ShellWord& word) {
  return std::ranges::find(launchers, file_of(word.text)) != launchers.end() || is_launcher_module(word.text);
}

/// Returns the index of the word that names a training program; npos if there is none. A word after an option
/// is that option's value, except after -m (Python modules) and after --.
std::size_t program_in(const std::vector<ShellWord>& words) {
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string_view word = words[i].text;
    if (program_started_by(word) == nullptr) continue;
    const auto row = std::ranges::find(subcommands(), file_of(word), &Subcommands::program);
    if (row == subcommands().end()) return i;
    if (i + 1 < words.size() &&
        std::ranges::find(row->words, std::string_view(words[i + 1].text)) != row->words.end())
      return i;
  }
  return std::string_view::npos;
}

/// Words in names of programs that serve, generate, evaluate or prepare files, and in names of programs that
/// train.
constexpr auto other_uses = std::to_array<std::string_view>(
    {"serve",     "server",   "serving",    "router",     "eval",      "evaluate", "evaluation",
     "lighteval", "generate", "generation", "infer",      "inference", "predict",  "bench",
     "benchmark", "chat",     "demo",       "download",   "upload",    "convert",  "merge",
     "export",    "vllm",     "sglang",     "preprocess", "tokenize",  "pytest"});
constexpr auto training_uses =
    std::to_array<std::string_view>({"train", "trainer", "training", "finetune", "finetuning", "tune", "sft",
                                     "dpo", "grpo", "ppo", "rlhf", "pretrain"});

/// Returns true if a word in the name, split at punctuation, is one of `uses`: "launch_router.py".
template <std::size_t n>
bool has_word_of(std::string_view name, const std::array<std::string_view, n>& uses) {
  constexpr std::string_view signs = "_-./";
  for (std::size_t end = 0; !name.empty(); name.remove_prefix(std::min(end + 1, name.size()))) {
    end = std::min(name.find_first_of(signs), name.size());
    if (std::ranges::find(uses, name.substr(0, end)) != uses.end()) return true;
  }
  return false;
}

/// Returns true if the program's name suggests another use than training and no option belongs to training.
bool is_of_other_use(const std::vector<ShellWord>& words) {
  constexpr auto options = std::to_array<std::string_view>(
      {"--learning_rate", "--learning-rate", "--lr", "--num_train_epochs", "--epochs", "--max_steps",
       "--deepspeed", "--deepspeed_config", "--per_device_train_batch_size", "--gradient_accumulation_steps",
       "--do_train"});
  std::string_view program;
  for (std::size_t i = 0; i < words.size() && program.empty(); ++i) {
    const std::string_view word = words[i].text;
    const bool is_module = i > 0 && (words[i - 1].text == "-m" || words[i - 1].text == "--module") &&
                           !word.starts_with('-') && !is_launcher_module(word);
    if (word.ends_with(".py") || is_module) program = word;
  }
  if (program.empty()) return false;
  const std::string_view name = program.ends_with(".py") ? file_of(program) : program;
  return has_word_of(name, other_uses) && !has_word_of(name, training_uses) &&
         std::ranges::none_of(words, [&](const ShellWord& word) {
           const std::string_view option = std::string_view(word.text).substr(0, word.text.find('='));
           return std::ranges::find(options, option) != options.end();
         });
}

/// Returns true if a command has an option for the learning rate and another for the batch or the length of
/// the run.
bool has_options_of_training(const std::vector<ShellWord>& words) {
  bool has_rate = false, has_other = false;
  for (const ShellWord& word : words) {
    std::string option = word.text.substr(0, word.text.find('='));
    if (!option.starts_with("--")) continue;
    option.erase(0, 2);
    std::ranges::replace(option, '-', '_');
    has_rate = has_rate || option == "lr" || option.ends_with("learning_rate");
    has_other = has_other || option.find("batch_size") != std::string::npos ||
                option.ends_with("batchsize") || option.ends_with("epochs") || option.ends_with("epoch") ||
                option == "max_steps" || option == "max_train_steps" || option == "train_steps";
  }
  return has_rate && has_other;
}

/// Returns true if a Python program whose name speaks of training has several overrides of Hydra's form,
/// `python train.py model=llama loss=sft`.
bool has_overrides_of_training(const std::vector<ShellWord>& words) {
  constexpr std::ptrdiff_t least = 3;
  const auto program =
      std::ranges::find_if(words, [](const ShellWord& word) { return word.text.ends_with(".py"); });
  if (program == words.end() || !has_word_of(file_of(program->text), training_uses)) return false;
  return std::count_if(program, words.end(), [](const ShellWord& word) {
           const std::size_t equals = word.text.find('=');
           return equals != std::string::npos && equals > 0 && word.text.front() != '-';
         }) >= least;
}

/// Returns true if a Python program whose name speaks of training gets only a file with its settings,
/// `python run_mntp.py train_configs/mntp.json`, or an option that names such a file, `python train.py
/// --config run.yaml --seed 1`, or an override that speaks of training, `python main.py training=llama3_8b`.
bool has_settings_of_training(const std::vector<ShellWord>& words) {
  const auto program =
      std::ranges::find_if(words, [](const ShellWord& word) { return word.text.ends_with(".py"); });
  if (program == words.end()) return false;
  const std::string name(file_of(program->text));
  const bool is_named = has_word_of(name, training_uses) || name.starts_with("run_");
  const auto next = program + 1;
  const auto is_file = [](const std::string& word) {
    return word.ends_with(".json") || word.ends_with(".yaml") || word.ends_with(".yml");
  };
  if (is_named && words.end() - next == 1 && is_file(next->text)) return true;
  if (has_word_of(name, training_uses))
    for (auto word = next; word != words.end(); ++word) {
      const std::size_t equals = word->text.find('=');
      const bool is_config = word->text.starts_with("--") && word->text.find("config") < equals;
      const bool has_value = equals == std::string::npos && word + 1 != words.end();
      if (is_config && is_file(has_value ? (word + 1)->text : word->text)) return true;
    }
  return std::any_of(next, words.end(), [](const ShellWord& word) {
    return word.text.starts_with("training=") || word.text.starts_with("trainer=");
  });
}

/// Returns true if a command has Trainer's option for the batch per GPU.
bool names_batch_of_device(const std::vector<ShellWord>& words) {
  return std::ranges::any_of(words, [](const ShellWord& word) {
    return word.text.starts_with("--per_device_train_batch_size") ||
           word.text.starts_with("--per-device-train-batch-size");
  });
}

/// Rates how certainly a command trains, higher is more certain; 0 means it does not seem to. A launcher
/// counts if it starts a program with options; an unknown Python program counts if a script with #SBATCH or
/// #PBS lines runs it.
int certainty_of(const ShellCommand& command, bool is_for_queue) {
  const std::vector<ShellWord>& words = command.words;
  const bool has_options = std::ranges::any_of(
      words, [](const ShellWord& word) { return word.text.size() > 2 && word.text.starts_with("--"); });
  const bool has_launcher = std::ranges::any_of(words, is_launcher);
  const bool has_python = std::ranges::any_of(words, [](const ShellWord& word) {
    return word.text.ends_with(".py") || word.text == "-m" || word.text == "--module";
  });
  const bool has_program =
      program_in(words) != std::string_view::npos || prime_rl_command_in(words) != std::string_view::npos;
  const bool is_open = !words.empty() && !words.front().is_known;  // srun … bash -c "$COMMAND"
  JobFile job;
  if (has_python || has_program || is_open) read_command(words, job);
  const bool has_mark = program_with(job.arguments) != nullptr;
  if (has_program) return has_mark || has_options || !job.arguments.empty() ? 5 : 4;
  if (is_of_other_use(words)) return 0;
  if (has_launcher && has_python && has_options) return has_mark ? 4 : 3;
  if ((has_python || is_open) && has_mark) return 3;
  if (has_python && has_options_of_training(words)) return 2;
  if ((has_launcher && has_options) || has_overrides_of_training(words)) return 2;
  if (has_settings_of_training(words)) return 1;
  if (has_options_of_training(words) && names_batch_of_device(words))
    return 2;  // an unknown program's own command
  const bool starts_script =
      std::ranges::any_of(words, [](const ShellWord& word) { return word.text.ends_with(".sh"); });
  return (has_python || is_open || starts_script) && is_for_queue ? 1 : 0;
}

bool is_of_deepspeed(const std::vector<ShellWord>& words) {
  const auto is_off = [&words](std::size_t i) {  // --use_deepspeed=false, --use_deepspeed False
    const std::string_view option = words[i].text;
    const std::size_t equals = option.find('=');
    const std::string_view value = equals != std::string_view::npos ? option.substr(equals + 1)
                                   : i + 1 < words.size()           ? std::string_view(words[i + 1].text)
                                                                    : std::string_view();
    return value == "false" || value == "False" || value == "0";
  };
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string_view text = words[i].text;
    const bool is_switch = text.starts_with("--use_deepspeed") && !is_off(i);
    if (is_switch || file_of(text) == "deepspeed" || text.starts_with("--deepspeed") ||
        text.starts_with("--zero_stage") || text.starts_with("--zero-stage"))
      return true;
  }
  return false;
}

/// Returns a whole number above 0; 0 for another text.
int positive_number(std::string_view text) {
  int number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size() ? std::max(number, 0) : 0;
}

int positive_in(const ShellVariables& environment, std::string_view name) {
  const auto found = environment.find(name);
  return found == environment.end() ? 0 : positive_number(found->second);
}

/// Returns the number of devices in CUDA_VISIBLE_DEVICES=0,1; 0 if the script does not set it.
int visible_devices(const ShellVariables& environment) {
  const auto found = environment.find("CUDA_VISIBLE_DEVICES");
  if (found == environment.end() || found->second.empty()) return 0;
  return static_cast<int>(std::ranges::count(found->second, ',')) + 1;
}

/// Reads environment variables that set the number of processes of programs which start their own:
/// NPROC_PER_NODE for ms-swift, default 1 (swift/cli/main.py); for LLaMA-Factory one per visible GPU.
void read_environment(const ShellCommand& command, JobFile& job) {
  job.visible_gpus = visible_devices(command.environment);
  const bool has_launcher = std::ranges::any_of(command.words, is_launcher);
  if (has_launcher || job.gpus_per_node > 0) return;
  const ProgramEntry* const program = program_started_by(job.program_word);
  const int processes = positive_in(command.environment, "NPROC_PER_NODE");
  const bool is_swift = program != nullptr && program->id == "ms-swift";
  const bool is_open =
      std::ranges::find(command.open_environment, "NPROC_PER_NODE") != command.open_environment.end();
  job.gpus_per_node = processes > 0 ? processes
                      : is_swift    ? (is_open ? 0 : 1)
                                    : visible_devices(command.environment);
  if (is_open && job.gpus_per_node == 0)
    job.open.push_back({"NPROC_PER_NODE", command.words.front().place,
                        "The script does not decide its value, the GPUs of a node; the plan's were kept."});
  if (const int nodes = positive_in(command.environment, "NNODES"); nodes > 0 && job.nodes == 0)
    job.nodes = nodes;
  const auto config = command.environment.find("CONFIG_FILE");  // torchtitan, run_train.sh
  if (program != nullptr && program->id == "torchtitan" && config != command.environment.end())
    job.training_file = config->second;
  const auto named = command.environment.find("CONFIG");  // since 0.2.2, beside MODULE
  if (program != nullptr && program->id == "torchtitan" && named != command.environment.end() &&
      find_key(job.arguments, "config") == nullptr) {
    FileKey key;
    const bool names_model =
        torchtitan_model_named(named->second) != nullptr;  // otherwise the function's file names the model
    key.key = names_model ? "config" : "config_function";
    key.spelling = "CONFIG";
    key.kind = NodeKind::string;
    key.text = named->second;
    job.arguments.push_back(std::move(key));
  }
  const auto module = command.environment.find("MODULE");
  if (program != nullptr && program->id == "torchtitan" && module != command.environment.end() &&
      job.training_file.empty())
    job.training_file = "torchtitan/models/" + module->second + "/config_registry.py";
  if (program != nullptr && program->id == "torchtitan" && job.gpus_per_node == 0)
    job.gpus_per_node = positive_in(command.environment, "NGPU");
}

/// Reads the environment variable that names the ds_config of Lightning's DeepSpeed strategy
/// (lightning/pytorch/strategies/deepspeed.py, DEEPSPEED_ENV_VAR).
void read_lightning_config(const ShellCommand& command, JobFile& job) {
  const auto config = command.environment.find("PL_DEEPSPEED_CONFIG_PATH");
  if (config == command.environment.end() || config->second.empty() || !job.config_name.empty()) return;
  job.config_name = config->second;
  job.starts_deepspeed = true;
}

/// Reads the nodes and GPUs in srun's options, --nodes=2 --gres=gpu:8, unless #SBATCH lines state them.
/// (Slurm's srun manual.)
void read_srun(const ShellCommand& command, JobFile& job) {
  const std::vector<ShellWord>& words = command.starter.empty() ? command.words : command.starter;
  if (words.empty() || file_of(words.front().text) != "srun") return;
  std::vector<std::string_view> options;
  for (const ShellWord& word : words) {
    if (word.text.ends_with(".py") || word.text.starts_with("python") || is_launcher(word)) break;
    if (&word != &words.front()) options.push_back(word.text);
  }
  read_slurm_options(options, job);
}

/// Returns the number of processes that a command starts on all nodes: torchrun and deepspeed state those per
/// node, accelerate the total; python alone is one process. 0 if it is not stated.
int processes_of(const ShellCommand& command, const JobFile& job) {
  if (!std::ranges::any_of(command.words, is_launcher)) {
    if (job.ranks > 0) return job.ranks;  // of mpirun
    if (!file_of(command.words.front().text).starts_with("python")) return 0;
    const int stated = positive_in(command.environment, world_size_variable);
    return stated > 0 ? stated : 1;
  }
  if (job.ranks > 0) return job.ranks;
  for (const std::string_view key : {"nproc_per_node", "num_gpus"})
    if (const FileKey* const of_node = find_key(job.launcher_arguments, key)) {
      constexpr std::int64_t most = 1'000'000;
      const std::int64_t all = std::int64_t{positive_number(of_node->text)} * std::max(job.nodes, 1);
      return all <= most ? static_cast<int>(all) : 0;
    }
  return 0;
}

/// Uses the ds_config that the script itself writes, if the command names that file.
void take_written_config(const std::vector<ShellFile>& files, JobFile& job) {
  if (!job.config.empty()) return;
  for (const ShellFile& file : files)
    if (!job.config_name.empty() &&
        (file.name == job.config_name || file_of(file.name) == file_of(job.config_name)))
      job.config = file.text;
}

/// Uses the training file that the script itself writes.
void take_written_training(const std::vector<ShellFile>& files, JobFile& job) {
  for (const ShellFile& file : files)
    if (!job.training_file.empty() && file_of(file.name) == file_of(job.training_file))
      job.training_text = file.text;
}

/// Adds a note for further commands that train with the same certainty as the one that is read.
void note_other_commands(const std::vector<ShellCommand>& commands, const ShellCommand& read, int certainty,
                         bool is_for_queue, JobFile& job) {
  std::vector<std::size_t> places = {read.words.front().place};
  for (const ShellCommand& command : commands) {
    if (command.words.empty() ||
        2 * certainty_of(command, is_for_queue) + (command.is_certain ? 1 : 0) < certainty)
      continue;
    const std::size_t place = command.words.front().place;
    if (std::ranges::find(places, place) != places.end()) continue;
    places.push_back(place);
    job.open.push_back({command.words.front().text, place,
                        "This command trains too; only the first of the script was read."});
  }
}

/// Adds a note with the name of the script that the command starts, because training happens there.
void note_started_script(const ShellCommand& command, JobFile& job) {
  if (!job.program_word.empty()) return;
  const auto script =
      std::ranges::find_if(command.words, [](const ShellWord& word) { return word.text.ends_with(".sh"); });
  if (script != command.words.end())
    job.open.push_back({script->text, script->place,
                        "This job only starts that script, which trains; import the script instead."});
}

/// Adds a note with the names of the scripts that set the command's variables ("source setup.sh").
void note_sourced(const std::vector<ShellCommand>& commands, JobFile& job) {
  const bool is_open = std::ranges::any_of(
      job.arguments, [](const FileKey& key) { return key.text.find('$') != std::string::npos; });
  if (!is_open) return;
  for (const ShellCommand& command : commands) {
    if (command.words.size() < 2 || (command.words[0].text != "source" && command.words[0].text != "."))
      continue;
    const std::string& name = command.words[1].text;
    if (name.ends_with(".sh") && name.find("conda") == std::string::npos)
      job.open.push_back(
          {"source " + name, command.words[0].place,
           "That script's variables are not known; put them into this one, or into the environment."});
  }
}

/// Returns the folder that the script changes to before this command, relative to where it starts; "" if it
/// does not change the folder or the folder is unknown.
std::string folder_of(const std::vector<ShellCommand>& commands, const ShellCommand& until) {
  std::string folder;
  for (const ShellCommand& command : commands) {
    if (&command == &until) break;
    if (command.words.size() != 2 || command.words[0].text != "cd") continue;
    const ShellWord& to = command.words[1];
    const bool is_below = to.is_known && !to.text.empty() && to.text.find_first_of("/~-$") != 0;
    folder = is_below ? folder + to.text + '/' : std::string();
  }
  return folder;
}

/// Returns the commands of a script, including those passed on in a variable: NeMo-RL's ray.sub runs the
/// contents of COMMAND on its cluster (NVIDIA-NeMo/RL/docs/cluster.md).
std::vector<ShellCommand> all_commands(const ShellScript& script, JobFile& job) {
  std::vector<ShellCommand> all = script.commands;
  for (const ShellCommand& command : script.commands) {
    const auto handed = command.environment.find("COMMAND");
    const bool is_ray = std::ranges::any_of(
        command.words, [](const ShellWord& word) { return file_of(word.text) == "ray.sub"; });
    if (handed == command.environment.end() || !is_ray) continue;
    for (ShellCommand& inner : read_shell_script(handed->second, command.environment).commands) {
      for (ShellWord& word : inner.words)
        word.place = command.words.front().place;
      inner.is_certain = inner.is_certain && command.is_certain;
      all.push_back(std::move(inner));
    }
    constexpr std::string_view nodes = "--nodes=";
    for (const ShellWord& word : command.words)
      if (word.text.starts_with(nodes)) job.nodes = positive_number(word.text.substr(nodes.size()));
  }
  return all;
}

}  // namespace

bool read_script(const std::string& text, ShellVariables variables, JobFile& job) {
  const bool is_for_queue =
      text.find("#SBATCH") != std::string::npos || text.find("#PBS ") != std::string::npos;
  ShellScript script;
  std::vector<ShellCommand> commands;
  const ShellCommand* best = nullptr;
  int highest = 0;
  // If a missing script argument excludes all training commands ([ "$1" = 0 ]), try again with such tests
  // left undecided.
  for (const bool open_tests : {false, true}) {
    script = read_shell_script(text, variables, open_tests);
    commands = all_commands(script, job);
    for (const ShellCommand& command : commands) {
      const int certainty = 2 * certainty_of(command, is_for_queue) + (command.is_certain ? 1 : 0);
      if (certainty <= highest || certainty < 2) continue;
      best = &command;
      highest = certainty;
    }
    if (best != nullptr) break;
  }
  if (best == nullptr) return false;
  read_srun(*best, job);
  const int nodes = std::exchange(job.nodes, 0), gpus = std::exchange(job.gpus_per_node, 0);
  read_command(best->words, job);
  read_mpi(*best, job);
  join_counts(*best, nodes, gpus, job);
  note_other_commands(commands, *best, highest, is_for_queue, job);
  take_written_training(script.files, job);
  job.starts_deepspeed = job.starts_deepspeed || is_of_deepspeed(best->words);
  job.is_certain = best->is_certain;
  job.open.insert(job.open.end(), script.open.begin(), script.open.end());
  note_sourced(commands, job);
  note_started_script(*best, job);
  read_environment(*best, job);
  read_lightning_config(*best, job);
  job.processes = processes_of(*best, job);
  job.folder = folder_of(commands, *best);
  take_written_config(script.files, job);
  return true;
}

/// Returns true if a text contains arguments: an option, an assignment or a file name.
bool has_arguments(const std::string& text) {
  constexpr auto marks = std::to_array<const char*>({"--", "=", ".yaml", ".yml", ".toml", ".json", ".py"});
  return std::ranges::any_of(marks,
                             [&text](const char* mark) { return text.find(mark) != std::string::npos; });
}

bool is_script(const std::string& text) {
  const std::size_t begin = text.find_first_not_of(" \t\r\n\xEF\xBB\xBF");
  if (begin == std::string::npos || text[begin] == '{' || looks_like_toml(text) || looks_like_python(text))
    return false;
  if (text.find("#!", begin) == begin || text.find("\n#SBATCH") != std::string::npos ||
      text.find("#PBS ", begin) == begin || text.find("\n#PBS ") != std::string::npos)
    return true;
  if (!has_arguments(text)) return false;
  try {
    const TextNode root = read_yaml(text);
    // A command with a colon and a blank in it: mpirun -np 4 bash -c ": …".
    return !root.is_object() || std::ranges::any_of(root.children, [](const TextNode& child) {
      return child.key.find(" -") != std::string::npos && child.key.find('"') != std::string::npos;
    });
  } catch (const FileError&) {
    return true;
  }
}

std::optional<JobFile> launch_script(const std::string& text) {
  if (!is_script(text)) return std::nullopt;
  JobFile job;
  job.program = "The launch script";
  return read_script(text, {}, job) ? std::optional(std::move(job)) : std::nullopt;
}

}  // namespace zp::import_io
