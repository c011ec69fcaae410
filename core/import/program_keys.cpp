// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <set>
#include <string_view>
#include <utility>
#include <variant>

#include "core/catalog/repositories.h"
#include "core/import/key_readers.h"
#include "core/import/lora_targets.h"
#include "core/import/named_model.h"
#include "core/import/program_keys_json.h"
#include "core/plan_file/plan_file.h"
#include "core/plan_file/plan_keys.h"
#include "core/text/letters.h"
#include "core/text/python.h"
#include "core/units/format.h"

namespace zp::import_io {
namespace {

/// Names the file that was read: "the file of Axolotl", "the launch script".
std::string source_words(std::string_view program) {
  constexpr std::string_view article = "The ";
  if (program.starts_with(article)) return "the " + std::string(program.substr(article.size()));
  return "the file of " + std::string(program);
}

/// Longest text of a value in a message, in characters.
constexpr std::size_t longest_value = 60;

std::string said_of(const FileKey& key) {
  const std::string value = value_words(key);
  return key.spelling + (value.empty() ? "" : ": " + value);
}

/// Returns the plan's value of a key as JSON.
std::string value_in(const PlanDocument& document, const std::string& path) {
  const Json plan = Json::parse(write_plan(document));
  if (const Json* written = text_io::value_at_path(plan, path)) return written->dump();
  const PlanKey* key = find_plan_key(path);
  if (key == nullptr || key->value == nullptr) return "null";
  return std::visit([](const auto& value) { return Json(value); }, key->value(document.plan)).dump();
}

std::string shown(const Json& value) {
  return value.is_string() ? value.get<std::string>() : text_io::one_line(value);
}

}  // namespace

std::string value_words(const TextNode& node) {
  if (node.is_null() || node.is_object()) return "";
  std::string words;
  if (node.is_array()) {
    std::vector<std::string> items;
    for (const TextNode& child : node.children)
      items.push_back(child.is_object() ? "{…}" : value_words(child));
    words = with_commas(items);
  } else {
    words = node.is_string() ? node.text : text_io::one_line(text_io::json_of(node));
  }
  return shortened(std::move(words));
}

std::string shortened(std::string words) {
  std::ranges::replace(words, '\n', ' ');
  if (words.size() <= longest_value) return words;
  std::size_t end = longest_value;
  while (end > 0 && (static_cast<unsigned char>(words[end]) & 0xC0U) == 0x80U)
    --end;  // do not cut inside a UTF-8 character
  return words.substr(0, end) + "…";
}

ProgramKeys::ProgramKeys(const ProgramEntry& program, const PlanDocument& base, ModelOrigin model,
                         const std::string& text, const Catalog& presets)
    : program_(program),
      plan_(Json::parse(write_plan(base))),
      base_(base.plan),
      model_of_(model),
      text_(text),
      lines_(text),
      presets_(presets) {}

int ProgramKeys::line_of(const FileKey& key) const {
  if (key.part != ImportPart::file) return 0;
  if (key.key_span.size() > 0 && key.key_span.end <= text_.size())
    return lines_.position(key.key_span.begin).line;
  if (key.span.size() > 0 && key.span.end <= text_.size()) return lines_.position(key.span.begin).line;
  return 0;
}

bool ProgramKeys::try_set(std::string_view plan_key, const Json& value) {
  Json next = plan_;
  text_io::set_at_path(next, plan_key, value);
  try {
    (void)read_plan(text_io::one_line(next), presets_);
  } catch (const FileError& error) {
    refusal_ = error.what();
    return false;
  }
  plan_ = std::move(next);
  said_.insert(std::string(plan_key));
  return true;
}

ReadKey ProgramKeys::read_key(const FileKey& from, std::string plan_key, std::string value) const {
  ReadKey key{from.spelling, std::move(plan_key), std::move(value), value_words(from), line_of(from)};
  const bool has_place = from.span.size() > 0 || from.key_span.size() > 0;
  key.row = from.key;
  key.part = has_place ? from.part : ImportPart::none;
  key.key_span = from.key_span;
  key.span = from.span;
  if (from.is_array() && !from.children.empty())
    key.span.end = std::max(key.span.end, from.children.back().span.end);
  return key;
}

void ProgramKeys::set(std::string_view plan_key, const Json& value, const FileKey& from) {
  if (try_set(plan_key, value))
    read_.push_back(read_key(from, std::string(plan_key), text_io::one_line(value)));
  else
    list_as_unread(from, refusal_);
}

void ProgramKeys::set(std::string_view plan_key, const Json& value, const std::string& evidence) {
  if (try_set(plan_key, value))
    read_.push_back({evidence, std::string(plan_key), text_io::one_line(value), "", 0});
  else
    list_as_unread({evidence, shown(value), 0, refusal_});
}

void ProgramKeys::list_as_read(const FileKey& key, std::string plan_key) {
  agreed_.push_back(read_key(key, std::move(plan_key), ""));
}

void ProgramKeys::list_as_unread(const FileKey& key, std::string reason) {
  list_as_unread({key.spelling, value_words(key), line_of(key), std::move(reason)});
}

void ProgramKeys::list_as_unread(UnreadKey key) {
  unread_names_.insert(key.key);
  unread_.push_back(std::move(key));
}

void ProgramKeys::read_model(const FileKey& key) {
  const auto keep = [&](const std::string& why) {
    notes_.push_back(
        {Severity::ignored, "model_not_known", "model", why + "; the plan's model was kept.", ""});
    list_as_unread(key, why + "; the plan's model was kept.");
  };
  if (leaves_model_open(key.text, presets_))
    return keep(key.spelling + " is " + key.text + ", which the file does not set");
  if (model_of_ == ModelOrigin::base) {
    const auto same = model_id_of(key.text, base_, presets_);
    if (!same || !base_.model.preset || base_.model.preset->id != *same)
      return keep(key.spelling + " names " + key.text);
  }
  auto id = model_id_of(key.text, base_, presets_);
  if (!id && (id = assumed_model(key.text, presets_)))
    notes_.push_back({Severity::ignored, "model_assumed", "model",
                      key.spelling + " names " + key.text + ", which is not in the catalog; it was read as " +
                          *id + ", whose family and size its name has (a guess).",
                      "Import the config.json of that model, or set model.preset, if its shape is another."});
  if (!id) refuse_model(key, text_, presets_);
  if (loads_towers_) id = id_with_tower(*id, presets_);
  plan_["model"] = {{"preset", *id}};
  const SharedModelPreset preset = presets_.find_model(*id);
  if (std::string own = preset ? repository_beside(key.text, *preset) : std::string(); !own.empty())
    plan_["model"]["repository"] = std::move(own);
  read_.push_back(read_key(key, "model.preset", Json(*id).dump()));
  said_.insert("model");
}

void ProgramKeys::note_targets(const FileKey& key) {
  const std::vector<std::string> unmatched = lora_targets(key).unmatched;
  if (unmatched.empty()) return;
  const std::string reason = with_commas(unmatched) + " of " + key.spelling +
                             " names no module that a plan puts adapters on (q_proj, k_proj, v_proj, o_proj, "
                             "gate_proj, up_proj, down_proj).";
  notes_.push_back({Severity::ignored, "targets_not_known", "training.lora.targets", reason, ""});
  list_as_unread(key, reason);
}

void ProgramKeys::read_row(const ProgramKeyRow& row, const FileKey& key) {
  const Reading reading = read_value(row.readers, key);
  const bool is_targets = row.path == "training.lora.targets";
  if (is_targets) note_targets(key);
  switch (reading.understood) {
    case Understood::value:
      set(row.path, reading.value, key);
      break;
    case Understood::nothing:
      list_as_read(key, row.path);
      break;
    case Understood::unknown:
      open_.insert(row.path);
      if (!is_targets)
        list_as_unread(key, said_of(key) + " is a value of " + row.path + " that a plan does not have.");
  }
}

void ProgramKeys::read(const FileKey& key) {
  if (key.is_null() || (key.is_string() && key.text.empty())) return;
  if (names_model(key)) return read_model(key);
  const auto rows = rows_of(program_, key.key);
  if (rows.empty() && unread_names_.contains(key.spelling)) return;
  if (rows.empty() && key.is_inherited) return;  // keys of a parent file that affect no figure are not listed
  if (rows.empty()) return list_as_unread(key, std::string(no_plan_key));
  if (key.is_string() && is_left_open(key.text)) {
    for (const ProgramKeyRow* row : rows)
      open_.insert(row->path);
    return list_as_unread(key, said_of(key) + " depends on a variable that the file does not set.");
  }
  for (const ProgramKeyRow* row : rows)
    read_row(*row, key);
}

bool ProgramKeys::states_plan_key(std::string_view plan_key) const {
  if (said_.contains(plan_key)) return true;
  const std::string below = std::string(plan_key) + '.';
  const auto next = said_.lower_bound(below);
  return next != said_.end() && next->starts_with(below);
}

bool ProgramKeys::has_note(std::string_view code) const {
  return std::ranges::any_of(notes_, [code](const Finding& finding) { return finding.code == code; });
}

bool ProgramKeys::is_listed(std::string_view file_key) const {
  const auto is_it = [&](const auto& key) { return key.key == file_key; };
  return std::ranges::any_of(read_, is_it) || std::ranges::any_of(agreed_, is_it) ||
         unread_names_.contains(file_key);
}

PlanDocument ProgramKeys::document() const { return read_plan(text_io::one_line(plan_), presets_); }

/// Lists the keys whose value the plan does not have in the end because the ds_config states another.
std::vector<UnreadKey> ProgramKeys::overruled(const Imported& imported) const {
  std::vector<UnreadKey> found;
  const Json plan = Json::parse(write_plan(imported.document));
  for (std::size_t i = 0; i < read_.size(); ++i) {
    const ReadKey& key = read_[i];
    const bool is_read_again = std::any_of(read_.begin() + static_cast<std::ptrdiff_t>(i) + 1, read_.end(),
                                           [&](const ReadKey& later) { return later.path == key.path; });
    const auto config = std::ranges::find(imported.read, key.path, &ReadKey::path);
    const Json* now = text_io::value_at_path(plan, key.path);
    if (is_read_again || config == imported.read.end() || now == nullptr || now->dump() == key.value)
      continue;
    found.push_back(
        {key.key, key.stated_value, key.line,
         key.path + " is " + shown(*now) + " by " + config->key + " of the ds_config, which counts."});
  }
  return found;
}

void ProgramKeys::copy_lists(Imported& imported) const {
  std::vector<ReadKey> all = read_;
  for (ReadKey key : agreed_) {
    key.value = value_in(imported.document, key.path);
    all.push_back(std::move(key));
  }
  std::ranges::stable_sort(all, {}, &ReadKey::line);
  imported.read.insert(imported.read.begin(), all.begin(), all.end());
  imported.unread_keys.insert(imported.unread_keys.begin(), unread_.begin(), unread_.end());
}

/// Says that the sequence length is a default if nothing states it. The words about a ds_config, which never
/// states it, make way for words about the whole job.
void ProgramKeys::note_length(Imported& imported) const {
  constexpr std::string_view length = "training.sequence_length";
  std::erase_if(imported.notes, [&](const Finding& finding) {
    return finding.code == "not_in_file" && finding.path == length;
  });
  if (said_.contains(length) || open_.contains(length)) return;
  import_io::note(imported, "not_in_file", std::string(length),
                  "The file does not say the sequence length; the plan has " +
                      format_count(imported.document.plan.training.sequence_length) + " tokens.",
                  "Set it, because the estimate depends on it.");
}

void ProgramKeys::add_notes(Imported& imported, std::string_view program) const {
  const std::vector<UnreadKey> overruled_keys = overruled(imported);
  // A program with a batch size of its own, by a key or by default, fills it in.
  const bool has_batch = said_.contains("training.micro_batch_size") || !imported.program.empty();
  std::erase_if(imported.notes, [&](const Finding& finding) {
    return (finding.code == "not_in_file" && said_.contains(finding.path)) ||
           (finding.code == given_by_base && has_batch);
  });
  note_length(imported);
  std::vector<Finding> notes;
  std::vector<std::string> read, without_key;
  for (const ReadKey& key : read_)
    read.push_back(key.key + (key.stated_value.empty() ? "" : ": " + key.stated_value) + " (" + key.path +
                   ')');
  for (const UnreadKey& key : unread_)
    if (key.reason == no_plan_key) without_key.push_back(key.key);
  if (!read.empty())
    notes.push_back({Severity::style, "read", "",
                     "Read from " + source_words(program) + ": " + with_commas(read) + '.', ""});
  if (!without_key.empty())
    notes.push_back({Severity::style, "not_read", "",
                     "Keys that no plan can hold: " + with_commas(without_key) + '.', ""});
  notes.insert(notes.end(), notes_.begin(), notes_.end());
  std::vector<UnreadKey> unread_keys = unread_;
  unread_keys.insert(unread_keys.end(), overruled_keys.begin(), overruled_keys.end());
  std::set<std::string_view> messages;
  for (const Finding& finding : notes_)
    messages.insert(finding.message);
  for (const UnreadKey& key : unread_keys) {
    const bool is_said = messages.contains(key.reason);
    if (key.reason != no_plan_key && !is_said)
      notes.push_back({Severity::ignored, "not_read", "",
                       key.key + (key.value.empty() ? "" : ": " + key.value) + " was not read: " + key.reason,
                       ""});
  }
  copy_lists(imported);
  imported.unread_keys.insert(imported.unread_keys.begin(), overruled_keys.begin(), overruled_keys.end());
  imported.stated.insert(said_.begin(), said_.end());
  imported.open.insert(open_.begin(), open_.end());
  imported.notes.insert(imported.notes.begin(), notes.begin(), notes.end());
}

std::string word_at(const FileKeys& keys, std::string_view name) {
  const FileKey* const key = find_key(keys, name);
  return key != nullptr ? lower_case(value_words(*key)) : std::string();
}

void take_keys(FileKeys& keys, ProgramKeys& plan, const std::vector<std::string_view>& names,
               const char* plan_key) {
  const auto is_one = [&](const FileKey& key) { return std::ranges::find(names, key.key) != names.end(); };
  for (const FileKey& key : keys)
    if (is_one(key) && !key.is_null()) plan.list_as_read(key, plan_key);
  std::erase_if(keys, is_one);
}

void close_adapters(FileKeys& keys, ProgramKeys& plan, std::string_view section) {
  for (const FileKey& key : keys)
    if (key.key.starts_with(section) && !key.is_null() && !key.is_object() && !plan.is_listed(key.spelling))
      plan.list_as_read(key, "training.lora.rank");
  remove_section(keys, section);
}

Json all_linear_layers() {
  return Json::array({"q_proj", "k_proj", "v_proj", "o_proj", "gate_proj", "up_proj", "down_proj"});
}

}  // namespace zp::import_io
