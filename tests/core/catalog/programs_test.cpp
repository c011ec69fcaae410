// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/catalog/programs.h"

#include <QRegularExpression>
#include <QtTest>
#include <set>

#include "core/catalog/built_on.h"
#include "core/catalog/program_entries.h"
#include "tests/support/test_main.h"

using namespace zp;

namespace programs_catalog {

ProgramWay way_of(const char* framework, const char* tuning, const ProgramReleases& releases = {},
                  int stage = 0) {
  return {enum_of<ProgramFramework>(framework).value(), enum_of<Tuning>(tuning).value(), stage, releases};
}

/// Returns "weights fp32, gathered precision": the types that the row's text names, as the catalog has them.
QString found_types(const QString& wanted, const ProgramTypes& types) {
  QStringList found;
  for (const QString& pair : wanted.split(", ")) {
    const QString name = pair.section(' ', 0, 0);
    if (name == "autocasts") {
      found << "autocasts " + QString(!types.autocasts ? "unknown" : *types.autocasts ? "true" : "false");
      continue;
    }
    for (const ProgramTypeKey& key : program_type_keys())
      if (name == QLatin1StringView(key.name))
        found << name + ' ' + QLatin1StringView(name_of(types.*key.type));
  }
  return found.join(", ");
}

/// Returns true if a rule that holds in these circumstances rests on the fact.
bool rests_on(Program program, const ProgramWay& way, const std::string& fact) {
  const ProgramEntry& entry = entry_of(program);
  for (const ProgramRule& rule : entry.rules)
    if (rule.holds_for(way) && std::ranges::find(rule.facts, fact) != rule.facts.end()) return true;
  return entry.base != Program::none && rests_on(entry.base, way, fact);
}

}  // namespace programs_catalog

using namespace programs_catalog;

/// Tests of the training programs in resources/catalog/programs.json.
class ProgramsCatalogTest : public QObject {
  Q_OBJECT

 private slots:
  /// accelerate's fsdp_version is 1 unless a file says 2, axolotl's own default is 2, and torchtitan has
  /// fully_shard alone.
  void where_nothing_says_which_fsdp_it_is_the_program_s_default() {
    const auto fsdp = [](const char* name) { return entry_of(program_named(name)).fsdp; };
    for (const char* name : {"hf-trainer", "trl", "llama-factory", "litgpt"})
      QVERIFY2(fsdp(name) == ProgramFramework::fsdp1, name);
    for (const char* name : {"axolotl", "verl", "torchtitan"})
      QVERIFY2(fsdp(name) == ProgramFramework::fsdp2, name);
  }

  /// PEFT's example trains with TRL, which is built on transformers' Trainer.
  void a_program_is_built_on_itself_and_on_all_below_it() {
    const ProgramEntry& peft = entry_of(program_named("peft"));
    QVERIFY(is_built_on(peft, "peft") && is_built_on(peft, "trl") && is_built_on(peft, "hf-trainer"));
    const ProgramEntry& trainer = entry_of(program_named("hf-trainer"));
    QVERIFY(is_built_on(trainer, "hf-trainer") && !is_built_on(trainer, "trl"));
    QVERIFY(!is_built_on(entry_of(program_named("torchtitan")), "hf-trainer"));
    QVERIFY(!is_built_on(peft, "axolotl") && !is_built_on(peft, ""));
  }

