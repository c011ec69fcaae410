// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/fields/fields.h"

#include <QSet>
#include <QtTest>

#include "core/catalog/catalog.h"
#include "core/memory/odds.h"
#include "core/plan_file/plan_file.h"
#include "core/plan_file/plan_keys.h"
#include "core/search/resolution.h"
#include "core/search/solve.h"
#include "core/sharding/edits.h"
#include "tests/support/test_main.h"
#include "ui/model/text.h"

using namespace zp;
using namespace Qt::Literals::StringLiterals;

namespace {

/// Every field of the input panel and of the export dialog.
std::vector<const Field*> allFields() {
  std::vector<const Field*> fields;
  for (const FieldGroup& group : fieldGroups())
    for (const Field& field : group.fields)
      fields.push_back(&field);
  for (const Field& field : targetFields())
    fields.push_back(&field);
  return fields;
}

bool fitsAt(const NumberField& field, const Plan& plan, double value) {
  const Plan trial = field.set(plan, value);
  return fit_odds(trial, estimate_memory(trial)).both >= FitDemand().confidence;
}

Plan stage3() {
  Plan plan = example_plan().plan;
  plan.zero.stage = 3;
  return plan;
}

template <class Kind>
void addRows() {
  QTest::addColumn<const Field*>("field");
  for (const Field* field : allFields())
    if (std::holds_alternative<Kind>(*field)) QTest::newRow(qPrintable(infoOf(*field).id)) << field;
}

}  // namespace

class FieldsTest : public QObject {
  Q_OBJECT

 private slots:
  void any_number_of_other_gpus_can_be_said() {
    const auto& field = [](const QString& id) -> const Field& {
      const std::vector<const Field*> fields = allFields();
      return **std::ranges::find(fields, id, [](const Field* each) { return infoOf(*each).id; });
    };
    const auto& other = std::get<ChoiceField>(field(u"otherGpu"_s));
    const auto& count = std::get<NumberField>(field(u"otherGpuCount"_s));
    Plan plan = example_plan().plan;
    QVERIFY(!count.unavailable(plan).isEmpty());
    plan = other.set(plan, u"rtx-3090-24gb"_s);
    QCOMPARE(count.unavailable(plan), QString());
    QCOMPARE(count.value(plan), *count.preset(plan, {}));
    plan = count.set(plan, 11);
    QCOMPARE(count.value(plan), 11.0);
    QCOMPARE(plan.cluster.other_gpus.front().count, 11);
    QVERIFY(!other.set(plan, u"none"_s).cluster.is_mixed());
  }

  /// Rows about generation can be set with methods that generate, and those about an engine where it runs.
  void rows_about_generation_follow_method_and_generator_data() {
    QTest::addColumn<QString>("key");
    QTest::addColumn<QStringList>("where");  // of "sft", and of GRPO by the trained model, vLLM and a server
    const auto row = [](const char* key, const QStringList& where) { QTest::newRow(key) << key << where; };
    const QStringList any = {u"training"_s, u"vllm"_s, u"server"_s};
    for (const char* key :
         {"training.generation", "training.completion_length", "training.rl.prompts", "training.rl.samples",
          "training.rl.prompt_tokens", "training.rl.response_tokens", "training.rl.response_tokens_max",
          "training.rl.scored_batch", "training.rl.reward_s"})
      row(key, any);
    row("training.engine_ranks", {u"vllm"_s, u"server"_s});
    for (const char* key : {"training.engine_share", "training.engine_sleeps", "training.rests_on_host"})
      row(key, {u"vllm"_s});
    for (const char* key : {"training.rl.engine_gpus", "training.rl.one_step_off"})
      row(key, {u"server"_s});
  }
  void rows_about_generation_follow_method_and_generator() {
    QFETCH(QString, key);
    QFETCH(QStringList, where);
    const Field* field = fieldOf(key.toStdString());
    QVERIFY(field != nullptr);
    QCOMPARE(QString::fromStdString(infoOf(*field).path), key);
    Plan plan = stage3();
    QVERIFY(!infoOf(*field).unavailable(plan).isEmpty());
    plan.training.method.method = Method::grpo;
    for (const auto& [name, by] : {std::pair(u"training"_s, Generation::training),
                                   {u"vllm"_s, Generation::vllm},
                                   {u"server"_s, Generation::server}}) {
      plan.training.method.generation = by;
      QCOMPARE(infoOf(*field).unavailable(plan).isEmpty(), where.contains(name));
    }
  }
  void the_chunk_of_a_loss_follows_a_loss_in_chunks() {
    const FieldInfo& chunk = infoOf(*fieldOf("training.fused_loss_chunk"));
    Plan plan = stage3();
    QVERIFY(!chunk.unavailable(plan).isEmpty());
    plan.training.fused_loss = FusedLoss::chunked;
    QVERIFY(chunk.unavailable(plan).isEmpty());
  }

