// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <QtTest>
#include <algorithm>
#include <functional>
#include <nlohmann/json.hpp>

#include "core/check/check_config.h"
#include "core/export/ds_config.h"
#include "core/import/import.h"
#include "core/plan_file/plan_file.h"
#include "core/search/candidates.h"
#include "tests/support/config_vectors.h"
#include "tests/support/random_config.h"
#include "tests/support/share.h"
#include "tests/support/test_main.h"

using namespace zp;
using test::accepted_vectors;
using test::ConfigVector;

namespace {

using Json = nlohmann::ordered_json;

PlanDocument plan_for(int ranks = 8, Flavour flavour = Flavour::plain) {
  PlanDocument document = read_plan(R"({"model": {"preset": "llama-2-7b"}})");
  document.plan.cluster.gpus_per_node = ranks;
  document.plan.target.flavour = flavour;
  return document;
}

CheckOptions options_of(const Plan& plan) {
  return {plan.cluster.ranks(), plan, plan.target.deepspeed_version};
}

/// Calls `visit` with the dotted path of every value that is not an object, or is an empty one.
void each_leaf(const Json& object, const std::string& path,
               const std::function<void(const std::string&, const Json&)>& visit) {
  for (const auto& [key, value] : object.items()) {
    const std::string key_path = path.empty() ? key : path + '.' + key;
    if (value.is_object() && !value.empty())
      each_leaf(value, key_path, visit);
    else
      visit(key_path, value);
  }
}

const Json* at_path(const Json& root, const std::string& path) {
  const Json* value = &root;
  for (std::size_t begin = 0; begin <= path.size();) {
    const std::size_t end = std::min(path.find('.', begin), path.size());
    const auto found = value->find(path.substr(begin, end - begin));
    if (!value->is_object() || found == value->end()) return nullptr;
    value = &*found;
    begin = end + 1;
  }
  return value;
}

std::string sentences(const std::vector<Finding>& findings) {
  std::string text;
  for (const Finding& finding : findings)
    text += sentence_of(finding) + '\n';
  return text;
}

/// Returns the changed and the new values of `original` after import and export for which no message names
/// the key and both values. Import and export both give messages.
std::string silent_changes(const Json& original, const Imported& imported, bool& is_same) {
  const ExportedConfig exported = exported_config(imported.document);
  const Json back = Json::parse(text_of(exported));
  is_same = back == original;
  std::string message = sentences(imported.notes) + sentences(exported.findings);
  std::erase(message, ' ');  // printed lists have blanks
  const auto is_said = [&](const std::string& path, const Json* value) {
    return message.find(path) != std::string::npos &&
           (!value || message.find(value->dump()) != std::string::npos);
  };
  std::string changes;
  each_leaf(original, "", [&](const std::string& path, const Json& value) {
    const Json* now = at_path(back, path);
    if (now && *now == value) return;
    if (!is_said(path, &value) || !is_said(path, now))
      changes += path + " was " + value.dump() + ", is " + (now ? now->dump() : "absent") + '\n';
  });
  each_leaf(back, "", [&](const std::string& path, const Json& value) {
    if (!at_path(original, path) && !is_said(path, &value))
      changes += path + " is new, " + value.dump() + '\n';
  });
  return changes;
}

}  // namespace

/// Tests that a ds_config.json that is imported and exported again is the file it was.
class RoundTripTest : public QObject {
  Q_OBJECT

 private slots:
  void whatever_deepspeed_accepts_comes_back() {
    int same = 0;
    const std::vector<ConfigVector> all = accepted_vectors();
    for (const ConfigVector& vector : all) {
      const Imported imported = import_file({vector.text, {}, {}}, plan_for(vector.ranks));
      bool is_same = false;
      const std::string changes = silent_changes(Json::parse(vector.text), imported, is_same);
      QVERIFY2(changes.empty(), (vector.name + ": " + vector.text + '\n' + changes).c_str());
      same += is_same;
      const PlanDocument read = read_plan(write_plan(imported.document));
      QCOMPARE(ds_config(read), ds_config(imported.document));
    }
    QCOMPARE(all.size(), test::share_of(690));
    qInfo("%d of %zu come back as they were, the others with every change said", same, all.size());
    QCOMPARE(static_cast<std::size_t>(same), all.size());
  }

