// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/theme.h"

#include <QApplication>
#include <QCheckBox>
#include <QDialog>
#include <QDialogButtonBox>
#include <QFontInfo>
#include <QFontMetricsF>
#include <QProxyStyle>
#include <QPushButton>
#include <QScrollBar>
#include <QStyle>
#include <QStyleOptionButton>
#include <QtTest>
#include <algorithm>
#include <vector>

#include "color_vision.h"
#include "tests/support/test_main.h"
#include "ui/theme/icons.h"

using namespace zp;

class ThemeTest : public QObject {
  Q_OBJECT

 private slots:
  void contrast_of_known_pairs() {
    QCOMPARE(contrastRatio(Qt::black, Qt::white), 21.0);
    QCOMPARE(contrastRatio(Qt::white, Qt::white), 1.0);
    QVERIFY(std::abs(contrastRatio(QColor(0x767676), Qt::white) - 4.54) <
            0.01);  // WCAG names this grey as its example for level AA
  }

  void text_is_readable_data() { allThemes(); }
  void text_is_readable() {
    const ThemeColors& c = theme();
    for (const QColor& ground : {c.panel, c.window, c.rowTint(true), c.rowTint(false)})
      for (const QColor& text : {c.text, c.muted})
        QVERIFY2(contrastRatio(text, ground) >= 4.5,
                 qPrintable(text.name() + QLatin1String(" on ") + ground.name()));
    for (const Verdict verdict : {Verdict::fits, Verdict::tight, Verdict::over})
      QVERIFY(contrastRatio(c.state(verdict), c.panel) >= 4.5);
    QVERIFY(contrastRatio(c.on_accent, c.accent) >= 4.5);
    QVERIFY(contrastRatio(c.tooltip_text, c.tooltip) >= 4.5);
    QVERIFY(contrastRatio(c.outline, c.panel) >= 3);
    QVERIFY(contrastRatio(c.mark, c.panel) >= 4.5);  // the number on it has the colour of the panel
  }

  /// WCAG 2.1, success criterion 1.4.6, asks 7:1 of text, and 1.4.11 asks 3:1 of borders.
  void high_contrast_is_high() {
    for (const ThemeColors* c : {&contrastTheme(), &darkContrastTheme()}) {
      QVERIFY(c->contrast);
      for (const QColor& ground : {c->panel, c->window, c->rowTint(true), c->rowTint(false)})
        for (const QColor& text : {c->text, c->muted})
          QVERIFY2(contrastRatio(text, ground) >= 7, qPrintable(text.name()));
      for (const QColor& text : {c->fits, c->tight, c->over, c->accent, c->mark})
        QVERIFY2(contrastRatio(text, c->panel) >= 7, qPrintable(text.name()));
      QVERIFY(contrastRatio(c->on_accent, c->accent) >= 7);
      QVERIFY(contrastRatio(c->outline, c->panel) >= 7);
      QVERIFY(contrastRatio(c->grid, c->panel) >= 3);
      for (const QColor& fill : c->components)
        QCOMPARE(c->fillOutline(fill), c->text);
    }
  }
  void high_contrast_of_the_system_is_noticed_data() {
    QTest::addColumn<QString>("icons");
    QTest::addColumn<QList<QColor>>("colors");  // window, its text, base, text, button, its text
    QTest::addColumn<bool>("is_high");
    const QColor white = Qt::white, black = Qt::black;
    QTest::newRow("GNOME's HighContrast")
        << QStringLiteral("HighContrast")
        << QList<QColor>{0xf6f5f4, 0x2e3436, white, black, 0xf6f5f4, 0x2e3436} << true;
    QTest::newRow("black on white") << QString() << QList<QColor>{white, black, white, black, white, black}
                                    << true;
    QTest::newRow("white on black") << QStringLiteral("breeze-dark")
                                    << QList<QColor>{black, white, black, white, black, white} << true;
    QTest::newRow("Fusion's own") << QStringLiteral("hicolor")
                                  << QList<QColor>{0xefefef, black, white, black, 0xefefef, black} << false;
    QTest::newRow("Breeze") << QStringLiteral("breeze")
                            << QList<QColor>{0xeff0f1, 0x232629, 0xfcfcfc, 0x232629, 0xfcfcfc, 0x232629}
                            << false;
    QTest::newRow("Breeze Dark") << QStringLiteral("breeze-dark")
                                 << QList<QColor>{0x2a2e32, 0xfcfcfc, 0x1b1e20, 0xfcfcfc, 0x31363b, 0xfcfcfc}
                                 << false;
  }
  void high_contrast_of_the_system_is_noticed() {
    QFETCH(QString, icons);
    QFETCH(QList<QColor>, colors);
    QFETCH(bool, is_high);
    QPalette palette;
    const QPalette::ColorRole roles[] = {QPalette::Window, QPalette::WindowText, QPalette::Base,
                                         QPalette::Text,   QPalette::Button,     QPalette::ButtonText};
    for (qsizetype i = 0; i < colors.size(); ++i)
      palette.setColor(roles[i], colors[i]);
    QCOMPARE(isHighContrast(palette, icons), is_high);
  }
  void high_contrast_outlines_controls_data() { allThemes(); }
  void high_contrast_outlines_controls() {
    const ThemeColors& c = theme();
    if (!c.contrast) return;
    QPushButton button(QStringLiteral("x"));
    button.setAutoDefault(false);
    button.resize(80, 28);
    QCOMPARE(button.grab().toImage().pixelColor(40, 0), c.outline);
    applyTheme(*qApp, ThemeChoice::light);
  }

