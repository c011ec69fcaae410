// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <rapidcheck.h>

#include <QtTest>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "core/memory/estimate.h"
#include "core/plan_file/plan_file.h"
#include "core/plan_file/plan_keys.h"
#include "core/rules/check_plan.h"
#include "core/settings/plan_settings.h"
#include "core/speed/step_time.h"
#include "core/text/ordered_json.h"
#include "tests/support/random_document.h"
#include "tests/support/test_main.h"

using namespace zp;
using text_io::set_at_path;

namespace {

using Settings = std::map<std::string, test::Json>;  ///< by path

/// Sizes none of which follows from another, so that no key changes a value that the file leaves out.
constexpr const char* own_shape = R"({"architecture": {"hidden_size": 320, "layers": 5, "attention_heads": 6,
    "kv_heads": 3, "head_dim": 40, "intermediate_size": 1000, "vocab_size": 5000, "max_position_embeddings": 900,
    "learned_positions": 700, "experts": 4, "experts_per_token": 3, "expert_intermediate_size": 210,
    "shared_expert_intermediate": 300, "dense_layers": 1, "dense_intermediate": 750, "norms_per_layer": 3,
    "kv_lora_rank": 32, "q_lora_rank": 48, "qk_nope_head_dim": 20, "qk_rope_head_dim": 10, "v_head_dim": 24,
    "other_parameters": 100, "frozen_parameters": 50}})";

/// Returns values for the keys that have a reader of their own.
const std::map<std::string, std::vector<const char*>>& values_of_other_keys() {
  static const std::map<std::string, std::vector<const char*>> values = {
      {"format", {R"("zero-plan/1")"}},
      {"model.preset", {R"("gpt-2-124m")", R"("qwen3-30b-a3b")"}},
      {"model.parameters", {"3000000000"}},
      {"model.tensors", {R"([{"shape": [400, 300], "count": 7}])"}},
      {"model.frozen_parameters", {"1000"}},
      {"model.repository", {R"("me/my-model")", R"("/data/checkpoint-500")"}},
      {"cluster.gpu.preset",
       {R"("a100-sxm4-80gb")", R"("h100-sxm5-80gb")", R"("gh200-96gb")", R"("gb200-per-gpu-186gb")",
        R"("rtx-4090-24gb")"}},
      {"cluster.other_gpus",
       {R"([{"preset": "a100-sxm4-40gb", "count": 2}])", R"([{"memory_gib": 40, "count": 1}])",
        R"([{"memory_gib": 24, "bf16_tflops": 70, "memory_gb_per_s": 900, "count": 3}])"}},
      {"cluster.intra_node.preset", {R"("nvlink-3-a100-nvswitch")", R"("pcie-5.0-x16")"}},
      {"cluster.inter_node.preset", {R"("dgx-a100-8x-hdr-200")"}},
      {"cluster.host_link.preset", {R"("pcie-4.0-x16")", R"("nvlink-c2c-gh200-gb200")"}},
      {"cluster.nvme.path", {R"("/scratch")"}},
      {"cluster.profile", {R"("no-such-file.json")"}},
      {"measured.machine", {R"("ours")"}},
      {"measured.date", {R"("2026-11-24")"}},
      {"measured.logs", {R"("run.log")"}},
      {"training.lora.targets", {R"(["q_proj"])", R"(["q_proj", "k_proj", "down_proj"])"}},
      {"training.roles", {R"([{"name": "reward", "model": "llama-2-13b", "precision": "nf4", "stage": 0}])"}},
      {"training.program_version", {R"("transformers 4.46")"}},
      {"training.sharding", {R"("none")", R"("full")"}},
      {"zero.offload_optimizer.device", {R"("cpu")", R"("nvme")", R"("none")"}},
      {"zero.offload_param.device", {R"("cpu")", R"("nvme")", R"("none")"}},
      {"zero.offload_optimizer", {R"("cpu")", R"({"device": "cpu", "ratio": 0.4})"}},
      {"zero.offload_param", {R"("cpu")", R"({"device": "nvme", "buffer_count": 6})"}},
      {"zero.overlap_comm", {"true", "false"}},
      {"deepspeed_config", {R"({"gradient_clipping": 0.5})"}},
      {"imported_config", {R"({"train_batch_size": 8})"}},
      {"scenarios",
       {R"([{"name": "Small", "plan": {"model": {"preset": "gpt-2-124m"}}}, {"name": "Base"}])"}},
      {"target.deepspeed_version", {R"("0.14.5")", R"("0.18.9")", R"("0.19")"}},
      {"presets.models", {"[]"}},
      {"presets.gpus", {"[]"}},
      {"presets.links", {"[]"}},
      {"saved_with", {R"({"version": "0.1.0"})"}}};
  return values;
}

