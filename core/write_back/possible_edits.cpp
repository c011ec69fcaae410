// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <utility>

#include "core/catalog/built_on.h"
#include "core/catalog/programs.h"
#include "core/catalog/torchtitan_models.h"
#include "core/export/setting_rows_json.h"
#include "core/import/key_readers.h"
#include "core/import/named_configs.h"
#include "core/import/program_file.h"
#include "core/plan/plan.h"
#include "core/plan_file/plan_keys.h"
#include "core/text/letters.h"
#include "core/text/toml_tree.h"
#include "core/write_back/possible_edits_json.h"
#include "core/write_back/slurm_edits.h"
#include "core/write_back/written_values_json.h"

namespace zp::write_back_io {
namespace {

using text_io::Json;

const ProgramEntry& program_of_import(const Imported& imported) {
  const std::string_view id = imported.program.empty() ? std::string_view("hf-trainer") : imported.program;
  return entry_of(program_named(id));
}

/// Returns the column of the export's table that holds the program's keys.
SettingColumn column_of(const ProgramEntry& program) {
  if (program.id == "axolotl") return SettingColumn::axolotl;
  if (program.id == "llama-factory") return SettingColumn::llama_factory;
  if (program.id == "ms-swift") return SettingColumn::ms_swift;
  if (program.id == "torchtitan") return SettingColumn::torchtitan;
  constexpr std::array<std::string_view, 3> of_trl = {"trl", "alignment-handbook", "open-instruct"};
  if (std::ranges::find(of_trl, program.id) != of_trl.end()) return SettingColumn::trl;
  return is_built_on(program, "hf-trainer") ? SettingColumn::arguments : SettingColumn::none;
}

/// Gathers the edits for one key of the plan.
class Gatherer {
 public:
  Gatherer(const ImportFile& file, const Imported& imported, const DifferingKey& differing, const Plan& plan)
      : file_(file),
        imported_(imported),
        path_(differing.path),
        wanted_(Json::parse(differing.after)),
        present_(Json::parse(differing.before)),
        plan_(plan),
        program_(program_of_import(imported)) {}

  std::vector<FileEdits> all() {
    add_batch_of_config();
    add_machines();
    for (auto key = imported_.read.rbegin(); key != imported_.read.rend(); ++key)
      if (is_about(*key)) {
        add_values(*key);
        add_edits(removal_of_flag(file_, *key));
      }
    add_together();
    add_precision();
    add_tuning();
    add_named_config();
    add_keys();
    return std::move(found_);
  }

 private:
  /// Returns true if the import read the key for the path, or for a section that contains it.
  [[nodiscard]] bool is_about(const ReadKey& key) const {
    const bool is_same = key.path == path_ || path_.starts_with(key.path + '.');
    const bool is_offload = path_.starts_with(key.path) && path_.ends_with(".device");
    const bool is_sharding = key.path == "training.sharding" && path_ == "zero.stage";
    const bool is_fsdp = key.path == "zero.stage" && path_ == "training.sharding";
    return (is_same || is_offload || is_sharding || is_fsdp) && key.part != ImportPart::none;
  }

  [[nodiscard]] std::optional<FileEdit> replacement(const ReadKey& key, const Json& value) const {
    const TextSpan span = value_span(file_, key);
    if (span.size() == 0) return std::nullopt;
    const std::string& text = text_of(file_, key.part);
    const std::string old = text.substr(span.begin, span.size());
    const std::size_t line = text.rfind('\n', span.begin);
    const std::string margin = text.substr(line == std::string::npos ? 0 : line + 1,
                                           span.begin - (line == std::string::npos ? 0 : line + 1));
    const bool is_blank = margin.find_first_not_of(' ') == std::string::npos;
    FileEdit edit{key.part, span, written_value(syntax_of(text), old, value, is_blank ? margin : "")};
    if (edit.replacement == old) return std::nullopt;
    edit.path = path_;
    edit.key = key.key;
    edit.before = old;
    edit.after = edit.replacement;
    return edit;
  }

  void add_edits(FileEdits edits) {
    for (FileEdit& edit : edits)
      edit.path = path_;
    if (!edits.empty()) found_.push_back(std::move(edits));
  }