  /// Each row is a program's way of training; the fact named last is the one that decides it, with its
  /// source.
  void types_are_those_of_the_facts_data() {
    QTest::addColumn<QString>("program");
    QTest::addColumn<QString>("way");
    QTest::addColumn<QString>("releases");
    QTest::addColumn<QString>("types");
    QTest::addColumn<QString>("fact");
    const auto row = [](const char* program, const char* way, const char* releases, const char* types,
                        const char* fact) {
      QTest::addRow("%s %s %s", program, way, releases) << program << way << releases << types << fact;
    };
    row("hf-trainer", "single full", "",
        "loaded precision, weights precision, gradients precision, master none", "hf-trainer.load_dtype");
    row("hf-trainer", "single full", "4.57", "loaded fp32, weights fp32, gradients fp32, states fp32",
        "hf-trainer.load_dtype");
    row("hf-trainer", "ddp full", "", "autocasts true, logits fp32", "hf-trainer.outfp32");
    row("hf-trainer", "ddp lora", "", "frozen precision, adapters fp32", "peft.autocast");
    row("hf-trainer", "ddp lora", "4.40, peft 0.11", "frozen fp32, adapters precision", "peft.autocast");
    row("hf-trainer", "fsdp1 full", "", "weights fp32, gathered precision, reduced precision, states fp32",
        "hf-trainer.fsdp1up");
    row("hf-trainer", "fsdp1 full", "5.0, accelerate 0.29",
        "weights precision, gathered precision, states precision", "hf-trainer.fsdpmpset");
    row("hf-trainer", "fsdp1 lora", "", "frozen precision, adapters fp32", "hf-trainer.fsdp1up");
    row("hf-trainer", "fsdp2 full", "", "weights fp32, gathered precision, reduced precision",
        "hf-trainer.fsdp2up");
    row("hf-trainer", "fsdp2 lora", "", "frozen precision, adapters fp32", "hf-trainer.fsdp2up");
    row("hf-trainer", "fsdp2 lora", "5.0, accelerate 1.12", "frozen fp32, adapters fp32",
        "hf-trainer.fsdp2up");
    row("hf-trainer", "deepspeed full", "",
        "weights precision, gradients precision, master fp32, autocasts false", "hf-trainer.dscast");
    row("hf-trainer", "deepspeed lora", "", "frozen precision, adapters precision, master fp32",
        "hf-trainer.dscast");
    row("trl", "single full", "", "loaded fp32, weights fp32, gradients fp32, states fp32, autocasts true",
        "trl.dtype");
    row("trl", "single full", "0.26", "loaded precision, weights precision, states precision", "trl.dtype");
    row("trl", "single full", "0.25", "loaded fp32, weights fp32", "hf-trainer.load_dtype");
    row("trl", "fsdp2 lora", "", "frozen fp32, adapters fp32, gathered precision", "trl.dtype");
    row("trl", "single qlora", "", "frozen fp32, adapters precision", "trl.qlora");
    row("trl", "single qlora", "0.25", "frozen fp32, adapters fp32", "peft.kbit");
    row("trl", "deepspeed full", "", "loaded fp32, weights precision, master fp32", "hf-trainer.dscast");
    row("peft", "single qlora", "", "frozen fp32, adapters fp32", "peft.kbit");
    row("peft", "fsdp1 lora", "", "frozen fp32, adapters fp32", "peft.exdtype");
    row("peft", "fsdp1 qlora", "", "frozen precision, autocasts false", "peft.exfsdp");
    row("axolotl", "single full", "",
        "weights precision, gradients precision, states precision, autocasts true", "axolotl.dtype");
    row("axolotl", "fsdp1 full", "", "weights fp32, gathered precision, reduced precision",
        "hf-trainer.fsdp1up");
    row("axolotl", "fsdp2 lora", "", "frozen precision, adapters fp32", "axolotl.adapter");
    row("llama-factory", "ddp full", "", "loaded precision, weights fp32, gradients fp32, states fp32",
        "llama-factory.up");
    row("llama-factory", "single lora", "", "frozen precision, adapters fp32", "llama-factory.up");
    row("llama-factory", "deepspeed full", "", "weights precision, master fp32", "hf-trainer.dscast");
    row("ms-swift", "ddp full", "", "weights precision, gradients precision, states precision",
        "ms-swift.full");
    row("ms-swift", "fsdp2 full", "", "weights fp32, gathered precision", "hf-trainer.fsdp2up");
    row("ms-swift", "single lora", "", "frozen precision, adapters fp32", "ms-swift.lora");
    row("alignment-handbook", "deepspeed full", "", "loaded precision, weights precision, master fp32",
        "alignment-handbook.dtype");
    row("open-instruct", "deepspeed full", "", "loaded precision, weights precision, master fp32",
        "open-instruct.dtype");
    row("open-instruct", "ddp qlora", "", "frozen fp32", "open-instruct.q");
    row("torchtune", "fsdp2 full", "",
        "weights precision, gathered precision, gradients precision, reduced precision, states precision, "
        "master none, autocasts false",
        "torchtune.dtype");
    row("torchtune", "single lora", "", "frozen precision, adapters precision", "torchtune.dtype");
    row("torchtitan", "fsdp2 full", "",
        "weights fp32, gathered precision, gradients fp32, reduced fp32, states fp32", "torchtitan.dtype");
    row("litgpt", "fsdp1 full", "", "weights fp32, gathered precision, reduced precision, autocasts true",
        "litgpt.mixed");
    row("litgpt", "fsdp2 lora", "", "frozen fp32, adapters fp32, gathered fp32", "litgpt.lorafsdp");
    row("litgpt", "single qlora", "", "frozen precision, adapters precision", "litgpt.prec");
    row("llama-cookbook", "fsdp1 full", "",
        "weights precision, gathered precision, states precision, autocasts false", "llama-cookbook.mp");
    row("fms-hf-tuning", "fsdp1 full", "",
        "weights precision, gathered precision, reduced precision, states precision", "fms-hf-tuning.mp");
    row("openrlhf", "deepspeed full", "", "loaded precision, weights precision, master fp32, states fp32",
        "openrlhf.dtype");
    row("verl", "fsdp2 full", "", "weights fp32, gathered precision, reduced fp32, autocasts true",
        "verl.mp");
    row("verl", "fsdp2 lora", "", "frozen fp32, adapters fp32", "verl.dtype");
    row("nemo-rl", "ddp full", "", "weights precision, gradients precision, master fp32, logits fp32",
        "nemo-rl.megatron");
    row("prime-rl", "fsdp2 full", "",
        "weights fp32, gathered precision, gradients fp32, reduced fp32, states fp32, logits fp32",
        "prime-rl.dtype");
    row("prime-rl", "fsdp2 lora", "", "frozen fp32, adapters fp32, gathered precision", "prime-rl.dtype");
    row("veomni", "fsdp2 full", "",
        "weights fp32, gathered precision, gradients fp32, reduced fp32, states fp32", "veomni.dtype");
    row("veomni", "fsdp2 lora", "", "frozen fp32, adapters fp32, gathered precision", "veomni.dtype");
    row("areal", "fsdp2 full", "",
        "weights precision, gathered precision, gradients precision, reduced fp32, states precision",
        "areal.dtype");
    row("areal", "fsdp2 lora", "", "frozen precision, adapters precision", "areal.dtype");
    row("roll", "ddp full", "", "weights precision, gradients precision, states fp32, master fp32",
        "roll.megatron");
    row("roll", "ddp lora", "", "frozen precision, adapters fp32, autocasts false", "roll.lora");
    row("rl2", "ddp full", "", "weights precision, gradients precision, master fp32", "rl2.megatron");
    row("mistral-finetune", "fsdp1 lora", "", "frozen precision, adapters precision, logits fp32",
        "mistral-finetune.lora");
    row("h2o-llm-studio", "ddp full", "", "weights precision, states precision, autocasts true",
        "h2o-llm-studio.dtype");
    row("h2o-llm-studio", "single qlora", "", "frozen fp32, adapters fp32", "h2o-llm-studio.dtype");
    row("h2o-llm-studio", "deepspeed full", "", "states fp32, master fp32, autocasts false",
        "h2o-llm-studio.ddp");
    row("fast-llm", "ddp full", "", "weights precision, gradients fp32, reduced fp32, master fp32",
        "fast-llm.zero");
    row("nemo-automodel", "fsdp2 full", "",
        "weights precision, gathered precision, reduced fp32, states precision", "nemo-automodel.dtype");
    row("olmo", "fsdp1 full", "", "weights fp32, gathered precision, reduced precision, autocasts true",
        "olmo.dtype");
    row("deepspeed-chat", "deepspeed full", "", "weights precision, master fp32", "deepspeed-chat.dtype");
    row("megatron-deepspeed", "deepspeed full", "", "gradients precision, master fp32",
        "megatron-deepspeed.dtype");
    row("gpt-neox", "deepspeed full", "", "gradients precision, master fp32", "gpt-neox.stage");
    row("llm-foundry", "fsdp1 full", "",
        "weights fp32, gathered precision, reduced precision, autocasts true", "llm-foundry.mp");
    row("xtuner", "fsdp2 full", "", "weights fp32, gathered precision, reduced precision", "xtuner.v1");
    row("xtuner", "single lora", "", "frozen fp32, adapters fp32", "xtuner.lora");
    row("internevo", "ddp full", "", "weights precision, gradients precision, master fp32, states fp32",
        "internevo.dtype");
    row("arctic-training", "deepspeed full", "", "weights precision, master fp32", "arctic-training.dtype");
    row("nanotron", "ddp full", "", "weights precision, gradients fp32, reduced fp32, master fp32",
        "nanotron.acc");
    row("oumi", "fsdp1 full", "", "weights precision, gathered precision, states precision, autocasts false",
        "oumi.mp");
    row("megatron-lm", "ddp full", "",
        "weights precision, gradients fp32_of_bf16, reduced fp32_of_bf16, master fp32, autocasts false",
        "megatron-lm.half");
    row("nemo", "fsdp2 full", "", "weights precision, gradients fp32_of_bf16, master fp32, autocasts false",
        "megatron-lm.half");
    row("nvidia-bert", "ddp full", "",
        "weights precision, gradients precision, reduced precision, master fp32, autocasts false",
        "nvidia-bert.half");
    row("nvidia-bert-squad", "single full", "",
        "weights precision, gradients precision, master fp32, autocasts false", "nvidia-bert-squad.o2");
    row("unsloth", "single qlora", "", "frozen precision, adapters fp32", "unsloth.adapter");
    row("unsloth", "single full", "", "weights precision, gradients precision, states precision",
        "unsloth.full");
  }
  void types_are_those_of_the_facts() {
    QFETCH(QString, program);
    QFETCH(QString, way);
    QFETCH(QString, releases);
    QFETCH(QString, types);
    QFETCH(QString, fact);
    const Program named = program_named(program.toStdString());
    const std::string framework = way.section(' ', 0, 0).toStdString();
    const std::string tuning = way.section(' ', 1, 1).toStdString();
    const ProgramWay asked =
        way_of(framework.c_str(), tuning.c_str(), parse_releases(releases.toStdString(), named).value());
    const std::optional<ProgramTypes> found = program_types(named, asked);
    QVERIFY(found);
    QCOMPARE(found_types(types, *found), types);
    QVERIFY2(rests_on(named, asked, fact.toStdString()), "the rule rests on another fact");
  }

