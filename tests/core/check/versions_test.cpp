// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>
#include <fstream>
#include <nlohmann/json.hpp>

#include "core/check/check_config.h"
#include "tests/support/share.h"
#include "tests/support/test_main.h"

using Json = nlohmann::ordered_json;

namespace {

Json data(const std::string& name) {
  std::ifstream file(ZP_TEST_DATA "/" + name);
  return Json::parse(file);
}

/// Returns the key that a validation error names: "offload_optimizer -> ratio" by pydantic 1, with a dot by
/// pydantic 2; "" if it names a whole section.
std::string named_key(const std::string& error) {
  const auto line = error.find('\n');
  if (!error.starts_with("ValidationError") || line == std::string::npos || error[line + 1] == ' ') return {};
  std::string key = error.substr(line + 1, error.find('\n', line + 1) - line - 1);
  for (auto at = key.find(" -> "); at != std::string::npos; at = key.find(" -> "))
    key.replace(at, 4, ".");
  return key;
}

/// Returns true if the finding of the step at which the parser stops says what the parser said.
bool says(const zp::ConfigCheck& check, const std::string& error) {
  // This is pydantic 1's message for a wrong field of a monitor: the validator of all monitors ran into the
  // missing value.
  const bool of_monitors = error == "AttributeError: 'NoneType' object has no attribute 'enabled'";
  const std::string key = named_key(error);
  return std::ranges::any_of(check.issues, [&](const zp::Finding& issue) {
    if (issue.place.parser_code.empty()) return false;
    if (of_monitors && issue.place.parser_code == "pydantic") return true;
    if (!key.empty()) return issue.path.ends_with(key);
    return error.find(issue.place.deepspeed_message.substr(0, 100)) != std::string::npos;
  });
}

}  // namespace

/// Tests against the parsers of older releases, on the same configurations. verdicts-by-version.json: each
/// parser run as it was released, on a CPU. fuzzed-by-version.json: mutated configurations, on half of which
/// the releases disagree, judged by the Python sources of the same releases with a stand-in for torch, which
/// also give every verdict of the first file.
class VersionsTest : public QObject {
  Q_OBJECT

 private:
  Json released_ = data("verdicts-by-version.json");
  Json fuzzed_ = zp::test::share_of(data("fuzzed-by-version.json").at("vectors"));
  std::vector<Json> configs_;

  void add_releases() {
    QTest::addColumn<int>("index");
    for (std::size_t i = 0; i < released_.at("versions").size(); ++i)
      QTest::newRow(released_.at("versions")[i].get<std::string>().c_str()) << static_cast<int>(i);
  }

  [[nodiscard]] std::string version(int index) const {
    return released_.at("versions").at(static_cast<std::size_t>(index)).get<std::string>();
  }

  static zp::ConfigCheck check(const Json& vector, const std::string& version) {
    zp::CheckOptions options;
    options.world_size = vector.at("world_size").get<int>();
    options.version = zp::parse_version(version).value();
    return zp::check_config(zp::read_config_text(vector.at("config").dump()), options);
  }

  static std::string about(const Json& vector, const zp::ConfigCheck& check) {
    std::string text = vector.dump();
    for (const zp::Finding& issue : check.issues)
      text += "\n  " + issue.path + " [" + issue.code + ", " + issue.place.parser_code + "] " +
              issue.place.deepspeed_message;
    return text;
  }

 private slots:
  void initTestCase() {
    for (const char* name : {"config-acceptance-vectors.json", "random-configs.json"}) {
      const Json file = data(name);
      for (const Json& vector : file.at("vectors"))
        if (released_.at("verdicts").contains(vector.at("name"))) configs_.push_back(vector);
    }
    QCOMPARE(configs_.size(), std::size_t{1614});
    configs_ = zp::test::share_of(configs_);
  }

  void judges_as_the_release_did_data() { add_releases(); }
  void judges_as_the_release_did() {
    QFETCH(int, index);
    const std::string in = version(index);
    int agreed = 0, refusals = 0, same_words = 0;
    std::string differing;
    for (const Json& vector : configs_) {
      const std::string name = vector.at("name");
      const bool expected =
          released_.at("verdicts").at(name).get<std::string>().at(static_cast<std::size_t>(index)) == '1';
      const zp::ConfigCheck result = check(vector, in);
      if (result.accepted == expected)
        ++agreed;
      else
        differing += '\n' + about(vector, result);
      if (expected || !released_.at("changed").contains(name)) continue;
      ++refusals;
      const std::string error = released_.at("changed").at(name).at(in);
      if (says(result, error))
        ++same_words;
      else
        differing += "\n" + error + "\n" + about(vector, result);
    }
    qInfo(
        "DeepSpeed %s: %d of %zu judged alike; of %d refusals that other releases do not share, %d name the "
        "same key or say the same words",
        in.c_str(), agreed, configs_.size(), refusals, same_words);
    QVERIFY2(agreed == static_cast<int>(configs_.size()) && same_words == refusals, differing.c_str());
  }

  void judges_fuzzed_configurations_alike_data() { add_releases(); }
  void judges_fuzzed_configurations_alike() {
    QFETCH(int, index);
    const std::string in = version(index);
    int agreed = 0;
    std::string differing;
    for (const Json& vector : fuzzed_) {
      const zp::ConfigCheck result = check(vector, in);
      if (result.accepted ==
          (vector.at("verdicts").get<std::string>().at(static_cast<std::size_t>(index)) == '1'))
        ++agreed;
      else
        differing += '\n' + about(vector, result);
    }
    const auto all = fuzzed_.size();
    qInfo("DeepSpeed %s: %d of %zu fuzzed configurations judged alike", in.c_str(), agreed, all);
    QVERIFY2(static_cast<std::size_t>(agreed) == all, differing.c_str());
  }

  /// Before 0.19.6, a common multiple of the micro batches above the largest batch was a candidate.
  void elastic_batch_above_the_largest() {
    const Json vector = {{"world_size", 8},
                         {"config",
                          {{"elasticity",
                            {{"enabled", true},
                             {"max_train_batch_size", 100},
                             {"micro_batch_sizes", {6, 5, 8}},
                             {"min_gpus", 2},
                             {"max_gpus", 16},
                             {"version", 0.1}}}}}};
    QCOMPARE(check(vector, "0.19.5").derived.train_batch_size->value(), 120.0);
    QCOMPARE(check(vector, "0.19.6").derived.train_batch_size->value(), 96.0);
  }

  /// initialize() reads a file into a dict since 0.18.6, and the key is read since 0.17.0.
  void sequence_parallel_in_a_file_data() {
    QTest::addColumn<QByteArray>("in");
    QTest::addColumn<bool>("told");
    QTest::newRow("not read") << QByteArray("0.16.9") << false;
    QTest::newRow("of a dict only") << QByteArray("0.17.0") << true;
    QTest::newRow("the last of a dict only") << QByteArray("0.18.5") << true;
    QTest::newRow("of files too") << QByteArray("0.18.6") << false;
  }
  void sequence_parallel_in_a_file() {
    QFETCH(QByteArray, in);
    const Json vector = {{"world_size", 8},
                         {"config", {{"train_micro_batch_size_per_gpu", 2}, {"sequence_parallel_size", 2}}}};
    const zp::ConfigCheck result = check(vector, in.toStdString());
    const bool told = std::ranges::any_of(
        result.issues, [](const zp::Finding& issue) { return issue.code == "read_from_dict_only"; });
    QTEST(told, "told");
  }
};

ZP_TEST(VersionsTest)
#include "versions_test.moc"
