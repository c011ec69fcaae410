// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>
#include <string>

#include "core/probe/readers.h"

/// Reads the matrix of `nvidia-smi topo -m`: how GPUs are connected to each other and to network cards.
namespace zp::probe {
namespace {

/// Links from slowest to fastest; NVLinks (NV1 to NV18) are faster than all of these.
constexpr std::array links_from_slowest = {std::string_view("SYS"), std::string_view("NODE"),
                                           std::string_view("PHB"), std::string_view("PXB"),
                                           std::string_view("PIX")};
constexpr int not_a_link = -1;

int speed_of(std::string_view link) {
  const auto at = std::ranges::find(links_from_slowest, link);
  if (at != links_from_slowest.end()) return static_cast<int>(at - links_from_slowest.begin());
  if (!link.starts_with("NV")) return not_a_link;
  const std::optional<double> count = number_of(link.substr(2));
  if (!count || *count < 1 || *count > 100) return not_a_link;
  return static_cast<int>(links_from_slowest.size()) + static_cast<int>(*count);
}

/// Returns true for "GPU12", but not for the word "GPU" of "GPU NUMA ID".
bool is_numbered(std::string_view word, std::string_view name) {
  return word.starts_with(name) && word.size() > name.size() &&
         word.find_first_not_of("0123456789", name.size()) == std::string_view::npos;
}
bool is_network(std::string_view word) { return is_numbered(word, "NIC") || word.starts_with("mlx"); }

/// Removes terminal codes for underlining: ESC [ … m.
std::string without_codes(std::string_view line) {
  std::string plain;
  while (!line.empty()) {
    const std::size_t code = line.find("\x1b[");
    plain += line.substr(0, code);
    if (code == std::string_view::npos) break;
    const std::size_t end = line.find('m', code);
    line.remove_prefix(end == std::string_view::npos ? line.size() : end + 1);
  }
  return plain;
}

struct Matrix {
  std::vector<std::string> columns;  ///< GPUs and network cards, in order
  int line = 0;
  std::string slowest;        ///< link between two GPUs
  std::vector<bool> is_near;  ///< by column: true for a network card on the same switch as a GPU
  int rows = 0;
};

void read_matrix_row(const Words& words, Matrix& matrix) {
  const std::size_t row =
      static_cast<std::size_t>(std::ranges::find(matrix.columns, words[0]) - matrix.columns.begin());
  ++matrix.rows;
  for (std::size_t column = 0; column < matrix.columns.size() && column + 1 < words.size(); ++column) {
    const std::string_view link = words[column + 1];
    const int speed = speed_of(link);
    if (speed == not_a_link || column == row) continue;
    if (is_network(matrix.columns[column])) {
      if (link == "PIX" || link == "PXB") matrix.is_near[column] = true;
    } else if (matrix.slowest.empty() || speed < speed_of(matrix.slowest)) {
      matrix.slowest = std::string(link);
    }
  }
}

}  // namespace

void read_topology(std::string_view text, ProbeFile& file) {
  Matrix matrix;
  for_each_line(text, [&](std::string_view raw, int number) {
    const std::string line = without_codes(raw);
    const Words words = split_words(line);
    if (words.empty() || !is_numbered(words[0], "GPU")) return;
    const bool is_header =
        words.size() > 1 && (is_numbered(words[1], "GPU") || words[1] == "CPU" || is_network(words[1]));
    if (is_header && matrix.columns.empty()) {
      matrix.line = number;
      for (const std::string_view word : words)
        if (is_numbered(word, "GPU") || is_network(word)) matrix.columns.emplace_back(word);
      matrix.is_near.resize(matrix.columns.size());
    } else if (!matrix.columns.empty()) {
      read_matrix_row(words, matrix);
    }
  });
  if (matrix.rows == 0) return;
  const auto gpus =
      std::ranges::count_if(matrix.columns, [](const std::string& name) { return is_numbered(name, "GPU"); });
  add(file, {MachineQuantity::gpus, static_cast<double>(gpus), "", 0, 0, 0, matrix.line});
  if (!matrix.slowest.empty())
    add(file, {MachineQuantity::gpu_link, static_cast<double>(gpus), matrix.slowest, 0, 0, 0, matrix.line});
  const auto near = std::ranges::count(matrix.is_near, true);
  add(file, {MachineQuantity::network_ports, static_cast<double>(near), "", 0, 0, 0, matrix.line});
}

}  // namespace zp::probe
