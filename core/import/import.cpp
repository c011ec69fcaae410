// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/import/import.h"

#include <algorithm>
#include <array>
#include <functional>
#include <iterator>
#include <optional>

#include "core/deepspeed/schema.h"
#include "core/import/base_plan.h"
#include "core/import/hydra.h"
#include "core/import/import_parts_json.h"
#include "core/import/inherited_keys.h"
#include "core/import/job_file.h"
#include "core/import/job_keys.h"
#include "core/import/named_model.h"
#include "core/import/other_files.h"
#include "core/import/program_config_json.h"
#include "core/import/program_reading_json.h"
#include "core/import/program_structures.h"
#include "core/import/program_yaml.h"
#include "core/import/python_script.h"
#include "core/plan_file/plan_file.h"
#include "core/text/letters.h"
#include "core/text/python.h"
#include "core/text/python_tree.h"
#include "core/text/toml_tree.h"
#include "core/text/yaml_tree.h"
#include "core/units/format.h"

namespace zp {
namespace import_io {
namespace {

constexpr std::array hf_keys = {"model_type", "architectures", "hidden_size",
                                "n_embd",     "d_model",       "text_config"};
bool is_hugging_face(const TextNode& root) {
  return std::ranges::any_of(hf_keys, [&](const char* key) { return root.child(key); });
}

bool is_ds_config(const TextNode& root) {
  // Words that files for other purposes also have, with values that no ds_config has.
  constexpr auto objects = std::to_array<std::string_view>(
      {"pipeline", "optimizer", "scheduler", "checkpoint", "compile", "wandb", "tensorboard", "comet"});
  return std::ranges::any_of(schema().names_in(""), [&](const std::string& key) {
    const TextNode* const node = root.child(key);
    const bool needs_object = std::ranges::find(objects, key) != objects.end();
    return node != nullptr && (!needs_object || node->is_object());
  });
}

/// Throws FileError for text with a syntax error; the message is one sentence with line and column.
[[noreturn]] void refuse_text(const ConfigSource& source) {
  const TextPosition place = LineIndex(source.text).position(source.error->offset);
  throw FileError("",
                  "Line " + format_count(place.line) + ", column " + format_count(place.column) + ": " +
                      source.error->message + ' ' + source.error->fix,
                  place.line, place.column);
}

/// Returns the text of a config.json as Python's json reads it.
std::string hugging_face_text(std::string_view text) { return python::without_python_constants(text); }

/// Returns true if `text` is YAML whose root lacks the keys that `has_section` looks for. hjson would read
/// the keys of its sections as root keys ("train_batch_size: 8" below "trainer:").
bool is_below_in_yaml(const std::string& text, const std::function<bool(const TextNode&)>& has_section) {
  try {
    const TextNode root = read_yaml(text);
    return root.is_object() && !has_section(root);
  } catch (const FileError&) {
    return false;
  }
}

/// Returns the kind of a JSON or hjson text, judged by its keys; nullopt if it is neither kind of file.
std::optional<ImportKind> kind_of_tree(const ConfigSource& source) {
  if (source.error || !source.root.is_object()) return std::nullopt;
  // A config.json is JSON; hjson would read a YAML's sections as one object.
  const bool has_brace = source.text.find_first_not_of(" \t\r\n\xEF\xBB\xBF") == source.text.find('{');
  if (has_brace && is_hugging_face(source.root)) return ImportKind::hugging_face;
  constexpr auto sections_of_hjson =
      std::to_array<const char*>({"zero_optimization", "train_batch_size", "train_micro_batch_size_per_gpu"});
  const auto has_section = [&](const TextNode& root) {
    return std::ranges::any_of(sections_of_hjson,
                               [&](const char* key) { return root.child(key) != nullptr; });
  };
  const bool is_hjson = has_section(source.root) && !is_below_in_yaml(source.text, has_section);
  if ((has_brace || is_hjson) && is_ds_config(source.root)) return ImportKind::ds_config;
  return std::nullopt;
}

/// Returns true if broken text has a key that only a ds_config has.
bool names_ds_config(std::string_view text) {
  constexpr std::array names = {"\"zero_optimization\"", "\"train_batch_size\"",
                                "\"train_micro_batch_size_per_gpu\""};
  return std::ranges::any_of(names,
                             [&](const char* key) { return text.find(key) != std::string_view::npos; });
}

/// Returns the ds_config that a YAML contains, or the file that it names. Throws FileError if that file is
/// missing and its name implies no stage.
ConfigSource config_of(EmbeddedConfig& embedded, const ImportFile& file, std::vector<Finding>& notes) {
  if (embedded.file.empty()) return std::move(embedded.config);
  const std::string text = config_named(embedded.file, file.ds_config, nullptr, notes);
  if (text.empty()) refuse_missing(embedded.path, embedded.file);
  return read_config_text(text);
}

/// Notes that the training file or program that a job names was found only under an end of its name.
void note_training_by_end(const ImportFile& file, Imported& imported) {
  std::string named = file.training.empty() ? std::string() : training_file_named_in(file.text);
  while (named.starts_with("./") || named.starts_with("../"))
    named.erase(0, named.find('/') + 1);
  const std::string& path = file.training_path;
  const auto last = [](const std::string& of) { return of.substr(of.rfind('/') + 1); };
  if (named.empty() || path.empty() || named.find_first_of("$`") != std::string::npos ||
      path.ends_with(named) || last(path) != last(named))
    return;
  note(imported, "training_by_end", "",
       named + " is not there; " + path + ", a file of that name, was read in its place.",
       "Check that it is the same.");
}

/// Notes that the ds_config was found under the end of its name only.
void note_found_by_end(const ImportFile& file, Imported& imported) {
  std::string named = file.accelerate.empty() ? ds_config_named_in(file.text, file.training)
                                              : embedded_config(file.accelerate)->file;
  if (named.empty() && !file.training.empty()) named = ds_config_named_in(file.training);
  while (named.starts_with("./") || named.starts_with("../"))
    named.erase(0, named.find('/') + 1);
  const std::string& path = file.ds_config_path;
  if (named.empty() || path.empty() || named.find_first_of("$`") != std::string::npos ||
      path.ends_with(named))
    return;
  note(imported, "config_by_end", "",
       named + " is not there; " + path + ", a file of that name, was read in its place.",
       "Check that it is the same.");
}

Imported import_accelerate_file(const ImportFile& file, const PlanDocument& base, const Catalog& presets) {
  EmbeddedConfig embedded = embedded_config(file.text).value();
  std::vector<Finding> notes;
  embedded.config = config_of(embedded, file, notes);
  Imported imported = import_accelerate(embedded, base, presets);
  add_front(imported, notes);
  return imported;
}

/// Returns true if the text is a script of a shell, by its first line.
bool is_shell_script(std::string_view text) {
  const std::string_view line = text.substr(0, std::min(text.find('\n'), text.size()));
  return line.starts_with("#!") && line.find("sh") != std::string_view::npos;
}

/// Returns true if a line of `text` begins with a shell command. Scripts inside a YAML are indented and do
/// not count.
bool has_shell_command(std::string_view text) {
  constexpr auto commands = std::to_array<std::string_view>(
      {"python ", "python3 ", "bash ", "sh ", "./", "export ", "cd ", "source ", "set -", "pip ", "srun "});
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    const bool is_command =
        std::ranges::any_of(commands, [line](std::string_view command) { return line.starts_with(command); });
    if (is_command) return true;
  }
  return false;
}

/// Returns true if `text` is YAML, or JSON, with keys.
bool is_yaml_object(const std::string& text) {
  try {
    return read_yaml(text).kind == NodeKind::object;
  } catch (const FileError&) {
    return false;
  }
}

[[noreturn]] void refuse_script() {
  throw FileError("",
                  "This script has no command that starts training: import the script that calls deepspeed, "
                  "torchrun, accelerate or a training program.");
}

/// Throws FileError for invalid TOML and for TOML that does not configure training.
ImportKind kind_of_toml(const std::string& text) {
  (void)read_toml(text);
  if (program_yaml(text)) return ImportKind::program_yaml;
  if (const std::string words = words_for_other_file(text); !words.empty()) throw FileError("", words);
  if (const std::string words = words_for_unknown_program(text); !words.empty()) throw FileError("", words);
  throw FileError("",
                  "This TOML is no training file: it has no keys that only one program has (torchtitan's are "
                  "[job], [training] and [parallelism]).");
}

/// Throws FileError for Python whose settings only running it would show.
ImportKind kind_of_python(const std::string& text) {
  if (!is_notebook(text)) {
    (void)read_python(text);
    refuse_xtuner_v1(text);
  }
  if (program_yaml(text) || config_in_script(text)) return ImportKind::program_yaml;
  refuse_recipes(text);
  throw FileError(
      "",
      "This Python program sets up no run that can be read: it calls no TrainingArguments, no config "
      "of TRL, no deepspeed.initialize with a dict, and is no configuration of xtuner. Import the "
      "script that starts it.");
}

}  // namespace

void note(Imported& imported, std::string code, std::string path, std::string message, std::string fix,
          Severity severity) {
  imported.notes.push_back({severity, std::move(code), std::move(path), std::move(message), std::move(fix)});
}

}  // namespace import_io

