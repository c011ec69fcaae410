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

/// Import of other programs' files as plans: a ds_config.json, a YAML that holds or names one, a Slurm script
/// or TrainJob that starts a run, a Hugging Face config.json.
namespace zp {

enum class ImportKind { ds_config, accelerate, hugging_face, program_yaml, job };
std::string_view name_of(ImportKind kind);  ///< "a ds_config.json", "an accelerate YAML", …

/// A file that another takes its values from where it has none of its own.
struct ParentFile {
  std::string name;  ///< as the file names it: "../../grpo_math_1B.yaml"
  std::string text;  ///< "" if it is not there
};

/// A file and the files that lie beside it; a text that does not exist is "".
struct ImportFile {
  std::string text;
  std::string safetensors_index;  ///< model.safetensors.index.json beside a config.json
  std::string ds_config;          ///< the ds_config or accelerate's file that a YAML or script names
  std::string name = {};          ///< path of the file, which some programs choose a recipe by
  std::string training = {};      ///< the training file that a script names
  std::string accelerate = {};    ///< accelerate's file, if it keeps its ds_config in `ds_config`
  std::string ds_config_path = {}, training_path = {};  ///< of these texts; "" if they are not there
  std::vector<ParentFile> parents =
      {};  ///< files that it inherits from, of which the first with a key counts
};

/// The part of an ImportFile in which a key stands.
enum class ImportPart : std::uint8_t { none, file, ds_config, training };

/// A key of a file that became a key of the plan.
struct ReadKey {
  std::string key;    ///< as the file has it, or the wording of what stated it
  std::string path;   ///< of the plan: "training.micro_batch_size"
  std::string value;  ///< of the plan, as JSON
  std::string said;   ///< the file's value in words; "" if there is none
  int line = 0;       ///< of the file; 0 = not known
  /// Name of the key in the rows of its program: "lora_r" for lora_rank; "" for a key of a ds_config.
  std::string row = {};
  ImportPart part = ImportPart::none;  ///< none for what stands at no place, such as a script's name
  TextSpan key_span = {};              ///< of the key in that text
  TextSpan span = {};  ///< of the value in that text, from its first to its last character or behind it;
                       ///< in a script, the first character of the word
};

/// A key of a file that did not become a key of the plan.
struct UnreadKey {
  std::string key, value;  ///< as the file has them
  int line = 0;            ///< 0 = not known
  std::string reason;      ///< a sentence
};

/// Reason for a key that has no counterpart in a plan.
inline constexpr std::string_view no_plan_key = "No key of a plan holds it.";

struct Imported {
  ImportKind kind{};
  std::string program;  ///< id of the program whose file it is: "axolotl"; "" if the file does not say
  std::vector<ReadKey> read;
  std::vector<UnreadKey> not_read;
  PlanDocument document;
  /// Notes on values that the file does not state and that came from the base or by default, and on what a
  /// plan cannot hold; severity style or ignored.
  std::vector<Finding> notes;
  /// Keys of the plan whose values come from the file: "training.micro_batch_size", and "model" for
  /// any model.
  std::set<std::string, std::less<>> stated;
  /// Keys of the plan that the file states with a value that could not be read: the program's default is not
  /// what the run has.
  std::set<std::string, std::less<>> open;
};

/// Returns the values that the program decides because the file does not state them.
std::vector<FilledValue> decided_by_program(const Imported& imported);

/// The source of the imported plan's model.
enum class ModelOrigin : std::uint8_t {
  file,  ///< the file's model if it names one, else the base's
  base,  ///< the base's model, even if the file names another
};

/// Error: the file names a model that is neither in the catalog nor the base's. what() has the line, the key,
/// the name and similar names.
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
  /// Returns true if the model is of a kind that no plan holds: an encoder, or a diffusion model.
  [[nodiscard]] bool is_no_decoder() const { return is_no_decoder_; }

 private:
  std::string name_;
  std::vector<std::string> similar_;
  bool is_no_decoder_;
};

