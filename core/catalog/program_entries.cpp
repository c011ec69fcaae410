// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/catalog/program_entries.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <stdexcept>
#include <string>

namespace zp {
namespace {

using text_io::PackedJson;
using text_io::PackedValue;

[[noreturn]] void fail(const std::string& place, const std::string& rest) {
  throw std::logic_error("programs.json, " + place + ": " + rest);
}

template <class Enum>
Enum word_of(std::string_view text, const std::string& place) {
  const std::optional<Enum> value = enum_of<Enum>(text);
  if (!value) fail(place, "\"" + std::string(text) + "\" is an unknown word.");
  return *value;
}

std::vector<std::string> texts_of(const std::optional<PackedValue>& list) {
  std::vector<std::string> texts;
  if (!list) return texts;
  for (const PackedValue& text : *list)
    texts.emplace_back(text.text());
  return texts;
}

/// Returns the bits of the values that the list names; all bits if there is none.
template <class Enum>
std::uint8_t mask_of(const std::optional<PackedValue>& list, const std::string& place) {
  if (!list) return 0xff;
  unsigned mask = 0;
  for (const PackedValue& word : *list)
    mask |= 1U << static_cast<unsigned>(word_of<Enum>(word.text(), place));
  return static_cast<std::uint8_t>(mask);
}

std::uint8_t stages_of(const std::optional<PackedValue>& list) {
  if (!list) return 0xff;
  unsigned mask = 0;
  for (const PackedValue& stage : *list)
    mask |= 1U << static_cast<unsigned>(stage.number());
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

ReleaseDays read_release_days(const PackedValue& object, const std::string& place) {
  ReleaseDays days;
  for (const PackedValue& day : object) {
    const std::optional<Release> release = parse_release(day.key());
    if (!release) fail(place, "\"" + std::string(day.key()) + "\" is no release.");
    days.emplace_back(*release, read_day(day.text(), place));
  }
  std::ranges::sort(days);
  return days;
}

ProgramValue value_of(const PackedValue& value) {
  if (value.is_boolean()) return value.flag();
  if (value.is_list()) return texts_of(value);
  if (value.is_text()) return std::string(value.text());
  const double real = value.number();
  if (value.dump().find('.') != std::string::npos) return real;
  return static_cast<std::int64_t>(real);
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

ProgramTypes read_types(const std::optional<PackedValue>& object, const std::string& place) {
  ProgramTypes types;
  if (!object) return types;
  for (const PackedValue& value : *object) {
    const auto* const row = std::ranges::find(type_keys, value.key(), &ProgramTypeKey::name);
    if (value.key() == "autocasts")
      types.autocasts = value.flag();
    else if (row != type_keys.end())
      types.*row->type = word_of<ProgramDtype>(value.text(), place);
    else
      fail(place, "\"" + std::string(value.key()) + "\" is an unknown kind of tensor.");
  }
  return types;
}

/// Puts the stated types of `rule` over `types`.
void apply(const ProgramTypes& rule, ProgramTypes& types) {
  for (const ProgramTypeKey& row : type_keys)
    if (rule.*row.type != ProgramDtype::unknown) types.*row.type = rule.*row.type;
  if (rule.autocasts) types.autocasts = rule.autocasts;
}

class Reader {
 public:
  explicit Reader(const PackedJson& json) : root_(json) {
    for (const PackedValue& days : root_.at("libraries")) {
      const auto library = word_of<Library>(days.key(), "libraries");
      programs_.libraries[static_cast<std::size_t>(library)] = read_release_days(days, "libraries");
    }
  }

  Programs read() {
    for (const PackedValue& entry : root_.at("programs"))
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

  ProgramEntry read_entry(const PackedValue& row) {
    ProgramEntry entry;
    entry.id = row.at("id").text();
    entry.name = row.at("name").text();
    entry.title = row.at("title").text();
    if (const auto version = row.member("version")) entry.version = version->text();
    entry.repository = row.at("repository").text();
    entry.commit = row.at("commit").text();
    entry.date = row.at("date").text();
    if (const auto over = row.member("over")) entry.over = earlier(over->text(), entry.id);
    if (const auto methods = row.member("methods_of")) entry.methods_of = methods->text();
    entry.frameworks = mask_of<ProgramFramework>(row.at("frameworks"), entry.id);
    const auto fsdp = row.member("fsdp");
    const bool has_first = entry.trains_with(ProgramFramework::fsdp1);
    entry.fsdp = (fsdp ? fsdp->number() == 1 : has_first) ? ProgramFramework::fsdp1 : ProgramFramework::fsdp2;
    entry.keys = texts_of(row.at("keys"));
    entry.commands = texts_of(row.at("commands"));
    if (const auto days = row.member("releases")) entry.releases = read_release_days(*days, entry.id);
    for (const PackedValue& fact : row.at("facts"))
      entry.facts.push_back({std::string(fact.at("id").text()), std::string(fact.at("text").text()),
                             texts_of(fact.at("sources"))});
    for (const PackedValue& rule : row.at("rules"))
      entry.rules.push_back(read_rule(rule, entry));
    return entry;
  }

  [[nodiscard]] Program earlier(std::string_view id, const std::string& place) const {
    for (std::size_t i = 0; i < programs_.entries.size(); ++i)
      if (programs_.entries[i].id == id) return static_cast<Program>(i + 1);
    // A program stands behind the one that it is built on.
    fail(place, "\"" + std::string(id) + "\" does not stand before it.");
  }

  ProgramRule read_rule(const PackedValue& row, const ProgramEntry& entry) {
    ProgramRule rule;
    constexpr auto known = std::to_array<std::string_view>(
        {"framework", "tuning", "method", "stage", "block", "since", "before", "types", "set", "facts"});
    for (const PackedValue& member : row)
      if (std::ranges::find(known, member.key()) == known.end())
        fail(entry.id, "\"" + std::string(member.key()) + "\" is no key of a rule.");
    rule.frameworks = mask_of<ProgramFramework>(row.member("framework"), entry.id);
    rule.tunings = mask_of<Tuning>(row.member("tuning"), entry.id);
    rule.stages = stages_of(row.member("stage"));
    rule.methods = texts_of(row.member("method"));
    rule.blocks = texts_of(row.member("block"));
    rule.since = read_bounds(row.member("since"), entry);
    rule.before = read_bounds(row.member("before"), entry);
    rule.types = read_types(row.member("types"), entry.id);
    if (const auto settings = row.member("set"))
      for (const PackedValue& setting : *settings)
        rule.settings.push_back({std::string(setting.key()), value_of(setting)});
    rule.facts = texts_of(row.at("facts"));
    if (rule.facts.empty()) fail(entry.id, "a rule names no fact.");
    return rule;
  }

  std::vector<ReleaseBound> read_bounds(const std::optional<PackedValue>& object, const ProgramEntry& entry) {
    std::vector<ReleaseBound> bounds;
    if (!object) return bounds;
    for (const PackedValue& value : *object) {
      if (value.key() == "day") {
        bounds.push_back({Library::program, {}, read_day(value.text(), entry.id)});
        continue;
      }
      const auto library = word_of<Library>(value.key(), entry.id);
      const std::optional<Release> release = parse_release(value.text());
      if (!release) fail(entry.id, "\"" + std::string(value.text()) + "\" is no release.");
      const ReleaseDays& days = library == Library::program
                                    ? entry.releases
                                    : programs_.libraries[static_cast<std::size_t>(library)];
      const auto same = std::ranges::find(days, *release, &std::pair<Release, std::int32_t>::first);
      if (same == days.end()) fail(entry.id, "the release " + std::string(value.text()) + " has no day.");
      bounds.push_back({library, *release, same->second});
    }
    return bounds;
  }

  PackedValue root_;
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
    // What follows the three numbers (".dev0", "rc1") makes no difference.
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
  if (entry.over != Program::none)
    types = types_by_rules(entries, entries[static_cast<std::size_t>(entry.over) - 1], way);
  for (const ProgramRule& rule : entry.rules)
    if (rule.holds_for(way)) apply(rule.types, types);
  return types;
}

Programs read_programs(const PackedJson& json) {
  Programs programs = Reader(json).read();
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
