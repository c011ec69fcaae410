// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/job_file.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <span>
#include <utility>

#include "core/import/inherited_keys.h"
#include "core/import/named_configs.h"
#include "core/import/named_model.h"
#include "core/text/file_error.h"
#include "core/text/limits.h"
#include "core/text/python.h"

namespace zp::import_io {
namespace {

/// Returns the count in an option of deepspeed, torchrun or accelerate; 0 for anything but a positive number.
int number_of(const std::string& text) {
  int number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size() && number > 0 ? number : 0;
}

struct LauncherOption {
  std::string_view name;
  int JobFile::*member;
};
constexpr std::array<LauncherOption, 6> launcher_options = {{{"nproc_per_node", &JobFile::gpus_per_node},
                                                             {"num_gpus", &JobFile::gpus_per_node},
                                                             {"nnodes", &JobFile::nodes},
                                                             {"num_nodes", &JobFile::nodes},
                                                             {"num_machines", &JobFile::nodes},
                                                             {"num_processes", &JobFile::ranks}}};

bool is_program(std::string_view word) {
  return word.ends_with(".py") || program_started_by(word) != nullptr;
}

/// Options that accelerate launch takes itself, before the program (accelerate, commands/launch.py).
constexpr std::array<std::string_view, 5> accelerate_options = {"zero_stage", "offload_optimizer_device",
                                                                "offload_param_device", "mixed_precision",
                                                                "gradient_accumulation_steps"};
bool is_accelerate_option(std::string_view key) {
  return std::ranges::find(accelerate_options, key) != accelerate_options.end();
}

/// Returns the long name of an option of Hydra with one dash, "config_name" for "cn"; other keys are returned
/// unchanged (hydra/_internal/utils.py, get_args_parser).
std::string long_name_of_hydra(const std::string& key) {
  if (key == "cn") return "config_name";
  if (key == "cp") return "config_path";
  if (key == "cd") return "config_dir";
  return key;
}

/// Returns the most words that are values of an option of Hydra, because overrides may follow; no limit for
/// other options.
std::size_t values_of_hydra_option(std::string_view word) {
  constexpr auto names = std::to_array<std::string_view>(
      {"--config-name", "-cn", "--config-path", "-cp", "--config-dir", "-cd"});
  if (word == "--multirun" || word == "-m") return 0;
  return std::ranges::find(names, word) != names.end() ? 1 : std::string_view::npos;
}

bool names_config(std::string_view key) {
  return key == "deepspeed" || key == "deepspeed_config" || key == "deepspeed_config_file";
}

/// Returns true for an option with which unknown programs name a ds_config.
bool names_own_config(std::string_view key, std::string_view value) {
  constexpr auto names =
      std::to_array<std::string_view>({"ds_config", "ds_config_path", "ds_config_file",
                                       "deepspeed_config_path", "deepspeed_path", "ds_file"});
  return value.ends_with(".json") && std::ranges::find(names, key) != names.end();
}

/// Returns true for an option of programs of somebody's own that names a file with their settings.
bool names_settings(std::string_view key, std::string_view value) {
  constexpr auto names = std::to_array<std::string_view>({"train_args_file",
                                                          "training_args_file",
                                                          "args_file",
                                                          "yaml_config",
                                                          "yaml_file",
                                                          "json_file",
                                                          "json_config",
                                                          "config_file",
                                                          "config_path",
                                                          "config_yaml",
                                                          "cfg",
                                                          "cfg_file",
                                                          "cfg_path",
                                                          "config",
                                                          "train_config",
                                                          "training_config",
                                                          "train_cfg",
                                                          "experiment_config",
                                                          "exp_config",
                                                          "params_file"});
  const bool is_file = value.ends_with(".json") || value.ends_with(".yaml") || value.ends_with(".yml");
  return is_file && std::ranges::find(names, key) != names.end();
}

/// Returns true for a word that Hydra reads: `group=option`, `data/datasets@data.train=full`, `~key`
/// (docs/advanced/override_grammar/basic.md).
bool is_word_of_hydra(std::string_view word) {
  const std::size_t end = word.find('=');
  if (word.empty() || end == 0 || (end == std::string_view::npos && word.front() != '~')) return false;
  return std::ranges::all_of(word.substr(0, end), [](char c) {
    constexpr std::string_view signs = "_./@+~-";
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || signs.find(c) != std::string_view::npos;
  });
}

/// Returns true for the elements of an array that the script leaves open, "${EXTRA[@]}": further arguments of
/// the command, and no value of the option before them.
bool is_open_list(const ShellWord& word) {
  return word.text.starts_with("${") && word.text.find("[@]") != std::string::npos;
}

/// Options of launchers that take no value (accelerate commands/launch.py, torch/distributed/run.py,
/// deepspeed/launcher/runner.py: action="store_true" and check_env).
bool is_launcher_switch(std::string_view word) {
  constexpr auto names = std::to_array<std::string_view>({"-m",
                                                          "--module",
                                                          "-q",
                                                          "--quiet",
                                                          "--cpu",
                                                          "--multi_gpu",
                                                          "--tpu",
                                                          "--ipex",
                                                          "--enable_cpu_affinity",
                                                          "--dynamo_use_fullgraph",
                                                          "--dynamo_use_dynamic",
                                                          "--use_deepspeed",
                                                          "--use_fsdp",
                                                          "--use_megatron_lm",
                                                          "--use_xpu",
                                                          "--same_network",
                                                          "--no_python",
                                                          "--debug",
                                                          "--standalone",
                                                          "--run_path",
                                                          "--no_ssh",
                                                          "--no_ssh_check",
                                                          "--no_local_rank",
                                                          "--force_multi",
                                                          "--elastic_training",
                                                          "--bind_cores_to_rank",
                                                          "--use_parallelism_config"});
  std::string name(word);
  std::replace(name.begin() + std::min<std::ptrdiff_t>(2, std::ssize(name)), name.end(), '-', '_');
  return std::ranges::find(names, name) != names.end();
}

/// Returns true for a word that begins another option: "--lr", "-c", not "-1".
bool is_option(std::string_view word) {
  return word.size() > 1 && word[0] == '-' && (word[1] < '0' || word[1] > '9') && word[1] != '.';
}

/// Returns the end of the key in "actor.strategy=fsdp2" and "+trainer.x=1"; 0 for a word that sets no key.
std::size_t end_of_override(std::string_view word) {
  const std::size_t end = word.find('=');
  if (end == std::string_view::npos || end == 0) return 0;
  const bool is_key = std::ranges::all_of(word.substr(0, end), [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.' || c == '+' || c == '-';
  });
  return is_key ? end : 0;
}

/// Returns true for a word that only Hydra's grammar has: it adds or forces an override,
/// "++optim_conf.lr=1e-4" (hydra.cc, basic override syntax).
bool is_added_override(std::string_view word) {
  return word.size() > 1 && word.front() == '+' && end_of_override(word) != 0;
}

/// Returns a value without the quotes that Hydra removes: "'a b'".
std::string without_hydra_quotes(const std::string& value) {
  const bool is_quoted = value.size() > 1 && (value.front() == '\'' || value.front() == '"') &&
                         value.find(value.front(), 1) == value.size() - 1;
  return is_quoted ? value.substr(1, value.size() - 2) : value;
}

TextNode text_value(const ShellWord& word, std::string text) {
  TextNode node;
  node.kind = NodeKind::string;
  node.text = std::move(text);
  node.span = {word.place, word.place + std::max<std::size_t>(node.text.size(), 1)};
  return node;
}

/// Returns these words as one argument: a list if there are several.
FileKey argument(std::string key, const ShellWord& from, std::span<const ShellWord> values) {
  FileKey node;
  node.spelling = key;
  node.key = std::move(key);
  node.key_span = {from.place, from.place + 1};
  node.kind = values.size() > 1 ? NodeKind::array : NodeKind::string;
  if (values.empty()) node.text = "true";
  if (values.size() == 1) node.text = values[0].text;
  if (!values.empty()) node.span = {values[0].place, values.back().place + 1};
  if (values.size() > 1)
    for (const ShellWord& value : values)
      node.children.push_back(text_value(value, value.text));
  return node;
}

/// Returns true for an unknown program's own command with options, `autoalign-cli dpo --learning_rate 1e-6`,
/// started by neither a launcher nor Python.
bool is_own_command(const std::vector<ShellWord>& words) {
  if (words.size() < 3 || !words.front().is_known || is_option(words.front().text)) return false;
  constexpr auto others =
      std::to_array<std::string_view>({"deepspeed", "torchrun", "accelerate", "srun", "mpirun", "bash", "sh",
                                       "python", "python3", "uv", "ray"});
  const bool is_of_other = std::ranges::any_of(words, [&others](const ShellWord& word) {
    const std::string_view name = std::string_view(word.text).substr(word.text.rfind('/') + 1);
    return is_program(word.text) || word.text == "-m" || word.text == "-c" || word.text.ends_with(".sh") ||
           std::ranges::find(others, name) != others.end();
  });
  return !is_of_other &&
         std::ranges::any_of(words, [](const ShellWord& word) { return word.text.starts_with("--"); });
}

/// Returns true for the @ before one of prime-rl's files.
bool names_file_behind_at(const std::vector<ShellWord>& words, std::size_t place) {
  return words[place].text == "@" && place + 1 < words.size() && words[place + 1].text.ends_with(".toml");
}

constexpr std::array<std::string_view, 3> prime_rl_commands = {"rl", "sft", "trainer"};

/// Reads the options of a command one by one.
class CommandReader {
 public:
  explicit CommandReader(JobFile& job) : job_(job) {}

