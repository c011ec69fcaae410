// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tutorial/fill_text.h"

#include <algorithm>
#include <sstream>

#include "core/units/parse.h"

namespace zp {
namespace {

constexpr std::string_view program = "zero-planner ";
constexpr std::string_view console = "```console";

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);)
    lines.push_back(line);
  return lines;
}

const TutorialStep* step_of(const Tutorial& tutorial, std::string_view id) {
  const auto found = std::ranges::find(tutorial.steps, id, &TutorialStep::id);
  return found == tutorial.steps.end() ? nullptr : &*found;
}

/// The options of a command's block: "```console oom lines=1-9 status=1".
struct Block {
  std::string step;
  std::size_t first = 1, last = std::string::npos;
  int status = 0;
};

/// Fills one text and tracks the current step.
class Filler {
 public:
  Filler(const Tutorial& tutorial, Facts& facts)
      : tutorial_(tutorial), facts_(facts), step_(tutorial.steps.front().id) {}

  FilledText fill() {
    out_ = "# " + tutorial_.title + "\n";
    const std::vector<std::string> lines = lines_of(tutorial_.text);
    for (at_ = 0; at_ < lines.size(); ++at_) {
      if (lines[at_].starts_with(console))
        command(lines);
      else
        prose(lines[at_]);
    }
    return {std::move(out_), std::move(problems_)};
  }

 private:
  void complain(const std::string& sentence) {
    problems_.push_back(tutorial_.name + ".md:" + std::to_string(at_ + 1) + ": " + sentence);
  }

  /// Writes a line of text with its links and expressions; a line that consists of checks is left out.
  void prose(const std::string& line) {
    pictured_ = nullptr;
    const std::string text = expressions(links(line));
    if (!text.empty() || line.empty()) out_ += text + "\n";
    if (pictured_ != nullptr) legend(*pictured_);
  }

  void legend(const TutorialStep& step) {
    int number = 0;
    for (const TutorialMark& mark : step.marks)
      if (!mark.sentence.empty())
        out_ +=
            (number == 0 ? "\n" : "") + std::to_string(number + 1) + ". " + expressions(mark.sentence) + "\n",
            ++number;
  }

  /// Replaces step: and tutorial: in links with the names of files in the same folder.
  std::string links(std::string line) {
    for (const std::string_view kind : {"](step:", "](tutorial:"})
      for (std::size_t begin = line.find(kind); begin != std::string::npos;
           begin = line.find(kind, begin + 1)) {
        const std::size_t from = begin + kind.size(), to = line.find(')', from);
        if (to == std::string::npos) break;
        line.replace(begin + 2, to - begin - 2, target(kind, line.substr(from, to - from), line[0] == '!'));
      }
    return line;
  }

  std::string target(std::string_view kind, const std::string& id, bool is_picture) {
    if (kind == "](tutorial:") return id + ".md";
    const TutorialStep* step = step_of(tutorial_, id);
    if (step == nullptr) {
      complain("There is no step " + id + ".");
      return id;
    }
    if (is_picture) {
      pictured_ = step;
      step_ = step->id;
    }
    return picture_name(tutorial_, *step);
  }

  std::string expressions(const std::string& line) {
    std::string text;
    std::size_t done = 0;
    for (std::size_t begin = line.find("{{"); begin != std::string::npos; begin = line.find("{{", done)) {
      const std::size_t end = line.find("}}", begin);
      if (end == std::string::npos) break;
      text += line.substr(done, begin - done) + value(line.substr(begin + 2, end - begin - 2));
      done = end + 2;
    }
    return text + line.substr(done);
  }

  std::string value(std::string expression) {
    std::string step = step_;
    if (const std::size_t colon = expression.find(": ");
        colon != std::string::npos && step_of(tutorial_, expression.substr(0, colon)) != nullptr) {
      step = expression.substr(0, colon);
      expression.erase(0, colon + 2);
    }
    try {
      return facts_.evaluate(step, expression);
    } catch (const FileError& error) {
      complain("{{" + expression + "}}: " + error.what());
      return "?";
    }
  }

  Block block_of(const std::string& line) {
    Block block{step_};
    std::istringstream words(line.substr(console.size()));
    for (std::string word; words >> word;) {
      const std::size_t equals = word.find('=');
      const std::string name = word.substr(0, equals);
      const std::string range = equals == std::string::npos ? "" : word.substr(equals + 1);
      const auto number = [](const std::string& text) {
        return static_cast<std::size_t>(parse_count(text).value_or(0));
      };
      if (name == "lines") {
        block.first = number(range.substr(0, range.find('-')));
        block.last = number(range.substr(range.find('-') + 1));
      } else if (name == "status") {
        block.status = static_cast<int>(number(range));
      } else if (step_of(tutorial_, word) != nullptr) {
        block.step = word;
      } else {
        complain("What is " + word + "?");
      }
    }
    return block;
  }

  void command(const std::vector<std::string>& lines) {
    const Block block = block_of(lines[at_]);
    const std::string line = at_ + 1 < lines.size() ? lines[at_ + 1] : "";
    if (!line.starts_with(program)) complain("A block of a command begins with " + std::string(program));
    while (at_ + 1 < lines.size() && lines[at_] != "```")
      ++at_;
    const CommandOutcome& outcome =
        facts_.run(block.step, line.substr(std::min(program.size(), line.size())));
    if (outcome.status != block.status)
      complain(line + " exits with " + std::to_string(outcome.status) + ": " + outcome.err);
    out_ += "```console\n$ " + line + "\n" + kept(lines_of(outcome.out), block) + "```\n";
  }

  /// Returns the lines that a block selects, with an ellipsis for omitted lines.
  static std::string kept(const std::vector<std::string>& lines, const Block& block) {
    std::string text = block.first > 1 ? "…\n" : "";
    for (std::size_t i = std::max<std::size_t>(block.first, 1); i <= std::min(block.last, lines.size()); ++i)
      text += lines[i - 1] + "\n";
    return text + (block.last < lines.size() ? "…\n" : "");
  }

  const Tutorial& tutorial_;
  Facts& facts_;
  std::string step_;
  const TutorialStep* pictured_ = nullptr;  ///< step whose picture the current line shows
  std::size_t at_ = 0;
  std::string out_;
  std::vector<std::string> problems_;
};

void add_quoted(const std::string& text, std::vector<std::string>& controls) {
  constexpr std::string_view opening = "text(";
  for (std::size_t begin = text.find(opening); begin != std::string::npos;
       begin = text.find(opening, begin + 1)) {
    const std::size_t from = begin + opening.size();
    const std::string control = text.substr(from, text.find(')', from) - from);
    if (std::ranges::find(controls, control) == controls.end()) controls.push_back(control);
  }
}

}  // namespace

std::string picture_name(const Tutorial& tutorial, const TutorialStep& step) {
  return tutorial.name + "-" + step.id + ".png";
}

std::string plan_name(const Tutorial& tutorial, const TutorialStep& step) {
  return tutorial.name + "-" + step.id + ".zplan.json";
}

FilledText fill_text(const Tutorial& tutorial, Facts& facts) { return Filler(tutorial, facts).fill(); }

std::vector<std::string> quoted_controls(const Tutorial& tutorial) {
  std::vector<std::string> controls;
  add_quoted(tutorial.text, controls);
  for (const TutorialStep& step : tutorial.steps)
    for (const TutorialMark& mark : step.marks)
      add_quoted(mark.sentence, controls);
  return controls;
}

}  // namespace zp
