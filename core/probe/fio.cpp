// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "core/probe/readers.h"

/// The closing lines of fio: "READ: bw=1204MiB/s (1262MB/s), …", and before fio 3 "WRITE: io=…,
/// aggrb=472902KB/s".
namespace zp::probe {
namespace {

struct Prefix {
  std::string_view name;
  double bytes;
};
constexpr std::array prefixes = {Prefix{"KiB/s", 0x1p10}, Prefix{"MiB/s", 0x1p20}, Prefix{"GiB/s", 0x1p30},
                                 Prefix{"TiB/s", 0x1p40}, Prefix{"kB/s", 1e3},     Prefix{"MB/s", 1e6},
                                 Prefix{"GB/s", 1e9},     Prefix{"TB/s", 1e12},    Prefix{"B/s", 1}};
/// Before fio 3, KB and MB were powers of 1024.
constexpr std::array old_prefixes = {Prefix{"KB/s", 0x1p10}, Prefix{"MB/s", 0x1p20}, Prefix{"GB/s", 0x1p30},
                                     Prefix{"B/s", 1}};

template <class Prefixes>
double rate_behind(std::string_view line, std::string_view key, const Prefixes& units) {
  const std::size_t at = line.find(key);
  if (at == std::string_view::npos) return 0;
  std::string_view rest = line.substr(at + key.size());
  const std::optional<double> value = taken_number(rest);
  for (const Prefix& prefix : units)
    if (value && rest.starts_with(prefix.name)) return *value * prefix.bytes * 1e-9;
  return 0;
}

}  // namespace

void read_fio_text(std::string_view text, ProbeFile& file) {
  bool is_summary = false;
  MachineFigure reads{MachineQuantity::drive_read}, writes{MachineQuantity::drive_write};
  for_each_line(text, [&](std::string_view line, int number) {
    is_summary = is_summary || line.find("Run status group") != std::string_view::npos;
    if (!is_summary) return;
    for (MachineFigure* figure : {&reads, &writes}) {
      if (line.find(figure == &reads ? "READ: " : "WRITE: ") == std::string_view::npos) continue;
      const double rate =
          std::max(rate_behind(line, " bw=", prefixes), rate_behind(line, "aggrb=", old_prefixes));
      if (rate <= figure->value) continue;
      figure->value = rate;
      figure->line = number;
    }
  });
  add(file, reads);
  add(file, writes);
}

}  // namespace zp::probe