  void random_files_come_back() {
    const std::size_t wanted = test::share_of(10'000) / test::step_in_gate(10);
    test::RandomConfigs configs(20261122);
    std::size_t accepted = 0, same = 0, tried = 0;
    for (; accepted < wanted; ++tried) {
      const Json config = configs.next();
      const std::string text = config.dump();
      Imported imported;
      try {
        imported = import_file({text, {}, {}}, plan_for());
      } catch (const FileError&) {
        continue;  // the check says that DeepSpeed refuses it
      }
      ++accepted;
      bool is_same = false;
      const std::string changes = silent_changes(config, imported, is_same);
      QVERIFY2(changes.empty(), (text + '\n' + changes).c_str());
      same += is_same;
    }
    qInfo("%zu of %zu accepted ones, of %zu, come back as they were", same, accepted, tried);
  }

  /// The reference is a new file of the plan: the changed imported file must give the same plan.
  void what_the_plan_changes_is_changed() {
    int files = 0;
    const auto made_new = [](PlanDocument document) {
      document.text.imported_config.clear();
      return nlohmann::json::parse(ds_config(document));  // the order does not matter
    };
    const auto all = accepted_vectors();
    for (std::size_t i = 0; i < all.size(); i += 3) {
      PlanDocument document = import_file({all[i].text, {}, {}}, plan_for(all[i].ranks)).document;
      const auto strategies = all_strategies();
      document.plan = with_strategy(document.plan, strategies[i / 3 % strategies.size()]);
      document.plan.training.micro_batch_size += 1;
      document.plan.zero.sub_group_size = 123'456'789;
      document.plan.training.precision =
          document.plan.training.precision == Precision::bf16 ? Precision::fp16 : Precision::bf16;
      const std::string text = ds_config(document);
      const nlohmann::json wanted = made_new(document);
      if (!check_config(read_config_text(text), options_of(document.plan)).accepted) {
        QVERIFY2(!check_config(read_config_text(wanted.dump()), options_of(document.plan)).accepted,
                 text.c_str());
        continue;  // the new stage refuses a key that the file carries
      }
      PlanDocument back = import_file({text, {}, {}}, plan_for(all[i].ranks)).document;
      back.plan.training.optimizer = document.plan.training.optimizer;
      const nlohmann::json found = made_new(back);
      QVERIFY2(wanted == found, (all[i].text + '\n' + nlohmann::json::diff(wanted, found).dump()).c_str());
      ++files;
    }
    qInfo("%d changed plans come back from their files", files);
  }

  void a_file_comes_back_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("strict");  // strict JSON; "" if `text` is that already
    const auto row = [](const char* name, const char* text, const char* strict = "") {
      QTest::newRow(name) << QByteArray(text) << QByteArray(strict);
    };
    row("parameters of a schedule left to Trainer",
        R"({"train_batch_size": "auto", "train_micro_batch_size_per_gpu": "auto", "scheduler": {"type": "WarmupDecayLR",
            "params": {"warmup_min_lr": "auto", "warmup_max_lr": "auto", "warmup_num_steps": "auto", "total_num_steps": "auto",
            "warmup_type": "linear"}}})");
    row("fp16 left to Trainer",
        R"({"train_batch_size": "auto", "fp16": {"enabled": "auto", "loss_scale_window": 100}})");
    row("an empty fp16", R"({"train_batch_size": 8, "fp16": {}})");
    row("numbers in a file of Trainer's",
        R"({"train_micro_batch_size_per_gpu": 2, "gradient_accumulation_steps": "auto",
        "gradient_clipping": 0.3, "bf16": {"enabled": true}})");
    row("Adam", R"({"train_batch_size": 8, "optimizer": {"type": "Adam", "params": {"lr": 1e-5}}})");
    row("AdamW without weight decay",
        R"({"train_batch_size": 8, "optimizer": {"type": "AdamW", "params": {"lr": 1e-5}}})");
    row("an optimizer without parameters", R"({"train_batch_size": 8, "optimizer": {"type": "AdamW"}})");
    row("no optimizer", R"({"train_batch_size": 8, "zero_optimization": {"stage": 2}})");
    row("a one-bit optimizer", R"({"train_batch_size": 8, "optimizer": {"type": "OneBitAdam",
        "params": {"lr": 4e-4, "freeze_step": 23000, "cuda_aware": false}}})");
    row("an optimizer of torch's",
        R"({"train_batch_size": 8, "optimizer": {"type": "Adafactor", "params": {"lr": 1e-3}}})");
    row("old names", R"({"train_batch_size": 8, "zero_optimization": {"stage": 3, "cpu_offload": true,
        "cpu_offload_param": true, "stage3_gather_fp16_weights_on_model_save": true, "prefetch_bucket_size": 1e7}})");
    row("sizes of zero", R"({"train_batch_size": 8, "zero_optimization": {"stage": 3, "reduce_bucket_size": 0,
        "stage3_prefetch_bucket_size": 0, "stage3_param_persistence_threshold": 0, "sub_group_size": 0}})");
    row("a true section", R"({"train_batch_size": 8, "zero_optimization": true})");
    row("the old name of bf16", R"({"train_batch_size": 8, "bfloat16": {"enabled": true}})");
    row("a key nobody knows", R"({"train_batch_size": 8, "ours": {"a": [1, 2.5, "x", null]}})");
    row("comments and commas",
        "{ // ours\n\"train_batch_size\": 8, # eight\n\"bf16\": {\"enabled\": true,},}",
        R"({"train_batch_size": 8, "bf16": {"enabled": true}})");
    row("a micro batch alone", R"({"train_micro_batch_size_per_gpu": 4})");
  }
  void a_file_comes_back() {
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, strict);
    PlanDocument from = plan_for();
    from.plan.training.gradient_accumulation_steps = 16;
    from.plan.training.precision = Precision::fp16;
    const Imported imported = import_file({text.toStdString(), {}, {}}, from);
    const std::string back = ds_config(imported.document);
    QVERIFY2(Json::parse(back) == Json::parse((strict.isEmpty() ? text : strict).toStdString()),
             back.c_str());
  }

  void a_micro_batch_alone_accumulates_one() {
    PlanDocument from = plan_for();
    from.plan.training.gradient_accumulation_steps = 16;
    const auto steps = [&](const char* text) {
      return import_file({text, {}, {}}, from).document.plan.training.gradient_accumulation_steps;
    };
    QCOMPARE(steps(R"({"train_micro_batch_size_per_gpu": 4})"), 1);
    QCOMPARE(steps(R"({"train_micro_batch_size_per_gpu": 4, "gradient_accumulation_steps": "auto"})"), 16);
    QCOMPARE(steps(R"({"zero_optimization": {"stage": 1}})"), 16);
    const Imported total = import_file({R"({"train_batch_size": 32})", {}, {}}, from);
    QCOMPARE(total.document.plan.training.gradient_accumulation_steps, 1);
    QCOMPARE(total.document.plan.training.micro_batch_size, 4);
    QVERIFY(std::ranges::none_of(total.notes, [](const Finding& note) {
      return note.path == "training.gradient_accumulation_steps";
    }));
  }

  void only_what_trainer_fills_in_is_trainer_s() {
    const auto flavour = [](const char* text) {
      return import_file({text, {}, {}}, plan_for()).document.plan.target.flavour;
    };
    QCOMPARE(
        flavour(
            R"({"train_batch_size": 8, "zero_optimization": {"stage": 2, "offload_optimizer": {"device": "cpu"},
        "zenflow": {"select_strategy": "auto", "select_interval": "auto"}}})"),
        Flavour::plain);
    QCOMPARE(flavour(R"({"train_batch_size": 8, "optimizer": {"type": "AdamW", "params": {"lr": "auto"}}})"),
             Flavour::hf_trainer);
  }

  void a_batch_for_other_ranks_is_told_and_follows_the_plan() {
    const Imported imported = import_file(
        {R"({"train_batch_size": 64, "train_micro_batch_size_per_gpu": 4, "gradient_accumulation_steps": 4})",
         {},
         {}},
        plan_for());
    QVERIFY(std::ranges::any_of(imported.notes, [](const Finding& note) {
      return note.code == "batch_triple_mismatch" && note.fix.find("fits 4 ranks") != std::string::npos;
    }));
    const ExportedConfig exported = exported_config(imported.document);
    QCOMPARE(Json::parse(text_of(exported)).at("train_batch_size").get<int>(), 128);
    QVERIFY(sentences(exported.findings).find("train_batch_size from 64 to 128") != std::string::npos);
    PlanDocument there = imported.document;
    there.plan.cluster.gpus_per_node = 4;
    QVERIFY(Json::parse(ds_config(there)) == Json::parse(imported.document.text.imported_config));
  }

  /// From one flavour to another, every changed value has a message, and Trainer's values become the plan's.
  void a_file_changes_hands() {
    const std::string trainers = R"({"train_batch_size": "auto", "train_micro_batch_size_per_gpu": "auto",
        "gradient_accumulation_steps": "auto", "gradient_clipping": "auto", "bf16": {"enabled": "auto"},
        "optimizer": {"type": "AdamW", "params": {"lr": "auto", "betas": "auto", "eps": 1e-7}},
        "zero_optimization": {"stage": 3, "reduce_bucket_size": "auto", "stage3_prefetch_bucket_size": "auto"}})";
    Imported imported = import_file({trainers, {}, {}}, plan_for());
    imported.document.plan.target.flavour = Flavour::plain;
    bool is_same = false;
    const std::string silent = silent_changes(Json::parse(trainers), imported, is_same);
    QVERIFY2(silent.empty() && !is_same, silent.c_str());
    const Json plain = Json::parse(ds_config(imported.document));
    QVERIFY2(plain.dump().find("auto") == std::string::npos, plain.dump().c_str());
    QCOMPARE(plain["optimizer"]["params"]["eps"].get<double>(), 1e-7);
    QCOMPARE(plain["zero_optimization"]["reduce_bucket_size"].get<std::int64_t>(), 4096 * 4096);

    const std::string numbers = R"({"train_micro_batch_size_per_gpu": 2, "gradient_accumulation_steps": 4,
        "fp16": {"enabled": true}, "optimizer": {"type": "AdamW", "params": {"lr": 3e-5, "weight_decay": 0.1}}})";
    Imported other = import_file({numbers, {}, {}}, plan_for());
    other.document.plan.target.flavour = Flavour::hf_trainer;
    const std::string left = silent_changes(Json::parse(numbers), other, is_same);
    QVERIFY2(left.empty() && !is_same, left.c_str());
    const std::vector<std::string> arguments = exported_config(other.document).trainer_arguments;
    const std::vector<std::string> wanted = {"--per_device_train_batch_size",
                                             "2",
                                             "--gradient_accumulation_steps",
                                             "4",
                                             "--learning_rate",
                                             "3e-05",
                                             "--weight_decay",
                                             "0.1",
                                             "--fp16",
                                             "True"};
    QCOMPARE(arguments, wanted);
  }

  /// A retired name stays until its section changes; then the name of today stands in its place, because
  /// DeepSpeed refuses both beside each other (runtime/zero/config.py).
  void a_retired_name_stays_until_its_section_changes() {
    const std::string text = R"({"train_micro_batch_size_per_gpu": 2,
        "zero_optimization": {"stage": 2, "cpu_offload": true, "cpu_offload_use_pin_memory": true}})";
    const Imported imported = import_file({text, {}, {}}, plan_for());
    PlanDocument smaller = imported.document, lighter = imported.document;
    smaller.plan.training.micro_batch_size = 1;
    const Json outside = Json::parse(ds_config(smaller));
    QCOMPARE(outside["train_micro_batch_size_per_gpu"], Json(1));
    QCOMPARE(outside["zero_optimization"], Json::parse(text)["zero_optimization"]);
    lighter.plan.zero.stage = 1;
    const Json inside = Json::parse(ds_config(lighter))["zero_optimization"];
    QCOMPARE(inside["stage"], Json(1));
    QVERIFY2(!inside.contains("cpu_offload"), inside.dump().c_str());
    QCOMPARE(inside["offload_optimizer"]["device"], Json("cpu"));
  }

  /// A file of steps alone has no batch that DeepSpeed could work out (runtime/config.py,
  /// _set_batch_related_parameters): the plan's micro batch is added.
  void a_file_without_a_batch_gets_one() {
    const Imported imported = import_file(
        {R"({"gradient_accumulation_steps": 4, "zero_optimization": {"stage": 2}})", {}, {}}, plan_for());
    PlanDocument document = imported.document;
    document.plan.training.micro_batch_size = 3;
    const Json made = Json::parse(ds_config(document));
    QCOMPARE(made["train_micro_batch_size_per_gpu"], Json(3));
    QCOMPARE(made["gradient_accumulation_steps"], Json(4));
  }

  /// A key that no release knows is told of a plan that carries it, but not of the file that has it already.
  void an_export_tells_nothing_that_the_file_had() {
    const auto tells = [](const PlanDocument& document) {
      const std::vector<Finding> all = exported_config(document).findings;
      return std::ranges::any_of(
          all, [](const Finding& one) { return one.path.find("of_the_program") != std::string::npos; });
    };
    QVERIFY(tells(
        read_plan(R"({"model": {"preset": "llama-2-7b"}, "deepspeed_config": {"of_the_program": 3}})")));
    QVERIFY(!tells(
        import_file({R"({"train_micro_batch_size_per_gpu": 2, "of_the_program": 3})", {}, {}}, plan_for())
            .document));
  }

  /// An accepted file is accepted again after import and export, and the export has no finding that the file
  /// did not have.
  void an_export_is_judged_as_the_file_was() {
    for (const ConfigVector& vector : accepted_vectors()) {
      const Imported imported = import_file({vector.text, {}, {}}, plan_for(vector.ranks));
      const Plan& plan = imported.document.plan;
      const ConfigCheck before = check_config(read_config_text(vector.text), options_of(plan));
      const ConfigCheck after =
          check_config(read_config_text(ds_config(imported.document)), options_of(plan));
      QVERIFY2(after.accepted, vector.text.c_str());
      for (const Finding& issue : after.issues)
        QVERIFY2(std::ranges::any_of(
                     before.issues,
                     [&](const Finding& one) { return one.code == issue.code && one.path == issue.path; }),
                 (vector.text + ": " + issue.path + ' ' + issue.message).c_str());
    }
  }
};

ZP_TEST(RoundTripTest)
#include "round_trip_test.moc"
