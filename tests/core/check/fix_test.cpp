// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>
#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>
#include <random>

#include "core/check/fix_config.h"
#include "core/report/line_diff.h"
#include "tests/core/check/checked.h"
#include "tests/support/share.h"
#include "tests/support/test_main.h"

using namespace zp;
using Json = nlohmann::ordered_json;

namespace {

CheckOptions on_8_ranks() {
  CheckOptions options;
  options.world_size = 8;
  return options;
}

Json vectors_of(const char* name) {
  std::ifstream file(std::string(ZP_TEST_DATA "/") + name);
  return Json::parse(file).at("vectors");
}

std::ptrdiff_t refusals(const ConfigCheck& check) {
  return std::ranges::count(check.issues, Severity::refused, &Finding::severity);
}

/// Returns the object with some keys misspelt by one letter more or less, sometimes twice.
Json misspelt(const Json& object, std::mt19937& random) {
  Json result = Json::object();
  for (const auto& [key, value] : object.items()) {
    const Json inner = value.is_object() ? misspelt(value, random) : value;
    std::string name = key;
    const auto at = random() % key.size();
    if (const auto kind = random() % 8; kind == 0)
      name.erase(at, 1);
    else if (kind == 1)
      name.insert(at, 1, name[at]);
    else if (kind == 2)
      result[key + "x"] = inner;
    result[name] = inner;
  }
  return result;
}

std::ptrdiff_t reals_of(const Json& value) {
  if (!value.is_structured()) return value.is_number_float() ? 1 : 0;
  std::ptrdiff_t count = 0;
  for (const Json& child : value)
    count += reals_of(child);
  return count;
}

}  // namespace

/// Tests that fixes change only what they are about, and only if that needs no choice.
class FixTest : public QObject {
  Q_OBJECT

 private:
  const Json random_ = test::share_of(vectors_of("random-configs.json"));

