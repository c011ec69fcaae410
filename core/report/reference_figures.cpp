// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/report/reference_figures.h"

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

std::string text_of(const Figure& figure) { return std::visit(ToText{figure.name}, figure.value); }

}  // namespace zp
