// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/results/verdict_strip.h"

#include <QAccessible>
#include <QHBoxLayout>
#include <algorithm>

#include "core/units/format.h"
#include "ui/inputs/verdict_tile.h"
#include "ui/model/memory_parts.h"
#include "ui/model/plan_model.h"
#include "ui/model/text.h"
#include "ui/model/time_parts.h"
#include "ui/results/time_tips.h"

using namespace Qt::Literals::StringLiterals;

namespace zp {
namespace {

constexpr int wide_strip = 1080;  // room for seven tiles

QString gib(Bytes bytes) { return toQt(format_gib(bytes)); }

/// One amount against its capacity; a capacity of 0 is one nobody stated.
void showAmount(VerdictTile& tile, bool fits, Bytes used, Bytes capacity) {
  const bool stated = capacity.value() > 0;
  tile.setValue(stated ? toQt(format_gib_value(used)) + u" / " + gib(capacity) : gib(used), gib(used));
  tile.setAmounts(to_gib(used), to_gib(capacity));
  const Verdict verdict = stated ? verdictOf(fits, used, capacity) : Verdict::unknown;
  switch (verdict) {
    case Verdict::fits:
      tile.setStatus(verdict, u"Fits, "_s + gib(capacity - used) + u" free", u"Fits"_s);
      break;
    case Verdict::tight:
      tile.setStatus(verdict, u"Tight, "_s + gib(capacity - used) + u" free", u"Tight"_s);
      break;
    case Verdict::over:
      tile.setStatus(verdict, u"Does not fit, "_s + gib(used - capacity) + u" over",
                     gib(used - capacity) + u" over");
      break;
    default:
      tile.setStatus(verdict, u"no capacity stated"_s, u"not stated"_s);
      break;
  }
}

}  // namespace

VerdictStrip::VerdictStrip(PlanModel& model, QWidget* parent) : QWidget(parent), model_(model) {
  setObjectName(u"verdictStrip"_s);
  auto* line = new QHBoxLayout(this);
  line->setContentsMargins(0, 0, 0, 0);
  line->setSpacing(8);
  setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
  gpu_ = addTile(
      u"gpuTile"_s, u"GPU memory"_s,
      u"The largest amount one GPU holds at any moment of a step, with CUDA context and libraries, of what it can use."_s);
  cpu_ = addTile(u"cpuTile"_s, u"CPU memory / node"_s, u"Host memory of one node while training."_s);
  cpu_->setShortCaption(u"CPU memory"_s);
  nvme_ = addTile(u"nvmeTile"_s, u"NVMe space / node"_s, u"Space on the drives of one node."_s);
  nvme_->setShortCaption(u"NVMe space"_s);
  step_ = addTile(u"stepTile"_s, u"Step time (est.)"_s, {});
  step_->setShortCaption(u"Step time"_s);
  throughput_ = addTile(u"throughputTile"_s, u"Throughput"_s, {});
  batch_ = addTile(u"batchTile"_s, u"Global batch"_s,
                   u"Sequences per optimizer step: micro batch × accumulation × data-parallel ranks."_s);
  largest_ = addTile(u"largestTile"_s, u"Largest micro batch"_s,
                     u"The largest micro batch with which this strategy fits GPU, host and drive."_s);
  largest_->setShortCaption(u"Largest batch"_s);
  for (VerdictTile* tile : {step_, throughput_}) {
    tile->setClickable(true);
    connect(tile, &VerdictTile::clicked, this, &VerdictStrip::speedRequested);
  }
  explainOnClick(gpu_, Place::gpu);
  explainOnClick(cpu_, Place::cpu);
  explainOnClick(nvme_, Place::nvme);
  connect(&model_, &PlanModel::changed, this, &VerdictStrip::refresh);
  refresh();
}

VerdictTile* VerdictStrip::addTile(const QString& name, const QString& caption, const QString& tool_tip) {
  auto* tile = new VerdictTile(name, caption, this);
  tile->setToolTip(tool_tip);
  static_cast<QHBoxLayout*>(layout())->addWidget(tile, 1);  // all equally wide
  return tile;
}

void VerdictStrip::explainOnClick(VerdictTile* tile, Place place) {
  tile->setClickable(true);
  connect(tile, &VerdictTile::clicked, this, [this, place] { emit explainRequested(place); });
}

std::array<VerdictTile*, 7> VerdictStrip::tiles() const {
  return {gpu_, cpu_, nvme_, step_, throughput_, batch_, largest_};
}

void VerdictStrip::showNothing() {
  for (VerdictTile* tile : tiles()) {
    tile->setValue(u"–"_s);
    tile->setAmounts(0, 0);
    tile->setStatus(Verdict::unknown, tr("no estimate"));
  }
}

void VerdictStrip::announce(const MemoryEstimate& estimate) {
  if (announced_fit_ == estimate.fits()) return;
  announced_fit_ = estimate.fits();
  QAccessibleEvent alert(gpu_, QAccessible::Alert);
  QAccessible::updateAccessibility(&alert);
}

void VerdictStrip::refresh() {
  const PlanResults& results = model_.results();
  if (!results.has_numbers) return showNothing();
  showMemory();
  showSpeed();
  showBatch();
  arrange();
  for (VerdictTile* tile : tiles())
    tile->setStale(results.stale);
  announce(results.estimate);
}

void VerdictStrip::showMemory() {
  const MemoryEstimate& estimate = model_.results().estimate;
  showAmount(*gpu_, estimate.gpu.fits, estimate.gpu.peak, estimate.gpu.capacity);
  showAmount(*cpu_, estimate.cpu.fits, estimate.cpu.needed_per_node(), estimate.cpu.capacity_per_node);
  showAmount(*nvme_, estimate.nvme.fits, estimate.nvme.per_node, estimate.nvme.capacity_per_node);
}

void VerdictStrip::showSpeed() {
  const PlanResults& results = model_.results();
  step_->setToolTip(stepTimeTip(results));
  throughput_->setToolTip(throughputTip(results));
  if (!results.time.is_known) {
    for (VerdictTile* tile : {step_, throughput_}) {
      tile->setValue(u"–"_s);
      tile->setStatus(Verdict::unknown, u"needs a shape, not tensors"_s, u"needs a shape"_s);
    }
    return;
  }
  const QString bound = boundText(results.time.bound_by);
  step_->setValue(toQt(format_seconds(results.time.total)));
  step_->setStatus(Verdict::none, bound + u", "_s + spreadText(results.time), bound);
  const Throughput& rate = results.throughput;
  const QString mfu = percentText(rate.mfu) + u" MFU";
  throughput_->setValue(tokenRateText(rate.tokens_per_s));
  throughput_->setStatus(Verdict::none, shortCountText(rate.tokens_per_s_per_gpu) + u" / GPU, " + mfu, mfu);
}

void VerdictStrip::showBatch() {
  const PlanResults& results = model_.results();
  const Plan& plan = results.document.plan;
  const std::int64_t sequences = train_batch_size(plan);
  batch_->setValue(toQt(format_count(sequences)));
  batch_->setStatus(Verdict::none,
                    toQt(format_count(sequences * plan.training.sequence_length)) + u" tokens / step",
                    toQt(format_params(Params(sequences * plan.training.sequence_length))) + u" tokens");
  const std::int64_t largest = results.largest_micro_batch;
  largest_->setValue(largest > 0 ? toQt(format_count(largest)) : u"–"_s);
  largest_->setStatus(
      Verdict::none,
      largest > 0 ? u"now "_s + toQt(format_count(plan.training.micro_batch_size)) : u"not even 1 fits"_s,
      largest > 0 ? QString() : u"none fits"_s);
}

void VerdictStrip::arrange() {
  const bool is_wide = width() >= wide_strip;
  nvme_->setVisible(model_.results().estimate.nvme.per_node.value() > 0);
  batch_->setVisible(is_wide);
  largest_->setVisible(is_wide);
}

void VerdictStrip::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  arrange();
}

/// Without the tiles that go when the window gets narrow.
QSize VerdictStrip::minimumSizeHint() const {
  int width = -layout()->spacing();
  int height = 0;
  for (const VerdictTile* tile : tiles()) {
    if (tile == batch_ || tile == largest_ || tile->isHidden()) continue;
    width += tile->minimumSizeHint().width() + layout()->spacing();
    height = std::max(height, tile->minimumSizeHint().height());
  }
  return {width, height};
}

}  // namespace zp
