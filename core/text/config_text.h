// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/text/limits.h"
#include "core/text/text_node.h"

/// Reading a ds_config as DeepSpeed does: it gives a file (and base64 text) to hjson, version 3.1, whatever
/// the file's name is (deepspeed/runtime/config.py, DeepSpeedConfig.__init__). Hugging Face's Trainer and
/// accelerate read the same file with Python's json and hand over a dict, so syntax that only hjson takes
/// fails there.
namespace zp {

/// Syntax that strict JSON does not have and hjson takes.
enum class Leniency : std::uint8_t {
  comment,
  trailing_comma,
  missing_comma,
  unquoted_key,
  unquoted_string,
  single_quotes,
  no_braces,
  byte_order_mark,
  not_a_number,  ///< NaN or Infinity, which hjson reads as a text
};
inline constexpr int leniency_count = 9;

struct LenientPlace {
  Leniency kind = Leniency::comment;
  TextSpan span;
};

/// The reason why a text cannot be read, with its place.
struct TextError {
  std::size_t offset = 0;
  std::string code;     ///< "syntax", "not_utf8", "too_deep", "too_many_values", "number_too_large"
  std::string message;  ///< one sentence
  std::string fix;
};

struct ConfigSource {
  std::string text;
  TextNode root;                      ///< the tree that was read; null if `error` is set
  std::vector<LenientPlace> lenient;  ///< the first `most_config_values` places
  std::optional<TextError> error;
};

/// Reads any text; a text that cannot be read sets `error`. Linear in its length.
ConfigSource read_config_text(std::string text);

/// Line and column of byte offsets of one text.
class LineIndex {
 public:
  explicit LineIndex(std::string_view text);
  [[nodiscard]] TextPosition position(std::size_t offset) const;

 private:
  std::string_view text_;
  std::vector<TextPosition> blocks_;  ///< the beginning of each block of the text
};

}  // namespace zp
