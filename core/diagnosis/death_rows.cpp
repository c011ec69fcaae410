// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/diagnosis/death_rows.h"

#include <algorithm>
#include <stdexcept>
#include <utility>
#include <vector>

#include "core/diagnosis/row_readers.h"
#include "core/units/format.h"

namespace zp::diagnosis {
namespace {

std::string amount(const std::optional<double>& bytes) {
  return bytes ? format_bytes(bytes_of(*bytes)) : "some memory";
}

std::string batch_sum(const Incident& incident) {
  if (incident.subject.empty()) return "train_batch_size is not micro batch × accumulation × GPUs";
  return incident.subject + " is not " + incident.detail + " (micro batch × accumulation × GPUs)";
}

/// Returns the text for a placeholder in a row's sentence. Placeholders that only extend another word are ""
/// if the fact is unknown.
std::string words_for(std::string_view place, const Incident& incident) {
  if (place == "subject") return incident.subject;
  if (place == "detail") return incident.detail;
  if (place == "requested") return amount(incident.requested);
  if (place == "capacity") return amount(incident.capacity);
  if (place == "process") return amount(incident.process);
  if (place == "free") return amount(incident.free);
  if (place == "others") return amount(incident.others);
  if (place == "seconds") return incident.seconds > 0 ? format_seconds(incident.seconds) : "too long";
  if (place == "count_number") return format_number(incident.count);
  if (place == "waiter") return incident.rank ? "Rank " + std::to_string(*incident.rank) : "A rank";
  if (place == "batch_sum") return batch_sum(incident);
  if (place == "subject_or_error") return incident.subject.empty() ? "an error" : incident.subject;
  if (place == "subject_or_parameter") return incident.subject.empty() ? "a parameter" : incident.subject;
  if (place == "subject_or_other") return incident.subject.empty() ? "another number of" : incident.subject;
  if (place == "subject_as_is") return incident.subject;
  if (place == "of_subject") return incident.subject.empty() ? "" : " (" + incident.subject + ")";
  if (place == "of_requested") return incident.requested ? " of " + amount(incident.requested) : "";
  if (place == "of_seconds") return incident.seconds > 0 ? " " + format_seconds(incident.seconds) : "";
  if (place == "less_than_read")
    return incident.requested ? format_bytes(bytes_of(incident.count)) + " where " +
                                    amount(incident.requested) + " are read back"
                              : "less than is read back";
  if (place == "of_elements")
    return incident.count > 0 ? " of " + format_count(whole_of(incident.count)) + " elements" : "";
  if (place == "of_interface") return incident.subject.empty() ? "" : " (interface " + incident.subject + ")";
  if (place == "version_of_subject") return incident.subject.empty() ? "" : " " + incident.subject;
  if (place == "version_of_detail") return incident.detail.empty() ? "" : " (" + incident.detail + ")";
  if (place == "capacity_in_use") {
    if (!incident.subject.empty() && incident.process)
      return ": " + incident.subject + " held " + amount(incident.process) +
             (incident.capacity ? " of the node's " + amount(incident.capacity) : "");
    if (incident.process && incident.capacity)
      return ": " + amount(incident.process) + " of the node's " + amount(incident.capacity) + " were held";
    return incident.process ? ": it held " + amount(incident.process) : "";
  }
  throw std::logic_error("a row of the table of deaths has an unknown place " + std::string(place));
}

}  // namespace

std::span<const DeathRow* const> death_rows() {
  static const std::vector<const DeathRow*> all = [] {
    std::vector<const DeathRow*> rows;
    for (const std::span<const DeathRow> part : {memory_rows(), storage_rows(), network_rows(), zero3_rows(),
                                                 setting_rows(), build_rows(), crawl_rows(), wrapper_rows()})
      for (const DeathRow& row : part)
        rows.push_back(&row);
    return rows;
  }();
  return all;
}

std::size_t death_row(std::string_view id) {
  const std::span<const DeathRow* const> all = death_rows();
  for (std::size_t i = 0; i < all.size(); ++i)
    if (all[i]->id == id) return i;
  throw std::logic_error("the table of deaths has no row " + std::string(id));
}

std::string filled(std::string_view text, const Incident& incident) {
  std::string out;
  while (!text.empty()) {
    const std::size_t open = text.find('{');
    const std::size_t close = open == std::string_view::npos ? open : text.find('}', open);
    if (close == std::string_view::npos) return out.append(text);
    out.append(text.substr(0, open)).append(words_for(text.substr(open + 1, close - open - 1), incident));
    text.remove_prefix(close + 1);
  }
  return out;
}

/// Below this use of a node's memory, the node did not run out, unless something grew suddenly.
constexpr double percent_of_plenty = 70;

std::string ask_host(const Case& sign) {
  std::string text;
  if (!sign.incident.requested && sign.facts.host_percent > 0 && sign.facts.host_percent < percent_of_plenty)
    text = "The log last says that " + format_percent(sign.facts.host_percent / 100) +
           " of the node's memory was in use: unless much was loaded at once afterwards, the run reached the "
           "limit of the container or the job. ";
  const double capacity = sign.incident.capacity.value_or(sign.facts.host_bytes);
  if (capacity > 0 && sign.incident.requested)
    text += "The node has " + format_bytes(bytes_of(capacity)) + ". ";
  if (sign.estimate != nullptr) {
    const HostMemory& host = sign.estimate->cpu;
    text += "The plan needs " + format_bytes(host.needed_per_node()) + " of host memory on a node";
    text += host.fits ? ", and the plan's node has " + format_bytes(host.capacity_per_node) + ". "
                      : ", more than the plan's node has (" + format_bytes(host.capacity_per_node) + "). ";
  }
  return text.empty() ? text : text.substr(0, text.size() - 1);
}

std::string path_in(std::string_view text) {
  constexpr std::size_t longest = 200;
  const std::size_t first = text.find_first_of("/.");
  if (first == std::string_view::npos) return "";
  const std::string_view rest = text.substr(first);
  return std::string(rest.substr(0, std::min(rest.find_first_of(" '\":,"), longest)));
}

bool mentions_failure(std::string_view text) {
  constexpr auto words = std::to_array<std::string_view>(
      {"rror", "ailed", "ailure", "xception", "ssert", "annot", "ERROR", "refused", "not found", "timed out",
       "No route", "FAILED", "fatal", "Could not"});
  return std::ranges::any_of(words, [&](std::string_view word) { return run::contains(text, word); });
}

std::string between(std::string_view text, std::string_view before, std::string_view behind) {
  constexpr std::size_t longest = 200;
  const std::size_t at = text.find(before);
  if (at == std::string_view::npos) return "";
  const std::string_view rest = text.substr(at + before.size());
  const std::size_t end = rest.find(behind);
  if (end == std::string_view::npos && behind != " ") return "";
  return std::string(rest.substr(0, std::min(end, longest)));
}

}  // namespace zp::diagnosis
