// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/shell/shell_syntax.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <string>
#include <utility>

#include "core/shell/shell_words.h"

namespace zp {
namespace {

/// Forms nested more deeply than this are read as plain words.
constexpr int deepest_command = 50;

enum class TokenKind : std::uint8_t { word, sign, line_end, end };

struct Token {
  TokenKind kind{};
  std::string_view text;
};

constexpr auto signs = std::to_array<std::string_view>(
    {"<<<", "<<-", "&>>", "2>&1", "1>&2", ";;&", "&&", "||", ";;", ";&", "<<", ">>", "2>",
     "1>",  "&>",  ">&",  "|&",   ">|",   ";",   "&",  "|",  "<",  ">",  "(",  ")"});

bool is_redirection(std::string_view sign) { return sign.find_first_of("<>") != std::string_view::npos; }

class Parser {
 public:
  explicit Parser(std::string_view script) : script_(script) {}

  ShellCommandList parse() {
    ShellCommandList all;
    while (peek().kind != TokenKind::end) {
      ShellCommandList part = list({});
      std::ranges::move(part, std::back_inserter(all));
      if (peek().kind != TokenKind::end) (void)next();  // skips a keyword that closes no form
    }
    return all;
  }

 private:
  using Ends = std::vector<std::string_view>;

  void skip_blanks() {
    while (at_ < script_.size()) {
      const char c = script_[at_];
      if (c == '\\' && at_ + 1 < script_.size() && script_[at_ + 1] == '\n')
        at_ += 2;
      else if (c == '\\' && script_.substr(at_ + 1).starts_with("\r\n"))
        at_ += 3;
      else if (c == ' ' || c == '\t' || c == '\r')
        ++at_;
      else if (c == '#')
        at_ = std::min(script_.find('\n', at_), script_.size());
      else
        return;
    }
  }

  /// Returns the end of `<path to model>`, a placeholder in published scripts that bash would take for
  /// redirections; `at_` for anything else.
  [[nodiscard]] std::size_t end_of_blank_to_fill_in() const {
    const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
    if (script_[at_] != '<' || at_ + 1 >= script_.size() || !is_letter(script_[at_ + 1])) return at_;
    std::size_t end = at_ + 1;
    while (end < script_.size() && (is_shell_name(script_[end]) ||
                                    std::string_view(" ./-").find(script_[end]) != std::string_view::npos))
      ++end;
    if (end >= script_.size() || script_[end] != '>' || script_[end - 1] == ' ') return at_;
    ++end;
    return end == script_.size() || is_shell_blank(script_[end]) || script_[end] == '/' ? end : at_;
  }

  Token read_token() {
    skip_blanks();
    if (at_ >= script_.size()) return {TokenKind::end, {}};
    if (script_[at_] == '\n') {
      const bool has_documents = at_ == line_with_documents_;
      const std::string_view text = script_.substr(at_, 1);
      at_ = has_documents ? documents_end_ : at_ + 1;
      return {TokenKind::line_end, text};
    }
    if (const std::size_t end = end_of_blank_to_fill_in(); end > at_) {
      const std::size_t begin = at_;
      const bool goes_on = end < script_.size() && script_[end] == '/';
      at_ = goes_on ? end_of_shell_word(script_, end) : end;
      return {TokenKind::word, script_.substr(begin, at_ - begin)};
    }
    for (const std::string_view sign : signs)
      if (script_.substr(at_).starts_with(sign)) {
        at_ += sign.size();
        return {TokenKind::sign, script_.substr(at_ - sign.size(), sign.size())};
      }
    const std::size_t begin = at_;
    at_ = end_of_shell_word(script_, begin);
    return {TokenKind::word, script_.substr(begin, at_ - begin)};
  }

  const Token& peek() {
    if (!has_token_) {
      before_ = at_;
      token_ = read_token();
      has_token_ = true;
    }
    return token_;
  }
  Token next() {
    const Token token = peek();
    has_token_ = false;
    return token;
  }
  bool is_word(std::string_view text) { return peek().kind == TokenKind::word && peek().text == text; }
  bool is_sign(std::string_view text) { return peek().kind == TokenKind::sign && peek().text == text; }
  bool take_word(std::string_view text) {
    if (!is_word(text)) return false;
    (void)next();
    return true;
  }
  void skip_line_ends() {
    while (peek().kind == TokenKind::line_end || is_sign(";"))
      (void)next();
  }