 private slots:
  void fixed_data() {
    QTest::addColumn<QByteArray>("before");
    QTest::addColumn<QByteArray>("after");
    const auto row = [](const char* name, const char* before, const char* after) {
      QTest::newRow(name) << QByteArray(before) << QByteArray(after);
    };
    row("nothing to do", R"({"train_batch_size": 8})", R"({"train_batch_size": 8})");
    row("misspelt beside a refused stage, where its effect is unknown",
        R"({"train_batch_size": 8, "zero_optimization": {"stage": 4, "overlap_com": true}})",
        R"({"train_batch_size": 8, "zero_optimization": {"stage": 4, "overlap_comm": true}})");
    row("learning rate as text",
        R"({"train_batch_size": 8, "optimizer": {"type": "Adam", "params": {"lr": "1e-4", "eps": ".00000001"}}})",
        R"({"train_batch_size": 8, "optimizer": {"type": "Adam", "params": {"lr": 1e-4, "eps": 1e-08}}})");
    row("a text that is no number",
        R"({"train_batch_size": 8, "optimizer": {"type": "Adam", "params": {"lr": "fast"}}})",
        R"({"train_batch_size": 8, "optimizer": {"type": "Adam", "params": {"lr": "fast"}}})");
    row("misspelt key", R"({"train_batch_size": 8, "bf16": {"enabld": true}})",
        R"({"train_batch_size": 8, "bf16": {"enabled": true}})");
    row("misspelt key and number as text",
        R"({"train_batch_size": 8, "zero_optimization": {"stage": 3, "subgroup_size": "5e8"}})",
        R"({"train_batch_size": 8, "zero_optimization": {"stage": 3, "sub_group_size": 500000000}})");
    row("too far from any key", R"({"train_batch_size": 8, "bf16": {"activated": true}})",
        R"({"train_batch_size": 8, "bf16": {"activated": true}})");
    row("the right key is there too",
        R"({"train_batch_size": 8, "bf16": {"enabled": false, "enabld": true}})",
        R"({"train_batch_size": 8, "bf16": {"enabled": false, "enabld": true}})");
    row("misspelt at the top", R"({"train_batch_size": 8, "gradient_cliping": 2})",
        R"({"train_batch_size": 8, "gradient_clipping": 2})");
    row("a misspelt section", R"({"train_batch_size": 8, "zero_optimisation": {"stage": 2}})",
        R"({"train_batch_size": 8, "zero_optimization": {"stage": 2}})");
    row("misspelt at the top beside the right key",
        R"({"train_batch_size": 8, "gradient_cliping": 2, "gradient_clipping": 1})",
        R"({"train_batch_size": 8, "gradient_cliping": 2, "gradient_clipping": 1})");
    row("put aside on purpose", R"({"train_batch_size": 8, "_scheduler": {}, "optimizer2": {"type": "SGD"}})",
        R"({"train_batch_size": 8, "_scheduler": {}, "optimizer2": {"type": "SGD"}})");
    row("a misspelt section that would be refused",
        R"({"train_batch_size": 8, "zero_optimisation": {"stage": 4}})",
        R"({"train_batch_size": 8, "zero_optimisation": {"stage": 4}})");
    row("a misspelt total that would not come out",
        R"({"train_micro_batch_size_per_gpu": 2, "train_batch_sise": 17})",
        R"({"train_micro_batch_size_per_gpu": 2, "train_batch_sise": 17})");
    row("one key misspelt twice", R"({"train_batch_size": 8, "bf16": {"enabld": true, "enabeld": false}})",
        R"({"train_batch_size": 8, "bf16": {"enabled": true, "enabeld": false}})");
    row("misspelt beside the retired switch for the same",
        R"({"train_batch_size": 8, "zero_optimization": {"stage": 2, "cpu_offload": true, "offload_optimiser": {"device": "cpu"}}})",
        R"({"train_batch_size": 8, "zero_optimization": {"stage": 2, "offload_optimizer": {"device": "cpu"}}})");
    row("a batch that needs a choice stays as it is written",
        R"({"train_batch_size": 256, "train_micro_batch_size_per_gpu": 56.0})",
        R"({"train_batch_size": 256, "train_micro_batch_size_per_gpu": 56.0})");
    row("moved to where another is mended to",
        R"({"train_batch_size": 8, "gradient_cliping": 2, "optimizer": {"type": "Adam", "params": {"lr": 1e-4, "max_grad_norm": 2}}})",
        R"({"train_batch_size": 8, "gradient_cliping": 2, "optimizer": {"type": "Adam", "params": {"lr": 1e-4}}, "gradient_clipping": 2})");
    row("a key at the top that belongs in a section",
        R"({"train_batch_size": 8, "overlap_comm": true, "zero_optimization": {"stage": 2}})",
        R"({"train_batch_size": 8, "zero_optimization": {"stage": 2, "overlap_comm": true}})");
    row("a key at the top whose section is not there", R"({"train_batch_size": 8, "tag_validation": "Fail"})",
        R"({"train_batch_size": 8, "checkpoint": {"tag_validation": "Fail"}})");
    row("a key at the top whose section is empty",
        R"({"train_batch_size": 8, "overlap_comm": true, "zero_optimization": {}})",
        R"({"train_batch_size": 8, "overlap_comm": true, "zero_optimization": {}})");
    row("a section in the wrong one",
        R"({"train_batch_size": 8, "zero_optimization": {"stage": 2, "aio": {"block_size": 1048576}}})",
        R"({"train_batch_size": 8, "zero_optimization": {"stage": 2}, "aio": {"block_size": 1048576}})");
    row("a section that is not there yet", R"({"train_batch_size": 8, "zero_stage": 2})",
        R"({"train_batch_size": 8, "zero_optimization": {"stage": 2}})");
    row("where it belongs something stands",
        R"({"train_batch_size": 8, "overlap_comm": true, "zero_optimization": {"stage": 2, "overlap_comm": false}})",
        R"({"train_batch_size": 8, "overlap_comm": true, "zero_optimization": {"stage": 2, "overlap_comm": false}})");
    row("Python's words",
        "{\"train_batch_size\": 8,\n\"fp16\": {\n  \"enabled\": True,\n  \"hysteresis\": 2\n}}",
        "{\"train_batch_size\": 8,\n\"fp16\": {\n  \"enabled\": true,\n  \"hysteresis\": 2\n}}");
    row("initial loss scale",
        R"({"train_batch_size": 8, "fp16": {"enabled": true, "initial_loss_scale": 65536}})",
        R"({"train_batch_size": 8, "fp16": {"enabled": true, "initial_scale_power": 16}})");
    row("no power of two",
        R"({"train_batch_size": 8, "fp16": {"enabled": true, "initial_loss_scale": 1000}})",
        R"({"train_batch_size": 8, "fp16": {"enabled": true, "initial_loss_scale": 1000}})");
    row("dynamic", R"({"train_batch_size": 8, "fp16": {"loss_scale": "dynamic"}})",
        R"({"train_batch_size": 8, "fp16": {"loss_scale": 0}})");
    row("number as text",
        R"({"train_batch_size": 8, "zero_optimization": {"stage": 2, "reduce_bucket_size": "5e8"}})",
        R"({"train_batch_size": 8, "zero_optimization": {"stage": 2, "reduce_bucket_size": 500000000}})");
    row("warm-up steps as text, betas as text",
        R"({"train_batch_size": 8, "optimizer": {"type": "Adam", "params": {"betas": "1"}}, "scheduler": {"type": "WarmupLR", "params": {"warmup_num_steps": "1e2"}}})",
        R"({"train_batch_size": 8, "optimizer": {"type": "Adam", "params": {"betas": "1"}}, "scheduler": {"type": "WarmupLR", "params": {"warmup_num_steps": 100}}})");
    row("part of a warm-up step",
        R"({"train_batch_size": 8, "scheduler": {"type": "WarmupLR", "params": {"warmup_num_steps": 9.5}}})",
        R"({"train_batch_size": 8, "scheduler": {"type": "WarmupLR", "params": {"warmup_num_steps": 9}}})");
    row("fraction stays",
        R"({"train_batch_size": 8, "zero_optimization": {"stage": 2, "reduce_bucket_size": 0.5}})",
        R"({"train_batch_size": 8, "zero_optimization": {"stage": 2, "reduce_bucket_size": 0.5}})");
    row("retired switch",
        R"({"train_batch_size": 8, "zero_optimization": {"stage": 2, "cpu_offload": true}})",
        R"({"train_batch_size": 8, "zero_optimization": {"stage": 2, "offload_optimizer": {"device": "cpu"}}})");
    row("retired switch, off",
        R"({"train_batch_size": 8, "zero_optimization": {"cpu_offload": false, "stage": 2}})",
        R"({"train_batch_size": 8, "zero_optimization": {"stage": 2}})");
    row("retired beside new, the same",
        R"({"train_batch_size": 8, "zero_optimization": {"stage": 2, "cpu_offload": true, "offload_optimizer": {"device": "cpu"}}})",
        R"({"train_batch_size": 8, "zero_optimization": {"stage": 2, "offload_optimizer": {"device": "cpu"}}})");
    row("retired format", R"({"train_batch_size": 8, "zero_optimization": true})",
        R"({"train_batch_size": 8, "zero_optimization": {"stage": 1}})");
    row("without effect, in the middle",
        R"({"train_batch_size": 8, "zero_optimization": {"round_robin_gradients": true, "stage": 3}})",
        R"({"train_batch_size": 8, "zero_optimization": {"stage": 3}})");
    row("without effect, last on its line",
        "{\n  \"train_batch_size\": 8,\n  \"zero_optimization\": {\n    \"stage\": 3,\n    "
        "\"round_robin_gradients\": true\n  }\n}\n",
        "{\n  \"train_batch_size\": 8,\n  \"zero_optimization\": {\n    \"stage\": 3\n  }\n}\n");
    row("max_grad_norm",
        "{\n  \"train_batch_size\": 8,\n  \"optimizer\": {\"type\": \"Adam\", \"params\": {\"lr\": 1e-4, "
        "\"max_grad_norm\": 0.5}}\n}\n",
        "{\n  \"train_batch_size\": 8,\n  \"optimizer\": {\"type\": \"Adam\", \"params\": {\"lr\": 1e-4}},\n "
        " \"gradient_clipping\": 0.5\n}\n");
    row("max_grad_norm, clipping says otherwise",
        R"({"train_batch_size": 8, "gradient_clipping": 2, "optimizer": {"type": "Adam", "params": {"max_grad_norm": 1}}})",
        R"({"train_batch_size": 8, "gradient_clipping": 2, "optimizer": {"type": "Adam", "params": {"max_grad_norm": 1}}})");
    row("equal keys", R"({"train_batch_size": 8, "train_batch_size": 8})", R"({"train_batch_size": 8})");
    row("unequal keys", R"({"train_batch_size": 8, "train_batch_size": 16})",
        R"({"train_batch_size": 8, "train_batch_size": 16})");
    row("commas and quotes", "{train_batch_size: 8,\n'bf16': {\"enabled\": true\n},}",
        "{\"train_batch_size\": 8,\n\"bf16\": {\"enabled\": true\n}}");
    row("missing comma", "{\"train_batch_size\": 8\n \"bf16\": {}}",
        "{\"train_batch_size\": 8,\n \"bf16\": {}}");
    row("comments stay", "{ // all ranks\n\"train_batch_size\": 8, # eight\n}",
        "{ // all ranks\n\"train_batch_size\": 8 # eight\n}");
    row("no comment is lost",
        "{\"train_batch_size\": 8, \"zero_optimization\": {\"round_robin_gradients\": true, # "
        "why\n\"stage\": 3}}",
        "{\"train_batch_size\": 8, \"zero_optimization\": {\"round_robin_gradients\": true, # "
        "why\n\"stage\": 3}}");
    row("which of three batch sizes is wrong is a choice",
        R"({"train_batch_size": 15, "train_micro_batch_size_per_gpu": 2, "gradient_accumulation_steps": 1})",
        R"({"train_batch_size": 15, "train_micro_batch_size_per_gpu": 2, "gradient_accumulation_steps": 1})");
    row("a total that does not divide is a choice", R"({"train_batch_size": 17})",
        R"({"train_batch_size": 17})");
    row("a total below the ranks is a choice", R"({"train_batch_size": 4})", R"({"train_batch_size": 4})");
    row("a size with a fraction",
        R"({"train_batch_size": 8, "zero_optimization": {"stage": 3, "stage3_prefetch_bucket_size": 15099494.4}})",
        R"({"train_batch_size": 8, "zero_optimization": {"stage": 3, "stage3_prefetch_bucket_size": 15099494}})");
    row("broken text", R"({"train_batch_size": 17)", R"({"train_batch_size": 17)");
  }
  void fixed() {
    QFETCH(QByteArray, before);
    QFETCH(QByteArray, after);
    const FixedConfig result = fix_config(before.toStdString(), on_8_ranks());
    QCOMPARE(QByteArray::fromStdString(result.text), after);
    QCOMPARE(result.fixes.empty(), before == after);
  }

