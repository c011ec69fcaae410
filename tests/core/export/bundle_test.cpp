// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/export/bundle.h"

#include <yaml-cpp/yaml.h>

#include <QProcess>
#include <QtTest>
#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "core/catalog/catalog.h"
#include "core/export/ds_config.h"
#include "core/plan_file/plan_file.h"
#include "tests/support/test_main.h"

using namespace zp;

namespace {

PlanDocument plan_on(int nodes, Flavour flavour = Flavour::plain, int stage = 3,
                     Device optimizer = Device::none) {
  PlanDocument document;
  document.plan.model = model_from_preset(catalog().find_model("llama-2-7b"));
  document.plan.cluster.nodes = nodes;
  document.plan.zero.stage = stage;
  document.plan.zero.offload_optimizer.device = optimizer;
  document.plan.target.flavour = flavour;
  return document;
}

/// The keys that accelerate's ClusterConfig takes; any other is
/// a ValueError (commands/config/config_args.py).
const std::set<std::string> cluster_keys = {
    "compute_environment",    "distributed_type",  "num_processes", "num_machines",    "machine_rank",
    "main_process_ip",        "main_process_port", "gpu_ids",       "rdzv_backend",    "same_network",
    "main_training_function", "use_cpu",           "debug",         "deepspeed_config"};
/// The keys of accelerate's deepspeed_config that are allowed
/// beside deepspeed_config_file (utils/dataclasses.py).
const std::set<std::string> plugin_keys = {"deepspeed_config_file", "zero3_init_flag", "deepspeed_hostfile",
                                           "deepspeed_multinode_launcher"};

/// A folder with the bundle and with programs, first in PATH, that print how they were called.
class Installed {
 public:
  explicit Installed(const PlanDocument& document) {
    for (const ExportFile& file : launch_bundle(document))
      write(QString::fromStdString(file.name), file.text, file.executable);
    QDir(folder_.path()).mkdir(QStringLiteral("bin"));
    for (const char* name : {"deepspeed", "accelerate", "torchrun"})
      write(QStringLiteral("bin/") + QLatin1String(name),
            "#!/bin/sh\necho \"" + std::string(name) + " $*\"\necho \"threads ${OMP_NUM_THREADS:-unset}\"\n",
            true);
    // All options of srun have a value; the command starts at bash.
    write(
        QStringLiteral("bin/srun"),
        "#!/bin/sh\necho \"srun $*\"\nwhile [ \"$1\" != bash ]; do shift; done\nSLURM_NODEID=1 exec \"$@\"\n",
        true);
    write(QStringLiteral("bin/scontrol"), "#!/bin/sh\nprintf 'node-a\\nnode-b\\n'\n", true);
    write(QStringLiteral("work/train.py"), "", false);
  }

  struct Result {
    int status;
    QString out, error;
  };
  /// Runs launch.sh from another folder, as users do.
  Result run(const QStringList& arguments, const QStringList& environment = {}) const {
    QProcess process;
    QProcessEnvironment variables;
    variables.insert(QStringLiteral("PATH"), folder_.path() + QStringLiteral("/bin:/usr/bin:/bin"));
    for (const QString& entry : environment)
      variables.insert(entry.section(QLatin1Char('='), 0, 0), entry.section(QLatin1Char('='), 1));
    process.setProcessEnvironment(variables);
    process.setWorkingDirectory(folder_.filePath(QStringLiteral("work")));
    process.start(folder_.filePath(QStringLiteral("launch.sh")), arguments);
    process.waitForFinished();
    return {process.exitCode(), QString::fromUtf8(process.readAllStandardOutput()),
            QString::fromUtf8(process.readAllStandardError())};
  }
  QString path(const char* name) const { return folder_.filePath(QLatin1String(name)); }

 private:
  void write(const QString& name, const std::string& text, bool executable) {
    const QString path = folder_.filePath(name);
    QDir().mkpath(QFileInfo(path).path());
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly)) qFatal("cannot write the test's files");
    file.write(text.data(), static_cast<qint64>(text.size()));
    file.close();
    if (executable) file.setPermissions(file.permissions() | QFile::ExeOwner | QFile::ExeUser);
  }
  QTemporaryDir folder_;
};

}  // namespace

