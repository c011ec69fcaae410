// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include "ui/model/notice.h"

namespace zp {

/// One line of a list: a sentence, its severity, and buttons that go to its place and apply its fix.
struct Sentence {
  NoticeLevel level = NoticeLevel::info;
  QString text;
  QString source = {};                  ///< source of the rule; "" if not stated
  QString show = {}, show_spoken = {};  ///< text of the button to the place, and its spoken name; "" for none
  QString fix = {},
          fix_text = {};  ///< the fix in words, and the text of the button that applies it; "" for none
  bool operator==(const Sentence&) const = default;
};

/// Settings in which lists of sentences differ.
struct SentenceStyle {
  QString name;           ///< name of the list: "issuesList"
  QString row;            ///< its rows are "notice.0", "notice.1" …
  QString show, fix;      ///< its buttons are "notice.0.show", "notice.0.apply"
  QString show_tip = {};  ///< tool tip of the button that leads to the place
  /// True: the button to the place comes before the sentence, and a click anywhere goes there. False: the
  /// button comes after, and the sentence can be selected.
  bool place_first = false;
};

}  // namespace zp