  void sliders_show_where_memory_ends_data() {
    QTest::addColumn<QString>("path");
    QTest::addColumn<Unknown>("unknown");
    QTest::addColumn<int>("nodes");
    QTest::addColumn<bool>("is_above");
    QTest::newRow("micro batch") << u"training.micro_batch_size"_s << Unknown::micro_batch << 1 << true;
    QTest::newRow("sequence") << u"training.sequence_length"_s << Unknown::sequence_length << 1 << true;
    QTest::newRow("GPUs of one node") << u"cluster.gpus_per_node"_s << Unknown::gpus << 1 << false;
  }
  void sliders_show_where_memory_ends() {
    QFETCH(QString, path);
    QFETCH(Unknown, unknown);
    QFETCH(int, nodes);
    QFETCH(bool, is_above);
    Plan plan = example_plan().plan;
    plan.cluster.nodes = nodes;
    plan.training.activation_checkpointing = Checkpointing::none;
    const auto& field = std::get<NumberField>(*fieldOf(toStd(path)));
    const std::optional<Cliff> cliff = field.cliff(plan);
    const std::optional<Solution> solution = solve(plan, unknown);
    QVERIFY(cliff && solution);
    // Solving tries 1, 2, 4 … GPUs, the slider also the numbers between.
    const auto refused = static_cast<double>(solution->refused), value = static_cast<double>(solution->value);
    QVERIFY(is_above ? cliff->from == refused : refused <= cliff->from && cliff->from < value);
    QCOMPARE(cliff->is_above, is_above);
    QVERIFY(!fitsAt(field, plan, cliff->from));
    QVERIFY(fitsAt(field, plan, static_cast<double>(solution->value)));
  }
  void too_few_nodes_show_where_memory_ends() {
    Plan plan = edits::set_model_preset(example_plan().plan, catalog().find_model("llama-2-70b"));
    plan.zero.stage = 3;
    plan.cluster.nodes = 64;
    const auto& nodes = std::get<NumberField>(*fieldOf("cluster.nodes"));
    const std::optional<Cliff> cliff = nodes.cliff(plan);
    QVERIFY(cliff && !cliff->is_above);
    QVERIFY(!fitsAt(nodes, plan, cliff->from));
    QVERIFY(fitsAt(nodes, plan, cliff->from + 1));
    QVERIFY(!std::get<NumberField>(*fieldOf("cluster.gpus_per_node")).cliff(plan));
  }
  void every_word_of_a_key_can_be_chosen_data() { addRows<ChoiceField>(); }
  void every_word_of_a_key_can_be_chosen() {
    QFETCH(const Field*, field);
    const PlanKey* key = find_plan_key(infoOf(*field).path);
    const auto& choices = std::get<ChoiceField>(*field).choices;
    for (const std::string_view word : key == nullptr ? std::span<const std::string_view>() : key->words)
      QVERIFY2(std::ranges::find(choices, toQt(word), &Choice::id) != choices.end(), word.data());
  }
  void ids_are_unique() {
    QSet<QString> ids;
    for (const Field* field : allFields()) {
      QVERIFY2(!ids.contains(infoOf(*field).id), qPrintable(infoOf(*field).id));
      ids.insert(infoOf(*field).id);
    }
  }
  /// On a slow network, small batches and large numbers of nodes wait for communication.
  void the_slider_shows_where_communication_is_exposed_data() {
    QTest::addColumn<QByteArray>("path");
    QTest::addColumn<bool>("is_above");
    QTest::newRow("micro batch") << QByteArray("training.micro_batch_size") << false;
    QTest::newRow("sequence") << QByteArray("training.sequence_length") << false;
    QTest::newRow("nodes") << QByteArray("cluster.nodes") << true;
  }
  void the_slider_shows_where_communication_is_exposed() {
    QFETCH(QByteArray, path);
    QFETCH(bool, is_above);
    Plan plan = stage3();
    is_above ? plan.training.micro_batch_size = 16 : plan.cluster.nodes = 4;
    const auto& field = std::get<NumberField>(*fieldOf(path.toStdString()));
    for (const double gb_per_s : {400.0, 100.0, 25.0, 12.0, 6.0, 3.0, 1.0}) {
      plan.cluster.inter_node = {{}, gb_per_s};
      const std::optional<Cliff> cliff = field.exposure(plan);
      if (!cliff) continue;
      QCOMPARE(cliff->is_above, is_above);
      QVERIFY(!cliff->is_wall);
      const std::vector<double>& stops = field.spec.stops.values();
      const auto at = std::ranges::find(stops, cliff->from);
      QVERIFY(at != stops.end());
      QVERIFY(waits_for_collectives(field.set(plan, *at)));
      QVERIFY(!waits_for_collectives(field.set(plan, is_above ? *std::prev(at) : *std::next(at))));
      return;
    }
    QFAIL("At no bandwidth is there an edge.");
  }

