// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <QDir>
#include <QTemporaryDir>
#include <QtTest>
#include <set>

#include "tests/cli/program.h"
#include "tests/cli/shape.h"
#include "tests/support/test_main.h"

using namespace zp::test;

namespace {

const QByteArray searched_plan =
    R"({"model": {"preset": "llama-2-7b"}, "zero": {"stage": 2}, "mine": {"kept": true}})";
const QByteArray huge = R"({"model": {"parameters": 1e15}, "cluster": {"gpus_per_node": 1}})";

Json candidate_sample() {
  return {
      {"name", ""}, {"plan", Json::object()}, {"estimate", Json::object()}, {"rank", 0}, {"reasons", {""}}};
}

}  // namespace

/// Tests of compare and recommend.
class SearchTest : public QObject {
  Q_OBJECT

  static void check_candidates(const Json& candidates) {
    for (const Json& candidate : candidates) {
      const QByteArray name = QByteArray::fromStdString(candidate["name"]);
      QCOMPARE(QByteArray::fromStdString(difference_of_shape(candidate, candidate_sample())), QByteArray());
      QCOMPARE(
          name + QByteArray::fromStdString(difference_of_shape(candidate["estimate"], contract_estimate())),
          name);
      QCOMPARE(name + QByteArray::fromStdString(difference_of_sums(candidate["estimate"])), name);
      QVERIFY2(!candidate["reasons"].empty(), name);
      QVERIFY2(candidate["estimate"]["step"]["total_s"] > 0, name);
    }
  }

 private slots:
  void compare_has_all_fourteen() {
    const Outcome outcome = run_on(searched_plan, {"compare", "-", "--json"});
    QVERIFY2(outcome.status == 0, describe(outcome));
    QCOMPARE(outcome.err, QByteArray());
    const Json json = outcome.json();
    QCOMPARE(json["format"].get<std::string>(), std::string("zero-compare/1"));
    const std::vector<std::string> names = {"stage-0",
                                            "stage-1",
                                            "stage-2",
                                            "stage-2.opt-cpu",
                                            "stage-3",
                                            "stage-3.opt-cpu",
                                            "stage-3.opt-cpu.param-cpu",
                                            "stage-3.opt-nvme.param-nvme",
                                            "stage-1.opt-cpu",
                                            "stage-3.param-cpu",
                                            "stage-3.param-nvme",
                                            "stage-3.opt-cpu.param-nvme",
                                            "stage-3.opt-nvme",
                                            "stage-3.opt-nvme.param-cpu"};
    QCOMPARE(json["candidates"].size(), names.size());
    std::set<int> ranks;
    for (std::size_t i = 0; i < names.size(); ++i) {
      QCOMPARE(json["candidates"][i]["name"].get<std::string>(), names[i]);
      ranks.insert(json["candidates"][i]["rank"].get<int>());
    }
    QCOMPARE(ranks.size(), names.size());
    QCOMPARE(*ranks.begin(), 1);
    check_candidates(json["candidates"]);
  }

  void a_candidates_plan_is_a_plan_that_gives_its_estimate() {
    const Json json = run_on(searched_plan, {"compare", "-", "--json"}).json();
    for (const Json& candidate : json["candidates"]) {
      const QByteArray name = QByteArray::fromStdString(candidate["name"]);
      QVERIFY2(candidate["plan"].contains("mine"), name);
      const Json estimate =
          run_on(QByteArray::fromStdString(candidate["plan"].dump()), {"estimate", "-", "--json"}).json();
      for (const char* part : {"model", "gpu", "cpu", "nvme", "step", "throughput", "ledger", "time_ledger"})
        QVERIFY2(estimate[part] == candidate["estimate"][part], name + " " + part);
    }
  }

  void candidates_carry_the_issues_of_their_own_estimate() {
    for (const char* command : {"compare", "recommend"}) {
      const Json json = run_on(searched_plan, {QString::fromLatin1(command), "-", "--json"}).json();
      for (const Json& candidate : {json["candidates"].front(), json["candidates"].back()}) {
        const Json estimate =
            run_on(QByteArray::fromStdString(candidate["plan"].dump()), {"estimate", "-", "--json"}).json();
        QVERIFY(!estimate["issues"].empty());
        QCOMPARE(QByteArray::fromStdString(candidate["estimate"]["issues"].dump()),
                 QByteArray::fromStdString(estimate["issues"].dump()));
      }
    }
  }