  void add_value(const ReadKey& key, const Json& value) {
    if (auto edit = replacement(key, value)) found_.push_back({std::move(*edit)});
  }

  void add_values(const ReadKey& key) {
    const TextSpan span = value_span(file_, key);
    if (span.size() == 0) return;
    const std::string old = text_of(file_, key.part).substr(span.begin, span.size());
    if (path_ == "model.preset" && plan_.model.preset) return add_model(key);
    for (const ProgramKeyRow* row : import_io::rows_of(program_, key.row))
      if (row->path == key.path || row->path.empty())
        for (const Json& value : import_io::file_values(row->readers, sharding_word(row->path), old))
          add_value(key, value);
    for (const SettingRow& row : setting_rows())
      if (const SettingCell& cell = cell_of(row, column_of(program_)); cell.key == key.row)
        add_setting(key, row, cell);
    add_in_proportion(key, old);
    add_prompt(key);
    if (!wanted_.is_null() && !wanted_.is_object()) add_value(key, wanted_);
  }

  /// Adds edits to the name of the plan's model: its repository, or torchtitan's name and flavor.
  void add_model(const ReadKey& key) {
    const ModelPreset& preset = *plan_.model.preset;
    if (program_.id != "torchtitan") {
      if (!preset.hf_id.empty()) add_value(key, preset.hf_id);
      return;
    }
    const TorchtitanModel* const model = torchtitan_model(preset.id);
    if (model == nullptr) return;
    FileEdits edits;
    for (const ReadKey& read : imported_.read) {
      const bool is_name = read.key.ends_with("model.name"), is_flavor = read.key.ends_with("model.flavor");
      if (!is_name && !is_flavor) continue;
      if (auto edit = replacement(read, std::string(is_name ? model->name : model->flavor)))
        edits.push_back(std::move(*edit));
    }
    if (!edits.empty()) found_.push_back(std::move(edits));
  }

  /// Returns the wanted value in the vocabulary of a row for FSDP's sharding.
  [[nodiscard]] Json sharding_word(const std::string& row_path) const {
    if (row_path != "training.sharding" || path_ != "zero.stage" || !wanted_.is_number()) return wanted_;
    constexpr std::array<const char*, 4> words = {"none", "optimizer", "gradients", "full"};
    return words.at(static_cast<std::size_t>(std::clamp(wanted_.get<int>(), 0, 3)));
  }

  void add_setting(const ReadKey& key, const SettingRow& row, const SettingCell& cell) {
    const auto value = cell.value != nullptr ? cell.value : row.value;
    if (value == nullptr) return;
    if (const Json wanted = value(plan_); !wanted.is_null()) add_value(key, wanted);
  }

  /// Adds edits to a key whose value is a multiple of the plan's value: the batch of all ranks, the steps of
  /// a budget, the processes of all nodes.
  void add_in_proportion(const ReadKey& key, const std::string& old) {
    if (!wanted_.is_number() || !present_.is_number() || present_.get<double>() == 0) return;
    const Json stated = Json::parse(old, nullptr, false);
    if (!stated.is_number_integer()) return;
    const double value = stated.get<double>() * wanted_.get<double>() / present_.get<double>();
    constexpr double most = 1e15;
    if (value >= 1 && value < most && value == std::floor(value))
      add_value(key, static_cast<std::int64_t>(value));
  }

  /// Adds the prompt length that, with the completion, makes up the sequence length.
  void add_prompt(const ReadKey& key) {
    if (path_ != "training.sequence_length" || !key.row.ends_with("max_prompt_length") ||
        !wanted_.is_number())
      return;
    const std::int64_t prompt = wanted_.get<std::int64_t>() - plan_.training.method.completion_length;
    if (prompt > 0) add_value(key, prompt);
  }

