// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>

/// Bytes as letters, digits, - and _, which mail, chat and URLs leave alone.
namespace zp {

/// base64url without padding, RFC 4648 §5.
std::string base64url(std::string_view bytes);
/// Nothing where the text is not what base64url() writes.
std::optional<std::string> from_base64url(std::string_view text);

}  // namespace zp