std::string_view name_of(ImportKind kind) {
  constexpr std::array<std::string_view, 5> names = {
      "a ds_config.json", "an accelerate YAML", "a Hugging Face config.json", "a training file", "a job"};
  return names[static_cast<std::size_t>(kind)];
}

ImportKind kind_of_import(std::string_view text) {
  using namespace import_io;
  const ConfigSource source = read_config_text(std::string(text));
  if (source.error && source.error->code == "not_utf8") refuse_text(source);
  if (looks_like_toml(source.text)) return kind_of_toml(source.text);
  if (looks_like_python(source.text) || is_notebook(source.text)) return kind_of_python(source.text);
  if (job_file(source.text)) return ImportKind::job;
  if (is_shell_script(source.text)) refuse_script();
  if (const std::string words = words_for_text_with_commands(source.text); !words.empty())
    throw FileError("", words);
  if (has_shell_command(source.text) && !is_yaml_object(source.text)) refuse_script();
  // hjson reads a YAML as an object without braces, and YAML reads JSON.
  const bool has_brace = text.find_first_not_of(" \t\r\n\xEF\xBB\xBF") == text.find('{');
  if (const auto embedded = embedded_config(source.text))
    return embedded->program == accelerate_program ? ImportKind::accelerate : ImportKind::program_yaml;
  if (program_yaml(source.text)) return ImportKind::program_yaml;
  if (const auto kind = kind_of_tree(source)) return *kind;
  if (kind_of_tree(read_config_text(hugging_face_text(text))) == ImportKind::hugging_face)
    return ImportKind::hugging_face;
  if (source.error && (has_brace || names_ds_config(text))) refuse_text(source);
  (void)read_yaml(source.text);  // throws if the YAML is broken
  if (const std::string words = words_for_other_file(source.text); !words.empty()) throw FileError("", words);
  if (const std::string words = words_for_unknown_program(source.text); !words.empty())
    throw FileError("", words);
  throw FileError("",
                  "This is no ds_config.json (it has none of its keys), no Hugging Face config.json (no "
                  "model_type, no hidden_size), no training file (no key that only one program has, no "
                  "ds_config in it) and no job (no #SBATCH, no TrainJob, no command that starts training).");
}