  void fixing_twice_changes_nothing_more() {
    int changed = 0, mended = 0, refused = 0;
    for (const Json& vector : random_) {
      CheckOptions options;
      options.world_size = vector.at("world_size").get<int>();
      const std::string before = vector.at("config").dump(2);
      const ConfigCheck first = check_config(read_config_text(before), options);
      const FixedConfig once = fix_config(before, options);
      const FixedConfig twice = fix_config(once.text, options);
      QVERIFY2(once.text == twice.text && twice.fixes.empty(),
               (before + "\n" + once.text + "\n" + twice.text).c_str());
      QVERIFY2(refusals(once.left) <= refusals(first), (before + "\n" + once.text).c_str());
      QVERIFY2(!first.accepted || once.left.accepted, (before + "\n" + once.text).c_str());
      QVERIFY2(Json::accept(once.text), once.text.c_str());
      changed += once.text != before;
      refused += !first.accepted;
      mended += !first.accepted && once.left.accepted;
    }
    QCOMPARE(random_.size(), test::share_of(1500));
    qInfo("%d of %zu changed; %d of %d refused files are accepted now", changed, random_.size(), mended,
          refused);
    QVERIFY(mended > 0);
  }

  /// The parser refuses a size with a fraction; it can be mended without a choice.
  void vectors_of_these_faults_are_accepted_after_data() {
    QTest::addColumn<int>("index");
    const Json vectors = vectors_of("config-acceptance-vectors.json");
    for (std::size_t i = 0; i < vectors.size(); ++i) {
      const std::string name = vectors[i].at("name");
      if (name.starts_with("hf_old_prefetch_float") && !vectors[i].at("accepted").get<bool>())
        QTest::newRow(name.c_str()) << static_cast<int>(i);
    }
  }
  void vectors_of_these_faults_are_accepted_after() {
    QFETCH(int, index);
    const Json vector = vectors_of("config-acceptance-vectors.json").at(static_cast<std::size_t>(index));
    CheckOptions options;
    options.world_size = vector.at("world_size").get<int>();
    const FixedConfig fixed = fix_config(vector.at("config").dump(), options);
    QVERIFY2(fixed.left.accepted, fixed.text.c_str());
  }

