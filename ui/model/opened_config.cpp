// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/model/opened_config.h"

#include <QFileInfo>
#include <algorithm>

#include "core/report/config_check.h"
#include "ui/model/plan_model.h"
#include "ui/model/text.h"

using namespace Qt::Literals::StringLiterals;

namespace zp {
namespace {

constexpr QChar byte_order_mark{0xFEFF};

/// Decodes UTF-8 but keeps a byte order mark, which Qt would drop, because removing it is one of the fixes.
QString decoded(const std::string& bytes) {
  constexpr std::string_view mark = "\xEF\xBB\xBF";
  const std::string_view all = bytes;
  if (all.starts_with(mark)) return byte_order_mark + toQt(all.substr(mark.size()));
  return toQt(all);
}

/// Returns true if the text has characters that QTextDocument converts to line ends, so that saving would
/// change them.
bool hasOddLineEnds(const QString& text) {
  return text.contains(u'\r') || text.contains(QChar::ParagraphSeparator) ||
         text.contains(QChar::LineSeparator) || text.contains(QChar::Null) || text.contains(QChar(0xFDD0)) ||
         text.contains(QChar(0xFDD1));
}

/// Returns the position of byte `offset` of `bytes` in the shown text.
int shownOffset(const std::string& bytes, std::size_t offset, bool has_crlf) {
  const std::string_view before = std::string_view(bytes).substr(0, offset);
  auto length = decoded(std::string(before)).size();
  if (has_crlf) length -= std::ranges::count(before, '\r');
  return static_cast<int>(length);
}

}  // namespace

OpenedConfig::OpenedConfig(PlanModel& model, QObject* parent) : QObject(parent), model_(model) {
  connect(&model_, &PlanModel::changed, this, [this] {
    if (isOpen()) check();
  });
}

QString OpenedConfig::name() const { return QFileInfo(path_).fileName(); }

QString OpenedConfig::shown(const std::string& bytes) const {
  QString text = decoded(bytes);
  if (has_crlf_) text.replace(u"\r\n"_s, u"\n"_s);
  return text;
}

void OpenedConfig::open(const QString& path, const std::string& bytes) {
  path_ = path;
  opened_bytes_ = bytes;
  has_crlf_ = bytes.find("\r\n") != std::string::npos;
  text_ = saved_ = shown(bytes);
  std::string again = toStd(text_);
  if (has_crlf_) again = toStd(QString(text_).replace(u"\n"_s, u"\r\n"_s));
  editable_ = again == bytes && !hasOddLineEnds(text_);
  check();
  emit opened();
}

void OpenedConfig::close() {
  path_.clear();
  text_.clear();
  saved_.clear();
  problems_.clear();
  issues_.clear();
  emit closed();
}

void OpenedConfig::setText(const QString& text) {
  if (!isOpen() || text == text_) return;
  text_ = text;
  check();
}

std::string OpenedConfig::bytes() const {
  if (text_ == saved_ && !opened_bytes_.empty()) return opened_bytes_;
  return toStd(has_crlf_ ? QString(text_).replace(u"\n"_s, u"\r\n"_s) : text_);
}

void OpenedConfig::setSaved(const QString& path) {
  opened_bytes_ = bytes();
  path_ = path;
  saved_ = text_;
  emit checked();
}

CheckOptions OpenedConfig::options() const {
  const Plan& plan = model_.plan();
  return {plan.cluster.ranks(), plan, plan.target.deepspeed_version};
}

void OpenedConfig::check() {
  const CheckOptions with = options();
  source_ = read_config_text(bytes());
  ConfigCheck result = check_config(source_, with);
  verdict_ = toQt(config_verdict(result, with, false));
  level_ = result.issues.empty() ? NoticeLevel::info : levelOf(result.issues.front().severity);
  issues_ = std::move(result.issues);
  if (issues_.size() > most_problems) issues_.resize(most_problems);
  problems_.clear();
  for (const Finding& issue : issues_) {
    const std::optional<ConfigFix> fix = editable_ ? fix_issue(source_, issue) : std::nullopt;
    problems_.push_back(
        {levelOf(issue.severity), toQt(word_of(issue.severity)), toQt(sentence_of(issue)),
         issue.place.position.line - 1, shownOffset(source_.text, issue.place.span.begin, has_crlf_),
         shownOffset(source_.text, issue.place.span.end, has_crlf_), fix ? toQt(fix->summary) : QString()});
  }
  emit checked();
}

std::optional<QString> OpenedConfig::textWithFix(std::size_t problem) const {
  if (!editable_ || problem >= issues_.size()) return std::nullopt;
  const std::optional<ConfigFix> fix = fix_issue(source_, issues_[problem]);
  return fix ? std::optional(shown(fix->text)) : std::nullopt;
}

std::optional<QString> OpenedConfig::textWithAllFixes() const {
  if (!editable_ || !isOpen()) return std::nullopt;
  const FixedConfig fixed = fix_config(source_.text, options());
  return fixed.fixes.empty() ? std::nullopt : std::optional(shown(fixed.text));
}

}  // namespace zp