ImportKind kind_of_import(const ImportFile& file) {
  const bool is_composed = import_io::are_hydra_parts(file.parents) && has_hydra_defaults(file.text);
  return is_composed ? ImportKind::program_yaml : kind_of_import(std::string_view(file.text));
}

bool may_be_ds_config(std::string_view text) {
  try {
    return kind_of_import(text) == ImportKind::ds_config;
  } catch (const FileError&) {
    return import_io::names_ds_config(text);
  }
}

Imported import_file(const ImportFile& file, const PlanDocument& base, ModelOrigin model,
                     const Catalog& presets) {
  using namespace import_io;
  const ImportKind kind = kind_of_import(file);
  Imported imported;
  switch (kind) {
    case ImportKind::ds_config: {
      const ConfigSource config = read_config_text(file.text);
      imported = import_ds_config(config, base_for_config(base, config.root));
      break;
    }
    case ImportKind::accelerate:
      imported = import_accelerate_file(file, base_for_program(base, presets), presets);
      break;
    case ImportKind::program_yaml:
      imported = import_program(file, base_for_program(base, presets), model, presets);
      break;
    case ImportKind::job:
      imported = import_job(file, base_for_program(base, presets), model, presets);
      break;
    case ImportKind::hugging_face:
      imported = import_hugging_face(text_io::parse_json(hugging_face_text(file.text)), file, base, presets);
      break;
  }
  imported.kind = kind;
  note_found_by_end(file, imported);
  note_training_by_end(file, imported);
  // Without a stated scoring batch, one scoring pass has as many sequences as a micro batch.
  Training& training = imported.document.plan.training;
  if (training.method.rollout.scored_batch == training.micro_batch_size)
    training.method.rollout.scored_batch = 0;
  note_origins(imported, base);
  return imported;
}