  void accepted_files_keep_what_deepspeed_makes_of_them() {
    for (const Json& vector : random_) {
      if (!vector.at("accepted").get<bool>()) continue;
      CheckOptions options;
      options.world_size = vector.at("world_size").get<int>();
      const DerivedConfig derived = fix_config(vector.at("config").dump(), options).left.derived;
      const Json& expected = vector.at("derived");
      QCOMPARE(derived.stage.value(), expected.at("stage").get<int>());
      QCOMPARE(derived.overlap_comm.value(), expected.at("overlap_comm").get<bool>());
      QCOMPARE(derived.train_batch_size->value(), expected.at("train_batch_size").get<double>());
    }
  }

  void one_issue_is_fixed_and_nothing_else_data() {
    QTest::addColumn<QByteArray>("before");
    QTest::addColumn<QByteArray>("code");
    QTest::addColumn<QByteArray>("after");
    const auto row = [](const char* name, const char* before, const char* code, const char* after) {
      QTest::newRow(name) << QByteArray(before) << QByteArray(code) << QByteArray(after);
    };
    row("a key, its number left", R"({"train_batch_size": 8, "bf16": {"enabld": 1}, "steps_per_print": 1e2})",
        "unknown_key", R"({"train_batch_size": 8, "bf16": {"enabled": 1}, "steps_per_print": 1e2})");
    row("a number, the misspelt key left",
        "{\n\t\"train_batch_size\": 8,\n\t\"zero_optimization\": {\n\t\t\"stage\": "
        "3,\n\t\t\"sub_group_size\": \"5e8\",\n\t\t\"reduce_bucket_sise\": 5e7\n\t}\n}\n",
        "not_integer",
        "{\n\t\"train_batch_size\": 8,\n\t\"zero_optimization\": {\n\t\t\"stage\": "
        "3,\n\t\t\"sub_group_size\": 500000000,\n\t\t\"reduce_bucket_sise\": 5e7\n\t}\n}\n");
    row("every comma of a kind", "{\"train_batch_size\": 8,\n\"bf16\": {\"enabled\": true,},}",
        "trailing_comma", "{\"train_batch_size\": 8,\n\"bf16\": {\"enabled\": true}}");
    row("a byte order mark", "\xEF\xBB\xBF{\"train_batch_size\": 8}", "byte_order_mark",
        "{\"train_batch_size\": 8}");
    row("a total below the ranks is a choice", R"({"train_batch_size": 4})", "batch_not_positive", "");
    row("a comment is nothing to mend", "{\"train_batch_size\": 8} # all", "comment", "");
  }
  void one_issue_is_fixed_and_nothing_else() {
    QFETCH(QByteArray, before);
    QFETCH(QByteArray, code);
    QFETCH(QByteArray, after);
    const ConfigSource config = read_config_text(before.toStdString());
    const ConfigCheck check = check_config(config, on_8_ranks());
    const auto issue = std::ranges::find(check.issues, code.toStdString(), &Finding::code);
    QVERIFY2(issue != check.issues.end(), test::sentences(check).c_str());
    const std::optional<ConfigFix> fix = fix_issue(config, *issue);
    QCOMPARE(QByteArray::fromStdString(fix ? fix->text : std::string()), after);
    if (fix) QVERIFY(!fix->summary.empty());
  }
  /// Applying one fix after the other leaves the same as Fix all does: the faults that need a choice, and no
  /// other refusal.
  void fixes_one_by_one_leave_no_more_than_all_at_once() {
    int steps = 0;
    for (const Json& vector : random_) {
      CheckOptions options;
      options.world_size = vector.at("world_size").get<int>();
      const std::string before = vector.at("config").dump(2);
      std::string text = before;
      for (int round = 0;; ++round) {
        QVERIFY2(round < 100, before.c_str());
        const ConfigSource config = read_config_text(text);
        const ConfigCheck check = check_config(config, options);
        std::optional<ConfigFix> fix;
        for (const Finding& issue : check.issues)
          if (!fix) fix = fix_issue(config, issue);
        if (!fix) break;
        ++steps;
        QVERIFY2(fix->text != text, fix->summary.c_str());
        const ConfigCheck then = check_config(read_config_text(fix->text), options);
        QVERIFY2(refusals(then) <= refusals(check), (text + "\n" + fix->text).c_str());
        text = fix->text;
      }
      const FixedConfig at_once = fix_config(before, options);
      const ConfigCheck left = check_config(read_config_text(text), options);
      QVERIFY2(left.accepted == at_once.left.accepted && refusals(left) == refusals(at_once.left),
               (before + "\n" + text + "\n" + at_once.text).c_str());
    }
    QVERIFY(steps > static_cast<int>(random_.size()) / 15);
  }

