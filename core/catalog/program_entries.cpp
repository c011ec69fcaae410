// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/catalog/program_entries.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <stdexcept>
#include <string>

#include "core/text/ordered_json.h"

namespace zp {
namespace {

using text_io::Json;
using text_io::member;

const std::string& text_at(const Json& value) { return value.get_ref<const std::string&>(); }

[[noreturn]] void fail(const std::string& place, const std::string& rest) {
  throw std::logic_error("programs.json, " + place + ": " + rest);
}

template <class Enum>
Enum word_of(std::string_view text, const std::string& place) {
  const std::optional<Enum> value = enum_of<Enum>(text);
  if (!value) fail(place, "\"" + std::string(text) + "\" is an unknown word.");
  return *value;
}

std::vector<std::string> texts_of(const Json* list) {
  std::vector<std::string> texts;
  if (!list) return texts;
  for (const Json& text : *list)
    texts.emplace_back(text_at(text));
  return texts;
}

/// Returns the bits of the values in the list; all bits if there is no list.
template <class Enum>
std::uint8_t mask_of(const Json* list, const std::string& place) {
  if (!list) return 0xff;
  unsigned mask = 0;
  for (const Json& word : *list)
    mask |= 1U << static_cast<unsigned>(word_of<Enum>(text_at(word), place));
  return static_cast<std::uint8_t>(mask);
}

std::uint8_t stages_of(const Json* list) {
  if (!list) return 0xff;
  unsigned mask = 0;
  for (const Json& stage : *list)
    mask |= 1U << static_cast<unsigned>(stage.get<double>());
  return static_cast<std::uint8_t>(mask);
}

/// Returns 20240531 for "2024-05-31".
std::int32_t read_day(std::string_view text, const std::string& place) {
  std::int32_t day = 0;
  for (const char c : text)
    if (c >= '0' && c <= '9') day = day * 10 + (c - '0');
  constexpr std::int32_t first = 20'000'101;
  if (text.size() != 10 || day < first) fail(place, "\"" + std::string(text) + "\" is no day.");
  return day;
}

ReleaseDays read_release_days(const Json& object, const std::string& place) {
  ReleaseDays days;
  for (const auto& [name, day] : object.items()) {
    const std::optional<Release> release = parse_release(name);
    if (!release) fail(place, "\"" + name + "\" is no release.");
    days.emplace_back(*release, read_day(text_at(day), place));
  }
  std::ranges::sort(days);
  return days;
}

ProgramValue value_of(const Json& value) {
  if (value.is_boolean()) return value.get<bool>();
  if (value.is_array()) return texts_of(&value);
  if (value.is_string()) return text_at(value);
  if (value.is_number_float()) return value.get<double>();
  return value.get<std::int64_t>();
}

constexpr auto type_keys = std::to_array<ProgramTypeKey>({{"loaded", &ProgramTypes::loaded},
                                                          {"weights", &ProgramTypes::weights},
                                                          {"frozen", &ProgramTypes::frozen},
                                                          {"adapters", &ProgramTypes::adapters},
                                                          {"gathered", &ProgramTypes::gathered},
                                                          {"gradients", &ProgramTypes::gradients},
                                                          {"reduced", &ProgramTypes::reduced},
                                                          {"master", &ProgramTypes::master},
                                                          {"states", &ProgramTypes::states},
                                                          {"logits", &ProgramTypes::logits}});

ProgramTypes read_types(const Json* object, const std::string& place) {
  ProgramTypes types;
  if (!object) return types;
  for (const auto& [key, value] : object->items()) {
    const auto* const row = std::ranges::find(type_keys, key, &ProgramTypeKey::name);
    if (key == "autocasts")
      types.autocasts = value.get<bool>();
    else if (row != type_keys.end())
      types.*row->type = word_of<ProgramDtype>(text_at(value), place);
    else
      fail(place, "\"" + key + "\" is an unknown kind of tensor.");
  }
  return types;
}

/// Overwrites `types` with the types that `rule` states.
void apply(const ProgramTypes& rule, ProgramTypes& types) {
  for (const ProgramTypeKey& row : type_keys)
    if (rule.*row.type != ProgramDtype::unknown) types.*row.type = rule.*row.type;
  if (rule.autocasts) types.autocasts = rule.autocasts;
}

/// Parses "training.precision bf16>bf16 no>", or "= dtype" for a key with the same meaning as another.
ProgramKeyRow read_key_row(const std::string& key, std::string_view text, const std::string& place) {
  ProgramKeyRow row{key, {}, {}, {}};
  std::vector<std::string> words;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    words.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  if (words.size() < 2) fail(place, "the key \"" + key + "\" has no reader.");
  (words[0] == "=" ? row.as : row.path) = words[words[0] == "=" ? 1 : 0];
  if (row.as.empty()) row.readers.assign(words.begin() + 1, words.end());
  return row;
}

std::vector<ProgramKeyRow> read_key_rows(const Json* object, const std::string& place) {
  std::vector<ProgramKeyRow> rows;
  if (!object) return rows;
  for (const auto& [key, value] : object->items()) {
    if (value.is_string()) rows.push_back(read_key_row(key, text_at(value), place));
    if (value.is_array())
      for (const std::string& text : texts_of(&value))
        rows.push_back(read_key_row(key, text, place));
  }
  return rows;
}

class Reader {
 public:
  explicit Reader(const Json& json) : root_(json) {
    for (const auto& [key, days] : root_.at("libraries").items()) {
      const auto library = word_of<Library>(key, "libraries");
      programs_.libraries[static_cast<std::size_t>(library)] = read_release_days(days, "libraries");
    }
  }