/// Returns the kind of `text`, judged by its keys. Throws FileError if it is none of them, with line and
/// column if it is broken JSON.
ImportKind kind_of_import(std::string_view text);
/// Returns true if `text` is a ds_config, or broken text with keys that only a ds_config has.
bool may_be_ds_config(std::string_view text);

/// Returns the plan that `file` describes. `base`, an open plan, gives what this kind of file cannot state:
/// model (if the file names none) and cluster for a program's file, the training too for a ds_config,
/// everything but the model for a config.json. A key that such a file could state and does not has its
/// default, whatever `base` has there (core/import/base_plan.h), and the notes say where each value comes
/// from. A model that the file names is one of `presets`. Throws UnknownModel if the file names an unknown
/// model and `model` does not keep the base's. A ds_config is read as DeepSpeed reads it, so comments and
/// trailing commas are noted; what DeepSpeed refuses (repeated keys too) throws FileError in the words of
/// check_config(), with three exceptions: a base gives the batch sizes that a file lacks, a file for another
/// number of ranks is imported with a note, and so is a file that only an older DeepSpeed takes, unless the
/// base states a release (note `older_deepspeed`). The document carries the whole file
/// (PlanText::imported_config), so that an export of the plan is the file again. Throws FileError naming the
/// key and the fix. Sources: deepspeed/runtime/config.py; accelerate utils/dataclasses.py (DeepSpeedPlugin)
/// and commands/config/config_args.py; transformers configuration_*.py (resources/catalog/hf_families.json).
Imported import_file(const ImportFile& file, const PlanDocument& base, ModelOrigin model = ModelOrigin::file,
                     const Catalog& presets = catalog());

/// Reads the file at `path` ("-": standard input; a folder: the one job in it) and the files beside it: a
/// config.json's safetensors index, the ds_config that a YAML names, the training file and accelerate's file
/// that a script names; paths count from the file's folder or one above it. Throws FileError if it cannot be
/// read or is of no known kind.
ImportFile read_import_file(const std::string& path);

/// Returns a plan with the model that another program's file names, for use as a base when there is none;
/// nothing if it names none. Throws UnknownModel if `presets` does not have the model.
std::optional<PlanDocument> base_in(const std::string& text, const Catalog& presets = catalog());
/// The same of a file, or of the training file that it names.
std::optional<PlanDocument> base_in(const ImportFile& file, const Catalog& presets = catalog());

/// Returns the key and the value of a job's command that name its model only by a variable which the script
/// does not set: "model_name_or_path: ./checkpoints/${MODEL_VERSION}"; "" if there is none.
std::string open_model_in(const std::string& script);
/// Returns the key and the value of a job's command or of a training file that seem to name the model by a
/// name that is not known: "ovis_pretrained_path: AIDC-AI/Ovis2.5-9B"; "" if there is none.
std::string possible_model_in(const std::string& text);
/// Returns the program of a job's command that is no known one and gets no setting of a training:
/// "compute_scores.py"; "" for another.
std::string unknown_program_in(const std::string& script);

/// Returns the first line, counted from 1, whose backslash stands before blanks or a comment and so does not
/// continue the command on the next line; 0 if there is none.
int broken_continuation_in(std::string_view script);

/// Returns the training file that a script names ("train.yaml"), or else the Python program of somebody's own
/// that it starts ("train.py"); "" if there is neither.
std::string training_file_named_in(const std::string& script);

/// Returns the files that a training file inherits from, the one that counts first in front: those under
/// `defaults` of NeMo-RL (nemo_rl/utils/config.py). `is_parent` says that another file names this one so.
std::vector<std::string> parents_named_in(const std::string& text, bool is_parent = false);

/// Returns the ds_config that a YAML or a job names instead of holding it (core/import/embedded_config.h); ""
/// if it names none. `beside` is the text of the file that a job names, whose options may name it.
std::string ds_config_named_in(const std::string& yaml, const std::string& beside = {});

}  // namespace zp
