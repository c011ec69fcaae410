// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/accuracy/accuracy.h"

#include <utility>

#include "embedded/accuracy.h"

namespace zp {
namespace {

struct File {
  std::string_view name, text;
};

Accuracy read_all() {
  const std::vector<File> files = {
#include "embedded/accuracy_files.inc"
  };
  Accuracy all;
  for (const File& file : files) {
    try {
      Accuracy accuracy = read_accuracy(file.text);
      all.tables.insert(all.tables.end(), accuracy.tables.begin(), accuracy.tables.end());
      all.grids.insert(all.grids.end(), accuracy.grids.begin(), accuracy.grids.end());
      all.estimators.insert(all.estimators.end(), accuracy.estimators.begin(), accuracy.estimators.end());
      all.left_out.insert(all.left_out.end(), accuracy.left_out.begin(), accuracy.left_out.end());
    } catch (const AccuracyError& error) {
      all.problems.push_back(std::string(file.name) + ": " + error.what());
    }
  }
  return all;
}

}  // namespace

const Accuracy& accuracy() {
  static const Accuracy all = read_all();
  return all;
}

}  // namespace zp
