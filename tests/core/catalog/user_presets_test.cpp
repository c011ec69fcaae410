// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/catalog/user_presets.h"

#include <QTemporaryDir>
#include <QtTest>
#include <string>
#include <thread>

#include "core/catalog/preset_rows.h"
#include "core/text/text_file.h"
#include "tests/support/test_main.h"

using namespace zp;

namespace {

constexpr const char* card =
    R"({"name": "Lab card", "memory_gib": 47.5, "bf16_tflops": 181, "memory_gb_per_s": 864, "pcie_gb_per_s": 31.5})";
constexpr const char* lab_model_row =
    R"({"name": "Lab 1B", "architecture": {"block": "llama", "hidden_size": 2048, "layers": 16,
        "attention_heads": 16, "intermediate_size": 5632, "vocab_size": 32000}})";
constexpr const char* wire = R"({"name": "Lab wire", "kind": "inter_node", "gb_per_s": 12.5})";

std::string file_of(const std::string& gpus) {
  return R"({"format": "zero-catalog/1", "gpus": [)" + gpus + "]}";
}

std::string named(const char* row, const std::string& name) {
  return row_with(PresetKind::gpu, row, "name", name);
}

/// Returns the first problem of a file with that card; "" if it has none.
QString problem_of(const std::string& text) {
  const UserPresets found = user_presets_in(text, "F");
  return found.problems.empty() ? QString() : QString::fromStdString(found.problems.front());
}

struct Place {
  QTemporaryDir folder;
  std::string path = folder.filePath(QStringLiteral("deep/zero-planner/presets.json")).toStdString();
};

std::vector<std::string> ids_in(const std::string& path) {
  std::vector<std::string> ids;
  for (const AnyPreset& preset : read_user_presets(path).presets)
    ids.push_back(preset.id());
  return ids;
}

/// Returns the preset as one of the user's own, under another name.
template <class Preset>
AnyPreset copy_of(Preset preset, PresetKind kind, std::string (*row_of)(const Preset&)) {
  preset.name = "Copy of " + preset.name;
  return read_own_preset(kind, row_of(preset));
}

}  // namespace

/// Tests of a user's own models, GPUs and links.
class UserPresetsTest : public QObject {
  Q_OBJECT

 private slots:
  void a_file_is_read_and_offered() {
    const UserPresets found =
        user_presets_in(std::string(R"({"format": "zero-catalog/1", "models": [)") + lab_model_row +
                            R"(], "gpus": [)" + card + R"(], "links": [)" + wire + "]}",
                        "F");
    QCOMPARE(found.problems, std::vector<std::string>());
    QCOMPARE(found.presets.size(), std::size_t{3});
    const Catalog offered = catalog_with(found.presets);
    QCOMPARE(offered.gpus.size(), catalog().gpus.size() + 1);
    QVERIFY(!catalog().find_gpu("lab-card"));  // those that are shipped stay alone
    const SharedGpuPreset gpu = offered.find_gpu("lab-card");
    QCOMPARE(gpu->memory_gib, 47.5);
    QCOMPARE(gpu->host_gb_per_s, 31.5);    // the rate of its PCIe
    QCOMPARE(gpu->sustained_share, 0.55);  // the share for unknown cards
    QCOMPARE(gpu->gpu_class, std::string("datacenter"));
    const Architecture& shape = offered.find_model("lab-1b")->architecture;
    QCOMPARE(shape.kv_heads, std::int64_t{16});
    QCOMPARE(shape.head_dim, std::int64_t{128});
    QVERIFY(offered.find_link("lab-wire"));
  }

