// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "core/import/adapter_keys.h"
#include "core/import/areal.h"
#include "core/import/chosen_framework.h"
#include "core/import/fast_llm.h"
#include "core/import/flagscale.h"
#include "core/import/fp8_keys.h"
#include "core/import/h2o_studio.h"
#include "core/import/import_parts_json.h"
#include "core/import/inherited_keys.h"
#include "core/import/llm_foundry.h"
#include "core/import/mistral_finetune.h"
#include "core/import/named_model.h"
#include "core/import/nanotron.h"
#include "core/import/nemo.h"
#include "core/import/nemo_automodel.h"
#include "core/import/nemo_rl.h"
#include "core/import/olmo.h"
#include "core/import/other_files.h"
#include "core/import/pipeline_keys.h"
#include "core/import/prime_rl.h"
#include "core/import/program_config_json.h"
#include "core/import/program_keys_json.h"
#include "core/import/program_method_json.h"
#include "core/import/program_reading_json.h"
#include "core/import/program_shape.h"
#include "core/import/program_structures.h"
#include "core/import/program_yaml.h"
#include "core/import/python_script.h"
#include "core/import/rl2.h"
#include "core/import/roll.h"
#include "core/import/rollout_files.h"
#include "core/import/shard_groups.h"
#include "core/import/torchtitan.h"
#include "core/import/trainer_keys.h"
#include "core/import/veomni.h"
#include "core/plan_file/plan_file.h"
#include "core/text/file_error.h"
#include "core/text/letters.h"
#include "core/text/python.h"
#include "core/text/python_tree.h"
#include "core/units/format.h"

/// Import of the files of training programs.
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

/// Returns the number of GPUs that a Python program or notebook makes visible, with
/// os.environ["CUDA_VISIBLE_DEVICES"] = "0,1" or in a line that begins with % or !; 0 if it does not set
/// them.
int visible_devices_in(const std::string& text) {
  constexpr std::string_view name = "CUDA_VISIBLE_DEVICES", signs = "\\\"'] \t=";
  constexpr std::string_view signs_before_code = "\\n\"', \t[";  // of a notebook's line
  int devices = 0;
  bool is_comment = false;
  char first = '\0';  // sign of the line
  std::size_t read = 0;
  for (std::size_t at = text.find(name); at != std::string::npos; at = text.find(name, at + 1)) {
    for (; read < at; ++read) {
      const bool is_line_end =
          text[read] == '\n' || (text[read] == '\\' && text[read + 1] == 'n');  // in notebooks
      if (is_line_end)
        first = '\0';
      else if (first == '\0' && signs_before_code.find(text[read]) == std::string_view::npos)
        first = text[read];
      is_comment =
          !is_line_end && (is_comment || (text[read] == '#' && (text[read + 1] == ' ' || read + 1 == at)));
    }
    const std::size_t begin = text.find_first_not_of(signs, at + name.size());
    const std::size_t end =
        std::min(text.find_first_not_of("0123456789, ", std::min(begin, text.size())), text.size());
    if (is_comment || begin >= end) continue;
    const std::string_view between = std::string_view(text).substr(at, begin - at);
    const std::string_view listed = std::string_view(text).substr(begin, end - begin);
    const bool is_set = between.find(']') != std::string_view::npos || first == '%' || first == '!';
    if (!is_set || between.find('=') == std::string_view::npos ||
        between.find("==") != std::string_view::npos ||
        listed.find_first_not_of(", ") == std::string_view::npos)
      continue;
    devices = static_cast<int>(std::ranges::count(listed, ',')) + 1;
  }
  return devices;
}

/// Returns true for a value that only running a Python program would show: "${args.ds_config}".
bool is_decided_by_run(const std::string& name) { return name.starts_with("${"); }

/// Refuses a Python program that builds its DeepSpeed config in code and states no other setting.
[[noreturn]] void refuse_built_config(const std::string& name) {
  throw FileError("deepspeed",
                  "This Python program takes its ds_config from its own code (" + shortened(name) +
                      "), whose value is known only when it runs, and sets no other value that a plan has. "
                      "Import the script that starts the training, or the ds_config itself.");
}