  Programs read() {
    for (const Json& entry : root_.at("programs"))
      programs_.entries.push_back(read_entry(entry));
    for (const ProgramEntry& entry : programs_.entries)
      for (const ProgramRule& rule : entry.rules)
        for (const std::string& fact : rule.facts)
          if (!has_fact(fact)) fail(entry.id, "the fact \"" + fact + "\" is stated nowhere.");
    return std::move(programs_);
  }

 private:
  [[nodiscard]] bool has_fact(const std::string& id) const {
    return std::ranges::any_of(programs_.entries, [&](const ProgramEntry& entry) {
      return std::ranges::find(entry.facts, id, &ProgramFact::id) != entry.facts.end();
    });
  }

  ProgramEntry read_entry(const Json& row) {
    ProgramEntry entry;
    entry.id = text_at(row.at("id"));
    entry.name = text_at(row.at("name"));
    entry.title = text_at(row.at("title"));
    if (const Json* const version = member(&row, "version")) entry.version = text_at(*version);
    entry.repository = text_at(row.at("repository"));
    entry.commit = text_at(row.at("commit"));
    entry.date = text_at(row.at("date"));
    if (const Json* const over = member(&row, "over")) entry.base = earlier(text_at(*over), entry.id);
    if (const Json* const methods = member(&row, "methods_of")) entry.trainer_program = text_at(*methods);
    entry.frameworks = mask_of<ProgramFramework>(&row.at("frameworks"), entry.id);
    const Json* const fsdp = member(&row, "fsdp");
    const bool has_first = entry.trains_with(ProgramFramework::fsdp1);
    entry.fsdp =
        (fsdp ? fsdp->get<double>() == 1 : has_first) ? ProgramFramework::fsdp1 : ProgramFramework::fsdp2;
    entry.keys = texts_of(&row.at("keys"));
    entry.commands = texts_of(&row.at("commands"));
    entry.marks = texts_of(member(&row, "marks"));
    entry.starts = texts_of(member(&row, "starts"));
    entry.extra_keys = read_key_rows(member(&row, "reads"), entry.id);
    if (const Json* const days = member(&row, "releases"))
      entry.releases = read_release_days(*days, entry.id);
    for (const Json& fact : row.at("facts"))
      entry.facts.push_back(
          {text_at(fact.at("id")), text_at(fact.at("text")), texts_of(&fact.at("sources"))});
    for (const Json& rule : row.at("rules"))
      entry.rules.push_back(read_rule(rule, entry));
    return entry;
  }

