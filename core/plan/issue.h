// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace zp {

/// How bad an issue is, worst first.
enum class Severity : std::uint8_t {
  refused,      ///< DeepSpeed stops with an error
  fails_later,  ///< starts, and stops later (out of memory, an assertion in the first step)
  ignored,      ///< accepted, and silently without effect
  slow,
  wasteful,
  style,  ///< worth knowing
};
std::string_view name_of(Severity severity);  ///< "refused", "fails_later", …

/// Something about a plan or a file that its user should know. `path` is the dotted key it belongs to
/// ("zero.offload_param"), `fix` says what to do, in words.
struct Issue {
  Severity severity = Severity::style;
  std::string code;
  std::string path;
  std::string message;
  std::string fix;
  std::string source = {};  ///< where the rule was read, where it says more than the message; "" else

  bool operator==(const Issue&) const = default;
};

}  // namespace zp
