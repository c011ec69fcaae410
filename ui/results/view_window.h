// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSize>
#include <QString>
#include <functional>

class QDialog;
class QWidget;

namespace zp {

/// A view in a window beside the main one, with a button that closes it and that Return does not press; owned
/// by `parent`, gone when it is closed, not shown yet. It takes the view as its own.
QDialog* makeViewWindow(const QString& name, const QString& title, QSize size, QWidget* view,
                        QWidget* parent);

/// Shows that window, of which `parent` has one at most: the one that is open, else one with the view that
/// `make` makes.
QDialog* showViewWindow(const QString& name, const QString& title, QSize size, QWidget* parent,
                        const std::function<QWidget*()>& make);

/// Shows a window before all others, with the keyboard in it.
void bringUp(QWidget& window);

}  // namespace zp