  /// Hundreds of files have misspelt, retired and quoted keys. Whatever is mended, the file stays strict JSON
  /// without duplicate keys, whole numbers stay whole, and the batch is the one that was stated.
  void a_fixed_file_is_as_strict_as_it_was() {
    int fixed = 0;
    std::mt19937 random(7);
    for (std::size_t i = 0; i < random_.size(); i += 3) {
      const Json& vector = random_[i];
      CheckOptions options;
      options.world_size = vector.at("world_size").get<int>();
      const std::string before = misspelt(vector.at("config"), random).dump();
      const FixedConfig once = fix_config(before, options);
      fixed += once.text != before;
      const ConfigSource source = read_config_text(once.text);
      QVERIFY2(!source.error && source.lenient.empty(), once.text.c_str());
      const ConfigCheck check = check_config(source, options);
      for (const Finding& issue : check.issues)
        QVERIFY2(issue.code != "duplicate_key", (before + '\n' + once.text).c_str());
      const Json old = Json::parse(before), now = Json::parse(once.text);
      for (const char* key :
           {"train_batch_size", "train_micro_batch_size_per_gpu", "gradient_accumulation_steps"})
        if (old.contains(key)) QVERIFY2(now.contains(key) && now[key] == old[key], once.text.c_str());
      QVERIFY2(reals_of(now) <= reals_of(old), (before + '\n' + once.text).c_str());
    }
    qInfo("%d of %zu files mended", fixed, random_.size() / 3);
    QVERIFY(fixed > static_cast<int>(random_.size()) * 7 / 30);
  }