std::optional<PlanDocument> base_in(const std::string& text, const Catalog& presets) {
  if (auto job = import_io::job_file(text)) {
    const ProgramEntry* const known = import_io::program_of(*job);
    if (known != nullptr) import_io::rename_keys(*known, job->arguments);
    return import_io::base_with_model(job->arguments, known != nullptr ? *known : import_io::usual_program(),
                                      text, presets);
  }
  if (auto yaml = import_io::program_yaml(text)) {
    import_io::resolve_references(yaml->keys);
    import_io::rename_keys(*yaml->program, yaml->keys);
    return import_io::base_with_model(yaml->keys, *yaml->program, text, presets);
  }
  auto embedded = embedded_config(text);
  if (!embedded) embedded = config_in_script(text);
  return embedded ? import_io::base_with_model(import_io::flattened(embedded->root),
                                               import_io::usual_program(), text, presets)
                  : std::nullopt;
}

std::optional<PlanDocument> base_in(const ImportFile& file, const Catalog& presets) {
  std::optional<import_io::JobFile> job = import_io::job_file(file.text);
  if (job && !file.config_file.empty()) import_io::follow_config(file, *job);
  if (!job && import_io::are_hydra_parts(file.parents)) {
    std::vector<Finding> none;
    auto yaml = import_io::composed_yaml(file.text, file.parents, none);
    if (!yaml) return std::nullopt;
    const ProgramEntry& of = yaml->program != nullptr ? *yaml->program : import_io::usual_program();
    import_io::rename_keys(of, yaml->keys);
    return import_io::base_with_model(yaml->keys, of, file.text, presets);
  }
  if (!file.parents.empty() && !job)
    if (auto yaml = import_io::program_yaml(file.text)) {
      std::vector<Finding> none;
      import_io::add_parents(file.parents, *yaml, none);
      import_io::resolve_references(yaml->keys);
      import_io::rename_keys(*yaml->program, yaml->keys);
      return import_io::base_with_model(yaml->keys, *yaml->program, file.text, presets);
    }
  std::optional<PlanDocument> base = base_in(job ? file.text : file.text + file.loaded, presets);
  const std::string training =
      job && !job->training_text.empty() ? job->training_text : file.training + file.loaded;
  if (base || training.empty()) return base;
  const ProgramEntry* program = job ? import_io::program_of(*job) : nullptr;
  auto named = job ? import_io::named_file(training, *job, program) : std::nullopt;
  if (!named) return base_in(training, presets);
  std::vector<Finding> none;
  if (!file.parents.empty()) import_io::add_parents(file.parents, *named, none);
  if (import_io::are_hydra_parts(file.parents)) import_io::open_composed(*named, *job);
  import_io::FileKeys keys =
      import_io::joined_keys(std::move(named->keys), import_io::file_beside(*job), *job, *named->program)
          .keys;
  if (import_io::has_hydra_references(*named->program)) import_io::resolve_references(keys);
  import_io::rename_keys(*named->program, keys);
  return import_io::base_with_model(std::move(keys), *named->program, file.text, presets);
}

