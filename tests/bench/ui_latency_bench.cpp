// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <benchmark/benchmark.h>
#include <sys/resource.h>
#include <unistd.h>

#include <QApplication>
#include <QDir>
#include <QFile>
#include <QMainWindow>
#include <QMouseEvent>
#include <QProcess>
#include <QTemporaryDir>
#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <ctime>
#include <string>
#include <vector>

#include "ui/inputs/stops_slider.h"
#include "ui/model/choice_model.h"
#include "ui/model/settings.h"
#include "ui/qcp.h"
#include "ui/theme/theme.h"
#include "ui/window/main_window.h"
#include "ui/window/views.h"

/// Measures a mouse that drags a slider in the real window, once for every slider in sight on every view.
/// Only moves that change the plan count. For each such change:
/// - p50_ms, p99_ms: time until the frame is painted, with all numbers but the best plan;
/// - best_p50_ms, best_p99_ms: time until the best plan of the changed plan is painted too. Goal: 16 ms;
/// - all_p50_ms, all_p99_ms: time until, on the view Choice, its picture is painted too;
/// - cpu_p50_ms, cpu_p99_ms: processor time of all threads but the search, over both. Goals: 4 and 8 ms.
/// Besides, in processes of their own: the time and processor time of a start until the first paint,
/// compared with a bare window with an empty plot (goal: 1.5 times that), and the resident memory after all
/// views (goal: 80 MB).
namespace {

using namespace Qt::Literals::StringLiterals;
using Clock = std::chrono::steady_clock;

constexpr int changes_per_case = 120;
constexpr QSize window_size{1280, 800};

double since(Clock::time_point start) {
  return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

double milliseconds_of(clockid_t clock) {
  timespec time{};
  clock_gettime(clock, &time);
  return static_cast<double>(time.tv_sec) * 1e3 + static_cast<double>(time.tv_nsec) / 1e6;
}

/// Returns the clock of a thread's processor time: Linux's MAKE_THREAD_CPUCLOCK(tid, CPUCLOCK_SCHED).
clockid_t clock_of_thread(int tid) { return static_cast<clockid_t>((~static_cast<unsigned>(tid) << 3) | 6); }

/// Processor time of this process without its search threads.
class WindowTime {
 public:
  WindowTime() {
    const QString threads = u"/proc/self/task/"_s;
    for (const QString& tid : QDir(threads).entryList(QDir::Dirs | QDir::NoDotAndDotDot)) {
      QFile name(threads + tid + u"/comm"_s);
      if (name.open(QIODevice::ReadOnly) && name.readAll().startsWith("zp search"))
        searches_.push_back(clock_of_thread(tid.toInt()));
    }
  }
  [[nodiscard]] double milliseconds() const {
    double all = milliseconds_of(CLOCK_PROCESS_CPUTIME_ID);
    for (const clockid_t search : searches_)
      all -= milliseconds_of(search);
    return all;
  }

 private:
  std::vector<clockid_t> searches_;
};

double resident_megabytes() {
  QFile pages(u"/proc/self/statm"_s);
  if (!pages.open(QIODevice::ReadOnly)) return 0;
  return pages.readAll().split(' ')[1].toDouble() * static_cast<double>(sysconf(_SC_PAGESIZE)) / 1e6;
}

class Window {
 public:
  explicit Window(const QString& view)
      : settings_(folder_.filePath(u"settings.ini"_s)), window_(settings_), view_(view) {
    settings_.dismissHint();
    window_.resize(window_size);
    window_.showView(view);
    window_.show();
    choice_ = window_.findChild<zp::ChoiceModel*>();
    paint_all();
  }

  [[nodiscard]] const zp::Plan& plan() { return window_.model().plan(); }
  [[nodiscard]] std::vector<zp::StopsSlider*> sliders() const {
    std::vector<zp::StopsSlider*> in_sight;
    for (auto* slider : window_.findChildren<zp::StopsSlider*>())
      if (slider->isVisible() && slider->isEnabled()) in_sight.push_back(slider);
    return in_sight;
  }
  void show(const QString& view) {
    view_ = view;
    window_.showView(view);
    paint_all();
  }
  void paint_best() const {
    while (!choice_->isCurrent())
      QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
    QCoreApplication::processEvents();
  }
  /// Waits until the best plan is painted, and on the view Choice also its picture.
  void paint_all() const {
    paint_best();
    while (view_ == u"choice" && !choice_->isPictureCurrent())
      QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
    QCoreApplication::processEvents();
  }

 private:
  QTemporaryDir folder_;
  zp::Settings settings_;
  zp::MainWindow window_;
  QString view_;
  zp::ChoiceModel* choice_ = nullptr;
};

/// A mouse that drags a slider pixel by pixel from one end to the other and back.
class Drag {
 public:
  explicit Drag(QWidget& slider) : slider_(slider) {
    x_ = slider.width() / 2;
    send(QEvent::MouseButtonPress);
    QCoreApplication::processEvents();
  }
  ~Drag() { send(QEvent::MouseButtonRelease); }
  Drag(const Drag&) = delete;
  Drag& operator=(const Drag&) = delete;

  void move() {
    if (x_ + step_ < 0 || x_ + step_ >= slider_.width()) step_ = -step_;
    x_ += step_;
    send(QEvent::MouseMove);
  }

 private:
  void send(QEvent::Type type) {
    const QPointF at(x_, slider_.height() / 2.0);
    QMouseEvent event(type, at, slider_.mapToGlobal(at),
                      type == QEvent::MouseMove ? Qt::NoButton : Qt::LeftButton, Qt::LeftButton,
                      Qt::NoModifier);
    QCoreApplication::sendEvent(&slider_, &event);
  }

  QWidget& slider_;
  int x_ = 0;
  int step_ = 1;
};

void tell(benchmark::State& state, const std::string& name, std::vector<double>& values) {
  std::ranges::sort(values);
  state.counters[name + "p50_ms"] = values[values.size() / 2];
  state.counters[name + "p99_ms"] = values[values.size() * 99 / 100];
}

void drag(benchmark::State& state, const QString& view, const QString& slider_name) {
  Window window(view);
  const std::vector<zp::StopsSlider*> sliders = window.sliders();
  Drag hand(**std::ranges::find(sliders, slider_name, &QObject::objectName));
  window.paint_all();
  const WindowTime cpu;
  std::vector<double> painted, best, all, used;
  for (auto _ : state) {
    for (bool is_changed = false; !is_changed;) {
      const zp::Plan before = window.plan();
      const double cpu_before = cpu.milliseconds();
      const auto start = Clock::now();
      hand.move();
      QCoreApplication::processEvents();
      const double frame = since(start);
      is_changed = window.plan() != before;
      if (!is_changed) continue;
      window.paint_best();
      best.push_back(since(start));
      window.paint_all();
      all.push_back(since(start));
      painted.push_back(frame);
      used.push_back(cpu.milliseconds() - cpu_before);
      state.SetIterationTime(frame / 1e3);
    }
  }
  state.counters["changes"] = static_cast<double>(painted.size());
  tell(state, "", painted);
  tell(state, "best_", best);
  tell(state, "all_", all);
  tell(state, "cpu_", used);
}

void register_drags() {
  std::vector<QString> names;
  {
    const Window window(u"memory"_s);
    for (const zp::StopsSlider* slider : window.sliders())
      names.push_back(slider->objectName());
  }
  for (const zp::ViewRow& view : zp::views())
    for (const QString& name : names) {
      const QString id = view.id;
      const std::string told =
          "drag/" + id.toStdString() + "/" + name.chopped(QStringView(u".slider").size()).toStdString();
      benchmark::RegisterBenchmark(told.c_str(),
                                   [id, name](benchmark::State& state) { drag(state, id, name); })
          ->Iterations(changes_per_case)
          ->UseManualTime()
          ->Unit(benchmark::kMillisecond);
    }
}

enum class Start : char { window, bare, views };

/// Does the work of a process of its own, and returns its exit status.
int run_start(Start start) {
  if (start == Start::bare) {
    QMainWindow window;
    window.setCentralWidget(new QCustomPlot);
    window.resize(window_size);
    window.show();
    QCoreApplication::processEvents();
    _exit(0);
  }
  if (start == Start::window) {
    QTemporaryDir folder;
    zp::Settings settings(folder.filePath(u"settings.ini"_s));
    zp::MainWindow window(settings);
    window.resize(window_size);
    window.show();
    QCoreApplication::processEvents();
    folder.remove();
    _exit(0);
  }
  Window window(u"memory"_s);
  for (const zp::ViewRow& view : zp::views())
    window.show(view.id);
  return static_cast<int>(resident_megabytes());
}

constexpr const char* start_variable = "ZP_BENCH_START";

/// Starts this program again for one of these starts.
int start_as(Start start) {
  QProcess process;
  QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
  environment.insert(QString::fromLatin1(start_variable), QString::number(static_cast<int>(start)));
  process.setProcessEnvironment(environment);
  process.start(QCoreApplication::applicationFilePath(), {});
  process.waitForFinished();
  return process.exitCode();
}

double children_milliseconds() {
  rusage used{};
  getrusage(RUSAGE_CHILDREN, &used);
  const auto of = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) * 1e3 + static_cast<double>(time.tv_usec) / 1e3;
  };
  return of(used.ru_utime) + of(used.ru_stime);
}

void first_paint(benchmark::State& state, Start start) {
  std::vector<double> passed, used;
  for (auto _ : state) {
    const double before = children_milliseconds();
    const auto begin = Clock::now();
    start_as(start);
    passed.push_back(since(begin));
    used.push_back(children_milliseconds() - before);
  }
  tell(state, "", passed);
  tell(state, "cpu_", used);
}
BENCHMARK_CAPTURE(first_paint, bare, Start::bare)->Iterations(20)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(first_paint, window, Start::window)->Iterations(20)->Unit(benchmark::kMillisecond);

void resident(benchmark::State& state) {
  for (auto _ : state)
    state.counters["resident_mb"] = start_as(Start::views);
}
BENCHMARK(resident)->Iterations(1);

}  // namespace

int main(int argc, char** argv) {
  if (qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM")) qputenv("QT_QPA_PLATFORM", "offscreen");
  QApplication app(argc, argv);
  zp::applyTheme(app, zp::ThemeChoice::light);
  if (const char* start = std::getenv(start_variable)) return run_start(static_cast<Start>(std::atoi(start)));
  benchmark::Initialize(&argc, argv);
  register_drags();
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
