// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QImage>
#include <QWidget>
#include <vector>

class QMenu;

namespace zp {

class ChartZoom;
class Plot;
enum class PictureFormat;

/// A plot on screen, with the behaviour common to all charts: keys and mouse move between items (bars,
/// columns, moments), tips describe the item, and the context menu copies the picture or asks to save it. If
/// items can be chosen (bars), a click or the arrow keys choose them, and Return repeats the choice.
/// Otherwise the arrow keys show an item's tip, and if parts can be chosen, ↑ and ↓ move between parts and a
/// click or Return chooses one. A part of the axes can be shown (ChartZoom). Contains no computations.
class Chart : public QWidget {
  Q_OBJECT

 public:
  ~Chart() override;

  /// These are for other widgets and for tests, in this widget's logical pixels.
  [[nodiscard]] QRectF itemRect(int item) const;
  [[nodiscard]] QRectF partRect(int item, int part) const;
  [[nodiscard]] std::vector<QRectF> legendRects() const;
  /// Returns the rectangle of an item, or of a part of it, by their names in the chart, such as "ZeRO-2" and
  /// "Activations"; empty if there is none.
  [[nodiscard]] QRectF rectOf(const QString& item, const QString& part = {}) const;
  /// Returns the tool tip at that point; empty if there is none.
  [[nodiscard]] QString tipAt(QPointF pos) const;

  /// Returns a picture in the light theme with title and note; see chart_picture.h.
  [[nodiscard]] QImage toImage(double scale = 1) const;
  /// Returns the contents of a picture file; `scale` applies only to PNG. Empty if it could not be created.
  [[nodiscard]] QByteArray toFile(PictureFormat format, double scale = 1) const;
  /// Writes PNG, SVG, PDF or CSV (only the figures), by suffix, atomically. Returns the error message, empty
  /// on success.
  [[nodiscard]] QString exportTo(const QString& path, double scale = 1) const;
  void copyPicture() const;
  /// Copies the figures as a table of cells separated by tabs.
  void copyData() const;

  /// Marks an item as if the mouse were on it, unless the mouse is on another; −1 for none. Used for items
  /// pointed at in other views.
  void setMarked(int item);

  [[nodiscard]] QSize sizeHint() const override;
  [[nodiscard]] QSize minimumSizeHint() const override;

 signals:
  /// The user chose an item, or a part of one; −1 for no part.
  void activated(int item, int part);
  /// The mouse or the keyboard moved to an item, or to a part of it; −1 for none.
  void pointed(int item, int part);
  /// The context menu is about to open for that item and part; receivers may add entries.
  void menuRequested(QMenu* menu, int item, int part);
  /// The context menu requests a file: "png", "svg", "pdf" or "csv", and the scale of a PNG. The receiver,
  /// which knows the plan's name, asks for the path and calls exportTo.
  void saveRequested(const QString& suffix, double scale);

 protected:
  /// Takes ownership of the plot.
  Chart(Plot* plot, QWidget* parent);
  /// Updates the chart; must be called when the plot has other data.
  void refresh();
  /// Repaints the chart; must be called when only the marked items have changed.
  void redraw();
  /// Sets the item and part under the mouse, or marked as if they were; −1 for none.
  void setHovered(int item, int part = -1);
  /// Returns the item that the keyboard is on; −1 for none.
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
  void mouseReleaseEvent(QMouseEvent* event) override;
  void mouseDoubleClickEvent(QMouseEvent* event) override;
  void wheelEvent(QWheelEvent* event) override;
  void leaveEvent(QEvent* event) override;

 private:
  /// Returns true if a click at that point would choose something.
  [[nodiscard]] bool canChooseAt(QPointF pos) const;
  /// Chooses by keyboard; returns false if the plot has nothing to choose.
  bool choose();
  void moveTo(int item);
  void moveToPart(int step);
  void showTip();
  void begin();
  void describe();
  void followScreen();

  Plot* plot_;
  ChartZoom* zoom_;
  QSize least_;                ///< minimum size of the shown data
  bool is_redrawn_ = true;     ///< false while a replot is queued
  int item_ = -1, part_ = -1;  ///< item and part that the keyboard is on
  int hovered_ = -1, hovered_part_ = -1;
  int marked_ = -1;
};

}  // namespace zp
