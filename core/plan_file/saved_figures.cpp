// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan_file/saved_figures.h"

#include <array>

#include "core/plan_file/plan_file.h"
#include "core/plan_file/plan_reading.h"
#include "core/text/file_error.h"

namespace zp {

using namespace plan_io;

namespace {

constexpr const char* saved_section = "saved_with";

/// Returns a fingerprint of the file's keys without that section: 64-bit FNV-1a, which is not secure but
/// distinguishes plans.
std::string fingerprint_of(Json root) {
  root.erase(saved_section);
  std::uint64_t hash = 14'695'981'039'346'656'037U;
  for (const char letter : one_line(root)) {
    hash ^= static_cast<unsigned char>(letter);
    hash *= 1'099'511'628'211U;
  }
  std::string text;
  for (int shift = 60; shift >= 0; shift -= 4)
    text += "0123456789abcdef"[hash >> shift & 15U];
  return text;
}

Json amounts_of(const std::vector<SavedEntry>& entries) {
  Json object = Json::object();
  for (const SavedEntry& entry : entries)
    object[entry.id] = number(entry.amount);
  return object;
}

/// Returns the amounts of an object; nullopt if one is not a number.
std::optional<std::vector<SavedEntry>> entries_of(const Json* object) {
  if (object == nullptr || !object->is_object()) return std::nullopt;
  std::vector<SavedEntry> entries;
  for (const auto& [id, amount] : object->items()) {
    if (!amount.is_number()) return std::nullopt;
    entries.push_back({id, amount.get<double>()});
  }
  return entries;
}

bool is_count(const Json* value) { return value != nullptr && value->is_number_integer(); }
bool is_text(const Json* value) { return value != nullptr && value->is_string(); }

}  // namespace

std::string write_plan(const PlanDocument& document, const SavedFigures& figures) {
  Json root = parse_json(write_plan(document));
  root[saved_section] = {{"version", figures.version},
                         {"keys", fingerprint_of(root)},
                         {"gpu_peak_bytes", figures.gpu_peak},
                         {"host_bytes_per_node", figures.host_per_node},
                         {"step_s", number(figures.step)},
                         {"bytes", amounts_of(figures.bytes)},
                         {"seconds", amounts_of(figures.seconds)}};
  return root.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::optional<SavedFigures> saved_figures_in(std::string_view json_text) {
  Json root;
  try {
    root = parse_json(json_text);
  } catch (const FileError&) {
    return std::nullopt;
  }
  const Json* saved = member(&root, saved_section);
  const Json *version = member(saved, "version"), *keys = member(saved, "keys"),
             *peak = member(saved, "gpu_peak_bytes"), *host = member(saved, "host_bytes_per_node"),
             *step = member(saved, "step_s");
  if (!is_text(version) || !is_text(keys) || !is_count(peak) || !is_count(host)) return std::nullopt;
  if (step == nullptr || !step->is_number() || *keys != fingerprint_of(root)) return std::nullopt;
  const auto bytes = entries_of(member(saved, "bytes")), seconds = entries_of(member(saved, "seconds"));
  if (!bytes || !seconds) return std::nullopt;
  return SavedFigures{version->get<std::string>(),
                      peak->get<std::int64_t>(),
                      host->get<std::int64_t>(),
                      step->get<double>(),
                      *bytes,
                      *seconds};
}

}  // namespace zp