  /// Reads the lines of a here-document, which begin after this line, or after another here-document of this
  /// line.
  void read_here_document(ShellRedirection& redirection) {
    redirection.is_quoted = redirection.target.find_first_of("'\"\\") != std::string_view::npos;
    std::string word(redirection.target);
    std::erase_if(word, [](char c) { return c == '\'' || c == '"' || c == '\\'; });
    if (at_ >= line_with_documents_ || documents_end_ < at_) {
      line_with_documents_ = std::min(script_.find('\n', at_), script_.size());
      documents_end_ = std::min(line_with_documents_ + 1, script_.size());
    }
    std::size_t at = documents_end_, end = at;
    while (at < script_.size()) {
      const std::size_t line_end = std::min(script_.find('\n', at), script_.size());
      std::string_view line = script_.substr(at, line_end - at);
      if (line.ends_with('\r')) line.remove_suffix(1);
      if (redirection.sign == "<<-") line.remove_prefix(std::min(line.find_first_not_of('\t'), line.size()));
      at = std::min(line_end + 1, script_.size());
      if (line == word) break;
      end = at;
    }
    redirection.body = script_.substr(documents_end_, end - documents_end_);
    documents_end_ = at;
  }

  [[nodiscard]] bool is_end(const Ends& ends) {
    const Token& token = peek();
    if (token.kind == TokenKind::end) return true;
    return token.kind != TokenKind::line_end && std::ranges::find(ends, token.text) != ends.end();
  }

  /// Reads commands up to one of the keywords that end the form.
  ShellCommandList list(const Ends& ends) {
    ShellCommandList all;
    while (true) {
      while (peek().kind == TokenKind::line_end || is_sign(";") || is_sign("&"))
        (void)next();
      if (is_end(ends)) return all;
      const std::size_t place = before_;
      ShellCommandTree tree = command();
      if (is_sign("&&")) tree.join = ShellJoin::then;
      if (is_sign("||")) tree.join = ShellJoin::otherwise;
      if (is_sign("|") || is_sign("|&")) tree.join = ShellJoin::pipe;
      const bool has_join = tree.join != ShellJoin::none;
      if (has_join) {
        (void)next();
        while (peek().kind == TokenKind::line_end)
          (void)next();
      }
      all.push_back(std::move(tree));
      (void)peek();
      if (!has_join && before_ == place) (void)next();  // skips an operator that begins no command
    }
  }

  ShellCommandTree command() {
    if (depth_ >= deepest_command || peek().kind != TokenKind::word) return group_or_simple();
    ++depth_;
    ShellCommandTree made;
    const std::string_view word = peek().text;
    if (word == "!") {
      (void)next();
      made = command();
      made.is_negated = !made.is_negated;
      --depth_;
      return made;
    }
    if (word == "if")
      made = condition();
    else if (word == "for" || word == "select")
      made = for_each();
    else if (word == "while" || word == "until")
      made = loop();
    else if (word == "case")
      made = choice();
    else if (word == "{")
      made = group("}");
    else if (word == "[[")
      made = test();
    else
      made = group_or_simple();
    --depth_;
    redirections(made);
    return made;
  }

  void redirections(ShellCommandTree& made) {
    while (peek().kind == TokenKind::sign && is_redirection(peek().text))
      redirection(made);
  }

  void redirection(ShellCommandTree& made) {
    ShellRedirection redirection;
    redirection.sign = next().text;
    if (peek().kind == TokenKind::word && redirection.sign != "2>&1" && redirection.sign != "1>&2")
      redirection.target = next().text;
    if (redirection.sign == "<<" || redirection.sign == "<<-") read_here_document(redirection);
    made.redirections.push_back(redirection);
  }

  ShellCommandTree condition() {
    ShellCommandTree made;
    made.form = ShellForm::condition;
    (void)next();
    (void)peek();
    const std::size_t begin = before_;
    do {
      made.parts.push_back(list({"then"}));
      if (made.source.empty()) made.source = script_.substr(begin, before_ - begin);
      (void)take_word("then");
      made.parts.push_back(list({"elif", "else", "fi"}));
    } while (take_word("elif"));
    if (take_word("else")) made.parts.push_back(list({"fi"}));
    (void)take_word("fi");
    return made;
  }