class BundleTest : public QObject {
  Q_OBJECT

 private slots:
  void holds_everything_a_launch_takes() {
    const PlanDocument document = plan_on(2);
    const auto files = launch_bundle(document);
    std::vector<std::string> names;
    for (const ExportFile& file : files) {
      names.push_back(file.name);
      QVERIFY2(!file.text.empty() && file.text.back() == '\n', file.name.c_str());
      QCOMPARE(file.executable, file.name == "launch.sh");
    }
    const std::vector<std::string> expected = {"ds_config.json", "accelerate_config.yaml", "hostfile",
                                               "launch.sh", "plan.zplan.json"};
    QCOMPARE(names, expected);
    QCOMPARE(files.front().text, ds_config(document));
    QVERIFY(read_plan(files.back().text) == document);
  }

  void hostfile_lists_nodes() {
    PlanDocument document = plan_on(3);
    document.plan.cluster.gpus_per_node = 4;
    QCOMPARE(hostfile(document.plan), std::string("worker-1 slots=4\nworker-2 slots=4\nworker-3 slots=4\n"));
    document.plan.cluster.nodes = 1;
    QCOMPARE(hostfile(document.plan), std::string("localhost slots=4\n"));
  }

  void nodes_of_other_gpus_are_told_apart() {
    const auto script = [](const char* cluster) {
      return launch_script(
          read_plan(R"({"model": {"preset": "llama-2-7b"}, "cluster": )" + std::string(cluster) + "}"));
    };
    const std::string of_nodes = script(
        R"({"gpu": {"preset": "a100-sxm4-80gb"}, "nodes": 3, "gpus_per_node": 4, "other_gpus": [{"preset": "v100-sxm2-32gb", "count": 4}]})");
    QVERIFY2(of_nodes.find("# hostfile: worker-1 to worker-2: A100 SXM4 80GB.\n"
                           "# hostfile: worker-3: V100 SXM2 32GB.\n") != std::string::npos,
             of_nodes.c_str());
    const std::string inside = script(
        R"({"gpu": {"preset": "rtx-4090-24gb"}, "gpus_per_node": 4, "other_gpus": [{"preset": "rtx-3090-24gb", "count": 2}]})");
    QVERIFY2(inside.find("# Of its GPUs 2 are RTX 4090 24GB, 2 are RTX 3090 24GB; any rank may have any") !=
                 std::string::npos,
             inside.c_str());
    QVERIFY(script(R"({"nodes": 2})").find("hostfile: worker") == std::string::npos);
  }

  void accelerate_file_data() {
    QTest::addColumn<int>("nodes");
    QTest::addColumn<int>("stage");
    QTest::addColumn<bool>("init");
    for (const int nodes : {1, 2, 16})
      for (const int stage : {0, 1, 2, 3})
        for (const bool init : {true, false})
          QTest::addRow("%d nodes, stage %d, zero.Init %d", nodes, stage, init) << nodes << stage << init;
  }
  void accelerate_file() {
    QFETCH(int, nodes);
    QFETCH(int, stage);
    QFETCH(bool, init);
    PlanDocument document =
        plan_on(nodes, Flavour::hf_trainer, stage, stage == 3 ? Device::nvme : Device::none);
    document.plan.training.zero_init = init;
    const YAML::Node config = YAML::Load(accelerate_yaml(document));
    for (const auto& entry : config)
      QVERIFY2(cluster_keys.contains(entry.first.as<std::string>()), entry.first.as<std::string>().c_str());
    for (const auto& entry : config["deepspeed_config"])
      QVERIFY2(plugin_keys.contains(entry.first.as<std::string>()), entry.first.as<std::string>().c_str());
    QCOMPARE(config["distributed_type"].as<std::string>(), std::string("DEEPSPEED"));
    QCOMPARE(config["num_machines"].as<int>(), nodes);
    QCOMPARE(config["num_processes"].as<int>(), nodes * 8);
    QCOMPARE(config["deepspeed_config"]["deepspeed_config_file"].as<std::string>(),
             std::string("ds_config.json"));
    QCOMPARE(config["deepspeed_config"]["zero3_init_flag"].as<bool>(), stage == 3 && init);
    QCOMPARE(bool(config["deepspeed_config"]["deepspeed_hostfile"]), nodes > 1);
    QCOMPARE(bool(config["main_process_ip"]), nodes > 1);
    QVERIFY(!config["mixed_precision"]);
  }