  void read(const std::vector<ShellWord>& words) {
    // A Python wrapper may precede the known program (python mason.py … -- accelerate launch …).
    const auto known = std::ranges::find_if(
        words, [](const ShellWord& word) { return program_started_by(word.text) != nullptr; });
    const std::size_t first = known == words.end() ? 0 : static_cast<std::size_t>(known - words.begin());
    if (words.size() > most_arguments)
      throw FileError("", "A command of the script has more words than one that starts training.");
    // The launcher and the program may be in a variable that the script does not set: "$header"
    // --learning_rate …
    const bool starts_open = known == words.end() && !words.empty() && !words.front().is_known;
    is_behind_program_ = starts_open && std::ranges::none_of(words, [](const ShellWord& word) {
                           return is_program(word.text) || word.text == "-m" || word.text == "-c";
                         });
    if (is_own_command(words)) {
      job_.program_word = words.front().text;
      job_.subcommand = is_option(words[1].text) ? "" : words[1].text;
      is_behind_program_ = true;
    }
    const std::size_t prime_rl = prime_rl_command_in(words);
    for (std::size_t i = is_behind_program_ ? 1 : starter_words(words); i < words.size(); ++i) {
      const std::string& word = words[i].text;
      if (i == prime_rl) {
        job_.program_word = word;
        is_behind_program_ = true;
        continue;
      }
      if (names_file_behind_at(words, i)) {
        if (job_.training_file.empty()) job_.training_file = words[i + 1].text;
        ++i;
        continue;
      }
      // The -m of a launcher is a switch: options may stand between it and the name of the module.
      const bool is_switch = word == "-m" || word == "--module";
      if (is_switch && !is_behind_program_ && i + 1 < words.size() && is_option(words[i + 1].text)) {
        names_module_ = true;
        continue;
      }
      const bool is_named = i > 0 && (words[i - 1].text == "-m" || words[i - 1].text == "--module") &&
                            !is_launcher_module(word);
      const bool is_module = (is_named || names_module_) && !is_option(word);
      if (!is_behind_program_ && i >= first && (is_program(word) || is_module)) {
        job_.program_word = word;
        job_.subcommand = i + 1 < words.size() && !is_option(words[i + 1].text) ? words[i + 1].text : "";
        is_behind_program_ = true;
        continue;
      }
      if (is_behind_program_ && is_training_file(word) && end_of_override(word) == 0)
        take_training_file(word);
      if (!is_behind_program_ && word == "--module") continue;  // of deepspeed and torchrun, before its name
      if (is_behind_program_ && is_open_list(words[i]))
        job_.open.push_back({word, words[i].place, "The script does not decide these arguments."});
      if (!is_option(word)) {
        if (is_behind_program_ && is_word_of_hydra(word)) job_.overrides.push_back(word);
        if (is_behind_program_) read_override(words[i]);
        if (is_behind_program_ && word.ends_with(".json") && i > 0 && words[i - 1].text == job_.program_word)
          job_.settings_file = word;
        continue;
      }
      const std::size_t equals = word.find('=');
      std::size_t end = i + 1;
      std::vector<ShellWord> values;
      if (equals != std::string::npos) {
        values.push_back({word.substr(equals + 1), words[i].place, words[i].is_known});
      } else {
        // An option that names a file takes one word; overrides of its keys may follow: --config run.yaml
        // policy.x=1 "$@".
        const auto is_behind_file = [&] {
          return key_is_config(word) && end > i + 1 && is_training_file(words[i + 1].text);
        };
        const bool has_value = is_behind_program_ || !names_module_ || !is_launcher_switch(word);
        const std::size_t most = is_behind_program_ ? values_of_hydra_option(word) : words.size();
        while (has_value && values.size() < most && end < words.size() && !is_option(words[end].text) &&
               !(is_open_list(words[end]) &&
                 (end > i + 1 || words[end].text.find("+\"") != std::string::npos)) &&
               !is_added_override(words[end].text) && !is_behind_file() &&
               (is_behind_program_ || (end == i + 1 && !is_program(words[end].text))))
          values.push_back(words[end++]);
      }
      const std::size_t dashes = word.starts_with("--") ? 2 : 1;
      std::string key = word.substr(dashes, equals == std::string::npos ? equals : equals - dashes);
      const bool is_end_of_options = key.empty();  // "--" alone
      if (is_behind_program_ && dashes == 1) key = long_name_of_hydra(key);
      if (!is_end_of_options && (dashes == 2 || key.size() > 2))
        read_option(std::move(key), words[i], values);
      if (key_is_config(std::string_view(word).substr(0, equals)) && values.size() == 1)
        take_training_file(values[0].text);
      if (equals == std::string::npos && (is_behind_program_ || names_module_)) i = end - 1;
    }
  }

