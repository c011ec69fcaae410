# SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
# SPDX-License-Identifier: GPL-3.0-or-later
# The release of QCustomPlot has no build of its own for CMake: this makes the package QCustomPlotQt6, as Debian calls it.
cmake_minimum_required(VERSION 3.21)
project(QCustomPlotQt6 VERSION 2.1.1 LANGUAGES CXX)
include(GNUInstallDirs)
set(CMAKE_AUTOMOC ON)
find_package(Qt6 REQUIRED COMPONENTS Widgets PrintSupport)
add_library(QCustomPlotQt6 SHARED qcustomplot.cpp qcustomplot.h)
target_compile_features(QCustomPlotQt6 PUBLIC cxx_std_17)
target_compile_definitions(QCustomPlotQt6 PRIVATE QCUSTOMPLOT_COMPILE_LIBRARY INTERFACE QCUSTOMPLOT_USE_LIBRARY)
target_link_libraries(QCustomPlotQt6 PUBLIC Qt6::Widgets Qt6::PrintSupport)
target_include_directories(QCustomPlotQt6 INTERFACE $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
set_target_properties(QCustomPlotQt6 PROPERTIES SOVERSION 2.1 VERSION ${PROJECT_VERSION})
install(FILES qcustomplot.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(TARGETS QCustomPlotQt6 EXPORT targets LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(EXPORT targets FILE QCustomPlotQt6Config.cmake NAMESPACE QCustomPlotQt6::
  DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/QCustomPlotQt6)
