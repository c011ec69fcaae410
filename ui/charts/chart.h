// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QImage>
#include <QWidget>
#include <vector>

class QMenu;

namespace zp {

class Plot;
enum class PictureFormat;

/// A plot on screen, with all that charts have in common: keys and mouse go from item to item (bar, column,
/// moment), tips say what is there, and the context menu copies the picture or asks to save it. Where items
/// can be chosen (bars), a click or the arrow keys do so, and Return repeats the choice; else the keys show
/// the tip that hovering would, and where parts can be chosen, ↑ and ↓ go from part to part and a click or
/// Return chooses one. It computes and decides nothing.
class Chart : public QWidget {
  Q_OBJECT

 public:
  ~Chart() override;

  /// For other widgets and for tests, in this widget's logical pixels.
  [[nodiscard]] QRectF itemRect(int item) const;
  [[nodiscard]] QRectF partRect(int item, int part) const;
  [[nodiscard]] std::vector<QRectF> legendRects() const;
  /// By what item and part are called in the chart, "ZeRO-2" and "Activations"; empty where they are not.
  [[nodiscard]] QRectF rectOf(const QString& item, const QString& part = {}) const;
  /// What a tool tip at that point would say; empty where there is none.
  [[nodiscard]] QString tipAt(QPointF pos) const;

  /// Light theme, title and note: see chart_picture.h.
  [[nodiscard]] QImage toImage(double scale = 1) const;
  /// The whole file; `scale` is for PNG only. Empty if it could not be made.
  [[nodiscard]] QByteArray toFile(PictureFormat format, double scale = 1) const;
  /// PNG, SVG or PDF by suffix, atomically. Returns what went wrong in words, empty on success.
  [[nodiscard]] QString exportTo(const QString& path, double scale = 1) const;
  void copyPicture() const;

  /// What is pointed at elsewhere: marked as if the mouse were on it, where that is on nothing; −1 for none.
  void setMarked(int item);

  [[nodiscard]] QSize sizeHint() const override;
  [[nodiscard]] QSize minimumSizeHint() const override;

 signals:
  /// An item was chosen, or a part of one; −1 for no part.
  void activated(int item, int part);
  /// The mouse, or the keyboard, has come to an item, or to a part of it; −1 for none.
  void pointed(int item, int part);
  /// The context menu is about to open there: whoever knows more of that item and part adds to it.
  void menuRequested(QMenu* menu, int item, int part);
  /// The context menu wants a file: "png", "svg" or "pdf", and the scale of a PNG. Whoever knows the plan's
  /// name asks for the path and calls exportTo.
  void saveRequested(const QString& suffix, double scale);

 protected:
  /// Takes the plot as its own.
  Chart(Plot* plot, QWidget* parent);
  /// To be called when the plot has other data.
  void refresh();
  /// To be called when only what is marked in it has changed.
  void redraw();
  /// The item that the mouse is on, or seems to be, and its part; −1 for none.
  void setHovered(int item, int part = -1);
  /// Where the keyboard is; −1 for nowhere.
  [[nodiscard]] int focusedItem() const { return item_; }

  bool event(QEvent* event) override;
  void changeEvent(QEvent* event) override;
  void contextMenuEvent(QContextMenuEvent* event) override;
  void showEvent(QShowEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void focusInEvent(QFocusEvent* event) override;
  void focusOutEvent(QFocusEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void leaveEvent(QEvent* event) override;

 private:
  /// What a click there would choose is there.
  [[nodiscard]] bool canChooseAt(QPointF pos) const;
  /// By a key; false where there is nothing to choose.
  bool choose();
  void moveTo(int item);
  void moveToPart(int step);
  void showTip();
  void begin();
  void describe();
  void followScreen();

  Plot* plot_;
  QSize least_;                ///< of the data shown
  bool is_redrawn_ = true;     ///< else its turn is to come
  int item_ = -1, part_ = -1;  ///< where the keyboard is
  int hovered_ = -1, hovered_part_ = -1;
  int marked_ = -1;
};

}  // namespace zp