 private:
  /// xtuner's training files are Python programs.
  [[nodiscard]] bool is_training_file(std::string_view word) const {
    const ProgramEntry* const program = program_started_by(job_.program_word);
    const bool is_python = program != nullptr && program->id == "xtuner" && word.ends_with(".py");
    return is_python || word.ends_with(".yaml") || word.ends_with(".yml") || word.ends_with(".toml");
  }
  static bool key_is_config(std::string_view word) {
    return word == "-c" || word == "--config" || word == "-f" || word == "--job.config_file";
  }
  void take_training_file(const std::string& name) {
    if (is_behind_program_ && is_training_file(name) && job_.training_file.empty()) job_.training_file = name;
  }

  void read_override(const ShellWord& word) {
    const std::size_t end = end_of_override(word.text);
    if (end == 0) return;
    std::string key = word.text.substr(0, end);
    key.erase(0, std::min(key.find_first_not_of('+'), key.size()));
    if (key == "config") take_training_file(word.text.substr(end + 1));
    const ShellWord value{without_hydra_quotes(word.text.substr(end + 1)), word.place, word.is_known};
    job_.arguments.push_back(argument(std::move(key), word, std::span(&value, 1)));
  }

  void read_option(std::string key, const ShellWord& word, const std::vector<ShellWord>& values) {
    std::ranges::replace(key, '-', '_');
    const std::string value = values.empty() ? "" : values.front().text;
    if (is_behind_program_ && names_settings(key, value)) job_.settings_file = value;
    if (names_config(key) || (is_behind_program_ && names_own_config(key, value))) {
      job_.launcher_arguments.push_back(argument(key, word, values));
      return read_config(key, value);
    }
    if (key == "config_file" && !is_behind_program_) job_.accelerate_name = value;
    if (key == "include" && !is_behind_program_) take_hosts(value);
    if (!is_behind_program_ && read_fsdp_of_accelerate(key, word, values)) return;
    const auto* const option = std::ranges::find(launcher_options, key, &LauncherOption::name);
    if (!is_behind_program_ && !is_accelerate_option(key))
      job_.launcher_arguments.push_back(argument(key, word, values));
    if (!is_behind_program_ && option != launcher_options.end()) {
      if (const int number = number_of(value); number > 0 && job_.*(option->member) == 0)
        job_.*(option->member) = number;
    } else if (is_behind_program_ || is_accelerate_option(key)) {
      job_.arguments.push_back(argument(std::move(key), word, values));
    }
  }

