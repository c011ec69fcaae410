// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/text/limits.h"

#include <QTemporaryDir>
#include <QtTest>
#include <fstream>
#include <functional>

#include "core/text/config_text.h"
#include "core/text/file_error.h"
#include "core/text/ordered_json.h"
#include "core/text/text_file.h"
#include "core/text/yaml_tree.h"
#include "tests/support/test_main.h"

using namespace zp;

namespace {

std::string repeated(std::string_view part, std::size_t count) {
  std::string text;
  text.reserve(part.size() * count);
  for (std::size_t i = 0; i < count; ++i)
    text += part;
  return text;
}

/// Returns `depth` nested lists.
std::string lists_in_lists(int depth) {
  const auto count = static_cast<std::size_t>(depth);
  return repeated("[", count) + "1" + repeated("]", count);
}
/// Returns a list of numbers that has `values` values, itself included.
std::string list_of(std::size_t values) { return "[" + repeated("1,", values - 2) + "1]"; }
std::string object_of(std::size_t keys) {
  std::string text = "{";
  for (std::size_t i = 0; i < keys; ++i)
    text += (i == 0 ? "\"" : ",\"") + std::to_string(i) + "\":1";
  return text + "}";
}

using Reading = std::function<bool(const std::string& text)>;  ///< returns true if the text is accepted

bool takes_json(const std::string& text) {
  try {
    (void)text_io::parse_json(text);
    return true;
  } catch (const FileError&) {
    return false;
  }
}
bool takes_config(const std::string& text) { return !read_config_text(text).error; }
bool takes_yaml(const std::string& text) {
  try {
    (void)read_yaml(text);
    return true;
  } catch (const FileError&) {
    return false;
  }
}

struct Limit {
  const char* name;
  Reading takes;
  std::string most, more;
};

}  // namespace

Q_DECLARE_METATYPE(Limit)

/// Tests that a text at each limit is read, and one above it is not. The limits of logs and pickles are
/// tested in tests/core/run.
class LimitsTest : public QObject {
  Q_OBJECT

 private slots:
  void the_most_is_taken_and_one_more_is_not_data() {
    QTest::addColumn<Limit>("limit");
    const auto row = [](const Limit& limit) { QTest::newRow(limit.name) << limit; };
    row({"depth of JSON", takes_json, lists_in_lists(deepest_json), lists_in_lists(deepest_json + 1)});
    row({"values of JSON", takes_json, list_of(most_json_values), list_of(most_json_values + 1)});
    row({"keys of JSON", takes_json, object_of(most_json_keys), object_of(most_json_keys + 1)});
    row({"depth of hjson", takes_config, lists_in_lists(deepest_config), lists_in_lists(deepest_config + 1)});
    row({"values of hjson", takes_config, list_of(most_config_values), list_of(most_config_values + 1)});
    row({"depth of YAML", takes_yaml, lists_in_lists(deepest_config), lists_in_lists(deepest_config + 2)});
    row({"values of YAML", takes_yaml, list_of(most_config_values), list_of(most_config_values + 2)});
    row({"aliases of YAML", takes_yaml, "a: &a " + list_of(1'000) + "\nb: [" + repeated("*a,", 18) + "]\n",
         "a: &a " + list_of(1'000) + "\nb: [" + repeated("*a,", 20) + "]\n"});
    row({"anchors of YAML", takes_yaml, "&a " + list_of(most_config_values - 1),
         "&a [&b [&c " + list_of(most_config_values / 2) + "]]"});
  }
  void the_most_is_taken_and_one_more_is_not() {
    QFETCH(Limit, limit);
    QVERIFY(limit.takes(limit.most));
    QVERIFY(!limit.takes(limit.more));
  }

  /// The library reads all tokens of a bracket before it reports the first.
  void brackets_cost_no_more_than_their_limit() {
    for (const char* part : {"1,", "[", "{a: ", "&a ", "!a ", "? a,", "'a',", "\n1,", "*a,"})
      QVERIFY(!takes_yaml("[" + repeated(part, 500'000)));
    QVERIFY(takes_yaml("a: [" + repeated("\"text of a value\",", most_config_values - 2) + "]"));
    QVERIFY(takes_yaml("a: |\n" + repeated("  a, [b] {c}: 'd'\n", 10'000)));
  }

  /// A text is refused when it becomes too long, not after all of it is in memory.
  void a_long_text_costs_no_more_than_its_limit() {
    for (const char* line : {"- a\n", "- - a\n", "a: 1\n", "- {a: [b, c]}\n", "- &a *a\n"})
      QVERIFY(!takes_yaml(repeated(line, 500'000)));
    QVERIFY(!takes_yaml(repeated("[", 100'000)));
    QVERIFY(!takes_yaml(repeated("- ", 100'000)));
    QVERIFY(!takes_yaml(repeated("? ", 100'000)));
  }

  void a_text_file_has_a_size() {
    const QTemporaryDir folder;
    const std::string path = folder.filePath(QStringLiteral("a.json")).toStdString();
    const auto taken = [&path](std::size_t size) {
      std::ofstream(path, std::ios::binary) << std::string(size, ' ');
      try {
        return read_text_file(path).size() == size;
      } catch (const FileError&) {
        return false;
      }
    };
    QVERIFY(taken(largest_text_file));
    QVERIFY(!taken(largest_text_file + 1));
  }
};

ZP_TEST(LimitsTest)
#include "limits_test.moc"
