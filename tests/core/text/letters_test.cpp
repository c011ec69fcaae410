// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/text/letters.h"

#include <rapidcheck.h>

#include <QtTest>
#include <nlohmann/json.hpp>

#include "core/text/config_text.h"
#include "core/text/ordered_json.h"
#include "core/text/utf8.h"
#include "tests/support/test_main.h"

using namespace zp;

/// Tests of letters, characters, paths, and a tree as JSON.
class LettersTest : public QObject {
  Q_OBJECT

 private slots:
  void case_is_that_of_ascii() {
    QCOMPARE(lower_case("AdamW_9 Ä"), std::string("adamw_9 Ä"));
    QVERIFY(same_letters("RMSprop", "rmsPROP"));
    QVERIFY(!same_letters("adam", "adamw"));
    QVERIFY(!same_letters("ä", "Ä"));
  }

  void distance_counts_a_swap_of_neighbours_once() {
    constexpr std::size_t any = 100;
    QCOMPARE(edit_distance("", "abc", any), std::size_t{3});
    QCOMPARE(edit_distance("stage", "stage", any), std::size_t{0});
    QCOMPARE(edit_distance("stgae", "stage", any), std::size_t{1});
    QCOMPARE(edit_distance("subgroup_size", "sub_group_size", any), std::size_t{1});
    QCOMPARE(edit_distance("ca", "abc", any), std::size_t{3});
  }

  void a_distance_beyond_the_most_asked_for_is_one_more_than_it() {
    QVERIFY(rc::check("as far as most", [] {
      const auto letter = rc::gen::elementOf(std::string("ab_"));
      const std::string a = *rc::gen::container<std::string>(letter),
                        b = *rc::gen::container<std::string>(letter);
      const std::size_t most = *rc::gen::inRange<std::size_t>(0, 6);
      RC_ASSERT(edit_distance(a, b, most) == std::min(edit_distance(a, b, a.size() + b.size()), most + 1));
    }));
  }

  void a_path_has_no_dot_before_its_first_key() {
    QCOMPARE(joined("", "a"), std::string("a"));
    QCOMPARE(joined("a.b", "c"), std::string("a.b.c"));
  }

  void a_text_is_shortened_between_characters() {
    QCOMPARE(shortened("short"), std::string("short"));
    std::string long_text, kept;
    for (int i = 0; i < 50; ++i) {
      long_text += "\u00E4";
      if (i < 40) kept += "\u00E4";
    }
    QCOMPARE(shortened(long_text), kept + "…");
    QCOMPARE(shortened("a\x1b[31m"), std::string("a\uFFFD[31m"));
    QCOMPARE(count_characters(kept), std::size_t{40});
  }

  void the_character_around_a_byte() {
    const std::string text = "a\u20ACb";
    for (std::size_t offset = 1; offset <= 3; ++offset)
      QCOMPARE(character_around(text, offset), std::string_view("\u20AC"));
    QCOMPARE(character_around(text, 4), std::string_view("b"));
    QVERIFY(character_around("a\xFF", 1).empty());
    QVERIFY(character_around("\xE2\x82", 1).empty());
  }

  void of_repeated_keys_the_last_counts_at_the_first_s_place() {
    const ConfigSource source = read_config_text(R"({"a": 1, "b": [true, null, "x"], "a": {"c": 1.5}})");
    QCOMPARE(text_io::one_line(text_io::json_of(source.root)),
             std::string(R"({"a":{"c":1.5},"b":[true,null,"x"]})"));
  }
};

ZP_TEST(LettersTest)
#include "letters_test.moc"
