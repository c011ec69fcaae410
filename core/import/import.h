// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/catalog/catalog.h"
#include "core/plan/finding.h"
#include "core/plan/plan.h"
#include "core/plan_file/program_defaults.h"
#include "core/text/file_error.h"
#include "core/text/text_place.h"

/// Import of other programs' files as plans: a ds_config.json, a YAML that contains or names one, a Slurm
/// script or TrainJob that starts a run, a Hugging Face config.json.
namespace zp {

enum class ImportKind { ds_config, accelerate, hugging_face, program_yaml, job };
std::string_view name_of(ImportKind kind);  ///< "a ds_config.json", "an accelerate YAML", …

/// A file from which another file inherits the values that it does not state.
struct ParentFile {
  std::string name;          ///< as the file names it: "../../grpo_math_1B.yaml"
  std::string text;          ///< "" if the file is missing
  std::string package = {};  ///< section that its keys belong to, "trainer"; "" for the root
  bool is_self = false;      ///< Hydra: stands for the file itself, which those before it override
};

/// A file and the texts of the files next to it; "" for a missing one.
struct ImportFile {
  std::string text;
  std::string safetensors_index;  ///< model.safetensors.index.json beside a config.json
  std::string ds_config;          ///< the ds_config or accelerate's file that a YAML or script names
  std::string name = {};          ///< path of the file; some programs choose a recipe by its name
  std::string training = {};      ///< the training file that a script names
  std::string accelerate = {};    ///< accelerate's file, if its ds_config is in `ds_config`
  std::string ds_config_path = {}, training_path = {};  ///< paths of those texts; "" if they are missing
  std::string program = {};              ///< the Python program of a job whose `training` is another file
  std::vector<ParentFile> parents = {};  ///< files that it inherits from, in order of precedence
  std::string config_file = {};  ///< name of the file in `training` that a script's program loads itself
  std::vector<std::string> hydra_choices = {};  ///< keys of the command that choose files: "model"
  /// Lines (loaded_file_mark) of the files that the Python program in `text` or `training` loads.
  std::string loaded = {};
};

/// The text of an ImportFile that contains a key.
enum class ImportPart : std::uint8_t { none, file, ds_config, training };

/// A key of a file that set a key of the plan.
struct ReadKey {
  std::string key;           ///< as spelled in the file, or a description of what implied the value
  std::string path;          ///< of the plan: "training.micro_batch_size"
  std::string value;         ///< of the plan, as JSON
  std::string stated_value;  ///< the value as the file states it; "" if there is none
  int line = 0;              ///< of the file; 0 = not known
  /// Name of the key in its program's table: "lora_r" for lora_rank; "" for a key of a ds_config.
  std::string row = {};
  ImportPart part =
      ImportPart::none;  ///< none if the value has no place in a text, such as one implied by a script's name
  TextSpan key_span = {};  ///< of the key in that text
  TextSpan span = {};  ///< of the value in that text: first to last character or one behind it; in a script
                       ///< only the first character of the word
};

/// A key of a file that set no key of the plan.
struct UnreadKey {
  std::string key, value;  ///< as in the file
  int line = 0;            ///< 0 = not known
  std::string reason;      ///< one sentence
};

/// Reason given for a key that has no counterpart in a plan.
inline constexpr std::string_view no_plan_key = "No key of a plan holds it.";

struct Imported {
  ImportKind kind{};
  std::string program;  ///< id of the program that the file belongs to: "axolotl"; "" if unknown
  std::vector<ReadKey> read;
  std::vector<UnreadKey> unread_keys;
  PlanDocument document;
  /// Notes on values that come from the base plan or a default because the file omits them, and on settings
  /// that a plan cannot describe; severity style or ignored.
  std::vector<Finding> notes;
  /// Keys of the plan whose values come from the file: "training.micro_batch_size", and "model" for
  /// any model.
  std::set<std::string, std::less<>> stated;
  /// Keys of the plan that the file states with an unreadable value. The program's default is not what the
  /// run has.
  std::set<std::string, std::less<>> open;
};

/// Returns the values that the file omits and the program's defaults decide.
std::vector<FilledValue> decided_by_program(const Imported& imported);

/// The source of the imported plan's model.
enum class ModelOrigin : std::uint8_t {
  file,  ///< the file's model if it names one, else the base's
  base,  ///< the base's model, even if the file names another
};

/// Error: the model named by the file is neither in the catalog nor the base plan's. what() has line, key,
/// name and similar names.
class UnknownModel : public FileError {
 public:
  UnknownModel(std::string key, std::string name, std::vector<std::string> similar,
               const std::string& sentence, TextPosition place, bool is_no_decoder = false)
      : FileError(std::move(key), sentence, place.line, place.column),
        name_(std::move(name)),
        similar_(std::move(similar)),
        is_no_decoder_(is_no_decoder) {}
  [[nodiscard]] const std::string& name() const { return name_; }
  /// Returns ids of the catalog, the best match first.
  [[nodiscard]] const std::vector<std::string>& similar() const { return similar_; }
  /// Returns true if no plan can describe this kind of model: an encoder, or a diffusion model.
  [[nodiscard]] bool is_no_decoder() const { return is_no_decoder_; }

