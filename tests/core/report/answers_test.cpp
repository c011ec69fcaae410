// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <QRegularExpression>
#include <QtTest>
#include <map>
#include <nlohmann/json.hpp>

#include "core/catalog/catalog.h"
#include "core/plan_file/plan_file.h"
#include "core/report/json.h"
#include "core/report/manual.h"
#include "core/report/markdown.h"
#include "core/report/measure_words.h"
#include "core/report/reference_figures.h"
#include "core/report/sections_json.h"
#include "core/report/speed_words.h"
#include "core/report/text.h"
#include "core/report/whole_run_words.h"
#include "core/report/words.h"
#include "core/settings/plan_settings.h"
#include "core/speed/generation.h"
#include "tests/support/csv.h"
#include "tests/support/test_main.h"

using namespace zp;

namespace {

using Json = nlohmann::ordered_json;

/// A plan with a part in every section: drives, host, adapters of no program, generation.
PlanDocument plan_on_drives() {
  return read_plan(R"({"model": {"preset": "llama-2-13b"},
    "cluster": {"nodes": 1, "gpus_per_node": 8, "gpu": {"preset": "a100-sxm4-80gb"}, "nvme_gib": 8000},
    "training": {"micro_batch_size": 4, "sequence_length": 2048},
    "zero": {"stage": 3, "offload_optimizer": {"device": "nvme"}, "offload_param": {"device": "nvme"}}})");
}

PlanDocument with(PlanDocument document, std::initializer_list<KeySetting> settings) {
  return with_settings(document, std::vector<KeySetting>(settings));
}

QString one_line(const std::string& text) { return QString::fromStdString(text).simplified(); }
QString one_line(const Json& text) { return one_line(text.get<std::string>()); }

bool has(const QString& text, const std::string& part) { return text.contains(one_line(part)); }

/// Returns the number before " %" at the end of a cell.
double percent_of(const std::string& cell) {
  return QString::fromStdString(cell).remove(QRegularExpression(QStringLiteral("[^0-9.]"))).toDouble();
}

}  // namespace

/// Tests that the forms of an answer say the same, and that they say what is known from elsewhere.
class AnswersTest : public QObject {
  Q_OBJECT

 private slots:
  void the_text_and_the_markdown_of_an_estimate_say_what_its_document_says_data() {
    QTest::addColumn<bool>("drives");
    QTest::newRow("the example") << false;
    QTest::newRow("states and weights on drives") << true;
  }
  void the_text_and_the_markdown_of_an_estimate_say_what_its_document_says() {
    QFETCH(bool, drives);
    const Evaluation evaluation = evaluate(drives ? plan_on_drives() : example_plan());
    const Json json = Json::parse(estimate_json(evaluation));
    const QString text = one_line(estimate_text(evaluation, {}, LedgerText::shown));
    const QString markdown = one_line(report_markdown(evaluation)).remove(u'\\');
    for (const char* ledger : {"ledger", "time_ledger"})
      for (const Json& entry : json[ledger]) {
        for (const char* key : {"title", "meaning", "source"})
          QVERIFY2(text.contains(one_line(entry[key])), entry[key].get<std::string>().c_str());
        QVERIFY2(text.contains(QStringLiteral("Source: ") + one_line(entry["source"])), entry.dump().c_str());
        QVERIFY(markdown.contains(QStringLiteral("| `") + one_line(entry["id"]) + QStringLiteral("` |")));
      }
    for (const Json& entry : json["time_ledger"]) {
      const QString formula =
          one_line(entry["formula"].get<std::string>() + " = " + entry["outcome"].get<std::string>());
      QVERIFY2(text.contains(formula), qPrintable(formula));
    }
    QVERIFY(has(text, speed_line(evaluation.figures)));
    QVERIFY(has(one_line(summary_text(evaluation)), speed_line(evaluation.figures)));
    QVERIFY(has(one_line(report_markdown(evaluation)), "## Launch"));
  }