  /// Edits a ds_config's three batch sizes together, because each follows from the others.
  void add_batch_of_config() {
    const bool is_batch = path_ == "training.micro_batch_size" ||
                          path_ == "training.gradient_accumulation_steps" || path_.starts_with("cluster.");
    if (!is_batch) return;
    struct Size {
      std::string_view key;
      std::int64_t value;
    };
    const std::array<Size, 3> sizes = {
        {{"train_batch_size", train_batch_size(plan_)},
         {"train_micro_batch_size_per_gpu", plan_.training.micro_batch_size},
         {"gradient_accumulation_steps", plan_.training.gradient_accumulation_steps}}};
    FileEdits edits;
    for (const ReadKey& key : imported_.read)
      for (const Size& size : sizes)
        if (key.row.empty() && key.part != ImportPart::none && key.key.ends_with(size.key)) {
          const TextSpan span = value_span(file_, key);
          const bool is_present = std::ranges::any_of(
              edits, [&](const FileEdit& edit) { return edit.part == key.part && edit.span == span; });
          if (auto edit = replacement(key, size.value); edit && !is_present)
            edits.push_back(std::move(*edit));
        }
    if (!edits.empty()) found_.push_back(std::move(edits));
  }

  /// Returns true if a number is a whole word, is in quotes, or follows "=" or the "-" of a default.
  [[nodiscard]] bool is_whole_number(const TextSpan& span) const {
    constexpr std::string_view before = " \t\n=-\"'", behind = " \t\r\n\"'})\\";
    const std::string& text = file_.text;
    return span.begin > 0 && before.find(text[span.begin - 1]) != std::string_view::npos &&
           (span.end >= text.size() || behind.find(text[span.end]) != std::string_view::npos);
  }

  /// Adds edits to the counts of a script's #SBATCH lines, before which come those of its command.
  void add_machines() {
    const FileEdits of_lines = slurm_edits(file_.text, path_, imported_.document.plan, plan_);
    if (of_lines.empty()) return;
    FileEdits with_command = of_lines;
    for (const ReadKey& key : imported_.read) {
      const TextSpan span =
          key.path == path_ && key.part == ImportPart::file ? value_span(file_, key) : TextSpan();
      const std::string old = file_.text.substr(span.begin, span.size());
      const std::int64_t ranks = imported_.document.plan.cluster.ranks();
      const bool is_total = key.key.ends_with("num_processes") && old == std::to_string(ranks);
      if (span.size() == 0 || !is_whole_number(span) || (old != present_.dump() && !is_total)) continue;
      const Json value =
          is_total ? Json(ranks * wanted_.get<std::int64_t>() / present_.get<std::int64_t>()) : wanted_;
      if (auto edit = replacement(key, value)) with_command.push_back(std::move(*edit));
    }
    if (with_command.size() > of_lines.size()) found_.push_back(std::move(with_command));
    found_.push_back(of_lines);
  }

  /// Returns the position of a key of the TOML, even if the import ignored it; nullopt if it is absent.
  [[nodiscard]] std::optional<ReadKey> key_in_toml(const std::string& key) const {
    if (syntax_of(file_.text) != Syntax::toml) return std::nullopt;
    const TextNode root = read_toml(file_.text);
    const TextNode* const node = root.find(key);
    if (node == nullptr) return std::nullopt;
    ReadKey there{key, path_, "", "", 0};
    there.part = ImportPart::file;
    there.key_span = node->key_span;
    there.span = node->span;
    return there;
  }

  /// Adds edits to pairs of torchtitan's keys, a switch and a value, that state a setting together.
  void add_together() {
    if (column_of(program_) != SettingColumn::torchtitan) return;
    FileEdits edits;
    for (const SettingRow& row : setting_rows()) {
      const SettingCell& cell = row.torchtitan;
      bool is_of_path = row.plan_keys.empty() && path_.starts_with("training.fused_");
      each_plan_key(row.plan_keys, [&](std::string_view key) { is_of_path |= key == path_; });
      const auto value = cell.value != nullptr ? cell.value : row.value;
      if (!is_of_path || cell.key.empty() || cell.key == no_setting_key || value == nullptr) continue;
      const Json wanted = value(plan_);
      if (wanted.is_null()) continue;
      if (const std::optional<ReadKey> there = key_in_toml(std::string(cell.key))) {
        if (auto edit = replacement(*there, wanted)) edits.push_back(std::move(*edit));
      } else if (const ReadKey* const anchor = anchor_in(std::string(section_part(cell.key)))) {
        for (FileEdit& edit : addition_behind(file_, *anchor, std::string(key_part(cell.key)), wanted)) {
          edit.path = path_;
          edit.key = std::string(cell.key);
          edits.push_back(std::move(edit));
        }
      }
    }
    if (edits.size() > 1) found_.push_back(std::move(edits));
  }

