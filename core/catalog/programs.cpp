// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/catalog/programs.h"

#include <embedded/catalog.h>

#include <algorithm>
#include <stdexcept>

#include "core/catalog/program_entries.h"

namespace zp {
namespace {

const Programs& programs() {
  static const Programs read = read_programs(embedded::programs_json);
  return read;
}

constexpr auto other_names = std::to_array<std::string_view>(
    {"eval_batch", "global_batch", "packs", "padding", "length_limit", "selective_checkpointing", "saves",
     "logits_where_labels", "gradients_in_buckets", "optimizer_in_backward", "compiles", "state_dict",
     "wraps", "backward_prefetch", "forward_prefetch", "reshards", "loads_on_one_rank", "launcher",
     "fused_accumulation"});

void add_settings(const ProgramEntry& entry, const ProgramWay& way, std::vector<DecidedSetting>& decided) {
  if (entry.base != Program::none) add_settings(entry_of(entry.base), way, decided);
  for (const ProgramRule& rule : entry.rules) {
    if (!rule.holds_for(way)) continue;
    for (const ProgramSetting& setting : rule.settings) {
      const auto same = std::ranges::find_if(
          decided, [&](const DecidedSetting& earlier) { return earlier.setting->name == setting.name; });
      if (same == decided.end())
        decided.push_back({&setting, &rule});
      else
        *same = {&setting, &rule};
    }
  }
}

std::string_view trimmed(std::string_view text) {
  while (text.starts_with(' '))
    text.remove_prefix(1);
  while (text.ends_with(' '))
    text.remove_suffix(1);
  return text;
}

std::string text_of(const Release& release) {
  std::string text = std::to_string(release.major) + '.' + std::to_string(release.minor);
  return release.patch == 0 ? text : text + '.' + std::to_string(release.patch);
}

/// Returns the library named at the start of one part of training.program_version, and removes its name from
/// the part.
std::optional<Library> take_library(std::string_view& part) {
  const std::size_t space = part.find(' ');
  if (space == std::string_view::npos) return Library::program;
  const std::optional<Library> library = enum_of<Library>(part.substr(0, space));
  part = trimmed(part.substr(space));
  return library;
}

}  // namespace

bool ProgramReleases::are_stated() const { return std::ranges::any_of(by_library, &Release::is_stated); }

std::span<const ProgramEntry> program_entries() { return programs().entries; }

std::span<const std::string_view> program_words() {
  static const std::vector<std::string_view> words = [] {
    std::vector<std::string_view> all = {"none"};
    for (const ProgramEntry& entry : program_entries())
      all.push_back(entry.id);
    return all;
  }();
  return words;
}

std::optional<Program> find_program(std::string_view id) {
  const auto words = program_words();
  const auto same = std::ranges::find(words, id);
  if (same == words.end()) return std::nullopt;
  return static_cast<Program>(same - words.begin());
}

Program program_named(std::string_view id) {
  const std::optional<Program> program = find_program(id);
  if (!program) throw std::logic_error("The catalog has no program " + std::string(id) + '.');
  return *program;
}

std::string_view name_of(Program program) { return program_words()[static_cast<std::size_t>(program)]; }

const ProgramEntry& entry_of(Program program) {
  return program_entries()[static_cast<std::size_t>(program) - 1];
}

const ProgramFact* find_program_fact(std::string_view id) {
  for (const ProgramEntry& entry : program_entries())
    for (const ProgramFact& fact : entry.facts)
      if (fact.id == id) return &fact;
  return nullptr;
}

std::span<const std::string_view> other_settings() { return other_names; }

std::optional<ProgramTypes> program_types(Program program, const ProgramWay& way) {
  if (program == Program::none || !entry_of(program).trains_with(way.framework)) return std::nullopt;
  const ProgramEntry& entry = entry_of(program);
  if (way.releases.day == 0 && !way.releases.are_stated())
    return entry.newest[static_cast<std::size_t>(way.framework)][static_cast<std::size_t>(way.tuning)]
                       [static_cast<std::size_t>(way.stage)];
  return types_by_rules(program_entries(), entry, way);
}

std::vector<DecidedSetting> program_settings(Program program, const ProgramWay& way) {
  std::vector<DecidedSetting> decided;
  if (program != Program::none && entry_of(program).trains_with(way.framework))
    add_settings(entry_of(program), way, decided);
  return decided;
}

const ProgramValue* program_setting(Program program, const ProgramWay& way, std::string_view name) {
  for (const DecidedSetting& decided : program_settings(program, way))
    if (decided.setting->name == name) return &decided.setting->value;
  return nullptr;
}

const std::vector<ProgramValue>* program_options(Program program, const ProgramWay& way,
                                                 std::string_view name) {
  if (program == Program::none || !entry_of(program).trains_with(way.framework)) return nullptr;
  const ProgramEntry& entry = entry_of(program);
  for (auto rule = entry.rules.rbegin(); rule != entry.rules.rend(); ++rule) {
    const auto option = std::ranges::find(rule->options, name, &ProgramOption::name);
    if (option != rule->options.end() && rule->holds_for(way)) return &option->values;
  }
  return entry.base == Program::none || !entry_of(entry.base).trains_with(way.framework)
             ? nullptr
             : program_options(entry.base, way, name);
}

namespace {

/// Adds the last release before `bound`, in the form of training.program_version.
void add_release_before(const ReleaseBound& bound, const ProgramEntry& entry,
                        std::vector<std::string>& texts) {
  if (!bound.release.is_stated()) return;
  const bool is_own = bound.library == Library::program;
  const ReleaseDays& days =
      is_own ? entry.releases : programs().libraries[static_cast<std::size_t>(bound.library)];
  const Release* last = nullptr;
  for (const auto& [release, day] : days)
    if (release < bound.release) last = &release;
  if (last == nullptr) return;
  const std::string text = (is_own ? "" : std::string(name_of(bound.library)) + ' ') + text_of(*last);
  if (std::ranges::find(texts, text) == texts.end()) texts.push_back(text);
}

std::vector<std::string> changes_of(const ProgramEntry& entry) {
  std::vector<std::string> texts;
  for (const ProgramEntry* program = &entry;; program = &entry_of(program->base)) {
    for (const ProgramRule& rule : program->rules)
      for (const auto* bounds : {&rule.since, &rule.before})
        for (const ReleaseBound& bound : *bounds)
          if (program == &entry || bound.library != Library::program)
            add_release_before(bound, *program, texts);
    if (program->base == Program::none) break;
  }
  // Releases of the program itself come first: "0.21" before "transformers 4.48".
  std::stable_partition(texts.begin(), texts.end(),
                        [](const std::string& text) { return text.find(' ') == std::string::npos; });
  return texts;
}

}  // namespace

std::span<const std::string> releases_before_changes(Program program) {
  static const std::vector<std::vector<std::string>> all = [] {
    std::vector<std::vector<std::string>> of;
    for (const ProgramEntry& entry : program_entries())
      of.push_back(changes_of(entry));
    return of;
  }();
  if (program == Program::none) return {};
  return all[static_cast<std::size_t>(program) - 1];
}

std::optional<ProgramReleases> parse_releases(std::string_view text, Program program) {
  ProgramReleases releases;
  while (!text.empty()) {
    const std::size_t comma = std::min(text.find(','), text.size());
    std::string_view part = trimmed(text.substr(0, comma));
    text.remove_prefix(std::min(comma + 1, text.size()));
    const std::optional<Library> library = take_library(part);
    const std::optional<Release> release = parse_release(part);
    if (!library || !release) return std::nullopt;
    releases.by_library[static_cast<std::size_t>(*library)] = *release;
    // Trainer's own releases are those of transformers.
    const bool is_own = *library == Library::program;
    const bool is_trainer =
        program != Program::none && entry_of(program).repository == "huggingface/transformers";
    if (is_own && is_trainer) releases.by_library[static_cast<std::size_t>(Library::transformers)] = *release;
    const Library dated = is_own && is_trainer ? Library::transformers : *library;
    const ReleaseDays* days = &programs().libraries[static_cast<std::size_t>(dated)];
    if (dated == Library::program) {
      if (program == Program::none) continue;
      days = &entry_of(program).releases;
    }
    releases.day = std::max(releases.day, day_of(*release, *days));
  }
  return releases;
}

std::string releases_text(const ProgramReleases& releases) {
  std::string text;
  for (std::size_t i = 0; i < library_count; ++i) {
    const auto library = static_cast<Library>(i);
    const Release& release = releases[library];
    if (!release.is_stated()) continue;
    if (library == Library::transformers && release == releases[Library::program]) continue;
    if (!text.empty()) text += ", ";
    if (library != Library::program) text += std::string(name_of(library)) + ' ';
    text += text_of(release);
  }
  return text;
}

}  // namespace zp
