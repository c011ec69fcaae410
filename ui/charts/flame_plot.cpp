// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/flame_plot.h"

#include <QPainter>

#include "core/units/format.h"

using namespace Qt::Literals::StringLiterals;

namespace zp {
namespace {

constexpr double tallest_level = 54, least_level = 22;
constexpr int least_flame_width = 200;
constexpr double flame_text_gap = 6;
constexpr double least_words_width = 30;
constexpr double kept_below = 0.82;   // share of colour that each level keeps from the level above
constexpr double kept_above = 0.5;    // share of colour of the nodes above the zoomed one
constexpr double whole_share = 0.12;  // share of the text colour in the root's colour

}  // namespace

FlamePlot::FlamePlot() : Plot(Qt::Horizontal, Choice::points) {
  for (QCPAxis* axis : {xAxis, yAxis}) {
    axis->setVisible(false);
    axis->grid()->setVisible(false);
  }
}

void FlamePlot::setData(const FlameChartData& flame) {
  data_ = flame;
  spans_.clear();
  levels_ = 1;
  std::vector<double> taken;  // by the parts so far, as a share of the whole; one per node
  for (const FlameNode& each : data_.nodes) {
    Span span;
    if (each.parent >= 0) {
      double& from = taken[static_cast<std::size_t>(each.parent)];
      span.level = spans_[static_cast<std::size_t>(each.parent)].level + 1;
      span.from = from;
      span.to = from + each.value / node(0).value;
      from = span.to;
    }
    levels_ = std::max(levels_, span.level + 1);
    spans_.push_back(span);
    taken.push_back(span.from);
  }
  arrange(size_);
}

QStringList FlamePlot::spoken(int index, int /*part*/) const {
  QStringList sentences;
  if (index >= 0 && index < itemCount()) sentences << node(index).name + u' ' + node(index).text;
  return sentences << data_.spoken;
}

std::unique_ptr<Plot> FlamePlot::copy() const {
  auto plot = std::make_unique<FlamePlot>();
  plot->setData(data_);
  return plot;
}

QSize FlamePlot::leastPlot() const { return {least_flame_width, static_cast<int>(least_level) * levels_}; }

void FlamePlot::fit() {
  const int side = static_cast<int>(plot_side);
  axisRect()->setMargins(
      QMargins(side, static_cast<int>(legendBottom()), side, side + static_cast<int>(noteHeight())));
}

int FlamePlot::itemNamed(const QString& name) const {
  const auto found = std::ranges::find(data_.nodes, name, &FlameNode::name);
  return found == data_.nodes.end() ? -1 : static_cast<int>(found - data_.nodes.begin());
}

bool FlamePlot::isAboveRoot(int index) const {
  for (int above = node(data_.root).parent; above >= 0; above = node(above).parent)
    if (above == index) return true;
  return false;
}

QRectF FlamePlot::itemRect(int index) const {
  const QRectF plot = plotRect();
  const Span& span = spans_[static_cast<std::size_t>(index)];
  const Span& root = spans_[static_cast<std::size_t>(data_.root)];
  const double height = std::min(tallest_level, plot.height() / levels_);
  const double top = plot.top() + span.level * height;
  const auto x = [&](double share) {
    return plot.left() + std::clamp((share - root.from) / (root.to - root.from), 0.0, 1.0) * plot.width();
  };
  const QRectF rect(QPointF(x(span.from), top), QPointF(x(span.to), top + height));
  return rect.width() > 0 ? rect : QRectF();
}

int FlamePlot::itemAt(QPointF pos) const {
  for (int i = itemCount() - 1; i >= 0; --i)
    if (itemRect(i).contains(pos)) return i;
  return -1;
}

QString FlamePlot::tip(int index, int /*part*/) const {
  const FlameNode& each = node(index);
  QString text = u"<b>"_s + each.name.toHtmlEscaped() + u"</b><br>"_s + each.text.toHtmlEscaped();
  if (index > 0)
    text += u", "_s +
            QObject::tr("%1 of all").arg(QString::fromStdString(format_percent(each.value / node(0).value)));
  if (!each.tip.isEmpty()) text += u"<br>"_s + each.tip.toHtmlEscaped().replace(u'\n', u"<br>"_s);
  return text;
}

void FlamePlot::paintForeground(QPainter& painter) const {
  for (int i = 0; i < itemCount(); ++i)
    if (const QRectF place = itemRect(i); place.width() >= 1) paintNode(painter, i, place);
}

QColor FlamePlot::fillOf(int index) const {
  const int level = spans_[static_cast<std::size_t>(index)].level;
  QColor fill =
      level == 0 ? blend(colors_.text, colors_.panel, whole_share) : colors_.series(node(index).color);
  for (int below = 2; below <= level; ++below)
    fill = blend(fill, colors_.panel, kept_below);
  return isAboveRoot(index) ? blend(fill, colors_.panel, kept_above) : fill;
}

void FlamePlot::paintNode(QPainter& painter, int index, const QRectF& place) const {
  const QColor fill = fillOf(index);
  const QRectF box = place.adjusted(0, 0, place.width() > 3 ? -1 : 0, -1);
  painter.fillRect(box, fill);
  if (const QColor outline = colors_.fillOutline(fill); outline.isValid() && box.width() > 3) {
    painter.setPen(QPen(outline, 1));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(box.adjusted(0.5, 0.5, -0.5, -0.5));
  }
  if (box.width() < least_words_width) return;
  const bool is_main = spans_[static_cast<std::size_t>(index)].level <= 1;
  painter.setFont(scaledFont(font_, 1, is_main ? QFont::Bold : QFont::Normal));
  painter.setPen(wordsOn(fill));
  const QRectF words = box.adjusted(flame_text_gap, 0, -2, 0);
  const QFontMetricsF metrics(painter.font());
  const auto elided = [&](const QString& text) -> QString {
    return metrics.elidedText(text, Qt::ElideRight, words.width());
  };
  const bool has_lines = box.height() >= 2 * metrics.height() + 4;
  painter.drawText(words, Qt::AlignLeft | Qt::AlignVCenter,
                   has_lines ? QString(elided(node(index).name) + u'\n' + elided(node(index).text))
                             : elided(node(index).name + u"  "_s + node(index).text));
}

void FlamePlot::paintFocus(QPainter& painter) const {
  painter.setBrush(Qt::NoBrush);
  for (const int at : {hover_, focus_}) {
    if (at < 0 || at >= itemCount() || itemRect(at).isEmpty()) continue;
    painter.setPen(QPen(at == focus_ ? colors_.accent : colors_.text, 2));
    painter.drawRect(itemRect(at).adjusted(1, 1, -2, -2));
  }
}

}  // namespace zp
