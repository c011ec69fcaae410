// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/catalog/preset_rows.h"

#include <algorithm>
#include <array>

#include "core/catalog/architecture_fields.h"
#include "core/catalog/preset_fields.h"
#include "core/text/letters.h"
#include "core/text/ordered_json.h"
#include "core/units/parse.h"

namespace zp {
namespace {

using text_io::Json;

constexpr std::string_view shape_section = "architecture.";
constexpr std::array<std::string_view, 2> switches = {"true", "false"};

/// JSON form of a key's value.
enum class Form : std::uint8_t { text, number, flag };

template <class Preset>
Form form_of(const PresetField<Preset>& field) {
  return field.number != nullptr || field.count != nullptr ? Form::number : Form::text;
}
Form form_of(const ShapeField& field) {
  return field.count != nullptr ? Form::number : field.flag != nullptr ? Form::flag : Form::text;
}

template <class Preset>
void add_keys(std::span<const PresetField<Preset>> fields, std::vector<PresetKey>& keys) {
  for (const PresetField<Preset>& field : fields)
    keys.push_back(
        {std::string(field.key), field.unit, field.meaning, field.words, field.stated == Stated::always});
}

template <class Preset>
Form form_in(std::span<const PresetField<Preset>> fields, std::string_view key) {
  const auto field = std::ranges::find(fields, key, &PresetField<Preset>::key);
  return field == fields.end() ? Form::text : form_of(*field);
}

Form form_of(PresetKind kind, std::string_view key) {
  if (key.starts_with(shape_section)) {
    const ShapeField* field = find_architecture_field(key.substr(shape_section.size()));
    return field == nullptr ? Form::text : form_of(*field);
  }
  if (kind == PresetKind::gpu) return form_in(gpu_fields(), key);
  return kind == PresetKind::link ? form_in(link_fields(), key) : form_in(model_fields(), key);
}

Json value_of(Form form, const std::string& text, DecimalMark mark) {
  if (form == Form::flag && (text == "true" || text == "false")) return text == "true";
  if (form != Form::number) return text;
  if (const auto number = parse_number(text, mark)) return text_io::number(*number);
  if (const std::string sentence = ambiguous_sentence(text, mark); !sentence.empty())
    throw FileError("", sentence);
  return text;
}

/// Returns the entry, with only those keys whose values are neither empty nor 0.
template <class Preset>
Json row_of(const Preset& preset, std::span<const PresetField<Preset>> fields) {
  Json row = Json::object();
  for (const PresetField<Preset>& field : fields) {
    const std::string key(field.key);
    if (field.text != nullptr) {
      if (!(preset.*field.text).empty()) row[key] = preset.*field.text;
    } else if (field.number != nullptr) {
      if (preset.*field.number != 0) row[key] = text_io::number(preset.*field.number);
    } else if (field.count != nullptr) {
      if (preset.*field.count != 0) row[key] = preset.*field.count;
    } else if (!field.word(preset).empty()) {
      row[key] = field.word(preset);
    }
  }
  return row;
}

}  // namespace

std::vector<PresetKey> preset_keys(PresetKind kind) {
  std::vector<PresetKey> keys;
  if (kind == PresetKind::gpu) add_keys(gpu_fields(), keys);
  if (kind == PresetKind::link) add_keys(link_fields(), keys);
  if (kind != PresetKind::model) return keys;
  add_keys(model_fields(), keys);
  for (const ShapeField& field : architecture_fields())
    keys.push_back({std::string(shape_section) + std::string(field.key), "", field.meaning,
                    field.flag != nullptr ? std::span<const std::string_view>(switches) : field.word.words,
                    field.is_always_written || field.key == "block"});
  return keys;
}

std::string value_in_row(const std::string& row, const std::string& key) {
  const Json tree = text_io::parse_json(row);
  const Json* value = text_io::value_at_path(tree, key);
  if (value == nullptr) return "";
  return value->is_string() ? value->get<std::string>() : text_io::one_line(*value);
}

std::string row_with(PresetKind kind, const std::string& row, const std::string& key, const std::string& text,
                     DecimalMark mark) {
  Json tree = text_io::parse_json(row);
  if (text.empty())
    text_io::erase_at_path(tree, key);
  else
    text_io::set_at_path(tree, key, value_of(form_of(kind, key), text, mark));
  return text_io::one_line(tree);
}

std::string row_of_gpu(const GpuPreset& gpu) { return text_io::one_line(row_of(gpu, gpu_fields())); }
std::string row_of_link(const LinkPreset& link) { return text_io::one_line(row_of(link, link_fields())); }

}  // namespace zp
