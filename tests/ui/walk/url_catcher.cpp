// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/walk/url_catcher.h"

#include <QDesktopServices>

#include "tests/ui/walk/report.h"

using namespace Qt::Literals::StringLiterals;

namespace zp::walk {
namespace {

const auto schemes = {u"http"_s, u"https"_s, u"file"_s, u"mailto"_s};

}  // namespace

UrlCatcher::UrlCatcher(Report& report) : report_(report) {
  for (const QString& scheme : schemes)
    QDesktopServices::setUrlHandler(scheme, this, "note");
}

UrlCatcher::~UrlCatcher() {
  for (const QString& scheme : schemes)
    QDesktopServices::unsetUrlHandler(scheme);
}

void UrlCatcher::note(const QUrl& url) {
  report_.saw(u"links to other programs"_s, url.isLocalFile() ? u"a folder"_s : url.toString());
}

}  // namespace zp::walk

#include "url_catcher.moc"