  void a_report_says_the_odds_and_what_is_left_to_fill_in() {
    const auto report = [](const char* plan, const char* flavour) {
      const ProgramExport made = find_export_flavour(flavour)->write(read_plan(plan));
      return one_line(report_markdown(evaluate(made.document), made)).remove(u'\\');
    };
    constexpr const char* open = R"({"model": {"preset": "llama-2-7b"}, "cluster": {"nodes": 2}})";
    const QString of_open = report(open, "launch");
    for (const char* words :
         {"The odds that it fits: ", "`ds_config.json`: optimizer.params.lr, now 2e-05",
          "weight_decay, now 0.01", "`hostfile`: names of the nodes, now worker-1 to worker-2",
          "main_process_ip, now worker-1", "`launch.sh`: --cpus-per-task, now 64",
          "train.py is a program with DeepSpeed's own arguments"})
      QVERIFY2(of_open.contains(QLatin1String(words)), words);
    const QString of_stated = report(
        R"({"model": {"preset": "llama-2-7b"}, "cluster": {"cpu_cores": 64},
            "deepspeed_config": {"optimizer": {"params": {"lr": 2e-5, "weight_decay": 0.01}}}})",
        "launch");
    QVERIFY(of_stated.contains(QStringLiteral("## Yours to fill in Nothing.")));
    const QString of_trainer =
        report(R"({"model": {"preset": "llama-2-7b"}, "target": {"flavour": "hf-trainer"}})", "launch");
    QVERIFY(of_trainer.contains(QStringLiteral("`launch.sh`: --learning_rate, now 2e-05")));
    const QString of_slurm = report(open, "slurm");
    QVERIFY(of_slurm.contains(QStringLiteral("`job.sbatch`: --partition, --account and --time")));
    QVERIFY(of_slurm.contains(QStringLiteral("sbatch job.sbatch train.py")));
    const QString of_program = report(open, "axolotl");
    QVERIFY(of_program.contains(QStringLiteral("`axolotl.yaml`: ")));
    QVERIFY(!of_program.contains(QStringLiteral("launch.sh")));
  }
  void an_entry_names_the_phases_at_whose_peak_it_is_there() {
    const Evaluation evaluation = evaluate(plan_on_drives());
    const QString text = QString::fromStdString(estimate_text(evaluation, {}, LedgerText::shown));
    for (const Entry& entry : evaluation.figures.estimate.ledger.entries()) {
      QStringList phases;
      for (std::size_t i = 0; i < phase_count; ++i)
        if (entry.counts_in(static_cast<Phase>(i)))
          phases << QString::fromUtf8(name_of(static_cast<Phase>(i)).data());
      const QString id =
          QStringLiteral("\n  ") + QString::fromUtf8(name_of(entry.id).data()) + QStringLiteral("  ");
      const QString line = text.mid(text.lastIndexOf(id) + 1).section(u'\n', 0, 0);
      const QString end = phases.isEmpty() ? QStringLiteral("(never at the peak of a phase)")
                                           : u'(' + phases.join(QStringLiteral(", ")) + u')';
      QVERIFY2(line.endsWith(end), qPrintable(line + end));
    }
  }

  /// DeepSpeed stops unless its swap buffers are that large (swap_tensor/partitioned_param_swapper.py).
  void a_plan_on_drives_is_told_its_smallest_swap_buffers() {
    const Evaluation evaluation = evaluate(plan_on_drives());
    const QString text = QString::fromStdString(estimate_text(evaluation));
    const SwapBuffers& buffers = evaluation.figures.estimate.nvme.smallest_buffers;
    QVERIFY(buffers.optimizer_buffer_count > 0 && buffers.parameter_buffer_count > 0);
    for (const auto& [key, value] :
         {std::pair("offload_optimizer.buffer_count", buffers.optimizer_buffer_count),
          std::pair("offload_param.buffer_count", buffers.parameter_buffer_count)}) {
      const QRegularExpression line(QStringLiteral("Smallest %1 +(\\d+)\n").arg(QLatin1String(key)));
      QCOMPARE(line.match(text).captured(1).toLongLong(), static_cast<qint64>(value));
    }
  }

  void the_parts_of_a_step_are_all_of_it() {
    for (const PlanDocument& document : {example_plan(), plan_on_drives()}) {
      const StepTime time = estimate_speed(document.plan);
      const Table table = step_parts(time);
      double sum = 0;
      for (const auto& row : table.rows)
        sum += percent_of(row.back());
      QVERIFY2(std::abs(sum - 100) < 0.5 * static_cast<double>(table.rows.size()),
               std::to_string(sum).c_str());
      QCOMPARE(table.rows.size() - 1, static_cast<std::size_t>(std::ranges::count_if(
                                          time.parts, [](double part) { return part > 0; })));
    }
  }

  /// Counts of towers and projectors from the models' own files (tests/data/vision-models.csv).
  void presets_tell_the_published_parameters_of_a_tower() {
    const Json json = Json::parse(presets_json(catalog(), {}));
    std::map<std::string, Json> models;
    for (const Json& model : json["models"])
      models[model["id"]] = model;
    for (const test::CsvRow& row : test::read_csv("vision-models.csv")) {
      const Json& model = models.at(row.text("id"));
      QCOMPARE(model["vision_parameters"]["tower"].get<std::int64_t>(), row.count("tower"));
      QCOMPARE(model["vision_parameters"]["projector"].get<std::int64_t>(), row.count("projector"));
      QVERIFY2(model["vision"].is_object() && model["vision"]["layers"].get<int>() > 0, model.dump().c_str());
    }
    QVERIFY(!models.at("llama-2-7b").contains("vision"));
  }

  /// The models' config.json on the Hugging Face Hub have these values: Llama 2 and 3.2 1B, GPT-2.
  void presets_tell_the_shape_of_a_model() {
    const Json json = Json::parse(presets_json(catalog(), {}));
    for (const auto& [hf_id, tied, norm, layers] :
         {std::tuple("meta-llama/Llama-2-7b-hf", false, "rmsnorm", 32),
          std::tuple("meta-llama/Llama-3.2-1B", true, "rmsnorm", 16),
          std::tuple("openai-community/gpt2", true, "layernorm", 12)}) {
      const auto model =
          std::ranges::find_if(json["models"], [id = hf_id](const Json& one) { return one["hf_id"] == id; });
      QVERIFY2(model != json["models"].end(), hf_id);
      const Json& shape = (*model)["architecture"];
      QCOMPARE(shape["layers"].get<int>(), layers);
      QVERIFY2(shape["tied_embeddings"] == tied, shape.dump().c_str());
      QVERIFY2(shape["norm"] == norm, shape.dump().c_str());
    }
  }

  void claims_are_counted_by_their_verdicts() {
    const Plan plan = example_plan().plan;
    const Json claims = Json::parse(claims_json(plan))["claims"];
    std::map<std::string, int> counts;
    for (const Json& one : claims)
      ++counts[one["verdict"]];
    QStringList last;
    for (const char* verdict : {"right", "partly", "wrong", "depends"})
      last << QStringLiteral("%1 %2").arg(counts[verdict]).arg(QLatin1String(verdict));
    const QString text = QString::fromStdString(claims_text(plan));
    QVERIFY2(text.endsWith(QStringLiteral("\n\n") + last.join(QStringLiteral(", ")) + QStringLiteral(".\n")),
             qPrintable(text.right(80)));
    for (const Json& one : claims)
      QVERIFY(text.simplified().contains(one_line(one["why"])));
  }

  void the_difference_of_two_plans_has_a_sign_and_a_share() {
    const PlanDifference difference =
        difference_of(example_plan(), with(example_plan(), {{"training.micro_batch_size", "2"}}));
    const QString text = QString::fromStdString(diff_text(difference));
    const Figures &before = difference.before.figures, &after = difference.after.figures;
    const auto cell = [&](const char* row) {
      const QRegularExpression line(QStringLiteral("^ *%1 .* ([+\u2212][0-9].*)$").arg(QLatin1String(row)),
                                    QRegularExpression::MultilineOption);
      return line.match(text).captured(1);
    };
    QCOMPARE(cell("MFU").startsWith(u'+'), after.throughput.mfu > before.throughput.mfu);
    QVERIFY2(std::abs(percent_of(cell("MFU").toStdString()) -
                      100 * std::abs(after.throughput.mfu / before.throughput.mfu - 1)) < 0.06,
             qPrintable(text));
    QVERIFY(cell("Step").startsWith(u'+'));
    const QString back = QString::fromStdString(
        diff_text(difference_of(difference.after.document, difference.before.document)));
    QVERIFY(back.contains(QStringLiteral("\u2212")));
    QCOMPARE(QString::fromStdString(diff_text(difference_of(example_plan(), example_plan()))),
             QStringLiteral("A and B are the same plan.\n"));
  }

  /// Without a search a remedy of a launch names no figures; a plan without a price names no odds.
  void a_remedy_names_the_figures_it_has() {
    DeathRemedy remedy;
    remedy.place = "plan", remedy.label = "Set x";
    QCOMPARE(one_line(remedy_words(remedy)), QStringLiteral("Plan: Set x"));
    remedy.plan = example_plan().plan;
    remedy.gpu_peak = Bytes(std::int64_t{3} << 30);
    QCOMPARE(one_line(remedy_words(remedy)).replace(u'\u202f', u' '),
             QStringLiteral("Plan: Set x: 3.0 GiB per GPU"));
    remedy.odds = 0.5, remedy.step_seconds = 2;
    QVERIFY(one_line(remedy_words(remedy)).contains(QStringLiteral("odds 50")));
    remedy.place = "launch";
    QVERIFY(remedy_words(remedy).starts_with("Launch: "));
  }

  void markdown_becomes_plain_text() {
    for (const auto& [markdown, plain] :
         {std::pair("see [the `page` of [b]](memory.md), and [c]", "see the page of [b], and [c]"),
          std::pair("`a` [b](c", "a [b](c"), std::pair("[x](y)", "x"), std::pair("", "")})
      QCOMPARE(QString::fromStdString(without_marks(markdown)), QString::fromUtf8(plain));
  }

  /// Trainer writes the model beside DeepSpeed's checkpoint (transformers/trainer.py, save_model), others
  /// do not.
  void a_save_of_trainer_is_said_to_write_the_model_too() {
    const auto text_of_target = [](const char* flavour) {
      return one_line(estimate_text(evaluate(with(example_plan(), {{"target.flavour", flavour}}))));
    };
    const QString said = QStringLiteral("Trainer writes the model too.");
    QVERIFY(text_of_target("hf-trainer").contains(said));
    QVERIFY(!text_of_target("plain").contains(said));
  }

  /// Defaults of TRL's SFTConfig are named where the plan takes them.
  void values_that_a_program_fills_in_are_named() {
    const PlanDocument document = read_plan(
        R"({"model": {"preset": "llama-2-7b"}, "training": {"program": "trl"}, "zero": {"stage": 2}})");
    const Json defaults = Json::parse(estimate_json(evaluate(document)))["defaults"];
    QVERIFY(!defaults.empty());
    const QString text = one_line(estimate_text(evaluate(document)));
    QCOMPARE(text.count(QStringLiteral("TRL's defaults: ")), 1);
  }

  void a_run_that_never_saves_is_said_so() {
    Plan plan = example_plan().plan;
    plan.training.tokens = 1e12;
    plan.cluster.nodes = 64;
    const auto words = [&] {
      std::string all;
      for (const std::string& one : course_sentences(plan, whole_run(plan, estimate_speed(plan))))
        all += one + ' ';
      return one_line(all);
    };
    plan.training.save_steps = 0;
    QVERIFY2(words().contains(QStringLiteral("It never saves; least time is lost")), qPrintable(words()));
    plan.training.save_steps = 1;
    QVERIFY2(words().contains(QStringLiteral("(1 steps)")), qPrintable(words()));
  }

  void a_budget_without_power_has_no_energy() {
    Plan plan = example_plan().plan;
    plan.training.tokens = 1e7;
    plan.cluster.gpu_watts = 1;
    Json json = Json::parse(estimate_json(evaluate({plan, {}})))["throughput"];
    QVERIFY2(json["energy_kwh"].get<double>() < 1 && json["energy_kwh"].get<double>() > 0,
             json.dump().c_str());
    plan.cluster.gpu_watts = 0;
    json = Json::parse(estimate_json(evaluate({plan, {}})))["throughput"];
    QVERIFY(!json.contains("energy_kwh"));
  }

  void the_figures_of_other_estimators_stand_beside_ours_of_the_same_name() {
    const Evaluation evaluation = evaluate(example_plan());
    const QString markdown = QString::fromStdString(report_markdown(evaluation));
    int rows = 0, same = 0;
    for (const QString& line : markdown.section(QStringLiteral("## Other estimators"), 1)
                                   .section(QStringLiteral("Why they differ"), 0, 0)
                                   .split(u'\n'))
      rows += line.startsWith(u'|') && !line.contains(QStringLiteral("---")) ? 1 : 0;
    for (const EstimatorFigures& one :
         reference_figures(evaluation.document.plan, evaluation.figures.estimate))
      for (const Figure& ours : one.ours)
        same += static_cast<int>(std::ranges::count(one.figures, ours.name, &Figure::name));
    QCOMPARE(rows - 1, same);
  }

  /// Generation that is left out has no time; of a plan that states it both are there.
  void generation_of_reinforcement_learning_has_its_time() {
    const auto step_of = [](const char* tokens) {
      const PlanDocument document =
          with(example_plan(), {{"training.method", "grpo"}, {"training.rl.response_tokens", tokens}});
      return std::pair(Json::parse(estimate_json(evaluate(document)))["step"], document);
    };
    const auto [step, document] = step_of("400");
    const StepTime time = estimate_speed(document.plan);
    QVERIFY(!time.is_without_generation);
    QCOMPARE(step["generation_s"].get<double>(), time.ledger.busy(TimeId::generation));
    QVERIFY(step["generation_s"].get<double>() > 0);
    QVERIFY(step["generation_range"]["low"].get<double>() <= step["generation_range"]["high"].get<double>());
    QVERIFY(!Json::parse(estimate_json(evaluate(example_plan())))["step"].contains("generation_s"));
  }

  /// The article's nine configurations of each call (tests/data/article-candidates.csv has its own figures).
  void every_configuration_of_the_article_has_its_figures_and_a_reason() {
    const std::vector<ArticleCall> calls = article_calls();
    const Json array = article_calls_array(calls);
    const QString text = one_line(article_calls_text(calls));
    QCOMPARE(array.size(), calls.size());
    QVERIFY(!calls.empty());
    const QString ignored = QStringLiteral("DeepSpeed ignores offload_param below stage 3");
    for (const Json& call : array) {
      QCOMPARE(call["configurations"].size(), std::size_t{9});
      QVERIFY(call["gpus"].get<int>() > 0);
      for (const Json& one : call["configurations"]) {
        const QString reason = one_line(one["reason"]);
        QVERIFY(!reason.isEmpty() && text.contains(reason));
        QCOMPARE(reason.contains(ignored),
                 one["stage"].get<int>() < 3 && one["use_nvme_offload"].get<bool>());
      }
    }
  }

  void the_text_of_a_recommendation_says_what_its_document_says() {
    const PlanDocument document = example_plan();
    const Recommendation found = recommend(document.plan);
    const Json json = Json::parse(recommend_json(document, found));
    const std::string text = recommend_text(document, found);
    const std::string head = text.substr(0, text.find("\n\n   "));
    QVERIFY(has(one_line(head), found.verdict));
    QVERIFY2(head.find("\n ") == std::string::npos, head.c_str());  // a paragraph is not indented
    bool is_filled = false;
    for (const Candidate& one : found.candidates)
      is_filled = is_filled || one.estimate.gpu.is_filled_by_cache();
    QCOMPARE(text.find("+ is the memory that PyTorch keeps") != std::string::npos, is_filled);
    QVERIFY(!json["sensitivity"].empty());
    Recommendation none = found;
    none.sensitivity = {{"id", "Nothing", {}, "", 0, 0, false}};
    QVERIFY(Json::parse(recommend_json(document, none))["sensitivity"][0]["tokens_per_s"].is_null());
  }

  void scenarios_that_make_no_plan_are_rejected_with_their_reason() {
    Scenarios scenarios;
    scenarios.all = {{"good", example_plan()}, {"bad", example_plan()}};
    std::vector<PlanSweepRow> rows(2);
    rows[0].figures = figures_of(example_plan().plan);
    rows[1].stop = "no plan";
    const Json json = Json::parse(scenarios_json(scenarios, rows));
    QCOMPARE(json["candidates"].size(), std::size_t{1});
    QVERIFY(json["rejected"] == Json::parse(R"([{"name": "bad", "reason": "no plan"}])"));
  }

  void limits_of_machines_are_repeated_below_one_hour_too() {
    const PlanDocument document = example_plan();
    const auto text = [&](const MachineLimits& limits) {
      return one_line(hardware_text(document, {}, limits, 5)).replace(u'\u202f', u' ');
    };
    QVERIFY2(text({0.5, 0}).contains(QStringLiteral("; wanted: done in 30")), qPrintable(text({0.5, 0})));
    QVERIFY2(text({0, 0.5}).contains(QStringLiteral("; wanted: for at most 0.5")),
             qPrintable(text({0, 0.5})));
    QVERIFY(text({0.5, 0.5}).contains(QStringLiteral(" and for at most 0.5")));
    QVERIFY(!text({}).contains(QStringLiteral("wanted")));
  }

  /// Lines are as full as 100 columns allow: the next word would not have fitted.
  void findings_fill_their_lines() {
    PlanDocument document = example_plan();
    std::vector<Finding> findings;
    for (int width = 1; width < 30; ++width)
      findings.push_back(
          {Severity::style, "c", std::string(static_cast<std::size_t>(width), 'p'),
           "Ten words of ten letters that make a line longer than it can be, and so fill it to "
           "its end and go on in the next.",
           ""});
    const QStringList lines = QString::fromStdString(findings_text(document, findings)).split(u'\n');
    int full = 0;
    for (qsizetype i = 0; i + 1 < lines.size(); ++i) {
      QVERIFY2(lines[i].size() <= 100, qPrintable(lines[i]));
      full += lines[i].size() == 100 ? 1 : 0;
      if (!lines[i + 1].startsWith(QStringLiteral("    "))) continue;
      const QString next = lines[i + 1].trimmed().section(u' ', 0, 0);
      QVERIFY2(lines[i].size() + 1 + next.size() > 100, qPrintable(lines[i]));
    }
    QVERIFY(full > 0);
  }

  void a_strategy_without_a_clock_has_dashes() {
    PlanDocument document = example_plan();
    document.plan.model = model_from_tensors({{4096, 4096, 100, TensorRole::other, true}});
    for (const auto& row : strategy_table(evaluate(document).candidates).rows)
      QCOMPARE(std::ranges::count(row, std::string("–")) >= 6, true);
    for (const auto& row : strategy_table(evaluate(example_plan()).candidates).rows)
      QVERIFY(std::ranges::count(row, std::string("–")) < 6);
  }
};

ZP_TEST(AnswersTest)
#include "answers_test.moc"