  std::string_view word_or_nothing() {
    return peek().kind == TokenKind::word ? next().text : std::string_view();
  }

  void body(ShellCommandTree& made) {
    skip_line_ends();
    const bool is_in_braces = is_word("{");
    (void)next();
    made.parts.push_back(list({is_in_braces ? std::string_view("}") : std::string_view("done")}));
    (void)next();
  }

  ShellCommandTree for_each() {
    ShellCommandTree made;
    made.form = ShellForm::for_each;
    (void)next();
    if (is_sign("(")) {  // for ((…)): counts, whose values are unknown here
      while (peek().kind != TokenKind::end && !is_word("do"))
        (void)next();
      made.form = ShellForm::loop;
      body(made);
      return made;
    }
    made.name = word_or_nothing();
    while (peek().kind == TokenKind::line_end)
      (void)next();
    if (take_word("in"))
      while (peek().kind == TokenKind::word)
        made.words.push_back(next().text);
    body(made);
    return made;
  }

  ShellCommandTree loop() {
    ShellCommandTree made;
    made.form = ShellForm::loop;
    const bool is_while = next().text == "while";
    ShellCommandList test = list({"do"});
    if (is_while) made.parts.push_back(std::move(test));
    body(made);
    return made;
  }

  ShellCommandTree choice() {
    ShellCommandTree made;
    made.form = ShellForm::choice;
    (void)next();
    made.words.push_back(word_or_nothing());
    skip_line_ends();
    (void)take_word("in");
    while (true) {
      skip_line_ends();
      if (is_word("esac") || peek().kind == TokenKind::end) break;
      std::vector<std::string_view> patterns;
      while (peek().kind != TokenKind::end && peek().kind != TokenKind::line_end && !is_sign(")")) {
        const Token token = next();
        if (token.kind == TokenKind::word) patterns.push_back(token.text);
      }
      (void)next();
      made.patterns.push_back(std::move(patterns));
      made.parts.push_back(list({";;", ";&", ";;&", "esac"}));
      if (!is_word("esac")) (void)next();
    }
    (void)take_word("esac");
    return made;
  }

  ShellCommandTree group(std::string_view end) {
    ShellCommandTree made;
    made.form = ShellForm::group;
    (void)next();
    made.parts.push_back(list({end}));
    (void)next();
    return made;
  }

  /// Reads `[[ … ]]`, in which operators are words.
  ShellCommandTree test() {
    ShellCommandTree made;
    while (peek().kind != TokenKind::end && peek().kind != TokenKind::line_end) {
      made.words.push_back(next().text);
      if (made.words.back() == "]]") break;
    }
    return made;
  }

  ShellCommandTree group_or_simple() {
    if (is_sign("(") && depth_ < deepest_command) {
      ++depth_;
      ShellCommandTree made = group(")");
      made.form = ShellForm::subshell;
      --depth_;
      return made;
    }
    return simple();
  }

  ShellCommandTree function(std::string_view name) {
    ShellCommandTree made;
    made.form = ShellForm::function;
    made.name = name;
    while (peek().kind == TokenKind::line_end)
      (void)next();
    made.parts.push_back({});
    made.parts.back().push_back(command());
    return made;
  }

  ShellCommandTree simple() {
    ShellCommandTree made;
    while (true) {
      const Token token = peek();
      if (token.kind == TokenKind::word) {
        (void)next();
        if (made.words.size() == 1 && made.words[0] == "function") {
          if (is_sign("(")) (void)next(), (void)next();
          return function(token.text);
        }
        made.words.push_back(token.text);
      } else if (token.kind == TokenKind::sign && is_redirection(token.text)) {
        redirection(made);
      } else if (is_sign("(") && made.words.size() == 1) {
        const std::string_view name = made.words[0];
        (void)next();
        if (is_sign(")")) (void)next();
        return function(name);
      } else {
        return made;
      }
    }
  }

  std::string_view script_;
  std::size_t at_ = 0, before_ = 0;
  std::size_t line_with_documents_ = std::string_view::npos;  ///< end of a line with here-documents
  std::size_t documents_end_ = 0;                             ///< end of the last of these here-documents
  bool has_token_ = false;
  Token token_;
  int depth_ = 0;
};

}  // namespace

ShellCommandList parse_shell(std::string_view script) { return Parser(script).parse(); }

}  // namespace zp