 private:
  std::string name_;
  std::vector<std::string> similar_;
  bool is_no_decoder_;
};

/// Returns the kind of `text`, judged by its keys. Throws FileError if it is none of them, with line and
/// column if it is broken JSON.
ImportKind kind_of_import(std::string_view text);
/// Returns the kind of a file with those beside it: a YAML that Hydra composes with them is a training file,
/// although it alone may have no key of a program. Throws the same errors.
ImportKind kind_of_import(const ImportFile& file);
/// Returns true if `text` is a ds_config, or has a syntax error but keys that only a ds_config has.
bool may_be_ds_config(std::string_view text);

/// Returns the plan that `file` describes. `base`, the open plan, supplies what this kind of file cannot
/// state: for a program's file the cluster, and the model if none is named; for a ds_config also the
/// training; for a config.json everything but the model. A key that such a file could state and omits gets
/// its default, not the value of `base` (core/import/base_plan.h); the notes say where each value comes from.
/// A model that the file names is looked up in `presets`. Throws UnknownModel if it is not there and `model`
/// does not keep the base's. A ds_config is parsed as DeepSpeed parses it; comments and trailing commas get a
/// note. A setting that DeepSpeed refuses (repeated keys too) throws FileError with the message of
/// check_config(), with three exceptions: batch sizes that the file lacks come from the base; a file for
/// another number of ranks is imported with a note; so is a file that only an older DeepSpeed accepts, unless
/// the base states a release (note `older_deepspeed`). The document carries the whole file
/// (PlanText::imported_config), so that exporting the plan reproduces it. Every FileError names the key and
/// the fix. Sources: deepspeed/runtime/config.py; accelerate utils/dataclasses.py (DeepSpeedPlugin) and
/// commands/config/config_args.py; transformers configuration_*.py (resources/catalog/hf_families.json).
Imported import_file(const ImportFile& file, const PlanDocument& base, ModelOrigin model = ModelOrigin::file,
                     const Catalog& presets = catalog());

/// Reads the file at `path` ("-": standard input; a folder: its single job) and the files it needs: a
/// config.json's safetensors index, the ds_config that a YAML names, the training file and accelerate's file
/// that a script names. Relative paths are resolved against the file's folder and those above it. Throws
/// FileError if it cannot be read or its kind is unknown.
ImportFile read_import_file(const std::string& path);

/// Returns a base plan with the model that another program's file names; nullopt if it names none. Throws
/// UnknownModel if the model is not in `presets`.
std::optional<PlanDocument> base_in(const std::string& text, const Catalog& presets = catalog());
/// Returns the base plan with the model named in the file, or in the training file to which it refers. Throws
/// the same error.
std::optional<PlanDocument> base_in(const ImportFile& file, const Catalog& presets = catalog());

/// Returns key and value of the argument that names a job's model by a variable which the script does not
/// set: "model_name_or_path: ./checkpoints/${MODEL_VERSION}"; "" if there is none.
std::string open_model_in(const std::string& script);
/// Returns key and value of the argument or setting that seems to name the model, under an unknown key:
/// "ovis_pretrained_path: AIDC-AI/Ovis2.5-9B"; "" if there is none.
std::string possible_model_in(const std::string& text);
/// Returns the unknown program that a job's command starts without any training setting: "compute_scores.py";
/// "" otherwise.
std::string unknown_program_in(const std::string& script);

/// Returns the first line, counted from 1, whose backslash is followed by blanks or a comment and so does not
/// continue the command; 0 if there is none.
int broken_continuation_in(std::string_view script);

/// Returns the training file that a script names ("train.yaml"), or else the unknown Python program that it
/// starts ("train.py"); "" if there is neither.
std::string training_file_named_in(const std::string& script);

/// Returns the files that a training file inherits from, in order of precedence: those under `defaults` of
/// NeMo-RL (nemo_rl/utils/config.py). `is_parent`: the text is itself such a parent file.
std::vector<std::string> parents_named_in(const std::string& text, bool is_parent = false);

/// Returns the name of the ds_config that a YAML or job refers to instead of containing it
/// (core/import/embedded_config.h); "" if there is none. `beside` is the text of the job's training file or
/// program, whose options may name it.
std::string ds_config_named_in(const std::string& yaml, const std::string& beside = {});

}  // namespace zp
