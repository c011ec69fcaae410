// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/catalog/catalog.h"
#include "core/import/import.h"
#include "core/plan/plan.h"

/// Writes a changed plan back into the file that it was imported from.
///
///  The window keeps the ImportFile that read_import_file() returned, and calls write_back(file, document)
///  with the current plan. It shows each changed text of the result with line_diff()
///  (core/report/line_diff.h) and, if the user agrees, writes it to its path: `file.text` to `file.name`,
///  `file.ds_config` to `file.ds_config_path`, `file.training` to `file.training_path`. It shows `unwritten`
///  next to the diff. write_back() imports the file once for each edit that it tries, which takes about 20 ms
///  for a training file and up to half a second for a long script, so the window calls it in another thread.
namespace zp {

/// A key of the file that was changed or added.
struct WrittenKey {
  std::string path;           ///< key of the plan: "training.micro_batch_size"
  std::string key;            ///< key of the file
  std::string before, after;  ///< values in the file's text; `before` is "" for an added key
  ImportPart part = ImportPart::file;
  int line = 0;  ///< line number in the new text
};

/// A key of the plan for which the file gives another value.
struct UnwrittenKey {
  std::string path;
  std::string value;   ///< the plan's value, as JSON
  std::string reason;  ///< a sentence
};

struct WriteBack {
  ImportFile file;  ///< the file with its new texts
  std::vector<WrittenKey> written;
  std::vector<UnwrittenKey> unwritten;
};

/// A changed text of an import, and the file that contains it.
struct ChangedText {
  std::string path, before, now;
};
/// Returns the texts that differ, in the order main file, training file, ds_config.
std::vector<ChangedText> changed_texts(const ImportFile& before, const ImportFile& now);

/// Returns `file` with the values of `plan`: importing the result over `plan` gives `plan`, except for the
/// keys in `unwritten`. Lines of other keys, comments, order and quotes are preserved. If the file already
/// gives the plan, no byte changes. Throws FileError as import_file() does.
WriteBack write_back(const ImportFile& file, const PlanDocument& plan, const Catalog& presets = catalog());

}  // namespace zp