std::string open_model_in(const std::string& script) {
  auto job = import_io::job_file(script);
  auto yaml = job ? std::nullopt : import_io::program_yaml(script);
  if (!job && !yaml) return "";
  import_io::FileKeys& keys = job ? job->arguments : yaml->keys;
  if (const ProgramEntry* const known = job ? import_io::program_of(*job) : yaml->program)
    import_io::rename_keys(*known, keys);
  const import_io::FileKey* const model = import_io::naming_model(keys);
  return model != nullptr && import_io::is_left_open(model->text) ? model->spelling + ": " + model->text : "";
}

std::string possible_model_in(const std::string& text) {
  auto job = import_io::job_file(text);
  auto yaml = job ? std::nullopt : import_io::program_yaml(text);
  return job ? import_io::possible_model(job->arguments) : yaml ? import_io::possible_model(yaml->keys) : "";
}

std::vector<FilledValue> decided_by_program(const Imported& imported) {
  std::vector<FilledValue> decided = filled_values(imported.document);
  std::erase_if(decided,
                [&imported](const FilledValue& value) { return imported.open.contains(value.path); });
  return decided;
}

std::string unknown_program_in(const std::string& script) {
  const auto job = import_io::job_file(script);
  if (!job || job->program_word.empty() || import_io::program_of(*job) != nullptr) return "";
  const auto is_of_training = [](const import_io::FileKey& key) {
    constexpr auto rates =
        std::to_array<std::string_view>({"learning_rate", "lr", "num_train_epochs", "num_epochs", "epochs",
                                         "max_steps", "train_steps", "max_train_steps"});
    return std::ranges::find(rates, key.key) != rates.end() ||
           !import_io::rows_of(import_io::usual_program(), key.key).empty();
  };
  const bool starts_training = job->starts_deepspeed || std::ranges::any_of(job->arguments, is_of_training);
  return starts_training ? "" : job->program_word;
}

int broken_continuation_in(std::string_view script) {
  int line = 1;
  for (std::size_t at = 0; at < script.size(); ++line) {
    const std::size_t end = std::min(script.find('\n', at), script.size());
    const std::string_view words = script.substr(at, end - at);
    const std::size_t begin = words.find_first_not_of(" \t");
    const std::size_t sign = words.rfind(" \\ ");
    const std::size_t next =
        sign == std::string_view::npos ? sign : words.find_first_not_of(" \t\r", sign + 2);
    const bool is_comment = begin == std::string_view::npos || words[begin] == '#';
    const bool ends = next == std::string_view::npos || words[next] == '#';
    if (sign != std::string_view::npos && !is_comment && ends) return line;
    at = end + 1;
  }
  return 0;
}

std::string training_file_named_in(const std::string& script) {
  const auto job = import_io::job_file(script);
  return job ? import_io::file_beside(*job) : "";
}

std::string ds_config_named_in(const std::string& yaml, const std::string& beside) {
  if (const auto job = import_io::job_file(yaml)) return import_io::config_name_of(*job, beside);
  auto embedded = embedded_config(yaml);
  if (!embedded) embedded = config_in_script(yaml);
  return embedded ? embedded->file : "";
}

}  // namespace zp
