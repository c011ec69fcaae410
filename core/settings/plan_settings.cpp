// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/settings/plan_settings.h"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "core/catalog/catalog.h"
#include "core/plan_file/meant_keys.h"
#include "core/plan_file/meant_values.h"
#include "core/plan_file/plan_keys.h"
#include "core/plan_file/plan_reading.h"
#include "core/sharding/edits.h"
#include "core/text/json_text.h"
#include "core/text/letters.h"
#include "core/text/utf8.h"
#include "core/units/parse.h"

namespace zp {

using namespace plan_io;

namespace {

constexpr std::string_view shape_section = "model.architecture.";
constexpr std::array<std::string_view, 3> other_ways = {"model.preset", "model.parameters", "model.tensors"};
/// Sections in which the plan file preserves unknown keys.
constexpr std::array<std::string_view, 2> carrying = {"zero.", "deepspeed_config."};

bool is_below(std::string_view path, std::string_view section) {
  return path.size() > section.size() && path.starts_with(section);
}

bool is_carried_path(std::string_view path) {
  return std::ranges::any_of(carrying, [path](std::string_view section) { return is_below(path, section); });
}

bool has_empty_part(std::string_view path) {
  return path.empty() || path.front() == '.' || path.back() == '.' ||
         path.find("..") != std::string_view::npos;
}

/// Returns the key of `zero` of which an unknown path is a misspelling, or "". DeepSpeed has keys in that
/// section that affect no figure and are in no table.
std::string zero_key_meant(std::string_view path) {
  constexpr std::size_t most_slips = 2;
  if (!path.starts_with("zero.") || find_plan_key(path) != nullptr) return "";
  const auto row = std::ranges::find_if(plan_keys(), [path](const PlanKey& key) {
    return key.path.starts_with("zero.") && edit_distance(key.path, path, most_slips) <= most_slips;
  });
  return row == plan_keys().end() ? "" : row->path;
}

Json list_of_words(std::string_view text) {
  Json list = Json::array();
  while (!text.empty()) {
    const std::size_t comma = std::min(text.find(','), text.size());
    list.push_back(std::string(text.substr(0, comma)));
    text.remove_prefix(std::min(comma + 1, text.size()));
  }
  return list;
}

/// Converts the number typed in `setting` (`text` is its value without quotes) to the JSON of a plan file.
/// Returns a text that is not a number as a string, so that the plan's reader reports the error. Throws
/// FileError for a number with two readings.
Json number_of(const PlanKey& key, const KeySetting& setting, const std::string& text) {
  const DecimalMark mark = setting.mark;
  if (key.kind == KeyKind::count)
    if (const auto count = key.type == "tokens" ? parse_tokens(text, mark) : parse_count(text, mark))
      return *count;
  const auto real = key.type == "GiB" ? parse_gib(text, mark) : parse_number(text, mark);
  // A ds_config keeps the number in its written form: 0.0 stays 0.0.
  if (real && is_carried_path(setting.path) && Json::accept(text))
    if (Json stated = parse_json(text); stated.is_number_float() && stated.get<double>() == *real)
      return stated;
  if (real) return number(*real);
  if (const std::string sentence = ambiguous_sentence(text, mark); !sentence.empty())
    throw FileError(key.path, sentence);
  return text;
}

Json value_of(const KeySetting& setting) {
  const std::string text = string_in(setting.value).value_or(setting.value);
  const PlanKey* key = find_plan_key(setting.path);
  if (setting.value == "null") return nullptr;
  if (text.starts_with('{') || text.starts_with('[')) return parse_json(text);
  if (key == nullptr) {
    const bool is_json = is_carried_path(setting.path) && Json::accept(setting.value);
    return is_json ? parse_json(setting.value) : Json(text);
  }
  if (key->is_number()) return number_of(*key, setting, text);
  if (key->kind == KeyKind::flag && (text == "true" || text == "false")) return text == "true";
  if (key->kind == KeyKind::other && key->type.starts_with("list")) return list_of_words(text);
  return text;
}

/// Throws the same error with `about`, its subject, in front.
[[noreturn]] void fail_with(const FileError& error, const std::string& about) {
  throw FileError(error.path(), about + ": " + error.what());
}

class Setting {
 public:
  Setting(PlanDocument document, std::span<const KeySetting> settings, const Catalog& presets)
      : document_(std::move(document)), settings_(settings), presets_(presets) {
    if (sets([](const KeySetting& setting) { return is_below(setting.path, shape_section); }) &&
        document_.plan.model.has_shape()) {
      if (document_.plan.model.preset) document_.text.repository.clear();  // its weights have another shape
      document_.plan = edits::make_custom_shape(document_.plan);
    }
    tree_ = plan_tree(document_);
  }

