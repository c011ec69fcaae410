// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QProcess>
#include <nlohmann/json.hpp>
#include <string>

namespace zp::test {

/// Validates an array of files with python3-jsonschema (a package of packaging/dependencies.sh), an
/// independent implementation. Returns one line per fault; "" if all files are valid.
inline QByteArray schema_complaints(const std::string& schema, const nlohmann::json& files) {
  constexpr const char* validator =
      "import json, sys, jsonschema\n"
      "given = json.load(sys.stdin)\n"
      "jsonschema.Draft7Validator.check_schema(given['schema'])\n"
      "check = jsonschema.Draft7Validator(given['schema'])\n"
      "for i, file in enumerate(given['files']):\n"
      "    for error in check.iter_errors(file):\n"
      "        print(i, '.'.join(map(str, error.absolute_path)), error.message[:200])\n";
  QProcess python;
  python.start(QStringLiteral("python3"), {QStringLiteral("-c"), QString::fromUtf8(validator)});
  if (!python.waitForStarted()) return "python3 does not start";
  python.write(QByteArray::fromStdString(
      nlohmann::json{{"schema", nlohmann::json::parse(schema)}, {"files", files}}.dump()));
  python.closeWriteChannel();
  if (!python.waitForFinished(120'000)) return "python3 does not end";
  return python.readAllStandardOutput() + python.readAllStandardError();
}

}  // namespace zp::test