  void two_presets_of_the_same_values_are_equal() {
    const AnyPreset first = read_own_preset(PresetKind::gpu, card);
    const AnyPreset same = read_own_preset(PresetKind::gpu, row_with(PresetKind::gpu, card, "rack", ""));
    const AnyPreset other =
        read_own_preset(PresetKind::gpu, row_with(PresetKind::gpu, card, "memory_gib", "40"));
    QVERIFY(first == same);
    QVERIFY(first != other);
    QVERIFY(first != read_own_preset(PresetKind::link, wire));
    const Catalog offered = catalog_with({other});
    QVERIFY(is_offered(offered, other));
    QVERIFY(!is_offered(offered, first));  // it has the same id
    QCOMPARE((*first.gpu())->memory_gib, 47.5);
  }

  void a_shipped_preset_is_offered_with_the_users() {
    const Catalog offered = catalog_with({read_own_preset(PresetKind::gpu, card)});
    const AnyPreset shipped(catalog().find_gpu("a100-sxm4-80gb"));
    QVERIFY(is_offered(offered, shipped));
    QCOMPARE(shipped.row(), std::string());
    QVERIFY(is_shipped_preset(PresetKind::gpu, "a100-sxm4-80gb"));
    QVERIFY(!is_shipped_preset(PresetKind::gpu, "lab-card"));
    QCOMPARE(find_preset(offered, PresetKind::gpu, "Lab card")->id(), std::string("lab-card"));
    QVERIFY(!find_preset(catalog(), PresetKind::gpu, "Lab card"));
    QCOMPARE(preset_ids(offered, PresetKind::gpu).back(), std::string("lab-card"));
  }

