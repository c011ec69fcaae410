// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "ui/inputs/choice_list.h"

namespace zp {

/// Returns the choices that match a typed text, best first, equally good ones in their own order; all of them
/// if nothing is typed. Case, order, spaces and punctuation are ignored: "llama 70", "llama3",
/// "Meta-Llama-3-8B". Words that match no choice are ignored if another word matches. Choices are ranked by
/// the number of matching words, then by how well these match.
std::vector<Choice> foundChoices(const std::vector<Choice>& choices, const QString& typed);

/// Returns the choices that a typed text names. A single choice if the text is its id, text, keyword or
/// repository, with or without the owner ("meta-llama/"), ignoring case, spaces and punctuation. Otherwise
/// every selectable choice in which each typed word begins a word; none if a typed word is in no choice, or
/// no choice has all of them.
std::vector<Choice> namedChoices(const std::vector<Choice>& choices, const QString& typed);

/// Returns the selectable choices most similar to the text, best first, at most `most`; for "did you mean".
std::vector<Choice> similarChoices(const std::vector<Choice>& choices, const QString& typed,
                                   std::size_t most);

}  // namespace zp
