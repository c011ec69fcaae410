// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "ui/inputs/choice_list.h"

namespace zp {

/// Returns the choices that a typed text may mean, the best first, equally good ones in their own order; all
/// of them if nothing is typed. Case, order, spaces and signs do not count: "llama 70", "llama3",
/// "Meta-Llama-3-8B". A word that no choice has is ignored beside one that some choice has. Choices are
/// ranked by how many of the words they have, then by how whole these are.
std::vector<Choice> foundChoices(const std::vector<Choice>& choices, const QString& typed);

/// Returns the choices that a typed text names. It is one choice if the text is its id, text, keyword or
/// repository, with or without the owner ("meta-llama/"); case, spaces and signs do not count. Otherwise it
/// is every selectable choice in which each typed word begins a word; none if a typed word is in no choice,
/// or no choice has all of them.
std::vector<Choice> namedChoices(const std::vector<Choice>& choices, const QString& typed);

/// Returns the selectable choices most similar to the text, best first, at most `most`: for "did you mean".
std::vector<Choice> similarChoices(const std::vector<Choice>& choices, const QString& typed,
                                   std::size_t most);

}  // namespace zp
