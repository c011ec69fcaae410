// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QFont>
#include <QPalette>
#include <QString>
#include <array>

class QApplication;

/// The one place for colours and the chart font. Widgets ask for themeColors() while they paint, so a change
/// of theme needs no more than the repaint that QEvent::PaletteChange brings.
namespace zp {

/// What a chart, a table, a CSV file or a tooltip calls the parts of memory, in this order everywhere.
enum class ChartComponent {
  parameters,
  gradients,
  optimizer_states,
  activations,
  logits_and_loss,
  buffers,
  overhead,
};
inline constexpr std::size_t chart_component_count = 7;

/// "Parameters", "Optimizer states", "Logits and loss" …
QString nameOf(ChartComponent component);

/// The parts of a step's time, in this order everywhere.
enum class ChartTime { compute, communication, host, optimizer };
inline constexpr std::size_t chart_time_count = 4;

/// "Compute", "Exposed communication" …
QString nameOf(ChartTime part);

inline constexpr std::size_t chart_stage_count = 4;

/// What a bar, a line or a swatch has the colour of: a part of memory, a part of time, or a ZeRO stage.
class SeriesColor {
 public:
  constexpr SeriesColor() = default;
  constexpr SeriesColor(ChartComponent component)  // NOLINT(google-explicit-constructor): is one
      : index_(static_cast<std::size_t>(component)) {}
  constexpr SeriesColor(ChartTime part)  // NOLINT(google-explicit-constructor)
      : kind_(Kind::time), index_(static_cast<std::size_t>(part)) {}
  static constexpr SeriesColor ofStage(int stage) {
    SeriesColor color;
    color.kind_ = Kind::stage;
    color.index_ = static_cast<std::size_t>(stage);
    return color;
  }
  constexpr bool operator==(const SeriesColor&) const = default;

 private:
  friend struct ThemeColors;
  enum class Kind { component, time, stage };
  Kind kind_ = Kind::component;
  std::size_t index_ = 0;
};

/// How well something fits into what there is. Never shown by colour alone: see glyphOf.
enum class Verdict { none, fits, tight, over, unknown };

/// "✓", "⚠", "✗", "–", or nothing for Verdict::none.
QString glyphOf(Verdict verdict);

struct ThemeColors {
  bool dark = false;
  QColor window, panel;
  QColor text, muted;  ///< both at least 4.5:1 on panel and on window
  QColor grid;         ///< grid lines and frames: decoration only
  QColor outline;      ///< borders of controls, at least 3:1 on panel
  QColor accent;       ///< selection, focus, filled part of sliders
  QColor on_accent;    ///< text on accent
  QColor fits, tight, over;
  QColor mark;  ///< frames and numbers of a tutorial: nothing else is violet
  QColor tooltip, tooltip_text;
  /// By ChartComponent. Worst pair under normal, protan, deutan and tritan vision (Machado, Oliveira and
  /// Fernandes 2009, severity 1.0; CIE 1976 colour difference): 16.1 light, 18.3 dark. tests/ui/theme
  /// measures it.
  std::array<QColor, chart_component_count> components;
  /// By ChartTime, of the same set: communication as its buffers, the optimizer as its states, transfers to
  /// the host as overhead.
  std::array<QColor, chart_time_count> times;
  /// By stage, of the same set, and each dark or light enough for a thin line: 3:1 on the panel.
  std::array<QColor, chart_stage_count> stages;

  [[nodiscard]] QColor component(ChartComponent c) const { return components[static_cast<std::size_t>(c)]; }
  [[nodiscard]] QColor series(SeriesColor color) const;
  /// Colour of a verdict's words; muted for none and unknown.
  [[nodiscard]] QColor state(Verdict verdict) const;
  /// Background of the selected (strong) or hovered row of a chart or list.
  [[nodiscard]] QColor rowTint(bool strong) const;
  /// Border a fill needs to be told from the panel: darker where it stands out by less than 3:1, else
  /// invalid.
  [[nodiscard]] QColor fillOutline(const QColor& fill) const;
};

const ThemeColors& lightTheme();
const ThemeColors& darkTheme();
/// Those of the last applyTheme; the light ones before.
const ThemeColors& themeColors();

enum class ThemeChoice { system, light, dark };

/// Fusion style, palette for every role and group, tooltips. For ThemeChoice::system the platform's palette
/// decides (isDark); call it again on QEvent::ThemeChange to follow the platform. Widgets hear of it with the
/// next turn of the event loop.
void applyTheme(QApplication& app, ThemeChoice choice);

/// Qt 6.4 has no colorScheme(): a palette is dark when its window is darker than its text.
bool isDark(const QPalette& palette);

/// The palette applyTheme sets.
QPalette themePalette(const ThemeColors& colors);

/// WCAG 2 contrast ratio, 1 … 21.
double contrastRatio(const QColor& a, const QColor& b);
/// `top` laid over `bottom` with the given opacity, 0 … 1; the result is opaque.
QColor blend(const QColor& top, const QColor& bottom, double opacity);

/// `base` if its ten digits are equally wide, else Noto Sans or DejaVu Sans of the same size: numbers that
/// change while a slider moves must not jitter, and Qt 6.4 cannot ask a font for tabular figures.
QFont tabularFont(const QFont& base);
/// `base` scaled, for captions (0.9) and tile values (1.5, demi-bold).
QFont scaledFont(const QFont& base, double factor, QFont::Weight weight = QFont::Normal);

}  // namespace zp