  void words_on_a_fill_can_be_read_data() { allThemes(); }
  void words_on_a_fill_can_be_read() {
    for (const QColor& fill : theme().components)
      for (const double share : {1.0, 0.82, 0.67, 0.5, 0.12}) {
        const QColor ground = blend(fill, theme().panel, share);
        QVERIFY2(contrastRatio(wordsOn(ground), ground) >= 4.5, qPrintable(ground.name()));
      }
  }

  void fills_stand_out_data() { allThemes(); }
  void fills_stand_out() {
    const ThemeColors& c = theme();
    std::vector<QColor> fills(c.components.begin(), c.components.end());
    fills.insert(fills.end(), c.cards.begin(), c.cards.end());
    for (const QColor& fill : fills) {
      const QColor outline = c.fillOutline(fill);
      QVERIFY2(contrastRatio(outline.isValid() ? outline : fill, c.panel) >= 3, qPrintable(fill.name()));
    }
  }

  void components_are_told_apart_by_everyone_data() { allThemes(); }
  void components_are_told_apart_by_everyone() {
    const ThemeColors& c = theme();
    std::vector<double> differences;
    for (const Vision vision : all_visions)
      for (std::size_t i = 0; i < c.components.size(); ++i)
        for (std::size_t j = 0; j < i; ++j)
          differences.push_back(colorDifference(c.components[i], c.components[j], vision));
    std::sort(differences.begin(), differences.end());
    qInfo("colour difference: worst %.1f, median %.1f", differences.front(),
          differences[differences.size() / 2]);
    QVERIFY(differences.front() >= 16);
  }

  void parts_of_time_are_told_apart_by_everyone_data() { allThemes(); }
  void parts_of_time_are_told_apart_by_everyone() { QVERIFY(leastDifference(theme().times) >= 16); }
  void lines_of_stages_are_told_apart_and_seen_data() { allThemes(); }
  void lines_of_stages_are_told_apart_and_seen() {
    QVERIFY(leastDifference(theme().stages) >= 16);
    for (const QColor& line : theme().stages)  // a thin line has no outline to help it
      QVERIFY2(contrastRatio(line, theme().panel) >= 3, qPrintable(line.name()));
  }
  void parts_of_a_card_are_told_apart_by_everyone_data() { allThemes(); }
  void parts_of_a_card_are_told_apart_by_everyone() { QVERIFY(leastDifference(theme().cards) >= 11); }
  void a_series_has_the_colour_of_what_it_is() {
    const ThemeColors& c = lightTheme();
    QCOMPARE(c.series(ChartComponent::activations), c.component(ChartComponent::activations));
    QCOMPARE(c.series(ChartTime::host), c.times[static_cast<std::size_t>(ChartTime::host)]);
    QCOMPARE(c.series(SeriesColor::ofStage(3)), c.stages[3]);
    QCOMPARE(c.series(CardPart::missing), c.over);
  }

