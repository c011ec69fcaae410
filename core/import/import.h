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

#include "core/plan/finding.h"
#include "core/plan/plan.h"
#include "core/text/file_error.h"

/// Files of others as plans: a ds_config.json, a YAML that holds or names one, a Slurm script or TrainJob
/// that starts a run, a Hugging Face config.json.
namespace zp {

enum class ImportKind { ds_config, accelerate, hugging_face, program_yaml, job };
std::string_view name_of(ImportKind kind);  ///< "a ds_config.json", "an accelerate YAML", …

/// A file and what lies beside it; text that is not there is "".
struct ImportFile {
  std::string text;
  std::string safetensors_index;  ///< model.safetensors.index.json beside a config.json
  std::string ds_config;          ///< the file that a YAML names
};

struct Imported {
  ImportKind kind{};
  PlanDocument document;
  /// What the file does not say and was taken from the base or by default, and what a plan cannot hold;
  /// severity style or ignored.
  std::vector<Finding> notes;
  /// Keys of the plan whose values are the file's: "training.micro_batch_size", and "model" for any model.
  std::set<std::string, std::less<>> stated;
};

/// Whose model the imported plan has.
enum class ModelOf : std::uint8_t {
  file,  ///< the file's where it names one, else the base's
  base,  ///< the base's, whichever the file names
};

/// The file names a model that is neither in the catalog nor the base's. what() has the line, the key, the
/// name and what is similar.
class UnknownModel : public FileError {
 public:
  UnknownModel(std::string key, std::string name, std::vector<std::string> similar,
               const std::string& sentence, TextPosition place)
      : FileError(std::move(key), sentence, place.line, place.column),
        name_(std::move(name)),
        similar_(std::move(similar)) {}
  [[nodiscard]] const std::string& name() const { return name_; }
  /// Ids of the catalog, best first.
  [[nodiscard]] const std::vector<std::string>& similar() const { return similar_; }

 private:
  std::string name_;
  std::vector<std::string> similar_;
};

/// What `text` is, by its keys. Throws FileError when it is none of them, with line and column where it
/// is broken JSON.
ImportKind kind_of_import(std::string_view text);
/// Whether it is a ds_config, or broken text that names what only a ds_config does.
bool may_be_ds_config(std::string_view text);

/// The plan that `file` describes. `base`, an open plan, gives what the kind of file has no words for: model
/// (where the file names none) and cluster of a program's file, of a ds_config the training too, all but the
/// model of a model. What such a file could state and does not has its default, whatever `base` has there
/// (core/import/base_plan.h), and the notes say which values are whose. Throws UnknownModel where the file
/// names one and `model` does not keep the base's. A ds_config is read as DeepSpeed reads it, so comments and
/// trailing commas are noted; what DeepSpeed refuses (repeated keys too) throws FileError in the words of
/// check_config(), except that a base gives the batch sizes a file lacks and that a file for another number
/// of ranks is taken and told. The document carries the file whole (PlanText::imported_config), so that an
/// export of the plan is the file again. Throws FileError naming the key and
/// the fix. Sources: deepspeed/runtime/config.py; accelerate utils/dataclasses.py (DeepSpeedPlugin) and
/// commands/config/config_args.py; transformers configuration_*.py (resources/catalog/hf_families.json).
Imported import_file(const ImportFile& file, const PlanDocument& base, ModelOf model = ModelOf::file);

/// The file at `path` ("-": standard input) with what lies beside it: a config.json's safetensors index, the
/// ds_config that an accelerate YAML names. Throws FileError when it cannot be read or is none of the three.
ImportFile read_import_file(const std::string& path);

/// A plan of the model that a file of another program names, which stands for a base where there is none;
/// nothing where it names none. Throws UnknownModel where the catalog does not have it.
std::optional<PlanDocument> base_in(const std::string& text);

/// The ds_config that a YAML or a job names instead of holding it (core/import/embedded_config.h), "" when it
/// names none.
std::string ds_config_named_in(const std::string& yaml);

}  // namespace zp
