// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/probe/readers.h"

#include <charconv>
#include <cmath>
#include <utility>

namespace zp {

std::string_view unit_of(MachineQuantity quantity) {
  using enum MachineQuantity;
  switch (quantity) {
    case gpu_memory:
    case host_memory:
    case drive_free:
      return "bytes";
    case cpu_adam:
      return "parameters/s";
    case matmul:
    case attention:
      return "TFLOPS";
    case gpus:
    case gpu_link:
    case network_ports:
    case cpu_cores:
      return "";
    default:
      return "GB/s";
  }
}

namespace probe {

Words split_words(std::string_view line) {
  constexpr std::string_view blanks = " \t\v\f\r";
  Words words;
  while (true) {
    const std::size_t begin = line.find_first_not_of(blanks);
    if (begin == std::string_view::npos) return words;
    line.remove_prefix(begin);
    const std::size_t end = std::min(line.find_first_of(blanks), line.size());
    words.push_back(line.substr(0, end));
    line.remove_prefix(end);
  }
}

std::optional<double> taken_number(std::string_view& word) {
  double value = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  if (error != std::errc() || !std::isfinite(value)) return std::nullopt;
  word.remove_prefix(static_cast<std::size_t>(end - word.data()));
  return value;
}

std::optional<double> number_of(std::string_view word) {
  const std::optional<double> value = taken_number(word);
  return word.empty() ? value : std::nullopt;
}

void add(ProbeFile& file, MachineFigure figure) {
  const bool is_value = figure.value >= smallest_value && figure.value <= largest_value;
  if (is_value && file.figures.size() < most_figures) file.figures.push_back(std::move(figure));
}

}  // namespace probe

ProbeFile read_probe_file(std::string_view text, const std::string& name) {
  ProbeFile file;
  file.name = name;
  const std::size_t begin = text.find_first_not_of(" \t\r\n");
  if (begin != std::string_view::npos && text[begin] == '{' && probe::read_json(text, file)) return file;
  struct Reader {
    const char* tool;
    void (*read)(std::string_view, ProbeFile&);
  };
  static constexpr Reader readers[] = {
      {"nccl-tests", probe::read_nccl_tests}, {"ib_write_bw", probe::read_perftest},
      {"fio", probe::read_fio_text},          {"nvidia-smi topo -m", probe::read_topology},
      {"lscpu", probe::read_lscpu},           {"free", probe::read_free},
  };
  for (const Reader& reader : readers) {
    const std::size_t before = file.figures.size();
    reader.read(text, file);
    if (file.figures.size() > before) file.tool += (file.tool.empty() ? "" : ", ") + std::string(reader.tool);
  }
  return file;
}

}  // namespace zp
