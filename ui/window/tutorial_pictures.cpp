// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <QDialog>
#include <QDir>
#include <QProcess>
#include <map>
#include <memory>

#include "core/plan_file/plan_file.h"
#include "core/text/text_file.h"
#include "core/tutorial/fill_text.h"
#include "ui/model/settings.h"
#include "ui/model/text.h"
#include "ui/tutorial/controls.h"
#include "ui/tutorial/hand.h"
#include "ui/tutorial/marks.h"
#include "ui/window/app.h"
#include "ui/window/main_window.h"
#include "ui/window/picture_desk.h"

using namespace Qt::Literals::StringLiterals;

/// Produces tutorials: performs a script in a separate window, takes the pictures, and records for each step
/// the plan and the texts that the tutorial may quote.
namespace zp {
namespace {

constexpr int crop_margin = 14;  // space for a number on a frame
constexpr int command_timeout = 60'000;

/// Returns the control's rectangle in the coordinates of the picture of `window`.
QRect placeIn(const QWidget& window, const Control& control) {
  return {control.widget->mapTo(&window, control.rect.topLeft()), control.rect.size()};
}

void writeFile(const QString& path, std::string_view text) { write_text_file(toStd(path), text); }

/// One run of a tutorial, in its own folder.
class Performance {
 public:
  Performance(const Tutorial& tutorial, const TutorialOptions& options, const QString& scratch)
      : tutorial_(tutorial),
        options_(options),
        out_(toQt(options.folder)),
        scratch_(scratch + u'/' + toQt(tutorial.name)),
        settings_(scratch_ + u"/settings.ini"_s) {
    settings_.dismissHint();
    window_ = std::make_unique<MainWindow>(settings_);
    made_.name = tutorial.name;
    made_.title = tutorial.title;
    made_.file = toStd(out_.filePath(toQt(tutorial.name) + u".md"));
  }

  TutorialOutput make() {
    window_->model().reset(tutorial_.plan, {});
    window_->resize(tutorial_.steps.front().width, tutorial_.steps.front().height);
    window_->show();
    waitUntilIdle(*window_);
    for (const TutorialStep& step : tutorial_.steps)
      make(step);
    Facts facts([this](const std::string& step, const std::string& command) { return run(step, command); },
                [this](const std::string& step, const std::string& control) { return read(step, control); });
    FilledText text = fill_text(tutorial_, facts);
    made_.problems.insert(made_.problems.end(), text.problems.begin(), text.problems.end());
    write_text_file(made_.file, text.markdown);
    return std::move(made_);
  }

 private:
  void complain(const TutorialStep& step, const QString& sentence) {
    made_.problems.push_back(tutorial_.name + ", step " + step.id + ": " + toStd(sentence));
  }

  void make(const TutorialStep& step) {
    writeFiles(step, tutorial_.plan);
    window_->resize(step.width, step.height);
    waitUntilIdle(*window_);
    for (const TutorialAction& action : step.actions) {
      const QString prevented = perform(action, *window_, window_->actions(), folderOf(step.id));
      if (!prevented.isEmpty()) complain(step, prevented);
      waitUntilIdle(*window_);
    }
    writeFiles(step, window_->model().document());
    QWidget* front = window_.get();
    if (!step.window.empty()) front = window_->findChild<QDialog*>(toQt(step.window));
    if (front == nullptr) return complain(step, u"There is no window "_s + toQt(step.window));
    picture(step, *front);
    for (const std::string& name : quoted_controls(tutorial_))
      if (const auto control = findControl(*window_, toQt(name)))
        texts_[step.id][name] = toStd(control->text);
    if (front != window_.get()) front->close();
  }