  void the_backends_of_a_program_are_told_apart_by_what_they_divide_data() {
    QTest::addColumn<QString>("framework");
    QTest::addColumn<QString>("of_fsdp");
    QTest::addColumn<QString>("of_megatron");
    QTest::newRow("nemo-rl") << "fsdp2"
                             << "weights fp32, gathered precision, reduced fp32, master none"
                             << "weights precision, reduced precision, master fp32";
    QTest::newRow("roll") << "fsdp2"
                          << "weights fp32, gathered precision, reduced fp32, master none"
                          << "weights precision, gradients precision, states fp32, master fp32";
    QTest::newRow("rl2") << "fsdp1"
                         << "weights fp32, gathered precision, reduced precision, master none"
                         << "weights precision, gradients precision, master fp32";
  }
  void the_backends_of_a_program_are_told_apart_by_what_they_divide() {
    QFETCH(QString, framework);
    QFETCH(QString, of_fsdp);
    QFETCH(QString, of_megatron);
    const Program program = program_named(QTest::currentDataTag());
    const std::string name = framework.toStdString();
    const auto sharded = program_types(program, way_of(name.c_str(), "full", {}, 3));
    const auto megatron = program_types(program, way_of(name.c_str(), "full", {}, 1));
    QCOMPARE(found_types(of_fsdp, *sharded), of_fsdp);
    QCOMPARE(found_types(of_megatron, *megatron), of_megatron);
  }

