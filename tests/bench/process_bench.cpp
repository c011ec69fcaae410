// SPDX-FileCopyrightText: 2026 The ZeRO Planner authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <benchmark/benchmark.h>
#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

/// Measures `zero-planner estimate --json PLAN` as a whole process: start, read, estimate, print.
namespace {

std::string write_plan_of(const std::string& model) {
  const auto path =
      std::filesystem::temp_directory_path() / ("zp_bench_" + std::to_string(getpid()) + ".zplan.json");
  std::ofstream(path) << R"({"model": )" << model << R"(, "zero": {"stage": 3}})";
  return path;
}

void estimate_json(benchmark::State& state, const std::string& model) {
  const std::string plan = write_plan_of(model);
  std::string program = ZP_PROGRAM, command = "estimate", json = "--json", file = plan;
  char* arguments[] = {program.data(), command.data(), file.data(), json.data(), nullptr};
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0);
  for (auto _ : state) {
    pid_t child = 0;
    int status = 0;
    if (posix_spawn(&child, program.c_str(), &actions, nullptr, arguments, environ) != 0 ||
        waitpid(child, &status, 0) < 0 || !WIFEXITED(status) || WEXITSTATUS(status) == 2) {
      state.SkipWithError("zero-planner estimate failed");
      break;
    }
  }
  posix_spawn_file_actions_destroy(&actions);
  std::filesystem::remove(plan);
}
BENCHMARK_CAPTURE(estimate_json, preset_7b, R"({"preset": "llama-2-7b"})")
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();
BENCHMARK_CAPTURE(estimate_json, preset_70b, R"({"preset": "llama-2-70b"})")
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();
BENCHMARK_CAPTURE(estimate_json, count_1t, R"({"parameters": 1e12})")
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();

}  // namespace

BENCHMARK_MAIN();