  void the_simulation_sees_what_it_should() {
    // This pair was the reason to replace Okabe and Ito's grey in ux.md.
    QVERIFY(colorDifference(QColor(0x8A8F98), QColor(0xCC79A7), Vision::deutan) < 5);
    QVERIFY(colorDifference(QColor(0x8A8F98), QColor(0xCC79A7), Vision::normal) > 25);
  }

  void applies_the_chosen_theme() {
    applyTheme(*qApp, ThemeChoice::dark);
    QVERIFY(themeColors().dark);
    QCOMPARE(qApp->palette().color(QPalette::Window), darkTheme().window);
    QVERIFY(isDark(qApp->palette()));
    applyTheme(*qApp, ThemeChoice::light);
    QVERIFY(!themeColors().dark);
    QCOMPARE(qApp->palette().color(QPalette::Base), lightTheme().panel);
    QVERIFY(!isDark(qApp->palette()));
    QCOMPARE(qobject_cast<QProxyStyle*>(QApplication::style())->baseStyle()->name(),
             QStringLiteral("fusion"));
  }

  void the_default_button_is_plainly_primary_data() { allThemes(); }
  void the_default_button_is_plainly_primary() {
    theme();
    const auto faceOf = [](bool is_default) {
      QDialog dialog;  // a button outside of a dialog is never the default
      auto* button = new QPushButton(QStringLiteral("x"), &dialog);
      button->setAutoDefault(false);
      button->setDefault(is_default);
      button->resize(80, 28);
      return button->grab().toImage().pixelColor(10, 14);
    };
    QVERIFY(contrastRatio(faceOf(true), theme().window) >= 3);
    QVERIFY(contrastRatio(faceOf(true), theme().on_accent) >= 4.5);
    QVERIFY(contrastRatio(faceOf(false), theme().window) < 1.5);
    applyTheme(*qApp, ThemeChoice::light);
  }
  /// Icons of the desktop are black on a dark button.
  void buttons_of_dialogs_have_no_icons() {
    QDialogButtonBox box(QDialogButtonBox::Close | QDialogButtonBox::Cancel);
    for (const QAbstractButton* button : box.buttons())
      QVERIFY2(button->icon().isNull(), qPrintable(button->text()));
  }
  void the_slider_of_a_scroll_bar_is_seen_data() { allThemes(); }
  void the_slider_of_a_scroll_bar_is_seen() {
    const ThemeColors& colors = theme();
    QScrollBar bar(Qt::Vertical);
    bar.setRange(0, 100);
    bar.setPageStep(50);
    bar.resize(bar.sizeHint().width(), 300);
    const QImage shown = bar.grab().toImage();
    const QColor slider = shown.pixelColor(shown.width() / 2, 60);
    const bool is_outlined = colors.contrast;
    QVERIFY2(is_outlined || contrastRatio(slider, colors.panel) >= 2.5, qPrintable(slider.name()));
    applyTheme(*qApp, ThemeChoice::light);
  }
  void an_unchecked_box_is_seen_data() { allThemes(); }
  void an_unchecked_box_is_seen() {
    theme();
    QCheckBox box;
    box.resize(box.sizeHint());
    QStyleOptionButton option;
    option.initFrom(&box);
    const QRect sign = box.style()->subElementRect(QStyle::SE_CheckBoxIndicator, &option, &box);
    const QImage picture = box.grab().toImage();
    for (const QPoint edge :
         {QPoint(sign.left(), sign.center().y()), QPoint(sign.center().x(), sign.top()),
          QPoint(sign.right(), sign.center().y()), QPoint(sign.center().x(), sign.bottom())})
      QVERIFY2(contrastRatio(picture.pixelColor(edge), theme().window) >= 2.8,
               qPrintable(picture.pixelColor(edge).name()));
    applyTheme(*qApp, ThemeChoice::light);
  }

