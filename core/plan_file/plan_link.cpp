// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan_file/plan_link.h"

#include <algorithm>

#include "core/plan_file/plan_file.h"
#include "core/text/base64.h"
#include "core/text/ordered_json.h"

namespace zp {
namespace {

constexpr std::string_view link_version = "1/";
/// A length that mail programs and command lines do not truncate, far above any plan's.
constexpr std::size_t longest_link = 100'000;

bool ends_link(char letter) {
  const bool is_of_it = (letter >= '0' && letter <= '9') || (letter >= 'A' && letter <= 'Z') ||
                        (letter >= 'a' && letter <= 'z') || letter == '-' || letter == '_' || letter == '/';
  return !is_of_it;
}

}  // namespace

std::string link_of(const PlanDocument& document) {
  const std::string line = text_io::one_line(text_io::parse_json(write_plan(document)));
  return std::string(plan_link_start) + std::string(link_version) + base64url(line);
}

std::optional<std::string> plan_link_in(std::string_view text) {
  const std::size_t begin = text.find(plan_link_start);
  if (begin == std::string_view::npos) return std::nullopt;
  const std::string_view rest = text.substr(begin + plan_link_start.size());
  const auto end = std::ranges::find_if(rest, ends_link);
  return std::string(plan_link_start) + std::string(rest.begin(), end);
}

std::string text_of_link(std::string_view link) {
  const std::string_view rest = link.substr(plan_link_start.size());
  if (!rest.starts_with(link_version))
    throw FileError(
        "", "The link is of another version than this program knows; ask for the plan's file instead.");
  if (link.size() > longest_link)
    throw FileError("", "The link is longer than a link of a plan; ask for the plan's file instead.");
  const std::optional<std::string> text = from_base64url(rest.substr(link_version.size()));
  if (!text || text->empty() || text->back() != '}')
    throw FileError("", "The link was cut off or changed on its way; copy all of it.");
  return *text;
}

}  // namespace zp
