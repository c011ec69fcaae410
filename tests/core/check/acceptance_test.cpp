// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>
#include <fstream>
#include <nlohmann/json.hpp>

#include "core/check/check_config.h"
#include "tests/support/test_main.h"

using Json = nlohmann::ordered_json;

namespace {

Json vectors(const char* name) {
  std::ifstream file(std::string(ZP_TEST_DATA "/") + name);
  return Json::parse(file).at("vectors");
}

const Json& named(const Json& all, const QString& name) {
  for (const Json& vector : all)
    if (vector.at("name") == name.toStdString()) return vector;
  throw std::runtime_error("no vector " + name.toStdString());
}

zp::ConfigCheck checked(const Json& vector) {
  zp::CheckOptions options;
  options.world_size = vector.at("world_size").get<int>();
  return zp::check_config(zp::read_config_text(vector.at("config").dump(2)), options);
}

Json json_of(const std::optional<std::string>& text) { return text ? Json(*text) : Json(); }
Json json_of(const std::optional<zp::ConfigNumber>& number) {
  return number ? Json(number->value()) : Json();
}

Json derived_of(const zp::DerivedConfig& derived) {
  return {{"train_batch_size", json_of(derived.train_batch_size)},
          {"train_micro_batch_size_per_gpu", json_of(derived.train_micro_batch_size_per_gpu)},
          {"gradient_accumulation_steps", json_of(derived.gradient_accumulation_steps)},
          {"stage", derived.stage ? Json(*derived.stage) : Json()},
          {"overlap_comm", derived.overlap_comm ? Json(*derived.overlap_comm) : Json()},
          {"offload_optimizer_device", json_of(derived.offload_optimizer_device)},
          {"offload_param_device", json_of(derived.offload_param_device)}};
}

std::string our_verdict(const zp::ConfigCheck& check) {
  std::string text = check.accepted ? "we accept" : "we refuse";
  for (const zp::Finding& issue : check.issues)
    text += "\n  " + issue.path + " [" + issue.code + ", " + issue.place.parser_code + "] " + issue.message;
  return text;
}

std::string parser_code(const zp::ConfigCheck& check) {
  for (const zp::Finding& issue : check.issues)
    if (!issue.place.parser_code.empty()) return issue.place.parser_code;
  return {};
}

bool has_path(const zp::ConfigCheck& check, const std::string& path) {
  return std::ranges::any_of(check.issues, [&](const zp::Finding& issue) { return issue.path == path; });
}

}  // namespace

/// Tests of our verdict on each configuration against that of the real parser (DeepSpeed 0.19.6).
class AcceptanceTest : public QObject {
  Q_OBJECT

 private:
  struct Counts {
    int all = 0, accepted = 0, derived = 0, derived_given = 0, codes = 0, codes_given = 0, paths = 0,
        paths_given = 0, messages = 0, messages_given = 0;
  };

  Json vectors_ = vectors("config-acceptance-vectors.json");
  Json random_ = vectors("random-configs.json");
  Counts counts_;

  void add_rows(const Json& all) {
    QTest::addColumn<QString>("name");
    for (const Json& vector : all) {
      const std::string name = vector.at("name").get<std::string>();
      QTest::newRow(name.c_str()) << QString::fromStdString(name);
    }
  }

  void compare(const Json& vector) {
    const zp::ConfigCheck check = checked(vector);
    const std::string about = vector.dump() + "\n" + our_verdict(check);
    ++counts_.all;
    QVERIFY2(check.accepted == vector.at("accepted").get<bool>(), about.c_str());
    ++counts_.accepted;
    if (vector.contains("derived")) {
      ++counts_.derived_given;
      const Json ours = derived_of(check.derived);
      for (const auto& [key, value] : vector.at("derived").items())
        QVERIFY2(ours.at(key) == value, (key + ": " + ours.at(key).dump() + "\n" + about).c_str());
      ++counts_.derived;
    }
    if (vector.contains("reason_code")) {
      ++counts_.codes_given;
      QVERIFY2(parser_code(check) == vector.at("reason_code").get<std::string>(), about.c_str());
      ++counts_.codes;
    }
    if (vector.contains("fields"))
      for (const Json& field : vector.at("fields")) {
        ++counts_.paths_given;
        QVERIFY2(has_path(check, field.at("config_path").get<std::string>()), about.c_str());
        ++counts_.paths;
      }
    if (vector.contains("message")) {
      ++counts_.messages_given;
      const auto printed = vector.at("message").get<std::string>();
      const bool same = std::ranges::any_of(check.issues, [&](const zp::Finding& issue) {
        return !issue.place.parser_code.empty() && issue.place.deepspeed_message.substr(0, 160) == printed;
      });
      QVERIFY2(same, about.c_str());
      ++counts_.messages;
    }
  }

  /// Compares all vectors if none was compared yet, as when a function of this file is run alone.
  void compare_unless_done(const Json& all) {
    if (counts_.all > 0) return;
    for (const Json& vector : all)
      compare(vector);
  }

  void print(const char* name) {
    qInfo(
        "%s: %d of %d accepted or refused as the parser does, derived values %d of %d, reason codes %d of "
        "%d, paths %d of %d, printed messages %d of %d",
        name, counts_.accepted, counts_.all, counts_.derived, counts_.derived_given, counts_.codes,
        counts_.codes_given, counts_.paths, counts_.paths_given, counts_.messages, counts_.messages_given);
    counts_ = {};
  }

 private slots:
  void vector_data() { add_rows(vectors_); }
  void vector() {
    QFETCH(QString, name);
    compare(named(vectors_, name));
  }
  void all_vectors_were_compared() {
    compare_unless_done(vectors_);
    QCOMPARE(counts_.all, 114);
    QCOMPARE(counts_.accepted, counts_.all);
    print("acceptance vectors");
  }

  void random_data() { add_rows(random_); }
  void random() {
    QFETCH(QString, name);
    compare(named(random_, name));
  }
  void all_random_configs_were_compared() {
    compare_unless_done(random_);
    QCOMPARE(counts_.all, 1500);
    QCOMPARE(counts_.accepted, counts_.all);
    print("random configurations");
  }
};

ZP_TEST(AcceptanceTest)
#include "acceptance_test.moc"
