// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan_file/plan_json.h"

#include <algorithm>
#include <cmath>

#include "core/catalog/catalog.h"
#include "core/catalog/gpu_names.h"
#include "core/catalog/other_models.h"
#include "core/plan_file/carried_presets_json.h"
#include "core/plan_file/meant_links.h"
#include "core/plan_file/meant_values.h"
#include "core/plan_file/plan_keys.h"
#include "core/text/letters.h"
#include "core/text/utf8.h"
#include "core/units/format.h"
#include "core/units/parse.h"

namespace zp::plan_io {
namespace {

/// Counts from this limit on are capped, so that sums fit in 64 bits. DeepSpeed writes "no limit" as
/// sys.maxsize, 2^63 - 1.
constexpr double no_limit = 0x1p62;

std::string in_quotes(std::string_view text) { return std::string(1, '"').append(shortened(text)) + '"'; }

std::string limits(const Range& range) {
  return "from " + format_number(range.low, 17) + " to " + format_number(range.high, 17);
}

[[noreturn]] void fail_range(const Json& value, std::string_view path, const Range& range) {
  fail(path, "is " + value.dump() + "; it must be " + limits(range) + ".");
}

/// Throws FileError that states which number to write; shells and templates often give numbers as text.
[[noreturn]] void fail_number(const Json& value, std::string_view path, std::string_view kind,
                              const Range& range) {
  std::string fix = "; write a number " + limits(range);
  if (value.is_string()) {
    const auto& text = value.get_ref<const std::string&>();
    const auto meant = parse_number(text);
    const std::string advice = value_meant(path, text);
    if (meant && range.holds(*meant))
      fix = "; write " + number(*meant).dump() + " without quotes";
    else if (!advice.empty())
      fail(path, "must be " + std::string(kind) + ", found " + found(value) + ". " + advice);
    else
      fix += text == "auto" ? ", or leave the key out for its default" : ", without a unit or quotes";
  }
  fail(path, "must be " + std::string(kind) + ", found " + found(value) + fix + ".");
}

/// Returns the whole numbers of the range beside a number: "1 or 2"; one if the range holds only one.
std::string whole_around(double value, const Range& range) {
  const double below = std::clamp(std::floor(value), range.low, range.high);
  const double above = std::clamp(std::ceil(value), range.low, range.high);
  const std::string first = number(below).dump();
  return below == above ? first : first + " or " + number(above).dump();
}

/// Returns " did you mean a, b or c?", or "" if nothing is similar.
std::string question_of(const std::vector<std::string>& similar) {
  std::string question;
  for (std::size_t i = 0; i < similar.size(); ++i)
    question += (i == 0 ? " did you mean " : i + 1 == similar.size() ? " or " : ", ") + similar[i];
  return question.empty() ? question : question + "?";
}

std::string question_for(std::string_view text, const std::vector<std::string>& known) {
  return question_of(similar_ids(text, known));
}

/// Returns a sentence, with a space before it, on how to describe something that is not in a catalog.
std::string_view without_preset(PresetKind kind) {
  switch (kind) {
    case PresetKind::model:
      return " Another model is stated by its config.json (zero-planner import), by model.architecture, or "
             "by its size in "
             "model.parameters.";
    case PresetKind::gpu:
      return " Another GPU is stated by cluster.gpu.memory_gib and cluster.gpu.bf16_tflops.";
    case PresetKind::link:
      return " Another link is stated by gb_per_s in the place of preset.";
  }
  return "";
}

/// Splits "8xH100", "8 x H100" and "8 × H100"; both parts are "" for a name without a count.
std::pair<std::string_view, std::string_view> counted_gpus(std::string_view text) {
  const std::size_t digits = std::min(text.find_first_not_of("0123456789"), text.size());
  std::string_view rest = text.substr(digits);
  const auto skip_spaces = [&rest] {
    rest.remove_prefix(std::min(rest.find_first_not_of(' '), rest.size()));
  };
  skip_spaces();
  for (const std::string_view times : {"x", "X", "*", "×"})
    if (digits > 0 && rest.starts_with(times)) {
      rest.remove_prefix(times.size());
      skip_spaces();
      return {text.substr(0, digits), rest};
    }
  return {};
}

/// Reads one of the words of a catalog.
std::string_view read_listed(const Json& value, std::string_view path, const PlanKey& key) {
  const std::string text = read_text(value, path);
  const auto same = std::ranges::find(key.words, text);
  if (same != key.words.end()) return *same;
  const auto alike = std::ranges::find(key.words, preset_id(text));
  if (alike != key.words.end()) return *alike;
  const std::vector<std::string> known(key.words.begin(), key.words.end());
  const std::string advice = value_meant(path, text);
  fail(path, "is " + in_quotes(text) + ", which the catalog does not have" +
                 (advice.empty() ? ";" + question_for(preset_id(text), known) : ". " + advice) +
                 " \"zero-planner " + std::string(key.listing_command) + "\" lists them all.");
}

}  // namespace

void fail(std::string_view path, std::string_view rest) {
  throw FileError(std::string(path),
                  (path.empty() ? "The plan" : std::string(path)) + " " + std::string(rest));
}

std::string found(const Json& value) {
  switch (value.type()) {
    case Json::value_t::string:
      return "the text " + in_quotes(value.get_ref<const std::string&>());
    case Json::value_t::boolean:
      return value.get<bool>() ? "true" : "false";
    case Json::value_t::null:
      return "null";
    case Json::value_t::array:
      return "a list";
    case Json::value_t::object:
      return "an object";
    default:
      return "the number " + value.dump();
  }
}

std::int64_t read_count(const Json& value, std::string_view path, const Range& range) {
  if (!value.is_number()) fail_number(value, path, "a whole number", range);
  const double approximate = value.get<double>();
  if (value.is_number_float() && approximate != std::floor(approximate))
    fail(path, "must be a whole number, found " + found(value) + "; write " +
                   whole_around(approximate, range) + ".");
  if (!range.holds(approximate)) fail_range(value, path, range);
  if (value.is_number_float() || approximate >= no_limit)
    return static_cast<std::int64_t>(std::min(approximate, no_limit));
  return value.get<std::int64_t>();
}

double read_real(const Json& value, std::string_view path, const Range& range) {
  if (!value.is_number()) fail_number(value, path, "a number", range);
  const auto real = value.get<double>();
  if (!range.holds(real)) fail_range(value, path, range);
  return real;
}

bool read_flag(const Json& value, std::string_view path) {
  if (!value.is_boolean())
    fail(path, "must be true or false, found " + found(value) + "; write true or false.");
  return value.get<bool>();
}

std::string read_text(const Json& value, std::string_view path) {
  if (!value.is_string())
    fail(path, "must be a text, found " + found(value) + "; write it in double quotes.");
  const auto& text = value.get_ref<const std::string&>();
  if (text.find('\0') != std::string::npos)
    fail(path, "holds the character NUL, at which files and scripts end; take \\u0000 out.");
  return text;
}

std::string_view read_word(const Json& value, std::string_view path,
                           std::span<const std::string_view> words) {
  std::vector<std::string> known(words.begin(), words.end());
  std::string list;
  for (std::size_t i = 0; i < words.size(); ++i)
    list += (i == 0 ? "" : i + 1 == words.size() ? " or " : ", ") + known[i];
  if (!value.is_string()) {
    const std::string advice = value_meant(path, value.dump());
    fail(path, "must be " + list + ", found " + found(value) +
                   (advice.empty() ? "; write one of these in quotes." : ". " + advice));
  }
  const auto& text = value.get_ref<const std::string&>();
  const auto same = std::ranges::find(words, text);
  if (same != words.end()) return *same;
  std::string advice = value_meant(path, text);
  const auto similar = similar_ids(text, known, 1);
  if (advice.empty() && !similar.empty()) advice = "Did you mean " + similar.front() + "?";
  fail(path, "is " + in_quotes(text) + "; it must be " + list + "." + (advice.empty() ? "" : " " + advice));
}

KeyValue read_key(const Json& value, std::string_view path, const PlanKey& key) {
  switch (key.kind) {
    case KeyKind::count:
      return read_count(value, path, key.range);
    case KeyKind::real:  // some counts are stored as reals, because they may reach 10^18
      if (key.type == "count") return static_cast<double>(read_count(value, path, key.range));
      return read_real(value, path, key.range);
    case KeyKind::flag:
      return read_flag(value, path);
    case KeyKind::word:
    case KeyKind::other:
      break;
  }
  if (!key.listing_command.empty()) return read_listed(value, path, key);
  return read_word(value, path, key.words);
}

AnyPreset read_preset(const PlanSource& source, std::string_view path, const Json& value, PresetKind kind) {
  const std::string text = read_text(value, path);
  const std::string id = preset_id(text);
  if (const auto brought = brought_preset(source.root, kind, id)) return *brought;
  if (const auto found = find_preset(source.presets, kind, text)) return *found;
  if (kind == PresetKind::link) {
    const MeantLink meant = link_meant(path, text);
    if (const auto found = find_preset(source.presets, kind, meant.preset); found && !meant.preset.empty())
      return *found;
    if (!meant.advice.empty()) fail(path, "is " + in_quotes(text) + ", which is no preset. " + meant.advice);
  }
  const std::string_view other = kind == PresetKind::model ? kind_of_other_model(text) : std::string_view();
  if (!other.empty())
    fail(path, "is " + in_quotes(text) + ", by its name " + std::string(other) +
                   "; no block of a plan describes its layers. State its weight tensors in model.tensors, or "
                   "their number in model.parameters.");
  MeantGpus meant;
  if (kind == PresetKind::gpu) {
    if (const auto [count, gpu] = counted_gpus(text);
        !count.empty() &&
        (find_preset(source.presets, kind, gpu) || !gpus_meant(gpu, source.presets.gpus).ids.empty()))
      fail(path, "is " + in_quotes(text) + ", a number of GPUs and their name. Write " + in_quotes(gpu) +
                     " there, and " + std::string(count) + " in cluster.gpus_per_node.");
    meant = gpus_meant(text, source.presets.gpus);
  }
  const std::string name = preset_id(std::string_view(text).substr(text.rfind('/') + 1));
  if (meant.ids.empty()) meant = {similar_ids(name, preset_ids(source.presets, kind)), ""};
  std::string question = question_of(meant.ids);
  if (!meant.other_gb.empty())
    question += " If it has " + meant.other_gb +
                " GB all the same, state its cluster.gpu.memory_gib beside the preset.";
  fail(path, "is " + in_quotes(text) + ", which is no " + std::string(name_of(kind)) + " preset;" + question +
                 " \"zero-planner presets " + list_name(kind) + "\" lists them all." +
                 std::string(without_preset(kind)));
}

namespace {

/// Returns ' with keys such as "rank" and "alpha"', with the section's first keys; "" if it accepts any keys.
std::string keys_in(std::string_view section) {
  constexpr std::size_t most = 3;
  const std::string before = std::string(section) + '.';
  std::vector<std::string> names;
  for (const PlanKey& key : plan_keys()) {
    if (names.size() == most) break;
    if (!key.path.starts_with(before)) continue;
    const std::string rest = key.path.substr(before.size());
    const std::string name = in_quotes(rest.substr(0, rest.find('.')));
    if (std::ranges::find(names, name) == names.end()) names.push_back(name);
  }
  return names.empty() ? "" : " with keys such as " + with_commas(names);
}

}  // namespace

const Json& as_object(const Json& value, std::string_view path) {
  if (value.is_object()) return value;
  const std::string advice = value.is_primitive() ? object_meant(path, value.dump()) : "";
  if (!advice.empty()) fail(path, "must be an object in braces, found " + found(value) + "; " + advice + ".");
  fail(path, "must be an object in braces" + keys_in(path) + ", found " + found(value) + ".");
}

Json to_json(const KeyValue& value) {
  if (const auto* count = std::get_if<std::int64_t>(&value)) return *count;
  if (const auto* real = std::get_if<double>(&value)) return number(*real);
  if (const auto* flag = std::get_if<bool>(&value)) return *flag;
  return std::get<std::string_view>(value);
}

}  // namespace zp::plan_io