  void picture(const TutorialStep& step, QWidget& front) {
    // Finding a control may scroll another out of view: only the positions found once all are in view
    // match the picture.
    for (const TutorialMark& mark : step.marks)
      findControl(front, toQt(mark.control));
    waitUntilIdle(*window_);
    QImage image = pictureOf(front);
    std::vector<Mark> marks;
    TutorialPicture made{toStd(out_.filePath(toQt(picture_name(tutorial_, step)))), step.id,
                         toStd(out_.filePath(toQt(plan_name(tutorial_, step))))};
    int number = 0;
    QRect shown;
    for (const TutorialMark& mark : step.marks) {
      const auto control = findControl(front, toQt(mark.control));
      if (!control) {
        complain(step, u"There is no "_s + toQt(mark.control));
        continue;
      }
      const QRect place = placeIn(front, *control);
      if (!control->widget->isVisible() || !front.rect().contains(place.center()))
        complain(step, toQt(mark.control) + u" is not in sight"_s);
      marks.push_back({place, mark.sentence.empty() ? 0 : ++number});
      made.marks.push_back({mark.control, toStd(control->text), marks.back().number, place.x(), place.y(),
                            place.width(), place.height()});
    }
    for (const std::string& name : step.crop)
      if (const auto control = findControl(front, toQt(name)))
        shown |= placeIn(front, *control);
      else
        complain(step, u"There is no "_s + toQt(name));
    paintMarks(image, marks, themeColors());
    if (!shown.isEmpty()) {
      shown = shown.adjusted(-crop_margin, -crop_margin, crop_margin, crop_margin).intersected(front.rect());
      image = image.copy(shown);
      for (PictureMark& mark : made.marks) {
        mark.x -= shown.x();
        mark.y -= shown.y();
      }
    }
    made.width = image.width();
    made.height = image.height();
    write_text_file(made.file, pngOf(image));
    write_text_file(made.plan, write_plan(window_->model().document()));
    made_.pictures.push_back(std::move(made));
  }

  [[nodiscard]] QString folderOf(const std::string& step) const { return scratch_ + u'/' + toQt(step); }

  void writeFiles(const TutorialStep& step, const PlanDocument& plan) {
    const QString folder = folderOf(step.id);
    QDir().mkpath(folder);
    for (const TutorialFile& file : tutorial_.files)
      writeFile(folder + u'/' + toQt(file.name), file.text);
    writeFile(folder + u"/plan.zplan.json"_s, write_plan(plan));
  }

  CommandOutcome run(const std::string& step, const std::string& command) {
    QProcess process;
    process.setWorkingDirectory(folderOf(step));
    const QString program =
        options_.program.empty() ? QCoreApplication::applicationFilePath() : toQt(options_.program);
    process.start(program, QProcess::splitCommand(toQt(command)));
    process.closeWriteChannel();
    if (!process.waitForFinished(command_timeout) || process.exitStatus() != QProcess::NormalExit)
      return {-1, {}, toStd(process.errorString())};
    return {process.exitCode(), process.readAllStandardOutput().toStdString(),
            process.readAllStandardError().toStdString()};
  }

  std::string read(const std::string& step, const std::string& control) {
    const auto found = texts_[step].find(control);
    if (found == texts_[step].end()) throw FileError("", "there is no " + control + " in step " + step + ".");
    return found->second;
  }

  const Tutorial& tutorial_;
  const TutorialOptions& options_;
  QDir out_;
  QString scratch_;
  Settings settings_;
  std::unique_ptr<MainWindow> window_;
  std::map<std::string, std::map<std::string, std::string>> texts_;  ///< by step and control
  TutorialOutput made_;
};

}  // namespace

std::vector<TutorialOutput> make_tutorials(const TutorialOptions& options, int& argc, char** argv) {
  PictureDesk desk(options.theme, 1, argc, argv);
  if (!QDir().mkpath(toQt(options.folder)))
    throw FileError("", options.folder + " cannot be made; name a folder you may write to.");
  std::vector<TutorialOutput> made;
  for (const Tutorial* tutorial : options.tutorials)
    made.push_back(Performance(*tutorial, options, desk.folder()).make());
  return made;
}

}  // namespace zp
