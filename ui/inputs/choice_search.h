// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "ui/inputs/choice_list.h"

namespace zp {

/// The choices that a typed text means, the best first, equally good ones in their own order; all of them
/// where nothing is typed. Case, order, spaces and signs do not count: "llama 70", "llama3",
/// "Meta-Llama-3-8B". A word of which no choice knows anything is passed over beside one that some choice
/// knows. What counts is how many of the words a choice has, then how whole they stand in it.
std::vector<Choice> foundChoices(const std::vector<Choice>& choices, const QString& typed);

/// What a typed text names. One choice: the one that is called so, by id, text or keywords, and its
/// repository with or without the owner ("meta-llama/", case, spaces and signs do not count), else the only
/// one that can be chosen and has every typed word from the beginning of a word on. Several choices: each of
/// them has every word. None: some word stands in no choice, or no choice has them all.
std::vector<Choice> namedChoices(const std::vector<Choice>& choices, const QString& typed);

/// Those that can be chosen and read most like the text, the most alike first, at most `most`: for "did you
/// mean".
std::vector<Choice> similarChoices(const std::vector<Choice>& choices, const QString& typed,
                                   std::size_t most);

}  // namespace zp
