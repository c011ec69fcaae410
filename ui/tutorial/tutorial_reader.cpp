// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/tutorial/tutorial_reader.h"

#include <QDesktopServices>
#include <QDialog>
#include <QFile>
#include <QGuiApplication>
#include <QLabel>
#include <QListWidget>
#include <QRegularExpression>
#include <QScreen>
#include <QScrollArea>
#include <QSplitter>
#include <QUrl>
#include <utility>

#include "core/tutorial/fill_text.h"
#include "ui/model/text.h"
#include "ui/theme/layouts.h"
#include "ui/theme/theme.h"
#include "ui/tutorial/picture_text.h"
#include "ui/tutorial/tutorial_maker.h"

using namespace Qt::Literals::StringLiterals;

namespace zp {
namespace {

constexpr QSize reader_size{400, 760};
constexpr int list_height = 196;
constexpr QSize around_picture{24, 24};
constexpr int caption_height = 34;
constexpr double share_of_screen = 0.95;
constexpr int list_spacing = 3;
const auto plan_scheme = u"plan"_s, step_scheme = u"do"_s, picture_scheme = u"picture"_s,
           text_ending = u".md"_s;

/// Returns the text with the links below each picture.
QString withLinks(QString markdown, const QString& tutorial) {
  static const QRegularExpression picture(u"^(!\\[[^\\]]*\\]\\(([^)]*)\\.png\\))$"_s,
                                          QRegularExpression::MultilineOption);
  QString links = u"\\1\n\n"_s;
  for (const auto& [words, scheme] : {std::pair{TutorialReader::tr("Do this step for me"), step_scheme},
                                      {TutorialReader::tr("Open this plan"), plan_scheme},
                                      {TutorialReader::tr("Enlarge"), picture_scheme}})
    links += u"[%1](%2:\\2) · "_s.arg(words, scheme);
  links.chop(3);
  return markdown.replace(picture, links).replace(u':' + tutorial + u'-', u":"_s);
}

}  // namespace

TutorialReader::TutorialReader(const QString& program, QWidget* parent)
    : QWidget(parent),
      maker_(new TutorialMaker(program, this)),
      list_(new QListWidget),
      text_(new PictureText) {
  setObjectName(u"tutorialsDialog"_s);
  setWindowTitle(tr("Tutorials"));
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
  auto* parts = new QSplitter(Qt::Vertical);
  parts->addWidget(list_);
  parts->addWidget(text_);
  parts->setStretchFactor(1, 1);
  parts->setSizes({list_height, reader_size.height() - list_height});
  parts->setChildrenCollapsible(false);
  makeColumn(this, 0, {4, 4, 4, 4})->addWidget(parts);
  connect(list_, &QListWidget::currentRowChanged, this, &TutorialReader::begin);
  connect(text_, &QTextBrowser::anchorClicked, this, &TutorialReader::follow);
  connect(maker_, &TutorialMaker::ready, this, &TutorialReader::showMade);
  connect(maker_, &TutorialMaker::failed, this, [this](const QString& sentence) {
    showSentence(tr("The pictures could not be taken: %1").arg(sentence));
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
  showSentence(tr("Taking the pictures…"));
  maker_->make(current(), themeColors().dark);
}

void TutorialReader::showSentence(const QString& sentence) {
  const Tutorial* tutorial = find_tutorial(toStd(current()));
  text_->showMarkdown(
      u"# "_s + toQt(tutorial->title) + u"\n\n" + toQt(tutorial->about) + u"\n\n*" + sentence + u'*', {});
}

void TutorialReader::showMade(const QString& name) {
  QFile file(maker_->folder() + u'/' + name + text_ending);
  if (!file.open(QIODevice::ReadOnly)) return showSentence(file.errorString());
  text_->showMarkdown(withLinks(QString::fromUtf8(file.readAll()), name), maker_->folder());
  text_->moveCursor(QTextCursor::Start);
}

void TutorialReader::follow(const QUrl& link) {
  if (link.scheme() == plan_scheme)
    emit planRequested(current(), link.path());
  else if (link.scheme() == step_scheme)
    doStep(link.path());
  else if (link.scheme() == picture_scheme)
    showPicture(link.path());
  else if (link.isRelative() && link.path().endsWith(text_ending))
    read(link.path().chopped(text_ending.size()));
  else if (!link.isRelative())
    QDesktopServices::openUrl(link);
}

void TutorialReader::doStep(const QString& step) {
  closePicture();
  emit stepRequested(current(), step);
}

void TutorialReader::closePicture() {
  if (picture_ != nullptr) picture_->close();
}

QString TutorialReader::stepTitle(const QString& step) const {
  for (const TutorialStep& each : find_tutorial(toStd(current()))->steps)
    if (toQt(each.id) == step) return toQt(each.title);
  return step;
}

/// Shows a step's picture at its own size, or as large as the screen allows, until another step is done.
void TutorialReader::showPicture(const QString& step) {
  const QString name = current() + u'-' + step + u".png"_s;
  QPixmap picture(maker_->folder() + u'/' + name);
  if (picture.isNull()) return;
  closePicture();
  auto* shown = new QDialog(this);
  picture_ = shown;
  shown->setObjectName(u"tutorials.picture"_s);
  shown->setAttribute(Qt::WA_DeleteOnClose);
  shown->setWindowTitle(tr("Picture of the step"));
  const QSize room = screen()->availableSize() * share_of_screen - around_picture - QSize(0, caption_height);
  if (picture.width() > room.width() || picture.height() > room.height())
    picture = picture.scaled(room, Qt::KeepAspectRatio, Qt::SmoothTransformation);
  auto* caption = new QLabel(tr("A picture of the window, which cannot be used: %1").arg(stepTitle(step)));
  caption->setObjectName(u"tutorials.caption"_s);
  caption->setContentsMargins(12, 6, 12, 6);
  auto* label = new QLabel;
  label->setObjectName(u"tutorials.enlarged"_s);
  label->setFrameShape(QFrame::Box);
  label->setPixmap(picture);
  label->setAccessibleName(tr("Picture of the step"));
  auto* area = new QScrollArea;
  area->setFrameShape(QFrame::NoFrame);
  area->setAlignment(Qt::AlignCenter);
  area->setWidget(label);
  addParts(*makeColumn(shown, 0), {caption, {area, 1}});
  shown->resize(picture.size() + around_picture + QSize(0, caption_height));
  shown->show();
}

}  // namespace zp