  void what_cannot_be_used_is_told_with_line_and_fix_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("needle");
    const auto row = [](const char* name, const std::string& text, const char* needle) {
      QTest::newRow(name) << QByteArray::fromStdString(text) << QByteArray(needle);
    };
    row("no JSON", "{\n \"gpus\": [,", "F: Line 2, column 11");
    row("not an object", "[]", "");
    row("another format", R"({"format": "zero-plan/1"})", "F, line 1: this is no file of presets");
    row("newer", "{\n\"format\": \"zero-catalog/9\"}", "F, line 2: a newer version");
    row("no list", "{\n\"gpus\": 3}", "F, line 2: gpus must be a list");
    row("no object", file_of("3"), "F, line 1: the entry must be an object");
    row("figure missing", file_of("\n" + row_with(PresetKind::gpu, card, "memory_gib", "")),
        "F, line 2: memory_gib is missing: Memory that a program can use");
    row("text for a figure", file_of(std::string("\n{\"name\": \"A\",\n\"memory_gib\": \"80GB\"}")),
        "F, line 3: memory_gib must be a number of GiB from 0.125 to 65,536, found \"80GB\".");
    row("out of range", file_of(row_with(PresetKind::gpu, card, "bf16_tflops", "-5")),
        "bf16_tflops must be a number");
    row("no whole number", file_of(row_with(PresetKind::gpu, card, "link_peers", "1.5")),
        "must be a whole number");
    row("unknown word", file_of(row_with(PresetKind::gpu, card, "class", "toy")),
        "it is one of datacenter, workstation, consumer");
    row("no name", file_of(named(card, " × ")), "name must have a letter");
    row("shipped", file_of("\n\n" + named(card, "A100 SXM4 80GB")),
        "F, line 3: a100-sxm4-80gb is the id of a gpu that is shipped, which counts; give yours another "
        "name.");
    row("twice", file_of(std::string(card) + ",\n" + card),
        "F, line 2: this is a second gpu with the id lab-card");
    row("control character", file_of(named(card, "A\\u0007")), "");
    row("shape without layers", R"({"models": [{"name": "A", "architecture": {"block": "gpt"}}]})",
        "architecture.hidden_size is missing");
    row("shape with an unknown key",
        R"({"models": [{"name": "A", "architecture": {"block": "gpt", "layer": 2}}]})",
        "architecture.layer is an unknown key of a shape.");
  }
  void what_cannot_be_used_is_told_with_line_and_fix() {
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, needle);
    const QString problem = problem_of(text.toStdString());
    QVERIFY2(problem.contains(QString::fromUtf8(needle)), qPrintable(problem));
  }

  void the_rest_of_a_broken_file_is_used() {
    const UserPresets found =
        user_presets_in(file_of(R"({"name": "Broken"}, )" + std::string(card) + ", 7"), "F");
    QCOMPARE(found.problems.size(), std::size_t{2});
    QCOMPARE(found.presets.size(), std::size_t{1});
    QCOMPARE(found.presets.front().id(), std::string("lab-card"));
  }

  void a_hostile_file_is_read_to_its_end() {
    std::string many;
    for (int i = 0; i < 1'500; ++i)
      many += (i == 0 ? "" : ",") + std::string("{}");
    QCOMPARE(user_presets_in(file_of(many), "F").presets.size(), std::size_t{0});
    QVERIFY(!problem_of(std::string(100'000, '[')).isEmpty());
    QVERIFY(!problem_of(R"({"gpus": [{"name": {"name": []}}], "models": [[]], "links": [null]})").isEmpty());
    QVERIFY(!problem_of("\xff\xfe").isEmpty());
  }

  void changes_are_written_whole_and_what_is_not_known_stays() {
    const Place place;
    put_user_preset(place.path, PresetKind::gpu, card);
    put_user_preset(place.path, PresetKind::model, lab_model_row);
    write_text_file(place.path, R"({"format": "zero-catalog/1", "mine": 1, "gpus": [{"name": "Broken"},)" +
                                    row_with(PresetKind::gpu, card, "rack", "7") + "]}");
    const std::string row =
        row_with(PresetKind::gpu, read_user_presets(place.path).presets.front().row(), "name", "Rack card");
    put_user_preset(place.path, PresetKind::gpu, row, "lab-card");
    QCOMPARE(ids_in(place.path), std::vector<std::string>{"rack-card"});
    const std::string text = read_text_file(place.path);
    for (const char* kept : {"\"mine\": 1", "\"rack\": \"7\"", "\"Broken\""})
      QVERIFY2(text.find(kept) != std::string::npos, text.c_str());
    remove_user_preset(place.path, PresetKind::gpu, "rack-card");
    QCOMPARE(ids_in(place.path), std::vector<std::string>());
    QVERIFY(read_text_file(place.path).find("Broken") != std::string::npos);
  }

  void what_may_not_be_leaves_the_file_as_it_was() {
    const Place place;
    put_user_preset(place.path, PresetKind::gpu, card);
    const std::string before = read_text_file(place.path);
    QVERIFY_THROWS_EXCEPTION(FileError, put_user_preset(place.path, PresetKind::gpu, card));
    QVERIFY_THROWS_EXCEPTION(FileError,
                             put_user_preset(place.path, PresetKind::gpu, named(card, "A100 SXM4 80GB")));
    QVERIFY_THROWS_EXCEPTION(FileError, put_user_preset(place.path, PresetKind::gpu, "{}"));
    QVERIFY_THROWS_EXCEPTION(FileError, put_user_preset(place.path, PresetKind::gpu, card, "nobody"));
    QVERIFY_THROWS_EXCEPTION(FileError, remove_user_preset(place.path, PresetKind::gpu, "nobody"));
    QCOMPARE(read_text_file(place.path), before);
    write_text_file(place.path, "{broken");
    QVERIFY_THROWS_EXCEPTION(FileError, put_user_preset(place.path, PresetKind::gpu, card));
    QCOMPARE(read_text_file(place.path), std::string("{broken"));
    QVERIFY_THROWS_EXCEPTION(FileError, put_user_preset("", PresetKind::gpu, card));
  }

  void of_a_newer_file_a_copy_is_kept() {
    const Place place;
    put_user_preset(place.path, PresetKind::gpu, card);
    QVERIFY(!QFile::exists(QString::fromStdString(place.path + ".bak")));
    const std::string newer = R"({"format": "zero-catalog/9", "gpus": [], "engines": [1]})";
    write_text_file(place.path, newer);
    put_user_preset(place.path, PresetKind::gpu, card);
    QCOMPARE(read_text_file(place.path + ".bak"), newer);
    QVERIFY(read_text_file(place.path).find("engines") != std::string::npos);
    QCOMPARE(ids_in(place.path), std::vector<std::string>{"lab-card"});
  }

  void two_that_change_it_at_once_lose_nothing() {
    const Place place;
    const auto add = [path = place.path](const char* name) {
      for (int i = 0; i < 10; ++i)
        put_user_preset(path, PresetKind::gpu, named(card, name + std::to_string(i)));
    };
    std::thread other(add, "a");
    add("b");
    other.join();
    QCOMPARE(ids_in(place.path).size(), std::size_t{20});
  }

  void a_file_of_others_is_taken_as_far_as_it_goes() {
    const Place place;
    put_user_preset(place.path, PresetKind::gpu, card);
    const std::string other = place.folder.filePath(QStringLiteral("other.json")).toStdString();
    write_text_file(other, presets_file({read_own_preset(PresetKind::gpu, card),
                                         read_own_preset(PresetKind::link, wire)}));
    const UserPresets taken = import_user_presets(place.path, other);
    QCOMPARE(taken.presets.size(), std::size_t{1});
    QCOMPARE(taken.problems.size(), std::size_t{1});
    QCOMPARE(ids_in(place.path), (std::vector<std::string>{"lab-card", "lab-wire"}));
  }

  void it_stands_in_the_users_folder() {
    const QByteArray config = qgetenv("XDG_CONFIG_HOME"), home = qgetenv("HOME");
    qputenv("HOME", "/home/someone");
    qputenv("XDG_CONFIG_HOME", "/etc/someone");
    QCOMPARE(user_presets_path(), std::string("/etc/someone/zero-planner/presets.json"));
    qputenv("XDG_CONFIG_HOME", "relative");
    QCOMPARE(user_presets_path(), std::string("/home/someone/.config/zero-planner/presets.json"));
    qunsetenv("XDG_CONFIG_HOME");
    QCOMPARE(user_presets_path(), std::string("/home/someone/.config/zero-planner/presets.json"));
    qunsetenv("HOME");
    QCOMPARE(user_presets_path(), std::string());
    QVERIFY(read_user_presets(user_presets_path()).presets.empty());
    qputenv("HOME", home);
    if (!config.isNull()) qputenv("XDG_CONFIG_HOME", config);
  }

  /// A shipped entry that is written as a user's own keeps every figure.
  void an_entry_made_of_a_preset_says_what_it_said() {
    for (const SharedGpuPreset& gpu : catalog().gpus) {
      const AnyPreset made = copy_of(*gpu, PresetKind::gpu, row_of_gpu);
      const GpuPreset& copy = **made.gpu();
      QCOMPARE(copy.sustained_share, gpu->sustained_share);
      QCOMPARE(copy.host_gb_per_s, gpu->host_gb_per_s);
      QCOMPARE(copy.has_bf16, gpu->has_bf16);
      QCOMPARE(copy.marketing_gb, gpu->marketing_gb);
      QCOMPARE(copy.measured_tflops, gpu->measured_tflops);
    }
    for (const SharedLinkPreset& link : catalog().links) {
      const AnyPreset made = copy_of(*link, PresetKind::link, row_of_link);
      const LinkPreset& copy = **made.link();
      QCOMPARE(copy.gb_per_s, link->gb_per_s);
      QCOMPARE(copy.effective_gb_per_s, link->effective_gb_per_s);
      QCOMPARE(copy.shared_by_node, link->shared_by_node);
      QCOMPARE(copy.kind, link->kind);
    }
  }
};

ZP_TEST(UserPresetsTest)
#include "user_presets_test.moc"