  /// Adds edits that set the switches of both half precisions together.
  void add_precision() {
    if (path_ != "training.precision" || !wanted_.is_string()) return;
    FileEdits edits;
    std::string missing = wanted_ == "fp32" ? "" : wanted_.get<std::string>();
    const ReadKey* anchor = nullptr;
    for (const ReadKey& key : imported_.read) {
      const std::string name = key.row.empty() ? key.key : key.row;
      const bool is_bf16 = name == "bf16" || name.ends_with("bf16.enabled");
      const bool is_fp16 = name == "fp16" || name.ends_with("fp16.enabled");
      if ((!is_bf16 && !is_fp16) || key.part == ImportPart::none) continue;
      anchor = &key;
      const bool is_on = wanted_ == (is_bf16 ? "bf16" : "fp16");
      if (missing == (is_bf16 ? "bf16" : "fp16")) missing.clear();
      if (auto edit = replacement(key, is_on)) edits.push_back(std::move(*edit));
    }
    if (anchor != nullptr && !missing.empty()) {
      const bool is_section = anchor->key.ends_with(".enabled");
      FileEdits added = is_section ? FileEdits() : addition_behind(file_, *anchor, missing, true);
      for (FileEdit& edit : added) {
        edit.path = path_;
        edits.push_back(std::move(edit));
      }
    }
    if (!edits.empty()) found_.push_back(std::move(edits));
  }

  /// Adds edits to the switch between adapters and full fine-tuning.
  void add_tuning() {
    if (path_ != "training.lora.rank" || !wanted_.is_number()) return;
    const bool has_adapters = wanted_.get<double>() > 0;
    for (const ReadKey& key : imported_.read) {
      if (key.part == ImportPart::none) continue;
      std::optional<FileEdit> edit;
      if (key.row == "finetuning_type") edit = replacement(key, has_adapters ? "lora" : "full");
      if (key.row == "use_peft" || key.row == "use_lora" || key.row == "lora_enable")
        edit = replacement(key, has_adapters);
      if (!edit) continue;
      FileEdits edits = {std::move(*edit)};
      if (has_adapters)
        for (FileEdit& added : addition_behind(file_, key, rank_name(), wanted_)) {
          added.path = path_;
          edits.push_back(std::move(added));
        }
      found_.push_back(std::move(edits));
    }
  }

  [[nodiscard]] std::string rank_name() const {
    return program_.id == "trl" || program_.id == "axolotl" ? "lora_r" : "lora_rank";
  }

  /// Adds the program's other supplied ds_config files, if the file names one of them.
  void add_named_config() {
    const bool is_of_name = path_ == "zero.stage" || path_.starts_with("zero.offload");
    if (!is_of_name || !file_.ds_config.empty()) return;
    for (const ReadKey& key : imported_.read) {
      const bool names_config = key.row == "deepspeed" || key.row == "deepspeed_config";
      if (!names_config || key.part == ImportPart::none) continue;
      const TextSpan span = value_span(file_, key);
      if (span.size() == 0) continue;
      std::string old = text_of(file_, key.part).substr(span.begin, span.size());
      std::erase_if(old, [](char c) { return c == '"' || c == '\''; });
      const std::size_t name = old.rfind('/') == std::string::npos ? 0 : old.rfind('/') + 1;
      for (const std::string_view other : import_io::configs_like(std::string_view(old).substr(name)))
        add_value(key, old.substr(0, name) + std::string(other));
    }
  }

