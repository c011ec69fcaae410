// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/theme.h"

#include <QApplication>
#include <QFontDatabase>
#include <QFontMetricsF>
#include <QIcon>
#include <QStyle>
#include <QToolTip>
#include <cmath>

#include "ui/theme/theme_style.h"

using namespace Qt::Literals::StringLiterals;

namespace zp {
namespace {

void setDerivedSeries(ThemeColors& c) {
  c.times = {c.component(ChartComponent::parameters), c.component(ChartComponent::buffers),
             c.component(ChartComponent::overhead), c.component(ChartComponent::optimizer_states)};
  c.stages = {c.component(ChartComponent::overhead), c.component(ChartComponent::buffers),
              c.component(ChartComponent::parameters), c.component(ChartComponent::optimizer_states)};
  c.cards = {c.component(ChartComponent::parameters),
             c.component(ChartComponent::gradients),
             c.component(ChartComponent::activations),
             c.component(ChartComponent::overhead),
             c.component(ChartComponent::buffers),
             c.contrast ? blend(c.text, c.panel, 0.1) : c.grid,
             c.over};
}

// Series colours: Okabe and Ito (2008), with two changes: the last grey is replaced, because it resembles the
// purple under deuteranopia (ΔE 4), and a brown is added for logits and loss, the hue furthest from the other
// six (ΔE 27.5 light, 24.1 dark).
ThemeColors makeLight() {
  ThemeColors c;
  c.window = QColor(0xF5F6F8);
  c.panel = QColor(0xFFFFFF);
  c.text = QColor(0x1F2933);
  c.muted = QColor(0x5B6672);
  c.grid = QColor(0xE3E7EC);
  c.outline = QColor(0x8A949E);
  c.accent = QColor(0x1F6FB2);
  c.on_accent = QColor(0xFFFFFF);
  c.fits = QColor(0x1B7F4B);
  c.tight = QColor(0x8A5A00);
  c.over = QColor(0xB3261E);
  c.mark = QColor(0x7B1FA2);
  c.tooltip = QColor(0xFFFFFF);
  c.tooltip_text = c.text;
  c.components = {QColor(0x0072B2), QColor(0x56B4E9), QColor(0x009E73), QColor(0xE69F00),
                  QColor(0x854412), QColor(0xCC79A7), QColor(0x4B5563)};
  setDerivedSeries(c);
  return c;
}

ThemeColors makeDark() {
  ThemeColors c;
  c.dark = true;
  c.window = QColor(0x14171B);
  c.panel = QColor(0x1B1E23);
  c.text = QColor(0xD7DBE0);
  c.muted = QColor(0x9AA4AF);
  c.grid = QColor(0x343A42);
  c.outline = QColor(0x6B7580);
  c.accent = QColor(0x6CB2F2);
  c.on_accent = QColor(0x0E1A26);
  c.fits = QColor(0x4CC38A);
  c.tight = QColor(0xE6B450);
  c.over = QColor(0xFF8A80);
  c.mark = QColor(0xD7A6FF);
  c.tooltip = QColor(0x2A2F37);
  c.tooltip_text = c.text;
  c.components = {QColor(0x5A8FE6), QColor(0xA6D8F5), QColor(0x10B981), QColor(0xF5C04A),
                  QColor(0xB85C1C), QColor(0xE080B4), QColor(0x66707C)};
  setDerivedSeries(c);
  return c;
}

// Series colours of the light theme, whose panel is also white; each gets an outline.
ThemeColors makeContrast() {
  ThemeColors c = makeLight();
  c.contrast = true;
  c.window = QColor(0xFFFFFF);
  c.text = QColor(Qt::black);
  c.muted = QColor(0x333333);
  c.grid = QColor(0x8A8A8A);
  c.outline = QColor(Qt::black);
  c.accent = QColor(0x0B3FA8);
  c.fits = QColor(0x0A5A2C);
  c.tight = QColor(0x6B3F00);
  c.over = QColor(0x9B0F0F);
  c.mark = QColor(0x5E1190);
  c.tooltip_text = c.text;
  setDerivedSeries(c);
  return c;
}

ThemeColors makeDarkContrast() {
  ThemeColors c = makeDark();
  c.contrast = true;
  c.window = c.panel = QColor(Qt::black);
  c.text = QColor(0xFFFFFF);
  c.muted = QColor(0xD6D6D6);
  c.grid = QColor(0x7A7A7A);
  c.outline = QColor(0xFFFFFF);
  c.accent = QColor(0x7CC4FF);
  c.on_accent = QColor(Qt::black);
  c.fits = QColor(0x6FE3A8);
  c.tight = QColor(0xFFD166);
  c.over = QColor(0xFF8A80);
  c.mark = QColor(0xE2B8FF);
  c.tooltip = QColor(Qt::black);
  c.tooltip_text = c.text;
  setDerivedSeries(c);
  return c;
}

const ThemeColors*& current() {
  static const ThemeColors* colors = &lightTheme();
  return colors;
}

double channelLuminance(double c) { return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4); }

double luminance(const QColor& c) {
  return 0.2126 * channelLuminance(c.redF()) + 0.7152 * channelLuminance(c.greenF()) +
         0.0722 * channelLuminance(c.blueF());
}

bool hasTabularDigits(const QFont& font) {
  const QFontMetricsF metrics(font);
  const double width = metrics.horizontalAdvance(u'0');
  for (char16_t digit = u'1'; digit <= u'9'; ++digit)
    if (std::abs(metrics.horizontalAdvance(digit) - width) > 0.01) return false;
  return true;
}

}  // namespace

