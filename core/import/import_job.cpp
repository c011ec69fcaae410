// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>
#include <iterator>
#include <optional>
#include <string>
#include <utility>

#include "core/import/adapter_keys.h"
#include "core/import/chosen_framework.h"
#include "core/import/embedded_config.h"
#include "core/import/inherited_keys.h"
#include "core/import/job_file.h"
#include "core/import/job_keys.h"
#include "core/import/named_model.h"
#include "core/import/openrlhf.h"
#include "core/import/program_config_json.h"
#include "core/import/program_method_json.h"
#include "core/import/program_reading_json.h"
#include "core/import/program_structures.h"
#include "core/import/program_yaml.h"
#include "core/import/python_script.h"
#include "core/text/letters.h"
#include "core/text/python.h"

/// Import of files that start training: shell scripts, Slurm scripts, TrainJobs.
namespace zp::import_io {
namespace {

bool is_open(const FileKey& key) { return is_left_open(key.text) || key.text.find('`') != std::string::npos; }

/// Removes the ds_config that a command names but switches off: train_engine torch_ddp with
/// --deepspeed_config (wenet/utils/train_utils.py), use_deepspeed=false (FunASR, funasr/bin/train_ds.py).
/// Returns the options that name it.
FileKeys drop_unused_config(JobFile& job) {
  const auto turns_off = [](const FileKey& key) {
    const std::string_view name = std::string_view(key.key).substr(key.key.rfind('.') + 1);
    if (name == "train_engine") return key.text.starts_with("torch");
    return (name == "use_deepspeed" || name == "enable_deepspeed") && python::lax_bool(key) == false;
  };
  if (job.config_name.empty() || std::ranges::none_of(job.arguments, turns_off)) return {};
  job.config_name.clear();
  job.config.clear();
  job.starts_deepspeed = false;
  const auto names_config = [](const FileKey& key) { return key.key.starts_with("deepspeed"); };
  FileKeys unused;
  std::ranges::copy_if(job.launcher_arguments, std::back_inserter(unused), names_config);
  std::erase_if(job.launcher_arguments, names_config);
  return unused;
}

/// Lists the options of a launcher and the one that names the ds_config.
void list_launcher(const JobFile& job, bool has_config, bool names_fsdp, ProgramKeys& keys) {
  for (const FileKey& key : job.launcher_arguments) {
    const bool is_config = key.key.starts_with("deepspeed") || key.key.starts_with("ds_");
    const bool is_nodes = key.key == "nnodes" || key.key == "num_nodes" || key.key == "num_machines";
    const bool is_gpus = key.key == "nproc_per_node" || key.key == "num_gpus" || key.key == "num_processes" ||
                         key.key == "include" || key.key == "np" || key.key == "ppn";
    if (is_config && has_config)
      keys.list_as_read(key, "zero.stage");
    else if (is_config)
      keys.list_as_unread(key, "The ds_config is missing; the plan has stage " +
                                   std::to_string(keys.document().plan.zero.stage) + '.');
    else if (key.key == "config_file" && (has_config || names_fsdp))
      keys.list_as_read(key, has_config ? "zero.stage" : "training.framework");
    else if (key.key == "config_file")
      keys.list_as_unread(key, "accelerate's file is not next to this one.");
    else if (is_open(key))
      keys.list_as_unread(key, key.spelling + ": " + value_words(key) + " is not decided by the script.");
    else if (is_nodes || is_gpus)
      keys.list_as_read(key, is_nodes ? "cluster.nodes" : "cluster.gpus_per_node");
    else
      keys.list_as_unread(key, std::string(no_plan_key));
  }
}

int line_at(const std::string& text, std::size_t place) {
  return place < text.size() ? LineIndex(text).position(place).line : 0;
}

/// Removes the lines of a ds_config written by a script whose value the script leaves open
/// ("train_batch_size": $((8 * $RANKS)),), and lists their keys as unread.
std::string without_open_lines(const std::string& config, const std::string& script, ProgramKeys& keys) {
  std::string rest;
  for (std::size_t at = 0; at < config.size();) {
    const std::size_t end = std::min(config.find('\n', at), config.size());
    const std::string line = config.substr(at, end - at);
    at = end + 1;
    const std::size_t name = line.find_first_not_of(" \t");
    const std::size_t behind = name == std::string::npos ? name : line.find('"', name + 1);
    const std::size_t value =
        behind == std::string::npos ? behind : line.find_first_not_of(": \t", behind + 1);
    if (value == std::string::npos || line[name] != '"' || line[value] != '$') {
      rest += line + '\n';
      continue;
    }
    const std::string key = line.substr(name + 1, behind - name - 1);
    const std::string words = line.substr(value, line.find_last_not_of(" \t\r,") + 1 - value);
    keys.list_as_unread({key, words, line_at(script, script.find('"' + key + '"')),
                         key + ": " + words + " is not decided by the script."});
  }
  return rest;
}

/// Returns the ds_config that the training file contains or names.
std::optional<ConfigSource> config_of_named(const ProgramYaml& named, const std::string& training,
                                            const ImportFile& file, std::vector<Finding>& notes) {
  if (auto own = config_of_program(named, training)) return own;
  std::optional<EmbeddedConfig> embedded = embedded_config(training);
  if (!embedded) embedded = config_in_script(training);
  if (!embedded || embedded->program == accelerate_program) return std::nullopt;
  if (embedded->file.empty()) return std::move(embedded->config);
  const std::string text = config_named(embedded->file, file.ds_config, named.program, notes);
  return text.empty() ? std::nullopt : std::optional(read_config_text(text));
}

/// Returns the name of the file next to a job; for a program that only calls another, the name of the called
/// one.
std::string name_beside(const JobFile& job, const ImportFile& file) {
  const std::string named = file_beside(job);
  const auto last = [](const std::string& path) { return path.substr(path.rfind('/') + 1); };
  const bool is_other = !file.training_path.empty() && last(file.training_path) != last(named);
  return is_other ? last(file.training_path) : named;
}

/// Adds the keys of the file `name` next to the job to the job's arguments.
void add_keys_of_file(ProgramYaml& named, const std::string& name, JobFile& job, ProgramKeys& keys) {
  erase_config_keys(named, named.keys, keys);
  JobKeys joined = joined_keys(std::move(named.keys), name, job, keys.program());
  for (const FileKey& key : joined.overruled)
    if (!key.is_inherited) keys.list_as_unread(key, "The command states it too, and counts.");
  job.arguments = std::move(joined.keys);
}

bool is_of_adapters(const FileKey& key) {
  return key.key == "use_peft" || key.key == "use_dora" || key.key.starts_with("lora_");
}

/// Removes the adapters that a program creates only under an option (`args.lora_enable`) that the command
/// does not set: such switches are off by default.
void drop_adapters_of_absent_option(ProgramYaml& named, const JobFile& job, std::vector<Finding>& notes) {
  const std::string option = named.adapters_if.substr(named.adapters_if.rfind('.') + 1);
  const bool is_name = !option.empty() && std::ranges::all_of(option, [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_';
  });
  const bool speaks_of_adapters = option.find("lora") != std::string::npos ||
                                  option.find("peft") != std::string::npos ||
                                  option.find("adapter") != std::string::npos;
  if (!is_name || !speaks_of_adapters || find_key(job.arguments, option) != nullptr) return;
  std::erase_if(named.keys, is_of_adapters);
  named.adapters_if.clear();
  notes.push_back({Severity::style, "adapters_by_condition", "training.lora",
                   "The program makes adapters only with " + option +
                       ", which the command does not give; the plan trains all weights (a guess).",
                   "Set training.lora.rank if the program has it on by default."});
}

/// Reads FSDP from the name of a missing accelerate file: "fsdp_qlora.yaml". Returns false if the name does
/// not imply it.
bool add_fsdp_of_name(JobFile& job, std::vector<Finding>& notes) {
  const std::string& name = job.accelerate_name;
  const std::string last = lower_case(name.substr(name.rfind('/') + 1));
  if (last.find("fsdp") == std::string::npos || find_key(job.arguments, "fsdp") != nullptr) return false;
  FileKey fsdp;
  fsdp.key = "fsdp";
  fsdp.spelling = "config_file";
  fsdp.kind = NodeKind::string;
  fsdp.text = "full_shard";
  job.arguments.push_back(std::move(fsdp));
  notes.push_back(
      {Severity::ignored, "config_by_name", "training.framework",
       name + " is missing; by its name it trains with FSDP, which the plan has with whole shards (a guess).",
       "Put that file next to this one or into a folder above, and import again."});
  return true;
}

/// A command argument, and the plan key whose value the program computes from it.
struct ComputedFrom {
  FileKey argument;
  std::string plan_key;
};

/// Removes and returns the arguments without a row of their own from which the program computes other keys:
/// --batch_size in `batch_size // micro_batch_size`.
std::vector<ComputedFrom> take_computed(const ProgramYaml& named, const ProgramEntry& program,
                                        FileKeys& arguments) {
  std::vector<ComputedFrom> taken;
  for (const OptionDefault& one : named.computed) {
    const std::vector<const ProgramKeyRow*> rows = rows_of(program, one.key);
    const auto argument = std::ranges::find(arguments, one.option, &FileKey::key);
    if (rows.empty() || rows.front()->path.empty() || argument == arguments.end() ||
        !rows_of(program, one.option).empty())
      continue;
    taken.push_back({std::move(*argument), rows.front()->path});
    arguments.erase(argument);
  }
  return taken;
}

/// Lists arguments as read from which the program computed another key that was read.
void list_computed(const std::vector<ComputedFrom>& taken, ProgramKeys& keys) {
  for (const auto& [argument, plan_key] : taken)
    if (keys.states_plan_key(plan_key))
      keys.list_as_read(argument, plan_key);
    else
      keys.list_as_unread(argument, std::string(no_plan_key));
}

/// Adds a key whose value a missing file would decide.
void add_mark(JobFile& job, std::string_view name, const std::string& file) {
  FileKey key;
  key.key = key.spelling = name;
  key.kind = NodeKind::string;
  key.text = "${" + file.substr(file.rfind('/') + 1) + '}';
  job.arguments.push_back(std::move(key));
}

/// Marks the settings that a missing training file would decide: the framework, and LLaMA-Factory's kind of
/// tuning, which is LoRA if no key states it.
void leave_to_missing_file(JobFile& job) {
  add_mark(job, missing_file_mark, job.training_file);
  const bool is_of_factory = job.program_word.find("llamafactory") != std::string::npos ||
                             job.program_word.find("llama_factory") != std::string::npos;
  if (is_of_factory && find_key(job.arguments, "finetuning_type") == nullptr)
    add_mark(job, "finetuning_type", job.training_file);
}

/// Takes the batch sizes out of a ds_config beside which the command of an unknown program states its micro
/// batch: a program makes its own data loader with it, and DeepSpeed only counts with the other number.
void drop_batch_of_config(ConfigSource& config, const ProgramKeys& keys, std::vector<Finding>& notes) {
  constexpr std::string_view micro = "training.micro_batch_size";
  const TextNode* const stated = config.root.child("train_micro_batch_size_per_gpu");
  const std::int64_t batch = keys.document().plan.training.micro_batch_size;
  if (!keys.states_plan_key(micro) || stated == nullptr || !stated->is_integer() || stated->integer == batch)
    return;
  notes.push_back({Severity::ignored, "batch_of_command", std::string(micro),
                   "The command asks for " + std::to_string(batch) +
                       " sequences a micro batch, and the ds_config for " + std::to_string(stated->integer) +
                       "; a program that is not known loads its data itself, so that the command's counts.",
                   "Set training.micro_batch_size to the other number if the program takes that one."});
  std::erase_if(config.root.children, [](const TextNode& node) {
    return node.key == "train_micro_batch_size_per_gpu" || node.key == "train_batch_size";
  });
}

/// Returns words for the method of the trainer that a program creates, to stand behind its name: ", trainer
/// of dpo"; "" if it shows none.
std::string words_of_trainer(const std::string& program) {
  const auto script = program.empty() ? std::nullopt : python_script(program);
  return script && !script->method.empty() ? ", trainer of " + script->method : "";
}

/// Reads the method of an unknown program from the last word of its name, "dpo" of "trainers.text.dpo", or
/// from its trainer.
void read_method_of_unknown(const JobFile& job, const std::string& trainer, ProgramKeys& keys) {
  std::string name = job.program_word;
  if (name.ends_with(".py")) name.resize(name.size() - 3);
  read_method(job.arguments, keys, name.substr(name.find_last_of("/.") + 1) + trainer);
}

/// Names the engine's device that older releases of TRL take by default, the one after the last that trains
/// (trl before 0.16, trainer/grpo_trainer.py), if the command sees more GPUs than it starts processes on.
void add_engine_device(JobFile& job) {
  constexpr auto others =
      std::to_array<std::string_view>({"vllm_device", "vllm_mode", "vllm_server_host", "vllm_server_port",
                                       "vllm_server_base_url", "vllm_tensor_parallel_size"});
  const auto is_stated = [&job](std::string_view name) { return find_key(job.arguments, name) != nullptr; };
  if (job.gpus_per_node == 0 || job.visible_gpus <= job.gpus_per_node || !is_on(job.arguments, "use_vllm") ||
      std::ranges::any_of(others, is_stated))
    return;
  FileKey key;
  key.key = "vllm_device";
  key.spelling = "vllm_device by default";
  key.kind = NodeKind::string;
  key.text = "cuda:" + std::to_string(job.gpus_per_node);
  job.arguments.push_back(std::move(key));
}

/// Says of a ds_config with "auto" that a program gives to deepspeed.initialize itself that DeepSpeed refuses
/// it: only Trainer and accelerate put values in its place (deepspeed/runtime/config.py,
/// DeepSpeedConfig._do_sanity_check and the fields' types).
void note_own_engine(const std::string& program, Imported& imported) {
  constexpr auto fillers =
      std::to_array<std::string_view>({"Trainer(", "Accelerator(", "TrainingArguments("});
  const bool is_filled = std::ranges::any_of(
      fillers, [&](std::string_view word) { return program.find(word) != std::string::npos; });
  if (is_filled || program.find("deepspeed.initialize(") == std::string::npos) return;
  for (Finding& finding : imported.notes)
    if (finding.code == "auto") {
      finding.severity = Severity::ignored;
      finding.message =
          "The program gives the ds_config to deepspeed.initialize itself, which refuses \"auto\"; the plan "
          "has "
          "the values that Hugging Face Trainer would fill in.";
      finding.fix = "Write numbers in place of \"auto\", as the plan's ds_config has them.";
    }
}

/// Marks a command of ms-swift that trains with Megatron: `megatron sft`, or the module or file that it
/// starts (swift/cli/_megatron/main.py).
void mark_megatron(JobFile& job) {
  const std::string_view word = job.program_word;
  if (word != "megatron" && word.find("_megatron") == std::string_view::npos) return;
  add_mark(job, megatron_mark, job.program_word);
}

}  // namespace

Imported import_job(const ImportFile& file, const PlanDocument& base, ModelOrigin model,
                    const Catalog& presets) {
  JobFile job = job_file(file.text).value();
  if (!file.config_file.empty()) follow_config(file, job);
  const FileKeys unused_config = drop_unused_config(job);
  refuse_xtuner_v1(job.program_word);
  const ProgramEntry* known = program_of(job);
  const std::string training = job.training_text.empty() ? file.training + file.loaded : job.training_text;
  if (job.config_name.empty() && job.accelerate_name.empty() && unused_config.empty())
    job.config_name = config_name_of(job, training);
  std::optional<ProgramYaml> named = named_file(training, job, known);
  std::vector<Finding> notes;
  if (named && are_hydra_parts(file.parents)) {
    add_parents(file.parents, *named, notes);
    open_composed(*named, job);
    if (known == nullptr && named->program != &usual_program()) known = named->program;
  }
  ProgramKeys keys(known != nullptr ? *known : usual_program(), base, model, file.text, presets);
  for (const FileKey& key : unused_config)
    keys.list_as_unread(key, "Another option turns DeepSpeed off, so that this file is not used.");
  const auto count = [&](const char* plan_key, int number, const char* what) {
    if (number > 0) keys.set(plan_key, number, std::string(what) + ' ' + std::to_string(number));
  };
  count("cluster.nodes", job.nodes, "nodes");
  count("cluster.gpus_per_node", job.gpus_per_node, "GPUs of a node");
  count("cluster.cpu_cores", job.cpus_per_node, "cores of a node");
  if (job.memory_gib > 0)
    keys.set("cluster.cpu_memory_gib", text_io::number(job.memory_gib), "memory of a node");
  if (!job.gpu.empty())
    notes.push_back({Severity::style, "gpu_kind", "cluster.gpu",
                     "The job asks for GPUs of the kind " + job.gpu + "; the plan's kind was kept.",
                     "Choose the GPU of that kind."});
  const std::string text = !job.config.empty()      ? without_open_lines(job.config, file.text, keys)
                           : !unused_config.empty() ? std::string()
                           : job.config_name.empty() && !file.ds_config.empty()
                               ? file.ds_config
                               : config_named(job.config_name.empty() ? job.accelerate_name : job.config_name,
                                              file.ds_config, known, notes);
  std::optional<ConfigSource> config;
  if (!text.empty() && (text == file.ds_config || file.accelerate.empty()))
    config = text == file.ds_config ? config_of_files(file, job.arguments, keys)
                                    : config_beside(text, job.arguments, keys);
  else if (!file.accelerate.empty()) {  // the command's ds_config is missing
    config = config_beside(file.accelerate, job.arguments, keys, !text.empty());
    if (!text.empty()) config = read_config_text(text);
  }
  if (unused_config.empty() && accelerate_starts_deepspeed(file)) job.starts_deepspeed = true;
  if (named && !config) config = config_of_named(*named, training, file, notes);
  if (named && job.training_file.empty() && states_full_tuning(job.arguments)) {
    std::erase_if(named->keys, is_of_adapters);
    named->adapters_if.clear();
  }
  if (named) drop_adapters_of_absent_option(*named, job, notes);
  if (named && !file.parents.empty() && !are_hydra_parts(file.parents))
    add_parents(file.parents, *named, notes);
  if (named) add_keys_of_file(*named, name_beside(job, file), job, keys);
  if (named && config && file.accelerate.empty() && accelerate_starts_deepspeed(file))
    put_precision(config->root, job.arguments);
  if (has_hydra_references(keys.program())) resolve_references(job.arguments);
  if (named) note_python(*named, keys, notes);
  if (!named && !job.training_file.empty()) {
    keys.list_as_unread(
        {job.training_file, "", 0,
         training.empty()
             ? "The file that the command names is not next to the script."
             : "The file that the command names is there, but is no YAML or JSON that can be read."});
    leave_to_missing_file(job);
  }
  add_engine_device(job);
  read_openrlhf(job, keys);
  if (known != nullptr && known->id == "ms-swift") mark_megatron(job);
  if (known != nullptr && known->id != "openrlhf")
    keys.set("training.program", known->id, job.program_word.empty() ? known->name : job.program_word);
  const bool has_config_of_unknown = named && !job.training_file.empty();
  if (known == nullptr && !job.program_word.empty() && (!named || has_config_of_unknown))
    notes.push_back({Severity::ignored, "program_not_known", "training.program",
                     job.program_word + " is no program that is known here" +
                         (has_config_of_unknown ? "; the keys of " + job.training_file + " and "
                          : training.empty()    ? ", and is not next to the script: "
                                             : ", and the file of that name does not show what it reads: ") +
                         "its arguments were read by the names that Trainer's have.",
                     "Compare the plan's values with those of that program."});
  if (known != nullptr)
    read_method(job.arguments, keys,
                named && !named->method.empty()
                    ? named->method
                    : end_of_path(job.program_word) + ' ' + job.subcommand + words_of_trainer(file.program));
  if (known == nullptr)
    read_method_of_unknown(job, words_of_trainer(job.training_file.empty() ? file.training : file.program),
                           keys);
  const bool names_fsdp = !config && file.ds_config.empty() && add_fsdp_of_name(job, notes);
  if (!job.accelerate_name.empty() && text.empty() && file.accelerate.empty() && !config && !names_fsdp)
    add_mark(job, missing_file_mark, job.accelerate_name);
  const bool reads_by_names = !named || !file.config_file.empty();
  if (reads_by_names && keys.program().id == usual_program().id) assume_adapters(job.arguments, notes);
  const std::vector<ComputedFrom> computed =
      named ? take_computed(*named, keys.program(), job.arguments) : std::vector<ComputedFrom>();
  const std::string other_model = possible_model(job.arguments);
  const FileKeys steps =
      read_program_keys(std::move(job.arguments), keys, job.starts_deepspeed || config.has_value(),
                        keys.program().id == "nemo-rl" ? job.program_word : file.name);
  note_other_model(other_model, keys);
  list_computed(computed, keys);
  const bool has_file = config || !text.empty() || !file.accelerate.empty();
  list_launcher(job, has_file && !keys.has_note("no_config"), names_fsdp, keys);
  for (const ShellOpenChoice& choice : job.open)
    keys.list_as_unread({choice.source, "", line_at(file.text, choice.place), choice.reason});
  if (!job.is_certain)
    keys.list_as_unread(
        {job.program_word, "", 0, "The script does not decide whether this command runs; it was read."});
  Imported imported;
  if (!config) {
    imported.document = keys.document();
    if (!keys.states_plan_key("zero.stage") && !keys.states_plan_key("training.framework") &&
        !keys.has_note("no_config"))
      notes.push_back(
          {Severity::ignored, "no_config", "zero",
           (job.config_name.empty() ? std::string("The job names no ds_config")
                                    : "The file " + job.config_name + " that the job names is missing") +
               "; the plan has the defaults, stage 0 without offload.",
           "Import the ds_config itself, with --plan and this plan."});
  } else {
    add_precision(keys, *config, notes);
    if (known == nullptr) drop_batch_of_config(*config, keys, notes);
    imported = import_ds_config(*config, keys.document());
    note_accumulation(keys, imported);
    if (known == nullptr && named) note_own_engine(training, imported);
    forget_lines(imported, config->text == file.ds_config                         ? ImportPart::ds_config
                           : config->text == file.training && file.loaded.empty() ? ImportPart::training
                                                                                  : ImportPart::none);
  }
  add_front(imported, notes);
  if (known != nullptr) imported.program = known->id;
  if (known == nullptr && !config && !keys.states_plan_key("training.micro_batch_size")) {
    for (const FileKey& key : steps)
      keys.list_as_unread(
          key,
          "The sequences of a step are not known. Set training.micro_batch_size, and training.tokens for "
          "the length of the run.");
  } else {
    set_steps(steps, keys, imported.document);
  }
  keys.add_notes(imported, job.program);
  if (named) note_option_defaults(named->defaults, true, imported);
  settle_adapters_note(imported);
  return imported;
}

}  // namespace zp::import_io