  /// Adds edits that insert a missing key.
  void add_keys() {
    if (!wanted_.is_null() && !config_path_of(path_).empty()) add_config_key();
    for (const SettingRow& row : setting_rows()) {
      const SettingCell& cell = cell_of(row, column_of(program_));
      if (column_of(program_) == SettingColumn::none || cell.key.empty() || cell.key == no_setting_key)
        continue;
      bool is_of_path = false;
      each_plan_key(row.plan_keys, [&](std::string_view key) { is_of_path |= key == path_; });
      const auto value = cell.value != nullptr ? cell.value : row.value;
      if (!is_of_path || value == nullptr) continue;
      const Json written = value(plan_);
      if (written.is_null()) continue;
      add_key(std::string(cell.key), written);
      for (const ProgramKeyRow& other : program_.extra_keys)  // in a section that only the program has
        if (other.as == cell.key) add_key(other.key, written);
    }
    for (const ProgramKeyRow& row : program_.extra_keys)
      if (row.as.empty() && (row.path == path_ || row.path == "training.sharding"))
        for (const Json& value : import_io::file_values(row.readers, sharding_word(row.path), ""))
          if (row.path == path_ || path_ == "zero.stage") add_key(row.key, value);
    if (path_ == "training.lora.rank" && wanted_ != 0) add_key(rank_name(), wanted_);
    if (path_ == "training.lora.dropout") add_key("lora_dropout", wanted_);
  }

  [[nodiscard]] bool is_stated(const std::string& key) const {
    return std::ranges::any_of(imported_.read, [&](const ReadKey& read) {
      const bool is_present = read.part == ImportPart::file || read.part == ImportPart::training;
      return is_present && !read.row.empty() && (read.row == key || read.key == key);
    });
  }

  /// Returns the last key of a section of the file, preferably of the same group of the plan; else nullptr.
  [[nodiscard]] const ReadKey* anchor_in(const std::string& section) const {
    const std::string group = path_.substr(0, path_.find('.', path_.find('.') + 1));
    const ReadKey* best = nullptr;
    const auto rank = [&](const ReadKey& read) {
      return std::pair(read.path.starts_with(group), read.key_span.begin);
    };
    for (const ReadKey& read : imported_.read) {
      const bool is_main = read.part == ImportPart::file && !read.row.empty() && read.key_span.size() > 0;
      if (!is_main || section_part(read.key) != section) continue;
      if (best == nullptr || rank(read) > rank(*best)) best = &read;
    }
    return best;
  }

  /// Adds an edit that inserts a key after another key of its section. In TOML a dotted key may be inserted
  /// in the parent section.
  void add_key(const std::string& key, const Json& value) {
    if (is_stated(key)) return;
    std::string section(section_part(key));
    const ReadKey* best = anchor_in(section);
    if (best == nullptr && !section.empty() && syntax_of(file_.text) == Syntax::toml) {
      section = section_part(section);
      best = section.empty() ? nullptr : anchor_in(section);
    }
    if (best == nullptr) return;
    const bool is_flag = value.is_boolean() && value.get<bool>() && !is_built_on(program_, "hf-trainer");
    const std::string name = section.empty() ? std::string(key_part(key)) : key.substr(section.size() + 1);
    FileEdits edits = addition_behind(file_, *best, name, value, is_flag);
    for (FileEdit& edit : edits)
      edit.key = key;
    add_edits(std::move(edits));
  }

  /// Adds an edit that inserts a key into the ds_config.
  void add_config_key() {
    const std::string config = config_path_of(path_);
    for (auto read = imported_.read.rbegin(); read != imported_.read.rend(); ++read) {
      if (!read->row.empty() || read->part == ImportPart::none || read->key_span.size() == 0) continue;
      const std::string section(section_part(config));
      if (section_part(read->key) != section && !read->key.ends_with(joined(section, key_part(read->key))))
        continue;
      add_edits(addition_behind(file_, *read, std::string(key_part(config)), wanted_));
      return;
    }
  }

  const ImportFile& file_;
  const Imported& imported_;
  std::string path_;
  Json wanted_, present_;
  const Plan& plan_;
  const ProgramEntry& program_;
  std::vector<FileEdits> found_;
};

}  // namespace

std::vector<FileEdits> possible_edits(const ImportFile& file, const Imported& imported,
                                      const DifferingKey& differing, const Plan& plan) {
  return Gatherer(file, imported, differing, plan).all();
}

}  // namespace zp::write_back_io
