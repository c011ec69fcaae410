// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSize>
#include <QString>
#include <functional>

class QDialog;
class QWidget;

namespace zp {

/// Returns a separate window with the view and a close button, which Return does not trigger; not shown yet,
/// owned by `parent`, deleted when closed. Takes ownership of the view.
QDialog* makeViewWindow(const QString& name, const QString& title, QSize size, QWidget* view,
                        QWidget* parent);

/// Shows that window: the existing one of this name if `parent` has it, else a new one with the view that
/// `make` returns.
QDialog* showViewWindow(const QString& name, const QString& title, QSize size, QWidget* parent,
                        const std::function<QWidget*()>& make);

/// Raises a window and gives it the keyboard focus.
void raiseWindow(QWidget& window);

}  // namespace zp