QString nameOf(ChartComponent component) {
  switch (component) {
    case ChartComponent::parameters:
      return u"Parameters"_s;
    case ChartComponent::gradients:
      return u"Gradients"_s;
    case ChartComponent::optimizer_states:
      return u"Optimizer states"_s;
    case ChartComponent::activations:
      return u"Activations"_s;
    case ChartComponent::logits_and_loss:
      return u"Logits and loss"_s;
    case ChartComponent::buffers:
      return u"Buffers"_s;
    case ChartComponent::overhead:
      return u"Overhead"_s;
  }
  return {};
}

QString nameOf(ChartTime part) {
  switch (part) {
    case ChartTime::compute:
      return u"Compute"_s;
    case ChartTime::communication:
      return u"Exposed communication"_s;
    case ChartTime::host:
      return u"Host transfer"_s;
    case ChartTime::optimizer:
      return u"Optimizer"_s;
  }
  return {};
}

QString glyphOf(Verdict verdict) {
  switch (verdict) {
    case Verdict::fits:
      return u"✓"_s;
    case Verdict::tight:
      return u"⚠"_s;
    case Verdict::over:
      return u"✗"_s;
    case Verdict::unknown:
      return u"–"_s;
    case Verdict::none:
      break;
  }
  return {};
}

QColor ThemeColors::series(SeriesColor color) const {
  switch (color.kind_) {
    case SeriesColor::Kind::time:
      return times[color.index_];
    case SeriesColor::Kind::stage:
      return stages[color.index_];
    case SeriesColor::Kind::card:
      return cards[color.index_];
    case SeriesColor::Kind::component:
      break;
  }
  return components[color.index_];
}

QColor ThemeColors::state(Verdict verdict) const {
  switch (verdict) {
    case Verdict::fits:
      return fits;
    case Verdict::tight:
      return tight;
    case Verdict::over:
      return over;
    default:
      return muted;
  }
}

QColor ThemeColors::rowTint(bool strong) const { return blend(accent, panel, strong ? 0.15 : 0.06); }

QColor ThemeColors::fillOutline(const QColor& fill) const {
  if (contrast) return text;
  if (contrastRatio(fill, panel) >= 3) return {};
  const QColor darker = fill.darker(140);  // keeps the hue; a grey close to the panel needs a larger change
  return contrastRatio(darker, panel) >= 3 ? darker : blend(text, fill, 0.5);
}

const ThemeColors& lightTheme() {
  static const ThemeColors colors = makeLight();
  return colors;
}

const ThemeColors& darkTheme() {
  static const ThemeColors colors = makeDark();
  return colors;
}

const ThemeColors& contrastTheme() {
  static const ThemeColors colors = makeContrast();
  return colors;
}

const ThemeColors& darkContrastTheme() {
  static const ThemeColors colors = makeDarkContrast();
  return colors;
}

const QStringList& themeNames() {
  static const QStringList names = {u"system"_s, u"light"_s, u"dark"_s, u"contrast"_s, u"dark-contrast"_s};
  return names;
}

std::optional<ThemeChoice> themeNamed(const QString& name) {
  const qsizetype index = themeNames().indexOf(name);
  if (index < 0) return std::nullopt;
  return static_cast<ThemeChoice>(index);
}

const ThemeColors& themeColors() { return *current(); }

bool isDark(const QPalette& palette) {
  return luminance(palette.color(QPalette::Window)) < luminance(palette.color(QPalette::WindowText));
}

bool isHighContrast(const QPalette& palette, const QString& icon_theme) {
  constexpr double least = 20;  // out of 21; Fusion's own palette has 18 on windows, Breeze 14, Adwaita 12
  if (icon_theme.contains("HighContrast"_L1, Qt::CaseInsensitive)) return true;
  const auto has = [&](QPalette::ColorRole text, QPalette::ColorRole ground) {
    return contrastRatio(palette.color(text), palette.color(ground)) >= least;
  };
  return has(QPalette::WindowText, QPalette::Window) && has(QPalette::Text, QPalette::Base) &&
         has(QPalette::ButtonText, QPalette::Button);
}

