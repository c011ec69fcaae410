// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/report/reference_figures.h"

#include <array>
#include <utility>

#include "core/report/words.h"
#include "core/units/format.h"

namespace zp {
namespace {

std::string number_with_unit(std::string_view name, double value) {
  if (name.ends_with("_gib")) return format_bytes(from_gib(value));
  if (name.ends_with("_gb")) return format_number(value) + " GB";
  if (name.ends_with("_percent")) return format_percent(value / 100);
  if (name.ends_with("_fraction")) return format_percent(value);
  return format_number(value);
}

struct ToText {
  std::string_view name;
  std::string operator()(std::monostate) const { return "–"; }
  std::string operator()(std::int64_t value) const {
    return name.ends_with("_bytes") ? format_bytes(Bytes(value)) : format_count(value);
  }
  std::string operator()(double value) const { return number_with_unit(name, value); }
  std::string operator()(bool value) const { return value ? "yes" : "no"; }
  std::string operator()(std::string_view value) const { return std::string(value); }
};

}  // namespace

std::vector<EstimatorFigures> reference_figures(const Plan& plan, const MemoryEstimate& estimate) {
  return {zero_paper_figures(plan, estimate),    deepspeed_figures(plan, estimate),
          article_figures(plan, estimate),       second_document_figures(plan, estimate),
          zero_infinity_figures(plan, estimate), korthikanti_figures(plan, estimate)};
}

std::string label_of(const Figure& figure) {
  static constexpr std::array<std::string_view, 5> units = {"_bytes", "_gib", "_gb", "_percent", "_fraction"};
  static constexpr std::array<std::pair<std::string_view, std::string_view>, 4> acronyms = {
      {{"gpu", "GPU"}, {"cpu", "CPU"}, {"nvme", "NVMe"}, {"80gb", "80 GB"}}};
  std::string_view name = figure.name;
  for (const std::string_view unit : units)
    if (name.ends_with(unit)) name.remove_suffix(unit.size());
  std::string text(name);
  for (const auto& [word, acronym] : acronyms)
    if (const std::size_t at = text.find(word); at != std::string::npos)
      text.replace(at, word.size(), acronym);
  return for_people(text);
}

std::string text_of(const Figure& figure) { return std::visit(ToText{figure.name}, figure.value); }

}  // namespace zp
