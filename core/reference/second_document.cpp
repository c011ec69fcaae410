// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reference/second_document.h"

#include <cstddef>

namespace zp {

std::array<SecondDocumentRow, 3> second_document_rows(Params parameters, int gpus,
                                                      double bytes_per_parameter) {
  const double whole_gb = static_cast<double>(parameters.value()) * bytes_per_parameter / bytes_per_gb;
  const double share_gb = whole_gb / gpus;
  std::array<SecondDocumentRow, 3> rows;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    SecondDocumentRow& row = rows[i];
    row.stage = static_cast<int>(i) + 1;
    row.parameters_gb = row.stage >= 3 ? share_gb : whole_gb;
    row.gradients_gb = row.stage >= 2 ? share_gb : whole_gb;
    row.optimizer_states_gb = share_gb;
    row.total_gb = row.parameters_gb + row.gradients_gb + row.optimizer_states_gb;
  }
  return rows;
}

}  // namespace zp
