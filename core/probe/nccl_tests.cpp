// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <set>
#include <string>

#include "core/probe/readers.h"

/// Output of NVIDIA's nccl-tests and AMD's rccl-tests: rows of size, count, type, then time, algorithm and
/// bus bandwidth out of place and in place (NVIDIA/nccl-tests, src/common.cu; doc/PERFORMANCE.md for bus
/// bandwidth).
namespace zp::probe {
namespace {

struct CollectiveName {
  std::string_view program;
  MachineQuantity quantity;
};
constexpr std::array collective_names = {
    CollectiveName{"all_gather_perf", MachineQuantity::all_gather},
    CollectiveName{"reduce_scatter_perf", MachineQuantity::reduce_scatter},
    CollectiveName{"all_reduce_perf", MachineQuantity::all_reduce}};

struct TypeSize {
  std::string_view name;
  int bytes;
};
constexpr std::array type_sizes = {
    TypeSize{"float", 4},  TypeSize{"half", 2},   TypeSize{"bfloat16", 2}, TypeSize{"double", 8},
    TypeSize{"int8", 1},   TypeSize{"uint8", 1},  TypeSize{"int32", 4},    TypeSize{"uint32", 4},
    TypeSize{"int64", 8},  TypeSize{"uint64", 8}, TypeSize{"fp8_e4m3", 1}, TypeSize{"fp8_e5m2", 1},
    TypeSize{"f8e4m3", 1}, TypeSize{"f8e5m2", 1},
};
constexpr int most_ranks = 1 << 20;

std::optional<int> size_of_type(std::string_view name) {
  for (const TypeSize& type : type_sizes)
    if (type.name == name) return type.bytes;
  return std::nullopt;
}

/// The test that the rows belong to, as far as previous lines state it.
struct Test {
  std::optional<MachineQuantity> quantity;
  std::set<std::string, std::less<>> hosts;
  int ranks = 0;
  std::string gpu;
};

/// Reads "#  Rank  0 Group  0 Pid 1887 on   worker-1 device  0 [0x8d] NVIDIA H100 80GB HBM3".
bool read_rank(std::string_view line, const Words& words, Test& test) {
  const auto rank = std::ranges::find(words, "Rank"), on = std::ranges::find(words, "on");
  if (rank == words.end() || on == words.end() || words.end() - on < 3 || on[2] != "device") return false;
  test.hosts.emplace(on[1]);
  test.ranks = std::min(test.ranks + 1, most_ranks);
  if (const std::size_t bracket = line.find("] "); bracket != std::string_view::npos)
    test.gpu = std::string(line.substr(bracket + 2));
  return true;
}

/// Returns the number of ranks n from the ratio of bus to algorithm bandwidth: 2(n−1)/n for an all-reduce,
/// (n−1)/n otherwise.
int ranks_by_share(double share, bool is_all_reduce) {
  const double rest = is_all_reduce ? 1 - share / 2 : 1 - share;
  if (!(rest > 0) || rest > 0.75) return 0;
  const double ranks = std::round(1 / rest);
  return ranks > 1 && ranks <= most_ranks ? static_cast<int>(ranks) : 0;
}

/// Reads a row. A reduction whose count is smaller than its bytes is a reduce-scatter, and one without a
/// reduction an all-gather: their count is per rank (src/reduce_scatter.cu, src/all_gather.cu).
void read_row(const Words& words, int line, const Test& test, ProbeFile& file) {
  if (words.size() < 7) return;
  const std::optional<double> size = number_of(words[0]), count = number_of(words[1]);
  const std::optional<int> element = size_of_type(words[2]);
  if (!size || !count || !element || !(*size > 0) || !(*count > 0)) return;
  std::size_t at = 3;
  const bool has_redop = !number_of(words[at]);
  const bool sums = has_redop && words[at] != "none";
  if (has_redop) ++at;
  constexpr std::size_t of_a_row = 8;      // two times four columns: time, two bandwidths, errors
  if (words.size() > at + of_a_row) ++at;  // skips the root column
  if (words.size() < at + 3) return;
  const std::optional<double> algorithm = number_of(words[at + 1]), bus = number_of(words[at + 2]);
  if (!algorithm || !bus || !(*algorithm > 0)) return;
  const double shares = *size / (*count * *element);
  MachineQuantity quantity = MachineQuantity::all_reduce;
  if (test.quantity)
    quantity = *test.quantity;
  else if (shares >= 1.5)
    quantity = sums ? MachineQuantity::reduce_scatter : MachineQuantity::all_gather;
  else if (has_redop && !sums)
    return;  // a broadcast or similar
  MachineFigure figure{quantity, *bus};
  figure.bytes = *size;
  figure.ranks = test.ranks;
  if (figure.ranks == 0 && shares >= 1.5 && shares <= most_ranks)
    figure.ranks = static_cast<int>(std::round(shares));
  if (figure.ranks == 0 && *algorithm >= 1)
    figure.ranks = ranks_by_share(*bus / *algorithm, quantity == MachineQuantity::all_reduce);
  figure.nodes = static_cast<int>(std::min<std::size_t>(test.hosts.size(), most_ranks));
  figure.line = line;
  add(file, std::move(figure));
}

/// Removes the tag that mpirun puts before a line: "[1,0]<stdout>:".
std::string_view without_tag(std::string_view line) {
  const std::size_t end = line.find(">:");
  return line.starts_with('[') && end != std::string_view::npos ? line.substr(end + 2) : line;
}

}  // namespace

void read_nccl_tests(std::string_view text, ProbeFile& file) {
  Test test;
  bool has_header = false;
  for_each_line(text, [&](std::string_view raw, int number) {
    const std::string_view line = without_tag(raw);
    for (const CollectiveName& each : collective_names)
      if (line.find(each.program) != std::string_view::npos) test.quantity = each.quantity;
    const Words words = split_words(line);
    if (words.size() >= 2 && line.find("nThread") != std::string_view::npos) {
      test.hosts.clear();
      test.ranks = 0;
    }
    if (read_rank(line, words, test)) return;
    has_header = has_header || (line.find("algbw") != std::string_view::npos &&
                                line.find("busbw") != std::string_view::npos);
    if (has_header) read_row(words, number, test, file);
  });
  if (test.ranks > 0 && !test.gpu.empty() && test.hosts.size() <= static_cast<std::size_t>(test.ranks))
    add(file, {MachineQuantity::gpus,
               static_cast<double>(test.ranks) / static_cast<double>(test.hosts.size()), test.gpu});
}

}  // namespace zp::probe
