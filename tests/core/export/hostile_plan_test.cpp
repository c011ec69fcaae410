// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <yaml-cpp/yaml.h>

#include <QDirIterator>
#include <QProcess>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QtTest>
#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>

#include "core/deepspeed/schema.h"
#include "core/export/autotuning.h"
#include "core/export/bundle.h"
#include "core/export/flavours.h"
#include "core/export/instrument.h"
#include "core/plan_file/plan_file.h"
#include "core/plan_file/plan_keys.h"
#include "core/text/toml_tree.h"
#include "tests/support/hostile_texts.h"
#include "tests/support/share.h"
#include "tests/support/test_main.h"

using namespace zp;
using test::hostile_texts;
using Json = nlohmann::ordered_json;

namespace {

QString text_of(const std::string& text) { return QString::fromStdString(text); }

/// Returns a plan into which hostile texts can be set.
Json harmless_plan(Flavour flavour) {
  Json plan = Json::parse(R"({
    "model": {"tensors": [{"shape": [4096, 4096], "count": 32, "name": "x"}, {"shape": [4096], "name": "x"}]},
    "cluster": {"nodes": 2, "nvme": {"path": "x", "capacity_gib": 3500, "read_gb_per_s": 6, "write_gb_per_s": 4}},
    "zero": {"stage": 3, "offload_optimizer": "nvme", "offload_param": "cpu"},
    "deepspeed_config": {"scheduler": {"type": "WarmupLR", "params": {"warmup_max_lr": 1e-4, "warmup_num_steps": 10}}}
  })");
  plan["target"]["flavour"] = std::string(name_of(flavour));
  return plan;
}

/// Returns the places at which a plan file may have a text, as JSON pointers, with "#" in place of a key that
/// is itself the text.
std::vector<std::string> text_places() {
  std::vector<std::string> places = {"/model/tensors/0/name",
                                     "/training/roles/0/name",
                                     "/target/deepspeed_version",
                                     "/#",
                                     "/cluster/#",
                                     "/zero/#",
                                     "/zero/offload_optimizer/#",
                                     "/deepspeed_config/#",
                                     "/deepspeed_config/optimizer/params/#",
                                     "/deepspeed_config/scheduler/params/#",
                                     "/deepspeed_config/autotuning/arg_mappings/#",
                                     "/imported_config/#",
                                     "/imported_config/optimizer/type"};
  for (const PlanKey& key : plan_keys())
    if (!key.is_number() && key.kind != KeyKind::flag && key.path != "model.tensors" && key.path != "format")
      places.push_back('/' + text_of(key.path).replace(QLatin1Char('.'), QLatin1Char('/')).toStdString());
  return places;
}

/// Returns the plan with `text` at `place`, or no value if it is refused because of the text.
std::optional<PlanDocument> plan_with(const std::string& place, const std::string& text, Flavour flavour) {
  Json plan = harmless_plan(flavour);
  if (place.starts_with("/zero/offload_optimizer")) plan["zero"]["offload_optimizer"] = {{"device", "nvme"}};
  if (place.starts_with("/model/") && !place.starts_with("/model/tensors")) plan["model"] = Json::object();
  if (place.starts_with("/training/roles"))
    plan["training"]["roles"] = Json::array({{{"model", "llama-2-7b"}}});
  try {
    const std::string above = place.substr(0, place.rfind('/'));
    if (place.ends_with("/#"))
      plan[Json::json_pointer(above)][text] = text;
    else
      plan[Json::json_pointer(place)] = text;
    return read_plan(plan.dump());
  } catch (const Json::exception&) {
    return std::nullopt;  // a value above the place is no object in this plan
  } catch (const FileError&) {
    return std::nullopt;
  }
}

/// Returns every file of a launch of the plan, however it is exported, and those for one of the
/// programs in turn.
std::vector<ExportFile> exported_files(const PlanDocument& document) {
  std::vector<ExportFile> files = launch_bundle(document);
  static std::size_t turn = 0;
  const ExportFlavour& program = export_flavours()[++turn % export_flavours().size()];
  std::ranges::move(program.write(document).files, std::back_inserter(files));
  std::ranges::move(launch_bundle(with_autotuning(document, std::vector<Plan>{document.plan})),
                    std::back_inserter(files));
  std::ranges::move(instrumented(export_flavours().front(), document).files, std::back_inserter(files));
  files.push_back({"command.sh", launch_command(document) + '\n', true});
  return files;
}