  void compare_says_no_when_nothing_fits() {
    const Outcome outcome = run_on(huge, {"compare", "-", "--json"});
    QVERIFY2(outcome.status == 1, describe(outcome));
    QCOMPARE(outcome.json()["candidates"].size(), std::size_t{14});
  }

  void recommend_ranks_what_fits_data() {
    QTest::addColumn<QString>("objective");
    for (const char* objective : {"throughput", "memory", "simplicity", "cost", "gpus"})
      QTest::newRow(objective) << objective;
  }
  void recommend_ranks_what_fits() {
    QFETCH(QString, objective);
    const Outcome outcome = run_on(searched_plan, {"recommend", "-", "--json", "--objective", objective});
    QVERIFY2(outcome.status == 0, describe(outcome));
    const Json json = outcome.json();
    const Json sample = {{"format", "zero-recommend/1"},
                         {"verdict", ""},
                         {"best", 0},
                         {"candidates", {candidate_sample()}},
                         {"rejected", {{{"name", ""}, {"reason", ""}, {"short_by", 0}}}},
                         {"searched", 0},
                         {"frontier", {0}},
                         {"sensitivity", {{{"change", ""}}}}};
    QCOMPARE(QByteArray::fromStdString(difference_of_shape(json, sample)), QByteArray());
    check_candidates(json["candidates"]);
    int rank = 0;
    for (const Json& candidate : json["candidates"]) {
      QCOMPARE(candidate["rank"].get<int>(), ++rank);
      QVERIFY(candidate["estimate"]["gpu"]["fits"].get<bool>());
      for (const Json& issue : candidate["estimate"]["issues"])
        QVERIFY(issue["severity"] != "refused" && issue["severity"] != "fails_later");
    }
    QVERIFY(!json["rejected"].empty());
    for (const Json& rejected : json["rejected"])  // 0 if DeepSpeed itself would stop
      QVERIFY(rejected["short_by"] >= 0 && !rejected["reason"].get<std::string>().empty());
    for (const Json& index : json["frontier"])
      QVERIFY(index >= 0 && index < json["candidates"].size());
    QVERIFY2(json["searched"] >= 500, json["searched"].dump().c_str());
    QVERIFY(json["best"] >= 0 && json["best"] < json["candidates"].size());
    QVERIFY(!json["verdict"].get<std::string>().empty());
  }

  void a_program_without_an_export_is_said_to_have_none() {
    const auto said_for = [](const char* program, const char* method = "sft") {
      const Outcome outcome = run_program({"recommend", "--set", "model.preset=llama-3.1-8b", "--set",
                                           QString("training.program=%1").arg(program), "--set",
                                           QString("training.method=%1").arg(method), "--limit", "1"});
      return QString::fromUtf8(outcome.out).simplified();
    };
    QVERIFY(
        said_for("open-instruct")
            .contains(
                "`export --best --for launch` starts it with a script of your own, since no export is for"));
    QVERIFY(said_for("torchtune").contains("` starts it in torchtitan, since no export is for torchtune."));
    QVERIFY(said_for("llama-factory").contains("`export --best --for llama-factory` starts it."));
    QVERIFY(said_for("openrlhf").contains("`export --best --for openrlhf` starts it."));
    QVERIFY(said_for("megatron-deepspeed").contains("`export --best --for megatron-deepspeed` starts it."));
    QVERIFY(said_for("verl", "grpo").contains("`export --best --for verl` starts it."));
  }

  /// The command that the answer names is taken as it is written.
  void the_command_that_starts_the_best_plan_runs() {
    const Outcome outcome = run_on(searched_plan, {"recommend", "-"});
    const QRegularExpressionMatch named =
        QRegularExpression("`(export [^`]+)` starts it").match(QString::fromUtf8(outcome.out).simplified());
    QVERIFY2(named.hasMatch(), describe(outcome));
    const QTemporaryDir folder;
    QStringList command = named.captured(1).split(' ');
    command.insert(1, "-");
    const Outcome exported = run_on(searched_plan, command + QStringList{"--out", folder.path()});
    QVERIFY2(exported.status == 0, describe(exported));
  }

