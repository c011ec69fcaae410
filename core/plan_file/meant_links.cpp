// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan_file/meant_links.h"

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

#include "core/text/letters.h"
#include "core/units/format.h"
#include "core/units/parse.h"

namespace zp {
namespace {

constexpr double bits_of_byte = 8;

/// The rate of one port of four lanes in Gbit/s, and the ids of its presets.
struct InfinibandRow {
  std::string_view word;
  double gbit_per_s;
  std::string_view of_node, of_gpu;
};
constexpr auto infiniband_rows = std::to_array<InfinibandRow>({
    {"edr", 100, "infiniband-edr-4x-one-port", "infiniband-edr-4x-one-port-per-gpu"},
    {"hdr", 200, "infiniband-hdr-4x-one-port", "infiniband-hdr-4x-one-port-per-gpu"},
    {"ndr", 400, "infiniband-ndr-4x-one-port", "infiniband-ndr-4x-one-port-per-gpu"},
    {"xdr", 800, "infiniband-xdr-4x-one-port", "infiniband-xdr-4x-one-port-per-gpu"},
});

struct EthernetRow {
  double gbit_per_s;
  std::string_view preset;
};
constexpr auto ethernet_rows = std::to_array<EthernetRow>({{1, "1-gbe"},
                                                           {10, "10-gbe"},
                                                           {25, "25-gbe"},
                                                           {40, "40-gbe"},
                                                           {50, "50-gbe"},
                                                           {100, "100-gbe-tcp-roce"},
                                                           {200, "200-gbe-roce"},
                                                           {400, "400-gbe-roce"},
                                                           {800, "800-gbe"}});

/// The words of a link, with numbers apart from the letters that follow them.
struct LinkWords {
  std::vector<std::string> words;
  std::optional<double> number;

  [[nodiscard]] bool has(std::initializer_list<std::string_view> any) const {
    return std::ranges::any_of(words, [&](const std::string& word) {
      return std::ranges::find(any, std::string_view(word)) != any.end();
    });
  }
};

LinkWords words_in(std::string_view text) {
  const auto is_digit = [](char c) { return (c >= '0' && c <= '9') || c == '.'; };
  const auto is_letter = [](char c) { return c >= 'a' && c <= 'z'; };
  const std::string plain = lower_case(text);
  LinkWords found;
  for (std::size_t at = 0; at < plain.size();) {
    std::size_t end = at;
    while (end < plain.size() && (is_digit(plain[at]) ? is_digit(plain[end]) : is_letter(plain[end])))
      ++end;
    const std::string word = plain.substr(at, end - at);
    if (!word.empty() && is_digit(word.front())) {
      if (!found.number) found.number = parse_number(word);
    } else if (!word.empty()) {
      found.words.push_back(word);
    }
    at = std::max(end, at + 1);
  }
  return found;
}

std::string section_of(std::string_view path) { return std::string(path.substr(0, path.rfind('.'))); }

std::string advice_on_infiniband(std::string_view path, const InfinibandRow& row) {
  const std::string key = std::string(path);
  return "Write " + std::string(row.of_node) + " if the GPUs of a node share one port, or " +
         std::string(row.of_gpu) + " if each GPU has a port of its own, in " + key + ".";
}

/// Returns advice for a speed, given in Gbit/s, of which the kind of network is not known.
std::string advice_on_speed(std::string_view path, double gbit_per_s) {
  const std::string each = format_number(gbit_per_s / bits_of_byte);
  return "Write " + section_of(path) + ".gb_per_s, which is in GB/s for each GPU: " + each + " for " +
         format_number(gbit_per_s) +
         " Gbit/s of each GPU; divided among the GPUs of a node if they share it.";
}

}  // namespace

MeantLink link_meant(std::string_view path, std::string_view text) {
  if (const auto lone = parse_number(text))
    return {"", "A preset is a name; a speed stands in " + section_of(path) +
                    ".gb_per_s, in GB/s for each GPU (8 Gbit/s are 1 GB/s)."};
  if (!path.starts_with("cluster.inter_node")) return {};
  const LinkWords found = words_in(text);
  for (const InfinibandRow& row : infiniband_rows)
    if (found.has({row.word})) return {"", advice_on_infiniband(path, row)};
  if (!found.number || *found.number <= 0) return {};
  if (found.has({"infiniband", "ib"})) {
    const auto* const row = std::ranges::find(infiniband_rows, *found.number, &InfinibandRow::gbit_per_s);
    return {"", row != infiniband_rows.end() ? advice_on_infiniband(path, *row)
                                             : advice_on_speed(path, *found.number)};
  }
  if (found.has({"gbe", "ethernet", "gige", "roce"})) {
    const auto* const row = std::ranges::find(ethernet_rows, *found.number, &EthernetRow::gbit_per_s);
    if (row != ethernet_rows.end()) return {std::string(row->preset), ""};
    return {"", advice_on_speed(path, *found.number)};
  }
  if (text.find("GB/s") != std::string_view::npos || text.find("GBps") != std::string_view::npos)
    return {"", "Write " + section_of(path) + ".gb_per_s " + format_number(*found.number) +
                    " if that is the speed of each GPU; divide it by the GPUs of a node if they share it."};
  if (found.has({"gbit", "gbits", "gbps", "gb", "g", "gigabit"}))
    return {"", advice_on_speed(path, *found.number)};
  return {};
}

}  // namespace zp
