// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <QRegularExpression>
#include <QUrl>
#include <QtTest>
#include <nlohmann/json.hpp>
#include <set>

#include "core/report/config_check.h"
#include "tests/support/config_vectors.h"
#include "tests/support/test_main.h"

using namespace zp;

namespace {

using Json = nlohmann::ordered_json;

constexpr std::array severity_titles = {
    std::pair("refused", "refused"), std::pair("fails later", "fail later"), std::pair("ignored", "ignored"),
    std::pair("slow", "slow"),       std::pair("wasteful", "wasteful"),      std::pair("note", "notes")};

ConfigCheck checked(const test::ConfigVector& vector) {
  CheckOptions options;
  options.world_size = vector.ranks;
  return check_config(read_config_text(vector.text), options);
}

std::vector<CheckedFile> checked_vectors() {
  std::vector<CheckedFile> files;
  for (const test::ConfigVector& vector : test::accepted_vectors())
    files.push_back({vector.name + ".json", checked(vector)});
  return files;
}

/// Returns the text without the escapes of a workflow command, as the runner of GitHub Actions
/// (actions/runner, src/Runner.Common/ActionCommand.cs, tables of escapes) undoes them.
QString unescaped(QString text) {
  for (const auto& [escape, c] :
       {std::pair{"%0D", "\r"}, {"%0A", "\n"}, {"%3A", ":"}, {"%2C", ","}, {"%25", "%"}})
    text.replace(QString::fromLatin1(escape), QString::fromLatin1(c));
  return text;
}

}  // namespace

/// Tests of the answers of `check` about configurations that DeepSpeed's own parser has read.
class CheckedFilesTest : public QObject {
  Q_OBJECT

 private slots:
  /// RFC 3986: the unreserved characters of section 2.3 stand for themselves, others become %XX.
  void a_name_becomes_a_uri_that_leads_back_to_it() {
    std::string name;
    for (int c = 1; c < 256; ++c)
      if (c != '\\') name += static_cast<char>(c);
    CheckedFile file = {name, checked(test::accepted_vectors().front())};
    file.check.issues = {{Severity::slow, "code", "path", "Words.", ""}};
    const Json sarif = Json::parse(config_checks_sarif({&file, 1}, "1"));
    const std::string uri =
        sarif["runs"][0]["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"];
    QCOMPARE(QByteArray::fromPercentEncoding(QByteArray::fromStdString(uri)),
             QByteArray::fromStdString(name));
    static const QRegularExpression plain(QStringLiteral("^([A-Za-z0-9._~!$&'()*+,;=@/-]|%[0-9A-F]{2})*$"));
    QVERIFY2(plain.match(QString::fromStdString(uri)).hasMatch(), uri.c_str());
    for (const char c : std::string("azAZ09-._~"))
      QVERIFY2(uri.find("%" + QByteArray(1, c).toHex().toUpper().toStdString()) == std::string::npos,
               uri.c_str());
  }

  void sarif_has_a_result_for_each_issue_and_a_rule_for_each_code() {
    const std::vector<CheckedFile> files = checked_vectors();
    std::set<std::string> codes;
    std::size_t issues = 0;
    for (const CheckedFile& file : files)
      for (const Finding& issue : file.check.issues) {
        codes.insert(issue.code);
        ++issues;
      }
    const Json run = Json::parse(config_checks_sarif(files, "1.2.3"))["runs"][0];
    QCOMPARE(run["results"].size(), issues);
    QCOMPARE(run["tool"]["driver"]["version"].get<std::string>(), std::string("1.2.3"));
    std::set<std::string> rules;
    for (const Json& rule : run["tool"]["driver"]["rules"])
      QVERIFY(rules.insert(rule["id"]).second);
    QVERIFY(rules == codes);
  }

  void a_workflow_command_reads_back_as_the_issue() {
    CheckedFile file = {"a,b:c%.json", {}};
    file.check.issues = {{Severity::refused, "code", "zero.stage", "50 % of\nlines: one, two.", ""},
                         {Severity::style, "code", "", "A note.", ""}};
    file.check.issues.front().place.position = {7, 3};
    const QStringList lines = QString::fromStdString(config_checks_github({&file, 1})).split(u'\n');
    QCOMPARE(lines.size(), 3);
    static const QRegularExpression command(QStringLiteral(
        "^::(error|warning|notice) file=([^,:]*),line=(\\d+),col=(\\d+),title=([^,:]*)::(.*)$"));
    const QRegularExpressionMatch first = command.match(lines[0]), second = command.match(lines[1]);
    QVERIFY2(first.hasMatch() && second.hasMatch(), qPrintable(lines.join(u'\n')));
    QCOMPARE(first.captured(1) + first.captured(3) + first.captured(4), QStringLiteral("error73"));
    QCOMPARE(unescaped(first.captured(2)), QStringLiteral("a,b:c%.json"));
    QCOMPARE(first.captured(5), QStringLiteral("zero.stage"));
    QCOMPARE(unescaped(first.captured(6)), QStringLiteral("zero.stage: 50 % of\nlines: one, two."));
    QCOMPARE(second.captured(1) + second.captured(5), QStringLiteral("noticecode"));
  }

  /// Counts the issues of each file by the words of its lines.
  void the_verdict_counts_the_issues_of_every_severity() {
    for (const test::ConfigVector& vector : test::accepted_vectors()) {
      CheckOptions options;
      options.world_size = vector.ranks;
      const ConfigCheck check = checked(vector);
      const QString text = QString::fromStdString(config_check_text("f.json", check, options));
      QStringList counts;
      for (const auto& [word, many] : severity_titles) {
        const int count = static_cast<int>(text.count(QStringLiteral(": %1: ").arg(QLatin1String(word))));
        if (count > 0)
          counts << QStringLiteral("%1 %2").arg(count).arg(QLatin1String(count == 1 ? word : many));
      }
      const QString end =
          ": " +
          (counts.isEmpty() ? QStringLiteral("nothing to report") : counts.join(QStringLiteral(", "))) +
          ".\n";
      QVERIFY2(text.endsWith(end), qPrintable(text + end));
    }
  }
};

ZP_TEST(CheckedFilesTest)
#include "checked_files_test.moc"