  void access_keys_are_unique_and_leave_the_menus_alone() {
    QString taken = u"fevph0123"_s;  // menus File, Edit, View, Plan, Help; Alt+0 … 3 for the stages
    for (const Field* field : allFields()) {
      const QString& label = infoOf(*field).label;
      const qsizetype at = label.indexOf(u'&');
      if (at < 0) continue;
      const QChar key = label.at(at + 1).toLower();
      QVERIFY2(!taken.contains(key), qPrintable(label));
      taken += key;
    }
  }
  void every_key_is_one_the_plan_file_documents() {
    for (const Field* field : allFields()) {
      const FieldInfo& info = infoOf(*field);
      QVERIFY2(find_plan_key(info.path), info.path.c_str());
      QVERIFY2(toolTipOf(info).contains(toQt(info.path)), info.path.c_str());
    }
  }

  void a_number_shows_what_it_sets_data() { addRows<NumberField>(); }
  void a_number_shows_what_it_sets() {
    QFETCH(const Field*, field);
    const auto& number = std::get<NumberField>(*field);
    const Plan plan = stage3();
    const PlanKey& key = *find_plan_key(number.path);
    const Range& range = key.is_number() ? key.range : rank_range;
    QCOMPARE(number.spec.minimum, range.low);
    QCOMPARE(number.spec.maximum, range.high);
    QVERIFY(number.spec.stops.first() >= number.spec.minimum);
    QVERIFY(number.spec.stops.last() <= number.spec.maximum);
    for (const double stop : number.spec.stops.values()) {
      const Plan next = number.set(plan, stop);
      QCOMPARE(number.value(next), stop);
    }
  }
  void a_number_s_preset_is_reached_by_reset_data() { addRows<NumberField>(); }
  void a_number_s_preset_is_reached_by_reset() {
    QFETCH(const Field*, field);
    const auto& number = std::get<NumberField>(*field);
    const Plan plan = stage3();
    const SharedModelPreset model = plan.model.preset;
    const Plan changed = number.set(plan, number.spec.stops.last());
    const auto preset = number.preset(changed, model);
    QVERIFY(preset.has_value());
    const Plan back = number.reset ? number.reset(changed, model) : number.set(changed, *preset);
    QCOMPARE(number.value(back), *preset);
  }

  void a_choice_shows_what_it_sets_data() { addRows<ChoiceField>(); }
  void a_choice_shows_what_it_sets() {
    QFETCH(const Field*, field);
    const auto& choice = std::get<ChoiceField>(*field);
    const Plan plan = stage3();
    QVERIFY(choice.choices.size() > 1);
    for (const Choice& each : choice.choices) {
      if (choice.choice_unavailable && !choice.choice_unavailable(plan, each.id).isEmpty()) continue;
      QCOMPARE(choice.value(choice.set(plan, each.id)), each.id);
    }
  }
  void a_toggle_shows_what_it_sets_data() { addRows<ToggleField>(); }
  void a_toggle_shows_what_it_sets() {
    QFETCH(const Field*, field);
    const auto& toggle = std::get<ToggleField>(*field);
    for (const bool on : {true, false, true})
      QCOMPARE(toggle.value(toggle.set(stage3(), on)), on);
  }

