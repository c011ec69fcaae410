// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>

/// Encodes bytes as letters, digits, - and _, which mail, chat and URLs do not change.
namespace zp {

/// Returns base64url without padding, RFC 4648 §5.
std::string base64url(std::string_view bytes);
/// Returns the decoded bytes; nullopt if the text is not a result of base64url().
std::optional<std::string> from_base64url(std::string_view text);

}  // namespace zp
