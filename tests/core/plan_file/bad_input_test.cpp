// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <QtTest>
#include <string>

#include "core/plan_file/plan_file.h"
#include "tests/support/test_main.h"

using namespace zp;

namespace {

constexpr const char* some_model = R"("model": {"parameters": 7e9})";

QByteArray with(const char* rest) { return QByteArray("{") + some_model + ", " + rest + "}"; }

}  // namespace

/// Tests that every bad plan is refused in one sentence that names the place and says what to do.
class BadInputTest : public QObject {
  Q_OBJECT

 private slots:
  void keys_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("path");
    QTest::addColumn<QStringList>("words");
    const auto row = [](const char* name, const QByteArray& text, const char* path,
                        const QStringList& words) { QTest::newRow(name) << text << path << words; };
    row("no model", "{}", "model",
        {"model.preset", "model.parameters", "model.architecture", "model.tensors"});
    row("an empty model", R"({"model": {}})", "model", {"model.preset"});
    row("a ds_config.json", R"({"zero_optimization": {"stage": 2}})", "model", {"ds_config.json", "import"});
    row("a Hugging Face config.json", R"({"model_type": "llama"})", "model", {"Hugging Face", "import"});
    row("two ways of naming the model", R"({"model": {"preset": "llama-2-7b", "parameters": 7e9}})",
        "model.preset", {"model.preset", "model.parameters", "keep one"});
    row("tensors and an architecture", R"({"model": {"tensors": [{"shape": [1]}], "architecture": {}}})",
        "model.architecture", {"model.architecture", "model.tensors"});
    row("adapters that are switched on", with(R"("training": {"lora": true})"), "training.lora",
        {"object in braces", "\"rank\"", "found true"});
    row("adapters of no size", with(R"("training": {"lora": {}})"), "training.lora",
        {"is empty", "training.lora.rank", "every weight"});
    row("a section that is a number", with(R"("zero": 3)"), "zero", {"\"stage\"", "found the number 3"});
    row("a model that is a text", R"({"model": "llama-2-7b"})", "model",
        {"\"llama-2-7b\"", R"({"preset": "llama-2-7b"})"});
    row("an unknown preset", R"({"model": {"preset": "lama-2-7b"}})", "model.preset",
        {"did you mean", "llama-2-7b"});
    row("a preset unlike any", R"({"model": {"preset": "%%%"}})", "model.preset", {"presets models"});
    row("other GPUs without a count", with(R"("cluster": {"other_gpus": [{"preset": "a100-sxm4-40gb"}]})"),
        "cluster.other_gpus.0", {"has no count", "\"count\""});
    row("other GPUs that are none", with(R"("cluster": {"other_gpus": [{"count": 2}]})"),
        "cluster.other_gpus.0", {"names no GPU", "\"preset\""});
    row("an unknown GPU", with(R"("cluster": {"gpu": {"preset": "h100-smx5-80gb"}})"), "cluster.gpu.preset",
        {"did you mean", "h100-sxm5-80gb"});
    row("a GPU without its memory", with(R"("cluster": {"gpu": {"preset": "V100"}})"), "cluster.gpu.preset",
        {"did you mean v100-sxm2-16gb, v100-sxm2-32gb or v100-pcie-16gb?"});
    row("an unknown link", with(R"("cluster": {"inter_node": {"preset": "infiniband"}})"),
        "cluster.inter_node.preset", {"presets links"});
    row("a generation of InfiniBand", with(R"("cluster": {"inter_node": {"preset": "InfiniBand HDR"}})"),
        "cluster.inter_node.preset",
        {"infiniband-hdr-4x-one-port if the GPUs of a node share", "infiniband-hdr-4x-one-port-per-gpu if"});
    row("InfiniBand by its speed", with(R"("cluster": {"inter_node": {"preset": "400G InfiniBand"}})"),
        "cluster.inter_node.preset", {"infiniband-ndr-4x-one-port"});
    row("a network's bits", with(R"("cluster": {"inter_node": {"preset": "200 Gbit/s"}})"),
        "cluster.inter_node.preset", {"cluster.inter_node.gb_per_s", "25 for 200 Gbit/s of each GPU"});
    row("a bare speed", with(R"("cluster": {"inter_node": {"preset": "12.5"}})"), "cluster.inter_node.preset",
        {"cluster.inter_node.gb_per_s, in GB/s for each GPU", "8 Gbit/s are 1 GB/s"});
    row("an Ethernet of no preset", with(R"("cluster": {"inter_node": {"preset": "56 Gbit Ethernet"}})"),
        "cluster.inter_node.preset", {"7 for 56 Gbit/s of each GPU"});
    row("GPUs with their number", with(R"("cluster": {"gpu": {"preset": "8xH100"}})"), "cluster.gpu.preset",
        {"Write \"H100\" there, and 8 in cluster.gpus_per_node"});
    row("GPUs with a digit too many", with(R"("cluster": {"gpu": {"preset": "H1000"}})"),
        "cluster.gpu.preset", {"did you mean h100-"});
    row("a repository with a letter missing", R"({"model": {"preset": "meta-llama/Llama-3.1-8"}})",
        "model.preset", {"did you mean llama-3.1-8b"});
    row("a key with dots", R"({"model.preset": "llama-3.1-8b"})", "model", {R"({"model": {"preset": …}})"});
    row("a drive as a link", with(R"("cluster": {"inter_node": {"preset": "4x-nvme-gen5-raid-0"}})"),
        "cluster.inter_node.preset", {"drive"});
    row("a GPU that is a text", with(R"("cluster": {"gpu": "h100"})"), "cluster.gpu",
        {R"({"preset": "h100"})"});
    row("a cluster that is a list", with(R"("cluster": [])"), "cluster", {"object", "a list"});