  void what_is_set_survives_the_plan_file_data() {
    QTest::addColumn<const Field*>("field");
    for (const Field* field : allFields())
      QTest::newRow(qPrintable(infoOf(*field).id)) << field;
  }
  void what_is_set_survives_the_plan_file() {
    QFETCH(const Field*, field);
    PlanDocument document{stage3(), {}};
    if (const auto* number = std::get_if<NumberField>(field))
      document.plan = number->set(document.plan, number->spec.stops.values()[1]);
    else if (const auto* choice = std::get_if<ChoiceField>(field))
      document.plan = choice->set(document.plan, choice->choices.back().id);
    else
      document.plan = std::get<ToggleField>(*field).set(document.plan,
                                                        !std::get<ToggleField>(*field).value(document.plan));
    const PlanDocument read = read_plan(write_plan(document));
    QVERIFY2(read == document, write_plan(document).c_str());
  }

  void a_plan_key_leads_to_its_control_data() {
    QTest::addColumn<QByteArray>("path");
    QTest::addColumn<QString>("id");
    QTest::newRow("itself") << QByteArray("training.micro_batch_size") << u"microBatch"_s;
    QTest::newRow("below it") << QByteArray("zero.offload_param.buffer_size") << u"offload"_s;
    QTest::newRow("what follows from it")
        << QByteArray("model.architecture.attention_heads") << u"hiddenSize"_s;
    QTest::newRow("a section") << QByteArray("model") << u"modelPreset"_s;
    QTest::newRow("the GPU") << QByteArray("cluster.gpu") << u"gpuPreset"_s;
    QTest::newRow("no beginning of a word") << QByteArray("training.micro_batch_size_of_all") << QString();
    QTest::newRow("nothing") << QByteArray("") << QString();
  }
  void a_plan_key_leads_to_its_control() {
    QFETCH(QByteArray, path);
    const Field* field = fieldOf(path.toStdString());
    QTEST(field == nullptr ? QString() : infoOf(*field).id, "id");
  }

  void stage_keeps_what_it_cannot_use() {
    Plan plan = stage3();
    plan.zero.offload_param.device = Device::cpu;
    const auto& stage = std::get<ChoiceField>(*fieldOf("zero.stage"));
    const auto& offload = std::get<ChoiceField>(*fieldOf("zero.offload_param"));
    plan = stage.set(plan, u"2"_s);
    QCOMPARE(offload.value(plan), u"none"_s);
    QCOMPARE(offload.choice_unavailable(plan, u"parameters-cpu"_s), u"needs stage 3"_s);
    QVERIFY(offload.choice_unavailable(plan, u"cpu"_s).isEmpty());
    plan = stage.set(plan, u"3"_s);
    QCOMPARE(offload.value(plan), u"parameters-cpu"_s);
  }
  /// The three words are the rank and the frozen weights' type of the plan file.
  void what_is_trained_is_a_rank_and_a_type() {
    const auto& trains = std::get<ChoiceField>(*fieldOf("training.lora.rank"));
    Plan plan = example_plan().plan;
    QCOMPARE(trains.value(plan), u"all"_s);
    plan = trains.set(plan, u"qlora"_s);
    QVERIFY(plan.training.lora.rank > 0);
    QCOMPARE(plan.training.frozen_precision, FrozenPrecision::nf4);
    plan.training.lora.rank = 64;
    plan = trains.set(plan, u"lora"_s);
    QCOMPARE(plan.training.lora.rank, 64);
    QCOMPARE(plan.training.frozen_precision, FrozenPrecision::automatic);
    plan = trains.set(plan, u"all"_s);
    QCOMPARE(plan, example_plan().plan);
  }
};

ZP_TEST(FieldsTest)
#include "fields_test.moc"
