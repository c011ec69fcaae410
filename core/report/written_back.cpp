// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/written_back.h"

#include <string_view>

#include "core/report/line_diff.h"
#include "core/text/ordered_json.h"

namespace zp {
namespace {

using text_io::Json;

std::string shown_path(const std::string& path) {
  return path.empty() || path == "-" ? "standard input" : path;
}

std::string path_of(const ImportFile& file, ImportPart part) {
  const std::string& path = part == ImportPart::ds_config  ? file.ds_config_path
                            : part == ImportPart::training ? file.training_path
                                                           : file.name;
  return shown_path(path);
}

Json written_list(const WriteBack& after) {
  Json list = Json::array();
  for (const WrittenKey& key : after.written)
    list.push_back({{"path", key.path},
                    {"key", key.key},
                    {"before", key.before},
                    {"after", key.after},
                    {"file", path_of(after.file, key.part)},
                    {"line", key.line}});
  return list;
}

Json unwritten_list(const WriteBack& after) {
  Json list = Json::array();
  for (const UnwrittenKey& key : after.unwritten)
    list.push_back({{"path", key.path}, {"value", Json::parse(key.value)}, {"reason", key.reason}});
  return list;
}

}  // namespace

std::string written_back_diff(const ImportFile& before, const WriteBack& after) {
  std::string text;
  for (const ChangedText& changed : changed_texts(before, after.file))
    text += line_diff(changed.before, changed.now, shown_path(changed.path));
  return text;
}

std::string unwritten_text(const WriteBack& written) {
  std::string text;
  for (const WrittenKey& key : written.written)
    if (key.key == "eval_batch_size" && key.before.empty())
      text += "eval_batch_size: " + key.after +
              " is added so that evaluation keeps its batch, which would follow the micro batch.\n";
  for (const UnwrittenKey& key : written.unwritten)
    text += key.path + ": " + key.value + " was not written. " + key.reason + '\n';
  return text;
}

std::string written_back_json(const ImportFile& before, const WriteBack& after) {
  return text_io::text_of({{"format", "zero-write-back/1"},
                           {"written", written_list(after)},
                           {"unwritten", unwritten_list(after)},
                           {"diff", written_back_diff(before, after)}});
}

}  // namespace zp
