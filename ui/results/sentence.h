// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include "ui/model/notice.h"

namespace zp {

/// One line of a list: a fact, how bad it is, and buttons that lead to its place and that settle it.
struct Sentence {
  NoticeLevel level = NoticeLevel::info;
  QString text;
  QString source = {};  ///< where the rule was read, "" if that is not stated
  QString go = {},
          go_spoken = {};  ///< text of the button that leads to the place, and its full name; "" for none
  QString settle = {},
          settle_text = {};  ///< what would settle it, and the text of the button that does so; "" for none
  bool operator==(const Sentence&) const = default;
};

/// The settings in which one list of sentences differs from another.
struct SentenceStyle {
  QString name;         ///< name of the list: "issuesList"
  QString row;          ///< its rows are "notice.0", "notice.1" …
  QString go, settle;   ///< its buttons are "notice.0.show", "notice.0.apply"
  QString go_tip = {};  ///< tool tip of the button that leads to the place
  /// True if the button to the place stands before the sentence, and a click anywhere goes there; else it
  /// stands behind, and the sentence can be selected.
  bool place_first = false;
};

}  // namespace zp