QPalette themePalette(const ThemeColors& c) {
  QPalette p;
  p.setColor(QPalette::Window, c.window);
  p.setColor(QPalette::WindowText, c.text);
  p.setColor(QPalette::Base, c.panel);
  p.setColor(QPalette::AlternateBase, blend(c.text, c.panel, 0.04));
  p.setColor(QPalette::Text, c.text);
  p.setColor(QPalette::Button, c.dark && !c.contrast ? QColor(0x23272D) : c.panel);
  p.setColor(QPalette::ButtonText, c.text);
  p.setColor(QPalette::BrightText, c.over);
  p.setColor(QPalette::PlaceholderText, c.muted);
  p.setColor(QPalette::ToolTipBase, c.tooltip);
  p.setColor(QPalette::ToolTipText, c.tooltip_text);
  p.setColor(QPalette::Highlight, c.accent);
  p.setColor(QPalette::HighlightedText, c.on_accent);
  p.setColor(QPalette::Link, c.accent);
  p.setColor(QPalette::LinkVisited, c.accent);
  // Bevels: Fusion derives most of its lines from Window, the others from these.
  p.setColor(QPalette::Light, c.dark ? QColor(0x2E343B) : QColor(0xFFFFFF));
  p.setColor(QPalette::Midlight, blend(c.grid, c.window, 0.5));
  p.setColor(QPalette::Mid, c.grid);
  p.setColor(QPalette::Dark, c.outline);
  p.setColor(QPalette::Shadow, c.dark ? QColor(Qt::black) : c.muted);
  // A disabled control may show the reason as its text, so disabled text must be readable too.
  for (const auto role :
       {QPalette::WindowText, QPalette::Text, QPalette::ButtonText, QPalette::PlaceholderText})
    p.setColor(QPalette::Disabled, role, c.muted);
  p.setColor(QPalette::Disabled, QPalette::Base, c.window);
  p.setColor(QPalette::Disabled, QPalette::Button, c.window);
  p.setColor(QPalette::Disabled, QPalette::Highlight, blend(c.muted, c.panel, 0.4));
  p.setColor(QPalette::Disabled, QPalette::HighlightedText, c.text);
  return p;
}

namespace {

/// Turns text shaping off, because Latin letters and digits do not need it, and checking that for every
/// changed text takes a quarter of the time of a slider move. Scripts that need shaping still get it.
void shapeNoMoreThanNeeded() {
  QFont font = QApplication::font();
  font.setStyleStrategy(static_cast<QFont::StyleStrategy>(font.styleStrategy() | QFont::PreferNoShaping));
  QApplication::setFont(font);
}

}  // namespace

void applyTheme(QApplication& app, ThemeChoice choice) {
  if (qobject_cast<ThemeStyle*>(QApplication::style()) == nullptr) {
    QApplication::setStyle(new ThemeStyle);
    shapeNoMoreThanNeeded();
  }
  bool dark = choice == ThemeChoice::dark || choice == ThemeChoice::dark_contrast;
  bool contrast = choice == ThemeChoice::contrast || choice == ThemeChoice::dark_contrast;
  if (choice == ThemeChoice::system) {
    app.setPalette(QPalette());  // restores the platform's palette
    dark = isDark(app.palette());
    contrast = isHighContrast(app.palette(), QIcon::themeName());
  }
  if (contrast)
    current() = dark ? &darkContrastTheme() : &contrastTheme();
  else
    current() = dark ? &darkTheme() : &lightTheme();
  const QPalette palette = themePalette(themeColors());
  if (app.palette() != palette) app.setPalette(palette);
  QToolTip::setPalette(palette);
}

double contrastRatio(const QColor& a, const QColor& b) {
  const double la = luminance(a);
  const double lb = luminance(b);
  return (std::max(la, lb) + 0.05) / (std::min(la, lb) + 0.05);
}

QColor wordsOn(const QColor& fill) {
  return contrastRatio(fill, Qt::black) > contrastRatio(fill, Qt::white) ? Qt::black : Qt::white;
}

QColor blend(const QColor& top, const QColor& bottom, double opacity) {
  const auto mix = [opacity](int t, int b) {
    return static_cast<int>(std::lround(t * opacity + b * (1 - opacity)));
  };
  return QColor(mix(top.red(), bottom.red()), mix(top.green(), bottom.green()),
                mix(top.blue(), bottom.blue()));
}

QFont tabularFont(const QFont& base) {
  if (hasTabularDigits(base)) return base;
  QFont font = base;
  for (const QString& family : {u"Noto Sans"_s, u"DejaVu Sans"_s}) {
    font.setFamilies({family});
    if (QFontDatabase::hasFamily(family) && hasTabularDigits(font)) return font;
  }
  return base;
}

QFont scaledFont(const QFont& base, double factor, QFont::Weight weight) {
  QFont font = base;
  if (base.pointSizeF() > 0)
    font.setPointSizeF(base.pointSizeF() * factor);
  else
    font.setPixelSize(static_cast<int>(std::lround(base.pixelSize() * factor)));
  font.setWeight(weight);
  return font;
}

}  // namespace zp