  void launch_script_is_valid_shell_data() {
    QTest::addColumn<int>("nodes");
    QTest::addColumn<int>("flavour");
    QTest::addColumn<int>("device");
    for (const int nodes : {1, 4})
      for (const Flavour flavour : {Flavour::plain, Flavour::hf_trainer})
        for (const Device device : {Device::none, Device::cpu, Device::nvme})
          QTest::addRow("%d nodes, %s, optimizer %s", nodes, std::string(name_of(flavour)).c_str(),
                        std::string(name_of(device)).c_str())
              << nodes << static_cast<int>(flavour) << static_cast<int>(device);
  }
  void launch_script_is_valid_shell() {
    QFETCH(int, nodes);
    QFETCH(int, flavour);
    QFETCH(int, device);
    const Installed installed(plan_on(nodes, static_cast<Flavour>(flavour), 3, static_cast<Device>(device)));
    QCOMPARE(QProcess::execute(QStringLiteral("bash"), {QStringLiteral("-n"), installed.path("launch.sh")}),
             0);
    const QString shellcheck = QStandardPaths::findExecutable(QStringLiteral("shellcheck"));
    if (!shellcheck.isEmpty()) QCOMPARE(QProcess::execute(shellcheck, {installed.path("launch.sh")}), 0);
    for (const char* launcher : {"deepspeed", "accelerate", "torchrun", "slurm"}) {
      const auto result =
          installed.run({QLatin1String(launcher), QStringLiteral("train.py"), QStringLiteral("--a b")},
                        {QStringLiteral("NODE_RANK=0")});
      QVERIFY2(result.status == 0, qPrintable(result.error));
      QVERIFY2(result.out.contains(installed.path("work/train.py")), qPrintable(result.out));
      QVERIFY2(result.out.section(QLatin1Char('\n'), 0, 0).endsWith(QStringLiteral("--a b")),
               qPrintable(result.out));
      const QString threads =
          device == static_cast<int>(Device::none) ? QStringLiteral("unset") : QStringLiteral("8");
      QVERIFY2(result.out.contains(QStringLiteral("threads ") + threads), qPrintable(result.out));
    }
  }