  /// Reads accelerate launch's options for FSDP, --use_fsdp and --fsdp_sharding_strategy, as the keys of its
  /// file (accelerate commands/launch.py; commands/config/config_args.py). Returns false for other options.
  bool read_fsdp_of_accelerate(const std::string& key, const ShellWord& word,
                               const std::vector<ShellWord>& values) {
    FileKey of_file = argument(key, word, values);
    if (key == "use_fsdp") {
      if (!values.empty() && python::lax_bool(of_file) == false) return false;
      of_file.key = "fsdp";
      of_file.kind = NodeKind::string;
      of_file.text = "full_shard";  // unless --fsdp_sharding_strategy or accelerate's file states another
    } else if (key.starts_with("fsdp_")) {
      of_file.key = "fsdp_config." + key;
    } else {
      return false;
    }
    job_.arguments.push_back(std::move(of_file));
    return true;
  }

  /// Reads hosts and devices of deepspeed's --include, "localhost:0,1,2,3" or "worker-0:0,1@worker-1:0,1"
  /// (deepspeed/launcher/runner.py, parse_resource_filter). Every host is taken to have as many devices as
  /// the first.
  void take_hosts(std::string_view hosts) {
    if (hosts.find('$') != std::string_view::npos) return;
    const std::string_view first = hosts.substr(0, hosts.find('@'));
    const std::size_t colon = first.find(':');
    if (colon == std::string_view::npos || job_.gpus_per_node > 0) return;
    job_.gpus_per_node = static_cast<int>(std::ranges::count(first.substr(colon), ',')) + 1;
    if (job_.nodes == 0) job_.nodes = static_cast<int>(std::ranges::count(hosts, '@')) + 1;
  }

