// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/run/lines.h"

#include <algorithm>
#include <array>

#include "core/run/scan.h"
#include "core/text/limits.h"

namespace zp::run {
namespace {

constexpr char escape = '\x1b';

/// Returns the offset after the escape sequence that begins at `at`: a control sequence ("\x1b[0;32m",
/// "\x1b[A"), a title, or a single letter (ECMA-48).
std::size_t behind_escape(std::string_view text, std::size_t at) {
  std::size_t end = at + 1;
  if (end >= text.size()) return text.size();
  if (text[end] == ']') {
    while (end < text.size() && text[end] != '\a' && text[end] != escape)
      ++end;
    return std::min(end + 1, text.size());
  }
  if (text[end] != '[') return end + 1;
  ++end;
  while (end < text.size() && (text[end] < '@' || text[end] > '~'))
    ++end;
  return std::min(end + 1, text.size());
}

/// Writes the text without colour codes, and with spaces for NULs and other control characters.
void clean(std::string_view text, std::string& out) {
  out.clear();
  for (std::size_t i = 0; i < text.size();) {
    if (text[i] == escape) {
      i = behind_escape(text, i);
      continue;
    }
    const auto c = static_cast<unsigned char>(text[i++]);
    out += c < 0x20 && c != '\t' ? ' ' : static_cast<char>(c);
  }
}

/// Decodes escaped quote marks and colour codes in a JSON text, "\\"" and "\\u001b[31m".
void unescape(std::string& text) {
  constexpr std::string_view colour = "\\u001b";
  std::size_t out = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const std::string_view rest = std::string_view(text).substr(i);
    if (rest.starts_with(colour)) {
      const std::size_t end = rest.find('m');
      if (end != std::string_view::npos && end < colour.size() + 8) {
        i += end;
        continue;
      }
    }
    if (rest.starts_with("\\\"") || rest.starts_with("\\/")) ++i;
    text[out++] = text[i];
  }
  text.resize(out);
}

bool needs_cleaning(std::string_view text) {
  return std::ranges::any_of(text, [](char c) { return static_cast<unsigned char>(c) < 0x20 && c != '\t'; });
}

/// A prefix that a launcher or platform adds to a line; the number in it is a rank if `names_rank`.
struct Prefix {
  std::string_view before, behind;
  bool names_rank;
};

/// Prefixes of torch ("[rank7]: "), torchrun --tee ("[default3]:"), mpirun ("[1,5]<stdout>:"), srun -l ("5:
/// ").
constexpr auto prefixes = std::to_array<Prefix>({{"[rank", "]:", true},
                                                 {"[default", "]:", true},
                                                 {"[1,", "]<stdout>:", true},
                                                 {"[1,", "]<stderr>:", true},
                                                 {"", ": ", true},
                                                 {"worker-", ": ", false}});

/// Skips "2025-11-12T11:25:13.4961658Z ", the time stamp of GitHub and Kubernetes before every line; returns
/// true if there is one.
bool skip_stamp(Scan& scan) {
  const std::string_view text = scan.rest();
  const std::size_t space = text.find(' ');
  if (space == std::string_view::npos || space < 20 || space > 36 || text[10] != 'T' ||
      text[space - 1] != 'Z')
    return false;
  scan.drop(space + 1);
  return true;
}

/// Skips the "(WorkerDict pid=4242, ip=10.0.0.5) " of Ray and vLLM and returns the process's number; 0 if the
/// line has no such prefix.
int skip_process(Scan& scan) {
  if (scan.next() != '(') return 0;
  constexpr std::size_t longest = 120;
  const std::string_view text = scan.rest().substr(0, longest);
  const std::size_t pid = text.find(" pid="), end = text.find(')');
  if (pid == std::string_view::npos || end == std::string_view::npos || pid > end) return 0;
  Scan number(text.substr(pid + 5));
  const std::optional<int> process = whole(number.number());
  if (!process || *process <= 0) return 0;
  scan.drop(end + 1);
  scan.skip(" ");
  return *process;
}

void take_prefix(LogLine& line) {
  Scan scan(line.text);
  skip_stamp(scan);
  line.process = skip_process(scan);
  while (scan.skip("> ") || scan.skip(">")) {
  }
  for (const Prefix& prefix : prefixes) {
    Scan trial = scan;
    if (!trial.skip(prefix.before) || !is_digit(trial.next())) continue;
    const std::optional<int> rank = whole(trial.number());
    if (!rank || !(trial.skip(prefix.behind) || (trial.rest() == trimmed(prefix.behind)))) continue;
    if (prefix.names_rank) line.rank = rank;
    trial.skip(" ");
    scan = trial;
    break;
  }
  line.text = scan.rest();
  if (line.rank) return;
  Scan rest_of_line(line.text);
  const bool has_rank =
      rest_of_line.find("[Rank ") || rest_of_line.find("[RANK:") || rest_of_line.find("rank=");
  if (has_rank) {
    const std::optional<int> rank = whole(rest_of_line.number());
    if (rank && *rank >= 0) line.rank = rank;
  }
}

/// The end of a piece of text, and the beginning of the next piece.
struct Piece {
  std::size_t end, next;
  bool ends_line;
};
Piece piece_at(std::string_view text, std::size_t at, bool is_within_json) {
  const std::string_view window = text.substr(at, longest_log_piece);
  const std::size_t end = window.find_first_of("\r\n");
  if (is_within_json)
    if (const std::size_t escaped = window.substr(0, end).find("\\n"); escaped != std::string_view::npos)
      return {at + escaped, at + escaped + 2, false};
  if (end == std::string_view::npos) return {at + window.size(), at + window.size(), false};
  const std::size_t stop = at + end;
  if (text[stop] == '\n') return {stop, stop + 1, true};
  const bool windows = stop + 1 < text.size() && text[stop + 1] == '\n';
  return {stop, stop + (windows ? 2U : 1U), windows};
}

}  // namespace

bool Lines::next(LogLine& line) {
  if (at_ >= text_.size()) return false;
  if (is_at_start_) {
    const std::string_view begin = trimmed(text_.substr(at_, 64));
    is_within_json_ = begin.starts_with('{') || begin.starts_with('"');
  }
  const Piece piece = piece_at(text_, at_, is_within_json_);
  line = {text_.substr(at_, piece.end - at_), number_, std::nullopt, 0, piece.end == text_.size()};
  at_ = piece.next;
  is_at_start_ = piece.ends_line;
  if (piece.ends_line) ++number_;
  const bool has_escapes = is_within_json_ && line.text.find('\\') != std::string_view::npos;
  if (has_escapes || needs_cleaning(line.text)) {
    clean(line.text, clean_);
    if (has_escapes) unescape(clean_);
    line.text = clean_;
  }
  take_prefix(line);
  return true;
}

std::string Lines::joined(const LogLine& line, int count, std::string_view between) const {
  std::string text(line.text);
  Lines ahead = *this;
  LogLine next;
  for (int i = 0; i < count && ahead.next(next); ++i)
    text.append(between).append(next.text);
  return text;
}

}  // namespace zp::run
