// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "core/import/chosen_framework.h"
#include "core/import/job_file.h"
#include "core/import/named_model.h"
#include "core/import/openrlhf.h"
#include "core/import/program_config_json.h"
#include "core/import/program_keys_json.h"
#include "core/import/program_method_json.h"
#include "core/import/program_structures.h"
#include "core/import/program_yaml.h"
#include "core/import/torchtitan.h"
#include "core/import/trainer_keys.h"
#include "core/plan_file/plan_file.h"
#include "core/text/python.h"

/// Import for programs on top of Trainer, and for the jobs that start them on a cluster.
namespace zp::import_io {
namespace {

/// Reads the keys of Lightning's Trainer, at the root or below `trainer` (LightningCLI).
void read_lightning(const TextNode& root, ProgramKeys& keys) {
  struct LightningRow {
    const char *key, *plan_key;
  };
  constexpr std::array<LightningRow, 3> lightning_rows = {
      {{"num_nodes", "cluster.nodes"},
       {"devices", "cluster.gpus_per_node"},
       {"accumulate_grad_batches", "training.gradient_accumulation_steps"}}};
  const TextNode* below = root.child("trainer");
  const TextNode& trainer = below != nullptr && below->is_object() ? *below : root;
  for (const LightningRow& row : lightning_rows)
    if (const TextNode* node = trainer.child(row.key);
        node != nullptr && node->is_integer() && node->integer > 0)
      keys.set(row.plan_key, node->integer, std::string(row.key) + ": " + std::to_string(node->integer));
}

/// Returns the program by whose rows files are read that name none: transformers' Trainer, whose keys most
/// others have too.
const ProgramEntry& usual_program() { return entry_of(program_named("hf-trainer")); }

[[noreturn]] void refuse_missing(const std::string& path, const std::string& name) {
  throw FileError(path, "The file " + name + " that " + path + " names is not there.");
}

/// Takes off the lines of another file than the one that is imported.
void forget_lines(Imported& imported) {
  for (ReadKey& key : imported.read)
    key.line = 0;
  for (UnreadKey& key : imported.not_read)
    key.line = 0;
}

bool is_open(const FileKey& key) { return is_left_open(key.text) || key.text.find('`') != std::string::npos; }

/// Lists the options of a launcher and the one that names the ds_config.
void list_launcher(const JobFile& job, bool has_config, ProgramKeys& keys) {
  for (const FileKey& key : job.launcher_arguments) {
    const bool is_config = key.key.starts_with("deepspeed");
    const bool is_nodes = key.key == "nnodes" || key.key == "num_nodes" || key.key == "num_machines";
    const bool is_gpus = key.key == "nproc_per_node" || key.key == "num_gpus" || key.key == "num_processes";
    if (is_config && has_config)
      keys.agree(key, "zero.stage");
    else if (is_config)
      keys.pass_over(key, "The ds_config is not there; the plan has stage " +
                              std::to_string(keys.document().plan.zero.stage) + '.');
    else if (key.key == "config_file" && has_config)
      keys.agree(key, "zero.stage");
    else if (key.key == "config_file")
      keys.pass_over(key, "The file of accelerate is not beside this one.");
    else if (is_open(key))
      keys.pass_over(key, key.said + ": " + value_words(key) + " is not decided by the script.");
    else if (is_nodes || is_gpus)
      keys.agree(key, is_nodes ? "cluster.nodes" : "cluster.gpus_per_node");
    else
      keys.pass_over(key, std::string(no_plan_key));
  }
}

int line_at(const std::string& text, std::size_t place) {
  return place < text.size() ? LineIndex(text).position(place).line : 0;
}

/// Reads a job's keys in the way of its program. Returns the key that states the steps of the run, which is
/// read when all others are.
std::optional<FileKey> read_program_keys(FileKeys keys, ProgramKeys& plan, bool has_deepspeed,
                                         const std::string& file_name) {
  const ProgramEntry& program = plan.program();
  rename_keys(program, keys);
  std::optional<FileKey> steps = take_steps(keys);
  choose_framework(keys, plan, has_deepspeed);
  if (program.id == "torchtune") read_torchtune(keys, plan, file_name);
  if (program.id == "litgpt") read_litgpt(keys, plan);
  if (program.id == "verl") read_verl(keys, plan);
  if (program.id == "torchtitan") read_torchtitan(keys, plan);
  if (program.id == "gpt-neox" || program.id == "megatron-deepspeed") read_shape(keys, plan);
  const FileKeys all = keys;
  read_trainer_keys(std::move(keys), plan);
  read_global_batch(all, plan);
  return steps;
}

void add_front(Imported& imported, const std::vector<Finding>& notes) {
  imported.notes.insert(imported.notes.begin(), notes.begin(), notes.end());
}

}  // namespace

Imported import_lightning(EmbeddedConfig& embedded, const ImportFile& file, const PlanDocument& base,
                          ModelOrigin model, const Catalog& presets) {
  if (!embedded.file.empty()) {
    if (file.ds_config.empty()) refuse_missing(embedded.path, embedded.file);
    embedded.config = read_config_text(file.ds_config);
  }
  // Lightning's accumulation is a key of its Trainer; no ds_config has it.
  Imported imported = import_ds_config(embedded.config, base);
  ProgramKeys keys(usual_program(), imported.document, model, file.text, presets);
  read_lightning(embedded.root, keys);
  imported.document = keys.document();
  keys.note_in(imported, embedded.program);
  return imported;
}

Imported import_program(const ImportFile& file, const PlanDocument& base, ModelOrigin model,
                        const Catalog& presets) {
  std::vector<Finding> notes;
  std::optional<EmbeddedConfig> embedded = embedded_config(file.text);
  if (embedded && embedded->program != trainer_programs)
    return import_lightning(*embedded, file, base, model, presets);
  std::optional<ProgramYaml> yaml = program_yaml(file.text);
  const bool is_known = yaml.has_value();
  if (!yaml) yaml = ProgramYaml{&usual_program(), flattened(embedded->root), embedded->root};
  std::optional<ConfigSource> config = config_of_program(*yaml, file.text);
  if (!config && embedded) {
    if (!embedded->file.empty()) {
      const std::string text = config_named(embedded->file, file.ds_config, notes);
      if (text.empty()) refuse_missing(embedded->path, embedded->file);
      embedded->config = read_config_text(text);
    }
    config = std::move(embedded->config);
  }
  ProgramKeys keys(*yaml->program, base, model, file.text, presets);
  if (!config && !file.ds_config.empty()) config = config_beside(file.ds_config, yaml->keys, keys);
  if (config) erase_config_keys(*yaml, yaml->keys, keys);
  if (is_known) keys.set("training.program", yaml->program->id, "keys of " + yaml->program->name);
  if (is_known) read_method(yaml->keys, keys, end_of_path(file.name));
  const std::optional<FileKey> steps =
      read_program_keys(std::move(yaml->keys), keys, config.has_value(), file.name);
  Imported imported;
  if (config) {
    imported = import_ds_config(*config, keys.document());
    if (config->text != file.text)
      forget_lines(imported);
    else if (yaml->root.child("deepspeed") != nullptr)
      for (ReadKey& key : imported.read)
        key.key = "deepspeed." + key.key;
  } else
    imported.document = keys.document();
  add_front(imported, notes);
  if (is_known) imported.program = yaml->program->id;
  if (steps) set_steps(*steps, keys, imported.document);
  keys.note_in(imported, is_known ? std::string_view(yaml->program->name) : trainer_programs);
  return imported;
}

Imported import_job(const ImportFile& file, const PlanDocument& base, ModelOrigin model,
                    const Catalog& presets) {
  JobFile job = job_file(file.text).value();
  const ProgramEntry* const known = program_of(job);
  ProgramKeys keys(known != nullptr ? *known : usual_program(), base, model, file.text, presets);
  const auto count = [&](const char* plan_key, int number, const char* what) {
    if (number > 0) keys.set(plan_key, number, std::string(what) + ' ' + std::to_string(number));
  };
  count("cluster.nodes", job.nodes, "nodes");
  count("cluster.gpus_per_node", job.gpus_per_node, "GPUs of a node");
  count("cluster.cpu_cores", job.cpus_per_node, "cores of a node");
  if (job.memory_gib > 0)
    keys.set("cluster.cpu_memory_gib", text_io::number(job.memory_gib), "memory of a node");
  std::vector<Finding> notes;
  if (!job.gpu.empty())
    notes.push_back({Severity::style, "gpu_kind", "cluster.gpu",
                     "The job asks for GPUs of the kind " + job.gpu + "; the plan's kind was kept.",
                     "Choose the GPU of that kind."});
  const std::string text = !job.config.empty() ? job.config
                           : job.config_name.empty() && !file.ds_config.empty()
                               ? file.ds_config
                               : config_named(job.config_name, file.ds_config, notes);
  std::optional<ConfigSource> config;
  if (!text.empty()) config = config_beside(text, job.arguments, keys);
  read_openrlhf(job, keys);
  if (known != nullptr && known->id != "openrlhf")
    keys.set("training.program", known->id, job.program_word.empty() ? known->name : job.program_word);
  if (known != nullptr)
    read_method(job.arguments, keys, end_of_path(job.program_word) + ' ' + job.subcommand);
  const std::optional<FileKey> steps = read_program_keys(
      std::move(job.arguments), keys, job.starts_deepspeed || config.has_value(), file.name);
  list_launcher(job, !text.empty(), keys);
  for (const ShellOpenChoice& choice : job.open)
    keys.pass_over({choice.source, "", line_at(file.text, choice.place), choice.reason});
  if (!job.is_certain)
    keys.pass_over(
        {job.program_word, "", 0, "The script does not decide whether this command runs; it was read."});
  Imported imported;
  if (!config) {
    imported.document = keys.document();
    if (!keys.says("zero.stage") && !keys.says("training.framework"))
      notes.push_back(
          {Severity::ignored, "no_config", "zero",
           (job.config_name.empty() ? std::string("The job names no ds_config")
                                    : "The file " + job.config_name + " that the job names is not there") +
               "; the plan has the defaults, stage 0 without offload.",
           "Import the ds_config itself, with --plan and this plan."});
  } else {
    imported = import_ds_config(*config, keys.document());
    forget_lines(imported);
  }
  add_front(imported, notes);
  if (known != nullptr) imported.program = known->id;
  if (steps) set_steps(*steps, keys, imported.document);
  keys.note_in(imported, job.program);
  return imported;
}

std::optional<PlanDocument> base_with_model(const FileKeys& keys, const std::string& text,
                                            const Catalog& presets) {
  const FileKey* node = naming_model(keys);
  if (node == nullptr || is_left_open(node->text)) return std::nullopt;
  const auto id = model_id_of(node->text, Plan(), presets);
  if (!id) refuse_model(*node, text, presets);
  return read_plan(text_io::one_line({{"model", {{"preset", *id}}}}), presets);
}

}  // namespace zp::import_io