/// Returns the note for a ds_config that a file names and that is missing.
Finding note_of_missing(const EmbeddedConfig& embedded) {
  const bool is_open = is_decided_by_run(embedded.file);
  return {Severity::ignored, "no_config", "zero",
          is_open ? embedded.path + " is " + shortened(embedded.file) +
                        ", whose value is known only when the program runs; the plan has DeepSpeed's "
                        "defaults, stage 0."
                  : "The file " + embedded.file + " that " + embedded.path +
                        " names is missing; the plan has DeepSpeed's defaults, stage 0 without offload.",
          is_open ? "Set zero.stage, or import the ds_config itself with --plan and this plan."
                  : "Put that file next to this one or into a folder above, and import again."};
}

/// Notes that the file of a program started by accelerate does not state how states are sharded; accelerate's
/// own file or options do.
void note_start_elsewhere(const ProgramEntry& program, ProgramKeys& keys) {
  constexpr auto programs =
      std::to_array<std::string_view>({"hf-trainer", "trl", "alignment-handbook", "open-instruct"});
  if (std::ranges::find(programs, program.id) == programs.end() || !keys.is_listed(no_framework)) return;
  const std::string reason =
      "The file does not say how the run is started: the file of accelerate launch may ask for DeepSpeed or "
      "FSDP. The plan has whole states on each GPU (DDP).";
  keys.note({Severity::ignored, "start_not_stated", "training.framework", reason,
             "Import the folder with accelerate's file, or set training.framework and zero.stage."});
  keys.list_as_unread({"accelerate launch", "", 0, reason});
}

}  // namespace

void refuse_missing(const std::string& path, const std::string& name) {
  throw FileError(path, "The file " + name + " that " + path +
                            " names is missing, and its name does not tell the stage. Put it next to this "
                            "file or into a folder above, and import again.");
}

const ProgramEntry& usual_program() { return entry_of(program_named("hf-trainer")); }

void forget_lines(Imported& imported, ImportPart of) {
  for (ReadKey& key : imported.read) {
    key.line = 0;
    if (key.part != ImportPart::none) key.part = of;
  }
  for (UnreadKey& key : imported.unread_keys)
    key.line = 0;
}

void note_accumulation(const ProgramKeys& keys, Imported& imported) {
  const std::int64_t stated = keys.document().plan.training.gradient_accumulation_steps;
  const std::int64_t counted = imported.document.plan.training.gradient_accumulation_steps;
  if (!keys.states_plan_key("training.gradient_accumulation_steps") || stated == counted) return;
  // accelerate utils/dataclasses.py (DeepSpeedPlugin.__post_init__) and accelerator.py (_prepare_deepspeed)
  note(imported, "accumulation_of_config", "training.gradient_accumulation_steps",
       "The program asks for " + format_count(stated) + " micro batches a step, and its ds_config for " +
           format_count(counted) + ", 1 where it says nothing; accelerate takes the ds_config's.",
       R"(Write "gradient_accumulation_steps": "auto" into the ds_config, or set the plan's key.)");
}

namespace {

/// Notes an option that speaks of adapters and has no meaning here, beside a plan that trains all weights:
/// sotopia-lab/sotopia-rl's --use_lora_train_grpo.
void note_unread_adapters(Imported& imported) {
  constexpr auto words = std::to_array<std::string_view>({"lora", "adapter", "peft"});
  constexpr auto off = std::to_array<std::string_view>({"false", "False", "0", "none", "None", "no", "null"});
  const auto speaks_of_them = [&](const UnreadKey& key) {
    const std::string name = lower_case(key.key);
    return key.reason == no_plan_key && std::ranges::find(off, key.value) == off.end() &&
           std::ranges::any_of(words,
                               [&](std::string_view word) { return name.find(word) != std::string::npos; });
  };
  const auto found = std::ranges::find_if(imported.unread_keys, speaks_of_them);
  if (found == imported.unread_keys.end() || std::ranges::any_of(imported.notes, [](const Finding& each) {
        return each.code.starts_with("adapters_");
      }))
    return;
  note(imported, "adapters_unread", "training.lora",
       found->key + " speaks of adapters and was not understood; the plan trains all weights.",
       "Set training.lora.rank, and training.frozen_precision, if the program trains adapters.");
}

}  // namespace

