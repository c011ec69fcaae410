// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/catalog/catalog.h"
#include "core/import/import.h"
#include "core/plan/plan.h"

/// Writing a changed plan back into the file that it was imported from.
///
/// The window keeps the ImportFile that read_import_file() gave it, and calls write_back(file, document) with
/// the plan of now. Each text of the result that differs from the file's is shown with line_diff()
/// (core/report/line_diff.h) and, if the user agrees, written to its path: `file.text` to `file.name`,
/// `file.ds_config` to `file.ds_config_path`, `file.training` to `file.training_path`. `unwritten` is shown
/// beside the diff. The file is imported once for each edit that is tried: a training file takes about 20 ms,
/// a long script up to half a second, so the window calls it off its own thread.
namespace zp {

/// A key of the file that was changed or added.
struct WrittenKey {
  std::string path;           ///< of the plan: "training.micro_batch_size"
  std::string key;            ///< of the file
  std::string before, after;  ///< text of the value in the file; `before` is "" for an added key
  ImportPart part = ImportPart::file;
  int line = 0;  ///< of the new text
};

/// A key of the plan whose value the file does not give.
struct UnwrittenKey {
  std::string path;
  std::string value;   ///< of the plan, as JSON
  std::string reason;  ///< a sentence
};

struct WriteBack {
  ImportFile file;  ///< with the new texts
  std::vector<WrittenKey> written;
  std::vector<UnwrittenKey> unwritten;
};

/// A text of an import that was changed, and the file that it is of.
struct ChangedText {
  std::string path, before, now;
};
/// Returns the texts that differ, in the order file, training file, ds_config.
std::vector<ChangedText> changed_texts(const ImportFile& before, const ImportFile& now);

/// Returns `file` with the values of `plan`: importing it over `plan` gives `plan`, but for the keys in
/// `unwritten`. Lines of other keys, comments, order and quotes stay. A plan that the file already gives
/// changes no byte. Throws FileError as import_file() does.
WriteBack write_back(const ImportFile& file, const PlanDocument& plan, const Catalog& presets = catalog());

}  // namespace zp