  /// Reads --deepspeed and similar options: a file, a name built into the program, the config itself, or a
  /// switch.
  void read_config(std::string_view key, const std::string& value) {
    if (value.starts_with('{')) {
      job_.config = value;
    } else if (value.ends_with(".json") || value.ends_with(".conf") ||
               (!value.empty() && (key != "deepspeed" || named_config(value)) && value.front() != '$')) {
      job_.config_name = value;
    }
    job_.starts_deepspeed = true;
  }

  JobFile& job_;
  bool is_behind_program_ = false;
  bool names_module_ = false;  ///< after -m of a launcher, before the module's name
};

/// Returns true if the arguments state a batch under a name other than Trainer's, and none under Trainer's:
/// scripts of diffusers and many others have their own training loops and share further names with Trainer.
bool has_batch_of_another(const FileKeys& arguments) {
  constexpr auto names = std::to_array<std::string_view>(
      {"train_batch_size", "batch_size", "train_batchsize", "batch_size_training", "global_batch_size"});
  return find_key(arguments, "per_device_train_batch_size") == nullptr &&
         std::ranges::any_of(names,
                             [&](std::string_view name) { return find_key(arguments, name) != nullptr; });
}

/// Returns true if a file is named like a known program's, such as finetuning.py, but has none of its
/// arguments.
bool is_of_same_name(const JobFile& job, const ProgramEntry& program) {
  if (!job.program_word.ends_with(".py") || !job.training_file.empty() || !job.accelerate_name.empty())
    return false;
  return !job.arguments.empty() && std::ranges::none_of(job.arguments, [&](const FileKey& key) {
    return !rows_of(program, key.key).empty() || names_model(key);
  });
}

/// Returns true if a command has the arguments with which Megatron-LM and its forks (MindSpeed-LLM,
/// Pai-Megatron-Patch) parallelise a model and state its shape.
bool has_arguments_of_megatron(const FileKeys& arguments) {
  constexpr auto names = std::to_array<std::string_view>(
      {"tensor_model_parallel_size", "micro_batch_size", "num_layers", "hidden_size", "num_attention_heads"});
  return std::ranges::all_of(names,
                             [&](std::string_view name) { return find_key(arguments, name) != nullptr; });
}

/// Sets the file that a Hydra command names, "config/grpo.yaml" for --config-path config --config-name grpo,
/// unless it is a file that ships with verl. If the path is undetermined, sets only the file's name.
void name_hydra_file(JobFile& job) {
  const FileKey* const name = find_key(job.arguments, "config_name");
  const FileKey* path = find_key(job.arguments, "config_path");
  if (path == nullptr) path = find_key(job.arguments, "config_dir");
  const ProgramEntry* const program = program_started_by(job.program_word);
  const bool is_of_hydra = path != nullptr || (program != nullptr && has_hydra_references(*program));
  if (name == nullptr || !job.training_file.empty() || !is_of_hydra || !name->is_string() ||
      name->text.empty() || is_left_open(name->text))
    return;
  constexpr auto of_verl =
      std::to_array<std::string_view>({"ppo_trainer", "ppo_megatron_trainer", "sft_trainer",
                                       "ppo_trainer.yaml", "ppo_megatron_trainer.yaml"});
  const bool is_own =
      program != nullptr && program->id == "verl" && std::ranges::find(of_verl, name->text) != of_verl.end();
  if (is_own) return;
  std::string folder = path != nullptr && path->is_string() && !is_left_open(path->text) ? path->text : "";
  if (!folder.empty() && !folder.ends_with('/')) folder += '/';
  job.training_file = folder + name->text + (name->text.ends_with(".yaml") ? "" : ".yaml");
}

}  // namespace

bool is_launcher_module(std::string_view word) {
  return word.starts_with("torch.distributed") || word == "accelerate.commands.launch" ||
         word == "deepspeed.launcher.runner";
}

std::size_t prime_rl_command_in(const std::vector<ShellWord>& words) {
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (std::ranges::find(prime_rl_commands, words[i].text) == prime_rl_commands.end()) continue;
    for (std::size_t file = i + 1; file < words.size(); ++file)
      if (names_file_behind_at(words, file)) return i;
    return std::string_view::npos;
  }
  return std::string_view::npos;
}

