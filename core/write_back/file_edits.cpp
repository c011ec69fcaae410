// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <optional>
#include <utility>

#include "core/shell/shell_words.h"
#include "core/text/python_tree.h"
#include "core/text/text_edits.h"
#include "core/text/toml_tree.h"
#include "core/write_back/file_edits_json.h"
#include "core/write_back/written_values_json.h"

namespace zp::write_back_io {
namespace {

/// Returns the end of the quoted text that begins at `begin`; npos if it does not end on the same line.
std::size_t end_of_quotes(std::string_view text, std::size_t begin) {
  const char quote = text[begin];
  for (std::size_t at = begin + 1; at < text.size() && text[at] != '\n'; ++at) {
    if (text[at] == '\\' && quote == '"') {
      ++at;
    } else if (text[at] == quote && quote == '\'' && at + 1 < text.size() && text[at + 1] == quote) {
      ++at;
    } else if (text[at] == quote) {
      return at + 1;
    }
  }
  return std::string_view::npos;
}

/// Returns the end of a YAML scalar; the span in the tree of a quoted scalar extends to the end of its line.
std::size_t end_of_scalar(std::string_view text, std::size_t begin, std::size_t end) {
  const bool is_quoted = begin < text.size() && (text[begin] == '"' || text[begin] == '\'');
  return is_quoted ? end_of_quotes(text, begin) : end;
}

/// Returns the end of a bracketed list on one line; npos if it does not end there.
std::size_t end_of_brackets(std::string_view text, std::size_t begin) {
  for (std::size_t at = begin; at < text.size() && text[at] != '\n';) {
    if (text[at] == '"' || text[at] == '\'') {
      at = end_of_quotes(text, at);
      continue;
    }
    if (text[at++] == ']') return at;
  }
  return std::string_view::npos;
}

TextSpan span_in_yaml(std::string_view text, TextSpan span) {
  if (text[span.begin] == '[') {
    span.end = end_of_brackets(text, span.begin);
  } else if (text.substr(span.begin, 2) == "- ") {
    while (span.end > span.begin && is_shell_blank(text[span.end - 1]))
      --span.end;
    const std::size_t item = text.rfind("- ", span.end);
    if (item != std::string_view::npos && item >= span.begin)
      span.end = std::max(end_of_scalar(text, item + 2, span.end), item + 2);
  } else {
    span.end = end_of_scalar(text, span.begin, span.end);
  }
  return span;
}

/// Returns the span of an option's value in a script: one word or several, the part of a word after "=", or
/// the default in "${X:-4}".
TextSpan span_in_script(std::string_view script, const ReadKey& key) {
  TextSpan span = key.span;
  const std::size_t last = span.end - 1;
  const char before = span.begin > 0 ? script[span.begin - 1] : '\0';
  const bool is_in_quotes = (before == '"' || before == '\'') && script[span.begin] != before;
  span.end = is_in_quotes ? script.find(before, last) : end_of_shell_word(script, last);
  if (span.end == std::string_view::npos ||
      script.substr(span.begin, span.end - span.begin).find('\n') != std::string_view::npos)
    return {};
  if (key.key_span.size() > 0 && span.begin == key.key_span.begin) {
    const std::size_t equals = script.substr(span.begin, span.end - span.begin).find('=');
    if (equals == std::string_view::npos) return {};
    span.begin += equals + 1;
  }
  const std::string_view raw = script.substr(span.begin, span.end - span.begin);
  const std::size_t named = raw.find("${");
  const std::size_t minus = raw.find('-', named == std::string_view::npos ? 0 : named);
  const std::size_t closing = raw.find('}', named == std::string_view::npos ? 0 : named);
  const bool has_default = named != std::string_view::npos && minus < closing && closing < raw.size();
  if (has_default) return {span.begin + minus + 1, span.begin + closing};
  return span;
}

/// Returns the leading blanks of the line.
std::string margin_of_line(std::string_view text, std::size_t place) {
  const std::size_t line = text.rfind('\n', place);
  const std::size_t begin = line == std::string_view::npos ? 0 : line + 1;
  const std::string_view margin = text.substr(begin, place - begin);
  return margin.find_first_not_of(" \t") == std::string_view::npos ? std::string(margin) : "?";
}

std::size_t end_of_line(std::string_view text, std::size_t place) {
  return std::min(text.find('\n', place), text.size());
}

FileEdit line_behind(std::string_view text, const TextSpan& value, std::string line) {
  const std::size_t end = end_of_line(text, value.end);
  const bool has_return = end > 0 && end < text.size() && text[end - 1] == '\r';
  FileEdit edit;
  if (end == text.size()) {
    edit.span = {end, end};
    edit.replacement = '\n' + line;
  } else {
    edit.span = {end + 1, end + 1};
    edit.replacement = line + (has_return ? "\r\n" : "\n");
  }
  return edit;
}

}  // namespace

const std::string& text_of(const ImportFile& file, ImportPart part) {
  static const std::string nothing;
  return part == ImportPart::file        ? file.text
         : part == ImportPart::ds_config ? file.ds_config
         : part == ImportPart::training  ? file.training
                                         : nothing;
}

std::string& text_of(ImportFile& file, ImportPart part) {
  return part == ImportPart::ds_config  ? file.ds_config
         : part == ImportPart::training ? file.training
                                        : file.text;
}

Syntax syntax_of(const std::string& text) {
  if (looks_like_toml(text)) return Syntax::toml;
  if (looks_like_python(text)) return Syntax::python;
  const std::size_t begin = text.find_first_not_of(" \t\r\n\xEF\xBB\xBF");
  if (begin != std::string::npos && text[begin] == '{') return Syntax::json;
  try {
    return kind_of_import(text) == ImportKind::job ? Syntax::shell : Syntax::yaml;
  } catch (const FileError&) {
    return Syntax::yaml;
  }
}

std::optional<ImportFile> with_edits(ImportFile file, FileEdits edits) {
  for (const ImportPart part : {ImportPart::file, ImportPart::ds_config, ImportPart::training}) {
    text_io::TextEdits of_text;
    bool has_any = false;
    for (FileEdit& edit : edits) {
      if (edit.part != part) continue;
      has_any = true;
      if (!of_text.add({{edit.span, edit.replacement}})) return std::nullopt;
    }
    std::string& text = text_of(file, part);
    if (has_any) text = of_text.applied_to(text);
  }
  return file;
}

TextSpan value_span(const ImportFile& file, const ReadKey& key) {
  const std::string& text = text_of(file, key.part);
  if (key.span.size() == 0 || key.span.end > text.size() || key.key_span.end > text.size()) return {};
  TextSpan span = key.span;
  switch (syntax_of(text)) {
    case Syntax::yaml:
      span = span_in_yaml(text, span);
      break;
    case Syntax::shell:
      span = span_in_script(text, key);
      break;
    case Syntax::json:
    case Syntax::toml:
    case Syntax::python:
      break;
  }
  return span.end > text.size() || span.end <= span.begin ? TextSpan{} : span;
}

FileEdits removal_of_flag(const ImportFile& file, const ReadKey& key) {
  const std::string& text = text_of(file, key.part);
  if (key.part == ImportPart::none || key.span.size() > 0 || key.key_span.size() == 0) return {};
  if (syntax_of(text) != Syntax::shell || text.compare(key.key_span.begin, 2, "--") != 0) return {};
  std::size_t begin = key.key_span.begin;
  const std::size_t end = end_of_shell_word(text, begin);
  while (begin > 0 && (text[begin - 1] == ' ' || text[begin - 1] == '\t'))
    --begin;
  const bool is_first_of_line = begin == 0 || text[begin - 1] == '\n';
  FileEdit edit;
  edit.part = key.part;
  edit.span = is_first_of_line ? TextSpan{key.key_span.begin, end} : TextSpan{begin, end};
  edit.key = key.key;
  edit.before = text.substr(key.key_span.begin, end - key.key_span.begin);
  return {std::move(edit)};
}

FileEdits addition_behind(const ImportFile& file, const ReadKey& anchor, const std::string& name,
                          const text_io::Json& value, bool is_flag) {
  const std::string& text = text_of(file, anchor.part);
  const Syntax syntax = syntax_of(text);
  const TextSpan behind = value_span(file, anchor);
  if (behind.size() == 0) return {};
  FileEdit edit;
  const std::string written = written_value(syntax, "", value);
  if (syntax == Syntax::shell) {
    const std::string_view raw = std::string_view(text).substr(anchor.key_span.begin);
    const bool is_option = raw.starts_with('-');
    const bool is_behind_key = behind.begin > anchor.key_span.begin;
    const std::size_t end =
        end_of_shell_word(text, is_behind_key ? anchor.span.end - 1 : anchor.key_span.begin);
    if (!is_behind_key || text.find('\n', anchor.key_span.begin) < behind.begin) return {};
    edit.span = {end, end};
    edit.replacement = !is_option ? ' ' + name + '=' + written
                       : is_flag  ? " --" + name
                                  : " --" + name + ' ' + written;
  } else if (syntax == Syntax::json) {
    const std::string before = text.substr(0, anchor.key_span.begin);
    const std::size_t line = before.rfind('\n');
    std::string between = ", ";
    if (line != std::string::npos && before.find_first_not_of(" \t\r\n", line) == std::string::npos)
      between = ',' + before.substr(line);
    edit.span = {behind.end, behind.end};
    edit.replacement = between + '"' + name + "\": " + written;
  } else if (syntax == Syntax::python) {
    return {};
  } else {
    const std::string margin = margin_of_line(text, anchor.key_span.begin);
    if (margin == "?") return {};
    edit = line_behind(text, behind, margin + name + (syntax == Syntax::toml ? " = " : ": ") + written);
  }
  edit.part = anchor.part;
  edit.key = name;
  edit.after = written;
  return {std::move(edit)};
}

}  // namespace zp::write_back_io
