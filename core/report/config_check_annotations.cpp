// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "core/report/config_check.h"
#include "core/report/sections_json.h"

/// Findings of `check` in formats of other programs: SARIF, and GitHub's workflow commands.
namespace zp {
namespace {

using Json = nlohmann::ordered_json;

/// The levels for a Severity; in the enum's order.
struct AnnotationLevel {
  std::string_view sarif, github;
};
constexpr std::array<AnnotationLevel, 6> levels = {{{"error", "error"},
                                                    {"error", "error"},
                                                    {"warning", "warning"},
                                                    {"warning", "warning"},
                                                    {"warning", "warning"},
                                                    {"note", "notice"}}};

const AnnotationLevel& level_of(const Finding& issue) {
  return levels.at(static_cast<std::size_t>(issue.severity));
}

/// Returns a relative path as a URI reference (RFC 3986), with %XX for bytes that are not plain path
/// characters.
std::string uri_of(std::string_view path) {
  constexpr std::string_view plain = "-._~/!$&'()*+,;=@", digits = "0123456789ABCDEF";
  std::string uri;
  for (const char c : path) {
    const bool is_letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    if (is_letter || plain.find(c) != std::string_view::npos) {
      uri += c;
      continue;
    }
    const auto byte = static_cast<unsigned char>(c);
    uri += '%';
    uri += digits[byte / digits.size()];
    uri += digits[byte % digits.size()];
  }
  return uri;
}

Json result_of(const CheckedFile& file, const Finding& issue) {
  const Json region = {{"startLine", issue.place.position.line},
                       {"startColumn", issue.place.position.column}};
  const Json place = {{"artifactLocation", {{"uri", uri_of(file.name)}}}, {"region", region}};
  return {{"ruleId", issue.code},
          {"level", level_of(issue).sarif},
          {"message", {{"text", sentence_of(issue)}}},
          {"locations", Json::array({{{"physicalLocation", place}}})}};
}

/// Escapes, as %XX, characters that are special in workflow commands; properties have two more of them.
std::string escaped(std::string_view text, bool is_property) {
  struct Escape {
    char c;
    std::string_view as;
    bool in_property_only;
  };
  constexpr std::array<Escape, 5> escapes = {{{'%', "%25", false},
                                              {'\r', "%0D", false},
                                              {'\n', "%0A", false},
                                              {':', "%3A", true},
                                              {',', "%2C", true}}};
  std::string out;
  for (const char c : text) {
    const auto* const found = std::ranges::find(escapes, c, &Escape::c);
    if (found != escapes.end() && (is_property || !found->in_property_only))
      out += found->as;
    else
      out += c;
  }
  return out;
}

}  // namespace

std::string config_checks_sarif(std::span<const CheckedFile> files, std::string_view version) {
  Json rules = Json::array(), results = Json::array();
  std::vector<std::string> codes;
  for (const CheckedFile& file : files)
    for (const Finding& issue : file.check.issues) {
      results.push_back(result_of(file, issue));
      if (std::ranges::find(codes, issue.code) != codes.end()) continue;
      codes.push_back(issue.code);
      rules.push_back({{"id", issue.code}});
    }
  const Json driver = {{"name", "zero-planner"}, {"version", version}, {"rules", std::move(rules)}};
  return text_of(Json{{"$schema", "https://json.schemastore.org/sarif-2.1.0.json"},
                      {"version", "2.1.0"},
                      {"runs", Json::array({{{"tool", {{"driver", driver}}},
                                             {"columnKind", "unicodeCodePoints"},
                                             {"results", std::move(results)}}})}});
}

std::string config_checks_github(std::span<const CheckedFile> files) {
  std::string text;
  for (const CheckedFile& file : files)
    for (const Finding& issue : file.check.issues)
      text += "::" + std::string(level_of(issue).github) + " file=" + escaped(file.name, true) +
              ",line=" + std::to_string(issue.place.position.line) +
              ",col=" + std::to_string(issue.place.position.column) +
              ",title=" + escaped(issue.path.empty() ? issue.code : issue.path, true) +
              "::" + escaped(sentence_of(issue), false) + '\n';
  return text;
}

}  // namespace zp
