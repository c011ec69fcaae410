// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/measured/log_invitation.h"

#include <QLabel>
#include <QPainter>

#include "ui/theme/layouts.h"
#include "ui/theme/theme.h"

using namespace Qt::Literals::StringLiterals;

namespace zp {
namespace {

constexpr double title_scale = 1.25;
constexpr int widest_text = 560;
constexpr int frame_margin = 8;

QLabel* makeCentred(const QString& name, const QString& text) {
  auto* label = new QLabel(text);
  label->setObjectName(name);
  label->setAlignment(Qt::AlignHCenter);
  label->setWordWrap(true);
  label->setTextInteractionFlags(Qt::TextSelectableByMouse);
  label->setMaximumWidth(widest_text);
  return label;
}

}  // namespace

LogInvitation::LogInvitation(QWidget* parent) : QWidget(parent) {
  QLabel* text =
      makeCentred(u"logInvitation.text"_s,
                  tr("Memory snapshots and out-of-memory messages are read too; Ctrl+V pastes "
                     "text.\n\nMeasured and predicted figures are compared, with the reason for each "
                     "difference. For a run that died, the cause and remedies are shown.\n\n“zero-planner "
                     "export --instrument” writes files for a run that prints all of it."));
  setObjectName(u"logInvitation"_s);
  QLabel* title = makeCentred(u"logInvitation.title"_s, tr("Drop the log of a run here"));
  title->setFont(scaledFont(font(), title_scale, QFont::DemiBold));
  auto* line = makeLine(nullptr, 0);
  auto* column = makeColumn(nullptr, 8);
  addParts(*column, {title, text});
  line->addStretch(1);
  line->addLayout(column, 1000);
  line->addStretch(1);
  auto* whole = makeColumn(this, 0, {24, 24, 24, 24});
  whole->addStretch(2);
  whole->addLayout(line);
  whole->addStretch(3);
}

void LogInvitation::paintEvent(QPaintEvent* /*event*/) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(QPen(themeColors().muted, 1, Qt::DashLine));
  painter.drawRoundedRect(
      QRectF(rect()).adjusted(frame_margin + 0.5, 0.5, -frame_margin - 0.5, -frame_margin - 0.5), 8, 8);
}

}  // namespace zp
