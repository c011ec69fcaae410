// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/json_documentation.h"

#include <QRegularExpression>
#include <functional>
#include <stdexcept>

namespace zp::test {
namespace {

const std::string not_brief = "not with `--brief`";
const std::string or_null = " or null", list_of = "list of ", object_of = "object of ";

/// Returns the texts that stand in backticks.
QStringList codes_in(const QString& text) {
  static const QRegularExpression code(QStringLiteral("`([^`]+)`"));
  QStringList codes;
  for (const QRegularExpressionMatch& match : code.globalMatch(text))
    codes << match.captured(1);
  return codes;
}

/// Calls `row` with the section and the cells of each table row whose first cell begins with a backtick.
void for_each_row(const QByteArray& markdown,
                  const std::function<void(const QString&, const QStringList&)>& row) {
  static const QRegularExpression heading(QStringLiteral("^### `([^`]+)`$"));
  QString section;
  for (const QString& line : QString::fromUtf8(markdown).split(u'\n')) {
    if (line.startsWith(u'#')) section = heading.match(line).captured(1);
    if (section.isEmpty() || !line.startsWith(QStringLiteral("| `"))) continue;
    QStringList cells = line.split(u'|').mid(1);
    cells.removeLast();
    for (QString& cell : cells)
      cell = cell.trimmed();
    row(section, cells);
  }
}

bool is_of_plain_type(const Json& value, const std::string& type) {
  if (type == "any") return true;
  if (type == "integer") return value.is_number_integer();
  if (type == "number") return value.is_number();
  if (type == "text") return value.is_string();
  if (type == "number or text") return value.is_number() || value.is_string();
  if (type == "boolean") return value.is_boolean();
  if (type == "plan")
    return value.is_object() && value.contains("format") && value["format"] == "zero-plan/1";
  throw std::runtime_error("docs/json.md does not explain the type " + type);
}

}  // namespace

JsonDocumentation::JsonDocumentation(const QByteArray& markdown) {
  constexpr qsizetype columns = 5;
  static const QRegularExpression link(QStringLiteral("\\[([^\\]]+)\\]\\([^)]*\\)"));
  for_each_row(markdown, [&](const QString& section, QStringList cells) {
    if (cells.size() != columns) return;
    for (const QString& key : codes_in(cells[0])) {
      const Place place{section.toStdString(), key.toStdString()};
      const QString type = QString(cells[1]).replace(link, QStringLiteral("[\\1]"));
      if (!rows_.insert({place, {type.toStdString(), cells[3].toStdString()}}).second)
        throw std::runtime_error("docs/json.md documents " + place.second + " of " + place.first + " twice");
    }
  });
  for (const auto& [place, row] : rows_) {
    const Place parent = parent_of(place.first, place.second);
    const std::size_t begin = parent.second.empty() ? 0 : parent.second.size() + 1;
    children_[parent][place.second.substr(begin)] = place;
  }
}

/// Returns the nearest documented key above `key`, whose name may have dots in it.
JsonDocumentation::Place JsonDocumentation::parent_of(const std::string& section,
                                                      const std::string& key) const {
  for (std::size_t dot = key.rfind('.'); dot != std::string::npos;
       dot = dot == 0 ? std::string::npos : key.rfind('.', dot - 1)) {
    const std::string parent = key.substr(0, dot);
    const std::string list = parent.ends_with("[]") ? parent.substr(0, parent.size() - 2) : parent;
    if (rows_.contains({section, list})) return {section, parent};
  }
  return {section, ""};
}

std::vector<std::string> JsonDocumentation::differences(const Json& document, bool is_brief) {
  Reading reading{is_brief};
  const std::string format = document.is_object() ? document.value("format", "") : "";
  read_object(document, {{format, ""}}, format, reading);
  return reading.differences;
}

void JsonDocumentation::read(const Json& value, std::string type, const std::vector<Place>& places,
                             const std::string& where, Reading& reading) {
  if (type.ends_with(or_null)) {
    if (value.is_null()) return;
    type.resize(type.size() - or_null.size());
  }
  if (type.starts_with(list_of) && value.is_array()) {
    std::vector<Place> elements = places;
    for (Place& place : elements)
      place.second += "[]";
    for (const Json& element : value)
      read(element, type.substr(list_of.size()), elements, where + "[]", reading);
  } else if (type.starts_with(object_of) && value.is_object()) {
    for (const Json& member : value)
      read(member, type.substr(object_of.size()), {}, where + ".*", reading);
  } else if (type.starts_with('[')) {
    std::vector<Place> all = places;
    all.emplace_back(type.substr(1, type.size() - 2), "");
    read_object(value, all, where, reading);
  } else if (type == "object") {
    read_object(value, places, where, reading);
  } else if (type.starts_with(list_of) || type.starts_with(object_of) || !is_of_plain_type(value, type)) {
    reading.differences.push_back(where + " is no " + type + ": " + value.dump().substr(0, 60));
  }
}

void JsonDocumentation::read_object(const Json& value, const std::vector<Place>& places,
                                    const std::string& where, Reading& reading) {
  if (!value.is_object()) {
    reading.differences.push_back(where + " is no object: " + value.dump().substr(0, 60));
    return;
  }
  std::map<std::string, Place> documented;
  for (const Place& place : places)
    if (const auto found = children_.find(place); found != children_.end())
      documented.insert(found->second.begin(), found->second.end());
  for (const auto& [name, member] : value.items())
    if (!documented.contains(name)) reading.differences.push_back(where + "." + name + " is not documented");
  for (const auto& [name, row] : documented)
    read_member(value, name, row, where + "." + name, reading);
}

void JsonDocumentation::read_member(const Json& object, const std::string& name, const Place& place,
                                    const std::string& where, Reading& reading) {
  Row& row = rows_.at(place);
  const bool is_left_out = reading.is_brief && row.when.ends_with(not_brief);
  if (const auto member = object.find(name); member != object.end()) {
    if (is_left_out) reading.differences.push_back(where + " is there with --brief");
    ++row.present;
    if (!member->is_null()) ++row.with_value;
    read(*member, row.type, {place}, where, reading);
  } else {
    if (!reading.is_brief) ++row.absent;
    if (row.when.empty() || (row.when == not_brief && !is_left_out))
      reading.differences.push_back(where + " is missing");
  }
}

std::vector<std::string> JsonDocumentation::never_seen() const {
  std::vector<std::string> lines;
  for (const auto& [place, row] : rows_) {
    const std::string key = place.first + ": " + place.second;
    const bool is_conditional = !row.when.empty() && row.when != not_brief;
    if (row.present == 0)
      lines.push_back(key + " never occurs");
    else if (row.with_value == 0)
      lines.push_back(key + " is always null");
    else if (is_conditional && row.absent == 0)
      lines.push_back(key + " is always there, not only: " + row.when);
  }
  return lines;
}

}  // namespace zp::test