test::Json value_as_json(const KeyValue& value) {
  return std::visit([](const auto& held) { return test::Json(held); }, value);
}

/// Returns a value of that key; no value if the test has none for it.
std::optional<test::Json> any_value(const PlanKey& key) {
  const auto other = values_of_other_keys().find(key.path);
  if (other != values_of_other_keys().end())
    return test::Json::parse(other->second[*rc::gen::inRange<std::size_t>(0, other->second.size())]);
  if (key.kind == KeyKind::other) return std::nullopt;
  if (key.kind == KeyKind::count && *rc::gen::arbitrary<bool>())
    return value_as_json(static_cast<std::int64_t>(key.range.low) + *rc::gen::inRange(0, 9));
  return value_as_json(test::random_value(key));
}

bool names_the_model(const std::string& path) { return path.starts_with("model."); }
/// Returns the way of naming the model to which a key belongs.
std::string way_of(const std::string& path) {
  return path.substr(0, path.find('.', std::string("model.").size()));
}

/// Returns few or many keys with values, with the model named in one way.
Settings any_settings(const std::string& way) {
  Settings settings;
  const int rarity = *rc::gen::element(3, 12, 40);
  for (const PlanKey& key : plan_keys()) {
    if (!test::once_in(rarity)) continue;
    if (names_the_model(key.path) && way_of(key.path) != way) continue;
    if (auto value = any_value(key)) settings[key.path] = std::move(*value);
  }
  // An object and a key below it would state the same thing twice.
  for (const std::string object : {"zero.offload_optimizer", "zero.offload_param"})
    if (settings.contains(object))
      std::erase_if(settings, [&](const auto& set) { return set.first.starts_with(object + "."); });
  // Two words for a type would seldom say the same.
  constexpr auto words = std::to_array<std::pair<const char*, const char*>>(
      {{"training.types.gradients", "training.gradient_accumulation_dtype"},
       {"training.types.reduced", "deepspeed_config.communication_data_type"},
       {"training.types.adapters", "training.lora.in_fp32"}});
  for (const auto& [type, older] : words)
    if (settings.contains(older)) settings.erase(type);
  // training.sharding is for other frameworks, and zero.stage its older word there.
  if (settings.contains("training.sharding")) {
    settings["training.framework"] = "fsdp";
    settings.erase("zero.stage");
  }
  if (settings.contains("deepspeed_config"))
    std::erase_if(settings, [](const auto& set) { return set.first.starts_with("deepspeed_config."); });
  return settings;
}

test::Json file_with(const test::Json& model, const Settings& settings) {
  test::Json file = {{"model", model}};
  for (const auto& [path, value] : settings)
    set_at_path(file, path, value);
  return file;
}

std::vector<KeySetting> as_settings(const Settings& settings) {
  std::vector<KeySetting> set;
  for (const auto& [path, value] : settings)
    set.push_back(parse_setting(path + "=" + (value.is_string() ? value.get<std::string>() : value.dump())));
  return set;
}

/// Returns the document that `reading` returns; no value if it throws FileError.
template <class Read>
std::optional<PlanDocument> taken(const Read& reading) {
  try {
    return reading();
  } catch (const FileError&) {
    return std::nullopt;
  }
}

}  // namespace

/// Tests that a plan written as a file is the same as its keys set beside a file that names the model alone.
class FileOrSetTest : public QObject {
  Q_OBJECT

