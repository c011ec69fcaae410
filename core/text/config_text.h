// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/text/limits.h"
#include "core/text/text_node.h"

/// Reads a ds_config as DeepSpeed does, which parses a file (and base64 text) with hjson 3.1, regardless of
/// the file's name (deepspeed/runtime/config.py, DeepSpeedConfig.__init__). Hugging Face's Trainer and
/// accelerate parse the same file with Python's json and pass on a dict, so syntax that only hjson accepts
/// fails there.
namespace zp {

/// Syntax that hjson accepts but strict JSON does not.
enum class Leniency : std::uint8_t {
  comment,
  trailing_comma,
  missing_comma,
  unquoted_key,
  unquoted_string,
  single_quotes,
  no_braces,
  byte_order_mark,
  not_a_number,  ///< NaN or Infinity, which hjson reads as a string
};
inline constexpr int leniency_count = 9;

struct LenientPlace {
  Leniency kind = Leniency::comment;
  TextSpan span;
};

/// The reason why a text cannot be parsed, with its position.
struct TextError {
  std::size_t offset = 0;
  std::string code;     ///< "syntax", "not_utf8", "too_deep", "too_many_values", "number_too_large"
  std::string message;  ///< one sentence
  std::string fix;
};

struct ConfigSource {
  std::string text;
  TextNode root;                      ///< the parsed tree; null if `error` is set
  std::vector<LenientPlace> lenient;  ///< the first `most_config_values` places
  std::optional<TextError> error;
};

/// Parses any text, in linear time; sets `error` for a text that cannot be parsed.
ConfigSource read_config_text(std::string text);

/// Converts byte offsets of a text to lines and columns.
class LineIndex {
 public:
  explicit LineIndex(std::string_view text);
  [[nodiscard]] TextPosition position(std::size_t offset) const;

 private:
  std::string_view text_;
  std::vector<TextPosition> blocks_;  ///< the start of each block of the text
};

}  // namespace zp
