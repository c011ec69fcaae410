// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
// A minimal file manager: a square in the corner of the screen from which the given file can be dragged. It
// prints a line when the widget below the mouse would take the file.
#include <QApplication>
#include <QDrag>
#include <QMimeData>
#include <QScreen>
#include <QUrl>
#include <QWidget>
#include <cstdio>

namespace {

class DragSource : public QWidget {
 public:
  explicit DragSource(const QString& file)
      : QWidget(nullptr, Qt::Tool | Qt::BypassWindowManagerHint | Qt::WindowStaysOnTopHint), file_(file) {
    constexpr int size = 60;
    const QSize room = screen()->size();
    setGeometry(room.width() - size, room.height() - size, size, size);
    setWindowTitle(QStringLiteral("drag source"));
  }

 protected:
  void mousePressEvent(QMouseEvent* /*event*/) override {
    auto* files = new QMimeData;
    files->setUrls({QUrl::fromLocalFile(file_)});
    auto* drag = new QDrag(this);  // is asked about the drop after exec(), so it lives on
    drag->setMimeData(files);
    connect(drag, &QDrag::actionChanged, drag, [](Qt::DropAction action) {
      if (action != Qt::CopyAction) return;
      std::puts("it would be taken");
      std::fflush(stdout);
    });
    drag->exec(Qt::CopyAction);
  }

 private:
  QString file_;
};

}  // namespace

int main(int argc, char** argv) {
  const QApplication application(argc, argv);
  DragSource source(QString::fromLocal8Bit(argv[1]));
  source.show();
  return QApplication::exec();
}