  void system_forgets_our_own_palette() {
    applyTheme(*qApp, ThemeChoice::system);
    const bool platform = themeColors().dark;
    applyTheme(*qApp, platform ? ThemeChoice::light : ThemeChoice::dark);
    applyTheme(*qApp, ThemeChoice::system);
    QCOMPARE(themeColors().dark, platform);
  }

  void disabled_text_can_be_read_data() { allThemes(); }
  void disabled_text_can_be_read() {
    const QPalette palette = themePalette(theme());
    for (const auto role : {QPalette::Text, QPalette::WindowText, QPalette::ButtonText})
      QVERIFY(contrastRatio(palette.color(QPalette::Disabled, role),
                            palette.color(QPalette::Disabled, QPalette::Base)) >= 4.5);
  }

  void there_is_a_font_with_tabular_digits() {
    const QFont font = tabularFont(qApp->font());
    QVERIFY(!QFontInfo(font).family().isEmpty());
    const QFontMetricsF metrics(font);
    for (char16_t digit = u'1'; digit <= u'9'; ++digit)
      QCOMPARE(metrics.horizontalAdvance(digit), metrics.horizontalAdvance(u'0'));
  }

  void scaling_keeps_the_unit() {
    QFont points = qApp->font();
    points.setPointSizeF(10);
    QCOMPARE(scaledFont(points, 1.5).pointSizeF(), 15.0);
    QFont pixels = points;
    pixels.setPixelSize(12);
    QCOMPARE(scaledFont(pixels, 1.5, QFont::Bold).pixelSize(), 18);
    QVERIFY(scaledFont(pixels, 1.5, QFont::Bold).bold());
  }

  void icons_follow_the_theme() {
    QVERIFY(!appIcon().pixmap(64, 64).isNull());
    for (const auto name :
         {IconName::new_plan, IconName::open, IconName::save, IconName::undo, IconName::redo, IconName::copy,
          IconName::export_file, IconName::search, IconName::reset, IconName::info, IconName::warning,
          IconName::error, IconName::fits}) {
      applyTheme(*qApp, ThemeChoice::light);
      const QColor light = strongestColor(themePixmap(name, 22, 2).toImage());
      applyTheme(*qApp, ThemeChoice::dark);
      const QColor dark = strongestColor(themePixmap(name, 22, 2).toImage());
      QVERIFY2(light.isValid() && dark.isValid(), qPrintable(QString::number(static_cast<int>(name))));
      QVERIFY2(contrastRatio(light, lightTheme().panel) >= 3, qPrintable(light.name()));
      QVERIFY2(contrastRatio(dark, darkTheme().panel) >= 3, qPrintable(dark.name()));
    }
  }

 private:
  /// Returns the least difference over all pairs of colours and all kinds of colour vision.
  static double leastDifference(const auto& colors) {
    double least = 1000;
    for (const Vision vision : all_visions)
      for (std::size_t i = 0; i < colors.size(); ++i)
        for (std::size_t j = 0; j < i; ++j)
          least = std::min(least, colorDifference(colors[i], colors[j], vision));
    return least;
  }
  static void allThemes() {
    QTest::addColumn<ThemeChoice>("choice");
    for (const QString& name : themeNames().mid(1))
      QTest::newRow(qPrintable(name)) << *themeNamed(name);
  }
  static const ThemeColors& theme() {
    QFETCH(ThemeChoice, choice);
    applyTheme(*qApp, choice);
    return themeColors();
  }
  /// Returns the colour of the first fully opaque pixel; an invalid colour if there is none.
  static QColor strongestColor(const QImage& image) {
    for (int y = 0; y < image.height(); ++y)
      for (int x = 0; x < image.width(); ++x)
        if (image.pixelColor(x, y).alpha() == 255) return image.pixelColor(x, y);
    return {};
  }
};

ZP_TEST(ThemeTest)
#include "theme_test.moc"
