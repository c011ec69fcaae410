// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "core/deepspeed/schema.h"
#include "core/import/chosen_framework.h"
#include "core/import/job_file.h"
#include "core/import/named_configs.h"
#include "core/import/named_model.h"
#include "core/import/openrlhf.h"
#include "core/import/program_keys_json.h"
#include "core/import/program_structures.h"
#include "core/import/program_yaml.h"
#include "core/import/trainer_keys.h"
#include "core/plan_file/plan_file.h"
#include "core/text/python.h"

/// Import for programs on top of Trainer, and for the jobs that start them on a cluster.
namespace zp::import_io {
namespace {

/// Returns the ds_config that a file names: the text beside it, or one that a program comes with; "" if
/// neither is there.
std::string config_named(const std::string& name, const std::string& beside, std::vector<Finding>& notes) {
  if (!beside.empty()) return beside;
  const auto known = named_config(name);
  if (known)
    notes.push_back({Severity::style, "named_config", "",
                     name + " is not there; it was taken for the one of that name that a training program "
                            "comes with.",
                     ""});
  return known.value_or("");
}

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

TextNode switched_on(const char* section) {
  TextNode enabled;
  enabled.key = "enabled";
  enabled.kind = NodeKind::boolean;
  enabled.boolean = true;
  TextNode node;
  node.key = section;
  node.kind = NodeKind::object;
  node.children.push_back(std::move(enabled));
  return node;
}

/// Returns the ds_config among GPT-NeoX's keys. It has further keys in fp16 and bf16, and words for bf16
/// (megatron/neox_arguments/arguments.py: precision, fp16.type).
ConfigSource neox_config(const TextNode& root, ConfigSource config) {
  const std::vector<std::string> known = schema().names_in("");
  for (const TextNode& child : root.children)
    if (std::ranges::find(known, child.key) != known.end()) config.root.children.push_back(child);
  const TextNode* const precision = root.child("precision");
  const TextNode* const type = root.find("fp16.type");
  const bool says_bf16 = (precision != nullptr && precision->text == "bfloat16") ||
                         (type != nullptr && type->text == "bfloat16");
  if (says_bf16 && root.child("bf16") == nullptr) {
    std::erase_if(config.root.children, [](const TextNode& node) { return node.key == "fp16"; });
    config.root.children.push_back(switched_on("bf16"));
  }
  for (TextNode& section : config.root.children)
    if (section.key == "fp16" || section.key == "bf16")
      std::erase_if(section.children, [](const TextNode& node) {
        return node.key == "fp16" || node.key == "bf16" || node.key == "type";
      });
  return config;
}

/// Returns the ds_config among the keys of a program that keeps it at the root (GPT-NeoX), or that completes
/// one (ArcticTraining, arctic_training/config/trainer.py: stage 2 where nothing is said, bf16 by
/// model.dtype); nothing for others.
std::optional<ConfigSource> config_of_program(const ProgramYaml& file, const std::string& text) {
  ConfigSource config;
  config.text = text;
  config.root.kind = NodeKind::object;
  if (file.program->id == "gpt-neox") return neox_config(file.root, std::move(config));
  if (file.program->id == "arctic-training") {
    if (const TextNode* section = file.root.child("deepspeed"); section != nullptr && section->is_object())
      config.root = *section;
    if (config.root.child("zero_optimization") == nullptr) {
      TextNode stage;
      stage.key = "stage";
      stage.kind = NodeKind::integer;
      stage.integer = 2;
      stage.number = 2;
      TextNode zero;
      zero.key = "zero_optimization";
      zero.kind = NodeKind::object;
      zero.children.push_back(std::move(stage));
      config.root.children.push_back(std::move(zero));
    }
    const TextNode* dtype = file.root.find("model.dtype");
    const bool is_half = dtype != nullptr && dtype->text.find("16") != std::string::npos &&
                         dtype->text.find("bf") == std::string::npos;
    const bool is_whole = dtype != nullptr && dtype->text.find("32") != std::string::npos;
    const char* const section = is_half ? "fp16" : "bf16";
    if (!is_whole && config.root.child("bf16") == nullptr && config.root.child("fp16") == nullptr &&
        config.root.child("torch_autocast") == nullptr)
      config.root.children.push_back(switched_on(section));
    return config;
  }
  return std::nullopt;
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

/// Takes out the keys that are the ds_config's, which the reader of ds_configs lists.
void erase_config_keys(const ProgramYaml& file, FileKeys& keys, ProgramKeys& plan) {
  const std::vector<std::string> known = schema().names_in("");
  for (const FileKey& key : keys)  // whose words for the precision are GPT-NeoX's own
    if (file.program->id == "gpt-neox" && (key.key.starts_with("fp16.") || key.key.starts_with("bf16.")))
      plan.agree(key, "training.precision");
  std::erase_if(keys, [&](const FileKey& key) {
    const std::string first = key.said.substr(0, key.said.find('.'));
    const bool is_section = first == "deepspeed" && first.size() < key.said.size();
    const bool is_at_root = file.program->id == "gpt-neox" && std::ranges::find(known, first) != known.end();
    return (is_section || is_at_root) && rows_of(*file.program, key.key).empty();
  });
}

/// Returns the ds_config of a file beside the job: a ds_config.json, or the one in accelerate's file, whose
/// other keys go to `keys` and `plan`. Nothing for an accelerate file without DeepSpeed.
std::optional<ConfigSource> config_beside(const std::string& text, FileKeys& keys, ProgramKeys& plan) {
  std::optional<EmbeddedConfig> embedded = embedded_config(text);
  if (!embedded || embedded->program != accelerate_program) return read_config_text(text);
  FileKeys of_accelerate;
  std::int64_t processes = 0, machines = 1;
  for (FileKey& key : flattened(embedded->root)) {
    key.span = key.key_span = {};  // which stand in another file
    key.said += " of accelerate's file";
    if (key.key == "num_processes" && key.is_integer()) processes = key.integer;
    if (key.key == "num_machines" && key.is_integer()) machines = std::max<std::int64_t>(key.integer, 1);
    const bool is_ours = key.key.starts_with("fsdp_config.") || key.key == "distributed_type" ||
                         key.key.starts_with("parallelism_config.");
    if (is_ours) of_accelerate.push_back(std::move(key));
  }
  if (processes > 0 && processes % machines == 0 && !plan.says("cluster.gpus_per_node")) {
    plan.set("cluster.nodes", machines, "num_machines of accelerate's file");
    plan.set("cluster.gpus_per_node", processes / machines, "num_processes of accelerate's file");
  }
  const FileKey* type = find_key(of_accelerate, "distributed_type");
  const bool is_fsdp = type != nullptr && type->text == "FSDP";
  if (!is_fsdp)
    std::erase_if(of_accelerate, [](const FileKey& key) { return !key.key.starts_with("parallelism"); });
  keys.insert(keys.begin(), of_accelerate.begin(), of_accelerate.end());
  const bool has_config = embedded->config.root.is_object() && !embedded->config.root.children.empty();
  return has_config ? std::optional(std::move(embedded->config)) : std::nullopt;
}

/// Returns the method that a part of a script's or file's name names: "dpo_tune_cache.py", "trl dpo"; "" if
/// none does.
std::string method_in(std::string_view name) {
  struct MethodWord {
    std::string_view word, method;
  };
  constexpr auto words = std::to_array<MethodWord>({{"sft", "sft"},
                                                    {"pt", "pretrain"},
                                                    {"dpo", "dpo"},
                                                    {"orpo", "orpo"},
                                                    {"kto", "kto"},
                                                    {"grpo", "grpo"},
                                                    {"ppo", "ppo"},
                                                    {"gkd", "distillation"},
                                                    {"reward", "reward"}});
  std::string part;
  for (const char c : std::string(name) + '/') {
    if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9')) {
      part += c;
      continue;
    }
    const auto* const found = std::ranges::find(words, part, &MethodWord::word);
    if (found != words.end()) return std::string(found->method);
    part.clear();
  }
  return "";
}

/// Sets the method for programs with a script or command for each, whose files do not name it. `name` is the
/// command's or the file's.
void read_method(const FileKeys& keys, ProgramKeys& plan, const std::string& name) {
  constexpr std::array<std::string_view, 4> programs = {"trl", "alignment-handbook", "open-instruct",
                                                        "ms-swift"};
  const std::string_view id = plan.program().id;
  if (std::ranges::find(programs, id) == programs.end() || find_key(keys, "rlhf_type") != nullptr) return;
  if (const std::string method = method_in(name); !method.empty()) {
    if (method != "sft") plan.set("training.method", method, name);
    return;
  }
  if (find_key(keys, "num_generations") != nullptr) {
    plan.set("training.method", "grpo", *find_key(keys, "num_generations"));
    return;
  }
  for (const char* key : {"beta", "max_prompt_length", "loss_type"})
    if (const FileKey* found = find_key(keys, key); found != nullptr && id != "ms-swift") {
      plan.pass_over(*found, found->said +
                                 " belongs to a preference method, which the file does not name; sft was "
                                 "taken. Set training.method.");
      return;
    }
}

/// Returns the last two parts of a path: the folder often names the method.
std::string end_of_path(const std::string& path) {
  const std::size_t last = path.rfind('/');
  const std::size_t before =
      last == std::string::npos || last == 0 ? std::string::npos : path.rfind('/', last - 1);
  return before == std::string::npos ? path : path.substr(before + 1);
}

/// Reads a job's keys in the way of its program.
void read_program_keys(FileKeys keys, ProgramKeys& plan, bool has_deepspeed, const std::string& file_name) {
  const ProgramEntry& program = plan.program();
  rename_keys(program, keys);
  choose_framework(keys, plan, has_deepspeed);
  if (program.id == "torchtune") read_torchtune(keys, plan, file_name);
  if (program.id == "litgpt") read_litgpt(keys, plan);
  if (program.id == "verl") read_verl(keys, plan);
  if (program.id == "gpt-neox" || program.id == "megatron-deepspeed") read_shape(keys, plan);
  const FileKeys all = keys;
  read_trainer_keys(std::move(keys), plan);
  read_global_batch(all, plan);
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
  read_program_keys(std::move(job.arguments), keys, job.starts_deepspeed || config.has_value(), file.name);
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