  PlanDocument set() {
    std::vector<Json> values;
    Plan agreed = document_.plan;
    for (const KeySetting& setting : settings_)
      try {
        check_plan_path(setting.path);
        values.push_back(value_of(setting));
        const std::string meant = setting_meant(setting.path, setting.value);
        if (values.back().is_primitive() && !values.back().is_null() && !meant.empty())
          fail(setting.path, "is a group of keys; write " + meant + ".");
        foretell(setting.path, values.back(), agreed);
      } catch (const FileError& error) {
        fail_with(error, shown(setting));
      }
    if (Json* config = tree_.contains("deepspeed_config") ? &tree_["deepspeed_config"] : nullptr)
      agree_with_plan(*config, agreed);
    for (std::size_t i = 0; i < settings_.size(); ++i)
      put(settings_[i].path, std::move(values[i]));
    try {
      return read_tree(std::move(tree_), presets_);
    } catch (const FileError& error) {
      fail_with(error, about(error.path()));
    }
  }

 private:
  template <class Is>
  [[nodiscard]] bool sets(const Is& is) const {
    return std::ranges::any_of(settings_, is);
  }

  /// Sets the value of a plain key in `plan`, with which deepspeed_config must agree.
  void foretell(const std::string& path, const Json& value, Plan& plan) const {
    const PlanKey* key = find_plan_key(path);
    if (key == nullptr || !key->is_plain()) return;
    key->set(plan, value.is_null() ? key->value(defaults_for(document_.plan)) : read_key(value, path, *key));
  }

  void put(const std::string& path, Json value) {
    if (std::ranges::find(other_ways, path) != other_ways.end())
      for (std::string_view way : {"preset", "parameters", "architecture", "tensors", "repository"})
        if (!is_set(joined("model", way))) erase_at_path(tree_, joined("model", way));
    if (value.is_null()) return erase_at_path(tree_, path);
    for (const std::string_view offload : {"zero.offload_optimizer", "zero.offload_param"}) {
      const Json* stated = value_at_path(tree_, offload);
      if (stated == nullptr) continue;
      const std::string device = joined(offload, "device");
      if (path == offload && stated->is_object() && value.is_string())
        return set_at_path(tree_, device, std::move(value));
      if (is_below(path, std::string(offload) + '.') && stated->is_string())
        set_at_path(tree_, device, Json(*stated));
    }
    set_at_path(tree_, path, std::move(value));
  }

  [[nodiscard]] bool is_set(const std::string& path) const {
    return sets([&](const KeySetting& setting) { return setting.path == path; });
  }

  /// Returns the setting at fault for an error at `path`, or all settings if it is not a single one.
  [[nodiscard]] std::string about(const std::string& path) const {
    std::string all;
    for (const KeySetting& setting : settings_) {
      if (setting.path == path) return shown(setting);
      all += (all.empty() ? "" : ", ") + shown(setting);
    }
    return all;
  }

  PlanDocument document_;
  std::span<const KeySetting> settings_;
  const Catalog& presets_;
  Json tree_;
};

bool names_model(const KeySetting& setting) {
  return std::ranges::find(other_ways, setting.path) != other_ways.end();
}

}  // namespace

KeySetting parse_setting(std::string_view text, DecimalMark mark) {
  const std::size_t equals = text.find('=');
  KeySetting setting{std::string(text.substr(0, equals)), {}, mark};
  if (equals != std::string_view::npos) setting.value = text.substr(equals + 1);
  if (first_invalid_utf8(text))
    throw FileError("", shortened(text) + ": the text is not UTF-8; write it as key=value.");
  if (has_empty_part(setting.path) || setting.value.empty())
    throw FileError(
        "", std::string(text) + ": this is no key and value; write for example training.micro_batch_size=4.");
  setting.path = path_of_short_name(setting.path, setting.value);
  if (const std::string lone = key_of_lone_value(setting.path, setting.value); !lone.empty())
    setting.path = lone;
  return setting;
}

std::string shown(const KeySetting& setting) { return setting.path + "=" + setting.value; }

std::string json_value(const KeySetting& setting) { return one_line(value_of(setting)); }

std::vector<KeySetting> settings_of(std::span<const ChangedKey> changes) {
  std::vector<KeySetting> settings;
  for (const ChangedKey& change : changes)
    settings.push_back({change.path, change.value});
  return settings;
}

void check_plan_path(const std::string& path) {
  if (find_plan_key(path) != nullptr || is_key_section(path)) return;
  const bool is_carried = is_carried_path(path);
  if (is_carried) {
    const std::string meant = zero_key_meant(path);
    if (meant.empty()) return;
    fail(path, "is no key of a plan. Write " + meant + " if that is what you meant.");
  }
  const std::string advice = advice_on_key(path);
  fail(path, advice.empty() ? R"(is no key of a plan; "zero-planner estimate --help-plan" lists them.)"
                            : "is no key of a plan. " + advice);
}

PlanDocument with_settings(const PlanDocument& document, std::span<const KeySetting> settings,
                           const Catalog& presets) {
  if (settings.empty()) return document;
  std::vector<KeySetting> all(settings.begin(), settings.end());
  // A key of model.architecture changes the shape of the model named by another setting.
  const auto rest = std::stable_partition(all.begin(), all.end(), names_model);
  const std::span<const KeySetting> named(all.begin(), rest);
  if (named.empty() || named.size() == all.size()) return Setting(document, all, presets).set();
  return Setting(Setting(document, named, presets).set(), {rest, all.end()}, presets).set();
}

}  // namespace zp
