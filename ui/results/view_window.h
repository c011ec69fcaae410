// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSize>
#include <QString>
#include <functional>

class QDialog;
class QWidget;

namespace zp {

/// Returns a window beside the main one that contains the view and a button that closes it and that Return
/// does not press; owned by `parent`, deleted when closed, not shown yet. It takes ownership of the view.
QDialog* makeViewWindow(const QString& name, const QString& title, QSize size, QWidget* view,
                        QWidget* parent);

/// Shows that window, of which `parent` has at most one: the open one, else a new one with the view
/// that `make` returns.
QDialog* showViewWindow(const QString& name, const QString& title, QSize size, QWidget* parent,
                        const std::function<QWidget*()>& make);

/// Shows a window in front of all others and gives it the keyboard focus.
void bringUp(QWidget& window);

}  // namespace zp
