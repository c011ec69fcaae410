// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/plan/plan.h"
#include "core/text/file_error.h"

/// A plan as one word that can be mailed, pasted and opened: "zero-planner:plan/1/eyJmb3…", its file as one
/// line of JSON in base64url. Files that the plan names (a machine profile) are not included.
namespace zp {

inline constexpr std::string_view plan_link_start = "zero-planner:plan/";

std::string link_of(const PlanDocument& document);

/// Returns true if the text starts like a link, whether or not it is valid.
[[nodiscard]] inline bool is_plan_link(std::string_view text) { return text.starts_with(plan_link_start); }
/// Returns the first link in a longer text, such as a message; nullopt if there is none.
std::optional<std::string> plan_link_in(std::string_view text);

/// Returns the plan file's text. Throws FileError if the link is damaged, too long or of an unknown version.
std::string text_of_link(std::string_view link);

}  // namespace zp
