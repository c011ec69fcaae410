// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <optional>

#include "core/probe/readers.h"
#include "core/units/quantity.h"

/// Output of ib_write_bw, ib_read_bw and ib_send_bw (linux-rdma/perftest).
namespace zp::probe {

void read_perftest(std::string_view text, ProbeFile& file) {
  // The column is labelled MB/sec but in units of 2^20 bytes: 65,536 bytes at 0.708426 million messages per
  // second are 46,427 MB, and the table shows 44,277 (alogfans/RDMA101).
  constexpr double mib = static_cast<double>(bytes_per_mib) / bytes_per_gb, gbit = 1.0 / 8;
  double unit = 0, largest = 0;
  int directions = 1;
  MachineFigure best{MachineQuantity::port_bandwidth};
  for_each_line(text, [&](std::string_view line, int number) {
    if (line.find("BW Test") != std::string_view::npos)
      directions = line.find("Bidirectional") != std::string_view::npos ? 2 : 1;
    if (line.find("#bytes") != std::string_view::npos) {
      const std::size_t average = line.find("BW average[");
      const std::string_view rest = line.substr(average == std::string_view::npos ? line.size() : average);
      unit = rest.starts_with("BW average[Gb/sec]")                                              ? gbit
             : rest.starts_with("BW average[MB/sec]") || rest.starts_with("BW average[MiB/sec]") ? mib
                                                                                                 : 0;
      return;
    }
    const Words words = split_words(line);
    if (unit <= 0 || words.size() < 4 || words.size() > 7) return;
    const std::optional<double> bytes = number_of(words[0]), iterations = number_of(words[1]),
                                average = number_of(words[3]);
    if (!bytes || !iterations || !average || *bytes < largest) return;
    largest = *bytes;
    best.value = *average * unit / directions;
    best.bytes = *bytes;
    best.line = number;
  });
  add(file, best);
}

}  // namespace zp::probe