  void adapters_under_zero_init_stay_as_peft_made_them() {
    const Program trainer = program_named("hf-trainer"), trl = program_named("trl");
    QVERIFY(program_types(trainer, way_of("deepspeed", "lora", {}, 3))->adapters == ProgramDtype::fp32);
    QVERIFY(program_types(trainer, way_of("deepspeed", "lora", {}, 2))->adapters == ProgramDtype::precision);
    QVERIFY(program_types(trl, way_of("deepspeed", "lora", {}, 3))->adapters == ProgramDtype::precision);
  }

  void no_types_without_a_program_or_for_another_framework() {
    QVERIFY(!program_types(Program::none, way_of("ddp", "full")));
    QVERIFY(!program_types(program_named("torchtune"), way_of("deepspeed", "full")));
    QVERIFY(program_settings(program_named("openrlhf"), way_of("ddp", "full")).empty());
  }

  void every_program_has_a_word_of_its_own() {
    std::set<std::string> ids;
    for (const ProgramEntry& entry : program_entries())
      QVERIFY2(ids.insert(entry.id).second, entry.id.c_str());
  }

  void every_fact_has_its_place_in_the_source() {
    static const QRegularExpression place(
        R"(^(([\w.-]+/[\w.-]+@[\w.]+ )?[\w./@-]+:\d+|[\w.-]+/[\w.-]+ (pull request|issue) \d+)$)");
    std::set<std::string> ids;
    for (const ProgramEntry& entry : program_entries())
      for (const ProgramFact& fact : entry.facts) {
        QVERIFY2(ids.insert(fact.id).second, fact.id.c_str());
        QVERIFY2(fact.id.starts_with(entry.id + '.'), fact.id.c_str());
        QVERIFY2(!fact.sources.empty(), fact.id.c_str());
        for (const std::string& source : fact.sources)
          QVERIFY2(place.match(QString::fromStdString(source)).hasMatch(), source.c_str());
      }
  }