  void launchers_are_called_as_they_want_data() {
    QTest::addColumn<int>("nodes");
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QStringList>("environment");
    QTest::addColumn<QString>("expected");  // PROGRAM stands for the path of train.py
    const auto row = [](const char* name, int nodes, const char* arguments, const char* environment,
                        const char* expected) {
      QTest::newRow(name) << nodes << QString::fromUtf8(arguments).split(QLatin1Char(' '))
                          << QString::fromUtf8(environment).split(QLatin1Char(' '), Qt::SkipEmptyParts)
                          << QString::fromUtf8(expected);
    };
    row("deepspeed is the default", 1, "train.py -x", "",
        "deepspeed --num_gpus 8 --master_port 29500 PROGRAM --deepspeed --deepspeed_config ds_config.json "
        "-x");
    row("deepspeed on nodes", 2, "deepspeed train.py", "MASTER_PORT=12345",
        "deepspeed --hostfile hostfile --num_nodes 2 --num_gpus 8 --master_port 12345 PROGRAM --deepspeed "
        "--deepspeed_config ds_config.json");
    row("accelerate", 1, "accelerate train.py", "",
        "accelerate launch --config_file accelerate_config.yaml --main_process_port 29500 --mixed_precision "
        "bf16 PROGRAM");
    row("accelerate on nodes", 2, "accelerate train.py", "",
        "accelerate launch --config_file accelerate_config.yaml --main_process_port 29500 --main_process_ip "
        "worker-1 --mixed_precision bf16 PROGRAM");
    row("torchrun", 1, "torchrun train.py", "",
        "torchrun --standalone --nproc_per_node 8 PROGRAM --deepspeed --deepspeed_config ds_config.json");
    row("torchrun on nodes", 2, "torchrun train.py", "NODE_RANK=1 MASTER_ADDR=10.0.0.1",
        "torchrun --nnodes 2 --nproc_per_node 8 --node_rank 1 --master_addr 10.0.0.1 --master_port 29500 "
        "PROGRAM --deepspeed --deepspeed_config ds_config.json");
    row("slurm", 2, "slurm train.py", "SLURM_JOB_NODELIST=node-[a-b]",
        "srun --nodes 2 --ntasks-per-node 1 --gpus-per-node 8 --cpus-per-task 64 --kill-on-bad-exit=1 bash "
        "./launch.sh torchrun PROGRAM\ntorchrun --nnodes 2 --nproc_per_node 8 --node_rank 1 --master_addr "
        "node-a --master_port 29500 PROGRAM --deepspeed --deepspeed_config ds_config.json");
  }
  void launchers_are_called_as_they_want() {
    QFETCH(int, nodes);
    QFETCH(QStringList, arguments);
    QFETCH(QStringList, environment);
    QFETCH(QString, expected);
    const Installed installed(plan_on(nodes));
    const auto result = installed.run(arguments, environment);
    QCOMPARE(result.status, 0);
    QString called = result.out;
    called.replace(installed.path("work/train.py"), QStringLiteral("PROGRAM"));
    QCOMPARE(called, expected + QStringLiteral("\nthreads unset\n"));
  }

  void trainer_gets_the_plan_before_the_users_arguments() {
    PlanDocument document = plan_on(1, Flavour::hf_trainer);
    document.plan.training.micro_batch_size = 4;
    const auto result =
        Installed(document).run({QStringLiteral("other.py"), QStringLiteral("--max_steps=5")});
    QCOMPARE(result.out.section(QLatin1Char('\n'), 0, 0),
             QStringLiteral("deepspeed --num_gpus 8 --master_port 29500 other.py --deepspeed ds_config.json "
                            "--per_device_train_batch_size 4 --gradient_accumulation_steps 1 --bf16 True "
                            "--gradient_checkpointing False --save_strategy steps --save_steps 500 "
                            "--max_grad_norm 1.0 --learning_rate 2e-05 --adam_beta1 0.9 --adam_beta2 0.999 "
                            "--adam_epsilon 1e-08 --weight_decay 0.01 --max_steps=5"));
  }

  void nothing_to_start_is_an_error() {
    const auto result = Installed(plan_on(1)).run({QStringLiteral("torchrun")});
    QCOMPARE(result.status, 2);
    QVERIFY(result.error.startsWith(QStringLiteral("usage:")));
  }

  void torchrun_on_nodes_asks_for_the_rank() {
    const auto result = Installed(plan_on(2)).run({QStringLiteral("torchrun"), QStringLiteral("train.py")});
    QCOMPARE(result.status, 2);
    QVERIFY(result.error.contains(QStringLiteral("NODE_RANK")));
  }

  void launch_command_is_one_line() {
    QCOMPARE(launch_command(plan_on(1)),
             std::string("deepspeed --num_gpus 8 train.py --deepspeed --deepspeed_config ds_config.json"));
    QCOMPARE(launch_command(plan_on(2, Flavour::hf_trainer)),
             std::string("deepspeed --hostfile hostfile --num_nodes 2 --num_gpus 8 train.py --deepspeed "
                         "ds_config.json --per_device_train_batch_size 1 --gradient_accumulation_steps 1 "
                         "--bf16 True --gradient_checkpointing False --save_strategy steps --save_steps 500 "
                         "--max_grad_norm 1.0 --learning_rate 2e-05 --adam_beta1 0.9 --adam_beta2 0.999 "
                         "--adam_epsilon 1e-08 --weight_decay 0.01"));
  }
};

ZP_TEST(BundleTest)
#include "bundle_test.moc"
