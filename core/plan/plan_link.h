// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/plan/plan.h"
#include "core/text/file_error.h"

/// A plan as one word that can be mailed, pasted and opened: "zero-planner:plan/1/eyJmb3…", its file as one
/// line of JSON in base64url. Nothing else belongs to it: what it names (a machine profile) is not followed.
namespace zp {

inline constexpr std::string_view plan_link_start = "zero-planner:plan/";

std::string link_of(const PlanDocument& document);

/// Whether the text is meant as a link, whole or broken.
[[nodiscard]] inline bool is_plan_link(std::string_view text) { return text.starts_with(plan_link_start); }
/// The first link in a longer text, as of a message that holds one; nothing where there is none.
std::optional<std::string> plan_link_in(std::string_view text);

/// The plan's file. Throws FileError where the link is broken, too long or of a version not known.
std::string text_of_link(std::string_view link);

}  // namespace zp