  /// The templates are those of IDEA-CCNL/Fengshenbang-LM, a script's text between <<EOT and EOT, and of
  /// microsoft/Megatron-DeepSpeed, ds_config_gpt_TEMPLATE.json.
  void a_template_is_left_as_it_is() {
    const std::string shell =
        "{\n  \"train_micro_batch_size_per_gpu\": $BATCH_SIZE,\n  \"zero_optimization\": {\n        "
        "\"stage\": "
        "${ZERO_STAGE},\n        \"overlap_comm\": true\n    }\n}\n";
    const std::string sed =
        "{\n  \"train_batch_size\" : CONFIG_BATCH_SIZE,\n  \"steps_per_print\": LOG_INTERVAL,\n  "
        "\"prescale_gradients\": PRESCALE_GRAD\n}\n";
    for (const std::string& text : {shell, sed}) {
      const FixedConfig fixed = fix_config(text, {});
      QCOMPARE(fixed.text, text);
      QVERIFY(std::ranges::count(fixed.left.issues, std::string("template"), &Finding::code) == 1);
    }
  }

  void the_difference_is_shown() {
    QCOMPARE(line_diff("a\nb\nc\n", "a\nb\nc\n", "f"), std::string());
    QCOMPARE(line_diff("1\n2\n3\n4\n5\n6\n7\n8\n9\n", "1\n2\n3\n4\nfive\n6\n7\n8\n9\n", "f"),
             std::string("--- f\n+++ f\n@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-5\n+five\n 6\n 7\n 8\n"));
    QCOMPARE(line_diff("a\n", "a\nb\n", "f"), std::string("--- f\n+++ f\n@@ -1,1 +1,2 @@\n a\n+b\n"));
  }
};

ZP_TEST(FixTest)
#include "fix_test.moc"
