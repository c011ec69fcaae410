// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/chart_picture.h"

#include <QBuffer>
#include <QFileInfo>
#include <QPageSize>
#include <QPdfWriter>
#include <QSaveFile>
#include <QSvgGenerator>

#include "ui/charts/bar_plot.h"
#include "ui/charts/line_plot.h"
#include "ui/charts/step_plot.h"

using namespace Qt::Literals::StringLiterals;

namespace zp {
namespace {

constexpr int logical_dpi = 96;  // QSvgGenerator's default of 72 would shrink all text by a quarter
constexpr double points_per_pixel = 72.0 / logical_dpi;
constexpr double metres_per_inch = 0.0254;
constexpr int font_pixels = 12;  // not points: those would follow the resolution of the screen

/// A plot of its own, so that the one on screen is left alone.
template <class Plot>
class PicturePlot : public Plot {
 public:
  explicit PicturePlot(const auto& chart) {
    QFont font(u"Noto Sans"_s);
    font.setPixelSize(font_pixels);
    font = tabularFont(font);
    this->setLook(lightTheme(), font);
    this->setCaptions(true);
    this->arrange(QSize(1000, 600));  // the margins first: the height follows from them
    this->setData(chart);
    picture_size_ = this->pictureSize();
    this->arrange(picture_size_);
  }
  [[nodiscard]] QSize size() const { return picture_size_; }

  void paintOn(QPaintDevice& device, bool vectors, double scale = 1) {
    QCPPainter painter;
    painter.begin(&device);
    painter.setMode(QCPPainter::pmVectorized, vectors);
    painter.setMode(QCPPainter::pmNoCaching);
    painter.scale(scale, scale);
    if (!vectors) painter.fillRect(QRect(QPoint(0, 0), picture_size_), lightTheme().panel);
    this->toPainter(&painter, picture_size_.width(), picture_size_.height());
    painter.end();
  }

 private:
  QSize picture_size_;
};

using BarPicture = PicturePlot<BarPlot>;
using StepPicture = PicturePlot<StepPlot>;
using LinePicture = PicturePlot<LinePlot>;

struct Captions {
  QString title, note;
};
Captions captionsOf(const BarChartData& data) { return {data.title, data.note}; }
Captions captionsOf(const StepChartData& data) { return captionsOf(data.bars); }
Captions captionsOf(const LineChartData& data) { return {data.title, data.note}; }

template <class Picture>
QByteArray svgPicture(Picture& plot, const Captions& captions) {
  QBuffer buffer;
  buffer.open(QIODevice::WriteOnly);
  QSvgGenerator generator;
  generator.setOutputDevice(&buffer);
  generator.setResolution(logical_dpi);
  generator.setSize(plot.size());
  generator.setViewBox(QRect(QPoint(0, 0), plot.size()));
  generator.setTitle(captions.title.toHtmlEscaped());  // Qt 6.4 writes both as they are
  generator.setDescription(captions.note.toHtmlEscaped());
  plot.paintOn(generator, true);
  return buffer.data();
}

template <class Picture>
QByteArray pdfPicture(Picture& plot, const Captions& captions) {
  QBuffer buffer;
  buffer.open(QIODevice::WriteOnly);
  {
    QPdfWriter writer(&buffer);
    writer.setResolution(logical_dpi);
    writer.setPageSize(
        QPageSize(QSizeF(plot.size()) * points_per_pixel, QPageSize::Point, {}, QPageSize::ExactMatch));
    writer.setPageMargins(QMarginsF());
    writer.setTitle(captions.title);
    writer.setCreator(u"ZeRO Planner"_s);
    plot.paintOn(writer, true);
  }
  return buffer.data();
}

template <class Picture>
QImage imageOf(Picture& plot, const Captions& captions, double scale) {
  QImage image((QSizeF(plot.size()) * scale).toSize(), QImage::Format_RGB32);
  plot.paintOn(image, false, scale);
  image.setDotsPerMeterX(
      static_cast<int>(logical_dpi * scale / metres_per_inch));  // only now: fonts would grow
  image.setDotsPerMeterY(image.dotsPerMeterX());
  image.setText(u"Title"_s, captions.title);
  return image;
}

template <class Picture>
QByteArray pngPicture(Picture& plot, const Captions& captions, double scale) {
  QBuffer buffer;
  buffer.open(QIODevice::WriteOnly);
  return imageOf(plot, captions, scale).save(&buffer, "PNG") ? buffer.data() : QByteArray();
}

template <class Picture>
QByteArray pictureOf(Picture& plot, const Captions& captions, PictureFormat format, double scale) {
  switch (format) {
    case PictureFormat::png:
      return pngPicture(plot, captions, scale);
    case PictureFormat::svg:
      return svgPicture(plot, captions);
    case PictureFormat::pdf:
      return pdfPicture(plot, captions);
  }
  return {};
}

QString write(const auto& data, const QString& path, double scale) {
  const auto format = pictureFormatOf(path);
  if (!format) return QObject::tr("The name must end in .png, .svg or .pdf.");
  const QByteArray picture = chartPicture(data, *format, scale);
  if (picture.isEmpty()) return QObject::tr("The picture could not be made.");
  QSaveFile file(path);
  if (!file.open(QIODevice::WriteOnly) || file.write(picture) != picture.size() || !file.commit())
    return file.errorString();
  return {};
}

}  // namespace

std::optional<PictureFormat> pictureFormatOf(const QString& path) {
  const QString suffix = QFileInfo(path).suffix().toLower();
  if (suffix == "png"_L1) return PictureFormat::png;
  if (suffix == "svg"_L1) return PictureFormat::svg;
  if (suffix == "pdf"_L1) return PictureFormat::pdf;
  return std::nullopt;
}

QImage chartImage(const BarChartData& data, double scale) {
  BarPicture plot(data);
  return imageOf(plot, captionsOf(data), scale);
}

QImage chartImage(const StepChartData& data, double scale) {
  StepPicture plot(data);
  return imageOf(plot, captionsOf(data), scale);
}

QImage chartImage(const LineChartData& data, double scale) {
  LinePicture plot(data);
  return imageOf(plot, captionsOf(data), scale);
}

QByteArray chartPicture(const BarChartData& data, PictureFormat format, double scale) {
  BarPicture plot(data);
  return pictureOf(plot, captionsOf(data), format, scale);
}

QByteArray chartPicture(const StepChartData& data, PictureFormat format, double scale) {
  StepPicture plot(data);
  return pictureOf(plot, captionsOf(data), format, scale);
}

QByteArray chartPicture(const LineChartData& data, PictureFormat format, double scale) {
  LinePicture plot(data);
  return pictureOf(plot, captionsOf(data), format, scale);
}

QString saveChartPicture(const BarChartData& data, const QString& path, double scale) {
  return write(data, path, scale);
}

QString saveChartPicture(const StepChartData& data, const QString& path, double scale) {
  return write(data, path, scale);
}

QString saveChartPicture(const LineChartData& data, const QString& path, double scale) {
  return write(data, path, scale);
}

}  // namespace zp