const ProgramEntry* program_of(const JobFile& job) {
  if (job.training_file.ends_with(".toml") &&
      std::ranges::find(prime_rl_commands, job.program_word) != prime_rl_commands.end())
    return &entry_of(program_named("prime-rl"));
  const ProgramEntry* const started = program_started_by(job.program_word);
  const bool is_megatron_deepspeed = started != nullptr && started->id == "megatron-deepspeed";
  // Megatron-DeepSpeed has the names of Megatron-LM's programs; only the first starts DeepSpeed.
  if (has_arguments_of_megatron(job.arguments) && (started == nullptr || is_megatron_deepspeed))
    return &entry_of(program_named(job.starts_deepspeed ? "megatron-deepspeed" : "megatron-lm"));
  if (started != nullptr && !is_of_same_name(job, *started)) return started;
  const ProgramEntry* named = program_with(job.arguments);
  // Axolotl is started as a module or command; a Python file that is not its own may have an option
  // --base_model too.
  const bool is_of_another = named != nullptr && named->id == "axolotl" && job.program_word.ends_with(".py");
  // transformers' run_clm.py and its copies have a dataset_name as TRL's scripts do.
  const bool is_run_clm = named != nullptr && named->id == "trl" &&
                          (find_key(job.arguments, "validation_split_percentage") != nullptr ||
                           find_key(job.arguments, "block_size") != nullptr);
  // transformers' run_*_no_trainer.py and its copies have use_slow_tokenizer and with_tracking; so have
  // open-instruct's programs, which derive from them.
  const bool is_no_trainer =
      named != nullptr && named->id == "open-instruct" && job.program_word.ends_with(".py") &&
      std::ranges::none_of(job.arguments,
                           [](const FileKey& key) { return key.key.starts_with("dataset_mix"); });
  const bool is_own_loop =
      named != nullptr && named->id == "hf-trainer" && has_batch_of_another(job.arguments);
  return is_of_another || is_run_clm || is_own_loop || is_no_trainer ? nullptr : named;
}

std::string file_beside(const JobFile& job) {
  if (!job.training_file.empty()) return job.training_file;
  std::string name = job.program_word;
  const ProgramEntry* const started = program_started_by(name);
  if (name.empty() || (started != nullptr && !is_of_same_name(job, *started))) return "";
  if (name.ends_with(".py")) return name;
  const bool is_module = std::ranges::all_of(
      name, [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.'; });
  if (!is_module) return "";
  std::ranges::replace(name, '.', '/');  // python -m package.train
  return name + ".py";
}

void read_command(const std::vector<ShellWord>& words, JobFile& job) {
  CommandReader(job).read(words);
  name_hydra_file(job);
}

std::optional<JobFile> job_file(const std::string& text) {
  if (auto script = slurm_script(text)) return script;
  if (auto script = pbs_script(text)) return script;
  if (auto job = train_job(text)) return job;
  if (auto job = kubernetes_job(text)) return job;
  if (auto job = cluster_job(text)) return job;
  return launch_script(text);
}

}  // namespace zp::import_io