/// A folder with stubs of the programs that our scripts may call, which record each call.
class Sandbox {
 public:
  Sandbox() {
    for (const char* name : {"deepspeed", "accelerate", "torchrun", "srun", "sbatch", "scontrol", "ssh",
                             "pdsh", "docker", "kubectl", "axolotl", "llamafactory-cli", "trl", "swift",
                             "python", "python3", "pip", "sudo", "ray"})
      write(text_of("bin/") + QLatin1String(name),
            "#!/bin/bash\nprintf '%s\\0' \"${0##*/}\" \"$@\" >> \"$CALLS\"\n"
            "printf '\\0' >> \"$CALLS\"\necho node-a\nprintf ' 1 node_%s\\n' a b\n",
            true);
    write(QStringLiteral("train.py"), "", false);
  }
  /// Returns each call with the number of its arguments: "deepspeed 4".
  QStringList calls_of(const ExportFile& script, const QStringList& arguments) const {
    const QString calls = folder_.filePath(QStringLiteral("calls"));
    QFile::remove(calls);
    write(text_of(script.name), script.text, true);
    QProcess process;
    QProcessEnvironment environment;
    environment.insert(QStringLiteral("PATH"),
                       folder_.filePath(QStringLiteral("bin")) + QStringLiteral(":/usr/bin:/bin"));
    environment.insert(QStringLiteral("CALLS"), calls);
    environment.insert(QStringLiteral("HOME"), folder_.path());
    environment.insert(QStringLiteral("NODE_RANK"), QStringLiteral("0"));
    environment.insert(QStringLiteral("MASTER_ADDR"), QStringLiteral("first"));
    process.setProcessEnvironment(environment);
    process.setWorkingDirectory(folder_.path());
    process.start(QStringLiteral("bash"), QStringList{text_of(script.name)} + arguments);
    process.waitForFinished();
    QStringList made;
    QFile file(calls);
    if (!file.open(QIODevice::ReadOnly)) return {};
    for (const QByteArray& call : file.readAll().replace(QByteArray("\0\0", 2), "\n").split('\n'))
      if (!call.isEmpty())
        made << QString::fromUtf8(call.split('\0').front()) + QLatin1Char(' ') +
                    QString::number(call.count('\0'));
    return made;
  }
  void write(const QString& name, const std::string& text, bool executable) const {
    const QString path = folder_.filePath(name);
    QDir().mkpath(QFileInfo(path).path());
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly)) qFatal("cannot write the test's files");
    file.write(text.data(), static_cast<qint64>(text.size()));
    if (executable) file.setPermissions(file.permissions() | QFile::ExeOwner | QFile::ExeUser);
  }
  /// Returns true if anything that a text asked for was done.
  [[nodiscard]] bool is_pwned() const {
    QDirIterator files(folder_.path(), {QStringLiteral("*pwned*")}, QDir::Files,
                       QDirIterator::Subdirectories);
    return files.hasNext();
  }
  [[nodiscard]] QString path(const QString& name) const { return folder_.filePath(name); }

 private:
  QTemporaryDir folder_;
};

const std::vector<QStringList>& ways_to_start() {
  static const std::vector<QStringList> ways = [] {
    std::vector<QStringList> made;
    for (const char* launcher : {"deepspeed", "accelerate", "torchrun", "slurm"})
      made.push_back({QLatin1String(launcher), QStringLiteral("train.py"), QStringLiteral("--x y")});
    return made;
  }();
  return ways;
}

bool ends_with(const ExportFile& file, const char* ending) { return file.name.ends_with(ending); }

}  // namespace

/// Tests that exported files execute, expand or follow none of a plan's texts.
class HostilePlanTest : public QObject {
  Q_OBJECT

 private slots:
  void every_place_of_a_plan() {
    const std::size_t step = test::one_in() * test::step_in_gate(7);
    for (const Flavour flavour : {Flavour::plain, Flavour::hf_trainer}) {
      std::size_t turn = 0, taken = 0;
      for (const std::string& place : text_places())
        for (const std::string& text : hostile_texts()) {
          if (++turn % step != 0) continue;
          const auto document = plan_with(place, text, flavour);
          if (!document) continue;
          ++taken;
          note(*document);
        }
      // Each place was tried with one text in `step`.
      QVERIFY2(taken * step > text_places().size(), "most plans are refused: the test asks nothing");
    }
    check_noted();
  }

