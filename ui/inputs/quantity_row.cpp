// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inputs/quantity_row.h"

#include <QSignalBlocker>
#include <algorithm>
#include <cmath>

#include "ui/inputs/field_frame.h"
#include "ui/inputs/number_spin.h"
#include "ui/inputs/stops_slider.h"
#include "ui/theme/layouts.h"

using namespace Qt::Literals::StringLiterals;

namespace zp {
namespace {

constexpr int slider_to_spin = 6;

// The tolerance is far below what fields show, and far above the rounding of a slider round trip.
bool sameValue(double a, double b) { return std::abs(a - b) <= 1e-9 * std::max(std::abs(a), std::abs(b)); }

}  // namespace

QuantityRow::QuantityRow(const QuantitySpec& spec, QWidget* parent)
    : InputRow(spec.name, spec.label, spec.tool_tip, spec.spoken, parent),
      spec_(spec),
      slider_(new StopsSlider(spec.stops)),
      spin_(new NumberSpin(spec)) {
  slider_->setObjectName(spec.name + u".slider"_s);
  slider_->setAccessibleName(tr("%1, slider").arg(spokenName()));
  spin_->setObjectName(spec.name + u".spin"_s);
  spin_->setAccessibleName(spokenName());
  spin_->setAccessibleDescription(spec.tool_tip);

  auto* field = new QWidget;
  addParts(*makeLine(field, slider_to_spin), {{slider_, 1}, spin_});
  setField(field, spin_);
  watch(slider_);
  watch(spin_);

  connect(slider_, &StopsSlider::exactValueEdited, this, &QuantityRow::takeSlider);
  connect(slider_, &StopsSlider::pressStarted, this, &QuantityRow::beginGesture);
  connect(slider_, &StopsSlider::pressEnded, this, &QuantityRow::beginGesture);
  connect(spin_, &NumberSpin::applyingText, this, &QuantityRow::beginGesture);
  connect(spin_, &NumberSpin::valueChanged, this, &QuantityRow::takeSpin);
  connect(spin_, &NumberSpin::noted, this,
          [this](const QString& sentence, double other, const QString& text) {
            if (text.isEmpty()) return showRefusal(sentence);
            setNote(sentence, {{u"other"_s, tr("Take %1").arg(text)}});
            other_ = other;
          });
  connect(spin_, &NumberSpin::typing, this, [this] { setNote({}); });
  connect(this, &InputRow::noteLinkActivated, spin_, [this] { spin_->applyValue(other_); });
  setValue(spec.stops.first());
}

double QuantityRow::value() const { return spin_->value(); }

void QuantityRow::setValue(double value) {
  // A value from elsewhere (undo, a preset) ends the gesture, so that the next change is a new undo step.
  if (!sameValue(value, this->value()) && !slider_->isSliderDown()) beginGesture();
  const QSignalBlocker quiet(spin_);
  spin_->setValue(value);
  slider_->setExactValue(spin_->value());
  refresh();
}

void QuantityRow::setPreset(std::optional<double> value) {
  preset_ = value;
  refresh();
}

void QuantityRow::setCliffs(const std::vector<Cliff>& cliffs) {
  if (cliffs == cliffs_) return;
  cliffs_ = cliffs;
  slider_->setCliffs(cliffs);
  QStringList texts;
  for (const Cliff& cliff : cliffs)
    texts << cliff.text;
  slider_->setToolTip(wrappedTip(texts));  // without texts, the row's own tip applies
  refresh();
}

void QuantityRow::takeSlider(double value) {
  const QSignalBlocker quiet(spin_);
  const double before = spin_->value();
  spin_->setValue(value);
  refresh();
  if (!sameValue(before, spin_->value())) emit edited(spin_->value(), gesture());
}

void QuantityRow::takeSpin(double value) {
  slider_->setExactValue(value);
  refresh();
  emit edited(value, gesture());
}

void QuantityRow::refresh() {
  const bool differs = preset_ && !sameValue(*preset_, value());
  setDiffersFromPreset(differs);
  slider_->setMark(differs ? preset_ : std::nullopt);
  QStringList spoken(textOf(spec_, value()));
  for (const Cliff& cliff : cliffs_)
    spoken << cliff.text;
  slider_->setAccessibleDescription(spoken.join(u", "_s));
}

void QuantityRow::showProblem(bool problem) { spin_->setInvalid(problem); }

}  // namespace zp
