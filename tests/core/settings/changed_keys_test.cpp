// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/settings/changed_keys.h"

#include <QtTest>

#include "core/plan_file/plan_file.h"
#include "core/settings/plan_settings.h"
#include "tests/support/test_main.h"

using namespace zp;

namespace {

std::vector<DifferingKey> differing(const char* from, const char* to) {
  return differing_keys(read_plan(from), read_plan(to));
}

}  // namespace

/// Tests of the keys in which two plan files differ, with both values.
class ChangedKeysTest : public QObject {
  Q_OBJECT

 private slots:
  void a_default_left_out_is_its_value() {
    const auto keys =
        differing(R"({"model": {"preset": "llama-2-7b"}, "training": {"dropout": 0.1}})",
                  R"({"model": {"preset": "llama-2-7b"}, "training": {"micro_batch_size": 4}})");
    const std::vector<DifferingKey> wanted = {{"training.micro_batch_size", "1", "4"},
                                              {"training.dropout", "0.1", "0"}};
    QVERIFY(keys == wanted);
  }

  void another_device_is_one_key() {
    const auto keys =
        differing(R"({"model": {"preset": "llama-2-7b"}, "zero": {"stage": 3, "offload_optimizer": "cpu"}})",
                  R"({"model": {"preset": "llama-2-7b"}, "zero": {"stage": 3}})");
    const std::vector<DifferingKey> wanted = {{"zero.offload_optimizer", R"("cpu")", R"("none")"}};
    QVERIFY(keys == wanted);
  }

  void carried_keys_count_and_how_a_file_stood_does_not() {
    const auto keys =
        differing(R"({"model": {"preset": "llama-2-7b"}, "imported_config": {"steps_per_print": 1},
                                    "deepspeed_config": {"gradient_clipping": 0.5}})",
                  R"({"model": {"preset": "llama-2-7b"}})");
    const std::vector<DifferingKey> wanted = {{"deepspeed_config.gradient_clipping", "0.5", "null"}};
    QVERIFY(keys == wanted);
    const auto back =
        differing(R"({"model": {"preset": "llama-2-7b"}})",
                  R"({"model": {"preset": "llama-2-7b"}, "imported_config": {"steps_per_print": 1},
                                    "deepspeed_config": {"gradient_clipping": 0.5}})");
    const std::vector<DifferingKey> there = {{"deepspeed_config.gradient_clipping", "null", "0.5"}};
    QVERIFY(back == there);
  }

  /// The other plans of a file count by their names, in their order.
  void other_plans_of_the_file_count_by_their_names() {
    const auto file = [](const char* others) {
      return R"({"model": {"preset": "gpt2"}, "scenarios": [)" + std::string(others) + "]}";
    };
    const std::string two = file(R"({"name": "A"}, {"name": "B", "plan": {"model": {"preset": "gpt2"}}})");
    const std::string changed =
        file(R"({"name": "A"}, {"name": "B", "plan": {"model": {"preset": "gpt2-xl"}}})");
    const std::string renamed =
        file(R"({"name": "A"}, {"name": "C", "plan": {"model": {"preset": "gpt2"}}})");
    QVERIFY(differing(two.c_str(), changed.c_str()).empty());
    const auto keys = differing(two.c_str(), renamed.c_str());
    QCOMPARE(keys.size(), std::size_t{1});
    QVERIFY(keys[0].path.starts_with("scenarios"));
    QVERIFY(keys[0].before.find("B") != std::string::npos && keys[0].after.find("C") != std::string::npos);
    QVERIFY(keys[0].before.find("plan") == std::string::npos);
  }

  /// Setting the differing keys of one plan makes the other.
  void setting_them_makes_the_other_plan() {
    const PlanDocument from = read_plan(R"({"model": {"preset": "llama-2-7b"}, "cluster": {"nodes": 2,
        "gpu": {"preset": "h100-sxm5-80gb"}}, "training": {"precision": "fp16", "lora": {"rank": 8}}})");
    const PlanDocument to = read_plan(R"({"model": {"preset": "llama-2-13b"}, "zero": {"stage": 3,
        "offload_optimizer": {"device": "cpu", "ratio": 0.5}}, "training": {"sequence_length": 4096}})");
    std::vector<KeySetting> settings;
    for (const DifferingKey& key : differing_keys(from, to)) {
      const bool is_text = key.after.starts_with('"');
      settings.push_back({key.path, is_text ? key.after.substr(1, key.after.size() - 2) : key.after});
    }
    QVERIFY(with_settings(from, settings).plan == to.plan);
  }
};

ZP_TEST(ChangedKeysTest)
#include "changed_keys_test.moc"
