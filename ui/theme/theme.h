// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QFont>
#include <QPalette>
#include <QString>
#include <QStringList>
#include <array>
#include <optional>

class QApplication;

/// The only place for colours and the chart font. Widgets call themeColors() while painting, so a theme
/// change needs only the repaint caused by QEvent::PaletteChange.
namespace zp {

/// Parts of memory in charts, tables, CSV files and tool tips, always in this order.
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

/// Returns "Parameters", "Optimizer states", "Logits and loss" …
QString nameOf(ChartComponent component);

/// Parts of a step's time, always in this order.
enum class ChartTime { compute, communication, host, optimizer };
inline constexpr std::size_t chart_time_count = 4;

/// Returns "Compute", "Exposed communication" …
QString nameOf(ChartTime part);

inline constexpr std::size_t chart_stage_count = 4;

/// Parts of a GPU's memory when it ran out: this process's tensors, unused cache and context; other
/// processes; memory whose owner is unknown; free memory; and the requested memory that was not available.
enum class CardPart { tensors, cache, context, others, rest, free, missing };
inline constexpr std::size_t card_part_count = 7;

/// The key of a colour of a bar, a line or a swatch: a part of memory, of time or of a card, or a ZeRO stage.
class SeriesColor {
 public:
  constexpr SeriesColor() = default;
  constexpr SeriesColor(ChartComponent component)  // is one
      : index_(static_cast<std::size_t>(component)) {}
  constexpr SeriesColor(ChartTime part)  // NOLINT(google-explicit-constructor)
      : kind_(Kind::time), index_(static_cast<std::size_t>(part)) {}
  constexpr SeriesColor(CardPart part)  // NOLINT(google-explicit-constructor)
      : kind_(Kind::card), index_(static_cast<std::size_t>(part)) {}
  static constexpr SeriesColor ofStage(int stage) {
    SeriesColor color;
    color.kind_ = Kind::stage;
    color.index_ = static_cast<std::size_t>(stage);
    return color;
  }
  constexpr bool operator==(const SeriesColor&) const = default;

 private:
  friend struct ThemeColors;
  enum class Kind { component, time, stage, card };
  Kind kind_ = Kind::component;
  std::size_t index_ = 0;
};

/// How well something fits its capacity. Never shown by colour alone: see glyphOf.
enum class Verdict { none, fits, tight, over, unknown };

/// Returns "✓", "⚠", "✗", "–", or nothing for Verdict::none.
QString glyphOf(Verdict verdict);

struct ThemeColors {
  bool dark = false;
  bool contrast = false;  ///< high contrast: frames and fills are fully outlined, text is at least 7:1
  QColor window, panel;
  QColor text, muted;  ///< both at least 4.5:1 on panel and on window
  QColor grid;         ///< grid lines and frames: decoration only
  QColor outline;      ///< borders of controls, at least 3:1 on panel
  QColor accent;       ///< selection, focus, filled part of sliders
  QColor on_accent;    ///< text on accent
  QColor fits, tight, over;
  QColor mark;  ///< frames and numbers of a tutorial; the only violet
  QColor tooltip, tooltip_text;
  /// Colours by ChartComponent. Worst pair under normal, protan, deutan and tritan vision (Machado, Oliveira
  /// and Fernandes 2009, severity 1.0; CIE 1976 colour difference): 16.1 light, 18.3 dark.
  /// tests/ui/theme measures it.
  std::array<QColor, chart_component_count> components;
  /// Colours by ChartTime, from the same set: communication as buffers, the optimizer as optimizer states,
  /// transfers to the host as overhead.
  std::array<QColor, chart_time_count> times;
  /// Colours by stage, from the same set, dark or light enough for a thin line: 3:1 on the panel.
  std::array<QColor, chart_stage_count> stages;
  /// Colours by CardPart, from the same set except the last two: free memory is nearly blank, and missing
  /// memory is red like everything that does not fit.
  std::array<QColor, card_part_count> cards;

  [[nodiscard]] QColor component(ChartComponent c) const { return components[static_cast<std::size_t>(c)]; }
  [[nodiscard]] QColor series(SeriesColor color) const;
  /// Returns the text colour of a verdict; muted for none and unknown.
  [[nodiscard]] QColor state(Verdict verdict) const;
  /// Returns the background of the selected (strong) or hovered row of a chart or list.
  [[nodiscard]] QColor rowTint(bool strong) const;
  /// Returns the border colour that separates a fill from the panel by at least 3:1; invalid if the fill
  /// itself does. With high contrast always the text colour.
  [[nodiscard]] QColor fillOutline(const QColor& fill) const;
  /// Returns the colour of the line between adjacent areas.
  [[nodiscard]] QColor between() const { return contrast ? text : panel; }
};

const ThemeColors& lightTheme();
const ThemeColors& darkTheme();
const ThemeColors& contrastTheme();
const ThemeColors& darkContrastTheme();
/// Returns the colours of the last applyTheme; before that the light ones.
const ThemeColors& themeColors();

enum class ThemeChoice { system, light, dark, contrast, dark_contrast };

/// Returns the names of the choices, in their order: "system", "light", "dark", "contrast", "dark-contrast".
const QStringList& themeNames();
/// Returns the theme with that name; nullopt for any other name.
std::optional<ThemeChoice> themeNamed(const QString& name);

/// Sets the Fusion style, the palette for all roles and groups, and tool tips. ThemeChoice::system uses the
/// platform's setting (isDark, isHighContrast); call it again on QEvent::ThemeChange to follow the platform.
/// Widgets are notified in the next turn of the event loop.
void applyTheme(QApplication& app, ThemeChoice choice);

/// Returns true if the palette's window is darker than its text, because Qt 6.4 has no colorScheme().
bool isDark(const QPalette& palette);

/// Returns true if the platform uses high contrast. Qt 6.4 has no hint for it: GNOME's and MATE's themes have
/// icons called "HighContrast"; KDE's and others have text of 20:1 on windows, fields and buttons, which no
/// normal theme has on all three.
bool isHighContrast(const QPalette& palette, const QString& icon_theme);

/// Returns the palette that applyTheme sets.
QPalette themePalette(const ThemeColors& colors);

/// Returns the WCAG 2 contrast ratio, 1 … 21.
double contrastRatio(const QColor& a, const QColor& b);
/// Returns black or white, whichever is more readable on that fill: at least 4.5:1.
QColor wordsOn(const QColor& fill);
/// Returns `top` painted over `bottom` with the given opacity, 0 … 1; the result is opaque.
QColor blend(const QColor& top, const QColor& bottom, double opacity);

/// Returns `base` if its ten digits have equal width, else Noto Sans or DejaVu Sans of the same size, because
/// changing numbers must not jitter, and Qt 6.4 cannot request tabular figures.
QFont tabularFont(const QFont& base);
/// Returns `base` scaled, for captions (0.9) and tile values (1.5, demi-bold).
QFont scaledFont(const QFont& base, double factor, QFont::Weight weight = QFont::Normal);

}  // namespace zp