  void the_best_plan_is_exported_and_saved_as_recommended() {
    const QTemporaryDir folder;
    const QString saved = folder.filePath("best.zplan.json");
    const Outcome outcome = run_on(searched_plan, {"recommend", "-", "--json", "--out", saved});
    const Json json = outcome.json();
    const Json& best = json["candidates"][json["best"].get<std::size_t>()]["plan"];
    const QByteArray text = read_file(saved);
    QCOMPARE(Json::parse(text.begin(), text.end()), best);
    const Outcome exported =
        run_on(searched_plan, {"export", "-", "--best", "--out", folder.filePath("run")});
    QVERIFY2(exported.status == 0, describe(exported));
    const QByteArray plan = read_file(folder.filePath("run/plan.zplan.json"));
    QCOMPARE(Json::parse(plan.begin(), plan.end())["zero"], best["zero"]);
    QCOMPARE(Json::parse(plan.begin(), plan.end())["training"], best["training"]);
  }

  void a_best_plan_of_other_odds_is_saved_before_it_is_exported() {
    const Outcome outcome = run_on(searched_plan, {"recommend", "-", "--confidence", "0.8"});
    QVERIFY2(QString::fromUtf8(outcome.out)
                 .simplified()
                 .contains("`recommend … --out best.zplan.json`, then `export best.zplan.json --for launch`"),
             outcome.out);
  }

  void without_a_best_plan_nothing_is_exported_or_saved() {
    const QTemporaryDir folder;
    const QString saved = folder.filePath("best.zplan.json");
    const Outcome exported = run_on(huge, {"export", "-", "--best", "--out", folder.filePath("run")});
    QVERIFY2(exported.status == 2 && exported.err.contains("there is no best plan to export"),
             describe(exported));
    const Outcome outcome = run_on(huge, {"recommend", "-", "--out", saved});
    QVERIFY2(outcome.status == 1 && outcome.err.contains("There is no best plan"), describe(outcome));
    QVERIFY(QDir(folder.path()).isEmpty());
  }

  /// Nobody who leaves the batch open means one sequence a GPU.
  void a_batch_that_nobody_states_is_chosen_and_one_that_is_stated_is_held() {
    const auto batch_of = [](const QStringList& more) {
      const QStringList all = QStringList{"recommend", "--json",
                                          "--set",     "model.preset=llama-3.1-8b",
                                          "--set",     "cluster.gpu.preset=h100-sxm5-80gb"} +
                              more;
      return run_program(all).json()["global_batch"];
    };
    const Json open = batch_of({});
    QVERIFY(open["sequences"] > 8 && open["is_chosen"]);
    QCOMPARE(open["tokens"].get<int>(), 2048 * open["sequences"].get<int>());
    for (const QStringList& stated :
         {QStringList{"--keep", "unstated-batch"},
          {"--set", "training.micro_batch_size=1", "--set", "training.gradient_accumulation_steps=1"}}) {
      const Json held = batch_of(stated);
      QVERIFY2(held["sequences"] == 8 && !held["is_chosen"], qPrintable(stated.join(' ')));
    }
    for (const char* half : {"training.micro_batch_size=1", "training.gradient_accumulation_steps=1"}) {
      const Json grown = batch_of({"--set", half});
      QVERIFY2(grown["sequences"] > 8 && grown["is_chosen"], half);
    }
  }

  void the_answer_says_what_nobody_stated() {
    const Outcome outcome = run_program(
        {"recommend", "--set", "model.preset=llama-3.1-8b", "--set", "cluster.nodes=2", "--limit", "1"});
    const QString text = QString::fromUtf8(outcome.out).simplified();
    QVERIFY2(text.startsWith("Llama 3.1 8B, 8.03 B parameters, on 2 nodes of 8 × A100 SXM4 80GB Assumed: "
                             "A100 SXM4 80GB, 8 GPUs a "
                             "node, bf16, adamw, 2,048 tokens a sequence. "),
             outcome.out);
    QVERIFY2(text.contains(
                 "none is stated, so the search chose it: the larger ones that it tried are about as fast."),
             outcome.out);
    QVERIFY2(text.contains("MFU"), outcome.out);
  }

