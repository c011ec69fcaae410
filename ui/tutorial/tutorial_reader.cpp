// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/tutorial/tutorial_reader.h"

#include <QDesktopServices>
#include <QDialogButtonBox>
#include <QFile>
#include <QListWidget>
#include <QPushButton>
#include <QRegularExpression>
#include <QSplitter>
#include <QUrl>
#include <QVBoxLayout>

#include "core/tutorial/fill_text.h"
#include "ui/model/text.h"
#include "ui/theme/layouts.h"
#include "ui/theme/theme.h"
#include "ui/tutorial/picture_text.h"
#include "ui/tutorial/tutorial_maker.h"

using namespace Qt::Literals::StringLiterals;

namespace zp {
namespace {

constexpr QSize reader_size{1000, 760};
constexpr int list_width = 230;
constexpr int list_spacing = 3;
const auto plan_scheme = u"plan"_s, step_scheme = u"do"_s, text_ending = u".md"_s;

/// Returns the text with the two links below each picture.
QString withLinks(QString markdown, const QString& tutorial) {
  static const QRegularExpression picture(u"^(!\\[[^\\]]*\\]\\(([^)]*)\\.png\\))$"_s,
                                          QRegularExpression::MultilineOption);
  const QString links =
      u"\\1\n\n[%1](%2:\\2) · [%3](%4:\\2)"_s.arg(TutorialReader::tr("Open this plan"), plan_scheme,
                                                  TutorialReader::tr("Do this step for me"), step_scheme);
  return markdown.replace(picture, links).replace(u':' + tutorial + u'-', u":"_s);
}

}  // namespace

TutorialReader::TutorialReader(const QString& program, QWidget* parent)
    : QDialog(parent),
      maker_(new TutorialMaker(program, this)),
      list_(new QListWidget),
      text_(new PictureText) {
  setObjectName(u"tutorialsDialog"_s);
  setWindowTitle(tr("Tutorials"));
  setWindowFlag(Qt::WindowMaximizeButtonHint);
  resize(reader_size);
  list_->setObjectName(u"tutorials.list"_s);
  list_->setAccessibleName(tr("Tutorials"));
  list_->setWordWrap(true);
  list_->setSpacing(list_spacing);
  text_->setObjectName(u"tutorials.text"_s);
  text_->setAccessibleName(tr("Tutorial"));
  for (const Tutorial& tutorial : tutorials()) {
    auto* line = new QListWidgetItem(toQt(tutorial.title), list_);
    line->setToolTip(toQt(tutorial.about));
    line->setData(Qt::UserRole, toQt(tutorial.name));
  }
  auto* parts = new QSplitter;
  parts->addWidget(list_);
  parts->addWidget(text_);
  parts->setStretchFactor(1, 1);
  parts->setSizes({list_width, reader_size.width() - list_width});
  parts->setChildrenCollapsible(false);
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
  buttons->button(QDialogButtonBox::Close)->setAutoDefault(false);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  auto* column = new QVBoxLayout(this);
  addParts(*column, {{parts, 1}, buttons});
  connect(list_, &QListWidget::currentRowChanged, this, &TutorialReader::begin);
  connect(text_, &QTextBrowser::anchorClicked, this, &TutorialReader::follow);
  connect(maker_, &TutorialMaker::ready, this, &TutorialReader::showMade);
  connect(maker_, &TutorialMaker::failed, this, [this](const QString& sentence) {
    showTold(tr("The pictures could not be taken: %1").arg(sentence));
  });
}

void TutorialReader::read(const QString& tutorial) {
  int row = 0;
  for (int i = 0; i < list_->count(); ++i)
    if (list_->item(i)->data(Qt::UserRole) == tutorial) row = i;
  list_->setCurrentRow(row);
}

QString TutorialReader::current() const {
  return list_->currentItem() != nullptr ? list_->currentItem()->data(Qt::UserRole).toString() : QString();
}

QString TutorialReader::planFile(const QString& step) const {
  const Tutorial* tutorial = find_tutorial(toStd(current()));
  for (const TutorialStep& each : tutorial->steps)
    if (toQt(each.id) == step) return maker_->folder() + u'/' + toQt(plan_name(*tutorial, each));
  return {};
}

void TutorialReader::begin() {
  showTold(tr("Taking the pictures…"));
  maker_->make(current(), themeColors().dark);
}

void TutorialReader::showTold(const QString& sentence) {
  const Tutorial* tutorial = find_tutorial(toStd(current()));
  text_->showMarkdown(
      u"# "_s + toQt(tutorial->title) + u"\n\n" + toQt(tutorial->about) + u"\n\n*" + sentence + u'*', {});
}

void TutorialReader::showMade(const QString& name) {
  QFile file(maker_->folder() + u'/' + name + text_ending);
  if (!file.open(QIODevice::ReadOnly)) return showTold(file.errorString());
  text_->showMarkdown(withLinks(QString::fromUtf8(file.readAll()), name), maker_->folder());
  text_->moveCursor(QTextCursor::Start);
}

void TutorialReader::follow(const QUrl& link) {
  if (link.scheme() == plan_scheme)
    emit planRequested(current(), link.path());
  else if (link.scheme() == step_scheme)
    emit stepRequested(current(), link.path());
  else if (link.isRelative() && link.path().endsWith(text_ending))
    read(link.path().chopped(text_ending.size()));
  else if (!link.isRelative())
    QDesktopServices::openUrl(link);
}

}  // namespace zp
