// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cstdint>
#include <utility>

#include "core/catalog/built_on.h"
#include "core/deepspeed/schema.h"
#include "core/import/named_configs.h"
#include "core/import/program_config_json.h"

namespace zp::import_io {
namespace {

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

/// Returns the ds_config among GPT-NeoX's keys, without the extra keys that it has in fp16 and bf16, and with
/// its own precision words translated (megatron/neox_arguments/arguments.py: precision, fp16.type).
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

/// Returns a ds_config with the stage and offload that the name of a missing file implies; "" if it implies
/// none.
std::string config_of_name(const std::string& name, std::vector<Finding>& notes) {
  const std::optional<StageOfName> told = stage_of_name(name);
  if (!told) return "";
  const std::string moved = told->offloads_optimizer && told->offloads_parameters ? "optimizer and parameters"
                            : told->offloads_optimizer                            ? "the optimizer"
                                                                                  : "the parameters";
  const bool offloads = told->offloads_optimizer || told->offloads_parameters;
  notes.push_back({Severity::ignored, "config_by_name", "zero.stage",
                   name + " is missing; by its name it has stage " + std::to_string(told->stage) +
                       (offloads ? " with " + moved + " on the CPU" : " without offload") +
                       ", which the plan has with the values of transformers' documentation (a guess).",
                   "Put that file next to this one or into a folder above, and import again."});
  return told->config;
}

}  // namespace

std::string config_named(const std::string& name, const std::string& beside, const ProgramEntry* program,
                         std::vector<Finding>& notes) {
  if (!beside.empty()) return beside;
  const bool is_axolotl = program != nullptr && program->id == "axolotl";
  const auto known = is_axolotl || !is_of_axolotl(name) ? named_config(name) : std::nullopt;
  if (!known) return config_of_name(name, notes);
  // A name without an ending is no file: the program has a ds_config of that name.
  const bool is_built_in = name.find_first_of("./") == std::string::npos;
  if (is_built_in && program != nullptr) return *known;
  notes.push_back(
      {Severity::style, "named_config", "",
       name + " is missing; it was taken for the one of that name that a training program comes with.", ""});
  return *known;
}

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

namespace {

/// Returns true for a key of a ds_config that stands in another section: "training.deepspeed.bf16.enabled".
bool is_in_config_of_section(const TextNode& root, const FileKey& key) {
  constexpr std::string_view name = "deepspeed.";
  if (!key.key.starts_with(name)) return false;
  const std::size_t at = key.spelling.find(name);
  const TextNode* const config =
      at == std::string::npos ? nullptr : root.find(key.spelling.substr(0, at + name.size() - 1));
  return config != nullptr &&
         (config->child("zero_optimization") != nullptr || config->child("config_path") != nullptr);
}

}  // namespace

void erase_config_keys(const ProgramYaml& file, FileKeys& keys, ProgramKeys& plan) {
  const std::vector<std::string> known = schema().names_in("");
  for (const FileKey& key : keys)  // the precision values of these are GPT-NeoX's own
    if (file.program->id == "gpt-neox" && (key.key.starts_with("fp16.") || key.key.starts_with("bf16.")))
      plan.list_as_read(key, "training.precision");
  std::erase_if(keys, [&](const FileKey& key) {
    const std::string first = key.spelling.substr(0, key.spelling.find('.'));
    const bool is_section = (first == "deepspeed" && first.size() < key.spelling.size()) ||
                            is_in_config_of_section(file.root, key);
    const bool is_at_root = file.program->id == "gpt-neox" && std::ranges::find(known, first) != known.end();
    return (is_section || is_at_root) && rows_of(*file.program, key.key).empty();
  });
}

std::optional<ConfigSource> config_of_files(const ImportFile& file, FileKeys& keys, ProgramKeys& plan) {
  if (file.accelerate.empty()) return config_beside(file.ds_config, keys, plan);
  (void)config_beside(file.accelerate, keys, plan, true);
  return read_config_text(file.ds_config);
}

void put_precision(TextNode& config, const FileKeys& keys) {
  const FileKey* const asked = find_key(keys, "mixed_precision");
  const std::string word = is_on(keys, "bf16")   ? "bf16"
                           : is_on(keys, "fp16") ? "fp16"
                           : asked != nullptr    ? asked->text
                                                 : "";
  if (word != "bf16" && word != "fp16") return;
  for (TextNode& part : config.children)
    if (part.key == "bf16" || part.key == "fp16")
      for (TextNode& flag : part.children)
        flag.boolean = part.key == word;
}

bool accelerate_starts_deepspeed(const ImportFile& file) {
  const std::string& text = file.accelerate.empty() ? file.ds_config : file.accelerate;
  const std::optional<EmbeddedConfig> embedded = text.empty() ? std::nullopt : embedded_config(text);
  if (!embedded || embedded->program != accelerate_program) return false;
  const TextNode* const type = embedded->root.child("distributed_type");
  return type != nullptr && type->text == "DEEPSPEED";
}

namespace {

/// Lists the keys under deepspeed_config of accelerate's file that accelerate does not read: its keys are
/// flat, offload_optimizer_device and not zero_optimization.offload_optimizer (accelerate,
/// utils/dataclasses.py, DeepSpeedPlugin; commands/config/config_args.py).
void note_unknown_of_accelerate(const TextNode& root, ProgramKeys& plan) {
  constexpr auto known = std::to_array<std::string_view>(
      {"deepspeed_config_file", "deepspeed_hostfile", "deepspeed_exclusion_filter",
       "deepspeed_inclusion_filter", "deepspeed_multinode_launcher", "deepspeed_moe_layer_cls_names",
       "gradient_accumulation_steps", "gradient_clipping", "offload_optimizer_device",
       "offload_optimizer_nvme_path", "offload_param_device", "offload_param_nvme_path", "zero_stage",
       "zero3_init_flag", "zero3_save_16bit_model", "fp16_enabled", "bf16_enabled"});
  const TextNode* const section = root.child("deepspeed_config");
  if (section == nullptr || !section->is_object()) return;
  for (const TextNode& child : section->children) {
    if (std::ranges::find(known, child.key) != known.end() || child.key.starts_with("deepspeed_")) continue;
    FileKey key{child, "deepspeed_config." + child.key + " of accelerate's file"};
    key.part = ImportPart::ds_config;
    plan.list_as_unread(key, "accelerate has no such key and passes over it.");
  }
}

}  // namespace

std::optional<ConfigSource> config_beside(const std::string& text, FileKeys& keys, ProgramKeys& plan,
                                          bool is_there) {
  std::optional<EmbeddedConfig> embedded = embedded_config(text);
  if (!embedded || embedded->program != accelerate_program) return read_config_text(text);
  FileKeys of_accelerate;
  std::int64_t processes = 0, machines = 1;
  for (FileKey& key : flattened(embedded->root)) {
    key.part = ImportPart::ds_config;
    key.spelling += " of accelerate's file";
    if (key.key == "num_processes" && key.is_integer()) processes = key.integer;
    if (key.key == "num_machines" && key.is_integer()) machines = std::max<std::int64_t>(key.integer, 1);
    const bool is_ours = key.key.starts_with("fsdp_config.") || key.key == "distributed_type" ||
                         key.key == "mixed_precision" || key.key.starts_with("parallelism_config.");
    if (is_ours) of_accelerate.push_back(std::move(key));
  }
  if (processes > 0 && processes % machines == 0 && !plan.states_plan_key("cluster.gpus_per_node")) {
    plan.set("cluster.nodes", machines, "num_machines of accelerate's file");
    plan.set("cluster.gpus_per_node", processes / machines, "num_processes of accelerate's file");
  }
  const FileKey* type = find_key(of_accelerate, "distributed_type");
  const bool is_fsdp = type != nullptr && type->text == "FSDP";
  if (!is_fsdp)
    std::erase_if(of_accelerate, [](const FileKey& key) { return !key.key.starts_with("parallelism"); });
  keys.insert(keys.begin(), of_accelerate.begin(), of_accelerate.end());
  note_unknown_of_accelerate(embedded->root, plan);
  const bool has_config = embedded->config.root.is_object() && !embedded->config.root.children.empty();
  put_precision(embedded->config.root, keys);
  if (!embedded->file.empty() && !is_there) {
    std::vector<Finding> notes;
    const std::string implied = config_named(embedded->file, "", &plan.program(), notes);
    for (Finding& each : notes)
      plan.note(std::move(each));
    if (!implied.empty()) return read_config_text(implied);
    plan.note({Severity::ignored, "no_config", "zero",
               "The file " + embedded->file +
                   " that accelerate's file names is not there; the plan has DeepSpeed's defaults, stage 0 "
                   "without offload.",
               "Put that file beside this one or into a folder above, and import again."});
  }
  return has_config ? std::optional(std::move(embedded->config)) : std::nullopt;
}

void add_precision(const ProgramKeys& keys, ConfigSource& config, std::vector<Finding>& notes) {
  const Precision precision = keys.document().plan.training.precision;
  const bool is_trainer = is_built_on(keys.program(), "hf-trainer");
  if (!is_trainer || precision == Precision::fp32 || !keys.states_plan_key("training.precision")) return;
  const std::string own(name_of(precision));
  const TextNode* other = config.root.find(precision == Precision::bf16 ? "fp16.enabled" : "bf16.enabled");
  const bool is_other_on = other != nullptr && other->is_boolean() && other->boolean;
  if (is_other_on || config.root.child(own) != nullptr || config.root.child("bfloat16") != nullptr) return;
  TextNode enabled;
  enabled.key = "enabled";
  enabled.kind = NodeKind::boolean;
  enabled.boolean = true;
  TextNode section;
  section.key = own;
  section.kind = NodeKind::object;
  section.children.push_back(std::move(enabled));
  config.root.children.push_back(std::move(section));
  notes.push_back({Severity::style, "precision_of_program", "training.precision",
                   "The ds_config has no section " + own +
                       "; accelerate adds it, because the program asks for " + own + '.',
                   "Write \"" + own + "\": {\"enabled\": \"auto\"} into the ds_config."});
}

}  // namespace zp::import_io
