// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/model/unstated_model.h"

#include "core/unstated/open_odds.h"
#include "core/unstated/open_words.h"
#include "ui/model/plan_model.h"
#include "ui/model/text.h"

namespace zp {
namespace {

constexpr int unstated_rest = 150;  // milliseconds; longer than between two ticks of a slider

}  // namespace

UnstatedModel::UnstatedModel(PlanModel& model, QObject* parent) : QObject(parent), model_(model) {
  rest_.setSingleShot(true);
  rest_.setInterval(unstated_rest);
  connect(&rest_, &QTimer::timeout, this, &UnstatedModel::changed);
  connect(&model_, &PlanModel::changed, this, [this] {
    is_due_ = true;
    const bool is_first = !rest_.isActive();
    rest_.start();
    if (is_first) emit changing();
  });
}

const std::vector<UnstatedSetting>& UnstatedModel::settings() {
  const PlanResults& results = model_.results();
  if (!is_due_ || rest_.isActive() || results.stale) return settings_;
  is_due_ = false;
  settings_.clear();  // refers to the document being replaced
  document_ = results.has_numbers ? results.evaluation.document : PlanDocument();
  odds_ = 0;
  if (!results.has_numbers) return settings_;
  settings_ = unstated_settings(document_);
  odds_ = open_odds(document_, settings_).both;
  return settings_;
}

void UnstatedModel::state(std::size_t setting, std::optional<std::size_t> alternative) {
  if (setting >= settings_.size()) return;
  const UnstatedSetting& open = settings_[setting];
  if (alternative && *alternative >= open.alternatives.size()) return;
  // Copies, because the list may be recreated while the plan changes.
  const KeyValue value = alternative ? open.alternatives[*alternative].value : open.assumed;
  const OpenSetting& of = *open.setting;
  const UndoLabel label{toQt(of.title), alternative ? toQt(short_value(of, open.assumed)) : QString(),
                        toQt(short_value(of, value))};
  model_.proposeDocument(with_stated(model_.document(), of, value, model_.presets()), label);
}

void UnstatedModel::finish() {
  rest_.stop();
  emit changed();
}

}  // namespace zp
