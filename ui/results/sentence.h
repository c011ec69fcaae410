// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include "ui/model/notice.h"

namespace zp {

/// One line of a list: something that is so, how bad it is, the way to its place and the way to settle it.
struct Sentence {
  NoticeLevel level = NoticeLevel::info;
  QString text;
  QString source = {};              ///< where the rule was read, "" where it is not told
  QString go = {}, go_spoken = {};  ///< the button that leads to its place, and its full name; "" for none
  QString settle = {}, settle_text = {};  ///< what would settle it, and the button that does so; "" for none
  bool operator==(const Sentence&) const = default;
};

/// What one list of sentences has otherwise than another.
struct SentenceStyle {
  QString name;         ///< of the list: "issuesList"
  QString row;          ///< its rows are "notice.0", "notice.1" …
  QString go, settle;   ///< and their buttons "notice.0.show", "notice.0.apply"
  QString go_tip = {};  ///< of the button that leads to the place
  /// The way to the place stands before the sentence, and a click anywhere takes it; else it stands behind,
  /// and the sentence can be selected.
  bool place_first = false;
};

}  // namespace zp
