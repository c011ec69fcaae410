// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include <benchmark/benchmark.h>

#include <string>

#include "core/check/check_config.h"
#include "core/import/import.h"
#include "core/plan_file/plan_file.h"
#include "core/text/config_text.h"
#include "core/text/file_error.h"

/// Measures the time until a hostile file is answered, at growing sizes: the time must grow in proportion to
/// the size, and megabytes must take a fraction of a second.
namespace {

std::string repeated(const char* part, std::int64_t bytes) {
  std::string text;
  while (static_cast<std::int64_t>(text.size()) < bytes)
    text += part;
  return text;
}

std::string keys(std::int64_t bytes) {
  std::string text;
  for (int i = 0; static_cast<std::int64_t>(text.size()) < bytes; ++i)
    text.append("\"k").append(std::to_string(i)).append("\": 1, ");
  return text;
}

struct Text {
  const char* name;
  std::string (*of_size)(std::int64_t bytes);
};
const Text config_texts[] = {
    {"one long text", [](std::int64_t n) { return "{\"a\": \"" + repeated("x", n) + "\"}"; }},
    {"open brackets", [](std::int64_t n) { return repeated("[", n); }},
    {"numbers", [](std::int64_t n) { return "{\"a\": [" + repeated("1,", n) + "1]}"; }},
    {"commas in a text without quotes", [](std::int64_t n) { return "{a: x" + repeated(",", n); }},
    {"unlike words with commas", [](std::int64_t n) { return "{a: nullx" + repeated(",", n); }},
    {"blanks", [](std::int64_t n) { return repeated(" ", n); }},
    {"comments", [](std::int64_t n) { return repeated("#\n", n); }},
    {"unknown keys on one line", [](std::int64_t n) { return '{' + keys(n / 100) + '}'; }},
};
const Text plan_texts[] = {
    {"values", [](std::int64_t n) { return '[' + repeated("0,", n) + "0]"; }},
    {"keys", [](std::int64_t n) { return '{' + keys(n) + "\"x\": 0}"; }},
    {"lists", [](std::int64_t n) { return '[' + repeated("[],", n) + "0]"; }},
};

void check_text(benchmark::State& state, const Text& text) {
  const std::string made = text.of_size(state.range(0));
  for (auto _ : state)
    benchmark::DoNotOptimize(zp::check_config(zp::read_config_text(made), {}));
  state.SetComplexityN(state.range(0));
}

void read_plan(benchmark::State& state, const Text& text) {
  const std::string made = text.of_size(state.range(0));
  for (auto _ : state) {
    try {
      benchmark::DoNotOptimize(zp::read_plan(made));
    } catch (const zp::FileError& error) {
      benchmark::DoNotOptimize(error.what());
    }
  }
  state.SetComplexityN(state.range(0));
}

const Text script_texts[] = {
    {"options of a command",
     [](std::int64_t n) {
       std::string text = "deepspeed train.py --model_name_or_path gpt2";
       for (int i = 0; static_cast<std::int64_t>(text.size()) < n / 100; ++i)
         text.append(" --x").append(std::to_string(i)).append("=1");
       return text;
     }},
};

void import_script(benchmark::State& state, const Text& text) {
  zp::ImportFile file;
  file.text = text.of_size(state.range(0));
  const zp::PlanDocument base = zp::read_plan(R"({"model": {"preset": "gpt2"}})");
  for (auto _ : state)
    benchmark::DoNotOptimize(zp::import_file(file, base));
  state.SetComplexityN(state.range(0));
}

void read_example(benchmark::State& state) {
  const std::string text = zp::write_plan(zp::example_plan());
  for (auto _ : state)
    benchmark::DoNotOptimize(zp::read_plan(text));
}
BENCHMARK(read_example);

void add(const char* what, void (*run)(benchmark::State&, const Text&), const Text& text) {
  benchmark::RegisterBenchmark((std::string(what) + ", " + text.name).c_str(), run, text)
      ->RangeMultiplier(10)
      ->Range(100'000, 10'000'000)
      ->Unit(benchmark::kMillisecond)
      ->Complexity();
}

}  // namespace

int main(int argc, char** argv) {
  for (const Text& text : config_texts)
    add("check", check_text, text);
  for (const Text& text : plan_texts)
    add("plan", read_plan, text);
  for (const Text& text : script_texts)
    add("import", import_script, text);
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
  benchmark::RunSpecifiedBenchmarks();
}