  [[nodiscard]] Program earlier(std::string_view id, const std::string& place) const {
    for (std::size_t i = 0; i < programs_.entries.size(); ++i)
      if (programs_.entries[i].id == id) return static_cast<Program>(i + 1);
    // A program must follow the program that it is built on.
    fail(place, "\"" + std::string(id) + "\" does not stand before it.");
  }

  ProgramRule read_rule(const Json& row, const ProgramEntry& entry) {
    ProgramRule rule;
    constexpr auto known =
        std::to_array<std::string_view>({"framework", "tuning", "method", "stage", "block", "since", "before",
                                         "types", "set", "options", "facts"});
    for (const auto& [key, value] : row.items())
      if (std::ranges::find(known, key) == known.end())
        fail(entry.id, "\"" + key + "\" is no key of a rule.");
    rule.frameworks = mask_of<ProgramFramework>(member(&row, "framework"), entry.id);
    rule.tunings = mask_of<Tuning>(member(&row, "tuning"), entry.id);
    rule.stages = stages_of(member(&row, "stage"));
    rule.methods = texts_of(member(&row, "method"));
    rule.blocks = texts_of(member(&row, "block"));
    rule.since = read_bounds(member(&row, "since"), entry);
    rule.before = read_bounds(member(&row, "before"), entry);
    rule.types = read_types(member(&row, "types"), entry.id);
    if (const Json* const settings = member(&row, "set"))
      for (const auto& [key, value] : settings->items())
        rule.settings.push_back({key, value_of(value)});
    if (const Json* const options = member(&row, "options"))
      for (const auto& [key, values] : options->items()) {
        rule.options.push_back({key, {}});
        for (const Json& value : values)
          rule.options.back().values.push_back(value_of(value));
      }
    rule.facts = texts_of(&row.at("facts"));
    if (rule.facts.empty()) fail(entry.id, "a rule names no fact.");
    return rule;
  }

  std::vector<ReleaseBound> read_bounds(const Json* object, const ProgramEntry& entry) {
    std::vector<ReleaseBound> bounds;
    if (!object) return bounds;
    for (const auto& [key, value] : object->items()) {
      const std::string& text = text_at(value);
      if (key == "day") {
        bounds.push_back({Library::program, {}, read_day(text, entry.id)});
        continue;
      }
      const auto library = word_of<Library>(key, entry.id);
      const std::optional<Release> release = parse_release(text);
      if (!release) fail(entry.id, "\"" + text + "\" is no release.");
      const ReleaseDays& days = library == Library::program
                                    ? entry.releases
                                    : programs_.libraries[static_cast<std::size_t>(library)];
      const auto same = std::ranges::find(days, *release, &std::pair<Release, std::int32_t>::first);
      if (same == days.end()) fail(entry.id, "the release " + text + " has no day.");
      bounds.push_back({library, *release, same->second});
    }
    return bounds;
  }

  const Json& root_;
  Programs programs_;
};

}  // namespace

std::span<const ProgramTypeKey> program_type_keys() { return type_keys; }

std::optional<Release> parse_release(std::string_view text) {
  if (text.starts_with('v')) text.remove_prefix(1);
  std::array<std::uint16_t, 3> parts{};
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), parts[i]);
    if (error != std::errc()) return std::nullopt;
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    // A suffix after three numbers (".dev0", "rc1") is ignored.
    if (i == 2 || text.empty() || text[0] != '.') break;
    const bool is_number = text.size() > 1 && text[1] >= '0' && text[1] <= '9';
    if (!is_number) break;
    text.remove_prefix(1);
  }
  const Release release{parts[0], parts[1], parts[2]};
  constexpr std::string_view behind = ".+-abcdevrpost0123456789";
  const bool is_known = text.find_first_not_of(behind) == std::string_view::npos;
  return release.is_stated() && is_known ? std::optional(release) : std::nullopt;
}