void settle_adapters_note(Imported& imported) {
  if (imported.document.plan.training.lora.rank > 0) return;
  note_unread_adapters(imported);
  for (Finding& finding : imported.notes)
    if (finding.code == "adapters_by_condition" &&
        finding.message.find("the plan has the") != std::string::npos) {
      const std::size_t end = finding.message.rfind(';');
      finding.message = finding.message.substr(0, end) + "; the plan has none and trains all weights.";
      finding.fix = "Set training.lora.rank if that branch runs.";
    }
}

void note_python(const ProgramYaml& file, ProgramKeys& keys, std::vector<Finding>& notes) {
  for (const TextNode& node : file.replaced)
    keys.list_as_unread(FileKey{node, node.key}, "Another call states it too; that one was read.");
  for (const TextNode& node : file.unused)
    keys.list_as_unread(FileKey{node, node.key}, "The program makes this object and passes it to nothing.");
  for (const TextNode& node : file.spread)
    keys.list_as_unread({node.key, "", 0, "The members of this dict are known only when the program runs."});
  if (!file.adapters_if.empty())
    notes.push_back({Severity::style, "adapters_by_condition", "training.lora",
                     "A condition of its adapters is decided only when the program runs,  " +
                         file.adapters_if + "; the plan has the adapters.",
                     "Take training.lora out of the plan if that branch does not run."});
}

void note_option_defaults(const std::vector<OptionDefault>& defaults, bool command, Imported& imported) {
  std::vector<std::string> options;
  for (const OptionDefault& one : defaults) {
    const bool is_read = std::ranges::any_of(imported.read, [&one](const ReadKey& read) {
      return read.key == one.key || read.key.starts_with(one.key + " of ") ||
             "deepspeed." + read.key == one.key;
    });
    if (is_read && std::ranges::find(options, one.option) == options.end()) options.push_back(one.option);
  }
  if (options.empty()) return;
  note(imported, "option_defaults", "",
       std::string(command ? "The command leaves options at the program's defaults: "
                           : "The program's options have their defaults: ") +
           with_commas(options) + '.',
       command ? "Set the plan's keys if another file or prompt sets others."
               : "Set the plan's keys if the command that starts it sets others.");
}

void add_front(Imported& imported, const std::vector<Finding>& notes) {
  imported.notes.insert(imported.notes.begin(), notes.begin(), notes.end());
}

void note_other_model(const std::string& evidence, ProgramKeys& keys) {
  if (evidence.empty() || keys.states_plan_key("model") || keys.has_note("model_not_known")) return;
  keys.note({Severity::ignored, "model_not_known", "model",
             evidence + " seems to name a model that the catalog does not have; the plan's model was kept.",
             "Import the config.json of that model, or set model.preset to one like it."});
}

/// Lists switches that take the padding out of a batch as read: a plan counts tokens without padding unless
/// training.padding_share says otherwise (verl's use_remove_padding, OpenRLHF's packing_samples, EasyR1's and
/// ms-swift's padding_free).
void take_padding_switches(FileKeys& keys, ProgramKeys& plan) {
  constexpr auto names =
      std::to_array<std::string_view>({"use_remove_padding", "packing_samples", "padding_free"});
  std::erase_if(keys, [&](const FileKey& key) {
    const std::string_view name = std::string_view(key.key).substr(key.key.rfind('.') + 1);
    const bool is_switch = std::ranges::find(names, name) != names.end() && python::lax_bool(key) == true &&
                           rows_of(plan.program(), key.key).empty();
    if (is_switch) plan.list_as_read(key, "training.padding_share");
    return is_switch;
  });
}