  void every_setting_without_a_key_of_the_plan_is_known() {
    for (const ProgramEntry& entry : program_entries())
      for (const ProgramRule& rule : entry.rules)
        for (const ProgramSetting& setting : rule.settings) {
          const bool is_key = setting.name.find('.') != std::string::npos;
          QVERIFY2(is_key || std::ranges::find(other_settings(), setting.name) != other_settings().end(),
                   setting.name.c_str());
        }
  }

  void releases_are_read_and_written_data() {
    QTest::addColumn<QString>("program");
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("written");  // "-" = refused
    QTest::addColumn<int>("day");
    QTest::newRow("of the program") << "trl"
                                    << "0.27"
                                    << "0.27" << 20'260'116;
    QTest::newRow("with a patch") << "trl"
                                  << "0.26.2"
                                  << "0.26.2" << 20'251'209;
    QTest::newRow("of a development state") << "trl"
                                            << "v0.27.0.dev0"
                                            << "0.27" << 20'260'116;
    QTest::newRow("Trainer's are those of transformers") << "hf-trainer"
                                                         << "4.46"
                                                         << "4.46" << 20'241'024;
    QTest::newRow("of a library") << "ms-swift"
                                  << "transformers 4.46"
                                  << "transformers 4.46" << 20'241'024;
    QTest::newRow("both") << "trl"
                          << "0.9, accelerate 0.30"
                          << "0.9, accelerate 0.30" << 20'240'503;
    QTest::newRow("a program without days") << "ms-swift"
                                            << "0.3"
                                            << "0.3" << 0;
    QTest::newRow("a word") << "trl"
                            << "newest"
                            << "-" << 0;
    QTest::newRow("an unknown library") << "trl"
                                        << "numpy 2.0"
                                        << "-" << 0;
  }
  void releases_are_read_and_written() {
    QFETCH(QString, program);
    QFETCH(QString, text);
    QFETCH(QString, written);
    QFETCH(int, day);
    const auto releases = parse_releases(text.toStdString(), program_named(program.toStdString()));
    QCOMPARE(releases ? QString::fromStdString(releases_text(*releases)) : "-", written);
    if (releases) QCOMPARE(releases->day, day);
  }

  /// A library that a plan does not name is taken as of the day of the release that it names.
  void a_library_is_as_old_as_the_release_that_is_stated() {
    const Program swift = program_named("ms-swift");
    const auto loss = [swift](const char* release) {
      const ProgramValue* value = program_setting(
          swift, way_of("deepspeed", "full", parse_releases(release, swift).value()), "training.fused_loss");
      return QString::fromStdString(std::get<std::string>(*value));
    };
    QCOMPARE(loss("3.0"), "shifted");  // December 2024
    QCOMPARE(loss("3.6"), "none");     // July 2025
  }

  void a_broken_catalog_names_the_entry_data() {
    QTest::addColumn<QString>("rule");
    QTest::addColumn<QString>("message");
    QTest::newRow("an unknown fact") << R"({"facts": ["a.b"]})"
                                     << "\"a.b\" is stated nowhere";
    QTest::newRow("no fact") << R"({"facts": []})"
                             << "names no fact";
    QTest::newRow("an unknown key") << R"({"facts": ["a.c"], "sett": {}})"
                                    << "\"sett\" is no key of a rule";
    QTest::newRow("an unknown word") << R"({"facts": ["a.c"], "tuning": ["dora"]})"
                                     << "\"dora\" is an unknown word";
    QTest::newRow("an unknown tensor") << R"({"facts": ["a.c"], "types": {"weight": "fp32"}})"
                                       << "\"weight\"";
    QTest::newRow("a release without a day") << R"({"facts": ["a.c"], "since": {"transformers": "9.9"}})"
                                             << "the release 9.9 has no day";
  }
  void a_broken_catalog_names_the_entry() {
    QFETCH(QString, rule);
    QFETCH(QString, message);
    const std::string text =
        R"({"libraries": {"transformers": {"4.46": "2024-10-24"}}, "programs": [{"id": "a", "name": "A", "title": "A",)"
        R"("repository": "a/a", "commit": "1", "date": "2026-01-01", "frameworks": ["ddp"], "keys": [], "commands": [],)"
        R"("facts": [{"id": "a.c", "text": "C", "sources": ["c:1"]}], "rules": [)" +
        rule.toStdString() + "]}]}";
    try {
      (void)read_programs(text);
      QFAIL("the catalog was taken");
    } catch (const std::logic_error& error) {
      QVERIFY2(QString(error.what()).contains(message), error.what());
      QVERIFY2(QString(error.what()).startsWith("programs.json, a: "), error.what());
    }
  }
};

ZP_TEST(ProgramsCatalogTest)
#include "programs_test.moc"