std::int32_t day_of(const Release& release, const ReleaseDays& days) {
  std::int32_t day = 0;
  for (const auto& [known, at] : days)
    if (known <= release) day = at;
  return day;
}

bool ReleaseBound::is_reached(const ProgramReleases& releases) const {
  const Release& stated = releases[library];
  if (release.is_stated() && stated.is_stated()) return stated >= release;
  return releases.day == 0 || releases.day >= day;
}

bool ProgramRule::holds_for(const ProgramWay& way) const {
  const auto has = [](std::uint8_t mask, auto value) {
    return (mask >> static_cast<unsigned>(value) & 1U) != 0;
  };
  const auto names = [](const std::vector<std::string>& words, std::string_view word) {
    return words.empty() || std::ranges::find(words, word) != words.end();
  };
  const auto reached = [&](const ReleaseBound& bound) { return bound.is_reached(way.releases); };
  return has(frameworks, way.framework) && has(tunings, way.tuning) && has(stages, way.stage) &&
         std::ranges::all_of(since, reached) && std::ranges::none_of(before, reached) &&
         names(methods, way.method) && names(blocks, way.block);
}

ProgramTypes types_by_rules(std::span<const ProgramEntry> entries, const ProgramEntry& entry,
                            const ProgramWay& way) {
  ProgramTypes types;
  if (entry.base != Program::none)
    types = types_by_rules(entries, entries[static_cast<std::size_t>(entry.base) - 1], way);
  for (const ProgramRule& rule : entry.rules)
    if (rule.holds_for(way)) apply(rule.types, types);
  return types;
}

namespace {

/// Returns the value of a setting under the rules of the program that `entry` is built on, then of `entry`;
/// `usual` if no rule sets it.
template <class Value>
Value setting_of(std::span<const ProgramEntry> entries, const ProgramEntry& entry, std::string_view name,
                 Value usual) {
  if (entry.base != Program::none)
    usual = setting_of(entries, entries[static_cast<std::size_t>(entry.base) - 1], name, std::move(usual));
  for (const ProgramRule& rule : entry.rules)
    for (const ProgramSetting& setting : rule.settings)
      if (setting.name == name) usual = std::get<Value>(setting.value);
  return usual;
}

}  // namespace

Programs read_programs(std::string_view text) {
  const Json json = Json::parse(text);
  Programs programs = Reader(json).read();
  for (ProgramEntry& entry : programs.entries) {
    const auto padding = setting_of<std::string>(programs.entries, entry, "padding", "maximum");
    entry.pads_to_longest = padding == "longest" || padding == "multiple of 8";
    entry.has_selective_checkpointing =
        setting_of<bool>(programs.entries, entry, "selective_checkpointing", false);
    const bool is_on_one_that_is = entry.base != Program::none &&
                                   programs.entries[static_cast<std::size_t>(entry.base) - 1].is_on_trainer;
    entry.is_on_trainer = entry.id == "hf-trainer" || is_on_one_that_is;
  }
  for (ProgramEntry& entry : programs.entries)
    for (std::size_t framework = 0; framework < program_framework_count; ++framework)
      for (std::size_t tuning = 0; tuning < tuning_count; ++tuning)
        for (int stage = 0; stage < 4; ++stage)
          entry.newest[framework][tuning][static_cast<std::size_t>(stage)] =
              types_by_rules(programs.entries, entry,
                             {static_cast<ProgramFramework>(framework), static_cast<Tuning>(tuning), stage});
  return programs;
}

}  // namespace zp