  void a_key_that_nothing_reads_is_named_first() {
    const Outcome outcome = run_on(R"({"model": {"preset": "llama-3.1-8b"}, "cluster": {"gpus": 16}})",
                                   {"recommend", "-", "--limit", "1"});
    QVERIFY2(outcome.out.startsWith("[Ignored] ") && outcome.out.contains("cluster.gpus"), outcome.out);
  }

  /// A precision that the GPU lacks is named once, with the fix, and not as a lack of memory.
  void what_every_plan_is_refused_for_is_said_once() {
    const QByteArray plan = R"({"model": {"preset": "llama-3.1-8b"}, "training": {"precision": "bf16"},
                                "cluster": {"gpu": {"preset": "v100-sxm2-32gb"}}})";
    const Outcome outcome = run_on(plan, {"recommend", "-"});
    QCOMPARE(outcome.status, 1);
    QVERIFY2(outcome.out.contains("refuses all of them.") && outcome.out.contains("fp16"), outcome.out);
    QVERIFY2(!outcome.out.contains("Why not") && !outcome.out.contains("nothing runs"), outcome.out);
    const Outcome estimated = run_on(plan, {"estimate", "-"});
    QVERIFY2(!estimated.out.contains("use more GPUs"), estimated.out);
  }

  void limit_keeps_the_first_and_the_recommended() {
    const Json all = run_on(searched_plan, {"recommend", "-", "--json"}).json();
    const Json two = run_on(searched_plan, {"recommend", "-", "--json", "--limit", "2"}).json();
    QCOMPARE(two["candidates"].size(), std::size_t{2});
    QVERIFY(two["candidates"][0]["name"] == all["candidates"][0]["name"]);
    QVERIFY(two["candidates"][two["best"].get<std::size_t>()]["name"] ==
            all["candidates"][all["best"].get<std::size_t>()]["name"]);
  }

  void what_may_change_is_said_on_the_command_line() {
    const Json kept =
        run_on(searched_plan, {"recommend", "-", "--json", "--keep", "offload,nvme,micro-batch"}).json();
    for (const Json& candidate : kept["candidates"]) {
      QVERIFY(candidate["name"].get<std::string>().find("opt-") == std::string::npos);
      QVERIFY(candidate["name"].get<std::string>().find(".mb") == std::string::npos);
    }
    const Json more = run_on(searched_plan, {"recommend", "-", "--json", "--allow", "fused-loss"}).json();
    QVERIFY(more["searched"] > run_on(searched_plan, {"recommend", "-", "--json"}).json()["searched"]);
    const Outcome wrong = run_on(searched_plan, {"recommend", "-", "--allow", "magic"});
    QCOMPARE(wrong.status, 2);
  }

  void recommend_says_no_when_nothing_fits() {
    const Outcome outcome = run_on(huge, {"recommend", "-", "--json"});
    QVERIFY2(outcome.status == 1, describe(outcome));
    QVERIFY(outcome.json()["candidates"].empty());
    QVERIFY(!outcome.json()["rejected"].empty());
  }

  void a_person_reads_the_same() {
    const Outcome compared = run_on(searched_plan, {"compare", "-"});
    QCOMPARE(compared.status, 0);
    QVERIFY2(compared.out.contains("▸  ZeRO-2 "), compared.out);
    QVERIFY2(compared.out.contains("ZeRO-3 · all→NVMe"), compared.out);
    for (const char* column : {"Step (80 % range)", "Tokens/s", "MFU", "Exposed transfers", "Of stage 1"})
      QVERIFY2(compared.out.contains(column), column);
    const Outcome recommended = run_on(searched_plan, {"recommend", "-"});
    QCOMPARE(recommended.status, 0);
    QVERIFY2(recommended.out.contains("\nRun ZeRO-"), recommended.out);
    QVERIFY2(recommended.out.contains("★"), recommended.out);
    QVERIFY2(recommended.out.contains("What would help next"), recommended.out);
  }
};

ZP_TEST(SearchTest)
#include "search_test.moc"