 private slots:
  void a_file_and_the_same_keys_set_are_one_plan() {
    std::set<std::string> covered;
    constexpr std::size_t rapidcheck_cases = 100, plans = 1'000;
    QVERIFY(rc::check([&] {
      for (std::size_t equal = 0; equal < plans / rapidcheck_cases;) {
        const std::string way = *rc::gen::element<std::string>(
            "model.preset", "model.parameters", "model.tensors", "model.frozen_parameters",
            "model.architecture", "model.vision", "model.repository");
        test::Json model = {{"preset", "llama-2-7b"}};
        if (way == "model.architecture") model = test::Json::parse(own_shape);
        if (way == "model.vision") model = {{"preset", "qwen2.5-vl-7b"}};
        const Settings settings = any_settings(way);
        const test::Json base = {{"model", model}};
        const bool is_beside = way == "model.frozen_parameters" || way == "model.repository";
        if (!is_beside && settings.contains(way)) model = test::Json::object();
        const std::string file = file_with(model, settings).dump();
        const auto of_file = taken([&] { return read_plan(file); });
        const auto of_set =
            taken([&] { return with_settings(read_plan(base.dump()), as_settings(settings)); });
        if (of_file.has_value() != of_set.has_value()) RC_FAIL("one is refused: " + file);
        if (!of_file) continue;  // both are refused
        ++equal;
        if (of_file->plan != of_set->plan)
          RC_FAIL(test::differences(of_file->plan, of_set->plan) + "differ: " + file);
        if (*of_file != *of_set)
          RC_FAIL("the text beside the plan differs: " + file + "\n" + write_plan(*of_file) + "\n" +
                  write_plan(*of_set));
        for (const auto& [path, value] : settings)
          covered.insert(path);
        if (!is_usable(check(of_file->plan))) continue;
        if (estimate_memory(of_file->plan) != estimate_memory(of_set->plan) ||
            estimate_speed(of_file->plan) != estimate_speed(of_set->plan))
          RC_FAIL("the estimates differ: " + file);
      }
    }));
    for (const PlanKey& key : plan_keys())
      QVERIFY2(covered.contains(key.path), key.path.c_str());
  }

  void a_figure_of_the_gpu_means_the_same_in_the_file_and_set_data() {
    QTest::addColumn<QString>("gpu");
    QTest::addColumn<bool>("is_the_default");
    QTest::newRow("its peak") << R"({"bf16_tflops": 50})" << true;
    QTest::newRow("its memory") << R"({"memory_gib": 24})" << true;
    QTest::newRow("two of them") << R"({"memory_gib": 24, "bf16_tflops": 50})" << true;
    QTest::newRow("its own peak") << R"({"bf16_tflops": 312})" << true;
    QTest::newRow("all: a GPU of its own")
        << R"({"memory_gib": 24, "bf16_tflops": 50, "memory_gb_per_s": 900})" << false;
    QTest::newRow("all beside its name")
        << R"({"preset": "a100-sxm4-80gb", "memory_gib": 24, "bf16_tflops": 50, "memory_gb_per_s": 900})"
        << true;
  }
  void a_figure_of_the_gpu_means_the_same_in_the_file_and_set() {
    QFETCH(QString, gpu);
    QFETCH(bool, is_the_default);
    const test::Json section = test::Json::parse(gpu.toStdString());
    Settings settings;
    for (const auto& [key, value] : section.items())
      settings["cluster.gpu." + key] = value;
    const test::Json model = {{"preset", "llama-2-7b"}};
    const Plan of_file = read_plan(file_with(model, settings).dump()).plan;
    QVERIFY(of_file == with_settings(read_plan(file_with(model, {}).dump()), as_settings(settings)).plan);
    QCOMPARE(static_cast<bool>(of_file.cluster.gpu.preset), is_the_default);
    QVERIFY(read_plan(write_plan({of_file, {}})).plan == of_file);
  }
};

ZP_TEST(FileOrSetTest)
#include "file_or_set_test.moc"
