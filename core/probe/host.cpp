// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <array>
#include <optional>

#include "core/probe/readers.h"

/// Output of lscpu and free.
namespace zp::probe {
namespace {

/// Returns the number after "key:" at the beginning of a line.
std::optional<double> field(std::string_view line, std::string_view key) {
  const std::size_t begin = line.find_first_not_of(" \t");
  if (begin == std::string_view::npos || !line.substr(begin).starts_with(key)) return std::nullopt;
  const Words words = split_words(line.substr(begin + key.size()));
  return words.empty() ? std::nullopt : number_of(words.front());
}

struct Suffix {
  std::string_view name;
  double bytes;
};
constexpr std::array suffixes = {Suffix{"Ki", 0x1p10}, Suffix{"Mi", 0x1p20}, Suffix{"Gi", 0x1p30},
                                 Suffix{"Ti", 0x1p40}, Suffix{"K", 0x1p10},  Suffix{"M", 0x1p20},
                                 Suffix{"G", 0x1p30},  Suffix{"T", 0x1p40},  Suffix{"B", 1}};

/// Returns the bytes of a figure printed by free. Without a unit it is in KiB, the default, unless that would
/// be implausibly little (free -g, free -m) or much (free -b) for a training machine.
double bytes_of(std::string_view word) {
  const std::optional<double> value = taken_number(word);
  if (!value) return 0;
  for (const Suffix& suffix : suffixes)
    if (word.starts_with(suffix.name)) return *value * suffix.bytes;
  if (!word.empty()) return 0;
  constexpr double most_gib = 4096, most_mib = 4096 * 1024, most_kib = 3e10;
  if (*value < most_gib) return *value * 0x1p30;
  if (*value < most_mib) return *value * 0x1p20;
  return *value < most_kib ? *value * 0x1p10 : *value;
}

}  // namespace

void read_lscpu(std::string_view text, ProbeFile& file) {
  std::optional<double> threads, cores, sockets;
  int first = 0;
  for_each_line(text, [&](std::string_view line, int number) {
    const auto read = [&](std::optional<double>& value, std::string_view key) {
      if (value) return;
      value = field(line, key);
      if (value && first == 0) first = number;
    };
    read(threads, "CPU(s):");
    read(cores, "Core(s) per socket:");
    read(sockets, "Socket(s):");
  });
  if (!threads || (!cores && !sockets)) return;
  MachineFigure figure{MachineQuantity::cpu_cores, cores && sockets ? *cores * *sockets : *threads};
  figure.line = first;
  add(file, figure);
}

void read_free(std::string_view text, ProbeFile& file) {
  bool has_header = false, is_read = false;
  for_each_line(text, [&](std::string_view line, int number) {
    const Words words = split_words(line);
    if (words.size() >= 3 && words[0] == "total" && words[1] == "used") has_header = true;
    if (!has_header || is_read || words.size() < 3 || words[0] != "Mem:") return;
    is_read = true;
    MachineFigure figure{MachineQuantity::host_memory, bytes_of(words[1])};
    figure.line = number;
    add(file, figure);
  });
}

}  // namespace zp::probe
