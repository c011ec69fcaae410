// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/died_case.h"

#include <array>
#include <cmath>

#include "core/measure/measure.h"
#include "core/text/text_file.h"

namespace zp::test {
namespace {

constexpr double rounding = 12e6;      // twice the rounding of a message's last digit
constexpr double nobody_else = 0.3e9;  // more than this is another process; a CUDA context is less

struct Amount {
  const char* column;
  std::optional<double> Death::*member;
};
constexpr auto amounts = std::to_array<Amount>({{"requested", &Death::requested},
                                                {"capacity", &Death::capacity},
                                                {"process", &Death::process},
                                                {"free", &Death::free}});

bool is_near(const std::optional<double>& value, double expected) {
  return value && std::abs(*value - expected) <= rounding;
}

}  // namespace

std::vector<CsvRow> died_cases() { return read_csv("run-logs/died/cases.csv"); }

std::string log_of_case(const CsvRow& row) {
  return read_text_file(std::string(ZP_TEST_DATA "/run-logs/died/") + row.text("file"));
}

std::vector<Death> answer_to_case(const CsvRow& row) {
  const NamedLog log = log_of_text(log_of_case(row), "run.log");
  return measure(nullptr, {&log, 1}).died;
}

DiedVerdict verdict_of(const CsvRow& row, const std::vector<Death>& answer) {
  DiedVerdict verdict;
  const Death none;
  const Death& one = answer.empty() ? none : answer.front();
  verdict.is_recognised = !answer.empty() && one.row != "wrapper" && one.row != "exception";
  verdict.has_kind = !answer.empty() && name_of(one.kind) == row.text("kind");
  if (row.text("phase") != "unknown") {
    const std::string phases = ' ' + row.text("phase") + ' ' + row.text("also_phases") + ' ';
    verdict.has_phase = phases.find(' ' + std::string(name_of(one.phase)) + ' ') != std::string::npos;
  }
  for (const Amount& amount : amounts) {
    if (!row.has(amount.column)) continue;
    ++verdict.figures;
    verdict.right_figures += is_near(one.*amount.member, row.number(amount.column)) ? 1 : 0;
  }
  if (row.has("others"))
    verdict.has_other_processes = row.number("others") == 0 ? one.others.value_or(0) < nobody_else
                                                            : is_near(one.others, row.number("others"));
  return verdict;
}

}  // namespace zp::test
