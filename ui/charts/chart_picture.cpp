// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/chart_picture.h"

#include <QBuffer>
#include <QFileInfo>
#include <QPageSize>
#include <QPdfWriter>
#include <QSaveFile>
#include <QSvgGenerator>

#include "ui/charts/plot.h"

using namespace Qt::Literals::StringLiterals;

namespace zp {
namespace {

constexpr int logical_dpi = 96;  // QSvgGenerator's default of 72 would shrink all text by a quarter
constexpr double points_per_pixel = 72.0 / logical_dpi;
constexpr double metres_per_inch = 0.0254;
constexpr int font_pixels = 12;  // pixels, because points would depend on the screen's resolution

class Picture {
 public:
  explicit Picture(const Plot& shown) : plot_(shown.copy()) {
    QFont font(u"Noto Sans"_s);
    font.setPixelSize(font_pixels);
    plot_->setLook(lightTheme(), tabularFont(font));
    plot_->setCaptions(true);
    plot_->arrange(QSize(1000, 600));  // sets the margins, on which the height depends
    size_ = plot_->pictureSize();
    plot_->arrange(size_);
  }

  [[nodiscard]] QImage image(double scale) const {
    QImage image((QSizeF(size_) * scale).toSize(), QImage::Format_RGB32);
    paintOn(image, false, scale);
    image.setDotsPerMeterX(static_cast<int>(
        logical_dpi * scale / metres_per_inch));  // set last, because otherwise fonts would be scaled
    image.setDotsPerMeterY(image.dotsPerMeterX());
    image.setText(u"Title"_s, plot_->words().title);
    return image;
  }

  [[nodiscard]] QByteArray file(PictureFormat format, double scale) const {
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    switch (format) {
      case PictureFormat::png:
        return image(scale).save(&buffer, "PNG") ? buffer.data() : QByteArray();
      case PictureFormat::svg:
        writeSvg(buffer);
        break;
      case PictureFormat::pdf:
        writePdf(buffer);
        break;
    }
    return buffer.data();
  }

 private:
  void writeSvg(QBuffer& buffer) const {
    QSvgGenerator generator;
    generator.setOutputDevice(&buffer);
    generator.setResolution(logical_dpi);
    generator.setSize(size_);
    generator.setViewBox(QRect(QPoint(0, 0), size_));
    generator.setTitle(
        plot_->words().title.toHtmlEscaped());  // Qt 6.4 writes title and description unescaped
    generator.setDescription(plot_->words().note.toHtmlEscaped());
    paintOn(generator, true);
  }

  void writePdf(QBuffer& buffer) const {
    QPdfWriter writer(&buffer);
    writer.setResolution(logical_dpi);
    writer.setPageSize(
        QPageSize(QSizeF(size_) * points_per_pixel, QPageSize::Point, {}, QPageSize::ExactMatch));
    writer.setPageMargins(QMarginsF());
    writer.setTitle(plot_->words().title);
    writer.setCreator(u"ZeRO Planner"_s);
    paintOn(writer, true);
  }

  void paintOn(QPaintDevice& device, bool vectors, double scale = 1) const {
    QCPPainter painter;
    painter.begin(&device);
    painter.setMode(QCPPainter::pmVectorized, vectors);
    painter.setMode(QCPPainter::pmNoCaching);
    painter.scale(scale, scale);
    if (!vectors) painter.fillRect(QRect(QPoint(0, 0), size_), lightTheme().panel);
    plot_->toPainter(&painter, size_.width(), size_.height());
    painter.end();
  }

  std::unique_ptr<Plot> plot_;
  QSize size_;
};

}  // namespace

std::optional<PictureFormat> pictureFormatOf(const QString& path) {
  const QString suffix = QFileInfo(path).suffix().toLower();
  if (suffix == "png"_L1) return PictureFormat::png;
  if (suffix == "svg"_L1) return PictureFormat::svg;
  if (suffix == "pdf"_L1) return PictureFormat::pdf;
  return std::nullopt;
}

QImage chartImage(const Plot& shown, double scale) { return Picture(shown).image(scale); }

QByteArray chartPicture(const Plot& shown, PictureFormat format, double scale) {
  return Picture(shown).file(format, scale);
}

QString saveChartPicture(const Plot& shown, const QString& path, double scale) {
  const bool is_figures = QFileInfo(path).suffix().toLower() == "csv"_L1;
  const auto format = pictureFormatOf(path);
  if (!format && !is_figures) return QObject::tr("The name must end in .png, .svg, .pdf or .csv.");
  const QByteArray picture = is_figures ? csvOf(shown.table()).toUtf8() : chartPicture(shown, *format, scale);
  if (picture.isEmpty()) return QObject::tr("The picture could not be made.");
  QSaveFile file(path);
  if (!file.open(QIODevice::WriteOnly) || file.write(picture) != picture.size() || !file.commit())
    return file.errorString();
  return {};
}

}  // namespace zp
