// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/written_back.h"

#include <string_view>

#include "core/report/line_diff.h"
#include "core/text/ordered_json.h"

namespace zp {
namespace {

using text_io::Json;

std::string path_of(const ImportFile& file, ImportPart part) {
  const std::string& path = part == ImportPart::ds_config  ? file.ds_config_path
                            : part == ImportPart::training ? file.training_path
                                                           : file.name;
  return path.empty() || path == "-" ? "standard input" : path;
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
  const ImportFile& now = after.file;
  return line_diff(before.text, now.text, path_of(now, ImportPart::file)) +
         line_diff(before.training, now.training, path_of(now, ImportPart::training)) +
         line_diff(before.ds_config, now.ds_config, path_of(now, ImportPart::ds_config));
}

std::string unwritten_text(const WriteBack& written) {
  std::string text;
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