  /// Sets each ds_config key that a plan carries, with a text of another kind in turn.
  void every_key_of_a_configuration() {
    std::size_t turn = 0;
    for (const SchemaKey& key : schema().keys) {
      const std::string place =
          "/deepspeed_config/" + text_of(key.path).replace(QLatin1Char('.'), QLatin1Char('/')).toStdString();
      const std::string& text = hostile_texts()[++turn % hostile_texts().size()];
      if (turn % test::one_in() != 0) continue;
      for (const Flavour flavour : {Flavour::plain, Flavour::hf_trainer})
        if (const auto document = plan_with(place, text, flavour)) note(*document);
    }
    check_noted();
  }

  /// The sandbox itself works: it finds a script that writes a text without quotes.
  void a_script_without_quotes_is_found_out() {
    const Sandbox sandbox;
    (void)sandbox.calls_of({"launch.sh", "deepspeed \"$(touch pwned)\"\n", true}, {});
    QVERIFY(sandbox.is_pwned());
    const Sandbox other;
    QVERIFY(other.calls_of({"launch.sh", "deepspeed a b\n", true}, {}) !=
            other.calls_of({"launch.sh", "deepspeed 'a b'\n", true}, {}));
    QVERIFY(!other.is_pwned());
  }

 private:
  /// Checks the files; those that are alike are checked once.
  void note(const PlanDocument& document) {
    for (ExportFile& file : exported_files(document)) {
      if (ends_with(file, ".json")) {
        QVERIFY2(!Json::parse(file.text, nullptr, false).is_discarded(), file.text.c_str());
        if (file.name == plan_file) QCOMPARE(write_plan(read_plan(file.text)), file.text);
      } else {
        noted_.emplace(file.name, file.text);
      }
    }
  }

  void check_noted() {
    const Sandbox sandbox;
    const QRegularExpression call(QStringLiteral("^[a-z0-9-]+ [0-9]+$"));
    QStringList programs;
    for (const auto& [name, text] : noted_) {
      const ExportFile file{name, text, false};
      sandbox.write(text_of(file.name), file.text, true);
      if (ends_with(file, ".sh")) {
        QCOMPARE(QProcess::execute(QStringLiteral("bash"),
                                   {QStringLiteral("-n"), sandbox.path(text_of(file.name))}),
                 0);
        for (const QStringList& way : ways_to_start()) {
          const QStringList calls = sandbox.calls_of(file, way);
          // Only deepspeed starts the autotuner; the other launchers say so.
          QVERIFY2(calls.isEmpty() ? way != ways_to_start().front() : call.match(calls.front()).hasMatch(),
                   (file.text + calls.join(QLatin1Char('\n')).toStdString()).c_str());
        }
      } else if (ends_with(file, ".sbatch")) {
        QCOMPARE(QProcess::execute(QStringLiteral("bash"),
                                   {QStringLiteral("-n"), sandbox.path(text_of(file.name))}),
                 0);
      } else if (ends_with(file, ".yaml")) {
        for (const YAML::Node& part : YAML::LoadAll(file.text))
          QVERIFY(part.IsMap());
      } else if (ends_with(file, ".toml")) {
        QVERIFY(read_toml(file.text).is_object());
      } else if (ends_with(file, ".py")) {
        programs << sandbox.path(text_of(file.name));
      } else {
        QCOMPARE(file.name, std::string("hostfile"));
        QCOMPARE(file.text, std::string("worker-1 slots=8\nworker-2 slots=8\n"));
      }
    }
    QVERIFY(!sandbox.is_pwned());
    const QString python = QStandardPaths::findExecutable(QStringLiteral("python3"));
    for (const QString& program : programs)
      if (!python.isEmpty())
        QCOMPARE(
            QProcess::execute(
                python, {QStringLiteral("-I"), QStringLiteral("-c"),
                         QStringLiteral("import ast, sys; ast.parse(open(sys.argv[1]).read())"), program}),
            0);
    noted_.clear();
  }

  std::set<std::pair<std::string, std::string>> noted_;
};

ZP_TEST(HostilePlanTest)
#include "hostile_plan_test.moc"
