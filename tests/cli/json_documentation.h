// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "tests/cli/program.h"

/// docs/json.md, read for tests. Its headings "### `NAME`" begin the section of a JSON object; rows of tables
/// with the columns key, type, unit, when and meaning document keys.
namespace zp::test {

/// The keys that the page documents, with a note of which of them appeared in documents.
class JsonDocumentation {
 public:
  /// Throws std::runtime_error if a section documents a key twice.
  explicit JsonDocumentation(const QByteArray& markdown);

  /// Returns the differences between a document and the page, one per line: keys that are not documented, are
  /// missing, or have another type. `is_brief` says that the document is one of `estimate --brief`. Throws
  /// std::runtime_error for a type that the page does not explain.
  std::vector<std::string> differences(const Json& document, bool is_brief = false);

  /// Returns a line for each documented thing that the documents given to differences() have not shown: a
  /// key, the absence of a conditional key, or a value other than null.
  [[nodiscard]] std::vector<std::string> never_seen() const;

 private:
  struct Row {
    std::string type;
    std::string when;  ///< "" means always
    int present = 0, absent = 0, with_value = 0;
  };
  /// An object that a section describes: the section and the key that holds the object, "" for
  /// the whole section.
  using Place = std::pair<std::string, std::string>;
  struct Reading {
    bool is_brief = false;
    std::vector<std::string> differences = {};
  };

  [[nodiscard]] Place parent_of(const std::string& section, const std::string& key) const;
  void read(const Json& value, std::string type, const std::vector<Place>& places, const std::string& where,
            Reading& reading);
  void read_object(const Json& value, const std::vector<Place>& places, const std::string& where,
                   Reading& reading);
  void read_member(const Json& object, const std::string& name, const Place& row, const std::string& where,
                   Reading& reading);

  std::map<Place, Row> rows_;                               ///< by section and key
  std::map<Place, std::map<std::string, Place>> children_;  ///< the rows of an object, by the name of the key
};

}  // namespace zp::test