    row("parameters: 0", R"({"model": {"parameters": 0}})", "model.parameters", {"is 0", "from 1 to"});
    row("parameters: negative", R"({"model": {"parameters": -7e9}})", "model.parameters", {"from 1 to"});
    row("parameters: beyond counting", R"({"model": {"parameters": 1e30}})", "model.parameters",
        {"from 1 to"});
    row("parameters: half of one", R"({"model": {"parameters": 0.5}})", "model.parameters",
        {"whole number", "0.5"});
    row("parameters: a text", R"({"model": {"parameters": "7b"}})", "model.parameters",
        {"found the text \"7b\"", "7000000000 without quotes"});
    row("architecture: no layers", R"({"model": {"architecture": {"hidden_size": 64}}})",
        "model.architecture.layers", {"missing"});
    row("architecture: no hidden size", R"({"model": {"architecture": {"layers": 2}}})",
        "model.architecture.hidden_size", {"missing"});
    row("architecture: heads of 0", R"({"model": {"architecture": {"hidden_size": 64, "layers": 2,
        "attention_heads": 0}}})",
        "model.architecture.attention_heads", {"is 0", "from 1 to 100,000"});
    row("architecture: an unknown block", R"({"model": {"architecture": {"block": "lama", "hidden_size": 64,
        "layers": 2}}})",
        "model.architecture.block", {"llama or gpt", "Did you mean llama?"});
    row("architecture: one size by two names", R"({"model": {"architecture": {"hidden_size": 64, "hidden": 64,
        "layers": 2}}})",
        "model.architecture.hidden", {"model.architecture.hidden_size", "keep one"});
    row("architecture: a switch as a number", R"({"model": {"architecture": {"hidden_size": 64, "layers": 2,
        "tied_embeddings": 1}}})",
        "model.architecture.tied_embeddings", {"true or false"});
    row("tensors: not a list", R"({"model": {"tensors": {"shape": [1]}}})", "model.tensors",
        {"list", "an object"});
    row("tensors: empty", R"({"model": {"tensors": []}})", "model.tensors", {"empty"});
    row("tensors: no shape", R"({"model": {"tensors": [{"shape": [1]}, {"count": 2}]}})", "model.tensors.1",
        {"shape"});
    row("tensors: a size of 0", R"({"model": {"tensors": [{"shape": [4, 0]}]}})", "model.tensors.0.shape.1",
        {"is 0"});
    row("tensors: more than there can be",
        R"({"model": {"tensors": [{"shape": [1000000000000, 1000000000000]}]}})", "model.tensors.0.shape",
        {"10^15"});
    row("tensors: more than there can be, together",
        R"({"model": {"tensors": [{"shape": [100000000], "count": 1e9}]}})", "model.tensors", {"10^15"});
    row("frozen parameters twice",
        R"({"model": {"frozen_parameters": 1, "architecture": {"hidden_size": 64, "layers": 2,
        "frozen_parameters": 1}}})",
        "model.frozen_parameters", {"model.architecture.frozen_parameters"});

    row("a model that nobody knows", R"({"model": {"preset": "somebody/new-model-7b"}})", "model.preset",
        {"is no model preset", "config.json", "model.architecture", "model.parameters"});
    row("a GPU that nobody knows", with(R"("cluster": {"gpu": {"preset": "zx81"}})"), "cluster.gpu.preset",
        {"is no gpu preset", "cluster.gpu.memory_gib"});
    row("a link that nobody knows", with(R"("cluster": {"inter_node": {"preset": "zx81"}})"),
        "cluster.inter_node.preset", {"is no link preset", "gb_per_s"});

    row("a text for a count", with(R"("training": {"micro_batch_size": "two"})"), "training.micro_batch_size",
        {"must be a whole number", "found the text \"two\"", "without a unit or quotes"});
    row("a quoted count", with(R"("training": {"micro_batch_size": "4"})"), "training.micro_batch_size",
        {"write 4 without quotes"});
    row("null for a count", with(R"("training": {"micro_batch_size": null})"), "training.micro_batch_size",
        {"null"});
    row("a list for a count", with(R"("training": {"micro_batch_size": [4]})"), "training.micro_batch_size",
        {"a list"});
    row("a fraction for a count", with(R"("training": {"micro_batch_size": 1.5})"),
        "training.micro_batch_size", {"whole number", "1.5", "write 1 or 2"});
    row("a count of 0", with(R"("training": {"micro_batch_size": 0})"), "training.micro_batch_size",
        {"from 1 to 65,536"});
    row("a count beyond 64 bits", with(R"("training": {"micro_batch_size": 123456789012345678901234567890})"),
        "training.micro_batch_size", {"from 1 to 65,536"});
    row("a misspelt word", with(R"("training": {"optimizer": "adam_w"})"), "training.optimizer",
        {"adam, adamw, adagrad", "Did you mean adam"});
    row("a word that is a number", with(R"("training": {"precision": 16})"), "training.precision",
        {"bf16, fp16 or fp32", "the number 16"});
    row("dropout above 1", with(R"("training": {"dropout": 1.5})"), "training.dropout", {"from 0 to 1"});
    row("an unknown adapter", with(R"("training": {"lora": {"targets": ["q_proj", "qproj"]}})"),
        "training.lora.targets.1", {"Did you mean q_proj?"});
    row("adapters that are a text", with(R"("training": {"lora": {"targets": "q_proj"}})"),
        "training.lora.targets", {"list"});
    row("no memory", with(R"("cluster": {"gpu": {"memory_gib": 0}})"), "cluster.gpu.memory_gib",
        {"from 0.125"});
    row("stage 4", with(R"("zero": {"stage": 4})"), "zero.stage", {"is 4", "from 0 to 3"});
    row("a stage in quotes", with(R"("zero": {"stage": "2"})"), "zero.stage", {"write 2 without quotes"});
    row("an unknown device", with(R"("zero": {"offload_optimizer": "disk"})"), "zero.offload_optimizer",
        {"none, cpu or nvme"});
    row("an unknown device in the object", with(R"("zero": {"offload_param": {"device": "gpu"}})"),
        "zero.offload_param.device", {"none, cpu or nvme"});
    row("an offload switch", with(R"("zero": {"offload_optimizer": true})"), "zero.offload_optimizer",
        {"found true"});
    row("old and new name of one key", with(R"("zero": {"cpu_offload": true, "offload_optimizer": "cpu"})"),
        "zero.cpu_offload", {"zero.offload_optimizer", "keep one"});
    row("a bucket of a fraction", with(R"("zero": {"reduce_bucket_size": 15099494.4})"),
        "zero.reduce_bucket_size", {"whole number", "write 15099494"});
    row("a key in both places",
        with(R"("zero": {"stage": 2}, "deepspeed_config": {"zero_optimization": {"stage": 2}})"),
        "zero.stage", {"deepspeed_config.zero_optimization.stage", "keep one"});
    row("a key in both places, by two names",
        with(R"("zero": {"stage3_max_live_parameters": 1}, "deepspeed_config":
        {"zero_optimization": {"max_live_parameters": 1}})"),
        "zero.stage3_max_live_parameters", {"deepspeed_config.zero_optimization.max_live_parameters"});
    row("a bad key of zero_optimization", with(R"("deepspeed_config": {"zero_optimization": {"stage": 7}})"),
        "deepspeed_config.zero_optimization.stage", {"is 7"});
    row("a bad key of its offload object",
        with(
            R"("deepspeed_config": {"zero_optimization": {"offload_param": {"device": "cpu", "buffer_count": -1}}})"),
        "deepspeed_config.zero_optimization.offload_param.buffer_count", {"is -1"});

    row("micro batches that differ",
        with(
            R"("training": {"micro_batch_size": 2}, "deepspeed_config": {"train_micro_batch_size_per_gpu": 4})"),
        "training.micro_batch_size", {"is 2", "deepspeed_config.train_micro_batch_size_per_gpu says 4"});
    row("precisions that differ",
        with(R"("training": {"precision": "fp16"}, "deepspeed_config": {"bf16": {"enabled": true}})"),
        "training.precision", {"deepspeed_config.bf16.enabled says true"});
    row("a precision switched off",
        with(R"("training": {"precision": "bf16"}, "deepspeed_config": {"bf16": {"enabled": false}})"),
        "training.precision", {"deepspeed_config.bf16.enabled says false"});
    row("both precisions",
        with(R"("deepspeed_config": {"bf16": {"enabled": true}, "fp16": {"enabled": true}})"),
        "deepspeed_config.bf16.enabled", {"deepspeed_config.fp16.enabled"});
    row("optimizers that differ",
        with(R"("training": {"optimizer": "lion"}, "deepspeed_config": {"optimizer": {"type": "AdamW"}})"),
        "training.optimizer", {"deepspeed_config.optimizer.type says AdamW"});
    row("an optimizer nobody counts", with(R"("deepspeed_config": {"optimizer": {"type": "Adadelta"}})"),
        "deepspeed_config.optimizer.type", {"Adadelta", "AdamW"});
    row("accumulation types that differ", with(R"("training": {"gradient_accumulation_dtype": "bf16"},
        "deepspeed_config": {"data_types": {"grad_accum_dtype": "fp32"}})"),
        "training.gradient_accumulation_dtype", {"deepspeed_config.data_types.grad_accum_dtype says fp32"});
    row("an accumulation type there is none of",
        with(R"("deepspeed_config": {"data_types": {"grad_accum_dtype": "int8"}})"),
        "deepspeed_config.data_types.grad_accum_dtype", {"fp32, bf16 or fp16"});
    row("a total that the ranks do not divide", with(R"("deepspeed_config": {"train_batch_size": 100})"),
        "deepspeed_config.train_batch_size", {"is 100", "8 data-parallel ranks"});
    row("a total below the ranks", with(R"("deepspeed_config": {"train_batch_size": 4})"),
        "deepspeed_config.train_batch_size", {"is 4", "is 8"});
    row("a section that is none", with(R"("deepspeed_config": {"optimizer": "AdamW"})"),
        "deepspeed_config.optimizer", {"object"});
    row("deepspeed_config that is a text", with(R"("deepspeed_config": "ds_config.json")"),
        "deepspeed_config", {"object"});

    row("a newer format", with(R"("format": "zero-plan/2")"), "format", {"newer version"});
    row("another format", with(R"("format": "zero-estimate/1")"), "format", {"no plan file"});
    row("a version as a number", with(R"("target": {"deepspeed_version": 0.19})"), "target.deepspeed_version",
        {"in quotes"});
    row("no version", with(R"("target": {"deepspeed_version": "latest"})"), "target.deepspeed_version",
        {"0.19.5"});
    row("an unknown flavour", with(R"("target": {"flavour": "hf"})"), "target.flavour",
        {"plain or hf-trainer"});
    row("a key twice", R"({"model": {"parameters": 7e9, "parameters": 8e9}})", "model.parameters", {"twice"});
    row("a section twice", R"({"model": {"parameters": 7e9}, "zero": {}, "zero": {}})", "zero", {"twice"});
    row("a key twice inside a list",
        R"({"model": {"tensors": [{"shape": [1]}, {"shape": [1], "shape": [2]}]}})", "model.tensors.1.shape",
        {"twice"});
    row("a list instead of a plan", "[1, 2]", "", {"object", "a list"});
    row("a number instead of a plan", "42", "", {"object", "42"});
  }
  void keys() {
    QFETCH(QByteArray, text);
    QFETCH(QString, path);
    QFETCH(QStringList, words);
    try {
      (void)read_plan(text.toStdString());
      QFAIL("was read");
    } catch (const FileError& error) {
      const QString sentence = QString::fromUtf8(error.what());
      QCOMPARE(QString::fromStdString(error.path()), path);
      QVERIFY2(sentence.startsWith(path.isEmpty() ? QStringLiteral("The plan ") : path + u' '), error.what());
      for (const QString& word : words)
        QVERIFY2(sentence.contains(word), error.what());
    }
  }

  void broken_text_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<int>("line");
    QTest::addColumn<int>("column");
    QTest::addColumn<QString>("words");
    const auto row = [](const char* name, const QByteArray& text, int line, int column, const char* words) {
      QTest::newRow(name) << text << line << column << QString::fromUtf8(words);
    };
    row("empty", "", 0, 0, "empty");
    row("white space", " \n\t\r\n ", 0, 0, "empty");
    row("cut off", "{\"model\":\n {\"preset\"", 2, 11, "ends too early");
    row("cut off in a text", "{\"model\": {\"preset\": \"lla", 1, 26, "ends too early");
    row("a comma before a brace", "{\n\"a\": 1,\n}", 3, 1, "remove the comma");
    row("a comma before a bracket", "{\"a\": [1, 2, ]}", 1, 14, "remove the comma");
    row("a missing comma", "{\"a\": 1\n\"b\": 2}", 2, 1, "found \"b\" instead of a comma");
    row("a missing colon", "{\"a\" 1}", 1, 6, "found 1 instead of a colon");
    row("a missing value", "{\"a\": }", 1, 7, "instead of a value");
    row("a comment", "{\n// the model\n\"a\": 1}", 2, 1, "no comments");
    row("single quotes", "{'a': 1}", 1, 2, "double quotes");
    row("typographic quotes", "{\"a\": \u201Cx\u201D}", 1, 7, "straight double quotes");
    row("columns count characters", "{\"\u00E4\u00F6\": x}", 1, 8, "found x");
    row("Python's True", "{\"a\": True}", 1, 7, "found True");
    row("not a number", "{\"a\": NaN}", 1, 7, "found NaN");
    row("a number too large", "{\"a\": 1e999}", 1, 7, "1e999");
    row("two plans", "{} {}", 1, 4, "end of the text");
    row("an escape there is none of", "{\"a\": \"C:\\data\"}", 1, 11, "backslash");
    row("a line break in a text", "{\"a\": \"x\ny\"}", 1, 9, "\\n");
    row("not UTF-8", "{\"a\": \"\xFF\"}", 1, 8, "UTF-8");
    row("UTF-16", QByteArray("\xFF\xFE{\0}\0", 6), 1, 1, "UTF-8");
    row("a zero byte", QByteArray("{\0}", 3), 1, 2, "control character");
    row("binary",
        QByteArray("\x7F"
                   "ELF\x02\x01\x01",
                   7),
        1, 1, "control character");
    row("nested too deeply", QByteArray(100'000, '['), 1, 33, "nested deeper");
    row("objects nested too deeply", QByteArray("{\"a\":").repeated(100'000), 1, 161, "nested deeper");
  }
  void broken_text() {
    QFETCH(QByteArray, text);
    QFETCH(int, line);
    QFETCH(int, column);
    QFETCH(QString, words);
    try {
      (void)read_plan(text.toStdString());
      QFAIL("was read");
    } catch (const FileError& error) {
      QVERIFY2(QString::fromUtf8(error.what()).contains(words), error.what());
      QCOMPARE(error.line(), line);
      QCOMPARE(error.column(), column);
      QVERIFY(error.path().empty());
      if (line > 0)
        QVERIFY2(QString::fromUtf8(error.what())
                     .startsWith(QStringLiteral("Line %1, column %2: ").arg(line).arg(column)),
                 error.what());
    }
  }

  void brackets_inside_texts_do_not_nest() {
    const std::string brackets(1000, '[');
    QCOMPARE(read_plan(R"({"model": {"parameters": 7e9}, "note": "\")" + brackets + "\"}").plan.model.source,
             ModelSource::parameters);
  }

  void too_much_is_refused_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("two hundred thousand values")
        << QByteArray("[") + QByteArray("0,").repeated(200'000) + "0]";
    QByteArray keys = "{";
    for (int i = 0; i < 20'000; ++i)
      keys += "\"k" + QByteArray::number(i) + "\":0,";
    QTest::newRow("twenty thousand keys") << keys + "\"x\":0}";
    QTest::newRow("many lists") << QByteArray("[") + QByteArray("[],").repeated(500'000) + "0]";
  }
  void too_much_is_refused() {
    QFETCH(QByteArray, text);
    const std::string plan = text.toStdString();
    QVERIFY_THROWS_EXCEPTION(FileError, (void)read_plan(plan));
  }

  void what_is_echoed_is_short_and_harmless() {
    try {
      const std::string preset = "\\u001b[31m" + std::string(5000, 'x');
      (void)read_plan("{\"model\": {\"preset\": \"" + preset + "\"}}");
      QFAIL("was read");
    } catch (const FileError& error) {
      QVERIFY2(std::string(error.what()).size() < 400, error.what());
      QVERIFY(std::string(error.what()).find('\x1b') == std::string::npos);
    }
  }
};

ZP_TEST(BadInputTest)
#include "bad_input_test.moc"