FileKeys read_program_keys(FileKeys keys, ProgramKeys& plan, bool has_deepspeed,
                           const std::string& file_name) {
  const ProgramEntry& program = plan.program();
  if (program.id == "hf-trainer") name_adapter_sections(keys);
  rename_keys(program, keys);
  name_model_otherwise(keys, program, plan.presets());
  if (loads_tower(keys)) plan.load_towers();
  take_padding_switches(keys, plan);
  FileKeys steps = take_steps(keys);
  choose_framework(keys, plan, has_deepspeed);
  if (program.id == "torchtune") read_torchtune(keys, plan, file_name);
  if (program.id == "axolotl") read_axolotl(keys, plan);
  if (program.id == "litgpt") read_litgpt(keys, plan);
  if (program.id == "verl") read_verl(keys, plan);
  if (program.id == "easy-r1") read_easy_r1(keys, plan);
  if (program.id == "ms-swift") read_host_rest(keys, plan, {"offload_model"}, {"offload_optimizer"});
  if (program.id == "torchtitan") read_torchtitan(keys, plan);
  if (program.id == "nemo-rl") read_nemo_rl(keys, plan, file_name);
  if (program.id == "olmo") read_olmo(keys, plan);
  if (program.id == "nanotron") {
    refuse_nanotron_mamba(keys);
    read_nanotron(keys, plan);
  }
  if (program.id == "prime-rl") read_prime_rl(keys, plan);
  if (program.id == "veomni") read_veomni(keys, plan);
  if (program.id == "areal") read_areal(keys, plan);
  if (program.id == "fast-llm") read_fast_llm(keys, plan);
  if (program.id == "nemo") read_nemo(keys, plan);
  if (program.id == "nemo-automodel") read_automodel(keys, plan);
  if (program.id == "roll") read_roll(keys, plan);
  if (program.id == "rl2") read_rl2(keys, plan);
  if (program.id == "flagscale") read_flagscale(keys, plan);
  if (program.id == "llm-foundry") read_foundry(keys, plan);
  if (program.id == "mistral-finetune") read_mistral_finetune(keys, plan);
  if (program.id == "h2o-llm-studio") read_h2o_studio(keys, plan);
  read_megatron_parts(keys, plan);
  if (has_own_shape(program)) read_shape(keys, plan);
  if (program.id != "torchtitan") {
    read_fp8_of_accelerate(keys, plan);
    if (!has_deepspeed) read_shard_groups(keys, plan);
  }
  const std::optional<GlobalBatch> batch = take_global_batch(keys);
  read_trainer_keys(std::move(keys), plan);
  if (batch) read_global_batch(*batch, plan);
  return steps;
}

Imported import_lightning(EmbeddedConfig& embedded, const ImportFile& file, const PlanDocument& base,
                          ModelOrigin model, const Catalog& presets) {
  if (!embedded.file.empty()) {
    if (file.ds_config.empty()) refuse_missing(embedded.path, embedded.file);
    embedded.config = read_config_text(file.ds_config);
  }
  // Lightning's Trainer, not the ds_config, states the accumulation.
  Imported imported = import_ds_config(embedded.config, base);
  ProgramKeys keys(usual_program(), imported.document, model, file.text, presets);
  read_lightning(embedded.root, keys);
  imported.document = keys.document();
  keys.add_notes(imported, embedded.program);
  return imported;
}

/// Throws FileError for a configuration of an unknown program.
[[noreturn]] void refuse_unknown_composition(const ProgramYaml& file) {
  const std::string words = plan_key_words(file.keys);
  throw FileError(
      "", "This is a configuration that Hydra composes, of an unknown program." +
              (words.empty() ? std::string() : " A plan can have these of its keys: " + words + '.') +
              " Enter them in a plan with its model (--set), or import the script that starts the run.");
}

