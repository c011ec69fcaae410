// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "core/check/check_config.h"
#include "core/report/json_style.h"

/// Output of `zero-planner check`, which the window also shows next to a file's lines.
namespace zp {

/// Returns the word for a severity: "refused", "fails later", … "note".
std::string_view word_of(Severity severity);
/// Returns the verdict: "DeepSpeed 0.19.6 refuses this file: 1 refused, 2 ignored."; `with_batch` adds the
/// resulting stage and batch.
std::string config_verdict(const ConfigCheck& check, const CheckOptions& options, bool with_batch);

/// Returns a document of format "zero-check/1". Unknown values of `derived`, and missing parser codes and
/// DeepSpeed messages, are null.
std::string config_check_json(const ConfigCheck& check, JsonStyle style = JsonStyle::pretty);

/// One of several files, with its name for messages.
struct CheckedFile {
  std::string name;
  ConfigCheck check;
};
/// Returns a document of format "zero-checks/1": one "zero-check/1" per file, with its "file".
std::string config_checks_json(std::span<const CheckedFile> files);
/// Returns SARIF 2.1.0 (docs.oasis-open.org/sarif/sarif/v2.1.0): error for findings that end training,
/// warning for ignored, slow or wasteful settings, note for the rest. `version` is this program's.
std::string config_checks_sarif(std::span<const CheckedFile> files, std::string_view version);
/// Returns workflow commands with which GitHub Actions shows findings next to the changed lines
/// (docs.github.com, "Workflow commands for GitHub Actions").
std::string config_checks_github(std::span<const CheckedFile> files);

/// Returns "file:line:column: severity: message fix", one issue per line, and a summary. `name` is the file's
/// name in messages; `options` are those of the check.
std::string config_check_text(const std::string& name, const ConfigCheck& check, const CheckOptions& options);

}  // namespace zp
