// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/measured/picture_pages.h"

#include <QButtonGroup>
#include <QComboBox>
#include <QScrollArea>
#include <QSignalBlocker>
#include <QStackedWidget>
#include <algorithm>
#include <tuple>
#include <vector>

#include "ui/charts/bar_chart.h"
#include "ui/charts/flame_chart.h"
#include "ui/charts/scatter_chart.h"
#include "ui/inputs/segmented_row.h"
#include "ui/measured/measured_pictures.h"
#include "ui/measured/snapshot_flame.h"
#include "ui/model/plan_model.h"
#include "ui/model/run_model.h"
#include "ui/theme/layouts.h"

using namespace Qt::Literals::StringLiterals;

namespace zp {
namespace {

constexpr int least_page = 48;
constexpr std::string_view bytes_unit = "bytes", seconds_unit = "s";

template <class C>
C* makePicture(const QString& name, const QString& spoken) {
  auto* chart = new C;
  chart->setObjectName(name);
  chart->setAccessibleName(spoken);
  return chart;
}

QComboBox* makeList(const QString& name, const QString& spoken) {
  auto* list = new QComboBox;
  list->setObjectName(name);
  list->setAccessibleName(spoken);
  list->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  list->setMinimumContentsLength(30);
  return list;
}

/// Returns the chart in a scroll area, because no page may make the window taller.
QWidget* scrolled(Chart* chart) {
  auto* area = new QScrollArea;
  area->setObjectName(chart->objectName() + u".area"_s);
  area->setFrameShape(QFrame::NoFrame);
  area->setFocusPolicy(Qt::NoFocus);
  area->setWidgetResizable(true);
  area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  area->setMinimumHeight(least_page);
  area->setWidget(chart);
  return area;
}

void addNote(ChartWords& words, const QString& plan_name) {
  if (!plan_name.isEmpty()) words.note += (words.note.isEmpty() ? QString() : u" · "_s) + plan_name;
}

}  // namespace

PicturePages::PicturePages(PlanModel& model, RunModel& run, QWidget* died, QWidget* figures, QWidget* parent)
    : QWidget(parent),
      model_(model),
      run_(run),
      switch_(new QButtonGroup(this)),
      switch_line_(makeLine(nullptr, 0, {8, 2, 8, 2})),
      pages_(new QStackedWidget),
      memory_(makePicture<BarChart>(u"measuredView.memory"_s, tr("Measured and predicted memory"))),
      times_(makePicture<BarChart>(u"measuredView.times"_s, tr("Measured and predicted times"))),
      course_(makePicture<ScatterChart>(u"measuredView.course"_s, tr("A figure over the run"))),
      snapshot_(makePicture<FlameChart>(u"measuredView.snapshot"_s, tr("Memory at its peak, by category"))),
      courses_(makeList(u"measuredView.courses"_s, tr("Figure to show over the run"))),
      snapshots_(makeList(u"measuredView.snapshots"_s, tr("Snapshot to show"))) {
  setObjectName(u"measuredView.pages"_s);
  addPage(Page::died, tr("Why it died"), u"died"_s, died);
  addPage(Page::snapshot, tr("Snapshot"), u"snapshot"_s, scrolled(snapshot_));
  addPage(Page::memory, tr("Memory"), u"memory"_s, scrolled(memory_));
  addPage(Page::times, tr("Times"), u"times"_s, scrolled(times_));
  addPage(Page::course, tr("Over the run"), u"course"_s, scrolled(course_));
  addPage(Page::figures, tr("Figures"), u"figures"_s, figures);
  addParts(*switch_line_, {empty_room, courses_, snapshots_});
  addParts(*makeColumn(this, 0), {switch_line_, {pages_, 1}});
  connect(switch_, &QButtonGroup::idToggled, this, [this](int id, bool is_on) {
    if (is_on) show(static_cast<Page>(id));
  });
  for (Chart* chart : std::initializer_list<Chart*>{memory_, times_, course_, snapshot_})
    connect(chart, &Chart::saveRequested, this, &PicturePages::saveRequested);
  connect(courses_, &QComboBox::currentIndexChanged, this, [this] { fillCourse({}); });
  connect(snapshots_, &QComboBox::currentIndexChanged, this, [this] { fillSnapshot({}); });
}

void PicturePages::addPage(Page page, const QString& title, const QString& name, QWidget* widget) {
  auto* segment = new Segment(title, Segment::Place::middle);
  segment->setObjectName(u"measuredView.page."_s + name);
  segment->setSizePolicy(QSizePolicy::Minimum, QSizePolicy::Fixed);
  switch_->addButton(segment, static_cast<int>(page));
  switch_line_->addWidget(segment);
  pages_->addWidget(widget);
}

bool PicturePages::isOffered(Page page) const { return offered_[static_cast<std::size_t>(page)]; }

void PicturePages::setOffered(Page page, bool offered) {
  offered_[static_cast<std::size_t>(page)] = offered;
  switch_->button(static_cast<int>(page))->setVisible(offered);
}

PicturePages::Page PicturePages::page() const { return static_cast<Page>(pages_->currentIndex()); }

void PicturePages::show(Page page) {
  pages_->setCurrentIndex(static_cast<int>(page));
  switch_->button(static_cast<int>(page))->setChecked(true);
  courses_->setVisible(page == Page::course && courses_->count() > 1);
  snapshots_->setVisible(page == Page::snapshot && snapshots_->count() > 1);
}

void PicturePages::begin() {
  for (std::size_t i = 0; i < page_count; ++i)
    if (offered_[i]) return show(static_cast<Page>(i));
}

bool PicturePages::hasPages() const {
  return std::ranges::any_of(offered_, [](bool offered) { return offered; });
}

Chart* PicturePages::chart() const {
  const auto* area = qobject_cast<const QScrollArea*>(pages_->currentWidget());
  return area == nullptr ? nullptr : qobject_cast<Chart*>(area->widget());
}

std::vector<Chart*> PicturePages::charts() const {
  std::vector<Chart*> charts;
  for (const auto& [page, chart] : {std::pair<Page, Chart*>{Page::snapshot, snapshot_},
                                    {Page::memory, memory_},
                                    {Page::times, times_},
                                    {Page::course, course_}})
    if (isOffered(page)) charts.push_back(chart);
  return charts;
}

void PicturePages::fillList(QComboBox& list, const QStringList& names) {
  const QSignalBlocker quiet(list);
  const QString before = list.currentText();
  QStringList present;
  for (int i = 0; i < list.count(); ++i)
    present << list.itemText(i);
  if (present != names) {
    list.clear();
    list.addItems(names);
    list.setCurrentIndex(std::max(0, static_cast<int>(names.indexOf(before))));
  }
}

void PicturePages::fill(const QString& plan_name) {
  QStringList courses, snapshots;
  for (const MeasuredCurve& curve : run_.curves())
    courses << curveName(curve, run_.logs());
  for (const MeasuredSnapshot& snapshot : run_.measurement().snapshots)
    snapshots << snapshotName(snapshot, run_.logs());
  fillList(*courses_, courses);
  fillList(*snapshots_, snapshots);
  setOffered(Page::died, !run_.measurement().died.empty());
  setOffered(Page::figures, !run_.measurement().differences.empty());
  fillBars(plan_name);
  fillCourse(plan_name);
  fillSnapshot(plan_name);
  arrangeSwitch();
  if (!isOffered(page())) begin();
  show(page());
}

/// Arranges the segments of the available pages; a single page needs no switch.
void PicturePages::arrangeSwitch() {
  std::vector<Segment*> shown;
  for (std::size_t i = 0; i < page_count; ++i)
    if (offered_[i]) shown.push_back(static_cast<Segment*>(switch_->button(static_cast<int>(i))));
  for (Segment* segment : shown) {
    segment->setVisible(shown.size() > 1);
    segment->setPlace(segment == shown.front()  ? Segment::Place::left
                      : segment == shown.back() ? Segment::Place::right
                                                : Segment::Place::middle);
  }
}

void PicturePages::fillBars(const QString& plan_name) {
  for (const auto& [chart, unit, page] :
       {std::tuple{memory_, bytes_unit, Page::memory}, {times_, seconds_unit, Page::times}}) {
    BarChartData bars = measuredBars(run_.measurement().differences, unit, run_.logs());
    setOffered(page, !bars.rows.empty());
    addNote(bars, plan_name);
    chart->setBars(bars);
  }
}

void PicturePages::fillCourse(const QString& plan_name) {
  const auto& curves = run_.curves();
  setOffered(Page::course, !curves.empty());
  if (curves.empty()) return course_->setData({});
  const auto& curve = curves[static_cast<std::size_t>(std::max(0, courses_->currentIndex()))];
  ScatterChartData picture = measuredCurve(curve, difference_at(curve, run_.measurement()), run_.logs());
  addNote(picture, plan_name);
  course_->setData(picture);
}

void PicturePages::fillSnapshot(const QString& plan_name) {
  const auto& all = run_.measurement().snapshots;
  setOffered(Page::snapshot, !all.empty());
  if (all.empty()) return snapshot_->setData({});
  const PlanResults& results = model_.results();
  const MemoryEstimate* estimate = results.has_numbers ? &results.evaluation.figures.estimate : nullptr;
  FlameChartData flame = snapshotFlame(all[static_cast<std::size_t>(std::max(0, snapshots_->currentIndex()))],
                                       estimate, run_.logs());
  addNote(flame, plan_name);
  snapshot_->setData(flame);
}

}  // namespace zp