Imported import_program(const ImportFile& file, const PlanDocument& base, ModelOrigin model,
                        const Catalog& presets) {
  std::vector<Finding> notes;
  const std::string whole = file.text + file.loaded;
  std::optional<EmbeddedConfig> embedded = embedded_config(whole);
  if (!embedded) embedded = config_in_script(file.text);
  if (embedded && embedded->program != trainer_programs && embedded->program != python_programs)
    return import_lightning(*embedded, file, base, model, presets);
  const bool is_composed = are_hydra_parts(file.parents);
  std::optional<ProgramYaml> yaml =
      is_composed ? composed_yaml(file.text, file.parents, notes) : program_yaml(whole);
  if (is_composed && yaml && yaml->program == nullptr) refuse_unknown_composition(*yaml);
  const bool is_known = yaml.has_value();
  if (!yaml)
    yaml = ProgramYaml{
        &usual_program(), flattened(embedded->root), embedded->root, {}, embedded->defaults, {}, {}, {}};
  if (!is_composed) {
    add_parents(file.parents, *yaml, notes);
    resolve_references(yaml->keys);
  }
  std::optional<ConfigSource> config = config_of_program(*yaml, file.text);
  const bool names_config = !config && embedded && !embedded->file.empty();
  if (names_config) {
    if (embedded->path == "deepspeed_config") remove_key(yaml->keys, embedded->path);
    const std::string text = config_named(embedded->file, file.ds_config, yaml->program, notes);
    const bool is_open = text.empty() && is_decided_by_run(embedded->file);
    if (is_open && !is_known) refuse_built_config(embedded->file);
    if (text.empty())
      notes.push_back(note_of_missing(*embedded));
    else
      config = read_config_text(text);
  } else if (!config && embedded) {
    config = std::move(embedded->config);
  }
  ProgramKeys keys(*yaml->program, base, model, file.text, presets);
  if (!config && !file.ds_config.empty()) config = config_of_files(file, yaml->keys, keys);
  if (config) erase_config_keys(*yaml, yaml->keys, keys);
  if (is_known) keys.set("training.program", yaml->program->id, "keys of " + yaml->program->name);
  if (is_known) read_method(yaml->keys, keys, yaml->method.empty() ? end_of_path(file.name) : yaml->method);
  note_python(*yaml, keys, notes);
  if (looks_like_python(file.text) || is_notebook(file.text))
    if (const int devices = visible_devices_in(file.text); devices > 0)
      keys.set("cluster.gpus_per_node", devices, "CUDA_VISIBLE_DEVICES: " + std::to_string(devices));
  if (is_known && yaml->program == &usual_program() && !looks_like_python(file.text) &&
      !is_notebook(file.text)) {
    name_adapter_sections(yaml->keys);
    assume_adapters(yaml->keys, notes);
  }
  const std::string other_model = possible_model(yaml->keys);
  const FileKeys steps =
      read_program_keys(std::move(yaml->keys), keys,
                        config.has_value() || names_config || accelerate_starts_deepspeed(file), file.name);
  note_other_model(other_model, keys);
  if (is_known && !looks_like_python(file.text) && !is_notebook(file.text))
    note_start_elsewhere(*yaml->program, keys);
  Imported imported;
  if (config) {
    if (is_known) add_precision(keys, *config, notes);
    imported = import_ds_config(*config, keys.document());
    note_accumulation(keys, imported);
    if (config->text != file.text)
      forget_lines(imported, config->text == file.ds_config ? ImportPart::ds_config : ImportPart::none);
    else if (embedded && yaml->root.find(embedded->path) != nullptr)
      for (ReadKey& key : imported.read)
        key.key = embedded->path + '.' + key.key;
  } else
    imported.document = keys.document();
  add_front(imported, notes);
  if (is_known) imported.program = yaml->program->id;
  set_steps(steps, keys, imported.document);
  keys.add_notes(imported, is_known ? std::string_view(yaml->program->name) : embedded->program);
  note_option_defaults(yaml->defaults, false, imported);
  settle_adapters_note(imported);
  return imported;
}

std::optional<PlanDocument> base_with_model(FileKeys keys, const ProgramEntry& program,
                                            const std::string& text, const Catalog& presets) {
  if (program.id == "nanotron") refuse_nanotron_mamba(keys);
  if (has_own_shape(program) && states_shape(keys, program))
    return read_plan(R"({"model": {"parameters": 1000000000}})");
  name_model_otherwise(keys, program, presets);
  const FileKey* node = naming_model(keys);
  if (node == nullptr || leaves_model_open(node->text, presets)) return std::nullopt;
  auto id = model_id_of(node->text, Plan(), presets);
  if (!id) id = assumed_model(node->text, presets);
  if (!id) refuse_model(*node, text, presets);
  if (loads_tower(keys)) id = id_with_tower(*id, presets);
  return read_plan(text_io::one_line({{"model", {{"preset", *id}}}}), presets);
}

}  // namespace zp::import_io
