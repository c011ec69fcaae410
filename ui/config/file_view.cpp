// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/config/file_view.h"

#include <QLabel>
#include <QPushButton>
#include <QSplitter>
#include <algorithm>
#include <iterator>

#include "ui/config/file_text.h"
#include "ui/results/sentence_list.h"
#include "ui/results/state_icon.h"
#include "ui/theme/layouts.h"
#include "ui/theme/wrapped_label.h"

using namespace Qt::Literals::StringLiterals;

namespace zp {
namespace {

constexpr int config_share = 4;  // share of the height
constexpr int list_share = 3;

/// The list of problems; gives up space to the text if there is little.
class ProblemList : public SentenceList {
 public:
  ProblemList()
      : SentenceList(
            {u"problemList"_s, u"problem"_s, u"line"_s, u"fix"_s, FileView::tr("Go to this line"), true}) {
    setAccessibleName(FileView::tr("Problems of the file"));
    setFrameShape(QFrame::NoFrame);
  }
  [[nodiscard]] QSize sizeHint() const override { return {400, 120}; }
  [[nodiscard]] QSize minimumSizeHint() const override { return {200, 56}; }
};

Sentence sentenceOf(const FileProblem& problem) {
  const QString words = problem.word + u": " + problem.sentence;
  return {problem.level,
          words,
          {},
          FileView::tr("Line %1").arg(problem.line + 1),
          FileView::tr("Go to line %1, %2").arg(problem.line + 1).arg(words),
          problem.fix,
          FileView::tr("Fix")};
}

}  // namespace

FileView::FileView(OpenedConfig& file, QWidget* parent)
    : QWidget(parent),
      file_(file),
      text_(new FileText),
      problems_(new ProblemList),
      icon_(new StateIcon),
      verdict_(new WrappedLabel),
      read_(new QPushButton(tr("Read into plan"))),
      fix_all_(new QPushButton) {
  setObjectName(u"fileView"_s);
  text_->setObjectName(u"fileText"_s);
  verdict_->setObjectName(u"fileVerdict"_s);
  verdict_->setForegroundRole(QPalette::Text);
  read_->setObjectName(u"fileRead"_s);
  read_->setToolTip(tr("The plan takes what this file says; undo takes it back"));
  fix_all_->setObjectName(u"fileFixAll"_s);
  fix_all_->setToolTip(tr("Make every fix that needs no choice"));
  auto* head = makeLine(nullptr, 8, {8, 6, 8, 4});
  addParts(*head,
           {{icon_, 0, Qt::AlignTop}, {verdict_, 1}, {read_, 0, Qt::AlignTop}, {fix_all_, 0, Qt::AlignTop}});
  auto* below = new QWidget;
  addParts(*makeColumn(below, 0), {head, {problems_, 1}});
  auto* parts = new QSplitter(Qt::Vertical);
  parts->setObjectName(u"fileView.parts"_s);
  parts->setChildrenCollapsible(false);
  parts->addWidget(text_);
  parts->addWidget(below);
  parts->setStretchFactor(0, config_share);
  parts->setStretchFactor(1, list_share);
  auto* column = makeColumn(this, -1);
  column->addWidget(parts);

  connect(&file_, &OpenedConfig::opened, this, &FileView::showFile);
  connect(&file_, &OpenedConfig::checked, this, &FileView::showProblems);
  connect(text_, &QPlainTextEdit::textChanged, this, [this] { file_.setText(text_->fileText()); });
  connect(problems_, &SentenceList::goRequested, this,
          [this](std::size_t problem) { goToLine(file_.problems()[problem].line); });
  connect(problems_, &SentenceList::fixRequested, this, &FileView::fix);
  connect(fix_all_, &QPushButton::clicked, this, &FileView::fixAll);
  connect(read_, &QPushButton::clicked, this, &FileView::readRequested);
  if (file_.isOpen()) showFile();
}

void FileView::showFile() {
  text_->setFileText(file_.text());
  text_->setReadOnly(!file_.isEditable());
  text_->setTextInteractionFlags(file_.isEditable()
                                     ? Qt::TextEditorInteraction
                                     : Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
  text_->setAccessibleName(tr("Text of %1").arg(file_.name()));
  showProblems();
}

void FileView::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  showProblems();
}

void FileView::showProblems() {
  if (!isVisible()) return;  // for instance while a slider moves and another view is current
  const std::vector<FileProblem>& problems = file_.problems();
  text_->setProblems(problems);
  std::vector<Sentence> sentences;
  std::ranges::transform(problems, std::back_inserter(sentences), sentenceOf);
  problems_->setSentences(sentences);
  icon_->setLevel(file_.level());
  QString verdict = file_.verdict();
  if (!file_.isEditable())
    verdict +=
        u' ' +
        tr("It cannot be edited here, because bytes that are not UTF-8, or mixed line ends, would be lost.");
  if (problems.size() == OpenedConfig::most_problems)
    verdict += u' ' + tr("The first %1 are shown.").arg(OpenedConfig::most_problems);
  verdict_->setText(verdict);
  const auto fixable =
      std::ranges::count_if(problems, [](const FileProblem& problem) { return !problem.fix.isEmpty(); });
  fix_all_->setText(fixable > 0 ? tr("Fix all (%1)").arg(fixable) : tr("Fix all"));
  fix_all_->setEnabled(fixable > 0);
}

void FileView::goToNextProblem() {
  const int now = text_->textCursor().blockNumber();
  int first = -1, next = -1;
  for (const FileProblem& problem : file_.problems()) {
    if (first < 0 || problem.line < first) first = problem.line;
    if (problem.line > now && (next < 0 || problem.line < next)) next = problem.line;
  }
  if (first >= 0) goToLine(next >= 0 ? next : first);
}

void FileView::goToLine(int line) {
  text_->goToLine(line);
  text_->setFocus(Qt::OtherFocusReason);
}

void FileView::fix(std::size_t problem) { take(file_.textWithFix(problem)); }

void FileView::fixAll() { take(file_.textWithAllFixes()); }

/// Applies a changed text, undoable in the text itself, which gets the focus so that Ctrl+Z refers to it.
void FileView::take(const std::optional<QString>& text) {
  if (!text) return;
  text_->replaceText(*text);
  text_->setFocus(Qt::OtherFocusReason);
}

}  // namespace zp
